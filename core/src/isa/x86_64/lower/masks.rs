//! The masks of lanes that instructions of a function need.
//!
//! Each is in a register of its own from the entry on, as far as there are registers. One register is left to
//! masks that are made where they are needed, and to results of comparisons.

use super::access_size::needed_mask;
use super::parts_form::{of_loaded_parts, of_packed, of_stored_parts};
use super::width::Width;
use crate::fallible::{Few, OutOfMemory, TryVec};
use crate::isa::x86_64::register::{K7, Mask};
use crate::kernel::func::Inst;

/// The mask that holds nothing from one instruction of a function to the next.
pub(super) const TEMPORARY: Mask = K7;

/// Masks that are made at the entry.
pub(super) const KEPT: usize = 6;

/// The masks that are made at the entry, a bit for each lane. The first is in `k1`.
#[derive(Default)]
pub(super) struct Masks(pub(super) Few<u16, KEPT>);

/// Every other lane.
pub(super) const ODD: u16 = 0xaaaa;

impl Masks {
    /// The masks that instructions need, the first ones first.
    pub(super) fn of(body: &[Inst], width: Width) -> Self {
        let mut masks = Self::default();
        if width == Width::Zmm {
            body.iter().flat_map(needed).flatten().for_each(|lanes| masks.add(lanes));
        }
        masks
    }

    fn add(&mut self, lanes: u16) {
        if self.0.len() < KEPT && !self.0.contains(&lanes) {
            // There is room without an allocation.
            let _: Result<(), OutOfMemory> = self.0.try_push(lanes);
        }
    }
}

/// The masks that an instruction needs.
fn needed(inst: &Inst) -> [Option<u16>; 2] {
    match inst {
        Inst::Load(_, _, lanes) | Inst::Store(_, _, lanes) => [needed_mask(*lanes), None],
        Inst::LoadParts(_, parts) => of_loaded_parts(parts),
        Inst::StoreParts(_, parts) => of_stored_parts(parts),
        Inst::PackParts(_, _, lanes) => [Some(of_packed(*lanes)), None],
        Inst::Shuffle(.., 4) => [Some(ODD), None],
        _ => [None; 2],
    }
}

/// The register of a mask that is kept.
pub(super) fn kept(nth: usize) -> Mask {
    Mask::new((nth as u8).wrapping_add(1)).unwrap_or(TEMPORARY)
}
