//! Fuses dimensions that are one in memory: `stride(X) = |Y| · stride(Y)` in every operand.
//!
//! Fewer dimensions are fewer loops, and what kernels take is longer. Whatever was split to begin with
//! is put together again, so that the same contraction becomes the same plan however it is written.

use super::context::Context;
use super::walk::each_row;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Operand};
use crate::tensor::sequence::{Sequence, Step};

/// Fuses every two undecided dimensions of one type for which that is possible, in a row only where
/// it is so in all steps.
pub(super) fn fuse(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each_row(sequence, context, |row, common| {
        fuse_row(row, common);
        Ok(())
    })
}

/// As [`fuse`], of a row whose first dimensions stay as they are.
pub(super) fn fuse_row(row: &mut [Step], common: usize) {
    let mut inner = common;
    while row.first().is_some_and(|step| inner < step.nest.dims.len()) {
        match outer_of(row, inner, common) {
            Some(outer) => {
                row.iter_mut().for_each(|step| merge(&mut step.nest.dims, outer, inner));
                // It may go on further; of those before, none begins to.
                inner = inner.saturating_sub(usize::from(outer < inner));
            }
            None => inner = inner.saturating_add(1),
        }
    }
}

/// The dimension that the one at `inner` continues, among those from `common` on.
fn outer_of(row: &[Step], inner: usize, common: usize) -> Option<usize> {
    let is_outer = |step: &Step, outer: usize| {
        let both = step.nest.dims.get(outer).zip(step.nest.dims.get(inner));
        both.is_some_and(|(outer, inner)| continues(outer, inner))
    };
    let (first, others) = row.split_first()?;
    let dim = first.nest.dims.get(inner)?;
    let dims = first.nest.dims.iter().enumerate().skip(common);
    let mut outer = dims.filter(|(outer, other)| *outer != inner && continues(other, dim));
    outer.find(|(outer, _)| others.iter().all(|step| is_outer(step, *outer))).map(|(outer, _)| outer)
}

fn continues(outer: &Dim, inner: &Dim) -> bool {
    let is_free = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none();
    let extent = isize::try_from(inner.extent).unwrap_or(0);
    let by_all = |operand| {
        let [outer, inner] = [outer, inner].map(|dim: &Dim| *dim.strides.get(operand));
        inner.checked_mul(extent) == Some(outer)
    };
    outer.kind == inner.kind
        && Operand::ALL.into_iter().all(by_all)
        && is_free(outer)
        && is_free(inner)
        && extent > 0
        && outer.extent.checked_mul(inner.extent).is_some()
}

fn merge(dims: &mut alloc::vec::Vec<Dim>, outer: usize, inner: usize) {
    let extent = dims.get(outer).map_or(1, |dim| dim.extent);
    if let Some(dim) = dims.get_mut(inner) {
        dim.extent = dim.extent.saturating_mul(extent);
    }
    let mut number = 0;
    dims.retain(|_| {
        number += 1;
        number != outer.saturating_add(1)
    });
}
