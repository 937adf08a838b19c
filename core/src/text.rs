//! What the text forms share.

/// The part of `text` before the first `mark`, or all of it.
pub(crate) fn before<'t>(text: &'t str, mark: &str) -> &'t str {
    let is_mark = |at: &usize| text.get(*at..).is_some_and(|rest| rest.starts_with(mark));
    (0..text.len()).find(is_mark).and_then(|at| text.get(..at)).unwrap_or(text)
}
