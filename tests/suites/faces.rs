//! Libraries for C, and what is exported. One program, as most of what a program costs is to build it.

#[path = "../tests/blas.rs"]
mod blas;
#[path = "../tests/blas_batch.rs"]
mod blas_batch;
#[path = "../tests/blas_errors.rs"]
mod blas_errors;
#[path = "../tests/blas_factors.rs"]
mod blas_factors;
#[path = "../tests/blas_mkl.rs"]
mod blas_mkl;
#[path = "../tests/blas_stack.rs"]
mod blas_stack;
#[path = "../tests/capi.rs"]
mod capi;
#[path = "../tests/export_bare.rs"]
mod export_bare;
#[path = "../tests/export_link.rs"]
mod export_link;
#[path = "../tests/export_linked.rs"]
mod export_linked;
#[path = "../tests/export_object.rs"]
mod export_object;
