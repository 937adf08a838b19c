//! Arguments of calls: from Python's objects to the bits that code takes.
//!
//! Tests: `harness/python/tests/test_kernel.py`.

use crate::array::Array;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use tensmith_core::kernel::func::{FloatType, IntType, Type};

/// The most characters of a value that a message has.
const SHOWN: usize = 60;

/// An argument of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    pub(super) number: usize,
    pub(super) of: Type,
    /// Whether its array may be read-only.
    pub(super) is_only_read: bool,
}

/// What is passed for one.
#[derive(Clone, Copy)]
pub(super) enum Passed<'a, 'py> {
    /// The bits of a number.
    Number(u64),
    /// An array, by its address.
    Array(Array<'a, 'py>),
}

impl<'a, 'py> Passed<'a, 'py> {
    /// The bits of the number, or the address.
    pub(super) fn value(&self) -> u64 {
        match self {
            Self::Number(bits) => *bits,
            Self::Array(array) => array.address() as u64,
        }
    }

    /// The array, if it is one.
    pub(super) fn array(&self) -> Option<Array<'a, 'py>> {
        if let Self::Array(array) = self { Some(*array) } else { None }
    }
}

/// Whether arguments of a type take arrays: those that have room for an address.
pub(super) fn takes_array(of: Type) -> bool {
    matches!(of, Type::Int(of) if of.bits() == 64)
}

impl Argument {
    /// What is passed for an object.
    ///
    /// # Errors
    /// `TypeError`, `OverflowError` or `ValueError`, with the argument, its value and the rule.
    pub(super) fn passed<'a, 'py>(&self, object: Borrowed<'a, 'py, PyAny>) -> PyResult<Passed<'a, 'py>> {
        match (Array::of(object), self.of) {
            (Some(array), of) if takes_array(of) => self.array(array).map(Passed::Array),
            (Some(_), _) => Err(self.of_other_type(&object)),
            (None, Type::Int(of)) => self.int(&object, of).map(Passed::Number),
            (None, Type::Float(of)) => self.float(&object, of).map(Passed::Number),
        }
    }

    /// An array, if code may access it.
    fn array<'a, 'py>(&self, array: Array<'a, 'py>) -> PyResult<Array<'a, 'py>> {
        let number = self.number;
        if !self.is_only_read && !array.is_writeable() {
            let rule = "must be writeable, but for arguments in `reads` of `kernel`";
            return Err(PyValueError::new_err(format!("argument {number} is a read-only array: {rule}")));
        }
        match array.has_objects()? {
            true => Err(PyTypeError::new_err(format!(
                "argument {number} is an array of Python objects: must be one of numbers"
            ))),
            false => Ok(array),
        }
    }

    /// The bits of an integer.
    fn int(&self, object: &Bound<'_, PyAny>, of: IntType) -> PyResult<u64> {
        let signed = match object.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
                return Err(self.of_other_type(object));
            }
            result => result.ok().map(i128::from),
        };
        let number = signed.or_else(|| object.extract::<u64>().ok().map(i128::from));
        let (least, most) = of.range();
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(number as u64 & of.mask()),
            None => Err(PyOverflowError::new_err(format!(
                "{}: must be from {least} to {most}, for {of}",
                self.shown(object)
            ))),
        }
    }

    /// The bits of a number of floating point, rounded to its type.
    fn float(&self, object: &Bound<'_, PyAny>, of: FloatType) -> PyResult<u64> {
        let number = object.extract::<f64>().map_err(|error| {
            match error.is_instance_of::<PyOverflowError>(object.py()) {
                true => PyOverflowError::new_err(format!("{}: is too large for a float", self.shown(object))),
                false => self.of_other_type(object),
            }
        })?;
        Ok(match of {
            FloatType::F32 => (number as f32).to_bits().into(),
            FloatType::F64 => number.to_bits(),
        })
    }

    /// The error of an object that is none of those that are taken.
    fn of_other_type(&self, object: &Bound<'_, PyAny>) -> PyErr {
        let rule = match self.of {
            Type::Float(_) => "a number",
            of if takes_array(of) => "an int, or an array of class numpy.ndarray",
            Type::Int(_) => "an int",
        };
        PyTypeError::new_err(format!("{}: must be {rule}, for {}", self.shown(object), self.of))
    }

    /// The argument and its value, which is cut where it is long.
    fn shown(&self, object: &Bound<'_, PyAny>) -> String {
        let class = object.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string());
        let value = object.repr().map_or_else(|_| String::new(), |value| value.to_string());
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let value = match value.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
            None => value,
        };
        format!("argument {} is {value} of class {class}", self.number)
    }
}
