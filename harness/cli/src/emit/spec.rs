//! The command line's description of a kernel, and the [`KernelSpec`] that it means.
//!
//! Tests: `harness/cli/src/emit/spec/tests.rs`, `harness/cli/tests/program/emit.rs`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use tensmith_core::DType;
use tensmith_core::kernel::op::{BinaryOp, Op, Operation, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    Batch, BinarySpec, Chain, ChainSpec, ConvertSpec, Factor, Fold, GatherSpec, GemmSpec, Indexed, Input,
    KernelSpec, LanewiseSpec, Layout, Lines, Matrix, Orientation, ReduceSpec, Reduction, Slide, Spacing,
    Spread, Start, Stride, TernarySpec, UnarySpec, Weights, WindowSpec, Windowed,
};

/// A kernel, named by what it computes. All matrices are column-major unless an option says
/// otherwise; leading dimensions are numbers of elements, or `runtime` to pass them at each call.
#[derive(Debug, Subcommand)]
pub(crate) enum Kernel {
    /// C = alpha*A*B + beta*C, where A is m x k, B is k x n and C is m x n
    Gemm(Matrices),
    /// C = alpha*S + beta*C, where S is the sum of A_r*B_r over a batch of blocks
    Brgemm(Blocks),
    /// C = A*B in each of many lanes: the index that counts the multiplications is contiguous everywhere
    Lanewise(Lanes),
    /// out = OP(in), where in is m x n
    Unary(Unary),
    /// out = OP(in0, in1), where out is m x n, and the others or parts of them are repeated to be so
    Binary(Binary),
    /// out = OP(in0, in1, in2), where out is m x n, and the others or parts of them are repeated to be so
    Ternary(Ternary),
    /// out = operations in a row on in, where out is m x n, in one pass over memory
    Chain(Links),
    /// out = in, in another type, both m x n
    Convert(Converted),
    /// out(l) = what becomes of line l of an m x n matrix, or of two
    Reduce(Reduce),
    /// out(p,l) = what becomes of the taps of window p, for lanes l that are side by side: pooling, depthwise convolutions
    Window(Windows),
    /// out(:,j) = in(:,index(j)) for n columns of m elements
    Gather(Columns),
    /// out(:,index(j)) = in(:,j) for n columns of m elements
    Scatter(Columns),
}

/// The operands of a matrix multiplication.
#[derive(Debug, Args)]
pub(crate) struct Matrices {
    /// Rows of A and C
    #[arg(long, short)]
    m: usize,
    /// Columns of B and C
    #[arg(long, short)]
    n: usize,
    /// Columns of A, rows of B
    #[arg(long, short)]
    k: usize,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = dtype())]
    dtype: DType,
    /// Factor of the product
    #[arg(long, default_value = "1", value_parser = one_of(&Factor::ALL))]
    alpha: Factor,
    /// Factor of C: 0 overwrites it, 1 adds to it
    #[arg(long, default_value = "1", value_parser = one_of(&Factor::ALL))]
    beta: Factor,
    /// Leading dimension of A [default: its contiguous extent]
    #[arg(long, value_parser = stride)]
    lda: Option<Stride>,
    /// Leading dimension of B [default: its contiguous extent]
    #[arg(long, value_parser = stride)]
    ldb: Option<Stride>,
    /// Leading dimension of C [default: its contiguous extent]
    #[arg(long, value_parser = stride)]
    ldc: Option<Stride>,
    /// A is stored row-major: contiguous along k
    #[arg(long)]
    trans_a: bool,
    /// B is stored row-major: contiguous along n
    #[arg(long)]
    trans_b: bool,
    /// C is stored row-major: contiguous along n
    #[arg(long)]
    trans_c: bool,
    /// Operations on each element before it is stored, in a row, as in
    /// `add(column),relu` or `mul(matrix/32),clamp(0,?)`; operands are `matrix/LD` (stored as C is),
    /// `column`, `row` or `scalar`, and `?` is passed at each call
    #[arg(long, default_value = "", hide_default_value = true, value_name = "CHAIN")]
    epilogue: Chain,
}

/// The operands of a batch-reduced multiplication.
#[derive(Debug, Args)]
pub(crate) struct Blocks {
    #[command(flatten)]
    block: Matrices,
    /// Number of blocks of A and of B, or `runtime`
    #[arg(long, value_name = "N", value_parser = stride)]
    batch: Stride,
    /// How blocks are found: at constant distances, or by arrays of offsets in elements or of
    /// addresses
    #[arg(long, value_name = "WAY", value_enum, default_value_t = Way::Stride)]
    batch_by: Way,
    /// Elements from one block of A to the next, or `runtime` [default: one block]
    #[arg(long, value_parser = stride)]
    batch_stride_a: Option<Stride>,
    /// Elements from one block of B to the next, or `runtime` [default: one block]
    #[arg(long, value_parser = stride)]
    batch_stride_b: Option<Stride>,
}

/// How the blocks of a batch are found.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    Stride,
    Offsets,
    Addresses,
}

/// The operands of multiplications in lanes.
#[derive(Debug, Args)]
pub(crate) struct Lanes {
    /// Rows of A and C
    #[arg(long, short)]
    m: usize,
    /// Columns of B and C
    #[arg(long, short)]
    n: usize,
    /// Columns of A, rows of B
    #[arg(long, short)]
    k: usize,
    /// Number of multiplications
    #[arg(long)]
    count: usize,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = dtype())]
    dtype: DType,
    /// C is added to, instead of overwritten
    #[arg(long)]
    accumulate: bool,
    /// Elements between rows and between columns of A [default: row by row, without gaps]
    #[arg(long, value_name = "ROWS,COLUMNS", value_parser = spacing)]
    spacing_a: Option<Spacing>,
    /// Elements between rows and between columns of B [default: row by row, without gaps]
    #[arg(long, value_name = "ROWS,COLUMNS", value_parser = spacing)]
    spacing_b: Option<Spacing>,
    /// Elements between rows and between columns of C [default: row by row, without gaps]
    #[arg(long, value_name = "ROWS,COLUMNS", value_parser = spacing)]
    spacing_c: Option<Spacing>,
}

/// The operands of a unary operation.
#[derive(Debug, Args)]
pub(crate) struct Unary {
    /// The operation on each element
    #[arg(value_parser = operation(UnaryOp::ALL))]
    op: &'static Operation<1>,
    /// A parameter of the operation, or `runtime`; once for each, in order
    #[arg(long = "parameter", value_name = "NUMBER", value_parser = parameter)]
    parameters: Vec<Parameter>,
    #[command(flatten)]
    ends: Ends,
    /// The output is the transpose: n x m
    #[arg(long)]
    trans: bool,
}

/// Options of operations with one input.
#[derive(Debug, Args)]
struct Ends {
    /// Rows of the input
    #[arg(long, short)]
    m: usize,
    /// Columns of the input
    #[arg(long, short)]
    n: usize,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = dtype())]
    dtype: DType,
    /// The part of the matrix that the input holds
    #[arg(long = "in", value_name = "PART", value_enum, default_value_t = Covers::Matrix)]
    input: Covers,
    /// Leading dimension of the input [default: m, of a row 1]
    #[arg(long, value_parser = stride)]
    ld_in: Option<Stride>,
    /// Leading dimension of the output [default: its rows]
    #[arg(long, value_parser = stride)]
    ld_out: Option<Stride>,
}

/// The operands of a binary operation.
#[derive(Debug, Args)]
pub(crate) struct Binary {
    /// The operation on each pair of elements
    #[arg(value_parser = operation(BinaryOp::ALL))]
    op: &'static Operation<2>,
    #[command(flatten)]
    inputs: Inputs,
}

/// The operands of a ternary operation.
#[derive(Debug, Args)]
pub(crate) struct Ternary {
    /// The operation on each three elements
    #[arg(value_parser = operation(TernaryOp::ALL))]
    op: &'static Operation<3>,
    #[command(flatten)]
    inputs: Inputs,
    /// The part of the matrix that the third input holds
    #[arg(long, value_name = "PART", value_enum, default_value_t = Covers::Matrix)]
    in2: Covers,
    /// Leading dimension of the third input [default: m, of a row 1]
    #[arg(long, value_parser = stride)]
    ld_in2: Option<Stride>,
}

/// The operands of several operations in a row.
#[derive(Debug, Args)]
pub(crate) struct Links {
    /// The operations, as in `add(column),relu` or `mul(matrix/32),clamp(0,?)`; operands are `matrix/LD`,
    /// `column`, `row` or `scalar`, and `?` is passed at each call
    chain: Chain,
    #[command(flatten)]
    ends: Ends,
}

/// The operands of a conversion.
#[derive(Debug, Args)]
pub(crate) struct Converted {
    /// Type of the output; the input has the other one
    #[arg(long, value_parser = dtype())]
    to: DType,
    /// Rows
    #[arg(long, short)]
    m: usize,
    /// Columns
    #[arg(long, short)]
    n: usize,
    /// Leading dimension of the input [default: m]
    #[arg(long, value_parser = stride)]
    ld_in: Option<Stride>,
    /// Leading dimension of the output [default: m]
    #[arg(long, value_parser = stride)]
    ld_out: Option<Stride>,
}

/// Options of operations with more than one input.
#[derive(Debug, Args)]
struct Inputs {
    /// A parameter of the operation, or `runtime`; once for each, in order
    #[arg(long = "parameter", value_name = "NUMBER", value_parser = parameter)]
    parameters: Vec<Parameter>,
    /// Rows
    #[arg(long, short)]
    m: usize,
    /// Columns
    #[arg(long, short)]
    n: usize,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = dtype())]
    dtype: DType,
    /// The part of the matrix that the first input holds
    #[arg(long, value_name = "PART", value_enum, default_value_t = Covers::Matrix)]
    in0: Covers,
    /// The part of the matrix that the second input holds
    #[arg(long, value_name = "PART", value_enum, default_value_t = Covers::Matrix)]
    in1: Covers,
    /// Leading dimension of the first input [default: m, of a row 1]
    #[arg(long, value_parser = stride)]
    ld_in0: Option<Stride>,
    /// Leading dimension of the second input [default: m, of a row 1]
    #[arg(long, value_parser = stride)]
    ld_in1: Option<Stride>,
    /// Leading dimension of the output [default: m]
    #[arg(long, value_parser = stride)]
    ld_out: Option<Stride>,
}

/// The operands of windows. By default they are a pixel apart in a row of pixels, whose `count` elements are side by side,
/// and nothing has gaps.
#[derive(Debug, Args)]
pub(crate) struct Windows {
    /// What becomes of the taps of a window: a fold, or their sum, weighted by `products` (a weight for each lane) or by
    /// a `filter` (one for all)
    #[arg(value_parser = windowed())]
    windowed: Windowed,
    /// Number of windows
    #[arg(long, short)]
    windows: usize,
    /// Taps of a window: rows, and how many are in each
    #[arg(long, value_name = "ROWS,TAPS", value_parser = pair)]
    taps: [usize; 2],
    /// Elements that are side by side
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = dtype())]
    dtype: DType,
    /// The output is combined with what it holds, instead of overwritten
    #[arg(long)]
    accumulate: bool,
    /// Elements from a window to the next [default: count]
    #[arg(long, value_name = "ELEMENTS")]
    stride: Option<usize>,
    /// Elements from a row of taps to the next, and from a tap to the next [default: a row of pixels, count]
    #[arg(long, value_name = "ROWS,TAPS", value_parser = pair)]
    dilation: Option<[usize; 2]>,
    /// The same of weights [default: without gaps]
    #[arg(long, value_name = "ROWS,TAPS", value_parser = pair)]
    spacing_weights: Option<[usize; 2]>,
    /// Elements from the results of a window to those of the next [default: count]
    #[arg(long, value_name = "ELEMENTS")]
    ld_out: Option<usize>,
    /// Operations on each result before it is stored, as those of `gemm`: a `column` has an element for each of `count`, a
    /// `row` one for each window
    #[arg(long, default_value = "", hide_default_value = true, value_name = "CHAIN")]
    epilogue: Chain,
}

/// The operands of a reduction.
#[derive(Debug, Args)]
pub(crate) struct Reduce {
    /// The reduction of the elements of a line
    #[arg(value_enum)]
    reduction: ReductionName,
    /// Rows
    #[arg(long, short)]
    m: usize,
    /// Columns
    #[arg(long, short)]
    n: usize,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = dtype())]
    dtype: DType,
    /// Lines are rows instead of columns
    #[arg(long)]
    rows: bool,
    /// The output is combined with what it holds, instead of overwritten
    #[arg(long)]
    accumulate: bool,
    /// Leading dimension of the input, of a dot product of the first one [default: m]
    #[arg(long, value_parser = stride)]
    ld_in: Option<Stride>,
    /// Leading dimension of the second input of a dot product [default: m]
    #[arg(long, value_parser = stride)]
    ld_in1: Option<Stride>,
}

/// The reduction of the elements of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum ReductionName {
    /// Their sum
    Sum,
    /// The sum of their squares
    SumOfSquares,
    /// Their product
    Product,
    /// The greatest one
    Max,
    /// The least one
    Min,
    /// The sum of their products with those of a second matrix
    Dot,
    /// The place of the first of the greatest ones, an unsigned integer of an element's size
    Argmax,
}

/// Columns that are moved.
#[derive(Debug, Args)]
pub(crate) struct Columns {
    /// Rows
    #[arg(long, short)]
    m: usize,
    /// Columns that are moved
    #[arg(long, short)]
    n: usize,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = dtype())]
    dtype: DType,
    /// Leading dimension of the input [default: m]
    #[arg(long, value_parser = stride)]
    ld_in: Option<Stride>,
    /// Leading dimension of the output [default: m]
    #[arg(long, value_parser = stride)]
    ld_out: Option<Stride>,
}

/// The part of a matrix that an input holds.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Covers {
    /// Every row of every column
    Matrix,
    /// Every row
    Column,
    /// Every column
    Row,
    /// One for all
    Scalar,
}

impl Covers {
    /// The input with `m` rows, `operand` by name.
    fn input(self, m: usize, ld: Option<Stride>, operand: &'static str) -> Result<Input, NoKernel> {
        match (self, ld) {
            (Self::Matrix, ld) => Ok(Input::Matrix(ld.unwrap_or(Stride::fixed(m)))),
            (Self::Row, ld) => Ok(Input::Row(ld.unwrap_or(Stride::fixed(1)))),
            (Self::Column, None) => Ok(Input::Column),
            (Self::Scalar, None) => Ok(Input::Scalar),
            (Self::Column | Self::Scalar, Some(_)) => Err(NoKernel::LeadingDimensionUnused { operand }),
        }
    }
}

impl Kernel {
    /// The specification, not yet validated.
    ///
    /// # Errors
    /// [`NoKernel`].
    pub(crate) fn spec(&self) -> Result<KernelSpec, NoKernel> {
        Ok(match self {
            Self::Gemm(matrices) => KernelSpec::Gemm(matrices.spec()),
            Self::Brgemm(blocks) => KernelSpec::Gemm(blocks.spec()?),
            Self::Lanewise(lanes) => KernelSpec::Lanewise(lanes.spec()),
            Self::Unary(operands) => KernelSpec::Unary(operands.spec()?),
            Self::Binary(operands) => KernelSpec::Binary(operands.spec()?),
            Self::Ternary(operands) => KernelSpec::Ternary(operands.spec()?),
            Self::Chain(links) => KernelSpec::Chain(links.spec()?),
            Self::Convert(operands) => KernelSpec::Convert(operands.spec()),
            Self::Reduce(operands) => KernelSpec::Reduce(operands.spec()?),
            Self::Window(windows) => KernelSpec::Window(windows.spec()),
            Self::Gather(columns) => KernelSpec::Gather(columns.spec(Indexed::Input)),
            Self::Scatter(columns) => KernelSpec::Gather(columns.spec(Indexed::Output)),
        })
    }
}

/// Why the command line describes no kernel.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoKernel {
    /// A distance follows from nothing else.
    #[error("--batch-stride-{operand} is missing: must be given where --ld{operand} is `runtime`")]
    StrideNeeded { operand: char },
    /// A distance that the kernel would not use.
    #[error("--batch-stride-{operand} is given: must be left out unless --batch-by is `stride`")]
    StrideUnused { operand: char },
    /// A distance that the input does not have.
    #[error("--ld-{operand} is given: must be left out unless --{operand} is `matrix` or `row`")]
    LeadingDimensionUnused { operand: &'static str },
    /// Only a dot product has a second input.
    #[error("--ld-in1 is given: must be left out unless the reduction is `dot`")]
    SecondInputUnused,
    /// Places cannot be combined.
    #[error("--accumulate is given: must be left out where the reduction is `argmax`")]
    AccumulatedPlaces,
    /// An operation has other parameters.
    #[error("{count} times --parameter: {name} takes {}", taken(names))]
    Parameters { name: &'static str, count: usize, names: &'static [&'static str] },
}

impl Matrices {
    fn spec(&self) -> GemmSpec {
        let &Self { m, n, k, dtype, alpha, beta, epilogue, .. } = self;
        let a = matrix(self.trans_a, (m, k), self.lda);
        let b = matrix(self.trans_b, (k, n), self.ldb);
        let c = matrix(self.trans_c, (m, n), self.ldc);
        GemmSpec { dtype, m, n, k, a, b, c, alpha, beta, batch: Batch::Single, epilogue }
    }
}

impl Windows {
    /// Where pixels are without gaps, a row has as many as its windows cover.
    fn spec(&self) -> WindowSpec {
        let &Self { windowed, windows, taps, count, dtype, accumulate, stride, dilation, epilogue, .. } =
            self;
        let pixels = windows.saturating_add(taps[1]).saturating_sub(1);
        let window = stride.unwrap_or(count);
        let slide = Slide { window, taps: dilation.unwrap_or([pixels.saturating_mul(count), count]) };
        let windowed = match windowed {
            Windowed::Fold(_) => windowed,
            Windowed::Products(weights) => {
                let each = if weights.spread == Spread::Lanes { count } else { 1 };
                let tight = [taps[1].saturating_mul(each), each];
                Windowed::Products(Weights { taps: self.spacing_weights.unwrap_or(tight), ..weights })
            }
        };
        let start = if accumulate { Start::Output } else { Start::Nothing };
        WindowSpec {
            dtype,
            windowed,
            windows,
            taps,
            count,
            slide,
            ld_out: self.ld_out.unwrap_or(count),
            start,
            epilogue,
        }
    }
}

impl Blocks {
    /// The blocks are contiguous where no distance is given.
    fn spec(&self) -> Result<GemmSpec, NoKernel> {
        let block = self.block.spec();
        let count = self.batch;
        let batch = match self.batch_by {
            Way::Stride => Batch::Strided {
                count,
                a: batch_stride(self.batch_stride_a, 'a', block.a, (block.m, block.k))?,
                b: batch_stride(self.batch_stride_b, 'b', block.b, (block.k, block.n))?,
            },
            Way::Offsets => self.without_strides(Batch::Offsets { count })?,
            Way::Addresses => self.without_strides(Batch::Addresses { count })?,
        };
        Ok(GemmSpec { batch, ..block })
    }

    fn without_strides(&self, batch: Batch) -> Result<Batch, NoKernel> {
        let given = [('a', self.batch_stride_a), ('b', self.batch_stride_b)];
        match given.into_iter().find(|(_, stride)| stride.is_some()) {
            Some((operand, _)) => Err(NoKernel::StrideUnused { operand }),
            None => Ok(batch),
        }
    }
}

fn batch_stride(
    given: Option<Stride>,
    operand: char,
    matrix: Matrix,
    (rows, columns): (usize, usize),
) -> Result<Stride, NoKernel> {
    let (_, strided) = matrix.extents(rows, columns);
    // A product that saturates belongs to an operand that the spec's rules refuse as too large.
    let block = matrix.ld.known().map(|ld| Stride::fixed(ld.saturating_mul(strided)));
    given.or(block).ok_or(NoKernel::StrideNeeded { operand })
}

impl Unary {
    fn spec(&self) -> Result<UnarySpec, NoKernel> {
        let &Ends { m, n, dtype, .. } = &self.ends;
        let op = applied(self.op, &self.parameters)?;
        let (orientation, rows_out) =
            if self.trans { (Orientation::Transposed, n) } else { (Orientation::Same, m) };
        let (input, ld_out) = self.ends.covered(rows_out)?;
        Ok(UnarySpec { dtype, op, m, n, input, ld_out, orientation })
    }
}

impl Binary {
    fn spec(&self) -> Result<BinarySpec, NoKernel> {
        let inputs @ &Inputs { m, n, dtype, .. } = &self.inputs;
        let op = applied(self.op, &inputs.parameters)?;
        let [in0, in1] = inputs.first_two()?;
        Ok(BinarySpec { dtype, op, m, n, in0, in1, ld_out: inputs.ld_out() })
    }
}

impl Ternary {
    fn spec(&self) -> Result<TernarySpec, NoKernel> {
        let inputs @ &Inputs { m, n, dtype, .. } = &self.inputs;
        let op = applied(self.op, &inputs.parameters)?;
        let [in0, in1] = inputs.first_two()?;
        let in2 = self.in2.input(m, self.ld_in2, "in2")?;
        Ok(TernarySpec { dtype, op, m, n, in0, in1, in2, ld_out: inputs.ld_out() })
    }
}

impl Converted {
    fn spec(&self) -> ConvertSpec {
        let &Self { to, m, n, ld_in, ld_out } = self;
        let [ld_in, ld_out] = [ld_in, ld_out].map(|ld| ld.unwrap_or(Stride::fixed(m)));
        ConvertSpec { to, m, n, ld_in, ld_out }
    }
}

impl Links {
    fn spec(&self) -> Result<ChainSpec, NoKernel> {
        let (chain, &Ends { m, n, dtype, .. }) = (self.chain, &self.ends);
        let (input, ld_out) = self.ends.covered(m)?;
        Ok(ChainSpec { dtype, chain, m, n, input, ld_out })
    }
}

impl Ends {
    /// The input, and the leading dimension of an output of `rows_out` rows.
    fn covered(&self, rows_out: usize) -> Result<(Input, Stride), NoKernel> {
        let input = self.input.input(self.m, self.ld_in, "in")?;
        Ok((input, self.ld_out.unwrap_or(Stride::fixed(rows_out))))
    }
}

impl Inputs {
    fn first_two(&self) -> Result<[Input; 2], NoKernel> {
        let in0 = self.in0.input(self.m, self.ld_in0, "in0")?;
        Ok([in0, self.in1.input(self.m, self.ld_in1, "in1")?])
    }

    fn ld_out(&self) -> Stride {
        self.ld_out.unwrap_or(Stride::fixed(self.m))
    }
}

impl Lanes {
    fn spec(&self) -> LanewiseSpec {
        let &Self { m, n, k, count, dtype, accumulate, spacing_a, spacing_b, spacing_c } = self;
        let start = if accumulate { Start::Output } else { Start::Nothing };
        let tight = LanewiseSpec::tight(dtype, [m, n, k], count, start);
        LanewiseSpec {
            a: spacing_a.unwrap_or(tight.a),
            b: spacing_b.unwrap_or(tight.b),
            c: spacing_c.unwrap_or(tight.c),
            ..tight
        }
    }
}

impl Reduce {
    fn spec(&self) -> Result<ReduceSpec, NoKernel> {
        let &Self { m, n, dtype, .. } = self;
        let (lines, start) = (
            if self.rows { Lines::Rows } else { Lines::Columns },
            if self.accumulate { Start::Output } else { Start::Nothing },
        );
        let reduction = match self.reduction {
            ReductionName::Sum => Reduction::Fold(Fold::Sum, start),
            ReductionName::SumOfSquares => Reduction::Fold(Fold::SumOfSquares, start),
            ReductionName::Product => Reduction::Fold(Fold::Product, start),
            ReductionName::Max => Reduction::Fold(Fold::Max, start),
            ReductionName::Min => Reduction::Fold(Fold::Min, start),
            ReductionName::Dot => Reduction::Dot { ld_in1: self.ld_in1.unwrap_or(Stride::fixed(m)), start },
            ReductionName::Argmax if self.accumulate => return Err(NoKernel::AccumulatedPlaces),
            ReductionName::Argmax => Reduction::ArgMax,
        };
        if self.ld_in1.is_some() && self.reduction != ReductionName::Dot {
            return Err(NoKernel::SecondInputUnused);
        }
        Ok(ReduceSpec { dtype, reduction, lines, m, n, ld_in: self.ld_in.unwrap_or(Stride::fixed(m)) })
    }
}

impl Columns {
    fn spec(&self, indexed: Indexed) -> GatherSpec {
        let &Self { m, n, dtype, ld_in, ld_out } = self;
        let [ld_in, ld_out] = [ld_in, ld_out].map(|ld| ld.unwrap_or(Stride::fixed(m)));
        GatherSpec { dtype, indexed, m, n, ld_in, ld_out }
    }
}

/// An operation with its parameters.
fn applied<const INPUTS: usize>(
    operation: &'static Operation<INPUTS>,
    parameters: &[Parameter],
) -> Result<Op<INPUTS>, NoKernel> {
    let &Operation { name, parameters: names, .. } = operation;
    let count = parameters.len();
    Op::new(operation, parameters).ok_or(NoKernel::Parameters { name, count, names })
}

/// The list of parameters.
fn taken(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        _ => format!("{} ({})", names.len(), names.join(", ")),
    }
}

/// The storage of a `rows`×`columns` matrix, tight where no leading dimension is given.
fn matrix(row_major: bool, (rows, columns): (usize, usize), ld: Option<Stride>) -> Matrix {
    let (layout, contiguous) =
        if row_major { (Layout::RowMajor, columns) } else { (Layout::ColumnMajor, rows) };
    Matrix { layout, ld: ld.unwrap_or(Stride::fixed(contiguous)) }
}

/// Parses a distance in elements.
fn stride(text: &str) -> Result<Stride, String> {
    match text {
        "runtime" => Ok(Stride::Runtime),
        _ => text
            .parse()
            .map(Stride::fixed)
            .map_err(|_| format!("must be `runtime` or a number from 0 to {}", usize::MAX)),
    }
}

/// Parses the distances of rows and of columns.
fn spacing(text: &str) -> Result<Spacing, String> {
    let numbers =
        text.split_once(',').and_then(|(rows, columns)| rows.parse().ok().zip(columns.parse().ok()));
    let (rows, columns) = numbers.ok_or("must be two numbers of elements, as in `64,1`")?;
    Ok(Spacing { rows, columns })
}

/// Parses two numbers, of rows and of taps.
fn pair(text: &str) -> Result<[usize; 2], String> {
    let numbers = text.split_once(',').and_then(|(rows, taps)| rows.parse().ok().zip(taps.parse().ok()));
    numbers.map(<[usize; 2]>::from).ok_or_else(|| "must be two numbers, as in `3,5`".to_owned())
}

/// The names of what becomes of windows. Weights have no distances yet.
fn windowed() -> impl TypedValueParser<Value = Windowed> {
    let products =
        [Spread::Lanes, Spread::Single].map(|spread| Windowed::Products(Weights { taps: [0; 2], spread }));
    let all = move || Fold::ALL.map(|(fold, _)| Windowed::Fold(fold)).into_iter().chain(products);
    let names = PossibleValuesParser::new(all().map(|one| PossibleValue::new(one.name())));
    names.try_map(move |name| all().find(|one| one.name() == name).ok_or("unknown"))
}

/// Parses a parameter of an operation.
fn parameter(text: &str) -> Result<Parameter, String> {
    match text {
        "runtime" => Ok(Parameter::Runtime),
        _ => text.parse().map(Parameter::fixed).map_err(|_| "must be `runtime` or a number".to_owned()),
    }
}

/// The first paragraph of what an operation says of itself, with plain names for links.
pub(crate) fn summary(doc: &str) -> String {
    let paragraph = doc.trim().lines().map(str::trim).take_while(|line| !line.is_empty());
    paragraph.collect::<Vec<_>>().join(" ").replace("[`Op::", "`").replace("`]", "`")
}

/// Parses the name of one of `all`; the help is what the operation says of itself.
fn operation<const INPUTS: usize>(
    all: &'static [&'static Operation<INPUTS>],
) -> impl TypedValueParser<Value = &'static Operation<INPUTS>> {
    let value = |op: &&'static Operation<INPUTS>| PossibleValue::new(op.name).help(summary(op.doc));
    PossibleValuesParser::new(all.iter().map(value)).try_map(|text| {
        all.iter().copied().find(|op| op.name == text).ok_or("not one of the possible values")
    })
}

/// Parses an element type.
pub(super) fn dtype() -> impl TypedValueParser<Value = DType> {
    one_of(&[(DType::F32, "f32"), (DType::F64, "f64")])
}

/// Parses the name of one of `all`.
fn one_of<T: Copy + Send + Sync>(all: &'static [(T, &'static str)]) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(_, name)| *name)).try_map(|text| {
        all.iter()
            .find(|(_, name)| *name == text)
            .map(|(value, _)| *value)
            .ok_or("not one of the possible values")
    })
}

#[cfg(test)]
mod tests;
