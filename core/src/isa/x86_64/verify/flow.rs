//! The rules of paths: follows all of them through the steps of the code.
//!
//! A step is done again only when more paths meet before it than it was done for, and knowledge only shrinks
//! there, so that this ends; nearly always every step is done once, those of loops twice.

use super::state::{State, Surroundings};
use super::step::{Step, Steps, USUAL};
use crate::fallible::{Few, TryVec};
use crate::isa::{Rule, VerifyError};

/// The state before each step; none where no path leads.
pub(super) type States = Few<Option<State>, USUAL>;

/// Follows the paths of code whose last instruction starts at `last`.
pub(super) fn follow(steps: &Steps, last: usize, around: Surroundings) -> Result<States, VerifyError> {
    let mut paths = Paths { steps, last, around, before: Few::new(), behind_branches: Few::new() };
    paths.before.try_lengthen(steps.all().len(), None)?;
    let mut returns = paths.run(0, State::ENTRY)?;
    while let Some((nth, state)) = paths.behind_branches.pop() {
        returns |= paths.run(nth, state)?;
    }
    if returns { Ok(paths.before) } else { Err(VerifyError::NoReturn) }
}

/// Branches that take no memory of their own: most kernels have fewer.
const USUAL_BRANCHES: usize = 4;

/// Where paths have come to.
struct Paths<'a> {
    steps: &'a Steps,
    /// Where the last instruction starts.
    last: usize,
    around: Surroundings,
    /// The state before each step, once a path has reached it.
    before: States,
    /// Where paths go on behind branches that were followed.
    behind_branches: Few<(usize, State), USUAL_BRANCHES>,
}

impl Paths<'_> {
    /// Follows a path from a step on: whether it ends in a return. Else it ends where nothing new is known.
    fn run(&mut self, mut nth: usize, mut state: State) -> Result<bool, VerifyError> {
        // Lists of few elements look where these are at each access.
        let (steps, all_before) = (self.steps.all(), self.before.as_mut_slice());
        loop {
            let (Some((at, step)), Some(before)) = (steps.get(nth), all_before.get_mut(nth)) else {
                return Err(Rule::RunsOut.at(self.last));
            };
            let broken = |rule: Rule| rule.at(*at);
            if let Some(known) = before {
                // Loops nearly always come back with what was known.
                if *known != state {
                    state = known.meet(&state).map_err(broken)?;
                }
                if *known == state {
                    return Ok(false);
                }
            }
            *before = Some(state);
            nth = nth.saturating_add(1);
            match step {
                Step::Return => return state.check_return().map(|()| true).map_err(broken),
                Step::Jump(target) => nth = self.steps.from(*target),
                Step::Branch(target) => {
                    self.behind_branches.try_push((nth, state))?;
                    nth = self.steps.from(*target);
                }
                Step::Write(registers, upper) => state.write(*registers, *upper),
                Step::ClearUpper => state.clear_upper(),
                Step::Call => state.check_call().map_err(broken)?,
                Step::Adjust(up) => state.adjust(*up).map_err(broken)?,
                Step::Access(access) => state.access(access, self.around).map_err(broken)?,
            }
        }
    }
}
