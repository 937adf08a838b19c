//! Element types.
//!
//! Tests: `tests/tests/kernel_spec.rs`, `tests/tests/tensor_text.rs`.

use core::fmt;

/// The types in Rust, by their names in the rows.
#[doc(hidden)]
pub mod rust {
    pub use crate::narrow::{BF16, F16};
    pub use core::primitive::{f32, f64, i8, i16, i32, u8};
}

/// Defines the element types, each a row: its documentation, its name here, in Rust and in texts.
macro_rules! element_types {
    ($d:tt $($(#[$doc:meta])* $name:ident $rust:ident $text:literal;)+) => {
        /// The type of a tensor's elements.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum DType {
            $($(#[$doc])* $name,)+
        }

        impl DType {
            /// All types, in the order of their codes: the numbers from 0 on that packed forms keep.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$name),+];

            /// Size of one element in bytes.
            #[must_use]
            pub const fn bytes(self) -> usize {
                match self {
                    $(Self::$name => size_of::<rust::$rust>(),)+
                }
            }

            /// The name used in text forms and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }

            /// The type called `name`, if there is one.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|d| d.name() == name)
            }
        }

        /// Evaluates an expression with a name for the type in Rust of a [`DType`]: there is an arm for each.
        ///
        /// ```
        /// use tensmith_core::{DType, with_element};
        ///
        /// let bytes = |dtype: DType| with_element!(dtype, T => size_of::<T>());
        /// assert_eq!(DType::ALL.map(bytes), DType::ALL.map(DType::bytes));
        /// ```
        #[macro_export]
        macro_rules! with_element {
            ($d dtype:expr, $d element:ident => $d body:expr) => {
                match $d dtype {
                    $($crate::DType::$name => {
                        type $d element = $crate::dtype::rust::$rust;
                        $d body
                    })+
                    _ => unreachable!("there is an arm for each type"),
                }
            };
        }
    };
}

element_types! { $
    /// IEEE 754 binary32.
    F32 f32 "f32";
    /// IEEE 754 binary64.
    F64 f64 "f64";
    /// IEEE 754 binary16: a type of elements in memory, which are computed with as [`DType::F32`].
    F16 F16 "f16";
    /// The upper half of [`DType::F32`] (bfloat16): a type of elements in memory, which are computed with as
    /// that.
    BF16 BF16 "bf16";
    /// Integers of 8 bits in two's complement: a type of elements in memory, which are computed with as
    /// [`DType::I32`].
    I8 i8 "i8";
    /// Integers of 8 bits without a sign: a type of elements in memory, which are computed with as
    /// [`DType::I32`].
    U8 u8 "u8";
    /// Integers of 16 bits in two's complement: a type of elements in memory, which are computed with as
    /// [`DType::I32`].
    I16 i16 "i16";
    /// Integers of 32 bits in two's complement, modulo 2³².
    I32 i32 "i32";
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
