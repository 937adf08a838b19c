//! The forms in which code may use the stack pointer.

use super::state::Preserved;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::kind::Kind;
use crate::isa::aarch64::operand::ArrMem;
use crate::isa::aarch64::row::Row;
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
    /// The access that `inst`, which names the stack pointer, makes through it.
    pub(super) fn of(inst: &MachInst) -> Option<Self> {
        Self::of_list(inst).or_else(|| Self::of_form(inst))
    }

    /// That of a list of low halves of vectors, which is stored.
    fn of_list(inst: &MachInst) -> Option<Self> {
        let is_list = LISTS.iter().any(|row| core::ptr::eq(*row, inst.row()));
        let (Kind::Register(list), first) = operand(inst, b'l')? else { return None };
        if !is_list || inst.field(b'a') != ArrMem::D1.raw() {
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
    fn of_form(inst: &MachInst) -> Option<Self> {
        let is = |row: &&Row| core::ptr::eq(*row, inst.row());
        let (moves, _) = FORMS.iter().find(|(_, rows)| rows.iter().any(is))?;
        let (first, _) = operand(inst, b't')?;
        let distance = number(inst, b'i')?;
        let (before, offset, after) = match moves {
            Moves::Never => (0, distance, 0),
            Moves::Before => (distance, 0, 0),
            Moves::After => (0, 0, distance),
        };
        let register = |letter| match operand(inst, letter)? {
            (Kind::Register(registers), raw) => Preserved::of(registers.class?, u8::try_from(raw).ok()?),
            _ => None,
        };
        let count = if inst.row().position(b'u').is_some() { 2 } else { 1 };
        let registers = [register(b't'), register(b'u'), None, None];
        let is_load = inst.row().slots.iter().any(|slot| slot.letter == b't' && slot.role.writes());
        Some(Self { before, offset, bytes: bytes(inst, first)?, registers, count, is_load, after })
    }
}

/// How far `inst` moves the stack pointer up, if it adds a constant to it.
pub(super) fn adjustment(inst: &MachInst) -> Option<i64> {
    let is = |row: &Row| core::ptr::eq(row, inst.row());
    let sign = match () {
        () if is(&integer::rows::add_imm) => 1,
        () if is(&integer::rows::sub_imm) => -1,
        () => return None,
    };
    let is_sp = [b'd', b'n'].iter().all(|letter| inst.field(*letter) == 31) && inst.field(b's') == 1;
    let shift = if inst.field(b'h') == 0 { 0 } else { 12 };
    is_sp.then_some((number(inst, b'i')? << shift) * sign)
}

/// Kind and field value of the operand called `letter`.
fn operand(inst: &MachInst, letter: u8) -> Option<(Kind, u32)> {
    let at = inst.row().position(letter)?;
    Some((inst.row().slots.get(at)?.kind, inst.operand(at)))
}

/// The value of the number called `letter`.
fn number(inst: &MachInst, letter: u8) -> Option<i64> {
    let (kind, raw) = operand(inst, letter)?;
    kind.to_number(raw)
}

/// The size of a register, by its name.
fn bytes(inst: &MachInst, kind: Kind) -> Option<i64> {
    let Kind::Register(registers) = kind else { return None };
    match inst.prefix(registers).1 {
        "q" => Some(16),
        "x" | "d" => Some(8),
        "w" | "s" => Some(4),
        "h" => Some(2),
        "b" => Some(1),
        _ => None,
    }
}
