//! Archives in which several arrays are one thing, such as a sparse matrix: members by name, of more
//! types than operands have.
//!
//! Tests: `harness/npy/src/tests.rs`, `harness/matrices/src/tests.rs`.

use super::archive::Source;
use super::block;
use super::header::{self, MEMBERS, Stored};
use super::{Fault, NpyError, Refusal, ended, of_each, open};
use std::collections::HashSet;
use std::io::{BufReader, Read, Seek};
use std::path::Path;
use tensmith::DType;
use tensmith::element::ScalarType;

/// An array with a name.
#[derive(Debug, PartialEq)]
pub struct Member {
    /// Its name, without `.npy`.
    pub name: String,
    /// Its extents; none of a single number.
    pub shape: Vec<u64>,
    /// Its elements, in the order in which they are stored.
    pub elements: Elements,
}

/// The elements of a member.
#[derive(Debug, PartialEq)]
pub enum Elements {
    /// float32.
    F32(Vec<f32>),
    /// float64.
    F64(Vec<f64>),
    /// int32.
    I32(Vec<i32>),
    /// int64.
    I64(Vec<i64>),
    /// Truth values.
    Bool(Vec<bool>),
    /// One text of at most three characters, in UTF-8.
    Text(Vec<u8>),
}

impl Elements {
    /// The name of their type, as numpy has it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::F32(_) => "float32",
            Self::F64(_) => "float64",
            Self::I32(_) => "int32",
            Self::I64(_) => "int64",
            Self::Bool(_) => "bool",
            Self::Text(_) => "text",
        }
    }
}

/// Reads all members of the archive at `path`, in the order in which it lists them.
///
/// # Errors
/// [`NpyError`], where it is not an archive of nothing but arrays, each of one of the types of [`Elements`];
/// of texts, an array has one.
pub fn read_members(path: &Path) -> Result<Vec<Member>, NpyError> {
    let members = open(path).and_then(|(file, bytes)| all(BufReader::new(file), bytes));
    members.map_err(|fault| NpyError { path: path.to_owned(), fault })
}

/// The names of the members of the archive at `path`, without `.npy`. Of their contents, nothing is read.
///
/// # Errors
/// [`NpyError`], where it is no archive.
pub fn member_names(path: &Path) -> Result<Vec<String>, NpyError> {
    let names = || {
        let (file, bytes) = open(path)?;
        let source = Source::new(BufReader::new(file), bytes);
        let archive = source.opened()?;
        Ok(archive.file_names().map(|name| plain(name).to_owned()).collect())
    };
    names().map_err(|fault| NpyError { path: path.to_owned(), fault })
}

/// Reads all members of an archive of `bytes` bytes, as [`read_members`] does.
///
/// # Errors
/// [`Refusal`], for the same reasons.
pub fn read_archive_members(archive: impl Read + Seek, bytes: u64) -> Result<Vec<Member>, Refusal> {
    Ok(all(archive, bytes)?)
}

/// Reads all members of an archive of `bytes` bytes, whose names differ without `.npy`, too.
fn all(archive: impl Read + Seek, bytes: u64) -> Result<Vec<Member>, Fault> {
    let members = of_each(archive, bytes, member)?;
    let mut names = HashSet::new();
    let twice = members.iter().find(|member| !names.insert(&member.name));
    match twice.map(|member| member.name.clone()) {
        Some(name) => Err(Fault::Twice { name }),
        None => Ok(members),
    }
}

/// Reads a member of `bytes` bytes, and the end of the reader after it.
fn member(name: &str, mut reader: &mut dyn Read, bytes: u64) -> Result<Member, Fault> {
    let described = header::read(&mut reader, MEMBERS)?;
    described.check_length(bytes)?;
    let (count, order) = (described.elements(), described.bytes_of_element);
    // Others would be a list.
    let of_one_text = |size: usize| if count == 1 { Ok(size) } else { Err(Fault::Texts { found: count }) };
    let elements = match described.stored {
        Stored::Number(ScalarType::Real(DType::F64)) => {
            Elements::F64(block::read(&mut reader, count, order)?)
        }
        Stored::Number(_) => Elements::F32(block::read(&mut reader, count, order)?),
        Stored::I32 => Elements::I32(block::read(&mut reader, count, order)?),
        Stored::I64 => Elements::I64(block::read(&mut reader, count, order)?),
        Stored::Bool => Elements::Bool(truths(&block::read(&mut reader, count, order)?)?),
        Stored::Text => Elements::Text(block::read(&mut reader, of_one_text(3)?, order)?),
        Stored::WideText => Elements::Text(utf8(&block::read(&mut reader, of_one_text(3)?, order)?)),
    };
    ended(reader)?;
    let shape = described.shape.iter().map(|extent| *extent as u64).collect();
    Ok(Member { name: plain(name).to_owned(), shape, elements })
}

/// The name of a member without the end that numpy gives it.
fn plain(name: &str) -> &str {
    name.strip_suffix(".npy").unwrap_or(name)
}

/// Bytes as truth values.
fn truths(bytes: &[u8]) -> Result<Vec<bool>, Fault> {
    let mut truths = Vec::new();
    truths.try_reserve_exact(bytes.len()).map_err(|_| Fault::OutOfMemory)?;
    truths.extend(bytes.iter().map(|byte| *byte != 0));
    Ok(truths)
}

/// The text of characters of four bytes, without the zeros at its end.
fn utf8(characters: &[u32]) -> Vec<u8> {
    let known = |code: &u32| char::from_u32(*code).unwrap_or(char::REPLACEMENT_CHARACTER);
    let text: String = characters.iter().map(known).collect();
    text.trim_end_matches('\0').to_owned().into_bytes()
}
