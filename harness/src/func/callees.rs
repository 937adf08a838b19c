//! The functions that functions may call, each with a model for the interpreter.
//!
//! Tests: `tests/tests/kernel_language_callees.rs`.
#![allow(unsafe_code)]

use super::error::FuncError;
use super::run::{Argument, Executed, executed, interpreted_here};
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroU64;
use tensmith_core::Target;
use tensmith_core::codegen::CodegenError;
use tensmith_core::codegen::liveness::LivenessError;
use tensmith_core::kernel::Func;
use tensmith_core::kernel::callee::Allowed;
use tensmith_core::kernel::func::FloatType;
use tensmith_core::kernel::func::{Callee, IntType, Type};
use tensmith_core::reference::RunError;

/// What a model returns: the bits of a function's result, and what the function writes on the
/// standard error stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    /// The bits; they do not matter where a function has no result.
    pub bits: u64,
    /// The text of a line.
    pub says: Option<String>,
}

/// Stands for a function where functions are interpreted: from the bits of its arguments.
pub type Model = Box<dyn Fn(&[u64]) -> Returned + Send + Sync>;

/// Before what stands for addresses in listings: it has something in each 16 bits, as addresses may.
const PLACES: NonZeroU64 = NonZeroU64::new(0x0001_0001_0001_0000).unwrap();

/// A function that may be called.
struct Known {
    name: String,
    arguments: Vec<Type>,
    result: Option<Type>,
    address: NonZeroU64,
    model: Model,
}

/// The functions that functions may call: none, to begin with.
#[derive(Default)]
pub struct Callees(Vec<Known>);

impl fmt::Debug for Callees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|known| &known.name)).finish()
    }
}

impl Callees {
    /// Those that print a number as a line on the standard error stream, to see what a function does:
    /// `print_i64`, `print_u64`, `print_f32` and `print_f64`.
    #[must_use]
    pub fn printing() -> Self {
        let mut callees = Self::default();
        for Printer { of, address, text } in PRINTERS {
            let model = move |bits: &[u64]| {
                let says = bits.first().map(|bits| text(*bits));
                Returned { bits: 0, says }
            };
            // SAFETY: the function is of the C convention, takes a number of the type and returns nothing. It
            // accesses no memory of others, and ignores errors of the stream, so that it does not unwind.
            unsafe { callees.allow(&format!("print_{of}"), &[of], None, address(), Box::new(model)) };
        }
        callees
    }

    /// Allows calls of a function at an address: its name, the types of its arguments and of its
    /// result, and a model of it.
    ///
    /// # Safety
    /// At the address is a function of the C convention of this machine with these types, for as long as code
    /// runs that calls it. For any arguments, it returns what the model returns, does not unwind, and
    /// accesses no memory that is passed to functions which call it.
    pub unsafe fn allow(
        &mut self,
        name: &str,
        arguments: &[Type],
        result: Option<Type>,
        address: NonZeroU64,
        model: Model,
    ) {
        self.0.push(Known { name: name.to_owned(), arguments: arguments.to_vec(), result, address, model });
    }

    /// The bits that a function returns, and what it says, if there is one of this name and these types.
    fn returned(&self, callee: &Callee, arguments: &[u64]) -> Option<Returned> {
        let is_same = |known: &&Known| {
            known.name == callee.name()
                && known.arguments == callee.arguments()
                && known.result == callee.result()
        };
        self.0.iter().find(is_same).map(|known| (known.model)(arguments))
    }

    /// A copy of a function that calls these, for code of this process.
    ///
    /// # Errors
    /// [`Func::linked`] has them.
    pub fn link(&self, func: &Func) -> Result<Func, CodegenError> {
        let allowed: Vec<Allowed<'_>> = self.0.iter().map(Known::allowed).collect();
        Ok(func.linked(&allowed).map_err(LivenessError::Func)?)
    }

    /// A copy of a function that calls these, for listings of its code: places stand for the addresses, the
    /// same in every process. No code of it may run.
    ///
    /// # Errors
    /// [`Func::linked`] has them.
    pub fn list(&self, func: &Func) -> Result<Func, CodegenError> {
        let places = (1..).map(|nth| PLACES.saturating_add(nth));
        let allowed: Vec<Allowed<'_>> = (self.0.iter().zip(places))
            .map(|(known, address)| Allowed { address, ..known.allowed() })
            .collect();
        Ok(func.linked(&allowed).map_err(LivenessError::Func)?)
    }

    /// Interprets a function that may call these, as [`interpret`](super::interpret()) does.
    ///
    /// # Errors
    /// [`RunError`]. What was written until then stays.
    pub fn interpret(
        &self,
        func: &Func,
        target: Target,
        arguments: &mut [Argument<'_>],
    ) -> Result<Option<u64>, RunError> {
        let mut models = |callee: &Callee, arguments: &[u64]| {
            let Returned { bits, says } = self.returned(callee, arguments)?;
            says.into_iter().for_each(|line| say(&line));
            Some(bits)
        };
        interpreted_here(func, target, arguments, &mut models)
    }

    /// Compiles and runs a function that may call these, as [`execute`](super::execute()) does.
    ///
    /// # Errors
    /// [`FuncError`]. On an error, the memory is unchanged.
    pub fn execute(
        &self,
        func: &Func,
        target: Target,
        arguments: &mut [Argument<'_>],
    ) -> Result<Executed, FuncError> {
        let linked = self.link(func)?;
        let mut models = |callee: &Callee, arguments: &[u64]| Some(self.returned(callee, arguments)?.bits);
        executed(&linked, target, arguments, &mut models)
    }
}

impl Known {
    fn allowed(&self) -> Allowed<'_> {
        let Self { name, arguments, result, address, .. } = self;
        Allowed { name, arguments, result: *result, address: *address }
    }
}

/// A function that prints a number.
struct Printer {
    of: Type,
    address: fn() -> NonZeroU64,
    text: fn(u64) -> String,
}

/// Writes a line on the standard error stream.
fn say(line: &str) {
    // Where nobody listens, there is nothing to do about it.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Functions that print, one for each type.
macro_rules! printers {
    ($($name:ident($type:ident) $of:expr, $from:expr;)*) => {
        $(extern "C" fn $name(number: $type) {
            say(&number.to_string());
        })*

        const PRINTERS: [Printer; 4] = [$(Printer {
            of: $of,
            address: || {
                let address = ($name as extern "C" fn($type) as *const ()).expose_provenance() as u64;
                NonZeroU64::new(address).unwrap_or(NonZeroU64::MAX)
            },
            text: |bits| {
                let number: $type = $from(bits);
                number.to_string()
            },
        }),*];
    };
}

printers! {
    print_i64(i64) Type::Int(IntType::I64), |bits| bits as i64;
    print_u64(u64) Type::Int(IntType::U64), |bits| bits;
    print_f32(f32) Type::Float(FloatType::F32), |bits| f32::from_bits(bits as u32);
    print_f64(f64) Type::Float(FloatType::F64), f64::from_bits;
}
