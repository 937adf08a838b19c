//! Arrays of float16, float32, float64, int8, uint8, int16, int32, complex64 and complex128 in numpy's `.npy`
//! files (NEP 1), and in archives of them, `.npz`; and of bfloat16, which files call two bytes: they are read
//! where that type is expected, and nowhere else.
//!
//! Nothing in a file is taken on trust: `header` reads its literal and compares what it says with the file's
//! length before anything is allocated by a number from it. `block` reads the elements.
//!
//! Stricter than numpy in one point: bytes that follow the data are refused.
//! numpy ignores them, but a file longer than its header says holds something
//! else than what will be read, and nothing would tell.
//!
//! Of a stream, no more is read than its header says. An archive's own account of a member is checked by the
//! most that compression can achieve, and members may not share bytes, so that a file becomes at most
//! [`MOST_EXPANSION`] times as long in memory. How often it is read to find its members is limited,
//! and their names differ.
//!
//! An array that is read or written has at most [`MAX_DIMENSIONS`], as in numpy.
//!
//! Tests: `harness/npy/src/tests.rs`, `harness/cli/tests/program/einsum.rs`, `tests/tests/fuzz_corpus.rs`.

mod archive;
mod block;
mod header;
mod literal;
mod members;

pub use members::{Elements, Member, member_names, read_archive_members, read_members};

use archive::{MORE_READ, MOST_READS, Source};
use block::Plain;
use header::{Described, Stored, Type};
use literal::Unexpected;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use tensmith::element::{BF16, Complex, F16, Scalar, ScalarType};
use tensmith::error::{LayoutError, ViewError};
use tensmith::{Array, DType};
use tensmith_core::text::Count;
use tensmith_core::with_scalar;
use zip::result::ZipError;

/// The most dimensions of numpy's arrays, since its version 2.0.
pub const MAX_DIMENSIONS: usize = 64;

/// The types that elements may have.
type Types = &'static [Type];

/// An array of one of the element types that are read.
#[derive(Debug)]
pub enum Loaded {
    /// Of bfloat16.
    BF16(Array<BF16>),
    /// Of float16.
    F16(Array<F16>),
    /// Of float32.
    F32(Array<f32>),
    /// Of float64.
    F64(Array<f64>),
    /// Of int8.
    I8(Array<i8>),
    /// Of uint8.
    U8(Array<u8>),
    /// Of int16.
    I16(Array<i16>),
    /// Of int32.
    I32(Array<i32>),
    /// Of complex64.
    C64(Array<Complex<f32>>),
    /// Of complex128.
    C128(Array<Complex<f64>>),
}

/// An element type that is read and written.
pub trait Number: Scalar + Plain {
    /// The array, if its elements are of this type.
    fn of(loaded: Loaded) -> Option<Array<Self>>;

    /// An array of this type, among those of others.
    fn loaded(array: Array<Self>) -> Loaded;
}

macro_rules! numbers {
    ($($variant:ident($number:ty)),*) => {$(
        impl Number for $number {
            fn of(loaded: Loaded) -> Option<Array<Self>> {
                if let Loaded::$variant(array) = loaded { Some(array) } else { None }
            }

            fn loaded(array: Array<Self>) -> Loaded {
                Loaded::$variant(array)
            }
        }
    )*};
}

numbers!(
    BF16(BF16),
    F16(F16),
    F32(f32),
    F64(f64),
    I8(i8),
    U8(u8),
    I16(i16),
    I32(i32),
    C64(Complex<f32>),
    C128(Complex<f64>)
);

impl Loaded {
    /// The type of its elements.
    pub fn scalar(&self) -> ScalarType {
        match self {
            Self::BF16(array) => of(array),
            Self::F16(array) => of(array),
            Self::F32(array) => of(array),
            Self::F64(array) => of(array),
            Self::I8(array) => of(array),
            Self::U8(array) => of(array),
            Self::I16(array) => of(array),
            Self::I32(array) => of(array),
            Self::C64(array) => of(array),
            Self::C128(array) => of(array),
        }
    }
}

const fn of<T: Scalar>(_: &Array<T>) -> ScalarType {
    T::TYPE
}

/// Reads the array in the file at `path`, or the standard input stream where that is `-`, in the order in
/// which it is stored. A file whose name ends with `.npz` holds any number of them.
///
/// # Errors
/// [`NpyError`], when the file is not exactly that, of float16, float32, float64, int8, uint8, int16, int32,
/// complex64 or complex128, whose bytes may be in either order.
pub fn read(path: &Path) -> Result<Vec<Loaded>, NpyError> {
    read_of(path, header::NUMBERS)
}

/// The same where elements of a type are expected: two bytes that a file says nothing else of (`V2`) are
/// bfloat16, if that is expected, as numpy writes those of the package `ml_dtypes`. Elements may still be of
/// another type.
///
/// # Errors
/// As [`read`].
pub fn read_expecting(path: &Path, expected: ScalarType) -> Result<Vec<Loaded>, NpyError> {
    read_of(path, if expected == DType::BF16.into() { header::WITH_BFLOAT16 } else { header::NUMBERS })
}

fn read_of(path: &Path, types: Types) -> Result<Vec<Loaded>, NpyError> {
    let loaded = match path.extension() {
        Some(extension) if extension == "npz" => {
            open(path).and_then(|(file, bytes)| from_archive(BufReader::new(file), bytes, types))
        }
        _ if path == Path::new("-") => from_stream(io::stdin().lock(), types).map(|array| vec![array]),
        _ => read_file(path, types).map(|array| vec![array]),
    };
    loaded.map_err(|fault| NpyError { path: path.to_owned(), fault })
}

fn read_file(path: &Path, types: Types) -> Result<Loaded, Fault> {
    let (file, bytes) = open(path)?;
    read_array(BufReader::new(file), bytes, types)
}

/// Opens a regular file, and tells its length.
fn open(path: &Path) -> Result<(File, u64), Fault> {
    let file = open_regular(path)?.ok_or(Fault::NotAFile)?;
    let bytes = file.metadata()?.len();
    Ok((file, bytes))
}

/// Opens a regular file; none, where it is a pipe or something else, which is not waited for.
///
/// # Errors
/// The system's.
pub fn open_regular(path: &Path) -> io::Result<Option<File>> {
    // Without the flag, a pipe that nobody writes to is waited for.
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Reads an array from a stream, up to the end that its header states and one byte more, so that
/// its length is known.
///
/// # Errors
/// [`Refusal`], when the stream is not exactly an `.npy` file of float16, float32, float64, int8, uint8,
/// int16, int32, complex64 or complex128.
pub fn read_stream(stream: impl Read) -> Result<Loaded, Refusal> {
    Ok(from_stream(stream, header::NUMBERS)?)
}

fn from_stream(mut stream: impl Read, types: Types) -> Result<Loaded, Fault> {
    let described = header::read(&mut stream, types)?;
    let mut data = Vec::new();
    stream.take(described.takes.saturating_add(1)).read_to_end(&mut data)?;
    described.check_length(described.bytes + data.len() as u64)?;
    read_data(described, data.as_slice())
}

/// Reads the arrays of an archive of `bytes` bytes, in the order in which it lists them.
///
/// # Errors
/// [`Refusal`], when it is not an archive of nothing but such arrays.
pub fn read_archive(archive: impl Read + Seek, bytes: u64) -> Result<Vec<Loaded>, Refusal> {
    Ok(from_archive(archive, bytes, header::NUMBERS)?)
}

fn from_archive(archive: impl Read + Seek, bytes: u64, types: Types) -> Result<Vec<Loaded>, Fault> {
    of_each(archive, bytes, |_, entry, bytes| read_array(entry, bytes, types))
}

/// Reads each member of an archive of `bytes` bytes with `read`, which takes its name, its
/// bytes and their number.
fn of_each<M>(
    archive: impl Read + Seek,
    bytes: u64,
    read: impl Fn(&str, &mut dyn Read, u64) -> Result<M, Fault>,
) -> Result<Vec<M>, Fault> {
    let source = Source::new(archive, bytes);
    let (mut archive, mut left) = (source.opened()?, bytes);
    let mut loaded = Vec::new();
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number).map_err(Fault::Archive)?;
        let (name, bytes, stored) = (entry.name().to_owned(), entry.size(), entry.compressed_size());
        left = left.checked_sub(stored).ok_or(Fault::Overlapping)?;
        let member = match bytes > stored.saturating_mul(MOST_EXPANSION) {
            true => Err(Fault::Expansion { bytes, stored }),
            false => read(&name, &mut entry, bytes),
        };
        loaded.push(member.map_err(|fault| Fault::Entry { name, fault: Box::new(fault) })?);
    }
    Ok(loaded)
}

/// The most bytes that one byte of an archive can stand for: in the format "deflate", 258 of them
/// take two bits at least.
pub const MOST_EXPANSION: u64 = 4 * 258;

/// Reads an array of `bytes` bytes, and the end of the reader after it: members of archives compare their
/// checksum only there.
fn read_array(mut reader: impl Read, bytes: u64, types: Types) -> Result<Loaded, Fault> {
    let described = header::read(&mut reader, types)?;
    described.check_length(bytes)?;
    let loaded = read_data(described, &mut reader)?;
    ended(reader)?;
    Ok(loaded)
}

fn read_data(described: Described, reader: impl Read) -> Result<Loaded, Fault> {
    match described.stored {
        Stored::Number(scalar) => {
            with_scalar!(scalar, T => read_elements::<T>(described, reader).map(T::loaded))
        }
        // The header has no other type that arrays may have.
        _ => read_elements(described, reader).map(Loaded::F32),
    }
}

fn read_elements<T: Number>(described: Described, reader: impl Read) -> Result<Array<T>, Fault> {
    let elements = block::read(reader, described.elements(), described.bytes_of_element)?;
    Array::new(elements, described.layout()?).map_err(Fault::Array)
}

/// Refuses bytes that follow.
fn ended(mut reader: impl Read) -> Result<(), Fault> {
    match io::copy(&mut reader, &mut io::sink())? {
        0 => Ok(()),
        bytes => Err(Fault::TrailingBytes { bytes }),
    }
}

/// The extents of an array that a file can hold.
#[derive(Debug)]
pub struct Extents(Vec<usize>);

impl Extents {
    /// Those of an array that is to be written to `path`.
    ///
    /// # Errors
    /// [`NpyError`], where there are more than [`MAX_DIMENSIONS`].
    pub fn new(path: &Path, shape: &[usize]) -> Result<Self, NpyError> {
        check_dimensions(shape.len()).map_err(|fault| NpyError { path: path.to_owned(), fault })?;
        Ok(Self(shape.to_vec()))
    }
}

fn check_dimensions(count: usize) -> Result<(), Fault> {
    if count > MAX_DIMENSIONS { Err(Fault::Dimensions { count }) } else { Ok(()) }
}

/// Writes elements in C order as an `.npy` file of the given extents.
///
/// # Errors
/// Those of `out`, and [`io::ErrorKind::InvalidData`] where the extents do not describe as many
/// elements as `data` has.
pub fn write<T: Number>(out: &mut dyn Write, data: &[T], extents: &Extents) -> io::Result<()> {
    let elements = extents.0.iter().try_fold(1usize, |all, extent| all.checked_mul(*extent));
    if elements != Some(data.len()) {
        let rule = format!("{}: must be as many as {} has", Count(data.len(), "element"), Shape(&extents.0));
        return Err(io::Error::new(io::ErrorKind::InvalidData, rule));
    }
    header::write(out, T::TYPE, &extents.0)?;
    block::write(out, data)
}

/// Prints extents as `2x3x4`, and those of a single number as `scalar`.
#[derive(Debug)]
pub struct Shape<'a>(pub &'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("scalar"),
            [first, rest @ ..] => {
                write!(f, "{first}")?;
                rest.iter().try_for_each(|extent| write!(f, "x{extent}"))
            }
        }
    }
}

/// A file cannot be read as an array, or not hold one.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct NpyError {
    path: PathBuf,
    fault: Fault,
}

/// Bytes are not an array, or not an archive of such. The message says why.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Refusal(#[from] Fault);

/// The element types of a header that is accepted.
fn either(names: &[&str]) -> String {
    match names {
        // Arrays, which most people read.
        ["<f2", "<f4", "<f8", "|i1", "|u1", "<i2", "<i4", "<c8", "<c16"] => {
            "'f2', 'f4', 'f8', 'i1', 'u1', 'i2', 'i4', 'c8' or 'c16': float16, float32, float64, int8, uint8, int16, int32, complex64 or complex128, in either order of bytes"
                .to_owned()
        }
        _ => format!("one of {}", names.join(", ")),
    }
}

/// A mistake in a file.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    #[error("not a regular file: the length of an array's file must be known before it is read")]
    NotAFile,
    #[error("begins with {0:02x?}: an .npy file begins with [93, 4e, 55, 4d, 50, 59]")]
    Magic(Vec<u8>),
    #[error("format version {major}.{minor}: must be 1.0, 2.0 or 3.0")]
    Version { major: u8, minor: u8 },
    #[error("header of {bytes}: must be at most {}", header::MAX_BYTES, bytes = Count(*bytes, "byte"))]
    HeaderTooLong { bytes: u64 },
    #[error("truncated: the file has {has}, its header alone takes {takes}", has = Count(*has, "byte"))]
    HeaderTruncated { has: u64, takes: u64 },
    #[error(transparent)]
    Literal(#[from] Unexpected),
    #[error("header without '{key}': must have 'descr', 'fortran_order' and 'shape'")]
    Key { key: &'static str },
    #[error("'fortran_order' is {found}: must be True or False")]
    Order { found: String },
    #[error("element type {descr}: must be {}", either(names))]
    ElementType { descr: String, names: Vec<&'static str> },
    #[error("element type {descr}: says no more than a size; it is read as bfloat16 where bf16 is asked for")]
    TwoBytes { descr: String },
    #[error("{found}: must be 1", found = Count(*found, "text"))]
    Texts { found: usize },
    #[error("shape {shape}: must be a tuple of integers from 0 to 2^64 - 1")]
    Shape { shape: String },
    #[error("{count}: must be at most {MAX_DIMENSIONS}, as in numpy", count = Count(*count, "dimension"))]
    Dimensions { count: usize },
    #[error("shape {shape}: its size in bytes must be below 2^63")]
    TooLarge { shape: String },
    #[error("truncated: shape {shape} takes {takes} of data, the file has {has}", takes = Count(*takes, "byte"))]
    DataTruncated { shape: String, takes: u64, has: u64 },
    #[error("{}", Behind(*bytes))]
    TrailingBytes { bytes: u64 },
    #[error("shape {}: {rule}", Shape(shape))]
    Layout { shape: Vec<usize>, rule: LayoutError },
    #[error(transparent)]
    Array(ViewError),
    #[error("not an archive of arrays: {0}")]
    Archive(ZipError),
    #[error("not an archive of arrays: its members take more bytes than it has")]
    Overlapping,
    #[error("not an archive of arrays: of {bytes}, more would have to be read than {MOST_READS} times as many and {MORE_READ}", bytes = Count(*bytes, "byte"))]
    Rereads { bytes: u64 },
    #[error("not an archive of arrays: it lists {listed}, and has {names} by name: must be as many", listed = Count(*listed, "member"))]
    Names { listed: usize, names: usize },
    #[error("not an archive of arrays: it has two with the name `{name}`")]
    Twice { name: String },
    #[error("{bytes}, stored as {stored}: must be at most {MOST_EXPANSION} times as many", bytes = Count(*bytes, "byte"))]
    Expansion { bytes: u64, stored: u64 },
    #[error("{name} in it: {fault}")]
    Entry { name: String, fault: Box<Fault> },
    #[error("the array does not fit into memory")]
    OutOfMemory,
}

/// Bytes behind the data, as a sentence.
struct Behind(u64);

impl fmt::Display for Behind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let follow = if self.0 == 1 { "follows" } else { "follow" };
        write!(f, "{} {follow} the data: the file must end with its array", Count(self.0, "byte"))
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

#[cfg(test)]
mod tests;
