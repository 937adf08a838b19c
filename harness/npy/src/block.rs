//! Elements between files and memory: in blocks, not one by one.
//!
//! A block is small enough to stay in the cache between its bytes and its elements, so that each byte of an
//! array crosses memory once, and large enough that a read costs little by itself.
//!
//! Tests: `harness/npy/src/tests.rs`.

use super::Fault;
use super::header::Bytes;
use std::io::{self, Read, Write};
use tensmith::element::{BF16, Complex, F16};

/// The bytes of a block.
const BLOCK: usize = 1 << 16;

/// An element type that is stored as its bytes, in either order.
pub trait Plain: Copy {
    /// The bytes that are in one order: those of a part of a complex number.
    #[doc(hidden)]
    const PART: usize;

    /// Appends the elements that some bytes are, the low ones of each first.
    #[doc(hidden)]
    fn append(elements: &mut Vec<Self>, bytes: &[u8]);

    /// Appends the bytes that some elements are, in the same order.
    #[doc(hidden)]
    fn append_bytes(bytes: &mut Vec<u8>, elements: &[Self]);
}

macro_rules! plain {
    ($($number:ty),*) => {$(
        impl Plain for $number {
            const PART: usize = size_of::<Self>();

            fn append(elements: &mut Vec<Self>, bytes: &[u8]) {
                let (whole, _) = bytes.as_chunks();
                elements.extend(whole.iter().map(|bytes| Self::from_le_bytes(*bytes)));
            }

            fn append_bytes(bytes: &mut Vec<u8>, elements: &[Self]) {
                let before = bytes.len();
                bytes.resize(before + size_of_val(elements), 0);
                let (places, _) = bytes.get_mut(before..).unwrap_or_default().as_chunks_mut();
                for (place, element) in places.iter_mut().zip(elements) {
                    *place = element.to_le_bytes();
                }
            }
        }
    )*};
}

plain!(BF16, F16, f32, f64, i8, i16, i32, i64, u32, u8);

/// Of each number, the real part comes first.
impl<T: Plain> Plain for Complex<T> {
    const PART: usize = T::PART;

    fn append(elements: &mut Vec<Self>, bytes: &[u8]) {
        let mut parts = Vec::with_capacity(bytes.len() / size_of::<T>());
        T::append(&mut parts, bytes);
        let (whole, _) = parts.as_chunks();
        elements.extend(whole.iter().map(|[re, im]| Self::new(*re, *im)));
    }

    fn append_bytes(bytes: &mut Vec<u8>, elements: &[Self]) {
        let parts: Vec<T> = elements.iter().flat_map(|number| [number.re, number.im]).collect();
        T::append_bytes(bytes, &parts);
    }
}

/// Reads a number of elements, whose bytes are in some order.
pub(super) fn read<T: Plain>(mut reader: impl Read, count: usize, order: Bytes) -> Result<Vec<T>, Fault> {
    let (mut elements, mut left) = (Vec::new(), count);
    elements.try_reserve_exact(count).map_err(|_| Fault::OutOfMemory)?;
    let most = BLOCK / size_of::<T>();
    let mut block = vec![0; most.min(count) * size_of::<T>()];
    while left > 0 {
        let now = left.min(most);
        let bytes = block.get_mut(..now * size_of::<T>()).unwrap_or_default();
        reader.read_exact(bytes)?;
        if order == Bytes::Big {
            bytes.chunks_exact_mut(T::PART).for_each(<[u8]>::reverse);
        }
        T::append(&mut elements, bytes);
        left -= now;
    }
    Ok(elements)
}

/// Writes elements.
pub(super) fn write<T: Plain>(out: &mut dyn Write, elements: &[T]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(BLOCK.min(size_of_val(elements)));
    for block in elements.chunks(BLOCK / size_of::<T>()) {
        bytes.clear();
        T::append_bytes(&mut bytes, block);
        out.write_all(&bytes)?;
    }
    Ok(())
}
