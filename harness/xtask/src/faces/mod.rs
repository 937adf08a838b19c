//! The libraries for C: their header, building and installing them, and what they have to pass.
//!
//! [`header`] makes `tensmith.h` with cbindgen, which is run and not linked. [`library`] links what cargo builds to a shared
//! and a static library with nothing but their own symbols. [`install()`] lays both out below a prefix, with the program, with what pkg-config and
//! CMake ask for. [`check()`] installs them in the build directory, and has programs in C and C++, valgrind, the address
//! sanitizer, CMake and numpy use them from there; [`tools`] are what that takes.

mod check;
pub(crate) mod header;
mod install;
mod library;
mod tools;

pub(crate) use check::{check, check as check_all};
pub(crate) use install::{install, libraries, manual};
pub(crate) use library::Build;
pub(crate) use tools::set_up as prepare;
