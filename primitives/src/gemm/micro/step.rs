//! The steps of a pointer from one position of K to the next.
//!
//! Tests: `tests/tests/primitives_gemm_properties.rs`, `tests/tests/primitives_gemm_sweep.rs`.

use super::panels::Panels;
use crate::address::signed;
use core::num::NonZero;
use tensmith_core::kernel::func::Offset;

/// Where the positions of K are, from a pointer.
#[derive(Clone, Copy)]
pub(super) struct Step {
    far: Far,
    /// How many positions have a place together: those of the parts of a complex number.
    together: NonZero<usize>,
    /// From one of these to the next, in bytes.
    near: i64,
}

/// The distance from place to place.
#[derive(Clone, Copy)]
enum Far {
    /// All positions of a group are within reach of immediates: the pointer moves once a group.
    Group(i64),
    /// The pointer moves at each place.
    Position(Offset),
}

impl Step {
    /// Chooses for a panel of such positions whose vectors start at the given bytes, and of which some have a
    /// place together, with a distance between them.
    pub(super) fn new(
        (together, near): (NonZero<usize>, i64),
        panels: &Panels,
        (stride, positions): (Offset, usize),
        starts: &(impl Iterator<Item = i64> + Clone),
    ) -> Self {
        let Offset::Const(bytes) = stride else { return Self { far: Far::Position(stride), together, near } };
        let by_group = Self { far: Far::Group(bytes), together, near };
        let all_reach = (0..panels.group.get().min(positions)).all(|position| {
            let offset = by_group.offset(position);
            starts.clone().all(|start| panels.reaches(offset.saturating_add(start)))
        });
        if all_reach { by_group } else { Self { far: Far::Position(stride), ..by_group } }
    }

    /// Positions that are some bytes apart, all of a group within reach.
    pub(super) const fn of_neighbours(bytes: i64) -> Self {
        Self { far: Far::Group(bytes), together: NonZero::<usize>::MIN, near: 0 }
    }

    /// The steps along K in columns of B that are contiguous along it, whose elements have some bytes. Where
    /// elements of columns that no offset reaches are loaded one by one, the pointer moves at each position.
    pub(super) fn of_columns(panels: &Panels, element: i64) -> Self {
        let is_far = panels.columns_of_b.iter().any(|column| matches!(column, Offset::Register(_)));
        if is_far && panels.broadcasts_b {
            let far = Far::Position(Offset::Const(element));
            Self { far, ..Self::of_neighbours(element) }
        } else {
            Self::of_neighbours(element)
        }
    }

    /// The place of `position` of a group, from the pointer.
    pub(super) fn offset(self, position: usize) -> i64 {
        let (place, within) = (signed(position / self.together), signed(position % self.together));
        let near = self.near.saturating_mul(within);
        match self.far {
            Far::Group(bytes) => bytes.saturating_mul(place).saturating_add(near),
            Far::Position(_) => near,
        }
    }

    /// Whether the pointer stays where it is within a group.
    pub(super) const fn stays(self) -> bool {
        matches!(self.far, Far::Group(_))
    }

    /// How the pointer moves behind `position` of a group, if it does.
    pub(super) fn behind(self, position: usize) -> Option<Offset> {
        match self.far {
            Far::Position(step) if position.saturating_add(1) % self.together == 0 => Some(step),
            Far::Position(_) | Far::Group(_) => None,
        }
    }
}
