//! The rules that a word breaks alone; what remains of the code are [steps](super::step).

use super::rows::{self, Effect, Matters, Outline};
use super::step::{Step, Steps};
use super::word::Word;
use super::{Rule, VerifyError};
use crate::target::Features;

/// Checks each word of `code` and collects its `steps`: the features that words need.
pub(super) fn scan(code: &[u32], features: Features, steps: &mut Steps) -> Result<Features, VerifyError> {
    let words = &mut [Accepted::NONE; PLACES];
    let mut seen = Seen { words, declared: features, needed: Features::default() };
    for (at, &word) in code.iter().enumerate() {
        match seen.like(word).effect(word) {
            Effect::None => {}
            Effect::Vectors(registers) => steps.write(at, registers)?,
            Effect::Unclear => look(&mut seen, steps, word, at, code.len())?,
        }
    }
    Ok(seen.needed)
}

/// Finds what `word` does, the word at `at` of `len`.
#[inline(never)]
fn look(seen: &mut Seen<'_>, steps: &mut Steps, word: u32, at: usize, len: usize) -> Result<(), VerifyError> {
    let outline = seen.outline(word).map_err(|rule| rule.at(at))?;
    match outline.effect(word) {
        Effect::None => {}
        Effect::Vectors(registers) => steps.write(at, registers)?,
        Effect::Unclear => {
            let step = Step::of(Word { row: outline.row, word }, outline.form, at, len);
            match step.map_err(|rule| rule.at(at))? {
                Some(Step::Write(registers)) => steps.write(at, registers)?,
                Some(step) => steps.push(at, step)?,
                None => {}
            }
        }
    }
    Ok(())
}

/// Accepted words of different kinds, each in the place that its [`key`] says: one for the words of
/// the same kind to be compared with.
struct Seen<'w> {
    words: &'w mut [Accepted; PLACES],
    /// The features that words may need.
    declared: Features,
    /// Those that they need.
    needed: Features,
}

/// A word that was accepted, with what matters of its outline.
#[derive(Clone, Copy)]
struct Accepted {
    word: u32,
    deciding: u32,
    matters: Matters,
    /// None for no word.
    outline: Option<&'static Outline>,
}

const KEY_BITS: u32 = 6;
const PLACES: usize = 1 << KEY_BITS;

/// A factor for which the kinds of words in one kernel hardly ever share a place: the best of 600 for 1,500
/// kernels, of which it takes 22,911 decoded words for 22,685 kinds.
const SPREAD: u32 = 0xd2ac_6fd3;

/// A place for words of a kind.
#[inline]
const fn key(word: u32) -> usize {
    // Bits 15 to 12 and 10 tell data processing of registers apart; elsewhere they hold numbers.
    let is_processing = word >> 25 & 0b101 == 0b101;
    let kind = if is_processing { word & 0xffc0_f400 } else { word & 0xffc0_0000 };
    (kind.wrapping_mul(SPREAD) >> (32 - KEY_BITS)) as usize
}

impl Accepted {
    const NONE: Self = Self { word: 0, deciding: !0, matters: Matters::ALWAYS, outline: None };

    /// Whether `word` is of the same kind.
    #[inline]
    const fn covers(&self, word: u32) -> bool {
        (word ^ self.word) & self.deciding == 0
    }

    /// What `word` does, if it is of the same kind.
    #[inline(always)]
    fn effect(&self, word: u32) -> Effect {
        if self.covers(word) { self.matters.effect(word) } else { Effect::Unclear }
    }
}

impl Seen<'_> {
    /// The accepted word in the place of `word`.
    #[inline]
    fn like(&self, word: u32) -> &Accepted {
        self.words.get(key(word)).unwrap_or(&Accepted::NONE)
    }

    /// The outline of `word`, if it is accepted.
    fn outline(&mut self, word: u32) -> Result<&'static Outline, Rule> {
        let like = self.like(word);
        match like.outline {
            Some(outline) if like.covers(word) && outline.keeps_rule(word) => Ok(outline),
            _ => self.admit(word),
        }
    }

    /// Accepts `word`, or says why not.
    fn admit(&mut self, word: u32) -> Result<&'static Outline, Rule> {
        let outline = rows::find(word).ok_or(Rule::Unknown(word))?;
        let needed = outline.features(word)?;
        if let Some(feature) = self.declared.first_lacking(needed) {
            return Err(Rule::Feature(feature));
        }
        self.needed = self.needed.union(needed);
        if let Some(place) = self.words.get_mut(key(word)) {
            let (deciding, matters) = (outline.deciding, outline.matters());
            *place = Accepted { word, deciding, matters, outline: Some(outline) };
        }
        Ok(outline)
    }
}
