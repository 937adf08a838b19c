//! What follows for the words of a row from some of their bits, worked out at compile time.

use super::rows::{Doubt, Outline, Verdict};
use crate::isa::aarch64::kind::{Code, Kind, Names, OfSize};

/// The bits of a word that are known, and which these are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) bits: u32,
    pub(super) mask: u32,
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
impl Known {
    /// With other bits, unless they contradict these.
    pub(super) const fn and(self, other: &Self) -> Option<Self> {
        let differing = (self.bits ^ other.bits) & self.mask & other.mask;
        let both = Self { bits: self.bits | other.bits, mask: self.mask | other.mask };
        if differing == 0 { Some(both) } else { None }
    }

    /// Whether all that is known by others is known by these.
    pub(super) const fn includes(&self, other: &Self) -> bool {
        other.mask & !self.mask == 0 && (self.bits ^ other.bits) & other.mask == 0
    }

    /// With what makes sure that all operands mean something and need what the row needs: where some field values of one
    /// do not, the bits of the only one that does. Nothing where there are more of these.
    pub(super) const fn settled(mut self, outline: &Outline) -> Option<Self> {
        let Doubt::Operands(doubtful) = outline.doubt else { return None };
        let mut position = 0;
        while position < outline.row.slots.len() {
            let operand = self.operand(outline, position);
            let may_be_half = matches!(outline.verdict, Verdict::PerhapsHalf) && operand.names_half();
            let may_be_nothing = doubtful >> position & 1 != 0 && !operand.all_mean_something();
            if may_be_half || may_be_nothing {
                let Some(value) = operand.only_whole() else { return None };
                let pattern = &outline.row.layout.pattern;
                let ([mask], _) = pattern.bits_of(position);
                let bits = pattern.scatter_in_constant(position, value);
                self = Self { bits: self.bits | bits, mask: self.mask | mask };
            }
            position += 1;
        }
        if self.tells_features(outline) { Some(self) } else { None }
    }

    /// Whether words with these bits are allowed and need what the row needs.
    pub(super) const fn tells_features(self, outline: &Outline) -> bool {
        let mut position = 0;
        while let Verdict::PerhapsHalf = outline.verdict {
            if position == outline.row.slots.len() {
                return true;
            }
            if self.operand(outline, position).names_half() {
                return false;
            }
            position += 1;
        }
        matches!(outline.verdict, Verdict::Allowed)
    }

    /// What is known of an operand.
    const fn operand(self, outline: &Outline, position: usize) -> Operand {
        let pattern = &outline.row.layout.pattern;
        let mask = pattern.gather_in_constant(position, &[self.mask]);
        let bits = pattern.gather_in_constant(position, &[self.bits]);
        Operand { kind: outline.row.slots[position].kind, known: Self { mask, bits } }
    }

    /// Whether a value has these bits.
    #[inline(always)]
    pub(super) const fn allows(self, value: u32) -> bool {
        value & self.mask == self.bits & self.mask
    }
}

/// An operand whose field value is known in part.
struct Operand {
    kind: Kind,
    known: Known,
}

impl Operand {
    /// Whether all field values that it may have mean something.
    const fn all_mean_something(&self) -> bool {
        let unknown = self.kind.bits() - self.known.mask.count_ones();
        match self.kind {
            Kind::Named(_, names) => self.count_of(names) == 1 << unknown,
            Kind::Number(Code::BySize { bits, codes, .. }, _) => {
                self.count_of_codes(codes, bits) == 1 << unknown
            }
            _ => false,
        }
    }

    /// The only field value that it may have of those with a name that is not of half precision, if there is one.
    const fn only_whole(&self) -> Option<u32> {
        let Kind::Named(_, mut names) = self.kind else { return None };
        let mut only = None;
        while let [(name, value), rest @ ..] = names {
            if self.known.allows(*value) && !is_half(name.as_bytes()) {
                only = if only.is_none() { Some(*value) } else { return None };
            }
            names = rest;
        }
        only
    }

    /// How many of the names it may have.
    const fn count_of(&self, mut names: Names) -> u32 {
        let mut count = 0;
        while let [(_, value), rest @ ..] = names {
            count += self.known.allows(*value) as u32;
            names = rest;
        }
        count
    }

    /// How many field values of `bits` bits with a meaning it may have.
    const fn count_of_codes(&self, mut codes: &[OfSize], bits: u32) -> u32 {
        let (field, mut count) = ((1 << bits) - 1, 0);
        while let [code, rest @ ..] = codes {
            let Known { mask, bits } = self.known;
            if (Known { mask: mask & !code.mask, bits }).allows(code.fixed) {
                count += 1 << (field & code.mask & !mask).count_ones();
            }
            codes = rest;
        }
        count
    }

    /// Whether it may have a name that ends as those of half precision do.
    const fn names_half(&self) -> bool {
        match self.kind {
            Kind::Named(_, mut names) => {
                while let [(name, value), rest @ ..] = names {
                    if self.known.allows(*value) && is_half(name.as_bytes()) {
                        return true;
                    }
                    names = rest;
                }
                false
            }
            // Sizes have names, too.
            Kind::Number(Code::BySize { .. }, _) => true,
            _ => false,
        }
    }
}

/// Whether a spelling of a name is that of half precision.
const fn is_half(mut name: &[u8]) -> bool {
    while let [letter, rest @ ..] = name {
        if matches!((letter, rest), (b'h' | b'H', [] | [b'|', ..])) {
            return true;
        }
        name = rest;
    }
    false
}
