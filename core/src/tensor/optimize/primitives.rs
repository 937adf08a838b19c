//! Decides which dimensions run inside the kernel, and puts them innermost.

use crate::fallible::{OutOfMemory, try_collect};
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest};
use crate::tensor::primitive::Roles;
use crate::tensor::verify::NestError;
use alloc::vec::Vec;

/// Chooses GEMM or BRGEMM and its dimensions among the undefined ones; the rest becomes
/// sequential. A nest that names its primitive already is left as it is.
///
/// Loops over K come last before the kernel, so that a tile of the output is finished before the
/// next one begins, and last of all come the primitive dimensions: batch, M, N, K.
pub(super) fn identify(nest: Nest) -> Result<Nest, NestError> {
    if nest.main != Main::Contraction {
        return Ok(nest);
    }
    let roles = choose(&nest);
    let main = if roles.batch.is_some() { Main::Brgemm } else { Main::Gemm };
    let dims = arrange(&nest, &roles)?;
    Ok(Nest { main, dims, ..nest })
}

/// The dimensions for the kernel: of all choices whose strides the primitive takes, the one with
/// the most multiply-adds per call, since calls and the loops around them are what costs extra.
/// If nothing fits, all roles stay empty, and the kernel multiplies single elements.
///
/// - M and N are chosen together, because one of them must be contiguous in the output. Most
///   pairs fail that at once, so that the work grows with (M + N)·K dimensions, not M·N·K.
/// - K then needs a storage order in A with the M and in B with the N. Of equally long ones the
///   last is taken: dimensions come as the first input lists them, mostly outermost first.
/// - The batch is one more K, which may have any distance in the inputs but a negative one. It
///   saves loading and storing the tile of C once for each of its indices.
fn choose(nest: &Nest) -> Roles<'_> {
    let mut best = Roles::default();
    for m in candidates(nest, Kind::M) {
        for n in candidates(nest, Kind::N) {
            if !fits(nest, &Roles { m, n, ..Roles::default() }) {
                continue;
            }
            for k in candidates(nest, Kind::K) {
                let roles = Roles { m, n, k, batch: None };
                if roles.work() >= best.work() && fits(nest, &roles) {
                    best = roles;
                }
            }
        }
    }
    candidates(nest, Kind::K)
        .filter(|batch| batch.is_none_or(|dim| !best.has(dim)))
        .map(|batch| Roles { batch, ..best })
        .filter(|roles| fits(nest, roles))
        .max_by_key(Roles::work)
        .unwrap_or(best)
}

/// No dimension, or one of a type that is undecided and more than a single index.
fn candidates(nest: &Nest, kind: Kind) -> impl Iterator<Item = Option<&Dim>> {
    let undecided = nest.dims.iter().filter(move |dim| dim.kind == kind && dim.exec == Exec::Undefined && dim.extent > 1);
    core::iter::once(None).chain(undecided.map(Some))
}

fn fits(nest: &Nest, roles: &Roles<'_>) -> bool {
    roles.fit(nest.main, nest.dtype).is_ok()
}

fn arrange(nest: &Nest, roles: &Roles<'_>) -> Result<Vec<Dim>, OutOfMemory> {
    let rest = nest.dims.iter().filter(|dim| !roles.has(dim));
    let shared = rest.clone().filter(|dim| dim.exec == Exec::Shared).copied();
    let seq = rest.filter(|dim| dim.exec != Exec::Shared).map(|dim| Dim { exec: Exec::Seq, ..*dim });
    let tiles = seq.clone().filter(|dim| dim.kind != Kind::K);
    let sums = seq.filter(|dim| dim.kind == Kind::K);
    let prims = [roles.batch, roles.m, roles.n, roles.k].into_iter().flatten();
    let prims = prims.map(|dim| Dim { exec: Exec::Prim, ..*dim });
    try_collect(shared.chain(tiles).chain(sums).chain(prims))
}
