//! Files that are read: sparse matrices in Matrix Market's format, and as SciPy writes them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Cursor;
use tensmith_matrices::{EXTENT_OF_NO_ENTRY, Value, from_members, read_mtx};
use tensmith_npy::{MOST_EXPANSION, read_archive_members};
use tensmith_sparse::{Csr, Duplicates, Index};

/// Bytes are the text of a sparse matrix or the archive of one, or are refused. What is read is what the text
/// says, takes no more memory than the bytes can stand for, and reads back when written.
///
/// # Panics
/// Where this does not hold.
pub fn mtx(data: &[u8]) {
    if let Ok(matrix) = read_mtx::<f64, u32>(data, Duplicates::Refuse) {
        holds(&matrix, data);
        let text = String::from_utf8_lossy(data);
        assert_eq!(elements(&matrix), stated(&text), "{text}");
        // Without duplicates, there is nothing to sum.
        let summed = read_mtx::<f64, u32>(data, Duplicates::Sum).expect("the same matrix");
        assert_eq!(elements(&summed), elements(&matrix), "{text}");
        let exchanged = matrix.transposed().expect("memory for as many columns as a text may have");
        let exchanged = exchanged.iter().map(|(column, row, value)| ((row, column), bits(value)));
        assert_eq!(exchanged.collect::<Elements>(), elements(&matrix), "{text}");
    }
    if let Ok(matrix) = read_mtx::<f32, u64>(data, Duplicates::Sum) {
        holds(&matrix, data);
    }
    let members = || read_archive_members(Cursor::new(data), data.len() as u64).ok();
    if let Some(Ok(matrix)) = members().map(|members| from_members::<f64, u32>(members, Duplicates::Refuse)) {
        holds(&matrix, data);
    }
    if let Some(Ok(matrix)) = members().map(|members| from_members::<f32, u64>(members, Duplicates::Sum)) {
        holds(&matrix, data);
    }
}

/// A place with the bits of its value; those of one NaN for all.
type Elements = BTreeMap<(usize, usize), u64>;

fn bits(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }
}

fn elements<T: Value, I: Index>(matrix: &Csr<T, I>) -> Elements {
    matrix.iter().map(|(row, column, value)| ((row, column), bits(value.to_f64()))).collect()
}

/// What the text of a matrix says that is read: lines that are not empty, after the sizes, with those that
/// follow from symmetry.
fn stated(text: &str) -> Elements {
    let mut lines = text.lines();
    let header = lines.next().expect("a header").to_ascii_lowercase();
    let filled = lines.map(str::trim).filter(|line| !line.is_empty());
    let (mut elements, is_pattern) = (Elements::new(), header.contains("pattern"));
    for line in filled.skip_while(|line| line.starts_with('%')).skip(1) {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a word");
        let [row, column] = [word(), word()].map(|word| word.parse::<usize>().expect("an index") - 1);
        let value: f64 = if is_pattern { 1.0 } else { word().parse().expect("a value") };
        elements.insert((row, column), bits(value));
        if row != column && !header.contains("general") {
            let across = if header.contains("skew") { -value } else { value };
            elements.insert((column, row), bits(across));
        }
    }
    elements
}

/// A matrix that was read takes no more memory than its bytes can stand for, and reads back when written.
fn holds<T: Value, I: Index>(matrix: &Csr<T, I>, data: &[u8]) {
    let bytes = size_of_val(matrix.pointers()) + size_of_val(matrix.indices()) + size_of_val(matrix.values());
    let most = EXTENT_OF_NO_ENTRY * size_of::<I>() + data.len() * MOST_EXPANSION as usize;
    assert!(bytes <= most, "{bytes} bytes");
    let (rows, columns) = matrix.shape();
    // An archive has all pointers of its rows, and entries at one place become one: a text of as many entries
    // may not have as many rows and columns.
    if rows.max(columns) > EXTENT_OF_NO_ENTRY {
        return;
    }
    let mut text =
        format!("%%MatrixMarket matrix coordinate real general\n{rows} {columns} {}\n", matrix.entries());
    for (row, column, value) in matrix.iter() {
        writeln!(text, "{} {} {:?}", row + 1, column + 1, value.to_f64()).expect("a text");
    }
    let again = read_mtx::<T, I>(text.as_bytes(), Duplicates::Refuse);
    let again = again.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((again.shape(), again.pointers()), (matrix.shape(), matrix.pointers()), "{text}");
    assert_eq!(elements(&again), elements(matrix), "{text}");
}
