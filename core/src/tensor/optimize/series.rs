//! Takes the innermost loop around small multiplications into their kernel.
//!
//! To walk to a kernel and to call it costs as much as some tens of multiply-adds. Where nothing but
//! addresses changes from one multiplication to the next, the kernel goes on to the next one by itself
//! ([`SeriesSpec`](crate::kernel::spec::SeriesSpec)).
//!
//! The loop keeps its order, so that sums are the same. It stays a loop where steps share it, where it counts
//! what is summed, where operands run backwards, where something is done to each part of the output before or
//! behind the kernel, and where kernels are so long that a call is nothing.
//!
//! Tests: `tests/tests/tensor_optimize_series.rs`.

use super::context::Context;
use super::walk::each;
use crate::tensor::cost::Cost;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand};
use crate::tensor::sequence::Sequence;

/// How many calls a kernel takes at most to be worth it.
const SHORT: f64 = 50.0;

/// Takes loops into kernels.
pub(super) fn take(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each(sequence, context, |nest, common| {
        let Some(number) = innermost(nest).filter(|number| *number >= common) else { return Ok(()) };
        if !may_be_taken(nest, number) || Cost::of_call(nest, context.target) > SHORT * Cost::CALL {
            return Ok(());
        }
        if let Some(dim) = nest.dims.get_mut(number) {
            dim.exec = Exec::Prim;
        }
        nest.main = Main::Series;
        Ok(())
    })
}

/// The number of the innermost loop.
fn innermost(nest: &Nest) -> Option<usize> {
    nest.dims.iter().rposition(|dim| dim.exec != Exec::Prim)
}

/// Whether nothing but addresses, which go forwards, changes from one iteration of a loop to the next.
fn may_be_taken(nest: &Nest, number: usize) -> bool {
    let Some(dim) = nest.dims.get(number) else { return false };
    let is_loop = dim.exec == Exec::Seq && dim.kind != Kind::K && dim.extent > 1;
    // The first of two dimensions of a type is the one from multiplication to multiplication.
    let is_told_apart = dim.kind == Kind::C
        || nest.dims.iter().any(|other| other.exec == Exec::Prim && other.kind == dim.kind);
    let goes_forwards = Operand::ALL.into_iter().all(|operand| *dim.strides.get(operand) >= 0);
    is_loop
        && is_told_apart
        && goes_forwards
        && nest.main == Main::Gemm
        && nest.is_touched_in_kernels()
        && !cuts(nest, dim)
}

/// Whether a dimension of the kernel is cut short where a loop ends.
fn cuts(nest: &Nest, outer: &Dim) -> bool {
    let is_of_outer = |dim: &Dim| dim.part.zip(outer.part).is_some_and(|(dim, outer)| dim.of == outer.of);
    nest.dims.iter().any(|dim| dim.exec == Exec::Prim && is_of_outer(dim))
}
