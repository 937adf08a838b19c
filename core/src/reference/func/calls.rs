//! Calls of other functions, for which models stand.
//!
//! Tests: `tests/tests/kernel_language_callees.rs`.

use super::{Calls, Done, Problem, State};
use crate::fallible::{Few, TryVec};
use crate::kernel::func::Inst;
use crate::reference::vector::Contents;

impl State<'_, '_> {
    pub(super) fn call(&mut self, inst: Inst) -> Done {
        match inst {
            Inst::PassInt(a, of) => self.pass_on(self.int(a)? & of.mask()),
            Inst::PassFloat(a, dtype) => self.pass_on(self.vector_at(a)?.bits(0, dtype)),
            Inst::Call(id) => {
                let Calls { callees, passed, returned, models } = &mut self.calls;
                let callee = callees.get(usize::from(id.number())).ok_or(Problem::NotAllowed(id))?;
                *returned = models(callee, passed).ok_or(Problem::NotAllowed(id))?;
                *passed = Few::new();
                Ok(())
            }
            Inst::ResultInt(d, of) => self.set(d, self.calls.returned & of.mask()),
            Inst::ResultFloat(d, dtype) => {
                self.set_vector(d, self.size.insert(&Contents::ZERO, 0, self.calls.returned, dtype))
            }
            _ => Err(Problem::Unsupported),
        }
    }

    /// Passes bits: the function is checked, so that they are no more than a call takes.
    fn pass_on(&mut self, bits: u64) -> Done {
        self.calls.passed.try_push(bits).map_err(|_| Problem::Unsupported)
    }
}
