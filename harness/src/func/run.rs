//! Functions with arguments, interpreted and executed.
//!
//! Tests: `harness/cli/tests/program/func.rs`, `tests/tests/kernel_language_callees.rs`.
#![allow(unsafe_code)]

use super::error::FuncError;
use super::function::Function;
use crate::platform::HostMemory;
use tensmith_core::Target;
use tensmith_core::code::CodeMemory;
use tensmith_core::kernel::Func;
use tensmith_core::reference::{self, Models, Region, RunError};

/// An argument of a function.
#[derive(Debug)]
pub enum Argument<'m> {
    /// A number, or the bits of one.
    Number(u64),
    /// The address of memory, which the function may read and write.
    Memory(&'m mut [u8]),
}

impl Argument<'_> {
    /// What is passed: the number, or the address.
    fn value(&mut self) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::Memory(bytes) => bytes.as_mut_ptr().expose_provenance() as u64,
        }
    }
}

/// What the interpreter leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpreted {
    /// The memory of each argument that is some.
    pub memory: Vec<Vec<u8>>,
    /// The bits of the result, if the function has one.
    pub result: Option<u64>,
}

/// What the code of a function returned, and what it should have left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The bits of its result, if it has one.
    pub result: Option<u64>,
    /// What the interpreter leaves.
    pub expected: Interpreted,
}

/// The instructions that the interpreter executes at most: a function may have no end.
const STEPS: u64 = 1 << 32;

/// Interprets a function, with models for those that it calls.
pub(super) fn interpreted_here(
    func: &Func,
    target: Target,
    arguments: &mut [Argument<'_>],
    models: Models<'_>,
) -> Result<Option<u64>, RunError> {
    let values: Vec<u64> = arguments.iter_mut().map(Argument::value).collect();
    let addressed = arguments.iter_mut().zip(&values).filter_map(|(argument, address)| match argument {
        Argument::Number(_) => None,
        Argument::Memory(bytes) => Some(Region { address: *address, bytes }),
    });
    let mut memory: Vec<Region<'_>> = addressed.collect();
    reference::call_with(func, target.machine().vector_bytes, &values, &mut memory, STEPS, models)
}

/// Compiles and runs a function, with models for those that it calls, whose addresses it has.
pub(super) fn executed(
    func: &Func,
    target: Target,
    arguments: &mut [Argument<'_>],
    models: Models<'_>,
) -> Result<Executed, FuncError> {
    let function = Function::published(func, &target, |code| HostMemory::probe()?.publish(code))?;
    let expected = interpreted(func, target, arguments, models)?;
    let values: Vec<u64> = arguments.iter_mut().map(Argument::value).collect();
    // SAFETY: the interpreter has counted the arguments, and executed the function with the same ones on the
    // same contents, and none of its accesses depends on what machines differ in: so each lies in the memory
    // of an argument, all of which is borrowed for writing. The functions that it calls are those of a list
    // whose makers vouched for each of them, as for what the models return.
    let bits = unsafe { function.call(&values) }?;
    Ok(Executed { result: function.result().map(|_| bits), expected })
}

/// What the interpreter leaves when it has run the function on a copy of the memory that
/// it takes to be there.
fn interpreted(
    func: &Func,
    target: Target,
    arguments: &mut [Argument<'_>],
    models: Models<'_>,
) -> Result<Interpreted, RunError> {
    let values: Vec<u64> = arguments.iter_mut().map(Argument::value).collect();
    let mut copies: Vec<(u64, Vec<u8>)> = Vec::new();
    for (argument, address) in arguments.iter().zip(&values) {
        if let Argument::Memory(bytes) = argument {
            copies.push((*address, bytes.to_vec()));
        }
    }
    let mut memory: Vec<Region<'_>> =
        copies.iter_mut().map(|(address, bytes)| Region { address: *address, bytes }).collect();
    let bytes = target.machine().vector_bytes;
    let result = reference::call_on_any(func, bytes, &values, &mut memory, STEPS, models)?;
    Ok(Interpreted { memory: copies.into_iter().map(|(_, bytes)| bytes).collect(), result })
}
