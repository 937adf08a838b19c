//! Products with matrices of blocks: every extent, number of columns and distance, between inaccessible
//! pages, for each size of vectors; on one thread and on four.
#![allow(unsafe_code)]

use std::num::NonZeroUsize;
use tensmith::parallel::Pool;
use tensmith::{Jit, Target};
use tensmith_conformance::data::{DataBench, DataCase, Passed};
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::Start;
use tensmith_core::reference::Element;
use tensmith_core::registry::Registry;
use tensmith_sparse::blocks::best;
use tensmith_sparse::split::{Split, chunks};
use tensmith_sparse::{
    Bcsr, Block, BlockError, Blocks, BlocksSpec, Columns, Csr, CsrError, Duplicates, Index, Options, Product,
    RunError, enabled,
};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{
    Argument, Matrix, Numbers, bytes_of, dense, elements_of, interpreted, power_law, structured,
};

const COUNTS: [usize; 10] = [1, 3, 5, 8, 13, 16, 32, 45, 67, 200];

fn bench() -> DataBench {
    let mut registry = Registry::new();
    registry.add_data(&Blocks).expect("a name of its own");
    // SAFETY: the generator's kernels are meant to keep to their operands; if one does not, the process ends.
    unsafe { DataBench::over(registry, 1_000_000) }.expect("executable memory")
}

/// The little-endian bytes of indices.
fn bytes<I: Index>(indices: &[I]) -> Vec<u8> {
    let size = I::TYPE.bytes();
    indices.iter().flat_map(|index| index.to_usize().to_le_bytes().into_iter().take(size)).collect()
}

fn block(rows: usize, columns: usize) -> Block {
    Block::new(rows, columns).expect("small extents")
}

/// A matrix of up to six rows and columns of blocks, some of which have some non-zeros.
fn drawn(block: Block, random: &mut SplitMix) -> Matrix {
    let mut extent = |of_block: usize| (1 + random.below(6) as usize) * of_block;
    let shape = (extent(block.rows()), extent(block.columns()));
    let share = 1 + random.below(8);
    let mut entries = Vec::new();
    for row in (0..shape.0).step_by(block.rows()) {
        for column in (0..shape.1).step_by(block.columns()) {
            if random.below(8) >= share {
                continue;
            }
            let places = (0..block.elements()).filter(|_| random.below(3) > 0).collect::<Vec<_>>();
            entries.extend(places.into_iter().map(|at| {
                let (i, j) = (at / block.columns(), at % block.columns());
                (row + i, column + j, random.small())
            }));
        }
    }
    Matrix { name: format!("{block:?} {}x{}", shape.0, shape.1), shape, entries }
}

/// Columns of a case: by turns, with gaps or without, overwriting C or adding to it.
fn columns(nth: usize) -> Columns {
    let (count, more) = (COUNTS[nth % COUNTS.len()], [0, 3, 16][nth / 3 % 3]);
    let start = if nth.is_multiple_of(2) { Start::Nothing } else { Start::Output };
    Columns { count, ldb: count + more, ldc: count + 2 * more, start }
}

/// The elements of all blocks by rows, zeros too: each is multiplied.
fn by_rows<T: Element, I: Index>(blocks: &Bcsr<T, I>) -> Csr<T, I> {
    let block = blocks.block();
    let of_row = |row: usize| blocks.row(row).map(move |nth| (row, nth));
    let places = (0..blocks.rows_of_blocks()).flat_map(of_row).flat_map(|(row, nth)| {
        let column = blocks.indices()[nth].to_usize();
        let values = blocks.values()[nth * block.elements()..].iter();
        values.take(block.elements()).enumerate().map(move |(at, value)| {
            let (i, j) = (at % block.rows(), at / block.rows());
            (row * block.rows() + i, column * block.columns() + j, *value)
        })
    });
    Csr::from_triplets(blocks.shape(), &places.collect::<Vec<_>>(), Duplicates::Refuse).expect("a matrix")
}

/// Compares a product with that of the same matrix by rows.
fn check<T: Element, I: Index>(
    bench: &mut DataBench,
    (matrix, block): (&Matrix, Block),
    columns: Columns,
    numbers: Numbers,
    random: &mut SplitMix,
) {
    let csr: Csr<T, I> = matrix.csr();
    let blocks = Bcsr::of(&csr, block).expect("blocks that fill the matrix");
    let operands = dense(&by_rows(&blocks), columns, numbers, random);
    let spec = BlocksSpec::new::<T, I>(block, columns).expect("good columns");
    let (pointers, indices) = (bytes(blocks.pointers()), bytes(blocks.indices()));
    let passed = vec![
        Passed::Bytes(&pointers),
        Passed::Number(blocks.rows_of_blocks() as u64),
        Passed::Bytes(&indices),
        Passed::Elements(blocks.values()),
        Passed::Elements(&operands.b),
        Passed::Output(&operands.before),
    ];
    let case = DataCase { spec: &spec, passed, after: &operands.after };
    // SAFETY: what is passed is what the specification takes, of its sizes.
    let examined = unsafe { bench.examine(&case, &|at, found, _| operands.accepts(at, found)) };
    examined.unwrap_or_else(|failure| panic!("{}: {failure}", matrix.name));
}

#[test]
fn random_matrices_of_every_block() {
    let (mut bench, mut source) = (bench(), SplitMix::seeded("sparse_blocks", 1));
    for round in 0..nightly::scaled(1, 10) {
        for (nth, (rows, extent)) in (1..=8).flat_map(|r| (1..=8).map(move |c| (r, c))).enumerate() {
            let nth = nth + 7 * round;
            let block = block(rows, extent);
            let matrix = drawn(block, &mut source);
            let numbers = Numbers::by_turns(nth);
            check::<f32, u32>(&mut bench, (&matrix, block), columns(nth), numbers, &mut source);
            check::<f64, u64>(&mut bench, (&matrix, block), columns(nth + 1), numbers, &mut source);
            check::<f32, u64>(&mut bench, (&matrix, block), columns(nth + 5), numbers, &mut source);
            check::<f64, u32>(&mut bench, (&matrix, block), columns(nth + 8), numbers, &mut source);
        }
    }
}

/// The functions for cores with each size of vectors, on any machine: interpreted.
#[test]
fn functions_of_every_instruction_set_are_right() {
    let mut source = SplitMix::seeded("sparse_blocks_interpreted", 1);
    for (nth, (rows, extent)) in (1..=8).flat_map(|r| [1, 2, 3, 8].map(|c| (r, c))).enumerate() {
        let (block, columns) = (block(rows, extent), columns(nth));
        let matrix = drawn(block, &mut source);
        let csr = matrix.csr::<f32, u32>();
        let blocks = Bcsr::of(&csr, block).expect("blocks that fill the matrix");
        let operands = dense(&by_rows(&blocks), columns, Numbers::by_turns(nth), &mut source);
        let spec = BlocksSpec::new::<f32, u32>(block, columns).expect("good columns");
        for core in ["zen5", "haswell", "neoverse-v1", "cortex-a510"] {
            let target = Target::named(core).expect("a core");
            let arguments = vec![
                Argument::Memory(bytes(blocks.pointers())),
                Argument::Number(blocks.rows_of_blocks() as u64),
                Argument::Memory(bytes(blocks.indices())),
                Argument::Memory(bytes_of(blocks.values())),
                Argument::Memory(bytes_of(&operands.b)),
                Argument::Memory(bytes_of(&operands.before)),
            ];
            let found = elements_of::<f32>(&interpreted(&Blocks, &spec, &target, arguments));
            let wrong = found.iter().enumerate().find(|(at, found)| !operands.accepts(*at, **found));
            assert!(wrong.is_none(), "{}, {core}: {wrong:?}", matrix.name);
        }
    }
}

#[test]
fn every_core_has_a_kernel_for_every_block() {
    let mut registry = Registry::new();
    registry.add_data(&Blocks).expect("a name of its own");
    for (nth, target) in Target::all().enumerate() {
        for (rows, extent) in [(1, 2), (2, 2), (3, 3), (4, 4), (8, 8), (5, 7)] {
            let spec = BlocksSpec::new::<f64, u64>(block(rows, extent), columns(nth)).expect("good columns");
            let choice = registry.choose_data(&spec, &target).expect("an offer");
            let compiled = choice.compile(&spec, &target);
            assert!(compiled.is_ok(), "{spec} for {}: {compiled:?}", target.core.name);
            assert!(spec.equals(&spec) && choice.offer.cycles > 0.0);
        }
    }
}

/// As applications call them: the same bits on any number of threads, also where rows are skewed.
#[test]
fn products_on_one_to_four_threads() {
    let jit = enabled(Jit::builder()).build().expect("a machine that runs code");
    let mut source = SplitMix::seeded("sparse_blocks_product", 1);
    let matrices = [power_law(&mut source, (96, 72), 600), drawn(block(4, 2), &mut source)];
    for matrix in &matrices {
        for (block, numbers) in [(block(4, 2), Numbers::Fractions), (block(2, 1), Numbers::Whole)] {
            let csr = matrix.csr::<f32, u32>();
            let operands = dense(&csr, columns(7), numbers, &mut source);
            let blocks = Bcsr::of(&csr, block).expect("blocks that fill the matrix");
            let grain = NonZeroUsize::new(1000).expect("a number");
            let options = Options { grain, ..Options::default() };
            let product = Product::new(&jit, blocks, columns(7), &options).expect("a product");
            assert!(product.cycles() > 0.0 && !product.machine_code().is_empty());
            let mut first = None;
            for threads in 1..=4 {
                let pool = Pool::with_width(NonZeroUsize::new(threads).expect("a number"));
                let mut c = operands.before.clone();
                product.run_on(&operands.b, &mut c, &pool).expect("a run");
                assert!(
                    c.iter().enumerate().all(|(at, found)| operands.accepts(at, *found)),
                    "{}",
                    matrix.name
                );
                assert_eq!(*first.get_or_insert_with(|| c.clone()), c);
            }
            let mut c = operands.before.clone();
            let short = product.run(&operands.b, &mut c[1..]).expect_err("an element too few");
            let (needed, found) = (operands.before.len(), operands.before.len() - 1);
            assert_eq!(short, RunError::Short { operand: "C", found, needed });
            assert_eq!(c, operands.before);
        }
    }
}

/// Every row of blocks is in one range, in order, and none has more than its share and the largest row.
#[test]
fn ranges_of_rows_are_about_equal() {
    let mut source = SplitMix::seeded("sparse_blocks_ranges", 1);
    for matrix in structured(&mut source).iter().filter(|matrix| matrix.shape.0 % 2 == 0) {
        let blocks = Bcsr::of(&matrix.csr::<f32, u32>(), block(2, 1)).expect("blocks that fill the matrix");
        let work = |rows: std::ops::Range<usize>| rows.map(|row| 1 + blocks.row(row).len()).sum::<usize>();
        let (all, rows) = (work(0..blocks.rows_of_blocks()), blocks.rows_of_blocks());
        let largest = (0..rows).map(|row| work(row..row + 1)).max().unwrap_or(0);
        for count in [1, 2, 3, 7, 100] {
            let chunks = chunks(&blocks, Split::MergePath, count).expect("memory");
            assert!(chunks.iter().all(|chunk| chunk.carried.is_none() && chunk.begun.is_none()));
            let ranges: Vec<_> = chunks.into_iter().map(|chunk| chunk.whole).collect();
            let ends: Vec<usize> = ranges.iter().cloned().flatten().collect();
            assert_eq!(ends, (0..rows).collect::<Vec<_>>(), "{}", matrix.name);
            let most = ranges.iter().map(|range| work(range.clone())).max().unwrap_or(0);
            assert!(most <= all / count + 1 + largest, "{}: {most} of {all} in {count}", matrix.name);
        }
    }
}

/// A matrix of full blocks is cheaper in them, and one without neighbours is not.
#[test]
fn blocks_are_chosen_where_there_are_some() {
    for core in ["neoverse-v2", "skylake-server", "zen3", "cortex-a510"] {
        let target = Target::named(core).expect("a core");
        let full = |i: usize, j: usize| (i / 4 * 3) % 16 == j / 4;
        let alone = |i: usize, j: usize| (i * 13) % 64 == j;
        let of = |has: &dyn Fn(usize, usize) -> bool| {
            let places = (0..64).flat_map(|i| (0..64).map(move |j| (i, j)));
            let entries: Vec<_> = places.filter(|(i, j)| has(*i, *j)).map(|(i, j)| (i, j, 1.0f32)).collect();
            Csr::<f32>::from_triplets((64, 64), &entries, Duplicates::Refuse).expect("a matrix")
        };
        let chosen = |matrix: &Csr<f32>| best(matrix, Columns::dense(32), &target).expect("kernels");
        let (block, cycles) = chosen(&of(&full)).unwrap_or_else(|| panic!("{core}: no blocks"));
        assert!(block.rows() > 1 && 4 % block.rows() == 0 && cycles > 0.0, "{core}: {block:?}");
        let none = chosen(&of(&alone));
        assert!(none.is_none_or(|(block, _)| block.columns() == 1), "{core}: {none:?}");
    }
}

#[test]
fn what_are_no_blocks_is_refused() {
    assert_eq!(Block::new(0, 1), Err(BlockError::Extent { rows: 0, columns: 1 }));
    assert_eq!(Block::new(1, 9), Err(BlockError::Extent { rows: 1, columns: 9 }));
    let csr = Csr::<f64>::from_dense((3, 4), &[1.0; 12], 4).expect("a matrix");
    let refused = |block| Bcsr::of(&csr, block).expect_err("blocks that do not fill it");
    assert_eq!(refused(block(2, 2)), BlockError::NotDivided { what: "rows", value: 3, block: 2 });
    assert_eq!(refused(block(3, 3)), BlockError::NotDivided { what: "columns", value: 4, block: 3 });
    let new = |pointers: &[u32], indices: &[u32], values: usize| {
        Bcsr::new((block(1, 2), (2, 4)), pointers.to_vec(), indices.to_vec(), vec![0.0f32; values])
    };
    assert!(new(&[0, 1, 3], &[1, 0, 1], 6).is_ok());
    let values = BlockError::Values { values: 5, blocks: 3, expected: 6 };
    assert_eq!(new(&[0, 1, 3], &[1, 0, 1], 5), Err(values));
    let column = CsrError::Column { entry: 0, column: 2, columns: 2 };
    assert_eq!(new(&[0, 1, 3], &[2, 0, 1], 6), Err(BlockError::Positions(column)));
    let last = CsrError::LastPointer { found: 2, entries: 3 };
    assert_eq!(new(&[0, 1, 2], &[1, 0, 1], 6), Err(BlockError::Positions(last)));
}

/// Elements of a block follow one another column by column.
#[test]
fn blocks_hold_the_elements_of_the_matrix() {
    let dense = [1.0f32, 2.0, 0.0, 0.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 6.0, 0.0];
    let csr = Csr::<f32>::from_dense((4, 4), &dense, 4).expect("a matrix");
    let blocks = Bcsr::of(&csr, block(2, 2)).expect("blocks that fill it");
    assert_eq!((blocks.pointers(), blocks.indices()), ([0, 1, 2].as_slice(), [0, 1].as_slice()));
    assert_eq!(blocks.values(), [1.0, 3.0, 2.0, 4.0, 0.0, 6.0, 5.0, 0.0]);
    assert_eq!((blocks.shape(), blocks.blocks()), ((4, 4), 2));
}
