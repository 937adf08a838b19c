//! The registers and the label of an instruction in flight, each as one number.
//!
//! Every pass walks the registers of every instruction. So an instruction
//! carries them next to its word, in numbers that say all that passes ask: which
//! register, what happens to it, and where in the word it goes once it is
//! placed. All of that but the register is known of a row during compilation: a
//! [`Place`].
//!
//! Nearly all places are *plain*: one register, out of a whole file, in one
//! field of the word. For the few others, the kind of the operand tells the rest.

use super::kind::{Kind, Linear, Registers, Style};
use super::slot::{MAX_OPERANDS, Slot, UNRESOLVED};
use crate::code::Label;
use crate::isa::pattern::Pattern;
use crate::isa::{Class, Reg, RegIndex, Role, Use, Virtual};

/// The most registers and labels that a row names. Not only those that allocation places: the text
/// of all can have numbers of virtual ones.
pub(super) const MAX_NAMED: usize = 4;

/// The layout of a row's operands in its word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(super) pattern: Pattern<1, 12>,
    /// The registers and the label, in the order of the operands.
    pub(super) places: [Place; MAX_NAMED],
    /// Whether its instructions are plain: see [`crate::isa::Instruction::is_plain`].
    pub(super) is_plain: bool,
    /// Whether some of its operands exclude others.
    pub(super) has_rule: bool,
    /// The position and the number of bits of each operand; 0 bits if these stand apart.
    fields: [(u8, u8); MAX_OPERANDS],
}

/// An operand of a row that names a register or a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The register or label that it names, without the number; 0 where there is no operand.
    named: u32,
    /// The position of the operand.
    position: u8,
    /// Number of the register with field value 0, and the distance between neighbours.
    first: u8,
    step: u8,
    /// Whether field value 31 is no register.
    lacks_31: bool,
}

/// A register or a label that an instruction names; or neither, as `xzr` and `sp` are.
///
/// From the lowest bit: the [`RegIndex`], where the field begins in the word, the operand's
/// position, and its role. What has no role is a label or a virtual
/// register that allocation does not know: it has a bit of its own, and its number below.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Named(u32);

const SHIFT: u32 = RegIndex::BITS;
const POSITION: u32 = SHIFT + 5;
const ROLE: u32 = 30;
const LABEL: u32 = 1 << 29;
const OTHER: u32 = 1 << 28;
const NUMBER: u32 = Label::LIMIT - 1;

impl Layout {
    /// For use in constants.
    pub(super) const fn new(symbols: &str, operands: &[(u8, u32)], slots: &[Slot], has_rule: bool) -> Self {
        let pattern = Pattern::new(symbols, operands);
        let is_plain = !branches(&pattern) && !is_copy(&pattern);
        let (places, fields) = ([Place::NONE; MAX_NAMED], [(0, 0); MAX_OPERANDS]);
        Self { pattern, places, is_plain, has_rule, fields }.with_places(slots)
    }

    /// The position and the number of bits of each operand; 0 bits if these stand apart.
    pub(super) const fn fields(&self) -> &[(u8, u8); MAX_OPERANDS] {
        &self.fields
    }

    /// The value of an operand in a word.
    #[inline]
    pub(super) fn operand(&self, position: usize, word: u32) -> u32 {
        match self.fields.get(position) {
            Some(&(shift, bits @ 1..)) => word >> (shift & 31) & ((1 << (bits & 31)) - 1),
            _ => self.pattern.gather_one(position, &[word]),
        }
    }

    /// The registers and labels that an instruction with these operands names.
    #[inline(always)]
    pub(super) fn named(&self, operands: &[u32; MAX_OPERANDS]) -> [Named; MAX_NAMED] {
        let mut named = [Named::NONE; MAX_NAMED];
        for (named, place) in named.iter_mut().zip(&self.places) {
            *named = place.named(operands);
        }
        named
    }

    /// Finds the places and fields of a row's operands.
    #[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
    const fn with_places(mut self, slots: &[Slot]) -> Self {
        let (mut position, mut count) = (0, 0);
        while position < slots.len() {
            if let (_, Some(shift)) = self.pattern.bits_of(position) {
                self.fields[position] = (shift, slots[position].kind.bits() as u8);
            }
            if let Some((place, is_plain)) = Place::of(&slots[position], position, &self.pattern) {
                assert!(count < MAX_NAMED, "the row names too many registers");
                self.places[count] = place;
                self.is_plain &= is_plain;
                count += 1;
            }
            position += 1;
        }
        self
    }
}

/// Whether the row is among branches, exceptions and system instructions: all of these have 101 in
/// bits 28 to 26 (Arm ARM, C4.1).
const fn branches(pattern: &Pattern<1, 12>) -> bool {
    let ([fixed], _) = pattern.fixed();
    *fixed >> 26 & 7 == 0b101
}

/// Whether the row copies an integer register, `orr x0, xzr, x0`.
pub(super) const fn is_copy(pattern: &Pattern<1, 12>) -> bool {
    let ([fixed], _) = pattern.fixed();
    *fixed == 0xaa00_03e0
}

impl Place {
    const NONE: Self = Self { named: 0, position: MAX_OPERANDS as u8, first: 0, step: 0, lacks_31: true };

    /// The place of a row's operand, if it is one, and whether it is plain.
    const fn of(slot: &Slot, position: usize, pattern: &Pattern<1, 12>) -> Option<(Self, bool)> {
        let at = position as u8;
        let Some((class, registers)) = file(*slot.kind) else {
            let named = match slot.kind {
                Kind::Number(_, Style::Distance) => LABEL,
                Kind::Register(_) => OTHER,
                _ => return None,
            };
            return Some((Self { named, position: at, ..Self::NONE }, false));
        };
        let Linear { bits, first, scale, .. } = registers.numbers;
        let is_whole_file = bits == 5 && first == 0 && scale == 1;
        let (shift, is_single) = match pattern.bits_of(position) {
            (_, Some(shift)) => (shift as u32, registers.count == 1),
            _ => (0, false),
        };
        let place = Self {
            named: (slot.role as u32) << ROLE | (at as u32) << POSITION | shift << SHIFT | class as u32,
            position: at,
            first: first as u8,
            step: scale as u8,
            lacks_31: !registers.thirty_one.is_empty(),
        };
        Some((place, is_whole_file && is_single))
    }

    /// The register or label that an instruction with these operands names here.
    #[inline(always)]
    fn named(self, operands: &[u32; MAX_OPERANDS]) -> Named {
        let raw = operands.get(usize::from(self.position)).copied().unwrap_or(0);
        match self.named {
            0 => Named::NONE,
            _ if raw & UNRESOLVED == 0 => self.resolved(raw),
            LABEL | OTHER => Named(self.named | raw & NUMBER),
            named => Named(named | Reg::Virtual(Class::Int, Virtual(raw)).index().bits()),
        }
    }

    /// The register or label that a field value names here.
    #[inline(always)]
    pub(super) fn resolved(self, raw: u32) -> Named {
        if matches!(self.named, 0 | LABEL | OTHER) || self.lacks_31 && raw == 31 {
            return Named::NONE;
        }
        let number = raw.wrapping_mul(u32::from(self.step)).wrapping_add(u32::from(self.first));
        Named(self.named | Reg::Physical(Class::Int, number as u8).index().bits())
    }

    /// The position of the operand.
    pub(super) fn position(self) -> usize {
        usize::from(self.position)
    }
}

impl Named {
    pub(super) const NONE: Self = Self(0);

    /// The register, if it is one.
    #[inline]
    pub(super) fn register(self) -> Option<(RegIndex, Role)> {
        Some((self.index(), Role::from_bits(self.0 >> ROLE)?))
    }

    /// The number of the label, if it is one.
    #[inline]
    pub(super) fn label(self) -> Option<u32> {
        let is_label = self.0 >> ROLE == 0 && self.0 & LABEL != 0;
        is_label.then_some(self.0 & NUMBER)
    }

    /// Whether it is a virtual register.
    #[inline]
    pub(super) fn is_virtual(self) -> bool {
        self.register().is_some_and(|(register, _)| register.is_virtual())
    }

    /// The position of the register's operand.
    #[inline]
    pub(super) fn position(self) -> usize {
        (self.0 >> POSITION & 7) as usize
    }

    /// The bits of a plain register's number, in place.
    #[inline]
    pub(super) fn in_word(self, number: u8) -> u32 {
        u32::from(number) << (self.0 >> SHIFT & 31)
    }

    /// The index of the register.
    #[inline]
    pub(super) fn index(self) -> RegIndex {
        RegIndex::from_bits(self.0)
    }

    /// The greatest number that a plain register can have: among integers, 31 means something else.
    #[inline]
    pub(super) fn greatest(self) -> u8 {
        if self.index().class() == Class::Int { 30 } else { 31 }
    }

    /// The register of the same class with a number in place of a virtual one.
    #[inline]
    pub(super) fn placed(self, number: u8) -> Self {
        let index = self.index();
        let placed = Reg::Physical(index.class(), number).index();
        Self(self.0 ^ index.bits() | placed.bits())
    }

    /// The operand's value while it is a virtual register or a label.
    pub(super) fn unresolved(self) -> u32 {
        let number = match self.register().map(|(register, _)| register.register()) {
            Some(Reg::Virtual(_, Virtual(number))) => number,
            _ => self.0 & NUMBER,
        };
        number | UNRESOLVED
    }
}

/// The registers that allocation places in an operand of a kind, and their class.
const fn file(kind: Kind) -> Option<(Class, Registers)> {
    match kind {
        Kind::Register(registers @ Registers { class: Some(class), .. }) => Some((class, registers)),
        _ => None,
    }
}

/// The registers that an instruction uses where an operand names `first`.
pub(super) fn used(slot: &Slot, first: Reg, role: Role) -> Option<Use> {
    let (_, registers) = file(*slot.kind)?;
    let count = match first {
        Reg::Physical(_, number) => registers.count_from(number.into()),
        Reg::Virtual(..) => registers.count,
    };
    Some(Use { first, count: count as u8, role })
}

/// The field value of the register with a number, if an operand can name it.
pub(super) fn field(slot: &Slot, number: u8) -> Option<u32> {
    file(*slot.kind)?.1.field(u32::from(number))
}
