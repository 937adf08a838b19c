//! Decides which dimensions run inside the kernel, and puts them innermost.
//!
//! A few candidates for each role suffice: what is contiguous in an operand, since a matrix has to be
//! contiguous one way, and the longest, since long kernels are the best. So the work grows linearly with
//! the number of dimensions.
//!
//! Tests: below, `tests/tests/tensor_optimize.rs`.

use super::arrange::{arrange, free, free_of};
use super::context::Context;
use super::walk::each_row;
use super::windows;
use crate::Target;
use crate::fallible::{Few, TryVec, try_few};
use crate::kernel::op::BinaryOp;
use crate::tensor::cost::Cost;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;

/// Candidates for a role: hardly ever as many as there is room for.
type Candidates<'a> = Few<&'a Dim, 8>;

/// The longest sum over all pairs of blocks that is left to the kernel, in vectors of one input: large
/// vectors multiply as fast as they load, so that adding to C costs them more.
const BATCHED_VECTORS: usize = 128;

/// Chooses the primitive and its dimensions among the undefined ones; the rest becomes
/// sequential. A nest with dimensions for its primitive is left as it is.
///
/// Loops over K come last before the kernel, so that a tile of the output is finished before the
/// next one begins, and last of all come the primitive dimensions: batch, M, N, K.
///
/// Operations in a row get the same dimensions for their kernels, if that costs little more
/// than the best for each.
pub(super) fn identify(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each_row(sequence, context, |mut row, common| {
        while !row.is_empty() {
            let done = match row {
                [Step { nest, .. }] => identify_alone(nest, common, context.target).map(|()| 1)?,
                _ => identify_first(row, context.target)?,
            };
            row = row.get_mut(done..).unwrap_or_default();
        }
        Ok(())
    })
}

fn identify_alone(nest: &mut Nest, common: usize, target: &Target) -> Result<(), NestError> {
    let is_decided = nest.dims.iter().any(|dim| dim.exec == Exec::Prim)
        || nest.main.is_windowed()
        || matches!(
            nest.main,
            Main::Gemm
                | Main::Brgemm
                | Main::Series
                | Main::Dot
                | Main::Lanewise
                | Main::Paired(_)
                | Main::Grouped
                | Main::Group
                | Main::Permute
        );
    if is_decided {
        rest_in_sequence(nest);
        return Ok(());
    }
    let apart = match nest.main {
        Main::Reduce(_) => reduction(nest, common, target)?,
        Main::Unary(_) | Main::Binary(_) => elements(nest, common, target)?,
        _ => contraction(nest, common, target)?,
    };
    *nest = match windows::sliding(nest, common)? {
        Some(sliding) => cheaper(apart, sliding, target),
        None => apart,
    };
    Ok(())
}

/// How much more the kernels of operations in a row may cost, as nothing between them is loaded and stored.
const MORE: f64 = 1.25;

/// Decides as many of the first operations in a row alike as is worth it: how many. At least
/// it is the first one.
fn identify_first(row: &mut [Step], target: &Target) -> Result<usize, NestError> {
    for count in (2..=row.len()).rev() {
        let some = row.get_mut(..count).unwrap_or_default();
        if let Some(decided) = alike(some, target)? {
            some.iter_mut().zip(decided).for_each(|(step, nest)| step.nest = nest);
            return Ok(count);
        }
    }
    if let Some(step) = row.first_mut() {
        identify_alone(&mut step.nest, 0, target)?;
    }
    Ok(1)
}

/// The nests of operations in a row with the same dimensions for all kernels, which are the best for one of
/// them; none if each by itself is much cheaper.
fn alike(row: &[Step], target: &Target) -> Result<Option<Vec<Nest>>, NestError> {
    let is_open = |step: &Step| step.nest.dims.iter().all(|dim| dim.exec != Exec::Prim);
    if !row.iter().all(is_open) {
        return Ok(None);
    }
    let (mut best, mut apart) = (None, 0.0);
    for step in row {
        let pair = pair_of_elements(&step.nest, 0, target)?;
        apart += Cost::to_compute(&arrange_pair(&step.nest, 0, (Kind::M, pair))?, target);
        let number = |dim: Option<&Dim>| step.nest.dims.iter().position(|other| same(dim, Some(other)));
        let numbers = (number(pair.0), number(pair.1));
        let Some(nests) = with_numbers(row, numbers)? else { continue };
        let price = nests.iter().fold(0.0, |sum, nest| sum + Cost::to_compute(nest, target));
        if best.as_ref().is_none_or(|(least, _)| price < *least) {
            best = Some((price, nests));
        }
    }
    Ok(best.filter(|(price, _)| *price <= apart * MORE).map(|(_, nests)| nests))
}

/// All nests of a row with these of their dimensions for the kernel, if that fits each.
fn with_numbers(
    row: &[Step],
    (first, second): (Option<usize>, Option<usize>),
) -> Result<Option<Vec<Nest>>, NestError> {
    let mut nests = Vec::new();
    for Step { nest, .. } in row {
        let dim = |number: Option<usize>| number.and_then(|number| nest.dims.get(number));
        let nest = arrange_pair(nest, 0, (Kind::M, (dim(first), dim(second))))?;
        if Roles::of(&nest)?.order(nest.main, nest.types).is_err() {
            return Ok(None);
        }
        nests.try_push(nest)?;
    }
    Ok(Some(nests))
}

fn rest_in_sequence(nest: &mut Nest) {
    for dim in nest.dims.iter_mut().filter(|dim| dim.exec == Exec::Undefined) {
        dim.exec = Exec::Seq;
    }
}

/// The cheapest way to make a kernel of a contraction. As long as an M or N dimension is contiguous in the
/// output, that is a multiplication. Otherwise, the rows of one fill no vectors, while
/// multiplications side by side do.
fn contraction(nest: &Nest, common: usize, target: &Target) -> Result<Nest, NestError> {
    let has_rows = |kind| free_of(nest, common, kind).any(|dim| dim.strides.out == 1);
    if has_rows(Kind::M) || has_rows(Kind::N) {
        return multiplication(nest, common, target);
    }
    let sums = match side_by_side(nest, common)? {
        // A tile of several sums is no worse than each of them alone.
        Some(tiles) => tiles,
        None => cheaper(multiplication(nest, common, target)?, dot_products(nest, common, target)?, target),
    };
    let products = by_elements(nest, common, target)?;
    Ok(match products {
        Some(products) => cheaper(sums, products, target),
        None => sums,
    })
}

/// The cheaper one of two ways, the first of equal ones.
fn cheaper(one: Nest, other: Nest, target: &Target) -> Nest {
    let [first, second] = [&one, &other].map(|nest| Cost::to_compute(nest, target));
    if second < first { other } else { one }
}

/// Dot products side by side: of the C dimension that is contiguous in the output, over a sum.
fn dot_products(nest: &Nest, common: usize, target: &Target) -> Result<Nest, NestError> {
    let dot = Nest { main: Main::Dot, ..nest.try_clone()? };
    let (kept, folded) = (of_kind(&dot, common, Kind::C)?, of_kind(&dot, common, Kind::K)?);
    let pair = best_pair((&dot, target), (Kind::C, pairs(&kept, &folded)), |(c, k)| Roles {
        c,
        k,
        ..Roles::default()
    })?;
    arrange_pair(&dot, common, (Kind::C, pair))
}

/// Multiplications side by side, over the longest C dimension that is contiguous everywhere, and the longest
/// of each other type; none without rows or columns: that is what dot products are for.
fn side_by_side(nest: &Nest, common: usize) -> Result<Option<Nest>, NestError> {
    let longest = |kind| free_of(nest, common, kind).max_by_key(|dim| dim.extent);
    let is_along = |dim: &&Dim| dim.strides == PerOperand { in0: 1, in1: 1, out: 1 };
    let c = free_of(nest, common, Kind::C).filter(is_along).max_by_key(|dim| dim.extent);
    let [m, n, k] = [Kind::M, Kind::N, Kind::K].map(longest);
    let roles = Roles { m, n, k, c, ..Roles::default() };
    let is_one = c.is_some() && (roles.m.is_some() || roles.n.is_some()) && nest.is_plain();
    if !is_one || roles.order(Main::Lanewise, nest.types).is_err() {
        return Ok(None);
    }
    let prims = [roles.m, roles.n, roles.k, c].into_iter().flatten().copied();
    arrange(nest, Main::Lanewise, common, prims, |dim| roles.has(dim)).map(Some)
}

/// Products of elements, where there is nothing to sum, nothing to add to and no touch.
fn by_elements(nest: &Nest, common: usize, target: &Target) -> Result<Option<Nest>, NestError> {
    let is_bare = nest.overwrites() && nest.last_touch.is_none();
    if !is_bare || nest.dims.iter().any(|dim| dim.kind == Kind::K) {
        return Ok(None);
    }
    let product = Nest { main: Main::Binary(BinaryOp::mul()), first_touch: None, ..nest.try_clone()? };
    elements(&product, common, target).map(Some)
}

/// The dimensions for the kernel: of the candidates whose strides the primitive takes, those with
/// the most multiply-adds per call, since calls and the loops around them are what costs extra.
/// If nothing fits, all roles stay empty, and the kernel multiplies single elements.
///
/// The batch is one more K, which may have any distance in the inputs but a negative one. It
/// saves loading and storing the tile of C once for each of its indices, and takes room from its rows in
/// the cache, so that only short sums are worth it.
fn multiplication(nest: &Nest, common: usize, target: &Target) -> Result<Nest, NestError> {
    let of_kind = |kind| of_kind(nest, common, kind);
    let (ms, ns, ks) = (of_kind(Kind::M)?, of_kind(Kind::N)?, of_kind(Kind::K)?);
    let fits = |roles: &Roles<'_>| roles.order(nest.main, nest.types).is_ok();
    let mut best = Roles::default();
    // None last: once there is a good kernel, most others are not worth a look.
    for m in some(&ms).chain([None]) {
        for n in some(&ns).chain([None]) {
            let with_k = [None].into_iter().chain(some(&ks)).map(|k| Roles { m, n, k, ..Roles::default() });
            let most = best.work();
            let mut better = with_k.filter(|roles| roles.work() > most).peekable();
            if writes_contiguously(&(m, n))
                && better.peek().is_some()
                && fits(&Roles { m, n, ..Roles::default() })
            {
                best = better.filter(fits).max_by_key(Roles::work).unwrap_or(best);
            }
        }
    }
    let others = free_of(nest, common, Kind::K).filter(|dim| !best.has(dim));
    let longest = BATCHED_VECTORS.saturating_mul(target.core.vector_bytes);
    let bytes_of_sum = |batch: &Dim| {
        let sum = batch.extent.saturating_mul(best.k.map_or(1, |dim| dim.extent));
        sum.saturating_mul(nest.types.accumulator.bytes())
    };
    let short = others.filter(|dim| bytes_of_sum(dim) <= longest);
    let with_batch = short.map(|dim| Roles { batch: Some(dim), ..best }).filter(fits);
    let roles = with_batch.max_by_key(Roles::work).unwrap_or(best);
    let main = if roles.batch.is_some() { Main::Brgemm } else { Main::Gemm };
    let prims = [roles.batch, roles.m, roles.n, roles.k].into_iter().flatten().copied();
    arrange(nest, main, common, prims, |dim| roles.has(dim))
}

/// Chooses a dimension that is kept, contiguous in the output, and one that is folded: the best of
/// those that make a kernel.
fn reduction(nest: &Nest, common: usize, target: &Target) -> Result<Nest, NestError> {
    let (kept, folded) = (kept(nest, common)?, of_kind(nest, common, Kind::K)?);
    let pair = best_pair((nest, target), (Kind::M, pairs(&kept, &folded)), |(m, k)| Roles {
        m,
        k,
        ..Roles::default()
    })?;
    arrange_pair(nest, common, (Kind::M, pair))
}

/// Rows that are contiguous in the input, and columns that are contiguous in the output, if these are
/// others: then it transposes; or else, the best that there are.
pub(super) fn elements(nest: &Nest, common: usize, target: &Target) -> Result<Nest, NestError> {
    arrange_pair(nest, common, (Kind::M, pair_of_elements(nest, common, target)?))
}

/// Where an input takes vectors as they come, two dimensions are never worse than one of them alone.
fn pair_of_elements<'a>(nest: &'a Nest, common: usize, target: &Target) -> Result<Pair<'a>, NestError> {
    let dims = kept(nest, common)?;
    // Of equal pairs the last is taken, which has its rows: they are what vectors run along.
    let alone = some(&dims).map(|n| (None, n)).chain(some(&dims).map(|m| (m, None)));
    let of_two = some(&dims).flat_map(|m| some(&dims).map(move |n| (m, n))).filter(|(m, n)| !same(*m, *n));
    let best = |pairs: &mut dyn Iterator<Item = Pair<'a>>| {
        best_pair((nest, target), (Kind::M, pairs), |(m, n)| Roles { m, n, ..Roles::default() })
    };
    if let Main::Unary(_) = nest.main {
        let of_two = best(&mut of_two.clone())?;
        if of_two.0.is_some() {
            return Ok(of_two);
        }
    }
    best(&mut alone.chain(of_two))
}

/// Candidates among the dimensions of the output, of whatever type. Two of them may be rows and columns, so
/// that the two longest are among these.
fn kept(nest: &Nest, common: usize) -> Result<Candidates<'_>, NestError> {
    let free: Candidates<'_> = try_few(free(nest, common).filter(|dim| dim.kind != Kind::K))?;
    let mut dims = candidates(&free)?;
    let others = free.iter().copied().filter(|dim| !dims.iter().any(|known| core::ptr::eq(*known, *dim)));
    if let Some(longest) = others.max_by_key(|dim| dim.extent) {
        dims.try_push(longest)?;
    }
    Ok(dims)
}

/// Two dimensions for a kernel, or fewer.
type Pair<'a> = (Option<&'a Dim>, Option<&'a Dim>);

/// The dimensions of a pair in a kernel: the first of this type, the second N, unless it is K.
fn prims((first, second): Pair<'_>, kind: Kind) -> (Option<Dim>, Option<Dim>) {
    let as_role = |dim: &Dim, kind| Dim { kind, exec: Exec::Prim, ..*dim };
    let other = |dim: &Dim| if dim.kind == Kind::K { Kind::K } else { Kind::N };
    (first.map(|dim| as_role(dim, kind)), second.map(|dim| as_role(dim, other(dim))))
}

/// The pair of dimensions that makes the kernel which costs the least for each element, of equal ones the
/// last. Of two dimensions, one has to be contiguous in the output.
fn best_pair<'a>(
    (nest, target): (&'a Nest, &Target),
    (kind, pairs): (Kind, impl Iterator<Item = Pair<'a>>),
    roles: impl Fn(Pair<'a>) -> Roles<'a>,
) -> Result<Pair<'a>, NestError> {
    let fits = |pair: &Pair<'a>| roles(*pair).order(nest.main, nest.types).is_ok();
    let mut fitting = pairs.filter(writes_contiguously).filter(fits);
    // Of a single kernel nobody asks the price.
    let Some(only) = fitting.next() else { return Ok((None, None)) };
    let Some(other) = fitting.next() else { return Ok(only) };
    let (mut best, mut least) = ((None, None), f64::INFINITY);
    let mut call = nest.with_dims([])?;
    for pair in [only, other].into_iter().chain(fitting) {
        let (first, second) = prims(pair, kind);
        call.dims.clear();
        call.dims.try_extend([first, second].into_iter().flatten())?;
        let price = Cost::to_compute(&call, target) / roles(pair).work() as f64;
        if price <= least {
            (best, least) = (pair, price);
        }
    }
    Ok(best)
}

/// Whether one dimension of a pair is contiguous in the output. A single one may be columns at any distance.
fn writes_contiguously((first, second): &Pair<'_>) -> bool {
    first.zip(*second).is_none_or(|(first, second)| first.strides.out == 1 || second.strides.out == 1)
}

/// Gives the kernel a pair of dimensions, the first of which becomes `kind`.
fn arrange_pair(nest: &Nest, common: usize, (kind, pair): (Kind, Pair<'_>)) -> Result<Nest, NestError> {
    let (first, second) = prims(pair, kind);
    let is_prim = |dim: &Dim| same(Some(dim), pair.0) || same(Some(dim), pair.1);
    arrange(nest, nest.main, common, [first, second].into_iter().flatten(), is_prim)
}

/// Whether both are that very dimension.
fn same(one: Option<&Dim>, other: Option<&Dim>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if core::ptr::eq(one, other))
}

/// Candidates among the undecided dimensions of a type.
fn of_kind(nest: &Nest, common: usize, kind: Kind) -> Result<Candidates<'_>, NestError> {
    let free: Candidates<'_> = try_few(free_of(nest, common, kind))?;
    candidates(&free)
}

/// Those that are contiguous in an operand, and the longest.
fn candidates<'a>(free: &[&'a Dim]) -> Result<Candidates<'a>, NestError> {
    let mut dims = Candidates::new();
    let mut add = |dim: &'a Dim| match dims.iter().any(|known| core::ptr::eq(*known, dim)) {
        true => Ok(()),
        false => dims.try_push(dim),
    };
    for operand in Operand::ALL {
        free.iter().filter(|dim| *dim.strides.get(operand) == 1).try_for_each(|dim| add(dim))?;
    }
    free.iter().max_by_key(|dim| dim.extent).map_or(Ok(()), |dim| add(dim))?;
    Ok(dims)
}

/// Some candidates, each as what takes a role.
fn some<'l, 'a>(dims: &'l [&'a Dim]) -> impl Iterator<Item = Option<&'a Dim>> + Clone + 'l {
    dims.iter().copied().map(Some)
}

/// All pairs of some candidates, or of one alone.
fn pairs<'l, 'a>(first: &'l [&'a Dim], second: &'l [&'a Dim]) -> impl Iterator<Item = Pair<'a>> + 'l {
    let or_none = |dims| [None].into_iter().chain(some(dims));
    or_none(first).flat_map(move |one| or_none(second).map(move |other| (one, other)))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::disallowed_macros, reason = "tests may panic and allocate")]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn side_by_side_is_never_dearer_than_one_by_one() {
        let extents =
            (0..4000usize).map(|nth| [2 + nth % 7, 2 + nth / 7 % 13, 1 + nth / 91 % 11, 1 + nth * nth % 29]);
        for ([c, m, n, k], dtype) in extents.flat_map(|extents| [(extents, "f32"), (extents, "f64")]) {
            let text = std::format!(
                "nest {dtype} contraction\nc undefined {c} 1 1 1\nm undefined {m} {} 0 {}
                n undefined {n} 0 {c} {c}\nk undefined {k} {c} {} 0",
                c * k,
                c * n,
                c * n,
            );
            let nest: Nest = text.parse().unwrap();
            let tiles = side_by_side(&nest, 0).unwrap().unwrap();
            let multiplied = multiplication(&nest, 0, &Target::named("neoverse-v2").unwrap()).unwrap();
            for target in Target::all() {
                let [tiles, multiplied] = [&tiles, &multiplied].map(|nest| Cost::to_compute(nest, &target));
                assert!(tiles <= multiplied, "{}: {tiles} and {multiplied} for {text}", target.core.name);
            }
        }
    }
}
