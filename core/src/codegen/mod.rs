//! From a kernel over virtual registers to machine code: [`compile`] is the pipeline.
//!
//! ```text
//! Func → lower → liveness → allocate → check → frame → emit
//! ```
//!
//! Every stage between is a list of instructions whose text is assembly, with
//! virtual registers before allocation ([`stages`]); that text parses back.
//! Nothing here depends on an instruction set except for the two calls into
//! `isa/aarch64` at either end.

pub mod allocate;
pub mod check;
pub mod liveness;
pub mod regset;

use crate::Target;
use crate::code::{CodeError, buffer};
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa::Instruction;
use crate::isa::aarch64::abi::{self, FrameError};
use crate::isa::aarch64::assemble::{self, Item};
use crate::isa::aarch64::audit::{self, Audit};
use crate::isa::aarch64::lower::{self, LowerError};
use crate::kernel::Func;
use crate::target::{Feature, Features};
use alloc::vec::Vec;
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
    /// Registers ran out.
    #[error(transparent)]
    Allocate(#[from] allocate::AllocateError),
    /// Allocation made a mistake.
    #[error(transparent)]
    Check(#[from] check::CheckError),
    /// The function has no frame.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The code could not be assembled.
    #[error(transparent)]
    Code(#[from] CodeError),
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
    /// With entry and exit code, without superfluous copies.
    pub framed: Vec<Item>,
}

/// Compiles `func` for `target`.
///
/// # Errors
/// [`CodegenError`].
pub fn compile(func: &Func, target: &Target) -> Result<Compiled, CodegenError> {
    let stages = stages(func, target)?;
    let features = audit(&stages.framed, target)?;
    let words = assemble::emit(&stages.framed)?;
    Ok(Compiled { code: buffer::to_bytes(&words)?, features })
}

/// Runs the pipeline up to the finished list of instructions.
///
/// # Errors
/// [`CodegenError`].
pub fn stages(func: &Func, target: &Target) -> Result<Stages, CodegenError> {
    let lowered = lower::lower(func, target.model.forms)?;
    let liveness = liveness::liveness(&lowered)?;
    let allocation = allocate::allocate(&lowered, &liveness, abi::allocatable)?;
    let allocated = allocation.apply(&lowered, &liveness)?;
    check::check(&lowered, &allocated)?;
    let framed = abi::frame(&without_identities(&allocated)?, func.arguments().len())?;
    Ok(Stages { lowered, allocated, framed })
}

/// `items` without copies of a register to itself.
fn without_identities(items: &[Item]) -> Result<Vec<Item>, OutOfMemory> {
    let is_identity = |item: &&Item| matches!(item, Item::Inst(i) if i.copy().is_some_and(|(d, a)| d == a));
    let mut out = Vec::new();
    out.try_extend(items.iter().filter(|item| !is_identity(item)).copied())?;
    Ok(out)
}

/// The features that `items` need, all of which `target` must have.
fn audit(items: &[Item], target: &Target) -> Result<Features, CodegenError> {
    let insts = || items.iter().filter_map(liveness::inst);
    match insts().filter_map(audit::required).find(|feature| !target.features.contains(*feature)) {
        Some(feature) => Err(CodegenError::MissingFeature(feature)),
        None => Ok(insts().fold(Audit::empty(), Audit::with).features),
    }
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
