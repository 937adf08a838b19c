//! The labels of an array that a link of a chain takes: the index of the output that each of
//! its extents belongs to.
//!
//! They are written as in the contraction: characters of an expression, maybe with `...` for what it stands
//! for in the output, or numbers of a tree with commas between them.
//!
//! Tests: `tests/tests/einsum_lower_finish.rs`.

use super::LowerError;
use crate::einsum::expression::is_label;
use crate::einsum::resolve::Name;
use crate::fallible::{Few, TryVec};
use crate::tensor::ArrayLayout;

/// An array that a link takes, along some axes of the output.
#[derive(Clone, Copy, Debug)]
pub struct LinkOperand<'a> {
    /// The axis of the output that each of its extents is of, as [`output_axes`] reads them.
    pub axes: &'a [usize],
    /// The array.
    pub layout: &'a ArrayLayout,
}

/// A word of the labels.
enum Word {
    Name(Name),
    Ellipsis,
}

/// Reads the labels of an operand of a link of some number: the axis of the output that each of them names,
/// where these are the names of the output's axes.
///
/// # Errors
/// [`LowerError::LinkLabels`], [`LowerError::LinkLabel`] and [`LowerError::LinkRepeats`].
pub fn output_axes(link: usize, labels: &str, output: &[Name]) -> Result<Few<usize, 6>, LowerError> {
    let is_tree = output.iter().any(|name| matches!(name, Name::Number(_)));
    let mut axes: Few<usize, 6> = Few::new();
    let mut rest = labels.trim();
    while !rest.is_empty() {
        let at = labels.len().saturating_sub(rest.len());
        let read = if is_tree { number(rest) } else { label(rest) };
        let (word, behind) = read.ok_or(LowerError::LinkLabels { link, at })?;
        rest = behind.trim_start();
        let is_meant = |name: &Name| match &word {
            Word::Name(meant) => name == meant,
            Word::Ellipsis => matches!(name, Name::Ellipsis(_)),
        };
        let before = axes.len();
        for (axis, name) in output.iter().enumerate().filter(|(_, name)| is_meant(name)) {
            if axes.contains(&axis) {
                return Err(LowerError::LinkRepeats { link, name: *name });
            }
            axes.try_push(axis)?;
        }
        match word {
            Word::Name(name) if axes.len() == before => return Err(LowerError::LinkLabel { link, name }),
            _ => {}
        }
    }
    Ok(axes)
}

/// The first label of a text, and what is behind it.
fn label(text: &str) -> Option<(Word, &str)> {
    if let Some(behind) = text.strip_prefix("...") {
        return Some((Word::Ellipsis, behind));
    }
    let mut characters = text.chars();
    let label = characters.next().filter(|label| is_label(*label))?;
    Some((Word::Name(Name::Label(label)), characters.as_str()))
}

/// The first number of a text, and what is behind it and a comma, if there is one.
fn number(text: &str) -> Option<(Word, &str)> {
    let (number, behind) = match text.split_once([',']) {
        Some((_, behind)) if behind.trim().is_empty() => return None,
        Some(parts) => parts,
        None => (text, ""),
    };
    Some((Word::Name(Name::Number(number.trim().parse().ok()?)), behind))
}
