//! The terms that accumulators sum: products of numbers of floating point, or dot products of groups.
//!
//! Tests: `tests/tests/primitives_grouped.rs`.

use tensmith_core::OutOfMemory;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{DotTypes, FloatType, UpdateKind, UpdateTypes, Vector, VectorOp};

/// What a multiplication sums. Lanes have the size of numbers of floating point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terms {
    /// Products of numbers.
    Floats(FloatType),
    /// Dot products of groups of narrow numbers.
    Dots(DotTypes),
}

impl Terms {
    /// The update of a tile by such terms.
    #[inline(always)]
    pub(super) const fn update(self) -> (UpdateKind, UpdateTypes) {
        match self {
            Self::Floats(of) => (UpdateKind::MultiplyAdd, UpdateTypes::all(of)),
            Self::Dots(types) => (UpdateKind::Dot, UpdateTypes::Dots(types)),
        }
    }

    /// Whether they are dot products.
    pub(super) const fn are_dots(self) -> bool {
        matches!(self, Self::Dots(_))
    }

    /// The type of lanes.
    pub(super) const fn lanes(self) -> FloatType {
        match self {
            Self::Floats(of) => of,
            Self::Dots(_) => FloatType::F32,
        }
    }

    /// The operation that adds sums up.
    pub(super) const fn addition(self) -> VectorOp {
        match self {
            Self::Dots(types) if types.integers().is_some() => VectorOp::AddInteger,
            Self::Floats(_) | Self::Dots(_) => VectorOp::Add,
        }
    }

    /// The sum of sums.
    pub(super) fn add(self, builder: &mut Builder, a: Vector, b: Vector) -> Result<Vector, OutOfMemory> {
        builder.binary(self.addition(), a, b, self.lanes())
    }

    /// Vector registers that an update takes for itself.
    pub(super) fn registers(self, machine: &Machine) -> usize {
        match self {
            Self::Dots(types) => machine.dot(types).map_or(0, |dot| dot.registers),
            Self::Floats(_) => 0,
        }
    }
}
