//! The table of instructions.
//!
//! A row reads
//!
//! ```text
//! name "pattern" (operands) Feature "Arm form" "text" where |operands| condition;
//! ```
//!
//! The pattern is described in [`crate::isa::pattern`]. An operand is its letter, its role and its type:
//! `d = V` is written, `n: V` read, `d += V` read and written. In the text `{d}` prints an
//! operand, `{,i}` prints a comma and the operand unless that is 0, `{l.a}` prints a register
//! list with the arrangement `a` (`{l.S}`: with elements of that size), `{4*a}` the size in
//! bytes of four vectors of arrangement `a`, and `{4/a}` that of four elements. Of an element size
//! `z`, `{z-1}` prints the next smaller one (after `{z}`, which tells it), `{w:z}` the letter in names of loads and stores, and
//! `{<z}` the shift that scales an index. The condition, if any, refuses combinations that
//! the manual calls unpredictable.
//!
//! Every row becomes a `static` in `rows`, and a constructor function of the same name, whose
//! arguments are the operands in the order of the row.

use super::row::Row;

/// What an instruction does with an operand, in the notation of a row.
macro_rules! role {
    (:) => {
        $crate::isa::Role::Read
    };
    (=) => {
        $crate::isa::Role::Write
    };
    (+=) => {
        $crate::isa::Role::ReadWrite
    };
}

/// Makes rows and constructors; see the module's documentation.
macro_rules! table {
    ($(
        $name:ident $pattern:literal ( $($letter:ident $role:tt $type:ty),* ) $feature:ident $form:literal $text:literal
        $(where |$($argument:ident),*| $rule:expr)?;
    )*) => {
        /// The rows by name.
        #[allow(non_upper_case_globals, missing_docs, unused_imports)]
        pub mod rows {
            use super::*;
            use $crate::isa::aarch64::inst::MachInst;
            use $crate::isa::aarch64::operand::Operand;
            use $crate::isa::aarch64::row::{Availability, Row, Slot};

            $(pub static $name: Row = Row::new(
                [stringify!($name), $pattern, $form, $text],
                const { &[$(Slot {
                    letter: $crate::isa::aarch64::row::letter(stringify!($letter)),
                    role: role!($role),
                    kind: <$type as Operand>::KIND,
                }),*] },
                Availability::$feature,
                table!(@rule $(|$($argument),*| $rule)?),
            );)*
        }

        /// The rows in order.
        pub(crate) static ROWS: &[&$crate::isa::aarch64::row::Row] = &[$(&rows::$name),*];

        $(
            #[doc = concat!("`", $text, "` (", $form, ")")]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn $name($($letter: impl Into<$type>),*) -> $crate::isa::aarch64::inst::MachInst {
                #[allow(unused_imports)]
                use $crate::isa::aarch64::operand::Operand;
                $crate::isa::aarch64::inst::MachInst::of(&rows::$name, [$($letter.into().raw()),*])
            }
        )*
    };
    (@rule) => { None };
    (@rule |$($argument:ident),*| $rule:expr) => {
        Some(|inst: &MachInst| {
            $(let $argument = inst.field(const { $crate::isa::aarch64::row::letter(stringify!($argument)) });)*
            $rule
        })
    };
}

pub mod branch;
pub mod integer;
pub mod memory;
pub mod simd;
pub mod sme_multi;
pub mod sme_tile;
pub mod structure;
pub mod sve_float;
pub mod sve_integer;
pub mod sve_memory;
pub mod sve_move;
pub mod sve_predicate;
pub mod system;

/// All rows, in the order in which decoding tries them.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [
        integer::ROWS,
        branch::ROWS,
        memory::ROWS,
        structure::ROWS,
        simd::ROWS,
        system::ROWS,
        sve_integer::ROWS,
        sve_float::ROWS,
        sve_move::ROWS,
        sve_predicate::ROWS,
        sve_memory::ROWS,
        sme_tile::ROWS,
        sme_multi::ROWS,
    ]
    .into_iter()
    .flatten()
    .copied()
}
