//! Text to code: labels (`name:`), raw bytes (`.byte 0x0f, 0x0b`) and instructions, on lines or with `;`
//! between them, in Intel's syntax as LLVM reads it. A comment runs from `#` or `//` to the end of the line.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`, `tests/tests/isa_x86_64_decode.rs`.

use super::decode::pieces;
use super::feature::Features;
use super::fit::For;
use super::inst::MachInst;
use super::parse::{Parsed, Parser};
use super::row::Row;
use super::set::X86_64;
use crate::fallible::TryVec;
use crate::isa::{self, AssembleError, Assembly, CodeBuffer, CodeError, Core};
use crate::text::{before, lines};
use alloc::vec::Vec;
use core::fmt;

impl Assembly for X86_64 {
    fn assemble(&self, core: &Core, text: &str) -> Result<Vec<u8>, AssembleError> {
        assemble_for(Features::from_erased(core.features), text)
    }

    fn disassemble(&self, code: &[u8], out: &mut dyn fmt::Write) -> fmt::Result {
        pieces(code).try_for_each(|(bytes, inst)| match inst {
            Some(inst) => writeln!(out, "    {inst}"),
            None => writeln!(out, "    {}", Raw(bytes)),
        })
    }
}

/// Bytes that are no known instruction, as text: `.byte 0x41, 0x90`.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'b>(pub &'b [u8]);

impl fmt::Display for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(".byte")?;
        self.0.iter().enumerate().try_for_each(|(nth, byte)| {
            let comma = if nth > 0 { "," } else { "" };
            write!(f, "{comma} {byte:#04x}")
        })
    }
}

/// An entry of a list of x86-64 code.
pub type Item = isa::Item<MachInst>;

/// Assembles `text` to bytes. Where several encodings have the same text, it is that of the oldest extension:
/// what AVX has needs nothing newer, unless `{evex}` stands before it.
///
/// # Errors
/// [`AssembleError`], with line and column where the text is malformed, or a label stands nowhere or twice.
pub fn assemble(text: &str) -> Result<Vec<u8>, AssembleError> {
    assembled(For::Any, text)
}

/// Assembles `text` to instructions that need no more than some features: of several encodings with the same
/// text, the shortest, unless `{vex}` or `{evex}` stands before it.
///
/// # Errors
/// The errors of [`assemble`].
pub fn assemble_for(features: Features, text: &str) -> Result<Vec<u8>, AssembleError> {
    assembled(For::Core(features), text)
}

fn assembled(target: For, text: &str) -> Result<Vec<u8>, AssembleError> {
    let (items, parser) = read(target, text)?;
    parser.all_bound()?;
    Ok(emit(&items)?)
}

/// Encodes `items` and resolves their labels.
///
/// # Errors
/// [`CodeError`].
pub fn emit(items: &[Item]) -> Result<Vec<u8>, CodeError> {
    let mut code = CodeBuffer::with_capacity(items.len().saturating_mul(6))?;
    items.iter().try_for_each(|item| code.put(*item))?;
    code.finish()
}

/// Parses `text` without resolving its labels, which are numbered as they appear.
///
/// # Errors
/// [`AssembleError::Syntax`], with line and column.
pub fn parse(text: &str) -> Result<Vec<Item>, AssembleError> {
    read(For::Any, text).map(|(items, _)| items)
}

/// The row that is nearest to the first statement of a line which is no instruction, if there is one
/// but for its operands.
#[must_use]
pub fn nearest(line: &str) -> Option<&'static Row> {
    let (mut parser, mut items) = (Parser::of(For::Any), Vec::new());
    parser.start(without_comment(line));
    while !parser.at_end() {
        if statement(&mut parser, &mut items).is_err() {
            return parser.nearest();
        }
    }
    None
}

/// The entries, and the parser behind them, which knows all labels.
fn read(target: For, text: &str) -> Parsed<(Vec<Item>, Parser<'_>)> {
    let mut parser = Parser::of(target);
    let mut items = Vec::new();
    for text in lines(text) {
        parser.start(without_comment(text));
        while !parser.at_end() {
            statement(&mut parser, &mut items)?;
        }
    }
    Ok((items, parser))
}

fn without_comment(line: &str) -> &str {
    before(before(line, "//"), "#")
}

/// Labels, as many as there are, and what they stand before, up to a semicolon.
fn statement(parser: &mut Parser<'_>, items: &mut Vec<Item>) -> Parsed<()> {
    while let Some(label) = parser.bound_label()? {
        items.try_push(Item::Label(label))?;
    }
    if parser.take_symbol(b';') || parser.at_end() {
        return Ok(());
    }
    if parser.take_word(".byte") {
        items.try_push(Item::Unit(parser.byte()?))?;
        while parser.take_symbol(b',') {
            items.try_push(Item::Unit(parser.byte()?))?;
        }
    } else {
        items.try_push(Item::Inst(parser.instruction()?))?;
    }
    parser.end_statement()
}
