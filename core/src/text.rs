//! The common part of the text forms, and numbers of things in messages.
//!
//! The searches of `str` for one character or for a string have bounds checks that the compiler
//! cannot prove away; the search for one of several characters has none. That is why parsers write
//! `split([','])`, and why `before` compares place by place.
//!
//! Tests: below, `tests/tests/fuzz_corpus.rs`.

use core::fmt;

/// A number of things, as text: `1 label`, `2 labels`, `3 indices`.
#[derive(Clone, Copy, Debug)]
pub struct Count<N>(
    /// Their number.
    pub N,
    /// What one of them is called.
    pub &'static str,
);

/// The same as a sentence begins: `there is 1 label`, `there are 2 labels`.
#[derive(Clone, Copy, Debug)]
pub struct There<N>(Count<N>);

impl<N: PartialEq + From<u8>> Count<N> {
    /// The number with its verb before it.
    pub const fn there(self) -> There<N>
    where
        N: Copy,
    {
        There(self)
    }

    fn is_one(&self) -> bool {
        self.0 == N::from(1)
    }
}

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Count<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, one) = self;
        // The words that there are: indices, entries, and arrays as all others.
        let (stem, end) = match (one.strip_suffix("ex"), one.strip_suffix("ry")) {
            _ if self.is_one() => (*one, ""),
            (Some(stem), _) => (stem, "ices"),
            (_, Some(stem)) => (stem, "ries"),
            _ => (*one, "s"),
        };
        write!(f, "{number} {stem}{end}")
    }
}

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for There<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there {} {}", if self.0.is_one() { "is" } else { "are" }, self.0)
    }
}

/// The lines of `text`, without their ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['\n']).map(|line| line.trim_end_matches(['\n', '\r']))
}

/// The part of `text` before the first `mark`, or all of it.
pub(crate) fn before<'t>(text: &'t str, mark: &str) -> &'t str {
    let is_mark = |at: &usize| text.get(*at..).is_some_and(|rest| rest.starts_with(mark));
    (0..text.len()).find(is_mark).and_then(|at| text.get(..at)).unwrap_or(text)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::Count;
    use crate::fallible::try_format;

    #[test]
    fn one_thing_has_no_plural() {
        let text = |number: usize, noun| try_format(format_args!("{}", Count(number, noun))).unwrap();
        for (noun, [none, one, two]) in [
            ("label", ["0 labels", "1 label", "2 labels"]),
            ("index", ["0 indices", "1 index", "2 indices"]),
            ("entry", ["0 entries", "1 entry", "2 entries"]),
            ("array", ["0 arrays", "1 array", "2 arrays"]),
        ] {
            assert_eq!([text(0, noun), text(1, noun), text(2, noun)], [none, one, two]);
        }
        let there = |number: u64| try_format(format_args!("{}", Count(number, "input").there())).unwrap();
        assert_eq!([there(0), there(1)], ["there are 0 inputs", "there is 1 input"]);
    }
}
