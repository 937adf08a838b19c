//! Windows that slide over an array: pooling, stencils and depthwise convolutions.
//!
//! Neighbouring windows overlap: a kernel that holds several of them loads each element once, and not once
//! for each window that it is in.

use super::field::{Outcome, Table, dtype, field};
use super::operand::{MAX_SPAN, SpecError, at_least_one, floating, plain};
use super::value::{Extents, List, Rule, Value, Wrong, formed};
use super::{Argument, Arguments, Chain, Fold, MAX_ARGUMENTS, Start, list};
use crate::DType;
use core::fmt;

/// `out(p, l) = Σ in(p, q, r, l)·w(q, r, l)` over the taps `(q, r)` of window `p`, or a fold of the elements
/// alone, for each of `count` lanes `l`. Element `(p, q, r, l)` of the input is at
/// `p·window + q·taps[0] + r·taps[1] + l` of its [`Slide`], that of the output at `p·ld_out + l`. Results go
/// through the epilogue before they are stored. The output overlaps no input, and no operand of the epilogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WindowSpec {
    /// Type of the elements.
    pub dtype: DType,
    /// The computation of each window.
    pub windowed: Windowed,
    /// Windows.
    pub windows: usize,
    /// Taps of a window: of the outer direction, and of the inner one.
    pub taps: [usize; 2],
    /// Elements side by side, which are contiguous in the input and the output.
    pub count: usize,
    /// Where the taps of windows are.
    pub slide: Slide,
    /// Elements from the results of a window to those of the next.
    pub ld_out: usize,
    /// The value that sums and folds start with.
    pub start: Start,
    /// The operations on each result before it is stored. Lanes are its rows, windows its columns: a
    /// [column](super::Operand::Column) has an element for each lane.
    pub epilogue: Chain,
}

/// How windows move over the input, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// From a window to the next: the stride.
    pub window: usize,
    /// From a tap to the next, in each direction: the dilation.
    pub taps: [usize; 2],
}

/// What becomes of the elements in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Windowed {
    /// They are folded into one.
    Fold(Fold),
    /// They are multiplied by weights and summed.
    Products(Weights),
}

/// The weights of taps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    /// Elements from a tap's to the next, in each direction.
    pub taps: [usize; 2],
    /// Whether lanes share them.
    pub spread: Spread,
}

/// How the weights of a tap cover the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spread {
    /// Each lane has its own; they are contiguous.
    Lanes,
    /// One is for all lanes.
    Single,
}

impl Windowed {
    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fold(fold) => fold.name(),
            Self::Products(Weights { spread: Spread::Lanes, .. }) => "products",
            Self::Products(Weights { spread: Spread::Single, .. }) => "filter",
        }
    }
}

impl WindowSpec {
    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        let (inputs, others) = self.all_arguments();
        list(inputs.iter().copied(), others)
    }

    /// The addresses of the inputs, and what there is besides, however much that is.
    fn all_arguments(&self) -> (&'static [Argument], impl Iterator<Item = Option<Argument>>) {
        let inputs: &[Argument] = match self.windowed {
            Windowed::Fold(_) => &[Argument::In],
            Windowed::Products(_) => &[Argument::In0, Argument::In1],
        };
        let behind = self.epilogue.addresses().chain([Some(Argument::Out)]);
        (inputs, behind.chain(self.epilogue.numbers()))
    }

    /// Elements from the first to the last of the input, if there is such a number.
    #[must_use]
    pub fn input_span(&self) -> Option<usize> {
        let [outer, inner] = self.taps;
        let distances =
            [(self.windows, self.slide.window), (outer, self.slide.taps[0]), (inner, self.slide.taps[1])];
        span(&distances, self.count)
    }

    /// The same of the weights; 0 where there are none.
    #[must_use]
    pub fn weights_span(&self) -> Option<usize> {
        let Windowed::Products(Weights { taps, spread }) = self.windowed else { return Some(0) };
        let run = if spread == Spread::Lanes { self.count } else { 1 };
        span(&[(self.taps[0], taps[0]), (self.taps[1], taps[1])], run)
    }

    /// The same of the output.
    #[must_use]
    pub fn output_span(&self) -> Option<usize> {
        span(&[(self.windows, self.ld_out)], self.count)
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        plain("dtype", self.dtype)?;
        floating("dtype", self.dtype)?;
        let [outer, inner] = self.taps;
        let extents =
            [("windows", self.windows), ("taps[0]", outer), ("taps[1]", inner), ("count", self.count)];
        extents.into_iter().try_for_each(|(field, extent)| at_least_one(field, extent))?;
        let spans =
            [("in", self.input_span()), ("weights", self.weights_span()), ("out", self.output_span())];
        for (field, span) in spans {
            let bytes = span.and_then(|span| span.checked_mul(self.dtype.bytes()));
            if bytes.is_none_or(|bytes| bytes > MAX_SPAN) {
                return Err(SpecError::TooLarge { field, limit: MAX_SPAN });
            }
        }
        if self.windows > 1 && self.ld_out < self.count {
            return Err(SpecError::Overlap { field: "ld_out", value: self.ld_out, least: self.count });
        }
        let results = (self.count, self.windows);
        self.epilogue.validate(self.dtype, results, results)?;
        let (inputs, others) = self.all_arguments();
        match inputs.len().saturating_add(others.flatten().count()) {
            ..=MAX_ARGUMENTS => Ok(()),
            count => Err(SpecError::TooManyArguments { count, limit: MAX_ARGUMENTS }),
        }
    }
}

/// Elements from the first to the last of runs of `run` elements at some distances, if
/// there is such a number.
fn span(distances: &[(usize, usize)], run: usize) -> Option<usize> {
    distances.iter().try_fold(run, |span, (extent, stride)| {
        span.checked_add(extent.checked_sub(1)?.checked_mul(*stride)?)
    })
}

impl WindowSpec {
    /// The usual slide: windows are a pixel apart in a row of pixels, whose lanes are side by side,
    /// and nothing has gaps.
    fn dense(&self) -> Slide {
        let pixels = self.windows.saturating_add(self.taps[1]).saturating_sub(1);
        Slide { window: self.count, taps: [pixels.saturating_mul(self.count), self.count] }
    }

    /// The usual distances of weights: without gaps.
    fn dense_weights(&self, spread: Spread) -> [usize; 2] {
        let each = if spread == Spread::Lanes { self.count } else { 1 };
        [self.taps[1].saturating_mul(each), each]
    }
}

pub(super) static WINDOW: Table<WindowSpec> = Table {
    name: "window",
    doc: "out(p,l) = what becomes of the taps of window p, for lanes l that are side by side: pooling, depthwise convolutions",
    blank: || WindowSpec {
        dtype: DType::F32,
        windowed: Windowed::Fold(Fold::Sum),
        windows: 0,
        taps: [0; 2],
        count: 0,
        slide: Slide { window: 0, taps: [0; 2] },
        ld_out: 0,
        start: Start::Nothing,
        epilogue: Chain::EMPTY,
    },
    words: &[
        field! {
            "taps" of WindowSpec: Windowed, "what becomes of the taps of a window: a fold, or a sum weighted by `products` (for each lane) or a `filter` (for all)";
            |s| s.windowed; |s, windowed| s.windowed = windowed; |_| None
        },
        dtype!(WindowSpec),
        field! {
            "extents" ("WINDOWSxROWSxTAPSxCOUNT, four whole numbers") of WindowSpec: Extents<4>, "windows, rows of taps, taps in each, and lanes";
            |s| Extents([s.windows, s.taps[0], s.taps[1], s.count]);
            |s, Extents([windows, rows, taps, count])| *s =
                WindowSpec { windows, taps: [rows, taps], count, ..*s };
            |_| None
        },
    ],
    fields: &[
        field! {
            "in" of WindowSpec: List<3>, "elements from a window, a row of taps and a tap to the next [rows of pixels, without gaps]";
            |s| List([s.slide.window, s.slide.taps[0], s.slide.taps[1]]);
            |s, List([window, row, tap])| s.slide = Slide { window, taps: [row, tap] };
            |s| {
                let Slide { window, taps: [row, tap] } = s.dense();
                Some(List([window, row, tap]))
            }
        },
        field! {
            "weights" of WindowSpec: Option<List<2>>, "of weights, elements from a row of taps and a tap to the next [without gaps]";
            |s| match s.windowed {
                Windowed::Products(weights) => Some(List(weights.taps)),
                Windowed::Fold(_) => None,
            };
            |s, given| match (s.windowed, given) {
                (Windowed::Products(weights), given) => {
                    let taps = given.map_or(s.dense_weights(weights.spread), |List(taps)| taps);
                    s.windowed = Windowed::Products(Weights { taps, ..weights });
                    Ok(())
                }
                (Windowed::Fold(_), None) => Ok(()),
                (Windowed::Fold(_), Some(_)) => Err(Wrong::Rule(Rule::Unused("`products` and `filter`"))),
            };
            |_| Some(None)
        },
        field! {
            "out" of WindowSpec: usize, "elements from the results of a window to those of the next [COUNT]";
            |s| s.ld_out; |s, ld| s.ld_out = ld; |s| Some(s.count)
        },
        field! {
            "start" of WindowSpec: Start, "what sums and folds start with: nothing, or what the output holds [nothing]";
            |s| s.start; |s, start| s.start = start; |_| Some(Start::Nothing)
        },
        field! {
            "epilogue" of WindowSpec: Chain, "operations on each result before it is stored, where a `column` has an element for each lane, a `row` one for each window [none]";
            |s| s.epilogue; |s, epilogue| s.epilogue = epilogue; |_| Some(Chain::EMPTY)
        },
    ],
};

/// The weights have no distances yet.
impl Value for Windowed {
    const FORM: &'static str = "`sum`, `sum_of_squares`, `product`, `max`, `min`, `products` or `filter`";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        let weighted = |spread| Self::Products(Weights { taps: [0; 2], spread });
        match text {
            "products" => Ok(weighted(Spread::Lanes)),
            "filter" => Ok(weighted(Spread::Single)),
            _ => formed(Fold::from_name(text)).map(Self::Fold),
        }
    }
}
