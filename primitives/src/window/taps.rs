//! The windows of a tile over a row of taps, as sets of places.
//!
//! Windows overlap where one's tap is at the place of another's. Places are counted in the greatest unit in
//! which all of them are whole numbers, so that a set is the bits of a number: how many elements are loaded,
//! and which windows have each in them, are questions of a few instructions.
//!
//! The greatest (or least) of a row of taps takes fewer operations by doubling: that of two neighbouring
//! taps, of four, of eight, each found from two of the set before, are shared by all windows that have them
//! in them. The last step joins two that may overlap, which neither changes (van Herk, "A fast algorithm for
//! local minimum and maximum filters on rectangular and octagonal kernels", 1992, shares them in blocks, for
//! windows of any length).
//!
//! Tests: below, `tests/tests/primitives_window.rs`.

use core::ops::Range;

/// The places that a tile may have, and what counts them.
pub(super) type Places = u128;

/// The most steps of doubling, and the most taps of a row, of which fewer are left to the last step.
pub(super) const MOST_STEPS: usize = 4;
pub(super) const MOST_TAPS: usize = 1 << MOST_STEPS;

/// Some windows, of some taps each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taps {
    pub(super) windows: usize,
    pub(super) taps: usize,
    /// Elements from a place to the next.
    unit: usize,
    /// Places from a window to the next, and from a tap to the next.
    window: usize,
    tap: usize,
    /// The first places of all windows.
    firsts: Places,
    /// Where runs begin that later steps need, of two to the power of each step taps.
    runs: [Places; MOST_STEPS + 1],
}

impl Taps {
    /// The taps of some windows at these distances, in elements; none where they have too many places.
    pub(super) fn new((windows, window): (usize, usize), (taps, tap): (usize, usize)) -> Option<Self> {
        let window = if windows > 1 { window } else { 0 };
        let tap = if taps > 1 { tap } else { 0 };
        let unit = common_divisor(window, tap);
        let [window, tap] = [window, tap].map(|distance| distance.checked_div(unit).unwrap_or(0));
        let across = windows.checked_sub(1)?.checked_mul(window)?;
        let last = taps.checked_sub(1)?.checked_mul(tap)?.checked_add(across)?;
        if last >= Places::BITS as usize || taps > MOST_TAPS {
            return None;
        }
        let firsts = (0..windows).fold(0, |set, nth| set | one(nth.saturating_mul(window)));
        let mut of = Self { windows, taps, unit, window, tap, firsts, runs: [0; MOST_STEPS + 1] };
        let mut set = firsts | of.moved(firsts, of.left());
        for step in (0..=of.steps()).rev() {
            if let Some(runs) = of.runs.get_mut(step) {
                *runs = set;
            }
            set |= of.moved(set, 1 << step >> 1);
        }
        Some(of)
    }

    /// Elements from the first place to another.
    pub(super) fn elements(&self, place: usize) -> usize {
        place.saturating_mul(self.unit)
    }

    /// The places of a set, each that many taps on.
    fn moved(&self, set: Places, taps: usize) -> Places {
        let by = u32::try_from(taps.saturating_mul(self.tap)).unwrap_or(u32::MAX);
        set.checked_shl(by).unwrap_or(0)
    }

    /// The places of all taps.
    pub(super) fn all(&self) -> Places {
        (0..self.taps).fold(0, |set, tap| set | self.moved(self.firsts, tap))
    }

    /// The windows that have a place in them, each with the number of its tap there.
    pub(super) fn at(self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..self.taps).flat_map(move |tap| {
            let first = place.checked_sub(self.far(tap));
            first.map_or(0..0, |first| self.beginning(first)).map(move |window| (window, tap))
        })
    }

    /// The windows whose first tap is at a place: one at most, unless all are at the same.
    fn beginning(&self, first: usize) -> Range<usize> {
        match (first.checked_div(self.window), first.checked_rem(self.window)) {
            (Some(window), Some(0)) if window < self.windows => window..window.saturating_add(1),
            (None, _) if first == 0 => 0..self.windows,
            _ => 0..0,
        }
    }

    /// Returns the number of steps in which two to the power of their number of taps are joined.
    pub(super) fn steps(&self) -> usize {
        self.taps.checked_ilog2().unwrap_or(0) as usize
    }

    /// Returns the number of taps that are not in what the steps join.
    fn left(&self) -> usize {
        self.taps.saturating_sub(1 << self.steps())
    }

    /// Where runs begin, of two to the power of `step` taps, that later steps need.
    pub(super) fn runs(&self, step: usize) -> Places {
        self.runs.get(step).copied().unwrap_or(0)
    }

    /// The run of a step that ends at a place.
    pub(super) fn run_ending(&self, place: usize, step: usize) -> Option<usize> {
        let first = place.checked_sub(self.far((1 << step) - 1))?;
        (self.runs(step) & one(first) != 0).then_some(first)
    }

    /// Where the second half of a run begins.
    pub(super) fn half(&self, first: usize, step: usize) -> usize {
        first.saturating_add(self.far(1 << step.saturating_sub(1)))
    }

    /// Where the run begins that completes the one at the beginning of a window; the same one,
    /// where that is whole.
    pub(super) fn completing(&self, first: usize) -> usize {
        first.saturating_add(self.far(self.left()))
    }

    /// Places across some taps.
    fn far(&self, taps: usize) -> usize {
        taps.saturating_mul(self.tap)
    }

    /// The windows whose last tap is at a place, each with the place of the first.
    pub(super) fn ending(self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        let first = place.checked_sub(self.far(self.taps.saturating_sub(1)));
        let windows = first.map_or(0..0, |first| self.beginning(first));
        windows.map(move |window| (window, first.unwrap_or(0)))
    }

    /// Operations that fold all windows tap by tap.
    pub(super) fn one_by_one(&self) -> usize {
        self.windows.saturating_mul(self.taps.saturating_sub(1))
    }

    /// Operations that do so by doubling.
    pub(super) fn by_doubling(&self) -> usize {
        let joined: u32 = (1..=self.steps()).map(|step| self.runs(step).count_ones()).sum();
        let last = if self.left() > 0 { self.windows } else { 0 };
        last.saturating_add(joined as usize)
    }

    /// Windows that are neither untouched nor complete at once, at most.
    pub(super) fn open(&self) -> usize {
        let length = self.far(self.taps.saturating_sub(1)).saturating_add(1);
        let open = length
            .checked_add(self.window.saturating_sub(1))
            .and_then(|length| length.checked_div(self.window));
        open.unwrap_or(self.windows).min(self.windows)
    }

    /// Vectors that doubling keeps at once, at most: runs that are made and will be joined
    /// with one that is not.
    pub(super) fn kept(&self) -> usize {
        let kept_at = |place| (0..=self.steps()).map(|step| self.kept_of(step, place)).sum();
        places(self.runs(0)).map(kept_at).max().unwrap_or(0)
    }

    /// Vectors that doubling keeps of a step, when all up to a place is loaded.
    fn kept_of(&self, step: usize, place: usize) -> usize {
        let (joined, taps) = match step == self.steps() {
            true => (self.firsts, self.taps),
            false => (self.runs(step.saturating_add(1)), 2 << step),
        };
        let ended = |taps: usize| place.checked_sub(self.far(taps.saturating_sub(1))).map_or(0, up_to);
        (self.runs(step) & joined & ended(1 << step) & !ended(taps)).count_ones() as usize
    }
}

/// The places in a set, from the first.
pub(super) fn places(set: Places) -> impl Iterator<Item = usize> {
    (0..Places::BITS as usize).filter(move |place| set & one(*place) != 0)
}

/// The set of all places up to one.
fn up_to(place: usize) -> Places {
    one(place) | one(place).wrapping_sub(1)
}

/// The set of one place.
fn one(place: usize) -> Places {
    u32::try_from(place).ok().and_then(|place| Places::checked_shl(1, place)).unwrap_or(0)
}

/// The greatest common divisor (Euclid); that of zero and a number is the number.
fn common_divisor(mut a: usize, mut b: usize) -> usize {
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

#[cfg(test)]
#[expect(clippy::indexing_slicing, clippy::disallowed_methods, reason = "tests may panic and allocate")]
mod tests {
    extern crate std;
    use super::*;
    use alloc::collections::BTreeMap;
    use std::vec::Vec;

    fn all() -> impl Iterator<Item = Taps> {
        let extents = (1..9).flat_map(|windows| (1..=MOST_TAPS).map(move |taps| (windows, taps)));
        let distances = [(0, 0), (0, 3), (5, 0), (32, 32), (64, 32), (3, 6), (2, 3), (96, 32)];
        extents.flat_map(move |(windows, taps)| {
            distances.into_iter().filter_map(move |(window, tap)| Taps::new((windows, window), (taps, tap)))
        })
    }

    #[test]
    fn each_tap_is_at_its_place() {
        let mut count = 0;
        for taps in all() {
            count += 1;
            let found: Vec<_> =
                places(taps.all()).flat_map(|place| taps.at(place).map(move |at| (place, at))).collect();
            assert_eq!(found.len(), taps.windows * taps.taps, "{taps:?}");
            for (place, (window, tap)) in found {
                assert_eq!(place, window * taps.window + tap * taps.tap, "{taps:?}");
            }
        }
        assert!(count > 500);
    }

    /// Runs that are made of two, as the generator does, have just the taps of each window in them.
    #[test]
    fn doubling_covers_each_window() {
        for taps in all().filter(|taps| taps.taps > 1) {
            let mut runs: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
            let mut operations = 0;
            for place in places(taps.runs(0)) {
                runs.insert((0, place), Vec::from([place]));
                for step in 1..=taps.steps() {
                    let Some(first) = taps.run_ending(place, step) else { continue };
                    let halves = [first, taps.half(first, step)];
                    let joined = halves.iter().flat_map(|half| runs[&(step - 1, *half)].clone()).collect();
                    runs.insert((step, first), joined);
                    operations += 1;
                }
                for (_, first) in taps.ending(place) {
                    let both = [first, taps.completing(first)]
                        .map(|run| runs[&(taps.steps(), run)].clone())
                        .concat();
                    let expected: Vec<_> = (0..taps.taps).map(|tap| first + tap * taps.tap).collect();
                    assert!(expected.iter().all(|place| both.contains(place)), "{taps:?}");
                    assert!(both.iter().all(|place| expected.contains(place)), "{taps:?}");
                    operations += usize::from(taps.completing(first) != first);
                }
            }
            assert!(operations <= taps.by_doubling(), "{taps:?}: {operations}");
        }
    }

    #[test]
    fn what_is_too_far_apart_has_no_set() {
        assert_eq!(Taps::new((2, 128), (2, 1)), None);
        assert_eq!(Taps::new((2, usize::MAX), (3, usize::MAX - 1)), None);
        assert!(Taps::new((2, usize::MAX), (1, 0)).is_some());
    }
}
