//! Passes of others in the pipeline: over the function, before registers are placed, and over
//! placed instructions.
//!
//! [`compile_with`] is [`compile`](super::compile()) through lists, with these passes in it, and without
//! scheduling where that is asked for: it is the one step that code is right without. The allocation is
//! checked before passes over instructions see them; what they make is verified as all code is, so that a
//! pass which breaks a rule of functions is refused. What code computes is theirs to keep.
//!
//! Tests: `tests/tests/codegen_passes.rs`.

use super::error::PassError;
use super::framed::Framed;
use super::{CodegenError, Compiled, finish, lists, schedule, with_places};
use crate::fallible::TryVec;
use crate::isa::{Contract, Core, Instruction, Isa, Item, Sink};
use crate::kernel::Func;
use alloc::vec::Vec;
use core::fmt;

/// A pass over a function, before registers are placed.
pub trait FuncPass {
    /// Its name, for errors.
    fn name(&self) -> &'static str;

    /// The function that takes the place of `func`, for a core; none where it stays.
    /// [`Func::with_body`] makes one.
    ///
    /// # Errors
    /// [`PassError`].
    fn run(&mut self, func: &Func, core: &Core) -> Result<Option<Func>, PassError>;
}

/// A pass over instructions of a set, whose registers are placed. The prologue and the epilogues of the
/// function are added after it: they save and restore the registers that the function used before the pass.
pub trait CodePass<I: Instruction> {
    /// Its name, for errors.
    fn name(&self) -> &'static str;

    /// Changes a list of instructions and labels.
    ///
    /// # Errors
    /// [`PassError`].
    fn run(&mut self, items: &mut Vec<Item<I>>, core: &Core) -> Result<(), PassError>;
}

/// What the pipeline does besides the steps that it always has.
pub struct Passes<'p, I: Instruction> {
    before: Vec<&'p mut dyn FuncPass>,
    after: Vec<&'p mut dyn CodePass<I>>,
    schedules: bool,
}

impl<I: Instruction> Default for Passes<'_, I> {
    fn default() -> Self {
        Self { before: Vec::new(), after: Vec::new(), schedules: true }
    }
}

impl<I: Instruction> fmt::Debug for Passes<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.before.iter().map(|pass| pass.name());
        let after = self.after.iter().map(|pass| pass.name());
        f.debug_list().entries(before).entries(after).finish()
    }
}

impl<'p, I: Instruction> Passes<'p, I> {
    /// With a pass before registers are placed, behind those that are there already.
    ///
    /// # Errors
    /// [`CodegenError::OutOfMemory`].
    pub fn before(mut self, pass: &'p mut dyn FuncPass) -> Result<Self, CodegenError> {
        self.before.try_push(pass)?;
        Ok(self)
    }

    /// With a pass when registers are placed, behind those that are there already.
    ///
    /// # Errors
    /// [`CodegenError::OutOfMemory`].
    pub fn after(mut self, pass: &'p mut dyn CodePass<I>) -> Result<Self, CodegenError> {
        self.after.try_push(pass)?;
        Ok(self)
    }

    /// Instructions stay in the order of the function, on every core.
    #[must_use]
    pub fn unscheduled(mut self) -> Self {
        self.schedules = false;
        self
    }
}

/// Compiles `func` for a core, with passes.
///
/// # Errors
/// [`CodegenError`]; [`CodegenError::Pass`] where a pass refuses.
pub fn compile_with<I: Isa>(
    func: &Func,
    core: &Core,
    passes: &mut Passes<'_, I::Inst>,
) -> Result<Compiled, CodegenError> {
    let Passes { before, after, schedules } = passes;
    let func = rewritten(func, core, before)?;
    with_places::<I, _>(&func, core, |func, core, allocation| {
        let [_, mut items] = lists::<I>(func, core, allocation)?;
        for pass in after {
            pass.run(&mut items, core).map_err(|error| error.of(pass.name()))?;
        }
        if *schedules {
            items = schedule::schedule(&items, &core.model)?;
        }
        let frame = I::frame(func, allocation.used(), core)?;
        let mut code = Framed::new(&frame, items.len())?;
        items.into_iter().try_for_each(|item| code.put(item))?;
        let (arguments, callees) = (func.arity(), func.callees());
        finish::<I>(&code.finish()?, &Contract { features: core.features, arguments, callees })
    })
}

/// The function that some passes make of one, each of what the one before has made.
fn rewritten(func: &Func, core: &Core, passes: &mut [&mut dyn FuncPass]) -> Result<Func, CodegenError> {
    let mut latest = func.try_clone()?;
    for pass in passes {
        if let Some(next) = pass.run(&latest, core).map_err(|error| error.of(pass.name()))? {
            latest = next;
        }
    }
    Ok(latest)
}
