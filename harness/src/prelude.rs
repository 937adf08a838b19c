//! What most programs need, in one import: `use tensmith::prelude::*`.
//!
//! ```
//! use tensmith::prelude::*;
//!
//! # fn main() -> Result<(), JitError> {
//! let layout = ArrayLayout::c_order(&[4, 4])?;
//! let plan = Jit::for_target(Target::generic())?.einsum::<f32>("mk,kn->mn", &[&layout, &layout])?;
//! assert_eq!(plan.output().shape(), [4, 4]);
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `tests/tests/harness_api.rs`.

pub use crate::{
    Argument, Array, ArrayLayout, DType, Element, Executor, Jit, JitError, Optimize, Plan, Pool, Program,
    Sequential, Strided, Target, UnaryOp, View, ViewMut, einsum,
};
