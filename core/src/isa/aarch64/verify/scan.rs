//! The rules that a word breaks alone; what remains of the code are [steps](super::step).

use super::rows::{self, Effect, Outline};
use super::step::{Step, Steps};
use super::{Rule, VerifyError};
use crate::isa::aarch64::decode::locate;
use crate::isa::aarch64::inst::MachInst;
use crate::target::Features;

/// Checks each word of `code`, and collects the steps and the features that words need.
pub(super) fn scan(code: &[u32], features: Features) -> Result<(Steps, Features), VerifyError> {
    let (mut steps, mut seen) = (Steps::default(), Seen::default());
    for (at, &word) in code.iter().enumerate() {
        let outline = match seen.outline(word) {
            Some(outline) => outline,
            None => seen.admit(word, features).map_err(|rule| rule.at(at))?,
        };
        match outline.effect(word) {
            Effect::None => {}
            Effect::Vectors(registers) => steps.write(at, registers)?,
            Effect::Unclear => match step(outline, word, at, code.len()).map_err(|rule| rule.at(at))? {
                Some(Step::Write(registers)) => steps.write(at, registers)?,
                Some(step) => steps.push(at, step)?,
                None => {}
            },
        }
    }
    Ok((steps, seen.features))
}

/// What `word` does, of a row that accepts it, the word at `at` of `len`.
fn step(outline: &Outline, word: u32, at: usize, len: usize) -> Result<Option<Step>, Rule> {
    let inst = MachInst::from_word(outline.row, word).ok_or(Rule::Unknown(word))?;
    Step::of(&inst, at, len)
}

/// Accepted words of different kinds with their outlines, each in the place that its
/// [`key`] says: one for the words of the same kind to be compared with.
struct Seen {
    words: [Option<(u32, &'static Outline)>; PLACES],
    /// What they need of a core.
    features: Features,
}

const KEY_BITS: u32 = 6;
const PLACES: usize = 1 << KEY_BITS;

/// A place for words of a kind; different kinds seldom share one.
#[inline]
const fn key(word: u32) -> usize {
    // Bits 15 to 12 and 10 tell data processing of registers apart; elsewhere they hold numbers.
    let is_processing = word >> 25 & 0b101 == 0b101;
    let kind = if is_processing { word & 0xffc0_f400 } else { word & 0xffc0_0000 };
    (kind.wrapping_mul(0x9e37_79b1) >> (32 - KEY_BITS)) as usize
}

impl Default for Seen {
    fn default() -> Self {
        Self { words: [None; PLACES], features: Features::default() }
    }
}

impl Seen {
    /// The outline of `word`, if one like it was accepted.
    #[inline]
    fn outline(&self, word: u32) -> Option<&'static Outline> {
        let (accepted, outline) = self.words.get(key(word)).copied().flatten()?;
        outline.covers(accepted, word).then_some(outline)
    }

    /// Decodes and accepts `word`, or says why not.
    fn admit(&mut self, word: u32, features: Features) -> Result<&'static Outline, Rule> {
        let (position, inst) = locate(word).ok_or(Rule::Unknown(word))?;
        self.features = rows::check(&inst, features)?.map_or(self.features, |new| self.features.with(new));
        let outline = rows::outline(position).ok_or(Rule::Unknown(word))?;
        if let Some(place) = self.words.get_mut(key(word)) {
            *place = Some((word, outline));
        }
        Ok(outline)
    }
}
