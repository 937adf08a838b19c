//! What is known of a word from its row alone, worked out at compile time.
//!
//! An [`Outline`] says which bits of a word decide what it means, and which registers, named in
//! the others, would make a difference to the verifier. So a word that equals an accepted one in
//! the former and names none of the latter needs no decoding.

use super::Rule;
use super::frame::Form;
use super::state::PreservedSet;
use crate::isa::Class;
use crate::isa::aarch64::audit::required;
use crate::isa::aarch64::decode::candidates;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::kind::{Code, Kind, Linear, Registers, Style};
use crate::isa::aarch64::row::{Row, Slot};
use crate::isa::aarch64::table::ROWS;
use crate::target::{Feature, Features};

/// What the verifier knows of the words of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) row: &'static Row,
    /// What its instructions need, if they are allowed.
    verdict: Verdict,
    /// Which words with the fixed bits of the row are none of its instructions, beside those that break its rule.
    doubt: Doubt,
    /// The bits that decide what a word means: all but numbers and names of registers, unless a rule excludes some.
    pub(super) deciding: u32,
    /// The registers that matter.
    pub(super) matters: Matters,
    /// How its instructions may use the stack pointer as the base of an access.
    pub(super) form: Option<Form>,
}

/// The registers that would make a difference to the verifier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matters {
    /// For the register fields from bits 0, 5 and 10: the numbers that matter.
    fields: [u32; 3],
    /// Whether what matters in the first and last of these fields is single vector registers that
    /// are written.
    are_vectors: bool,
}

/// Which words are no instructions.
#[derive(Clone, Copy, Debug)]
enum Doubt {
    /// Those in which one of some operands, a bit each, has a field value that means nothing.
    Operands(u8),
    /// Also those in which two places of one operand disagree.
    Places,
}

/// What instructions of a row need of a core.
#[derive(Clone, Copy, Debug)]
enum Verdict {
    /// They do more than compute, access operands and branch directly.
    Forbidden,
    /// Features.
    Needs(Features),
    /// It depends on their operands.
    Depends,
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
    /// Whether `word` is an instruction of the row.
    fn accepts(&self, word: u32) -> bool {
        let has_fixed_bits = self.row.layout.pattern.matches(&[word]);
        has_fixed_bits
            && MachInst::keeps_rule(self.row, word)
            && match self.doubt {
                Doubt::Operands(0) => true,
                Doubt::Operands(doubtful) => {
                    let slots = self.row.slots.iter().enumerate();
                    let mut doubtful = slots.filter(|(at, _)| doubtful >> (at & 7) & 1 != 0);
                    doubtful.all(|(at, slot)| slot.kind.accepts(self.row.layout.operand(at, word)))
                }
                Doubt::Places => MachInst::read(self.row, word).is_some(),
            }
    }

    /// The features that `word`, of this row, needs.
    pub(super) fn features(&self, word: u32) -> Result<Features, Rule> {
        match self.verdict {
            Verdict::Forbidden => Err(Rule::Forbidden(self.row.name)),
            Verdict::Needs(features) => Ok(features),
            Verdict::Depends => Ok(required(&MachInst::of_word(self.row, word))),
        }
    }

    /// That of the first row.
    pub(super) const FIRST: &'static Self = {
        let [first, ..] = &OUTLINES;
        first
    };

    const fn of(row: &'static Row) -> Self {
        let matters = if is_control(row) { Matters::ALWAYS } else { Matters::NEVER };
        let (verdict, doubt) = (verdict(row), Doubt::Operands(0));
        let mut outline = Self { row, verdict, doubt, deciding: !0, matters, form: Form::of(row) };
        let (mut slots, mut position) = (row.slots, 0);
        while let [slot, rest @ ..] = slots {
            let ([bits], _) = row.layout.pattern.bits_of(position);
            outline = outline.with(slot, bits).doubting(slot, position, bits);
            (slots, position) = (rest, position + 1);
        }
        let [low, _, high] = outline.matters.fields;
        outline.deciding = if row.rule.is_some() { !0 } else { outline.deciding };
        outline.matters.are_vectors =
            matches!(low, 0 | PRESERVED_VECTORS) && matches!(high, 0 | PRESERVED_VECTORS);
        outline
    }

    /// With the operand that stands in `bits`.
    const fn with(self, slot: &Slot, bits: u32) -> Self {
        // Words in which two places of one operand disagree are those of another row.
        if bits.count_ones() != slot.kind.bits() {
            return Self { matters: Matters::ALWAYS, ..self };
        }
        let (all, free) = (self.deciding, Self { deciding: self.deciding & !bits, ..self });
        match slot.kind {
            Kind::Register(registers) => free.naming(interesting(&registers, slot), registers, bits),
            Kind::Number(_, Style::Distance) => Self { matters: Matters::ALWAYS, ..free },
            Kind::Number(Code::Linear(_), _) => free,
            // Some codes mean nothing, and names and sizes say what the word does.
            _ => Self { deciding: all, ..free },
        }
    }

    /// With the doubt that comes from the operand at a position, which stands in `bits`.
    const fn doubting(self, slot: &Slot, position: usize, bits: u32) -> Self {
        let doubt = match self.doubt {
            Doubt::Operands(_) if bits.count_ones() != slot.kind.bits() => Doubt::Places,
            Doubt::Operands(doubtful) if !accepts_all(slot.kind) => Doubt::Operands(doubtful | 1 << position),
            doubt => doubt,
        };
        Self { doubt, ..self }
    }

    /// With a register field of which the numbers in `set` matter.
    const fn naming(self, set: u32, registers: Registers, bits: u32) -> Self {
        let [low, middle, high] = self.matters.fields;
        let is_plain = matches!(registers.numbers, Linear { first: 0, scale: 1, .. });
        let fields = match bits {
            _ if set == 0 => return self,
            0x0000_001f if is_plain => [low | set, middle, high],
            0x0000_03e0 if is_plain => [low, middle | set, high],
            0x0000_7c00 if is_plain => [low, middle, high | set],
            _ => return Self { matters: Matters::ALWAYS, ..self },
        };
        Self { matters: Matters { fields, ..self.matters }, ..self }
    }
}

impl Matters {
    /// Every word is looked at.
    pub(super) const ALWAYS: Self = Self { fields: [!0; 3], are_vectors: false };
    /// No word is.
    const NEVER: Self = Self { fields: [0; 3], are_vectors: false };

    /// What a word does of whose registers these matter.
    #[inline(always)]
    pub(super) fn effect(&self, word: u32) -> Effect {
        let [low, middle, high] = self.fields;
        // Arithmetic writes the first register, of which some matter, and reads the others, of which none does.
        let others = || [middle, high] != [0; 2] && (has(middle, word >> 5) || has(high, word >> 10));
        if has(low, word) || others() { self.effect_of_named(word) } else { Effect::None }
    }

    /// What a word does that names some of these.
    #[inline(never)]
    fn effect_of_named(&self, word: u32) -> Effect {
        let [low, middle, high] = self.fields;
        if !self.are_vectors || has(middle, word >> 5) {
            return Effect::Unclear;
        }
        let written = low & bit(word) | high & bit(word >> 10);
        Effect::Vectors(PreservedSet::of_vectors(written))
    }
}

/// The set of the register whose number is in the lowest bits.
#[inline]
const fn bit(number: u32) -> u32 {
    1 << (number & 31)
}

/// Whether the register whose number is in the lowest bits is in a set.
#[inline]
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

/// The registers that matter where `slot` names the first of a sequence of them.
const fn interesting(registers: &Registers, slot: &Slot) -> u32 {
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

/// The outline of the row of `word`, which is the first that accepts it.
pub(super) fn find(word: u32) -> Option<&'static Outline> {
    candidates(word).filter_map(|at| OUTLINES.get(at)).find(|outline| outline.accepts(word))
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

/// Whether the row's section of the Arm manual is that of branches, exceptions, hints and system
/// instructions.
const fn is_control(row: &Row) -> bool {
    matches!(row.section.as_bytes(), b"C4.1.93")
}

/// What is allowed of that section: direct branches, the return, and hints without an effect.
const ALLOWED_CONTROL: &[&str] = &[
    "b", "b_cond", "bc_cond", "cbz", "cbnz", "tbz_w", "tbz", "tbnz_w", "tbnz", "ret", "bti", "bti_none",
    "nop",
];

/// What instructions of a row need, if they do no more than compute, access operands and branch
/// directly.
const fn verdict(row: &Row) -> Verdict {
    let features = row.availability.features;
    let is_local = if is_control(row) {
        is_among(row.name, ALLOWED_CONTROL)
    } else {
        // There are no literals yet, and addresses of code are of no use.
        !has_target(row.slots) && !is_among(row.name, &["adrp"])
    };
    if !is_local || !COMPUTING.contains_all(features) {
        return Verdict::Forbidden;
    }
    // Landing pads are hints where branch target identification is absent.
    if row.availability.half { Verdict::Depends } else { Verdict::Needs(features.without(Feature::Bti)) }
}

/// Whether an operand is the distance to a target.
const fn has_target(slots: &[Slot]) -> bool {
    match slots {
        [Slot { kind: Kind::Number(_, Style::Distance), .. }, ..] => true,
        [_, rest @ ..] => has_target(rest),
        [] => false,
    }
}

/// Whether a name is one of some.
pub(super) const fn is_among(name: &str, names: &[&str]) -> bool {
    match names {
        [first, rest @ ..] => is_same(name.as_bytes(), first.as_bytes()) || is_among(name, rest),
        [] => false,
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        ([x, a @ ..], [y, b @ ..]) => *x == *y && is_same(a, b),
        ([], []) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_accepted_that_can_be_read() {
        for outline in &OUTLINES {
            let (fixed, mask) = outline.row.layout.pattern.fixed();
            let (mut bits, [mask]) = (1u32, *mask);
            for _ in 0..2_000 {
                bits = bits.wrapping_mul(0x9e37_79b1).rotate_left(11).wrapping_add(0x85eb_ca6b);
                let word = fixed[0] | bits & !mask;
                let is_read = MachInst::read(outline.row, word).is_some();
                assert_eq!(outline.accepts(word), is_read, "{}: {word:#010x}", outline.row.name);
            }
        }
    }
}
