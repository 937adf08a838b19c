//! The physical registers by name, and register operands that are placed or not yet.

use crate::isa::{Class, RegIndex};
use core::marker::PhantomData;

macro_rules! registers {
    ($type:ident $doc:literal below $limit:literal: $($name:ident = $number:literal)*) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $type(u8);

        impl $type {
            #[doc = concat!("The register with a number below ", $limit, ".")]
            #[must_use]
            pub const fn new(number: u8) -> Option<Self> {
                if number < $limit { Some(Self(number)) } else { None }
            }

            /// Its number.
            #[must_use]
            pub const fn number(self) -> u8 {
                self.0
            }
        }

        $(#[doc = concat!("Register number ", $number, ".")] pub const $name: $type = $type($number);)*
    };
}

registers! { Gpr "A general-purpose register, of 64 bits or the low ones of these." below 16:
RAX = 0 RCX = 1 RDX = 2 RBX = 3 RSP = 4 RBP = 5 RSI = 6 RDI = 7
R8 = 8 R9 = 9 R10 = 10 R11 = 11 R12 = 12 R13 = 13 R14 = 14 R15 = 15 }
registers! { Low "A vector register that every encoding names, `xmm0` … `xmm15`, or `ymm`." below 16:
V0 = 0 V1 = 1 V2 = 2 V3 = 3 V4 = 4 V5 = 5 V6 = 6 V7 = 7 V8 = 8 V9 = 9 V10 = 10 V11 = 11 V12 = 12
V13 = 13 V14 = 14 V15 = 15 }
registers! { High "A vector register that only EVEX names, `xmm16` … `xmm31`, or `ymm`, or `zmm`; by its number less 16."
below 16:
V16 = 0 V17 = 1 V18 = 2 V19 = 3 V20 = 4 V21 = 5 V22 = 6 V23 = 7 V24 = 8 V25 = 9 V26 = 10 V27 = 11 V28 = 12
V29 = 13 V30 = 14 V31 = 15 }
registers! { Mask "A mask register, `k0` … `k7`. As a predicate, `k0` stands for none." below 8:
K0 = 0 K1 = 1 K2 = 2 K3 = 3 K4 = 4 K5 = 5 K6 = 6 K7 = 7 }

registers! { Stack "A register of the floating-point unit, `st(0)` … `st(7)`, by its distance from the top." below 8:
ST0 = 0 ST1 = 1 ST2 = 2 ST3 = 3 ST4 = 4 ST5 = 5 ST6 = 6 ST7 = 7 }

/// The vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {}

/// A register of a file, placed or not yet.
#[derive(Clone, Copy, Debug)]
pub struct Any<File>(RegIndex, PhantomData<File>);

impl Any<Gpr> {
    /// A general-purpose register.
    #[must_use]
    pub const fn placed(register: Gpr) -> Self {
        Self(RegIndex::physical(Class::Int, register.0), PhantomData)
    }
}

impl Any<Simd> {
    /// The vector register with a number, of which the lowest five bits count.
    #[must_use]
    pub const fn placed(number: u8) -> Self {
        Self(RegIndex::physical(Class::Vec, number), PhantomData)
    }
}

impl<File> Any<File> {
    /// Its index.
    #[must_use]
    pub const fn index(self) -> RegIndex {
        self.0
    }
}

impl<File> From<RegIndex> for Any<File> {
    #[inline(always)]
    fn from(index: RegIndex) -> Self {
        Self(index, PhantomData)
    }
}
