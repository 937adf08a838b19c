//! How parts of vectors are accessed, and the masks that this takes.

use super::access_size::needed_mask;
use super::width::Width;
use crate::kernel::func::{Lanes, Parts};

/// The size of the vectors that have parts.
pub(super) const BYTES: usize = Width::Zmm.bytes();

/// An access to parts.
pub(super) enum Form {
    /// One access to the low lanes of the vector.
    Low(Lanes),
    /// One access whose lanes all parts have, or some of them.
    Repeated,
    /// One access to neighbours, which do not fill parts.
    Dense,
    /// An access for each part.
    Apart,
}

/// How parts are accessed.
pub(super) fn form(parts: &Parts) -> Form {
    let Parts { lanes, count, apart, .. } = *parts;
    match (count, apart) {
        (1, _) => Form::Low(lanes),
        (_, 0) => Form::Repeated,
        _ if !parts.are_dense() => Form::Apart,
        _ if parts.are_whole() => Form::Low(all_lanes(parts)),
        _ => Form::Dense,
    }
}

/// The lanes of all parts together.
pub(super) fn all_lanes(parts: &Parts) -> Lanes {
    Lanes { count: parts.lanes.count.saturating_mul(parts.count), ..parts.lanes }
}

/// Whether all lanes of a vector are in memory.
pub(super) fn fill_vector(parts: &Parts) -> bool {
    parts.are_whole() && usize::from(parts.size).saturating_mul(parts.count.into()) == BYTES
}

/// The masks that loading parts takes.
pub(super) fn of_loaded_parts(parts: &Parts) -> [Option<u16>; 2] {
    match form(parts) {
        Form::Low(lanes) => [needed_mask(lanes), None],
        Form::Repeated if parts.lanes.dtype.is_converted() => [needed_mask(parts.lanes), None],
        Form::Repeated => [(!fill_vector(parts)).then(|| parts.mask()), None],
        Form::Dense => [needed_mask(all_lanes(parts)), Some(parts.mask())],
        Form::Apart => [needed_mask(parts.lanes), None],
    }
}

/// The masks that storing parts takes.
pub(super) fn of_stored_parts(parts: &Parts) -> [Option<u16>; 2] {
    match form(parts) {
        Form::Low(lanes) => [needed_mask(lanes), None],
        Form::Repeated | Form::Dense | Form::Apart => [needed_mask(parts.lanes), None],
    }
}

/// The mask of the low lanes of all parts.
pub(super) fn of_packed(lanes: Lanes) -> u16 {
    let bit = |nth: usize| 1u16.checked_shl(nth as u32).unwrap_or(0);
    let size = lanes.dtype.arithmetic().bytes();
    let room = Parts::size_for(lanes).checked_div(size).unwrap_or(1);
    let is_low = |lane: &usize| lane.checked_rem(room).unwrap_or(0) < usize::from(lanes.count);
    (0..BYTES.checked_div(size).unwrap_or(0)).filter(is_low).map(bit).fold(0, |all, lane| all | lane)
}
