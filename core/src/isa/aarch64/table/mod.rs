//! The table of instructions.
//!
//! A row reads
//!
//! ```text
//! name "pattern" (operands) Needs "Arm form" "text" [Properties] where |operands| condition;
//! ```
//!
//! Before the first row stands the section of the Arm manual that has the group, with the properties that its
//! rows have unless they say otherwise: `section "C4.1.93" [System];`.
//!
//! The needs of an instruction are its features, and words of `availability::Need`. The pattern is described
//! in [`crate::isa::pattern`]. An operand is its letter, its role and its type: `d = V` is written, `n: V`
//! read, `d += V` read and written. In the text `{d}` prints an operand, `{{d}}` one in braces, `{,i}` prints
//! a comma and the operand unless that is 0, `{l.a}` prints a register list with the arrangement or element
//! size `a` (in capitals, a fixed one: `{l.S}` is a list of such elements, `{l.V}` of whole vectors of
//! bytes). A symbol before the letter prints what follows from an arrangement or a size, as the table
//! `DERIVED` in `super::template` has it: `{2a}` is the suffix for an upper half, `{+a}` has elements twice
//! as wide, `{wz}` is the letter in names of loads and stores, `{<z}` the shift that scales an index. Lanes
//! and shifts whose code depends on the element size are one operand with it: `{i}` prints the number, `{=i}`
//! the size. Other spellings, which are accepted and not printed, follow behind a `|`; there, `{i<h}` is the
//! number that `{i}{h}` is after its shift. The condition, if any, refuses combinations that the manual calls
//! unpredictable. The properties, if any, are words: where control goes and how the stack pointer may be
//! used, of [`super::property`], a timing class of `super::timing`, and `Kernel` for what kernels are made
//! of. A row that covers several forms names them all: `(S|U)HADD_asimdsame_only`.
//!
//! Names can stand anywhere in the text, so that a row can say several forms: `sxt{z} {d}, {n}`.
//! An operand whose letter stands twice as often as it has bits is in two places of the word:
//! `cinc` names once the register that `csinc` has twice. Aliases stand before the form that they
//! abbreviate, with a condition for when they are preferred; decoding takes the first row that
//! accepts a word, assembly the first that accepts a text.
//!
//! Every row becomes a `static` in `rows`, and a constructor function of the same name, whose
//! arguments are the operands in the order of the row.
//!
//! Tests: `tests/tests/isa_aarch64_table_llvm.rs`, `tests/tests/isa_aarch64_table_binutils.rs`,
//! `tests/tests/isa_aarch64_table_forms.rs`.

use super::row::Row;

/// The role of an operand, in the notation of a row.
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

/// A need of a row, in its notation.
macro_rules! need {
    (Fp) => {
        $crate::isa::aarch64::availability::Need::Fp
    };
    (Half) => {
        $crate::isa::aarch64::availability::Need::Half
    };
    (NoStreaming) => {
        $crate::isa::aarch64::availability::Need::NoStreaming
    };
    ($feature:ident) => {
        $crate::isa::aarch64::availability::Need::Feature($crate::isa::aarch64::feature::Feature::$feature)
    };
}

/// A property of a row, in its notation.
macro_rules! property {
    (@control $word:ident) => {
        $crate::isa::aarch64::property::Property::Control($crate::isa::aarch64::property::Control::$word)
    };
    (@stack $word:ident) => {
        $crate::isa::aarch64::property::Property::Stack($crate::isa::aarch64::property::Stack::$word)
    };
    (Next) => { property!(@control Next) };
    (PcRelative) => { property!(@control PcRelative) };
    (Jump) => { property!(@control Jump) };
    (Branch) => { property!(@control Branch) };
    (Call) => { property!(@control Call) };
    (Return) => { property!(@control Return) };
    (Indirect) => { property!(@control Indirect) };
    (System) => { property!(@control System) };
    (Add) => { property!(@stack Add) };
    (Subtract) => { property!(@stack Subtract) };
    (Offset) => { property!(@stack Offset) };
    (PreIndex) => { property!(@stack PreIndex) };
    (PostIndex) => { property!(@stack PostIndex) };
    (List) => { property!(@stack List) };
    (Kernel) => { $crate::isa::aarch64::property::Property::Kernel };
    ($class:ident) => {
        $crate::isa::aarch64::property::Property::Timing($crate::isa::aarch64::timing::Class::$class)
    };
}

/// Makes rows and constructors; see the module's documentation.
macro_rules! table {
    (section $section:literal $([$usual:ident])?; $(
        $name:ident $pattern:literal ( $($letter:ident $role:tt $type:ty),* ) $($need:ident)+ $form:literal $text:literal
        $([$($property:ident)+])? $(where |$($argument:ident),*| $rule:expr)?;
    )*) => {
        table! { @with [$($usual)?] $section; $(
            $name $pattern ($($letter $role $type),*) [$($need)+] $form $text
            [$($($property)+)?] [$(|$($argument),*| $rule)?];
        )* }
    };
    (@with $usual:tt $section:literal; $(
        $name:ident $pattern:literal ( $($letter:ident $role:tt $type:ty),* ) [$($need:ident)+] $form:literal $text:literal
        [$($property:ident)*] [$(|$($argument:ident),*| $rule:expr)?];
    )*) => {
        use $crate::isa::aarch64::operand::*;

        /// The rows by name.
        #[allow(non_upper_case_globals, missing_docs, unused_imports)]
        pub mod rows {
            use super::*;
            use $crate::isa::aarch64::availability::Availability;
            use $crate::isa::aarch64::row::{Row, Slot, letter};

            $(pub static $name: Row = Row::new(
                [stringify!($name), $pattern, $form, $text, $section],
                &[$(Slot {
                    letter: letter(stringify!($letter)).expect("an operand is named by one letter"),
                    role: role!($role),
                    kind: &<$type>::KIND,
                }),*],
                Availability::of(&[$(need!($need)),+]),
                table!(@properties $usual $($property)*),
                table!(@rule $name $(|$($argument),*| $rule)?),
            );)*
        }

        /// The rows in order.
        pub(crate) static ROWS: &[&$crate::isa::aarch64::row::Row] = &[$(&rows::$name),*];

        $(
            #[doc = concat!("`", $text, "` (", $form, ")")]
            #[must_use]
            // Inlined, these would be a third of what is compiled for debugging.
            #[cfg_attr(all(feature = "inlined-encoding", not(debug_assertions)), inline(always))]
            #[allow(clippy::too_many_arguments)]
            pub fn $name($($letter: impl Into<$type>),*) -> $crate::isa::aarch64::inst::MachInst {
                let operands = $crate::isa::aarch64::inst::operands(&[$($letter.into().raw()),*]);
                #[cfg(feature = "inlined-encoding")]
                let layout = &const { rows::$name.layout };
                #[cfg(not(feature = "inlined-encoding"))]
                let layout = rows::$name.layout();
                $crate::isa::aarch64::inst::MachInst::of(&rows::$name, layout, operands)
            }
        )*
    };
    (@properties [$($usual:ident)?] $($property:ident)*) => { &[$(property!($usual),)? $(property!($property)),*] };
    (@rule $name:ident) => { None };
    (@rule $name:ident |$($argument:ident),*| $rule:expr) => {
        Some(|word| {
            $(let $argument = (&const { $name.layout }).operand(const {
                let letter = letter(stringify!($argument)).expect("an operand is named by one letter");
                $name.position(letter).expect("a condition names an operand of its row")
            }, word);)*
            $rule
        })
    };
}

pub(crate) mod names;

/// Declares the groups of rows, in the order in which decoding and assembly try them.
macro_rules! groups {
    ($($(#[$condition:meta])? $group:ident)*) => {
        $($(#[$condition])? pub mod $group;)*

        const GROUPS: &[&[&Row]] = &[$($(#[$condition])? $group::ROWS),*];
    };
}

// Pointer authentication comes before the hints that are known by number only.
groups! {
    integer branch memory float structure
    simd_float simd_integer simd_shift simd_move simd_convert
    #[cfg(feature = "aarch64-system")] crypto
    #[cfg(feature = "aarch64-sve")] sve_integer
    #[cfg(feature = "aarch64-sve")] sve_float
    #[cfg(feature = "aarch64-sve")] sve_move
    #[cfg(feature = "aarch64-sve")] sve_predicate
    #[cfg(feature = "aarch64-sve")] sve_memory
    #[cfg(feature = "aarch64-sme")] sme_tile
    #[cfg(feature = "aarch64-sme")] sme_multi
    #[cfg(feature = "aarch64-system")] pac
    #[cfg(feature = "aarch64-system")] system
    #[cfg(feature = "aarch64-system")] atomic
}

/// All rows, group after group.
pub(super) static ROWS: [&Row; count()] = concatenated();

/// All rows, in the order in which decoding and assembly try them.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().copied()
}

/// Whether a row is there: all are with the feature `aarch64-base`, and those that kernels
/// are made of without.
const fn is_there(row: &Row) -> bool {
    cfg!(feature = "aarch64-base") || row.is_in_kernels
}

/// How many rows there are.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn count() -> usize {
    let (mut rows, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut nth = 0;
        while nth < GROUPS[group].len() {
            rows += is_there(GROUPS[group][nth]) as usize;
            nth += 1;
        }
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
            if is_there(GROUPS[group][nth]) {
                rows[at] = GROUPS[group][nth];
                at += 1;
            }
            nth += 1;
        }
        group += 1;
    }
    rows
}
