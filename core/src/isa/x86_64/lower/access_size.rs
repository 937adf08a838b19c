//! The sizes of accesses without a mask.

use crate::kernel::func::Lanes;

/// A number of bytes that one access without a mask moves.
#[derive(Clone, Copy)]
pub(super) enum AccessSize {
    Word,
    Double,
    Xmm,
    Ymm,
    Zmm,
}

impl AccessSize {
    /// The size of an access that moves a number of bytes, if one does.
    pub(super) const fn of(bytes: usize) -> Option<Self> {
        Some(match bytes {
            4 => Self::Word,
            8 => Self::Double,
            16 => Self::Xmm,
            32 => Self::Ymm,
            64 => Self::Zmm,
            _ => return None,
        })
    }
}

/// The mask of the lowest lanes.
pub(super) const fn lowest(count: u8) -> u16 {
    match 1u16.checked_shl(count as u32) {
        Some(bit) => bit.wrapping_sub(1),
        None => u16::MAX,
    }
}

/// The mask of an access to some lanes, if no access without one moves these.
pub(super) fn needed_mask(lanes: Lanes) -> Option<u16> {
    let is_whole = match lanes.dtype.narrow() {
        None => AccessSize::of(lanes.bytes()).is_some(),
        Some(_) => matches!(lanes.count, 4 | 8 | 16),
    };
    (!is_whole).then(|| lowest(lanes.count))
}
