//! Code generation, and code in memory. One program, as most of what a program costs is to build it.

#[path = "../tests/code_memory_pool.rs"]
mod code_memory_pool;
#[path = "../tests/codegen_allocate.rs"]
mod codegen_allocate;
#[path = "../tests/codegen_emit.rs"]
mod codegen_emit;
#[path = "../tests/codegen_passes.rs"]
mod codegen_passes;
#[path = "../tests/codegen_pipeline.rs"]
mod codegen_pipeline;
#[path = "../tests/codegen_run.rs"]
mod codegen_run;
#[path = "../tests/codegen_schedule.rs"]
mod codegen_schedule;
#[path = "../tests/codegen_spill.rs"]
mod codegen_spill;
