//! Decides which dimensions run inside the kernel, and puts them innermost.
//!
//! A few candidates for each role suffice: what is contiguous in an operand, since a matrix has to be
//! contiguous one way, and the longest, since long kernels are the best. So the work grows linearly with
//! the number of dimensions.

use super::{Context, each};
use crate::fallible::{TryVec, try_collect};
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::Sequence;
use crate::tensor::verify::NestError;
use alloc::vec::Vec;

/// The longest sum over all pairs of blocks that is left to the kernel, in bytes of one input.
const MAX_BATCHED_SUM: usize = 2048;

/// Chooses the primitive and its dimensions among the undefined ones; the rest becomes
/// sequential. A nest with dimensions for its primitive is left as it is.
///
/// Loops over K come last before the kernel, so that a tile of the output is finished before the
/// next one begins, and last of all come the primitive dimensions: batch, M, N, K.
pub(super) fn identify(sequence: Sequence, _: &Context<'_>) -> Result<Sequence, NestError> {
    each(sequence, |nest, common| {
        let is_decided = nest.dims.iter().any(|dim| dim.exec == Exec::Prim)
            || matches!(nest.main, Main::Gemm | Main::Brgemm);
        if is_decided {
            rest_in_sequence(nest);
            return Ok(());
        }
        *nest = match nest.main {
            Main::Contraction | Main::Gemm | Main::Brgemm => contraction(nest, common)?,
            Main::Unary(_) | Main::Binary(_) => elements(nest, common)?,
        };
        Ok(())
    })
}

fn rest_in_sequence(nest: &mut Nest) {
    for dim in nest.dims.iter_mut().filter(|dim| dim.exec == Exec::Undefined) {
        dim.exec = Exec::Seq;
    }
}

/// The dimensions for the kernel: of the candidates whose strides the primitive takes, those with
/// the most multiply-adds per call, since calls and the loops around them are what costs extra.
/// If nothing fits, all roles stay empty, and the kernel multiplies single elements.
///
/// The batch is one more K, which may have any distance in the inputs but a negative one. It
/// saves loading and storing the tile of C once for each of its indices, and takes room from its rows in
/// the cache, so that only short sums are worth it.
fn contraction(nest: &Nest, common: usize) -> Result<Nest, NestError> {
    let candidates = |kind| candidates(nest, common, kind);
    let (ms, ns, ks) = (candidates(Kind::M)?, candidates(Kind::N)?, candidates(Kind::K)?);
    let fits = |roles: &Roles<'_>| roles.fit(nest.main, nest.dtype).is_ok();
    let mut best = Roles::default();
    for &m in &ms {
        for &n in &ns {
            let with_k = ks.iter().map(|&k| Roles { m, n, k, batch: None });
            let mut better = with_k.filter(|roles| roles.work() > best.work()).peekable();
            // Most pairs fail already because neither is contiguous in the output.
            if better.peek().is_some() && fits(&Roles { m, n, ..Roles::default() }) {
                best = better.filter(fits).max_by_key(Roles::work).unwrap_or(best);
            }
        }
    }
    let others = free(nest, common, Kind::K).filter(|dim| !best.has(dim));
    let bytes_of_sum = |batch: &Dim| {
        let sum = batch.extent.saturating_mul(best.k.map_or(1, |dim| dim.extent));
        sum.saturating_mul(nest.dtype.bytes())
    };
    let short = others.filter(|dim| bytes_of_sum(dim) <= MAX_BATCHED_SUM);
    let with_batch = short.map(|dim| Roles { batch: Some(dim), ..best }).filter(fits);
    let roles = with_batch.max_by_key(Roles::work).unwrap_or(best);
    let main = if roles.batch.is_some() { Main::Brgemm } else { Main::Gemm };
    let prims = [roles.batch, roles.m, roles.n, roles.k].into_iter().flatten().copied();
    arrange(nest, main, common, prims, |dim| roles.has(dim))
}

/// Rows that are contiguous in the input, and columns that are contiguous in the output, if these are
/// others: then it transposes; or else, the longest that there are.
pub(super) fn elements(nest: &Nest, common: usize) -> Result<Nest, NestError> {
    let all = [Kind::M, Kind::N, Kind::C];
    let mut dims = Vec::new();
    for kind in all {
        dims.try_extend(candidates(nest, common, kind)?)?;
    }
    let as_role = |dim: Option<&Dim>, kind| dim.map(|dim| Dim { kind, exec: Exec::Prim, ..*dim });
    let mut best = (None, None);
    let mut most = 0;
    for &m in &dims {
        for &n in dims.iter().filter(|n| !same(m, **n)) {
            let (rows, columns) = (as_role(m, Kind::M), as_role(n, Kind::N));
            let roles = Roles { m: rows.as_ref(), n: columns.as_ref(), ..Roles::default() };
            // Of equal ones the last, which has its rows: they are what vectors run along.
            if roles.work() >= most && roles.fit(nest.main, nest.dtype).is_ok() {
                (best, most) = ((m, n), roles.work());
            }
        }
    }
    let (m, n) = best;
    let prims = [as_role(m, Kind::M), as_role(n, Kind::N)].into_iter().flatten();
    arrange(nest, nest.main, common, prims, |dim| same(Some(dim), m) || same(Some(dim), n))
}

/// Whether both are that very dimension.
fn same(one: Option<&Dim>, other: Option<&Dim>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if core::ptr::eq(one, other))
}

/// The undecided dimensions of a type with more than one index.
fn free(nest: &Nest, common: usize, kind: Kind) -> impl Iterator<Item = &Dim> + Clone {
    let is_free = move |dim: &&Dim| dim.kind == kind && dim.exec == Exec::Undefined && dim.extent > 1;
    nest.dims.iter().skip(common).filter(is_free)
}

/// Those of a type that are undecided and contiguous in an operand, or the longest; and no dimension.
fn candidates(nest: &Nest, common: usize, kind: Kind) -> Result<Vec<Option<&Dim>>, NestError> {
    let undecided = free(nest, common, kind);
    let contiguous = |operand| undecided.clone().filter(move |dim| *dim.strides.get(operand) == 1);
    let inputs_first = [Operand::In0, Operand::In1, Operand::Out].into_iter().flat_map(contiguous);
    let longest = undecided.clone().max_by_key(|dim| dim.extent);
    let mut candidates = Vec::new();
    for dim in inputs_first.chain(longest) {
        if !candidates.iter().any(|known| same(*known, Some(dim))) {
            candidates.try_push(Some(dim))?;
        }
    }
    candidates.try_push(None)?;
    Ok(candidates)
}

/// Puts the primitive dimensions innermost, and loops over K outside of them, behind all others.
fn arrange(
    nest: &Nest,
    main: Main,
    common: usize,
    prims: impl Iterator<Item = Dim>,
    is_prim: impl Fn(&Dim) -> bool,
) -> Result<Nest, NestError> {
    let (before, rest) = nest.dims.split_at_checked(common).unwrap_or((&nest.dims, &[]));
    let in_sequence = |dim: &Dim| match dim.exec {
        Exec::Undefined => Dim { exec: Exec::Seq, ..*dim },
        Exec::Shared | Exec::Seq | Exec::Prim => *dim,
    };
    let loops = rest.iter().filter(|dim| !is_prim(dim)).map(in_sequence);
    let shared = loops.clone().filter(|dim| dim.exec == Exec::Shared);
    let tiles = loops.clone().filter(|dim| dim.exec != Exec::Shared && dim.kind != Kind::K);
    let sums = loops.filter(|dim| dim.exec != Exec::Shared && dim.kind == Kind::K);
    let prims = prims.map(|dim| Dim { exec: Exec::Prim, ..dim });
    let dims = before.iter().map(in_sequence).chain(shared).chain(tiles).chain(sums).chain(prims);
    Ok(Nest { main, dims: try_collect(dims)?, ..*nest })
}
