//! A kernel as words for `tensmith emit`, which mean the same.
//!
//! Tests: `harness/cli/src/emit/spec/tests.rs`.

use std::fmt::{Display, Write};
use tensmith_core::DType;
use tensmith_core::kernel::op::{Op, Parameter};
use tensmith_core::kernel::spec::{
    Batch, Chain, Factor, Fold, Indexed, Input, LanewiseSpec, Layout, Lines, Matrix, Orientation, Reduction,
    Spacing, Start, Stride, Weights, Windowed,
};
use tensmith_core::kernel::{GemmSpec, KernelSpec, ReduceSpec, WindowSpec};

/// The words that follow `tensmith emit`. A shell splits them as is meant.
#[must_use]
pub fn emit(spec: &KernelSpec) -> String {
    let mut words = Words::default();
    match spec {
        KernelSpec::Gemm(s) => words.multiplication(s),
        KernelSpec::Unary(s) => {
            words.operation("unary", &s.op);
            words.shape(s.m, s.n, s.dtype);
            words.input("in", s.input, s.m);
            let rows_out = if s.orientation == Orientation::Same { s.m } else { s.n };
            words.stride("ld-out", s.ld_out, rows_out);
            words.flag("trans", s.orientation == Orientation::Transposed);
        }
        KernelSpec::Binary(s) => {
            words.operation("binary", &s.op);
            words.shape(s.m, s.n, s.dtype);
            words.input("in0", s.in0, s.m);
            words.input("in1", s.in1, s.m);
            words.stride("ld-out", s.ld_out, s.m);
        }
        KernelSpec::Ternary(s) => {
            words.operation("ternary", &s.op);
            words.shape(s.m, s.n, s.dtype);
            words.input("in0", s.in0, s.m);
            words.input("in1", s.in1, s.m);
            words.input("in2", s.in2, s.m);
            words.stride("ld-out", s.ld_out, s.m);
        }
        KernelSpec::Chain(s) => {
            words.word(format_args!("chain '{}'", s.chain));
            words.shape(s.m, s.n, s.dtype);
            words.input("in", s.input, s.m);
            words.stride("ld-out", s.ld_out, s.m);
        }
        KernelSpec::Convert(s) => {
            words.word(format_args!("convert --to {} -m {} -n {}", s.to, s.m, s.n));
            words.stride("ld-in", s.ld_in, s.m);
            words.stride("ld-out", s.ld_out, s.m);
        }
        KernelSpec::Lanewise(s) => words.lanes(s),
        KernelSpec::Reduce(s) => words.reduction(s),
        KernelSpec::Window(s) => words.windows(s),
        KernelSpec::Gather(s) => {
            words.word(if s.indexed == Indexed::Input { "gather" } else { "scatter" });
            words.shape(s.m, s.n, s.dtype);
            words.stride("ld-in", s.ld_in, s.m);
            words.stride("ld-out", s.ld_out, s.m);
        }
        other => words.word(other),
    }
    words.0
}

/// Words with spaces between them.
#[derive(Default)]
struct Words(String);

impl Words {
    fn word(&mut self, word: impl Display) {
        let space = if self.0.is_empty() { "" } else { " " };
        let written = write!(self.0, "{space}{word}");
        debug_assert!(written.is_ok(), "memory takes everything");
    }

    fn flag(&mut self, name: &str, is_set: bool) {
        if is_set {
            self.word(format_args!("--{name}"));
        }
    }

    fn shape(&mut self, m: usize, n: usize, dtype: DType) {
        self.word(format_args!("-m {m} -n {n}"));
        self.dtype(dtype);
    }

    fn dtype(&mut self, dtype: DType) {
        if dtype != DType::F32 {
            self.word(format_args!("--dtype {dtype}"));
        }
    }

    /// A stride, unless it is the usual one.
    fn stride(&mut self, name: &str, stride: Stride, usual: usize) {
        if stride != Stride::fixed(usual) {
            self.word(format_args!("--{name} {}", number(stride)));
        }
    }

    fn operation<const INPUTS: usize>(&mut self, kind: &str, op: &Op<INPUTS>) {
        self.word(format_args!("{kind} {}", op.operation().name));
        for parameter in op.parameters() {
            match parameter {
                Parameter::Fixed(number) => self.word(format_args!("--parameter={:?}", number.get())),
                Parameter::Runtime => self.word("--parameter=runtime"),
            }
        }
    }

    fn input(&mut self, name: &str, input: Input, m: usize) {
        let (part, stride) = match input {
            Input::Matrix(stride) => (None, Some((stride, m))),
            Input::Row(stride) => (Some("row"), Some((stride, 1))),
            Input::Column => (Some("column"), None),
            Input::Scalar => (Some("scalar"), None),
        };
        if let Some(part) = part {
            self.word(format_args!("--{name} {part}"));
        }
        if let Some((stride, usual)) = stride {
            self.stride(&format!("ld-{name}"), stride, usual);
        }
    }

    fn multiplication(&mut self, spec: &GemmSpec) {
        let &GemmSpec { m, n, k, dtype, a, b, c, alpha, beta, batch, epilogue } = spec;
        self.word(if batch == Batch::Single { "gemm" } else { "brgemm" });
        self.word(format_args!("-m {m} -n {n} -k {k}"));
        self.dtype(dtype);
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if value != Factor::One {
                self.word(format_args!("--{name} {}", factor(value)));
            }
        }
        for (name, matrix, rows, columns) in [("a", a, m, k), ("b", b, k, n), ("c", c, m, n)] {
            self.flag(&format!("trans-{name}"), matrix.layout == Layout::RowMajor);
            self.stride(&format!("ld{name}"), matrix.ld, matrix.extents(rows, columns).0);
        }
        self.epilogue(&epilogue);
        match batch {
            Batch::Single => {}
            Batch::Strided { count, a: step_a, b: step_b } => {
                self.word(format_args!("--batch {}", number(count)));
                self.block("batch-stride-a", step_a, a, (m, k));
                self.block("batch-stride-b", step_b, b, (k, n));
            }
            Batch::Offsets { count } => {
                self.word(format_args!("--batch {} --batch-by offsets", number(count)));
            }
            Batch::Addresses { count } => {
                self.word(format_args!("--batch {} --batch-by addresses", number(count)));
            }
        }
    }

    /// The distance of blocks, unless they follow each other.
    fn block(&mut self, name: &str, step: Stride, matrix: Matrix, (rows, columns): (usize, usize)) {
        let (_, strided) = matrix.extents(rows, columns);
        let usual = matrix.ld.known().map(|ld| Stride::fixed(ld.saturating_mul(strided)));
        if usual != Some(step) {
            self.word(format_args!("--{name} {}", number(step)));
        }
    }

    fn lanes(&mut self, spec: &LanewiseSpec) {
        let &LanewiseSpec { m, n, k, count, dtype, start, .. } = spec;
        self.word(format_args!("lanewise -m {m} -n {n} -k {k} --count {count}"));
        self.dtype(dtype);
        self.flag("accumulate", start == Start::Output);
        let tight = LanewiseSpec::tight(dtype, [m, n, k], count, start);
        for (name, Spacing { rows, columns }, usual) in
            [("a", spec.a, tight.a), ("b", spec.b, tight.b), ("c", spec.c, tight.c)]
        {
            if (Spacing { rows, columns }) != usual {
                self.word(format_args!("--spacing-{name} {rows},{columns}"));
            }
        }
    }

    fn windows(&mut self, spec: &WindowSpec) {
        let &WindowSpec { windowed, windows, taps: [rows, taps], count, slide, ld_out, epilogue, .. } = spec;
        let name = windowed.name();
        self.word(format_args!("window {name} --windows {windows} --taps {rows},{taps} --count {count}"));
        self.dtype(spec.dtype);
        self.flag("accumulate", spec.start == Start::Output);
        let [row, tap] = slide.taps;
        self.word(format_args!("--stride {} --dilation {row},{tap} --ld-out {ld_out}", slide.window));
        if let Windowed::Products(Weights { taps: [row, tap], .. }) = windowed {
            self.word(format_args!("--spacing-weights {row},{tap}"));
        }
        self.epilogue(&epilogue);
    }

    fn epilogue(&mut self, epilogue: &Chain) {
        if !epilogue.is_empty() {
            self.word(format_args!("--epilogue '{epilogue}'"));
        }
    }

    fn reduction(&mut self, spec: &ReduceSpec) {
        let name = match spec.reduction {
            Reduction::Fold(Fold::Sum, _) => "sum",
            Reduction::Fold(Fold::SumOfSquares, _) => "sum_of_squares",
            Reduction::Fold(Fold::Product, _) => "product",
            Reduction::Fold(Fold::Max, _) => "max",
            Reduction::Fold(Fold::Min, _) => "min",
            Reduction::Dot { .. } => "dot",
            _ => "argmax",
        };
        self.word(format_args!("reduce {name}"));
        self.shape(spec.m, spec.n, spec.dtype);
        self.flag("rows", spec.lines == Lines::Rows);
        self.flag("accumulate", spec.reduction.start() == Start::Output);
        self.stride("ld-in", spec.ld_in, spec.m);
        if let Reduction::Dot { ld_in1, .. } = spec.reduction {
            self.stride("ld-in1", ld_in1, spec.m);
        }
    }
}

fn number(stride: Stride) -> String {
    stride.known().map_or_else(|| "runtime".to_owned(), |number| number.to_string())
}

fn factor(factor: Factor) -> &'static str {
    Factor::ALL.into_iter().find(|(known, _)| *known == factor).map_or("", |(_, name)| name)
}
