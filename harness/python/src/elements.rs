//! The types of elements: numpy's numbers of those that are computed here.
//!
//! bfloat16 has no number of numpy's own: the package `ml_dtypes` gets one when it is imported, which
//! [`know_bfloat16`] keeps.
//!
//! Tests: `harness/python/tests/test_types.py`.

use numpy::npyffi::NPY_TYPES;
use std::ffi::c_int;
use std::sync::atomic::{AtomicI32, Ordering};

/// A type of elements that there are kernels for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elements {
    F32,
    F64,
    F16,
    BF16,
    I8,
    U8,
    I16,
    I32,
    C64,
    C128,
}

/// numpy's number of bfloat16; -1 while that is not known.
static BFLOAT16: AtomicI32 = AtomicI32::new(-1);

/// Keeps the number of bfloat16.
pub(crate) fn know_bfloat16(number: c_int) {
    BFLOAT16.store(number, Ordering::Relaxed);
}

impl Elements {
    /// The type with a number of numpy's.
    pub(crate) fn numbered(number: c_int) -> Option<Self> {
        const F32: c_int = NPY_TYPES::NPY_FLOAT as c_int;
        const F64: c_int = NPY_TYPES::NPY_DOUBLE as c_int;
        const F16: c_int = NPY_TYPES::NPY_HALF as c_int;
        const I8: c_int = NPY_TYPES::NPY_BYTE as c_int;
        const U8: c_int = NPY_TYPES::NPY_UBYTE as c_int;
        const I16: c_int = NPY_TYPES::NPY_SHORT as c_int;
        const I32: c_int = NPY_TYPES::NPY_INT as c_int;
        const C64: c_int = NPY_TYPES::NPY_CFLOAT as c_int;
        const C128: c_int = NPY_TYPES::NPY_CDOUBLE as c_int;
        match number {
            F32 => Some(Self::F32),
            F64 => Some(Self::F64),
            F16 => Some(Self::F16),
            I8 => Some(Self::I8),
            U8 => Some(Self::U8),
            I16 => Some(Self::I16),
            I32 => Some(Self::I32),
            C64 => Some(Self::C64),
            C128 => Some(Self::C128),
            other => (other >= 0 && other == BFLOAT16.load(Ordering::Relaxed)).then_some(Self::BF16),
        }
    }

    /// Bytes of an element.
    pub(crate) const fn size(self) -> isize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::F16 | Self::BF16 | Self::I16 => 2,
            Self::F32 | Self::I32 => 4,
            Self::F64 | Self::C64 => 8,
            Self::C128 => 16,
        }
    }

    /// The name that numpy gives it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::F32 => "float32",
            Self::F64 => "float64",
            Self::F16 => "float16",
            Self::BF16 => "bfloat16",
            Self::I8 => "int8",
            Self::U8 => "uint8",
            Self::I16 => "int16",
            Self::I32 => "int32",
            Self::C64 => "complex64",
            Self::C128 => "complex128",
        }
    }
}
