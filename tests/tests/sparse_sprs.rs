//! Matrices of the crate `sprs`, against the dense matrices that it makes of them.
#![allow(unsafe_code)]

use sprs::{CsMatI, CsMatViewI, SpIndex, TriMatI};
use tensmith_core::Float;
use tensmith_sparse::{Csr, CsrError, Index};
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{Matrix, structured};

/// The matrix by rows, as `sprs` has it.
fn theirs<T: Float, J: SpIndex>(matrix: &Matrix) -> CsMatI<T, J> {
    let csr = matrix.csr::<T, u64>();
    let mut triplets = TriMatI::<T, J>::with_capacity(csr.shape(), csr.entries());
    csr.iter().for_each(|(row, column, value)| triplets.add_triplet(row, column, value));
    triplets.to_csr()
}

/// All elements, as `sprs` places them.
fn dense<T: Float, J: SpIndex>(matrix: CsMatViewI<'_, T, J>) -> Vec<T> {
    let (rows, columns) = matrix.shape();
    let mut dense = vec![T::ZERO; rows * columns];
    for (value, (row, column)) in &matrix {
        dense[row.index() * columns + column.index()] = *value;
    }
    dense
}

fn agrees<T: Float, J: SpIndex, I: Index>(matrix: &Matrix) {
    let by_rows: CsMatI<T, J> = theirs(matrix);
    let by_columns = by_rows.to_csc();
    for view in [by_rows.view(), by_columns.view(), by_rows.transpose_view()] {
        let csr: Csr<T, I> = Csr::from_sprs(view).unwrap_or_else(|error| panic!("{}: {error}", matrix.name));
        assert_eq!(csr.shape(), view.shape(), "{}", matrix.name);
        assert_eq!(csr.to_dense().expect("memory"), dense(view), "{}", matrix.name);
    }
    // Some rows of a larger matrix: their pointers do not begin with 0.
    let (first, last) = (by_rows.rows() / 3, by_rows.rows() - by_rows.rows() / 4);
    let part = by_rows.slice_outer(first..last);
    let csr: Csr<T, I> = Csr::from_sprs(part).unwrap_or_else(|error| panic!("{}: {error}", matrix.name));
    assert_eq!(csr.to_dense().expect("memory"), dense(part), "{}", matrix.name);
}

#[test]
fn matrices_are_read_with_every_type_of_indices() {
    let mut source = SplitMix::seeded("sparse_sprs", 1);
    for matrix in structured(&mut source) {
        agrees::<f32, usize, u32>(&matrix);
        agrees::<f64, u32, u32>(&matrix);
        agrees::<f32, u64, u64>(&matrix);
        agrees::<f64, i32, u64>(&matrix);
        agrees::<f64, i64, u32>(&matrix);
        agrees::<f32, u16, u32>(&matrix);
    }
}

#[test]
fn matrices_are_seen_without_copies() {
    let mut source = SplitMix::seeded("sparse_sprs_views", 1);
    for matrix in structured(&mut source) {
        let csr = matrix.csr::<f64, u32>();
        let view = csr.to_sprs().unwrap_or_else(|error| panic!("{}: {error}", matrix.name));
        assert_eq!(view.indices().as_ptr(), csr.indices().as_ptr(), "{}", matrix.name);
        assert_eq!(dense(view), csr.to_dense().expect("memory"), "{}", matrix.name);
    }
}

/// Their products are ours.
#[test]
fn products_agree() {
    use tensmith_sparse::{Columns, Options, Product, enabled};
    let jit = enabled(tensmith::Jit::builder()).build().expect("a machine that runs code");
    let mut source = SplitMix::seeded("sparse_sprs_products", 1);
    for matrix in structured(&mut source).iter().filter(|matrix| matrix.shape.0 > 0) {
        let theirs: CsMatI<f64, i32> = theirs(matrix);
        let (rows, depth) = theirs.shape();
        let b: Vec<f64> = (0..depth).map(|_| source.small()).collect();
        let mut expected = vec![0.0; rows];
        sprs::prod::mul_acc_mat_vec_csr(theirs.view(), &b, &mut expected);
        let csr = Csr::<f64>::from_sprs(theirs.view()).expect("a matrix");
        let product = Product::new(&jit, csr, Columns::dense(1), &Options::default()).expect("a product");
        let mut c = vec![0.5; rows];
        product.run(&b, &mut c).expect("a run");
        assert_eq!(c, expected, "{}", matrix.name);
    }
}

/// Numbers that indices do not have, and shapes beyond them.
#[test]
fn what_indices_do_not_have_is_refused() {
    let wide = CsMatI::<f32, u64>::zero((2, 1 << 40));
    let limit = u64::from(u32::MAX) - 1;
    let refused = Csr::<f32, u32>::from_sprs(wide.view()).expect_err("too many columns");
    assert_eq!(refused, CsrError::TooLarge { what: "columns", value: 1 << 40, limit });
    let read = Csr::<f32, u64>::from_sprs(wide.view()).expect("a matrix");
    assert_eq!((read.shape(), read.entries()), ((2, 1 << 40), 0));
}

/// What a view promises is checked again.
#[test]
fn views_that_break_a_rule_are_refused() {
    use sprs::CompressedStorage::{CSC, CSR};
    let values = [1.0f64, 2.0];
    let refused = |storage, pointers: &[i32], indices: &[i32]| {
        // SAFETY: `sprs` reads no elements by what these numbers say: it hands the lists over as they are.
        let view =
            unsafe { CsMatViewI::<f64, i32>::new_unchecked(storage, (2, 3), pointers, indices, &values) };
        Csr::<f64, u32>::from_sprs(view).expect_err("a broken rule")
    };
    let column = |entry, column, columns| CsrError::Column { entry, column, columns };
    assert_eq!(refused(CSR, &[0, 1, 2], &[2, 3]), column(1, 3, 3));
    assert_eq!(refused(CSR, &[0, 1, 2], &[-1, 0]), column(0, u32::MAX.into(), 3));
    assert_eq!(refused(CSR, &[0, 2, 1], &[0, 1]), CsrError::FallingPointers { row: 1, from: 2, to: 1 });
    assert_eq!(refused(CSR, &[0, 0, 2], &[1, 1]), CsrError::Duplicate { entry: 1, row: 1, column: 1 });
    // Of a matrix by columns, each of which is a row to begin with.
    assert_eq!(refused(CSC, &[0, 1, 1, 2], &[0, 2]), column(1, 2, 2));
}
