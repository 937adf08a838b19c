//! Elements in memory, and the lanes of registers that they become: narrower ones are widened by loads
//! and narrowed by stores.
//!
//! Tests: `tests/tests/reference_func.rs`, `tests/tests/kernel_language_narrow.rs`.

use super::{Done, State};
use crate::DType;
use crate::kernel::func::{Address, Lanes};
use crate::reference::vector::Contents;

impl State<'_, '_> {
    /// Loads elements into the lanes of a vector from a byte on.
    pub(super) fn load_elements(
        &mut self,
        from: Address,
        lanes: Lanes,
        (value, first): (&mut Contents, usize),
    ) -> Done {
        let found = self.memory_at(from, lanes.bytes())?;
        let places = value.0.iter_mut().skip(first);
        match lanes.dtype.narrow() {
            None => places.zip(found).for_each(|(to, from)| *to = *from),
            Some(narrow) => {
                let bits =
                    |element: &[u8]| element.iter().rev().fold(0, |bits, byte| bits << 8 | u16::from(*byte));
                let elements = found.chunks_exact(narrow.bytes());
                let widened = elements.map(|element| narrow.widened(bits(element)));
                places.zip(widened.flat_map(u32::to_le_bytes)).for_each(|(to, from)| *to = from);
            }
        }
        Ok(())
    }

    /// Stores the lanes of a vector from a byte on as elements.
    pub(super) fn store_elements(
        &mut self,
        (value, first): (&Contents, usize),
        to: Address,
        lanes: Lanes,
    ) -> Done {
        let places = self.memory_at(to, lanes.bytes())?.iter_mut();
        let bytes = value.0.get(first..).unwrap_or(&[]);
        match lanes.dtype.narrow() {
            None => places.zip(bytes).for_each(|(to, from)| *to = *from),
            Some(narrow) => {
                let numbers = bytes.chunks_exact(4).filter_map(<[u8]>::first_chunk);
                let narrowed = numbers.map(|number| narrow.narrowed(u32::from_le_bytes(*number)));
                let bytes = |bits: u16| bits.to_le_bytes().into_iter().take(narrow.bytes());
                places.zip(narrowed.flat_map(bytes)).for_each(|(to, from)| *to = from);
            }
        }
        Ok(())
    }

    /// The bits of the number that an element in memory is computed with as.
    pub(super) fn element(&mut self, from: Address, dtype: DType) -> Done<u64> {
        let mut value = Contents::ZERO;
        self.load_elements(from, Lanes { dtype, count: 1 }, (&mut value, 0))?;
        Ok(value.bits(0, dtype.arithmetic().lanes()))
    }
}
