//! Functions over virtual registers, run on arguments: by the interpreter, or as machine code.
//!
//! Problem: the author of a function wants to see what it does, also while it is wrong; but its code accesses
//! whatever memory its instructions say.
//!
//! Idea: [`execute`] has the interpreter run it first, on copies at the very same addresses. That refuses
//! every access outside of the arguments, so that a function which it runs to the end is safe to run as code;
//! and what it leaves in the copies is what the code has to leave, bit for bit.
//!
//! ```no_run
//! use tensmith::func::{Argument, execute};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "func \"twice\" (i0) {\n load.f32x4 v0, [i0]\n add.f32 v0, v0, v0\n store.f32x4 v0, [i0]\n}";
//! let func = tensmith_core::kernel::text::parse(text)?;
//! let mut memory: Vec<u8> = [1.0f32, 2.0, 3.0, 4.0].into_iter().flat_map(f32::to_le_bytes).collect();
//! let executed = execute(&func, tensmith::machine::host()?, &mut [Argument::Memory(&mut memory)])?;
//! assert_eq!(memory[..4], 2.0f32.to_le_bytes());
//! assert_eq!(executed.expected.memory, [memory]);
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `harness/cli/tests/program/func.rs`.

mod callees;
mod error;
mod function;
mod run;

pub use callees::{Callees, Model, Returned};
pub use error::FuncError;
pub use function::Function;
pub use run::{Argument, Executed, Interpreted};

use tensmith_core::Target;
use tensmith_core::kernel::Func;
use tensmith_core::reference::RunError;

/// Interprets a function on vectors of a target's size. Returns the bits of its result, if it has one. It
/// calls no others; see [`Callees::interpret`] for one that does.
///
/// # Errors
/// [`RunError`]. What was written until then stays.
pub fn interpret(
    func: &Func,
    target: Target,
    arguments: &mut [Argument<'_>],
) -> Result<Option<u64>, RunError> {
    Callees::default().interpret(func, target, arguments)
}

/// Compiles a function for a target, and runs it on the machine at hand; returns its result, and what the
/// interpreter leaves. It calls no others; see [`Callees::execute`] for one that does.
///
/// # Errors
/// [`FuncError`]. On an error, the memory is unchanged.
pub fn execute(func: &Func, target: Target, arguments: &mut [Argument<'_>]) -> Result<Executed, FuncError> {
    Callees::default().execute(func, target, arguments)
}
