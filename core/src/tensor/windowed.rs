//! The kernel of windows that slide over an operand.
//!
//! Windows overlap where a dimension that is summed or folded moves the image by what one that is kept moves
//! it: then one element is a tap of several windows. A nest says so by its strides alone, whatever is an
//! array in the caller's eyes.
//!
//! Tests: below, `tests/tests/tensor_optimize_windows.rs`, `tests/tests/tensor_verify.rs`.

use crate::DType;
use crate::kernel::WindowSpec;
use crate::kernel::spec::{Chain, Slide, Spread, Start, Weights, Windowed};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Main, Operand};

/// The dimensions of a kernel of windows; one that is not there has a single index.
#[derive(Clone, Copy)]
pub(super) struct Windows<'a> {
    pub(super) windows: Option<&'a Dim>,
    /// Those of the outer direction, and of the inner one.
    pub(super) taps: [Option<&'a Dim>; 2],
    pub(super) lanes: Option<&'a Dim>,
}

impl Windows<'_> {
    /// The kernel over an image, with what it makes of the elements in each window.
    ///
    /// # Errors
    /// [`NestError::Lanes`] and [`NestError::Backwards`].
    pub(super) fn spec(&self, image: Operand, main: Main, dtype: DType) -> Result<WindowSpec, NestError> {
        let Self { windows, taps: [outer, inner], lanes } = *self;
        let count = extent(lanes);
        if let Some(Dim { strides, .. }) = lanes.filter(|_| count > 1) {
            let apart = |operand: &Operand| *strides.get(*operand) != 1;
            if let Some(operand) = [image, Operand::Out].into_iter().find(apart) {
                return Err(NestError::Lanes { operand, stride: *strides.get(operand) });
            }
        }
        let windowed = match main.fold() {
            Some(fold) => Windowed::Fold(fold),
            None if image == Operand::In0 => Windowed::Products(self.weights(Operand::In1)?),
            None => Windowed::Products(self.weights(Operand::In0)?),
        };
        Ok(WindowSpec {
            dtype,
            windowed,
            windows: extent(windows),
            taps: [extent(outer), extent(inner)],
            count,
            slide: Slide {
                window: forwards(windows, image)?,
                taps: [forwards(outer, image)?, forwards(inner, image)?],
            },
            ld_out: forwards(windows, Operand::Out)?.max(if extent(windows) == 1 { count } else { 0 }),
            start: Start::Output,
            epilogue: Chain::EMPTY,
        })
    }

    /// How the weights lie in an operand.
    fn weights(&self, operand: Operand) -> Result<Weights, NestError> {
        let [outer, inner] = self.taps;
        let stride =
            self.lanes.filter(|lanes| lanes.extent > 1).map_or(0, |lanes| *lanes.strides.get(operand));
        let spread = match stride {
            0 => Spread::Single,
            1 => Spread::Lanes,
            _ => return Err(NestError::Lanes { operand, stride }),
        };
        Ok(Weights { taps: [forwards(outer, operand)?, forwards(inner, operand)?], spread })
    }

    /// See [`Roles::places`](super::primitive::Roles::places).
    pub(super) fn places(&self, image: Operand, windows: usize) -> Option<usize> {
        let [_, inner] = self.taps;
        let (window, tap) = (forwards(self.windows, image).ok()?, forwards(inner, image).ok()?);
        places((windows, window), (extent(inner), tap))
    }
}

/// Elements at multiples of two distances, which some of them share.
///
/// With the distances in their greatest common unit, two are the same where windows are a number of the unit
/// of taps apart, and taps as many of that of windows: all but the first few of each meet another.
fn places((windows, window): (usize, usize), (taps, tap): (usize, usize)) -> Option<usize> {
    let unit = common_divisor(window, tap);
    let Some((apart, across)) = tap.checked_div(unit).zip(window.checked_div(unit)) else {
        // Nothing moves.
        return Some(1);
    };
    let meeting = windows.saturating_sub(apart).checked_mul(taps.saturating_sub(across))?;
    Some(windows.checked_mul(taps)?.saturating_sub(meeting))
}

/// The greatest common divisor (Euclid); that of zero and a number is the number.
fn common_divisor(mut a: usize, mut b: usize) -> usize {
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

fn extent(dim: Option<&Dim>) -> usize {
    dim.map_or(1, |dim| dim.extent.max(1))
}

/// The stride of a dimension that does not run backwards.
///
/// # Errors
/// [`NestError::Backwards`].
pub(super) fn forwards(dim: Option<&Dim>, operand: Operand) -> Result<usize, NestError> {
    let Some(Dim { kind, strides, .. }) = dim else { return Ok(0) };
    let stride = *strides.get(operand);
    usize::try_from(stride).map_err(|_| NestError::Backwards { kind: *kind, operand, stride })
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests may allocate")]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn elements_that_windows_share_count_once() {
        for (windows, taps) in (1..9).flat_map(|windows| (1..7).map(move |taps| (windows, taps))) {
            for (window, tap) in (0..5).flat_map(|window| (0..5).map(move |tap| (window, tap))) {
                let all: BTreeSet<usize> =
                    (0..windows).flat_map(|p| (0..taps).map(move |q| p * window + q * tap)).collect();
                let found = places((windows, window), (taps, tap));
                assert_eq!(found, Some(all.len()), "{windows}x{window}, {taps}x{tap}");
            }
        }
    }
}
