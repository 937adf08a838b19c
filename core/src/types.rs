//! The element types of a computation.
//!
//! Tests: `tests/tests/tensor_text.rs`, `tests/tests/tensor_optimize_convert.rs`.

use crate::DType;
use core::fmt;

/// The element types of what is read, of what it is computed in, and of what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Types {
    /// Type of the first input.
    pub a: DType,
    /// Type of the second input.
    pub b: DType,
    /// Type of products, of sums, and of what operations make of them.
    pub accumulator: DType,
    /// Type of the output.
    pub output: DType,
}

impl Types {
    /// One type for all operands, and the one that its elements are computed with.
    #[must_use]
    pub const fn of(dtype: DType) -> Self {
        Self { a: dtype, b: dtype, accumulator: dtype.arithmetic().elements(), output: dtype }
    }

    /// Those of a conversion.
    #[must_use]
    pub const fn conversion(from: DType, to: DType) -> Self {
        Self { a: from, b: from, accumulator: from.arithmetic().elements(), output: to }
    }

    /// Whether the first input becomes the output by one rounding at most, where nothing is computed.
    #[must_use]
    pub fn is_conversion(&self) -> bool {
        let is_exact = self.accumulator == self.a.arithmetic().elements() || self.accumulator == self.output;
        self.a != self.output && is_exact
    }

    /// The type of all operands, if there is one, and elements are computed with as they are.
    #[must_use]
    pub fn single(&self) -> Option<DType> {
        let Self { a, b, accumulator, output } = *self;
        ([a, b, accumulator] == [output; 3] && !output.is_converted()).then_some(output)
    }

    /// The types that a text means: one name for all operands, or those of both inputs, of the accumulator
    /// and of the output, as they are printed.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let Some((inputs, rest)) = text.split_once(['>']) else {
            return DType::from_name(text).map(Self::of);
        };
        let ((a, b), (accumulator, output)) =
            (inputs.strip_suffix('-')?.split_once([','])?, rest.split_once(['>'])?);
        let accumulator = accumulator.strip_suffix('-')?;
        let [a, b, accumulator, output] = [a, b, accumulator, output].map(DType::from_name);
        Some(Self { a: a?, b: b?, accumulator: accumulator?, output: output? })
    }
}

impl From<DType> for Types {
    fn from(dtype: DType) -> Self {
        Self::of(dtype)
    }
}

/// `f32`, or `f32,f32->f64->f64`; `f16` is `f16,f16->f32->f16`.
impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { a, b, accumulator, output } = self;
        match *self == Self::of(*output) {
            true => output.fmt(f),
            false => write!(f, "{a},{b}->{accumulator}->{output}"),
        }
    }
}
