//! From a kernel over virtual registers to machine code: [`compile`] is the pipeline.
//!
//! ```text
//! Func → liveness → allocate → lower → schedule → frame → encode → verify
//! ```
//!
//! Registers are placed before there are instructions. So the steps from lowering to encoding are one
//! pass: each hands every instruction on to the next, and only scheduling keeps some for a while.
//! [`stages`] has the same steps make lists, whose text is assembly, first with virtual registers;
//! that text parses back.
//! The last step knows nothing of them: it reads the finished words.
//! Nothing here depends on an instruction set except for the calls into
//! `isa/aarch64` at either end.

pub mod allocate;
mod blocks;
mod by_class;
pub mod check;
pub mod liveness;
pub mod regset;
pub mod schedule;

use crate::Target;
use crate::code::{CodeBuffer, CodeError, buffer};
use crate::fallible::OutOfMemory;
use crate::isa::aarch64::MachInst;
use crate::isa::aarch64::abi::{self, Frame, FrameError};
use crate::isa::aarch64::assemble::{self, Item};
use crate::isa::aarch64::lower::{self, LowerError, Naming, Virtuals};
use crate::isa::aarch64::moves;
use crate::isa::aarch64::verify::{Contract, VerifyError, verify};
use crate::isa::{Class, Reg, Sink, Virtual};
use crate::kernel::Func;
use crate::kernel::func::Inst;
use crate::target::{CoreModel, Features, IssueOrder, MoveForm, MoveForms};
use alloc::vec::Vec;
use allocate::{AllocateError, Allocation, Reuse};
use check::CheckError;
use core::fmt;
use schedule::Scheduler;

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
    /// The function would take its caller's registers, or memory, for arguments that nobody passes, or leave some out.
    #[error("the function has {found} arguments: must have {expected}, those of the specification")]
    Arguments {
        /// How many the function has.
        found: usize,
        /// How many the specification has.
        expected: usize,
    },
    /// The function has no counterpart in instructions.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The function is wrong, or reads a register that nothing has written.
    #[error(transparent)]
    Liveness(#[from] liveness::LivenessError),
    /// Registers ran out.
    #[error(transparent)]
    Allocate(#[from] AllocateError),
    /// Allocation made a mistake.
    #[error(transparent)]
    Check(#[from] CheckError),
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
    /// Instructions over virtual registers; arguments are in theirs.
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
    let (allocation, model) = placed(func, &target.model)?;
    if cfg!(debug_assertions) {
        check(func, &list(func, &model, &Virtuals)?, &list(func, &model, &allocation.places())?)?;
    }
    let words = encoded(func, &model, &allocation)?;
    finish(&words, &Contract { features: target.features, arguments: func.arguments().len() })
}

/// Verifies finished words, wherever they come from: the last step of [`compile`].
///
/// # Errors
/// [`CodegenError::Verify`], where they break a rule of functions.
pub fn finish(words: &[u32], contract: &Contract) -> Result<Compiled, CodegenError> {
    let features = verify(words, contract)?;
    Ok(Compiled { code: buffer::to_bytes(words)?, features })
}

/// Makes the lists of the pipeline, and checks the allocation.
///
/// # Errors
/// [`CodegenError`].
pub fn stages(func: &Func, target: &Target) -> Result<Stages, CodegenError> {
    let (allocation, model) = placed(func, &target.model)?;
    let (lowered, allocated) = (list(func, &model, &Virtuals)?, list(func, &model, &allocation.places())?);
    check(func, &lowered, &allocated)?;
    let scheduled = schedule::schedule(&allocated, &model)?;
    let frame = Frame::new(func.arguments().len(), allocation.used(), model.forms.stores)?;
    let mut framed = Vec::new();
    let mut put = |item| Ok::<(), FrameError>(framed.put(item)?);
    frame.enter(|inst| put(Item::Inst(inst)))?;
    scheduled.iter().try_for_each(|item| frame.around(*item, &mut put))?;
    Ok(Stages { lowered, allocated, scheduled, framed })
}

/// Places for the registers of a function, and the model by which to lower it. Lists of neighbouring
/// vectors take consecutive registers: where these are too scattered for that, vectors are moved one
/// by one.
fn placed(func: &Func, model: &CoreModel) -> Result<(Allocation, CoreModel), CodegenError> {
    let reuse = match model.order {
        IssueOrder::Dataflow { .. } => Reuse::Soon,
        IssueOrder::Program { .. } => Reuse::Late,
    };
    let with = |forms| {
        let lives = if moves::has_lists(forms) {
            liveness::liveness(func, |insts| moves::neighbours(insts, forms))?
        } else {
            liveness::liveness(func, |_| 1)?
        };
        let allocation = allocate::allocate(&lives, &abi::CONVENTION, reuse)?;
        Ok((allocation, CoreModel { forms, ..*model }))
    };
    let forms = forms(func, model);
    match with(forms) {
        Err(CodegenError::Allocate(AllocateError::OutOfRegisters { .. })) if forms != MoveForms::SINGLE => {
            with(MoveForms::SINGLE)
        }
        result => result,
    }
}

/// How a function's vectors are moved. On a core that issues in program order, loads give their results in turn
/// with arithmetic before them, all but multiply-adds: behind it, a pair has to wait less than single ones. That
/// counts where hardly more is computed than stored, so that loads follow arithmetic all the time.
fn forms(func: &Func, model: &CoreModel) -> MoveForms {
    match (model.order, model.forms.loads) {
        (IssueOrder::Program { .. }, MoveForm::Single) if loads_follow_arithmetic(func) => {
            MoveForms { loads: MoveForm::Pairs, ..model.forms }
        }
        _ => model.forms,
    }
}

/// Whether hardly more is computed than stored, and nothing by multiply-adds. Where there are some, one comes soon.
fn loads_follow_arithmetic(func: &Func) -> bool {
    let multiplies = |inst: &Inst| {
        matches!(inst, Inst::MultiplyAdd(..) | Inst::MultiplyAddLane(..) | Inst::TileUpdate(..))
    };
    let computes = |inst: &&Inst| matches!(inst, Inst::Unary(..) | Inst::Binary(..) | Inst::MultiplyLane(..));
    let stores = |inst: &&Inst| matches!(inst, Inst::Store(..));
    if func.body().iter().any(multiplies) {
        return false;
    }
    let computed = func.body().iter().filter(computes).count();
    let stored = func.body().iter().filter(stores).count();
    (1..=stored.saturating_mul(2)).contains(&computed)
}

/// The instructions of a function, as a list.
fn list(func: &Func, model: &CoreModel, naming: &impl Naming) -> Result<Vec<Item>, CodegenError> {
    let mut items = Vec::new();
    lower::lower(func, model, naming, &mut items)?;
    Ok(items)
}

/// Checks placed instructions of a function against those over virtual registers.
fn check(func: &Func, lowered: &[Item], allocated: &[Item]) -> Result<(), CheckError> {
    let virtuals = func.arguments().iter().map(|argument| Reg::Virtual(Class::Int, Virtual(argument.0)));
    let places = abi::CONVENTION.arguments.iter().map(|place| Reg::Physical(Class::Int, *place));
    check::check(lowered, allocated, virtuals.zip(places))
}

/// The words of a function, in its frame, in the order that suits the core.
fn encoded(func: &Func, model: &CoreModel, allocation: &Allocation) -> Result<Vec<u32>, CodegenError> {
    let frame = Frame::new(func.arguments().len(), allocation.used(), model.forms.stores)?;
    let (mut code, places) = (Framed::new(&frame, func.body().len())?, allocation.places());
    match model.order {
        IssueOrder::Dataflow { .. } => lower::lower(func, model, &places, &mut code)?,
        IssueOrder::Program { stores, .. } => {
            let mut scheduler = Scheduler::new((model, stores), func.body().len(), &mut code)?;
            lower::lower(func, model, &places, &mut scheduler)?;
            scheduler.finish()?;
        }
    }
    Ok(code.finish()?)
}

/// So many instructions make a frame and remove it, at most, in nearly all functions.
const USUAL_FRAME: usize = 16;

/// Encodes what it is given, in a frame.
struct Framed<'f> {
    frame: &'f Frame,
    code: CodeBuffer,
    /// The first instruction without an encoding.
    mistake: Option<CodeError>,
}

impl<'f> Framed<'f> {
    /// Begins with the code at the entry. Behind it is room for so many instructions, each of two words: an access to
    /// three words has them.
    fn new(frame: &'f Frame, instructions: usize) -> Result<Self, CodeError> {
        let mut code = CodeBuffer::with_capacity(instructions.saturating_mul(2).saturating_add(USUAL_FRAME))?;
        frame.enter(|inst| code.put(&inst))?;
        Ok(Self { frame, code, mistake: None })
    }

    fn finish(self) -> Result<Vec<u32>, CodeError> {
        match self.mistake {
            Some(mistake) => Err(mistake),
            None => self.code.finish(),
        }
    }
}

impl Sink<MachInst> for Framed<'_> {
    fn put(&mut self, item: Item) -> Result<(), OutOfMemory> {
        let done = self.frame.around(item, |item| assemble::put(&mut self.code, &item));
        if let Err(mistake) = done {
            self.mistake.get_or_insert(mistake);
        }
        Ok(())
    }

    #[inline(always)]
    fn compute(&mut self, inst: MachInst) -> Result<(), OutOfMemory> {
        match inst.encode() {
            Ok(word) => self.code.word(word),
            Err(mistake) => {
                self.mistake.get_or_insert(mistake.into());
                Ok(())
            }
        }
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
