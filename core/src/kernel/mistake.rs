//! What is wrong with a line that is no instruction: the word, and the forms that are nearest.
//!
//! Problem: rows are tried one after the other, and each that fails says nothing. Idea: how far a row agrees
//! with the line is counted in pieces, and the row that agrees furthest is what was meant; the word at which
//! it ends is the mistake. Where no row begins as the line does, its first word is, and the names with the
//! fewest other letters are the nearest.
//!
//! Cost: some steps for each row, for a line that is refused.
//!
//! Tests: below, `tests/tests/kernel_func.rs`.

use super::access::{Address, IntLanes, Lanes};
use super::callee::CalleeId;
use super::condition::{Condition, Value};
use super::float::{Double, Single};
use super::float_type::FloatType;
use super::int_op::Compare;
use super::int_type::IntType;
use super::operand::Kind;
use super::parts::Parts;
use super::register::{FrameSlot, Int, Vector, VectorSlot};
use super::signature::Type;
use super::table::{Row, Slot, rows};
use super::template::{Parse, Piece, before, first_piece, is_literal};
use super::tile::TileUpdate;
use super::word::Word;
use crate::DType;
use core::fmt;

/// What is wrong with a line that is no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    word: Word,
    what: What,
    /// The nearest forms, the nearest first.
    forms: [Option<Form>; MOST_FORMS],
}

/// The most forms that are shown.
const MOST_FORMS: usize = 3;

/// What is wrong with a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// No instruction begins with it.
    Unknown,
    /// It stands where something else has to stand.
    Wrong,
    /// Something is missing behind it.
    Last,
}

/// A row, with the number of its operation, if it has one: by their places in lists, as errors are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    row: u8,
    operation: u8,
}

impl Mistake {
    /// The mistake of a line that is no instruction.
    pub(super) fn of(line: &str) -> Self {
        let mut nearest = Nearest::default();
        let head = line.split([' ']).next().unwrap_or(line);
        let name = head.split(['.']).next().unwrap_or(head);
        let mut best =
            Progress { pieces: 0, what: What::Unknown, word: if name.is_empty() { line } else { name } };
        for (nth, row) in (0u8..).zip(rows()) {
            let progress = Progress::of(row, line);
            for (distance, operation) in
                names(row).map(|(name_of, operation)| (distance(name, name_of), operation))
            {
                let pieces = if distance == 0 { progress.pieces } else { 0 };
                // Short words are near to everything.
                if distance <= name.len() / 3 {
                    nearest.add(distance, pieces, Form { row: nth, operation });
                }
            }
            if progress.pieces > best.pieces {
                best = progress;
            }
        }
        Self { word: Word::new(best.word), what: best.what, forms: nearest.forms() }
    }

    /// Whether no instruction begins as the line does.
    pub(super) fn is_of_name(&self) -> bool {
        self.what == What::Unknown
    }

    /// The word.
    #[must_use]
    pub const fn word(&self) -> Word {
        self.word
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            What::Unknown => write!(f, "{} is no instruction", self.word)?,
            What::Wrong => write!(f, "{} is wrong here", self.word)?,
            What::Last => write!(f, "something is missing behind {}", self.word)?,
        }
        for (nth, form) in self.forms.iter().flatten().enumerate() {
            write!(f, "{} `{form}`", if nth == 0 { "; nearest:" } else { "," })?;
        }
        Ok(())
    }
}

/// The nearest forms so far, by how many letters of the name differ, and by how many
/// pieces of the line agree.
#[derive(Default)]
struct Nearest([Option<(usize, usize, Form)>; MOST_FORMS]);

impl Nearest {
    /// Takes a form in, if it is nearer than one of these.
    fn add(&mut self, distance: usize, pieces: usize, form: Form) {
        let mut new = Some((distance, pieces, form));
        for place in &mut self.0 {
            let is_nearer = match (&new, &place) {
                (Some((distance, pieces, _)), Some((other, others, _))) => {
                    distance < other || distance == other && pieces > others
                }
                (new, _) => new.is_some(),
            };
            if is_nearer {
                core::mem::swap(place, &mut new);
            }
        }
    }

    /// They, without those whose names are farther than the first one's.
    fn forms(self) -> [Option<Form>; MOST_FORMS] {
        let least = self.0.first().copied().flatten().map(|(distance, ..)| distance);
        self.0.map(|place| place.filter(|(distance, ..)| Some(*distance) == least).map(|(.., form)| form))
    }
}

/// How far a row agrees with a line.
struct Progress<'t> {
    /// Its pieces that do: operands, and words of its own.
    pieces: usize,
    what: What,
    /// Where it does not.
    word: &'t str,
}

impl<'t> Progress<'t> {
    fn of(row: &Row, line: &'t str) -> Self {
        let mut reading = Reading { template: row.text, text: line, last: line, pieces: 0 };
        let differs = reading.all(row).err();
        let Reading { text, last, mut pieces, .. } = reading;
        if differs.is_none() && !text.starts_with([' ', ',']) {
            // The last word goes on.
            pieces = pieces.saturating_sub(1);
        }
        match differs.unwrap_or(text).trim() {
            "" => Self { pieces, what: What::Last, word: last },
            word => Self { pieces, what: What::Wrong, word },
        }
    }
}

/// What is left of a row and of a line.
struct Reading<'t> {
    template: &'static str,
    text: &'t str,
    /// The last operand.
    last: &'t str,
    pieces: usize,
}

impl<'t> Reading<'t> {
    /// Reads all of a row, or returns the word of the line that differs.
    fn all(&mut self, row: &Row) -> Result<(), &'t str> {
        self.words()?;
        while let Some((Piece::Operand(name), behind)) = first_piece(self.template) {
            self.template = behind;
            self.operand(row.slots.iter().find(|slot| slot.name == name))?;
            self.words()?;
        }
        Ok(())
    }

    /// Reads what the row says itself, up to its next operand, or returns the word of the line that differs.
    /// Spaces may stand behind commas.
    fn words(&mut self) -> Result<(), &'t str> {
        let (mut word, mut has_letters) = (self.text, false);
        while let Some((Piece::Literal(symbol), behind)) = first_piece(self.template) {
            let left = self.text.strip_prefix([symbol]);
            self.text = left.ok_or(word.split([' ', ',']).next().unwrap_or(word))?;
            self.template = behind;
            has_letters |= symbol.is_alphanumeric();
            if matches!(symbol, ' ' | ',') {
                (self.text, self.template) = (self.text.trim_start(), behind.trim_start());
                self.pieces = self.pieces.saturating_add(has_letters.into());
                (word, has_letters) = (self.text, false);
            }
        }
        self.pieces = self.pieces.saturating_add(has_letters.into());
        Ok(())
    }

    /// Reads an operand, which ends where the row goes on.
    fn operand(&mut self, slot: Option<&Slot>) -> Result<(), &'t str> {
        let (operand, left) = self.ended();
        let operand = operand.trim_end();
        let is_one = |text: &str| slot.is_some_and(|slot| is_one(slot, text));
        if !is_one(operand) {
            let is_condition = slot.is_some_and(|slot| slot.kind == Kind::Condition);
            // Of a list that is too long, the first word may be right.
            return Err(match operand.split_once([',']) {
                _ if is_condition => wrong_in_condition(operand),
                Some((first, others)) if is_one(first.trim_end()) => others.trim_start(),
                _ => operand,
            });
        }
        (self.text, self.last, self.pieces) = (left, operand, self.pieces.saturating_add(1));
        Ok(())
    }

    /// The next operand, and what is behind it. The last one ends where the row's own end begins.
    fn ended(&self) -> (&'t str, &'t str) {
        let at = match first_piece(self.template) {
            Some(_) if is_literal(self.template) => before(self.text, self.template).map(str::len),
            Some((Piece::Literal(end), _)) => self.text.find([end]),
            _ => None,
        };
        at.and_then(|at| self.text.split_at_checked(at)).unwrap_or((self.text, ""))
    }
}

/// The first word that is wrong in a condition, or all of them.
fn wrong_in_condition(text: &str) -> &str {
    let is_right = |(nth, word): &(usize, &str)| match nth {
        0 => word
            .split_once(['.'])
            .is_some_and(|(how, of)| Compare::NAMES.contains(&how) && Type::parse(of).is_some()),
        _ => Value::parse(word).is_some() || Vector::parse(word).is_some(),
    };
    let words = text.split([' ', ',']).filter(|word| !word.is_empty()).enumerate();
    words.into_iter().find(|word| !is_right(word)).map_or(text, |(_, word)| word)
}

/// Whether a text is an operand for a slot.
fn is_one(slot: &Slot, text: &str) -> bool {
    fn reads<T: Parse>(text: &str) -> bool {
        T::parse(text).is_some()
    }
    match slot.kind {
        Kind::Int => reads::<Int>(text),
        Kind::Vector => reads::<Vector>(text),
        Kind::Address => reads::<Address>(text),
        Kind::Lanes => reads::<Lanes>(text),
        Kind::IntLanes => reads::<IntLanes>(text),
        Kind::Parts => reads::<Parts>(text),
        Kind::DType => reads::<DType>(text),
        Kind::FloatType => reads::<FloatType>(text),
        Kind::IntType => reads::<IntType>(text),
        Kind::Type => reads::<Type>(text),
        Kind::Value => reads::<Value>(text),
        Kind::Condition => reads::<Condition>(text),
        Kind::FrameSlot => reads::<FrameSlot>(text),
        Kind::VectorSlot => reads::<VectorSlot>(text),
        Kind::Callee => reads::<CalleeId>(text),
        Kind::Number => reads::<i64>(text),
        Kind::Bits => reads::<u64>(text),
        Kind::Float(FloatType::F32) => reads::<Single>(text),
        Kind::Float(FloatType::F64) => reads::<Double>(text),
        Kind::Limited => reads::<u8>(text),
        Kind::Operation(names) => names.contains(&text),
        Kind::TileUpdate => reads::<TileUpdate>(text),
    }
}

/// The names that a row's lines begin with, each with the number of the operation that it is of.
fn names(row: &Row) -> impl Iterator<Item = (&'static str, u8)> {
    let operations = match (first_piece(row.text), row.slots.first().map(|slot| slot.kind)) {
        (Some((Piece::Operand(_), _)), Some(Kind::Operation(names))) => names,
        _ => &[],
    };
    let own = row.text.split([' ', '.', '{']).next().filter(|word| !word.is_empty() && operations.is_empty());
    own.into_iter().chain(operations.iter().copied()).zip(0..)
}

/// How many letters of a word have to be put in, left out or replaced, so that it becomes another one.
fn distance(word: &str, other: &str) -> usize {
    /// Names are shorter.
    const MOST: usize = 16;
    if word.len() > MOST || other.len() > MOST {
        return usize::MAX;
    }
    // For each beginning of the other word, the distance of the letters so far.
    let mut distances = [0usize; MOST + 1];
    distances.iter_mut().zip(0..).for_each(|(place, letters)| *place = letters);
    for (nth, letter) in (1usize..).zip(word.bytes()) {
        let [none, others @ ..] = &mut distances;
        let (mut before, mut left) = (core::mem::replace(none, nth), nth);
        for (place, of_other) in others.iter_mut().zip(other.bytes()) {
            let replaced = before.saturating_add(usize::from(letter != of_other));
            before = *place;
            *place = replaced.min(before.saturating_add(1)).min(left.saturating_add(1));
            left = *place;
        }
    }
    distances.get(other.len()).copied().unwrap_or(usize::MAX)
}

/// The text of the row, with what may stand in the place of each operand.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(row) = rows().get(usize::from(self.row)) else { return Ok(()) };
        let (mut template, mut ints, mut vectors) = (row.text, 0..9u8, 0..9u8);
        while let Some((piece, behind)) = first_piece(template) {
            template = behind;
            match piece {
                Piece::Literal(symbol) => write!(f, "{symbol}")?,
                Piece::Operand(name) => {
                    let Some(slot) = row.slots.iter().find(|slot| slot.name == name) else { continue };
                    let (mut int, mut vector) = (|| ints.next().unwrap_or(9), || vectors.next().unwrap_or(9));
                    match slot.kind {
                        Kind::Int => write!(f, "i{}", int())?,
                        Kind::Vector => write!(f, "v{}", vector())?,
                        Kind::Value => write!(f, "(i{} or 1)", int())?,
                        Kind::Address => write!(f, "[i{} + 16]", int())?,
                        Kind::Operation(names) => {
                            f.write_str(names.get(usize::from(self.operation)).unwrap_or(&name))?;
                        }
                        kind => f.write_str(example(kind))?,
                    }
                }
            }
        }
        Ok(())
    }
}

/// An operand of a kind, or the first and the last of a few.
const fn example(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "i0",
        Kind::Vector => "v0",
        Kind::Address => "[i0 + 16]",
        Kind::Lanes => "f32x4",
        Kind::IntLanes => "u8x16",
        Kind::Parts => "f32x3/16*4[i0 + 0 by 12]",
        Kind::DType => "(f32, f64 or f16)",
        Kind::FloatType => "(f32 or f64)",
        Kind::IntType => "(i8 … u64)",
        Kind::Type => "(i8 … u64, f32 or f64)",
        Kind::Value | Kind::Number | Kind::Limited => "1",
        Kind::Condition => "lt.u64 i0, 1",
        Kind::FrameSlot => "slot0",
        Kind::VectorSlot => "vslot0",
        Kind::Callee => "f0",
        Kind::Bits => "0x1",
        Kind::Float(_) => "1.5",
        Kind::Operation(_) => "add",
        Kind::TileUpdate => "fma.f32x1x2 v2+1.., v0.., v1[2..]",
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::fallible::try_format;

    #[test]
    fn distances_are_those_of_levenshtein() {
        let cases =
            [("sub", "sub", 0), ("subb", "sub", 1), ("kitten", "sitting", 3), ("", "add", 3), ("mul", "", 3)];
        for (word, other, expected) in cases {
            assert_eq!(distance(word, other), expected, "{word} {other}");
        }
    }

    #[test]
    fn words_and_forms_are_named() {
        for (line, expected) in [
            ("frobnicate i0", "`frobnicate` is no instruction"),
            (
                "subb i0, i0, i1",
                "`subb` is no instruction; nearest: `sub i0, i1, i2`, `sub.(f32 or f64) v0, v1, v2`, `sub.(i8 … u64) i0, i1, (i2 or 1)`",
            ),
            (
                "popcount.u8 i0, i1",
                "`popcount` is no instruction; nearest: `popcnt.(i8 … u64) i0, i1`, `popcnt.(i8 … u64) v0, v1`",
            ),
            ("const.f32 v0, 1e99", "`1e99` is wrong here; nearest: `const.f32 v0, 1.5`"),
            ("const.f33 v0, 1", "`f33` is wrong here; nearest: `const.(i8 … u64) i0, 1`"),
            ("add i0, i0", "something is missing behind `i0`; nearest: `add i0, i1, i2`"),
            ("add i0, i1, i2, i3", "`i3` is wrong here; nearest: `add i0, i1, i2`"),
            ("mul i0, v1, i2", "`v1` is wrong here; nearest: `mul i0, i1, i2`"),
            ("load.f32x4 v0, [i0 * 4]", "`[i0 * 4]` is wrong here; nearest: `load.f32x4 v0, [i0 + 16]`"),
            ("zero v1048576", "`v1048576` is wrong here; nearest: `zero v0`"),
            ("if lt.u64 i0, x {", "`x` is wrong here; nearest: `if lt.u64 i0, 1 {`"),
            ("while ls.u64 i0, 1 {", "`ls.u64` is wrong here; nearest: `while lt.u64 i0, 1 {`"),
            ("if lt.u64 i0, 1", "something is missing behind `lt.u64 i0, 1`; nearest: `if lt.u64 i0, 1 {`"),
            ("rotr.u8 i0, i1, 0xg", "`0xg` is wrong here; nearest: `rotr.(i8 … u64) i0, i1, (i2 or 1)`"),
        ] {
            let found = try_format(format_args!("{}", Mistake::of(line))).unwrap();
            assert!(found.starts_with(expected), "{line}: {found}");
        }
    }
}
