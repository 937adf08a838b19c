//! Names that files, functions and symbols may have.
//!
//! Tests: below, `tests/tests/export_object.rs`.

use crate::error::ExportError;
use std::collections::HashSet;

/// The words that C11, C++17 and Rust keep for themselves, and names that generated code uses.
const TAKEN: &str = "\
    Self abstract alignas alignof and and_eq as asm async auto await become bitand bitor bool box break case catch \
    char char16_t char32_t class compl const const_cast constexpr continue core crate decltype default delete do \
    double dyn dynamic_cast else enum explicit export extern f32 f64 false final float fn for friend gen goto if \
    impl in inline int int64_t isize let long loop macro main match mod move mut mutable namespace new noexcept not \
    not_eq nullptr operator or or_eq override priv private protected ptrdiff_t pub ref register reinterpret_cast \
    restrict return scratch self short signed size_t sizeof static static_assert static_cast std struct super switch \
    template this thread_local throw trait true try type typedef typeid typename typeof uint64_t union unsafe \
    unsigned unsized use using usize virtual void volatile wchar_t where while xor xor_eq yield";

/// The most letters of a name.
const MOST: usize = 64;

/// The name, if it is an identifier of C and of Rust.
pub(crate) fn identifier(name: &str) -> Result<&str, ExportError> {
    let refuse = |rule| Err(ExportError::Name { name: name.to_owned(), rule });
    let is_letter = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.bytes().all(is_letter) {
        return refuse("must be an identifier of C: letters, digits and `_`, with a letter first");
    }
    if name.len() > MOST {
        return refuse("must be at most 64 letters long");
    }
    if TAKEN.split(' ').any(|taken| taken == name) {
        return refuse("is a word of C, C++, Rust or of exported code: must be another one");
    }
    Ok(name)
}

/// Names that are taken.
#[derive(Debug, Default)]
pub(crate) struct Names(HashSet<String>);

impl Names {
    /// Takes a name, whose constants are written in capitals.
    pub(crate) fn take(&mut self, name: &str) -> Result<(), ExportError> {
        if self.0.insert(name.to_ascii_uppercase()) {
            Ok(())
        } else {
            Err(ExportError::Taken { name: name.to_owned() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_those_of_c_and_rust() {
        for name in ["a", "fused", "Layer_2", "x9"] {
            assert_eq!(identifier(name).unwrap(), name);
        }
        let long = "a".repeat(65);
        for name in ["", "_", "_a", "9a", "a-b", "a.b", "ä", "a b", "while", "fn", "class", "scratch", &long]
        {
            assert!(matches!(identifier(name), Err(ExportError::Name { .. })), "{name}");
        }
    }

    #[test]
    fn names_that_differ_in_capitals_are_the_same() {
        let mut names = Names::default();
        names.take("fused").unwrap();
        assert!(matches!(names.take("FUSED"), Err(ExportError::Taken { .. })));
        names.take("fused2").unwrap();
    }
}
