//! Windows, element after element.
//!
//! Tests: below, `tests/tests/primitives_window.rs`.

use super::chain::Links;
use super::{Element, Range, ReferenceError, Sum, fold_onto, load, long_enough, same_type};
use crate::kernel::WindowSpec;
use crate::kernel::spec::{Fold, Layout, Spread, Start, Weights, Windowed};

/// Windows over an array, their inputs checked.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a, T> {
    spec: WindowSpec,
    inputs: [&'a [T]; 2],
    links: Links<'a, T>,
}

impl<'a, T: Element> Window<'a, T> {
    /// Takes the array and the weights, which are looked at only where there are any, and the operands of the
    /// epilogue, in the order of its links; each slice begins with its operand's first element.
    ///
    /// # Errors
    /// [`ReferenceError`].
    pub fn new(
        spec: &WindowSpec,
        inputs: [&'a [T]; 2],
        operands: &[&'a [T]],
    ) -> Result<Self, ReferenceError> {
        same_type::<T>(spec.dtype)?;
        spec.validate()?;
        let [input, weights] = inputs;
        long_enough("in", input, spec.input_span().unwrap_or(usize::MAX))?;
        long_enough("weights", weights, spec.weights_span().unwrap_or(usize::MAX))?;
        let links = Links::new(&spec.epilogue, (Layout::ColumnMajor, (spec.count, spec.windows)), operands)?;
        Ok(Self { spec: *spec, inputs, links })
    }

    /// The results that are right for lane `l` of window `p`, where the output held `before`.
    #[must_use]
    pub fn element(&self, (p, l): (usize, usize), before: T) -> Range<T> {
        let WindowSpec { windowed, taps: [outer, inner], slide, start, .. } = self.spec;
        let first = (start == Start::Output).then_some(before.to_f64());
        let taps = (0..outer).flat_map(move |q| (0..inner).map(move |r| [q, r]));
        let element = |tap| {
            load(
                self.inputs[0],
                at(slide.taps, tap).wrapping_add(p.wrapping_mul(slide.window)).wrapping_add(l),
            )
        };
        let result = match windowed {
            Windowed::Fold(fold) => {
                fold_onto(fold, first.unwrap_or(of_nothing(fold)), 0.0, taps.map(element))
            }
            Windowed::Products(weights) => {
                let mut sum = Sum::starting_at(first.unwrap_or(0.0));
                taps.for_each(|tap| {
                    sum.add_product(element(tap), load(self.inputs[1], weight(weights, tap, l)));
                });
                Range::of(&sum)
            }
        };
        self.links.after(result, (l, p))
    }

    /// The indices of all elements of the output, each with its place there.
    pub fn places(&self) -> impl Iterator<Item = ((usize, usize), usize)> + use<T> {
        let WindowSpec { windows, count, ld_out, .. } = self.spec;
        let indices = (0..windows).flat_map(move |p| (0..count).map(move |l| (p, l)));
        indices.map(move |(p, l)| ((p, l), p.wrapping_mul(ld_out).wrapping_add(l)))
    }
}

// Specs are validated before places are computed: an operand spans less than 2⁴⁷ bytes, so that none of the
// wrapping operations here wraps.

/// The place of a tap.
fn at(distances: [usize; 2], [q, r]: [usize; 2]) -> usize {
    q.wrapping_mul(distances[0]).wrapping_add(r.wrapping_mul(distances[1]))
}

/// The place of its weight for a lane.
fn weight(weights: Weights, tap: [usize; 2], lane: usize) -> usize {
    let of_lane = if weights.spread == Spread::Lanes { lane } else { 0 };
    at(weights.taps, tap).wrapping_add(of_lane)
}

/// What a fold of nothing is.
const fn of_nothing(fold: Fold) -> f64 {
    match fold {
        Fold::Sum | Fold::SumOfSquares => 0.0,
        Fold::Product => 1.0,
        Fold::Max => f64::NEG_INFINITY,
        Fold::Min => f64::INFINITY,
    }
}

/// The output becomes what `spec` says. Each slice begins with its operand's first element; those of
/// `operands` are the epilogue's.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn window<T: Element>(
    spec: &WindowSpec,
    inputs: [&[T]; 2],
    operands: &[&[T]],
    out: &mut [T],
) -> Result<(), ReferenceError> {
    let reference = Window::new(spec, inputs, operands)?;
    long_enough("out", out, spec.output_span().unwrap_or(usize::MAX))?;
    for (index, place) in reference.places() {
        if let Some(element) = out.get_mut(place) {
            *element = reference.element(index, *element).value;
        }
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::DType;
    use crate::kernel::spec::{Chain, Slide};

    /// Windows of 2x2 taps, two elements apart, over rows of 5 elements.
    fn spec(windowed: Windowed, start: Start) -> WindowSpec {
        let slide = Slide { window: 2, taps: [5, 1] };
        WindowSpec {
            dtype: DType::F32,
            windowed,
            windows: 2,
            taps: [2, 2],
            count: 1,
            slide,
            ld_out: 2,
            start,
            epilogue: Chain::EMPTY,
        }
    }

    #[test]
    fn the_greatest_in_each_window() {
        let input = [1.0f32, 9.0, 3.0, 4.0, f32::NAN, 5.0, 6.0, 7.0, 8.0];
        let mut out = [100.0f32, 0.5, 2.0];
        window(&spec(Windowed::Fold(Fold::Max), Start::Nothing), [&input, &[]], &[], &mut out).unwrap();
        assert_eq!(out, [9.0, 0.5, 8.0]);
        let short = ReferenceError::TooShort { operand: "in", len: 8, needed: 9 };
        let result =
            window(&spec(Windowed::Fold(Fold::Max), Start::Nothing), [&input[..8], &[]], &[], &mut out);
        assert_eq!(result, Err(short));
    }

    #[test]
    fn weighted_sums() {
        let input = [1.0f32, 2.0, 3.0, 4.0, 0.0, 5.0, 6.0, 7.0, 8.0];
        let weights = Weights { taps: [2, 1], spread: Spread::Single };
        let mut out = [0.25f32, 0.5, 0.75];
        window(
            &spec(Windowed::Products(weights), Start::Output),
            [&input, &[1.0, 10.0, 100.0, 1000.0]],
            &[],
            &mut out,
        )
        .unwrap();
        assert_eq!(out, [6521.25, 0.5, 8743.75]);
    }
}
