//! Programs bound to memory: checked once, called often.
#![allow(unsafe_code)]

use super::Program;
use crate::error::RunError;
use tensmith_core::code::entry::Kernel;
use tensmith_core::executor::{Executor, Sequential};
use tensmith_core::fallible::TryVec;
use tensmith_core::reference::Element;
use tensmith_core::tensor::Access;
use tensmith_core::tensor::plan::{Addresses, Bindings, SINGLE_OPERANDS, SingleCall};
use tensmith_sync::scratch::Arena;

/// A program with the addresses of its arguments.
#[derive(Debug)]
pub struct Bound<'p, T> {
    program: &'p Program<T>,
    kernels: &'p [Kernel],
    addresses: Addresses,
    /// For runs: no two may use it at once.
    arena: Arena<'p>,
    /// The kernel, where the program is a single call without loops.
    call: Option<(&'p Kernel, [usize; SINGLE_OPERANDS])>,
}

impl<T: Element> Program<T> {
    /// Binds the program to memory that no slice stands for. Each pointer is that of an argument's element
    /// (0, …, 0); an argument that is not accessed may be null. Nothing is accessed yet.
    ///
    /// Whether arguments overlap follows from their first and last addresses, so that one which is
    /// written may not lie in the gaps of another.
    ///
    /// # Errors
    /// [`RunError`], for a wrong number of pointers, one that is not aligned, an argument that is written and
    /// overlaps another, code for another machine, and without memory for the addresses of many arguments, or
    /// for an arena if the program's is in use.
    pub fn bind(&self, pointers: &[*mut T]) -> Result<Bound<'_, T>, RunError> {
        let accesses = self.loops().accesses();
        let (found, expected) = (pointers.len(), accesses.len());
        if found != expected {
            return Err(RunError::Count { found, expected });
        }
        let mut addresses = Addresses::new();
        for (argument, pointer) in pointers.iter().enumerate() {
            let (address, alignment) = (pointer.expose_provenance(), align_of::<T>());
            if accesses[argument].is_used && !pointer.is_aligned() {
                return Err(RunError::Misaligned { argument, address, alignment });
            }
            addresses.try_push(address)?;
        }
        apart::<T>(accesses, &addresses)?;
        let kernels = self.any.executable()?;
        let arena = self.any.arena.slots().take_arena()?;
        let addresses_of = |single: &SingleCall| single.addresses(|argument| addresses[argument]);
        let call = self.any.single.as_ref().map(|(single, kernel)| (kernel, addresses_of(single)));
        Ok(Bound { program: self, kernels, addresses, arena, call })
    }
}

/// Refuses arguments that are written and overlap others.
fn apart<T>(accesses: &[Access], addresses: &[usize]) -> Result<(), RunError> {
    let bytes = |elements: usize| elements.wrapping_mul(size_of::<T>());
    let ranges = || {
        let used = accesses.iter().zip(addresses).enumerate().filter(|(_, (access, _))| access.is_used);
        used.map(|(number, (access, address))| {
            let start = address.wrapping_sub(bytes(access.below));
            (number, access.is_written, start, address.wrapping_add(bytes(access.above + 1)))
        })
    };
    for (argument, _, start, end) in ranges().filter(|(_, is_written, ..)| *is_written) {
        let meets =
            |(_, _, other_start, other_end): &(_, _, usize, usize)| start < *other_end && *other_start < end;
        if let Some((other, ..)) = ranges().filter(|(other, ..)| *other != argument).find(meets) {
            return Err(RunError::Overlap { argument, other });
        }
    }
    Ok(())
}

impl<T: Element> Bound<'_, T> {
    /// Runs the program on the caller's thread.
    ///
    /// # Safety
    /// Around each pointer, all elements that the program accesses ([`tensor::Plan::accesses`]) are there,
    /// to read, and those of arguments that are written to write. Nothing else accesses what is written
    /// meanwhile, nor writes to the rest, nor runs this very value.
    ///
    /// [`tensor::Plan::accesses`]: tensmith_core::tensor::Plan::accesses
    #[inline]
    pub unsafe fn run(&self) {
        match &self.call {
            // SAFETY: the kernel computes its specification, whose operands have the addresses that the
            // loops of its program give them, and no more (`Plan::single_call`); the memory is
            // there (caller's duty).
            Some((kernel, operands)) => _ = unsafe { kernel.call_short(*operands) },
            // One thread refuses nothing.
            // SAFETY: the caller's duties are the same.
            None => _ = unsafe { self.run_on(&Sequential) },
        }
    }

    /// Runs the program on the threads of an executor.
    ///
    /// # Errors
    /// [`RunError::Executor`].
    ///
    /// # Safety
    /// Those of [`Bound::run`].
    pub unsafe fn run_on(&self, executor: &(impl Executor + ?Sized)) -> Result<(), RunError> {
        let Self { program, kernels, addresses, arena, .. } = self;
        let bindings = Bindings { arguments: addresses, scratch: 0, arena: arena.address() };
        // SAFETY: the kernels are the program's, whose own scratch memory these slots are; addresses are
        // aligned and what is written is apart (`Program::bind`), and the memory is there (caller's duty).
        // The arena is this value's, which nothing else runs meanwhile (caller's duty).
        unsafe { program.any.execute(kernels, bindings, program.any.scratch.slots(), executor) }
    }
}
