//! Orders the loops around a kernel, by what its operands cost to fetch.
//!
//! Loops of one type keep their order by stride, the longest outside: so neighbours in memory are
//! neighbours in time. What is left are the orders of the types, of which there are few, each with a price
//! ([`Cost`]); C dimensions are outermost, since nothing is used again from one of their indices to the next.

use super::{Context, each};
use crate::fallible::{sorted, try_collect};
use crate::tensor::cost::Cost;
use crate::tensor::nest::{Dim, Exec, Kind, Nest, PerOperand};
use crate::tensor::sequence::Sequence;
use crate::tensor::verify::NestError;
use core::cmp::Reverse;

const ORDERS: [[Kind; 4]; 6] = {
    use Kind::{C, K, M, N};
    [[C, M, N, K], [C, N, M, K], [C, M, K, N], [C, N, K, M], [C, K, M, N], [C, K, N, M]]
};

/// Puts the sequential loops of contractions into the cheapest of some orders; of equal ones, the one with
/// the sums innermost.
pub(super) fn order(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each(sequence, |nest, common| {
        let mut best: Option<(f64, Nest)> = None;
        for order in ORDERS {
            let ordered = in_order(&nest, common, order)?;
            let cost = Cost::of(&ordered, context.target).total();
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, ordered));
            }
        }
        Ok(best.map_or(nest, |(_, nest)| nest))
    })
}

fn in_order(nest: &Nest, common: usize, order: [Kind; 4]) -> Result<Nest, NestError> {
    let (before, rest) = nest.dims.split_at_checked(common).unwrap_or((&nest.dims, &[]));
    let is_loop = |dim: &Dim| matches!(dim.exec, Exec::Seq | Exec::Undefined);
    let shared = rest.iter().filter(|dim| dim.exec == Exec::Shared);
    let prims = rest.iter().filter(|dim| dim.exec == Exec::Prim);
    let place = |dim: &Dim| order.iter().position(|kind| *kind == dim.kind);
    let reach = |dim: &Dim| {
        let PerOperand { in0, in1, out } = dim.strides.map(isize::unsigned_abs);
        Reverse(out.max(in0).max(in1))
    };
    let loops = rest.iter().enumerate().filter(|(_, dim)| is_loop(dim));
    let keys = sorted(try_collect(loops.map(|(number, dim)| (place(dim), reach(dim), number)))?);
    let loops = keys.iter().filter_map(|(_, _, number)| rest.get(*number));
    let dims = before.iter().chain(shared).chain(loops).chain(prims).copied();
    Ok(nest.try_clone()?.with_dims(dims)?)
}
