//! What is known of a word from its row alone, worked out at compile time.
//!
//! An [`Outline`] says which bits of a word decide what it means, and which registers, named in
//! the others, would make a difference to the verifier. So a word that equals an accepted one in
//! the former and names none of the latter needs no decoding.

use super::Rule;
use super::state::PreservedSet;
use super::step::target;
use crate::isa::Class;
use crate::isa::aarch64::audit::required;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::kind::{Kind, Registers, Sequence, Style};
use crate::isa::aarch64::row::{Row, Slot};
use crate::isa::aarch64::table::{ROWS, branch, integer, system};
use crate::target::{Feature, Features};

/// What the verifier knows of the words of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) row: &'static Row,
    /// The bits that decide what a word means: all but numbers and names of registers.
    deciding: u32,
    /// For the register fields from bits 0, 5 and 10: the numbers that matter.
    matters: [u32; 3],
    /// Whether what matters in the first and last of these fields is single vector registers that
    /// are written.
    writes_vectors: bool,
}

/// What a word does, as far as its outline tells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    /// Nothing that matters.
    None,
    /// It writes vector registers.
    Vectors(PreservedSet),
    /// Decoding tells.
    Unclear,
}

impl Outline {
    /// Whether what is known of `accepted`, a word of this row, holds for `word`.
    #[inline]
    pub(super) fn covers(&self, accepted: u32, word: u32) -> bool {
        (word ^ accepted) & self.deciding == 0 && MachInst::keeps_rule(self.row, word)
    }

    /// What `word`, of this row, does.
    #[inline]
    pub(super) fn effect(&self, word: u32) -> Effect {
        let [low, middle, high] = self.matters;
        let (first, base, second) = (word & 31, word >> 5 & 31, word >> 10 & 31);
        if (low >> first | middle >> base | high >> second) & 1 == 0 {
            return Effect::None;
        }
        if !self.writes_vectors || middle >> base & 1 != 0 {
            return Effect::Unclear;
        }
        let written = (low >> first & 1) << first | (high >> second & 1) << second;
        Effect::Vectors(PreservedSet::of_vectors(written))
    }

    const fn of(row: &'static Row) -> Self {
        let matters = if is_control(row.section.as_bytes()) { ALWAYS } else { [0; 3] };
        let mut outline = Self { row, deciding: !0, matters, writes_vectors: false };
        let (mut slots, mut position) = (row.slots, 0);
        while let [slot, rest @ ..] = slots {
            let [bits] = row.layout.bits_of(position);
            outline = outline.with(slot, bits);
            (slots, position) = (rest, position + 1);
        }
        let [low, _, high] = outline.matters;
        outline.writes_vectors =
            matches!(low, 0 | PRESERVED_VECTORS) && matches!(high, 0 | PRESERVED_VECTORS);
        outline
    }

    /// With the operand that stands in `bits`.
    const fn with(self, slot: &Slot, bits: u32) -> Self {
        // Words in which two places of one operand disagree are those of another row.
        if bits.count_ones() != slot.kind.bits() {
            return Self { matters: ALWAYS, ..self };
        }
        let free = Self { deciding: self.deciding & !bits, ..self };
        match slot.kind {
            Kind::Register(registers) => free.naming(interesting(registers, SINGLE, slot), registers, bits),
            Kind::List(registers, sequence) => {
                free.naming(interesting(registers, sequence, slot), registers, bits)
            }
            Kind::Number(number) if matches!(number.style, Style::Distance) => {
                Self { matters: ALWAYS, ..free }
            }
            Kind::Number(_) => free,
            // Some codes mean nothing, and names and sizes say what the word does.
            _ => self,
        }
    }

    /// With a register field of which the numbers in `set` matter.
    const fn naming(self, set: u32, registers: Registers, bits: u32) -> Self {
        let [low, middle, high] = self.matters;
        let is_plain = registers.first == 0 && registers.step == 1;
        let matters = match bits {
            _ if set == 0 => self.matters,
            0x0000_001f if is_plain => [low | set, middle, high],
            0x0000_03e0 if is_plain => [low, middle | set, high],
            0x0000_7c00 if is_plain => [low, middle, high | set],
            _ => ALWAYS,
        };
        Self { matters, ..self }
    }
}

/// Every word of the row is looked at.
const ALWAYS: [u32; 3] = [!0; 3];
/// One register as a list.
const SINGLE: Sequence = Sequence { count: 1, stride: 1, range: false };
/// `x18` to `x30`: the platform's register, those to preserve, and the return address.
const GUARDED_INTS: u32 = 0x7ffc_0000;
/// `v8` to `v15`.
const PRESERVED_VECTORS: u32 = 0x0000_ff00;
/// Number 31, where it is the stack pointer.
const STACK_POINTER: u32 = 1 << 31;

/// The registers that matter where `slot` names the first of a sequence of them.
const fn interesting(registers: Registers, sequence: Sequence, slot: &Slot) -> u32 {
    let guarded = match registers.class {
        Some(Class::Int) if slot.role.writes() => GUARDED_INTS,
        Some(Class::Vec) if slot.role.writes() => PRESERVED_VECTORS,
        _ => 0,
    };
    let (mut set, mut nth) = (if names_sp(registers) { STACK_POINTER } else { 0 }, 0);
    while nth < sequence.count {
        set |= guarded.rotate_right(nth * sequence.stride);
        nth += 1;
    }
    set
}

/// Whether number 31 is the stack pointer among these registers.
pub(super) const fn names_sp(registers: Registers) -> bool {
    let mut names = registers.thirty_one;
    while let [name, rest @ ..] = names {
        if matches!(name.as_bytes(), b"sp" | b"wsp") {
            return true;
        }
        names = rest;
    }
    false
}

/// The outlines of all rows, in the order of the table.
static OUTLINES: [Outline; ROWS.len()] = outlines();

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn outlines() -> [Outline; ROWS.len()] {
    let (mut outlines, mut at) = ([Outline::of(ROWS[0]); ROWS.len()], 0);
    while at < ROWS.len() {
        outlines[at] = Outline::of(ROWS[at]);
        at += 1;
    }
    outlines
}

/// The outline of the row at a position in the table.
pub(super) fn outline(position: usize) -> Option<&'static Outline> {
    OUTLINES.get(position)
}

/// The features whose instructions only compute or access memory. Not among them: pointer
/// authentication, memory tags, maintenance of caches and translations, and scalable matrices,
/// for which a function has to agree on streaming mode and ZA with its caller.
const COMPUTING: Features = Features::of(&[
    Feature::AdvSimd,
    Feature::Aes,
    Feature::Bf16,
    Feature::Bti,
    Feature::Complex,
    Feature::Crc,
    Feature::DotProd,
    Feature::F32mm,
    Feature::F64mm,
    Feature::Fhm,
    Feature::FlagM,
    Feature::FlagM2,
    Feature::Fp16,
    Feature::Frint,
    Feature::Hbc,
    Feature::I8mm,
    Feature::Jscvt,
    Feature::Lor,
    Feature::Lrcpc,
    Feature::Lrcpc2,
    Feature::Lse,
    Feature::Rdm,
    Feature::Sha2,
    Feature::Sha3,
    Feature::Sm,
    Feature::Sve,
    Feature::Sve2,
    Feature::Sve2p1,
]);

/// Whether a section of the Arm manual is that of branches, exceptions, hints and system
/// instructions.
const fn is_control(section: &[u8]) -> bool {
    matches!(section, b"C4.1.93")
}

/// What is allowed of that section: direct branches, the return, and hints without an effect.
static ALLOWED_CONTROL: &[&Row] = {
    use branch::rows::{b, b_cond, bc_cond, bti, bti_none, cbnz, cbz, ret, tbnz, tbnz_w, tbz, tbz_w};
    &[
        &b,
        &b_cond,
        &bc_cond,
        &cbz,
        &cbnz,
        &tbz_w,
        &tbz,
        &tbnz_w,
        &tbnz,
        &ret,
        &bti,
        &bti_none,
        &system::rows::nop,
    ]
};

/// Refuses what does more than compute, access operands and branch directly, and what needs other
/// than the declared `features`.
pub(super) fn check(inst: &MachInst, features: Features) -> Result<(), Rule> {
    let (row, required) = (inst.row(), required(inst));
    let is = |other: &Row| core::ptr::eq(other, row);
    let is_local = if is_control(row.section.as_bytes()) {
        ALLOWED_CONTROL.iter().any(|row| is(row))
    } else {
        // There are no literals yet, and addresses of code are of no use.
        target(inst).is_none() && !is(&integer::rows::adrp)
    };
    if !is_local || !COMPUTING.contains_all(required) {
        return Err(Rule::Forbidden(row.name));
    }
    if features.contains_all(required) {
        return Ok(());
    }
    let lacking = required.iter().find(|feature| !features.contains(*feature));
    lacking.map_or(Ok(()), |feature| Err(Rule::Feature(feature)))
}
