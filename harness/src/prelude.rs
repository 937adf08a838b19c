//! What most programs need, in one import: `use tensmith::prelude::*`.
//!
//! ```
//! use tensmith::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let layout = ArrayLayout::c_order(&[4, 4])?;
//! let plan = Jit::for_target(Target::generic())?.einsum::<f32>("mk,kn->mn", &[&layout, &layout])?;
//! assert_eq!(plan.output().shape(), [4, 4]);
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `tests/tests/harness_api.rs`.

pub use crate::parallel::{Executor, Pool, Sequential};
pub use crate::program::{Argument, Program};
pub use crate::{
    Array, ArrayLayout, AsView, AsViewMut, DType, Element, Jit, Optimize, Plan, Strided, Target, UnaryOp,
    View, ViewMut, einsum,
};
