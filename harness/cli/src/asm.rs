//! `asm` and `disasm`: text to machine code and back.
//!
//! Tests: `harness/cli/tests/program/asm.rs`.

use crate::error::Failure;
use crate::input;
use crate::mistake::Mistake;
use crate::output::Output;
use crate::set::{Set, list};
use crate::target::Asked;
use clap::Args;
use std::fmt;
use std::path::{Path, PathBuf};
use tensmith_core::text::Count;

/// Arguments of `asm`.
#[derive(Debug, Args)]
pub(crate) struct Assemble {
    /// Assembly text: instructions, labels, and `.word`s or `.byte`s, on lines, or with `;` between them; `-`
    /// is the standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The instruction set [default: that of this machine]
    #[arg(long, value_enum, default_value_t = Set::HERE, hide_default_value = true)]
    isa: Set,
    /// Use no instruction that this core lacks: where encodings have the same text, the shortest that it has
    #[arg(long, value_parser = Asked::parser(), conflicts_with = "isa")]
    target: Option<Asked>,
    /// The file for the code [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write each instruction as hexadecimal digits on a line of its own: a word of eight, or
    /// bytes in their order
    #[arg(long)]
    hex: bool,
}

/// Arguments of `disasm`.
#[derive(Debug, Args)]
pub(crate) struct Disassemble {
    /// Raw code, little-endian; `-` is the standard input
    file: PathBuf,
    /// The instruction set [default: that of this machine]
    #[arg(long, value_enum, default_value_t = Set::HERE, hide_default_value = true)]
    isa: Set,
}

impl Assemble {
    /// Assembles the text.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = input::read(&self.file).map_err(Failure::bad_input)?;
        let text = std::str::from_utf8(&bytes).map_err(|e| malformed(&self.file, e))?;
        let (isa, code) = match self.target {
            Some(asked) => {
                let target = asked.target()?;
                (Set::of(&target), target.assemble(text))
            }
            None => (self.isa, self.isa.assemble(text)),
        };
        let code = code.map_err(|error| malformed(&self.file, Mistake { error, set: isa, text }))?;
        let output = Output::open(self.output.as_deref()).map_err(Failure::bad_input)?;
        if self.hex {
            let lines = isa.lines(&code);
            output.write(|out| lines.iter().try_for_each(|line| writeln!(out, "{}", line.code())))
        } else {
            output.refuse_terminal("--hex").map_err(Failure::bad_input)?;
            output.write(|out| out.write_all(&code))
        }
        .map_err(Failure::bad_input)
    }
}

impl Disassemble {
    /// Lists the code: offset, code and text of each instruction.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = input::read(&self.file).map_err(Failure::bad_input)?;
        if let Err(size) = self.isa.allows(bytes.len()) {
            return Err(malformed(&self.file, PartialInstruction { bytes: bytes.len(), size }));
        }
        let output = Output::open(None).map_err(Failure::bad_input)?;
        output.write(|out| list(out, &self.isa.lines(&bytes))).map_err(Failure::bad_input)
    }
}

/// The length of code is not that of whole instructions.
#[derive(Debug, thiserror::Error)]
#[error("length of {bytes}: must be a multiple of {size}, the size of an instruction", bytes = Count(*bytes, "byte"))]
struct PartialInstruction {
    bytes: usize,
    size: usize,
}

fn malformed(file: &Path, error: impl fmt::Display) -> Failure {
    Failure::BadInput(format!("input {}: {error}", file.display()))
}
