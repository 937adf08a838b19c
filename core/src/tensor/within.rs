//! Whether a sequence accesses nothing but the elements of an array.
//!
//! Problem: an array may have gaps, and what lies in these may be somebody else's; the first and the last
//! element of what steps access say nothing of that. Strides that lead to the same elements may look very
//! different, once dimensions were split, fused and walked along diagonals.
//!
//! Idea: sets of elements as bits. All elements of an array are one element, moved along one axis after the other;
//! to move a set by up to `n` strides takes `log n` shifts.
//!
//! Cost: nothing for arrays without gaps; else time for each axis, and memory, of a bit for each element that
//! the array spans.

use crate::fallible::{OutOfMemory, try_filled};
use crate::tensor::array::{ArrayLayout, product, reach};
use crate::tensor::nest::Operand;
use crate::tensor::sequence::{Buffer, Sequence, Step};
use alloc::vec::Vec;

impl Sequence {
    /// Whether all that steps access of an argument are elements of an array of this layout, and nothing in its
    /// gaps.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn is_within(&self, argument: usize, layout: &ArrayLayout) -> Result<bool, OutOfMemory> {
        let mut all: Option<Elements> = None;
        for (step, operand) in self.steps.iter().flat_map(|step| Operand::ALL.map(|operand| (step, operand)))
        {
            let is_here = *step.operands.get(operand) == Buffer::Argument(argument);
            if !is_here || !step.nest.uses(operand) {
                continue;
            }
            let Some(first) = first_of(step, operand, layout) else { return Ok(false) };
            if is_dense(layout) {
                continue;
            }
            let all = match &mut all {
                Some(all) => all,
                empty => empty.insert(Elements::of(layout.span(), 0, axes(layout))?),
            };
            if !Elements::of(layout.span(), first, step.nest.axes(operand))?.is_subset_of(all) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The lowest element that a step accesses, counted from the array's lowest; none if it leaves the array's span.
fn first_of(step: &Step, operand: Operand, layout: &ArrayLayout) -> Option<usize> {
    let moved = reach(step.nest.digits(operand))?;
    let begin = layout.origin().checked_add_signed(*step.nest.offsets.get(operand))?;
    let (first, last) = (begin.checked_sub(moved.below)?, begin.checked_add(moved.above)?);
    (last < layout.span()).then_some(first)
}

/// Whether an array has no gaps.
fn is_dense(layout: &ArrayLayout) -> bool {
    let elements = product(layout.shape().iter().copied()).and_then(|count| usize::try_from(count).ok());
    layout.is_distinct() && elements == Some(layout.span())
}

fn axes(layout: &ArrayLayout) -> impl Iterator<Item = (usize, isize)> + '_ {
    layout.shape().iter().copied().zip(layout.strides().iter().copied())
}

/// Some elements of those that an array spans: a bit for each.
struct Elements(Vec<u64>);

/// Elements in a word.
const BITS: usize = u64::BITS as usize;

impl Elements {
    /// The element `first` of `span`, moved along these axes, all of which stays within the span.
    fn of(
        span: usize,
        first: usize,
        axes: impl Iterator<Item = (usize, isize)>,
    ) -> Result<Self, OutOfMemory> {
        let mut elements = Self(try_filled(0, span.div_ceil(BITS))?);
        if let Some(word) = elements.0.get_mut(first / BITS) {
            *word = 1 << (first % BITS);
        }
        for (extent, stride) in axes.filter(|(_, stride)| *stride != 0) {
            elements.sweep(extent, stride.unsigned_abs());
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
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "tests may panic and allocate"
)]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    /// A copy of some elements of argument 0.
    fn copy(dims: &str, at: isize) -> Sequence {
        std::format!("nest f32 identity at={at},0,0\n{dims}").parse().unwrap()
    }

    #[test]
    fn gaps_are_nobodys() {
        let layout = ArrayLayout::new(&[4, 3], &[10, 1]).unwrap();
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

    #[test]
    fn sets_are_what_their_axes_lead_to() {
        for axes in
            [[(5, 1), (1, 9)], [(64, 1), (3, 100)], [(7, 65), (2, 3)], [(9, 64), (64, 1)], [(3, 0), (4, 31)]]
        {
            let places = |(extent, stride): (usize, isize)| (0..extent).map(move |nth| nth * stride as usize);
            let expected: BTreeSet<usize> =
                places(axes[0]).flat_map(|one| places(axes[1]).map(move |other| 3 + one + other)).collect();
            let span = expected.last().unwrap() + 1;
            let Elements(words) = Elements::of(span, 3, axes.into_iter()).unwrap();
            let found: Vec<usize> = (0..words.len() * BITS)
                .filter(|bit| words.get(bit / BITS).unwrap() >> (bit % BITS) & 1 == 1)
                .collect();
            assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{axes:?}");
        }
    }
}
