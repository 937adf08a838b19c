//! What the tests share: the foreign assembler, seeded randomness.

pub mod llvm;
pub mod random;
