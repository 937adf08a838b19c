//! The rules of paths: follows all of them through the steps of the code.
//!
//! A step is done again only when more paths meet before it than it was done for, and knowledge
//! only shrinks there, so that this ends; nearly always every step is done once, those of loops
//! twice.

use super::state::State;
use super::step::{Step, Steps, USUAL};
use super::{Rule, VerifyError};
use crate::fallible::{Few, TryVec};

/// Arguments that are passed in registers (AAPCS64, section 6.8.2).
const REGISTER_ARGUMENTS: usize = 8;

/// Follows the paths of code of `len` words, a function with some `arguments`.
pub(super) fn follow(steps: &Steps, len: usize, arguments: usize) -> Result<(), VerifyError> {
    let last = len.checked_sub(1).ok_or(VerifyError::NoReturn)?;
    let on_stack = arguments.saturating_sub(REGISTER_ARGUMENTS).saturating_mul(8);
    let on_stack = i64::try_from(on_stack).unwrap_or(i64::MAX);
    let mut paths = Paths { steps, last, before: Few::new(), work: Few::new() };
    paths.before.try_lengthen(steps.len(), None)?;
    paths.reach(0, &State::ENTRY)?;
    let mut returns = false;
    while let Some(nth) = paths.work.pop() {
        let Some(((at, step), mut state)) = steps.get(nth).zip(paths.before.get(nth).copied().flatten())
        else {
            continue;
        };
        let next = nth.saturating_add(1);
        let broken = |rule: Rule| rule.at(at);
        match step {
            Step::Return => {
                state.check_return().map_err(broken)?;
                returns = true;
                continue;
            }
            Step::Jump(target) => {
                paths.reach(steps.from(target), &state)?;
                continue;
            }
            Step::Branch(target) => paths.reach(steps.from(target), &state)?,
            Step::Write(registers) => state.write(registers),
            Step::Adjust(up) => state.adjust(up).map_err(broken)?,
            Step::Access(access) => state.access(&access, on_stack).map_err(broken)?,
        }
        paths.reach(next, &state)?;
    }
    if returns { Ok(()) } else { Err(VerifyError::NoReturn) }
}

/// Where paths have come to.
struct Paths<'a> {
    steps: &'a Steps,
    /// Index of the last word.
    last: usize,
    /// What is known before each step, once a path has reached it.
    before: Few<Option<State>, USUAL>,
    /// The steps to do.
    work: Few<usize, USUAL>,
}

impl Paths<'_> {
    /// Brings a path to a step.
    fn reach(&mut self, nth: usize, state: &State) -> Result<(), VerifyError> {
        let (Some(before), Some((at, _))) = (self.before.get_mut(nth), self.steps.get(nth)) else {
            return Err(Rule::RunsOut.at(self.last));
        };
        let met = match before {
            Some(known) => known.meet(state).map_err(|rule| rule.at(at))?,
            None => *state,
        };
        if *before != Some(met) {
            *before = Some(met);
            self.work.try_push(nth)?;
        }
        Ok(())
    }
}
