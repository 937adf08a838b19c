//! A mistake in assembly text: the word, its line, and what is nearest to it.
//!
//! Tests: below, `harness/cli/tests/program/asm.rs`.

use crate::isa;
use crate::set::Set;
use std::fmt;
use tensmith_core::isa::{AssembleError, aarch64, x86_64};

/// An error of the assembler with what it means in the text.
#[derive(Debug)]
pub(crate) struct Mistake<'t> {
    pub(crate) error: AssembleError,
    pub(crate) set: Set,
    pub(crate) text: &'t str,
}

impl fmt::Display for Mistake<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)?;
        let AssembleError::Syntax { line, column, .. } = self.error else { return Ok(()) };
        let line = self.text.lines().nth(line - 1).unwrap_or_default();
        match word(line, column - 1) {
            Some(word) => write!(f, ": `{word}` in `{}`", line.trim())?,
            None => write!(f, ", in `{}`", line.trim())?,
        }
        if let Some(form) = form(self.set, line) {
            return write!(f, "; the nearest form is `{form}`");
        }
        let name = word(line, column - 1).filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
        match name.and_then(|name| nearest(name, names(self.set))) {
            Some(known) => write!(f, "; the nearest name is `{known}`"),
            None => Ok(()),
        }
    }
}

/// The form that is nearest to the first statement of a line which is no instruction, if its name is right.
fn form(set: Set, line: &str) -> Option<String> {
    match set {
        Set::AArch64 => aarch64::assemble::nearest(line).map(str::to_owned),
        Set::X86_64 => x86_64::assemble::nearest(line).map(isa::x86_64::form),
    }
}

/// The names of all instructions.
fn names(set: Set) -> Box<dyn Iterator<Item = String>> {
    match set {
        Set::AArch64 => Box::new(aarch64::table::rows().map(|row| row.mnemonic().to_owned())),
        Set::X86_64 => Box::new(x86_64::table::rows().flat_map(isa::x86_64::names)),
    }
}

/// The word at a position of a line, or the operand, if that is an address.
fn word(line: &str, at: usize) -> Option<&str> {
    let rest = line.get(at..)?;
    let end = |of: &str, ends: &[char]| of.find(ends).unwrap_or(of.len());
    let mut size = end(rest, &[' ', '\t', ',', ';', '[', ']', '{', '}']);
    let behind = rest[size..].trim_start();
    let is_address = behind.starts_with('[') || behind.to_ascii_lowercase().starts_with("ptr ");
    if is_address {
        size = rest.find(']').map_or(size, |at| at + 1);
    }
    Some(&rest[..size]).filter(|word| !word.is_empty())
}

/// The name that is nearest to another one, of those in which few letters differ.
fn nearest(name: &str, known: impl Iterator<Item = String>) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let few = (name.len() / 3).min(2);
    let near = known.map(|known| (distance(&name, &known), known)).filter(|(distance, _)| *distance <= few);
    near.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

/// How many letters are to be put in, left out, replaced, or exchanged with their neighbours, to make
/// one name of another.
fn distance(from: &str, to: &str) -> usize {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let mut rows = vec![(0..=to.len()).collect::<Vec<_>>()];
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let above = &rows[i];
            let mut least = (above[j] + usize::from(a != b)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && (*a, from[i - 1]) == (to[j - 1], *b) {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_counted_in_letters() {
        for (from, to, expected) in
            [("", "", 0), ("", "ab", 2), ("fmla", "fmal", 1), ("vadps", "vaddps", 1), ("abc", "xyz", 3)]
        {
            assert_eq!((distance(from, to), distance(to, from)), (expected, expected), "{from} {to}");
        }
    }

    #[test]
    fn words_are_operands_where_these_are_addresses() {
        let line = "add rax, qword ptr [rbx + rsp*2], 5";
        let words = [0, 4, 9, 34, 35].map(|at| word(line, at));
        let expected = [Some("add"), Some("rax"), Some("qword ptr [rbx + rsp*2]"), Some("5"), None];
        assert_eq!(words, expected);
        assert_eq!(word("mov rax, [rbx]", 9), Some("[rbx]"));
    }
}
