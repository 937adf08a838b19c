//! Parts of vectors that accesses move.

use crate::kernel::func::Lanes;

/// A number of bytes that one access without a mask moves.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Word,
    Double,
    Xmm,
    Ymm,
    Zmm,
}

/// The access that moves a number of bytes, if one does.
pub(super) const fn part(bytes: usize) -> Option<Part> {
    Some(match bytes {
        4 => Part::Word,
        8 => Part::Double,
        16 => Part::Xmm,
        32 => Part::Ymm,
        64 => Part::Zmm,
        _ => return None,
    })
}

/// The lowest lanes.
pub(super) const fn lowest(count: u8) -> u16 {
    match 1u16.checked_shl(count as u32) {
        Some(bit) => bit.wrapping_sub(1),
        None => u16::MAX,
    }
}

/// The mask of an access to some lanes, if no access without one moves these.
pub(super) fn of_part(lanes: Lanes) -> Option<u16> {
    part(lanes.bytes()).is_none().then(|| lowest(lanes.count))
}
