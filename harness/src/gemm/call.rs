//! Calling a handle: with slices, where the types say much; with pointers, checked as far as that
//! goes; and with pointers, unchecked.
#![allow(unsafe_code)]

use super::blocks::{Blocks, long_enough};
use super::form::Form;
use super::inputs::{Inputs, RawInputs};
use super::numbers::{Numbers, ResolvedCall};
use super::raw::RawBlocks;
use super::runs::Runs;
use super::status::Status;
use super::{CallError, Gemm, scalar};
use std::borrow::Cow;
use std::ptr;
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::kernel::spec::{Argument, MAX_ARGUMENTS, MAX_LINKS};
use tensmith_core::reference::Element;

impl<T: Element> Gemm<T> {
    /// Multiplies the blocks of A with those of B into C, through the epilogue if there is one. The slice
    /// of C begins with its first element. Where the specification has no product, A and B may be empty.
    ///
    /// # Errors
    /// [`CallError`]. That C overlaps nothing is certain by the types.
    pub fn call<'a>(
        &self,
        inputs: impl Into<Inputs<'a, T>>,
        c: &mut [T],
        numbers: &Numbers<T>,
    ) -> Result<(), CallError> {
        let Inputs { blocks, operands } = inputs.into();
        if let (Some(plain), [Blocks::Strided(a), Blocks::Strided(b)], []) = (&self.plain, blocks, operands)
            && [a.len(), b.len(), c.len()].iter().zip(plain.spans).all(|(len, span)| *len >= span)
            && numbers.are_none()
            && let Some(kernel) = self.kernel()?
        {
            let addresses = [a.as_ptr(), b.as_ptr(), c.as_mut_ptr()].map(<*const T>::expose_provenance);
            // SAFETY: as in `execute`; the code takes these three, and the slices hold all
            // elements (just checked).
            unsafe { kernel.call_short(addresses) };
            return Ok(());
        }
        let mut pointers = [ptr::null(); MAX_LINKS];
        for (pointer, operand) in pointers.iter_mut().zip(operands) {
            *pointer = operand.as_ptr();
        }
        let pointers = pointers.get(..operands.len()).ok_or_else(|| self.miscounted(operands.len()))?;
        let raw = RawInputs { blocks: blocks.map(Blocks::raw), operands: pointers };
        let settled = self.settle(&raw, numbers)?;
        for (side, blocks) in settled.inputs.iter().flatten().zip(blocks) {
            blocks.check(side, settled.count)?;
        }
        for (operand, given) in settled.operands.iter().flatten().zip(operands) {
            long_enough(operand.name, given.len(), operand.runs.span())?;
        }
        long_enough("c", c.len(), settled.c.span())?;
        // SAFETY: the slices hold all elements of the operands (just checked), their lists are as
        // long as the batch, and C is borrowed for writing, so that nothing else is in it.
        unsafe { self.execute(&settled, &raw, c.as_mut_ptr(), numbers) }
    }

    /// Like [`Gemm::call`], on pointers: operands may lie between each other's
    /// columns, and where C overlaps a block of A or B, that is refused. `c` is the first element of
    /// C. Where A or B is not read, its pointers may be anything.
    ///
    /// # Errors
    /// [`CallError`].
    ///
    /// # Safety
    /// Every element of A, B and C can be read, and those of C can be written; beta zero does not
    /// need C to be readable. Lists of offsets or addresses have an entry for each block, and lie
    /// outside of C. Operands of the epilogue can be read. Nothing else accesses any of this during the call.
    pub unsafe fn call_at<'a>(
        &self,
        inputs: impl Into<RawInputs<'a, T>>,
        c: *mut T,
        numbers: &Numbers<T>,
    ) -> Result<(), CallError> {
        let inputs = inputs.into();
        let settled = self.settle(&inputs, numbers)?;
        // SAFETY: lists are as long as the batch (caller's duty).
        unsafe { check_apart(&settled, &inputs, c) }?;
        // SAFETY: the operands can be accessed (caller's duty), and C overlaps nothing.
        unsafe { self.execute(&settled, &inputs, c, numbers) }
    }

    /// Like [`Gemm::call_at`], with nothing checked before code is called but that this machine can
    /// execute it: for calls so short that checks show. Debug assertions do check, and the scalar
    /// reference always does.
    ///
    /// # Errors
    /// [`CallError`].
    ///
    /// # Safety
    /// Those of [`Gemm::call_at`]. In addition, [`Gemm::call_at`] would accept the arguments: `numbers` has
    /// what the specification leaves to run time and nothing else, by its rules; the blocks have the
    /// form that it says; C shares no element with a block of A or B, nor with an operand of the
    /// epilogue unless that is C.
    pub unsafe fn call_unchecked<'a>(
        &self,
        inputs: impl Into<RawInputs<'a, T>>,
        c: *mut T,
        numbers: &Numbers<T>,
    ) -> Result<(), CallError> {
        let inputs = inputs.into();
        let Some(kernel) = self.kernel()? else {
            // SAFETY: the caller's duty.
            return unsafe { self.call_at(inputs, c, numbers) };
        };
        if cfg!(debug_assertions) {
            let settled = self.settle(&inputs, numbers)?;
            // SAFETY: lists are as long as the batch (caller's duty).
            unsafe { check_apart(&settled, &inputs, c) }?;
        }
        // SAFETY: as in `execute`, with the arguments right by the caller's duty.
        unsafe { kernel.call(&self.arguments(&inputs, c, numbers)) };
        Ok(())
    }

    /// The code to call; none where that is the scalar reference.
    fn kernel(&self) -> Result<Option<&Kernel>, CallError> {
        match &self.status {
            Status::Generated { kernel: Some(kernel), .. } => Ok(Some(kernel)),
            Status::Generated { kernel: None, .. } => {
                Err(CallError::OtherMachine { target: self.target.core.name })
            }
            Status::Reference { .. } => Ok(None),
        }
    }

    /// The multiplication, if the blocks have the right form and the numbers are complete.
    fn settle(
        &self,
        inputs: &RawInputs<'_, T>,
        numbers: &Numbers<T>,
    ) -> Result<Cow<'_, ResolvedCall>, CallError> {
        let settled = match &self.settled {
            Some(settled) if numbers.are_none() => Cow::Borrowed(settled),
            _ => Cow::Owned(numbers.settle(&self.spec)?),
        };
        if inputs.operands.len() != settled.operands.iter().flatten().count() {
            return Err(self.miscounted(inputs.operands.len()));
        }
        let [a, b] = inputs.blocks;
        let expected = Form::of(self.spec.batch);
        for (operand, found) in [("a", a.form()), ("b", b.form())] {
            if found != expected {
                return Err(CallError::Form { operand, found, expected });
            }
        }
        Ok(settled)
    }

    fn miscounted(&self, found: usize) -> CallError {
        CallError::OperandCount { found, expected: self.spec.epilogue.operands().count() }
    }

    /// Calls the code, or the scalar reference.
    ///
    /// # Safety
    /// `settled` was made of the blocks and numbers; as [`Gemm::call_at`]; C overlaps nothing.
    unsafe fn execute(
        &self,
        settled: &ResolvedCall,
        inputs: &RawInputs<'_, T>,
        c: *mut T,
        numbers: &Numbers<T>,
    ) -> Result<(), CallError> {
        match self.kernel()? {
            // SAFETY: the kernel was made of the handle's specification ([`Jit::gemm`](crate::Jit::gemm),
            // the only place that makes handles) by the workspace's own generators, or by those that the
            // caller of [`JitBuilder::registry`](crate::JitBuilder::registry) vouched for; the arguments are
            // what that says, and the memory is there (caller's duty).
            Some(kernel) => unsafe {
                kernel.call(&self.arguments(inputs, c, numbers));
            },
            // SAFETY: the memory is there (caller's duty).
            None => unsafe { scalar::evaluate(settled, inputs, c, numbers) }?,
        }
        Ok(())
    }

    fn arguments(&self, inputs: &RawInputs<'_, T>, c: *mut T, numbers: &Numbers<T>) -> Arguments {
        let [(a, offsets_a), (b, offsets_b)] = inputs.blocks.map(RawBlocks::arguments);
        // In the order of the links, as the arguments are.
        let mut operands = inputs.operands.iter();
        let mut values = [0; MAX_ARGUMENTS];
        for (value, argument) in values.iter_mut().zip(&self.arguments) {
            *value = match *argument {
                Argument::A | Argument::AddressesA => a,
                Argument::B | Argument::AddressesB => b,
                Argument::C => c.expose_provenance(),
                Argument::OffsetsA => offsets_a,
                Argument::OffsetsB => offsets_b,
                operand if Argument::OPERANDS.contains(&operand) => {
                    operands.next().map_or(0, |operand| operand.expose_provenance())
                }
                number => numbers.value(number).unwrap_or_default(),
            };
        }
        values
    }
}

/// Refuses a C that shares a byte with a block of A or B, or with an operand that is not C itself.
///
/// # Safety
/// Lists are as long as the batch.
unsafe fn check_apart<T: Element>(
    settled: &ResolvedCall,
    inputs: &RawInputs<'_, T>,
    c: *mut T,
) -> Result<(), CallError> {
    let in_bytes = |start: *const T, runs: Runs| (start.addr(), runs.scaled(size_of::<T>()));
    let output = in_bytes(c, settled.c);
    for (side, blocks) in settled.inputs.iter().flatten().zip(inputs.blocks) {
        for block in 0..settled.count {
            // SAFETY: a list has as many blocks as the batch (caller's duty).
            let start = unsafe { blocks.start(block, side.step) };
            if Runs::meet(in_bytes(start, side.block), output) {
                return Err(CallError::Overlap { operand: side.name, block: Some(block) });
            }
        }
    }
    for (operand, start) in settled.operands.iter().flatten().zip(inputs.operands) {
        let placed = in_bytes(*start, operand.runs);
        let is_c = operand.is_matrix && placed == output;
        if !is_c && Runs::meet(placed, output) {
            return Err(CallError::Overlap { operand: operand.name, block: None });
        }
    }
    Ok(())
}
