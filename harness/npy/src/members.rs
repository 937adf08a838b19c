//! Archives in which several arrays are one thing, such as a sparse matrix: members by name, of more types than operands have.
//!
//! Tests: `harness/npy/src/tests.rs`, `harness/matrices/src/tests.rs`.

use super::header::{self, MEMBERS, Stored};
use super::{Fault, NpyError, Refusal, elements, ended, of_each, open};
use npyz::NpyHeader;
use std::collections::HashSet;
use std::io::{BufReader, Read, Seek};
use std::path::Path;
use tensmith::DType;

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
    /// One text of at most three bytes.
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
/// [`NpyError`], where it is not an archive of nothing but arrays, each of one of the types of [`Elements`], little-endian; of texts,
/// an array has one.
pub fn read_members(path: &Path) -> Result<Vec<Member>, NpyError> {
    let members = open(path).and_then(|(file, bytes)| all(BufReader::new(file), bytes));
    members.map_err(|fault| NpyError { path: path.to_owned(), fault })
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
    let (header, stored) = header::checked(&mut reader, bytes, MEMBERS)?;
    let header = NpyHeader::from_reader(header.as_slice()).map_err(Fault::Npyz)?;
    let shape = header.shape().to_vec();
    let elements = match stored {
        Stored::Float(DType::F64) => Elements::F64(elements(header, &mut reader)?),
        Stored::Float(_) => Elements::F32(elements(header, &mut reader)?),
        Stored::I32 => Elements::I32(elements(header, &mut reader)?),
        Stored::I64 => Elements::I64(elements(header, &mut reader)?),
        Stored::Bool => Elements::Bool(elements(header, &mut reader)?),
        // Each would take many times its bytes in memory.
        Stored::Text if header.len() != 1 => return Err(Fault::Texts { found: header.len() }),
        Stored::Text => Elements::Text(elements::<Vec<u8>>(header, &mut reader)?.concat()),
    };
    ended(reader)?;
    Ok(Member { name: name.strip_suffix(".npy").unwrap_or(name).to_owned(), shape, elements })
}
