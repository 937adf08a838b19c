//! A growing piece of code with labels.
//!
//! Instructions are encoded as they arrive. One that refers to a label leaves a
//! *fixup*: its position and the instruction itself, which is encoded again once
//! the label's position is known. [`CodeBuffer::finish`] resolves all fixups and
//! is the only way to the code, so that no unresolved instruction can leave.
//!
//! An instruction has the same size whatever its label's distance. Where there is another that reaches
//! farther and is longer, the short one is taken first; those whose labels turn out to be too far give way in
//! the end, all at once, until all reach theirs. Code only grows by this, so that it ends. Where that is not
//! soon, all others give way, too.
//!
//! [`crate::isa::aarch64::asm`] has examples.
//!
//! Tests: `tests/tests/isa_buffer.rs`, `tests/tests/isa_set.rs`.

use super::encode::{CodeUnit, EncodeError, OperandError};
use super::instruction::{Instruction, Item};
use crate::code::Label;
use crate::fallible::{Few, OutOfMemory, TryVec};
use alloc::vec::Vec;

/// Code in the making. See the module's documentation.
#[derive(Debug)]
pub struct CodeBuffer<I: Instruction> {
    code: Vec<I::Unit>,
    /// Position of each label in units, once bound.
    labels: Few<Option<usize>, USUAL_LABELS>,
    fixups: Few<(usize, I), USUAL_LABELS>,
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

says_out_of_memory!(CodeError);

impl<I: Instruction> Default for CodeBuffer<I> {
    fn default() -> Self {
        Self { code: Vec::new(), labels: Few::new(), fixups: Few::new() }
    }
}

impl<I: Instruction> CodeBuffer<I> {
    /// An empty buffer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty buffer with room for a number of units.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn with_capacity(units: usize) -> Result<Self, OutOfMemory> {
        let mut buffer = Self::new();
        buffer.code.try_reserve(units)?;
        Ok(buffer)
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

    /// Makes sure that `label`, numbered by the caller, can be bound.
    fn declare(&mut self, label: Label) -> Result<(), OutOfMemory> {
        self.labels.try_lengthen((label.index() as usize).saturating_add(1), None)
    }

    /// Binds `label` to the current position.
    ///
    /// # Errors
    /// [`CodeError::Rebound`], or [`CodeError::Unbound`] for a label of another buffer.
    pub fn bind(&mut self, label: Label) -> Result<(), CodeError> {
        match self.labels.get_mut(label.index() as usize) {
            Some(position @ None) => *position = Some(self.code.len()),
            Some(_) => return Err(CodeError::Rebound(label)),
            None => return Err(CodeError::Unbound(label)),
        }
        Ok(())
    }

    /// Appends an instruction; its branch target may be a label.
    ///
    /// # Errors
    /// [`CodeError`].
    #[inline(always)]
    pub fn emit(&mut self, inst: I) -> Result<(), CodeError> {
        if inst.label().is_some() {
            return self.refer(inst);
        }
        Ok(self.append(inst.encode()?.as_ref())?)
    }

    /// Appends an entry of a list, whose labels have the numbers that they have in the list.
    ///
    /// # Errors
    /// [`CodeError`].
    #[inline(always)]
    pub fn put(&mut self, item: Item<I>) -> Result<(), CodeError> {
        match item {
            Item::Inst(inst) => self.emit(inst),
            Item::Label(label) => {
                self.declare(label)?;
                self.bind(label)
            }
            Item::Unit(unit) => Ok(self.append(&[unit])?),
        }
    }

    /// Appends an instruction whose target is a label. Until that is bound, it is its own target.
    #[cold]
    fn refer(&mut self, inst: I) -> Result<(), CodeError> {
        self.fixups.try_push((self.code.len(), inst))?;
        let unbound = inst.with_label_at(0)?.encode()?;
        Ok(self.append(unbound.as_ref())?)
    }

    /// Appends raw code.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline(always)]
    pub fn append(&mut self, units: &[I::Unit]) -> Result<(), OutOfMemory> {
        for unit in units {
            self.code.try_push(*unit)?;
        }
        Ok(())
    }

    /// The number of units so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// Whether there is no code yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// Resolves all labels and returns the code.
    ///
    /// # Errors
    /// [`CodeError`] for a label that is not bound or out of reach.
    pub fn finish(mut self) -> Result<Vec<I::Unit>, CodeError> {
        let mut rounds = 0..ROUNDS;
        loop {
            let which = if rounds.next().is_some() { Which::OutOfReach } else { Which::All };
            let growth = self.lengthen(which)?;
            if growth.is_empty() {
                break;
            }
            self.make_room(&growth)?;
        }
        for (at, inst) in &self.fixups {
            let resolved = self.resolved(*at, inst)?.encode()?;
            let place = self.code.iter_mut().skip(*at);
            place.zip(resolved.as_ref()).for_each(|(unit, resolved)| *unit = *resolved);
        }
        Ok(self.code)
    }

    /// The instruction at unit `at` with its label's distance.
    fn resolved(&self, at: usize, inst: &I) -> Result<I, CodeError> {
        let Some(label) = inst.label() else { return Ok(*inst) };
        let target = self.labels.get(label.index() as usize).copied().flatten();
        let distance = distance::<I::Unit>(at, target.ok_or(CodeError::Unbound(label))?);
        inst.with_label_at(distance).map_err(|reason| CodeError::OutOfReach {
            at: at.saturating_mul(I::Unit::BYTES),
            label,
            reason,
        })
    }

    /// Puts longer instructions into the places of some fixups, if there are any. How the code
    /// has to grow for these.
    fn lengthen(&mut self, which: Which) -> Result<Vec<Growth>, CodeError> {
        let (mut growth, mut by) = (Vec::new(), 0usize);
        for nth in 0..self.fixups.len() {
            let Some((at, inst)) = self.fixups.get(nth) else { break };
            // What is out of reach and has no longer form still is in the end, and is an error then.
            let is_due = || match which {
                Which::OutOfReach => matches!(self.resolved(*at, inst), Err(CodeError::OutOfReach { .. })),
                Which::All => true,
            };
            let Some(longer) = inst.longer().filter(|_| is_due()) else { continue };
            let size = |inst: &I| Ok::<_, CodeError>(inst.with_label_at(0)?.encode()?.as_ref().len());
            by = by.saturating_add(size(&longer)?.saturating_sub(size(inst)?));
            growth.try_push(Growth { at: *at, by })?;
            if let Some((_, inst)) = self.fixups.get_mut(nth) {
                *inst = longer;
            }
        }
        Ok(growth)
    }

    /// Moves code, labels and fixups behind instructions that have become longer.
    fn make_room(&mut self, growth: &[Growth]) -> Result<(), CodeError> {
        let mut end = self.code.len();
        let all = growth.last().map_or(0, |last| last.by);
        self.code.try_lengthen(end.saturating_add(all), I::Unit::default())?;
        for Growth { at, by } in growth.iter().rev() {
            for place in (*at..end).rev() {
                let unit = self.code.get(place).copied().unwrap_or_default();
                if let Some(to) = self.code.get_mut(place.saturating_add(*by)) {
                    *to = unit;
                }
            }
            end = *at;
        }
        let places = self.labels.iter_mut().flatten().chain(self.fixups.iter_mut().map(|(at, _)| at));
        for place in places {
            let before = growth.partition_point(|grown| grown.at < *place);
            let by = before.checked_sub(1).and_then(|last| growth.get(last)).map_or(0, |last| last.by);
            *place = place.saturating_add(by);
        }
        Ok(())
    }
}

/// How often at most only those instructions give way that are out of reach: each time, others may be out of
/// reach because these have grown. Hardly any code takes ten times, but some takes as
/// many as it has branches.
const ROUNDS: usize = 256;

/// Which instructions give way to longer ones.
#[derive(Clone, Copy)]
enum Which {
    /// Those whose labels are too far.
    OutOfReach,
    /// Those that can.
    All,
}

/// An instruction that became longer.
struct Growth {
    at: usize,
    /// The units by which it and those before it grow.
    by: usize,
}

/// The bytes from unit `at` to unit `target`.
fn distance<U: CodeUnit>(at: usize, target: usize) -> i64 {
    let position = |unit| i64::try_from(unit).unwrap_or(i64::MAX);
    let bytes = i64::try_from(U::BYTES).unwrap_or(i64::MAX);
    position(target).saturating_sub(position(at)).saturating_mul(bytes)
}
