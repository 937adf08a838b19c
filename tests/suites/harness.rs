//! What applications use, and the kit that checks generators. One program, as most of what a program costs is to build it.

#[path = "../tests/conformance_canary.rs"]
mod conformance_canary;
#[path = "../tests/conformance_verify.rs"]
mod conformance_verify;
#[path = "../tests/harness_api.rs"]
mod harness_api;
#[path = "../tests/harness_contraction.rs"]
mod harness_contraction;
#[path = "../tests/harness_gemm.rs"]
mod harness_gemm;
#[path = "../tests/harness_jit.rs"]
mod harness_jit;
#[path = "../tests/harness_jit_numpy.rs"]
mod harness_jit_numpy;
#[path = "../tests/harness_memory.rs"]
mod harness_memory;
#[path = "../tests/harness_ndarray.rs"]
mod harness_ndarray;
#[path = "../tests/harness_observer.rs"]
mod harness_observer;
#[path = "../tests/harness_plans.rs"]
mod harness_plans;
#[path = "../tests/harness_pool.rs"]
mod harness_pool;
#[path = "../tests/harness_program_refused.rs"]
mod harness_program_refused;
#[path = "../tests/harness_program_run.rs"]
mod harness_program_run;
#[path = "../tests/harness_run.rs"]
mod harness_run;
#[path = "../tests/harness_text.rs"]
mod harness_text;
