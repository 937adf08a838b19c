//! Machine code as bytes: where it is in a program, the memory it runs from, and calling it.
//!
//! Tests: `platform-linux/tests/publish.rs`, `tests/tests/codegen_run.rs`.

pub mod architecture;
pub mod cache;
pub mod entry;
pub mod label;
pub mod memory;
pub mod owner;

pub use architecture::Architecture;
pub use label::Label;
pub use memory::{Block, CodeMemory, MemoryError, Refusal};
pub use owner::{Owner, Shared};
