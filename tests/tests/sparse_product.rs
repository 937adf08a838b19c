//! Products as applications call them: every form, layout and division of the work, on one thread and on
//! four, between inaccessible pages.

use std::num::NonZeroUsize;
use tensmith::parallel::{Pool, Sequential};
use tensmith::{Array, Jit, Target, View};
use tensmith_conformance::guard::{ENDS, Guarded};
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::reference::Element;
use tensmith_core::registry::Refusal;
use tensmith_sparse::product::{CodeSize, Reason};
use tensmith_sparse::{
    ArrayError, Bcsr, Block, Columns, ColumnsError, Csr, Duplicates, FormChoice, Index, Options, PatchError,
    Positions, Product, ProductError, Pruned, RunError, Split, enabled,
};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{Matrix, Numbers, dense, power_law, random, structured};

const COUNTS: [usize; 6] = [1, 5, 16, 32, 45, 70];

fn jit() -> Jit {
    enabled(Jit::builder()).build().expect("a machine that runs code")
}

fn pools() -> Vec<Pool> {
    (1..=4).map(|threads| Pool::with_width(NonZeroUsize::new(threads).expect("a number"))).collect()
}

/// Operands at an end of their pages.
struct Room {
    b: Guarded,
    c: Guarded,
}

impl Room {
    fn new() -> Self {
        Self { b: Guarded::new(300_000), c: Guarded::new(300_000) }
    }
}

fn columns(nth: usize) -> Columns {
    let (count, more) = (COUNTS[nth % COUNTS.len()], [0, 3][nth / 2 % 2]);
    let start = if nth.is_multiple_of(3) { Start::Output } else { Start::Nothing };
    Columns { count, ldb: count + more, ldc: count + 2 * more, start }
}

/// Runs a product in every division and on every pool; all results of a division are the same bits.
fn check<T: Element, I: Index>(
    jit: &Jit,
    pools: &[Pool],
    room: &mut Room,
    (matrix, nth): (&Matrix, usize),
    source: &mut SplitMix,
) {
    let (columns, csr) = (columns(nth), matrix.csr::<T, I>());
    let numbers = Numbers::by_turns(nth / 2);
    let operands = dense(&csr, columns, numbers, source);
    for (split, name) in Split::ALL {
        for form in [FormChoice::Fixed, FormChoice::Rows] {
            // Small pieces, so that there are some.
            let grain = NonZeroUsize::new(1 + 7 * columns.count).expect("a number");
            let options = Options { form, split, grain, ..Options::default() };
            let told = format!("{}, {columns:?}, {name}, {form:?}", matrix.name);
            let copy = csr.try_clone().expect("memory");
            let product =
                Product::new(jit, copy, columns, &options).unwrap_or_else(|error| panic!("{told}: {error}"));
            let copy = csr.try_clone().expect("memory");
            let positions = Product::new(jit, Positions::of(copy), columns, &options).expect("a product");
            let mut first: Option<Vec<u64>> = None;
            for (pool, flush) in pools.iter().zip(ENDS.into_iter().cycle()) {
                room.b.hold(&operands.b, flush);
                room.c.hold(&operands.before, flush);
                let b = room.b.slice::<T>(operands.b.len(), flush);
                let c = room.c.slice::<T>(operands.before.len(), flush);
                product.run_on(b, c, pool).expect("a run");
                let wrong = c.iter().enumerate().find(|(at, found)| !operands.accepts(*at, **found));
                assert!(wrong.is_none(), "{told}: {wrong:?}");
                let bits: Vec<u64> = c.iter().map(|element| element.to_bits()).collect();
                assert_eq!(*first.get_or_insert_with(|| bits.clone()), bits, "{told}");
                c.copy_from_slice(&operands.before);
                positions.run_on([csr.values(), b], c, pool).expect("a run");
                assert!(
                    c.iter().enumerate().all(|(at, found)| operands.accepts(at, *found)),
                    "{told}, positions"
                );
            }
        }
    }
}

#[test]
fn random_matrices() {
    let (jit, pools, mut room) = (jit(), pools(), Room::new());
    let mut source = SplitMix::seeded("sparse_product", 1);
    for nth in 0..nightly::scaled(300, 3000) {
        let matrix = random(&mut source);
        match nth % 4 {
            0 => check::<f32, u32>(&jit, &pools, &mut room, (&matrix, nth / 4), &mut source),
            1 => check::<f64, u32>(&jit, &pools, &mut room, (&matrix, nth / 4), &mut source),
            2 => check::<f32, u64>(&jit, &pools, &mut room, (&matrix, nth / 4), &mut source),
            _ => check::<f64, u64>(&jit, &pools, &mut room, (&matrix, nth / 4), &mut source),
        }
    }
}

#[test]
fn structured_matrices() {
    let (jit, pools, mut room) = (jit(), pools(), Room::new());
    let mut source = SplitMix::seeded("sparse_product_structured", 1);
    for (nth, matrix) in structured(&mut source).iter().enumerate() {
        check::<f32, u32>(&jit, &pools, &mut room, (matrix, nth), &mut source);
        check::<f64, u64>(&jit, &pools, &mut room, (matrix, nth + 1), &mut source);
    }
}

/// Operands that are stored by columns, and so a product from the right.
#[test]
fn operands_by_columns() {
    let (jit, pools) = (jit(), pools());
    let mut source = SplitMix::seeded("sparse_product_columns", 1);
    for (nth, matrix) in structured(&mut source).iter().enumerate() {
        let (csr, (rows, depth)) = (matrix.csr::<f32, u32>(), matrix.shape);
        let count = COUNTS[nth % 4];
        let start = if nth.is_multiple_of(2) { Start::Output } else { Start::Nothing };
        let columns = Columns { count, ldb: depth + 2, ldc: rows + 1, start };
        let options = Options {
            layout: Layout::ColumnMajor,
            grain: NonZeroUsize::new(1 + 5 * count).expect("a number"),
            split: Split::ALL[nth % 3].0,
            ..Options::default()
        };
        let product = Product::new(&jit, csr, columns, &options).expect("a product");
        let whole = |len: usize, source: &mut SplitMix| -> Vec<f32> {
            (0..len).map(|_| source.small() as f32).collect()
        };
        let (b, before) = (whole(count * (depth + 2), &mut source), whole(count * (rows + 1), &mut source));
        let mut after = before.clone();
        for column in 0..count {
            for row in 0..rows {
                let of_row = matrix.entries.iter().filter(|entry| entry.0 == row);
                let sum: f64 =
                    of_row.map(|(_, k, value)| value * f64::from(b[column * (depth + 2) + k])).sum();
                let first = if start == Start::Output { before[column * (rows + 1) + row] } else { 0.0 };
                after[column * (rows + 1) + row] = first + sum as f32;
            }
        }
        for pool in &pools {
            let mut c = before.clone();
            product.run_on(&b, &mut c, pool).expect("a run");
            assert_eq!(c, after, "{}", matrix.name);
        }
    }
}

/// A matrix whose rows are so unequal that one is most of the work, in many pieces.
#[test]
fn a_row_in_many_pieces() {
    let (jit, pools) = (jit(), pools());
    let mut source = SplitMix::seeded("sparse_product_long", 1);
    let mut matrix = power_law(&mut source, (2000, 3000), 20_000);
    matrix.entries.retain(|(row, _, _)| *row != 1234);
    matrix.entries.extend((0..3000).map(|column| (1234, column, 1.0 + f64::from(column as u32 % 3))));
    let csr: Csr<f64> = matrix.csr();
    let operands = dense(&csr, Columns::dense(3), Numbers::Whole, &mut source);
    for (split, name) in Split::ALL {
        let options = Options {
            form: FormChoice::Rows,
            split,
            grain: NonZeroUsize::new(600).expect("a number"),
            ..Options::default()
        };
        let product = Product::new(&jit, csr.try_clone().expect("memory"), Columns::dense(3), &options)
            .expect("a product");
        let chunks = product.explanation().chunks;
        assert!((100..=1024).contains(&chunks), "{name}: {chunks} pieces");
        for pool in &pools {
            let mut c = operands.before.clone();
            product.run_on(&operands.b, &mut c, pool).expect("a run");
            assert_eq!(c, operands.after, "{name}");
        }
    }
}

/// The laplacian of 30 points: 2 and -1, which both code forms know.
fn laplacian() -> Csr<f64> {
    let mut source = SplitMix::new(1);
    let all = structured(&mut source);
    all.iter().find(|matrix| matrix.name.starts_with("laplacian")).expect("it is listed").csr()
}

#[test]
fn values_are_replaced_without_new_code() {
    let jit = jit();
    let mut source = SplitMix::seeded("sparse_product_patch", 1);
    for form in [FormChoice::Fixed, FormChoice::Rows] {
        let options = Options { form, ..Options::default() };
        let product = Product::new(&jit, laplacian(), Columns::dense(9), &options).expect("a product");
        let made = jit.stats().data_kernels.misses;
        let other = laplacian().values().iter().map(|value| value * -3.0).collect::<Vec<_>>();
        let patched = product.with_values(&other).expect("one factor for all");
        assert_eq!(jit.stats().data_kernels.misses, made, "nothing was generated");
        assert_eq!(patched.machine_code().as_ptr(), product.machine_code().as_ptr());
        let csr = laplacian().with_values(&other).expect("as many");
        let operands = dense(&csr, Columns::dense(9), Numbers::Whole, &mut source);
        let mut c = operands.before.clone();
        patched.run(&operands.b, &mut c).expect("a run");
        assert_eq!(c, operands.after, "{form:?}");
        // The one before is as it was.
        drop(patched);
        product.run(&operands.b, &mut c).expect("a run");
        assert!(c.iter().zip(&operands.after).all(|(x, y)| x * -3.0 == *y), "{form:?}");
        let with_nan: Vec<f64> =
            other.iter().map(|value| if *value == -6.0 { f64::NAN } else { *value }).collect();
        product.with_values(&with_nan).expect("NaN is a value").run(&operands.b, &mut c).expect("a run");
        assert!(c.iter().all(|element| element.is_nan()), "every row has a diagonal: {form:?}");
    }
}

#[test]
fn values_that_have_no_place_in_code_are_refused() {
    let jit = jit();
    let triplets = [(0, 0, 2.0), (0, 1, 0.0), (1, 0, -2.0), (1, 1, 2.0), (2, 0, 5.0)];
    let csr = || Csr::<f32>::from_triplets((3, 2), &triplets, Duplicates::Refuse).expect("a matrix");
    let of_form = |form| {
        let options = Options { form, ..Options::default() };
        Product::new(&jit, csr(), Columns::dense(4), &options).expect("a product")
    };
    let fixed = of_form(FormChoice::Fixed);
    let refused = |values: &[f32]| fixed.with_values(values).expect_err("a mistake");
    assert_eq!(refused(&[1.0]), PatchError::Count { found: 1, expected: 5 });
    assert_eq!(refused(&[2.0, 0.0, -2.0, 3.0, 5.0]), PatchError::Shared { entry: 3, other: 0 });
    assert_eq!(refused(&[2.0, 0.0, 2.0, 2.0, 5.0]), PatchError::Shared { entry: 2, other: 0 });
    assert!(fixed.with_values(&[-7.0, 4.0, 7.0, -7.0, f32::NAN]).is_ok(), "a zero has a factor of its own");
    assert!(of_form(FormChoice::Rows).with_values(&[2.0, 1.0, 3.0, 4.0, 5.0]).is_ok(), "nothing is shared");
}

#[test]
fn what_is_too_much_code_is_read_and_said() {
    let jit = jit();
    let csr = || Csr::<f64>::from_dense((40, 40), &[1.25; 1600], 40).expect("a matrix");
    let of_limit = |code_limit| {
        let options = Options { form: FormChoice::Fixed, code_limit, ..Options::default() };
        Product::new(&jit, csr(), Columns::dense(16), &options).expect("a product")
    };
    let [within, without] = [1 << 20, 1000].map(of_limit);
    assert_eq!(within.explanation().reason, Reason::FixedIsWanted);
    let explanation = without.explanation();
    assert!(
        matches!(explanation.reason, Reason::CodeLimit { size, limit: 1000 } if size.bytes() > 1000),
        "{explanation}"
    );
    assert!(explanation.code_bytes < 1000 && explanation.fixed.is_ok());
    assert!(explanation.to_string().contains("beyond the limit of 1000"), "{explanation}");
    // Just one byte less than it has: there may be shorter code, until there is none.
    let mut bytes = within.explanation().code_bytes;
    loop {
        assert!(of_limit(bytes).explanation().is_fixed());
        let product = of_limit(bytes - 1);
        let explanation = product.explanation();
        if !explanation.is_fixed() {
            let is_said = |size: CodeSize, limit| size.bytes() >= bytes && limit == bytes - 1;
            assert!(
                matches!(explanation.reason, Reason::CodeLimit { size, limit } if is_said(size, limit)),
                "{explanation}"
            );
            break;
        }
        assert!(explanation.code_bytes < bytes, "{explanation}");
        bytes = explanation.code_bytes;
    }
    // What no generator makes is said, too.
    let large = Csr::<f32>::from_dense((300, 300), &vec![1.0; 90_000], 300).expect("a matrix");
    let product = Product::new(&jit, large, Columns::dense(16), &Options::default()).expect("a product");
    assert_eq!(product.explanation().reason, Reason::Refused);
    assert!(matches!(product.explanation().fixed, Err(Refusal::TooLong { .. })));
}

#[test]
fn explanations_have_every_price() {
    let product =
        Product::new(&jit(), laplacian(), Columns::dense(64), &Options::default()).expect("a product");
    let explanation = product.explanation();
    assert_eq!(explanation.reason, Reason::FixedIsCheaper);
    let fixed = explanation.fixed.expect("a form");
    let dense = explanation.dense.expect("a price");
    assert!(fixed.cycles < dense && fixed.cycles < explanation.rows, "{explanation}");
    assert_eq!(fixed.factors, 2);
    let calls = explanation.calls_to_pay_off().expect("it saves something");
    assert!(calls > 0);
    let text = explanation.to_string();
    for part in
        ["product f64 30x30x64, 88 entries (9.8 %)", "2 factors", "pays off after", "rows: ", "dense: "]
    {
        assert!(text.contains(part), "{text}");
    }
    let by_columns = Options { layout: Layout::ColumnMajor, ..Options::default() };
    let product =
        Product::new(&jit(), laplacian(), Columns { ldb: 30, ldc: 30, ..Columns::dense(2) }, &by_columns);
    assert_eq!(product.expect("a product").explanation().reason, Reason::ByColumns);
}

#[test]
fn bad_operands_are_refused_and_nothing_is_written() {
    let jit = jit();
    for form in [FormChoice::Fixed, FormChoice::Rows] {
        let options = Options { form, ..Options::default() };
        let columns = Columns { count: 4, ldb: 5, ldc: 6, start: Start::Nothing };
        let product = Product::new(&jit, laplacian(), columns, &options).expect("a product");
        let [of_b, of_c] = [29 * 5 + 4, 29 * 6 + 4];
        let refused = |b: usize, c: usize| {
            let (b, mut c) = (vec![1.0; b], vec![7.0; c]);
            let refused = product.run(&b, &mut c).expect_err("too short");
            assert!(c.iter().all(|element| *element == 7.0));
            refused
        };
        let short = |operand, found, needed| RunError::Short { operand, found, needed };
        assert_eq!(refused(of_b - 1, of_c), short("B", of_b - 1, of_b));
        assert_eq!(refused(of_b, of_c - 1), short("C", of_c - 1, of_c));
        let positions = Product::new(&jit, Positions::of(laplacian()), columns, &options).expect("a product");
        let (b, mut c) = (vec![1.0; of_b], vec![7.0; of_c]);
        assert_eq!(positions.run([&[1.0; 87], &b], &mut c), Err(short("values", 87, 88)));
        let refused =
            Product::new(&jit, laplacian(), Columns { ldc: 3, ..columns }, &options).expect_err("overlap");
        assert_eq!(refused, ProductError::Columns(ColumnsError::Overlap { name: "ldc", value: 3, least: 4 }));
    }
    let by_columns = Options { layout: Layout::ColumnMajor, ..Options::default() };
    for (ldb, ldc, name, value) in [(29, 30, "ldb", 29), (30, 29, "ldc", 29)] {
        let columns = Columns { count: 4, ldb, ldc, start: Start::Nothing };
        let refused = Product::new(&jit, laplacian(), columns, &by_columns).expect_err("overlap");
        assert_eq!(refused, ProductError::Columns(ColumnsError::Overlap { name, value, least: 30 }));
    }
}

#[test]
fn code_for_another_machine_does_not_run() {
    let other = if cfg!(target_arch = "x86_64") { "neoverse-v2" } else { "zen5" };
    let builder = Jit::builder().foreign(Target::named(other).expect("a core"));
    let jit = enabled(builder).build().expect("a handle");
    for form in [FormChoice::Fixed, FormChoice::Rows] {
        let options = Options { form, ..Options::default() };
        let product = Product::new(&jit, laplacian(), Columns::dense(4), &options).expect("a product");
        assert!(!product.machine_code().is_empty());
        let refused = product.run(&[1.0; 120], &mut [7.0; 120]).expect_err("another machine");
        assert_eq!(refused, RunError::OtherMachine { target: other });
    }
}

/// An array says how its product's operands are stored; every format takes one. Two rows of A are [1
/// 0 2 0] and [0 0 0 3].
#[test]
fn arrays_are_multiplied_as_they_are_stored() {
    let jit = jit();
    let elements = [1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0];
    let csr = || Csr::<f64>::from_dense((2, 4), &elements, 4).expect("a matrix");
    let (rows, expected) = ([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]], [11.0, 14.0, 21.0, 24.0]);
    let by_rows = Array::c_order(rows.concat(), &[4, 2]).expect("an array");
    let by_columns = Array::fortran_order([0, 1].map(|column| rows.map(|row| row[column])).concat(), &[4, 2]);
    let by_columns = by_columns.expect("an array");
    let options = Options::default();
    for b in [&by_rows, &by_columns] {
        let product = Product::with_array(&jit, csr(), b, &options).expect("a product");
        let c = product.multiply(&b.view()).expect("a run");
        assert_eq!(c.view().elements().collect::<Vec<_>>(), expected);
        // C is stored as B is.
        assert_eq!(c.layout().strides()[0] == 1, b.layout().strides()[0] == 1);
    }
    let vector = Array::c_order(vec![1.0, 3.0, 5.0, 7.0], &[4]).expect("an array");
    let product = Product::with_array(&jit, csr(), &vector, &options).expect("a product");
    let c = product.multiply(&vector.view()).expect("a run");
    assert_eq!((c.layout().shape(), c.data()), (&[2][..], &[11.0, 21.0][..]));

    let blocks = Bcsr::of(&csr(), Block::new(2, 2).expect("a block")).expect("blocks that fill it");
    let product = Product::with_array(&jit, blocks, &by_rows, &options).expect("a product");
    assert_eq!(product.multiply(&by_rows.view()).expect("a run").data(), expected);
    let pruned = || Pruned::from_dense((2, 4), &elements).expect("two in four");
    let product = Product::with_array(&jit, pruned(), &by_rows, &options).expect("a product");
    assert_eq!(product.multiply(&by_rows.view()).expect("a run").data(), expected);
    let refused = Product::with_array(&jit, pruned(), &by_columns, &options).expect_err("columns");
    assert_eq!(refused, ProductError::ByColumns);
}

/// Views that are no operand of a product, or not like the one that it was made for, are refused; parts
/// of an array are taken.
#[test]
fn arrays_of_another_layout_are_refused() {
    let (jit, options) = (jit(), Options::default());
    let data: Vec<f64> = (0..30 * 6).map(f64::from).collect();
    let part = View::strided(&data[..29 * 6 + 4], &[30, 4], &[6, 1]).expect("a view");
    let product = Product::with_array(&jit, laplacian(), &part, &options).expect("a product");
    let c = product.multiply(&part).expect("a run");
    let second = |column: usize| 2.0 * data[6 + column] - data[column] - data[12 + column];
    assert_eq!(c.data()[4..8], [0, 1, 2, 3].map(second));
    let dense = Array::c_order(vec![1.0; 120], &[30, 4]).expect("an array");
    let refused = product.multiply(&dense.view()).expect_err("other strides");
    let RunError::Array(ArrayError { operand: "B", shape, strides, rule }) = refused else {
        panic!("{refused}")
    };
    assert_eq!((&shape[..], &strides[..]), (&[30, 4][..], &[4, 1][..]));
    assert_eq!(rule, "[30, 4] with strides [6, 1]");
    let mut short = Array::<f64>::c_order(vec![7.0; 116], &[29, 4]).expect("an array");
    let refused = product.multiply_into(&part, &mut short.view_mut(), &Sequential).expect_err("a row less");
    assert!(matches!(refused, RunError::Array(ArrayError { operand: "C", .. })), "{refused}");
    assert!(short.data().iter().all(|element| *element == 7.0));
    for (shape, strides) in
        [(&[29, 4][..], &[4, 1][..]), (&[30, 2], &[4, 2]), (&[30], &[-1]), (&[5, 6, 2], &[12, 2, 1])]
    {
        let b = View::strided(&data, shape, strides).expect("a view");
        let refused = Product::with_array(&jit, laplacian(), &b, &options).expect_err("no operand");
        assert!(matches!(refused, ProductError::Array(ArrayError { operand: "B", .. })), "{refused}");
    }
}
