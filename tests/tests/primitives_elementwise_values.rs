//! Elementwise kernels, run on the machine at hand, on numbers that are special, and with operations that are
//! defined here: bit-exact.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::VectorOp;
use tensmith_core::kernel::op::{
    BinaryOp, Expression, MAX_PARAMETERS, Op, Operation, Parameter, TernaryOp, UnaryOp, Value,
};
use tensmith_core::kernel::spec::Orientation;
use tensmith_core::reference::{Element, Model};
use tensmith_core::{BF16, DType, F16, OutOfMemory};
use tensmith_tests::bench::{Bench, Case};
use tensmith_tests::elementwise::{
    SPECIAL, binary, binary_spec, special_values, ternary, ternary_spec, unary, unary_spec,
};
use tensmith_tests::ops;

/// Also with parameters that are special, and in no order.
fn special_values_of_unary<T: Element>() {
    let mut bench = Bench::here("unary_special");
    let special = [[0.25, 0.75], [-1.5, -0.0], [6.0, -6.0], [f64::NAN, 1.0], [1.0, f64::INFINITY]];
    let parameters = special.into_iter().chain([[0.0, 0.5], [-0.0, 2.0], [0.0, -1.0]]);
    let mut ops = Vec::new();
    for pair in parameters {
        let more = ops::with_parameters(UnaryOp::ALL, pair.map(Parameter::fixed));
        let is_first = ops.is_empty();
        ops.extend(more.into_iter().filter(|op| is_first || !op.parameters().is_empty()));
    }
    let shapes = [(1, 21), (3, 7), (7, 3), (21, 1)];
    for (op, shape) in ops.into_iter().flat_map(|op| shapes.map(|shape| (op, shape))) {
        for orientation in [Orientation::Same, Orientation::Transposed] {
            let cases = [[0, 0], [1, 2]].map(|more| {
                let mut values = special_values::<T>().into_iter();
                let spec = unary_spec::<T>(op, shape, orientation, more);
                unary::<T>(&spec, || values.next().expect("as many as elements"))
            });
            bench.check_both(&cases);
        }
    }
}

/// All pairs of special values.
fn special_pairs<T: Element>(op: BinaryOp) {
    const PAIRS: usize = SPECIAL * SPECIAL;
    let mut bench = Bench::here("binary_special");
    let values = special_values::<T>();
    for shape in [(1, PAIRS), (3, PAIRS / 3), (7, PAIRS / 7), (9, PAIRS / 9), (PAIRS, 1)] {
        for more in [[0, 0, 0], [1, 2, 3]] {
            let firsts = (0..PAIRS).map(|nth| values[nth % SPECIAL]);
            let mut elements = firsts.chain((0..PAIRS).map(|nth| values[nth / SPECIAL]));
            let spec = binary_spec::<T>(op, shape, more);
            bench.check(&binary::<T>(&spec, [0, 1, 2], || elements.next().expect("as many as pairs")));
        }
    }
}

/// Where a factor of an infinity is zero, the product is the limit, by hand: zero, as of all great numbers.
#[test]
fn products_at_infinities_are_their_limits() {
    const INF: f64 = f64::INFINITY;
    let parameter = Parameter::fixed;
    let swish = |slope, offset| UnaryOp::hard_swish(parameter(slope), parameter(offset));
    let sigmoid = |slope, offset| UnaryOp::hard_sigmoid(parameter(slope), parameter(offset));
    let leaky = |slope| UnaryOp::leaky_relu(parameter(slope));
    let cases = [
        (swish(0.25, 0.5), [-0.0, INF]),
        (swish(-0.25, 0.5), [-INF, 0.0]),
        (swish(0.0, 0.5), [-INF, INF]),
        (swish(0.0, 0.0), [-0.0, 0.0]),
        (swish(-0.0, -3.0), [-0.0, 0.0]),
        (sigmoid(0.25, 0.5), [0.0, 1.0]),
        (sigmoid(0.0, 0.25), [0.25, 0.25]),
        (sigmoid(-0.0, 7.0), [1.0, 1.0]),
        (leaky(0.25), [-INF, INF]),
        (leaky(0.0), [-0.0, INF]),
        (leaky(-0.0), [0.0, INF]),
        (UnaryOp::elu(parameter(0.0)), [-0.0, INF]),
        (UnaryOp::silu(), [-0.0, INF]),
        (UnaryOp::gelu(), [-0.0, INF]),
        (UnaryOp::gelu_tanh(), [-0.0, INF]),
    ];
    let mut bench = Bench::here("products_at_infinities");
    let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    for (op, expected) in cases {
        let mut input = [-INF, INF].into_iter().cycle();
        let spec = unary_spec::<f64>(op, (20, 1), Orientation::Same, [0, 0]);
        let case = unary::<f64>(&spec, || input.next().expect("without end"));
        assert_eq!(bits(&case.after), bits(&expected.repeat(10)), "{op}");
        bench.check_bits(&case);
        assert_eq!(bits(&left_to_run_time(op, &[-INF, INF])), bits(&expected), "{op}");
    }
}

/// What an operation makes of numbers where its parameters are passed at each call.
fn left_to_run_time(op: UnaryOp, input: &[f64]) -> Vec<f64> {
    let given = op.parameters().iter().map(|parameter| match parameter {
        Parameter::Fixed(number) => number.get(),
        Parameter::Runtime => f64::NAN,
    });
    let mut parameters = [0.0; MAX_PARAMETERS];
    parameters.iter_mut().zip(given).for_each(|(place, number)| *place = number);
    let open = vec![Parameter::Runtime; op.parameters().len()];
    let open = UnaryOp::new(op.operation(), &open).expect("as many parameters");
    let mut expression = Expression::new(DType::F64);
    let x = expression.input(0).expect("memory");
    let result = open.write(&mut expression, [x]).expect("memory");
    let mut model = Model::new(&expression, result, parameters).expect("a formula");
    let mut output = vec![0.0; input.len()];
    model.run(&[input], &mut output).expect("as long");
    output
}

fn special_values_of_binary<T: Element>() {
    ops::with_parameters(BinaryOp::ALL, [Parameter::fixed(0.0); 2]).into_iter().for_each(special_pairs::<T>);
}

/// All triples of special values, a column for each first one, and masks in the place of these.
fn special_values_of_ternary<T: Element>() {
    const PAIRS: usize = SPECIAL * SPECIAL;
    let mut bench = Bench::here("ternary_special");
    let values = special_values::<T>();
    for op in ops::with_parameters(TernaryOp::ALL, [Parameter::fixed(0.0); 2]) {
        let triples =
            || (0..PAIRS * SPECIAL).map(|nth| [nth / PAIRS, nth % SPECIAL, nth / SPECIAL % SPECIAL]);
        let mut elements = (0..3).flat_map(|place| triples().map(move |triple| values[triple[place]]));
        let spec = ternary_spec::<T>(op, (PAIRS, SPECIAL), [0, 0, 0, 0]);
        bench.check(&ternary::<T>(&spec, [0, 1, 2, 3], || elements.next().expect("as many as triples")));
    }
}

/// Bits that mean no number, and that arithmetic would change: NaNs of both kinds, with a payload.
fn patterns<T: Element>() -> Vec<T> {
    let (quiet, loud) = if T::DTYPE == DType::F32 {
        (0x7fc1_2345, 0x7f81_2345)
    } else {
        (0x7ff8_1234_5678_9abc, 0x7ff0_1234_5678_9abc)
    };
    let sign = T::ZERO.negative().to_bits();
    [quiet, loud, quiet | sign, loud | sign, sign, 1, u64::MAX].map(T::from_bits).to_vec()
}

/// By masks, one of two inputs is chosen bit for bit, whatever it holds.
fn selected_bits<T: Element>() {
    let mut bench = Bench::here("selected_bits");
    let (x, m) = (patterns::<T>(), patterns::<T>().len());
    let y: Vec<T> = (0..m).map(|nth| T::from_f64(nth as f64)).collect();
    for masks in 0..1 << m {
        let is_set = |nth: usize| masks >> nth & 1 == 1;
        let mask = (0..m).map(|nth| T::from_bits(if is_set(nth) { u64::MAX } else { 0 })).collect();
        let after: Vec<T> = (0..m).map(|nth| if is_set(nth) { x[nth] } else { y[nth] }).collect();
        let spec = KernelSpec::Ternary(ternary_spec::<T>(TernaryOp::select(), (m, 1), [0; 4]));
        let buffers = vec![mask, x.clone(), y.clone(), y.clone()];
        let case = Case { spec, buffers, operands: vec![0, 1, 2, 3], after: after.clone() };
        bench.check_by(&case, |at, found| found.to_bits() == after[at].to_bits());
    }
}

#[test]
fn masks_choose_bit_for_bit() {
    selected_bits::<f32>();
    selected_bits::<f64>();
}

#[test]
fn special_values_of_single_precision() {
    special_values_of_unary::<f32>();
    special_values_of_binary::<f32>();
    special_values_of_ternary::<f32>();
}

#[test]
fn special_values_of_double_precision() {
    special_values_of_unary::<f64>();
    special_values_of_binary::<f64>();
    special_values_of_ternary::<f64>();
}

/// Computed in single precision, and rounded once.
#[test]
fn special_values_of_bfloat16() {
    special_values_of_unary::<BF16>();
    special_values_of_binary::<BF16>();
    special_values_of_ternary::<BF16>();
}

#[test]
fn special_values_of_half_precision() {
    special_values_of_unary::<F16>();
    special_values_of_binary::<F16>();
    special_values_of_ternary::<F16>();
}

/// 1 where a comparison holds, 0 elsewhere.
fn holds(e: &mut Expression, op: VectorOp, [x, y]: [Value; 2]) -> Result<Value, OutOfMemory> {
    let (zero, one) = (e.number(0.0)?, e.number(1.0)?);
    let mask = e.binary(op, x, y)?;
    e.select(mask, one, zero)
}

/// A comparison as an operation.
macro_rules! comparison {
    ($name:literal $op:ident |$x:ident, $y:ident| $holds:expr) => {{
        static OPERATION: Operation<2> = Operation {
            name: $name,
            parameters: &[],
            doc: "Whether a comparison holds.",
            reads_inputs: true,
            error: 0.0,
            formula: |e, inputs, _| holds(e, VectorOp::$op, inputs),
            single: |[$x, $y], _| f32::from($holds),
            double: |[$x, $y], _| f64::from($holds),
            integer: None,
        };
        &OPERATION
    }};
}

/// `x + x·y`, which must not be computed in the place of `x`, exclusive-or'ed with `x`.
static SUM_AND_BITS: Operation<2> = Operation {
    name: "test.sum_and_bits/1",
    parameters: &[],
    doc: "Arithmetic and bits.",
    reads_inputs: true,
    error: 0.0,
    formula: |e, [x, y], _| {
        let sum = e.multiply_add(x, x, y)?;
        e.binary(VectorOp::Xor, sum, x)
    },
    single: |[x, y], _| f32::from_bits(x.mul_add(y, x).to_bits() ^ x.to_bits()),
    double: |[x, y], _| f64::from_bits(x.mul_add(y, x).to_bits() ^ x.to_bits()),
    integer: None,
};

/// The mask of a comparison, used twice.
static MASK_TWICE: Operation<2> = Operation {
    name: "test.mask_twice/1",
    parameters: &[],
    doc: "The greater one, negative where it is the first.",
    reads_inputs: true,
    error: 0.0,
    formula: |e, [x, y], _| {
        let minus_zero = e.number(-0.0)?;
        let mask = e.binary(VectorOp::Greater, x, y)?;
        let greater = e.select(mask, x, y)?;
        let sign = e.binary(VectorOp::And, mask, minus_zero)?;
        e.binary(VectorOp::Or, greater, sign)
    },
    single: |[x, y], _| if x > y { -x.abs() } else { y },
    double: |[x, y], _| if x > y { -x.abs() } else { y },
    integer: None,
};

#[test]
fn operations_can_be_defined_elsewhere() {
    let operations = [
        comparison!("test.greater/1" Greater |x, y| x > y),
        comparison!("test.greater_equal/1" GreaterEqual |x, y| x >= y),
        comparison!("test.equal/1" Equal |x, y| x == y),
        comparison!("test.farther/1" GreaterAbsolute |x, y| x.abs() > y.abs()),
        &SUM_AND_BITS,
        &MASK_TWICE,
    ];
    for operation in operations {
        let op = Op::new(operation, &[]).expect("no parameters");
        special_pairs::<f32>(op);
        special_pairs::<f64>(op);
    }
}
