//! The labels of a text that is assembled, by their names.
//!
//! Problem: a text may have as many labels as lines, of any names, and each may be referred to from any line.
//! Idea: names are ways in a tree of letters, so that what it takes to find one grows with its length only:
//! no names make it longer, as some would with hashes.
//!
//! Invariant: a way ends at the last number that its name was given, which others may have where
//! that was taken back.
//!
//! Tests: `tests/tests/isa_aarch64_random.rs`, `tests/tests/isa_x86_64_decode.rs`.

use crate::fallible::{OutOfMemory, TryVec};
use alloc::vec::Vec;

/// Labels, in the order in which they appeared.
#[derive(Default)]
pub(crate) struct Labels<'t> {
    named: Vec<Named<'t>>,
    /// The tree, from its root.
    letters: Vec<Letter>,
}

/// A label, by the name that it has in the text.
struct Named<'t> {
    name: &'t str,
    place: Place,
    /// Whether it has stood before something.
    is_bound: bool,
}

/// A line, and a position in it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) at: usize,
}

/// The last letter of names that begin alike.
#[derive(Clone, Copy, Default)]
struct Letter {
    letter: u8,
    /// The first one that may follow, and another one that may stand in this one's place; 0 if there is none,
    /// as nothing comes before the root.
    next: u32,
    other: u32,
    /// The number of the label whose name ends here, if one does.
    label: u32,
}

impl<'t> Labels<'t> {
    /// The number of a label; a new one where its name appears first.
    pub(crate) fn number(&mut self, name: &'t str, place: Place) -> Result<usize, OutOfMemory> {
        let end = self.end_of(name)?;
        let Some(end) = self.letters.get_mut(end) else { return Err(OutOfMemory) };
        let known = end.label as usize;
        if self.named.get(known).is_some_and(|known| known.name == name) {
            return Ok(known);
        }
        let number = self.named.len();
        end.label = u32::try_from(number).or(Err(OutOfMemory))?;
        self.named.try_push(Named { name, place, is_bound: false })?;
        Ok(number)
    }

    /// Lets a label stand somewhere. Whether it stands nowhere else.
    pub(crate) fn bind(&mut self, number: usize) -> bool {
        self.named.get_mut(number).is_some_and(|named| !core::mem::replace(&mut named.is_bound, true))
    }

    /// Where the first label appeared that stands nowhere, if there is one.
    pub(crate) fn unbound(&self) -> Option<Place> {
        self.named.iter().find(|named| !named.is_bound).map(|named| named.place)
    }

    pub(crate) fn len(&self) -> usize {
        self.named.len()
    }

    /// Takes back all but the first few.
    pub(crate) fn truncate(&mut self, labels: usize) {
        self.named.truncate(labels);
    }

    /// The place in the tree of the last letter of a name.
    fn end_of(&mut self, name: &str) -> Result<usize, OutOfMemory> {
        if self.letters.is_empty() {
            self.letters.try_push(Letter::default())?;
        }
        name.bytes().try_fold(0, |at, letter| self.behind(at, letter))
    }

    /// The place of a letter that follows another one.
    fn behind(&mut self, at: usize, letter: u8) -> Result<usize, OutOfMemory> {
        let first = self.letters.get(at).map_or(0, |before| before.next);
        let mut next = first;
        while let Some(found) = self.letters.get(next as usize).filter(|_| next != 0) {
            if found.letter == letter {
                return Ok(next as usize);
            }
            next = found.other;
        }
        let new = self.letters.len();
        self.letters.try_push(Letter { letter, other: first, ..Letter::default() })?;
        if let Some(before) = self.letters.get_mut(at) {
            before.next = u32::try_from(new).or(Err(OutOfMemory))?;
        }
        Ok(new)
    }
}
