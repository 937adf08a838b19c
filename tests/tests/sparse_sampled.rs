//! Sampled products: every matrix, type of indices, depth and distance, between inaccessible pages, for each
//! size of vectors; on one thread and on four.
#![allow(unsafe_code)]

use std::num::NonZeroUsize;
use tensmith::parallel::Pool;
use tensmith::{Jit, Target};
use tensmith_conformance::data::{DataBench, DataCase, Passed};
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::MAX_SPAN;
use tensmith_core::reference::Element;
use tensmith_core::registry::Registry;
use tensmith_sparse::{
    ColumnsError, Csr, Factors, Index, Options, Product, RunError, Sampled, SampledRows, SampledSpec, enabled,
};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{
    Argument, Matrix, Numbers, agrees, bytes_of, elements_of, interpreted, power_law, random, structured,
};

const DEPTHS: [usize; 14] = [1, 2, 3, 4, 7, 8, 13, 16, 31, 64, 65, 100, 131, 300];

/// The little-endian bytes of indices.
fn bytes<I: Index>(indices: &[I]) -> Vec<u8> {
    let size = I::TYPE.bytes();
    indices.iter().flat_map(|index| index.to_usize().to_le_bytes().into_iter().take(size)).collect()
}

/// Factors of a case: by turns, with gaps or without.
fn factors(nth: usize) -> Factors {
    let (depth, more) = (DEPTHS[nth % DEPTHS.len()], [0, 3, 16][nth / 2 % 3]);
    Factors { depth, ldx: depth + more, ldy: depth + 2 * more }
}

/// Dense operands, and the results in FP64: of which those of whole numbers are exact, and others may be off
/// by `γ(K + 3)·|value|·(|X||Y|)`.
struct Operands<T> {
    x: Vec<T>,
    y: Vec<T>,
    results: Vec<T>,
    bounds: Vec<f64>,
}

impl<T: Element> Operands<T> {
    fn of<I: Index>(csr: &Csr<T, I>, factors: Factors, numbers: Numbers, random: &mut SplitMix) -> Self {
        let Factors { depth, ldx, ldy } = factors;
        let mut number = || numbers.draw(random);
        let mut filled = |rows: usize, ld: usize| -> Vec<T> {
            let len = if rows == 0 { 0 } else { (rows - 1) * ld + depth };
            (0..len).map(|at| T::from_f64(if at % ld < depth { number() } else { f64::NAN })).collect()
        };
        let (rows, columns) = csr.shape();
        let (x, y) = (filled(rows, ldx), filled(columns, ldy));
        let (mut results, mut bounds) = (Vec::new(), Vec::new());
        let roundings = (depth + 3) as f64 * T::ROUNDOFF;
        let share = if numbers == Numbers::Fractions { roundings / (1.0 - roundings) } else { 0.0 };
        for (row, column, value) in csr.iter() {
            let products = (0..depth).map(|k| x[row * ldx + k].to_f64() * y[column * ldy + k].to_f64());
            let (sum, magnitude) = products.fold((0.0, 0.0), |(sum, all), p| (sum + p, all + f64::abs(p)));
            results.push(T::from_f64(sum * value.to_f64()));
            bounds.push(share * magnitude * value.to_f64().abs());
        }
        Self { x, y, results, bounds }
    }

    fn accepts(&self, at: usize, found: T) -> bool {
        agrees(found.to_f64(), self.results[at].to_f64(), self.bounds[at])
    }
}

fn check<T: Element, I: Index>(
    bench: &mut DataBench,
    matrix: &Matrix,
    factors: Factors,
    numbers: Numbers,
    random: &mut SplitMix,
) {
    let csr: Csr<T, I> = matrix.csr();
    if csr.shape().0 == 0 {
        return;
    }
    let operands = Operands::of(&csr, factors, numbers, random);
    let spec = SampledSpec::new::<T, I>(factors).expect("good factors");
    let (pointers, indices) = (bytes(csr.pointers()), bytes(csr.indices()));
    let before = vec![T::from_f64(f64::NAN); csr.entries()];
    let passed = vec![
        Passed::Bytes(&pointers),
        Passed::Number(csr.shape().0 as u64),
        Passed::Bytes(&indices),
        Passed::Elements(csr.values()),
        Passed::Elements(&operands.x),
        Passed::Elements(&operands.y),
        Passed::Output(&before),
    ];
    let case = DataCase { spec: &spec, passed, after: &operands.results };
    // SAFETY: what is passed is what the specification takes, of its sizes.
    let examined = unsafe { bench.examine(&case, &|at, found, _| operands.accepts(at, found)) };
    examined.unwrap_or_else(|failure| panic!("{}: {failure}", matrix.name));
}

fn bench() -> DataBench {
    let mut registry = Registry::new();
    registry.add_data(&SampledRows).expect("a name of its own");
    // SAFETY: the generator's kernels are meant to keep to their operands; if one does not, the process ends.
    unsafe { DataBench::over(registry, 1_000_000) }.expect("executable memory")
}

#[test]
fn random_matrices() {
    let (mut bench, mut source) = (bench(), SplitMix::seeded("sparse_sampled", 1));
    for nth in 0..nightly::scaled(300_usize, 3000) {
        let matrix = random(&mut source);
        let numbers = Numbers::by_turns(nth);
        match nth % 4 {
            0 => check::<f32, u32>(&mut bench, &matrix, factors(nth / 4), numbers, &mut source),
            1 => check::<f64, u32>(&mut bench, &matrix, factors(nth / 4), numbers, &mut source),
            2 => check::<f32, u64>(&mut bench, &matrix, factors(nth / 4), numbers, &mut source),
            _ => check::<f64, u64>(&mut bench, &matrix, factors(nth / 4), numbers, &mut source),
        }
    }
}

#[test]
fn structured_matrices_and_every_depth() {
    let (mut bench, mut source) = (bench(), SplitMix::seeded("sparse_sampled_structured", 1));
    for (first, matrix) in structured(&mut source).iter().enumerate() {
        for nth in (first..first + 3 * DEPTHS.len()).step_by(nightly::scaled(5, 1)) {
            check::<f32, u32>(&mut bench, matrix, factors(nth), Numbers::Whole, &mut source);
            check::<f64, u64>(&mut bench, matrix, factors(nth + 1), Numbers::Special, &mut source);
        }
    }
}

/// The functions for cores with each size of vectors, on any machine: interpreted.
#[test]
fn functions_of_every_instruction_set_are_right() {
    let mut source = SplitMix::seeded("sparse_sampled_interpreted", 1);
    for (nth, matrix) in structured(&mut source).iter().enumerate().filter(|(_, matrix)| matrix.shape.0 > 0) {
        let (csr, factors) = (matrix.csr::<f32, u32>(), factors(nth));
        let operands = Operands::of(&csr, factors, Numbers::by_turns(nth), &mut source);
        let spec = SampledSpec::new::<f32, u32>(factors).expect("good factors");
        for core in ["zen5", "haswell", "neoverse-v1", "cortex-a510"] {
            let target = Target::named(core).expect("a core");
            let arguments = vec![
                Argument::Memory(bytes(csr.pointers())),
                Argument::Number(matrix.shape.0 as u64),
                Argument::Memory(bytes(csr.indices())),
                Argument::Memory(bytes_of(csr.values())),
                Argument::Memory(bytes_of(&operands.x)),
                Argument::Memory(bytes_of(&operands.y)),
                Argument::Memory(vec![0xff; 4 * csr.entries()]),
            ];
            let found = elements_of::<f32>(&interpreted(&SampledRows, &spec, &target, arguments));
            let wrong = found.iter().enumerate().find(|(at, found)| !operands.accepts(*at, **found));
            assert!(wrong.is_none(), "{}, {core}, {factors:?}: {wrong:?}", matrix.name);
        }
    }
}

#[test]
fn every_core_has_a_kernel_for_every_depth() {
    let mut registry = Registry::new();
    registry.add_data(&SampledRows).expect("a name of its own");
    for target in Target::all() {
        for nth in 0..DEPTHS.len() {
            let spec = SampledSpec::new::<f64, u64>(factors(nth)).expect("good factors");
            let choice = registry.choose_data(&spec, &target).expect("an offer");
            let compiled = choice.compile(&spec, &target);
            assert!(compiled.is_ok(), "{spec} for {}: {compiled:?}", target.core.name);
            assert!(spec.equals(&spec) && choice.offer.cycles > 0.0);
        }
    }
}

/// As applications call them: the same bits on any number of threads, also where rows are
/// skewed and are divided.
#[test]
fn products_on_one_to_four_threads() {
    let jit = enabled(Jit::builder()).build().expect("a machine that runs code");
    let mut source = SplitMix::seeded("sparse_sampled_product", 1);
    for nth in 0..12 {
        let matrix = if nth % 2 == 0 { power_law(&mut source, (80, 60), 700) } else { random(&mut source) };
        let (csr, factors) = (matrix.csr::<f32, u32>(), factors(nth));
        let operands = Operands::of(&csr, factors, Numbers::Fractions, &mut source);
        let grain = NonZeroUsize::new(1 + 7 * factors.depth).expect("a number");
        let copy = csr.try_clone().expect("memory");
        let options = Options { grain, ..Options::default() };
        let product = Product::new(&jit, Sampled::of(copy), factors, &options).expect("a product");
        assert!(product.cycles() > 0.0 && !product.machine_code().is_empty());
        let mut first: Option<Vec<u32>> = None;
        for threads in 1..=4 {
            let pool = Pool::with_width(NonZeroUsize::new(threads).expect("a number"));
            let mut out = vec![f32::NAN; csr.entries()];
            product.run_on([&operands.x, &operands.y], &mut out, &pool).expect("a run");
            let wrong = out.iter().enumerate().find(|(at, found)| !operands.accepts(*at, **found));
            assert!(wrong.is_none(), "{}: {wrong:?}", matrix.name);
            let bits: Vec<u32> = out.iter().map(|element| element.to_bits()).collect();
            assert_eq!(*first.get_or_insert_with(|| bits.clone()), bits);
        }
    }
}

#[test]
fn operands_that_break_a_rule_are_refused_and_nothing_is_written() {
    let refused = |factors| SampledSpec::new::<f32, u32>(factors).expect_err("a mistake");
    assert_eq!(refused(Factors::dense(0)), ColumnsError::None);
    let narrow = Factors { ldy: 4, ..Factors::dense(5) };
    assert_eq!(refused(narrow), ColumnsError::Overlap { name: "ldy", value: 4, least: 5 });
    let huge = Factors { ldx: usize::MAX, ..Factors::dense(5) };
    assert_eq!(refused(huge), ColumnsError::TooLarge { name: "X", limit: MAX_SPAN });

    let jit = enabled(Jit::builder()).build().expect("a machine that runs code");
    let csr = Csr::<f64>::from_dense((2, 3), &[1.0, 0.0, 2.0, 0.0, 3.0, 0.0], 3).expect("a matrix");
    let options = Options { grain: NonZeroUsize::MIN, ..Options::default() };
    let product = Product::new(&jit, Sampled::of(csr), Factors::dense(4), &options).expect("a product");
    let (x, y, mut out) = (vec![1.0; 8], vec![0.5; 12], vec![0.0; 3]);
    let short = |operand, found, needed| RunError::Short { operand, found, needed };
    assert_eq!(product.run([&x[1..], &y], &mut out), Err(short("X", 7, 8)));
    assert_eq!(product.run([&x, &y[1..]], &mut out), Err(short("Y", 11, 12)));
    assert_eq!(product.run([&x, &y], &mut out[1..]), Err(short("the output", 2, 3)));
    assert_eq!(out, [0.0; 3]);
    product.run([&x, &y], &mut out).expect("a run");
    assert_eq!(out, [2.0, 4.0, 6.0]);
}
