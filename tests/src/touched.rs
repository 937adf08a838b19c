//! The elements that a kernel call touches, enumerated one by one from what its specification says: the
//! oracle for what plans access.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::Op;
use tensmith_core::kernel::spec::{
    Added, Batch, Chain, Factor, Indexed, Input, Layout, Lines, Link, Matrix, Operand, Reduction, Spacing,
    Spread, Start, Stride, Windowed,
};

/// An access to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Where the element begins, in bytes.
    pub at: usize,
    /// Its size.
    pub bytes: usize,
    /// Whether it is written.
    pub writes: bool,
}

/// Visits what a call with these addresses touches: all that is read before all that is written.
///
/// # Panics
/// For a specification with values that are left to run time, or whose accesses depend on values in memory:
/// no plan has such a kernel.
pub fn touched(spec: &KernelSpec, addresses: &[usize], mut visit: impl FnMut(Touch)) {
    visit_all(spec, addresses, &mut visit);
}

fn visit_all(spec: &KernelSpec, addresses: &[usize], visit: &mut dyn FnMut(Touch)) {
    let bytes = spec.dtype().bytes();
    let mut put = |address: usize, offset: usize, bytes: usize, writes: bool| {
        visit(Touch { at: address.wrapping_add(offset * bytes), bytes, writes });
    };
    match spec {
        KernelSpec::Gemm(s) => {
            let [a, b, c, operands @ ..] = addresses else { panic!("three matrices") };
            if s.k > 0 && s.alpha != Factor::Zero {
                for (block_a, block_b) in blocks(s.batch) {
                    matrix(s.a, (s.m, s.k), |at| put(*a, block_a + at, bytes, false));
                    matrix(s.b, (s.k, s.n), |at| put(*b, block_b + at, bytes, false));
                }
            }
            if s.beta != Factor::Zero {
                matrix(s.c, (s.m, s.n), |at| put(*c, at, bytes, false));
            }
            chain(&s.epilogue, s.c.layout, (s.m, s.n), operands, |address, at| {
                put(address, at, bytes, false);
            });
            matrix(s.c, (s.m, s.n), |at| put(*c, at, bytes, true));
        }
        KernelSpec::Unary(s) => {
            let [from, to, ..] = addresses else { panic!("two operands") };
            if reads(&s.op) {
                input(s.input, (s.m, s.n), |at| put(*from, at, bytes, false));
            }
            let out = s.orientation.output((s.m, s.n));
            columns(s.ld_out, out, |at| put(*to, at, bytes, true));
        }
        KernelSpec::Binary(s) => {
            let [in0, in1, to, ..] = addresses else { panic!("three operands") };
            for (from, covered) in [(in0, s.in0), (in1, s.in1)] {
                input(covered, (s.m, s.n), |at| put(*from, at, bytes, false));
            }
            columns(s.ld_out, (s.m, s.n), |at| put(*to, at, bytes, true));
        }
        KernelSpec::Ternary(s) => {
            let [in0, in1, in2, to, ..] = addresses else { panic!("four operands") };
            for (from, covered) in [(in0, s.in0), (in1, s.in1), (in2, s.in2)] {
                input(covered, (s.m, s.n), |at| put(*from, at, bytes, false));
            }
            columns(s.ld_out, (s.m, s.n), |at| put(*to, at, bytes, true));
        }
        KernelSpec::Chain(s) => {
            let [from, rest @ ..] = addresses else { panic!("an input") };
            let binary = s.chain.links().filter(|link| matches!(link, Link::Binary { .. })).count();
            let (operands, to) = rest.split_at(binary);
            let first = s.chain.links().next();
            if first.is_none_or(|link| !matches!(link, Link::Unary(op) if !reads(op))) {
                input(s.input, (s.m, s.n), |at| put(*from, at, bytes, false));
            }
            let layout = Layout::ColumnMajor;
            chain(&s.chain, layout, (s.m, s.n), operands, |address, at| put(address, at, bytes, false));
            columns(s.ld_out, (s.m, s.n), |at| put(to[0], at, bytes, true));
        }
        KernelSpec::Convert(s) => {
            let [from, to, ..] = addresses else { panic!("two operands") };
            columns(s.ld_in, (s.m, s.n), |at| put(*from, at, s.from.bytes(), false));
            columns(s.ld_out, s.output(), |at| put(*to, at, bytes, true));
        }
        KernelSpec::Series(s) => {
            for nth in 0..s.count() {
                let moved = |(address, step): (&usize, usize)| address.wrapping_add(nth * step * bytes);
                let moved: Vec<_> = addresses.iter().zip(s.steps()).map(moved).collect();
                visit_all(&KernelSpec::Gemm(*s.gemm()), &moved, visit);
            }
        }
        KernelSpec::Permute(s) => {
            let [from, to, ..] = addresses else { panic!("two operands") };
            for number in 0..s.elements() {
                let (mut left, mut at) = (number, [0, 0]);
                for dim in s.dims() {
                    let index = left % dim.extent;
                    left /= dim.extent;
                    at = [at[0] + index * dim.step_in, at[1] + index * dim.step_out];
                }
                put(*from, at[0], bytes, false);
                put(*to, at[1], bytes, true);
            }
        }
        KernelSpec::Lanewise(s) => {
            let [a, b, c, ..] = addresses else { panic!("three operands") };
            spaced(s.a, (s.m, s.k), s.count, |at| put(*a, at, bytes, false));
            spaced(s.b, (s.k, s.n), s.count, |at| put(*b, at, bytes, false));
            if s.start == Start::Output {
                spaced(s.c, (s.m, s.n), s.count, |at| put(*c, at, bytes, false));
            }
            spaced(s.c, (s.m, s.n), s.count, |at| put(*c, at, bytes, true));
        }
        KernelSpec::Complex(s) => {
            let [a, b, c, ..] = addresses else { panic!("three operands") };
            for (address, matrix, (rows, columns)) in
                [(a, s.a, (s.m, s.k)), (b, s.b, (s.k, s.n)), (c, s.c, (s.m, s.n))]
            {
                let (contiguous, lines) = matrix.extents(rows, columns);
                let is_output = address == c;
                for at in (0..lines).flat_map(|line| (0..2 * contiguous).map(move |at| (line, at))) {
                    let at = 2 * at.0 * known(matrix.ld) + at.1;
                    if !is_output || s.start == Start::Output {
                        put(*address, at, bytes, false);
                    }
                    if is_output {
                        put(*address, at, bytes, true);
                    }
                }
            }
        }
        KernelSpec::Grouped(s) => {
            let [a, b, c, added @ ..] = addresses else { panic!("three operands") };
            let numbers = if s.added == Added::Row { s.n } else { s.m };
            for added in added {
                (0..numbers).for_each(|at| put(*added, at, bytes, false));
            }
            matrix(s.a, (s.m, s.groups()), |at| put(*a, at, bytes, false));
            matrix(s.b, (s.groups(), s.n), |at| put(*b, at, bytes, false));
            if s.start == Start::Output {
                matrix(s.c, (s.m, s.n), |at| put(*c, at, bytes, false));
            }
            matrix(s.c, (s.m, s.n), |at| put(*c, at, bytes, true));
        }
        KernelSpec::Group(s) => {
            let [from, to, ..] = addresses else { panic!("two operands") };
            matrix(s.input, (s.m, s.k), |at| put(*from, at, s.change.from().bytes(), false));
            matrix(s.output(), (s.m, s.groups()), |at| put(*to, at, bytes, true));
        }
        KernelSpec::Reduce(s) => {
            let lines = if s.lines == Lines::Columns { s.n } else { s.m };
            columns(s.ld_in, (s.m, s.n), |at| put(addresses[0], at, bytes, false));
            let out = match s.reduction {
                Reduction::Dot { ld_in1, .. } => {
                    columns(ld_in1, (s.m, s.n), |at| put(addresses[1], at, bytes, false));
                    addresses[2]
                }
                Reduction::Fold(..) | Reduction::ArgMax => addresses[1],
            };
            if s.reduction.start() == Start::Output {
                (0..lines).for_each(|at| put(out, at, bytes, false));
            }
            (0..lines).for_each(|at| put(out, at, bytes, true));
        }
        KernelSpec::Window(s) => {
            let [outer, inner] = s.taps;
            let taps = (0..outer).flat_map(|q| (0..inner).map(move |r| [q, r]));
            let place = |[q, r]: [usize; 2], [row, tap]: [usize; 2]| q * row + r * tap;
            for (window, tap) in (0..s.windows).flat_map(|window| taps.clone().map(move |tap| (window, tap)))
            {
                let first = window * s.slide.window + place(tap, s.slide.taps);
                (0..s.count).for_each(|lane| put(addresses[0], first + lane, bytes, false));
            }
            let (mut out, mut weighted) = (addresses[1], None);
            if let Windowed::Products(weights) = s.windowed {
                (out, weighted) = (addresses[2], Some(weights));
            }
            for (tap, weights) in taps.filter_map(|tap| Some((tap, weighted?))) {
                let count = if weights.spread == Spread::Lanes { s.count } else { 1 };
                (0..count).for_each(|lane| put(addresses[1], place(tap, weights.taps) + lane, bytes, false));
            }
            for at in (0..s.windows).flat_map(|window| (0..s.count).map(move |lane| window * s.ld_out + lane))
            {
                if s.start == Start::Output {
                    put(out, at, bytes, false);
                }
                put(out, at, bytes, true);
            }
        }
        KernelSpec::Gather(s) => {
            let name = if s.indexed == Indexed::Input { "gather" } else { "scatter" };
            panic!("a {name} by indices in memory");
        }
        other => panic!("{other}"),
    }
}

/// Whether an operation reads its inputs.
fn reads<const INPUTS: usize>(op: &Op<INPUTS>) -> bool {
    op.operation().reads_inputs
}

fn known(stride: Stride) -> usize {
    stride.known().expect("plans have fixed strides")
}

/// Where the blocks of A and B begin, in elements.
fn blocks(batch: Batch) -> Vec<(usize, usize)> {
    match batch {
        Batch::Single => vec![(0, 0)],
        Batch::Strided { count, a, b } => {
            let [count, a, b] = [count, a, b].map(known);
            (0..count).map(|nth| (nth * a, nth * b)).collect()
        }
        Batch::Offsets { .. } | Batch::Addresses { .. } => panic!("blocks by numbers in memory"),
    }
}

fn matrix(matrix: Matrix, (rows, columns): (usize, usize), mut put: impl FnMut(usize)) {
    let ld = known(matrix.ld);
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        put(match matrix.layout {
            Layout::ColumnMajor => i + j * ld,
            Layout::RowMajor => i * ld + j,
        });
    }
}

fn columns(ld: Stride, extents: (usize, usize), put: impl FnMut(usize)) {
    matrix(Matrix { layout: Layout::ColumnMajor, ld }, extents, put);
}

fn input(covered: Input, (m, n): (usize, usize), mut put: impl FnMut(usize)) {
    match covered {
        Input::Matrix(ld) => columns(ld, (m, n), put),
        Input::Row(stride) => (0..n).for_each(|j| put(j * known(stride))),
        Input::Column => (0..m).for_each(put),
        Input::Scalar => put(0),
    }
}

/// Lists what the links of a chain read besides the running value, with the address of each operand.
fn chain(
    chain: &Chain,
    layout: Layout,
    (m, n): (usize, usize),
    operands: &[usize],
    mut put: impl FnMut(usize, usize),
) {
    let covered = chain.links().filter_map(|link| match link {
        Link::Binary { operand, .. } => Some(*operand),
        Link::Unary(_) => None,
    });
    for (covered, address) in covered.zip(operands) {
        match covered {
            Operand::Matrix(ld) => matrix(Matrix { layout, ld }, (m, n), |at| put(*address, at)),
            Operand::Column => (0..m).for_each(|at| put(*address, at)),
            Operand::Row => (0..n).for_each(|at| put(*address, at)),
            Operand::Scalar => put(*address, 0),
        }
    }
}

fn spaced(spacing: Spacing, (rows, columns): (usize, usize), count: usize, mut put: impl FnMut(usize)) {
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        (0..count).for_each(|lane| put(i * spacing.rows + j * spacing.columns + lane));
    }
}
