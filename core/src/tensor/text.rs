//! The text form of a nest: printed by `Display`, read by `FromStr`.
//!
//! ```text
//! nest f32 brgemm first=zero last=relu
//! # kind exec extent in0 in1 out
//! m seq  32 8192    0 32768
//! k prim  8 1024 1024     0
//! ```
//! One line names the element type, the main primitive and the touches, if any;
//! each further line is a dimension, outermost first: its type, execution,
//! extent, and the strides of the three operands in elements. `#` begins a
//! comment; spaces and empty lines do not matter. Reading checks the form only;
//! the rules are [`verify`](super::verify())'s.

use crate::DType;
use crate::fallible::{OutOfMemory, TryVec};
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand, Touch};
use crate::text::{before, lines};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nest {} {}", self.dtype, self.main.name())?;
        for (place, touch) in [("first", self.first_touch), ("last", self.last_touch)] {
            if let Some(touch) = touch {
                write!(f, " {place}={}", touch.op())?;
            }
        }
        f.write_str("\n# kind exec     extent       in0       in1       out")?;
        for Dim { kind, exec, extent, strides } in &self.dims {
            let PerOperand { in0, in1, out } = strides;
            write!(f, "\n  {:<4} {:<9} {extent:>5}", kind.name(), exec.name())?;
            write!(f, " {in0:>9} {in1:>9} {out:>9}")?;
        }
        Ok(())
    }
}

/// A text is not a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A word is missing, or another one than expected.
    #[error("line {line}, word {word}: expected {expected}")]
    Word {
        /// Number of the line, from 1.
        line: usize,
        /// Number of the word in the line, from 1.
        word: usize,
        /// What would be right.
        expected: &'static str,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl FromStr for Nest {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let lines = lines(text).enumerate().map(|(number, line)| Words::new(number, line));
        let mut lines = lines.filter(|words| !words.is_empty());
        let mut nest = header(lines.next().unwrap_or(Words::new(0, "")))?;
        for words in lines {
            nest.dims.try_push(dim(words)?)?;
        }
        Ok(nest)
    }
}

fn header(mut words: Words<'_>) -> Result<Nest, TextError> {
    words.next("`nest`", |word| (word == "nest").then_some(()))?;
    let dtype = words.next("an element type", DType::from_name)?;
    let main =
        words.next("a main primitive", |word| Main::ALL.into_iter().find(|main| main.name() == word))?;
    let mut nest = Nest { dtype, main, first_touch: None, last_touch: None, dims: Vec::new() };
    while !words.is_empty() {
        let touch = words.next("first=, last= or the end of the line", touch)?;
        match touch {
            Place::First(touch) => nest.first_touch = Some(touch),
            Place::Last(touch) => nest.last_touch = Some(touch),
        }
    }
    Ok(nest)
}

enum Place {
    First(Touch),
    Last(Touch),
}

fn touch(word: &str) -> Option<Place> {
    let named = |name: &str| Touch::ALL.into_iter().find(|touch| touch.op().operation().name == name);
    match (word.strip_prefix("first="), word.strip_prefix("last=")) {
        (Some(name), _) => named(name).map(Place::First),
        (_, Some(name)) => named(name).map(Place::Last),
        _ => None,
    }
}

fn dim(mut words: Words<'_>) -> Result<Dim, TextError> {
    let kind = words.next("m, n, k or c", |word| Kind::ALL.into_iter().find(|kind| kind.name() == word))?;
    let exec = words.next("undefined, shared, seq or prim", |word| {
        Exec::ALL.into_iter().find(|exec| exec.name() == word)
    })?;
    let extent = words.next("an extent", |word| word.parse().ok())?;
    let mut stride = || words.next("a stride", |word| word.parse().ok());
    let strides = PerOperand { in0: stride()?, in1: stride()?, out: stride()? };
    words.end()?;
    Ok(Dim { kind, exec, extent, strides })
}

/// The words of a line that are still to be read.
struct Words<'a> {
    line: usize,
    word: usize,
    rest: core::str::SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    fn new(number: usize, line: &'a str) -> Self {
        Self { line: number.wrapping_add(1), word: 1, rest: before(line, "#").split_whitespace() }
    }

    fn is_empty(&self) -> bool {
        self.rest.clone().next().is_none()
    }

    fn next<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, TextError> {
        let value = self.rest.next().and_then(read).ok_or(self.error(expected))?;
        self.word = self.word.wrapping_add(1);
        Ok(value)
    }

    fn end(&self) -> Result<(), TextError> {
        if self.is_empty() { Ok(()) } else { Err(self.error("the end of the line")) }
    }

    fn error(&self, expected: &'static str) -> TextError {
        TextError::Word { line: self.line, word: self.word, expected }
    }
}
