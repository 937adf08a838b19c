//! What the tests share: the foreign assembler and models of cores, seeded randomness, buffers between inaccessible
//! pages, properties for fuzzing, kernels made and called, and the bench that compares them with the scalar reference.

pub mod bench;
pub mod fuzz;
pub mod guard;
pub mod kernels;
pub mod llvm;
pub mod mca;
pub mod nightly;
pub mod random;
