//! Files that are read: arrays in numpy's formats.

use std::io::Cursor;
use std::path::Path;
use tensmith::{Array, ArrayLayout};
use tensmith_npy::{Extents, Loaded, MOST_EXPANSION, Number, read_archive, read_stream};

/// Bytes are the file of an array or an archive of such, or are refused. A file has the bytes of its array at
/// its end, an archive becomes as much longer as compression can achieve at most, and what is written of
/// an array reads back.
///
/// # Panics
/// Where this does not hold.
pub fn npy(data: &[u8]) {
    match read_stream(data) {
        Ok(Loaded::BF16(array)) => is_in(&array, data),
        Ok(Loaded::F16(array)) => is_in(&array, data),
        Ok(Loaded::F32(array)) => is_in(&array, data),
        Ok(Loaded::F64(array)) => is_in(&array, data),
        Ok(Loaded::I8(array)) => is_in(&array, data),
        Ok(Loaded::U8(array)) => is_in(&array, data),
        Ok(Loaded::I16(array)) => is_in(&array, data),
        Ok(Loaded::I32(array)) => is_in(&array, data),
        Ok(Loaded::C64(array)) => is_in(&array, data),
        Ok(Loaded::C128(array)) => is_in(&array, data),
        Err(_) => {}
    }
    let mut bytes = 0;
    for array in read_archive(Cursor::new(data), data.len() as u64).unwrap_or_default() {
        bytes += match array {
            Loaded::BF16(array) => reads_back(&array).len(),
            Loaded::F16(array) => reads_back(&array).len(),
            Loaded::F32(array) => reads_back(&array).len(),
            Loaded::F64(array) => reads_back(&array).len(),
            Loaded::I8(array) => reads_back(&array).len(),
            Loaded::U8(array) => reads_back(&array).len(),
            Loaded::I16(array) => reads_back(&array).len(),
            Loaded::I32(array) => reads_back(&array).len(),
            Loaded::C64(array) => reads_back(&array).len(),
            Loaded::C128(array) => reads_back(&array).len(),
        };
    }
    assert!(bytes as u64 <= data.len() as u64 * MOST_EXPANSION, "{bytes} bytes");
}

/// An array that was read from a file of bytes.
fn is_in<T: Number>(array: &Array<T>, data: &[u8]) {
    let elements = reads_back(array);
    let is_c_order = ArrayLayout::c_order(array.layout().shape()).as_ref() == Ok(array.layout());
    assert!(!is_c_order || data.ends_with(&elements), "{:?}", array.layout());
}

/// The elements of an array, as bytes of a file that was written and read again.
fn reads_back<T: Number>(array: &Array<T>) -> Vec<u8> {
    let shape = array.layout().shape();
    let extents = Extents::new(Path::new("again"), shape).expect("as many as were read");
    let written = |array: &Array<T>| {
        let (array, mut file) = (Array::copy_of(&array.view()).expect("memory"), Vec::new());
        tensmith_npy::write(&mut file, array.data(), &extents).expect("as many elements as there are");
        file
    };
    let file = written(array);
    let again = T::of(read_stream(file.as_slice()).expect("a file")).expect("the same type");
    assert_eq!(again.layout().shape(), shape);
    assert_eq!(written(&again), file);
    file[file.len() - size_of_val(array.data())..].to_vec()
}
