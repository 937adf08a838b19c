//! From a kernel over virtual registers to machine code: [`compile`] is the pipeline.
//!
//! ```text
//! Func → lower → liveness → allocate → schedule → frame → emit → verify
//! ```
//!
//! Where the order stays, registers are replaced by their places only when their words are encoded.
//! Every stage between is a list of instructions whose text is assembly, with
//! virtual registers before allocation ([`stages`]); that text parses back.
//! The last step knows nothing of them: it reads the finished words.
//! Nothing here depends on an instruction set except for the calls into
//! `isa/aarch64` at either end.

pub mod allocate;
mod blocks;
pub mod check;
pub mod liveness;
pub mod regset;
pub mod schedule;

use crate::Target;
use crate::code::{CodeBuffer, CodeError, buffer};
use crate::fallible::{OutOfMemory, TryVec, try_collect};
use crate::isa::Instruction;
use crate::isa::aarch64::abi::{self, Frame, FrameError};
use crate::isa::aarch64::assemble::{self, Item};
use crate::isa::aarch64::lower::{self, LowerError};
use crate::isa::aarch64::verify::{Contract, VerifyError, verify};
use crate::kernel::Func;
use crate::target::{CoreModel, Features, IssueOrder, MoveForms};
use alloc::vec::Vec;
use allocate::{AllocateError, Allocation, Reuse};
use core::fmt;

/// A finished kernel, not yet in executable memory.
#[derive(Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The machine code; its first byte is the entry point.
    pub code: Vec<u8>,
    /// What a core must have in order to run it.
    pub features: Features,
}

/// Why a function could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodegenError {
    /// The function has no counterpart in instructions.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// A register is read that nothing has written.
    #[error(transparent)]
    Liveness(#[from] liveness::LivenessError),
    /// Registers ran out.
    #[error(transparent)]
    Allocate(#[from] AllocateError),
    /// Allocation made a mistake.
    #[error(transparent)]
    Check(#[from] check::CheckError),
    /// The function has no frame.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The code could not be assembled.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The finished words break a rule of functions.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// The code of a function after each step of the pipeline.
#[derive(Debug)]
pub struct Stages {
    /// Instructions over virtual registers.
    pub lowered: Vec<Item>,
    /// The same, over the registers of the machine.
    pub allocated: Vec<Item>,
    /// In the order that suits the core.
    pub scheduled: Vec<Item>,
    /// With entry and exit code, without superfluous copies.
    pub framed: Vec<Item>,
}

/// Compiles `func` for `target`.
///
/// With debug assertions, [`check`](mod@check) looks over the allocation.
///
/// # Errors
/// [`CodegenError`].
pub fn compile(func: &Func, target: &Target) -> Result<Compiled, CodegenError> {
    let (mut items, allocation) = placed(func, &target.model)?;
    if cfg!(debug_assertions) {
        let mut allocated = try_collect(items.iter().copied())?;
        allocation.apply(&mut allocated);
        check::check(&items, &allocated)?;
    }
    if let IssueOrder::Program { .. } = target.model.order {
        allocation.apply(&mut items);
        schedule::schedule(&mut items, &target.model)?;
    }
    let words = emit(&items, &allocation, func.arguments().len())?;
    let contract = Contract { features: target.features, arguments: func.arguments().len() };
    let features = verify(&words, &contract)?;
    Ok(Compiled { code: buffer::to_bytes(&words)?, features })
}

/// Runs the pipeline up to the finished list of instructions, and checks the allocation.
///
/// # Errors
/// [`CodegenError`].
pub fn stages(func: &Func, target: &Target) -> Result<Stages, CodegenError> {
    let (lowered, allocation) = placed(func, &target.model)?;
    let mut allocated = try_collect(lowered.iter().copied())?;
    allocation.apply(&mut allocated);
    check::check(&lowered, &allocated)?;
    let mut scheduled = try_collect(allocated.iter().copied())?;
    schedule::schedule(&mut scheduled, &target.model)?;
    let mut framed = Vec::new();
    let frame = Frame::new(func.arguments().len(), allocation.used())?;
    frame.entry().iter().try_for_each(|item| framed.try_push(*item))?;
    scheduled.iter().try_for_each(|item| frame.around(item, |item| framed.try_push(*item)))?;
    Ok(Stages { lowered, allocated, scheduled, framed })
}

/// Instructions over virtual registers, and places for these. Lists of neighbouring vectors take
/// consecutive registers: where these are too scattered for that, vectors are moved one by one.
fn placed(func: &Func, model: &CoreModel) -> Result<(Vec<Item>, Allocation), CodegenError> {
    let with = |model: &CoreModel| {
        let lowered = lower::lower(func, model)?;
        let allocation = allocation(&lowered, model)?;
        Ok((lowered, allocation))
    };
    match with(model) {
        Err(CodegenError::Allocate(AllocateError::OutOfRegisters { .. }))
            if model.forms != MoveForms::SINGLE =>
        {
            with(&CoreModel { forms: MoveForms::SINGLE, ..*model })
        }
        result => result,
    }
}

/// Places for the virtual registers of `items`.
fn allocation(items: &[Item], model: &CoreModel) -> Result<Allocation, CodegenError> {
    let reuse = match model.order {
        IssueOrder::Dataflow { .. } => Reuse::Soon,
        IssueOrder::Program { .. } => Reuse::Late,
    };
    Ok(allocate::allocate(&liveness::liveness(items)?, abi::allocatable, reuse)?)
}

/// Encodes a function with a number of arguments: `items` in their frame, each virtual register in its
/// place.
fn emit(items: &[Item], allocation: &Allocation, arguments: usize) -> Result<Vec<u32>, CodegenError> {
    let frame = Frame::new(arguments, allocation.used())?;
    let mut code = CodeBuffer::with_capacity(frame.entry().len().saturating_add(items.len()))?;
    frame.entry().iter().try_for_each(|item| assemble::put(&mut code, item))?;
    for item in items {
        match item {
            Item::Inst(inst) if inst.is_plain() => {
                let word = inst.encode_placed(|register| allocation.place(register));
                code.word(word.map_err(CodeError::from)?)?;
            }
            item => frame.around(&allocation.applied(item), |item| assemble::put(&mut code, item))?,
        }
    }
    Ok(code.finish()?)
}

/// A list of instructions as assembly text, one a line.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a>(pub &'a [Item]);

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|item| match item {
            Item::Label(label) => writeln!(f, ".L{}:", label.index()),
            Item::Inst(inst) => writeln!(f, "    {inst}"),
            Item::Word(word) => writeln!(f, "    .word {word:#010x}"),
        })
    }
}
