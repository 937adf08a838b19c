//! Instruction sets, one folder each.
pub mod aarch64;
