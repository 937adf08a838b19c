//! A number of a formula, as FP64 has it.
//!
//! Tests: `tests/tests/kernel_spec.rs`.

use crate::element::Element;
use crate::kernel::func::Arithmetic;
use core::fmt;
use core::num::NonZeroU64;

/// A number that is compared by its bits: `-0` is not `+0`. All NaNs are one, as texts tell neither their
/// signs nor their payloads. So no number has all bits set, and one that may be left to run time takes no
/// more room than one that may not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    /// All its bits inverted.
    pub(super) inverted: NonZeroU64,
}

impl Number {
    /// A number; of any NaN [`f64::NAN`].
    #[must_use]
    pub const fn new(number: f64) -> Self {
        let number = if number.is_nan() { f64::NAN } else { number };
        match NonZeroU64::new(!number.to_bits()) {
            Some(inverted) => Self { inverted },
            None => Self { inverted: NonZeroU64::MIN },
        }
    }

    /// The bits of the nearest number of a type, those of 32 bits in the low half: what a call passes. Of an
    /// integer, it is the number without its fraction, and 0 of a NaN.
    #[must_use]
    pub fn bits(self, of: impl Into<Arithmetic>) -> u64 {
        match of.into() {
            Arithmetic::F32 => Element::to_bits(f32::from_f64(self.get())),
            Arithmetic::F64 => !self.inverted.get(),
            Arithmetic::Integer => Element::to_bits(self.get() as i32),
        }
    }

    /// Whether it is an integer that has room in 32 bits.
    #[must_use]
    pub fn is_word(self) -> bool {
        f64::from(self.get() as i32) == self.get()
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f64 {
        f64::from_bits(!self.inverted.get())
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
