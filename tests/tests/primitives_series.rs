//! Multiplications one after the other, run on the machine at hand, against the scalar reference, with
//! inaccessible pages on either side of every operand: bit-exact on integers.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{
    Batch, BinaryOp, Chain, Factor, GemmSpec, Link, Matrix, Operand, SeriesSpec, Side, SpecError, Stride,
    UnaryOp,
};
use tensmith_core::reference::{self, Element};
use tensmith_core::{DType, Target};
use tensmith_tests::bench::{Bench, Case, INPUT_GAP, OUTPUT_GAP};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

/// The places of a matrix's elements, in each multiplication.
fn places(matrix: Matrix, (rows, columns): (usize, usize), (count, step): (usize, usize)) -> Vec<usize> {
    let ((inner, outer), ld) = (matrix.extents(rows, columns), matrix.ld.known().expect("a number"));
    let of_one =
        move |first: usize| (0..outer).flat_map(move |line| (0..inner).map(move |at| first + line * ld + at));
    (0..count).flat_map(|nth| of_one(nth * step)).collect()
}

/// Integers at some places, and something else between them.
fn filled<T: Element>(places: &[usize], gap: f64, random: &mut SplitMix) -> Vec<T> {
    let mut data = vec![T::from_f64(gap); places.iter().max().expect("a place") + 1];
    for at in places {
        data[*at] = T::from_f64(random.below(9) as f64 + 1.0);
    }
    data
}

fn case<T: Element>(spec: &SeriesSpec, random: &mut SplitMix) -> Case<T> {
    let (&GemmSpec { m, n, k, a, b, c, .. }, count, steps) = (spec.gemm(), spec.count(), spec.steps());
    let a = filled::<T>(&places(a, (m, k), (count, steps[0])), INPUT_GAP, random);
    let b = filled::<T>(&places(b, (k, n), (count, steps[1])), INPUT_GAP, random);
    let c = filled::<T>(&places(c, (m, n), (count, steps[2])), OUTPUT_GAP, random);
    let (mut after, one) = (c.clone(), T::from_f64(1.0));
    reference::series(spec, [&a, &b], (one, one), &mut after).expect("operands fit");
    Case { spec: KernelSpec::Series(*spec), buffers: vec![a, b, c], operands: vec![0, 1, 2], after }
}

/// A matrix in either layout, with a gap behind each line.
fn matrix((rows, columns): (usize, usize), random: &mut SplitMix) -> Matrix {
    let gap = [0, 0, 1, 3][random.below(4) as usize];
    match random.below(2) {
        0 => Matrix::column_major(rows + gap),
        _ => Matrix::row_major(columns + gap),
    }
}

fn drawn<T: Element>(random: &mut SplitMix) -> SeriesSpec {
    let most = [3, 9, 20][random.below(3) as usize];
    let [m, n, k] = [(); 3].map(|()| 1 + random.below(most) as usize);
    let [a, b, c] = [(m, k), (k, n), (m, n)].map(|extents| matrix(extents, random));
    let beta = [Factor::Zero, Factor::One][random.below(2) as usize];
    let epilogue = match random.below(4) {
        0 => Chain::new(&[Link::Unary(UnaryOp::relu())]).expect("a chain"),
        _ => Chain::EMPTY,
    };
    let gemm = GemmSpec { a, b, c, beta, epilogue, ..GemmSpec::column_major(T::DTYPE, [m, n, k]) };
    let span = |matrix: Matrix, rows, columns| {
        let (inner, outer) = matrix.extents(rows, columns);
        (outer - 1) * matrix.ld.known().expect("a number") + inner
    };
    let apart = |span: usize, random: &mut SplitMix| match random.below(4) {
        0 => 0,
        1 => span + 5,
        _ => span,
    };
    let steps = [span(a, m, k), span(b, k, n), span(c, m, n)].map(|span| apart(span, random));
    // What is added to by each multiplication must stay an exact integer.
    SeriesSpec::new(gemm, 1 + random.below(6) as usize, steps).expect("a series")
}

fn series_at_random<T: Element>() {
    let mut bench = Bench::here("primitives_series");
    for _ in 0..nightly::cases(1200, 20_000) {
        let spec = drawn::<T>(&mut bench.random);
        let case = case::<T>(&spec, &mut bench.random);
        bench.check_bits(&case);
    }
}

#[test]
fn series_of_single_precision() {
    series_at_random::<f32>();
}

#[test]
fn series_of_double_precision() {
    series_at_random::<f64>();
}

/// An output that stays where it is sums all products, as a batch does.
#[test]
fn a_series_onto_one_output_is_a_sum() {
    let gemm = GemmSpec::column_major(DType::F64, [3, 4, 5]);
    let spec = SeriesSpec::new(gemm, 7, [15, 20, 0]).expect("a series");
    let mut bench = Bench::here("primitives_series_sum");
    let found = case::<f64>(&spec, &mut bench.random);
    let batch = Batch::Strided { count: Stride::fixed(7), a: Stride::fixed(15), b: Stride::fixed(20) };
    let mut sum = found.buffers[2].clone();
    let inputs =
        reference::Inputs::unscaled(reference::Blocks::Strided(&found.buffers[0], &found.buffers[1]));
    reference::gemm(&GemmSpec { batch, ..gemm }, &inputs, &mut sum).expect("operands fit");
    assert_eq!(found.after, sum);
    bench.check_bits(&found);
}

#[test]
fn what_would_have_to_move_is_refused() {
    let gemm = GemmSpec::column_major(DType::F32, [4, 4, 4]);
    let count = Stride::fixed(2);
    let batch = GemmSpec { batch: Batch::Offsets { count }, ..gemm };
    assert_eq!(SeriesSpec::new(batch, 2, [0; 3]), Err(SpecError::Series { field: "batch" }));
    let link = Link::Binary {
        op: BinaryOp::add(),
        operand: Operand::Matrix(Stride::fixed(4)),
        running: Side::First,
    };
    let epilogue = Chain::new(&[link]).expect("a chain");
    let reads = GemmSpec { epilogue, ..gemm };
    assert_eq!(SeriesSpec::new(reads, 2, [0; 3]), Err(SpecError::Series { field: "epilogue" }));
    let none = SeriesSpec::new(gemm, 0, [0; 3]).expect("a series");
    assert_eq!(none.validate(), Err(SpecError::Zero { field: "count" }));
    let far = SeriesSpec::new(gemm, usize::MAX, [usize::MAX, 0, 0]).expect("a series");
    assert!(matches!(far.validate(), Err(SpecError::TooLarge { field: "a", .. })), "{:?}", far.validate());
}

/// Every core has the loop, and its function is the text of one multiplication with a loop around.
#[test]
fn every_core_has_a_loop_around_one_multiplication() {
    let gemm = GemmSpec::column_major(DType::F32, [5, 6, 7]);
    let spec = KernelSpec::Series(SeriesSpec::new(gemm, 9, [35, 42, 30]).expect("a series"));
    let registry = tensmith_primitives::registry().expect("generators");
    for target in Target::all() {
        let choice = registry.choose(&spec, &target).expect("an offer");
        let one = registry.choose(&KernelSpec::Gemm(gemm), &target).expect("an offer");
        assert!(choice.offer.cycles > 8.0 * one.offer.cycles, "{}", target.core.name);
        let text = choice.generate(&spec, &target).expect("a function").to_string();
        let loops = |text: &str| text.matches("loop").count();
        let of_one = one.generate(&KernelSpec::Gemm(gemm), &target).expect("a function").to_string();
        assert_eq!(loops(&text), loops(&of_one) + 1, "{text}");
        choice.compile(&spec, &target).expect("code");
    }
}
