//! The form of a contraction of many small dimensions in which it is a multiplication of matrices.
//!
//! Copies of the inputs have all rows together, all columns and all of the sum; the product of these is one
//! multiplication, and a last step permutes it to where the output is. Rows and sums keep the order that they
//! have in in0, columns that of in1, so that an operand which has them together already stays where it is.
//!
//! Tests: `tests/tests/tensor_optimize_group.rs`.

use super::staged::{Order, Staged};
use crate::fallible::{Few, OutOfMemory, sorted_few, try_few};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Kind, Nest, Operand};
use crate::tensor::sequence::{Sequence, Step};
use core::cmp::Reverse;

/// The other form of a step that stands alone, in a sequence that needs so much memory; none where
/// operands are too large.
pub(super) fn form(step: &Step, sequence: &Sequence) -> Result<Option<Sequence>, NestError> {
    let orders = Orders::of(&step.nest)?;
    let mut staged = Staged::new(step, sequence.arena)?;
    let in0 = orders.of_kinds([Kind::C, Kind::K, Kind::M])?;
    let in1 = orders.of_kinds([Kind::C, Kind::N, Kind::K])?;
    let out = orders.of_kinds([Kind::C, Kind::N, Kind::M])?;
    let may_stay = |kinds, operand| {
        let is_multiplied = step.nest.dtype(operand) == step.nest.types.accumulator;
        is_multiplied && orders.are_together(&step.nest, operand, kinds)
    };
    if !may_stay([Kind::K, Kind::M], Operand::In0) && !staged.input(Operand::In0, &in0)? {
        return Ok(None);
    }
    if !may_stay([Kind::N, Kind::K], Operand::In1) && !staged.input(Operand::In1, &in1)? {
        return Ok(None);
    }
    if !may_stay([Kind::N, Kind::M], Operand::Out) && !staged.output(&out)? {
        return Ok(None);
    }
    staged.finish(sequence.scratch).map(Some)
}

/// The dimensions of each kind, in an order that all operands are to have.
struct Orders {
    /// Of M, N, K and C.
    of: [Order; Kind::ALL.len()],
}

impl Orders {
    fn of(nest: &Nest) -> Result<Self, OutOfMemory> {
        let by = |kind, operand: Operand| -> Result<Order, OutOfMemory> {
            let dims = nest.dims.iter().enumerate().filter(|(_, dim)| dim.kind == kind);
            let keys = dims.map(|(number, dim)| (Reverse(dim.strides.get(operand).unsigned_abs()), number));
            let keys: Few<_, 16> = sorted_few(try_few(keys)?)?;
            try_few(keys.iter().map(|(_, number)| *number))
        };
        let (m, n) = (by(Kind::M, Operand::In0)?, by(Kind::N, Operand::In1)?);
        Ok(Self { of: [m, n, by(Kind::K, Operand::In0)?, by(Kind::C, Operand::Out)?] })
    }

    fn of_kind(&self, kind: Kind) -> &[usize] {
        let [m, n, k, c] = &self.of;
        match kind {
            Kind::M => m,
            Kind::N => n,
            Kind::K => k,
            Kind::C => c,
        }
    }

    /// The dimensions of some kinds, one kind after the other.
    fn of_kinds(&self, kinds: [Kind; 3]) -> Result<Order, OutOfMemory> {
        try_few(kinds.into_iter().flat_map(|kind| self.of_kind(kind).iter().copied()))
    }

    /// Whether all of each of two kinds are one dimension in an operand, one of which is contiguous.
    fn are_together(&self, nest: &Nest, operand: Operand, kinds: [Kind; 2]) -> bool {
        let stride = |number: &usize| nest.dims.get(*number).map(|dim| *dim.strides.get(operand));
        let extent = |number: &usize| nest.dims.get(*number).and_then(|dim| isize::try_from(dim.extent).ok());
        let continues = |pair: &[usize]| match pair {
            [outer, inner] => {
                let all =
                    stride(inner).zip(extent(inner)).and_then(|(stride, extent)| stride.checked_mul(extent));
                all.is_some() && stride(outer) == all
            }
            _ => false,
        };
        let is_one = |kind| self.of_kind(kind).windows(2).all(continues);
        let is_contiguous = |kind| self.of_kind(kind).last().and_then(stride) == Some(1);
        kinds.into_iter().all(is_one) && kinds.into_iter().any(is_contiguous)
    }
}
