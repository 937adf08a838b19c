//! Lines that begin with a key, one after the other.

use super::error::PlanTextError;
use std::str::FromStr;

/// The rest of a text.
#[derive(Debug)]
pub(super) struct Lines<'t> {
    rest: &'t str,
    /// The number of its first line, from 1.
    number: usize,
}

/// A line that says something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Its first word.
    pub(super) key: &'t str,
    /// The text after that.
    values: &'t str,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text, number: 1 }
    }

    /// The next line that says something, without taking it, and the text after it.
    fn peek(&self) -> Option<(Line<'t>, &'t str)> {
        let (mut rest, mut number) = (self.rest, self.number);
        while !rest.is_empty() {
            let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
            let said = trimmed(without_comment(line));
            if !said.is_empty() {
                let (key, values) = said.split_once(is_space).unwrap_or((said, ""));
                return Some((Line { number, key, values }, behind));
            }
            (rest, number) = (behind, number + 1);
        }
        None
    }

    /// The next line, if it begins with a key.
    pub(super) fn take_if(&mut self, key: &str) -> Option<Line<'t>> {
        let (line, behind) = self.peek().filter(|(line, _)| line.key == key)?;
        (self.rest, self.number) = (behind, line.number + 1);
        Some(line)
    }

    /// The next line, which must begin with a key.
    pub(super) fn take(&mut self, key: &'static str) -> Result<Line<'t>, PlanTextError> {
        self.take_if(key).ok_or_else(|| self.unexpected(key))
    }

    /// The next line, which must begin with one of two keys.
    pub(super) fn one_of(&mut self, [one, other]: [&'static str; 2]) -> Result<Line<'t>, PlanTextError> {
        self.take_if(one).or_else(|| self.take_if(other)).ok_or_else(|| self.unexpected(one))
    }

    /// All that was not taken, and the number of its first line.
    pub(super) fn rest(self) -> (usize, &'t str) {
        (self.number, self.rest)
    }

    fn unexpected(&self, expected: &'static str) -> PlanTextError {
        let line = self.peek().map_or(self.number, |(line, _)| line.number);
        PlanTextError::Word { line, word: 1, expected }
    }
}

/// Whether a character separates words. Some white space of Unicode is a label.
fn is_space(character: char) -> bool {
    character.is_ascii_whitespace()
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// A line without the comment at its end. In an expression `#` may be a label, so that a comment's has
/// white space around it.
fn without_comment(line: &str) -> &str {
    let is_expression = line.split_whitespace().next() == Some("expression");
    let is_end = |character: Option<char>| character.is_none_or(is_space);
    let begins = |(at, _): &(usize, &str)| {
        let (before, behind) = (&line[..*at], &line[at + 1..]);
        !is_expression || is_end(before.chars().next_back()) && is_end(behind.chars().next())
    };
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

impl<'t> Line<'t> {
    /// The words after the key: this many, under this name.
    pub(super) fn words<const N: usize>(
        &self,
        names: [&'static str; N],
    ) -> Result<[&'t str; N], PlanTextError> {
        let mut words = self.values.split_whitespace();
        let mut found = [""; N];
        for (nth, (place, name)) in found.iter_mut().zip(names).enumerate() {
            *place = words.next().ok_or_else(|| self.error(nth + 2, name))?;
        }
        match words.next() {
            None => Ok(found),
            Some(_) => Err(self.error(N + 2, "the end of the line")),
        }
    }

    /// The only word after the key.
    pub(super) fn value<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, PlanTextError> {
        let [word] = self.words([name])?;
        read(word).ok_or_else(|| self.error(2, name))
    }

    /// All that is after the key.
    pub(super) fn text(&self, name: &'static str) -> Result<&'t str, PlanTextError> {
        let text = trimmed(self.values);
        if text.is_empty() { Err(self.error(2, name)) } else { Ok(text) }
    }

    /// The numbers after the key.
    pub(super) fn numbers(&self) -> Result<Vec<usize>, PlanTextError> {
        self.value("numbers", numbers)
    }

    pub(super) fn error(&self, word: usize, expected: &'static str) -> PlanTextError {
        PlanTextError::Word { line: self.number, word, expected }
    }

    pub(super) fn contradiction(&self, rule: &'static str) -> PlanTextError {
        PlanTextError::Contradiction { line: self.number, rule }
    }
}

/// Numbers with commas between them; a dash is none.
pub(super) fn numbers<T: FromStr>(word: &str) -> Option<Vec<T>> {
    if word == "-" { Some(Vec::new()) } else { word.split(',').map(|number| number.parse().ok()).collect() }
}
