//! The rules that a word breaks alone; what remains of the code are [steps](super::step).

use super::common::{self, Common, Done};
use super::rows::{self, Act, Effect, Outline};
use super::state::PreservedSet;
use super::step::{Step, Steps};
use super::word::Word;
use super::{Rule, VerifyError};
use crate::fallible::OutOfMemory;
use crate::isa::aarch64::inst::MachInst;
use crate::target::Features;
use core::slice::Iter;

/// Checks each word of `code` and collects its `steps`: the features that words need.
pub(super) fn scan(code: &[u32], features: Features, steps: &mut Steps) -> Result<Features, VerifyError> {
    let are_common = features.contains_all(common::NEEDS);
    let mut scan =
        Scan { seen: None, declared: features, needed: Features::default(), steps, len: code.len() };
    let mut words = code.iter();
    while let Some((word, common)) = scan.next(&mut words, are_common)? {
        let at = scan.before(words.len());
        match common.outline(word) {
            Some(outline) => scan.note(Accepted { needs: outline.needs, outline }, word, at)?,
            None => scan.undecided(word, at)?,
        }
    }
    Ok(scan.needed)
}

/// A scan on its way.
struct Scan<'a> {
    /// What has been seen of words that are not common, once there is one.
    seen: Option<Seen>,
    /// The features that words may need.
    declared: Features,
    /// Those that they need.
    needed: Features,
    steps: &'a mut Steps,
    /// How many words there are.
    len: usize,
}

impl Scan<'_> {
    /// The place of the word with so many behind it.
    const fn before(&self, behind: usize) -> usize {
        self.len.saturating_sub(behind).saturating_sub(1)
    }

    /// The next word that takes a closer look, with the common words that it is like: the ones between are done.
    #[inline(always)]
    fn next(
        &mut self,
        words: &mut Iter<'_, u32>,
        are_common: bool,
    ) -> Result<Option<(u32, &'static Common)>, OutOfMemory> {
        if !are_common {
            return Ok(words.next().map(|word| (*word, &Common::NONE)));
        }
        let (Done { needed, written, behind }, next) = common::pass(words);
        self.needed = self.needed.union(needed);
        if written != 0 {
            self.steps.write(self.before(behind.len()), PreservedSet::of_vectors(written))?;
        }
        Ok(next)
    }

    /// Checks the word at `at`, whose row the table of common words does not tell.
    #[inline(never)]
    fn undecided(&mut self, word: u32, at: usize) -> Result<(), VerifyError> {
        let accepted = self.like(word).map_err(|rule| rule.at(at))?;
        self.note(accepted, word, at)
    }

    /// Notes what the word at `at` needs and does, which is accepted.
    #[inline(always)]
    fn note(&mut self, accepted: Accepted, word: u32, at: usize) -> Result<(), VerifyError> {
        let Accepted { needs, outline } = accepted;
        self.needed = self.needed.union(needs);
        match outline.matters.effect(word) {
            Effect::None => Ok(()),
            Effect::Vectors(registers) => Ok(self.steps.write(at, registers)?),
            Effect::Unclear => self.look(outline, word, at),
        }
    }

    /// What was accepted of the kind of `word`; itself, if there is nothing.
    fn like(&mut self, word: u32) -> Result<Accepted, Rule> {
        let Seen(places) = self.seen.get_or_insert(Seen::NOTHING);
        let (fixed, like) = places.get_mut(key(word)).ok_or(Rule::Unknown(word))?;
        let outline = like.outline;
        if word & outline.deciding != *fixed || !MachInst::keeps_rule(outline.row, word) {
            *like = accept(word, self.declared)?;
            *fixed = word & like.outline.deciding;
        }
        Ok(*like)
    }

    /// Finds what the word at `at` does.
    #[inline(never)]
    fn look(&mut self, outline: &Outline, word: u32, at: usize) -> Result<(), VerifyError> {
        // Adding 0 is a move, which is a row of its own.
        let exact = if let Act::Adjust(_) = outline.act { rows::find(word) } else { Some(outline) };
        let Outline { row, act, .. } = *exact.ok_or(Rule::Unknown(word).at(at))?;
        match Step::of(Word { row, word }, act, at, self.len).map_err(|rule| rule.at(at))? {
            Some(Step::Write(registers)) => self.steps.write(at, registers)?,
            Some(step) => self.steps.push(at, step)?,
            None => {}
        }
        Ok(())
    }
}

/// Accepted words of different kinds, each in the place that its [`key`] says: one for the words of
/// the same kind to be compared with, in the bits that decide.
struct Seen([(u32, Accepted); PLACES]);

/// What is known of a word that was accepted.
#[derive(Clone, Copy)]
struct Accepted {
    needs: Features,
    outline: &'static Outline,
}

const KEY_BITS: u32 = 5;
const PLACES: usize = 1 << KEY_BITS;

/// A factor for which the kinds of words in one kernel seldom share a place: for the 35,011 kinds of uncommon words of
/// 5,400 kernels, 43,427 words are decoded.
const SPREAD: u32 = 0xd2ac_6fd3;

/// A place for words of a kind.
#[inline]
const fn key(word: u32) -> usize {
    // Bits 15 to 12 and 10 tell data processing of registers apart; elsewhere they hold numbers.
    let is_processing = word >> 25 & 0b101 == 0b101;
    let kind = if is_processing { word & 0xffc0_f400 } else { word & 0xffc0_0000 };
    (kind.wrapping_mul(SPREAD) >> (32 - KEY_BITS)) as usize
}

// The bits that decide for the first row are not all there are.
const _: () = assert!(rows::FIRST.deciding != !0);

impl Seen {
    // Of the bits that decide, no word has these.
    const NOTHING: Self = Self([(!0, Accepted { needs: common::NEEDS, outline: rows::FIRST }); PLACES]);
}

/// Accepts `word`, or says why not.
fn accept(word: u32, declared: Features) -> Result<Accepted, Rule> {
    let outline = rows::find(word).ok_or(Rule::Unknown(word))?;
    let needs = outline.features(word)?;
    match declared.first_lacking(needs) {
        Some(feature) => Err(Rule::Feature(feature)),
        None => Ok(Accepted { needs, outline }),
    }
}
