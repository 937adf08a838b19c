//! Text to code: labels (`name:`), raw words (`.word 0xd503201f, 0xd65f03c0`) and instructions, on lines or
//! with `;` between them, as LLVM and GNU binutils read them. A comment runs from `//` to
//! the end of the line.
//!
//! Tests: `tests/tests/isa_aarch64_random.rs`, `tests/tests/registry_plugin_assembly.rs`,
//! `tests/tests/fuzz_corpus.rs`.

use super::decode::{Decoded, decode};
pub use super::inst::Item;
use super::parse::{Cursor, Parsed};
use super::set::AArch64;
use crate::fallible::TryVec;
use crate::isa::{AssembleError, Assembly, CodeBuffer, CodeError, CodeUnit, Core};
use crate::text::lines;
use alloc::vec::Vec;
use core::fmt;

impl Assembly for AArch64 {
    fn assemble(&self, _: &Core, text: &str) -> Result<Vec<u8>, AssembleError> {
        Ok(CodeUnit::to_bytes(&assemble(text)?)?)
    }

    fn disassemble(&self, code: &[u8], out: &mut dyn fmt::Write) -> fmt::Result {
        code.chunks(4).try_for_each(|bytes| {
            let Ok(word) = bytes.try_into() else {
                return bytes.iter().try_for_each(|byte| writeln!(out, "    .byte {byte:#04x}"));
            };
            match decode(u32::from_le_bytes(word)) {
                Decoded::Known(inst) => writeln!(out, "    {inst}"),
                Decoded::Unknown(word) => writeln!(out, "    .word {word:#010x}"),
            }
        })
    }
}

/// Assembles `text` to words.
///
/// # Errors
/// [`AssembleError`], with line and column where the text is malformed, or a label stands nowhere or twice.
pub fn assemble(text: &str) -> Result<Vec<u32>, AssembleError> {
    let (items, cursor) = read(text)?;
    cursor.all_bound()?;
    Ok(emit(&items)?)
}

/// Encodes `items` and resolves their labels.
///
/// # Errors
/// [`CodeError`].
pub fn emit(items: &[Item]) -> Result<Vec<u32>, CodeError> {
    let mut code = CodeBuffer::with_capacity(items.len())?;
    items.iter().try_for_each(|item| code.put(*item))?;
    code.finish()
}

/// Parses `text` without resolving its labels, which are numbered as they appear.
///
/// # Errors
/// [`AssembleError::Syntax`], with line and column.
pub fn parse(text: &str) -> Result<Vec<Item>, AssembleError> {
    read(text).map(|(items, _)| items)
}

/// The text of the form that is nearest to the first statement of a line which is no instruction, if there is
/// one but for its operands: as a row has it, by its first spelling.
#[must_use]
pub fn nearest(text: &str) -> Option<&'static str> {
    let mut cursor = Cursor::default();
    cursor.start(text);
    line(&mut cursor, &mut Vec::new()).err()?;
    cursor.nearest()
}

/// The entries, and the cursor behind them, which knows all labels.
fn read(text: &str) -> Parsed<(Vec<Item>, Cursor<'_>)> {
    let mut cursor = Cursor::default();
    let mut items = Vec::new();
    for text in lines(text) {
        cursor.start(text);
        line(&mut cursor, &mut items)?;
    }
    Ok((items, cursor))
}

/// The statements of a line.
fn line(cursor: &mut Cursor<'_>, items: &mut Vec<Item>) -> Parsed<()> {
    statement(cursor, items)?;
    while cursor.take(b';') {
        statement(cursor, items)?;
    }
    Ok(())
}

/// Labels, as many as there are, and what they stand before.
fn statement(cursor: &mut Cursor<'_>, items: &mut Vec<Item>) -> Parsed<()> {
    while !cursor.at_end() {
        let start = cursor.at;
        match cursor.take_name() {
            name if !name.is_empty() && cursor.take(b':') => {
                items.try_push(Item::Label(cursor.bound_label(name, start)?))?;
            }
            name if [".word", ".inst"].iter().any(|known| known.eq_ignore_ascii_case(name)) => {
                words(cursor, items)?;
            }
            _ => {
                cursor.at = start;
                items.try_push(Item::Inst(cursor.instruction()?))?;
            }
        }
    }
    Ok(())
}

/// Words with commas between them, up to the end of the statement.
fn words(cursor: &mut Cursor<'_>, items: &mut Vec<Item>) -> Parsed<()> {
    loop {
        cursor.skip_spaces();
        let start = cursor.at;
        let word = u32::try_from(cursor.number()?).or(Err(cursor.problem(start, "a word has 32 bits")))?;
        items.try_push(Item::Unit(word))?;
        match cursor.at_end() {
            true => return Ok(()),
            false if cursor.take(b',') => {}
            false => return cursor.fail("the word should end here"),
        }
    }
}
