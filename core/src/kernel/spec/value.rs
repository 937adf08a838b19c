//! The values in the texts of specifications: how each type of them is written and read.
//!
//! Tests: `tests/tests/kernel_spec_text.rs`.

use super::{Chain, ChainError, Layout, Matrix, Stride};
use crate::kernel::op::{BinaryOp, Op, OpMistake, Operation, TernaryOp, UnaryOp};
use crate::{DType, Types};
use core::fmt;

/// Something that a word or a field says.
pub(super) trait Value: Sized {
    /// The form of its texts, as in "must be a number".
    const FORM: &'static str;
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn read(text: &str) -> Result<Self, Wrong>;
}

/// What is wrong with a value.
#[derive(Clone, Copy)]
pub(super) enum Wrong {
    /// It has another form than the field's.
    Form,
    /// It breaks a rule of its own.
    Rule(Rule),
}

/// The rule that a value breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// It has a form.
    Form(&'static str),
    /// It is an operation on that many elements that comes with tensmith.
    Operation {
        /// The number of elements: 1, 2 or 3.
        inputs: usize,
    },
    /// An operation takes these parameters.
    Parameters(&'static [&'static str]),
    /// It is a chain.
    Chain(ChainError),
    /// The field says nothing about kernels of this kind, but only about others.
    Unused(&'static str),
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(form) => write!(f, "must be {form}"),
            Self::Operation { inputs: 1 } => one_of(UnaryOp::ALL, f),
            Self::Operation { inputs: 2 } => one_of(BinaryOp::ALL, f),
            Self::Operation { .. } => one_of(TernaryOp::ALL, f),
            Self::Parameters([]) => f.write_str("must have no parameters"),
            Self::Parameters(names) => {
                write!(f, "must have {} parameters (", names.len())?;
                listed(names.iter().copied(), f)?;
                f.write_str(")")
            }
            Self::Chain(error) => error.fmt(f),
            Self::Unused(only) => write!(f, "must be absent, as it is for {only} only"),
        }
    }
}

fn one_of<const INPUTS: usize>(
    all: &[&'static Operation<INPUTS>],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str("must be one of ")?;
    listed(all.iter().map(|operation| operation.name), f)
}

fn listed<'n>(names: impl Iterator<Item = &'n str>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    names.enumerate().try_for_each(|(nth, name)| write!(f, "{}{name}", if nth == 0 { "" } else { ", " }))
}

/// What can be read, or the form is wrong.
pub(super) fn formed<T>(value: Option<T>) -> Result<T, Wrong> {
    value.ok_or(Wrong::Form)
}

/// The type of the elements: all texts of types are read here.
fn dtype(text: &str) -> Option<DType> {
    DType::from_name(text)
}

/// Implements [`Value`] for what `Display` writes and a function reads.
macro_rules! printed {
    ($($type:ty: $form:literal, $read:expr;)*) => {
        $(impl Value for $type {
            const FORM: &'static str = $form;

            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }

            fn read(text: &str) -> Result<Self, Wrong> {
                let read: fn(&str) -> Option<Self> = $read;
                formed(read(text))
            }
        })*
    };
}

printed! {
    usize: "a whole number", |text| text.parse().ok();
    DType: "f32, f64 or f16", dtype;
    Types: "f32, f64 or f16, or types such as `f16,f32->f32->f16`", Types::from_text;
    Stride: "a number of elements, or `?` for one that calls pass", stride;
}

/// Implements [`Value`] for what has a few names.
macro_rules! named {
    ($($type:ty: $form:literal, [$(($value:expr, $name:literal)),+];)*) => {
        $(impl Value for $type {
            const FORM: &'static str = $form;

            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                $(if *self == $value {
                    return f.write_str($name);
                })+
                Ok(())
            }

            fn read(text: &str) -> Result<Self, Wrong> {
                match text {
                    $($name => Ok($value),)+
                    _ => Err(Wrong::Form),
                }
            }
        })*
    };
}

pub(super) use {named, printed};

/// Numbers with something between them.
struct Between<'n>(&'n [usize], &'static str);

impl fmt::Display for Between<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(numbers, between) = self;
        numbers.iter().enumerate().try_for_each(|(nth, number)| {
            let between = if nth == 0 { "" } else { between };
            write!(f, "{between}{number}")
        })
    }
}

/// As many numbers as that, with a letter between them.
fn split<const N: usize>(text: &str, between: char) -> Option<[usize; N]> {
    let mut words = text.split([between]);
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(numbers)
}

/// Extents, such as `16x6x64`.
pub(super) struct Extents<const N: usize>(pub(super) [usize; N]);

impl<const N: usize> Value for Extents<N> {
    const FORM: &'static str = "whole numbers with `x` between them";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Between(&self.0, "x"))
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        formed(split(text, 'x')).map(Self)
    }
}

/// Numbers with commas between them.
#[derive(Clone, Copy)]
pub(super) struct List<const N: usize>(pub(super) [usize; N]);

pub(super) fn numbers<const N: usize>(text: &str) -> Option<List<N>> {
    split(text, ',').map(List)
}

impl<const N: usize> Value for List<N> {
    const FORM: &'static str = match N {
        2 => "two numbers of elements, such as `3,5`",
        _ => "three numbers of elements, such as `3,5,7`",
    };

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Between(&self.0, ","))
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        formed(numbers(text))
    }
}

/// At most eight numbers with a sign between them.
#[derive(Clone, Copy)]
pub(super) struct Few<const BETWEEN: char> {
    pub(super) numbers: [usize; 8],
    pub(super) count: usize,
}

impl<const BETWEEN: char> Few<BETWEEN> {
    /// The numbers that there are.
    pub(super) fn of(given: impl Iterator<Item = usize>) -> Self {
        let mut few = Self { numbers: [0; 8], count: 0 };
        few.numbers.iter_mut().zip(given).for_each(|(place, number)| {
            *place = number;
            few.count = few.count.saturating_add(1);
        });
        few
    }

    /// They, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.numbers.into_iter().take(self.count)
    }
}

impl<const BETWEEN: char> Value for Few<BETWEEN> {
    const FORM: &'static str = "at most eight whole numbers";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().enumerate().try_for_each(|(nth, number)| {
            if nth > 0 {
                fmt::Write::write_char(f, BETWEEN)?;
            }
            write!(f, "{number}")
        })
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        let mut few = Self { numbers: [0; 8], count: 0 };
        for word in text.split([BETWEEN]) {
            let place = few.numbers.get_mut(few.count);
            *formed(place)? = formed(word.parse().ok())?;
            few.count = few.count.saturating_add(1);
        }
        Ok(few)
    }
}

pub(super) fn stride(text: &str) -> Option<Stride> {
    match text {
        "?" => Some(Stride::Runtime),
        _ => text.parse().ok().map(Stride::fixed),
    }
}

impl<const INPUTS: usize> Value for Op<INPUTS>
where
    Self: Known<INPUTS>,
{
    const FORM: &'static str = "an operation such as `relu`, `add` or `clamp(-0.5,?)`; `?` is passed";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        crate::kernel::op::read(text, <Self as Known<INPUTS>>::named).map_err(|mistake| match mistake {
            OpMistake::Name => Wrong::Rule(Rule::Operation { inputs: INPUTS }),
            OpMistake::Form => Wrong::Form,
            OpMistake::Parameters(names) => Wrong::Rule(Rule::Parameters(names)),
        })
    }
}

/// Operations that are known by name.
pub(super) trait Known<const INPUTS: usize> {
    fn named(name: &str) -> Option<&'static Operation<INPUTS>>;
}

macro_rules! known {
    ($($op:ident: $inputs:literal;)*) => {
        $(impl Known<$inputs> for $op {
            fn named(name: &str) -> Option<&'static Operation<$inputs>> {
                $op::named(name)
            }
        })*
    };
}

known! {
    UnaryOp: 1;
    BinaryOp: 2;
    TernaryOp: 3;
}

impl Value for Chain {
    const FORM: &'static str = "operations such as `add(column),relu`, with operands `matrix/LD`, `column`, `row` or `scalar`; `?` is passed";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        text.parse().map_err(|error| Wrong::Rule(Rule::Chain(error)))
    }
}

/// A matrix as it is stored.
pub(super) struct Stored {
    layout: Layout,
    /// None where it has no gaps.
    ld: Option<Stride>,
    is_dense: bool,
}

impl Stored {
    /// A matrix of `rows`×`columns` elements.
    pub(super) fn of(matrix: Matrix, rows: usize, columns: usize) -> Self {
        let dense = Stride::fixed(matrix.extents(rows, columns).0);
        Self { layout: matrix.layout, ld: Some(matrix.ld), is_dense: matrix.ld == dense }
    }

    /// The matrix, of `rows`×`columns` elements.
    pub(super) fn matrix(self, rows: usize, columns: usize) -> Matrix {
        let matrix = Matrix { layout: self.layout, ld: Stride::Runtime };
        let dense = Stride::fixed(matrix.extents(rows, columns).0);
        Matrix { ld: self.ld.unwrap_or(dense), ..matrix }
    }

    /// Column by column, without gaps.
    pub(super) const DENSE: Self = Self { layout: Layout::ColumnMajor, ld: None, is_dense: true };
}

impl Value for Stored {
    const FORM: &'static str = "`col` or `row`, and `/LD` where there are gaps, `/?` for one that calls pass";

    /// A leading dimension that leaves no gaps is shown if everything is.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.layout == Layout::ColumnMajor { "col" } else { "row" })?;
        match self.ld {
            Some(ld) if !self.is_dense || f.alternate() => write!(f, "/{ld}"),
            _ => Ok(()),
        }
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        let (order, ld) = match text.split_once(['/']) {
            Some((order, ld)) => (order, Some(formed(stride(ld))?)),
            None => (text, None),
        };
        let layout = match order {
            "col" => Layout::ColumnMajor,
            "row" => Layout::RowMajor,
            _ => return Err(Wrong::Form),
        };
        Ok(Self { layout, ld, is_dense: ld.is_none() })
    }
}

/// What there may be none of: printed as nothing then.
impl<V: Value> Value for Option<V> {
    const FORM: &'static str = V::FORM;

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().map_or(Ok(()), |value| value.print(f))
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        V::read(text).map(Some)
    }
}
