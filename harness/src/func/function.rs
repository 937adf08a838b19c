//! Functions as machine code, to be called as often as one likes.
//!
//! Nothing is interpreted first, as [`execute`](super::execute()) does: what the code accesses is for the
//! caller to know.
//!
//! Tests: `tests/tests/kernel_language_callees.rs`, `tests/tests/capi_routine.rs`.
#![allow(unsafe_code)]

use super::error::FuncError;
use crate::error::BuildError;
use crate::jit::Jit;
use std::iter::repeat;
use tensmith_core::Target;
use tensmith_core::code::Block;
use tensmith_core::code::MemoryError;
use tensmith_core::code::entry::{Call, Kernel};
use tensmith_core::kernel::Func;
use tensmith_core::kernel::func::{FloatType, Type};

/// The machine code of a function, in executable memory.
#[derive(Debug)]
pub struct Function {
    name: String,
    arguments: Vec<Type>,
    result: Option<Type>,
    kernel: Kernel,
}

impl Jit {
    /// Compiles a function. Those that it calls are linked already
    /// ([`Callees::link`](super::Callees::link), [`Func::linked`]).
    ///
    /// # Errors
    /// [`FuncError`]; [`BuildError::OtherTarget`] where the code of this `Jit` does not run here.
    pub fn function(&self, func: &Func) -> Result<Function, FuncError> {
        let Some(memory) = &self.memory else {
            let host = crate::platform::host().map_err(BuildError::from)?;
            let (target, host) = (self.target.core.name, host.core.name);
            return Err(BuildError::OtherTarget { target, host }.into());
        };
        Function::published(func, &self.target, |code| memory.publish(code))
    }
}

impl Function {
    /// The code of a function, made executable.
    pub(super) fn published(
        func: &Func,
        target: &Target,
        publish: impl FnOnce(&[u8]) -> Result<Block, MemoryError>,
    ) -> Result<Self, FuncError> {
        let compiled = target.compile(func)?;
        let host = crate::platform::host().map_err(BuildError::from)?;
        let lacks = |feature| !host.core.features.contains(feature);
        if !target.runs_on(&host) || compiled.features.iter().any(lacks) {
            return Err(BuildError::OtherTarget { target: target.core.name, host: host.core.name }.into());
        }
        let block = publish(&compiled.code).map_err(BuildError::from)?;
        let kernel = Kernel::new(block, target.isa.architecture()).map_err(BuildError::from)?;
        let arguments = func.arguments().iter().map(|argument| argument.of()).collect();
        Ok(Self { name: func.name().to_owned(), arguments, result: func.result(), kernel })
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the types of its arguments.
    #[must_use]
    pub fn arguments(&self) -> &[Type] {
        &self.arguments
    }

    /// Returns the type of its result, if it has one.
    #[must_use]
    pub fn result(&self) -> Option<Type> {
        self.result
    }

    /// Returns the code: a function of the C convention, as long as this is there.
    #[must_use]
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// Calls the code with the bits of its arguments. Returns the bits of its result, those above its type
    /// being 0; any bits where it has none.
    ///
    /// # Errors
    /// [`FuncError::Arguments`], if there are more than code takes; nothing is called then.
    ///
    /// # Safety
    /// There are as many as the function has, and the memory that it accesses may be accessed.
    pub unsafe fn call(&self, arguments: &[u64]) -> Result<u64, FuncError> {
        let mut call = Call::default();
        // Those in the frame are integers.
        let types = self.arguments.iter().copied().map(Some).chain(repeat(None));
        for (bits, of) in arguments.iter().zip(types) {
            match of {
                Some(Type::Float(_)) => call.pass_float(*bits)?,
                _ => call.pass_int(*bits)?,
            }
        }
        Ok(match self.result {
            // SAFETY: the code was compiled from the function for a machine whose features this one has, and
            // verified: it follows the convention. What it accesses is the caller's duty.
            Some(Type::Float(FloatType::F32)) => unsafe {
                self.kernel.call_for_float(&call) & u64::from(u32::MAX)
            },
            // SAFETY: as above.
            Some(Type::Float(_)) => unsafe { self.kernel.call_for_float(&call) },
            // SAFETY: as above.
            Some(Type::Int(of)) => unsafe { self.kernel.call_passing(&call) & of.mask() },
            // SAFETY: as above.
            None => unsafe { self.kernel.call_passing(&call) },
        })
    }
}
