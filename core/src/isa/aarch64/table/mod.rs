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
//! list with the arrangement `a` (in capitals, a fixed one: `{l.S}` is a list of such elements,
//! `{l.V}` of whole vectors of bytes). What follows from the arrangement `a` is `{2a}`, the suffix for
//! an upper half, and `{+a}`, `{>a}`, `{*a}`, `{/a}`, `{-a}`, arrangements of elements of other widths
//! (the table `DERIVED` in [`super::text`]). The condition, if any, refuses combinations that
//! the manual calls unpredictable. A row that covers several forms names them all:
//! `(S|U)HADD_asimdsame_only`.
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
pub mod crypto;
pub mod float;
pub mod integer;
pub mod memory;
pub mod simd_convert;
pub mod simd_float;
pub mod simd_integer;
pub mod simd_move;
pub mod simd_shift;
pub mod structure;
pub mod system;

/// All rows, in the order in which decoding tries them.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [
        integer::ROWS,
        branch::ROWS,
        memory::ROWS,
        system::ROWS,
        float::ROWS,
        structure::ROWS,
        simd_float::ROWS,
        simd_integer::ROWS,
        simd_shift::ROWS,
        simd_move::ROWS,
        simd_convert::ROWS,
        crypto::ROWS,
    ]
    .into_iter()
    .flatten()
    .copied()
}
