//! Products with sparse and constant matrices, whose code knows the non-zeros.
#![cfg_attr(not(feature = "run"), no_std)]
#![deny(clippy::disallowed_methods, clippy::disallowed_macros)]
#![deny(clippy::indexing_slicing, clippy::string_slice)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

extern crate alloc;

pub mod columns;
pub mod csr;
pub mod fixed;
mod parts;
#[cfg(feature = "run")]
#[allow(clippy::disallowed_methods, reason = "it needs a system, as the library for applications does")]
pub mod product;
mod rates;
mod reach;
pub mod rows;
pub mod split;
pub mod template;

pub use columns::{Columns, ColumnsError};
pub use csr::{Csr, CsrError, Duplicates, Index};
pub use fixed::{Fixed, FixedSpec};
#[cfg(feature = "run")]
pub use product::{
    Explanation, Options, PatchError, Positions, Product, ProductError, RunError, Wanted, enabled,
};
pub use rows::{Rows, RowsSpec};
pub use split::Split;
pub use template::{Template, Term};
