//! Nests whose operands have other types than sums: in machine code, whatever the optimizer makes of them,
//! they give what they mean.

use proptest::prelude::*;
use tensmith::program::{Argument, Program};
use tensmith::{Element, Jit, Target};
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::kernel::spec::Fold;
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::tensor::reference::{Located, evaluate};
use tensmith_core::tensor::{Main, Nest, NestError, Options, PerOperand, Plan, Sequence};
use tensmith_core::{DType, F16, Types};
use tensmith_tests::drawn;
use tensmith_tests::interpret::{Data, evaluated};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

/// Operands of a type, and sums of another.
const fn through(operands: DType, accumulator: DType) -> Types {
    Types { a: operands, b: operands, accumulator, output: operands }
}

/// The output of a nest's program, run on copies of its operands.
fn run<T: Element>(
    program: &Program<T>,
    Data { in0, in1, out }: &Data<f64>,
    origins: PerOperand<usize>,
) -> Vec<f64> {
    let [a, b, mut c] = [in0, in1, out].map(|data| data.iter().map(|x| T::from_f64(*x)).collect::<Vec<_>>());
    let mut arguments = [
        Argument::read(&a).at(origins.in0),
        Argument::read(&b).at(origins.in1),
        Argument::write(&mut c).at(origins.out),
    ];
    program.run(&mut arguments).expect("the program runs");
    c.into_iter().map(T::to_f64).collect()
}

/// A nest on data, and the result in double precision.
struct Computed<'a> {
    nest: &'a Nest,
    data: &'a Data<f64>,
    origins: PerOperand<usize>,
    expected: Vec<f64>,
}

impl<'a> Computed<'a> {
    fn new(nest: &'a Nest, data: &'a Data<f64>, origins: PerOperand<usize>) -> Self {
        Self { nest, data, origins, expected: evaluated(nest, data, origins) }
    }

    /// In another type than elements are computed with, and in that one.
    fn is_found<T: Element>(&self, jit: &Jit, options: Options<'_>) {
        let other = if T::DTYPE == DType::F64 { DType::F32 } else { DType::F64 };
        for types in [through(T::DTYPE, other), T::DTYPE.into()] {
            let nest = Nest { types, ..self.nest.try_clone().expect("memory") };
            let text = nest.to_string();
            let program: Program<T> =
                jit.nest(nest, options).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(run(&program, self.data, self.origins), self.expected, "{text}\n{}", program.loops());
        }
    }

    /// Whether half precision has all numbers of the result.
    fn has_half(&self) -> bool {
        self.expected.iter().all(|number| F16::from_f64(*number).to_f64() == *number)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(500, 1500) as u32, failure_persistence: None, ..Default::default() })]

    /// With integers, whose sums are exact in either type.
    #[test]
    fn results_do_not_depend_on_types(
        case in drawn::sizes(),
        main in drawn::main(),
        first in 0..3usize,
        last in prop::option::of(Just(UnaryOp::decrement())),
        max_kernel_size in prop::option::of(1..9usize),
        thread_target in prop::option::of(1..40usize),
    ) {
        let mut data: Data<f64> = case.data();
        if main == Main::Reduce(Fold::Product) {
            data.in0.iter_mut().for_each(|x| *x = 1f64.copysign(*x));
        }
        let (jit, nest) = (Jit::host().expect("a machine"), drawn::nest(&case, main, first, last));
        let options = Options { max_kernel_size, thread_target, ..Options::default() };
        let computed = Computed::new(&nest, &data, case.origins());
        computed.is_found::<f32>(&jit, options);
        computed.is_found::<f64>(&jit, options);
        if computed.has_half() {
            computed.is_found::<F16>(&jit, options);
        }
    }
}

/// Large enough for blocks, with inputs in every order of rows and columns.
#[test]
fn panels_are_converted() {
    let jit = Jit::host().expect("a machine");
    let orders = [("1 0 1", "0 307"), ("307 0 1", "0 1"), ("307 0 1", "0 307"), ("1 0 1", "0 1")];
    for (a, b) in orders.into_iter().take(nightly::scaled(if nightly::is_emulated() { 1 } else { 2 }, 4)) {
        let (sum_a, sum_b) =
            (if a.starts_with('1') { 300 } else { 1 }, if b.ends_with(" 1") { 300 } else { 1 });
        let text = format!(
            "nest f64 contraction first=zero last=relu \n m undefined 300 {a} \n n undefined 290 {b} 301
             k undefined 307 {sum_a} {sum_b} 0"
        );
        let mut random = SplitMix::new(5);
        let mut integers = |len: usize| (0..len).map(|_| random.below(9) as f64 - 4.0).collect::<Vec<_>>();
        let data = Data { in0: integers(307 * 310), in1: integers(307 * 310), out: integers(301 * 300) };
        let nest: Nest = text.parse().expect("a nest");
        let computed = Computed::new(&nest, &data, PerOperand::default());
        assert!(computed.has_half());
        for thread_target in [1, 4] {
            let options = Options { thread_target: Some(thread_target), ..Options::default() };
            computed.is_found::<f32>(&jit, options);
            computed.is_found::<F16>(&jit, options);
        }
    }
}

/// Sums in double precision of what is single are rounded once, whatever their length.
#[test]
fn sums_in_another_type_are_rounded_once() {
    let jit = Jit::host().expect("a machine");
    let (rows, columns, sum) = (7, 5, 4000);
    let text = format!(
        "nest f32,f32->f64->f32 contraction first=zero
         m undefined {rows} 1 0 1 \n n undefined {columns} 0 {sum} {rows} \n k undefined {sum} {rows} 1 0"
    );
    let mut random = SplitMix::new(11);
    let mut draw = |len: usize| {
        (0..len).map(|_| (random.below(1 << 24) as f32) / 16_777_216.0 - 0.5).collect::<Vec<_>>()
    };
    let (a, b, mut c) = (draw(rows * sum), draw(sum * columns), vec![0f32; rows * columns]);
    let program: Program<f32> =
        jit.nest(text.parse().expect("a nest"), Options::default()).expect("a program");
    program
        .run(&mut [Argument::read(&a), Argument::read(&b), Argument::write(&mut c)])
        .expect("the program runs");
    for (j, i) in (0..columns).flat_map(|j| (0..rows).map(move |i| (j, i))) {
        let terms = (0..sum).map(|k| f64::from(a[k * rows + i]) * f64::from(b[j * sum + k]));
        let (exact, size) = terms.fold((0f64, 0f64), |(sum, size), term| (sum + term, size + term.abs()));
        let error = (f64::from(c[j * rows + i]) - exact).abs();
        let bound = exact.abs() * f64::from(f32::EPSILON) / 2.0 + 2.0 * sum as f64 * f64::EPSILON * size;
        assert!(error <= bound, "{i}, {j}: {error:e}, at most {bound:e}");
    }
    let zeros = vec![0f32; rows * columns];
    let before = [&a, &b, &zeros].map(|data| Located { data: &data[..], origin: 0 });
    let ranges =
        evaluate(&Sequence::of(text.parse().expect("a nest")).expect("memory"), &before).expect("results");
    assert!(ranges[2].iter().zip(&c).all(|(range, found)| range.accepts(*found)));
}

/// The kernels of a nest's plan.
fn kernels(text: &str, without: &[&str]) -> Result<Vec<String>, NestError> {
    let target = Target::named("skylake-server").expect("a core");
    let context = Context { target: &target, options: Options { without, ..Options::default() } };
    let sequence = Sequence::of(text.parse().expect("a nest"))?;
    let plan = Plan::of(optimize_all(sequence, &context, |_, _| {})?)?;
    Ok(plan.kernels().iter().map(ToString::to_string).collect())
}

#[test]
fn what_has_no_kernel_is_refused() {
    let product = "m undefined 8 1 0 1 \n n undefined 8 0 8 8 \n k undefined 8 8 1 0";
    let mixed = format!("nest f32,f64->f64->f64 contraction first=zero \n {product}");
    assert!(kernels(&mixed, &[]).expect("a plan").iter().any(|kernel| kernel.starts_with("convert")));
    let found = kernels(&mixed, &["convert", "pack"]).expect_err("no kernel");
    assert_eq!(
        found.to_string(),
        "gemm of f32,f64->f64->f64: kernels have one type, but for the identity, which converts"
    );
    let decided = mixed.replace("undefined", "prim").replace("contraction", "gemm");
    assert!(matches!(kernels(&decided, &[]), Err(NestError::Types { main: Main::Gemm, .. })));
}

/// Where nothing is read, nothing is converted.
#[test]
fn empty_sums_have_a_plan() {
    for types in ["f16,f16->f32->f32", "f32,f64->f64->f64", "f16,f16->f32->f16"] {
        let text =
            format!("nest {types} contraction first=zero \n m undefined 3 1 0 1 \n k undefined 0 3 1 0");
        let found = kernels(&text, &[]).expect("a plan");
        assert!(found.iter().any(|kernel| kernel.starts_with("unary zero ")), "{found:?}");
    }
}

/// A conversion is a kernel, and no more than that.
#[test]
fn a_conversion_is_one_kernel() {
    let text = "nest f32,f32->f64->f64 identity \n c undefined 20 1 0 1 \n c undefined 30 20 0 24";
    assert_eq!(kernels(text, &[]).expect("a plan"), ["convert f32->f64 20x30 out=24"]);
}

#[test]
fn an_argument_has_one_type() {
    let text = "sequence scratch=0 arena=64
        step shares=0 in0=0 in1=0 out=a0
        nest f32,f32->f64->f64 identity
        c seq 8 1 0 1
        step shares=0 in0=a0 in1=a0 out=0
        nest f64 relu
        c seq 8 1 0 1";
    let sequence: Sequence = text.parse().expect("a sequence");
    let found = sequence.verify().expect_err("two types");
    assert_eq!(found.to_string(), "step 1: out is of f64: argument 0 must be of f32, as in an earlier step");
    // What is written in one type is not read in another.
    let other = text.replace("f64 relu", "f32 relu").replace("out=0", "out=1");
    let sequence: Sequence = other.parse().expect("a sequence");
    assert!(matches!(sequence.verified(), Err(NestError::Unwritten { step: 1, .. })));
    let right = text.replace("out=0", "out=1");
    assert!(right.parse::<Sequence>().expect("a sequence").verified().is_ok());
}
