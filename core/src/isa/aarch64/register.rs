//! The physical registers by name.

/// The size of a SIMD and floating-point register.
pub(super) const VECTOR_BYTES: usize = 16;

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
registers! { Gpr "A general-purpose register, `x0` … `x30`; neither the zero register nor the stack pointer." below 31:
X0 = 0 X1 = 1 X2 = 2 X3 = 3 X4 = 4 X5 = 5 X6 = 6 X7 = 7 X8 = 8 X9 = 9 X10 = 10 X11 = 11 X12 = 12
X13 = 13 X14 = 14 X15 = 15 X16 = 16 X17 = 17 X18 = 18 X19 = 19 X20 = 20 X21 = 21 X22 = 22 X23 = 23
X24 = 24 X25 = 25 X26 = 26 X27 = 27 X28 = 28 X29 = 29 X30 = 30 }
registers! { Simd "A SIMD and floating-point register, `v0` … `v31`." below 32:
V0 = 0 V1 = 1 V2 = 2 V3 = 3 V4 = 4 V5 = 5 V6 = 6 V7 = 7 V8 = 8 V9 = 9 V10 = 10 V11 = 11 V12 = 12
V13 = 13 V14 = 14 V15 = 15 V16 = 16 V17 = 17 V18 = 18 V19 = 19 V20 = 20 V21 = 21 V22 = 22 V23 = 23
V24 = 24 V25 = 25 V26 = 26 V27 = 27 V28 = 28 V29 = 29 V30 = 30 V31 = 31 }
