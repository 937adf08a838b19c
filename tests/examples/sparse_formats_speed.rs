//! How fast products with sparse matrices in other formats, and with large ones, are against others that take
//! turns in one run: code that reads entries one by one, the dense kernel of the same shape, the
//! crate `sprs`, and loops.
//!
//! ```text
//! cargo run --release --package tensmith-tests --example sparse_formats_speed -- \
//!     blocks|pruned|sampled|large [ENTRIES]
//! ```
//!
//! Prints for each the least time of many samples, in microseconds, and how many times as long others take.
//! Ends with the geometric mean of each of these. `ENTRIES` are those of the large
//! matrices: 1000000 by default.

use ndarray::{ArrayView2, ArrayViewMut2};
use std::hint::black_box;
use tensmith::gemm::{self, Blocks, Gemm, Numbers};
use tensmith::{Element, Jit};
use tensmith_core::kernel::GemmSpec;
use tensmith_core::kernel::spec::{Factor, Matrix as Layout};
use tensmith_sparse::{
    Bcsr, Block, Columns, Csr, Factors, FormChoice, Options, Product, Pruned, Sampled, Split, blocks, enabled,
};
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{banded_rows, power_law_rows};
use tensmith_tests::turns::{Samples, geometric_mean, times};

const ROUNDS: usize = 25;

/// The most products of a dense kernel that is timed.
const DENSE: usize = 1 << 29;

/// Elements that are no special values, some of them negative.
fn numbers<T: Element>(count: usize) -> Vec<T> {
    (0..count).map(|nth| T::from_f64((nth % 17) as f64 - 8.0)).collect()
}

/// A product of an operand and an output.
type Call = Box<dyn Fn(&[f32], &mut [f32])>;

/// Quotients by the name of what is compared with.
#[derive(Default)]
struct Means(Vec<(String, Vec<f64>)>);

impl Means {
    /// Prints a line for a subject, whose time is the first one, and remembers the quotients.
    fn line(&mut self, subject: &str, names: &[&str], samples: &[Samples]) {
        let least: Vec<f64> = samples.iter().map(Samples::least).collect();
        print!("{subject:<44}");
        for (name, time) in names.iter().zip(&least) {
            print!(" {name} {:.1}", time / 1e3);
        }
        for (name, time) in names.iter().zip(&least).skip(1) {
            let quotient = time / least[0];
            print!("  {name} x{quotient:.2}");
            match self.0.iter_mut().find(|(other, _)| other == name) {
                Some((_, quotients)) => quotients.push(quotient),
                None => self.0.push(((*name).to_owned(), vec![quotient])),
            }
        }
        println!();
    }

    fn print(&self) {
        for (name, quotients) in &self.0 {
            let [least, most] = [f64::min, f64::max].map(|pick| quotients.iter().copied().reduce(pick));
            let (mean, count) = (geometric_mean(quotients), quotients.len());
            let (least, most) = (least.unwrap_or(f64::NAN), most.unwrap_or(f64::NAN));
            println!(
                "{name}: {mean:.2} times as long by geometric mean of {count}, from {least:.2} to {most:.2}"
            );
        }
    }
}

/// A multiplication of dense matrices by rows.
fn dense(jit: &Jit, [rows, columns, depth]: [usize; 3]) -> Gemm<f32> {
    let spec = GemmSpec {
        a: Layout::row_major(depth),
        b: Layout::row_major(columns),
        c: Layout::row_major(columns),
        beta: Factor::Zero,
        ..GemmSpec::column_major(tensmith::DType::F32, [rows, columns, depth])
    };
    jit.gemm(&spec, gemm::Options::default()).expect("a kernel")
}

/// Times a product with a sparse matrix of FP32, and all that computes the same.
fn products(
    jit: &Jit,
    means: &mut Means,
    (subject, csr): (&str, &Csr<f32>),
    (names, calls): (&[&str], Vec<Call>),
    columns: usize,
) {
    let (rows, depth) = csr.shape();
    let (b, mut c) = (numbers::<f32>(depth * columns), vec![0.0f32; rows * columns]);
    let options = Options { form: FormChoice::Rows, ..Options::default() };
    let copy = csr.try_clone().expect("memory");
    let reading = Product::new(jit, copy, Columns::dense(columns), &options).expect("a product");
    let theirs = csr.to_sprs().expect("a matrix");
    let is_small = rows * depth * columns <= DENSE;
    let elements = if is_small { csr.to_dense().expect("memory") } else { Vec::new() };
    let mut outputs = vec![c.clone(); calls.len() + 2];
    let (ours, others) = outputs.split_at_mut(calls.len());
    let mut all: Vec<Box<dyn FnMut() + '_>> = Vec::new();
    for (call, output) in calls.iter().zip(ours) {
        all.push(Box::new(|| call(black_box(&b), black_box(output))));
    }
    let mut names = names.to_vec();
    let [of_rows, of_sprs] = others else { return };
    names.push("rows");
    all.push(Box::new(|| reading.run(black_box(&b), black_box(of_rows)).expect("a run")));
    names.push("sprs");
    all.push(Box::new(|| {
        let b = ArrayView2::from_shape((depth, columns), black_box(b.as_slice())).expect("a matrix");
        let c = ArrayViewMut2::from_shape((rows, columns), black_box(of_sprs.as_mut_slice()));
        sprs::prod::csr_mulacc_dense_rowmaj(theirs, b, c.expect("a matrix"));
    }));
    if is_small {
        let gemm = dense(jit, [rows, columns, depth]);
        names.push("dense");
        let (elements, b, c) = (&elements, &b, &mut c);
        all.push(Box::new(move || {
            let operands =
                [Blocks::Strided(black_box(elements.as_slice())), Blocks::Strided(black_box(b.as_slice()))];
            gemm.call(operands, black_box(c.as_mut_slice()), &Numbers::default()).expect("a call");
        }));
    }
    let mut calls: Vec<&mut dyn FnMut()> =
        all.iter_mut().map(|call| &mut **call as &mut dyn FnMut()).collect();
    let samples = times(ROUNDS, &mut calls);
    let share = 100.0 * csr.entries() as f64 / (rows * depth) as f64;
    means.line(&format!("{subject} {rows}x{depth}x{columns} {share:.2} %"), &names, &samples);
}

/// Matrices of blocks, in their own and in the best ones.
fn of_blocks(jit: &Jit, means: &mut Means) {
    let size = 2048;
    for (block_rows, block_columns) in [(4, 4), (2, 2), (4, 1), (8, 8), (8, 2), (1, 4)] {
        let mut source = SplitMix::new(1);
        let mut entries = Vec::new();
        for row in (0..size).step_by(block_rows) {
            let mut places: Vec<_> = (0..12)
                .map(|_| source.below((size / block_columns) as u64) as usize * block_columns)
                .collect();
            places.sort_unstable();
            places.dedup();
            for place in places {
                let all = (0..block_rows)
                    .flat_map(|i| (0..block_columns).map(move |j| (row + i, place + j, 1.5f32)));
                entries.extend(all);
            }
        }
        let csr: Csr<f32> = Csr::from_triplets((size, size), &entries, tensmith_sparse::Duplicates::Refuse)
            .expect("a matrix");
        for count in [16, 32, 45, 64] {
            let columns = Columns::dense(count);
            let product = |block| {
                let matrix = Bcsr::of(&csr, block).expect("blocks that fill it");
                Product::new(jit, matrix, columns, &Options::default()).expect("a product")
            };
            let own = product(Block::new(block_rows, block_columns).expect("a block"));
            let best = blocks::best(&csr, columns, jit.target()).expect("prices");
            let Some((block, _)) = best else {
                println!("blocks of {block_rows}x{block_columns}, {count} columns: none are best");
                continue;
            };
            let best = product(block);
            let subject = format!("{block_rows}x{block_columns}, best {}x{}", block.rows(), block.columns());
            let run = |product: Product<Bcsr<f32>>| -> Call {
                Box::new(move |b, c| product.run(b, c).expect("a run"))
            };
            products(jit, means, (&subject, &csr), (&["best", "own"], vec![run(best), run(own)]), count);
        }
    }
}

/// Matrices of which two in four neighbours are kept.
fn of_pruned(jit: &Jit, means: &mut Means) {
    for (rows, depth) in [(64, 64), (256, 256), (512, 2048), (1024, 1024)] {
        let mut source = SplitMix::new(1);
        let mut elements = vec![0.0f32; rows * depth];
        for group in elements.chunks_mut(4) {
            let first = source.below(3) as usize;
            let second = first + 1 + source.below(3 - first as u64) as usize;
            (group[first], group[second]) = (1.5, -0.5);
        }
        let csr: Csr<f32> = Csr::from_dense((rows, depth), &elements, depth).expect("a matrix");
        for count in [8, 16, 32, 45, 64, 128] {
            let pruned = Pruned::from_dense((rows, depth), &elements).expect("two in four");
            let product =
                Product::new(jit, pruned, Columns::dense(count), &Options::default()).expect("a product");
            let run: Call = Box::new(move |b, c| product.run(b, c).expect("a run"));
            products(jit, means, ("2:4", &csr), (&["2:4"], vec![run]), count);
        }
    }
}

/// Sampled products: against a loop of dot products, and all elements of the dense product.
fn of_sampled(jit: &Jit, means: &mut Means) {
    for (name, csr) in [
        ("banded", banded_rows::<f32>(2048, 16)),
        ("power law", power_law_rows::<f32>(2048, 60_000)),
        ("half", power_law_rows::<f32>(512, 500_000)),
    ] {
        let (rows, columns) = csr.shape();
        for depth in [16, 32, 64, 128, 200] {
            let (x, y) = (numbers::<f32>(rows * depth), numbers::<f32>(columns * depth));
            let turned: Vec<f32> =
                (0..depth * columns).map(|at| y[at % columns * depth + at / columns]).collect();
            let copy = csr.try_clone().expect("memory");
            let sampled = Product::new(jit, Sampled::of(copy), Factors::dense(depth), &Options::default())
                .expect("a product");
            let gemm = dense(jit, [rows, columns, depth]);
            let mut outputs = [(); 2].map(|()| vec![0.0f32; csr.entries()]);
            let [of_sampled, of_loop] = &mut outputs;
            let mut all = vec![0.0f32; rows * columns];
            let samples = times(
                ROUNDS,
                &mut [
                    &mut || {
                        sampled.run([black_box(&x), black_box(&y)], black_box(of_sampled)).expect("a run");
                    },
                    &mut || {
                        for (out, (row, column, value)) in black_box(&mut *of_loop).iter_mut().zip(csr.iter())
                        {
                            let pairs = x[row * depth..][..depth].iter().zip(&y[column * depth..][..depth]);
                            *out = value * pairs.map(|(x, y)| x * y).sum::<f32>();
                        }
                    },
                    &mut || {
                        let operands = [
                            Blocks::Strided(black_box(x.as_slice())),
                            Blocks::Strided(black_box(turned.as_slice())),
                        ];
                        gemm.call(operands, black_box(all.as_mut_slice()), &Numbers::default())
                            .expect("a call");
                    },
                ],
            );
            let share = 100.0 * csr.entries() as f64 / (rows * columns) as f64;
            let subject = format!("sampled {name} {rows}x{columns}x{depth} {share:.2} %");
            means.line(&subject, &["sampled", "loop", "dense"], &samples);
        }
    }
}

/// Large matrices, in the three divisions of the work.
fn of_large(jit: &Jit, means: &mut Means, entries: usize) {
    for (name, csr) in [
        ("banded", banded_rows::<f32>(entries / 16, 16)),
        ("power law", power_law_rows::<f32>(entries / 16, entries)),
    ] {
        for count in [1, 16, 32, 45] {
            let run = |split| -> Call {
                let options = Options { form: FormChoice::Rows, split, ..Options::default() };
                let copy = csr.try_clone().expect("memory");
                let product = Product::new(jit, copy, Columns::dense(count), &options).expect("a product");
                Box::new(move |b, c| product.run(b, c).expect("a run"))
            };
            let calls = vec![run(Split::MergePath), run(Split::NonZeros)];
            products(jit, means, (name, &csr), (&["merge", "nnz"], calls), count);
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let which = arguments.next().unwrap_or_default();
    let entries = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(1_000_000);
    let jit = enabled(Jit::builder()).build().expect("a machine that runs code");
    println!("{}, FP32, one thread, microseconds", jit.target().core.name);
    let mut means = Means::default();
    match which.as_str() {
        "blocks" => of_blocks(&jit, &mut means),
        "pruned" => of_pruned(&jit, &mut means),
        "sampled" => of_sampled(&jit, &mut means),
        "large" => of_large(&jit, &mut means, entries),
        other => println!("`{other}`: must be blocks, pruned, sampled or large"),
    }
    means.print();
}
