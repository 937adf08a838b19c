//! An expression as it is written, before there are operands.
//!
//! An input is a [`Term`]: labels, one for each extent, and at most one ellipsis, which
//! stands for the extents that have no label. The output is one, too. Code that reads
//! expressions feeds a `Builder`, which knows the rules but not the notation: it says
//! which one a subscript breaks, and its caller where that is.
//!
//! Cost: time n·log n for n subscripts.
//!
//! Tests: `tests/tests/einsum_resolve.rs`.

use crate::fallible::{Few, OutOfMemory, TryVec, sorted_few, try_few};
use core::fmt;

/// The name of an index: a character with which [`is_label`] agrees.
pub type Label = char;

/// Whether a character names an index: each does that has no meaning in an expression or in a
/// [`tree`](super::tree), but control characters and, up to U+00FF, white space. Beyond, the symbols of
/// opt_einsum have all code points in order.
///
/// ```
/// use tensmith_core::einsum::is_label;
///
/// assert!(['m', 'Ω', '×', '7', '_', '\u{2003}'].into_iter().all(is_label));
/// let others = [' ', '\t', '\u{a0}', ',', '.', '-', '>', '(', ')', '[', ']'];
/// assert!(!others.into_iter().any(is_label));
/// ```
#[must_use]
pub fn is_label(character: char) -> bool {
    match character {
        ',' | '.' | '-' | '>' | '(' | ')' | '[' | ']' => false,
        '\0'..='\u{ff}' => !character.is_control() && !character.is_whitespace(),
        _ => true,
    }
}

/// Whose rules hold, where libraries differ.
///
/// | what | [`Numpy`](Self::Numpy) | [`Lenient`](Self::Lenient), as in opt_einsum |
/// |---|---|---|
/// | numbers of indices in [`interleaved`](super::interleaved()) | below 52 | below 21,044 |
/// | an output without the ellipsis that inputs have | only where it stands for nothing | sums over it |
///
/// Both take any [label](is_label), where numpy stops at the letters of ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The rules of numpy, and nothing else.
    #[default]
    Numpy,
    /// Those of opt_einsum, too.
    Lenient,
}

/// The subscripts of one operand: labels and at most one ellipsis.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Term {
    labels: Few<Label, 8>,
    /// Number of labels before the ellipsis.
    ellipsis: Option<usize>,
}

/// A contraction over named indices. One that exists is valid: each label of the output occurs in
/// an input, and only once in the output; there is at least one input.
#[derive(Debug, PartialEq, Eq)]
pub struct Expression {
    inputs: Few<Term, 2>,
    output: Term,
}

/// The rule that a subscript breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubscriptError {
    /// A second ellipsis.
    #[error("a term must have only one ellipsis")]
    SecondEllipsis,
    /// An output label that no input has.
    #[error("what is in the output must occur in an input")]
    UnknownOutput,
    /// A label that occurs twice in the output.
    #[error("must occur only once in the output")]
    RepeatedOutput,
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(SubscriptError);

impl Term {
    /// The labels, without the ellipsis.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Number of labels before the ellipsis; none where there is no ellipsis.
    #[must_use]
    pub fn ellipsis(&self) -> Option<usize> {
        self.ellipsis
    }

    /// The labels before the ellipsis, and those after; all are before one that is not there.
    #[must_use]
    pub fn around_ellipsis(&self) -> (&[Label], &[Label]) {
        let place = self.ellipsis.unwrap_or(self.labels.len());
        self.labels.split_at_checked(place).unwrap_or((&self.labels, &[]))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.around_ellipsis();
        before.iter().try_for_each(|label| write!(f, "{label}"))?;
        if self.ellipsis.is_some() {
            f.write_str("...")?;
        }
        after.iter().try_for_each(|label| write!(f, "{label}"))
    }
}

impl Expression {
    /// Returns the term of each input.
    #[must_use]
    pub fn inputs(&self) -> &[Term] {
        &self.inputs
    }

    /// Returns the term of the output.
    #[must_use]
    pub fn output(&self) -> &Term {
        &self.output
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, term) in self.inputs.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { "," })?;
            term.fmt(f)?;
        }
        write!(f, "->{}", self.output)
    }
}

/// An expression that is being read, subscript by subscript.
#[derive(Default)]
pub(super) struct Builder {
    inputs: Few<Term, 2>,
    /// The term that is being read.
    term: Term,
    /// Whether that is the output's.
    is_in_output: bool,
    /// The labels of all inputs in order, once the output has begun, each with whether the output has it.
    known: Few<(Label, bool), 8>,
}

impl Builder {
    /// Whether the output has begun.
    pub(super) fn is_in_output(&self) -> bool {
        self.is_in_output
    }

    pub(super) fn label(&mut self, label: Label) -> Result<(), SubscriptError> {
        if self.is_in_output {
            self.use_in_output(label)?;
        }
        Ok(self.term.labels.try_push(label)?)
    }

    /// Notes that the output has a label, which an input must have.
    fn use_in_output(&mut self, label: Label) -> Result<(), SubscriptError> {
        // Of several, the first one.
        let nth = self.known.partition_point(|(known, _)| *known < label);
        match self.known.get_mut(nth) {
            Some((known, true)) if *known == label => Err(SubscriptError::RepeatedOutput),
            Some((known, is_used)) if *known == label => {
                *is_used = true;
                Ok(())
            }
            _ => Err(SubscriptError::UnknownOutput),
        }
    }

    pub(super) fn ellipsis(&mut self) -> Result<(), SubscriptError> {
        if self.term.ellipsis.is_some() {
            return Err(SubscriptError::SecondEllipsis);
        }
        self.term.ellipsis = Some(self.term.labels.len());
        Ok(())
    }

    /// Ends an input; another one begins.
    pub(super) fn next_input(&mut self) -> Result<(), OutOfMemory> {
        self.inputs.try_push(core::mem::take(&mut self.term))
    }

    /// Ends the last input; the output begins.
    pub(super) fn begin_output(&mut self) -> Result<(), OutOfMemory> {
        self.is_in_output = true;
        self.next_input()?;
        let labels = self.inputs.iter().flat_map(Term::labels);
        self.known = sorted_few(try_few(labels.map(|label| (*label, false)))?)?;
        Ok(())
    }

    /// The expression, with an implicit output if there is none.
    pub(super) fn finish(mut self) -> Result<Expression, OutOfMemory> {
        if !self.is_in_output {
            self.next_input()?;
            self.term = implicit_output(&self.inputs)?;
        }
        Ok(Expression { inputs: self.inputs, output: self.term })
    }
}

/// As numpy's: the ellipsis, if an input has one, then the labels that occur once in all, in their own order.
fn implicit_output(inputs: &[Term]) -> Result<Term, OutOfMemory> {
    let all: Few<_, 16> = sorted_few(try_few(inputs.iter().flat_map(Term::labels).copied())?)?;
    let label_at = |nth: Option<usize>| nth.and_then(|nth| all.get(nth)).copied();
    let is_once = |(nth, label): &(usize, Label)| {
        let neighbours = [nth.checked_sub(1), nth.checked_add(1)].map(label_at);
        !neighbours.contains(&Some(*label))
    };
    let once = all.iter().copied().enumerate().filter(is_once).map(|(_, label)| label);
    let has_ellipsis = inputs.iter().any(|term| term.ellipsis.is_some());
    Ok(Term { labels: try_few(once)?, ellipsis: has_ellipsis.then_some(0) })
}
