//! `asm` and `disasm`: text to instruction words and back.
//!
//! Tests: `harness/cli/tests/program/asm.rs`.

use crate::error::Failure;
use crate::input;
use crate::output::Output;
use clap::Args;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tensmith_core::isa::AssembleError;
use tensmith_core::isa::aarch64::{Decoded, assemble, decode};

/// Arguments of `asm`.
#[derive(Debug, Args)]
pub(crate) struct Assemble {
    /// Assembly text: instructions, labels and `.word`s on lines, or with `;` between them; `-` is the standard
    /// input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The file for the little-endian words [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write each word as eight hexadecimal digits on a line of its own
    #[arg(long)]
    hex: bool,
}

/// Arguments of `disasm`.
#[derive(Debug, Args)]
pub(crate) struct Disassemble {
    /// Raw little-endian code; `-` is the standard input
    file: PathBuf,
}

impl Assemble {
    /// Assembles the text.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = input::read(&self.file).map_err(Failure::bad_input)?;
        let text = std::str::from_utf8(&bytes).map_err(|e| malformed(&self.file, e))?;
        let words = assemble(text).map_err(|e| malformed(&self.file, Located { error: e, text }))?;
        let output = Output::open(self.output.as_deref()).map_err(Failure::bad_input)?;
        if self.hex {
            output.write(|out| words.iter().try_for_each(|word| writeln!(out, "{word:08x}")))
        } else {
            output.refuse_terminal("--hex").map_err(Failure::bad_input)?;
            output.write(|out| words.iter().try_for_each(|word| out.write_all(&word.to_le_bytes())))
        }
        .map_err(Failure::bad_input)
    }
}

impl Disassemble {
    /// Lists the code: offset, word and instruction.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = input::read(&self.file).map_err(Failure::bad_input)?;
        if !bytes.len().is_multiple_of(4) {
            return Err(malformed(&self.file, PartialWord { bytes: bytes.len() }));
        }
        let output = Output::open(None).map_err(Failure::bad_input)?;
        output.write(|out| list(out, words(&bytes))).map_err(Failure::bad_input)
    }
}

/// The words of raw code, without an incomplete one at its end.
pub(crate) fn words(code: &[u8]) -> impl ExactSizeIterator<Item = u32> {
    code.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word))
}

/// The length of code is not a number of words.
#[derive(Debug, thiserror::Error)]
#[error("length of {bytes} bytes: must be a multiple of 4, the size of an instruction")]
struct PartialWord {
    bytes: usize,
}

/// Prints one line a word: `offset: word  instruction`, offset and word in hexadecimal.
pub(crate) fn list(out: &mut dyn Write, words: impl Iterator<Item = u32>) -> io::Result<()> {
    for (offset, word) in (0u64..).step_by(4).zip(words) {
        writeln!(out, "{offset:04x}: {word:08x}  {}", Text(word))?;
    }
    Ok(())
}

/// An instruction word as assembly: the table's text, or `.inst` for a word that it lacks.
pub(crate) struct Text(pub(crate) u32);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match decode(self.0) {
            Decoded::Known(inst) => write!(f, "{inst}"),
            Decoded::Unknown(word) => write!(f, ".inst {word:#010x}"),
        }
    }
}

/// An error of the assembler with the line that it means.
struct Located<'t> {
    error: AssembleError,
    text: &'t str,
}

impl fmt::Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)?;
        match self.error {
            AssembleError::Syntax { line, .. } => {
                let text = self.text.lines().nth(line - 1).unwrap_or_default();
                write!(f, ", in `{}`", text.trim())
            }
            _ => Ok(()),
        }
    }
}

fn malformed(file: &Path, error: impl fmt::Display) -> Failure {
    Failure::BadInput(format!("input {}: {error}", file.display()))
}
