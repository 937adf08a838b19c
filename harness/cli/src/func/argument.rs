//! Arguments of functions as text: numbers, and arrays of elements.
//!
//! Tests: below.

use crate::error::Failure;
use std::fmt;
use std::path::{Path, PathBuf};
use tensmith::element::{BF16, F16};
use tensmith::func::Argument;
use tensmith_core::kernel::Func;
use tensmith_npy::{self as npy, Loaded};

/// An argument of a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A number, or the bits of one.
    Number(u64),
    /// An array.
    Array(Array),
    /// A file with one.
    File(PathBuf),
}

/// Elements in memory.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Array {
    kind: Kind,
    bytes: Vec<u8>,
}

/// A type of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    BF16,
    F16,
    F32,
    F64,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

const KINDS: [(Kind, &str); 12] = [
    (Kind::BF16, "bf16"),
    (Kind::F16, "f16"),
    (Kind::F32, "f32"),
    (Kind::F64, "f64"),
    (Kind::I8, "i8"),
    (Kind::U8, "u8"),
    (Kind::I16, "i16"),
    (Kind::U16, "u16"),
    (Kind::I32, "i32"),
    (Kind::U32, "u32"),
    (Kind::I64, "i64"),
    (Kind::U64, "u64"),
];

/// The most elements of a list.
const MOST: usize = 1 << 24;

impl Kind {
    fn named(name: &str) -> Option<Self> {
        KINDS.into_iter().find(|(_, known)| *known == name).map(|(kind, _)| kind)
    }

    fn name(self) -> &'static str {
        KINDS.into_iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::BF16 | Self::F16 | Self::I16 | Self::U16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 | Self::U64 => 8,
        }
    }

    /// The bits of a number of this type.
    fn bits(self, text: &str) -> Option<u64> {
        match self {
            Self::BF16 => text.parse().ok().map(|number| BF16::from_f64(number).to_bits().into()),
            Self::F16 => text.parse().ok().map(|number| F16::from_f64(number).to_bits().into()),
            Self::F32 => text.parse::<f32>().ok().map(|number| number.to_bits().into()),
            Self::F64 => text.parse::<f64>().ok().map(f64::to_bits),
            Self::I8 => text.parse::<i8>().ok().map(|number| number.cast_unsigned().into()),
            Self::U8 => text.parse::<u8>().ok().map(u64::from),
            Self::I16 => text.parse::<i16>().ok().map(|number| number.cast_unsigned().into()),
            Self::U16 => text.parse::<u16>().ok().map(u64::from),
            Self::I32 => text.parse::<i32>().ok().map(|number| number.cast_unsigned().into()),
            Self::U32 => text.parse::<u32>().ok().map(u64::from),
            Self::I64 => text.parse::<i64>().ok().map(i64::cast_unsigned),
            Self::U64 => text.parse::<u64>().ok(),
        }
    }

    /// The number with some bits.
    fn text(self, bits: u64) -> String {
        match self {
            Self::BF16 => format!("{:?}", BF16::from_bits(bits as u16).to_f32()),
            Self::F16 => format!("{:?}", F16::from_bits(bits as u16).to_f32()),
            Self::F32 => format!("{:?}", f32::from_bits(bits as u32)),
            Self::F64 => format!("{:?}", f64::from_bits(bits)),
            Self::I8 => (bits as u8).cast_signed().to_string(),
            Self::I16 => (bits as u16).cast_signed().to_string(),
            Self::I32 => (bits as u32).cast_signed().to_string(),
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => bits.to_string(),
            Self::I64 => bits.cast_signed().to_string(),
        }
    }
}

/// The result of a function as text.
pub(super) fn result(func: &Func, bits: u64) -> String {
    let of = func.result().map_or(String::new(), |of| of.to_string());
    Kind::named(&of).map_or(String::new(), |kind| kind.text(bits))
}

impl Value {
    /// Reads an argument.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if Path::new(text).extension().is_some_and(|extension| extension == "npy") || text == "-" {
            return Ok(Self::File(text.into()));
        }
        let list = text.strip_suffix(']').and_then(|text| text.split_once('['));
        if let Some((kind, elements)) = list {
            let kind = Kind::named(kind).ok_or("elements must be bf16, f16, f32, f64, or i8 to u64")?;
            return Array::parse(kind, elements).map(Self::Array);
        }
        if let Some((kind, number)) = text.split_once(':') {
            let bits = Kind::named(kind).and_then(|kind| kind.bits(number));
            return bits.map(Self::Number).ok_or_else(|| "must be such as `f32:0.5`".to_owned());
        }
        let number = match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse::<i64>().ok().map(i64::cast_unsigned).or_else(|| text.parse().ok()),
        };
        number.map(Self::Number).ok_or_else(|| {
            "must be a whole number, one such as `f32:0.5`, a list such as `f32[1,2]`, or an .npy file"
                .to_owned()
        })
    }

    /// The same with the contents of a file in its place.
    pub(super) fn load(&self) -> Result<Self, Failure> {
        let Self::File(path) = self else { return Ok(self.clone()) };
        let mut arrays = npy::read(path).map_err(Failure::bad_input)?;
        match (arrays.pop(), arrays.is_empty()) {
            (Some(array), true) => Array::of(&array)
                .map(Self::Array)
                .map_err(|rule| Failure::BadInput(format!("{}: {rule}", path.display()))),
            _ => Err(Failure::BadInput(format!("{}: must hold one array", path.display()))),
        }
    }

    /// What is passed to the function.
    pub(super) fn argument(&mut self) -> Argument<'_> {
        match self {
            Self::Number(number) => Argument::Number(*number),
            Self::Array(array) => Argument::Memory(&mut array.bytes),
            // Files are loaded before.
            Self::File(_) => Argument::Number(0),
        }
    }

    /// The array, if it is one.
    pub(super) fn array(&self) -> Option<&Array> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }
}

impl Array {
    /// Reads the elements of a list, some of them repeated.
    fn parse(kind: Kind, text: &str) -> Result<Self, String> {
        let mut bytes = Vec::new();
        for element in text.split(',').map(str::trim).filter(|element| !element.is_empty()) {
            let (number, count) = element.split_once(';').unwrap_or((element, "1"));
            let bits = kind.bits(number.trim()).ok_or_else(|| format!("`{number}` is no {}", kind.name()))?;
            let count: usize = count.trim().parse().map_err(|_| format!("`{count}` is no count"))?;
            if count > MOST - bytes.len() / kind.bytes() {
                return Err(format!("there must be at most {MOST} elements"));
            }
            bytes.extend(bits.to_le_bytes()[..kind.bytes()].repeat(count));
        }
        Ok(Self { kind, bytes })
    }

    /// The elements of an array, in the order in which they are stored.
    fn of(loaded: &Loaded) -> Result<Self, String> {
        Ok(match loaded {
            Loaded::BF16(array) => {
                let bytes = array.data().iter().flat_map(|element| element.to_le_bytes()).collect();
                Self { kind: Kind::BF16, bytes }
            }
            Loaded::F16(array) => {
                let bytes = array.data().iter().flat_map(|element| element.to_le_bytes()).collect();
                Self { kind: Kind::F16, bytes }
            }
            Loaded::F32(array) => {
                let bytes = array.data().iter().flat_map(|element| element.to_le_bytes()).collect();
                Self { kind: Kind::F32, bytes }
            }
            Loaded::F64(array) => {
                let bytes = array.data().iter().flat_map(|element| element.to_le_bytes()).collect();
                Self { kind: Kind::F64, bytes }
            }
            Loaded::I8(array) => {
                let bytes = array.data().iter().flat_map(|element| element.to_le_bytes()).collect();
                Self { kind: Kind::I8, bytes }
            }
            Loaded::U8(array) => Self { kind: Kind::U8, bytes: array.data().to_vec() },
            Loaded::I16(array) => {
                let bytes = array.data().iter().flat_map(|element| element.to_le_bytes()).collect();
                Self { kind: Kind::I16, bytes }
            }
            Loaded::I32(array) => {
                let bytes = array.data().iter().flat_map(|element| element.to_le_bytes()).collect();
                Self { kind: Kind::I32, bytes }
            }
            Loaded::C64(_) | Loaded::C128(_) => {
                return Err(format!("elements are {}: must be real", loaded.scalar()));
            }
        })
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / self.kind.bytes()
    }

    /// An element as text.
    pub(super) fn element(&self, at: usize) -> String {
        let size = self.kind.bytes();
        let bytes = self.bytes.iter().skip(at * size).take(size);
        self.kind.text(bytes.rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
    }

    /// The first element whose bits differ, but for numbers that are none in both.
    pub(super) fn first_difference(&self, expected: &[u8]) -> Option<usize> {
        let expected = self.with_bytes(expected);
        let is_nan = |text: &str| text == "NaN";
        (0..self.len()).find(|at| {
            let size = self.kind.bytes();
            let range = at * size..(at + 1) * size;
            self.bytes.get(range.clone()) != expected.bytes.get(range)
                && !(is_nan(&self.element(*at)) && is_nan(&expected.element(*at)))
        })
    }

    /// Other contents of the same type.
    pub(super) fn with_bytes(&self, bytes: &[u8]) -> Self {
        Self { kind: self.kind, bytes: bytes.to_vec() }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Array(array) => array.fmt(f),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.kind.name())?;
        for at in 0..self.len() {
            write!(f, "{}{}", if at == 0 { "" } else { "," }, self.element(at))?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_their_print() {
        for text in
            ["f32[1.0,-0.5,NaN,inf]", "f64[1e-300]", "i32[-1,7]", "u64[18446744073709551615]", "f32[]"]
        {
            assert_eq!(Value::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Value::parse("f64[0;2, 1]").unwrap().to_string(), "f64[0.0,0.0,1.0]");
    }

    #[test]
    fn numbers_are_whole_or_bits() {
        let number = |text: &str| match Value::parse(text) {
            Ok(Value::Number(number)) => Some(number),
            _ => None,
        };
        assert_eq!(number("-1"), Some(u64::MAX));
        assert_eq!(number("18446744073709551615"), Some(u64::MAX));
        assert_eq!(number("0x10"), Some(16));
        assert_eq!(number("f32:1"), Some(0x3f80_0000));
        assert_eq!(number("f16:1"), Some(0x3c00));
        assert_eq!(number("bf16:1"), Some(0x3f80));
        for wrong in ["", "1.5", "f8:1", "f8[1]", "f32[x]", "f32[1;99999999999]", "f32[1", "x.txt"] {
            assert!(Value::parse(wrong).is_err(), "{wrong}");
        }
    }
}
