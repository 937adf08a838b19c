//! Instruction sets, one folder each, and all that they have in common.
//!
//! [`set`] is the trait that code generation asks; the other files are the words it asks in: [`register`],
//! [`instruction`], the [`buffer`] for code, the [`contract`] that finished code keeps to, and the
//! [`model`] of a core.
//!
//! Tests: `tests/tests/isa_set.rs`.

pub mod aarch64;
pub mod assembly;
pub(crate) mod branches;
pub mod buffer;
pub mod by_class;
pub mod contract;
pub mod encode;
pub mod error;
pub mod feature;
pub mod instruction;
#[cfg(feature = "assembly")]
pub(crate) mod labels;
pub mod loaded;
pub mod machine;
pub mod model;
pub mod naming;
pub(crate) mod passed;
pub mod pattern;
pub mod register;
pub mod register_set;
pub mod set;
pub mod timing;
pub mod unwind;
#[cfg(feature = "x86-64")]
pub mod x86_64;
pub mod zeros;

pub use assembly::Assembly;
pub use buffer::{CodeBuffer, CodeError};
pub use contract::{Contract, Rule, VerifyError};
pub use encode::{CodeUnit, EncodeError, OperandError};
pub use error::{AssembleError, FrameError, LowerError, Reason};
pub use feature::{Feature, Features};
pub use instruction::{Flow, Instruction, Item, Listing, Sink};
pub use machine::Machine;
pub use model::{Core, CoreModel};
pub use naming::{Naming, Places, Virtuals};
pub use register::{Bank, Class, Convention, Reg, RegIndex, Role, Use, Virtual};
pub use register_set::RegSet;
pub use set::{Constraints, Frame, Isa};
pub use timing::Timing;
pub use unwind::Unwind;
#[cfg(feature = "unwind")]
pub use unwind::{SavedRegister, UnwindRegisters, UnwindRow};
pub use zeros::Zeros;
