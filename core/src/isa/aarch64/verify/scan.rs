//! The rules that a word breaks alone; what remains of the code are [steps](super::step).

use super::calls;
use super::step::{Step, Steps};
use super::summary::{self, Effect, Operation, Summary};
use super::word::{Word, offset};
use crate::isa::aarch64::feature::Features;
use crate::isa::{Contract, Rule, VerifyError};

/// Checks each word of `code` and collects its `steps`: the features that words need.
pub(super) fn scan(
    code: &[u32],
    contract: &Contract<'_>,
    steps: &mut Steps,
) -> Result<Features, VerifyError> {
    let declared = contract.features.into();
    let mut scan = Scan { kinds: [Kind::NONE; PLACES], declared, steps, contract, code };
    let mut needed = Features::default();
    for (at, word) in code.iter().enumerate() {
        let Kind { needs, summary, .. } = scan.kind(*word).map_err(|rule| rule.at(offset(at)))?;
        needed = needed.union(*needs);
        let (effect, summary) = (summary.tracked.effect(*word), *summary);
        match effect {
            Effect::None => {}
            Effect::Vectors(registers) => scan.steps.write(at, registers)?,
            Effect::Unclear => scan.decode(summary, *word, at)?,
        }
    }
    calls::check(scan.steps, contract)?;
    Ok(needed)
}

/// A scan on its way.
struct Scan<'a> {
    /// Accepted words of different kinds, each in the place that its [`key`] says.
    kinds: [Kind; PLACES],
    /// The features that words may need.
    declared: Features,
    steps: &'a mut Steps,
    contract: &'a Contract<'a>,
    code: &'a [u32],
}

impl Scan<'_> {
    /// The kind of `word`, if it is accepted.
    #[inline(always)]
    fn kind(&mut self, word: u32) -> Result<&Kind, Rule> {
        let declared = self.declared;
        let kind = self.kinds.get_mut(key(word)).ok_or(Rule::Unknown(word))?;
        if !kind.has(word) {
            *kind = Kind::of(word, declared)?;
        }
        Ok(kind)
    }

    /// Finds what the word at `at` does.
    #[inline(never)]
    fn decode(&mut self, summary: &'static Summary, word: u32, at: usize) -> Result<(), VerifyError> {
        // Adding 0 is a move, which is a row of its own.
        let exact =
            if let Operation::Adjust(_) = summary.operation { summary::find(word) } else { Some(summary) };
        let Summary { encoding, operation, .. } = exact.ok_or(Rule::Unknown(word).at(offset(at)))?;
        match Step::of(Word { encoding, word }, *operation, at, self.code.len())
            .map_err(|rule| rule.at(offset(at)))?
        {
            Some(Step::Call) if !calls::is_allowed(self.code, at, self.contract) => {
                return Err(Rule::Callee.at(offset(at)));
            }
            Some(Step::Write(registers)) => self.steps.write(at, registers)?,
            Some(step) => self.steps.push(at, step)?,
            None => {}
        }
        Ok(())
    }
}

/// Words that mean the same but for numbers and registers. All is accepted of them that does
/// not depend on these.
#[derive(Clone, Copy)]
struct Kind {
    /// The bits that decide what a word means, and which these are.
    bits: u32,
    mask: u32,
    /// Whether a combination of numbers and registers is allowed, where not all are.
    rule: Option<fn(u32) -> bool>,
    needs: Features,
    summary: &'static Summary,
}

impl Kind {
    /// No words: of the bits that decide, none has these.
    const NONE: Self = Self { bits: !0, ..Self::with(0, summary::FIRST, Features::of(&[])) };

    /// The kind of `word`, if it is accepted.
    #[inline(never)]
    fn of(word: u32, declared: Features) -> Result<Self, Rule> {
        let summary = summary::find(word).ok_or(Rule::Unknown(word))?;
        let needs = summary.features(word)?;
        match declared.first_lacking(needs) {
            Some(feature) => Err(Rule::Feature(feature.into())),
            None => Ok(Self::with(word, summary, needs)),
        }
    }

    const fn with(word: u32, summary: &'static Summary, needs: Features) -> Self {
        let Summary { encoding, deciding: mask, .. } = *summary;
        Self { bits: word & mask, mask, rule: encoding.rule, needs, summary }
    }

    /// Whether `word` is one of them.
    #[inline(always)]
    fn has(&self, word: u32) -> bool {
        word & self.mask == self.bits && self.rule.is_none_or(|rule| rule(word))
    }
}

const KEY_BITS: u32 = 5;
const PLACES: usize = 1 << KEY_BITS;

/// A factor for which the kinds of words in one kernel seldom share a place.
const SPREAD: u32 = 0xd2ac_6fd3;

/// A place for words of a kind.
#[inline(always)]
const fn key(word: u32) -> usize {
    // Bits 15 to 12 and 10 tell data processing of registers apart; elsewhere they hold numbers.
    let is_processing = word >> 25 & 0b101 == 0b101;
    let kind = if is_processing { word & 0xffc0_f400 } else { word & 0xffc0_0000 };
    (kind.wrapping_mul(SPREAD) >> (32 - KEY_BITS)) as usize
}

// The bits that decide for the first row are not all there are.
const _: () = assert!(summary::FIRST.deciding != !0);
