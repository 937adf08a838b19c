//! Specifications of kernels as text: what `Display` prints and `FromStr` reads.
//!
//! ```text
//! gemm f32 13x7x5 a=row b=col/8 beta=0 epilogue=add(row),relu
//! brgemm f64 16x6x4 batch=? blocks=64,24
//! unary clamp(-1.0,?) f32 9x5 in=row out=12
//! ```
//! The kind comes first, then its words, which are always there, then its fields, `name=value`, in any order.
//! Fields that are as usual are left out: with `{:#}` leading dimensions are printed even so. `?` stands for
//! what calls pass. Reading checks the form only; the rules are [`KernelSpec::validate`]'s. An operation that
//! is defined elsewhere prints its name, which is not read.
//!
//! Each kind has a table of words and fields next to its specification, from which all of this follows, with
//! [what is to be said of them](KernelSpec::kinds).
//!
//! Tests: `tests/tests/kernel_spec_text.rs`.

use super::complex::COMPLEX;
use super::elementwise::{BINARY, CHAIN, CONVERT, TERNARY, UNARY};
use super::field::{Described, FieldText, Names, SpecTextError, Table, Words};
use super::gather::{GATHER, SCATTER};
use super::gemm::{BRGEMM, GEMM};
use super::group::GROUP;
use super::grouped::GROUPED;
use super::lanewise::LANEWISE;
use super::permute::PERMUTE;
use super::reduce::REDUCE;
use super::series::SERIES;
use super::window::WINDOW;
use super::{
    Batch, BinarySpec, ChainSpec, ComplexSpec, ConvertSpec, GatherSpec, GemmSpec, GroupSpec, GroupedSpec,
    Indexed, KernelSpec, LanewiseSpec, PermuteSpec, ReduceSpec, SeriesSpec, TernarySpec, UnarySpec,
    WindowSpec,
};
use crate::kernel::word::Word;
use core::fmt;
use core::str::FromStr;

/// The form of a kind's text, and which specifications are of the kind.
struct Kind<S: 'static> {
    table: &'static Table<S>,
    of: fn(&KernelSpec) -> Option<&S>,
}

/// A [`Kind`] of any specification.
trait Form: Sync {
    fn described(&self) -> &'static dyn Described;
    /// Reads what follows the name.
    fn read(&self, words: &mut Words<'_>) -> Result<KernelSpec, SpecTextError>;
    /// Writes a specification, if it is of this kind.
    fn print(&self, spec: &KernelSpec, f: &mut fmt::Formatter<'_>) -> Option<fmt::Result>;
    /// Shows words and fields with their values, if a specification is of this kind.
    fn show(&self, spec: &KernelSpec, show: &mut dyn FnMut(&'static str, &dyn fmt::Display)) -> bool;
}

impl<S: Copy + PartialEq + Into<KernelSpec>> Form for Kind<S> {
    fn described(&self) -> &'static dyn Described {
        self.table
    }

    fn read(&self, words: &mut Words<'_>) -> Result<KernelSpec, SpecTextError> {
        self.table.read(words).map(Into::into)
    }

    fn print(&self, spec: &KernelSpec, f: &mut fmt::Formatter<'_>) -> Option<fmt::Result> {
        (self.of)(spec).map(|spec| self.table.write(spec, f))
    }

    fn show(&self, spec: &KernelSpec, show: &mut dyn FnMut(&'static str, &dyn fmt::Display)) -> bool {
        (self.of)(spec).map(|spec| self.table.show(spec, show)).is_some()
    }
}

/// A table with the specifications that are of its kind.
macro_rules! kind {
    ($table:ident: $kind:ident($spec:ident) $(if $condition:expr)?) => {
        &Kind {
            table: &$table,
            of: |spec| match spec {
                KernelSpec::$kind($spec) $(if $condition)? => Some($spec),
                _ => None,
            },
        }
    };
}

/// All kinds, in the order of their names in help and errors.
static KINDS: [&dyn Form; 17] = [
    kind!(GEMM: Gemm(s) if s.batch == Batch::Single),
    kind!(BRGEMM: Gemm(s) if s.batch != Batch::Single),
    kind!(COMPLEX: Complex(s)),
    kind!(GROUPED: Grouped(s)),
    kind!(GROUP: Group(s)),
    kind!(SERIES: Series(s)),
    kind!(LANEWISE: Lanewise(s)),
    kind!(UNARY: Unary(s)),
    kind!(BINARY: Binary(s)),
    kind!(TERNARY: Ternary(s)),
    kind!(CHAIN: Chain(s)),
    kind!(CONVERT: Convert(s)),
    kind!(REDUCE: Reduce(s)),
    kind!(WINDOW: Window(s)),
    kind!(GATHER: Gather(s) if s.indexed == Indexed::Input),
    kind!(SCATTER: Gather(s) if s.indexed == Indexed::Output),
    kind!(PERMUTE: Permute(s)),
];

fn name_of_kind(nth: usize) -> Option<&'static str> {
    KINDS.get(nth).map(|kind| kind.described().name())
}

/// A kind of kernels and the form of its text, to be explained.
#[derive(Clone, Copy)]
pub struct KindText(&'static dyn Form);

impl KindText {
    /// The name of the kind, with which the text begins.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.described().name()
    }

    /// The result of such kernels, in a line.
    #[must_use]
    pub fn doc(self) -> &'static str {
        self.0.described().doc()
    }

    /// The words behind the name, all of which must be there.
    pub fn words(self) -> impl Iterator<Item = FieldText> {
        (0..).map_while(move |nth| self.0.described().word(nth))
    }

    /// The fields behind these.
    pub fn fields(self) -> impl Iterator<Item = FieldText> {
        (0..).map_while(move |nth| self.0.described().field(nth))
    }
}

impl fmt::Debug for KindText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl KernelSpec {
    /// Returns all kinds, with the form of their texts.
    pub fn kinds() -> impl Iterator<Item = KindText> {
        KINDS.iter().map(|kind| KindText(*kind))
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> Option<KindText> {
        Self::kinds().find(|kind| kind.0.show(self, &mut |_, _| {}))
    }

    /// Shows the name and the value of each word and field of the text, those that are as usual, too. What
    /// has no value, such as the weights of windows without any, is shown as nothing.
    pub fn show_fields(&self, show: &mut dyn FnMut(&'static str, &dyn fmt::Display)) {
        let _is_of_one_kind = KINDS.iter().any(|kind| kind.show(self, show));
    }
}

impl fmt::Display for KernelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        KINDS.iter().find_map(|kind| kind.print(self, f)).unwrap_or(Ok(()))
    }
}

impl FromStr for KernelSpec {
    type Err = SpecTextError;

    fn from_str(text: &str) -> Result<Self, SpecTextError> {
        let mut words = Words::of(text);
        let (_, name) = words.next().unwrap_or((1, ""));
        let kind = KINDS.iter().find(|kind| kind.described().name() == name);
        let unknown = SpecTextError::Kind { value: Word::new(name), names: Names::of_kinds(name_of_kind) };
        kind.ok_or(unknown)?.read(&mut words)
    }
}

/// Each specification prints as one of any kind.
macro_rules! printed {
    ($($spec:ident)*) => {
        $(impl fmt::Display for $spec {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&KernelSpec::from(*self), f)
            }
        })*
    };
}

printed! {
    GemmSpec UnarySpec BinarySpec TernarySpec ChainSpec ConvertSpec LanewiseSpec ReduceSpec GatherSpec WindowSpec
    SeriesSpec PermuteSpec ComplexSpec GroupedSpec GroupSpec
}
