//! A call of the scalar reference: on copies of the operands without gaps, so that one form serves
//! slices and pointers, and batches of any kind.
#![allow(unsafe_code)]

use super::error::CallError;
use super::inputs::RawInputs;
use super::numbers::{Numbers, ResolvedCall};
use super::raw::{RawBlocks, append, spread};
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::try_filled;
use tensmith_core::kernel::spec::{Batch, Factor, GemmSpec, MAX_LINKS, Matrix, Operand, Stride};
use tensmith_core::reference::{Blocks, Element, Inputs, gemm};

/// Evaluates a multiplication.
///
/// # Safety
/// Those of [`Gemm::call_at`](super::Gemm::call_at), with the form of the blocks checked.
pub(super) unsafe fn evaluate<T: Element>(
    settled: &ResolvedCall,
    inputs: &RawInputs<'_, T>,
    c: *mut T,
    numbers: &Numbers<T>,
) -> Result<(), CallError> {
    // SAFETY: the blocks can be read (caller's duty).
    let [a, b] = unsafe { copy_inputs(settled, inputs.blocks) }?;
    let mut operands: [Vec<T>; MAX_LINKS] = Default::default();
    for ((operand, start), copy) in settled.operands.iter().flatten().zip(inputs.operands).zip(&mut operands)
    {
        // SAFETY: the operand can be read (caller's duty).
        unsafe { append(copy, *start, operand.runs) }?;
    }
    let operands = operands.each_ref().map(Vec::as_slice);
    // SAFETY: C can be read where beta is not zero (caller's duty).
    let mut result = unsafe { copy_output(settled, c) }?;
    let [alpha, beta] = [numbers.alpha, numbers.beta].map(|number| number.unwrap_or(T::ONE).convert());
    gemm(
        &without_gaps(settled),
        &Inputs {
            blocks: Blocks::Strided(&a, &b),
            alpha,
            beta,
            operands: &operands[..inputs.operands.len()],
        },
        &mut result,
    )?;
    // SAFETY: C can be written (caller's duty).
    unsafe { spread(&result, c, settled.c) };
    Ok(())
}

/// The blocks of A and of B, one after the other.
///
/// # Safety
/// They can be read.
unsafe fn copy_inputs<T: Element>(
    settled: &ResolvedCall,
    blocks: [RawBlocks<T>; 2],
) -> Result<[Vec<T>; 2], OutOfMemory> {
    let mut copies = [Vec::new(), Vec::new()];
    for ((side, blocks), copy) in settled.inputs.iter().flatten().zip(blocks).zip(&mut copies) {
        for nth in 0..settled.count {
            // SAFETY: a list has as many blocks as the batch (caller's duty).
            let start = unsafe { blocks.start(nth, side.step) };
            // SAFETY: the block can be read (caller's duty).
            unsafe { append(copy, start, side.block) }?;
        }
    }
    Ok(copies)
}

/// The elements of C; zeros where they are never read.
///
/// # Safety
/// It can be read where beta is not zero.
unsafe fn copy_output<T: Element>(settled: &ResolvedCall, c: *mut T) -> Result<Vec<T>, OutOfMemory> {
    if settled.spec.beta == Factor::Zero {
        return try_filled(T::default(), settled.c.elements());
    }
    let mut copy = Vec::new();
    // SAFETY: C can be read (caller's duty).
    unsafe { append(&mut copy, c, settled.c) }?;
    Ok(copy)
}

/// The multiplication, over operands without gaps.
fn without_gaps(settled: &ResolvedCall) -> GemmSpec {
    let spec = settled.spec;
    let tight = |matrix: Matrix, rows, columns| {
        let (contiguous, _) = matrix.extents(rows, columns);
        Matrix { ld: Stride::fixed(contiguous), ..matrix }
    };
    let [a, b] = settled.inputs.map_or([0; 2], |sides| sides.map(|side| side.block.elements()));
    let fixed = Stride::fixed;
    let mut epilogue = spec.epilogue;
    epilogue.change(|link| {
        if let Some(ld) = link.operand_mut().and_then(Operand::ld_mut) {
            *ld = fixed(spec.c.extents(spec.m, spec.n).0);
        }
    });
    GemmSpec {
        a: tight(spec.a, spec.m, spec.k),
        b: tight(spec.b, spec.k, spec.n),
        c: tight(spec.c, spec.m, spec.n),
        batch: Batch::Strided { count: fixed(settled.count), a: fixed(a), b: fixed(b) },
        epilogue,
        ..spec
    }
}
