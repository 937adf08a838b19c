//! Drops dimensions of a single index: they move nothing.

use super::{Context, each};
use crate::tensor::nest::Dim;
use crate::tensor::sequence::Sequence;
use crate::tensor::verify::NestError;

/// Drops all of them that are neither parts nor loops of other steps too.
pub(super) fn drop(sequence: Sequence, _: &Context<'_>) -> Result<Sequence, NestError> {
    let is_unit = |dim: &Dim| dim.extent == 1 && dim.part.is_none();
    each(sequence, |nest, common| {
        let mut number = 0;
        nest.dims.retain(|dim| {
            number += 1;
            number <= common || !is_unit(dim)
        });
        Ok(())
    })
}
