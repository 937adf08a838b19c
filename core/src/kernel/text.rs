//! A [`Func`] as text, and back.
//!
//! One instruction a line, destination first, loops indented:
//!
//! ```text
//! func "tensmith.gemm/1" (i0, i1) {
//!     const i2, 16
//!     loop i2 {
//!         load.f32x4 v0, [i0 + 16]
//!         load.f32x4 v1, [i1 + i3]
//!         fma.f32 v2, v0, v1[3]
//!         fma.f32x1x2 v2+1.., v0.., v1[2..]
//!         fma.f32x3x2 v4+3.., v10+1..[i0 + 0..28], v1[0..]
//!         dot.f64.f32x1x2 v14+1../m0, v0.., v16+0..[i1 + 0 by 8]
//!         add i0, i0, 64
//!     }
//! }
//! ```
//!
//! The texts of instructions are those of the rows of [`table`](super::table), and those of their operands are with the
//! operands' types.
//!
//! Tests: `tests/tests/kernel_func.rs`, `tests/tests/kernel_table.rs`, `tests/tests/codegen_pipeline.rs`.

use super::func::{Func, Inst, Int, USUAL_ARGUMENTS};
use super::register::{FrameSlot, Role};
use super::template::Parse;
use super::walk::{Declared, Operands};
use crate::fallible::{Few, OutOfMemory, TryVec, try_string};
use crate::text::{before, lines};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

impl fmt::Display for Func {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "func \"{}\" (", self.name)?;
        let separator = |nth| if nth == 0 { "" } else { ", " };
        for (nth, argument) in self.arguments.iter().enumerate() {
            write!(f, "{}{argument}", separator(nth))?;
        }
        for (slot, nth) in self.argument_slots().zip(self.arguments.len()..) {
            write!(f, "{}{slot}", separator(nth))?;
        }
        f.write_str(") {\n")?;
        let mut depth = 1usize;
        for inst in &self.body {
            if *inst == Inst::End {
                depth = depth.saturating_sub(1);
            }
            (0..depth).try_for_each(|_| f.write_str("    "))?;
            writeln!(f, "{inst}")?;
            if matches!(inst, Inst::Loop(_)) {
                depth = depth.saturating_add(1);
            }
        }
        f.write_str("}\n")
    }
}

/// Why a text is no function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A line is malformed.
    #[error("line {line}: {problem}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// The problem there.
        problem: &'static str,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(TextError);

/// Parses the text of one function. The result is not verified: code generation does that, and lowering, of its
/// numbers. It takes memory and time in proportion to the text.
///
/// # Errors
/// [`TextError`], with the line.
pub fn parse(text: &str) -> Result<Func, TextError> {
    let mut numbered = lines(text)
        .enumerate()
        .map(|(at, line)| (at.saturating_add(1), before(line, "//").trim()))
        .filter(|(_, line)| !line.is_empty());
    let (line, header) = numbered.next().ok_or(syntax(1, "a function should stand here"))?;
    let (name, arguments, kept_arguments) =
        parse_header(header)?.ok_or(syntax(line, "the form is: func \"name\" (i0, …) {"))?;
    let (name, body) = (name.into(), Vec::new());
    let mut func = Func { name, arguments, kept_arguments, body, ints: 0, vectors: 0, slots: 0 };
    let mut depth = 1usize;
    for (line, inst) in numbered {
        if depth == 0 {
            return Err(syntax(line, "the function should end here"));
        }
        if inst == "}" {
            depth = depth.saturating_sub(1);
            if depth > 0 {
                func.body.try_push(Inst::End)?;
            }
            continue;
        }
        let inst = Inst::parse(inst).ok_or(syntax(line, "this is no instruction"))?;
        depth = depth.saturating_add(usize::from(matches!(inst, Inst::Loop(_))));
        func.body.try_push(inst)?;
    }
    if depth > 0 {
        return Err(syntax(lines(text).count(), "a closing brace is missing"));
    }
    func.declare_registers();
    if func.ints.max(func.vectors) as usize > text.len().saturating_add(SPARE) {
        return Err(syntax(lines(text).count(), "registers must be numbered from 0 on, with few gaps"));
    }
    Ok(func)
}

/// How many registers a text may have in addition to one for each of its bytes: passes keep a place for each number.
const SPARE: usize = 1 << 13;

const fn syntax(line: usize, problem: &'static str) -> TextError {
    TextError::Syntax { line, problem }
}

impl Func {
    /// Makes the register counts cover every register that is named.
    fn declare_registers(&mut self) {
        let mut named = Declared::default();
        self.arguments.iter().for_each(|argument| named.int(*argument, Role::Read));
        self.argument_slots().for_each(|slot| named.slot(slot, Role::Write));
        self.body.iter().for_each(|inst| inst.operands(&mut named));
        Declared { ints: self.ints, vectors: self.vectors, slots: self.slots } = named;
    }
}

/// The name of a function, the registers of its arguments, and the number of those behind, which are in the frame.
type Header = (String, Few<Int, USUAL_ARGUMENTS>, u8);

fn parse_header(header: &str) -> Result<Option<Header>, OutOfMemory> {
    let parts = header.strip_prefix("func \"").and_then(|rest| {
        let (name, rest) = rest.split_once(['"'])?;
        Some((name, rest.trim().strip_prefix('(')?.strip_suffix('{')?.trim().strip_suffix(')')?))
    });
    let Some((name, list)) = parts else { return Ok(None) };
    let (mut arguments, mut kept) = (Few::new(), 0u8);
    for argument in list.split([',']).map(str::trim).filter(|argument| !argument.is_empty()) {
        match (Int::parse(argument), FrameSlot::parse(argument)) {
            (Some(register), _) if kept == 0 => arguments.try_push(register)?,
            (_, Some(slot)) if slot.number() == kept => kept = kept.saturating_add(1),
            _ => return Ok(None),
        }
    }
    Ok(Some((try_string(name)?, arguments, kept)))
}
