//! Functions in a notation of one's own.
//!
//! A [`Dialect`] says what a statement of its notation means, as instructions that it appends to a
//! [`Builder`]. [`read`] goes through the lines, counts them, and checks the function, so that each mistake
//! has its line, whether the dialect finds it or the check does. (The notation of functions themselves is in
//! [`text`](super::text).)
//!
//! ```
//! use tensmith_core::kernel::dialect::{Dialect, Refused, read};
//! use tensmith_core::kernel::func::{Inst, Int, IntOp, IntType, Type, Value};
//! use tensmith_core::kernel::Builder;
//!
//! /// `double` doubles a number, and `give` returns it.
//! struct Doubles(Option<Int>);
//!
//! impl Dialect for Doubles {
//!     const COMMENT: &'static str = "#";
//!
//!     fn begin(&mut self, to: &mut Builder) -> Result<(), Refused> {
//!         self.0 = Some(to.argument()?);
//!         to.result(Type::Int(IntType::U64));
//!         Ok(())
//!     }
//!
//!     fn statement(&mut self, text: &str, to: &mut Builder) -> Result<(), Refused> {
//!         let x = self.0.ok_or(Refused::because("there is no number"))?;
//!         Ok(to.push(match text {
//!             "double" => Inst::IntBinary(IntOp::Mul, x, x, Value::Const(2), IntType::U64),
//!             "give" => Inst::ReturnInt(x),
//!             _ => return Err(Refused::because("there are `double` and `give`")),
//!         })?)
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let func = read("double # once\ndouble\ngive", "quadruple", &mut Doubles(None))?;
//! assert_eq!(func.body().len(), 3);
//! let error = read("double\ntriple", "wrong", &mut Doubles(None)).unwrap_err();
//! assert_eq!(error.to_string(), "line 2: there are `double` and `give`");
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `tests/tests/kernel_dialect.rs`.

use super::builder::Builder;
use super::check::check;
use super::func::{Func, FuncError};
use crate::fallible::{OutOfMemory, TryVec};
use crate::text::{before, lines};
use alloc::vec::Vec;

/// A notation for functions.
pub trait Dialect {
    /// What begins a comment, which lasts to the end of its line.
    const COMMENT: &'static str;

    /// Begins the function: declares its arguments and its result.
    ///
    /// # Errors
    /// [`Refused`].
    fn begin(&mut self, to: &mut Builder) -> Result<(), Refused>;

    /// Appends what a line means, which is not empty and has neither comment nor spaces around it.
    ///
    /// # Errors
    /// [`Refused`], with the rule that it breaks.
    fn statement(&mut self, text: &str, to: &mut Builder) -> Result<(), Refused>;

    /// Appends what belongs behind the last line. The default appends nothing.
    ///
    /// # Errors
    /// [`Refused`].
    fn end(&mut self, _to: &mut Builder) -> Result<(), Refused> {
        Ok(())
    }
}

/// Why a dialect refuses a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// It breaks a rule of the notation.
    #[error("{0}")]
    Rule(&'static str),
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl Refused {
    /// For a rule.
    #[must_use]
    pub const fn because(rule: &'static str) -> Self {
        Self::Rule(rule)
    }
}

/// Why a text is no function in a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DialectError {
    /// The dialect refuses a line.
    #[error("line {line}: {refused}")]
    Refused {
        /// Line, from 1.
        line: usize,
        /// The reason.
        refused: Refused,
    },
    /// The instructions are no function.
    #[error("line {line}: {error}")]
    Func {
        /// The line that the instruction comes from, from 1.
        line: usize,
        /// The reason.
        error: FuncError,
    },
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Reads a function from a text in a dialect, and gives it a name.
///
/// # Errors
/// [`DialectError`], with the line.
pub fn read<D: Dialect>(text: &str, name: &'static str, dialect: &mut D) -> Result<Func, DialectError> {
    let mut builder = Builder::new(name)?;
    dialect.begin(&mut builder).map_err(|refused| DialectError::Refused { line: 1, refused })?;
    // For each line that says something, the number of instructions behind it.
    let mut behind: Vec<(usize, usize)> = Vec::new();
    let mut last = 1;
    for (line, said) in (1..).zip(lines(text)) {
        let said = before(said, D::COMMENT).trim();
        if said.is_empty() {
            continue;
        }
        last = line;
        dialect.statement(said, &mut builder).map_err(|refused| DialectError::Refused { line, refused })?;
        behind.try_push((line, builder.len()))?;
    }
    dialect.end(&mut builder).map_err(|refused| DialectError::Refused { line: last, refused })?;
    let func = builder.finish()?;
    check(&func).map_err(|error| {
        let is_behind = |(_, count): &&(usize, usize)| error.at().is_some_and(|at| *count > at);
        let line = behind.iter().find(is_behind).map_or(last, |(line, _)| *line);
        DialectError::Func { line, error }
    })?;
    Ok(func)
}
