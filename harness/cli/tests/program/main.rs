//! Runs the built program as a user does, and looks at what it prints, writes
//! and returns.
//!
//! Where the tests run under emulation, `TENSMITH_RUNNER` holds the emulator's
//! command, because the kernel of the machine cannot start the program itself.

mod asm;
mod bad_input;
mod demo;
mod doctor;
mod einsum;
mod emit;
mod nest;
mod signals;
mod support;
