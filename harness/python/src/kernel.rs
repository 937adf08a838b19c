//! Functions of the kernel language that Python holds: compiled once, called with arrays and numbers.
//!
//! Problem: code accesses whatever memory its instructions say, and a call is to cost no more than the code.
//!
//! Idea: a call passes addresses and numbers, as one of `ctypes` does, and `check` has the interpreter run
//! the function on copies of the arrays at the very same addresses, which refuses every access outside of
//! them.
//!
//! Tests: `harness/python/tests/test_kernel.py`.
#![allow(unsafe_code)]

mod argument;
mod copies;
mod mistake;

use crate::process;
use argument::{Argument, Passed};
use copies::Copies;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use smallvec::SmallVec;
use std::fmt::Write;
use std::mem::ManuallyDrop;
use std::num::NonZeroUsize;
use tensmith::Target;
use tensmith::func::{Callees, FuncError, Function};
use tensmith_core::kernel::func::{FloatType, IntType, Type};
use tensmith_core::kernel::{Func, text};
use tensmith_core::text::Count;

/// As many arguments as most functions have: for more, a call allocates.
const FEW: usize = 8;

/// The instructions that `check` executes at most, where a call does not say.
const STEPS: u64 = 1 << 32;

/// The arguments of a call.
type Arguments<'a, 'py> = SmallVec<[Passed<'a, 'py>; FEW]>;

/// A function of the kernel language, compiled for this machine: `kernel`.
///
/// Called with a number or an array for each argument, it runs the machine code and returns its result, if it
/// has one. Of an array it passes the address of the first element. Nothing checks the memory that the code
/// accesses, as with `ctypes`: `check` tells whether a call is safe. Other threads of Python go on
/// meanwhile, and Ctrl-C waits for the end.
#[pyclass(frozen, module = "tensmith")]
#[derive(Debug)]
pub(crate) struct Kernel {
    text: String,
    /// The numbers of the arguments whose arrays are only read.
    reads: Vec<usize>,
    /// The function, with the addresses of those that it calls.
    func: Func,
    types: Box<[Type]>,
    target: Target,
    /// Dropping it frees code under a lock, which a thread that a child has not may hold there.
    function: ManuallyDrop<Function>,
    /// The [generation](process::generation) that made it.
    generation: u64,
}

/// A result.
#[derive(IntoPyObject)]
enum Number {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

/// Compile a function of the kernel language for this machine.
///
/// Parameters
/// ----------
/// text : str
///     One function, as ``tensmith func`` takes it: ``func "name" (i0, v0: f32) -> f32 { … }``. It may call
///     ``print_i64``, ``print_u64``, ``print_f32`` and ``print_f64``.
/// reads : sequence of int, optional
///     The numbers of the arguments whose arrays the function only reads: read-only ones are refused for all
///     others.
///
/// Returns
/// -------
/// Kernel
///     It is called with a number or an array for each argument. Integers have to be in the range of the
///     argument's type; numbers of floating point are rounded to it, as numpy does. Arrays are
///     of numpy's own class and of any shape, type and strides; their address is passed, to an argument of
///     64 bits.
///
/// Raises
/// ------
/// SyntaxError
///     If the text is no function; it has the line.
/// ValueError
///     If there is no code for the function on this machine, as where registers run out.
/// NotServed
///     If the machine cannot run any code.
///
/// Notes
/// -----
/// A call runs machine code, which accesses whatever memory the text says: an error in it may change other
/// objects, or end the process, as with `ctypes`. `Kernel.check` runs the function in the interpreter, on
/// copies.
///
/// Examples
/// --------
/// >>> import numpy, tensmith
/// >>> scale = tensmith.kernel('''
/// ... func "scale" (i0, i1, v0: f64) {
/// ...     while gt i1, 0 {
/// ...         load.f64x1 v1, [i0]
/// ...         mul.f64 v1, v1, v0
/// ...         store.f64x1 v1, [i0]
/// ...         add i0, i0, 8
/// ...         sub i1, i1, 1
/// ...     }
/// ... }
/// ... ''')
/// >>> scale
/// <tensmith.Kernel 'scale' (u64, u64, f64)>
/// >>> a = numpy.arange(4.0)
/// >>> scale.check(a, a.size, 0.5)
/// >>> scale(a, a.size, 0.5)
/// >>> a
/// array([0. , 0.5, 1. , 1.5])
/// >>> scale.check(a, 5, 0.5)
/// Traceback (most recent call last):
/// IndexError: line 4: 8 bytes from byte 32 of argument 0 on: it has 32 bytes
#[pyfunction]
#[pyo3(signature = (text, reads=Vec::new()), text_signature = "(text, reads=())")]
pub(crate) fn kernel(py: Python<'_>, text: String, reads: Vec<usize>) -> PyResult<Kernel> {
    process::check_stack()?;
    let func = text::parse(&text).map_err(|error| mistake::of_text(&text, &error))?;
    let types = types(&func);
    check_reads(&reads, &types)?;
    let refused = |error| mistake::of_func(&text, &error);
    let jit = process::jit(NonZeroUsize::MIN).map_err(|error| refused(error.into()))?;
    let generation = process::generation();
    let made = py.detach(|| {
        let linked = Callees::printing().link(&func)?;
        jit.function(&linked).map(|function| (linked, function))
    });
    let (func, function) = made.map_err(refused)?;
    let (target, function) = (*jit.target(), ManuallyDrop::new(function));
    Ok(Kernel { text, reads, func, types, target, function, generation })
}

#[pymethods]
impl Kernel {
    #[pyo3(signature = (*arguments))]
    fn __call__(&self, py: Python<'_>, arguments: &Bound<'_, PyTuple>) -> PyResult<Option<Number>> {
        let values = values(&self.passed(arguments)?);
        // SAFETY: there is a value for each argument of the function (`passed`). What it accesses is for the
        // caller in Python to know, whose arrays stay where they are as long as the call holds them.
        let bits = py.detach(|| unsafe { self.function.call(&values) });
        Ok(self.result_of(bits.map_err(|error| mistake::of_func(&self.text, &error))?))
    }

    /// Run the function in the interpreter, on copies of the arrays, and return its result.
    ///
    /// A call of the kernel with the same arguments, and the same numbers in the arrays, accesses nothing
    /// else if this returns. The arrays stay as they are, and functions that print say nothing.
    ///
    /// Parameters
    /// ----------
    /// *arguments
    ///     As a call has them. An array is all bytes from its first to its last one; an address that is
    ///     passed as an int is that of nothing.
    /// steps : int, optional
    ///     The most instructions that are executed.
    ///
    /// Returns
    /// -------
    /// int, float or None
    ///     What the call would return.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If it accesses memory outside of the arrays; it has the line, and where that is.
    /// ValueError
    ///     If it changes an array that it is said to read only, or does what has no meaning.
    /// RuntimeError
    ///     If it does not end within as many instructions.
    #[pyo3(signature = (*arguments, steps=STEPS), text_signature = "($self, *arguments, steps=4294967296)")]
    fn check(&self, py: Python<'_>, arguments: &Bound<'_, PyTuple>, steps: u64) -> PyResult<Option<Number>> {
        let passed = self.passed(arguments)?;
        let values = values(&passed);
        let arrays = passed.iter().enumerate().filter_map(|(number, passed)| {
            let array = passed.array()?;
            Some((number, array, self.reads.contains(&number)))
        });
        let mut copies = Copies::of(arrays)?;
        let bytes = self.target.machine().vector_bytes;
        let bits = py.detach(|| copies.interpret(&self.func, bytes, &values, steps));
        let bits = bits.map_err(|error| copies.refused(&self.text, &error))?;
        copies.check_unchanged()?;
        Ok(self.result_of(bits.unwrap_or_default()))
    }

    /// Returns the machine code as assembly text, one instruction a line. In the place of the address of a
    /// function that is called stands a number, the same in every process; a line says of which.
    fn asm(&self) -> PyResult<String> {
        process::check_stack()?;
        let refused = |error| mistake::of_func(&self.text, &FuncError::Codegen(error));
        let listed = Callees::printing().list(&self.func).map_err(refused)?;
        let code = self.target.compile(&listed).map_err(refused)?.code;
        let mut lines = String::new();
        // A text in memory takes everything.
        let _ = self.target.isa.disassemble(&code, &mut lines);
        let mut text = String::new();
        for callee in listed.callees() {
            if let Some(place) = callee.address() {
                let _ = writeln!(text, "// {place:#x} stands for the address of {}", callee.name());
            }
        }
        text.extend(lines.lines().flat_map(|line| [line.trim_start(), "\n"]));
        Ok(text)
    }

    /// The name of the function.
    #[getter]
    fn name(&self) -> &str {
        self.func.name()
    }

    /// The text that it was made of.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The names of the arguments' types.
    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.types.iter().map(ToString::to_string))
    }

    /// The name of the result's type; nothing where there is none.
    #[getter]
    fn result(&self) -> Option<String> {
        self.func.result().map(|of| of.to_string())
    }

    /// The numbers of the arguments whose arrays are only read.
    #[getter]
    fn reads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.reads)
    }

    fn __repr__(&self) -> String {
        let result = self.result().map_or_else(String::new, |of| format!(" -> {of}"));
        format!("<tensmith.Kernel '{}' ({}){result}>", self.name(), self.signature())
    }

    /// A kernel travels as its text, and is compiled anew.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let made_of = (&self.text, self.reads(py)?).into_pyobject(py)?;
        Ok((py.import("tensmith")?.getattr("kernel")?, made_of))
    }
}

impl Kernel {
    /// The types of the arguments as a list.
    fn signature(&self) -> String {
        self.types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// What a call passes: a value for each argument.
    ///
    /// # Errors
    /// `TypeError`, `OverflowError` or `ValueError`, with the argument, its value and the rule.
    fn passed<'a, 'py>(&self, arguments: &'a Bound<'py, PyTuple>) -> PyResult<Arguments<'a, 'py>> {
        if arguments.len() != self.types.len() {
            let (given, taken) = (arguments.len(), Count(self.types.len(), "argument"));
            let rule = format!("{} takes {taken} ({})", self.name(), self.signature());
            return Err(pyo3::exceptions::PyTypeError::new_err(format!("{rule}: {given} given")));
        }
        let numbered = arguments.iter_borrowed().zip(&self.types).enumerate();
        let passed = numbered.map(|(number, (object, of))| {
            Argument { number, of: *of, is_only_read: self.reads.contains(&number) }.passed(object)
        });
        passed.collect()
    }

    /// The result by its bits.
    fn result_of(&self, bits: u64) -> Option<Number> {
        Some(match self.func.result()? {
            Type::Float(FloatType::F32) => Number::Float(f32::from_bits(bits as u32).into()),
            Type::Float(FloatType::F64) => Number::Float(f64::from_bits(bits)),
            Type::Int(of) if of.is_signed() => Number::Signed(of.extended(bits).cast_signed()),
            Type::Int(of) => Number::Unsigned(of.extended(bits)),
        })
    }
}

impl Drop for Kernel {
    /// In a child, what its parent made stays where it is.
    fn drop(&mut self) {
        if self.generation == process::generation() {
            // SAFETY: nothing reads it after this.
            unsafe { ManuallyDrop::drop(&mut self.function) }
        }
    }
}

/// The values of arguments, as code takes them.
fn values(passed: &[Passed<'_, '_>]) -> SmallVec<[u64; FEW]> {
    passed.iter().map(Passed::value).collect()
}

/// The types of all arguments: those that are passed in the frame have none of their own, and are words.
fn types(func: &Func) -> Box<[Type]> {
    let own = func.arguments().iter().map(|argument| argument.of());
    let mut types: Vec<Type> = own.collect();
    types.resize(func.arity(), Type::Int(IntType::U64));
    types.into()
}

/// Refuses numbers of what is no argument that takes an array.
fn check_reads(reads: &[usize], types: &[Type]) -> PyResult<()> {
    let takes_one = |number: &&usize| types.get(**number).is_some_and(|of| argument::takes_array(*of));
    match reads.iter().find(|number| !takes_one(number)) {
        None => Ok(()),
        Some(number) => {
            let rule = "must be numbers of arguments of 64 bits, which are addresses";
            Err(PyValueError::new_err(format!("reads has {number}: {rule}")))
        }
    }
}
