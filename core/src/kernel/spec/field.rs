//! A kind of kernel as text: a table of its words and fields, from which everything follows that is printed,
//! read, refused and explained.
//!
//! A text begins with the name of the kind and its words; behind these, in any order, are the fields,
//! `name=value`. What a field usually is follows from those before it in the table: so fields are read and
//! printed in that order, and one that is as usual is left out.
//!
//! Limits: a field is given once, so that no text has more words than its table has rows.
//!
//! Tests: `tests/tests/kernel_spec_text.rs`.

use super::value::{Rule, Wrong};
use crate::kernel::word::Word;
use core::fmt;

/// A kind of kernels whose specification is an `S`.
pub(super) struct Table<S: 'static> {
    pub(super) name: &'static str,
    /// The result of the kernel, in one line.
    pub(super) doc: &'static str,
    /// A specification to read the words into.
    pub(super) blank: fn() -> S,
    /// The words behind the name, all of which are always there.
    pub(super) words: &'static [Field<S>],
    pub(super) fields: &'static [Field<S>],
}

/// A part of the text of an `S`.
pub(super) struct Field<S> {
    pub(super) about: FieldText,
    /// Writes the value; nothing where there is none.
    pub(super) print: fn(&S, &mut fmt::Formatter<'_>) -> fmt::Result,
    pub(super) read: fn(&mut S, &str) -> Result<(), Wrong>,
    /// Sets the usual value; false if there is none, so that one must be given.
    pub(super) usual: fn(&mut S) -> bool,
}

/// What is to be said of a word or a field of a specification's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldText {
    /// Its name.
    pub name: &'static str,
    /// The form of values, as in "must be `col` or `row`".
    pub form: &'static str,
    /// Its meaning, in a line.
    pub doc: &'static str,
}

/// The outcome of setting a value: some are refused.
pub(super) trait Outcome {
    fn outcome(self) -> Result<(), Wrong>;
}

impl Outcome for () {
    fn outcome(self) -> Result<(), Wrong> {
        Ok(())
    }
}

impl Outcome for Result<(), Wrong> {
    fn outcome(self) -> Result<(), Wrong> {
        self
    }
}

/// Makes a field of a specification from the type of its value, how that is got and set,
/// and which one is usual.
macro_rules! field {
    ($name:literal of $spec:ty: $value:ty, $doc:literal; $get:expr; $set:expr; $usual:expr) => {
        field! { $name (<$value as $crate::kernel::spec::value::Value>::FORM) of $spec: $value, $doc; $get; $set; $usual }
    };
    ($name:literal ($form:expr) of $spec:ty: $value:ty, $doc:literal; $get:expr; $set:expr; $usual:expr) => {
        $crate::kernel::spec::field::Field {
            about: $crate::kernel::spec::field::FieldText { name: $name, form: $form, doc: $doc },
            print: |spec, f| {
                let get: fn(&$spec) -> $value = $get;
                $crate::kernel::spec::value::Value::print(&get(spec), f)
            },
            read: |spec, text| {
                let set: fn(&mut $spec, $value) -> _ = $set;
                set(spec, $crate::kernel::spec::value::Value::read(text)?).outcome()
            },
            usual: |spec| {
                let set: fn(&mut $spec, $value) -> _ = $set;
                let usual: fn(&$spec) -> Option<$value> = $usual;
                usual(spec).is_some_and(|value| set(spec, value).outcome().is_ok())
            },
        }
    };
}

/// The word of the type.
macro_rules! dtype {
    ($spec:ty) => {
        field! {
            "dtype" of $spec: DType, "the type of all elements";
            |s| s.dtype; |s, dtype| s.dtype = dtype; |_| None
        }
    };
}

/// The word of m and n.
macro_rules! extents {
    ($spec:ty) => {
        field! {
            "extents" ("MxN, two whole numbers") of $spec: $crate::kernel::spec::value::Extents<2>, "rows and columns";
            |s| $crate::kernel::spec::value::Extents([s.m, s.n]);
            |s, $crate::kernel::spec::value::Extents([m, n])| (s.m, s.n) = (m, n);
            |_| None
        }
    };
}

pub(super) use {dtype, extents, field};

/// The most fields of a kind.
const MOST_FIELDS: usize = 8;

/// What is to be said of the texts of a kind.
pub(super) trait Described: Sync {
    fn name(&self) -> &'static str;
    fn doc(&self) -> &'static str;
    /// What is said of word number `nth`.
    fn word(&self, nth: usize) -> Option<FieldText>;
    /// What is said of field number `nth`.
    fn field(&self, nth: usize) -> Option<FieldText>;
}

impl<S> Described for Table<S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn doc(&self) -> &'static str {
        self.doc
    }

    fn word(&self, nth: usize) -> Option<FieldText> {
        self.words.get(nth).map(|word| word.about)
    }

    fn field(&self, nth: usize) -> Option<FieldText> {
        self.fields.get(nth).map(|field| field.about)
    }
}

impl<S: Copy + PartialEq> Table<S> {
    /// Reads what follows the name.
    pub(super) fn read(&'static self, words: &mut Words<'_>) -> Result<S, SpecTextError> {
        let mut spec = (self.blank)();
        for Field { about, read, .. } in self.words {
            let (word, text) = words.next().ok_or(words.missing(*about))?;
            read(&mut spec, text).map_err(|wrong| about.refused(word, text, wrong))?;
        }
        let given = self.given(words)?;
        for (Field { about, read, usual, .. }, given) in self.fields.iter().zip(given) {
            match given {
                Some((word, text)) => {
                    read(&mut spec, text).map_err(|wrong| about.refused(word, text, wrong))?;
                }
                None if usual(&mut spec) => {}
                None => return Err(words.missing(*about)),
            }
        }
        Ok(spec)
    }

    /// Writes the text of a specification.
    pub(super) fn write(&self, spec: &S, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for word in self.words {
            f.write_str(" ")?;
            (word.print)(spec, f)?;
        }
        for Field { about, print, usual, .. } in self.fields {
            let mut plain = *spec;
            if !usual(&mut plain) || plain != *spec {
                write!(f, " {}=", about.name)?;
                print(spec, f)?;
            }
        }
        Ok(())
    }

    /// Shows words and fields with their values.
    pub(super) fn show(&self, spec: &S, show: &mut dyn FnMut(&'static str, &dyn fmt::Display)) {
        self.words.iter().chain(self.fields).for_each(|field| show(field.about.name, &Shown { field, spec }));
    }
}

impl<S> Table<S> {
    /// The values that a text gives its fields, each with the number of its word.
    fn given<'t>(
        &'static self,
        words: &mut Words<'t>,
    ) -> Result<[Option<(usize, &'t str)>; MOST_FIELDS], SpecTextError> {
        let mut given = [None; MOST_FIELDS];
        while let Some((word, text)) = words.next() {
            let (name, value) = text.split_once(['=']).unwrap_or((text, ""));
            let mut places = self.fields.iter().zip(given.iter_mut());
            let unknown =
                SpecTextError::Field { word, value: Word::new(text), names: Names(Of::Fields(self)) };
            let (field, place) = places.find(|(field, _)| field.about.name == name).ok_or(unknown)?;
            if place.replace((word, value)).is_some() {
                return Err(SpecTextError::Twice { word, field: field.about.name });
            }
        }
        Ok(given)
    }
}

/// The value of a field.
struct Shown<'s, S: 'static> {
    field: &'s Field<S>,
    spec: &'s S,
}

impl<S> fmt::Display for Shown<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.field.print)(self.spec, f)
    }
}

impl FieldText {
    fn refused(self, word: usize, text: &str, wrong: Wrong) -> SpecTextError {
        let rule = match wrong {
            Wrong::Form => Rule::Form(self.form),
            Wrong::Rule(rule) => rule,
        };
        SpecTextError::Value { word, field: self.name, value: Word::new(text), rule }
    }
}

/// The words of a text that are still to be read.
pub(super) struct Words<'t> {
    rest: core::str::SplitWhitespace<'t>,
    /// How many there were.
    count: usize,
}

impl<'t> Words<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { rest: text.split_whitespace(), count: 0 }
    }

    /// The next word with its number, from 1.
    pub(super) fn next(&mut self) -> Option<(usize, &'t str)> {
        let word = self.rest.next()?;
        self.count = self.count.saturating_add(1);
        Some((self.count, word))
    }

    fn missing(&self, FieldText { name, form, .. }: FieldText) -> SpecTextError {
        SpecTextError::Missing { word: self.count.saturating_add(1), field: name, rule: Rule::Form(form) }
    }
}

/// A text is no specification of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecTextError {
    /// It begins with something else than the name of a kind.
    #[error("word 1: kind is {value}: must be one of {names}")]
    Kind {
        /// The word.
        value: Word,
        /// The names of all kinds.
        names: Names,
    },
    /// Something is not there that must be.
    #[error("word {word}: {field} is missing: {rule}")]
    Missing {
        /// The number that the word would have at least, from 1.
        word: usize,
        /// Name of the field.
        field: &'static str,
        /// The form that it has.
        rule: Rule,
    },
    /// A value breaks a rule.
    #[error("word {word}: {field} is {value}: {rule}")]
    Value {
        /// Number of the word, from 1.
        word: usize,
        /// Name of the field.
        field: &'static str,
        /// The value.
        value: Word,
        /// The rule.
        rule: Rule,
    },
    /// A word is no field.
    #[error("word {word}: {value} is no field: must be one of {names}")]
    Field {
        /// Number of the word, from 1.
        word: usize,
        /// The word.
        value: Word,
        /// The names of the fields that there are.
        names: Names,
    },
    /// A field is given again.
    #[error("word {word}: {field} is given again: must be given once")]
    Twice {
        /// Number of the word, from 1.
        word: usize,
        /// Name of the field.
        field: &'static str,
    },
}

/// The names that there are: of kinds, or of the fields of one.
#[derive(Clone, Copy)]
pub struct Names(Of);

#[derive(Clone, Copy)]
enum Of {
    /// The name of each kind, by its number.
    Kinds(fn(usize) -> Option<&'static str>),
    Fields(&'static dyn Described),
}

impl Names {
    pub(super) const fn of_kinds(kinds: fn(usize) -> Option<&'static str>) -> Self {
        Self(Of::Kinds(kinds))
    }

    /// Each of them.
    fn each(self) -> impl Iterator<Item = &'static str> {
        (0..).map_while(move |nth| match self.0 {
            Of::Kinds(name) => name(nth),
            Of::Fields(kind) => kind.field(nth).map(|field| field.name),
        })
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.each().eq(other.each())
    }
}

impl Eq for Names {}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.each()).finish()
    }
}

/// As `gemm, unary`, or of fields `a=, b=`.
impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if matches!(self.0, Of::Fields(_)) { "=" } else { "" };
        self.each().enumerate().try_for_each(|(nth, name)| {
            let comma = if nth == 0 { "" } else { ", " };
            write!(f, "{comma}{name}{end}")
        })
    }
}
