//! Arrays of the crate `ndarray`, where the feature of that name is on: they are operands
//! as others are, and nothing is copied.
//!
//! ```no_run
//! use ndarray::{Array2, s};
//! use tensmith::Jit;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (a, b) = (Array2::from_elem((4, 6), 1.0f32), Array2::from_elem((3, 5), 2.0f32));
//! let every_other = a.slice(s![.., ..;2]);
//! let mut c = Array2::zeros((4, 5));
//! let jit = Jit::host()?;
//! let plan = jit.einsum("mk,kn->mn", &[every_other, b.view()])?;
//! plan.run(&[every_other, b.view()], &mut c)?;
//! assert_eq!(c, Array2::from_elem((4, 5), 6.0));
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `tests/tests/harness_ndarray.rs`.
