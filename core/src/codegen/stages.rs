//! The code of a function after each step of the pipeline, as lists.
//!
//! Tests: `tests/tests/codegen_pipeline.rs`.

use super::allocate::Allocation;
use super::framed::in_frame;
use super::{CodegenError, lists, schedule, with_places};
use crate::isa::{Core, Frame, FrameError, Instruction, Isa, Item, Sink};
use crate::kernel::Func;
use alloc::vec::Vec;

/// The code of a function after each step of the pipeline.
#[derive(Debug)]
pub struct Stages<I: Instruction> {
    /// The function, with some of its registers in the frame where they run out.
    pub spilled: Func,
    /// Instructions over virtual registers; arguments are in theirs.
    pub lowered: Vec<Item<I>>,
    /// The same, over the registers of the machine.
    pub allocated: Vec<Item<I>>,
    /// In the order that suits the core.
    pub scheduled: Vec<Item<I>>,
    /// With prologue and epilogues, without superfluous copies.
    pub framed: Vec<Item<I>>,
}

/// Makes the lists of the pipeline, and checks the allocation.
///
/// # Errors
/// [`CodegenError`].
pub fn stages<I: Isa>(func: &Func, core: &Core) -> Result<Stages<I::Inst>, CodegenError> {
    with_places::<I, _>(func, core, placed_stages::<I>)
}

/// The lists of a function that has places for its registers.
fn placed_stages<I: Isa>(
    func: &Func,
    core: &Core,
    allocation: &Allocation,
) -> Result<Stages<I::Inst>, CodegenError> {
    let [lowered, allocated] = lists::<I>(func, core, allocation)?;
    let scheduled = schedule::schedule(&allocated, &core.model)?;
    let frame = I::frame(func, allocation.used(), core)?;
    let mut framed = Vec::new();
    let mut put = |item| Ok::<(), FrameError>(framed.put(item)?);
    frame.enter(|inst| put(Item::Inst(inst)))?;
    scheduled.iter().try_for_each(|item| in_frame(&frame, *item, &mut put))?;
    Ok(Stages { spilled: func.try_clone()?, lowered, allocated, scheduled, framed })
}
