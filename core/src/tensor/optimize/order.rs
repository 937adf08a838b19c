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
use alloc::vec::Vec;
use core::cmp::Reverse;

const ORDERS: [[Kind; 4]; 6] = {
    use Kind::{C, K, M, N};
    [[C, M, N, K], [C, N, M, K], [C, M, K, N], [C, N, K, M], [C, K, M, N], [C, K, N, M]]
};

/// Puts the sequential loops of contractions into the cheapest of some orders; of equal ones, the one with
/// the sums innermost.
pub(super) fn order(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each(sequence, |nest, common| {
        let loops = loops(nest, common)?;
        if loops.len() < 2 {
            return Ok(());
        }
        let mut cheapest = (f64::INFINITY, ORDERS[0]);
        for order in ORDERS {
            arrange(nest, common, &loops, order);
            let cost = Cost::of(nest, context.target).total();
            if cost < cheapest.0 {
                cheapest = (cost, order);
            }
        }
        arrange(nest, common, &loops, cheapest.1);
        Ok(())
    })
}

/// The loops that may change places, those that move the furthest first.
fn loops(nest: &Nest, common: usize) -> Result<Vec<Dim>, NestError> {
    let reach = |dim: &Dim| {
        let PerOperand { in0, in1, out } = dim.strides.map(isize::unsigned_abs);
        Reverse(out.max(in0).max(in1))
    };
    let loops = nest.dims.iter().enumerate().skip(common).filter(|(_, dim)| is_loop(dim));
    let keys = sorted(try_collect(loops.map(|(number, dim)| (reach(dim), number)))?);
    Ok(try_collect(keys.iter().filter_map(|(_, number)| nest.dims.get(*number).copied()))?)
}

/// Puts the loops, which follow each other, into an order of types.
fn arrange(nest: &mut Nest, common: usize, loops: &[Dim], order: [Kind; 4]) {
    let places = nest.dims.iter_mut().skip(common).skip_while(|dim| !is_loop(dim));
    let of_kind = |kind: Kind| loops.iter().filter(move |dim| dim.kind == kind);
    for (place, dim) in places.zip(order.into_iter().flat_map(of_kind)) {
        *place = *dim;
    }
}

fn is_loop(dim: &Dim) -> bool {
    matches!(dim.exec, Exec::Seq | Exec::Undefined)
}
