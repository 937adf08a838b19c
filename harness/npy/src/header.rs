//! The header of an `.npy` file: what its array is, and how many bytes of data follow.
//!
//! A header that passes describes an array of a known type, with few enough extents whose product, counting
//! empty dimensions as 1, stays below 2^63 bytes.
//!
//! Tests: `harness/npy/src/tests.rs`.

use super::literal::{Literal, quote};
use super::{Fault, check_dimensions};
use std::io::{self, Read, Write};
use tensmith::element::ScalarType;
use tensmith::error::LayoutError;
use tensmith::{ArrayLayout, DType};

/// Longest header text that is read. numpy's own limit for files that are not
/// trusted is 10,000 bytes; a plain array's header takes about 100.
pub(super) const MAX_BYTES: u64 = 64 * 1024;

const MAGIC: [u8; 6] = *b"\x93NUMPY";

/// What the data begin at a multiple of, in bytes.
const ALIGNMENT: usize = 64;

/// A type of elements, as a header names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    Number(ScalarType),
    I32,
    I64,
    Bool,
    /// Text of three bytes.
    Text,
    /// Text of three characters, of four bytes each.
    WideText,
}

impl Stored {
    /// The bytes of an element.
    const fn bytes(self) -> u64 {
        match self {
            Self::Number(of) => of.bytes() as u64,
            Self::I32 => 4,
            Self::I64 => 8,
            Self::Bool => 1,
            Self::Text => 3,
            Self::WideText => 12,
        }
    }
}

/// A type of elements: the name that numpy writes, and others that mean the same, without an order of bytes.
pub(super) struct Type {
    stored: Stored,
    name: &'static str,
    others: &'static [&'static str],
}

const fn row(stored: Stored, name: &'static str, others: &'static [&'static str]) -> Type {
    Type { stored, name, others }
}

const fn real(dtype: DType) -> Stored {
    Stored::Number(ScalarType::Real(dtype))
}

const FLOAT16: Type = row(real(DType::F16), "<f2", &["f2", "e", "float16", "half"]);
const FLOAT32: Type = row(real(DType::F32), "<f4", &["f4", "f", "float32", "single"]);
const FLOAT64: Type = row(real(DType::F64), "<f8", &["f8", "d", "float64", "double", "float"]);

const INT8: Type = row(real(DType::I8), "|i1", &["i1", "b", "int8", "byte"]);
const UINT8: Type = row(real(DType::U8), "|u1", &["u1", "B", "uint8", "ubyte"]);
const INT16: Type = row(real(DType::I16), "<i2", &["i2", "h", "int16", "short"]);
const INT32: Type = row(real(DType::I32), "<i4", &["i4", "i", "int32", "intc"]);

const COMPLEX64: Type = row(Stored::Number(ScalarType::C64), "<c8", &["c8", "F", "complex64", "csingle"]);
const COMPLEX128: Type =
    row(Stored::Number(ScalarType::C128), "<c16", &["c16", "D", "complex128", "cdouble", "complex"]);

/// What numpy writes for bfloat16 of the package `ml_dtypes`: the name of any two bytes.
const TWO_BYTES: &str = "<V2";

const BFLOAT16: Type = row(real(DType::BF16), TWO_BYTES, &["V2"]);

/// Those of arrays.
pub(super) const NUMBERS: &[Type] =
    &[FLOAT16, FLOAT32, FLOAT64, INT8, UINT8, INT16, INT32, COMPLEX64, COMPLEX128];

/// The same where two bytes are known to be bfloat16.
pub(super) const WITH_BFLOAT16: &[Type] =
    &[FLOAT16, FLOAT32, FLOAT64, INT8, UINT8, INT16, INT32, COMPLEX64, COMPLEX128, BFLOAT16];

/// Those of the members of an archive in which several arrays are one thing.
pub(super) const MEMBERS: &[Type] = &[
    FLOAT32,
    FLOAT64,
    row(Stored::I32, "<i4", &["i4", "i", "int32"]),
    row(Stored::I64, "<i8", &["i8", "q", "int64"]),
    row(Stored::Bool, "|b1", &["b1", "?", "bool"]),
    row(Stored::Text, "|S3", &["S3", "a3"]),
    row(Stored::WideText, "<U3", &["U3"]),
];

impl Type {
    /// Whether a header means it: with an order of bytes, that of this machine, or none.
    fn is_meant_by(&self, descr: &str) -> bool {
        let plain = descr.trim_start_matches(['<', '>', '=', '|']);
        let has_one_order = descr.len() - plain.len() <= 1;
        descr == self.name || (has_one_order && self.others.contains(&plain))
    }
}

/// The order in which elements are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    C,
    Fortran,
}

/// The order in which the bytes of a number are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bytes {
    /// The low ones first.
    Little,
    /// The high ones first.
    Big,
}

impl Bytes {
    /// That of elements with such a name.
    fn of(descr: Option<&str>) -> Self {
        if descr.is_some_and(|descr| descr.starts_with('>')) { Self::Big } else { Self::Little }
    }
}

/// An array, as its header describes it.
#[derive(Debug)]
pub(super) struct Described {
    /// The type of its elements.
    pub(super) stored: Stored,
    /// The order of their bytes.
    pub(super) bytes_of_element: Bytes,
    /// Its extents.
    pub(super) shape: Vec<usize>,
    order: Order,
    /// The bytes of the header.
    pub(super) bytes: u64,
    /// The bytes of its data.
    pub(super) takes: u64,
}

impl Described {
    /// Number of elements.
    pub(super) fn elements(&self) -> usize {
        // Its bytes are a `u64` below 2^63, so this fits.
        (self.takes / self.stored.bytes()) as usize
    }

    /// Where its elements are.
    pub(super) fn layout(self) -> Result<ArrayLayout, Fault> {
        let layout: Result<_, LayoutError> = match self.order {
            Order::C => ArrayLayout::c_order(&self.shape),
            Order::Fortran => ArrayLayout::fortran_order(&self.shape),
        };
        layout.map_err(|rule| Fault::Layout { shape: self.shape, rule })
    }

    /// Refuses a file of some bytes that is longer than this array, or shorter.
    pub(super) fn check_length(&self, file_bytes: u64) -> Result<(), Fault> {
        let (takes, has) = (self.takes, file_bytes.saturating_sub(self.bytes));
        if takes > has {
            let shape = quote(&tuple(&self.shape));
            return Err(Fault::DataTruncated { shape, takes, has });
        }
        if takes < has { Err(Fault::TrailingBytes { bytes: has - takes }) } else { Ok(()) }
    }
}

/// Reads a header, from the first byte to the first of the data, of one of some types.
pub(super) fn read(file: &mut impl Read, types: &[Type]) -> Result<Described, Fault> {
    let mut header = Vec::new();
    let text_bytes = text_length(file, &mut header)?;
    if text_bytes > MAX_BYTES {
        return Err(Fault::HeaderTooLong { bytes: text_bytes });
    }
    let bytes = header.len() as u64 + text_bytes;
    // At most `MAX_BYTES`, so it fits.
    let text = read_more(file, &mut header, text_bytes as usize)?;
    if (text.len() as u64) < text_bytes {
        return Err(Fault::HeaderTruncated { has: header.len() as u64, takes: bytes });
    }
    described(&String::from_utf8_lossy(text), bytes, types)
}

/// Reads magic, version and length, and returns the length of the text after them.
fn text_length(file: &mut impl Read, header: &mut Vec<u8>) -> Result<u64, Fault> {
    let magic = read_more(file, header, MAGIC.len())?;
    if *magic != MAGIC {
        return Err(Fault::Magic(magic.to_vec()));
    }
    let length_bytes = match *read_more(file, header, 2)? {
        [1, 0] => 2,
        [2 | 3, 0] => 4,
        [major, minor] => return Err(Fault::Version { major, minor }),
        _ => 2,
    };
    let length = read_more(file, header, length_bytes)?;
    if length.len() < length_bytes {
        let takes = MAGIC.len() + 2 + length_bytes;
        return Err(Fault::HeaderTruncated { has: header.len() as u64, takes: takes as u64 });
    }
    Ok(length.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}

/// Appends the next `count` bytes of a file, fewer at its end, and returns them.
fn read_more<'a>(file: &mut impl Read, header: &'a mut Vec<u8>, count: usize) -> Result<&'a [u8], Fault> {
    let start = header.len();
    file.take(count as u64).read_to_end(header)?;
    Ok(header.get(start..).unwrap_or_default())
}

/// Reads the text of a header.
fn described(text: &str, bytes: u64, types: &[Type]) -> Result<Described, Fault> {
    let literal = Literal::parse(text)?;
    let entry = |key: &'static str| literal.get(key)?.ok_or(Fault::Key { key });
    let (descr, order, shape) = (entry("descr")?, entry("fortran_order")?, entry("shape")?);
    let order = match order.as_truth() {
        Some(true) => Order::Fortran,
        Some(false) => Order::C,
        None => return Err(Fault::Order { found: order.quoted() }),
    };
    let is_meant = |known: &&Type| descr.as_text().is_some_and(|descr| known.is_meant_by(descr));
    let Some(&Type { stored, .. }) = types.iter().find(is_meant) else {
        if is_meant(&&BFLOAT16) {
            return Err(Fault::TwoBytes { descr: descr.quoted() });
        }
        let names = types.iter().map(|known| known.name).collect();
        return Err(Fault::ElementType { descr: descr.quoted(), names });
    };
    let (shape, takes) = size(shape, stored.bytes())?;
    let bytes_of_element = Bytes::of(descr.as_text());
    Ok(Described { stored, bytes_of_element, shape, order, bytes, takes })
}

/// The extents of an array, and its bytes.
fn size(literal: &Literal<'_>, element_bytes: u64) -> Result<(Vec<usize>, u64), Fault> {
    let shape = || literal.quoted();
    let items = literal.as_sequence().ok_or_else(|| Fault::Shape { shape: shape() })?;
    check_dimensions(items.len())?;
    let extents: Option<Vec<u64>> = items.iter().map(Literal::as_number).collect();
    let extents = extents.ok_or_else(|| Fault::Shape { shape: shape() })?;
    let bytes = extents
        .iter()
        .try_fold(element_bytes, |product, &extent| product.checked_mul(extent.max(1)))
        .filter(|&bytes| i64::try_from(bytes).is_ok())
        .ok_or_else(|| Fault::TooLarge { shape: shape() })?;
    let takes = if extents.contains(&0) { 0 } else { bytes };
    let extents = extents.into_iter().map(usize::try_from).collect::<Result<_, _>>();
    Ok((extents.map_err(|_| Fault::OutOfMemory)?, takes))
}

/// Writes the header of an array in C order, as numpy does: the data begin at a multiple of 64 bytes.
///
/// `shape` has few enough extents for a header of format version 1.0.
pub(super) fn write(out: &mut dyn Write, scalar: ScalarType, shape: &[usize]) -> io::Result<()> {
    let known = WITH_BFLOAT16.iter().find(|known| known.stored == Stored::Number(scalar));
    let descr = known.ok_or(io::ErrorKind::InvalidInput)?.name;
    let extents = tuple(shape);
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {extents}, }}");
    // Magic, version, length, text, and a line's end.
    let begins = MAGIC.len() + 4;
    let padded = (begins + text.len() + 1).next_multiple_of(ALIGNMENT) - begins;
    let length = u16::try_from(padded).map_err(|_| io::ErrorKind::InvalidInput)?;
    out.write_all(&MAGIC)?;
    out.write_all(&[1, 0])?;
    out.write_all(&length.to_le_bytes())?;
    writeln!(out, "{text:width$}", width = padded - 1)
}

/// Extents as Python prints them.
fn tuple(shape: &[usize]) -> String {
    let extents = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    if shape.len() == 1 { format!("({extents},)") } else { format!("({extents})") }
}
