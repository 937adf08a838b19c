//! Contractions as people write them: `mk,kn->mn`.
//!
//! Problem: an expression names indices; a kernel wants dimensions with types and
//! strides. Idea: [`parse`](parse()) makes an [`Expression`], which is valid by
//! itself, and [`lower`](lower()) joins it with the operands' layouts into a
//! [`Nest`](crate::tensor::Nest). The meaning is numpy's, as far as it goes: two
//! operands, one letter for each index, no ellipsis. Anything else is refused by
//! name and place.
//!
//! A contraction of more operands is a [`tree`] of such steps, and [`path`] finds one that costs little.

pub mod lower;
pub mod parse;
pub mod path;
pub mod tree;

pub use lower::{LowerError, lower, output_shape};
pub use parse::{Expression, Label, ParseError, parse};
