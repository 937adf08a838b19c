//! Text to code: lines with labels (`name:`), raw words (`.word 0xd503201f`) and instructions. A
//! comment runs from `//` or `;` to the end of the line.

use super::inst::MachInst;
use super::parse::{self, Cursor, Failure, Labels};
use crate::code::{CodeBuffer, CodeError, Label};
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa;
use crate::text::lines;
use alloc::vec::Vec;

/// An entry of a list of AArch64 code.
pub type Item = isa::Item<MachInst>;

/// Why a text is no assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssembleError {
    /// A line is malformed.
    #[error("line {line}, column {column}: {problem}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// The instructions do not form code.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Assembles `text` to words.
///
/// # Errors
/// [`AssembleError`], with line and column where the text is malformed.
pub fn assemble(text: &str) -> Result<Vec<u32>, AssembleError> {
    Ok(emit(&parse(text)?)?)
}

/// Encodes `items` and resolves their labels.
///
/// # Errors
/// [`CodeError`].
pub fn emit(items: &[Item]) -> Result<Vec<u32>, CodeError> {
    let mut code = CodeBuffer::with_capacity(items.len())?;
    items.iter().try_for_each(|item| put(&mut code, item))?;
    code.finish()
}

/// Appends an entry to a buffer whose labels have the numbers that they have in the list.
#[inline(always)]
pub(crate) fn put(code: &mut CodeBuffer, item: &Item) -> Result<(), CodeError> {
    match item {
        Item::Inst(inst) => code.put(inst),
        Item::Label(label) => {
            code.declare(*label)?;
            code.bind(*label)
        }
        Item::Word(word) => Ok(code.word(*word)?),
    }
}

/// Parses `text` without resolving its labels, which are numbered as they appear.
///
/// # Errors
/// [`AssembleError::Syntax`], with line and column.
pub fn parse(text: &str) -> Result<Vec<Item>, AssembleError> {
    let mut names = Names::default();
    let mut items = Vec::new();
    for (at, text) in lines(text).enumerate() {
        line(&mut Cursor::new(text), &mut names, &mut items).map_err(|failure| match failure {
            Failure::At(column, problem) => AssembleError::Syntax {
                line: at.saturating_add(1),
                column: column.saturating_add(1),
                problem,
            },
            Failure::OutOfMemory => AssembleError::OutOfMemory(OutOfMemory),
        })?;
    }
    Ok(items)
}

/// Label names in order of appearance.
#[derive(Default)]
struct Names<'t>(Vec<&'t str>);

impl<'t> Labels<'t> for Names<'t> {
    fn label(&mut self, name: &'t str) -> Result<Label, OutOfMemory> {
        let at = match self.0.iter().position(|known| *known == name) {
            Some(at) => at,
            None => {
                self.0.try_push(name)?;
                self.0.len().saturating_sub(1)
            }
        };
        u32::try_from(at).map(Label::new).map_err(|_| OutOfMemory)
    }
}

fn line<'t>(cursor: &mut Cursor<'t>, names: &mut Names<'t>, items: &mut Vec<Item>) -> Result<(), Failure> {
    cursor.skip_spaces();
    let start = cursor.at;
    let name = cursor.take_name();
    if !name.is_empty() && cursor.take(b':') {
        items.try_push(Item::Label(names.label(name)?))?;
    } else {
        cursor.at = start;
    }
    cursor.skip_spaces();
    if cursor.at_end() {
        return Ok(());
    }
    let start = cursor.at;
    let item = if matches!(cursor.take_name(), ".word" | ".inst") {
        cursor.skip_spaces();
        let start = cursor.at;
        let word = u32::try_from(cursor.number()?);
        Item::Word(word.or(Err(Failure::At(start, "a word has 32 bits")))?)
    } else {
        cursor.at = start;
        Item::Inst(parse::instruction(cursor, names)?)
    };
    items.try_push(item)?;
    cursor.skip_spaces();
    if cursor.at_end() { Ok(()) } else { cursor.fail("the line should end here") }
}
