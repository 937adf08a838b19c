//! Sparse matrices for tests: drawn at random, of the structures that there are, and of spectral elements;
//! and what products with them are.

use crate::random::{self, SplitMix};
use tensmith_core::Target;
use tensmith_core::kernel::DataSpec;
use tensmith_core::reference::{Element, Region, call};
use tensmith_core::registry::{DataGenerator, Generated};
use tensmith_sparse::csr::Triplet;
use tensmith_sparse::{Columns, Csr, Duplicates, Index};

/// A matrix with a name. Its values are whole numbers, exact in any type.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// What it is.
    pub name: String,
    /// Rows and columns.
    pub shape: (usize, usize),
    /// Its entries, in any order; those at the same place are to be summed.
    pub entries: Vec<Triplet<f64>>,
}

impl Matrix {
    fn new(name: impl Into<String>, shape: (usize, usize), entries: Vec<Triplet<f64>>) -> Self {
        Self { name: name.into(), shape, entries }
    }

    /// Those of all places for which there is a value.
    fn of(name: &str, shape: (usize, usize), mut value: impl FnMut(usize, usize) -> Option<f64>) -> Self {
        let places = (0..shape.0).flat_map(|row| (0..shape.1).map(move |column| (row, column)));
        let entries = places.filter_map(|(row, column)| value(row, column).map(|value| (row, column, value)));
        Self::new(format!("{name} {}x{}", shape.0, shape.1), shape, entries.collect())
    }

    /// The matrix as products take it.
    ///
    /// # Panics
    /// Without memory.
    #[must_use]
    pub fn csr<T: Element, I: Index>(&self) -> Csr<T, I> {
        let entries: Vec<Triplet<T>> =
            self.entries.iter().map(|(row, column, value)| (*row, *column, T::from_f64(*value))).collect();
        Csr::from_triplets(self.shape, &entries, Duplicates::Sum).expect("a matrix")
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let entries = self.entries.iter().map(|(row, column, value)| (*column, *row, *value)).collect();
        Self::new(format!("{}, transposed", self.name), (self.shape.1, self.shape.0), entries)
    }
}

/// A whole number from -8 to 8; one in nine is a zero, of either sign.
fn number(random: &mut SplitMix) -> f64 {
    let magnitude = random.below(9) as f64;
    if random.below(2) == 0 { magnitude } else { -magnitude }
}

/// A matrix of up to 40 rows and columns with any share of non-zeros; small ones are more frequent.
pub fn random(random: &mut SplitMix) -> Matrix {
    let mut extent = || {
        let limit = 1 + random.below(40);
        1 + random.below(limit) as usize
    };
    let shape = (extent(), extent());
    let share = 1 + random.below(16);
    Matrix::of("random", shape, |_, _| (random.below(16) < share).then(|| number(random)))
}

/// 30 matrices of the structures that products meet.
pub fn structured(random: &mut SplitMix) -> Vec<Matrix> {
    let mut of = |name: &str, shape: (usize, usize), has: &dyn Fn(usize, usize) -> bool| {
        Matrix::of(name, shape, |row, column| has(row, column).then(|| number(random)))
    };
    let mut all = vec![
        of("diagonal", (1, 1), &|_, _| true),
        of("diagonal", (7, 7), &|i, j| i == j),
        of("diagonal", (65, 65), &|i, j| i == j),
        of("diagonal of a wide matrix", (9, 30), &|i, j| i == j),
        of("permutation", (32, 32), &|i, j| (7 * i + 3) % 32 == j),
        of("tridiagonal", (33, 33), &|i, j| i.abs_diff(j) < 2),
        of("banded", (40, 40), &|i, j| i.abs_diff(j) < 6),
        of("band of a tall matrix", (60, 20), &|i, j| i / 3 == j || i / 3 + 1 == j),
        of("arrow", (24, 24), &|i, j| i == j || i == 0 || j == 0),
        of("arrow to the last", (50, 50), &|i, j| i == j || i == 49 || j == 49),
        of("upper triangle", (17, 17), &|i, j| i <= j),
        of("blocks on the diagonal", (36, 36), &|i, j| i / 4 == j / 4),
        of("checkerboard", (15, 18), &|i, j| (i + j) % 2 == 0),
        of("empty rows", (31, 12), &|i, j| i % 3 == 1 && j % 2 == 0),
        of("empty columns", (12, 31), &|i, j| j % 3 == 1 && i % 2 == 0),
        of("empty first and last rows", (20, 20), &|i, j| (5..15).contains(&i) && i.abs_diff(j) < 3),
        of("one dense row", (40, 60), &|i, j| i == 17 || (i == j && i % 5 == 0)),
        of("one dense column", (60, 40), &|i, j| j == 17 || (i == j && i % 5 == 0)),
        of("a single row", (1, 200), &|_, j| j % 3 > 0),
        of("a single column", (200, 1), &|i, _| i % 3 > 0),
        of("dense", (8, 8), &|_, _| true),
        of("dense", (13, 21), &|_, _| true),
        of("no non-zeros", (9, 9), &|_, _| false),
        of("no rows", (0, 9), &|_, _| true),
        of("no columns", (9, 0), &|_, _| true),
    ];
    all.push(Matrix::of("laplacian", (30, 30), |i, j| match i.abs_diff(j) {
        0 => Some(2.0),
        1 => Some(-1.0),
        _ => None,
    }));
    all.push(Matrix::of("derivative along one direction", (27, 27), |i, j| {
        (i / 9 == j / 9 && i % 3 == j % 3).then(|| ((i / 3 % 3 * 3 + j / 3 % 3) as f64) - 4.0)
    }));
    for rows in [40, 90] {
        all.push(power_law(random, (rows, rows), 4 * rows));
    }
    // Some places several times; some sums are 0, and stay entries.
    let twice = (0..60).map(|nth| ((7 * nth) % 10, (3 * nth) % 4, f64::from(nth as u32 % 5) - 2.0));
    all.push(Matrix::new("entries at the same place", (10, 4), twice.collect()));
    all
}

/// A matrix of about `entries` entries, most of which are in few rows and columns.
pub fn power_law(random: &mut SplitMix, (rows, columns): (usize, usize), entries: usize) -> Matrix {
    let mut skewed = |limit: usize| {
        // Of three, the least: small numbers are frequent.
        let least = (0..3).map(|_| random.below(limit as u64)).min().unwrap_or(0) as usize;
        // And then scattered.
        (least * 7919) % limit
    };
    let mut places: Vec<_> = (0..entries).map(|_| (skewed(rows), skewed(columns))).collect();
    places.sort_unstable();
    places.dedup();
    let entries = places.into_iter().map(|(row, column)| (row, column, number(random))).collect();
    Matrix::new(format!("power law {rows}x{columns}"), (rows, columns), entries)
}

/// A large square matrix row by row, with up to `each` entries in a row, which are neighbours of
/// the diagonal with gaps.
///
/// # Panics
/// Without memory.
#[must_use]
pub fn banded_rows<T: Element>(rows: usize, each: usize) -> Csr<T> {
    of_rows(rows, |row| (0..each).map(|nth| (row + 3 * nth).saturating_sub(3 * each / 2)).collect())
}

/// A large square matrix row by row, with about `entries` entries: few rows have most of them, and so have
/// few columns. A row has half of the columns at most.
///
/// # Panics
/// Without memory.
#[must_use]
pub fn power_law_rows<T: Element>(rows: usize, entries: usize) -> Csr<T> {
    let mut source = SplitMix::new(1);
    // Rows have n·2⁻ᵏ entries with a chance of about 2⁻ᵏ⁻¹, for each k: the same number for each k in all.
    let levels = (rows.ilog2() / 2).max(1) as usize;
    let mean = entries as f64 / rows as f64;
    of_rows(rows, |_| {
        let level = (source.bits().leading_ones() as usize).min(levels);
        let count =
            ((mean * 2.0 / (levels as f64 + 2.0) * (1u64 << level) as f64).ceil() as usize).min(rows / 2);
        (0..count)
            .map(|_| {
                let least = source.below(rows as u64).min(source.below(rows as u64)) as usize;
                (least * 7919) % rows
            })
            .collect()
    })
}

/// A square matrix with the columns of each row, in any order; those beyond it are left out.
fn of_rows<T: Element>(rows: usize, mut columns: impl FnMut(usize) -> Vec<usize>) -> Csr<T> {
    let (mut pointers, mut indices) = (vec![0u32], Vec::new());
    for row in 0..rows {
        let mut columns = columns(row);
        columns.sort_unstable();
        columns.dedup();
        indices.extend(columns.into_iter().filter(|column| *column < rows).map(|column| column as u32));
        pointers.push(indices.len() as u32);
    }
    let values = (0..indices.len()).map(|nth| T::from_f64((nth % 13) as f64 - 6.5)).collect();
    Csr::new((rows, rows), pointers, indices, values).expect("a matrix")
}

/// Elements of B and of C before and after a product, by rows with gaps. Inputs' gaps are
/// NaN, the output's stay.
#[derive(Debug)]
pub struct Dense<T> {
    /// The second factor.
    pub b: Vec<T>,
    /// The output before.
    pub before: Vec<T>,
    /// The output after.
    pub after: Vec<T>,
    /// How far each element may be off; 0 for whole numbers, and in gaps.
    pub bounds: Vec<f64>,
}

/// The kinds of numbers in dense operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Small whole ones: sums are exact.
    Whole,
    /// With fractions that have to be rounded.
    Fractions,
    /// Whole ones, with infinities, zeros of either sign and what is not a number here and there. What a sum
    /// of such is does not depend on the order.
    Special,
}

impl Numbers {
    /// That of a case: by turns.
    #[must_use]
    pub fn by_turns(nth: usize) -> Self {
        [Self::Whole, Self::Fractions, Self::Special][nth % 3]
    }

    /// One of them.
    pub fn draw(self, source: &mut SplitMix) -> f64 {
        match self {
            Self::Whole => source.small(),
            Self::Special => source.number_of(random::Numbers::Special),
            Self::Fractions => (source.below(1 << 24) as f64 - 8_388_608.0) / 1_234_567.0,
        }
    }
}

/// Whether an element is right that may be off by a bound: what is not a number is that, and infinities are
/// equal, as are zeros of both signs.
#[must_use]
pub fn agrees(found: f64, expected: f64, bound: f64) -> bool {
    found == expected || found.is_nan() && expected.is_nan() || (found - expected).abs() <= bound
}

/// The operands of a product of `matrix` with some columns, and what it is: in FP64, of which FP32 may be off
/// by `γ(K + 2)·(|A||B| + |C|)` with the K of each row.
pub fn dense<T: Element, I: Index>(
    matrix: &Csr<T, I>,
    columns: Columns,
    numbers: Numbers,
    random: &mut SplitMix,
) -> Dense<T> {
    let (rows, depth) = matrix.shape();
    let Columns { count, ldb, ldc, start } = columns;
    let mut number = || numbers.draw(random);
    let mut filled = |rows: usize, ld: usize, gap: f64| -> Vec<T> {
        let len = if rows == 0 { 0 } else { (rows - 1) * ld + count };
        (0..len).map(|at| T::from_f64(if at % ld < count { number() } else { gap })).collect()
    };
    let (b, before) = (filled(depth, ldb, f64::NAN), filled(rows, ldc, 0.125));
    let (mut after, mut bounds) = (before.clone(), vec![0.0; before.len()]);
    for row in 0..rows {
        for column in 0..count {
            let at = row * ldc + column;
            let first =
                if start == tensmith_core::kernel::spec::Start::Output { before[at].to_f64() } else { 0.0 };
            let (mut sum, mut magnitude) = (first, first.abs());
            for entry in matrix.row(row) {
                let k = matrix.indices()[entry].to_usize();
                let product = matrix.values()[entry].to_f64() * b[k * ldb + column].to_f64();
                sum += product;
                magnitude += product.abs();
            }
            after[at] = T::from_f64(sum);
            let roundings = (matrix.row(row).len() + 2) as f64 * T::ROUNDOFF;
            bounds[at] =
                if numbers == Numbers::Fractions { roundings / (1.0 - roundings) * magnitude } else { 0.0 };
        }
    }
    Dense { b, before, after, bounds }
}

/// An argument of an interpreted kernel.
#[derive(Debug)]
pub enum Argument {
    /// A number.
    Number(u64),
    /// Memory, of which no other byte is accessed.
    Memory(Vec<u8>),
}

/// The bytes of elements.
pub fn bytes_of<T: Element>(elements: &[T]) -> Vec<u8> {
    elements.iter().flat_map(|x| x.to_bits().to_le_bytes().into_iter().take(size_of::<T>())).collect()
}

/// The elements that bytes are.
pub fn elements_of<T: Element>(bytes: &[u8]) -> Vec<T> {
    let bits = |chunk: &[u8]| chunk.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    bytes.chunks(size_of::<T>()).map(|chunk| T::from_bits(bits(chunk))).collect()
}

/// Interprets the function that a generator writes for a target, whatever machine is at hand: an access next
/// to an operand is refused. Returns the last argument's memory.
///
/// # Panics
/// Where there is no such function, or it does what it must not.
#[must_use]
pub fn interpreted(
    generator: &dyn DataGenerator,
    spec: &dyn DataSpec,
    target: &Target,
    mut arguments: Vec<Argument>,
) -> Vec<u8> {
    let offer = generator.offer(spec, target).expect("an offer");
    let generated = generator.generate(spec, target, &offer).expect("a kernel");
    let Generated::Func(func) = generated else { panic!("a function") };
    let (mut values, mut regions) = (Vec::new(), Vec::new());
    for (nth, argument) in arguments.iter_mut().enumerate() {
        match argument {
            Argument::Number(number) => values.push(*number),
            Argument::Memory(bytes) => {
                let address = (nth as u64 + 1) << 40;
                values.push(address);
                regions.push(Region { address, bytes });
            }
        }
    }
    let run = call(&func, target.machine().vector_bytes, &values, &mut regions, 1 << 32);
    run.unwrap_or_else(|error| panic!("{spec} for {}: {error}", target.core.name));
    match arguments.pop() {
        Some(Argument::Memory(bytes)) => bytes,
        _ => Vec::new(),
    }
}

impl<T: Element> Dense<T> {
    /// Whether an element of the output is right: [`agrees`].
    #[must_use]
    pub fn accepts(&self, at: usize, found: T) -> bool {
        agrees(found.to_f64(), self.after[at].to_f64(), self.bounds[at])
    }
}
