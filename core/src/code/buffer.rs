//! A growing piece of AArch64 code with labels.
//!
//! Instructions are encoded as they arrive. One that refers to a label leaves a
//! *fixup*: its position and the instruction itself, which is encoded again once
//! the label's position is known. [`CodeBuffer::finish`] resolves all fixups and
//! is the only way to the bytes, so no unresolved word can leave.
//!
//! [`crate::isa::aarch64::asm`] has examples.

use crate::fallible::{Few, OutOfMemory, TryVec, try_table};
use crate::isa::aarch64::inst::{EncodeError, MachInst};
use crate::isa::aarch64::operand::{OperandError, number_to_raw};
use alloc::vec::Vec;

/// A position in a [`CodeBuffer`], bound now or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u32);

impl Label {
    /// One more than the greatest number.
    pub(crate) const LIMIT: u32 = 1 << 28;

    /// The label with the given number; its upper four bits are ignored.
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(index & (Self::LIMIT - 1))
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0
    }
}

/// Code in the making. See the module's documentation.
#[derive(Debug, Default)]
pub struct CodeBuffer {
    words: Vec<u32>,
    /// Position of each label in words, once bound.
    labels: Few<Option<usize>, USUAL_LABELS>,
    fixups: Few<(usize, MachInst), USUAL_LABELS>,
}

/// Labels, and branches to them, that take no memory of their own: most kernels have fewer.
const USUAL_LABELS: usize = 8;

/// Why code could not be assembled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodeError {
    /// An instruction has no encoding.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// An operand's value cannot be encoded.
    #[error(transparent)]
    Operand(#[from] OperandError),
    /// A label was referred to but never bound.
    #[error("label {} is referred to but not bound", .0.index())]
    Unbound(Label),
    /// A label was bound twice.
    #[error("label {} is bound twice", .0.index())]
    Rebound(Label),
    /// A branch is too far from its label.
    #[error("branch at offset {at:#x} to label {} is out of reach: {reason}", .label.index())]
    OutOfReach {
        /// Byte offset of the branch.
        at: usize,
        /// Where it should go.
        label: Label,
        /// The distance and its limits.
        reason: OperandError,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl CodeBuffer {
    /// An empty buffer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty buffer with room for a number of words.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn with_capacity(words: usize) -> Result<Self, OutOfMemory> {
        let mut code = Self::new();
        code.words.try_reserve(words)?;
        Ok(code)
    }

    /// A new label, bound nowhere yet.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn label(&mut self) -> Result<Label, OutOfMemory> {
        let number = u32::try_from(self.labels.len()).ok().filter(|number| *number < Label::LIMIT);
        let label = Label::new(number.ok_or(OutOfMemory)?);
        self.labels.try_push(None)?;
        Ok(label)
    }

    /// Makes sure that `label`, whoever numbered it, can be bound.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(crate) fn declare(&mut self, label: Label) -> Result<(), OutOfMemory> {
        self.labels.try_lengthen((label.index() as usize).saturating_add(1), None)
    }

    /// Binds `label` to the current position.
    ///
    /// # Errors
    /// [`CodeError::Rebound`], or [`CodeError::Unbound`] for a label of another buffer.
    pub fn bind(&mut self, label: Label) -> Result<(), CodeError> {
        match self.labels.get_mut(label.index() as usize) {
            Some(position @ None) => *position = Some(self.words.len()),
            Some(_) => return Err(CodeError::Rebound(label)),
            None => return Err(CodeError::Unbound(label)),
        }
        Ok(())
    }

    /// Appends an instruction; its branch target may be a label.
    ///
    /// # Errors
    /// [`CodeError`].
    pub fn emit(&mut self, inst: MachInst) -> Result<(), CodeError> {
        self.put(&inst)
    }

    /// As [`CodeBuffer::emit`].
    #[inline(always)]
    pub(crate) fn put(&mut self, inst: &MachInst) -> Result<(), CodeError> {
        if inst.label().is_some() {
            return self.refer(inst);
        }
        Ok(self.words.try_push(inst.encode()?)?)
    }

    /// Appends an instruction whose target is a label.
    #[cold]
    fn refer(&mut self, inst: &MachInst) -> Result<(), CodeError> {
        self.fixups.try_push((self.words.len(), *inst))?;
        Ok(self.words.try_push(0)?)
    }

    /// Appends a raw word.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline(always)]
    pub fn word(&mut self, word: u32) -> Result<(), OutOfMemory> {
        self.words.try_push(word)
    }

    /// The number of words so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no word yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Resolves all labels and returns the words.
    ///
    /// # Errors
    /// [`CodeError`] for a label that is not bound or out of reach.
    pub fn finish(mut self) -> Result<Vec<u32>, CodeError> {
        for (at, inst) in &self.fixups {
            let Some((operand, index)) = inst.label() else { continue };
            let label = Label::new(index);
            let target =
                self.labels.get(index as usize).copied().flatten().ok_or(CodeError::Unbound(label))?;
            let raw = distance(inst, operand, *at, target).map_err(|reason| CodeError::OutOfReach {
                at: at.saturating_mul(4),
                label,
                reason,
            })?;
            let mut inst = *inst;
            inst.resolve(operand, raw);
            let word = inst.encode()?;
            if let Some(slot) = self.words.get_mut(*at) {
                *slot = word;
            }
        }
        Ok(self.words)
    }
}

/// The field value of the distance from word `at` to word `target`.
fn distance(inst: &MachInst, operand: usize, at: usize, target: usize) -> Result<u32, OperandError> {
    let words =
        i64::try_from(target).unwrap_or(i64::MAX).saturating_sub(i64::try_from(at).unwrap_or(i64::MAX));
    let Some(slot) = inst.row().slots.get(operand) else { return Ok(0) };
    number_to_raw(slot.kind, words.saturating_mul(4))
}

/// The bytes of `words` in memory: A64 instructions are little-endian on every machine (Arm ARM,
/// B2.6.2).
///
/// # Errors
/// [`OutOfMemory`].
pub fn to_bytes(words: &[u32]) -> Result<Vec<u8>, OutOfMemory> {
    let mut bytes = try_table([0; 4], words.len())?;
    for (bytes, word) in bytes.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    Ok(bytes.into_flattened())
}
