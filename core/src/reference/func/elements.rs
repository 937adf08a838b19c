//! Elements in memory, and the lanes of registers that they become: narrower ones are widened by loads
//! and narrowed by stores.
//!
//! Tests: `tests/tests/reference_func.rs`, `tests/tests/kernel_language_narrow.rs`.

use super::{Done, State};
use crate::DType;
use crate::kernel::func::{Address, Lanes, Narrow};
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
                let elements = found.chunks_exact(Narrow::BYTES).filter_map(<[u8]>::first_chunk);
                let widened = elements.map(|element| narrow.widened(u16::from_le_bytes(*element)));
                places.zip(widened.flat_map(f32::to_le_bytes)).for_each(|(to, from)| *to = from);
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
                let narrowed = numbers.map(|number| narrow.narrowed(f32::from_le_bytes(*number)));
                places.zip(narrowed.flat_map(u16::to_le_bytes)).for_each(|(to, from)| *to = from);
            }
        }
        Ok(())
    }

    /// The bits of the number that an element in memory is computed with as.
    pub(super) fn element(&mut self, from: Address, dtype: DType) -> Done<u64> {
        let mut value = Contents::ZERO;
        self.load_elements(from, Lanes { dtype, count: 1 }, (&mut value, 0))?;
        Ok(value.bits(0, dtype.arithmetic()))
    }
}
