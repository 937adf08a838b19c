//! The common part of the text forms.
//!
//! The searches of `str` for one character or for a string have bounds checks that the compiler
//! cannot prove away; the search for one of several characters has none. That is why parsers write
//! `split([','])`, and why [`before`] compares place by place.
//!
//! Tests: `tests/tests/fuzz_corpus.rs`.

/// The lines of `text`, without their ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['\n']).map(|line| line.trim_end_matches(['\n', '\r']))
}

/// The part of `text` before the first `mark`, or all of it.
pub(crate) fn before<'t>(text: &'t str, mark: &str) -> &'t str {
    let is_mark = |at: &usize| text.get(*at..).is_some_and(|rest| rest.starts_with(mark));
    (0..text.len()).find(is_mark).and_then(|at| text.get(..at)).unwrap_or(text)
}
