//! Whether a sequence accesses nothing but the elements of an array.
//!
//! Problem: an array may have gaps, and what lies in these may be somebody else's; the first and the last
//! element of what steps access say nothing of that. Strides that lead to the same elements may look very
//! different, once dimensions were split, fused and walked along diagonals. And an array may span
//! more than any memory.
//!
//! Idea: along a stride that is longer than all that the shorter ones reach, the same elements come again and
//! again. So some elements are those of the array if they end where it does, and are, modulo this stride,
//! those of what is moved along it; of that, the same can be asked. Modulo a stride, one element that is
//! moved along axes still is; only where these lead beyond the stride and around, they are halved before.
//! Where strides do not nest like this (windows into each other whose strides are no multiples), the elements
//! are bits: to move a set of them by up to `n` strides takes `log n` shifts.
//!
//! Invariant: the answer is exact.
//!
//! Cost: time for each pair of an array's axis and a step's, whatever they span, and for halves. Where
//! strides do not nest, time and a bit for each element that they reach. There is a limit
//! for both ([`MOST`]).
//!
//! Tests: below, `tests/tests/harness_text.rs`.

use crate::fallible::{Few, OutOfMemory, TryVec, sorted_few, try_few, try_filled};
use crate::tensor::array::{ArrayLayout, reach};
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::Operand;
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;
use core::num::NonZeroUsize;

impl Sequence {
    /// Whether all that steps access of an argument are elements of an array of this layout, and
    /// nothing in its gaps.
    ///
    /// # Errors
    /// [`NestError::TooMuch`], if that takes too long to find out: where the array's strides are no multiples
    /// of each other, and lead into each other, over many elements, or where steps lead around all gaps in
    /// many ways; [`NestError::OutOfMemory`].
    pub fn is_within(&self, argument: usize, layout: &ArrayLayout) -> Result<bool, NestError> {
        let mut effort = Effort(MOST);
        let array = Array::of(layout, &mut effort)?;
        for (step, operand) in self.steps.iter().flat_map(|step| Operand::ALL.map(|operand| (step, operand)))
        {
            let is_here = *step.operands.get(operand) == Buffer::Argument(argument);
            if !is_here || !step.nest.uses(operand) {
                continue;
            }
            let Some(first) = first_of(step, operand, layout) else { return Ok(false) };
            let axes = try_few(axes(step.nest.axes(operand)))?;
            if !array.holds(Moved { first, axes }, &mut effort)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The lowest element that a step accesses, counted from the array's lowest; none if it
/// leaves the array's span.
fn first_of(step: &Step, operand: Operand, layout: &ArrayLayout) -> Option<usize> {
    let moved = reach(step.nest.digits(operand))?;
    let begin = layout.origin().checked_add_signed(*step.nest.offsets.get(operand))?;
    let (first, last) = (begin.checked_sub(moved.below)?, begin.checked_add(moved.above)?);
    (last < layout.span()).then_some(first)
}

/// The most pieces of what steps access, axes of these, and words of bits that are looked
/// at: some milliseconds.
const MOST: usize = 1 << 22;

/// How much may still be looked at.
struct Effort(usize);

impl Effort {
    fn spend(&mut self, pieces: usize) -> Result<(), NestError> {
        let too_much = NestError::TooMuch { what: "pieces to tell from the gaps of an array", most: MOST };
        self.0 = self.0.checked_sub(pieces).ok_or(too_much)?;
        Ok(())
    }
}

/// Elements at the same distance from each other, of which there are several. The lowest is where the
/// others are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Axis {
    stride: NonZeroUsize,
    extent: usize,
}

/// Those axes that move anything, upwards.
fn axes(all: impl Iterator<Item = (usize, isize)>) -> impl Iterator<Item = Axis> {
    all.filter_map(|(extent, stride)| {
        let stride = NonZeroUsize::new(stride.unsigned_abs())?;
        (extent > 1).then_some(Axis { stride, extent })
    })
}

impl Axis {
    /// From the first element to the last.
    fn reach(self) -> usize {
        self.extent.saturating_sub(1).saturating_mul(self.stride.get())
    }

    /// The axis that leads to the same elements as this one and one of longer strides, if there is one: that
    /// goes on where this one ends, or before.
    fn and(self, longer: Self) -> Option<Self> {
        let (strides, rest) = (longer.stride.get() / self.stride, longer.stride.get() % self.stride);
        let more = longer.extent.saturating_sub(1).saturating_mul(strides);
        (rest == 0 && strides <= self.extent)
            .then_some(Self { extent: self.extent.saturating_add(more), ..self })
    }

    /// Modulo a period: an axis, and how many elements its lowest is below its first. Of both directions,
    /// that which does not lead around; none if nothing is left.
    fn modulo(self, period: NonZeroUsize) -> Option<(Self, usize)> {
        let up = NonZeroUsize::new(self.stride.get() % period)?;
        let down = NonZeroUsize::new(period.get().saturating_sub(up.get()))?;
        let [up, down] = [up, down].map(|stride| Self { stride, ..self });
        let fits = |axis: Self| axis.reach() < period.get();
        Some(if fits(down) && !fits(up) { (down, down.reach()) } else { (up, 0) })
    }
}

/// An element, counted from an array's lowest, moved along axes.
struct Moved {
    first: usize,
    axes: Few<Axis, 8>,
}

impl Moved {
    fn last(&self) -> usize {
        self.axes.iter().fold(self.first, |last, axis| last.saturating_add(axis.reach()))
    }

    /// Modulo a period; none if they lead around.
    fn modulo(&self, period: NonZeroUsize) -> Result<Option<Self>, OutOfMemory> {
        let mut moved = Self { first: self.first % period, axes: Few::new() };
        for (axis, below) in self.axes.iter().filter_map(|axis| axis.modulo(period)) {
            moved.first = moved.first.saturating_add(period.get().saturating_sub(below)) % period;
            moved.axes.try_push(axis)?;
        }
        Ok((moved.last() < period.get()).then_some(moved))
    }

    /// Two halves along the axis that leads farthest modulo a period.
    fn halves(self, period: NonZeroUsize) -> Result<[Self; 2], OutOfMemory> {
        let reach = |axis: &Axis| axis.modulo(period).map_or(0, |(axis, _)| axis.reach());
        let mut lower = self;
        let mut upper = Self { first: lower.first, axes: try_few(lower.axes.iter().copied())? };
        let both = lower.axes.iter_mut().zip(&mut upper.axes);
        if let Some((low, high)) = both.max_by_key(|(axis, _)| reach(axis)) {
            low.extent /= 2;
            high.extent = high.extent.saturating_sub(low.extent);
            upper.first = upper.first.saturating_add(low.extent.saturating_mul(low.stride.get()));
        }
        Ok([lower, upper])
    }
}

/// Elements that come again and again.
#[derive(Clone, Copy)]
struct Level {
    /// The elements from one time to the next, more than what comes again has.
    period: NonZeroUsize,
    /// The last element of the last time.
    last: usize,
}

/// The elements of an array, counted from its lowest.
struct Array {
    /// The elements that the shortest strides lead to, up to the last that is no longer than what the shorter
    /// ones reach: mostly, that is the lowest element alone.
    core: Elements,
    core_last: usize,
    /// Those of the others, the shortest first.
    levels: Few<Level, 8>,
}

impl Array {
    fn of(layout: &ArrayLayout, effort: &mut Effort) -> Result<Self, NestError> {
        let strides = layout.strides().iter().copied();
        let all = merged(axes(layout.shape().iter().copied().zip(strides)))?;
        let (mut last, mut nested) = (0usize, 0);
        for (number, axis) in (1..).zip(&all) {
            nested = if axis.stride.get() > last { nested } else { number };
            last = last.saturating_add(axis.reach());
        }
        let (core, outer) = all.split_at_checked(nested).unwrap_or_default();
        let core = Moved { first: 0, axes: try_few(core.iter().copied())? };
        let core_last = core.last();
        let mut levels = Few::new();
        let mut last = core_last;
        for axis in outer {
            last = last.saturating_add(axis.reach());
            levels.try_push(Level { period: axis.stride, last })?;
        }
        Ok(Self { core: Elements::of(core_last, &core, effort)?, core_last, levels })
    }

    /// Whether all of some elements are the array's.
    fn holds(&self, some: Moved, effort: &mut Effort) -> Result<bool, NestError> {
        let mut pieces: Few<(Moved, &[Level]), 2> = Few::new();
        pieces.try_push((some, &self.levels))?;
        while let Some((piece, levels)) = pieces.pop() {
            effort.spend(piece.axes.len().saturating_add(1))?;
            let outermost = levels.split_last();
            if piece.last() > outermost.map_or(self.core_last, |(level, _)| level.last) {
                return Ok(false);
            }
            let Some((level, inner)) = outermost else {
                if !Elements::of(self.core_last, &piece, effort)?.is_subset_of(&self.core) {
                    return Ok(false);
                }
                continue;
            };
            match piece.modulo(level.period)? {
                Some(piece) => pieces.try_push((piece, inner))?,
                None => pieces.try_extend(piece.halves(level.period)?.map(|half| (half, levels)))?,
            }
        }
        Ok(true)
    }
}

/// As few axes as lead to the same elements by merging two at a time, the shortest stride first.
fn merged(axes: impl Iterator<Item = Axis>) -> Result<Few<Axis, 8>, OutOfMemory> {
    let mut merged: Few<Axis, 8> = Few::new();
    for axis in sorted_few::<_, 8>(try_few(axes)?)? {
        let both = merged.iter_mut().find_map(|shorter| Some((shorter.and(axis)?, shorter)));
        match both {
            Some((both, shorter)) => *shorter = both,
            None => merged.try_push(axis)?,
        }
    }
    Ok(merged)
}

/// Some elements of those up to a last one: a bit for each.
struct Elements(Vec<u64>);

/// Elements in a word.
const BITS: usize = u64::BITS as usize;

impl Elements {
    /// Those that an element is moved to, none of them behind the last.
    fn of(last: usize, moved: &Moved, effort: &mut Effort) -> Result<Self, NestError> {
        let words = (last / BITS).saturating_add(1);
        let sweeps =
            moved.axes.iter().map(|axis| usize::BITS.saturating_sub(axis.extent.leading_zeros()) as usize);
        effort.spend(sweeps.fold(1usize, usize::saturating_add).saturating_mul(words))?;
        let mut elements = Self(try_filled(0, words)?);
        if let Some(word) = elements.0.get_mut(moved.first / BITS) {
            *word = 1 << (moved.first % BITS);
        }
        for axis in &moved.axes {
            elements.sweep(axis.extent, axis.stride.get());
        }
        Ok(elements)
    }

    /// Moves the set by up to `extent - 1` strides: all sets on the way together.
    fn sweep(&mut self, extent: usize, stride: usize) {
        let mut done = 1usize;
        while done < extent {
            let more = done.min(extent.saturating_sub(done));
            self.add_moved(more.saturating_mul(stride));
            done = done.saturating_add(more);
        }
    }

    /// Adds the set moved by some elements.
    fn add_moved(&mut self, by: usize) {
        let (words, bits) = (by / BITS, by % BITS);
        for to in (words..self.0.len()).rev() {
            let word = |back: usize| {
                let at = to.checked_sub(words)?.checked_sub(back)?;
                self.0.get(at).copied()
            };
            let low = word(0).unwrap_or(0) << bits;
            let high = if bits == 0 { 0 } else { word(1).unwrap_or(0) >> BITS.saturating_sub(bits) };
            if let Some(word) = self.0.get_mut(to) {
                *word |= low | high;
            }
        }
    }

    fn is_subset_of(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(some, all)| some & !all == 0)
    }
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "tests may panic and allocate"
)]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::BTreeSet;
    use std::string::ToString;
    use std::vec::Vec;

    /// A copy of some elements of argument 0.
    fn copy(dims: &str, at: isize) -> Sequence {
        std::format!("nest f32 identity at={at},0,0\n{dims}").parse().unwrap()
    }

    fn layout(shape: &[usize], strides: &[isize]) -> ArrayLayout {
        ArrayLayout::new(shape, strides).unwrap()
    }

    #[test]
    fn gaps_are_nobodys() {
        let layout = layout(&[4, 3], &[10, 1]);
        let within = |dims: &str, at| copy(dims, at).is_within(0, &layout).unwrap();
        assert!(within("c undefined 4 10 0 3\nc undefined 3 1 0 1", 0));
        assert!(within("c undefined 3 11 0 1", 0), "a diagonal");
        assert!(within("c undefined 3 -9 0 1", 30), "the other one");
        assert!(within("c undefined 2 20 0 3\nc undefined 3 1 0 1", 10));
        assert!(within("c undefined 0 7 0 3", 0), "nothing");
        assert!(!within("c undefined 4 10 0 4\nc undefined 4 1 0 1", 0));
        assert!(!within("c undefined 3 9 0 1", 0));
        assert!(!within("c undefined 3 1 0 1", 1));
        assert!(!within("c undefined 5 10 0 1", 0), "behind the last");
        assert!(!within("c undefined 2 1 0 1", -1), "before the first");
    }

    /// Every element that an element is moved to.
    fn places(first: isize, axes: &[(usize, isize)]) -> BTreeSet<isize> {
        let moved = |places: BTreeSet<isize>, &(extent, stride): &(usize, isize)| {
            let along = |place| (0..extent as isize).map(move |nth| place + nth * stride);
            places.into_iter().flat_map(along).collect()
        };
        axes.iter().fold(BTreeSet::from([first]), moved)
    }

    /// A number below a limit that looks drawn.
    fn below(limit: usize, state: &mut u64) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize % limit
    }

    #[test]
    fn answers_are_those_of_every_element() {
        let (mut state, mut counts) = (1, [0; 2]);
        for nth in 0..40_000 {
            let longest = [4, 12, 40][nth % 3];
            let mut draw = |limit| below(limit, &mut state);
            let mut axis = |extents| (1 + draw(extents), draw(2 * longest) as isize - longest as isize);
            let array: Vec<_> = (0..1 + nth % 4).map(|_| axis(5)).collect();
            // What steps access is made of the array's strides, or of any.
            let mut accessed: Vec<_> = (0..1 + nth % 3).map(|_| axis(4)).collect();
            for axis in &mut accessed {
                let any = draw(4) == 0;
                let mut stride = || array[draw(array.len())].1 * (draw(4) as isize - 1);
                axis.1 = if any { axis.1 } else { stride() + stride() };
            }
            let elements = places(0, &array);
            let first = *elements.iter().nth(draw(elements.len())).unwrap();
            let is_within = places(first, &accessed).is_subset(&elements);
            let (shape, strides): (Vec<_>, Vec<_>) = array.iter().copied().unzip();
            let dims =
                accessed.iter().map(|(extent, stride)| std::format!("c undefined {extent} {stride} 0 0"));
            let sequence = copy(&dims.collect::<Vec<_>>().join("\n"), first);
            let found = sequence.is_within(0, &layout(&shape, &strides)).unwrap();
            assert_eq!(found, is_within, "{first} {accessed:?} {array:?}");
            counts[usize::from(found)] += 1;
        }
        assert!(counts.iter().all(|count| *count > 5_000), "{counts:?}");
    }

    #[test]
    fn gaps_may_be_of_any_size() {
        let far = layout(&[8, 9, 1 << 20], &[1 << 40, 1 << 30, 1]);
        let within = |dims: &str, at| copy(dims, at).is_within(0, &far).unwrap();
        let planes = "c undefined 8 1099511627776 0 1\nc undefined 9 1073741824 0 8\n";
        let within_planes = |dims: &str, at| within(&std::format!("{planes}{dims}"), at);
        assert!(within_planes("c undefined 1048576 1 0 72", 0));
        assert!(within_planes("c undefined 1024 1024 0 72\nc undefined 1024 1 0 73728", 0));
        assert!(
            !within_planes("c undefined 1048577 1 0 72", 0)
                && !within_planes("c undefined 1048576 1 0 72", 1)
        );
        assert!(within("c undefined 8 1100585369601 0 1", 5), "a diagonal");
        assert!(!within("c undefined 9 122167955456 0 1", 0));
    }

    #[test]
    fn there_is_a_limit() {
        let error = |shape: &[usize], strides: &[isize], dims: &str| {
            copy(dims, 0).is_within(0, &layout(shape, strides)).unwrap_err().to_string()
        };
        let rule = "there are more than 4194304 pieces to tell from the gaps of an array: \
                    steps and dimensions must keep them below";
        let number = "c undefined 1 1 0 1";
        assert_eq!(error(&[1 << 30, 1 << 30], &[3, 2], number), rule, "strides that do not nest");
        let around = "c undefined 33554432 2 0 1";
        assert_eq!(error(&[1 << 30, 3], &[4, 1], around), rule, "a step from plane to plane");
    }
}
