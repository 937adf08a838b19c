//! Specifications of kernels: drawn at random, and completed with what they leave to run time.
//!
//! Tests: below.

use super::case::Kind;
use crate::bench::{change_parameters, change_strides};
use crate::complex::{LAYOUTS, complex_spec};
use crate::draw::{self, Draw, span};
use crate::elementwise::{binary_spec, chain_spec, convert_spec, ternary_spec, unary_spec};
use crate::gather::gather_spec;
use crate::grouped::{drawn_grouped, group_spec};
use crate::lanewise::{STARTS, lanewise_spec};
use crate::ops::with_parameters;
use crate::random::SplitMix;
use crate::reduce::{LINES, reduce_spec, reductions};
use crate::window::{Filter, windowed};
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::op::{BinaryOp, Op, Operation, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    Batch, Chain, Conjugation, Indexed, Input, Layout, Matrix, Operand, Orientation, Parameter, Reduction,
    Regrouped, Stride,
};
use tensmith_core::kernel::{GemmSpec, KernelSpec, WindowSpec};
use tensmith_core::reference::Element;
use tensmith_core::{DType, Types};

/// A specification of a kind.
pub(super) fn drawn(kind: Kind, draw: &mut Draw) -> KernelSpec {
    match draw.below(3) {
        0 => drawn_of::<f32>(kind, draw),
        1 if takes_integers(kind) => drawn_of::<i32>(kind, draw),
        _ => drawn_of::<f64>(kind, draw),
    }
}

/// Whether there are kernels of a kind for integers whose types a specification says itself.
const fn takes_integers(kind: Kind) -> bool {
    !matches!(kind, Kind::Complex | Kind::Window)
}

/// Some operations with parameters, as far as they are for numbers of a type.
fn operations<T: Element, const INPUTS: usize>(
    all: &[&'static Operation<INPUTS>],
    parameters: [Parameter; 2],
) -> Vec<Op<INPUTS>> {
    let mut operations = with_parameters(all, parameters);
    operations.retain(|op| op.is_for(T::DTYPE.arithmetic()));
    operations
}

fn drawn_of<T: Element>(kind: Kind, draw: &mut Draw) -> KernelSpec {
    if matches!(kind, Kind::Gemm | Kind::Brgemm) {
        let types = draw.types(T::DTYPE.arithmetic());
        return KernelSpec::Gemm(multiplication(kind, types, draw));
    }
    let limit = draw.one_of(&[4, 9, 20, 40]);
    let shape @ (m, n) = (1 + draw.below(limit), 1 + draw.below(limit));
    let more = [(); 4].map(|()| draw.one_of(&[0, 0, 1, 3, 17]));
    let parameters = draw.parameters(T::DTYPE.arithmetic());
    let unary = draw.one_of(&operations::<T, _>(UnaryOp::ALL, parameters));
    let spec = match kind {
        Kind::Unary => {
            KernelSpec::Unary(unary_spec::<T>(unary, shape, Orientation::Same, [more[0], more[1]]))
        }
        Kind::Transpose => {
            KernelSpec::Unary(unary_spec::<T>(unary, shape, Orientation::Transposed, [more[0], more[1]]))
        }
        Kind::Binary => {
            let op = draw.one_of(&operations::<T, _>(BinaryOp::ALL, parameters));
            let mut spec = binary_spec::<T>(op, shape, [more[0], more[1], more[2]]);
            [&mut spec.in0, &mut spec.in1].into_iter().for_each(|input| *input = part(*input, draw));
            KernelSpec::Binary(spec)
        }
        Kind::Ternary => {
            let op = draw.one_of(&operations::<T, _>(TernaryOp::ALL, parameters));
            let mut spec = ternary_spec::<T>(op, shape, more);
            let inputs = [&mut spec.in0, &mut spec.in1, &mut spec.in2];
            inputs.into_iter().for_each(|input| *input = part(*input, draw));
            KernelSpec::Ternary(spec)
        }
        Kind::Chain => {
            let mut gemm = GemmSpec { c: Matrix::column_major(m), ..draw.spec_of(T::DTYPE, (m, n, 1)) };
            while gemm.epilogue.is_empty() {
                gemm = draw.with_epilogue(gemm);
            }
            let mut spec = chain_spec::<T>(gemm.epilogue, shape, [more[0], more[1], more[2]]);
            spec.input = part(spec.input, draw);
            KernelSpec::Chain(spec)
        }
        Kind::Convert => {
            let from = draw.one_of(&DType::ALL);
            let may_be = |to: &DType| *to != from && to.is_integer() == from.is_integer();
            let others: Vec<DType> = DType::ALL.into_iter().filter(may_be).collect();
            let orientation = draw.one_of(&[Orientation::Same, Orientation::Transposed]);
            let types = (from, draw.one_of(&others));
            KernelSpec::Convert(convert_spec(types, shape, [more[0], more[1]], orientation))
        }
        Kind::Reduce => {
            let mut all = reductions(m);
            all.retain(|reduction| !T::DTYPE.is_integer() || *reduction != Reduction::ArgMax);
            let reduction = draw.one_of(&all);
            KernelSpec::Reduce(reduce_spec::<T>(reduction, draw.one_of(&LINES), shape, [more[0], more[1]]))
        }
        Kind::Scatter => KernelSpec::Gather(gather_spec::<T>(Indexed::Output, shape, [more[0], more[1]])),
        Kind::Lanewise => {
            let extents = [(); 3].map(|()| 1 + draw.below(6));
            let (count, start) = (1 + draw.below(70), draw.one_of(&STARTS));
            KernelSpec::Lanewise(lanewise_spec::<T>(extents, count, start, [more[0], more[1], more[2]]))
        }
        Kind::Complex => {
            let extents = [(); 3].map(|()| 1 + draw.below(40));
            let layouts = draw.one_of(&LAYOUTS);
            let (conjugation, start) = (draw.one_of(&Conjugation::ALL).0, draw.one_of(&STARTS));
            let gaps = [more[0], more[1], more[2]];
            KernelSpec::Complex(complex_spec::<T>(extents, layouts, (conjugation, start), gaps))
        }
        Kind::Grouped => {
            let extents = [40, 40, 130].map(|most| 1 + draw.below(most));
            // Every core multiplies words, and not every one all pairs of bytes.
            let types = if draw.below(3) == 0 { draw.one_of(DotTypes::ALL) } else { DotTypes::I16 };
            KernelSpec::Grouped(drawn_grouped(types, extents, draw))
        }
        Kind::Group => {
            let (change, _) = draw.one_of(&Regrouped::ALL);
            let extents = [(); 2].map(|()| 1 + draw.below(130));
            let layout = draw.one_of(&[Layout::ColumnMajor, Layout::RowMajor]);
            KernelSpec::Group(group_spec(change, extents, layout, [more[0], more[1]]))
        }
        Kind::Window => {
            let filter = Filter {
                channels: 1 + draw.below(40),
                windows: [(); 2].map(|()| 1 + draw.below(20)),
                taps: [1 + draw.below(4), 1 + draw.below(9)],
                stride: [(); 2].map(|()| 1 + draw.below(3)),
                dilation: [(); 2].map(|()| 1 + draw.below(2)),
            };
            let (kind, start) = (draw.one_of(&windowed()), draw.one_of(&STARTS));
            let spec = match draw.below(2) {
                0 => filter.channels_last::<T>(kind, start),
                _ => filter.channels_first::<T>(kind, start),
            };
            KernelSpec::Window(WindowSpec { epilogue: epilogue(draw, &spec), ..spec })
        }
        _ => KernelSpec::Gather(gather_spec::<T>(Indexed::Input, shape, [more[0], more[1]])),
    };
    left_to_run_time(spec, draw)
}

/// What may follow windows: what may follow a multiplication of as many rows and columns.
fn epilogue(draw: &mut Draw, spec: &WindowSpec) -> Chain {
    draw.with_epilogue(GemmSpec::column_major(spec.dtype, [spec.count, spec.windows, 1])).epilogue
}

/// A multiplication, some of whose numbers are left to run time.
fn multiplication(kind: Kind, types: Types, draw: &mut Draw) -> GemmSpec {
    let mut spec = draw.spec(types);
    while (spec.batch == Batch::Single) != (kind == Kind::Gemm) {
        spec = draw.spec(types);
    }
    let spec = draw.with_epilogue(spec);
    let given = draw.left_to_run_time(spec);
    if given.validate().is_ok() { given } else { spec }
}

/// The whole matrix, or a part that is repeated.
fn part(matrix: Input, draw: &mut Draw) -> Input {
    let ld = matrix.stride().unwrap_or(Stride::fixed(1));
    draw.one_of(&[matrix, matrix, matrix, Input::Column, Input::Row(ld), Input::Scalar])
}

/// The same with none, some or all strides and parameters left to run time.
fn left_to_run_time(spec: KernelSpec, draw: &mut Draw) -> KernelSpec {
    let of_four = draw.one_of(&[0, 0, 2, 4]);
    let mut given = spec;
    change_strides(&mut given, |stride| {
        if draw.below(4) < of_four {
            *stride = Stride::Runtime;
        }
    });
    change_parameters(&mut given, |parameter| {
        if draw.below(4) < of_four {
            *parameter = Parameter::Runtime;
        }
    });
    if given.validate().is_ok() { given } else { spec }
}

/// The same with numbers in place of all that is left to run time: leading dimensions that are a little more
/// than needed, and small counts and parameters.
pub(super) fn fixed(given: &KernelSpec, seed: u64) -> KernelSpec {
    let mut random = SplitMix::new(seed ^ 0x5eed);
    let mut tight = tight(given).into_iter();
    let mut spec = *given;
    change_strides(&mut spec, |stride| {
        let least = tight.next().unwrap_or(Least { number: 1, is_count: false });
        if *stride == Stride::Runtime {
            *stride = Stride::fixed(least.number + if least.is_count { 0 } else { random.below(3) as usize });
        }
    });
    change_parameters(&mut spec, |parameter| {
        if *parameter == Parameter::Runtime {
            *parameter = draw::parameter(random.below(9) as usize, given.dtype().arithmetic());
        }
    });
    spec
}

/// The same with the least strides.
pub(super) fn tightened(given: &KernelSpec) -> KernelSpec {
    let mut least = tight(given).into_iter();
    let mut spec = *given;
    change_strides(&mut spec, |stride| {
        let Least { number, is_count } = least.next().unwrap_or(Least { number: 1, is_count: false });
        if !is_count || *stride == Stride::Runtime {
            *stride = Stride::fixed(number);
        }
    });
    spec
}

/// The least number for a stride, or one for a count.
#[derive(Clone, Copy)]
struct Least {
    number: usize,
    is_count: bool,
}

/// The least strides of a specification, in the order of [`change_strides`].
fn tight(spec: &KernelSpec) -> Vec<Least> {
    let stride = |number| Least { number, is_count: false };
    let of_inputs = |inputs: &[Input], m: usize| -> Vec<Least> {
        let least = |input: &Input| match input {
            Input::Matrix(_) => Some(stride(m)),
            Input::Row(_) => Some(stride(1)),
            Input::Column | Input::Scalar => None,
        };
        inputs.iter().filter_map(least).collect()
    };
    match spec {
        KernelSpec::Gemm(s) => of_multiplication(s),
        KernelSpec::Unary(s) => {
            let (rows, _) = s.orientation.output((s.m, s.n));
            [of_inputs(&[s.input], s.m), vec![stride(rows)]].concat()
        }
        KernelSpec::Binary(s) => [of_inputs(&[s.in0, s.in1], s.m), vec![stride(s.m)]].concat(),
        KernelSpec::Ternary(s) => [of_inputs(&[s.in0, s.in1, s.in2], s.m), vec![stride(s.m)]].concat(),
        KernelSpec::Chain(s) => {
            [of_inputs(&[s.input], s.m), vec![stride(s.m)], of_links(&s.chain, s.m)].concat()
        }
        KernelSpec::Window(s) => of_links(&s.epilogue, s.count),
        KernelSpec::Reduce(s) => {
            let inputs = if matches!(s.reduction, Reduction::Dot { .. }) { 2 } else { 1 };
            vec![stride(s.m); inputs]
        }
        KernelSpec::Gather(s) => vec![stride(s.m); 2],
        KernelSpec::Convert(s) => vec![stride(s.m), stride(s.output().0)],
        _ => vec![],
    }
}

fn of_multiplication(spec: &GemmSpec) -> Vec<Least> {
    let stride = |number| Least { number, is_count: false };
    let count = |count: Stride| Least { number: count.known().unwrap_or(3), is_count: true };
    let contiguous = |matrix: Matrix, rows, columns| matrix.extents(rows, columns).0.max(1);
    let &GemmSpec { m, n, k, a, b, c, .. } = spec;
    let lds = [contiguous(a, m, k), contiguous(b, k, n), contiguous(c, m, n)];
    // A little more than the least leading dimension does not make blocks overlap.
    let block = |matrix: Matrix, ld: usize, rows, columns| {
        span(Matrix { ld: Stride::fixed(matrix.ld.known().unwrap_or(ld + 2)), ..matrix }, rows, columns)
    };
    let blocks = [block(a, lds[0], m, k), block(b, lds[1], k, n)];
    let batch = match spec.batch {
        Batch::Single => vec![],
        Batch::Strided { count: blocks_of, .. } => {
            vec![stride(blocks[0]), stride(blocks[1]), count(blocks_of)]
        }
        Batch::Offsets { count: blocks_of } | Batch::Addresses { count: blocks_of } => vec![count(blocks_of)],
    };
    [lds.map(stride).to_vec(), batch, of_links(&spec.epilogue, lds[2])].concat()
}

/// Those of a chain's operands, where the columns of the result have `rows` rows.
fn of_links(chain: &Chain, rows: usize) -> Vec<Least> {
    let matrices = chain.operands().filter(|(_, operand)| matches!(operand, Operand::Matrix(_)));
    matrices.map(|_| Least { number: rows, is_count: false }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_valid_and_stays_so_when_completed_or_tightened() {
        let mut draw = Draw::by(SplitMix::new(11));
        for (kind, name) in Kind::ALL.into_iter().skip(3).cycle().take(3_000) {
            let spec = drawn(kind, &mut draw);
            assert_eq!(spec.validate(), Ok(()), "{name}: {spec}");
            assert_eq!(spec.to_string().parse(), Ok(spec), "{name}: {spec}");
            for other in [fixed(&spec, 5), tightened(&spec)] {
                assert_eq!(other.validate(), Ok(()), "{name}: {spec} becomes {other}");
                let mut other = other;
                change_strides(&mut other, |stride| assert!(stride.known().is_some(), "{spec}"));
            }
        }
    }
}
