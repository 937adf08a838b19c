//! The table of instructions.
//!
//! A row reads
//!
//! ```text
//! name "encoding" (operands) Features [Properties];
//! ```
//!
//! The encoding is that of Intel's manual; see [`super::pattern`]. An operand is its letter, its role and its
//! type: `r = Zmm` is written, `v: Zmm` read, `r += Zmm` read and written. The letter says which part
//! of the code holds it:
//!
//! | letter | part |
//! |---|---|
//! | `r` | the register of the byte behind the opcode (`ModRM.reg`) |
//! | `m` | the register or the address of that byte (`ModRM.rm`) |
//! | `v` | the register of the prefix (`vvvv`) |
//! | `o` | the register in the opcode |
//! | `c` | the condition in the opcode, or the predicate in the number at the end |
//! | `s` | the register in the number at the end |
//! | `i` | the number at the end |
//! | `t` | the distance at the end |
//! | `x`, `y` | none: the instruction always takes it |
//!
//! The text is the mnemonic, which is the row's name up to an underscore, and the operands in their order.
//! Where the mnemonic has `cc`, the name of the operand `c` takes its place.
//!
//! Every row becomes a `static` in `rows`, and a constructor function of the same name, whose arguments are
//! the operands in the order of the row. Of rows with the same text, the first that encodes
//! it counts in assembly.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`.

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

/// What a row says in brackets, in its notation.
macro_rules! property {
    (@ $kind:ident $word:ident) => {
        $crate::isa::x86_64::property::Property::$kind($crate::isa::x86_64::property::$kind::$word)
    };
    (Jump) => { property!(@ Control Jump) };
    (Branch) => { property!(@ Control Branch) };
    (Call) => { property!(@ Control Call) };
    (Return) => { property!(@ Control Return) };
    (Indirect) => { property!(@ Control Indirect) };
    (Landing) => { property!(@ Control Landing) };
    (System) => { property!(@ Control System) };
    (Push) => { property!(@ Stack Push) };
    (Pop) => { property!(@ Stack Pop) };
    (Add) => { property!(@ Stack Add) };
    (Subtract) => { property!(@ Stack Subtract) };
    (Address) => { property!(@ Stack Address) };
    (Copy) => { property!(@ Stack Copy) };
    (Merge) => { property!(@ Masking Merge) };
    (Zero) => { property!(@ Masking Zero) };
    (Blend) => { property!(@ Masking Blend) };
    (Always) => { property!(@ Masking Always) };
    (Suppress) => { property!(@ Rounds Suppress) };
    (Mode) => { property!(@ Rounds Mode) };
    (Idiom) => { $crate::isa::x86_64::property::Property::Idiom };
    (Accumulator) => { $crate::isa::x86_64::property::Property::Accumulator };
    (Twin) => { $crate::isa::x86_64::property::Property::Twin };
    (ClearUpper) => { $crate::isa::x86_64::property::Property::ClearUpper };
}

/// Makes rows and constructors; see the module's documentation.
macro_rules! table {
    ($(
        $name:ident $pattern:literal ( $($letter:ident $role:tt $type:ty),* ) $($feature:ident)+ $([$($property:ident)+])?;
    )*) => {
        #[allow(unused_imports, reason = "some groups have no operands of their own")]
        use $crate::isa::x86_64::operand::*;

        /// The rows by name.
        #[allow(non_upper_case_globals, missing_docs, unused_imports)]
        pub mod rows {
            use super::*;
            use $crate::isa::x86_64::feature::{Feature, Features};
            use $crate::isa::x86_64::row::{Row, Slot, letter};

            $(pub static $name: Row = Row::new(
                [stringify!($name), $pattern],
                &[$(Slot {
                    letter: letter(stringify!($letter)).expect("an operand is named by one letter"),
                    role: role!($role),
                    kind: <$type>::KIND,
                }),*],
                Features::of(&[$(Feature::$feature),+]),
                &[$($(property!($property)),+)?],
            );)*
        }

        /// The rows in order.
        pub(crate) static ROWS: &[&$crate::isa::x86_64::row::Row] = &[$(&rows::$name),*];

        $(
            #[doc = concat!("`", $pattern, "`")]
            #[must_use]
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn $name($($letter: impl Into<$type>),*) -> $crate::isa::x86_64::inst::MachInst {
                let values = [$($crate::isa::x86_64::value::Value::from($letter.into())),*];
                $crate::isa::x86_64::inst::MachInst::of(&rows::$name, &values)
            }
        )*
    };
}

/// Declares the groups of rows, in the order in which decoding and assembly try them.
macro_rules! groups {
    ($($group:ident)*) => {
        $(pub mod $group;)*

        const GROUPS: &[&[&Row]] = &[$($group::ROWS),*];
    };
}

groups! {
    integer branch system
    transfer float permute vector_integer mask convert sse fma4 second_bytes x87
}

/// All rows, group after group.
pub(super) static ROWS: [&Row; count()] = concatenated();

/// All rows, in the order in which decoding and assembly try them.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().copied()
}

/// How many rows there are.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn count() -> usize {
    let (mut rows, mut group) = (0, 0);
    while group < GROUPS.len() {
        rows += GROUPS[group].len();
        group += 1;
    }
    rows
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn concatenated() -> [&'static Row; count()] {
    let (mut rows, mut at, mut group) = ([GROUPS[0][0]; count()], 0, 0);
    while group < GROUPS.len() {
        let mut nth = 0;
        while nth < GROUPS[group].len() {
            rows[at] = GROUPS[group][nth];
            (at, nth) = (at + 1, nth + 1);
        }
        group += 1;
    }
    rows
}
