//! Drops dimensions of a single index: they move nothing.

use super::context::Context;
use super::walk::each;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Nest};
use crate::tensor::sequence::Sequence;

/// Drops all of them that are neither parts nor loops of other steps too.
pub(super) fn drop(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each(sequence, context, |nest, common| {
        drop_from(nest, common);
        Ok(())
    })
}

/// As [`drop`](fn@drop), of a nest whose first dimensions stay.
pub(super) fn drop_from(nest: &mut Nest, common: usize) {
    let is_unit = |dim: &Dim| dim.extent == 1 && dim.part.is_none();
    let mut number = 0;
    nest.dims.retain(|dim| {
        number += 1;
        number <= common || !is_unit(dim)
    });
}
