//! Arrays of float32 in numpy's `.npy` files (NEP 1).
//!
//! `npyz` reads and writes the format, and trusts what it reads: it allocates
//! as many bytes as the header claims to have, multiplies extents unchecked, and
//! its parser takes exponential time on nested brackets. So [`header`] looks at
//! a file first, and `npyz` sees only what passed. The order keeps hostile files
//! cheap: nothing is allocated by a number from the file before that number was
//! compared with the file's length.
//!
//! Stricter than numpy in one point: bytes that follow the data are refused.
//! numpy ignores them, but a file longer than its header says holds something
//! else than what will be read, and nothing would tell.

mod header;

use npyz::{NpyFile, NpyHeader, Order, WriterBuilder};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use tensmith::{Array, ArrayLayout, LayoutError, ViewError};

/// Reads the array in the file at `path`, in the order in which it is stored.
///
/// # Errors
/// [`NpyError`], when the file is not exactly one `.npy` array of little-endian float32.
pub(crate) fn read(path: &Path) -> Result<Array<f32>, NpyError> {
    read_file(path).map_err(|fault| NpyError { path: path.to_owned(), fault })
}

fn read_file(path: &Path) -> Result<Array<f32>, Fault> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(Fault::NotAFile);
    }
    let mut reader = BufReader::new(file);
    let header = header::checked(&mut reader, metadata.len())?;
    let header = NpyHeader::from_reader(header.as_slice()).map_err(Fault::Npyz)?;
    let layout = layout(&header)?;
    let elements = usize::try_from(header.len()).map_err(|_| Fault::OutOfMemory)?;
    let mut data = Vec::new();
    data.try_reserve_exact(elements).map_err(|_| Fault::OutOfMemory)?;
    let values =
        NpyFile::with_header(header, reader).data::<f32>().map_err(|e| io::Error::other(e.to_string()))?;
    for value in values {
        data.push(value?);
    }
    Array::new(data, layout).map_err(Fault::Array)
}

fn layout(header: &NpyHeader) -> Result<ArrayLayout, Fault> {
    let extents = header.shape().iter().map(|&extent| usize::try_from(extent));
    let shape: Vec<usize> = extents.collect::<Result<_, _>>().map_err(|_| Fault::OutOfMemory)?;
    let layout = match header.order() {
        Order::C => ArrayLayout::c_order(&shape),
        Order::Fortran => ArrayLayout::fortran_order(&shape),
    };
    layout.map_err(|rule| Fault::Layout { shape, rule })
}

/// Writes elements in C order as an `.npy` file of the given shape.
///
/// # Errors
/// Those of `out`, and [`io::ErrorKind::InvalidData`] where the shape does not describe as many
/// elements as `data` has.
pub(crate) fn write(out: &mut dyn Write, data: &[f32], shape: &[usize]) -> io::Result<()> {
    let shape: Vec<u64> = shape.iter().map(|&extent| extent as u64).collect();
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(&shape).writer(out).begin_nd()?;
    writer.extend(data.iter().copied())?;
    writer.finish()
}

/// Prints extents as `2x3x4`, and those of a single number as `scalar`.
pub(crate) struct Shape<'a>(pub(crate) &'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Extents that are printed; no readable line has more.
        const MOST: usize = 64;
        match self.0 {
            [] => f.write_str("scalar"),
            [first, rest @ ..] => {
                write!(f, "{first}")?;
                rest.iter().take(MOST).try_for_each(|extent| write!(f, "x{extent}"))?;
                f.write_str(if rest.len() > MOST { "x…" } else { "" })
            }
        }
    }
}

/// A file cannot be read as an array of float32.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub(crate) struct NpyError {
    path: PathBuf,
    fault: Fault,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("not a regular file: the length of an array's file must be known before it is read")]
    NotAFile,
    #[error("begins with {0:02x?}: an .npy file begins with [93, 4e, 55, 4d, 50, 59]")]
    Magic(Vec<u8>),
    #[error("format version {major}.{minor}: must be 1.0, 2.0 or 3.0")]
    Version { major: u8, minor: u8 },
    #[error("header of {bytes} bytes: must be at most {}", header::MAX_BYTES)]
    HeaderTooLong { bytes: u64 },
    #[error("truncated: the file has {has} bytes, its header alone takes {takes}")]
    HeaderTruncated { has: u64, takes: u64 },
    #[error("header {text:?}: must be a dictionary of 'descr', 'fortran_order' and 'shape'")]
    NotADictionary { text: String },
    #[error("header with {count} brackets: a plain array has 2; structured element types are not read")]
    Brackets { count: usize },
    #[error("element type {descr}: must be '<f4', little-endian float32")]
    ElementType { descr: String },
    #[error("shape {shape}: must be a tuple of integers from 0 to 2^64 - 1")]
    Shape { shape: String },
    #[error("shape {shape}: its size in bytes must be below 2^63")]
    TooLarge { shape: String },
    #[error("truncated: shape {shape} takes {takes} bytes of data, the file has {has}")]
    DataTruncated { shape: String, takes: u64, has: u64 },
    #[error("{bytes} bytes follow the data: the file must end with its array")]
    TrailingBytes { bytes: u64 },
    #[error("shape {}: {rule}", Shape(shape))]
    Layout { shape: Vec<usize>, rule: LayoutError },
    #[error("{0}")]
    Array(#[source] ViewError),
    #[error("header refused: {0}")]
    Npyz(#[source] io::Error),
    #[error("the array does not fit into memory")]
    OutOfMemory,
}

#[cfg(test)]
mod tests;
