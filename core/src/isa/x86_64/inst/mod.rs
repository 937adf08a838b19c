//! An instruction in flight.

#[cfg(not(feature = "assembly"))]
mod bare;
mod passes;

use super::feature::{Feature, Features};
use super::kind::{File, Kind};
use super::memory::Memory;
use super::property::{Masking, Rounds};
use super::register::{K0, Mask};
use super::row::{MAX_OPERANDS, Row, Slot};
use super::value::Value;
use crate::isa::{EncodeError, Role};

/// An instruction: its row and the values of its operands. Registers may be virtual and a
/// target may be a label.
#[derive(Clone, Copy)]
pub struct MachInst {
    pub(super) row: &'static Row,
    pub(super) values: [Value; MAX_OPERANDS],
    pub(super) decoration: Decoration,
}

/// What an instruction says besides its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoration {
    /// The lanes that change; all of them for [`K0`].
    pub mask: Mask,
    /// Whether the others become zero.
    pub is_zeroing: bool,
    /// How results are rounded, if not as the system says.
    pub rounding: Option<Rounding>,
}

impl Decoration {
    /// All lanes, rounded as the system says.
    pub const NONE: Self = Self { mask: K0, is_zeroing: false, rounding: None };
}

/// How results are rounded. Exceptions are suppressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest, ties to even.
    Nearest,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
    /// Towards zero.
    Zero,
    /// As the system says.
    Suppress,
}

impl Rounding {
    /// All modes, in the order of their codes, and none.
    pub const ALL: [Self; 5] = [Self::Nearest, Self::Down, Self::Up, Self::Zero, Self::Suppress];

    /// The name in text.
    #[cfg(feature = "assembly")]
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Nearest => "rn-sae",
            Self::Down => "rd-sae",
            Self::Up => "ru-sae",
            Self::Zero => "rz-sae",
            Self::Suppress => "sae",
        }
    }
}

impl PartialEq for MachInst {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.row, other.row)
            && self.values == other.values
            && self.decoration == other.decoration
    }
}

impl Eq for MachInst {}

impl MachInst {
    /// An instruction from values that are known to be of the row's types.
    #[inline(always)]
    pub(crate) fn of(row: &'static Row, given: &[Value]) -> Self {
        let mut values = [Value::Absent; MAX_OPERANDS];
        for (value, given) in values.iter_mut().zip(given) {
            *value = *given;
        }
        Self { row, values, decoration: Decoration::NONE }
    }

    /// An instruction from values.
    ///
    /// # Errors
    /// [`EncodeError`] for a wrong number of operands, a value that its operand cannot have, or a decoration
    /// that the row has no room for.
    pub fn new(row: &'static Row, given: &[Value], decoration: Decoration) -> Result<Self, EncodeError> {
        if given.len() != row.slots.len() {
            let (found, expected) = (given.len(), row.slots.len());
            return Err(EncodeError::OperandCount { row: row.name, found, expected });
        }
        let inst = Self { decoration, ..Self::of(row, given) };
        match inst.encode() {
            Ok(_) | Err(EncodeError::Unresolved(_)) => Ok(inst),
            Err(error) => Err(error),
        }
    }

    /// This instruction on the lanes that are set in a mask; the others keep their values.
    #[inline(always)]
    #[must_use]
    pub const fn merging(self, mask: Mask) -> Self {
        Self { decoration: Decoration { mask, ..self.decoration }, ..self }
    }

    /// This instruction on the lanes that are set in a mask; the others become zero.
    #[inline(always)]
    #[must_use]
    pub const fn zeroing(self, mask: Mask) -> Self {
        Self { decoration: Decoration { mask, is_zeroing: true, ..self.decoration }, ..self }
    }

    /// This instruction with a mode of rounding.
    #[must_use]
    pub const fn rounding(self, rounding: Rounding) -> Self {
        Self { decoration: Decoration { rounding: Some(rounding), ..self.decoration }, ..self }
    }

    /// Its row.
    #[must_use]
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// Its operands with their slots.
    pub fn operands(&self) -> impl Iterator<Item = (&'static Slot, &Value)> {
        self.row.slots.iter().zip(&self.values)
    }

    /// Its operand in memory.
    #[must_use]
    pub fn memory(&self) -> Option<(&'static Slot, &Memory)> {
        self.operands().find_map(|(slot, value)| match value {
            Value::Memory(memory) => Some((slot, memory)),
            _ => None,
        })
    }

    /// What it says besides its operands.
    #[must_use]
    pub const fn decoration(&self) -> Decoration {
        self.decoration
    }

    /// The features that it needs: those of its row.
    #[must_use]
    pub fn features(&self) -> Features {
        self.row.features.and(&[Feature::Base])
    }

    /// What it does with an operand: where some lanes of a result keep their values, it reads them.
    pub(super) fn role(&self, slot: &Slot) -> Role {
        let is_merging = self.decoration.mask != K0 && !self.decoration.is_zeroing;
        match slot.role {
            Role::Write if is_merging && self.row.keeps_lanes() => Role::ReadWrite,
            role => role,
        }
    }

    /// Whether it is a dependency-breaking idiom.
    #[inline(always)]
    pub(super) fn is_idiom(&self) -> bool {
        self.row.is_idiom
            && matches!(self.values, [_, Value::Register(a), Value::Register(b), _] if a == b)
            && self.decoration.mask == K0
    }

    /// Whether the row has room for the decoration.
    #[inline]
    pub(super) fn is_decoration_possible(&self) -> bool {
        let Decoration { mask, is_zeroing, rounding } = self.decoration;
        let is_masked = mask != K0;
        let is_mask_possible = match self.row.masking {
            Masking::Never => !is_masked && !is_zeroing,
            Masking::Merge => !is_zeroing,
            Masking::Zero | Masking::Blend => is_masked || !is_zeroing,
            Masking::Always => is_masked && !is_zeroing,
        };
        let is_rounding_possible = match (rounding, self.row.rounds) {
            (None, _) => true,
            (Some(Rounding::Suppress), Rounds::Suppress) => self.memory().is_none(),
            (Some(Rounding::Suppress), _) | (Some(_), Rounds::Never | Rounds::Suppress) => false,
            (Some(_), Rounds::Mode) => self.memory().is_none(),
        };
        is_mask_possible && is_rounding_possible
    }

    /// Whether a gather's result, indices and mask are apart, as they have to be.
    #[inline]
    pub(super) fn are_registers_possible(&self) -> bool {
        if !self.row.slots.iter().any(|slot| matches!(slot.kind, Kind::Vector(..))) {
            return true;
        }
        let mut seen = [None; 4];
        let vectors = self.operands().filter_map(|(slot, value)| match (slot.kind, value) {
            (Kind::Vector(..), Value::Memory(memory)) => memory.index.map(|index| index.register),
            (Kind::Register(File::Xmm | File::Ymm | File::Zmm), Value::Register(register)) => Some(*register),
            _ => None,
        });
        // A scatter may store its own indices.
        let writes = self.row.slots.iter().any(|slot| slot.role.writes() && slot.kind.file().is_some());
        for (place, register) in seen.iter_mut().zip(vectors) {
            *place = Some(register);
        }
        let mut rest = seen.as_slice();
        while let [Some(first), others @ ..] = rest {
            if writes && others.contains(&Some(*first)) {
                return false;
            }
            rest = others;
        }
        true
    }
}
