//! The forms in which a kernel is written.

use crate::error::Failure;
use crate::set::Set;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use tensmith_core::codegen::Compiled;
use tensmith_core::isa::Feature;
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::op::{Op, Parameter};
use tensmith_core::kernel::spec::{
    Argument, Batch, Factor, Indexed, Input, KernelSpec, Layout, Lines, Matrix, Orientation, Reduction,
    Start, Stride, Windowed,
};
use tensmith_core::registry::{DataChoice, Generated, KernelError, Offer, Registry};
use tensmith_core::{DType, Target};

/// Size of an argument on the stack, in bytes.
const ARGUMENT_BYTES: usize = 8;

/// What a kernel computes.
#[expect(clippy::large_enum_variant, reason = "there is one")]
pub(super) enum Spec {
    /// Something of the list.
    Listed(KernelSpec),
    /// Something with data.
    Data(Arc<dyn DataSpec>),
}

/// A kernel with all that led to it.
pub(super) struct Emitted {
    /// The specification.
    spec: Spec,
    /// The target.
    pub(super) target: Target,
    /// The name of the generator.
    generator: &'static str,
    /// Its promise.
    offer: Offer,
    /// The result of the generator: in general, the kernel over virtual registers.
    pub(super) generated: Generated,
    /// The machine code.
    pub(super) compiled: Compiled,
}

impl Spec {
    /// Its text.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Listed(spec) => spec.to_string(),
            Self::Data(spec) => spec.to_string(),
        }
    }

    /// The names of its arguments.
    fn arguments(&self) -> Vec<&'static str> {
        match self {
            Self::Listed(spec) => spec.arguments().map(Argument::name).collect(),
            Self::Data(spec) => spec.arguments().to_vec(),
        }
    }

    /// Its fields; what it has besides its data, where that may be of any size.
    fn fields(&self) -> Value {
        match self {
            Self::Listed(spec) => fields(spec),
            Self::Data(spec) => json!({
                "kind": spec.kind(),
                "dtype": spec.dtype().name(),
                "digest": spec.digest().to_string(),
            }),
        }
    }
}

impl Emitted {
    /// The kernel of the best generator of a registry.
    ///
    /// # Errors
    /// [`KernelError`].
    pub(super) fn new(registry: &Registry, spec: Spec, target: Target) -> Result<Self, KernelError> {
        match spec {
            Spec::Listed(listed) => {
                let choice = registry.choose(&listed, &target)?;
                let generated = choice.generate(&listed, &target)?;
                let compiled = generated.compile(&listed, &target)?;
                let (generator, offer) = (choice.generator.name(), choice.offer);
                Ok(Self { spec, target, generator, offer, generated, compiled })
            }
            Spec::Data(ref data) => {
                let DataChoice { generator, offer } = registry.choose_data(&**data, &target)?;
                let generated = generator.generate(&**data, &target, &offer)?;
                let compiled = generated.compile_data(&**data, &target)?;
                let generator = generator.name();
                Ok(Self { spec, target, generator, offer, generated, compiled })
            }
        }
    }

    /// The specification for an option that those with data do not have, for a reason.
    ///
    /// # Errors
    /// [`Failure::BadInput`].
    pub(super) fn listed(&self, option: &str, reason: &str) -> Result<KernelSpec, Failure> {
        match &self.spec {
            Spec::Listed(spec) => Ok(*spec),
            Spec::Data(_) => Err(Failure::BadInput(format!("{option}: not of `spmm`: {reason}"))),
        }
    }

    /// The instruction set.
    fn set(&self) -> Set {
        Set::of(&self.target)
    }

    /// Writes text that `asm` turns into the same instructions.
    pub(super) fn write_asm(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "// {} for {}", self.spec.text(), self.target.core.name)?;
        self.set().write(out, &self.compiled.code)
    }

    /// Writes what a caller of the code must know.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let registers = self.set().argument_registers();
        let arguments: Vec<Value> = self
            .spec
            .arguments()
            .into_iter()
            .enumerate()
            .map(|(index, name)| match registers.get(index) {
                Some(register) => json!({ "name": name, "register": register }),
                None => {
                    let nth = index - registers.len();
                    let offset = self.set().stack_offset() + nth * ARGUMENT_BYTES;
                    json!({ "name": name, "stack_offset": offset })
                }
            })
            .collect();
        let description = json!({
            "spec": self.spec.fields(),
            "text": self.spec.text(),
            "target": self.target.core.name,
            "isa": self.target.isa.name(),
            "generator": self.generator,
            "arguments": arguments,
            "features": self.compiled.features.iter().map(Feature::name).collect::<Vec<_>>(),
            "code_bytes": self.compiled.code.len(),
            "predicted_cycles": self.offer.cycles,
        });
        serde_json::to_writer_pretty(&mut *out, &description)?;
        writeln!(out)
    }
}

/// The fields of a specification.
fn fields(spec: &KernelSpec) -> Value {
    match *spec {
        KernelSpec::Gemm(s) => json!({
            "kind": if s.batch == Batch::Single { "gemm" } else { "brgemm" },
            "dtype": s.dtype.name(),
            "m": s.m,
            "n": s.n,
            "k": s.k,
            "a": matrix(s.a),
            "b": matrix(s.b),
            "c": matrix(s.c),
            "alpha": factor(s.alpha),
            "beta": factor(s.beta),
            "epilogue": s.epilogue.to_string(),
            "batch": match s.batch {
                Batch::Single => Value::Null,
                Batch::Strided { count, a, b } => {
                    json!({ "count": stride(count), "stride_a": stride(a), "stride_b": stride(b) })
                }
                Batch::Offsets { count } => json!({ "count": stride(count), "by": "offsets" }),
                Batch::Addresses { count } => json!({ "count": stride(count), "by": "addresses" }),
            },
        }),
        KernelSpec::Unary(s) => {
            let is_transposed = s.orientation == Orientation::Transposed;
            with(
                elementwise("unary", (s.dtype, s.m, s.n), &[("in", s.input)], s.ld_out),
                operation(&s.op).into_iter().chain([("transposed", json!(is_transposed))]),
            )
        }
        KernelSpec::Binary(s) => {
            let inputs = [("in0", s.in0), ("in1", s.in1)];
            with(elementwise("binary", (s.dtype, s.m, s.n), &inputs, s.ld_out), operation(&s.op))
        }
        KernelSpec::Ternary(s) => {
            let inputs = [("in0", s.in0), ("in1", s.in1), ("in2", s.in2)];
            with(elementwise("ternary", (s.dtype, s.m, s.n), &inputs, s.ld_out), operation(&s.op))
        }
        KernelSpec::Chain(s) => with(
            elementwise("chain", (s.dtype, s.m, s.n), &[("in", s.input)], s.ld_out),
            [("chain", json!(s.chain.to_string()))],
        ),
        KernelSpec::Convert(s) => json!({
            "kind": "convert",
            "from": s.from().name(),
            "to": s.to.name(),
            "m": s.m,
            "n": s.n,
            "ld_in": stride(s.ld_in),
            "ld_out": stride(s.ld_out),
        }),
        KernelSpec::Lanewise(s) => json!({
            "kind": "lanewise",
            "accumulates": s.start == Start::Output,
            "dtype": s.dtype.name(),
            "count": s.count,
            "m": s.m,
            "n": s.n,
            "k": s.k,
            "a": [s.a.rows, s.a.columns],
            "b": [s.b.rows, s.b.columns],
            "c": [s.c.rows, s.c.columns],
        }),
        KernelSpec::Reduce(s) => json!({
            "kind": "reduce",
            "reduction": s.reduction.name(),
            "accumulates": s.reduction.start() == Start::Output,
            "lines": if s.lines == Lines::Columns { "columns" } else { "rows" },
            "dtype": s.dtype.name(),
            "m": s.m,
            "n": s.n,
            "ld_in": stride(s.ld_in),
            "ld_in1": match s.reduction {
                Reduction::Dot { ld_in1, .. } => stride(ld_in1),
                _ => Value::Null,
            },
        }),
        KernelSpec::Window(s) => {
            let weights = match s.windowed {
                Windowed::Products(weights) => json!(weights.taps),
                Windowed::Fold(_) => json!(null),
            };
            json!({
                "kind": "window",
                "windowed": s.windowed.name(),
                "accumulates": s.start == Start::Output,
                "dtype": s.dtype.name(),
                "windows": s.windows,
                "taps": s.taps,
                "count": s.count,
                "stride": s.slide.window,
                "dilation": s.slide.taps,
                "weights": weights,
                "ld_out": s.ld_out,
                "epilogue": s.epilogue.to_string(),
            })
        }
        KernelSpec::Gather(s) => json!({
            "kind": if s.indexed == Indexed::Input { "gather" } else { "scatter" },
            "dtype": s.dtype.name(),
            "m": s.m,
            "n": s.n,
            "ld_in": stride(s.ld_in),
            "ld_out": stride(s.ld_out),
        }),
        // The command line makes no others.
        other => json!({ "kind": other.to_string() }),
    }
}

/// The common part of specifications of operations on elements.
fn elementwise(
    kind: &str,
    (dtype, m, n): (DType, usize, usize),
    inputs: &[(&'static str, Input)],
    ld_out: Stride,
) -> Value {
    let common = json!({ "kind": kind, "dtype": dtype.name(), "m": m, "n": n, "ld_out": stride(ld_out) });
    with(common, inputs.iter().map(|(name, covers)| (*name, input(*covers))))
}

/// An operation, by name and parameters.
fn operation<const INPUTS: usize>(op: &Op<INPUTS>) -> [(&'static str, Value); 2] {
    [("op", json!(op.operation().name)), ("parameters", parameters(op))]
}

/// An object with more fields.
fn with(mut object: Value, fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    for (name, value) in fields {
        object[name] = value;
    }
    object
}

fn input(input: Input) -> Value {
    let covers = match input {
        Input::Matrix(_) => "matrix",
        Input::Column => "column",
        Input::Row(_) => "row",
        Input::Scalar => "scalar",
    };
    json!({ "covers": covers, "ld": input.stride().map(stride) })
}

/// The parameters by name; what no JSON number is, as text.
fn parameters<const INPUTS: usize>(op: &Op<INPUTS>) -> Value {
    let value = |parameter: &Parameter| match parameter {
        Parameter::Fixed(number) if number.get().is_finite() => json!(number.get()),
        Parameter::Fixed(number) => json!(number.get().to_string()),
        Parameter::Runtime => json!("runtime"),
    };
    let named = op.operation().parameters.iter().zip(op.parameters());
    named.map(|(name, parameter)| ((*name).to_owned(), value(parameter))).collect()
}

fn matrix(matrix: Matrix) -> Value {
    let layout = match matrix.layout {
        Layout::ColumnMajor => "column_major",
        Layout::RowMajor => "row_major",
    };
    json!({ "layout": layout, "ld": stride(matrix.ld) })
}

fn factor(factor: Factor) -> Value {
    match factor {
        Factor::Zero => json!(0),
        Factor::One => json!(1),
        Factor::Runtime => json!("runtime"),
    }
}

fn stride(stride: Stride) -> Value {
    match stride {
        Stride::Fixed(elements) => json!(elements.get()),
        Stride::Runtime => json!("runtime"),
    }
}
