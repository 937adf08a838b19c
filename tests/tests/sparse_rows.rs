//! Products that read their positions: every matrix, type of indices, layout, number of columns and distance,
//! between inaccessible pages, for each size of vectors.
#![allow(unsafe_code)]

use tensmith_conformance::data::{DataBench, DataCase, Passed};
use tensmith_core::Target;
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::{Layout, MAX_SPAN, Start};
use tensmith_core::reference::Element;
use tensmith_core::registry::Registry;
use tensmith_sparse::{Columns, ColumnsError, Csr, Index, Rows, RowsSpec};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{
    Argument, Dense, Matrix, Numbers, agrees, bytes_of, dense, elements_of, interpreted, random, structured,
};

const COUNTS: [usize; 14] = [1, 2, 3, 5, 8, 13, 16, 31, 32, 45, 64, 67, 200, 500];

fn bench() -> DataBench {
    let mut registry = Registry::new();
    registry.add_data(&Rows).expect("a name of its own");
    // SAFETY: the generator's kernels are meant to keep to their operands; if one does not, the process ends.
    unsafe { DataBench::over(registry, 1_000_000) }.expect("executable memory")
}

/// The little-endian bytes of indices.
fn bytes<I: Index>(indices: &[I]) -> Vec<u8> {
    let size = I::TYPE.bytes();
    indices.iter().flat_map(|index| index.to_usize().to_le_bytes().into_iter().take(size)).collect()
}

/// By columns what is by rows: the element `(i, j)` of some rows and columns at `i + j·ld`.
fn by_columns<T: Element>(
    elements: &[T],
    (rows, columns): (usize, usize),
    ld: (usize, usize),
    gap: f64,
) -> Vec<T> {
    let len = if rows == 0 { 0 } else { (columns - 1) * ld.1 + rows };
    let mut turned = vec![T::from_f64(gap); len];
    for row in 0..rows {
        for column in 0..columns {
            turned[column * ld.1 + row] = elements[row * ld.0 + column];
        }
    }
    turned
}

/// Columns of a case: by turns, with gaps or without, overwriting C or adding to it.
fn columns(nth: usize) -> Columns {
    let (count, more) = (COUNTS[nth % COUNTS.len()], [0, 3, 16][nth / 3 % 3]);
    let start = if nth.is_multiple_of(2) { Start::Nothing } else { Start::Output };
    Columns { count, ldb: count + more, ldc: count + 2 * more, start }
}

/// Compares a product with its reference, by rows, and by columns where there are a few.
fn check<T: Element, I: Index>(
    bench: &mut DataBench,
    matrix: &Matrix,
    columns: Columns,
    numbers: Numbers,
    random: &mut SplitMix,
) {
    let csr: Csr<T, I> = matrix.csr();
    let (rows, depth) = csr.shape();
    if rows == 0 {
        return;
    }
    let operands = dense(&csr, columns, numbers, random);
    let mut examine = |layout, columns, Dense { b, before, after, bounds }: &Dense<T>| {
        let spec = RowsSpec::new::<T, I>(layout, columns).expect("good columns");
        let (pointers, indices) = (bytes(csr.pointers()), bytes(csr.indices()));
        let passed = vec![
            Passed::Bytes(&pointers),
            Passed::Number(rows as u64),
            Passed::Bytes(&indices),
            Passed::Elements(csr.values()),
            Passed::Elements(b),
            Passed::Output(before),
        ];
        let accepts =
            |at: usize, found: T, expected: T| agrees(found.to_f64(), expected.to_f64(), bounds[at]);
        // SAFETY: what is passed is what the specification takes, of its sizes.
        let examined = unsafe { bench.examine(&DataCase { spec: &spec, passed, after }, &accepts) };
        examined.unwrap_or_else(|failure| panic!("{}: {failure}", matrix.name));
    };
    examine(Layout::RowMajor, columns, &operands);
    if columns.count > 70 {
        return;
    }
    let by_columns = |elements: &[T], ld: usize, rows: usize, gap: f64| {
        by_columns(elements, (rows, columns.count), (ld, rows + 5), gap)
    };
    let of_c = |elements: &[T]| by_columns(elements, columns.ldc, rows, 0.125);
    let bounds = operands.bounds.iter().map(|bound| T::from_f64(bound * 1.000_001)).collect::<Vec<_>>();
    let turned = Dense {
        b: by_columns(&operands.b, columns.ldb, depth, f64::NAN),
        before: of_c(&operands.before),
        after: of_c(&operands.after),
        bounds: of_c(&bounds).iter().map(|bound| bound.to_f64()).collect(),
    };
    examine(Layout::ColumnMajor, Columns { ldb: depth + 5, ldc: rows + 5, ..columns }, &turned);
}

fn random_ones<T: Element>(test: &str, count: usize) {
    let (mut bench, mut source) = (bench(), SplitMix::seeded(test, 1));
    for nth in 0..count {
        let matrix = random(&mut source);
        let numbers = Numbers::by_turns(nth);
        match nth % 2 {
            0 => check::<T, u32>(&mut bench, &matrix, columns(nth / 2), numbers, &mut source),
            _ => check::<T, u64>(&mut bench, &matrix, columns(nth / 2), numbers, &mut source),
        }
    }
}

#[test]
fn random_matrices_of_single_precision() {
    random_ones::<f32>("sparse_rows_single", nightly::scaled(300, 3000));
}

#[test]
fn random_matrices_of_double_precision() {
    random_ones::<f64>("sparse_rows_double", nightly::scaled(300, 3000));
}

#[test]
fn structured_matrices_and_every_number_of_columns() {
    let (mut bench, mut source) = (bench(), SplitMix::seeded("sparse_rows_structured", 1));
    for (first, matrix) in structured(&mut source).iter().enumerate() {
        for nth in (0..2 * COUNTS.len()).skip(first % 3).step_by(nightly::scaled(3, 1)) {
            check::<f32, u32>(&mut bench, matrix, columns(nth), Numbers::Whole, &mut source);
            check::<f64, u64>(&mut bench, matrix, columns(nth + 1), Numbers::Special, &mut source);
        }
    }
}

/// The functions for cores with each size of vectors, on any machine: interpreted.
#[test]
fn functions_of_every_instruction_set_are_right() {
    let mut source = SplitMix::seeded("sparse_rows_interpreted", 1);
    for (nth, matrix) in structured(&mut source).iter().enumerate().filter(|(_, matrix)| matrix.shape.0 > 0) {
        let (csr, columns) = (matrix.csr::<f64, u32>(), columns(nth));
        let operands = dense(&csr, columns, Numbers::by_turns(nth), &mut source);
        let spec = RowsSpec::new::<f64, u32>(Layout::RowMajor, columns).expect("good columns");
        for core in ["zen5", "haswell", "neoverse-v1", "cortex-a510"] {
            let target = Target::named(core).expect("a core");
            let arguments = vec![
                Argument::Memory(bytes(csr.pointers())),
                Argument::Number(matrix.shape.0 as u64),
                Argument::Memory(bytes(csr.indices())),
                Argument::Memory(bytes_of(csr.values())),
                Argument::Memory(bytes_of(&operands.b)),
                Argument::Memory(bytes_of(&operands.before)),
            ];
            let found = elements_of::<f64>(&interpreted(&Rows, &spec, &target, arguments));
            let wrong = found.iter().enumerate().find(|(at, found)| !operands.accepts(*at, **found));
            assert!(wrong.is_none(), "{}, {core}: {wrong:?}", matrix.name);
        }
    }
}

#[test]
fn columns_that_break_a_rule_are_refused() {
    let refused = |layout, columns| RowsSpec::new::<f32, u32>(layout, columns).expect_err("a mistake");
    for layout in [Layout::RowMajor, Layout::ColumnMajor] {
        assert_eq!(refused(layout, Columns::dense(0)), ColumnsError::None);
        let huge = Columns { ldb: usize::MAX, ..Columns::dense(5) };
        assert_eq!(refused(layout, huge), ColumnsError::TooLarge { name: "B", limit: MAX_SPAN });
    }
    let narrow = Columns { ldc: 4, ..Columns::dense(5) };
    let overlap = ColumnsError::Overlap { name: "ldc", value: 4, least: 5 };
    assert_eq!(refused(Layout::RowMajor, narrow), overlap);
    assert!(RowsSpec::new::<f32, u32>(Layout::ColumnMajor, narrow).is_ok(), "there may be few rows");
}

/// One kernel serves all matrices: nothing of them is in the specification.
#[test]
fn every_core_has_a_kernel_for_every_number_of_columns() {
    let mut registry = Registry::new();
    registry.add_data(&Rows).expect("a name of its own");
    for target in Target::all() {
        for layout in [Layout::RowMajor, Layout::ColumnMajor] {
            for (nth, count) in COUNTS.into_iter().enumerate() {
                let columns = Columns { ldb: 700, ldc: 900, ..columns(nth) };
                let spec =
                    RowsSpec::new::<f32, u64>(layout, Columns { count, ..columns }).expect("good columns");
                let choice = registry.choose_data(&spec, &target).expect("an offer");
                let compiled = choice.compile(&spec, &target);
                assert!(compiled.is_ok(), "{spec} for {}: {compiled:?}", target.core.name);
                assert!(spec.equals(&spec) && choice.offer.cycles > 0.0);
            }
        }
    }
}
