//! The state of a pass over the panels of one tile.
//!
//! Tests: `tests/tests/primitives_gemm_properties.rs`, `tests/tests/primitives_gemm_sweep.rs`.

use super::panels::{PanelPointers, Panels, chunks};
use super::step::Step;
use crate::address::{bytes, times};
use crate::gemm::tile::{Parts, Tile};
use crate::repeat::Writer;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Int, Lanes, Vector};
use tensmith_core::kernel::spec::{GemmSpec, Layout};
use tensmith_core::{DType, OutOfMemory, Types};

/// Some positions of K that are summed together.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// Groups before it, in this pass: sets of accumulators take turns.
    pub(super) nth: usize,
    /// How many positions.
    pub(super) count: usize,
    /// How many positions a vector along K starts before the first one.
    pub(super) back: usize,
    /// How many positions a vector along K holds.
    pub(super) loaded: usize,
}

/// A pass over the panels of one tile.
pub(super) struct Micro<'m> {
    pub(super) builder: &'m mut Builder,
    pub(super) spec: &'m GemmSpec,
    pub(super) panels: &'m Panels,
    pub(super) tile: Tile,
    /// The starts of the vectors of the tile's rows, in bytes, and their lanes.
    pub(super) parts: Parts,
    /// The preloaded rows of groups that are still to come.
    pub(super) preloaded: &'m [Vector],
    /// The pointer to A, to its first vector of rows if it is contiguous along K.
    pub(super) a: Int,
    /// If A is contiguous along K, pointers to each further vector of rows, and one to the dot rows.
    pub(super) further_a: Vec<Int>,
    pub(super) b: Int,
    /// How far after this pointer the columns of B are.
    pub(super) ahead: i64,
    /// How the pointers step from one position of K to the next.
    pub(super) step_a: Step,
    pub(super) step_b: Step,
    /// Whether the pointers have to be in the same registers again at the end of a pass. Else they move to
    /// others, so that nothing needs to be copied.
    pub(super) loops: bool,
}

impl Writer for Micro<'_> {
    fn builder(&mut self) -> &mut Builder {
        self.builder
    }
}

impl<'m> Micro<'m> {
    pub(super) fn new(
        builder: &'m mut Builder,
        spec: &'m GemmSpec,
        panels: &'m Panels,
        tile: Tile,
        PanelPointers { a, b }: PanelPointers,
    ) -> Result<Self, OutOfMemory> {
        let Types { a: type_a, b: type_b, .. } = spec.types;
        let lanes = panels.lanes.get();
        let parts = tile.height.parts(type_a, panels.lanes);
        let starts_a = parts.iter().take(tile.height.vectors).map(|(start, _)| start);
        let row_of_b = tile.width.saturating_mul(panels.parts.get());
        let starts_b = chunks(row_of_b, panels.lanes).map(|(start, _)| bytes(start, type_b));
        let mut further_a = Vec::new();
        let step_a = match spec.a.layout {
            Layout::ColumnMajor => Step::new((panels.parts, 0), panels, (panels.lda, spec.k), &starts_a),
            Layout::RowMajor => {
                for nth in 1..tile.height.vectors_of_c() {
                    let (row, _) = tile.height.vector(nth, lanes);
                    let offset = times(builder, panels.lda, row)?;
                    further_a.try_push(builder.add(a, offset)?)?;
                }
                Step::of_neighbours(bytes(1, type_a))
            }
        };
        let step_b = match spec.b.layout {
            Layout::ColumnMajor => Step::of_columns(panels, bytes(1, type_b)),
            // Of broadcasts, parts have places; rows that are loaded have both.
            Layout::RowMajor if panels.broadcasts_b => {
                let parts = (panels.parts, bytes(1, type_b));
                Step::new(parts, panels, (panels.ldb, spec.k), &starts_b)
            }
            Layout::RowMajor => Step::new((panels.parts, 0), panels, (panels.ldb, spec.k), &starts_b),
        };
        let (preloaded, ahead, loops) = (panels.preloaded.as_slice(), 0, false);
        Ok(Self {
            builder,
            spec,
            panels,
            tile,
            parts,
            preloaded,
            a,
            further_a,
            b,
            ahead,
            step_a,
            step_b,
            loops,
        })
    }

    /// How many positions of the pass are before this one of a group.
    pub(super) fn position_in_pass(&self, group: Group, position: usize) -> usize {
        group.nth.saturating_mul(self.panels.group.get()).saturating_add(position)
    }
}

/// A lane, or a number of lanes, as instructions name it.
pub(super) fn narrow(lane: usize) -> u8 {
    u8::try_from(lane).unwrap_or(u8::MAX)
}

/// Lanes of a type.
pub(super) fn lanes(dtype: DType, count: usize) -> Lanes {
    Lanes { dtype, count: narrow(count) }
}
