//! Kernels by their names in profilers and debuggers: `perf`, samply, GDB.
//!
//! A kernel is in no file, so tools that sample addresses or walk stacks see numbers. Each of them has an
//! interface by which a program that makes code tells of it; each interface is an [`Observer`] here:
//!
//! | | for | what is told |
//! |---|---|---|
//! | [`PerfMap`] | `perf report`, `perf top`, samply | addresses and names, as lines of `/tmp/perf-PID.map` |
//! | [`JitDump`] | `perf inject --jit`, samply | the same, times, code and unwind tables, in `jit-PID.dump` |
//! | [`Gdb`] | GDB, LLDB | an object file in memory for each kernel, with its symbol and its unwind table |
//!
//! ```no_run
//! use std::sync::Arc;
//! use tensmith::Jit;
//! use tensmith_profilers::PerfMap;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let jit = Jit::builder().observer(Arc::new(PerfMap::create()?)).build()?;
//! # Ok(())
//! # }
//! ```
//!
//! Or by names, as a setting has them: [`interfaces`]. Nothing here reads the environment;
//! programs decide that.
//!
//! What cannot be written later on, on a full disk for instance, ends the telling and not the run: see
//! [`PerfMap::failure`]. After fork(2), a child writes files of its own, which begin with the kernels that it
//! has. All this is of Linux; other systems do not have this crate's content.
#![cfg(target_os = "linux")]

mod eh_frame;
mod file;
mod gdb;
mod jitdump;
mod perf_map;
mod setting;

pub use file::FileError;
pub use gdb::Gdb;
pub use jitdump::JitDump;
pub use perf_map::PerfMap;
pub use setting::{Interface, SettingError, interfaces};
pub use tensmith::extend::{Observer, Published};
