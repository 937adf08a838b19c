//! Cases of elementwise kernels: specs, operands, and what the scalar reference makes of them.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/registry_plugin_formula.rs`.

use crate::bench::{Case, Conversion, INPUT_GAP, OUTPUT_GAP, columns, fixed, within};
use tensmith_core::DType;
use tensmith_core::kernel::func::IntType;
use tensmith_core::kernel::op::{BinaryOp, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{Chain, Input, Operand, Orientation, Stride};
use tensmith_core::kernel::{BinarySpec, ChainSpec, ConvertSpec, KernelSpec, TernarySpec, UnarySpec};
use tensmith_core::reference::{self, Chained, Element};

/// The elements of an output before they are written.
const STALE: f64 = 1000.5;

/// `spec` on the elements that `element` gives; an input is empty that is not to be read.
///
/// # Panics
/// Where the spec leaves a number to run time.
pub fn unary<T: Element>(spec: &UnarySpec, mut element: impl FnMut() -> f64) -> Case<T> {
    let input: Vec<T> = match spec.op.operation().reads_inputs {
        true => part(spec.input, (spec.m, spec.n), INPUT_GAP, &mut element),
        false => Vec::new(),
    };
    let out: Vec<T> =
        columns(spec.orientation.output((spec.m, spec.n)), fixed(spec.ld_out), OUTPUT_GAP, || STALE);
    let mut after = out.clone();
    reference::unary(spec, &input, &mut after).expect("operands fit");
    Case { spec: KernelSpec::Unary(*spec), buffers: vec![input, out], operands: vec![0, 1], after }
}

/// `spec`, whose leading dimensions are the same, with the output in place of the input.
///
/// # Panics
/// Those of [`unary`].
pub fn unary_in_place<T: Element>(spec: &UnarySpec, element: impl FnMut() -> f64) -> Case<T> {
    let data: Vec<T> = columns((spec.m, spec.n), fixed(spec.ld_out), OUTPUT_GAP, element);
    let mut after = data.clone();
    reference::unary_in_place(spec, &mut after).expect("the operand fits");
    Case { spec: KernelSpec::Unary(*spec), buffers: vec![data], operands: vec![0, 0], after }
}

/// `spec` with its operands in the given buffers, whose leading dimension is that of all operands
/// in them.
///
/// # Panics
/// Those of [`unary`].
pub fn binary<T: Element>(spec: &BinarySpec, operands: [usize; 3], element: impl FnMut() -> f64) -> Case<T> {
    let (inputs, [in0, in1, out]) = ([spec.in0, spec.in1], operands);
    let buffers = buffers((spec.m, spec.n), &inputs, spec.ld_out, &operands, element);
    let mut after: Vec<T> = buffers[out].clone();
    reference::binary(spec, &buffers[in0], &buffers[in1], &mut after).expect("operands fit");
    Case { spec: KernelSpec::Binary(*spec), buffers, operands: operands.to_vec(), after }
}

/// Like [`binary`], with three inputs.
///
/// # Panics
/// Those of [`unary`].
pub fn ternary<T: Element>(
    spec: &TernarySpec,
    operands: [usize; 4],
    element: impl FnMut() -> f64,
) -> Case<T> {
    let (inputs, [in0, in1, in2, out]) = ([spec.in0, spec.in1, spec.in2], operands);
    let buffers = buffers((spec.m, spec.n), &inputs, spec.ld_out, &operands, element);
    let mut after: Vec<T> = buffers[out].clone();
    let read = [in0, in1, in2].map(|buffer| &buffers[buffer][..]);
    reference::ternary(spec, read, &mut after).expect("operands fit");
    Case { spec: KernelSpec::Ternary(*spec), buffers, operands: operands.to_vec(), after }
}

/// `spec` with its operands in the given buffers: the input, those of links, the output.
///
/// # Panics
/// Those of [`unary`].
pub fn chain<T: Element>(spec: &ChainSpec, operands: &[usize], element: impl FnMut() -> f64) -> Case<T> {
    let buffers = buffers((spec.m, spec.n), &chain_inputs(spec), spec.ld_out, operands, element);
    let mut after: Vec<T> = buffers[operands[operands.len() - 1]].clone();
    chained(spec, operands, &buffers).write(&mut after).expect("the output fits");
    Case { spec: KernelSpec::Chain(*spec), buffers, operands: operands.to_vec(), after }
}

/// Judges elements of the output's buffer in a case of a chain: each may be what its functions allow, and
/// what lies between columns stays.
///
/// # Panics
/// Those of [`unary`].
pub fn accepted<T: Element>(spec: &ChainSpec, case: &Case<T>) -> impl Fn(usize, T) -> bool {
    let (elements, same) = (chained(spec, &case.operands, &case.buffers), within(case, 0));
    let (m, ld) = (spec.m, fixed(spec.ld_out));
    move |at, found| match (at % ld, at / ld) {
        (i, j) if i < m => elements.element(i, j).accepts(found),
        _ => same(at, found),
    }
}

/// The results that are right for single elements where the operands are in the given buffers.
fn chained<'b, T: Element>(spec: &ChainSpec, operands: &[usize], buffers: &'b [Vec<T>]) -> Chained<'b, T> {
    let read: Vec<&[T]> = operands.iter().map(|buffer| &buffers[*buffer][..]).collect();
    Chained::new(spec, read[0], &read[1..read.len() - 1]).expect("operands fit")
}

/// How the input and the operands of links cover the elements.
fn chain_inputs(spec: &ChainSpec) -> Vec<Input> {
    let operands = spec.chain.operands().map(|(_, operand)| match operand {
        Operand::Matrix(ld) => Input::Matrix(ld),
        Operand::Column => Input::Column,
        Operand::Row => Input::Row(Stride::fixed(1)),
        Operand::Scalar => Input::Scalar,
    });
    [spec.input].into_iter().chain(operands).collect()
}

/// The contents of the buffers of some operands, the output's last, before a call.
fn buffers<T: Element>(
    (m, n): (usize, usize),
    inputs: &[Input],
    ld_out: Stride,
    operands: &[usize],
    mut element: impl FnMut() -> f64,
) -> Vec<Vec<T>> {
    let mut buffers: Vec<Vec<T>> = vec![Vec::new(); operands.len()];
    let out = operands[inputs.len()];
    buffers[out] = columns((m, n), fixed(ld_out), OUTPUT_GAP, || STALE);
    for (buffer, input) in operands.iter().zip(inputs) {
        let gap = if *buffer == out { OUTPUT_GAP } else { INPUT_GAP };
        buffers[*buffer] = part(*input, (m, n), gap, &mut element);
    }
    buffers
}

/// The elements of an input, and what lies between them.
fn part<T: Element>(
    input: Input,
    (m, n): (usize, usize),
    gap: f64,
    mut element: impl FnMut() -> f64,
) -> Vec<T> {
    match input {
        Input::Matrix(stride) => columns((m, n), fixed(stride), gap, element),
        Input::Column => columns((m, 1), m, gap, element),
        Input::Row(stride) => columns((1, n), fixed(stride), gap, element),
        Input::Scalar => vec![T::from_f64(element())],
    }
}

/// `op` on m×n elements, with leading dimensions that are so far beyond the tightest.
#[must_use]
pub fn unary_spec<T: Element>(
    op: UnaryOp,
    (m, n): (usize, usize),
    orientation: Orientation,
    [more_in, more_out]: [usize; 2],
) -> UnarySpec {
    let (tight_out, _) = orientation.output((m, n));
    let (input, ld_out) = (Input::Matrix(Stride::fixed(m + more_in)), Stride::fixed(tight_out + more_out));
    UnarySpec { dtype: T::DTYPE, op, m, n, input, ld_out, orientation }
}

/// Like [`unary_spec`], with two inputs.
#[must_use]
pub fn binary_spec<T: Element>(op: BinaryOp, (m, n): (usize, usize), more: [usize; 3]) -> BinarySpec {
    let [ld_in0, ld_in1, ld_out] = more.map(|more| Stride::fixed(m + more));
    let (in0, in1) = (Input::Matrix(ld_in0), Input::Matrix(ld_in1));
    BinarySpec { dtype: T::DTYPE, op, m, n, in0, in1, ld_out }
}

/// Like [`unary_spec`], with three inputs.
#[must_use]
pub fn ternary_spec<T: Element>(op: TernaryOp, (m, n): (usize, usize), more: [usize; 4]) -> TernarySpec {
    let [ld_in0, ld_in1, ld_in2, ld_out] = more.map(|more| Stride::fixed(m + more));
    let [in0, in1, in2] = [ld_in0, ld_in1, ld_in2].map(Input::Matrix);
    TernarySpec { dtype: T::DTYPE, op, m, n, in0, in1, in2, ld_out }
}

/// `chain` on m×n elements, with leading dimensions of the input, of operands and of the output that are so
/// far beyond the tightest.
#[must_use]
pub fn chain_spec<T: Element>(mut chain: Chain, (m, n): (usize, usize), more: [usize; 3]) -> ChainSpec {
    let [ld_in, ld_operand, ld_out] = more.map(|more| Stride::fixed(m + more));
    chain.change(|link| {
        if let Some(ld) = link.operand_mut().and_then(Operand::ld_mut) {
            *ld = ld_operand;
        }
    });
    ChainSpec { dtype: T::DTYPE, chain, m, n, input: Input::Matrix(ld_in), ld_out }
}

/// A conversion of m×n elements, with leading dimensions that are so far beyond the tightest.
#[must_use]
pub fn convert_spec(
    (from, to): (DType, DType),
    (m, n): (usize, usize),
    more: [usize; 2],
    orientation: Orientation,
) -> ConvertSpec {
    let (rows, _) = orientation.output((m, n));
    let [ld_in, ld_out] = [m + more[0], rows + more[1]].map(Stride::fixed);
    ConvertSpec { from, to, m, n, ld_in, ld_out, orientation }
}

/// `spec` on the elements that `element` gives.
///
/// # Panics
/// Those of [`unary`].
pub fn convert<F: Element, T: Element>(spec: &ConvertSpec, element: impl FnMut() -> f64) -> Conversion<F, T> {
    let input: Vec<F> = columns((spec.m, spec.n), fixed(spec.ld_in), INPUT_GAP, element);
    let out: Vec<T> = columns(spec.output(), fixed(spec.ld_out), OUTPUT_GAP, || STALE);
    let mut after = out.clone();
    reference::convert(spec, &input, &mut after).expect("operands fit");
    Conversion { spec: *spec, input, out, after }
}

/// No number, zeros, infinities, the ends of the subnormal and of the normal range, numbers on either side of
/// 1, numbers half-way between integers, and the greatest one with a fraction; of integers, those next to
/// zero and to the ends.
#[must_use]
pub fn special_values<T: Element>() -> [f64; SPECIAL] {
    if let Some((least, most)) = T::DTYPE.integer().map(IntType::range) {
        let near = [0, 1, 2, 7, least, least + 1, most, most - 1, most / 2, least / 2, -1, -2];
        return std::array::from_fn(|nth| near[nth % near.len()] as f64);
    }
    let least_normal = T::TINIEST / (2.0 * T::ROUNDOFF);
    let (greatest_subnormal, greatest) = (least_normal - T::TINIEST, T::LARGEST);
    let last_fraction = 0.5 / T::ROUNDOFF - 0.5;
    let ends = [0.0, f64::INFINITY, T::TINIEST, greatest_subnormal, least_normal, greatest];
    let mut values = [f64::NAN; SPECIAL];
    let positive = ends.into_iter().chain([0.3, 1.5, 2.5, last_fraction]);
    for (pair, value) in values[1..].chunks_mut(2).zip(positive) {
        pair.copy_from_slice(&[value, -value]);
    }
    values
}

/// How many [`special_values`] there are.
pub const SPECIAL: usize = 21;
