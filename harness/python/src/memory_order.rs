//! The order of a new result in memory: near to that of the operands, as numpy's iterators choose it.
//!
//! Problem: numpy's `order='K'` keeps the order of the operands "as closely as possible", and programs rely
//! on what that is. Idea: of two indices, that one is nearer to the end of memory whose stride is shorter,
//! in the first operand that has both; C order where no operand says. Indices are inserted one
//! after another from the last on, each before those that it has to be outside of. What results need not
//! be sorted where operands contradict each other; it is what numpy does.
//!
//! Tests: `harness/python/tests/test_layouts.py`.

use numpy::npyffi::npy_intp;
use tensmith_core::einsum::{Name, Resolved};

/// The strides of each operand along each index, in bytes; 0 where it has not the index, or does not move.
fn strides_of(resolved: &Resolved, operands: &[&[npy_intp]]) -> Vec<Vec<npy_intp>> {
    let of_index = |index: usize| {
        let along = resolved.inputs().iter().zip(operands).map(|(axes, strides)| {
            let moves = axes.iter().zip(*strides);
            let moves = moves.filter(|(axis, _)| axis.index == index && !axis.is_repeated);
            moves.map(|(_, stride)| *stride).sum()
        });
        along.collect()
    };
    let extent = |index: usize| resolved.indices().get(index).map_or(0, |index| index.extent);
    let all = 0..resolved.indices().len();
    all.map(|index| if extent(index) == 1 { vec![0; operands.len()] } else { of_index(index) }).collect()
}

/// Whether an index belongs further out than another that comes later in the expression; nothing where no
/// operand has both.
fn is_outside(index: &[npy_intp], later: &[npy_intp]) -> Option<bool> {
    let both = index.iter().zip(later).filter(|(one, other)| **one != 0 && **other != 0);
    let mut votes = both.map(|(one, other)| one.unsigned_abs() >= other.unsigned_abs());
    let first = votes.next()?;
    // Where operands contradict each other, the expression's order wins.
    Some(first || votes.any(|vote| vote))
}

/// Returns the indices of an expression as numpy lists them: the output's, then the summed ones by letter.
fn listed(resolved: &Resolved) -> Vec<usize> {
    let outputs = resolved.output().len();
    let letter = |index: &usize| match resolved.indices().get(*index).map(|index| index.name) {
        Some(Name::Label(letter)) => Some(letter),
        _ => None,
    };
    let mut summed: Vec<usize> = (outputs..resolved.indices().len()).collect();
    summed.sort_by_key(letter);
    (0..outputs).chain(summed).collect()
}

/// Returns the indices of an expression, given as numpy lists them, from the innermost to the outermost.
fn inner_first(listed: &[usize], strides: &[Vec<npy_intp>]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(listed.len());
    for index in listed.iter().copied().rev() {
        let mut place = order.len();
        for (before, later) in order.iter().enumerate().rev() {
            match is_outside(&strides[index], &strides[*later]) {
                Some(true) => break,
                Some(false) => place = before,
                None => {}
            }
        }
        order.insert(place, index);
    }
    order
}

/// Returns the strides of a dense result that keeps the order of operands with these strides, in bytes.
pub(crate) fn kept(resolved: &Resolved, operands: &[&[npy_intp]], size: npy_intp) -> Box<[npy_intp]> {
    let output = resolved.output();
    let order = inner_first(&listed(resolved), &strides_of(resolved, operands));
    let shape: Vec<_> = output.iter().map(|index| index.extent as npy_intp).collect();
    dense(&shape, order, size)
}

/// Returns the strides of a dense array, whose indices are given from the innermost to the outermost. Numbers
/// of indices that it has not are passed over.
pub(crate) fn dense(
    shape: &[npy_intp],
    order: impl IntoIterator<Item = usize>,
    size: npy_intp,
) -> Box<[npy_intp]> {
    let mut strides = vec![0; shape.len()];
    let mut stride = size;
    for index in order {
        if let (Some(place), Some(extent)) = (strides.get_mut(index), shape.get(index)) {
            *place = stride;
            stride *= (*extent).max(1);
        }
    }
    strides.into()
}

/// Whether a dense array has so few bytes that addresses can count them.
pub(crate) fn is_addressable(shape: &[npy_intp], size: npy_intp) -> bool {
    shape.iter().try_fold(size, |bytes, extent| bytes.checked_mul((*extent).max(1))).is_some()
}
