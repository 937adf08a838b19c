//! Functions of the kernel language.
#![allow(unsafe_code)]

use super::callable::{Callable, Value};
use crate::foreign;
use crate::status::{Failure, Status};
use smallvec::SmallVec;
use std::ffi::c_char;
use std::num::NonZeroU64;
use std::ptr::NonNull;
use tensmith::func::{FuncError, Function};
use tensmith_core::kernel::callee::Allowed;
use tensmith_core::kernel::func::{FloatType, Type};
use tensmith_core::kernel::{Func, text};

/// The address of a function of any type; null for none.
pub type Address = Option<unsafe extern "C" fn()>;

/// A function that a function of the kernel language calls.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct NamedFunction {
    /// Its name, as the text declares it.
    pub name: *const c_char,
    /// Its address: one of the C convention with the types that the text declares.
    pub address: Address,
}

/// As many arguments as most functions have: for more, a call allocates.
const FEW: usize = 8;

/// The function of a text.
///
/// # Safety
/// Names are texts.
pub(super) unsafe fn made(
    jit: &tensmith::Jit,
    source: &str,
    functions: &[NamedFunction],
) -> Result<Box<dyn Callable>, Failure> {
    let unread = |error: text::TextError| Failure::new(Status::InvalidText, error.to_string());
    let func = text::parse(source).map_err(unread)?;
    // SAFETY: the caller's duty.
    let linked = unsafe { linked(&func, functions) }?;
    let refused = |error| match error {
        FuncError::Build(error) => error.into(),
        FuncError::Codegen(error) => {
            let line = error.at().and_then(|at| text::line_of(source, at));
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            Failure::new(Status::Unsupported, format!("{place}{error}"))
        }
        other => Failure::invalid(other.to_string()),
    };
    Ok(Box::new(jit.function(&linked).map_err(refused)?))
}

/// The function with the addresses of those that it calls.
///
/// # Safety
/// Names are texts.
unsafe fn linked(func: &Func, functions: &[NamedFunction]) -> Result<Func, Failure> {
    let mut named = Vec::new();
    for NamedFunction { name, address } in functions {
        // SAFETY: it is text (caller's duty).
        let name = unsafe { foreign::text(*name, "the name of a function") }?;
        let address = address.map_or(0, |address| (address as *const ()).expose_provenance() as u64);
        let missing = || Failure::new(Status::NullArgument, format!("the address of {name} is null"));
        named.push((name, NonZeroU64::new(address).ok_or_else(missing)?));
    }
    let allowed: Vec<_> = (func.callees().iter())
        .filter_map(|callee| {
            let (name, address) = *named.iter().find(|(name, _)| *name == callee.name())?;
            Some(Allowed { name, arguments: callee.arguments(), result: callee.result(), address })
        })
        .collect();
    func.linked(&allowed).map_err(|error| Failure::invalid(error.to_string()))
}

impl Callable for Function {
    /// Their types: names are of the text alone.
    fn arguments(&self) -> Vec<String> {
        Self::arguments(self).iter().map(ToString::to_string).collect()
    }

    fn entry(&self) -> Option<NonNull<u8>> {
        Some(self.kernel().block().start())
    }

    fn explain(&self) -> String {
        let (name, bytes) = (self.name(), self.kernel().block().bytes().len());
        format!("function {name}: {bytes} bytes")
    }

    unsafe fn call(&self, values: &[Value], _: &dyn tensmith::parallel::Executor) -> Result<Value, Failure> {
        let bits = |(of, value): (&Type, &Value)| match of {
            Type::Float(FloatType::F32) => u64::from((value.number as f32).to_bits()),
            Type::Float(FloatType::F64) => value.number.to_bits(),
            Type::Int(_) if !value.memory.is_null() => value.memory.expose_provenance() as u64,
            Type::Int(of) => value.integer as u64 & of.mask(),
        };
        let passed: SmallVec<[u64; FEW]> = Self::arguments(self).iter().zip(values).map(bits).collect();
        // SAFETY: there is a value for each argument, and what is accessed may be (caller's duty).
        let bits = unsafe { Self::call(self, &passed) };
        let bits = bits.map_err(|error| Failure::invalid(error.to_string()))?;
        Ok(match self.result() {
            None => Value::NONE,
            Some(Type::Float(FloatType::F32)) => {
                Value { number: f32::from_bits(bits as u32).into(), ..Value::NONE }
            }
            Some(Type::Float(FloatType::F64)) => Value { number: f64::from_bits(bits), ..Value::NONE },
            Some(Type::Int(of)) => Value { integer: of.extended(bits) as i64, ..Value::NONE },
        })
    }
}
