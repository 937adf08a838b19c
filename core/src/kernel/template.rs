//! The text of a value against the template of its row. Templates are format strings, so that printing needs
//! nothing else: `{a}` stands for the operand `a`, `{{` for a brace.

use crate::DType;

/// A value with a text form, which its `Display` writes and this reads.
pub(super) trait Parse: Sized {
    /// The value that `text` describes.
    fn parse(text: &str) -> Option<Self>;
}

/// Reads numbers in decimal, or in hexadecimal behind `0x`; either behind a sign.
macro_rules! numbers {
    ($($number:ident)*) => {
        $(impl Parse for $number {
            fn parse(text: &str) -> Option<Self> {
                i64::parse(text)?.try_into().ok()
            }
        })*
    };
}

numbers! { u8 u16 i32 }

/// In hexadecimal, all 64 bits: `0xffffffffffffffff` is -1.
impl Parse for i64 {
    fn parse(text: &str) -> Option<Self> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        let Some(digits) = digits.strip_prefix("0x") else { return text.parse().ok() };
        let bits = u64::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with(['+']))?;
        if sign > 0 { Some(bits as Self) } else { Self::try_from(-i128::from(bits)).ok() }
    }
}

/// Bits are written in hexadecimal.
impl Parse for u64 {
    fn parse(text: &str) -> Option<Self> {
        Self::from_str_radix(text.strip_prefix("0x")?, 16).ok()
    }
}

impl Parse for DType {
    fn parse(text: &str) -> Option<Self> {
        Self::from_name(text)
    }
}

/// Text that has the form of a template.
#[derive(Clone, Copy)]
pub(super) struct Matched<'t> {
    template: &'static str,
    text: &'t str,
}

/// A piece of a template.
pub(super) enum Piece {
    /// A character.
    Literal(char),
    /// The name of an operand.
    Operand(&'static str),
}

impl<'t> Matched<'t> {
    /// The text, if it has the form of `template`. Any space may stand behind a comma.
    pub(super) fn new(template: &'static str, text: &'t str) -> Option<Self> {
        let matched = Self { template, text };
        matched.each_operand(|_, _| {}).map(|()| matched)
    }

    /// The operand called `name`.
    pub(super) fn operand<T: Parse>(&self, name: &str) -> Option<T> {
        let mut found = None;
        self.each_operand(|operand, text| {
            if operand == name {
                found = Some(text);
            }
        })?;
        T::parse(found?)
    }

    /// Calls `each` with every operand's name and text. An operand ends where the template's next character
    /// stands, and the last one before what the template ends with.
    fn each_operand(&self, mut each: impl FnMut(&'static str, &'t str)) -> Option<()> {
        let Self { mut template, mut text } = *self;
        while let Some((piece, behind)) = first_piece(template) {
            template = behind;
            text = match piece {
                Piece::Literal(' ') => text.strip_prefix([' '])?.trim_start(),
                Piece::Literal(symbol) => text.strip_prefix(symbol)?,
                Piece::Operand(name) => {
                    let (operand, left) = match first_piece(behind) {
                        _ if is_literal(behind) => {
                            template = "";
                            (before(text, behind)?, "")
                        }
                        Some((Piece::Literal(end), behind)) => {
                            template = behind.trim_start();
                            text.split_once([end])?
                        }
                        None | Some((Piece::Operand(_), _)) => return None,
                    };
                    each(name, operand.trim());
                    left.trim_start()
                }
            };
        }
        text.is_empty().then_some(())
    }
}

/// The characters of a template, up to the first operand.
fn literals(mut template: &'static str) -> impl Iterator<Item = char> {
    core::iter::from_fn(move || match first_piece(template)? {
        (Piece::Literal(symbol), behind) => {
            template = behind;
            Some(symbol)
        }
        (Piece::Operand(_), _) => None,
    })
}

/// Whether a template has no operands.
pub(super) fn is_literal(mut template: &'static str) -> bool {
    while let Some((Piece::Literal(_), behind)) = first_piece(template) {
        template = behind;
    }
    template.is_empty()
}

/// The text before what a template without operands stands for, which is short. Spaces are any.
pub(super) fn before<'t>(mut text: &'t str, template: &'static str) -> Option<&'t str> {
    for nth in (0..literals(template).count()).rev() {
        text = match literals(template).nth(nth)? {
            ' ' => text.trim_end(),
            symbol => text.strip_suffix(symbol)?.trim_end(),
        };
    }
    Some(text)
}

/// The first piece of a template, and the others.
pub(super) fn first_piece(template: &'static str) -> Option<(Piece, &'static str)> {
    let mut symbols = template.chars();
    let (first, behind) = (symbols.next()?, symbols.as_str());
    match (first, behind.strip_prefix(first)) {
        ('{' | '}', Some(behind)) => Some((Piece::Literal(first), behind)),
        ('{', None) => {
            let (operand, behind) = behind.split_once(['}'])?;
            let name = operand.split([':']).next().unwrap_or(operand);
            Some((Piece::Operand(name), behind))
        }
        _ => Some((Piece::Literal(first), behind)),
    }
}

/// Gives a struct, or an enum, the text forms that stand behind it or its variants.
macro_rules! forms {
    ($(#[$meta:meta])* pub struct $type:ident {
        $($(#[$doc:meta])* pub $field:ident: $of:ty,)*
    } $text:literal) => {
        $(#[$meta])*
        pub struct $type {
            $($(#[$doc])* pub $field: $of,)*
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let Self { $($field),* } = self;
                write!(f, $text)
            }
        }

        impl $crate::kernel::template::Parse for $type {
            fn parse(text: &str) -> Option<Self> {
                let matched = $crate::kernel::template::Matched::new($text, text)?;
                Some(Self { $($field: matched.operand(stringify!($field))?),* })
            }
        }
    };
    ($(#[$meta:meta])* pub enum $type:ident {
        $($(#[$doc:meta])* $name:ident $(($($field:ident: $of:ty),*))? $text:literal,)*
    }) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$doc])* $name $(($($of),*))?,)*
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$name $(($($field),*))? => write!(f, $text),)*
                }
            }
        }

        impl $crate::kernel::template::Parse for $type {
            fn parse(text: &str) -> Option<Self> {
                use $crate::kernel::template::Matched;
                let forms: &[fn(&str) -> Option<Self>] = &[$(|text| {
                    let _matched = Matched::new($text, text)?;
                    Some(Self::$name $(($(_matched.operand(stringify!($field))?),*))?)
                },)*];
                forms.iter().find_map(|form| form(text))
            }
        }
    };
}

pub(super) use forms;
