//! What the tests share: the foreign assembler, seeded randomness, buffers between inaccessible
//! pages, kernels made and called, and the bench that compares them with the scalar reference.

pub mod bench;
pub mod guard;
pub mod kernels;
pub mod llvm;
pub mod random;
