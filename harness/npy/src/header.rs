//! Looks at the header of an `.npy` file before `npyz` does.
//!
//! A header that passes describes an array of a known type whose data are all there, with few
//! enough extents whose product, counting empty dimensions as 1, stays below 2^63
//! bytes. `npyz` panics or runs away on nothing of that kind.
//!
//! Tests: `harness/npy/src/tests.rs`.

use super::{Fault, check_dimensions};
use py_literal::Value;
use std::io::Read;
use tensmith::DType;

/// Longest header text that is read. numpy's own limit for files that are not
/// trusted is 10,000 bytes; a plain array's header takes about 100.
pub(super) const MAX_BYTES: u64 = 64 * 1024;

const MAGIC: [u8; 6] = *b"\x93NUMPY";

/// The brackets of a plain array's header: one opens the dictionary, one the shape.
const BRACKETS: usize = 2;

/// A type of elements, as a header names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    Float(DType),
    I32,
    I64,
    Bool,
    /// Text of three bytes.
    Text,
}

impl Stored {
    /// The bytes of an element.
    const fn bytes(self) -> u64 {
        match self {
            Self::Float(dtype) => dtype.bytes() as u64,
            Self::I32 => 4,
            Self::I64 => 8,
            Self::Bool => 1,
            Self::Text => 3,
        }
    }
}

/// Some types of elements, by the names that numpy writes.
type Elements = &'static [(&'static str, Stored)];

/// Those of arrays.
pub(super) const FLOATS: Elements = &[("<f4", Stored::Float(DType::F32)), ("<f8", Stored::Float(DType::F64))];

/// Those of the members of an archive in which several arrays are one thing.
pub(super) const MEMBERS: Elements = &[
    ("<f4", Stored::Float(DType::F32)),
    ("<f8", Stored::Float(DType::F64)),
    ("<i4", Stored::I32),
    ("<i8", Stored::I64),
    ("|b1", Stored::Bool),
    ("|S3", Stored::Text),
];

/// Longest piece of a file that an error quotes, in characters.
const QUOTE: usize = 60;

/// An array, as its header describes it.
#[derive(Debug)]
pub(super) struct Described {
    /// The type of its elements.
    pub(super) stored: Stored,
    /// The bytes of its data.
    pub(super) takes: u64,
    /// Its extents, as text.
    shape: String,
}

/// Reads the header of a file of `file_bytes` bytes, from its first byte to the first of the
/// data, and checks all that `npyz` takes on trust. Tells the type of the elements, which is one of some.
pub(super) fn checked(
    file: &mut impl Read,
    file_bytes: u64,
    elements: Elements,
) -> Result<(Vec<u8>, Stored), Fault> {
    let (header, Described { stored, takes, shape }) = described(file, elements)?;
    let has = file_bytes.saturating_sub(header.len() as u64);
    if takes > has {
        return Err(Fault::DataTruncated { shape, takes, has });
    }
    if takes < has {
        return Err(Fault::TrailingBytes { bytes: has - takes });
    }
    Ok((header, stored))
}

/// Reads a header, from the first byte to the first of the data, and checks all of it but whether the data are there.
pub(super) fn described(file: &mut impl Read, elements: Elements) -> Result<(Vec<u8>, Described), Fault> {
    let mut header = Vec::new();
    let text_bytes = text_length(file, &mut header)?;
    if text_bytes > MAX_BYTES {
        return Err(Fault::HeaderTooLong { bytes: text_bytes });
    }
    let takes = header.len() as u64 + text_bytes;
    // At most `MAX_BYTES`, so it fits.
    let text = read_more(file, &mut header, text_bytes as usize)?;
    let described = if text.len() as u64 == text_bytes { Some(check_text(text, elements)?) } else { None };
    let has = header.len() as u64;
    described.map(|described| (header, described)).ok_or(Fault::HeaderTruncated { has, takes })
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

/// Checks the text of a header.
fn check_text(text: &[u8], elements: Elements) -> Result<Described, Fault> {
    let not_a_dictionary = || Fault::NotADictionary { text: quote(&String::from_utf8_lossy(text)) };
    // Counted in strings too: more brackets are never right, wherever they stand.
    let count = text.iter().filter(|byte| matches!(byte, b'{' | b'[' | b'(')).count();
    if count > BRACKETS {
        return Err(Fault::Brackets { count });
    }
    let literal = std::str::from_utf8(text).ok().and_then(|text| text.trim_end_matches('\n').parse().ok());
    let Some(Value::Dict(entries)) = literal else { return Err(not_a_dictionary()) };
    // Of equal keys the last one counts, as in Python and for `npyz`.
    let entry = |name: &str| {
        let named = |(key, _): &&(Value, Value)| key.as_string().is_some_and(|key| key == name);
        entries.iter().rev().find(named).map(|(_, value)| value).ok_or_else(not_a_dictionary)
    };
    if !entry("fortran_order")?.is_boolean() {
        return Err(not_a_dictionary());
    }
    let descr = entry("descr")?;
    let known = elements.iter().find(|(name, _)| descr.as_string().is_some_and(|descr| descr == name));
    let Some(&(_, stored)) = known else {
        let names = elements.iter().map(|(name, _)| *name).collect();
        return Err(Fault::ElementType { descr: quote(&descr.to_string()), names });
    };
    let shape = entry("shape")?;
    let takes = size(shape, stored.bytes())?;
    Ok(Described { stored, takes, shape: quote(&shape.to_string()) })
}

/// The bytes of an array of the given shape.
fn size(value: &Value, element_bytes: u64) -> Result<u64, Fault> {
    let shape = || quote(&value.to_string());
    let (Value::Tuple(items) | Value::List(items)) = value else {
        return Err(Fault::Shape { shape: shape() });
    };
    check_dimensions(items.len())?;
    let extent = |item: &Value| item.as_integer().and_then(|extent| u64::try_from(extent).ok());
    let extents: Option<Vec<u64>> = items.iter().map(extent).collect();
    let Some(extents) = extents else { return Err(Fault::Shape { shape: shape() }) };
    let bytes = extents
        .iter()
        .try_fold(element_bytes, |product, &extent| product.checked_mul(extent.max(1)))
        .filter(|&bytes| i64::try_from(bytes).is_ok())
        .ok_or_else(|| Fault::TooLarge { shape: shape() })?;
    Ok(if extents.contains(&0) { 0 } else { bytes })
}

/// The beginning of a text from a file, for an error message.
fn quote(text: &str) -> String {
    match text.char_indices().nth(QUOTE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
