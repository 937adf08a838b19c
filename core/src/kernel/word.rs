//! Words of texts, in errors: these are copied, and own no memory.
//!
//! Tests: below.

use core::fmt;

/// A word of a line, as far as it is short.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word {
    bytes: [u8; LONGEST],
    len: u8,
    is_cut: bool,
}

/// The most bytes of a word that are kept.
const LONGEST: usize = 40;

impl Word {
    /// Keeps a word.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut word = Self { bytes: [0; LONGEST], len: 0, is_cut: false };
        for letter in text.chars() {
            let mut room = [0; 4];
            let letter = letter.encode_utf8(&mut room).as_bytes();
            let end = usize::from(word.len).saturating_add(letter.len());
            let Some(place) = word.bytes.get_mut(word.len.into()..end) else {
                word.is_cut = true;
                break;
            };
            place.iter_mut().zip(letter).for_each(|(to, from)| *to = *from);
            word.len = end as u8;
        }
        word
    }

    /// The word.
    #[must_use]
    pub fn text(&self) -> &str {
        self.bytes.get(..self.len.into()).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or("")
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text(), f)
    }
}

/// In backticks.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}{}`", self.text(), if self.is_cut { "…" } else { "" })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::fallible::try_format;

    #[test]
    fn long_words_are_cut_between_letters() {
        let long = "ü".repeat(30);
        let word = Word::new(&long);
        assert_eq!(word.text(), "ü".repeat(20));
        assert_eq!(
            try_format(format_args!("{word}")).unwrap(),
            try_format(format_args!("`{}…`", word.text())).unwrap()
        );
        assert_eq!(Word::new("i0").text(), "i0");
    }
}
