//! Facts about a word that follow from its row alone, computed at compile time.
//!
//! A [`Summary`] says which bits of a word decide what it means, and which registers, named in
//! the others, the verifier tracks. So a word that equals an accepted one in
//! the former and names none of the latter needs no decoding.
//!
//! Tests: below.

use super::encoding::Encoding;
use super::frame::Form;
use super::preserved::PreservedSet;
use super::word::Word;
use crate::isa::Class;
use crate::isa::Rule;
use crate::isa::aarch64::availability::Availability;
use crate::isa::aarch64::decode::candidates;
use crate::isa::aarch64::feature::{Feature, Features};
use crate::isa::aarch64::kind::{Code, Kind, Linear, Registers};
use crate::isa::aarch64::property::{Control, Stack};
use crate::isa::aarch64::row::{Row, Slot};
use crate::isa::aarch64::table::ROWS;

/// The facts that the verifier has about the words of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// The name of the row, and how its words are read.
    name: &'static str,
    pub(super) encoding: Encoding,
    /// The features that its instructions need, if they are allowed; those of half precision need more.
    pub(super) needs: Features,
    /// The bits that all of them have, and which these are.
    fixed: u32,
    mask: u32,
    /// The bits that decide what a word means: all but numbers and names of registers, unless
    /// a rule excludes some.
    pub(super) deciding: u32,
    /// The registers that the verifier tracks.
    pub(super) tracked: Tracked,
    /// Whether they are allowed.
    verdict: Verdict,
    /// The test for words with the fixed bits that are not allocated to the row, besides its rule.
    unallocated: Unallocated,
    /// The effect of its instructions on control and frames.
    pub(super) operation: Operation,
}

/// The registers that the verifier tracks: those that a function must preserve, where they are written, the
/// platform's register and the stack pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tracked {
    /// For the register fields from bits 0, 5 and 10: the numbers of such registers.
    fields: [u32; 3],
    /// Where those of the first and last of these fields are only vector registers that are written: a bit
    /// for each of them, from the one that is named.
    vectors: [u32; 2],
}

/// The encodings with the fixed bits of a row that are not allocated.
#[derive(Clone, Copy, Debug)]
enum Unallocated {
    /// The encodings in which one of some operands, a bit each, has a field value that means nothing.
    Operands(u8),
    /// These, and the encodings in which two places of one operand disagree.
    Places,
}

/// Whether instructions of a row are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// They do more than compute, access operands and branch directly.
    Forbidden,
    /// They are allowed.
    Allowed,
    /// They are allowed; an operand tells whether they are of half precision.
    PerhapsHalf,
}

/// The effect of instructions on control and frames.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    /// Nothing.
    Compute,
    /// They go to a target, the operand at this position.
    Jump(u8),
    /// They may do so.
    Branch(u8),
    /// They call a function at an address in a register.
    Call,
    /// They leave.
    Return,
    /// They add or subtract (-1) a constant, also to the stack pointer.
    Adjust(i8),
    /// They may access memory through the stack pointer, in a form.
    Access(Form),
}

/// The effect of a word on tracked registers, as far as its summary tells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// It writes vector registers.
    Vectors(PreservedSet),
    /// Decoding tells.
    Unclear,
}

impl Summary {
    /// Whether `word` is one of the row's instructions.
    fn accepts(&self, word: u32) -> bool {
        word & self.mask == self.fixed && self.is_allocated(word)
    }

    /// Whether `word`, which has the fixed bits of the row, is one of its instructions.
    #[inline(never)]
    fn is_allocated(&self, word: u32) -> bool {
        let is_read = |position: usize| match self.encoding.slots.get(position) {
            Some(slot) => slot.kind.accepts(self.encoding.operand(position, word)),
            None => true,
        };
        self.encoding.keeps_rule(word)
            && match self.unallocated {
                Unallocated::Operands(mut reserved) => {
                    while reserved != 0 && is_read(reserved.trailing_zeros() as usize) {
                        reserved &= reserved.wrapping_sub(1);
                    }
                    reserved == 0
                }
                Unallocated::Places => self.encoding.reads_back(word),
            }
    }

    /// The features that `word`, of this row, needs.
    pub(super) fn features(&'static self, word: u32) -> Result<Features, Rule> {
        match self.verdict {
            Verdict::Forbidden => Err(Rule::Forbidden(self.name)),
            Verdict::Allowed => Ok(self.needs),
            Verdict::PerhapsHalf => {
                let operands = Word { encoding: &self.encoding, word }.operands();
                let availability = Availability { features: self.needs, streaming: false, half: true };
                Ok(availability.features_with(operands))
            }
        }
    }

    const fn of(row: &'static Row) -> Self {
        let ([fixed], [mask]) = row.layout.pattern.fixed();
        let operation = Operation::of(row);
        let mut summary = Self {
            name: row.name,
            encoding: Encoding::of(row),
            // Landing pads are hints where branch target identification is absent.
            needs: row.availability.features.without(Feature::Bti),
            fixed: *fixed,
            mask: *mask,
            deciding: !0,
            tracked: if operation.is_control() { Tracked::ALWAYS } else { Tracked::NEVER },
            verdict: verdict(row),
            unallocated: Unallocated::Operands(0),
            operation,
        };
        let (mut slots, mut position) = (row.slots, 0);
        while let [slot, rest @ ..] = slots {
            let ([bits], _) = row.layout.pattern.bits_of(position);
            summary = summary.with(slot, bits).with_reserved(slot, position, bits);
            (slots, position) = (rest, position + 1);
        }
        summary.tracked = summary.tracked.complete();
        summary
    }

    /// With the operand that stands in `bits`.
    const fn with(self, slot: &Slot, bits: u32) -> Self {
        let free = Self { deciding: self.deciding & !bits, ..self };
        match *slot.kind {
            // Words in which two places of one operand disagree are those of another row.
            _ if bits.count_ones() != slot.kind.bits() => Self { tracked: Tracked::ALWAYS, ..self },
            Kind::Register(registers) => Self { tracked: free.tracked.with(slot, registers, bits), ..free },
            Kind::Number(Code::Linear(_), _) => free,
            // Some codes mean nothing, and names and sizes say what the word does.
            _ => self,
        }
    }

    /// With what the operand at a position, which stands in `bits`, leaves unallocated.
    const fn with_reserved(self, slot: &Slot, position: usize, bits: u32) -> Self {
        let unallocated = match self.unallocated {
            Unallocated::Operands(_) if bits.count_ones() != slot.kind.bits() => Unallocated::Places,
            Unallocated::Operands(reserved) if !accepts_all(*slot.kind) => {
                Unallocated::Operands(reserved | 1 << position)
            }
            unallocated => unallocated,
        };
        Self { unallocated, ..self }
    }
}

impl Tracked {
    /// Every word is looked at.
    const ALWAYS: Self = Self { fields: [!0; 3], vectors: [0; 2] };
    /// No word is.
    const NEVER: Self = Self { fields: [0; 3], vectors: [0; 2] };

    /// With registers that are named in `bits`.
    const fn with(self, slot: &Slot, registers: Registers, bits: u32) -> Self {
        let set = tracked(&registers, slot);
        let is_plain = matches!(registers.numbers, Linear { first: 0, scale: 1, .. });
        let ([low, middle, high], [first, last]) = (self.fields, self.vectors);
        let vectors = if are_vectors(&registers) { (1 << registers.count) - 1 } else { 0 };
        match bits {
            _ if set == 0 => self,
            0x0000_001f if is_plain => {
                Self { fields: [low | set, middle, high], vectors: [first | vectors, last] }
            }
            0x0000_03e0 if is_plain => Self { fields: [low, middle | set, high], ..self },
            0x0000_7c00 if is_plain => {
                Self { fields: [low, middle, high | set], vectors: [first, last | vectors] }
            }
            _ => Self::ALWAYS,
        }
    }

    /// Once all registers are known: if others than written vectors are among them, all have to be looked at.
    const fn complete(self) -> Self {
        let ([low, _, high], [first, last]) = (self.fields, self.vectors);
        let are_vectors = (low == 0 || first != 0) && (high == 0 || last != 0);
        Self { vectors: if are_vectors { [first, last] } else { [0; 2] }, ..self }
    }

    /// Returns the effect of `word` on these.
    #[inline(always)]
    pub(super) fn effect(&self, word: u32) -> Effect {
        let [low, middle, high] = self.fields;
        // Arithmetic writes the first register, of which some matter, and reads the
        // others, of which none does.
        let others = || [middle, high] != [0; 2] && (has(middle, word >> 5) || has(high, word >> 10));
        if has(low, word) || others() { self.effect_of_named(word) } else { Effect::None }
    }

    /// The effect of a word that names some of the registers that matter.
    #[inline(never)]
    fn effect_of_named(&self, word: u32) -> Effect {
        let ([_, middle, _], [first, last]) = (self.fields, self.vectors);
        if first == 0 || has(middle, word >> 5) {
            return Effect::Unclear;
        }
        let written = first.rotate_left(word & 31) | last.rotate_left(word >> 10 & 31);
        Effect::Vectors(PreservedSet::of_vectors(written))
    }
}

/// Whether the register whose number is in the lowest bits is in a set.
#[inline(always)]
const fn has(set: u32, number: u32) -> bool {
    set >> (number & 31) & 1 != 0
}

/// Whether every field value of a kind means something.
const fn accepts_all(kind: Kind) -> bool {
    match kind {
        Kind::Register(_) | Kind::Number(Code::Linear(_), _) => true,
        Kind::Named(bits, names) => names.len() == 1 << bits,
        Kind::Number(..) => false,
    }
}

/// `x18` to `x30`: the platform's register, those to preserve, and the return address.
const GUARDED_INTS: u32 = 0x7ffc_0000;
/// `v8` to `v15`.
const PRESERVED_VECTORS: u32 = 0x0000_ff00;
/// Number 31, where it is the stack pointer.
const STACK_POINTER: u32 = 1 << 31;

/// The registers that are tracked where `slot` names the first of a sequence of them.
const fn tracked(registers: &Registers, slot: &Slot) -> u32 {
    let guarded = match registers.class {
        Some(Class::Int) if slot.role.writes() => GUARDED_INTS,
        Some(Class::Vec) if slot.role.writes() => PRESERVED_VECTORS,
        _ => 0,
    };
    let (mut set, mut nth) = (if names_sp(registers) { STACK_POINTER } else { 0 }, 0);
    while nth < registers.count {
        set |= guarded.rotate_right(nth);
        nth += 1;
    }
    set
}

/// Whether these are vector registers.
const fn are_vectors(registers: &Registers) -> bool {
    matches!(registers.class, Some(Class::Vec))
}

/// Whether number 31 is the stack pointer among these registers.
pub(super) const fn names_sp(registers: &Registers) -> bool {
    let mut names = registers.thirty_one;
    while let [name, rest @ ..] = names {
        if matches!(name.as_bytes(), b"sp" | b"wsp") {
            return true;
        }
        names = rest;
    }
    false
}

/// The summary of the first row.
pub(super) const FIRST: &Summary = {
    let [first, ..] = &SUMMARIES;
    first
};

/// The summaries of all rows, in the order of the table.
static SUMMARIES: [Summary; ROWS.len()] = summaries();

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn summaries() -> [Summary; ROWS.len()] {
    let (mut summaries, mut at) = ([Summary::of(ROWS[0]); ROWS.len()], 0);
    while at < ROWS.len() {
        summaries[at] = Summary::of(ROWS[at]);
        at += 1;
    }
    summaries
}

/// The summary of the row of `word`, which is the first that accepts it.
pub(super) fn find(word: u32) -> Option<&'static Summary> {
    let mut summaries = candidates(word).filter_map(|at| SUMMARIES.get(at));
    summaries.find(|summary| summary.accepts(word))
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

/// Whether instructions of a row do no more than compute, access operands, branch directly and call. There
/// are no literals yet, and addresses of code are of no use.
const fn verdict(row: &Row) -> Verdict {
    match (row.control, row.availability) {
        (Control::Call, _) if row.target().is_some() => Verdict::Forbidden,
        (Control::PcRelative | Control::Indirect | Control::System, _) => Verdict::Forbidden,
        (_, Availability { features, .. }) if !COMPUTING.contains_all(features) => Verdict::Forbidden,
        (_, Availability { half: true, .. }) => Verdict::PerhapsHalf,
        _ => Verdict::Allowed,
    }
}

impl Operation {
    /// The operation of a row's instructions.
    const fn of(row: &Row) -> Self {
        match (row.control, row.target(), row.stack) {
            (Control::Jump, Some(target), _) => Self::Jump(target as u8),
            (Control::Branch, Some(target), _) => Self::Branch(target as u8),
            (Control::Call, None, _) => Self::Call,
            (Control::Return, ..) => Self::Return,
            (_, _, Some(Stack::Add)) => Self::Adjust(1),
            (_, _, Some(Stack::Subtract)) => Self::Adjust(-1),
            _ => match Form::of(row) {
                Some(form) => Self::Access(form),
                None => Self::Compute,
            },
        }
    }

    /// Whether another word may follow than the next one.
    const fn is_control(self) -> bool {
        matches!(self, Self::Jump(_) | Self::Branch(_) | Self::Call | Self::Return)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::aarch64::inst::MachInst;

    #[test]
    fn words_are_accepted_that_can_be_read() {
        for (summary, row) in SUMMARIES.iter().zip(&ROWS) {
            let (fixed, mask) = row.layout.pattern.fixed();
            let (mut bits, [mask]) = (1u32, *mask);
            for _ in 0..2_000 {
                bits = bits.wrapping_mul(0x9e37_79b1).rotate_left(11).wrapping_add(0x85eb_ca6b);
                let word = fixed[0] | bits & !mask;
                let is_read = MachInst::read(row, word).is_some();
                assert_eq!(summary.accepts(word), is_read, "{}: {word:#010x}", row.name);
            }
        }
    }
}
