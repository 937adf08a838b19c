//! Products with positions in the code: every matrix, number of columns and distance, between inaccessible
//! pages, for each size of vectors.
#![allow(unsafe_code)]

use tensmith_conformance::data::{DataBench, DataCase, Passed};
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::Start;
use tensmith_core::reference::Element;
use tensmith_core::registry::{DataGenerator, Refusal, Registry};
use tensmith_core::{DType, Target};
use tensmith_sparse::fixed::{MAX_INSTRUCTIONS, price};
use tensmith_sparse::{Columns, ColumnsError, Csr, Duplicates, Fixed, FixedSpec, Template};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{
    Argument, Matrix, Numbers, agrees, bytes_of, dense, elements_of, interpreted, random, structured,
};

/// Numbers of columns that are less than a vector, a vector, and whole ones with every kind of rest.
const COUNTS: [usize; 16] = [1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 32, 45, 64, 67, 130];

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add_data(&Fixed).expect("a name of its own");
    registry
}

fn bench() -> DataBench {
    // SAFETY: the generator's kernels are meant to keep to their operands; if one does not, the process ends.
    unsafe { DataBench::over(registry(), 400_000) }.expect("executable memory")
}

/// Columns of a case: by turns, with gaps or without, overwriting C or adding to it.
fn columns(nth: usize) -> Columns {
    let (count, more) = (COUNTS[nth % COUNTS.len()], [0, 3, 0, 16][nth / 3 % 4]);
    let start = if nth.is_multiple_of(2) { Start::Nothing } else { Start::Output };
    Columns { count, ldb: count + more, ldc: count + 2 * more, start }
}

/// Compares a product with its reference: with factors that are shared, and with one for each entry.
fn check<T: Element>(
    bench: &mut DataBench,
    matrix: &Matrix,
    columns: Columns,
    numbers: Numbers,
    random: &mut SplitMix,
) {
    let csr: Csr<T, u32> = matrix.csr();
    let operands = dense(&csr, columns, numbers, random);
    let (shared, table) = Template::sharing(&csr).expect("memory");
    let single = Template::of_positions(&csr).expect("memory");
    for (template, factors) in [(shared, &table[..]), (single, csr.values())] {
        let spec = FixedSpec::new(template, T::DTYPE, columns).expect("good columns");
        let passed =
            vec![Passed::Elements(factors), Passed::Elements(&operands.b), Passed::Output(&operands.before)];
        let case = DataCase { spec: &spec, passed, after: &operands.after };
        // SAFETY: what is passed is what the specification takes, of its sizes.
        let examined = unsafe { bench.examine(&case, &|at, found, _| operands.accepts(at, found)) };
        examined.unwrap_or_else(|failure| panic!("{}: {failure}", matrix.name));
    }
}

fn random_ones<T: Element>(test: &str, count: usize) {
    let (mut bench, mut source) = (bench(), SplitMix::seeded(test, 1));
    for nth in 0..count {
        let matrix = random(&mut source);
        let numbers = Numbers::by_turns(nth);
        check::<T>(&mut bench, &matrix, columns(nth), numbers, &mut source);
    }
}

#[test]
fn random_matrices_of_single_precision() {
    random_ones::<f32>("sparse_fixed_single", nightly::scaled(300, 3000));
}

#[test]
fn random_matrices_of_double_precision() {
    random_ones::<f64>("sparse_fixed_double", nightly::scaled(300, 3000));
}

#[test]
fn structured_matrices_and_every_number_of_columns() {
    let (mut bench, mut source) = (bench(), SplitMix::seeded("sparse_fixed_structured", 1));
    for (first, matrix) in structured(&mut source).iter().enumerate() {
        for nth in (0..2 * COUNTS.len()).skip(first % 5).step_by(nightly::scaled(5, 1)) {
            check::<f32>(&mut bench, matrix, columns(nth), Numbers::Whole, &mut source);
            check::<f64>(&mut bench, matrix, columns(nth + 1), Numbers::Special, &mut source);
        }
    }
}

/// The functions for cores with each size of vectors, on any machine: interpreted.
#[test]
fn functions_of_every_instruction_set_are_right() {
    let mut source = SplitMix::seeded("sparse_fixed_interpreted", 1);
    for (nth, matrix) in structured(&mut source).iter().enumerate() {
        let (csr, columns) = (matrix.csr::<f32, u32>(), columns(nth));
        let operands = dense(&csr, columns, Numbers::by_turns(nth), &mut source);
        let (template, table) = Template::sharing(&csr).expect("memory");
        let spec = FixedSpec::new(template, DType::F32, columns).expect("good columns");
        for core in ["zen5", "haswell", "neoverse-v1", "cortex-a510"] {
            let target = Target::named(core).expect("a core");
            let memory =
                [&table, &operands.b, &operands.before].map(|elements| Argument::Memory(bytes_of(elements)));
            let found = elements_of::<f32>(&interpreted(&Fixed, &spec, &target, memory.into()));
            let wrong = found.iter().enumerate().find(|(at, found)| !operands.accepts(*at, **found));
            assert!(wrong.is_none(), "{}, {core}: {wrong:?}", matrix.name);
        }
    }
}

/// Rows that immediates do not reach, and a table that registers do not hold.
#[test]
fn rows_far_apart_and_many_factors() {
    let (mut bench, mut source) = (bench(), SplitMix::seeded("sparse_fixed_far", 1));
    let matrices = structured(&mut source);
    for matrix in matrices.iter().filter(|matrix| matrix.shape.0.max(matrix.shape.1) < 20) {
        for (ldb, ldc) in [(5000, 40), (33, 4099), (2048, 2048)] {
            let columns = Columns { count: 33, ldb, ldc, start: Start::Output };
            check::<f32>(&mut bench, matrix, columns, Numbers::Whole, &mut source);
        }
    }
}

#[test]
fn equal_values_share_a_factor_and_opposite_ones_know_it() {
    let rows = [[2.0, -2.0], [0.0, 2.0], [3.0, f64::NAN], [-0.0, -2.0]];
    let triplets = rows.iter().enumerate().flat_map(|(row, [x, y])| [(row, 0, *x), (row, 1, *y)]);
    let triplets: Vec<_> = triplets.collect();
    let csr: Csr<f64> = Csr::from_triplets((4, 2), &triplets, Duplicates::Refuse).expect("a matrix");
    let (template, table) = Template::sharing(&csr).expect("memory");
    let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&table), bits(&[2.0, -2.0, 0.0, 3.0, f64::NAN, -0.0]));
    assert_eq!(
        (0..6).map(|factor| template.opposite(factor)).collect::<Vec<_>>(),
        [None, Some(0), None, None, None, Some(2)]
    );
    let factors: Vec<Vec<u32>> =
        (0..4).map(|row| template.row(row).iter().map(|term| term.factor).collect()).collect();
    assert_eq!(factors, [[0, 1], [2, 0], [3, 4], [5, 1]]);
    let positions = Template::of_positions(&csr).expect("memory");
    assert_eq!((positions.len(), positions.factors()), (8, 8), "zeros that are entries have positions");
    let transposed = positions.transposed().expect("memory");
    assert_eq!(transposed.shape(), (2, 4));
    assert_eq!(transposed.row(0).iter().map(|term| term.factor).collect::<Vec<_>>(), [0, 2, 4, 6]);
    assert_eq!(transposed.transposed().expect("memory"), positions);
}

/// A zero that is an entry is multiplied, and what is none is not: SciPy's results, element by element.
#[test]
fn stored_zeros_meet_what_is_not_finite() {
    for zero in [0.0, -0.0] {
        let triplets = [(0, 0, zero), (1, 1, 1.0), (2, 0, zero), (2, 2, 2.0)];
        let matrix: Csr<f64> = Csr::from_triplets((3, 3), &triplets, Duplicates::Refuse).expect("a matrix");
        let (template, table) = Template::sharing(&matrix).expect("memory");
        let spec = FixedSpec::new(template, DType::F64, Columns::dense(2)).expect("good columns");
        let b = [f64::NAN, f64::NEG_INFINITY, 1.0, f64::INFINITY, 3.0, 4.0];
        let after = [f64::NAN, f64::NAN, 1.0, f64::INFINITY, f64::NAN, f64::NAN];
        let before = [7.0; 6];
        let passed = vec![Passed::Elements(&table[..]), Passed::Elements(&b), Passed::Output(&before)];
        let accepts = |_, found, expected| agrees(found, expected, 0.0);
        // SAFETY: what is passed is what the specification takes, of its sizes.
        let examined = unsafe { bench().examine(&DataCase { spec: &spec, passed, after: &after }, &accepts) };
        assert_eq!(examined, Ok(()));
    }
}

/// What is not a number in the table is one factor like any other.
#[test]
fn special_factors_reach_their_rows_alone() {
    let matrix: Csr<f32> =
        Csr::from_dense((3, 2), &[1.0, f32::NAN, 2.0, 0.0, f32::INFINITY, 0.0], 2).expect("one");
    let (template, table) = Template::sharing(&matrix).expect("memory");
    let spec = FixedSpec::new(template, DType::F32, Columns::dense(2)).expect("good columns");
    let after = [f32::NAN, f32::NAN, 2.0, 4.0, f32::INFINITY, f32::INFINITY];
    let (b, before) = ([1.0, 2.0, 3.0, 4.0], [7.0; 6]);
    let passed = vec![Passed::Elements(&table[..]), Passed::Elements(&b), Passed::Output(&before)];
    let accepts = |_, found: f32, expected: f32| found == expected || found.is_nan() && expected.is_nan();
    // SAFETY: what is passed is what the specification takes, of its sizes.
    let examined = unsafe { bench().examine(&DataCase { spec: &spec, passed, after: &after }, &accepts) };
    assert_eq!(examined, Ok(()));
}

#[test]
fn columns_that_break_a_rule_are_refused() {
    let matrix: Csr<f32> = Csr::from_dense((3, 2), &[1.0; 6], 2).expect("a matrix");
    let refused = |columns: Columns| {
        let template = Template::of_positions(&matrix).expect("memory");
        FixedSpec::new(template, DType::F32, columns).expect_err("a mistake")
    };
    assert_eq!(refused(Columns::dense(0)), ColumnsError::None);
    let overlap = |name| ColumnsError::Overlap { name, value: 4, least: 5 };
    assert_eq!(refused(Columns { ldb: 4, ..Columns::dense(5) }), overlap("ldb"));
    assert_eq!(refused(Columns { ldc: 4, ..Columns::dense(5) }), overlap("ldc"));
    for huge in [usize::MAX, usize::MAX / 4] {
        let refused = refused(Columns { ldc: huge, ..Columns::dense(5) });
        assert!(matches!(refused, ColumnsError::TooLarge { name: "C", .. }), "{refused}");
    }
}

/// Code grows with non-zeros, and there is a limit, which is said before anything is generated.
#[test]
fn code_that_would_be_too_long_is_refused() {
    let rows = 300;
    let csr: Csr<f32> = Csr::from_dense((rows, rows), &vec![1.5; rows * rows], rows).expect("a matrix");
    let (template, _) = Template::sharing(&csr).expect("memory");
    let spec = FixedSpec::new(template, DType::F32, Columns::dense(16)).expect("good columns");
    for target in Target::all() {
        let refused = Fixed.offer(&spec, &target).expect_err("90,000 multiply-adds");
        assert_eq!(refused, Refusal::TooLong { instructions: rows * rows + rows, limit: MAX_INSTRUCTIONS });
    }
}

/// Equal specifications have equal digests, and everything that code depends on is in both.
#[test]
fn specifications_differ_in_what_code_differs_in() {
    let mut source = SplitMix::seeded("sparse_fixed_digest", 1);
    let mut specs = Vec::new();
    for matrix in structured(&mut source).iter().filter(|matrix| !matrix.entries.is_empty()) {
        let csr: Csr<f32, u32> = matrix.csr();
        for columns in [Columns::dense(5), Columns::dense(6), Columns::dense(5).added()] {
            let template = Template::of_positions(&csr).expect("memory");
            specs.push(FixedSpec::new(template, DType::F32, columns).expect("good columns"));
        }
        let template = Template::of_positions(&csr).expect("memory");
        specs.push(FixedSpec::new(template, DType::F64, Columns::dense(5)).expect("good columns"));
    }
    for (at, spec) in specs.iter().enumerate() {
        for (other_at, other) in specs.iter().enumerate() {
            assert_eq!(spec.equals(other), at == other_at, "{spec}, {other}");
            assert_eq!(spec.digest() == other.digest(), at == other_at, "{spec}, {other}");
        }
    }
}

/// Every core has a price and code for what fits, and zeros cost nothing.
#[test]
fn fewer_non_zeros_are_fewer_cycles_on_every_core() {
    let all = Matrix { name: "dense".to_owned(), shape: (24, 24), entries: Vec::new() };
    let with = |step: usize| {
        let entries = (0..24 * 24).step_by(step).map(|at| (at / 24, at % 24, 1.0 + at as f64)).collect();
        let (template, _) =
            Template::sharing(&Matrix { entries, ..all.clone() }.csr::<f32, u32>()).expect("memory");
        FixedSpec::new(template, DType::F32, Columns::dense(64)).expect("good columns")
    };
    for target in Target::all() {
        let cycles = [7, 3, 1].map(|step| price(&with(step), &target).expect("a price").cycles);
        assert!(cycles[0] < cycles[1] && cycles[1] < cycles[2], "{}: {cycles:?}", target.core.name);
        let spec = with(3);
        let compiled = registry().choose_data(&spec, &target).expect("an offer").compile(&spec, &target);
        assert!(compiled.is_ok(), "{}: {compiled:?}", target.core.name);
    }
}
