//! Runs the built program as a user does, and looks at what it prints, writes
//! and returns.
//!
//! Where the tests run under emulation, `TENSMITH_RUNNER` holds the emulator's
//! command, because the kernel of the machine cannot start the program itself.

mod asm;
mod bad_input;
#[cfg(target_os = "linux")]
mod bench;
mod demo;
mod doctor;
mod einsum;
mod emit;
mod export;
mod func;
mod manual;
mod nest;
mod nest_run;
mod picture;
mod profile;
mod schema;
mod signals;
mod sparse_einsum;
mod spmm;
mod support;
mod verify;
mod wisdom;
