//! Calls of a handle: its steps, one after the other.
#![allow(unsafe_code)]

use super::way::{Place, Step};
use crate::gemm::CallError;
use crate::kernels::GeneratedKernel;
use std::{ptr, slice};
use tensmith_core::OutOfMemory;
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_sync::scratch::Scratch;

/// A group whose bytes are all 128.
const OFFSET: u32 = 0x8080_8080;

/// That many of these.
pub(super) fn offsets(count: usize) -> Result<Vec<u32>, OutOfMemory> {
    let mut groups = Vec::new();
    groups.try_reserve_exact(count)?;
    groups.resize(count, OFFSET);
    Ok(groups)
}

/// The steps with their kernels, and the memory between them.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) steps: Vec<(Step, Option<GeneratedKernel>)>,
    pub(super) scratch: Scratch,
    pub(super) offsets: Vec<u32>,
    /// The name of the target.
    pub(super) target: &'static str,
}

impl Call {
    /// Takes the steps, on slices that have been checked.
    pub(super) fn run<A, B>(&self, a: &[A], b: &[B], c: &mut [i32]) -> Result<(), CallError> {
        let other = || CallError::OtherMachine { target: self.target };
        let is_here = |made: &GeneratedKernel| made.kernel.is_some();
        if !self.steps.iter().filter_map(|(_, made)| made.as_ref()).all(is_here) {
            return Err(other());
        }
        let scratch = self.scratch.slots().take_arena()?;
        let addresses = Addresses {
            a: a.as_ptr().expose_provenance(),
            b: b.as_ptr().expose_provenance(),
            c: c.as_mut_ptr().expose_provenance(),
            offsets: self.offsets.as_ptr().expose_provenance(),
            scratch: scratch.address(),
        };
        for (step, made) in &self.steps {
            match (step, made.as_ref().and_then(|made| made.kernel.as_ref())) {
                (Step::Kernel { operands, .. }, Some(kernel)) => addresses.call(kernel, operands),
                (Step::Kernel { .. }, None) => return Err(other()),
                (Step::Negate { place, count }, _) => {
                    // SAFETY: a kernel has written that many integers there, in the scratch memory of
                    // this call, which nothing else uses until `scratch` is dropped.
                    let numbers = unsafe { addresses.numbers(*place, *count) };
                    numbers.iter_mut().for_each(|number| *number = number.wrapping_neg());
                }
            }
        }
        Ok(())
    }
}

/// Where operands are in a call.
#[derive(Clone, Copy)]
struct Addresses {
    a: usize,
    b: usize,
    c: usize,
    offsets: usize,
    scratch: usize,
}

impl Addresses {
    const fn of(self, place: Place) -> usize {
        match place {
            Place::A => self.a,
            Place::B => self.b,
            Place::C => self.c,
            Place::Offsets => self.offsets,
            Place::Scratch(bytes) => self.scratch.wrapping_add(bytes),
        }
    }

    /// Calls the kernel of a step.
    fn call(self, kernel: &Kernel, operands: &[Option<Place>; 4]) {
        let mut arguments = Arguments::default();
        for (argument, place) in arguments.iter_mut().zip(operands.iter().flatten()) {
            *argument = self.of(*place);
        }
        // SAFETY: the kernel was made of the step's specification by the workspace's own generators, or by
        // those that the caller of `JitBuilder::registry` vouched for, and takes these operands in this
        // order. Slices hold all elements of A, B and C (checked by the caller of `Call::run`), `offsets` has
        // as many groups as the way says, and scratch memory the room that the way has counted for each
        // step. C is borrowed for writing, and nothing else uses the scratch memory of a call.
        unsafe { kernel.call(&arguments) };
    }

    /// Integers in scratch memory.
    ///
    /// # Safety
    /// There are that many, and nothing else accesses them while the slice lives.
    unsafe fn numbers<'a>(self, place: Place, count: usize) -> &'a mut [i32] {
        let first = ptr::with_exposed_provenance_mut(self.of(place));
        // SAFETY: the caller's duty; places are multiples of a line of a cache.
        unsafe { slice::from_raw_parts_mut(first, count) }
    }
}
