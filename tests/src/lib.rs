//! What the tests share: the foreign assembler, seeded randomness, buffers between inaccessible
//! pages, and kernels made and called.

pub mod guard;
pub mod kernels;
pub mod llvm;
pub mod random;
