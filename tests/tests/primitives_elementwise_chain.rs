//! Kernels of several operations in a row, run on the machine at hand, against the scalar reference:
//! bit-exact where every operation rounds once, with inaccessible pages on either side of every operand.

use tensmith_core::kernel::ChainSpec;
use tensmith_core::kernel::spec::{Chain, Input, Operand, Stride};
use tensmith_core::reference::Element;
use tensmith_tests::bench::Bench;
use tensmith_tests::elementwise::{accepted, chain, special_values};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

/// Chains of operations that round once, with every kind of operand on either side.
const EXACT: [&str; 7] = [
    "relu",
    "add(column),relu",
    "mul(scalar),add(matrix/0)",
    "sub(row,x),absolute,max(column)",
    "div(matrix/0,x),square",
    "clamp(-0.5,0.75),mul(row),add(matrix/0),negate",
    "add(matrix/0),mul(matrix/0,x),sub(matrix/0),min(matrix/0)",
];

/// Chains of functions.
const FUNCTIONS: [&str; 4] =
    ["exp,add(column)", "mul(scalar),gelu,tanh", "sigmoid,mul(matrix/0)", "silu,exp,log1p,erf"];

/// The text's chain, whose matrices have leading dimensions that are so far beyond the tightest.
fn parsed(text: &str, m: usize, more: usize) -> Chain {
    let mut chain: Chain = text.parse().expect("a chain");
    chain.change(|link| {
        if let Some(ld) = link.operand_mut().and_then(Operand::ld_mut) {
            *ld = Stride::fixed(m + more);
        }
    });
    chain
}

/// The parts of a matrix that a chain can begin with, with strides that are so far beyond the tightest.
fn parts(m: usize, more: usize) -> [Input; 4] {
    [
        Input::Matrix(Stride::fixed(m + more)),
        Input::Column,
        Input::Row(Stride::fixed(1 + more)),
        Input::Scalar,
    ]
}

/// Each of some texts with each m×n of up to 33 rows and columns: all at night, else a share in which each
/// text occurs, and each number of rows and of columns.
fn shapes(texts: &[&'static str]) -> impl Iterator<Item = (usize, &'static str, (usize, usize))> {
    let share = nightly::scaled(29, 1);
    let each = move |(first, text): (usize, &'static str)| {
        (first % share..33 * 33).step_by(share).map(move |nth| (nth, text, (nth / 33 + 1, nth % 33 + 1)))
    };
    texts.iter().copied().enumerate().collect::<Vec<_>>().into_iter().flat_map(each)
}

fn numbers(random: &mut SplitMix) -> impl FnMut() -> f64 {
    || random.below(1 << 20) as f64 / 131_072.0 - 4.0
}

/// Apart, with each part of a matrix; and in place.
fn every_shape<T: Element>() {
    let mut bench = Bench::here("primitives_elementwise_chain");
    for (nth, text, (m, n)) in shapes(&EXACT) {
        let links = parsed(text, m, nth % 3);
        let count = links.operands().count();
        let apart: Vec<usize> = (0..count + 2).collect();
        let input = parts(m, nth % 2)[nth % 4];
        let spec =
            ChainSpec { dtype: T::DTYPE, chain: links, m, n, input, ld_out: Stride::fixed(m + nth % 5) };
        let mut in_place = apart.clone();
        in_place[count + 1] = 0;
        let same = Stride::fixed(m + nth % 3);
        let on_itself = ChainSpec { input: Input::Matrix(same), ld_out: same, ..spec };
        let cases = [(spec, &apart), (on_itself, &in_place)]
            .map(|(spec, operands)| chain::<T>(&spec, operands, numbers(&mut bench.random)));
        bench.check_both(&cases);
    }
}

#[test]
fn every_shape_of_single_precision() {
    every_shape::<f32>();
}

#[test]
fn every_shape_of_double_precision() {
    every_shape::<f64>();
}

/// The output in place of an operand.
#[test]
fn an_operand_may_be_the_output() {
    let mut bench = Bench::here("chain_operands");
    for (m, n) in [(1, 1), (7, 9), (16, 3), (33, 5)] {
        let ld_out = Stride::fixed(m + 2);
        let links = parsed("relu,sub(matrix/0,x),mul(column)", m, 2);
        let spec = ChainSpec { dtype: f32::DTYPE, chain: links, m, n, input: Input::Column, ld_out };
        let cases = [chain::<f32>(&spec, &[0, 1, 2, 1], numbers(&mut bench.random))];
        bench.check_both(&cases);
    }
}

/// Within what the errors of the functions amount to.
fn every_function<T: Element>() {
    let mut bench = Bench::here("chain_functions");
    for (nth, text, (m, n)) in shapes(&FUNCTIONS) {
        let links = parsed(text, m, nth % 3);
        let operands: Vec<usize> = (0..links.operands().count() + 2).collect();
        let (input, ld) = (Input::Matrix(Stride::fixed(m)), m + nth % 4);
        let spec = ChainSpec { dtype: T::DTYPE, chain: links, m, n, input, ld_out: Stride::fixed(ld) };
        let case = chain::<T>(&spec, &operands, numbers(&mut bench.random));
        bench.check_by(&case, accepted(&spec, &case));
    }
}

#[test]
fn every_function_of_single_precision() {
    every_function::<f32>();
}

#[test]
fn every_function_of_double_precision() {
    every_function::<f64>();
}

/// Special values, as the operations say.
fn every_special_value<T: Element>() {
    let mut bench = Bench::here("chain_special");
    for (nth, text) in EXACT.into_iter().enumerate() {
        let links = parsed(text, 11, 0);
        let operands: Vec<usize> = (0..links.operands().count() + 2).collect();
        let input = Input::Matrix(Stride::fixed(11));
        let spec =
            ChainSpec { dtype: T::DTYPE, chain: links, m: 11, n: 21, input, ld_out: Stride::fixed(11) };
        let values = special_values::<T>();
        let mut given = (0..).map(|at: usize| values[(at * (nth + 2) + at / 231) % values.len()]);
        let case = chain::<T>(&spec, &operands, || given.next().unwrap_or(0.0));
        bench.check_both(&[case]);
    }
}

#[test]
fn special_values_of_single_precision() {
    every_special_value::<f32>();
}

#[test]
fn special_values_of_double_precision() {
    every_special_value::<f64>();
}
