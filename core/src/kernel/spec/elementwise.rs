//! One input, two or three, one output, element by element; or several operations in a row, in one pass.

use super::field::{Outcome, Table, dtype, extents, field};
use super::operand::{SpecError, Stride, at_least_one, floating, meant, operand};
use super::value::{Value, Wrong, formed, named, printed, stride};
use super::{Argument, Arguments, Chain, MAX_ARGUMENTS, list};
use crate::DType;
use crate::kernel::op::{BinaryOp, Op, Parameter, TernaryOp, UnaryOp};
use core::fmt;

/// Whether the output is indexed as the input, or with its indices exchanged, or in pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// `out(i, j) = op(in(i, j))`.
    Same,
    /// `out(j, i) = op(in(i, j))`: the output is n×m.
    Transposed,
    /// Pairs of rows are complex numbers, the real part first, and are multiplied by `i`. The operation is
    /// the identity, and m is even, here and in the following.
    Rotated,
    /// The same, multiplied by `-i`.
    RotatedBack,
    /// The same, conjugated.
    Conjugated,
}

/// An operation on complex numbers, whose parts are neighbouring rows, the real one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pairing {
    /// They are multiplied by `i`.
    Rotate,
    /// They are multiplied by `-i`.
    RotateBack,
    /// They are conjugated.
    Conjugate,
}

impl Pairing {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rotate, Self::RotateBack, Self::Conjugate];

    /// The name in texts of nests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotate => "rotate",
            Self::RotateBack => "rotate_back",
            Self::Conjugate => "conjugate",
        }
    }

    /// For the real part of a result, and for the imaginary one: whether it is the other part of the number,
    /// and whether that is negated.
    #[must_use]
    pub const fn parts(self) -> [(bool, bool); 2] {
        match self {
            Self::Rotate => [(true, true), (true, false)],
            Self::RotateBack => [(true, false), (true, true)],
            Self::Conjugate => [(false, false), (false, true)],
        }
    }
}

impl From<Pairing> for Orientation {
    fn from(pairing: Pairing) -> Self {
        match pairing {
            Pairing::Rotate => Self::Rotated,
            Pairing::RotateBack => Self::RotatedBack,
            Pairing::Conjugate => Self::Conjugated,
        }
    }
}

/// `out = op(in)`, where the input covers m×n elements and the output is column-major. They share no element,
/// unless they are the same matrix and the orientation is [`Orientation::Same`]. With the identity, a column,
/// a row or one element is replicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnarySpec {
    /// Type of both operands.
    pub dtype: DType,
    /// The operation on each element.
    pub op: UnaryOp,
    /// Rows of the input.
    pub m: usize,
    /// Columns of the input.
    pub n: usize,
    /// The input; to exchange or to pair indices, a [`Input::Matrix`].
    pub input: Input,
    /// Leading dimension of the output.
    pub ld_out: Stride,
    /// Index order of the output.
    pub orientation: Orientation,
}

/// How an input covers m×n elements, which are those of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// An element for each: column-major m×n with a leading dimension.
    Matrix(Stride),
    /// An element for each column: a row of n, whose neighbours are so far apart, at least 1.
    Row(Stride),
    /// An element for each row: a contiguous column of m, the same for all columns.
    Column,
    /// One element for all.
    Scalar,
}

/// `out = op(in0, in1)`, where the output is column-major m×n. The output is one of the inputs that
/// are a [`Input::Matrix`], or both, or overlaps none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BinarySpec {
    /// Type of all three operands.
    pub dtype: DType,
    /// The operation on each pair of elements.
    pub op: BinaryOp,
    /// Rows.
    pub m: usize,
    /// Columns.
    pub n: usize,
    /// The first input.
    pub in0: Input,
    /// The second input.
    pub in1: Input,
    /// Leading dimension of the output.
    pub ld_out: Stride,
}

/// `out = op(in0, in1, in2)`, where the output is column-major m×n. The output is some of the inputs that
/// are a [`Input::Matrix`], or overlaps none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TernarySpec {
    /// Type of all four operands.
    pub dtype: DType,
    /// The operation on each three elements.
    pub op: TernaryOp,
    /// Rows.
    pub m: usize,
    /// Columns.
    pub n: usize,
    /// The first input.
    pub in0: Input,
    /// The second input.
    pub in1: Input,
    /// The third input.
    pub in2: Input,
    /// Leading dimension of the output.
    pub ld_out: Stride,
}

/// `out = chain(in)`, where the output is column-major m×n: what the links make of each element, in one pass
/// over memory. The output is some of the input and the operands that are matrices, with the same leading
/// dimension, or overlaps none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainSpec {
    /// Type of all operands.
    pub dtype: DType,
    /// The operations on each element; their operands that are matrices are column-major.
    pub chain: Chain,
    /// Rows.
    pub m: usize,
    /// Columns.
    pub n: usize,
    /// The input that the chain begins with.
    pub input: Input,
    /// Leading dimension of the output.
    pub ld_out: Stride,
}

/// `out = in` in another type, where both are column-major and the input is m×n; they do not overlap.
///
/// Rounded once, to the nearest number, of two as near to the even one: what is too great becomes infinite.
/// Signs of zeros and infinities are kept, and a NaN stays one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConvertSpec {
    /// Type of the input.
    pub from: DType,
    /// Type of the output: another one.
    pub to: DType,
    /// Rows of the input.
    pub m: usize,
    /// Columns of the input.
    pub n: usize,
    /// Leading dimension of the input.
    pub ld_in: Stride,
    /// Leading dimension of the output.
    pub ld_out: Stride,
    /// Whether the output is n×m.
    pub orientation: Orientation,
}

impl Orientation {
    /// The operation on complex numbers, if rows are their parts.
    #[must_use]
    pub const fn pairing(self) -> Option<Pairing> {
        match self {
            Self::Same | Self::Transposed => None,
            Self::Rotated => Some(Pairing::Rotate),
            Self::RotatedBack => Some(Pairing::RotateBack),
            Self::Conjugated => Some(Pairing::Conjugate),
        }
    }

    /// The rows and columns of the output, by those of the input.
    #[must_use]
    pub const fn output(self, (m, n): (usize, usize)) -> (usize, usize) {
        match self {
            Self::Transposed => (n, m),
            Self::Same | Self::Rotated | Self::RotatedBack | Self::Conjugated => (m, n),
        }
    }
}

/// The arguments that stand for the parameters of an operation.
fn parameters<const INPUTS: usize>(op: &Op<INPUTS>) -> impl Iterator<Item = Option<Argument>> {
    let given = op.parameters().iter().zip(Argument::PARAMETERS);
    given.map(|(parameter, argument)| (*parameter == Parameter::Runtime).then_some(argument))
}

impl UnarySpec {
    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        let lds = [self.input.argument(Argument::LdIn), self.ld_out.argument(Argument::LdOut)];
        list([Argument::In, Argument::Out], lds.into_iter().chain(parameters(&self.op)))
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        if self.orientation != Orientation::Same && !matches!(self.input, Input::Matrix(_)) {
            return Err(SpecError::NoMatrix { field: "in" });
        }
        meant(&self.op, self.dtype)?;
        if self.orientation.pairing().is_some() {
            floating("dtype", self.dtype)?;
            if self.op != UnaryOp::identity() {
                return Err(SpecError::Paired { field: "op" });
            }
            if self.m % 2 > 0 {
                return Err(SpecError::OddRows { m: self.m });
            }
        }
        let out = self.orientation.output((self.m, self.n));
        self.input.validate(("in", "ld_in"), self.dtype, (self.m, self.n))?;
        operand(("out", "ld_out"), self.dtype, out, self.ld_out, (1, 0))
    }
}

impl Input {
    /// The distance from column to column, where it moves between these.
    #[must_use]
    pub const fn stride(self) -> Option<Stride> {
        match self {
            Self::Matrix(ld) | Self::Row(ld) => Some(ld),
            Self::Column | Self::Scalar => None,
        }
    }

    /// As [`Input::stride`], to replace it.
    #[must_use]
    pub const fn stride_mut(&mut self) -> Option<&mut Stride> {
        match self {
            Self::Matrix(ld) | Self::Row(ld) => Some(ld),
            Self::Column | Self::Scalar => None,
        }
    }

    /// The argument for what [`Input::stride`] says, if that is left to run time.
    fn argument(self, ld: Argument) -> Option<Argument> {
        self.stride().and_then(|stride| stride.argument(ld))
    }

    /// Checks the input with these names, of an operation on m×n elements.
    fn validate(
        self,
        names: (&'static str, &'static str),
        dtype: DType,
        (m, n): (usize, usize),
    ) -> Result<(), SpecError> {
        let (extents, ld) = match self {
            Self::Matrix(ld) => ((m, n), ld),
            Self::Column => ((m, 1), Stride::fixed(m)),
            Self::Row(ld) => ((1, n), ld),
            Self::Scalar => ((1, 1), Stride::fixed(1)),
        };
        operand(names, dtype, extents, ld, (1, 0))
    }
}

/// The arguments of an operation on two or three elements.
fn arguments<const INPUTS: usize>(op: &Op<INPUTS>, inputs: [Input; INPUTS], ld_out: Stride) -> Arguments {
    let addresses = Argument::INPUTS.into_iter().take(INPUTS).chain([Argument::Out]);
    let lds = inputs.into_iter().zip(Argument::LD_INPUTS).map(|(input, ld)| input.argument(ld));
    list(addresses, lds.chain([ld_out.argument(Argument::LdOut)]).chain(parameters(op)))
}

/// Checks the operands of an operation on two or three elements.
fn validate<const INPUTS: usize>(
    op: &Op<INPUTS>,
    (dtype, m, n): (DType, usize, usize),
    inputs: [Input; INPUTS],
    ld_out: Stride,
) -> Result<(), SpecError> {
    meant(op, dtype)?;
    at_least_one("m", m)?;
    at_least_one("n", n)?;
    for ((input, address), ld) in inputs.into_iter().zip(Argument::INPUTS).zip(Argument::LD_INPUTS) {
        input.validate((address.name(), ld.name()), dtype, (m, n))?;
    }
    operand(("out", "ld_out"), dtype, (m, n), ld_out, (1, 0))
}

impl BinarySpec {
    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        arguments(&self.op, [self.in0, self.in1], self.ld_out)
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        validate(&self.op, (self.dtype, self.m, self.n), [self.in0, self.in1], self.ld_out)
    }
}

impl TernarySpec {
    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        arguments(&self.op, [self.in0, self.in1, self.in2], self.ld_out)
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        validate(&self.op, (self.dtype, self.m, self.n), [self.in0, self.in1, self.in2], self.ld_out)
    }
}

impl ChainSpec {
    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        list([Argument::In], self.other_arguments())
    }

    /// Returns the arguments besides the address of the input.
    fn other_arguments(&self) -> impl Iterator<Item = Option<Argument>> {
        let lds = [self.input.argument(Argument::LdIn), self.ld_out.argument(Argument::LdOut)];
        self.chain.addresses().chain([Some(Argument::Out)]).chain(lds).chain(self.chain.numbers())
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        let shape = (self.m, self.n);
        self.input.validate(("in", "ld_in"), self.dtype, shape)?;
        operand(("out", "ld_out"), self.dtype, shape, self.ld_out, (1, 0))?;
        self.chain.validate(self.dtype, shape, shape)?;
        match self.other_arguments().flatten().count().saturating_add(1) {
            ..=MAX_ARGUMENTS => Ok(()),
            count => Err(SpecError::TooManyArguments { count, limit: MAX_ARGUMENTS }),
        }
    }
}

impl ConvertSpec {
    /// Rows and columns of the output.
    #[must_use]
    pub const fn output(&self) -> (usize, usize) {
        self.orientation.output((self.m, self.n))
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        let lds = [self.ld_in.argument(Argument::LdIn), self.ld_out.argument(Argument::LdOut)];
        list([Argument::In, Argument::Out], lds)
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        if self.orientation.pairing().is_some() {
            return Err(SpecError::Paired { field: "order" });
        }
        if !others(self.from).contains(&self.to) {
            return Err(SpecError::Type { field: "to", found: self.to, legal: others(self.from) });
        }
        operand(("in", "ld_in"), self.from, (self.m, self.n), self.ld_in, (1, 0))?;
        operand(("out", "ld_out"), self.to, self.output(), self.ld_out, (1, 0))
    }
}

/// The types that one is converted to.
const fn others(from: DType) -> &'static [DType] {
    match from {
        DType::F32 => &[DType::F64, DType::F16, DType::BF16],
        DType::F64 => &[DType::F32, DType::F16, DType::BF16],
        DType::F16 => &[DType::F32, DType::F64, DType::BF16],
        DType::BF16 => &[DType::F32, DType::F64, DType::F16],
        DType::I8 => &[DType::U8, DType::I16, DType::I32],
        DType::U8 => &[DType::I8, DType::I16, DType::I32],
        DType::I16 => &[DType::I8, DType::U8, DType::I32],
        DType::I32 => &[DType::I8, DType::U8, DType::I16],
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matrix(ld) => ld.fmt(f),
            Self::Column => f.write_str("column"),
            Self::Row(ld) => write!(f, "row/{ld}"),
            Self::Scalar => f.write_str("scalar"),
        }
    }
}

/// The word of the operation.
macro_rules! operation {
    ($spec:ty, $op:ty) => {
        field! {
            "op" of $spec: $op, "the operation on each element";
            |s| s.op; |s, op| s.op = op; |_| None
        }
    };
}

/// The field of an input that covers m×n elements.
macro_rules! input {
    ($spec:ty, $name:literal, $input:ident) => {
        field! {
            $name of $spec: Input, "what it covers, and its leading dimension [m: a matrix without gaps]";
            |s| s.$input; |s, input| s.$input = input; |s| Some(Input::Matrix(Stride::fixed(s.m)))
        }
    };
}

/// The field of the output, by its number of rows.
macro_rules! output {
    ($spec:ty, |$s:ident| $rows:expr) => {
        field! {
            "out" of $spec: Stride, "the output's leading dimension [its rows]";
            |s| s.ld_out; |s, ld| s.ld_out = ld; |$s| Some(Stride::fixed($rows))
        }
    };
}

/// The field of what may be transposed on the way.
macro_rules! order {
    ($spec:ty, $doc:literal) => {
        field! {
            "order" of $spec: Orientation, $doc;
            |s| s.orientation; |s, order| s.orientation = order; |_| Some(Orientation::Same)
        }
    };
}

pub(super) static UNARY: Table<UnarySpec> = Table {
    name: "unary",
    doc: "out = op(in), where in covers m x n",
    blank: || UnarySpec {
        dtype: DType::F32,
        op: UnaryOp::identity(),
        m: 0,
        n: 0,
        input: Input::Scalar,
        ld_out: Stride::Runtime,
        orientation: Orientation::Same,
    },
    words: &[operation!(UnarySpec, UnaryOp), dtype!(UnarySpec), extents!(UnarySpec)],
    fields: &[
        input!(UnarySpec, "in", input),
        order!(
            UnarySpec,
            "the indices of the output: the same, or transposed, so that it is n x m, or pairs of rows as complex numbers: rotated (times i), rotated_back (times -i) or conjugated [same]"
        ),
        output!(UnarySpec, |s| s.orientation.output((s.m, s.n)).0),
    ],
};

pub(super) static BINARY: Table<BinarySpec> = Table {
    name: "binary",
    doc: "out = op(in0, in1), where out is m x n",
    blank: || BinarySpec {
        dtype: DType::F32,
        op: BinaryOp::add(),
        m: 0,
        n: 0,
        in0: Input::Scalar,
        in1: Input::Scalar,
        ld_out: Stride::Runtime,
    },
    words: &[operation!(BinarySpec, BinaryOp), dtype!(BinarySpec), extents!(BinarySpec)],
    fields: &[input!(BinarySpec, "in0", in0), input!(BinarySpec, "in1", in1), output!(BinarySpec, |s| s.m)],
};

pub(super) static TERNARY: Table<TernarySpec> = Table {
    name: "ternary",
    doc: "out = op(in0, in1, in2), where out is m x n",
    blank: || TernarySpec {
        dtype: DType::F32,
        op: TernaryOp::select(),
        m: 0,
        n: 0,
        in0: Input::Scalar,
        in1: Input::Scalar,
        in2: Input::Scalar,
        ld_out: Stride::Runtime,
    },
    words: &[operation!(TernarySpec, TernaryOp), dtype!(TernarySpec), extents!(TernarySpec)],
    fields: &[
        input!(TernarySpec, "in0", in0),
        input!(TernarySpec, "in1", in1),
        input!(TernarySpec, "in2", in2),
        output!(TernarySpec, |s| s.m),
    ],
};

pub(super) static CHAIN: Table<ChainSpec> = Table {
    name: "chain",
    doc: "out = operations in a row on in, where out is m x n, in one pass over memory",
    blank: || ChainSpec {
        dtype: DType::F32,
        chain: Chain::EMPTY,
        m: 0,
        n: 0,
        input: Input::Scalar,
        ld_out: Stride::Runtime,
    },
    words: &[dtype!(ChainSpec), extents!(ChainSpec)],
    fields: &[
        field! {
            "links" of ChainSpec: Chain, "the operations in order [none]";
            |s| s.chain; |s, chain| s.chain = chain; |_| Some(Chain::EMPTY)
        },
        input!(ChainSpec, "in", input),
        output!(ChainSpec, |s| s.m),
    ],
};

pub(super) static CONVERT: Table<ConvertSpec> = Table {
    name: "convert",
    doc: "out = in, in another type, where in is m x n",
    blank: || ConvertSpec {
        from: DType::F32,
        to: DType::F32,
        m: 0,
        n: 0,
        ld_in: Stride::Runtime,
        ld_out: Stride::Runtime,
        orientation: Orientation::Same,
    },
    words: &[
        field! {
            "dtypes" of ConvertSpec: Conversion, "the types of the input and of the output";
            |s| Conversion { from: s.from, to: s.to };
            |s, Conversion { from, to }| (s.from, s.to) = (from, to);
            |_| None
        },
        extents!(ConvertSpec),
    ],
    fields: &[
        field! {
            "in" of ConvertSpec: Stride, "the input's leading dimension [m]";
            |s| s.ld_in; |s, ld| s.ld_in = ld; |s| Some(Stride::fixed(s.m))
        },
        order!(ConvertSpec, "the indices of the output: the same, or transposed, so that it is n x m [same]"),
        output!(ConvertSpec, |s| s.output().0),
    ],
};

printed! {
    Input: "`row` or `row/LD`, `column`, `scalar`, or of a matrix its leading dimension; `?` is passed", |text| {
        match text {
            "column" => Some(Input::Column),
            "scalar" => Some(Input::Scalar),
            "row" => Some(Input::Row(Stride::fixed(1))),
            _ => match text.strip_prefix("row/") {
                Some(ld) => stride(ld).map(Input::Row),
                None => stride(text).map(Input::Matrix),
            },
        }
    };
}

named! {
    Orientation: "`same`, `transposed`, `rotated`, `rotated_back` or `conjugated`", [
        (Self::Same, "same"),
        (Self::Transposed, "transposed"),
        (Self::Rotated, "rotated"),
        (Self::RotatedBack, "rotated_back"),
        (Self::Conjugated, "conjugated")
    ];
}

/// The types of a conversion.
struct Conversion {
    from: DType,
    to: DType,
}

impl Value for Conversion {
    const FORM: &'static str = "two types, such as `f32->f64`";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}->{}", self.from, self.to)
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        // Splitting at more than a letter can panic, for all that compilers know.
        let from = crate::text::before(text, "->");
        let to = text.get(from.len()..).and_then(|to| to.strip_prefix("->")).and_then(DType::from_name);
        let (from, to) = formed(DType::from_name(from).zip(to))?;
        Ok(Self { from, to })
    }
}
