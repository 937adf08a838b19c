//! GEMM with every M and N up to 64, on the machine at hand: tight and padded, in both precisions, on
//! integers, where every bit counts. Layouts, beta and targets are drawn at random; operands lie between
//! inaccessible pages, and NaNs fill what is between their rows or columns.
//!
//! At night that is every shape; otherwise a share of them that follows from the seed.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Batch, Chain, Factor, GemmSpec, Layout, Matrix, Stride};
use tensmith_core::reference::Element;
use tensmith_tests::bench::{Bench, Case, columns};
use tensmith_tests::draw::{Draw, LAYOUTS, known};
use tensmith_tests::{here, nightly};

/// Largest M and N.
const LIMIT: usize = 64;
/// Each K: those of BRGEMM blocks, and some that leave the last vector incomplete.
const DEPTHS: [usize; 10] = [1, 2, 3, 4, 7, 16, 32, 33, 64, 128];
const BETAS: [Factor; 2] = [Factor::Zero, Factor::One];

/// An integer matrix, column by column.
struct Integers {
    rows: usize,
    values: Vec<i32>,
}

impl Integers {
    fn draw(draw: &mut Draw, (rows, columns): (usize, usize)) -> Self {
        let mut integer = || draw.random.below(17) as i32 - 8;
        Self { rows, values: (0..rows * columns).map(|_| integer()).collect() }
    }

    fn columns(&self) -> usize {
        self.values.len() / self.rows
    }

    /// `self·b`. No sum leaves 16 bits.
    fn times(&self, b: &Self) -> Self {
        let mut values = vec![0; self.rows * b.columns()];
        for (sums, b) in values.chunks_mut(self.rows).zip(b.values.chunks(b.rows)) {
            for (column, factor) in self.values.chunks(self.rows).zip(b) {
                for (sum, value) in sums.iter_mut().zip(column) {
                    *sum += value * factor;
                }
            }
        }
        Self { rows: self.rows, values }
    }

    fn plus(&self, other: &Self) -> Self {
        let sums = self.values.iter().zip(&other.values).map(|(x, y)| x + y);
        Self { rows: self.rows, values: sums.collect() }
    }

    /// As an operand in memory.
    fn placed<T: Element>(&self, matrix: Matrix) -> Vec<T> {
        let extents = matrix.extents(self.rows, self.columns());
        let mut nth = 0..;
        columns(extents, known(matrix.ld), f64::NAN, || {
            let nth = nth.next().unwrap_or(0);
            let (inner, outer) = (nth % extents.0, nth / extents.0);
            let (row, column) = match matrix.layout {
                Layout::ColumnMajor => (inner, outer),
                Layout::RowMajor => (outer, inner),
            };
            self.values[column * self.rows + row].into()
        })
    }
}

/// The factors and the product.
struct Operands {
    a: Integers,
    b: Integers,
    c: Integers,
    product: Integers,
    sum: Integers,
}

impl Operands {
    fn draw(draw: &mut Draw, (m, n, k): (usize, usize, usize)) -> Self {
        let [a, b, c] = [(m, k), (k, n), (m, n)].map(|extents| Integers::draw(draw, extents));
        let product = a.times(&b);
        Self { sum: product.plus(&c), a, b, c, product }
    }

    /// The call that multiplies them, in any layouts with up to that many elements of padding.
    fn case<T: Element>(&self, draw: &mut Draw, padding: usize) -> Case<T> {
        let mut matrix = |integers: &Integers| {
            let layout = draw.one_of(&LAYOUTS);
            let (tight, _) =
                Matrix { layout, ld: Stride::Runtime }.extents(integers.rows, integers.columns());
            Matrix { layout, ld: Stride::fixed(tight + draw.below(padding + 1)) }
        };
        let spec = GemmSpec {
            types: T::DTYPE.into(),
            m: self.a.rows,
            n: self.b.columns(),
            k: self.b.rows,
            a: matrix(&self.a),
            b: matrix(&self.b),
            c: matrix(&self.c),
            alpha: Factor::One,
            beta: draw.one_of(&BETAS),
            batch: Batch::Single,
            epilogue: Chain::EMPTY,
        };
        let (c, after) = match spec.beta {
            Factor::Zero => {
                let after: Vec<T> = self.product.placed(spec.c);
                (vec![T::from_f64(f64::NAN); after.len()], after)
            }
            Factor::One | Factor::Runtime => (self.c.placed(spec.c), self.sum.placed(spec.c)),
        };
        let buffers = vec![self.a.placed(spec.a), self.b.placed(spec.b), c];
        Case { spec: KernelSpec::Gemm(spec), buffers, operands: vec![0, 1, 2], after }
    }
}

/// The shapes whose M leaves `part` when divided by the number of parts, so that the parts run in
/// parallel.
fn sweep(part: usize) {
    let name = format!("gemm_sweep_{part}");
    let mut draw = Draw::seeded(&name, part as u64);
    let mut benches: Vec<Bench> =
        here::executable().into_iter().map(|target| Bench::new(&name, target)).collect();
    let one_in = nightly::one_of(23);
    for m in (1..=LIMIT).filter(|m| m % 4 == part) {
        for (n, k) in (1..=LIMIT).flat_map(|n| DEPTHS.map(|k| (n, k))) {
            if draw.below(one_in) > 0 {
                continue;
            }
            let operands = Operands::draw(&mut draw, (m, n, k));
            for padding in [0, 5] {
                let nth = draw.below(benches.len());
                benches[nth].check(&operands.case::<f32>(&mut draw, padding));
                benches[nth].check(&operands.case::<f64>(&mut draw, padding));
            }
        }
    }
}

#[test]
fn every_shape_of_rows_0_mod_4() {
    sweep(0);
}

#[test]
fn every_shape_of_rows_1_mod_4() {
    sweep(1);
}

#[test]
fn every_shape_of_rows_2_mod_4() {
    sweep(2);
}

#[test]
fn every_shape_of_rows_3_mod_4() {
    sweep(3);
}
