//! A [`Func`] as text, and back.
//!
//! One instruction a line, destination first, blocks indented:
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
//! With conditions, integers and a result (decision record 0072 has the grammar):
//!
//! ```text
//! func "first" (i0, i1: u64, i2: u8) -> i64 {
//!     const i3, 0
//!     while lt.u64 i3, i1 {
//!         load.u8 i4, [i0 + i3]
//!         if eq.u8 i4, i2 {
//!             return i3
//!         }
//!         add.u64 i3, i3, 1
//!     }
//!     const i3, -1
//!     return i3
//! }
//! ```
//!
//! The texts of instructions are those of the rows of [`table`](super::table), and those of their operands
//! are with the operands' types.
//!
//! Tests: `tests/tests/kernel_func.rs`, `tests/tests/kernel_table.rs`, `tests/tests/codegen_pipeline.rs`.

use super::block::Opening;
use super::callee::{self, CalleeError};
use super::check::check;
use super::func::{
    Argument, Compare, Func, FuncError, Inst, IntOp, IntUnaryOp, Spill, Type, USUAL_ARGUMENTS,
};
pub use super::mistake::Mistake;
use super::register::{FrameSlot, Role};
use super::template::Parse;
use super::walk::{Declared, Operands};
pub use super::word::Word;
use crate::fallible::{Few, OutOfMemory, TryVec, try_format, try_string};
use crate::text::{before, lines};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The depth from which on blocks are indented no further: the text would be as long as the
/// square of the depth.
const INDENTED: usize = 32;

impl fmt::Display for Func {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, callee) in self.callees.iter().enumerate() {
            writeln!(f, "{EXTERN}f{number} {callee}")?;
        }
        write!(f, "func \"{}\" (", self.name)?;
        let separator = |nth| if nth == 0 { "" } else { ", " };
        for (nth, argument) in self.arguments.iter().enumerate() {
            write!(f, "{}{argument}", separator(nth))?;
        }
        for (slot, nth) in self.argument_slots().zip(self.arguments.len()..) {
            write!(f, "{}{slot}", separator(nth))?;
        }
        f.write_str(")")?;
        if let Some(result) = self.result {
            write!(f, " -> {result}")?;
        }
        if self.spill == Spill::Allowed {
            write!(f, " {SPILLING}")?;
        }
        f.write_str(" {\n")?;
        let mut depth = 1usize;
        for inst in &self.body {
            if *inst == Inst::End || inst.begins_branch() {
                depth = depth.saturating_sub(1);
            }
            (0..depth.min(INDENTED)).try_for_each(|_| f.write_str("    "))?;
            writeln!(f, "{inst}")?;
            if Opening::of(inst).is_some() || inst.begins_branch() {
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
    /// A line is no instruction.
    #[error("line {line}: {mistake}")]
    Instruction {
        /// Line, from 1.
        line: usize,
        /// The word that is wrong, and what is near.
        mistake: Mistake,
    },
    /// A word is no argument of a function.
    #[error("line {line}: {word} is no argument: must be such as `i0`, `i0: i32` or `v0: f32`")]
    Argument {
        /// Line, from 1.
        line: usize,
        /// The word.
        word: Word,
    },
    /// A word is no type.
    #[error(
        "line {line}: {word} is no type: must be one of i8, i16, i32, i64, u8, u16, u32, u64, f32 and f64"
    )]
    Type {
        /// Line, from 1.
        line: usize,
        /// The word.
        word: Word,
    },
    /// A line declares no function that is called.
    #[error("line {line}: {error}")]
    Callee {
        /// Line, from 1.
        line: usize,
        /// The reason.
        error: CalleeError,
    },
    /// The instructions are no function.
    #[error("line {line}: {error}")]
    Func {
        /// Line, from 1.
        line: usize,
        /// The reason.
        error: FuncError,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(TextError);

/// Parses the text of one function, whose blocks and types are [checked](super::check). Whether each register
/// is written before it is read is verified by code generation, and numbers by lowering. It takes memory and
/// time in proportion to the text.
///
/// # Errors
/// [`TextError`], with the line.
pub fn parse(text: &str) -> Result<Func, TextError> {
    let mut numbered = numbered(text);
    let mut callees = Vec::new();
    let (line, header) = loop {
        let (line, header) = numbered.next().ok_or(syntax(1, "a function should stand here"))?;
        let Some(declared) = header.strip_prefix(EXTERN) else { break (line, header) };
        let (id, callee) = callee::parse(declared).map_err(|error| TextError::Callee { line, error })?;
        if usize::from(id.number()) != callees.len() {
            return Err(syntax(
                line,
                "functions that are called must be f0, f1, … in the order of their lines",
            ));
        }
        callees.try_push(callee)?;
    };
    let (name, arguments, kept_arguments, Ends { result, spill }) = parse_header(header, line)?;
    let (name, body) = (name.into(), Vec::new());
    let mut func = Func {
        name,
        arguments,
        kept_arguments,
        result,
        body,
        ints: 0,
        vectors: 0,
        slots: 0,
        vector_slots: 0,
        spill,
        callees,
    };
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
        let inst = instruction(inst)?.map_err(|mistake| TextError::Instruction { line, mistake })?;
        depth = depth.saturating_add(usize::from(Opening::of(&inst).is_some()));
        func.body.try_push(inst)?;
    }
    if depth > 0 {
        return Err(syntax(lines(text).count(), "a closing brace is missing"));
    }
    func.declare_registers();
    if func.ints.max(func.vectors) as usize > text.len().saturating_add(SPARE) {
        return Err(syntax(lines(text).count(), "registers must be numbered from 0 on, with few gaps"));
    }
    match check(&func) {
        Ok(()) => Ok(func),
        Err(error) => {
            Err(TextError::Func { line: error.at().and_then(|at| line_of(text, at)).unwrap_or(1), error })
        }
    }
}

/// The word that declares a function which is called.
const EXTERN: &str = "extern ";

/// The lines of a text that say something, with their numbers from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(lines(text)).map(|(at, line)| (at, before(line, "//").trim()));
    lines.filter(|(_, line)| !line.is_empty())
}

/// The number of the line, from 1, of the text of a function that has an instruction: each has one.
#[must_use]
pub fn line_of(text: &str, at: usize) -> Option<usize> {
    let lines = numbered(text).skip_while(|(_, line)| line.starts_with(EXTERN));
    lines.skip(1).nth(at).map(|(line, _)| line)
}

/// The instruction that a line is, or what is wrong with it. Where integers have no type, and no vector is
/// named, they are of `u64`.
fn instruction(line: &str) -> Result<Result<Inst, Mistake>, OutOfMemory> {
    if let Some(inst) = Inst::parse(line) {
        return Ok(Ok(inst));
    }
    let typed = try_format(format_args!("{}", Typed(line)))?;
    let Some(inst) = Inst::parse(&typed) else {
        let mistake = Mistake::of(line);
        return Ok(Err(if mistake.is_of_name() { Mistake::of(&typed) } else { mistake }));
    };
    let mut named = Declared::default();
    inst.operands(&mut named);
    Ok(if named.vectors == 0 { Ok(inst) } else { Err(Mistake::of(line)) })
}

/// A line with `.u64` behind what has no type: its first word, if it is an operation on
/// integers, and comparisons.
struct Typed<'l>(&'l str);

impl fmt::Display for Typed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_operation = |name: &&str| {
            [IntOp::NAMES, IntUnaryOp::NAMES, &["store", "select", "pass", "result"]]
                .iter()
                .any(|names| names.contains(name))
        };
        for (nth, word) in self.0.split([' ']).enumerate() {
            let lacks_type = nth == 0 && is_operation(&word) || Compare::NAMES.contains(&word);
            write!(f, "{}{word}{}", if nth == 0 { "" } else { " " }, if lacks_type { ".u64" } else { "" })?;
        }
        Ok(())
    }
}

/// How many registers a text may have in addition to one for each of its bytes: passes keep a
/// place for each number.
const SPARE: usize = 1 << 13;

const fn syntax(line: usize, problem: &'static str) -> TextError {
    TextError::Syntax { line, problem }
}

impl Func {
    /// Makes the register counts cover every register that is named.
    pub(super) fn declare_registers(&mut self) {
        let mut named = Declared::default();
        self.int_arguments().for_each(|argument| named.int(argument, Role::Write));
        self.vector_arguments().for_each(|argument| named.vector(argument, Role::Write));
        self.argument_slots().for_each(|slot| named.slot(slot, Role::Write));
        self.body.iter().for_each(|inst| inst.operands(&mut named));
        Declared {
            ints: self.ints,
            vectors: self.vectors,
            slots: self.slots,
            vector_slots: self.vector_slots,
        } = named;
    }
}

/// The name of a function, its arguments in registers, the number of those behind, which are in the frame,
/// and what stands behind these.
type Header = (String, Few<Argument, USUAL_ARGUMENTS>, u8, Ends);

/// What stands behind the arguments.
struct Ends {
    result: Option<Type>,
    spill: Spill,
}

/// The word that allows vectors in the frame.
const SPILLING: &str = "spilling";

fn parse_header(header: &str, line: usize) -> Result<Header, TextError> {
    let (name, list, ends) =
        header_parts(header).ok_or(syntax(line, "the form is: func \"name\" (i0, …) {"))?;
    let (mut arguments, mut kept) = (Few::new(), 0u8);
    for argument in list.split([',']).map(str::trim).filter(|argument| !argument.is_empty()) {
        match (Argument::parse(argument), FrameSlot::parse(argument)) {
            (Some(argument), _) if kept == 0 => arguments.try_push(argument)?,
            (_, Some(slot)) if slot.number() == kept => kept = kept.saturating_add(1),
            _ => return Err(TextError::Argument { line, word: Word::new(argument) }),
        }
    }
    let (result, spill) = ends;
    let result = match result {
        "" => None,
        result => Some(Type::parse(result).ok_or(TextError::Type { line, word: Word::new(result) })?),
    };
    Ok((try_string(name)?, arguments, kept, Ends { result, spill }))
}

/// The name, the list of arguments, the type of the result, if there is one, and whether vectors may
/// be kept in the frame.
fn header_parts(header: &str) -> Option<(&str, &str, (&str, Spill))> {
    let (name, rest) = header.strip_prefix("func \"")?.split_once(['"'])?;
    let (list, behind) = rest.trim().strip_prefix('(')?.strip_suffix('{')?.split_once([')'])?;
    let (behind, spill) = match behind.trim().strip_suffix(SPILLING) {
        Some(behind) => (behind, Spill::Allowed),
        None => (behind, Spill::Refused),
    };
    let result = match behind.trim() {
        "" => "",
        behind => Some(behind.strip_prefix("->")?.trim()).filter(|result| !result.is_empty())?,
    };
    Some((name, list, (result, spill)))
}
