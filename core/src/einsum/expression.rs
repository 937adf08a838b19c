//! What an expression says before there are operands.
//!
//! An input is a [`Term`]: labels, one for each extent, and at most one ellipsis, which
//! stands for the extents that have no label. The output is one, too. Whoever reads
//! expressions feeds a `Builder`, which knows the rules but not the notation: it says
//! which one a subscript breaks, and its caller where that is.
//!
//! Cost: time n·log n in the number of subscripts, with one sort.

use crate::fallible::{OutOfMemory, TryVec, sorted, try_collect};
use alloc::vec::Vec;
use core::fmt;

/// The name of an index: a letter.
pub type Label = char;

/// Whose rules hold, where libraries differ.
///
/// | what | [`Numpy`](Self::Numpy) | [`Lenient`](Self::Lenient), as in opt_einsum |
/// |---|---|---|
/// | numbers of indices in [`interleaved`](super::interleaved()) | below 52 | below 21,044 |
/// | an output without the ellipsis that inputs have | only where it stands for nothing | sums over it |
///
/// Both take any Unicode letter for a label, where numpy stops at ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// What numpy accepts, and nothing else.
    #[default]
    Numpy,
    /// What opt_einsum accepts, too.
    Lenient,
}

/// The subscripts of one operand: labels and at most one ellipsis.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Term {
    labels: Vec<Label>,
    /// Number of labels before the ellipsis.
    ellipsis: Option<usize>,
}

/// A contraction over named indices. One that exists is valid: each label of the output occurs in
/// an input, and only once in the output; there is at least one input.
#[derive(Debug, PartialEq, Eq)]
pub struct Expression {
    inputs: Vec<Term>,
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
    /// What each input has.
    #[must_use]
    pub fn inputs(&self) -> &[Term] {
        &self.inputs
    }

    /// What the output has.
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
    inputs: Vec<Term>,
    /// The term that is being read: an input's, or the output's if there is a census.
    term: Term,
    census: Option<Census>,
}

impl Builder {
    /// Whether the output has begun.
    pub(super) fn is_in_output(&self) -> bool {
        self.census.is_some()
    }

    pub(super) fn label(&mut self, label: Label) -> Result<(), SubscriptError> {
        if let Some(census) = &mut self.census {
            census.put_out(label)?;
        }
        Ok(self.term.labels.try_push(label)?)
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
        self.next_input()?;
        self.census = Some(Census::of(&self.inputs)?);
        Ok(())
    }

    /// The expression, with an implicit output if there is none.
    pub(super) fn finish(mut self) -> Result<Expression, OutOfMemory> {
        if self.census.is_none() {
            self.begin_output()?;
            if let Some(census) = &self.census {
                self.term = census.implicit_output(&self.inputs)?;
            }
        }
        Ok(Expression { inputs: self.inputs, output: self.term })
    }
}

/// How often each label occurs, in order of the labels.
struct Census(Vec<Count>);

struct Count {
    label: Label,
    in_inputs: usize,
    in_output: bool,
}

impl Census {
    fn of(inputs: &[Term]) -> Result<Self, OutOfMemory> {
        let labels = sorted(try_collect(inputs.iter().flat_map(Term::labels).copied())?);
        let mut counts: Vec<Count> = Vec::new();
        for label in labels {
            match counts.last_mut() {
                Some(count) if count.label == label => count.in_inputs = count.in_inputs.saturating_add(1),
                _ => counts.try_push(Count { label, in_inputs: 1, in_output: false })?,
            }
        }
        Ok(Self(counts))
    }

    fn put_out(&mut self, label: Label) -> Result<(), SubscriptError> {
        let place = self.0.binary_search_by_key(&label, |count| count.label).ok();
        let count = place.and_then(|place| self.0.get_mut(place)).ok_or(SubscriptError::UnknownOutput)?;
        if core::mem::replace(&mut count.in_output, true) {
            return Err(SubscriptError::RepeatedOutput);
        }
        Ok(())
    }

    /// As numpy's: the ellipsis, if an input has one, then the labels that occur once in all, in
    /// their own order.
    fn implicit_output(&self, inputs: &[Term]) -> Result<Term, OutOfMemory> {
        let once = self.0.iter().filter(|count| count.in_inputs == 1);
        let has_ellipsis = inputs.iter().any(|term| term.ellipsis.is_some());
        Ok(Term { labels: try_collect(once.map(|count| count.label))?, ellipsis: has_ellipsis.then_some(0) })
    }
}
