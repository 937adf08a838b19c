//! Functions with arguments, interpreted and executed.
//!
//! Tests: `harness/cli/tests/program/func.rs`, `tests/tests/kernel_language_callees.rs`.
#![allow(unsafe_code)]

use crate::error::BuildError;
use crate::platform::{self, HostMemory};
use std::iter::repeat;
use tensmith_core::Target;
use tensmith_core::code::CodeMemory;
use tensmith_core::code::entry::{Call, Kernel, TooManyArguments};
use tensmith_core::codegen::{CodegenError, Compiled};
use tensmith_core::isa::Feature;
use tensmith_core::kernel::Func;
use tensmith_core::kernel::func::{FloatType, Type};
use tensmith_core::reference::{self, Models, Region, RunError};

/// An argument of a function.
#[derive(Debug)]
pub enum Argument<'m> {
    /// A number, or the bits of one.
    Number(u64),
    /// The address of memory, which the function may read and write.
    Memory(&'m mut [u8]),
}

/// Why a function was not run. No memory was written then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FuncError {
    /// The machine at hand cannot execute the code.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The function does not compile.
    #[error(transparent)]
    Codegen(#[from] CodegenError),
    /// There are more arguments than code takes.
    #[error(transparent)]
    Arguments(#[from] TooManyArguments),
    /// The function does something that it must not do.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl FuncError {
    /// Whether the function could be run on another machine.
    #[must_use]
    pub fn is_of_the_machine(&self) -> bool {
        matches!(self, Self::Build(_))
    }
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
    let kernel = executable(&target, &target.compile(func)?)?;
    let expected = interpreted(func, target, arguments, models)?;
    let mut call = Call::default();
    // The interpreter has counted them. Those in the frame are integers.
    let types = func.arguments().iter().map(|argument| argument.of()).map(Some).chain(repeat(None));
    for (argument, of) in arguments.iter_mut().zip(types) {
        match of {
            Some(Type::Float(_)) => call.pass_float(argument.value())?,
            _ => call.pass_int(argument.value())?,
        }
    }
    let bits = match func.result() {
        // SAFETY: the code was compiled from the function for a machine whose features this one has, and
        // verified. The interpreter has executed the function with the same arguments on the same contents,
        // and none of its accesses depends on what machines differ in: so each lies in the memory of an
        // argument, all of which is borrowed for writing. The functions that it calls are those of a list
        // whose makers vouched for each of them, as for what the models return.
        Some(Type::Float(_)) => unsafe { kernel.call_for_float(&call) },
        // SAFETY: as above.
        _ => unsafe { kernel.call_passing(&call) },
    };
    let result = func.result().map(|result| match result {
        Type::Float(FloatType::F32) => bits & u64::from(u32::MAX),
        Type::Float(_) => bits,
        Type::Int(of) => bits & of.mask(),
    });
    Ok(Executed { result, expected })
}

/// The code of a function in executable memory, if this machine has all that it needs.
fn executable(target: &Target, compiled: &Compiled) -> Result<Kernel, BuildError> {
    let host = platform::host()?;
    let lacks = |feature: Feature| !host.core.features.contains(feature);
    if !target.runs_on(&host) || compiled.features.iter().any(lacks) {
        return Err(BuildError::OtherTarget { target: target.core.name, host: host.core.name });
    }
    Ok(Kernel::new(HostMemory::probe()?.publish(&compiled.code)?, target.isa.architecture())?)
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
