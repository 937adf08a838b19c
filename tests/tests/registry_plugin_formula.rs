//! A worked example: an operation and a generator that tensmith does not know, and how to check them.
//!
//! The operation is a `static`: its formula, for vectors, and its meaning, for one element. Every
//! generator of elementwise kernels makes kernels of it, and so does any [`Registry`] that holds one.
//! The generator makes kernels of its own, here one element at a time. Neither needs `unsafe` code; code that
//! executes their kernels does.

use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Int, Lanes, Offset, Vector, VectorOp};
use tensmith_core::kernel::op::{Op, Operation, Parameter, UnaryOp};
use tensmith_core::kernel::spec::{Argument, Input, KernelSpec, Orientation, Stride, UnarySpec};
use tensmith_core::registry::{
    GenerateError, Generated, KernelError, KernelGenerator, Offer, Refusal, Registry,
};
use tensmith_core::{DType, OutOfMemory, Target};
use tensmith_primitives::address::stride_in_bytes;

/// `x` where it is positive, else `slope · x`. Its name has a version, as those of generators do: a
/// change of its meaning changes the name.
static LEAKY_RELU: Operation<1> = Operation {
    name: "acme.leaky_relu/1",
    parameters: &["slope"],
    doc: "The input where it is positive, else the input times `slope`, rounded once.\n\nA NaN stays one.",
    reads_inputs: true,
    formula: |e, [x], [slope, _]| {
        let zero = e.number(0.0)?;
        let (less, is_positive) = (e.binary(VectorOp::Mul, x, slope)?, e.binary(VectorOp::Greater, x, zero)?);
        e.select(is_positive, x, less)
    },
    error: 0.0,
    single: |[x], [slope, _]| if x > 0.0 { x } else { x * slope },
    double: |[x], [slope, _]| if x > 0.0 { x } else { x * slope },
    integer: None,
};

fn leaky_relu(slope: f64) -> UnaryOp {
    Op::new(&LEAKY_RELU, &[Parameter::fixed(slope)]).expect("one parameter")
}

/// Makes kernels of [`LEAKY_RELU`] that take one element after the other.
#[derive(Debug)]
struct OneByOne;

impl KernelGenerator for OneByOne {
    fn name(&self) -> &'static str {
        "acme.one_by_one/1"
    }

    fn offer(&self, spec: &KernelSpec, _: &Target) -> Result<Offer, Refusal> {
        match spec {
            KernelSpec::Unary(spec) if spec.op.operation() == &LEAKY_RELU && is_straight(spec) => {
                Ok(Offer::of(6.0 * spec.m as f64 * spec.n as f64))
            }
            _ => Err(Refusal::OtherKind),
        }
    }

    fn generate(&self, spec: &KernelSpec, _: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        let mut builder = Builder::new(self.name())?;
        let KernelSpec::Unary(unary) = spec else { return Ok(builder.finish()?.into()) };
        // The arguments arrive in this order, those that the spec leaves to run time among them.
        let mut registers = Vec::new();
        for argument in spec.arguments() {
            registers.push((argument, builder.argument()?));
        }
        let register = |wanted| registers.iter().find(|(argument, _)| *argument == wanted).map(|(_, r)| *r);
        let (Some(input), Some(output)) = (register(Argument::In), register(Argument::Out)) else {
            return Ok(builder.finish()?.into());
        };
        let dtype = unary.dtype;
        let ld_in = unary.input.stride().unwrap_or(Stride::fixed(0));
        let step_in = stride_in_bytes(&mut builder, ld_in, register(Argument::LdIn), dtype)?;
        let step_out = stride_in_bytes(&mut builder, unary.ld_out, register(Argument::LdOut), dtype)?;
        let slope = slope(&mut builder, unary, register(Argument::Parameter0))?;
        let columns = builder.constant(unary.n as i64)?;
        builder.begin_loop(columns)?;
        column(&mut builder, unary, (input, output), slope)?;
        builder.advance(input, step_in)?;
        builder.advance(output, step_out)?;
        builder.end_loop()?;
        Ok(builder.finish()?.into())
    }
}

fn is_straight(spec: &UnarySpec) -> bool {
    spec.orientation == Orientation::Same && matches!(spec.input, Input::Matrix(_))
}

/// The parameter in all lanes.
fn slope(builder: &mut Builder, spec: &UnarySpec, argument: Option<Int>) -> Result<Vector, OutOfMemory> {
    let bits = match (spec.op.parameters(), argument) {
        ([Parameter::Fixed(number)], _) => builder.constant(number.bits(spec.dtype) as i64)?,
        (_, Some(argument)) => argument,
        (_, None) => return builder.zero(),
    };
    builder.broadcast(bits, spec.dtype)
}

/// A loop over the elements of a column.
fn column(
    builder: &mut Builder,
    spec: &UnarySpec,
    (input, output): (Int, Int),
    slope: Vector,
) -> Result<(), OutOfMemory> {
    let (dtype, one) = (spec.dtype, Lanes { dtype: spec.dtype, count: 1 });
    let (from, to, zero) = (builder.copy(input)?, builder.copy(output)?, builder.zero()?);
    let rows = builder.constant(spec.m as i64)?;
    builder.begin_loop(rows)?;
    let x = builder.load(from, Offset::Const(0), one)?;
    let less = builder.binary(VectorOp::Mul, x, slope, dtype)?;
    let result = builder.binary(VectorOp::Greater, x, zero, dtype)?;
    builder.push(tensmith_core::kernel::func::Inst::Select(result, x, less))?;
    builder.store(result, to, Offset::Const(0), one)?;
    for pointer in [from, to] {
        builder.advance(pointer, Offset::Const(dtype.bytes() as i64))?;
    }
    builder.end_loop()
}

fn registry() -> Registry {
    let mut registry = tensmith_primitives::registry().expect("memory");
    registry.add(&OneByOne).expect("a name of its own");
    registry
}

/// The cheapest offer is taken: that of the generator that knows vectors.
#[test]
fn generators_compete_by_their_offers() {
    let ld = Stride::fixed(50);
    let (dtype, op, orientation, input) =
        (DType::F32, leaky_relu(0.125), Orientation::Same, Input::Matrix(ld));
    let spec = KernelSpec::Unary(UnarySpec { dtype, op, m: 50, n: 50, input, ld_out: ld, orientation });
    let choice = registry().choose(&spec, &Target::generic()).expect("two offers");
    assert_eq!(choice.generator.name(), "tensmith.elementwise/1");
    assert_eq!(spec.to_string(), "unary acme.leaky_relu/1(0.125) f32 50x50");
}

/// As above, with a formula that takes a second parameter, which there is none of.
static GREEDY: Operation<1> = Operation {
    name: "acme.greedy/1",
    formula: |e, [x], [_, other]| e.binary(VectorOp::Mul, x, other),
    ..LEAKY_RELU
};

#[test]
fn a_formula_with_a_parameter_that_is_not_there_makes_no_kernel() {
    let op = Op::new(&GREEDY, &[Parameter::fixed(0.5)]).expect("one parameter");
    for m in [1, 4, 50] {
        let (dtype, orientation, ld) = (DType::F32, Orientation::Same, Stride::fixed(50));
        let input = Input::Matrix(ld);
        let spec = KernelSpec::Unary(UnarySpec { dtype, op, m, n: 50, input, ld_out: ld, orientation });
        for target in Target::all() {
            let error = registry().compile(&spec, &target).expect_err("a refusal");
            assert!(matches!(error, KernelError::Codegen(_)), "{error}");
        }
    }
}

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
mod on_aarch64 {
    use super::*;
    use tensmith_conformance::{ConformanceError, Effort, Failure, Report, Subject, check};
    use tensmith_tests::nightly;

    fn checked(registry: Registry, op: UnaryOp) -> Report {
        // SAFETY: this test stands for a user of a new generator; its kernels access nothing but
        // elements of their operands, by the addresses that are computed above.
        let effort = nightly::scaled(Effort::default(), Effort::thorough());
        unsafe { check(registry, Target::generic(), &Subject::Unary(op), &effort) }
            .expect("an AArch64 machine")
    }

    #[test]
    fn the_operation_conforms_in_every_generator() {
        let report = checked(registry(), leaky_relu(0.125));
        assert!(report.is_clean() && report.refused == 0, "{report}");
    }

    /// By itself, the generator refuses what transposes.
    #[test]
    fn the_generator_conforms() {
        let mut registry = Registry::new();
        registry.add(&OneByOne).expect("a good name");
        let report = checked(registry, leaky_relu(0.125));
        assert!(report.is_clean() && report.refused > 0, "{report}");
    }

    /// As above, with a formula that forgets the slope.
    static FORGETFUL: Operation<1> =
        Operation { name: "acme.forgetful/1", formula: |_, [x], _| Ok(x), ..LEAKY_RELU };

    #[test]
    fn what_is_wrong_is_reported() {
        let op = Op::new(&FORGETFUL, &[Parameter::fixed(0.5)]).expect("one parameter");
        let report = checked(registry(), op);
        let Some(Failure::Differs { found, expected, .. }) = report.failures.first() else {
            panic!("{report}");
        };
        assert_eq!(*expected, found * 0.5);
        assert_eq!(report.failures.len(), Effort::default().failures);
    }

    #[test]
    fn parameters_have_numbers() {
        let op = Op::new(&LEAKY_RELU, &[Parameter::Runtime]).expect("one parameter");
        // SAFETY: nothing is called.
        let checked =
            unsafe { check(registry(), Target::generic(), &Subject::Unary(op), &Effort::default()) };
        let expected = ConformanceError::Parameter { op: "acme.leaky_relu/1(?)".to_owned() };
        assert_eq!(checked.expect_err("a refusal"), expected);
    }

    #[test]
    fn shapes_have_elements_and_fit() {
        let subject = Subject::Gemm { k: 500 };
        for (m, n) in [(0, 4), (4, 0), (4, 300), (usize::MAX, 1)] {
            // SAFETY: nothing is called.
            let checked = unsafe { check(registry(), Target::generic(), &subject, &Effort::of([(m, n)])) };
            let expected = ConformanceError::Shape { m, n, subject: Box::new(subject) };
            assert_eq!(checked.expect_err("a refusal"), expected);
        }
    }

    /// The kit on what it comes with, one subject of each kind.
    #[test]
    fn the_default_generators_conform() {
        use tensmith_core::kernel::op::{BinaryOp, TernaryOp};
        use tensmith_core::kernel::spec::{Fold, Indexed, Reduction, Start};
        let subjects = [
            Subject::Binary(BinaryOp::sub()),
            Subject::Ternary(TernaryOp::multiply_add()),
            Subject::Chain("mul(matrix/?),add(column),sigmoid".parse().expect("a chain")),
            Subject::Convert,
            Subject::Reduce(Reduction::Fold(Fold::Min, Start::Output)),
            Subject::Gather(Indexed::Output),
            Subject::Gemm { k: 3 },
            Subject::Lanewise { k: 3, count: 6 },
        ];
        for subject in subjects {
            let effort = Effort::of([(1, 1), (5, 3), (8, 4), (13, 7)]);
            // SAFETY: these generators' kernels keep to their operands.
            let report = unsafe { check(registry(), Target::generic(), &subject, &effort) };
            let report = report.expect("an AArch64 machine");
            assert!(report.is_clean() && report.refused == 0, "{subject:?}: {report}");
        }
    }
}
