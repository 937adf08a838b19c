//! Matrices in memory: how they are stored, and what of them is checked.

use super::Argument;
use crate::DType;
use crate::kernel::op::{Number, Op, Parameter};
use crate::text::Count;
use core::fmt;
use core::num::NonZeroUsize;

/// The storage order of a matrix with element `(i, j)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// As wide as what it is packed into, and with a bit that types do not have: so it is added from memory.
#[repr(u64)]
pub enum Layout {
    /// `(i, j)` is at `i + j · ld`: contiguous along the first index.
    ColumnMajor,
    /// `(i, j)` is at `i · ld + j`: contiguous along the second index.
    RowMajor = 1 << 3,
}

/// A distance in elements: part of the code, or an argument of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stride {
    /// Known when the kernel is made: see [`Stride::fixed`].
    Fixed(Distance),
    /// Passed in a register at every call.
    Runtime,
}

/// A distance in elements: any number but the greatest, as no memory has that many.
///
/// So one that may be left to run time takes no more room, and specifications are short to
/// copy and to compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Distance {
    /// All its bits inverted.
    inverted: NonZeroUsize,
}

impl Distance {
    /// Returns a distance of `elements`; the greatest number counts as the one before it, which is
    /// as far out of reach.
    #[must_use]
    pub const fn new(elements: usize) -> Self {
        match NonZeroUsize::new(!elements) {
            Some(inverted) => Self { inverted },
            None => Self { inverted: NonZeroUsize::MIN },
        }
    }

    /// Returns the number of elements.
    #[must_use]
    pub const fn get(self) -> usize {
        !self.inverted.get()
    }
}

impl fmt::Debug for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// A matrix operand: its storage order and leading dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    /// Storage order.
    pub layout: Layout,
    /// Distance between neighbouring columns (column-major) or rows (row-major).
    pub ld: Stride,
}

impl Matrix {
    /// Column-major with leading dimension `ld`.
    #[must_use]
    pub const fn column_major(ld: usize) -> Self {
        Self { layout: Layout::ColumnMajor, ld: Stride::fixed(ld) }
    }

    /// Row-major with leading dimension `ld`.
    #[must_use]
    pub const fn row_major(ld: usize) -> Self {
        Self { layout: Layout::RowMajor, ld: Stride::fixed(ld) }
    }

    /// The same elements in the same places, with rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        let layout = match self.layout {
            Layout::ColumnMajor => Layout::RowMajor,
            Layout::RowMajor => Layout::ColumnMajor,
        };
        Self { layout, ld: self.ld }
    }

    /// The extents of `rows`×`columns` elements stored so: along the contiguous direction, then
    /// the other.
    #[must_use]
    pub const fn extents(self, rows: usize, columns: usize) -> (usize, usize) {
        match self.layout {
            Layout::ColumnMajor => (rows, columns),
            Layout::RowMajor => (columns, rows),
        }
    }
}

impl Stride {
    /// A stride of that many elements: see [`Distance::new`].
    #[must_use]
    pub const fn fixed(elements: usize) -> Self {
        Self::Fixed(Distance::new(elements))
    }

    /// The value, where it is known.
    #[must_use]
    pub const fn known(self) -> Option<usize> {
        match self {
            Self::Fixed(distance) => Some(distance.get()),
            Self::Runtime => None,
        }
    }

    /// The stride as a key; 0 means run time.
    #[inline(always)]
    pub(super) const fn packed(self) -> u64 {
        match self {
            Self::Fixed(distance) => distance.inverted.get() as u64,
            Self::Runtime => 0,
        }
    }

    /// The argument that stands for it, if it is left to run time.
    pub(super) fn argument(self, argument: Argument) -> Option<Argument> {
        (self == Self::Runtime).then_some(argument)
    }
}

/// A field of a spec breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// An extent or a batch is empty.
    #[error("{field} is 0: must be at least 1")]
    Zero {
        /// Name of the field.
        field: &'static str,
    },
    /// A leading dimension is too small to keep columns (or rows) apart.
    #[error("{field} is {value}: must be at least {extent}, the matrix's contiguous extent")]
    LeadingDimension {
        /// Name of the field.
        field: &'static str,
        /// Its value.
        value: usize,
        /// The least that is allowed.
        extent: usize,
    },
    /// Elements of an output that are to be apart are not.
    #[error("{field} is {value}: must be at least {least}, so that the elements lie apart")]
    Overlap {
        /// Name of the field.
        field: &'static str,
        /// Its value.
        value: usize,
        /// The least that is allowed.
        least: usize,
    },
    /// More is left to run time than calls pass.
    #[error("{count}: must be at most {limit}; fix what is left to run time", count = Count(*count, "argument"))]
    TooManyArguments {
        /// The number of arguments that there would be.
        count: usize,
        /// The most that there are.
        limit: usize,
    },
    /// A line is too long.
    #[error("{field} is {value}: must be at most {limit}, the most elements whose places are told apart")]
    TooLong {
        /// Name of the field.
        field: &'static str,
        /// Its value.
        value: usize,
        /// The most that is allowed.
        limit: usize,
    },
    /// There is more of something than kernels are made for.
    #[error("{field} is {value}: must be at most {limit}")]
    TooMany {
        /// Name of the field.
        field: &'static str,
        /// Its value.
        value: usize,
        /// The most that is allowed.
        limit: usize,
    },
    /// The indices of something else than a matrix are exchanged.
    #[error(
        "{field} is a column, a row or one element: must be a matrix where indices are exchanged or paired"
    )]
    NoMatrix {
        /// Name of the operand.
        field: &'static str,
    },
    /// A copy of complex numbers, whose rows are their parts, has an odd number of these.
    #[error("m is {m}: must be even, as rows are parts of complex numbers")]
    OddRows {
        /// How many.
        m: usize,
    },
    /// Something else than a copy of one type has rows that are parts of complex numbers.
    #[error("{field} has rows as parts of complex numbers: only the identity on one type may")]
    Paired {
        /// Name of the field.
        field: &'static str,
    },
    /// The factor that vectors run along is not stored as the output is.
    #[error(
        "{field} is stored across c: must be column-major or row-major as c is, so that both are contiguous along the same direction"
    )]
    Across {
        /// Name of the factor.
        field: &'static str,
    },
    /// A sum of integers that goes on in the middle of a group.
    #[error("{field} is {value}: must be a multiple of {group}, the elements of a group; zeros fill one up")]
    Groups {
        /// Name of the field.
        field: &'static str,
        /// Its value.
        value: usize,
        /// The elements of a group.
        group: usize,
    },
    /// A sum of integers may have no room.
    #[error(
        "k is {k}: must be at most {limit}, or sums may have no room in 32 bits; `overflow=wraps` allows that"
    )]
    Overflow {
        /// The products that are summed.
        k: usize,
        /// The most that are allowed.
        limit: usize,
    },
    /// A number is left to run time that kernels have to know.
    #[error("{field} is left to run time: must be a number")]
    Open {
        /// Name of the field.
        field: &'static str,
    },
    /// An operation is none on integers.
    #[error("{operation} has no meaning on {dtype}: must be an operation on integers")]
    Operation {
        /// Its name.
        operation: &'static str,
        /// The type of elements.
        dtype: DType,
    },
    /// A parameter is none of the numbers that an operation on integers computes with.
    #[error("{operation} of {value:?} on {dtype}: must be of an integer that has room in 32 bits")]
    Fraction {
        /// The operation's name.
        operation: &'static str,
        /// The parameter.
        value: Number,
        /// The type of elements.
        dtype: DType,
    },
    /// A multiplication that is done several times has something that would have to move with it.
    #[error("{field} of a multiplication in a series: must be {}", if *field == "batch" { "a single pair" } else { "without matrices" })]
    Series {
        /// Name of the field.
        field: &'static str,
    },
    /// An operand has a type that there are no kernels for.
    #[error("{field} is {found}: must be {}", Either(legal))]
    Type {
        /// Name of the operand or of its type.
        field: &'static str,
        /// Its type.
        found: DType,
        /// The types that there are kernels for.
        legal: &'static [DType],
    },
    /// An operand does not fit the address space.
    #[error("{field} spans more than {limit} bytes: extents and strides must keep it below")]
    TooLarge {
        /// Name of the operand.
        field: &'static str,
        /// The most that is allowed.
        limit: usize,
    },
}

/// The types of elements that are computed with as they are.
const PLAIN: &[DType] = &[DType::F32, DType::F64, DType::I32];

/// Those of floating point.
const FLOATS: &[DType] = &[DType::F32, DType::F64, DType::F16, DType::BF16];

/// Names that a word has to be one of.
struct Either<'a>(&'a [DType]);

impl fmt::Display for Either<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, dtype) in self.0.iter().enumerate() {
            let between = match nth {
                0 => "",
                nth if nth.saturating_add(1) == self.0.len() => " or ",
                _ => ", ",
            };
            write!(f, "{between}{dtype}")?;
        }
        Ok(())
    }
}

/// Checks a type of elements that are computed with as they are.
pub(super) fn plain(field: &'static str, found: DType) -> Result<(), SpecError> {
    if found.is_converted() { Err(SpecError::Type { field, found, legal: PLAIN }) } else { Ok(()) }
}

/// Checks that elements are of floating point.
pub(super) fn floating(field: &'static str, found: DType) -> Result<(), SpecError> {
    if found.is_integer() { Err(SpecError::Type { field, found, legal: FLOATS }) } else { Ok(()) }
}

/// Checks that an operation is one on elements of a type, and its parameters are numbers of what is computed
/// with.
pub(super) fn meant<const INPUTS: usize>(op: &Op<INPUTS>, dtype: DType) -> Result<(), SpecError> {
    let (operation, of) = (op.operation().name, dtype.arithmetic());
    if !op.is_for(of) {
        return Err(SpecError::Operation { operation, dtype });
    }
    let fixed = op.parameters().iter().filter_map(|parameter| match parameter {
        Parameter::Fixed(number) => Some(*number),
        Parameter::Runtime => None,
    });
    match fixed.filter(|_| of.is_integer()).find(|number| !number.is_word()) {
        Some(value) => Err(SpecError::Fraction { operation, value, dtype }),
        None => Ok(()),
    }
}

/// Operands span at most this many bytes, so that 64-bit address arithmetic cannot overflow.
pub const MAX_SPAN: usize = (1 << 47) - 1;

pub(super) fn at_least_one(field: &'static str, value: usize) -> Result<(), SpecError> {
    if value == 0 { Err(SpecError::Zero { field }) } else { Ok(()) }
}

/// Checks one operand with `contiguous`×`strided` elements, repeated over a batch. Without
/// elements it spans nothing, wherever it is.
pub(super) fn operand(
    names: (&'static str, &'static str),
    dtype: DType,
    (contiguous, strided): (usize, usize),
    ld: Stride,
    batch: (usize, usize),
) -> Result<(), SpecError> {
    apart(names.1, ld, contiguous)?;
    input(names, dtype, (contiguous, strided), ld, batch)
}

/// The same of one that is only read, whose columns (or rows) may have elements in common, if they do not
/// begin at the same one.
pub(super) fn input(
    (field, ld_field): (&'static str, &'static str),
    dtype: DType,
    (contiguous, strided): (usize, usize),
    ld: Stride,
    (count, distance): (usize, usize),
) -> Result<(), SpecError> {
    apart(ld_field, ld, contiguous.min(1))?;
    if contiguous == 0 || strided == 0 {
        return Ok(());
    }
    let elements = strided
        .checked_sub(1)
        .and_then(|s| s.checked_mul(ld.known().unwrap_or(contiguous)))
        .and_then(|e| e.checked_add(contiguous))
        .and_then(|e| count.saturating_sub(1).checked_mul(distance).and_then(|b| e.checked_add(b)));
    match elements.and_then(|e| e.checked_mul(dtype.bytes())) {
        Some(bytes) if bytes <= MAX_SPAN => Ok(()),
        _ => Err(SpecError::TooLarge { field, limit: MAX_SPAN }),
    }
}

/// Whether lines of `extent` elements at a leading dimension are apart.
pub(super) fn apart(field: &'static str, ld: Stride, extent: usize) -> Result<(), SpecError> {
    match ld.known() {
        // No distance is as large as the greatest extent.
        Some(value) if value < Distance::new(extent).get() => {
            Err(SpecError::LeadingDimension { field, value, extent })
        }
        _ => Ok(()),
    }
}

impl fmt::Display for Stride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(value) => write!(f, "{}", value.get()),
            Self::Runtime => f.write_str("?"),
        }
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.layout {
            Layout::ColumnMajor => "col",
            Layout::RowMajor => "row",
        };
        write!(f, "{order}/{}", self.ld)
    }
}
