//! Products of sparse matrices drawn at random, with zeros that are entries and with what is not finite.
//!
//! Tests: `tests/tests/conformance_verify.rs`, `harness/cli/tests/program/spmm.rs`.

use crate::random::{Numbers, SplitMix};
use tensmith::inspect::Check;
use tensmith_core::reference::{Element, Sum};
use tensmith_sparse::{Csr, Duplicates};

/// The operands of a product.
#[derive(Debug)]
pub struct Operands<T> {
    /// The sparse matrix.
    pub a: Csr<T>,
    /// The elements of the dense one, in C order.
    pub b: Vec<T>,
}

/// Those of a product of a matrix of some rows and columns with one of some columns, all of which follow from
/// a seed: how many places have an entry, too.
///
/// # Panics
/// Where the operands do not fit into memory.
#[must_use]
pub fn draw<T: Element>([rows, depth, columns]: [usize; 3], seed: u64) -> Operands<T> {
    let mut random = SplitMix::new(seed);
    let share = 1 + random.below(8);
    let mut entries = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..depth).map(move |column| (row, column))) {
        if random.below(8) < share {
            entries.push((row, column, T::from_f64(random.number_of(Numbers::Special))));
        }
    }
    let a = Csr::from_triplets((rows, depth), &entries, Duplicates::Refuse).expect("a matrix");
    let b = (0..depth * columns).map(|_| T::from_f64(random.number_of(Numbers::Special))).collect();
    Operands { a, b }
}

/// Compares a product with the scalar reference: each row's sums by definition, in FP64.
///
/// # Panics
/// Where an operand has too few elements for its columns.
#[must_use]
pub fn check<T: Element>(matrix: &Csr<T>, (b, columns): (&[T], usize), c: &[T]) -> Check {
    let mut check = Check::default();
    for (row, actual) in c.chunks(columns.max(1)).enumerate() {
        let mut sums = vec![Sum::starting_at(0.0); columns];
        for entry in matrix.row(row) {
            let (column, value) = (matrix.indices()[entry] as usize, matrix.values()[entry].to_f64());
            for (sum, element) in sums.iter_mut().zip(&b[column * columns..][..columns]) {
                sum.add_product(value, element.to_f64());
            }
        }
        sums.iter().zip(actual).for_each(|(sum, actual)| check.compare(sum, *actual));
    }
    check
}
