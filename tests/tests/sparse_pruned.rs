//! Products with matrices of which two in four neighbours are kept: any shape, number of columns and
//! distance, between inaccessible pages, for each size of vectors.
#![allow(unsafe_code)]

use std::num::NonZeroUsize;
use tensmith::parallel::Pool;
use tensmith::{Jit, Target};
use tensmith_conformance::data::{DataBench, DataCase, Passed};
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::Start;
use tensmith_core::reference::Element;
use tensmith_core::registry::Registry;
use tensmith_sparse::{
    Columns, ColumnsError, Csr, Duplicates, Options, Product, Pruned, PrunedError, PrunedRows, PrunedSpec,
    RunError, enabled,
};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{Argument, Dense, Numbers, bytes_of, dense, elements_of, interpreted};

const COUNTS: [usize; 12] = [1, 2, 5, 8, 13, 16, 32, 45, 64, 67, 200, 500];

/// A matrix whose groups have up to two non-zeros, and its elements.
fn drawn<T: Element>(random: &mut SplitMix) -> ((usize, usize), Vec<T>) {
    let shape = (1 + random.below(12) as usize, 4 * random.below(9) as usize);
    let mut elements = vec![T::ZERO; shape.0 * shape.1];
    for group in elements.chunks_mut(4) {
        for _ in 0..random.below(3) {
            group[random.below(4) as usize] = T::from_f64(random.small());
        }
    }
    (shape, elements)
}

/// Columns of a case: by turns, with gaps or without, overwriting C or adding to it.
fn columns(nth: usize) -> Columns {
    let (count, more) = (COUNTS[nth % COUNTS.len()], [0, 3, 16][nth / 3 % 3]);
    let start = if nth.is_multiple_of(2) { Start::Nothing } else { Start::Output };
    Columns { count, ldb: count + more, ldc: count + 2 * more, start }
}

/// A product: the matrix, its specification, and what it is by the same matrix by rows.
fn product<T: Element>(
    columns: Columns,
    numbers: Numbers,
    random: &mut SplitMix,
) -> (Pruned<T>, PrunedSpec, Dense<T>) {
    let (shape, elements) = drawn::<T>(random);
    let pruned = Pruned::from_dense(shape, &elements).expect("two in four");
    let operands = dense(&by_rows(&pruned), columns, numbers, random);
    let spec = PrunedSpec::new::<T>(pruned.groups(), columns).expect("good columns");
    (pruned, spec, operands)
}

/// The elements that are kept by rows, zeros too: each is multiplied.
fn by_rows<T: Element>(pruned: &Pruned<T>) -> Csr<T> {
    let places = pruned.places().chunks(2).zip(pruned.values().chunks(2)).enumerate();
    let triplets = places.flat_map(|(group, (places, values))| {
        let (row, first) = (group / pruned.groups(), 4 * (group % pruned.groups()));
        places.iter().zip(values).map(move |(place, value)| (row, first + usize::from(*place), *value))
    });
    let triplets: Vec<_> = triplets.collect();
    Csr::from_triplets(pruned.shape(), &triplets, Duplicates::Refuse).expect("a matrix")
}

fn check<T: Element>(bench: &mut DataBench, nth: usize, random: &mut SplitMix) {
    let numbers = Numbers::by_turns(nth);
    let (pruned, spec, operands) = product::<T>(columns(nth), numbers, random);
    let passed = vec![
        Passed::Number(pruned.shape().0 as u64),
        Passed::Bytes(pruned.places()),
        Passed::Elements(pruned.values()),
        Passed::Elements(&operands.b),
        Passed::Output(&operands.before),
    ];
    let case = DataCase { spec: &spec, passed, after: &operands.after };
    // SAFETY: what is passed is what the specification takes, of its sizes.
    let examined = unsafe { bench.examine(&case, &|at, found, _| operands.accepts(at, found)) };
    examined.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn random_matrices() {
    let mut registry = Registry::new();
    registry.add_data(&PrunedRows).expect("a name of its own");
    // SAFETY: the generator's kernels are meant to keep to their operands; if one does not, the process ends.
    let mut bench = unsafe { DataBench::over(registry, 1_000_000) }.expect("executable memory");
    let mut source = SplitMix::seeded("sparse_pruned", 1);
    for nth in 0..nightly::scaled(300_usize, 3000) {
        match nth % 2 {
            0 => check::<f32>(&mut bench, nth / 2, &mut source),
            _ => check::<f64>(&mut bench, nth / 2, &mut source),
        }
    }
}

/// The functions for cores with each size of vectors, on any machine: interpreted.
#[test]
fn functions_of_every_instruction_set_are_right() {
    let mut source = SplitMix::seeded("sparse_pruned_interpreted", 1);
    for nth in 0..36 {
        let (pruned, spec, operands) = product::<f32>(columns(nth), Numbers::by_turns(nth), &mut source);
        for core in ["zen5", "haswell", "neoverse-v1", "cortex-a510"] {
            let target = Target::named(core).expect("a core");
            let arguments = vec![
                Argument::Number(pruned.shape().0 as u64),
                Argument::Memory(pruned.places().to_vec()),
                Argument::Memory(bytes_of(pruned.values())),
                Argument::Memory(bytes_of(&operands.b)),
                Argument::Memory(bytes_of(&operands.before)),
            ];
            let found = elements_of::<f32>(&interpreted(&PrunedRows, &spec, &target, arguments));
            let wrong = found.iter().enumerate().find(|(at, found)| !operands.accepts(*at, **found));
            assert!(wrong.is_none(), "{spec}, {core}: {wrong:?}");
        }
    }
}

#[test]
fn every_core_has_a_kernel_for_every_number_of_columns() {
    let mut registry = Registry::new();
    registry.add_data(&PrunedRows).expect("a name of its own");
    for target in Target::all() {
        for nth in 0..COUNTS.len() {
            let spec = PrunedSpec::new::<f64>(16, columns(nth)).expect("good columns");
            let choice = registry.choose_data(&spec, &target).expect("an offer");
            let compiled = choice.compile(&spec, &target);
            assert!(compiled.is_ok(), "{spec} for {}: {compiled:?}", target.core.name);
            assert!(spec.equals(&spec) && choice.offer.cycles > 0.0);
        }
    }
}

/// As applications call them: the same bits on any number of threads.
#[test]
fn products_on_one_to_four_threads() {
    let jit = enabled(Jit::builder()).build().expect("a machine that runs code");
    let mut source = SplitMix::seeded("sparse_pruned_product", 1);
    for nth in 0..24 {
        let columns = columns(nth);
        let (pruned, _, operands) = product::<f64>(columns, Numbers::Fractions, &mut source);
        let grain = NonZeroUsize::new(1 + 20 * columns.count).expect("a number");
        let options = Options { grain, ..Options::default() };
        let product = Product::new(&jit, pruned, columns, &options).expect("a product");
        assert!(product.cycles() > 0.0 && !product.machine_code().is_empty());
        let mut first = None;
        for threads in 1..=4 {
            let pool = Pool::with_width(NonZeroUsize::new(threads).expect("a number"));
            let mut c = operands.before.clone();
            product.run_on(&operands.b, &mut c, &pool).expect("a run");
            let wrong = c.iter().enumerate().find(|(at, found)| !operands.accepts(*at, **found));
            assert!(wrong.is_none(), "{:?}: {wrong:?}", product.matrix().shape());
            assert_eq!(*first.get_or_insert_with(|| c.clone()), c);
        }
        let mut c = operands.before.clone();
        let short = product.run(&operands.b, &mut c[1..]).expect_err("an element too few");
        let (needed, found) = (operands.before.len(), operands.before.len() - 1);
        assert_eq!(short, RunError::Short { operand: "C", found, needed });
        assert_eq!(c, operands.before);
    }
}

#[test]
fn two_of_four_are_kept_with_their_places() {
    let elements = [0.0f32, 1.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0];
    let pruned = Pruned::from_dense((1, 8), &elements).expect("two in four");
    assert_eq!(
        (pruned.places(), pruned.values()),
        ([1, 3, 0, 2].as_slice(), [1.0, 2.0, 0.0, 3.0].as_slice())
    );
    assert_eq!(pruned.shape(), (1, 8));
}

#[test]
fn every_rule_is_broken_once() {
    let new = |columns: usize, places: &[u8], values: usize| {
        Pruned::new((2, columns), places.to_vec(), vec![1.0f64; values])
    };
    assert!(new(4, &[0, 1, 2, 3], 4).is_ok());
    assert_eq!(new(6, &[0, 1, 2, 3], 4), Err(PrunedError::Columns { columns: 6 }));
    let count = |what, found| PrunedError::Count { what, found, expected: 4 };
    assert_eq!(new(4, &[0, 1], 4), Err(count("places", 2)));
    assert_eq!(new(4, &[0, 1, 2, 3], 5), Err(count("values", 5)));
    let places = |group, first, second| PrunedError::Places { group, first, second };
    assert_eq!(new(4, &[0, 1, 2, 4], 4), Err(places(1, 2, 4)));
    assert_eq!(new(4, &[1, 1, 2, 3], 4), Err(places(0, 1, 1)));
    let three = Pruned::from_dense((2, 4), &[0.0f32, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.0]);
    assert_eq!(three, Err(PrunedError::Kept { row: 1, column: 0, found: 3 }));
    let short = Pruned::from_dense((2, 4), &[0.0f32; 7]);
    assert_eq!(short, Err(PrunedError::Dense { found: 7, needed: 8 }));
    let message = PrunedError::Kept { row: 1, column: 4, found: 3 }.to_string();
    assert_eq!(message, "row 1, columns 4 to 7: 3 non-zeros: must be at most 2");
    assert_eq!(PrunedSpec::new::<f32>(2, Columns::dense(0)), Err(ColumnsError::None));
}
