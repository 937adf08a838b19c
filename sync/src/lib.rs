//! What threads share: values that are made once ([`cache`]), executable memory ([`code`]), and, with the
//! feature `threads`, the rounds of a pool ([`pool`]) and scratch memory ([`scratch`]).
//!
//! It is a package of its own so that models build little: under `cfg(tensmith_model)` all of it uses loom's
//! [`primitives`], and `cargo xtask test` runs every model in every order that the memory model of
//! the language allows.
//!
//! Without the feature the crate is `no_std` with `alloc`. `tensmith-core` has [`fallible`], [`cache`] and
//! [`code`] under its own name: programs need no other.
#![no_std]
#![deny(clippy::disallowed_methods, clippy::disallowed_macros)]
#![deny(clippy::indexing_slicing, clippy::string_slice)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

extern crate alloc;
#[cfg(any(test, feature = "threads"))]
extern crate std;

#[macro_use]
pub mod fallible;
#[macro_use]
pub mod primitives;

pub mod cache;
pub mod code;
#[cfg(feature = "threads")]
mod lines;
#[cfg(feature = "threads")]
pub mod pool;
#[cfg(feature = "threads")]
pub mod scratch;
