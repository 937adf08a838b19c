//! What a call asks for in addition to its expression and arrays.
//!
//! Tests: `harness/python/tests/test_einsum.py`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use tensmith::Optimize;

/// The options of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) order: Order,
    pub(crate) optimize: Optimize,
    pub(crate) threads: NonZeroUsize,
}

/// The order of a new result in memory, as numpy names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// As near to that of the operands as numpy's.
    Keep,
    /// The last index is contiguous.
    C,
    /// The first index is contiguous.
    Fortran,
}

impl Order {
    /// The order with a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "K" => Some(Self::Keep),
            "C" => Some(Self::C),
            "F" => Some(Self::Fortran),
            _ => None,
        }
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Keep => "K",
            Self::C => "C",
            Self::Fortran => "F",
        }
    }
}

/// The most threads that may be asked for: a mistaken number must not fill the system.
const MOST_THREADS: usize = 1024;

/// The number of threads that an argument says.
///
/// # Errors
/// `TypeError` for what is no whole number, `ValueError` for one out of bounds.
pub(crate) fn threads_of(argument: &Bound<'_, PyAny>) -> PyResult<NonZeroUsize> {
    match argument.extract::<usize>() {
        Ok(threads @ 1..=MOST_THREADS) => Ok(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN)),
        Err(error) if error.is_instance_of::<PyTypeError>(argument.py()) => Err(error),
        _ => Err(PyValueError::new_err(format!("threads is {argument}: must be from 1 to {MOST_THREADS}"))),
    }
}

impl Options {
    /// The options as a word.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        (self.threads.get() as u64) << 5 | (self.order as u64) << 3 | self.optimize as u64
    }
}
