//! Tables of instructions that are not part of this library, read at run time.
//!
//! The rows of the instruction sets of this library are compiled with it. A table of another machine, or of a
//! later generation of one, comes as text: comma-separated values (RFC 4180) in the columns that
//! `tensmith isa --format csv` writes for AArch64. [`Table::read`] checks it as the compiler checks the rows
//! here, and encodes and decodes by it.
//!
//! # Columns
//! The first line names them; those that are not listed are for people.
//!
//! | column | |
//! |---|---|
//! | `name` | how a row is asked for |
//! | `pattern` | 32 symbols for each word, as in [`crate::isa::pattern`] |
//! | `operands` | in order, with commas: `d = x`, `n: uimm12`, `a += v in 2 places`, `s: shift or 7` |
//! | `features` | what a machine must have: `simd+fp16`, `simd|fp16`; `-` or nothing for all machines |
//!
//! An operand with `or` has a default. Of alternatives in this library's own table, as `simd|fp16`, the
//! second is for half precision.
//!
//! A pattern's letter is an operand. Where there is no column of operands, each letter is one. One that
//! stands in several places says so, as its width is what is left. The order of rows is that in which
//! decoding tries them.
//!
//! # What a table does not say
//! How words are [finished](Finish) after operands are in place, and whether instructions are
//! [shortened](Table::shortened) when their last words say nothing. Both are told to the
//! table after it is read.
//!
//! Tests: `tests/tests/isa_loaded.rs`.

mod cells;
mod error;
mod finish;
mod found;
mod operand;
mod place;
mod row;
mod table;
mod text;

pub use error::{TableError, TableProblem, ValueError};
pub use finish::{AsIs, Finish};
pub use found::Found;
pub use operand::Operand;
pub use place::MAX_WORDS;
pub use row::Row;
pub use table::Table;
