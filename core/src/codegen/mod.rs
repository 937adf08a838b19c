//! From a kernel over virtual registers to machine code: [`compile`] is the pipeline.
//!
//! ```text
//! Func → lower → liveness → allocate → schedule → frame → emit → verify
//! ```
//!
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
use crate::isa::aarch64::abi::{self, Frame, FrameError};
use crate::isa::aarch64::assemble::{self, Item};
use crate::isa::aarch64::audit;
use crate::isa::aarch64::lower::{self, LowerError};
use crate::isa::aarch64::verify::{Contract, VerifyError, verify};
use crate::kernel::Func;
use crate::target::{CoreModel, Feature, Features, IssueOrder, MoveForms};
use alloc::vec::Vec;
use allocate::{AllocateError, Reuse};
use blocks::inst;
use core::fmt;
use regset::RegSet;

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
    /// The code needs a feature that the target lacks.
    #[error("the code needs the feature {}, which the target lacks", .0.name())]
    MissingFeature(Feature),
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
    let mut code = Allocated::new(func, &target.model)?;
    if cfg!(debug_assertions) {
        code.check(func)?;
    }
    schedule::schedule(&mut code.items, &target.model)?;
    let contract = Contract { features: target.features, arguments: func.arguments().len() };
    emit(&code.items, &Frame::new(contract.arguments, code.used)?, &contract)
}

/// Runs the pipeline up to the finished list of instructions, and checks the allocation.
///
/// # Errors
/// [`CodegenError`].
pub fn stages(func: &Func, target: &Target) -> Result<Stages, CodegenError> {
    let code = Allocated::new(func, &target.model)?;
    code.check(func)?;
    let mut scheduled = try_collect(code.items.iter().copied())?;
    schedule::schedule(&mut scheduled, &target.model)?;
    let mut framed = Vec::new();
    Frame::new(func.arguments().len(), code.used)?.wrap(&scheduled, |item| framed.try_push(*item))?;
    Ok(Stages { lowered: lower::lower(func, &code.model)?, allocated: code.items, scheduled, framed })
}

/// Code over the registers of the machine.
struct Allocated {
    items: Vec<Item>,
    /// The registers in it.
    used: RegSet,
    /// What it was lowered for.
    model: CoreModel,
}

impl Allocated {
    /// Lowers and allocates. Lists of neighbouring vectors take consecutive registers: where these
    /// are too scattered for that, vectors are moved one by one.
    fn new(func: &Func, model: &CoreModel) -> Result<Self, CodegenError> {
        match Self::with(func, model) {
            Err(CodegenError::Allocate(AllocateError::OutOfRegisters { .. }))
                if model.forms != MoveForms::SINGLE =>
            {
                Self::with(func, &CoreModel { forms: MoveForms::SINGLE, ..*model })
            }
            result => result,
        }
    }

    fn with(func: &Func, model: &CoreModel) -> Result<Self, CodegenError> {
        let mut items = lower::lower(func, model)?;
        let used = place(&mut items, model)?;
        Ok(Self { items, used, model: *model })
    }

    /// Whether every instruction reads what it read before allocation.
    fn check(&self, func: &Func) -> Result<(), CodegenError> {
        Ok(check::check(&lower::lower(func, &self.model)?, &self.items)?)
    }
}

/// Replaces the virtual registers of `items`; the result is what they use then.
fn place(items: &mut [Item], model: &CoreModel) -> Result<RegSet, CodegenError> {
    let liveness = liveness::liveness(items)?;
    let reuse = match model.order {
        IssueOrder::Dataflow { .. } => Reuse::Soon,
        IssueOrder::Program { .. } => Reuse::Late,
    };
    let allocation = allocate::allocate(&liveness, abi::allocatable, reuse)?;
    allocation.apply(items);
    Ok(allocation.used())
}

/// Encodes `items` in their frame, and verifies that the words keep `contract`.
fn emit(items: &[Item], frame: &Frame, contract: &Contract) -> Result<Compiled, CodegenError> {
    let mut features = Features::of(&[]);
    let mut code = CodeBuffer::with_capacity(items.len())?;
    frame.wrap(items, |item| {
        if let Some(inst) = inst(item) {
            features = features.union(audit::required(inst));
        }
        assemble::put(&mut code, item)
    })?;
    if let Some(feature) = features.iter().find(|feature| !contract.features.contains(*feature)) {
        return Err(CodegenError::MissingFeature(feature));
    }
    let words = code.finish()?;
    verify(&words, contract)?;
    Ok(Compiled { code: buffer::to_bytes(&words)?, features })
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
