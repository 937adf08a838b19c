//! The last step before verification: the body of a function is put into its frame and encoded.
//!
//! Tests: `tests/tests/isa_set.rs`, `tests/tests/codegen_pipeline.rs`.

use crate::fallible::OutOfMemory;
use crate::isa::{CodeBuffer, CodeError, Flow, Frame, Instruction, Item, OperandError, Sink};
use alloc::vec::Vec;

/// Instructions that make a frame and remove it, at most, in nearly all functions.
const USUAL_FRAME: usize = 16;

/// Encodes the instructions that it takes, in a frame.
pub(super) struct Framed<'f, I: Instruction, F> {
    frame: &'f F,
    code: CodeBuffer<I>,
    /// The first instruction without an encoding.
    mistake: Option<CodeError>,
}

impl<'f, I: Instruction, F: Frame<I>> Framed<'f, I, F> {
    /// Begins with the code at the entry. Behind it is room for some instructions, each of two units: an
    /// access to three words has them.
    pub(super) fn new(frame: &'f F, instructions: usize) -> Result<Self, CodeError> {
        let mut code = CodeBuffer::with_capacity(instructions.saturating_mul(2).saturating_add(USUAL_FRAME))?;
        frame.enter(|inst| code.emit(inst))?;
        Ok(Self { frame, code, mistake: None })
    }

    /// The code.
    ///
    /// # Errors
    /// [`CodeError`] for the first instruction without an encoding.
    pub(super) fn finish(self) -> Result<Vec<I::Unit>, CodeError> {
        match self.mistake {
            Some(mistake) => Err(mistake),
            None => self.code.finish(),
        }
    }

    /// Keeps the first mistake.
    #[cold]
    fn note(&mut self, mistake: CodeError) {
        self.mistake.get_or_insert(mistake);
    }
}

impl<I: Instruction, F: Frame<I>> Sink<I> for Framed<'_, I, F> {
    fn put(&mut self, item: Item<I>) -> Result<(), OutOfMemory> {
        if let Err(mistake) = in_frame(self.frame, item, |item| self.code.put(item)) {
            self.note(mistake);
        }
        Ok(())
    }

    #[inline(always)]
    fn compute(&mut self, inst: I) -> Result<(), OutOfMemory> {
        match inst.encode() {
            Ok(code) => self.code.append(code.as_ref()),
            Err(mistake) => {
                self.note(mistake.into());
                Ok(())
            }
        }
    }
}

/// Emits one entry: returns follow the epilogue, self-copies are dropped.
///
/// # Errors
/// Those of `put`.
#[inline(always)]
pub(super) fn in_frame<I: Instruction, E: From<OperandError>>(
    frame: &impl Frame<I>,
    item: Item<I>,
    mut put: impl FnMut(Item<I>) -> Result<(), E>,
) -> Result<(), E> {
    if let Item::Inst(inst) = item {
        if inst.copy().is_some_and(|(copy, source)| copy == source) {
            return Ok(());
        }
        if inst.flow() == Flow::Return {
            frame.leave(|inst| put(Item::Inst(inst)))?;
        }
    }
    put(item)
}
