//! Products with sparse and constant matrices, for tensmith: code that is the matrix, or that reads it.
//!
//! - [`Csr`]: matrices by rows, checked number by number;
//! - [`Template`] and [`FixedSpec`]: the positions of non-zeros, and the product whose code they are
//!   ([`Fixed`] generates it);
//! - [`RowsSpec`]: the product that reads its positions ([`Rows`]);
//! - [`Bcsr`] and [`BlocksSpec`]: matrices of small dense blocks, and the product that holds rows of blocks
//!   in registers ([`Blocks`]);
//! - [`Pruned`] and [`PrunedSpec`]: matrices of which two in four neighbours are kept, and their
//!   product ([`PrunedRows`]);
//! - [`SampledSpec`]: elements of a product of dense matrices at the positions of a sparse
//!   one ([`SampledRows`]);
//! - [`split`]: divisions of the work among threads;
//! - [`Product`], with the feature `run`: products that run here, of each of these formats, by checked calls.
//!   Those of a [`Csr`], and of [`Positions`] whose values come with each call, choose the form of their
//!   code; [`Sampled`] makes a product a sampled one;
//! - [`Einsum`], with that feature, too: expressions one of whose operands is sparse.
//!
//! With the feature `sprs`, a [`Csr`] is made of that crate's matrices, and seen as one.
//!
//! The specifications and generators use what anybody can: `DataSpec` and `DataGenerator` of `tensmith-core`.
//! An example is in [`product`].
#![cfg_attr(not(feature = "run"), no_std)]
#![deny(clippy::disallowed_methods, clippy::disallowed_macros)]
#![deny(clippy::indexing_slicing, clippy::string_slice)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

extern crate alloc;

pub mod bcsr;
pub mod blocks;
pub mod columns;
pub mod csr;
#[cfg(feature = "run")]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "it needs a system, as the library for applications does"
)]
pub mod einsum;
pub mod fixed;
mod kind;
mod parts;
mod price;
#[cfg(feature = "run")]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "it needs a system, as the library for applications does"
)]
pub mod product;
pub mod pruned;
mod rates;
mod reach;
mod reading;
pub mod rows;
pub mod sampled;
pub mod split;
#[cfg(feature = "sprs")]
mod sprs;
mod sums;
pub mod template;

pub use bcsr::{Bcsr, Block, BlockError};
pub use blocks::{Blocks, BlocksSpec};
pub use columns::{Columns, ColumnsError};
pub use csr::{Csr, CsrError, Duplicates, Index};
#[cfg(feature = "run")]
pub use einsum::{Einsum, EinsumError, EinsumRunError, LabelRule, Operand, Orientation};
pub use fixed::{Fixed, FixedSpec};
pub use price::Price;
#[cfg(feature = "run")]
pub use product::{
    ArrayError, Explanation, FormChoice, Format, Options, PatchError, Positions, Product, ProductError,
    RunError, Sampled, enabled,
};
pub use pruned::{Pruned, PrunedError, PrunedRows, PrunedSpec};
pub use rows::{Rows, RowsSpec};
pub use sampled::{Factors, SampledRows, SampledSpec};
pub use split::Split;
pub use template::{Template, Term};
