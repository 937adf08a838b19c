//! A function and those that it calls.
//!
//! Tests: `tests/tests/kernel_language_callees.rs`.

use super::callee::{Allowed, Callee, CalleeId};
use super::func::{Func, FuncError, Inst};

impl Func {
    /// The functions that it calls, by number.
    #[must_use]
    pub fn callees(&self) -> &[Callee] {
        &self.callees
    }

    /// One of them, if there is one with this number.
    #[must_use]
    pub fn callee(&self, id: CalleeId) -> Option<&Callee> {
        self.callees.get(usize::from(id.number()))
    }

    /// The same function, in which exactly the functions of a list may be called. Compiling it
    /// refuses calls of others.
    ///
    /// # Errors
    /// [`FuncError::Signature`] for the first call of a function that has other types in the list,
    /// [`FuncError::OutOfMemory`].
    pub fn linked(&self, allowed: &[Allowed<'_>]) -> Result<Self, FuncError> {
        let mut linked = self.try_clone()?;
        for (number, callee) in (0..).zip(&mut linked.callees) {
            let found = allowed.iter().find(|allowed| allowed.name == callee.name());
            if found.is_some_and(|found| !callee.fits(found)) {
                let is_call = |inst: &Inst| matches!(inst, Inst::Call(id) if id.number() == number);
                let at = self.body.iter().position(is_call);
                return Err(FuncError::Signature { at: at.unwrap_or(0), callee: CalleeId(number) });
            }
            callee.address = found.map(|found| found.address);
        }
        Ok(linked)
    }

    /// The words of a frame in which arguments of calls wait to be passed.
    pub(crate) fn passed_words(&self) -> usize {
        // A result may come by way of the first.
        self.callees.iter().map(|callee| callee.arguments().len().max(1)).max().unwrap_or(0)
    }
}
