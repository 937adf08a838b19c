//! Fuses dimensions that are one in memory: `stride(X) = |Y| · stride(Y)` in every operand.
//!
//! Fewer dimensions are fewer loops, and what kernels take is longer. Whatever was split to begin with
//! is put together again, so that the same contraction becomes the same plan however it is written.

use super::{Context, each};
use crate::tensor::nest::{Dim, Exec, PerOperand};
use crate::tensor::sequence::Sequence;
use crate::tensor::verify::NestError;

/// Fuses every two undecided dimensions of one type for which that is possible.
pub(super) fn fuse(sequence: Sequence, _: &Context<'_>) -> Result<Sequence, NestError> {
    each(sequence, |nest, common| {
        let mut inner = common;
        while inner < nest.dims.len() {
            match outer_of(&nest.dims, inner, common) {
                Some(outer) => {
                    merge(&mut nest.dims, outer, inner);
                    // Whoever stands there now has not been looked at.
                    inner = common;
                }
                None => inner = inner.saturating_add(1),
            }
        }
        Ok(())
    })
}

/// The dimension that the one at `inner` continues, among those from `common` on.
fn outer_of(dims: &[Dim], inner: usize, common: usize) -> Option<usize> {
    let within = dims.get(inner)?;
    let mut others = dims.iter().enumerate().skip(common);
    others.find(|(outer, dim)| *outer != inner && continues(dim, within)).map(|(outer, _)| outer)
}

fn continues(outer: &Dim, inner: &Dim) -> bool {
    let is_free = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none();
    let product = outer.extent.checked_mul(inner.extent);
    let Some(extent) = isize::try_from(inner.extent).ok().filter(|extent| *extent > 0 && product.is_some())
    else {
        return false;
    };
    let by_all = |outer: isize, inner: isize| inner.checked_mul(extent) == Some(outer);
    let PerOperand { in0, in1, out } = outer.strides.zip_with(inner.strides, by_all);
    is_free(outer) && is_free(inner) && outer.kind == inner.kind && in0 && in1 && out
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
