//! A matrix in memory as runs of neighbouring elements: how far it reaches, and whether two of them
//! share an element.
//!
//! Parts of one larger matrix lie between each other's columns without sharing anything, so whether
//! the first and last addresses of two matrices cross says too little. Where they do cross, each run of
//! one is compared with the only run of the other that can meet it: that costs a division for each.
//!
//! Tests: below, `tests/tests/harness_gemm.rs`.

use tensmith_core::kernel::spec::Matrix;

/// `count` runs of `len` units that begin `step` units apart. Where there are several, `step` is at
/// least `len`; else it is `len`, as a leading dimension of one column means nothing and may be huge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Runs {
    len: usize,
    count: usize,
    step: usize,
}

impl Runs {
    /// Those of a matrix of a valid specification, in elements.
    pub(super) fn of(matrix: Matrix, rows: usize, columns: usize) -> Self {
        let (len, count) = matrix.extents(rows, columns);
        Self { len, count, step: matrix.ld.known().filter(|_| count > 1).unwrap_or(len) }
    }

    /// The same where an element has `size` units.
    pub(super) fn scaled(self, size: usize) -> Self {
        Self { len: self.len * size, count: self.count, step: self.step * size }
    }

    /// Units from the first to the last.
    pub(super) fn span(self) -> usize {
        if self.len == 0 || self.count == 0 { 0 } else { (self.count - 1) * self.step + self.len }
    }

    /// Number of units.
    pub(super) fn elements(self) -> usize {
        self.len * self.count
    }

    /// The place of each unit, run by run.
    pub(super) fn places(self) -> impl Iterator<Item = usize> {
        (0..self.count).flat_map(move |run| (0..self.len).map(move |nth| run * self.step + nth))
    }

    /// Whether a matrix that begins at one place shares a unit with another at another place.
    pub(super) fn meet((first, runs): (usize, Self), (other_first, others): (usize, Self)) -> bool {
        let (end, other_end) = (first + runs.span(), other_first + others.span());
        if first == end || other_first == other_end || end <= other_first || other_end <= first {
            return false;
        }
        (0..runs.count).any(|nth| others.touched(other_first, first + nth * runs.step, runs.len))
    }

    /// Whether one of the runs, which begin at `first`, has a unit from `start` on, within `len`.
    fn touched(self, first: usize, start: usize, len: usize) -> bool {
        // The first run that ends after `start` is the only one that has to be looked at: the later
        // ones begin later.
        let behind = (start + 1).saturating_sub(first + self.len);
        let nth = if behind == 0 { 0 } else { behind.div_ceil(self.step) };
        nth < self.count && first + nth * self.step < start + len
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn units(first: usize, runs: Runs) -> HashSet<usize> {
        let starts = (0..runs.count).map(|nth| first + nth * runs.step);
        starts.flat_map(|start| start..start + runs.len).collect()
    }

    #[test]
    fn two_matrices_meet_where_they_share_a_unit() {
        let shapes =
            |step| (0..=3.min(step)).flat_map(move |len| [0, 1, 3].map(|count| Runs { len, count, step }));
        let all: Vec<Runs> = (1..=5).flat_map(shapes).collect();
        let (mut shared, mut crossing) = (0, 0);
        for (x, y) in all.iter().flat_map(|x| all.iter().map(move |y| (*x, *y))) {
            for at in 0..32 {
                let is_shared = !units(16, x).is_disjoint(&units(at, y));
                assert_eq!(Runs::meet((16, x), (at, y)), is_shared, "{x:?} at 16, {y:?} at {at}");
                shared += usize::from(is_shared);
                let crosses = at < 16 + x.span() && 16 < at + y.span();
                crossing += usize::from(crosses && x.span() > 0 && y.span() > 0 && !is_shared);
            }
        }
        assert!(shared > 500 && crossing > 500, "{shared} meet, {crossing} only cross");
    }
}
