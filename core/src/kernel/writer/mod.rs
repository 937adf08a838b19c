//! Writes a [`Func`] with operators and closures.
//!
//! A [`Var`] is a register with the type of its numbers, so that Rust's compiler refuses types that do not
//! match. Operators append instructions, and cannot return an error: the first one is kept, and
//! [`Writer::finish`] returns it.
//!
//! ```
//! use tensmith_core::kernel::Writer;
//!
//! # fn main() -> Result<(), tensmith_core::kernel::func::FuncError> {
//! let k = Writer::new("sum")?;
//! let (mut x, n) = (k.argument::<u64>(), k.argument::<u64>());
//! k.returns::<f32>();
//! let mut sum = k.number(0.0f32);
//! let mut at = k.number(0u64);
//! k.while_(at.lt(n), || {
//!     sum += k.load::<f32>(x, 0) * 2.0;
//!     x += 4;
//!     at += 1;
//! });
//! k.return_(sum);
//! let func = k.finish()?;
//! assert!(func.to_string().contains("while lt.u64"));
//! # Ok(())
//! # }
//! ```
//!
//! A condition compares registers. What computes them stands before it: for a condition of a loop that is
//! computed before each pass, there is [`Writer::while_computed`], and for one that is computed behind other
//! branches [`Branches::elif_computed`].
//!
//! [`Vars`] are vectors: [`Writer::load_vector`] fills one, of as many
//! [lanes](Writer::lanes) as the core's have.
//!
//! ```
//! use tensmith_core::kernel::Writer;
//!
//! # fn main() -> Result<(), tensmith_core::kernel::func::FuncError> {
//! let k = Writer::new("brighten")?;
//! let (mut pixels, n) = (k.argument::<u64>(), k.argument::<u64>());
//! let lanes = k.lanes::<u8>();
//! let mut at = k.number(0u64);
//! k.while_(at.lt(n), || {
//!     let brighter = k.load_vector::<u8>(pixels, 0).add_saturating(40);
//!     k.store_vector(brighter, pixels, 0);
//!     pixels += lanes;
//!     at += lanes;
//! });
//! let func = k.finish()?;
//! assert!(func.to_string().contains("addsat.u8"));
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `tests/tests/kernel_language_examples.rs`, `tests/tests/kernel_language_writer.rs`.

/// Operators, and those that assign, for a kind of registers and what they take on their right.
macro_rules! operators {
    ($var:ident $operand:ident $bound:ident: $($trait:ident $method:ident $op:expr $(, $assign:ident $assigning:ident)?;)*) => { $(
        impl<'k, T: $bound, R: Into<$operand<'k, T>>> $trait<R> for $var<'k, T> {
            type Output = Self;

            fn $method(self, other: R) -> Self {
                self.operated($op, other.into())
            }
        }

        $(impl<'k, T: $bound, R: Into<$operand<'k, T>>> $assign<R> for $var<'k, T> {
            fn $assigning(&mut self, other: R) {
                self.operate(*self, $op, other.into());
            }
        })?
    )* };
}

mod control;
mod mask;
mod number;
mod var;
mod vars;

pub use control::Branches;
pub use mask::LaneMask;
pub use number::{Float, Integer, Number, Widens};
pub use var::{Operand, Passed, Var};
pub use vars::{LaneOperand, Vars};

use super::builder::Builder;
use super::check::check;
use super::func::{Func, FuncError, Spill};
use super::table::Inst;
use crate::fallible::OutOfMemory;
use core::cell::RefCell;

/// A function in the making.
#[derive(Debug)]
pub struct Writer {
    state: RefCell<State>,
}

#[derive(Debug)]
struct State {
    builder: Builder,
    error: Option<OutOfMemory>,
}

impl Writer {
    /// A function without arguments.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(name: &'static str) -> Result<Self, OutOfMemory> {
        let state = State { builder: Builder::new(name)?, error: None };
        Ok(Self { state: RefCell::new(state) })
    }

    /// The finished, checked function.
    ///
    /// # Errors
    /// [`FuncError`], and [`OutOfMemory`] from any step before.
    pub fn finish(self) -> Result<Func, FuncError> {
        let State { builder, error } = self.state.into_inner();
        let func = error.map_or_else(|| builder.finish(), Err)?;
        check(&func)?;
        Ok(func)
    }

    /// Does something to the builder, and keeps its first error.
    fn with<R>(&self, default: R, write: impl FnOnce(&mut Builder) -> Result<R, OutOfMemory>) -> R {
        // No closure that is called here borrows the state: this is never refused.
        let Ok(mut state) = self.state.try_borrow_mut() else { return default };
        match write(&mut state.builder) {
            Ok(result) => result,
            Err(error) => {
                state.error.get_or_insert(error);
                default
            }
        }
    }

    /// Appends an instruction.
    pub fn push(&self, inst: Inst) {
        self.with((), |builder| builder.push(inst));
    }

    /// Says the type of the function's result.
    pub fn returns<T: Number>(&self) {
        self.with((), |builder| {
            builder.result(T::TYPE);
            Ok(())
        });
    }

    /// Says whether vectors may be kept in the frame.
    pub fn spills(&self, spill: Spill) {
        self.with((), |builder| {
            builder.spill(spill);
            Ok(())
        });
    }
}
