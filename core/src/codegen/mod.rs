//! From a kernel over virtual registers to machine code: [`compile`] is the pipeline.
//!
//! ```text
//! Func → liveness → allocate → lower → schedule → frame → encode → verify
//!             ↑        ↓
//!               spill, where integer registers run out
//! ```
//!
//! Registers are placed before there are instructions. So the steps from lowering to encoding are one
//! pass: each hands every instruction on to the next, and only scheduling keeps some for a while.
//! [`stages()`] has the same steps make lists, whose text is assembly, first with virtual registers;
//! that text parses back. [`passes`] takes steps of others between them.
//! The last step knows nothing of them: it reads the finished code.
//! Nothing here knows an instruction set by name: [`Isa`] is all that is asked of one.
//!
//! Tests: `tests/tests/codegen_pipeline.rs`, `tests/tests/codegen_run.rs`, `tests/tests/isa_set.rs`.

pub mod allocate;
mod assigned;
mod blocks;
pub mod check;
pub mod compiled;
pub mod error;
mod framed;
pub mod instruction_set;
pub mod liveness;
pub mod passes;
pub mod schedule;
pub mod spill;
pub mod stages;

use crate::fallible::OutOfMemory;
use crate::isa::model::IssueOrder;
use crate::isa::set::UnitOf;
use crate::isa::{
    Class, CodeUnit, Contract, Core, Feature, Features, Instruction, Isa, Item, LowerError, Naming, Reg,
    Rule, Sink, VerifyError, Virtual, Virtuals,
};
use crate::kernel::Func;
use crate::kernel::func::{LANGUAGE, Spill};
use alloc::vec::Vec;
use allocate::{AllocateError, Allocation, AllocationOrder};
use check::CheckError;
pub use compiled::Compiled;
pub use error::CodegenError;
use framed::Framed;
pub use instruction_set::InstructionSet;
use schedule::Scheduler;
use spill::Candidates;
pub use stages::{Stages, stages};

/// Compiles `func` for a core.
///
/// With debug assertions, [`check`](mod@check) looks over the allocation.
///
/// # Errors
/// [`CodegenError`].
pub fn compile<I: Isa>(func: &Func, core: &Core) -> Result<Compiled, CodegenError> {
    with_places::<I, _>(func, core, placed_code::<I>).map_err(|error| located::<I>(func, core, error))
}

/// An error with the instruction of `func` that it is about, where it is about code, or about a function that
/// keeps some of its registers in the frame.
#[cold]
fn located<I: Isa>(func: &Func, core: &Core, error: CodegenError) -> CodegenError {
    let is_about_code = matches!(
        error,
        CodegenError::Lower(_) | CodegenError::Verify(VerifyError::Refused { rule: Rule::Feature(_), .. })
    );
    if !is_about_code || error.is_out_of_memory() {
        return error;
    }
    let mut available = Available { features: core.features, lacks: None };
    let refused = I::lower(func, core, &Virtuals, &mut available);
    match (refused, available.lacks) {
        (Err(LowerError { at, .. }), Some(feature)) => CodegenError::Lacks { at, feature },
        (Err(other), None) => CodegenError::Lower(other),
        (Ok(()), _) => error,
    }
}

/// Takes instructions until one comes that needs a feature which a core lacks.
struct Available {
    features: Features,
    lacks: Option<Feature>,
}

impl<I: Instruction> Sink<I> for Available {
    fn put(&mut self, item: Item<I>) -> Result<(), OutOfMemory> {
        let Item::Inst(inst) = item else { return Ok(()) };
        self.lacks = inst.features().iter().find(|feature| !self.features.contains(*feature));
        // Lowering stops at any error.
        if self.lacks.is_some() { Err(OutOfMemory) } else { Ok(()) }
    }
}

/// The finished code of a function that has places for its registers.
fn placed_code<I: Isa>(func: &Func, core: &Core, allocation: &Allocation) -> Result<Compiled, CodegenError> {
    if cfg!(debug_assertions) {
        lists::<I>(func, core, allocation)?;
    }
    let code = encoded::<I>(func, core, allocation)?;
    let (arguments, callees) = (func.arity(), func.callees());
    finish::<I>(&code, &Contract { features: core.features, arguments, callees })
}

/// Verifies finished code, wherever it comes from: the last step of [`compile`].
///
/// # Errors
/// [`CodegenError::Verify`], where it breaks a rule of functions.
pub fn finish<I: Isa>(code: &[UnitOf<I>], contract: &Contract<'_>) -> Result<Compiled, CodegenError> {
    let features = I::verify(code, contract)?;
    Ok(Compiled { code: CodeUnit::to_bytes(code)?, features })
}

/// Does what is left to do with a function, once its registers have places: with some of its integers in the
/// frame, where registers run out, and the instruction set keeps integers there.
fn with_places<I: Isa, T>(
    func: &Func,
    core: &Core,
    then: impl FnOnce(&Func, &Core, &Allocation) -> Result<T, CodegenError>,
) -> Result<T, CodegenError> {
    let shortage = match placed::<I>(func, core) {
        Ok((allocation, core)) => return then(func, &core, &allocation),
        // Only functions that generators do not write have vectors in their frames.
        Err(error) if I::SLOTS == 0 && !LANGUAGE => return Err(error),
        Err(error) => error,
    };
    let (func, allocation, core) = spilled::<I>(func, core, shortage)?;
    then(&func, &core, &allocation)
}

/// A function for which registers did not suffice, with as many integers in its frame as they have to
/// be, and their places.
#[cold]
fn spilled<I: Isa>(
    func: &Func,
    core: &Core,
    mut shortage: CodegenError,
) -> Result<(Func, Allocation, Core), CodegenError> {
    let candidates = Candidates { slots: I::SLOTS, registers: func.ints };
    let (mut kept, mut error) = (None, shortage.clone());
    let mut over_calls = spill::keep_over_calls(func)?;
    while let CodegenError::Allocate(cause) = error {
        let from = kept.as_ref().unwrap_or(func);
        let next = match (over_calls.take(), cause) {
            (Some(next), _) => Some(next),
            (_, AllocateError::OutOfRegisters { class: Class::Int, at, .. }) => {
                spill::spill(from, at, candidates)?
            }
            (_, AllocateError::OutOfRegisters { class: Class::Vec, at, .. })
                if func.spill() == Spill::Allowed =>
            {
                spill::spill_vector(from, at, func.vectors)?
            }
            (_, AllocateError::TooManyArguments { passed, .. }) => {
                spill::keep_arguments(from, passed, candidates)?
            }
            (_, AllocateError::ArgumentInTheWay { class, number }) => {
                spill::copy_argument(from, class, number)?
            }
            _ => None,
        };
        let Some(next) = next else { break };
        match placed::<I>(&next, core) {
            Ok((allocation, core)) => return Ok((next, allocation, core)),
            Err(other) => (kept, error) = (Some(next), other),
        }
        if matches!(cause, AllocateError::TooManyArguments { .. } | AllocateError::ArgumentInTheWay { .. }) {
            shortage = error.clone();
        }
    }
    // The first shortage is reported: later ones speak of spilled code that the caller never saw; there are
    // not too many arguments, if these could be.
    Err(shortage)
}

/// Places for the registers of a function, and the variant of the core to lower it for: the first with
/// which registers suffice.
fn placed<I: Isa>(func: &Func, core: &Core) -> Result<(Allocation, Core), CodegenError> {
    let mut variants = I::variants(func, core);
    let mut core = variants.next().unwrap_or(*core);
    loop {
        match (allocated::<I>(func, &core), variants.next()) {
            (Err(CodegenError::Allocate(AllocateError::OutOfRegisters { .. })), Some(next)) => core = next,
            (allocation, _) => return Ok((allocation?, core)),
        }
    }
}

/// Places for the registers of a function that is lowered for a core.
fn allocated<I: Isa>(func: &Func, core: &Core) -> Result<Allocation, CodegenError> {
    let order = match core.model.order {
        IssueOrder::OutOfOrder { .. } => AllocationOrder::LowestFirst,
        IssueOrder::InOrder { .. } => AllocationOrder::RoundRobin,
    };
    let live_ranges = liveness::liveness(func, &I::constraints(core))?;
    Ok(allocate::allocate(&live_ranges, I::convention(core), order)?)
}

/// The instructions of a function, as a list.
fn list<I: Isa>(func: &Func, core: &Core, naming: &impl Naming) -> Result<Vec<Item<I::Inst>>, CodegenError> {
    let mut items = Vec::new();
    I::lower(func, core, naming, &mut items)?;
    Ok(items)
}

/// The instructions of a function as lists: over virtual registers, and placed, which are
/// checked against them.
fn lists<I: Isa>(
    func: &Func,
    core: &Core,
    allocation: &Allocation,
) -> Result<[Vec<Item<I::Inst>>; 2], CodegenError> {
    let lowered = list::<I>(func, core, &Virtuals)?;
    let allocated = list::<I>(func, core, &allocation.places())?;
    check::<I>(func, core, &lowered, &allocated)?;
    Ok([lowered, allocated])
}

/// Checks placed instructions of a function against those over virtual registers.
fn check<I: Isa>(
    func: &Func,
    core: &Core,
    lowered: &[Item<I::Inst>],
    allocated: &[Item<I::Inst>],
) -> Result<(), CheckError> {
    let convention = I::convention(core);
    let ints = func.int_arguments().map(|argument| Reg::Virtual(Class::Int, Virtual(argument.0)));
    let places = convention.arguments.iter().map(|place| Reg::Physical(Class::Int, *place));
    let vectors = func.vector_arguments().map(|argument| Reg::Virtual(Class::Vec, Virtual(argument.0)));
    let vector_places = convention.vector_arguments.iter().map(|place| Reg::Physical(Class::Vec, *place));
    // Of vectors, conventions preserve a part at most.
    let is_lost = |register| match register {
        Reg::Physical(Class::Int, number) => convention.ints.caller_saved >> (number & 31) & 1 != 0,
        register => matches!(register, Reg::Physical(Class::Vec, _)),
    };
    check::check(lowered, allocated, ints.zip(places).chain(vectors.zip(vector_places)), is_lost)
}

/// The code of a function, in its frame, in the order that suits the core.
fn encoded<I: Isa>(
    func: &Func,
    core: &Core,
    allocation: &Allocation,
) -> Result<Vec<UnitOf<I>>, CodegenError> {
    let frame = I::frame(func, allocation.used(), core)?;
    let (mut code, places) = (Framed::new(&frame, func.body().len())?, allocation.places());
    match core.model.order {
        IssueOrder::OutOfOrder { .. } => I::lower(func, core, &places, &mut code)?,
        IssueOrder::InOrder { stores, .. } => {
            let mut scheduler = Scheduler::new((&core.model, stores), func.body().len(), &mut code)?;
            I::lower(func, core, &places, &mut scheduler)?;
            scheduler.finish()?;
        }
    }
    Ok(code.finish()?)
}
