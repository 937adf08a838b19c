//! Instruction sets as options name them, and machine code as lines.
//!
//! Tests: `harness/cli/tests/program/asm.rs`.

use clap::ValueEnum;
use std::fmt;
use std::io::{self, Write};
use tensmith_core::Target;
use tensmith_core::isa::aarch64::{self, Decoded};
use tensmith_core::isa::x86_64::assemble::Raw;
use tensmith_core::isa::x86_64::kind::Kind;
use tensmith_core::isa::x86_64::value::Value;
use tensmith_core::isa::{AssembleError, x86_64};

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Set {
    /// AArch64, in Arm's syntax
    #[value(name = "aarch64")]
    AArch64,
    /// x86-64, in Intel's syntax
    #[value(name = "x86-64")]
    X86_64,
}

/// An instruction of some code, or what is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'c> {
    set: Set,
    /// How far it is from the beginning.
    offset: usize,
    bytes: &'c [u8],
}

impl Set {
    /// That of the machine that this program was built for; AArch64 where that is of neither.
    pub(crate) const HERE: Self = if cfg!(target_arch = "x86_64") { Self::X86_64 } else { Self::AArch64 };

    /// That of a target.
    pub(crate) fn of(target: &Target) -> Self {
        if target.isa.name() == "x86-64" { Self::X86_64 } else { Self::AArch64 }
    }

    /// Whether code may have a number of bytes: the size of what it must be a multiple of is the error.
    pub(crate) fn allows(self, bytes: usize) -> Result<(), usize> {
        match self {
            Self::AArch64 if !bytes.is_multiple_of(4) => Err(4),
            Self::AArch64 | Self::X86_64 => Ok(()),
        }
    }

    /// Assembles text to bytes, of any instructions.
    pub(crate) fn assemble(self, text: &str) -> Result<Vec<u8>, AssembleError> {
        match self {
            Self::AArch64 => Ok(aarch64::assemble(text)?.into_iter().flat_map(u32::to_le_bytes).collect()),
            Self::X86_64 => x86_64::assemble(text),
        }
    }

    /// The instructions of some code, one after the other, those that are unknown too.
    pub(crate) fn lines(self, code: &[u8]) -> Vec<Line<'_>> {
        let mut offset = 0;
        let line = |bytes| {
            let line = Line { set: self, offset, bytes };
            offset += bytes.len();
            line
        };
        match self {
            Self::AArch64 => code.chunks(4).map(line).collect(),
            Self::X86_64 => x86_64::pieces(code).map(|(bytes, _)| bytes).map(line).collect(),
        }
    }

    /// Writes text that assembles to the same instructions. Those of x86-64 may have shorter encodings, so
    /// that jumps go to labels, not over distances.
    pub(crate) fn write(self, out: &mut dyn Write, code: &[u8]) -> io::Result<()> {
        let lines = self.lines(code);
        let mut targets: Vec<usize> = lines.iter().filter_map(Line::target).collect();
        targets.sort_unstable();
        targets.dedup();
        let label = |offset: usize| targets.binary_search(&offset).ok().map(|nth| format!(".L{nth}"));
        for line in &lines {
            if let Some(label) = label(line.offset) {
                writeln!(out, "{label}:")?;
            }
            let text = line.to_string();
            match (line.target().and_then(label), text.rsplit_once(' ')) {
                (Some(label), Some((mnemonic, _))) => writeln!(out, "{mnemonic} {label}")?,
                _ => writeln!(out, "{text}")?,
            }
        }
        Ok(())
    }

    /// The registers in which the first arguments of a kernel are passed (AAPCS64, 6.8.2; System V ABI, AMD64
    /// supplement, 3.2.3).
    pub(crate) const fn argument_registers(self) -> &'static [&'static str] {
        match self {
            Self::AArch64 => &["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"],
            Self::X86_64 => &["rdi", "rsi", "rdx", "rcx", "r8", "r9"],
        }
    }

    /// How far from the stack pointer, at a kernel's entry, the first argument is that is passed on the
    /// stack, in bytes: behind the return address, where that is on the stack.
    pub(crate) const fn stack_offset(self) -> usize {
        match self {
            Self::AArch64 => 0,
            Self::X86_64 => 8,
        }
    }

    /// How wide the column of codes is: most instructions of x86-64 have at most ten bytes.
    const fn width(self) -> usize {
        match self {
            Self::AArch64 => 8,
            Self::X86_64 => 20,
        }
    }
}

impl Line<'_> {
    /// Where it jumps to, on x86-64.
    fn target(&self) -> Option<usize> {
        let (inst, _) = x86_64::decode(self.bytes).filter(|_| self.set == Set::X86_64)?;
        inst.operands().find_map(|(slot, value)| match (slot.kind, value) {
            (Kind::Target(_), Value::Number(distance)) => {
                self.offset.checked_add_signed(isize::try_from(*distance).ok()?)
            }
            _ => None,
        })
    }

    /// The code in hexadecimal digits: a word, or bytes in their order.
    pub(crate) fn code(&self) -> String {
        match self.set {
            Set::AArch64 => self.bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect(),
            Set::X86_64 => self.bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

impl fmt::Display for Line<'_> {
    /// The text of the table, or what gives the same code: `.inst` for a word that it
    /// lacks, `.byte` for bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.set {
            Set::AArch64 => {
                let word = self.bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
                match aarch64::decode(word) {
                    Decoded::Known(inst) => write!(f, "{inst}"),
                    Decoded::Unknown(word) => write!(f, ".inst {word:#010x}"),
                }
            }
            Set::X86_64 => match x86_64::decode(self.bytes) {
                Some((inst, _)) => write!(f, "{inst}"),
                None => write!(f, "{}", Raw(self.bytes)),
            },
        }
    }
}

/// Prints one line an instruction: `offset: code  instruction`, offset and code in hexadecimal.
pub(crate) fn list(out: &mut dyn Write, lines: &[Line<'_>]) -> io::Result<()> {
    lines.iter().try_for_each(|line| {
        let (offset, code, width) = (line.offset, line.code(), line.set.width());
        writeln!(out, "{offset:04x}: {code:width$}  {line}")
    })
}
