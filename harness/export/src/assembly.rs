//! Kernels as assembly: raw words with the instructions as comments, so that every assembler
//! makes the same bytes.
//!
//! Assemblers choose among encodings, and old ones lack instructions; neither matters to words.
//!
//! Tests: `tests/tests/export_link.rs`, `tests/tests/export_object.rs`.

use crate::contents::Contents;
use crate::kernel::Kernel;
use crate::object::{ObjectFormat, property, section};
use object::Architecture;
use std::fmt::Write;
use tensmith::Target;
use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::isa::aarch64::{self, Decoded};
use tensmith_core::isa::x86_64::{self, MachInst};

/// A line of assembly, and the instruction that it is.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) comment: Option<String>,
}

/// The lines before and behind the code of a kernel.
pub(crate) fn around(symbol: &str, format: ObjectFormat) -> [Vec<String>; 2] {
    let align = format!(".p2align {}", ALIGNMENT.ilog2());
    let lines = |lines: &[String]| lines.to_vec();
    match format {
        ObjectFormat::Elf => [
            lines(&[
                format!(".pushsection {},\"axG\",%progbits,{symbol},comdat", section(symbol)),
                format!(".weak {symbol}"),
                format!(".hidden {symbol}"),
                format!(".type {symbol},%function"),
                align,
                format!("{symbol}:"),
            ]),
            lines(&[format!(".size {symbol},.-{symbol}"), ".popsection".to_owned()]),
        ],
        ObjectFormat::MachO => [
            lines(&[
                ".section __TEXT,__text,regular,pure_instructions".to_owned(),
                format!(".globl _{symbol}"),
                format!(".weak_definition _{symbol}"),
                format!(".private_extern _{symbol}"),
                align,
                format!("_{symbol}:"),
            ]),
            Vec::new(),
        ],
    }
}

/// The code of a kernel, an instruction a line.
pub(crate) fn lines(kernel: &Kernel, target: &Target) -> Vec<Line> {
    if target.isa.name() == "x86-64" {
        x86_64::pieces(&kernel.code).map(x86_64_line).collect()
    } else {
        kernel.code.chunks(4).map(aarch64_line).collect()
    }
}

fn x86_64_line((bytes, inst): (&[u8], Option<MachInst>)) -> Line {
    let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
    Line { text: format!(".byte {}", bytes.join(",")), comment: inst.map(|inst| inst.to_string()) }
}

fn aarch64_line(bytes: &[u8]) -> Line {
    let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let comment = match aarch64::decode(word) {
        Decoded::Known(inst) => Some(inst.to_string()),
        Decoded::Unknown(_) => None,
    };
    Line { text: format!(".inst {word:#010x}"), comment }
}

/// An export as an assembly file.
pub(crate) fn file(export: &Contents, format: ObjectFormat) -> String {
    let mut out = String::new();
    // A string takes whatever is written.
    let _ = write_file(export, format, &mut out);
    out
}

fn write_file(export: &Contents, format: ObjectFormat, out: &mut String) -> std::fmt::Result {
    let core = export.target.core.name;
    writeln!(out, "/* {}.s: kernels by tensmith {} for {core}. */", export.name, env!("CARGO_PKG_VERSION"))?;
    for kernel in export.kernels.iter() {
        writeln!(out, "\n/* {} */", kernel.spec)?;
        let [before, behind] = around(&kernel.symbol, format);
        before.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        for Line { text, comment } in lines(kernel, &export.target) {
            match comment {
                Some(comment) => writeln!(out, "{text} /* {comment} */")?,
                None => writeln!(out, "{text}")?,
            }
        }
        behind.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if format == ObjectFormat::Elf {
        write_notes(export, out)
    } else {
        writeln!(out, "\n.subsections_via_symbols")
    }
}

/// The notes that an object has, too.
fn write_notes(export: &Contents, out: &mut String) -> std::fmt::Result {
    let is_x86 = export.target.isa.name() == "x86-64";
    let (kind, value) = property(if is_x86 { Architecture::X86_64 } else { Architecture::Aarch64 });
    writeln!(out, "\n.pushsection .note.gnu.property,\"a\",%note")?;
    writeln!(out, ".p2align 3\n.long 4,16,5\n.asciz \"GNU\"\n.long {kind:#x},4,{value},0\n.popsection")?;
    writeln!(out, ".pushsection .note.GNU-stack,\"\",%progbits\n.popsection")
}
