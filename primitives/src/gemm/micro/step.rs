//! The steps of a pointer from one position of K to the next.
//!
//! Tests: `tests/tests/primitives_gemm_properties.rs`, `tests/tests/primitives_gemm_sweep.rs`.

use super::panels::Panels;
use crate::address::signed;
use tensmith_core::kernel::func::Offset;

/// The distance between positions of K.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// All positions of a group are within reach of immediates: the pointer moves once a group.
    Group(i64),
    /// The pointer moves at each position.
    Position(Offset),
}

impl Step {
    /// Chooses for a panel of such positions whose vectors start at the given bytes.
    pub(super) fn new(
        panels: &Panels,
        (stride, positions): (Offset, usize),
        starts: &(impl Iterator<Item = i64> + Clone),
    ) -> Self {
        match stride {
            Offset::Const(bytes) => {
                let all_reach = (0..panels.group.get().min(positions)).all(|position| {
                    let offset = bytes.saturating_mul(signed(position));
                    starts.clone().all(|start| panels.reaches(offset.saturating_add(start)))
                });
                if all_reach { Self::Group(bytes) } else { Self::Position(stride) }
            }
            Offset::Register(_) => Self::Position(stride),
        }
    }

    /// The steps along K in columns of B that are contiguous along it, whose elements have some bytes. Where
    /// elements of columns that no offset reaches are loaded one by one, the pointer moves at each position.
    pub(super) fn of_columns(panels: &Panels, element: i64) -> Self {
        let is_far = panels.columns_of_b.iter().any(|column| matches!(column, Offset::Register(_)));
        if is_far && panels.broadcasts_b {
            Self::Position(Offset::Const(element))
        } else {
            Self::Group(element)
        }
    }

    /// The place of `position` of a group, from the pointer.
    pub(super) fn offset(self, position: usize) -> i64 {
        match self {
            Self::Group(bytes) => bytes.saturating_mul(signed(position)),
            Self::Position(_) => 0,
        }
    }
}
