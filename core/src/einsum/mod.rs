//! Contractions as people write them: `mk,kn->mn`.
//!
//! Problem: an expression names indices; a kernel wants dimensions with types and
//! strides. Idea: an [`Expression`] is valid by itself, whether it was written as text
//! ([`parse`](parse())) or as lists of numbers ([`interleaved`](interleaved())).
//! [`resolve`](resolve()) joins it with the shapes of its operands: what remains are
//! numbered indices with extents, for any number of operands. [`lower`](lower()) makes a
//! [`Sequence`](crate::tensor::Sequence) of nests of that. The meaning is numpy's, as of
//! `einsum(…, optimize=False)`; [`Dialect`] lists where other libraries accept more.
//! Refusals say name and place.
//!
//! A contraction of more than two operands is a [`tree`] of such of two, and [`path`] finds
//! one that costs little.
//!
//! Tests: `tests/tests/einsum_resolve.rs`, `tests/tests/einsum_lower.rs`.

pub mod expression;
pub mod interleaved;
pub mod lower;
pub mod parse;
pub mod path;
pub mod resolve;
pub mod tree;

pub use expression::{Dialect, Expression, Label, SubscriptError, Term, is_label};
pub use interleaved::{InterleavedError, Subscript, interleaved};
pub use lower::{
    Arrays, Beta, Computed, Finish, Link, LinkOperand, LowerError, Lowered, Numbers, lower, lower_pair,
    lower_slice, lower_tree, network, output_axes,
};
pub use parse::{ParseError, parse};
pub use resolve::{Axes, Axis, Index, Name, ResolveError, Resolved, resolve};
