//! The terms that accumulators sum: products of numbers, or dot products of groups.
//!
//! Tests: `tests/tests/primitives_grouped.rs`.

use tensmith_core::OutOfMemory;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{
    Arithmetic, DotTypes, FloatType, UpdateKind, UpdateTypes, Vector, VectorOp,
};

/// What a multiplication sums. Lanes have the size of numbers of floating point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terms {
    /// Products of numbers.
    Products(Arithmetic),
    /// Dot products of groups of narrow numbers.
    Dots(DotTypes),
}

impl Terms {
    /// The update of a tile by such terms.
    #[inline(always)]
    pub(super) const fn update(self) -> (UpdateKind, UpdateTypes) {
        match self {
            Self::Products(of) => of.update(),
            Self::Dots(types) => (UpdateKind::Dot, UpdateTypes::Dots(types)),
        }
    }

    /// Whether they are dot products.
    pub(super) const fn are_dots(self) -> bool {
        matches!(self, Self::Dots(_))
    }

    /// The numbers that sums are.
    pub(super) const fn arithmetic(self) -> Arithmetic {
        match self {
            Self::Products(of) => of,
            Self::Dots(types) if types.integers().is_some() => Arithmetic::Integer,
            Self::Dots(_) => Arithmetic::F32,
        }
    }

    /// The type of lanes.
    pub(super) const fn lanes(self) -> FloatType {
        self.arithmetic().lanes()
    }

    /// The sum of sums.
    pub(super) fn add(self, builder: &mut Builder, a: Vector, b: Vector) -> Result<Vector, OutOfMemory> {
        builder.binary(VectorOp::Add, a, b, self.arithmetic())
    }

    /// Vector registers that an update takes for itself.
    pub(super) fn registers(self, machine: &Machine) -> usize {
        match self.update() {
            (_, UpdateTypes::Dots(types)) => machine.dot(types).map_or(0, |dot| dot.registers),
            (_, UpdateTypes::Floats { .. }) => 0,
        }
    }
}
