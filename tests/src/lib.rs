//! What the tests share: a count of allocations, the foreign assemblers and instances to ask them about, models of cores,
//! seeded randomness, multiplications drawn by it, buffers between inaccessible pages, properties for
//! fuzzing, kernels by name, operations with parameters, cases of elementwise kernels and of reductions, kernels
//! made and called, the bench that compares them with the scalar reference, and distances of numbers.

pub mod allocations;
pub mod bench;
pub mod binutils;
pub mod draw;
pub mod elementwise;
pub mod fuzz;
pub mod guard;
pub mod instances;
pub mod kernels;
pub mod listed;
pub mod llvm;
pub mod mca;
pub mod nightly;
pub mod ops;
pub mod random;
pub mod reduce;
pub mod ulp;
