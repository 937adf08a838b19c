//! Puts the dimensions of a kernel innermost.
//!
//! Tests: `tests/tests/tensor_optimize.rs`.

use crate::fallible::{Few, TryVec, try_with_room};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest};

/// The undecided dimensions with more than one index.
pub(super) fn free(nest: &Nest, common: usize) -> impl Iterator<Item = &Dim> + Clone {
    nest.dims.iter().skip(common).filter(|dim| dim.exec == Exec::Undefined && dim.extent > 1)
}

/// Those of a type.
pub(super) fn free_of(nest: &Nest, common: usize, kind: Kind) -> impl Iterator<Item = &Dim> + Clone {
    free(nest, common).filter(move |dim| dim.kind == kind)
}

/// Puts the primitive dimensions innermost, and loops over K outside of them, behind all others.
pub(super) fn arrange(
    nest: &Nest,
    main: Main,
    common: usize,
    prims: impl Iterator<Item = Dim>,
    is_prim: impl Fn(&Dim) -> bool,
) -> Result<Nest, NestError> {
    let mut dims = try_with_room(nest.dims.len())?;
    let mut sums: Few<&Dim, 8> = Few::new();
    let in_sequence = |dim: &Dim| match dim.exec {
        Exec::Undefined => Dim { exec: Exec::Seq, ..*dim },
        Exec::Shared | Exec::Seq | Exec::Prim => *dim,
    };
    for (number, dim) in nest.dims.iter().enumerate() {
        match number < common {
            false if is_prim(dim) => {}
            // None is shared: those are outermost.
            false if dim.kind == Kind::K => sums.try_push(dim)?,
            _ => dims.try_push(in_sequence(dim))?,
        }
    }
    dims.try_extend(sums.iter().copied().map(in_sequence))?;
    dims.try_extend(prims.map(|dim| Dim { exec: Exec::Prim, ..dim }))?;
    Ok(Nest { main, dims, ..*nest })
}
