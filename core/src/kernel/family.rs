//! Families of values with names: operations of which one kernel instruction stands for all,
//! types and comparisons.
//!
//! A row is a value's documentation, its name here and its name in text.
//!
//! Tests: `tests/tests/kernel_table.rs`.

/// Makes families from their rows.
macro_rules! operations {
    ($($(#[$family_doc:meta])* $family:ident { $($(#[$doc:meta])* $name:ident $text:literal;)* })*) => {
        $(
            $(#[$family_doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $family {
                $($(#[$doc])* $name,)*
            }

            impl $family {
                /// The operations, in the order of their rows.
                pub const ALL: &'static [Self] = &[$(Self::$name),*];

                /// Their names in text.
                pub const NAMES: &'static [&'static str] = &[$($text),*];

                /// The name of the operation in text.
                #[must_use]
                pub const fn name(self) -> &'static str {
                    match self {
                        $(Self::$name => $text,)*
                    }
                }
            }

            impl $crate::kernel::template::Parse for $family {
                fn parse(text: &str) -> Option<Self> {
                    Self::ALL.iter().copied().find(|operation| operation.name() == text)
                }
            }

            impl core::fmt::Display for $family {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(self.name())
                }
            }
        )*
    };
}

pub(super) use operations;
