//! Short names of kernels, as profilers, debuggers and linkers show them: `gemm_f32_16x6x64_nn`.
//!
//! A name begins with what a kernel computes, its type and its extents. What is as usual is left out; all
//! else follows: `n` and `t` for the storage orders of A and B (and of C, where it is row-major), leading
//! dimensions that leave gaps (`ld20_64_16`), factors (`beta1`), and `x` for a number that every call passes.
//! What takes more words than that, such as a batch or a chain with parameters, is told apart by a hash of
//! the specification's text.
//!
//! Invariants: names consist of letters, digits and `_`; equal names are equal specifications, but for
//! operations that are defined elsewhere under a name that there is, and for what collides in 64 bits.
//!
//! Tests: `tests/tests/kernel_spec.rs`.

use super::{
    Added, Batch, BinarySpec, Chain, ChainSpec, ComplexSpec, Conjugation, ConvertSpec, Factor, GatherSpec,
    GemmSpec, GroupSpec, GroupedSpec, Indexed, Input, KernelSpec, LanewiseSpec, Layout, Lines, Link, Matrix,
    Orientation, Overflow, PermuteSpec, ReduceSpec, Reduction, Regrouped, SeriesSpec, Start, Stride,
    TernarySpec, UnarySpec, WindowSpec,
};
use crate::kernel::op::{BinaryOp, Op, TernaryOp, UnaryOp};
use core::fmt::{self, Write};

/// Prints the short name of a kernel: see [`KernelSpec::name`].
#[derive(Clone, Copy, Debug)]
pub struct Name<'a>(&'a KernelSpec);

impl KernelSpec {
    /// Returns the short name of the kernel, such as `gemm_f32_16x6x64_nn`: letters, digits and `_`. Other
    /// kernels have other names. With that of the core that it is made for:
    /// [`Target::kernel_name`](crate::Target::kernel_name).
    #[must_use]
    pub const fn name(&self) -> Name<'_> {
        Name(self)
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut Letters(f);
        let says_all = match self.0 {
            KernelSpec::Gemm(s) => s.write_name(out),
            KernelSpec::Unary(s) => s.write_name(out),
            KernelSpec::Binary(s) => s.write_name(out),
            KernelSpec::Ternary(s) => s.write_name(out),
            KernelSpec::Chain(s) => s.write_name(out),
            KernelSpec::Convert(s) => s.write_name(out),
            KernelSpec::Lanewise(s) => s.write_name(out),
            KernelSpec::Reduce(s) => s.write_name(out),
            KernelSpec::Gather(s) => s.write_name(out),
            KernelSpec::Window(s) => s.write_name(out),
            KernelSpec::Series(s) => s.write_name(out),
            KernelSpec::Permute(s) => s.write_name(out),
            KernelSpec::Complex(s) => s.write_name(out),
            KernelSpec::Grouped(s) => s.write_name(out),
            KernelSpec::Group(s) => s.write_name(out),
        }?;
        if says_all {
            return Ok(());
        }
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        write!(hash, "{}", self.0)?;
        write!(out, "_{:016x}", hash.0)
    }
}

/// Whether what was written tells a kernel from all others.
type SaysAll = Result<bool, fmt::Error>;

impl GemmSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { types, m, n, k, a, b, c, alpha, beta, batch, epilogue } = self;
        let kind = if *batch == Batch::Single { "gemm" } else { "brgemm" };
        write!(out, "{kind}")?;
        match types.single() {
            Some(dtype) => write!(out, "_{dtype}")?,
            None => write!(out, "_{}_{}_{}_{}", types.a, types.b, types.accumulator, types.output)?,
        }
        write!(out, "_{m}x{n}x{k}_{}{}", order(a), order(b))?;
        if c.layout == Layout::RowMajor {
            out.write_str(order(c))?;
        }
        let tight =
            [a.extents(*m, *k), b.extents(*k, *n), c.extents(*m, *n)].map(|(contiguous, _)| contiguous);
        out.gaps(&[a.ld, b.ld, c.ld], &tight)?;
        if *alpha != Factor::One {
            write!(out, "_alpha{}", factor(*alpha))?;
        }
        if *beta != Factor::Zero {
            write!(out, "_beta{}", factor(*beta))?;
        }
        out.chain(epilogue)?;
        Ok(*batch == Batch::Single && epilogue.is_empty())
    }
}

impl UnarySpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { dtype, op, m, n, input, ld_out, orientation } = self;
        out.write_str(op.operation().name)?;
        out.write_str(match orientation {
            Orientation::Same => "",
            Orientation::Transposed => "_transposed",
            Orientation::Rotated => "_rotated",
            Orientation::RotatedBack => "_rotated_back",
            Orientation::Conjugated => "_conjugated",
        })?;
        write!(out, "_{dtype}_{m}x{n}")?;
        let says_inputs = out.inputs(&[*input], *ld_out, *m, orientation.output((*m, *n)).0)?;
        Ok(says_inputs && is_known(op, UnaryOp::ALL))
    }
}

impl BinarySpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { dtype, op, m, n, in0, in1, ld_out } = self;
        write!(out, "{}_{dtype}_{m}x{n}", op.operation().name)?;
        Ok(out.inputs(&[*in0, *in1], *ld_out, *m, *m)? && is_known(op, BinaryOp::ALL))
    }
}

impl TernarySpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { dtype, op, m, n, in0, in1, in2, ld_out } = self;
        write!(out, "{}_{dtype}_{m}x{n}", op.operation().name)?;
        Ok(out.inputs(&[*in0, *in1, *in2], *ld_out, *m, *m)? && is_known(op, TernaryOp::ALL))
    }
}

impl ChainSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { dtype, chain, m, n, .. } = self;
        write!(out, "chain_{dtype}_{m}x{n}")?;
        out.chain(chain)?;
        Ok(false)
    }
}

impl ConvertSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { from, to, m, n, ld_in, ld_out, orientation } = self;
        let turned = if *orientation == Orientation::Transposed { "_t" } else { "" };
        write!(out, "convert{turned}_{from}_{to}_{m}x{n}")?;
        out.gaps(&[*ld_in, *ld_out], &[*m, self.output().0])?;
        Ok(true)
    }
}

impl LanewiseSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let &Self { dtype, count, m, n, k, start, .. } = self;
        write!(out, "lanewise_{dtype}_{m}x{n}x{k}x{count}")?;
        out.start(start)?;
        Ok(*self == Self::tight(dtype, [m, n, k], count, start))
    }
}

impl SeriesSpec {
    /// Distances are in the hash.
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        write!(out, "series{}_", self.count())?;
        self.gemm().write_name(out)?;
        Ok(false)
    }
}

impl PermuteSpec {
    /// Steps are in the hash.
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        write!(out, "permute_{}", self.dtype())?;
        self.dims().try_for_each(|dim| write!(out, "_{}", dim.extent))?;
        Ok(false)
    }
}

impl ComplexSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { part, m, n, k, a, b, c, conjugation, start } = self;
        write!(out, "complex_{part}_{m}x{n}x{k}_{}{}{}", order(a), order(b), order(c))?;
        let tight =
            [a.extents(*m, *k), b.extents(*k, *n), c.extents(*m, *n)].map(|(contiguous, _)| contiguous);
        out.gaps(&[a.ld, b.ld, c.ld], &tight)?;
        if *conjugation != Conjugation::Neither {
            write!(out, "_conj_{}", conjugation.name())?;
        }
        out.start(*start)?;
        Ok(true)
    }
}

impl GroupedSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { types, m, n, k, a, b, c, start, added, overflow } = self;
        let [of_a, of_b] = types.names();
        write!(out, "grouped_{of_a}_{of_b}_{m}x{n}x{k}_{}{}{}", order(a), order(b), order(c))?;
        let groups = self.groups();
        let tight = [a.extents(*m, groups), b.extents(groups, *n), c.extents(*m, *n)]
            .map(|(contiguous, _)| contiguous);
        out.gaps(&[a.ld, b.ld, c.ld], &tight)?;
        out.start(*start)?;
        out.write_str(match added {
            Added::Nothing => "",
            Added::Column => "_column",
            Added::Row => "_row",
        })?;
        if *overflow == Overflow::Wraps {
            out.write_str("_wraps")?;
        }
        Ok(true)
    }
}

impl GroupSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { change, m, k, input, ld_out } = self;
        let change = match change {
            Regrouped::Bytes => "8",
            Regrouped::Words => "16",
            Regrouped::Offset => "8_offset",
            Regrouped::Signed => "i8_i16",
            Regrouped::Unsigned => "u8_i16",
        };
        write!(out, "group_{change}_{m}x{k}_{}", order(input))?;
        let tight = [input.extents(*m, *k).0, self.output().extents(*m, self.groups()).0];
        out.gaps(&[input.ld, *ld_out], &tight)?;
        Ok(true)
    }
}

impl ReduceSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { dtype, reduction, lines, m, n, ld_in } = self;
        let lines = if *lines == Lines::Columns { "columns" } else { "rows" };
        write!(out, "{}_{lines}_{dtype}_{m}x{n}", reduction.name())?;
        match reduction {
            Reduction::Dot { ld_in1, .. } => out.gaps(&[*ld_in, *ld_in1], &[*m, *m])?,
            Reduction::Fold(..) | Reduction::ArgMax => out.gaps(&[*ld_in], &[*m])?,
        }
        out.start(reduction.start())?;
        Ok(true)
    }
}

impl GatherSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let name = if *indexed == Indexed::Input { "gather" } else { "scatter" };
        write!(out, "{name}_{dtype}_{m}x{n}")?;
        out.gaps(&[*ld_in, *ld_out], &[*m, *m])?;
        Ok(true)
    }
}

impl WindowSpec {
    fn write_name(&self, out: &mut Letters<'_, '_>) -> SaysAll {
        let &Self { dtype, windowed, windows, taps: [outer, inner], count, start, .. } = self;
        write!(out, "window_{}_{dtype}_{windows}x{outer}x{inner}x{count}", windowed.name())?;
        out.start(start)?;
        Ok(false)
    }
}

/// Writes letters, digits and `_`: the latter in place of everything else.
struct Letters<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl Write for Letters<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.0.write_char(if c.is_ascii_alphanumeric() { c } else { '_' }))
    }
}

impl Letters<'_, '_> {
    /// Leading dimensions, unless all of them leave no gap.
    fn gaps(&mut self, lds: &[Stride], tight: &[usize]) -> fmt::Result {
        if lds.iter().zip(tight).all(|(ld, tight)| *ld == Stride::fixed(*tight)) {
            return Ok(());
        }
        self.write_str("_ld")?;
        for (nth, ld) in lds.iter().enumerate() {
            let gap = if nth == 0 { "" } else { "_" };
            match ld.known() {
                Some(elements) => write!(self, "{gap}{elements}")?,
                None => write!(self, "{gap}x")?,
            }
        }
        Ok(())
    }

    /// The leading dimensions of inputs that are all matrices of `m` rows, and of an output with
    /// columns of some length.
    fn inputs(&mut self, inputs: &[Input], ld_out: Stride, m: usize, rows_out: usize) -> SaysAll {
        let mut lds = [ld_out; 4];
        for (place, input) in lds.iter_mut().zip(inputs) {
            match input {
                Input::Matrix(ld) => *place = *ld,
                Input::Row(_) | Input::Column | Input::Scalar => return Ok(false),
            }
        }
        let mut tight = [m; 4];
        if let Some(last) = tight.get_mut(inputs.len()) {
            *last = rows_out;
        }
        let count = inputs.len().saturating_add(1);
        self.gaps(lds.get(..count).unwrap_or(&lds), &tight)?;
        Ok(true)
    }

    /// The names of the operations.
    fn chain(&mut self, chain: &Chain) -> fmt::Result {
        chain.links().try_for_each(|link| match link {
            Link::Unary(op) => write!(self, "_{}", op.operation().name),
            Link::Binary { op, .. } => write!(self, "_{}", op.operation().name),
        })
    }

    fn start(&mut self, start: Start) -> fmt::Result {
        if start == Start::Output { self.write_str("_beta1") } else { Ok(()) }
    }
}

/// Hashes what is written: FNV-1a, which is the same in every version and on every host.
struct Hash(u64);

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = text
            .bytes()
            .fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Ok(())
    }
}

/// Whether an operation is one of those that come with tensmith, whose name says all.
fn is_known<const INPUTS: usize>(
    op: &Op<INPUTS>,
    all: &[&'static crate::kernel::op::Operation<INPUTS>],
) -> bool {
    op.parameters().is_empty() && all.contains(&op.operation())
}

const fn order(matrix: &Matrix) -> &'static str {
    match matrix.layout {
        Layout::ColumnMajor => "n",
        Layout::RowMajor => "t",
    }
}

const fn factor(factor: Factor) -> &'static str {
    match factor {
        Factor::Zero => "0",
        Factor::One => "1",
        Factor::Runtime => "x",
    }
}
