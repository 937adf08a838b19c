//! The libraries for C: their header, building and installing them, and what they have to pass.
//!
//! [`header`] makes `tensmith.h` with cbindgen, which is run and not linked. [`library`] links what cargo
//! builds to a shared and a static library with nothing but their own symbols. [`install()`] lays both out
//! below a prefix, with the program, with what pkg-config and CMake ask for. [`check()`] installs them in the
//! build directory, and has programs use them from there ([`stage`]): [`by_day`] in C and C++, together with
//! headers and libraries of others, with no more symbols than they need ([`needs`]); [`by_night`] valgrind,
//! sanitizers, CMake and numpy, too. [`tools`] are what that takes.

mod by_day;
mod by_night;
mod check;
pub(crate) mod header;
mod install;
mod library;
mod needs;
mod stage;
mod tools;

pub(crate) use check::{check, check_all};
pub(crate) use install::{install, libraries, manual};
pub(crate) use library::Build;

use crate::proc::Result;
use crate::toolchain::Toolchain;

/// Installs the programs that use the libraries, where they are missing.
///
/// # Errors
/// What is missing still.
pub(crate) fn prepare(toolchain: &Toolchain) -> Result {
    tools::set_up(toolchain, &tools::ALL)
}
