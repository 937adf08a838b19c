//! The types of a contraction's arrays, and whether sums of integers have room.
//!
//! Integers of 8 and of 16 bits are multiplied and summed in 32 bits. Whether these suffice follows from the
//! types of the operands, from how many there are, and from how many products are summed. Integers of 32 bits
//! are modulo 2³² from the beginning: of these nothing else could be promised.
//!
//! Tests: `tests/tests/einsum_integers.rs`.

use super::LowerError;
use super::finish::Epilogue;
use crate::einsum::tree::{Kind, Tree};
use crate::kernel::spec::Overflow;
use crate::{DType, ScalarType};

/// The numbers of a contraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The type of the operands' elements.
    pub operands: ScalarType,
    /// The type of the output's elements, and of those of the chain's operands: that of the operands, or the
    /// one that they are computed with.
    pub output: ScalarType,
    /// What becomes of sums of integers that 32 bits have no room for. An output of a narrower type holds
    /// them modulo its range, unless operations of a chain come first: those want the sum itself.
    pub overflow: Overflow,
}

impl Numbers {
    /// One type for all arrays.
    #[must_use]
    pub const fn of(scalar: ScalarType) -> Self {
        Self { operands: scalar, output: scalar, overflow: Overflow::Refused }
    }

    /// The type of the real numbers of operands, and of the output.
    pub(super) fn parts(self) -> Result<[DType; 2], LowerError> {
        let Self { operands, output, .. } = self;
        let computed = ScalarType::Real(operands.part().arithmetic().elements());
        if output != operands && (operands.is_complex() || output != computed) {
            return Err(LowerError::OutputType { found: output, operands });
        }
        Ok([operands.part(), output.part()])
    }

    /// Refuses sums that may have no room, and of which more is wanted than their lowest bits.
    pub(super) fn check(self, tree: &Tree, epilogue: &Epilogue) -> Result<(), LowerError> {
        let of = self.operands.part().integer().filter(|of| of.bits() < 32);
        let (Some(of), Overflow::Refused) = (of, self.overflow) else { return Ok(()) };
        if self.output != ScalarType::Real(DType::I32) && !epilogue.has_chain() {
            return Ok(());
        }
        let factors = tree.nodes().filter(|node| matches!(node.kind, Kind::Input(_))).count();
        let (least, most) = of.range();
        let farthest =
            (0..factors).try_fold(1i128, |all, _| all.checked_mul(most.max(least.saturating_neg())));
        let limit = farthest.and_then(|farthest| i128::from(i32::MAX).checked_div(farthest)).unwrap_or(0);
        let kept = tree.node(tree.root()).map_or(&[][..], |root| root.indices);
        let summed = tree.extents().iter().enumerate().filter(|(index, _)| !kept.contains(index));
        let terms = summed.fold(1usize, |terms, (_, extent)| terms.saturating_mul(*extent));
        match usize::try_from(limit) {
            Ok(limit) if terms > limit => Err(LowerError::Overflow { terms, limit }),
            _ => Ok(()),
        }
    }
}
