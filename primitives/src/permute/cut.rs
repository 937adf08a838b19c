//! How a block is cut into parts that are moved alike.
//!
//! Tests: below, `tests/tests/primitives_permute.rs`.

use crate::address::bytes;
use crate::square;
use tensmith_core::DType;
use tensmith_core::kernel::spec::{Moved, PermuteSpec};

/// The dimensions of a block; those without any index more are `None`.
type Dims = [Option<Moved>; PermuteSpec::MOST_DIMS];

/// What is moved at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// As many neighbours.
    Run(usize),
    /// A rectangle, which is transposed.
    Rectangle {
        /// How many rows it has, which are contiguous in the input.
        rows: usize,
        /// How many columns, which are so in the output.
        columns: usize,
    },
}

/// A block as parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The type as which elements are moved.
    pub(super) dtype: DType,
    pub(super) part: Part,
    /// The dimensions from part to part.
    outer: Dims,
    /// The dimensions from row to row of a rectangle, and along its rows.
    rows: Dims,
    columns: Dims,
}

impl Block {
    /// The parts of a block on a machine whose vectors have these lanes of FP32 and of FP64.
    pub(super) fn of(spec: &PermuteSpec, lanes: [usize; 2]) -> Self {
        let mut dims: Dims = [None; PermuteSpec::MOST_DIMS];
        dims.iter_mut().zip(spec.dims()).for_each(|(place, dim)| *place = Some(dim));
        let (dtype, dims) = match paired(&dims).filter(|_| spec.dtype() == DType::F32) {
            Some(pairs) => (DType::F64, pairs),
            None => (spec.dtype(), dims),
        };
        let [single, double] = lanes;
        let lanes = if dtype == DType::F32 { single } else { double };
        let whole = Self { dtype, part: Part::Run(1), outer: dims, rows: NO_DIMS, columns: NO_DIMS };
        if let Some(run) = dims.iter().flatten().find(|dim| stays(dim)) {
            return Self { part: Part::Run(run.extent), outer: without(&dims, stays), ..whole };
        }
        whole.rectangles(lanes.min(square::MOST)).unwrap_or(whole)
    }

    /// The same as rectangles of at most `most` rows and columns, the largest that its dimensions make.
    fn rectangles(&self, most: usize) -> Option<Self> {
        let columns = along(&self.outer, most, |dim| dim.step_in);
        let rows = along(&self.outer, most, |dim| dim.step_out);
        let of = |height: usize, width: usize| {
            let (rows, columns) = (first(&rows, height), first(&columns, width));
            let are_apart = !rows.iter().flatten().any(|dim| columns.contains(&Some(*dim)));
            are_apart.then_some((rows, columns))
        };
        let counts = || 1..=PermuteSpec::MOST_DIMS;
        let all = counts().flat_map(|rows| counts().map(move |columns| (rows, columns)));
        let apart = all.filter_map(|(rows, columns)| of(rows, columns));
        let (rows, columns) =
            apart.max_by_key(|(rows, columns)| indices(rows).saturating_mul(indices(columns)))?;
        let part = Part::Rectangle { rows: indices(&rows), columns: indices(&columns) };
        let is_in = |dims: &Dims, dim: &Moved| dims.contains(&Some(*dim));
        let outer = without(&self.outer, |dim| is_in(&rows, dim) || is_in(&columns, dim));
        let is_worth_it = indices(&rows) > 1 && indices(&columns) > 1;
        is_worth_it.then(|| Self { part, outer, rows, columns, ..self.clone() })
    }

    /// How many parts there are.
    pub(super) fn parts(&self) -> usize {
        indices(&self.outer)
    }

    /// Where each part begins in the input and in the output, in elements.
    pub(super) fn places(&self) -> impl Iterator<Item = [usize; 2]> {
        places(self.outer)
    }

    /// Where the rows of a rectangle begin in the input, in elements from its own beginning.
    pub(super) fn rows(&self) -> impl Iterator<Item = usize> {
        places(self.rows).map(|[from, _]| from)
    }

    /// Where the columns of a rectangle begin in the output.
    pub(super) fn columns(&self) -> impl Iterator<Item = usize> {
        places(self.columns).map(|[_, to]| to)
    }

    /// The distance of some elements, in bytes.
    pub(super) fn bytes(&self, elements: usize) -> i64 {
        bytes(elements, self.dtype)
    }
}

const NO_DIMS: Dims = [None; PermuteSpec::MOST_DIMS];

/// Whether neighbours along a dimension stay neighbours.
const fn stays(dim: &Moved) -> bool {
    dim.step_in == 1 && dim.step_out == 1
}

fn without(dims: &Dims, is_left_out: impl Fn(&Moved) -> bool) -> Dims {
    dims.map(|dim| dim.filter(|dim| !is_left_out(dim)))
}

/// The same block of pairs, if all neighbours that make a pair stay together.
fn paired(dims: &Dims) -> Option<Dims> {
    let run = dims.iter().flatten().find(|dim| stays(dim))?;
    let is_even = |dim: &Moved| stays(dim) || dim.step_in % 2 == 0 && dim.step_out % 2 == 0;
    let halved = |dim: Moved| match stays(&dim) {
        true => Moved { extent: dim.extent / 2, ..dim },
        false => Moved { step_in: dim.step_in / 2, step_out: dim.step_out / 2, ..dim },
    };
    let are_pairs = run.extent % 2 == 0 && dims.iter().flatten().all(is_even);
    are_pairs.then(|| dims.map(|dim| dim.map(halved).filter(|dim| dim.extent > 1)))
}

/// The dimensions along which at most `most` elements are contiguous, the contiguous one first.
fn along(dims: &Dims, most: usize, step: impl Fn(&Moved) -> usize) -> Dims {
    let (mut along, mut reached) = (NO_DIMS, 1usize);
    for place in &mut along {
        let Some(next) = dims.iter().flatten().find(|dim| step(dim) == reached) else { break };
        reached = reached.saturating_mul(next.extent);
        if reached > most {
            break;
        }
        *place = Some(*next);
    }
    along
}

/// The first of some dimensions, and no others.
fn first(dims: &Dims, count: usize) -> Dims {
    let mut first = *dims;
    first.iter_mut().skip(count).for_each(|dim| *dim = None);
    first
}

fn indices(dims: &Dims) -> usize {
    dims.iter().flatten().fold(1, |indices, dim| indices.saturating_mul(dim.extent))
}

/// Where each index of some dimensions is in the input and in the output, those of the first dimension first.
fn places(dims: Dims) -> impl Iterator<Item = [usize; 2]> {
    (0..indices(&dims)).map(move |number| {
        let (mut left, mut at) = (number, [0usize; 2]);
        for Moved { extent, step_in, step_out } in dims.into_iter().flatten() {
            let index = left.checked_rem(extent).unwrap_or(0);
            left = left.checked_div(extent).unwrap_or(0);
            let [from, to] = at;
            at = [
                from.saturating_add(index.saturating_mul(step_in)),
                to.saturating_add(index.saturating_mul(step_out)),
            ];
        }
        at
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn block(dtype: DType, dims: &[[usize; 3]]) -> Block {
        let dims = dims.iter().map(|[extent, step_in, step_out]| Moved {
            extent: *extent,
            step_in: *step_in,
            step_out: *step_out,
        });
        Block::of(&PermuteSpec::new(dtype, dims).unwrap(), [16, 8])
    }

    #[test]
    fn the_way_depends_on_what_is_contiguous() {
        let of = |dtype, dims: &[[usize; 3]]| {
            let block = block(dtype, dims);
            (block.dtype, block.part, block.parts())
        };
        let (f32, f64) = (DType::F32, DType::F64);
        let rectangle = |rows, columns| Part::Rectangle { rows, columns };
        // Neighbours stay: as they are, or by pairs.
        assert_eq!(of(f32, &[[3, 1, 1], [2, 3, 30]]), (f32, Part::Run(3), 2));
        assert_eq!(of(f32, &[[4, 1, 1], [2, 6, 30], [2, 100, 4]]), (f64, Part::Run(2), 4));
        assert_eq!(of(f32, &[[2, 1, 1], [2, 5, 30]]), (f32, Part::Run(2), 2));
        // Pairs have a rectangle of their own.
        assert_eq!(of(f32, &[[2, 1, 1], [2, 2, 64], [2, 64, 2]]), (f64, rectangle(2, 2), 1));
        // Rectangles of one dimension of either, and of two.
        assert_eq!(of(f32, &[[4, 1, 100], [4, 50, 1], [3, 7, 40]]), (f32, rectangle(4, 4), 3));
        assert_eq!(of(f32, &[[2, 1, 100], [2, 2, 7], [2, 50, 1], [2, 99, 2]]), (f32, rectangle(4, 4), 1));
        // Nothing of that.
        assert_eq!(of(f64, &[[3, 1, 100], [3, 50, 2]]), (f64, Part::Run(1), 9));
        assert_eq!(of(f64, &[[3, 1, 100], [3, 50, 1]]), (f64, rectangle(3, 3), 1));
        // As much as vectors hold, and no dimension for both.
        assert_eq!(of(f64, &[[4, 1, 100], [3, 4, 400], [3, 50, 1]]), (f64, rectangle(3, 4), 3));
        assert_eq!(of(f64, &[[4, 1, 3], [3, 4, 1], [2, 12, 12]]), (f64, rectangle(3, 4), 2));
        assert_eq!(of(f64, &[]), (f64, Part::Run(1), 1));
    }
}
