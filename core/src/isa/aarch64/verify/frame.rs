//! The forms in which code may use the stack pointer.

use super::Rule;
use super::rows::is_among;
use super::state::Preserved;
use super::word::Word;
use crate::isa::Class;
use crate::isa::aarch64::kind::Kind;
use crate::isa::aarch64::operand::ArrMem;
use crate::isa::aarch64::row::{Row, Slot};

/// An access to memory through the stack pointer, of one register or up to four in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// How far the stack pointer moves up before the access.
    pub(super) before: i32,
    /// Where the access begins, from the stack pointer.
    pub(super) offset: i32,
    /// How far the stack pointer moves up after the access.
    pub(super) after: i32,
    /// The registers; where one is none that must be preserved, nothing.
    pub(super) registers: [Option<Preserved>; 4],
    /// How many registers there are.
    pub(super) count: u8,
    /// Bytes of each register.
    pub(super) bytes: u8,
    /// Whether registers are loaded.
    pub(super) is_load: bool,
}

/// How instructions of a row may use the stack pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    kind: FormKind,
    /// Position of the base, of the register or the list, and of the second register, if there is one.
    base: u8,
    first: u8,
    second: Option<u8>,
    /// That of the distance, or of the arrangement of a list.
    number: u8,
}

#[derive(Clone, Copy, Debug)]
enum FormKind {
    /// With an offset.
    Offset(Moves),
    /// Without: a store of a list.
    List,
}

/// When the stack pointer moves.
#[derive(Clone, Copy, Debug)]
enum Moves {
    Never,
    Before,
    After,
}

/// The loads and stores that may have the stack pointer as their base, by the names of their rows.
const FORMS: &[(FormKind, &[&str])] = &[
    (
        FormKind::Offset(Moves::Never),
        &[
            "ldr_x", "ldr_w", "ldr_q", "ldr_d", "ldr_s", "ldur", "ldur_fp", "ldp_x", "ldp_q", "ldp_d",
            "str_x", "str_w", "str_q", "str_d", "str_s", "stur", "stur_fp", "stp_x", "stp_q", "stp_d",
        ],
    ),
    (
        FormKind::Offset(Moves::Before),
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
        FormKind::Offset(Moves::After),
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
    (FormKind::List, &["st1_1", "st1_2", "st1_3", "st1_4"]),
];

impl Form {
    /// That of a row's instructions, if these may access memory through the stack pointer.
    pub(super) const fn of(row: &Row) -> Option<Self> {
        let mut forms = FORMS;
        while let [(kind, names), rest @ ..] = forms {
            if is_among(row.name, names) {
                return Self::with(*kind, row);
            }
            forms = rest;
        }
        None
    }

    /// With operands of a row, if it has them: some names are also those of rows of scalable vectors.
    const fn with(kind: FormKind, row: &Row) -> Option<Self> {
        let [first, number] = match kind {
            FormKind::Offset(_) => [b't', b'i'],
            FormKind::List => [b'l', b'a'],
        };
        match (position(row, b'n'), position(row, first), position(row, number)) {
            (Some(base), Some(first), Some(number)) => {
                Some(Self { kind, base, first, second: position(row, b'u'), number })
            }
            _ => None,
        }
    }

    /// Whether the base of an access of this form is the stack pointer.
    pub(super) fn has_stack_pointer(self, word: Word) -> bool {
        word.operand(self.base).is_some_and(|(_, base)| base == 31)
    }
}

/// Position of the operand called `letter`.
const fn position(row: &Row, letter: u8) -> Option<u8> {
    match row.position(letter) {
        Some(at) => Some(at as u8),
        None => None,
    }
}

impl Access {
    /// The access that `word`, of such a form, makes through the stack pointer.
    pub(super) fn of(word: Word, form: Form) -> Result<Self, Rule> {
        let access = match form.kind {
            FormKind::Offset(moves) => Self::with_offset(word, form, moves),
            FormKind::List => Self::of_list(word, form),
        };
        let is_loaded = |position| word.operand(position).is_some_and(|(slot, raw)| is_platform(slot, raw));
        if is_loaded(form.first) || form.second.is_some_and(is_loaded) {
            return Err(Rule::PlatformRegister);
        }
        access.ok_or(Rule::StackPointer)
    }

    /// That of a list of low halves of vectors, which is stored.
    fn of_list(word: Word, form: Form) -> Option<Self> {
        let (Slot { kind: Kind::Register(list), .. }, first) = word.operand(form.first)? else { return None };
        let (_, arrangement) = word.operand(form.number)?;
        if arrangement != ArrMem::D1.raw() {
            return None;
        }
        let register = |nth: u32| {
            let number = (nth < list.count).then(|| u8::try_from(first.wrapping_add(nth) & 31))?;
            Preserved::of(list.class?, number.ok()?)
        };
        let (registers, count) = ([0, 1, 2, 3].map(register), u8::try_from(list.count).ok()?);
        Some(Self { before: 0, offset: 0, after: 0, registers, count, bytes: 8, is_load: false })
    }

    /// That of a form with an offset.
    fn with_offset(word: Word, form: Form, moves: Moves) -> Option<Self> {
        let (first, second) = (word.operand(form.first)?, form.second.and_then(|at| word.operand(at)));
        let distance = i32::try_from(word.number(form.number)?).ok()?;
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
            after,
            registers,
            count,
            bytes: bytes(word, kind)?,
            is_load: role.writes(),
        })
    }
}

/// Whether an operand writes the platform's register.
fn is_platform(slot: &Slot, raw: u32) -> bool {
    let Kind::Register(registers) = &slot.kind else { return false };
    registers.class == Some(Class::Int) && slot.role.writes() && raw == 18
}

/// How far `word` moves the stack pointer up, if it adds a constant with a sign to it.
pub(super) fn adjustment(word: Word, sign: i8) -> Option<i64> {
    let field = |letter| word.called(letter).map_or(0, |(_, raw)| raw);
    let is_sp = [b'd', b'n'].iter().all(|letter| field(*letter) == 31) && field(b's') == 1;
    let shift = if field(b'h') == 0 { 0 } else { 12 };
    is_sp.then(|| (i64::from(field(b'i')) << shift) * i64::from(sign))
}

/// The size of a register, by its name.
fn bytes(word: Word, kind: &Kind) -> Option<u8> {
    let Kind::Register(registers) = kind else { return None };
    let chosen = |letter| word.called(letter).and_then(|(slot, raw)| slot.kind.selector(raw));
    let nth = registers.chosen_by.and_then(chosen).unwrap_or(0);
    match registers.prefixes.get(nth as usize)?.as_bytes() {
        b"q" => Some(16),
        b"x" | b"d" => Some(8),
        b"w" | b"s" => Some(4),
        b"h" => Some(2),
        b"b" => Some(1),
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
