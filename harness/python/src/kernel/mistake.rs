//! Exceptions for texts that are no functions, functions that are not compiled, and runs that are refused.
//!
//! Tests: `harness/python/tests/test_kernel.py`.

use crate::serve::NotServed;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PySyntaxError, PyValueError};
use pyo3::prelude::*;
use tensmith::error::ErrorKind;
use tensmith::func::FuncError;
use tensmith_core::kernel::text::{TextError, line_of};
use tensmith_core::reference::RunError;

/// What stands for the name of a file.
const FILE: &str = "<kernel>";

/// The exception for a text that is no function: its line is in a field of its own, not in the message.
pub(super) fn of_text(text: &str, error: &TextError) -> PyErr {
    let message = error.to_string();
    let line = match error {
        TextError::Syntax { line, .. }
        | TextError::Instruction { line, .. }
        | TextError::Argument { line, .. }
        | TextError::Type { line, .. }
        | TextError::Callee { line, .. }
        | TextError::Func { line, .. } => *line,
        error if error.is_out_of_memory() => return PyMemoryError::new_err(message),
        _ => return PyValueError::new_err(message),
    };
    let reason = message.strip_prefix(&format!("line {line}: ")).unwrap_or(&message).to_owned();
    let column: Option<usize> = None;
    let content = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().to_owned();
    PySyntaxError::new_err((reason, (FILE, line, column, content)))
}

/// The exception for a function without code.
pub(super) fn of_func(text: &str, error: &FuncError) -> PyErr {
    let message = error.to_string();
    match error {
        FuncError::Build(error) if error.kind() == ErrorKind::OutOfMemory => PyMemoryError::new_err(message),
        FuncError::Build(_) => NotServed::new_err(message),
        FuncError::Codegen(error) if error.is_out_of_memory() => PyMemoryError::new_err(message),
        FuncError::Codegen(error) => PyValueError::new_err(format!("{}{error}", line(text, error.at()))),
        FuncError::Run(error) => of_run(text, error),
        _ => PyValueError::new_err(message),
    }
}

/// The exception for what the interpreter refuses.
pub(super) fn of_run(text: &str, error: &RunError) -> PyErr {
    match error {
        RunError::At { at, problem } => PyValueError::new_err(format!("{}{problem}", line(text, Some(*at)))),
        RunError::Steps(_) => PyRuntimeError::new_err(error.to_string()),
        error if error.is_out_of_memory() => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The line of an instruction, before a message; nothing where it is about none.
pub(super) fn line(text: &str, at: Option<usize>) -> String {
    at.and_then(|at| line_of(text, at)).map_or_else(String::new, |line| format!("line {line}: "))
}
