//! Cases of windows: specs, operands, and what the scalar reference makes of them.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use crate::bench::{Case, OUTPUT_GAP};
use tensmith_core::kernel::spec::{Chain, Fold, Operand, Slide, Spread, Start, Weights, Windowed};
use tensmith_core::kernel::{KernelSpec, WindowSpec};
use tensmith_core::reference::{Element, Range, Window};

/// An image of some rows and columns of pixels, and windows of taps on it, each direction
/// first down, then across.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Elements of a pixel.
    pub channels: usize,
    /// Windows.
    pub windows: [usize; 2],
    /// Taps of a window.
    pub taps: [usize; 2],
    /// Pixels from a window to the next.
    pub stride: [usize; 2],
    /// Pixels from a tap to the next.
    pub dilation: [usize; 2],
}

impl Filter {
    /// Pixels across.
    #[must_use]
    pub fn columns(&self) -> usize {
        (self.windows[1] - 1) * self.stride[1] + (self.taps[1] - 1) * self.dilation[1] + 1
    }

    /// A row of windows, where the elements of a pixel are side by side, and so are those of its weights.
    #[must_use]
    pub fn channels_last<T: Element>(&self, windowed: Windowed, start: Start) -> WindowSpec {
        let Self { channels, windows, taps, stride, dilation } = *self;
        let row = self.columns() * channels;
        let windowed = weighted(windowed, [taps[1] * channels, channels], Spread::Lanes);
        let slide = Slide { window: stride[1] * channels, taps: [dilation[0] * row, dilation[1] * channels] };
        let (windows, count) = (windows[1], channels);
        let epilogue = Chain::EMPTY;
        WindowSpec {
            dtype: T::DTYPE,
            windowed,
            windows,
            taps,
            count,
            slide,
            ld_out: channels,
            start,
            epilogue,
        }
    }

    /// Windows below each other, where pixels of a row are side by side, and each weight is for all of them.
    /// Windows are a pixel apart across.
    #[must_use]
    pub fn channels_first<T: Element>(&self, windowed: Windowed, start: Start) -> WindowSpec {
        let Self { windows, taps, stride, dilation, .. } = *self;
        let row = Self { stride: [stride[0], 1], ..*self }.columns();
        let windowed = weighted(windowed, [1, taps[1]], Spread::Single);
        let slide = Slide { window: stride[0] * row, taps: [dilation[1], dilation[0] * row] };
        let (windows, count, taps) = (windows[0], windows[1], [taps[1], taps[0]]);
        let epilogue = Chain::EMPTY;
        WindowSpec { dtype: T::DTYPE, windowed, windows, taps, count, slide, ld_out: count, start, epilogue }
    }
}

/// The same computation with weights at these distances, if it has some.
fn weighted(windowed: Windowed, taps: [usize; 2], spread: Spread) -> Windowed {
    match windowed {
        Windowed::Products(_) => Windowed::Products(Weights { taps, spread }),
        Windowed::Fold(_) => windowed,
    }
}

/// All that becomes of windows; of weights, the distances are still to be said.
#[must_use]
pub fn windowed() -> Vec<Windowed> {
    let products = Windowed::Products(Weights { taps: [0, 0], spread: Spread::Lanes });
    Fold::ALL.iter().map(|(fold, _)| Windowed::Fold(*fold)).chain([products]).collect()
}

/// `spec` on the elements that `element` gives; and what may become of each place of the output,
/// none between windows.
///
/// # Panics
/// Where the operands of the spec do not fit into memory.
pub fn window<T: Element>(
    spec: &WindowSpec,
    mut element: impl FnMut() -> f64,
) -> (Case<T>, Vec<Option<Range<T>>>) {
    let span = |span: Option<usize>| span.expect("operands fit");
    let mut filled = |span: usize| -> Vec<T> { (0..span).map(|_| T::from_f64(element())).collect() };
    let mut buffers = vec![filled(span(spec.input_span()))];
    if let Windowed::Products(_) = spec.windowed {
        buffers.push(filled(span(spec.weights_span())));
    }
    let inputs = buffers.len();
    for (_, operand) in spec.epilogue.operands() {
        buffers.push(filled(match operand {
            Operand::Matrix(ld) => (spec.windows - 1) * ld.known().expect("a fixed stride") + spec.count,
            Operand::Column => spec.count,
            Operand::Row => spec.windows,
            Operand::Scalar => 1,
        }));
    }
    let mut out = vec![T::from_f64(OUTPUT_GAP); span(spec.output_span())];
    let weights = if inputs > 1 { buffers[1].as_slice() } else { &[] };
    let operands: Vec<&[T]> = buffers[inputs..].iter().map(Vec::as_slice).collect();
    let reference = Window::new(spec, [&buffers[0], weights], &operands).expect("operands fit");
    let (mut after, mut results) = (out.clone(), vec![None; out.len()]);
    for (index, at) in reference.places() {
        out[at] = T::from_f64(element());
        let result = reference.element(index, out[at]);
        (after[at], results[at]) = (result.value, Some(result));
    }
    buffers.push(out);
    let operands = (0..buffers.len()).collect();
    (Case { spec: KernelSpec::Window(*spec), buffers, operands, after }, results)
}
