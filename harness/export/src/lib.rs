//! Kernels and plans ahead of time: an object with the kernels, and C and Rust that call them.
//!
//! ```
//! use tensmith::{ArrayLayout, Jit, Target, UnaryOp};
//! use tensmith_export::{Export, ObjectFormat};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Planned here, for a machine elsewhere.
//! let jit = Jit::for_target(Target::named("cortex-a72")?)?;
//! let shapes = [ArrayLayout::c_order(&[8, 16])?, ArrayLayout::c_order(&[16, 12])?];
//! let plan = jit.contraction("mk,kn->mn").apply(UnaryOp::relu()).plan::<f32>(&shapes)?;
//!
//! let mut export = Export::new("layers", jit.target())?;
//! export.plan("first_layer", &plan)?;
//! let object = export.object(ObjectFormat::Elf)?; // layers.o
//! let header = export.header(); // layers.h, which declares `first_layer`
//! let module = export.rust_module(); // layers.rs
//! assert!(object.starts_with(b"\x7fELF"));
//! assert!(header.contains("static inline void first_layer("));
//! assert!(module.contains("pub mod first_layer {"));
//! # Ok(())
//! # }
//! ```
//!
//! Problem: a program that must not generate code, because of its size, of a policy or for want of a system,
//! still wants the kernels that fit it exactly.
//!
//! Idea: kernels are position-independent and refer to nothing, so that they are functions as they are. The
//! loops around them are few lines of plain C or Rust, which need no library, allocate nothing and start no
//! thread: a driver, in the header and in the module. Scratch memory is lent by the caller.
//!
//! Kernels have their [names](tensmith_core::Target::kernel_name) as symbols. Equal ones from several exports
//! are one: they are in section groups that a linker keeps one of, in sections of their own, which it drops
//! if nothing calls them.
//!
//! Invariants: the same exports of the same plans are the same bytes. All code passed the verifier, and what
//! it needs of a core is what the header says.
//!
//! Tests: `tests/tests/export_link.rs`, `tests/tests/export_object.rs`, `tests/tests/export_linked.rs`,
//! `tests/tests/export_bare.rs`.

mod assembly;
mod c;
mod contents;
mod driver;
mod error;
mod export;
mod kernel;
mod name;
mod object;
mod rust;

pub use error::ExportError;
pub use export::Export;
pub use object::ObjectFormat;
