//! Kernels by the text of their specification.
#![allow(unsafe_code)]

use super::callable::{Callable, Value};
use crate::status::{Failure, Status};
use std::ptr::NonNull;
use std::sync::Arc;
use tensmith::DType;
use tensmith::inspect::KernelCode;
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Argument, Number};

/// A kernel, and what its arguments are.
#[derive(Debug)]
struct Made {
    code: Arc<KernelCode>,
    kernel: Option<Kernel>,
    arguments: Vec<Argument>,
    target: &'static str,
}

/// The kernel of a text.
pub(super) fn made(jit: &tensmith::Jit, text: &str) -> Result<Box<dyn Callable>, Failure> {
    let unread = |error| Failure::new(Status::InvalidText, format!("text is {text}: {error}"));
    let spec: KernelSpec = text.trim().parse().map_err(unread)?;
    let kernels = jit.kernels();
    Ok(Box::new(Made {
        code: kernels.of(&spec)?,
        kernel: kernels.executable(&spec)?,
        arguments: spec.arguments().collect(),
        target: jit.target().core.name,
    }))
}

/// What a value is for a kernel.
enum Kind {
    Address,
    Count,
    /// A number of the type.
    Number(DType),
}

impl Kind {
    fn of(argument: Argument, spec: &KernelSpec) -> Self {
        use Argument as X;
        match argument {
            X::A
            | X::B
            | X::C
            | X::In
            | X::In0
            | X::In1
            | X::In2
            | X::Out
            | X::Indices
            | X::AddressesA
            | X::AddressesB
            | X::OffsetsA
            | X::OffsetsB => Self::Address,
            _ if Argument::OPERANDS.contains(&argument) => Self::Address,
            X::Alpha | X::Beta => Self::Number(sums(spec)),
            _ if Argument::PARAMETERS.contains(&argument) => Self::Number(sums(spec)),
            _ => Self::Count,
        }
    }
}

/// The type that a kernel computes with.
const fn sums(spec: &KernelSpec) -> DType {
    match spec {
        KernelSpec::Gemm(gemm) => gemm.types.accumulator,
        other => other.dtype(),
    }
}

impl Callable for Made {
    fn arguments(&self) -> Vec<String> {
        self.arguments.iter().map(|argument| argument.name().to_owned()).collect()
    }

    fn entry(&self) -> Option<NonNull<u8>> {
        Some(self.kernel.as_ref()?.block().start())
    }

    fn explain(&self) -> String {
        let KernelCode { spec, generator, cycles, code } = &*self.code;
        format!("{spec}: {} bytes by {generator}, {cycles:.1} cycles a call", code.len())
    }

    unsafe fn call(&self, values: &[Value], _: &dyn tensmith::parallel::Executor) -> Result<Value, Failure> {
        let elsewhere = || {
            let reason = format!("the code is for {}: this machine does not run it", self.target);
            Failure::new(Status::OtherMachine, reason)
        };
        let kernel = self.kernel.as_ref().ok_or_else(elsewhere)?;
        let mut passed = Arguments::default();
        for (place, (argument, value)) in passed.iter_mut().zip(self.arguments.iter().zip(values)) {
            *place = match Kind::of(*argument, &self.code.spec) {
                Kind::Address => value.address(argument.name())?,
                Kind::Count => value.count(argument.name())?,
                Kind::Number(dtype) => Number::new(value.number).bits(dtype) as usize,
            };
        }
        // SAFETY: the code is a kernel of the registry's, which accesses what its specification says: the
        // caller's duty.
        unsafe { kernel.call(&passed) };
        Ok(Value::NONE)
    }
}
