//! The taps of a row, for all windows of a tile and a vector of lanes: each element is loaded once.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use super::partial::Partial;
use super::rows::Rows;
use super::taps::{MOST_STEPS, Places, Taps, places};
use crate::address::bytes;
use crate::reduce::fold::Terms;
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::try_filled;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Lanes, Vector};

/// The windows of a tile in one vector of lanes.
pub(super) struct Row<'t> {
    pub(super) taps: Taps,
    pub(super) terms: Terms,
    /// The vector, from the first element of the tile, in bytes.
    pub(super) part: (i64, Lanes),
    /// A result for each window.
    pub(super) results: &'t mut [Partial],
}

/// What follows when a window has all of its taps.
pub(super) trait Complete {
    /// Takes the result of a window.
    fn complete(&mut self, builder: &mut Builder, window: usize, result: Partial) -> Result<(), OutOfMemory>;
}

impl Row<'_> {
    /// Adds the taps of all windows, one by one; with weights, where there are any.
    pub(super) fn one_by_one(
        self,
        builder: &mut Builder,
        mut input: Rows<'_>,
        weights: &[Vector],
        done: &mut dyn Complete,
    ) -> Result<(), OutOfMemory> {
        for place in places(self.taps.all()) {
            let x = self.load(builder, &mut input, place)?;
            for (window, tap) in self.taps.at(place) {
                let Some(result) = self.results.get_mut(window) else { continue };
                result.add(builder, &self.terms, (x, weights.get(tap).copied().unwrap_or(x)))?;
            }
            for (window, _) in self.taps.ending(place) {
                if let Some(result) = self.results.get(window) {
                    done.complete(builder, window, *result)?;
                }
            }
        }
        Ok(())
    }

    /// Folds the taps of all windows by doubling.
    pub(super) fn by_doubling(
        self,
        builder: &mut Builder,
        mut input: Rows<'_>,
        done: &mut dyn Complete,
    ) -> Result<(), OutOfMemory> {
        let (taps, terms) = (self.taps, &self.terms);
        let mut runs = Runs(Vec::new());
        for place in places(taps.runs(0)) {
            let x = self.load(builder, &mut input, place)?;
            runs.keep(0, place, x)?;
            for step in 1..=taps.steps() {
                let Some(first) = taps.run_ending(place, step) else { continue };
                let joined = runs.joined(builder, terms, step - 1, [first, taps.half(first, step)])?;
                runs.keep(step, first, joined)?;
            }
            for (window, first) in taps.ending(place) {
                let halves = [first, taps.completing(first)];
                let whole = runs.joined(builder, terms, taps.steps(), halves)?;
                let Some(result) = self.results.get_mut(window) else { continue };
                result.join(builder, terms, whole)?;
                done.complete(builder, window, *result)?;
            }
        }
        Ok(())
    }

    fn load(&self, builder: &mut Builder, input: &mut Rows<'_>, place: usize) -> Result<Vector, OutOfMemory> {
        let (start, lanes) = self.part;
        input.load(builder, bytes(self.taps.elements(place), lanes.dtype).saturating_add(start), lanes)
    }
}

/// The folds of runs of taps, step after step, by the places where they begin.
struct Runs(Vec<Option<Vector>>);

impl Runs {
    const PLACES: usize = Places::BITS as usize;

    fn keep(&mut self, step: usize, first: usize, run: Vector) -> Result<(), OutOfMemory> {
        if self.0.is_empty() {
            self.0 = try_filled(None, Self::PLACES * (MOST_STEPS + 1))?;
        }
        if let Some(kept) = self.0.get_mut(Self::number(step, first)) {
            *kept = Some(run);
        }
        Ok(())
    }

    /// The fold of two runs; of the same run, that one.
    fn joined(
        &self,
        builder: &mut Builder,
        terms: &Terms,
        step: usize,
        firsts: [usize; 2],
    ) -> Result<Vector, OutOfMemory> {
        let run = |first| self.0.get(Self::number(step, first)).copied().flatten();
        match firsts.map(run) {
            [Some(one), Some(other)] if one != other => builder.binary(terms.merge, one, other, terms.dtype),
            [Some(one), _] | [None, Some(one)] => Ok(one),
            // All runs that a step needs are made by the one before.
            [None, None] => Ok(builder.vector()),
        }
    }

    fn number(step: usize, first: usize) -> usize {
        step.saturating_mul(Self::PLACES).saturating_add(first)
    }
}
