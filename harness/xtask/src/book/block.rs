//! Blocks of code in a page of the book.
//!
//! The words behind the three backticks are the language and attributes. One with a dot is the name of a
//! file: the commands behind the block find it in their folder.

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block<'p> {
    /// The words behind the backticks.
    words: &'p str,
    /// Its lines, each with its end.
    pub(crate) text: &'p str,
    /// The line of the page in which it begins, from 1.
    pub(crate) line: usize,
}

impl<'p> Block<'p> {
    /// The blocks of a page, in order.
    pub(crate) fn all(page: &'p str) -> Vec<Self> {
        let mut blocks = Vec::new();
        let mut open: Option<(&str, usize, usize)> = None;
        let mut at = 0;
        for (number, line) in (1..).zip(page.split_inclusive('\n')) {
            let end = at + line.len();
            match (open, line.trim_end().strip_prefix("```")) {
                (None, Some(words)) => open = Some((words, number, end)),
                (Some((words, number, start)), Some("")) => {
                    blocks.push(Self { words, text: &page[start..at], line: number });
                    open = None;
                }
                _ => {}
            }
            at = end;
        }
        blocks
    }

    /// The language.
    pub(crate) fn language(&self) -> &'p str {
        self.attributes().next().unwrap_or_default()
    }

    /// The name of the file that it is.
    pub(crate) fn file(&self) -> Option<&'p str> {
        self.attributes().find(|word| word.contains('.'))
    }

    /// Why nothing tries the block, if nothing does.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        match (self.language(), self.file()) {
            // The tests of the package `tensmith-book` are these.
            ("rust", None) if self.attributes().any(|word| word == "ignore") => {
                Some("Rust that is ignored has to be a file that a command compiles")
            }
            ("rust", None) | ("console" | "text", None) | (_, Some(_)) => None,
            ("", None) => Some("has no language: `text` is what nothing reads"),
            (_, None) => Some("has to be a file that a command reads: name one"),
        }
    }

    fn attributes(&self) -> impl Iterator<Item = &'p str> {
        self.words.split([' ', ',']).filter(|word| !word.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# A\n\n```console\n$ a\n```\n\nb\n\n```rust,ignore main.rs\nfn main() {}\n```\n";

    #[test]
    fn blocks_are_found_with_their_lines() {
        let blocks = Block::all(PAGE);
        let parts: Vec<_> =
            blocks.iter().map(|block| (block.language(), block.file(), block.text, block.line)).collect();
        let expected = [("console", None, "$ a\n", 3), ("rust", Some("main.rs"), "fn main() {}\n", 9)];
        assert_eq!(parts, expected);
    }

    #[test]
    fn blocks_that_nothing_tries_are_found() {
        let is_fault = |words| Block { words, text: "", line: 1 }.fault().is_some();
        for tried in ["console", "text", "rust", "rust,no_run", "c a.c", "rust,ignore a.rs"] {
            assert!(!is_fault(tried), "{tried}");
        }
        for not in ["", "c", "sh", "rust,ignore"] {
            assert!(is_fault(not), "{not}");
        }
    }
}
