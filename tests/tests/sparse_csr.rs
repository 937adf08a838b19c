//! Sparse matrices are checked number by number, and hold what their lists say.

use tensmith_conformance::random::SplitMix;
use tensmith_sparse::csr::Triplet;
use tensmith_sparse::{Csr, CsrError, Duplicates, Index};

type Checked<I> = Result<Csr<f64, I>, CsrError>;

/// A matrix of 3 rows and 4 columns with some numbers changed.
fn changed<I: Index>(change: impl FnOnce(&mut Vec<I>, &mut Vec<I>, &mut Vec<f64>)) -> Checked<I> {
    let numbers = |numbers: &[usize]| numbers.iter().map(|number| I::saturating(*number)).collect();
    let (mut pointers, mut indices) = (numbers(&[0, 2, 2, 5]), numbers(&[1, 3, 0, 1, 2]));
    let mut values = vec![1.0, 2.0, 3.0, 4.0, 5.0];
    change(&mut pointers, &mut indices, &mut values);
    Csr::new((3, 4), pointers, indices, values)
}

fn every_rule<I: Index>() {
    let number = I::saturating;
    let refused =
        |change: fn(&mut Vec<I>, &mut Vec<I>, &mut Vec<f64>)| changed::<I>(change).expect_err("a mistake");
    assert!(changed::<I>(|_, _, _| ()).is_ok());
    assert_eq!(
        refused(|p, _, _| {
            p.pop();
        }),
        CsrError::Pointers { found: 3, expected: 4 }
    );
    assert_eq!(refused(|p, _, _| p[0] = I::saturating(1)), CsrError::FirstPointer { found: 1 });
    let falling = CsrError::FallingPointers { row: 1, from: 3, to: 2 };
    assert_eq!(refused(|p, _, _| p[1] = I::saturating(3)), falling);
    assert_eq!(refused(|p, _, _| p[3] = I::saturating(4)), CsrError::LastPointer { found: 4, entries: 5 });
    assert_eq!(
        refused(|_, _, v| {
            v.pop();
        }),
        CsrError::Lengths { indices: 5, values: 4 }
    );
    let beyond = CsrError::Column { entry: 1, column: 4, columns: 4 };
    assert_eq!(refused(|_, i, _| i[1] = I::saturating(4)), beyond);
    let unsorted = CsrError::Unsorted { entry: 4, row: 2, column: 0, before: 1 };
    assert_eq!(refused(|_, i, _| i[4] = I::saturating(0)), unsorted);
    assert_eq!(
        refused(|_, i, _| i[4] = I::saturating(1)),
        CsrError::Duplicate { entry: 4, row: 2, column: 1 }
    );
    // The first column of a row may be less than the last of the row before, or the same.
    assert!(changed::<I>(|_, i, _| i[1] = number(2)).is_ok());
    let limit = I::GREATEST - 1;
    if let Ok(value) = usize::try_from(limit + 1) {
        let pointers = vec![number(0)];
        let refused = Csr::<f32, I>::new((0, value), pointers, vec![], vec![]).expect_err("too many columns");
        assert_eq!(refused, CsrError::TooLarge { what: "columns", value, limit });
    }
    let refused =
        Csr::<f32, I>::from_triplets((usize::MAX, 1), &[], Duplicates::Sum).expect_err("too many rows");
    assert!(matches!(refused, CsrError::TooLarge { what: "rows", value: usize::MAX, .. }), "{refused}");
}

#[test]
fn every_rule_is_broken_once_with_indices_of_32_bits() {
    every_rule::<u32>();
}

#[test]
fn every_rule_is_broken_once_with_indices_of_64_bits() {
    every_rule::<u64>();
}

#[test]
fn messages_name_the_entry() {
    let error = changed::<u32>(|_, i, _| i[3] = 7).expect_err("a mistake");
    assert_eq!(error.to_string(), "entry 3: column 7 is out of range, the matrix has 4");
    let error =
        Csr::<f32>::from_triplets((2, 2), &[(0, 0, 1.0), (2, 0, 1.0)], Duplicates::Sum).expect_err("a row");
    assert_eq!(error.to_string(), "entry 1: row 2 is out of range, the matrix has 2");
    let error = Csr::<f32>::from_dense((2, 3), &[1.0; 5], 3).expect_err("too few");
    assert_eq!(error.to_string(), "5 elements: a dense matrix of that shape needs 6");
}

#[test]
fn duplicates_are_refused_or_summed_in_their_order() {
    // Whether 1 is lost depends on the order.
    let triplets: [Triplet<f32>; 5] = [(1, 1, 1.0), (0, 2, 7.0), (1, 1, 1e9), (1, 0, 2.0), (1, 1, -1e9)];
    let refused = Csr::<f32>::from_triplets((2, 3), &triplets, Duplicates::Refuse).expect_err("twice");
    assert_eq!(refused, CsrError::Duplicate { entry: 2, row: 1, column: 1 });
    let summed = Csr::<f32>::from_triplets((2, 3), &triplets, Duplicates::Sum).expect("a matrix");
    assert_eq!(summed.iter().collect::<Vec<_>>(), [(0, 2, 7.0), (1, 0, 2.0), (1, 1, (1.0 + 1e9) - 1e9)]);
    let lists: (&[u32], &[u32], &[f32]) = (&[0, 1, 5], &[2, 0, 1, 1, 1], &[7.0, 2.0, 1.0, 1e9, -1e9]);
    assert_eq!(Csr::summing((2, 3), lists.0, lists.1, lists.2), Ok(summed));
    let unsorted = Csr::<f32, u32>::summing((1, 3), &[0, 3], &[1, 2, 1], &[0.0; 3]).expect_err("apart");
    assert_eq!(unsorted, CsrError::Unsorted { entry: 2, row: 0, column: 1, before: 2 });
}

#[test]
fn dense_matrices_and_triplets_are_the_same_matrices() {
    let mut random = SplitMix::seeded("sparse_csr", 1);
    for _ in 0..200 {
        let [rows, columns, more] = [(); 3].map(|()| random.below(9) as usize);
        let ld = columns + more;
        let mut element = || match random.below(8) {
            0..5 => 0.0,
            5 => -0.0,
            6 => f64::from(random.below(9) as u32) + 1.0,
            _ => f64::INFINITY,
        };
        let dense: Vec<f64> = (0..rows * ld).map(|_| element()).collect();
        let matrix: Csr<f64> = Csr::from_dense((rows, columns), &dense, ld).expect("a matrix");
        let mut triplets: Vec<_> = matrix.iter().collect();
        assert!(triplets.iter().all(|(row, column, value)| dense[row * ld + column] == *value));
        assert_eq!(
            triplets.len(),
            (0..rows * ld).filter(|at| at % ld < columns && dense[*at] != 0.0).count()
        );
        // In any order.
        for last in (1..triplets.len()).rev() {
            triplets.swap(last, random.below(last as u64 + 1) as usize);
        }
        let again = Csr::from_triplets((rows, columns), &triplets, Duplicates::Refuse).expect("a matrix");
        assert_eq!(again, matrix);
        let transposed = matrix.transposed().expect("a matrix");
        let mut expected: Vec<_> = matrix.iter().map(|(row, column, value)| (column, row, value)).collect();
        expected.sort_by_key(|(row, column, _)| (*row, *column));
        assert_eq!(transposed.iter().collect::<Vec<_>>(), expected);
        assert_eq!(transposed.transposed().expect("a matrix"), matrix);
        let dense = matrix.to_dense().expect("memory");
        assert_eq!(Csr::from_dense((rows, columns), &dense, columns), Ok(matrix));
    }
}

/// Zeros that are entries stay entries, and NaN is no zero.
#[test]
fn entries_are_what_a_list_says() {
    let matrix: Csr<f32> = Csr::from_triplets((1, 3), &[(0, 1, 0.0)], Duplicates::Refuse).expect("a matrix");
    assert_eq!(matrix.entries(), 1);
    let matrix: Csr<f32> = Csr::from_dense((1, 3), &[0.0, f32::NAN, -0.0], 3).expect("a matrix");
    assert_eq!(matrix.indices(), [1]);
    let other = matrix.with_values(&[2.0]).expect("one value");
    assert_eq!(other.iter().collect::<Vec<_>>(), [(0, 1, 2.0)]);
    assert_eq!(matrix.with_values(&[]), Err(CsrError::Lengths { indices: 1, values: 0 }));
    let empty: Csr<f64> = Csr::from_triplets((0, 5), &[], Duplicates::Refuse).expect("a matrix");
    assert_eq!((empty.pointers(), empty.to_dense()), (&[0][..], Ok(vec![])));
    assert_eq!(empty.row(3), 0..0);
}

/// Rows with columns in any order, as SciPy's products have them.
#[test]
fn columns_of_rows_in_any_order_are_sorted() {
    let rows = |indices: Vec<u32>, duplicates| {
        Csr::from_rows((2, 4), vec![0, 3, 5], indices, vec![1.0f64, 2.0, 3.0, 4.0, 5.0], duplicates)
    };
    let sorted = rows(vec![3, 0, 2, 1, 0], Duplicates::Refuse).expect("a matrix");
    assert_eq!(sorted.to_dense().expect("memory"), [2.0, 0.0, 3.0, 1.0, 5.0, 4.0, 0.0, 0.0]);
    assert_eq!(sorted.indices(), [0, 2, 3, 0, 1]);
    let twice = rows(vec![3, 0, 3, 1, 0], Duplicates::Refuse).expect_err("a column twice");
    assert_eq!(twice, CsrError::Duplicate { entry: 2, row: 0, column: 3 });
    let summed = rows(vec![3, 0, 3, 1, 0], Duplicates::Sum).expect("a matrix");
    assert_eq!(summed.to_dense().expect("memory"), [2.0, 0.0, 0.0, 4.0, 5.0, 4.0, 0.0, 0.0]);
    // A column that there is not is found behind one that is out of order.
    let beyond = rows(vec![3, 0, 4, 1, 0], Duplicates::Refuse).expect_err("a column too many");
    assert_eq!(beyond, CsrError::Column { entry: 2, column: 4, columns: 4 });
}
