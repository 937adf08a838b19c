//! Code that the tests share: calls of BLAS, a count of allocations, the foreign assemblers and instances
//! to ask them about, models of cores, multiplications, contractions and networks drawn at random, what
//! they mean and what orders of them cost, an interpreter of plans, calls, trees and contractions of
//! others, properties for fuzzing, kernels by name, functions that are verified, what they do with frames,
//! operations with parameters, kernels made and called; sparse matrices and operators of spectral elements;
//! machines on paper; and the parts of the conformance kit.

pub mod allocations;
pub mod binutils;
pub mod blas;
pub mod contractions;
pub mod drawn;
pub mod exact;
pub mod exported;
pub mod frame;
pub mod functions_x86_64;
pub mod fuzz;
pub mod instances;
pub mod interpret;
pub mod judge;
pub mod keeps_x86_64;
pub mod kernels;
pub mod language;
pub mod listed;
pub mod llvm;
pub mod llvm_x86_64;
pub mod long_formulas;
pub mod lowered;
pub mod mca;
pub mod mixes;
pub mod nightly;
pub mod numpy;
pub mod orders;
pub mod passes;
pub mod plans;
pub mod programs;
pub mod sliding;
pub mod sparse;
pub mod spectral;
pub mod tccg;
mod tools;
pub mod touched;
pub mod trees;
pub mod turns;
pub mod wide;

pub use tensmith_conformance::{
    bench, complex, draw, elementwise, grouped, guard, here, lanewise, multiplication, networks, ops, random,
    reduce, ulp, window,
};
