//! The forms in which code may use the stack pointer.

use super::rows::is_among;
use super::state::Preserved;
use super::word::Word;
use crate::isa::aarch64::kind::Kind;
use crate::isa::aarch64::operand::ArrMem;
use crate::isa::aarch64::row::{Row, Slot};
use crate::isa::aarch64::table::integer;

/// An access to memory through the stack pointer, of one register or up to four in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// How far the stack pointer moves up before the access.
    pub(super) before: i64,
    /// Where the access begins, from the stack pointer.
    pub(super) offset: i64,
    /// Bytes of each register.
    pub(super) bytes: i64,
    /// The registers; where one is none that must be preserved, nothing.
    pub(super) registers: [Option<Preserved>; 4],
    /// How many registers there are.
    pub(super) count: i64,
    /// Whether registers are loaded.
    pub(super) is_load: bool,
    /// How far the stack pointer moves up after the access.
    pub(super) after: i64,
}

/// How an access may use the stack pointer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// With an offset.
    Offset(Moves),
    /// Without: a store of a list.
    List,
}

/// When the stack pointer moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moves {
    Never,
    Before,
    After,
}

/// The loads and stores that may have the stack pointer as their base, by the names of their rows.
const FORMS: &[(Form, &[&str])] = &[
    (
        Form::Offset(Moves::Never),
        &[
            "ldr_x", "ldr_w", "ldr_q", "ldr_d", "ldr_s", "ldur", "ldur_fp", "ldp_x", "ldp_q", "ldp_d",
            "str_x", "str_w", "str_q", "str_d", "str_s", "stur", "stur_fp", "stp_x", "stp_q", "stp_d",
        ],
    ),
    (
        Form::Offset(Moves::Before),
        &[
            "ldr_pre",
            "ldr_fp_pre",
            "ldp_x_pre",
            "ldp_q_pre",
            "ldp_d_pre",
            "str_pre",
            "str_fp_pre",
            "stp_x_pre",
            "stp_q_pre",
            "stp_d_pre",
        ],
    ),
    (
        Form::Offset(Moves::After),
        &[
            "ldr_post",
            "ldr_fp_post",
            "ldp_x_post",
            "ldp_q_post",
            "ldp_d_post",
            "str_post",
            "str_fp_post",
            "stp_x_post",
            "stp_q_post",
            "stp_d_post",
        ],
    ),
    (Form::List, &["st1_1", "st1_2", "st1_3", "st1_4"]),
];

impl Form {
    /// That of a row's instructions, if these may access memory through the stack pointer.
    pub(super) const fn of(row: &Row) -> Option<Self> {
        let mut forms = FORMS;
        while let [(form, names), rest @ ..] = forms {
            if is_among(row.name, names) {
                return Some(*form);
            }
            forms = rest;
        }
        None
    }
}

impl Access {
    /// The access that `word`, which names the stack pointer and has such a form, makes through it.
    pub(super) fn of(word: Word, form: Form) -> Option<Self> {
        match form {
            Form::Offset(moves) => Self::with_offset(word, moves),
            Form::List => Self::of_list(word),
        }
    }

    /// That of a list of low halves of vectors, which is stored.
    fn of_list(word: Word) -> Option<Self> {
        let (Slot { kind: Kind::Register(list), .. }, first) = word.called(b'l')? else { return None };
        let (_, arrangement) = word.called(b'a')?;
        if arrangement != ArrMem::D1.raw() {
            return None;
        }
        let register = |nth: u32| {
            let number = (nth < list.count).then(|| u8::try_from(first.wrapping_add(nth) & 31))?;
            Preserved::of(list.class?, number.ok()?)
        };
        let registers = [0, 1, 2, 3].map(register);
        let count = i64::from(list.count);
        Some(Self { before: 0, offset: 0, bytes: 8, registers, count, is_load: false, after: 0 })
    }

    /// That of a form with an offset.
    fn with_offset(word: Word, moves: Moves) -> Option<Self> {
        let (first, second) = (word.called(b't')?, word.called(b'u'));
        let distance = number(word, b'i')?;
        let (before, offset, after) = match moves {
            Moves::Never => (0, distance, 0),
            Moves::Before => (distance, 0, 0),
            Moves::After => (0, 0, distance),
        };
        let register = |(slot, raw): (&Slot, u32)| match &slot.kind {
            Kind::Register(registers) => Preserved::of(registers.class?, u8::try_from(raw).ok()?),
            _ => None,
        };
        let count = if second.is_some() { 2 } else { 1 };
        let registers = [register(first), second.and_then(register), None, None];
        let (Slot { kind, role, .. }, _) = first;
        Some(Self {
            before,
            offset,
            bytes: bytes(word, kind)?,
            registers,
            count,
            is_load: role.writes(),
            after,
        })
    }
}

/// How far `word` moves the stack pointer up, if it adds a constant to it.
pub(super) fn adjustment(word: Word) -> Option<i64> {
    let sign = match () {
        () if word.is(&integer::rows::add_imm) => 1,
        () if word.is(&integer::rows::sub_imm) => -1,
        () => return None,
    };
    let field = |letter| word.called(letter).map_or(0, |(_, raw)| raw);
    let is_sp = [b'd', b'n'].iter().all(|letter| field(*letter) == 31) && field(b's') == 1;
    let shift = if field(b'h') == 0 { 0 } else { 12 };
    is_sp.then_some((number(word, b'i')? << shift) * sign)
}

/// The value of the number called `letter`.
fn number(word: Word, letter: u8) -> Option<i64> {
    let (slot, raw) = word.called(letter)?;
    slot.kind.to_number(raw)
}

/// The size of a register, by its name.
fn bytes(word: Word, kind: &Kind) -> Option<i64> {
    let Kind::Register(registers) = kind else { return None };
    let chosen = |letter| word.called(letter).and_then(|(slot, raw)| slot.kind.selector(raw));
    let nth = registers.chosen_by.and_then(chosen).unwrap_or(0);
    match *registers.prefixes.get(nth as usize)? {
        "q" => Some(16),
        "x" | "d" => Some(8),
        "w" | "s" => Some(4),
        "h" => Some(2),
        "b" => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::aarch64::table::ROWS;

    #[test]
    fn forms_are_rows() {
        for (form, names) in FORMS {
            for name in *names {
                assert!(ROWS.iter().any(|row| row.name == *name), "{form:?}: {name}");
            }
        }
    }
}
