//! The forms in which code may use the stack pointer.

use super::state::Preserved;
use super::word::Word;
use crate::isa::aarch64::kind::Kind;
use crate::isa::aarch64::operand::ArrMem;
use crate::isa::aarch64::row::{Row, Slot};
use crate::isa::aarch64::table::{integer, memory, structure};

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

/// When the stack pointer moves.
#[derive(Clone, Copy)]
enum Moves {
    Never,
    Before,
    After,
}

/// The loads and stores that may have the stack pointer as their base.
static FORMS: &[(Moves, &[&Row])] = {
    use memory::rows::{
        ldp_d, ldp_d_post, ldp_d_pre, ldp_q, ldp_q_post, ldp_q_pre, ldp_x, ldp_x_post, ldp_x_pre, ldr_d,
        ldr_fp_post, ldr_fp_pre, ldr_post, ldr_pre, ldr_q, ldr_s, ldr_w, ldr_x, ldur, ldur_fp, stp_d,
        stp_d_post, stp_d_pre, stp_q, stp_q_post, stp_q_pre, stp_x, stp_x_post, stp_x_pre, str_d,
        str_fp_post, str_fp_pre, str_post, str_pre, str_q, str_s, str_w, str_x, stur, stur_fp,
    };
    &[
        (Moves::Never, &[&ldr_x, &ldr_w, &ldr_q, &ldr_d, &ldr_s, &ldur, &ldur_fp, &ldp_x, &ldp_q, &ldp_d]),
        (Moves::Never, &[&str_x, &str_w, &str_q, &str_d, &str_s, &stur, &stur_fp, &stp_x, &stp_q, &stp_d]),
        (Moves::Before, &[&ldr_pre, &ldr_fp_pre, &ldp_x_pre, &ldp_q_pre, &ldp_d_pre]),
        (Moves::Before, &[&str_pre, &str_fp_pre, &stp_x_pre, &stp_q_pre, &stp_d_pre]),
        (Moves::After, &[&ldr_post, &ldr_fp_post, &ldp_x_post, &ldp_q_post, &ldp_d_post]),
        (Moves::After, &[&str_post, &str_fp_post, &stp_x_post, &stp_q_post, &stp_d_post]),
    ]
};

/// The stores of lists that may do so, which have no offset.
static LISTS: &[&Row] =
    &[&structure::rows::st1_1, &structure::rows::st1_2, &structure::rows::st1_3, &structure::rows::st1_4];

impl Access {
    /// The access that `word`, which names the stack pointer, makes through it.
    pub(super) fn of(word: Word) -> Option<Self> {
        Self::of_list(word).or_else(|| Self::of_form(word))
    }

    /// That of a list of low halves of vectors, which is stored.
    fn of_list(word: Word) -> Option<Self> {
        let (Slot { kind: Kind::Register(list), .. }, first) = word.called(b'l')? else { return None };
        let (_, arrangement) = word.called(b'a')?;
        if !LISTS.iter().any(|row| word.is(row)) || arrangement != ArrMem::D1.raw() {
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
    fn of_form(word: Word) -> Option<Self> {
        let (moves, _) = FORMS.iter().find(|(_, rows)| rows.iter().any(|row| word.is(row)))?;
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
