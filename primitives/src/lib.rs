//! The kernel generators that come with tensmith, and the default registry of them.
//!
//! A generator turns a specification into a function over virtual registers; it knows the shape
//! of a machine (vector size, register count, reach of immediates), not its instructions.
//!
//! ```
//! use tensmith_core::kernel::{GemmSpec, KernelSpec};
//! use tensmith_core::{DType, Target};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let spec: KernelSpec = GemmSpec::column_major(DType::F32, [16, 6, 64]).into();
//! let compiled = tensmith_primitives::registry()?.compile(&spec, &Target::named("neoverse-v2")?)?;
//! assert_eq!(compiled.code.len() % 4, 0);
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! `default` turns on those of `tensmith-core` (see there). Generators that no registry has are
//! left out by the linker.
#![no_std]
#![deny(clippy::disallowed_methods, clippy::disallowed_macros)]
#![deny(clippy::indexing_slicing, clippy::string_slice)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

extern crate alloc;

pub mod address;
mod alternating;
mod arguments;
mod blocks;
pub mod columns;
pub mod contraction;
mod cursor;
pub mod elementwise;
mod formula;
pub mod gather;
pub mod gemm;
pub mod group;
pub mod lanewise;
mod links;
pub mod paired;
pub mod permute;
mod pieces;
pub mod reduce;
mod repeat;
pub mod series;
mod square;
pub mod transpose;
mod vectors;
pub mod window;
mod work;

use tensmith_core::registry::{Registry, RegistryError};

/// The generators of this crate, in order of preference.
///
/// # Errors
/// [`RegistryError::OutOfMemory`].
pub fn registry() -> Result<Registry, RegistryError> {
    let mut registry = Registry::new();
    registry.add(&gemm::Gemm)?;
    registry.add(&gemm::complex::Complex)?;
    registry.add(&gemm::grouped::Grouped)?;
    registry.add(&group::Group)?;
    registry.add(&columns::Columns)?;
    registry.add(&elementwise::Elementwise)?;
    registry.add(&transpose::Transpose)?;
    registry.add(&paired::Paired)?;
    registry.add(&lanewise::Lanewise)?;
    registry.add(&reduce::Reduce)?;
    registry.add(&gather::Gather)?;
    registry.add(&window::Window)?;
    registry.add(&series::Series)?;
    registry.add(&permute::Permute)?;
    Ok(registry)
}
