//! The text forms of a nest and of a sequence: printed by `Display`, read by `FromStr`.
//!
//! ```text
//! nest f32 brgemm first=zero last=relu
//! # kind exec extent in0 in1 out
//! m seq  32 8192    0 32768
//! k prim  8 1024 1024     0
//! ```
//! One line names the element type, the main primitive or operation, the touches,
//! if any, and where the operands begin, if not at 0 (`at=5,0,-2`); each further
//! line is a dimension, outermost first: its type, execution, extent, and the
//! strides of the three operands in elements. The extent of a part of dimension 0
//! that is 3 at the very end is `64|3@0`. `#` begins a comment; spaces and empty
//! lines do not matter. Reading checks the form only; the rules are
//! [`verify`](super::verify())'s.
//!
//! A sequence is a line with the bytes of scratch memory and, if there is one, of the arena, and for each
//! step a line that says how many loops it shares with the one before and where its operands are, followed
//! by its nest. Arguments are numbers, places in scratch memory numbers behind an `s`, places in the arena
//! numbers behind an `a`; `r` is in registers. A nest alone is a sequence, too.
//!
//! ```text
//! sequence scratch=384 arena=4096
//! step shares=0 in0=0 in1=0 out=s0
//! nest f32 identity
//! …
//! step shares=1 in0=s0 in1=1 out=a0
//! nest f32 gemm
//! …
//! ```
//!
//! Tests: `tests/tests/tensor_text.rs`, `tests/tests/fuzz_corpus.rs`, `tests/tests/fuzz_random.rs`.

use crate::Types;
use crate::fallible::{OutOfMemory, TryVec};
use crate::kernel::op::{BinaryOp, UnaryOp};
use crate::kernel::spec::{Conjugation, Fold, Pairing};
use crate::tensor::buffer::Buffer;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Part, PerOperand};
use crate::tensor::sequence::{Sequence, Step};
use crate::text::{before, lines};
use alloc::vec::Vec;
use core::fmt;
use core::iter::Peekable;
use core::str::FromStr;

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nest {} {}", self.types, self.main)?;
        for (place, touch) in [("first", self.first_touch), ("last", self.last_touch)] {
            if let Some(touch) = touch {
                write!(f, " {place}={touch}")?;
            }
        }
        if self.offsets != PerOperand::default() {
            let PerOperand { in0, in1, out } = self.offsets;
            write!(f, " at={in0},{in1},{out}")?;
        }
        f.write_str("\n# kind exec          extent       in0       in1       out")?;
        for dim in &self.dims {
            write!(f, "\n  {dim}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { kind, exec, extent, strides: PerOperand { in0, in1, out }, part } = self;
        write!(f, "{:<4} {:<9}", kind.name(), exec.name())?;
        match part {
            None => write!(f, " {extent:>10}")?,
            Some(Part { of, rest }) => write!(f, " {extent:>6}|{rest}@{of}")?,
        }
        write!(f, " {in0:>9} {in1:>9} {out:>9}")
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
        /// A description of what would be right.
        expected: &'static str,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(TextError);

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sequence scratch={}", self.scratch)?;
        if self.arena > 0 {
            write!(f, " arena={}", self.arena)?;
        }
        for Step { nest, shares, operands: PerOperand { in0, in1, out } } in &self.steps {
            write!(f, "\nstep shares={shares} in0={in0} in1={in1} out={out}\n{nest}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(number) => write!(f, "{number}"),
            Self::Scratch(at) => write!(f, "s{at}"),
            Self::Arena(at) => write!(f, "a{at}"),
            Self::Register => f.write_str("r"),
        }
    }
}

impl FromStr for Nest {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut lines = words(text).peekable();
        let nest = nest(&mut lines, 0)?;
        match lines.next() {
            None => Ok(nest),
            Some(line) => Err(line.error("the end of the nest")),
        }
    }
}

impl FromStr for Sequence {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut lines = words(text).peekable();
        if lines.peek().is_none_or(|line| line.begins("nest")) {
            return Ok(Self::of(text.parse()?)?);
        }
        let mut line = lines.next().unwrap_or(Words::new(0, ""));
        line.next("`nest` or `sequence`", |word| (word == "sequence").then_some(()))?;
        let scratch = line.next("scratch=", |word| word.strip_prefix("scratch=")?.parse().ok())?;
        let arena = if line.is_empty() {
            0
        } else {
            line.next("arena= or the end of the line", |word| word.strip_prefix("arena=")?.parse().ok())?
        };
        line.end()?;
        let mut steps = Vec::new();
        while let Some(line) = lines.next() {
            let after = line.line;
            let (shares, operands) = step(line)?;
            steps.try_push(Step { nest: nest(&mut lines, after)?, shares, operands })?;
        }
        Ok(Self { steps, scratch, arena })
    }
}

/// The lines that say something.
fn words(text: &str) -> impl Iterator<Item = Words<'_>> {
    let lines = lines(text).enumerate().map(|(number, line)| Words::new(number, line));
    lines.filter(|words| !words.is_empty())
}

/// A nest, up to the next step or the end. Where there is none, it is missing after a line of that number.
fn nest<'a>(lines: &mut Peekable<impl Iterator<Item = Words<'a>>>, after: usize) -> Result<Nest, TextError> {
    let mut nest = header(lines.next().unwrap_or(Words::new(after, "")))?;
    while lines.peek().is_some_and(|line| !line.begins("step")) {
        // Not `next_if`, which holds an assertion.
        let Some(line) = lines.next() else { break };
        nest.dims.try_push(dim(line)?)?;
    }
    Ok(nest)
}

/// The line before a nest of a sequence.
fn step(mut words: Words<'_>) -> Result<(usize, PerOperand<Buffer>), TextError> {
    words.next("`step`", |word| (word == "step").then_some(()))?;
    let shares = words.next("shares=", |word| word.strip_prefix("shares=")?.parse().ok())?;
    let in0 = words.next("in0=", |word| buffer(word.strip_prefix("in0=")?))?;
    let in1 = words.next("in1=", |word| buffer(word.strip_prefix("in1=")?))?;
    let out = words.next("out=", |word| buffer(word.strip_prefix("out=")?))?;
    words.end()?;
    Ok((shares, PerOperand { in0, in1, out }))
}

fn buffer(word: &str) -> Option<Buffer> {
    if word == "r" {
        return Some(Buffer::Register);
    }
    if let Some(at) = word.strip_prefix('s') {
        return at.parse().ok().map(Buffer::Scratch);
    }
    match word.strip_prefix('a') {
        Some(at) => at.parse().ok().map(Buffer::Arena),
        None => word.parse().ok().map(Buffer::Argument),
    }
}

fn header(mut words: Words<'_>) -> Result<Nest, TextError> {
    words.next("`nest`", |word| (word == "nest").then_some(()))?;
    let types = words
        .next("an element type, or those of both inputs, of sums and of the output", Types::from_text)?;
    let main = words.next("a main primitive or an operation", main)?;
    let (mut first_touch, mut last_touch, mut offsets) = (None, None, None);
    while !words.is_empty() {
        let twice = words.error("first=, last= and at= once each, or the end of the line");
        let is_there = match words.next("first=, last=, at= or the end of the line", setting)? {
            Setting::First(touch) => first_touch.replace(touch).is_some(),
            Setting::Last(touch) => last_touch.replace(touch).is_some(),
            Setting::At(place) => offsets.replace(place).is_some(),
        };
        if is_there {
            return Err(twice);
        }
    }
    let nest = Nest::contraction(types, Vec::new());
    Ok(Nest { main, first_touch, last_touch, offsets: offsets.unwrap_or_default(), ..nest })
}

fn main(word: &str) -> Option<Main> {
    match word {
        "contraction" => Some(Main::Contraction),
        "gemm" => Some(Main::Gemm),
        "brgemm" => Some(Main::Brgemm),
        "series" => Some(Main::Series),
        "permute" => Some(Main::Permute),
        "grouped" => Some(Main::Grouped),
        "group" => Some(Main::Group),
        "dot" => Some(Main::Dot),
        "lanewise" => Some(Main::Lanewise),
        "filter" => Some(Main::Filter),
        "complex" => Some(Main::Complex(Conjugation::Neither)),
        _ => folded(word, "reduce")
            .map(Main::Reduce)
            .or_else(|| folded(word, "pool").map(Main::Pool))
            .or_else(|| bracketed(word, "complex").and_then(conjugated).map(Main::Complex))
            .or_else(|| Pairing::ALL.into_iter().find(|known| known.name() == word).map(Main::Paired))
            .or_else(|| UnaryOp::from_text(word).map(Main::Unary))
            .or_else(|| BinaryOp::from_text(word).map(Main::Binary)),
    }
}

/// The fold in brackets behind a name, such as `reduce(sum)`.
fn folded(word: &str, name: &str) -> Option<Fold> {
    bracketed(word, name).and_then(Fold::from_name)
}

/// The factors of a complex product that are conjugated, where any are.
fn conjugated(word: &str) -> Option<Conjugation> {
    Conjugation::from_name(word).filter(|conjugation| *conjugation != Conjugation::Neither)
}

/// The word in brackets behind a name.
fn bracketed<'w>(word: &'w str, name: &str) -> Option<&'w str> {
    word.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
}

/// A setting that follows the main primitive.
enum Setting {
    First(UnaryOp),
    Last(UnaryOp),
    At(PerOperand<isize>),
}

fn setting(word: &str) -> Option<Setting> {
    let (name, value) = word.split_once(['='])?;
    match name {
        "first" => UnaryOp::from_text(value).map(Setting::First),
        "last" => UnaryOp::from_text(value).map(Setting::Last),
        "at" => {
            let mut numbers = value.split([',']).map(|number| number.parse().ok());
            let mut next = || numbers.next().flatten();
            let offsets = PerOperand { in0: next()?, in1: next()?, out: next()? };
            numbers.next().is_none().then_some(Setting::At(offsets))
        }
        _ => None,
    }
}

fn dim(mut words: Words<'_>) -> Result<Dim, TextError> {
    let kind = words.next("m, n, k or c", |word| Kind::ALL.into_iter().find(|kind| kind.name() == word))?;
    let exec = words.next("undefined, shared, seq or prim", |word| {
        Exec::ALL.into_iter().find(|exec| exec.name() == word)
    })?;
    let (extent, part) = words.next("an extent", extent)?;
    let mut stride = || words.next("a stride", |word| word.parse().ok());
    let strides = PerOperand { in0: stride()?, in1: stride()?, out: stride()? };
    words.end()?;
    Ok(Dim { kind, exec, extent, strides, part })
}

/// `64`, or of a part `64|3@0`.
fn extent(word: &str) -> Option<(usize, Option<Part>)> {
    let Some((extent, part)) = word.split_once(['|']) else { return Some((word.parse().ok()?, None)) };
    let (rest, of) = part.split_once(['@'])?;
    Some((extent.parse().ok()?, Some(Part { of: of.parse().ok()?, rest: rest.parse().ok()? })))
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

    fn begins(&self, word: &str) -> bool {
        self.rest.clone().next() == Some(word)
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
