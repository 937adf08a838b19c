//! The common part of all tiles' A and B: how far rows and columns are apart, and what offsets reach of them.

use crate::address::times;
use crate::gemm::passes::{Passes, broadcasts_b, group};
use crate::gemm::problem::Problem;
use crate::gemm::tile::{MAX_WIDTH, Rows, Shape};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::{Few, TryVec};
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::IssueOrder;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Int, Offset, Vector};
use tensmith_core::kernel::spec::Layout;
use tensmith_core::{OutOfMemory, Target};

/// Distances of columns in a tile, or of rows in a square, of which there are fewer.
type Offsets = Few<Offset, MAX_WIDTH>;

/// Where the panels of a tile begin in A and B.
#[derive(Clone, Copy)]
pub(in crate::gemm) struct PanelPointers {
    pub(in crate::gemm) a: Int,
    pub(in crate::gemm) b: Int,
}

/// The common part of all tiles: leading dimensions in bytes, and multiples of them for panels that are
/// contiguous along K.
pub(in crate::gemm) struct Panels {
    pub(in crate::gemm) lda: Offset,
    pub(in crate::gemm) ldb: Offset,
    /// Distances of the rows of A in a square, if A is contiguous along K.
    pub(super) rows_of_a: Offsets,
    /// Distances of the columns of B in a tile, if B is contiguous along K.
    pub(super) columns_of_b: Offsets,
    /// The dot rows that are preloaded, group by group, if any are.
    pub(in crate::gemm) preloaded: Vec<Vector>,
    pub(in crate::gemm) machine: Machine,
    /// The greatest offset of a single load that costs nothing extra.
    reach: i64,
    /// How far the registers of vectors of A are apart that are each loaded right before its products: where
    /// code is put in another order, each has its own.
    pub(super) rolling_step: u8,
    pub(in crate::gemm) lanes: NonZero<usize>,
    /// Whether elements of B are broadcast from memory, one by one.
    pub(super) broadcasts_b: bool,
    /// Positions of K in a group.
    pub(super) group: NonZero<usize>,
    pub(super) passes: Passes,
    /// Positions of K with the same column of A: the parts of the complex numbers in B, or one.
    pub(in crate::gemm) parts: NonZero<usize>,
}

impl Panels {
    pub(in crate::gemm) fn new(
        builder: &mut Builder,
        problem: &Problem,
        target: &Target,
        shape: Shape,
        (lda, ldb): (Offset, Offset),
    ) -> Result<Self, OutOfMemory> {
        let spec = problem.spec();
        let (machine, model) = (target.machine(), &target.core.model);
        let (lanes, reach) = (machine.lanes(spec.types.accumulator), machine.single_reach(model.forms.loads));
        let group = group(spec, &machine);
        let rolling_step = match model.order {
            IssueOrder::OutOfOrder { .. } => 0,
            IssueOrder::InOrder { .. } => 1,
        };
        let height = match shape.rows {
            Rows::Dot(height) => height.min(lanes),
            _ => lanes,
        };
        let rows = if spec.a.layout == Layout::RowMajor { spec.m.min(height.get()) } else { 0 };
        let columns = if spec.b.layout == Layout::ColumnMajor { spec.n.min(shape.width) } else { 0 };
        let rows_of_a = multiples(builder, machine, lda, rows)?;
        let columns_of_b = multiples(builder, machine, ldb, columns)?;
        Ok(Self {
            lda,
            ldb,
            rows_of_a,
            columns_of_b,
            preloaded: Vec::new(),
            machine,
            reach,
            rolling_step,
            lanes,
            broadcasts_b: broadcasts_b(spec, &machine),
            group,
            passes: Passes::new(spec.k, shape.unroll, group),
            parts: problem.parts(),
        })
    }

    /// Whether `count` columns of B are within reach of offsets from `ahead` bytes before them.
    pub(super) fn reach_columns(&self, count: usize, ahead: i64) -> bool {
        let mut columns = self.columns_of_b.iter().take(count);
        !self.columns_of_b.is_empty()
            && columns.all(|column| match column {
                Offset::Const(bytes) => self.reaches(bytes.saturating_add(ahead)),
                Offset::Register(_) => false,
            })
    }

    /// Whether an offset costs a load nothing extra.
    pub(super) fn reaches(&self, offset: i64) -> bool {
        offset <= self.reach && self.machine.has_immediate_form(offset, self.machine.vector_bytes)
    }
}

/// `0, stride, 2·stride, …`, in the form that a load takes.
fn multiples(
    builder: &mut Builder,
    machine: Machine,
    stride: Offset,
    count: usize,
) -> Result<Offsets, OutOfMemory> {
    let mut offsets = Offsets::new();
    for nth in 0..count {
        let offset = times(builder, stride, nth)?;
        offsets.try_push(match offset {
            Offset::Const(bytes) if !machine.has_immediate_form(bytes, machine.vector_bytes) => {
                Offset::Register(builder.constant(bytes)?)
            }
            offset => offset,
        })?;
    }
    Ok(offsets)
}

/// Covers `total` with vectors: first element and number of elements of each. The last one
/// overlaps the one before it, unless it is the only one.
pub(super) fn chunks(total: usize, lanes: NonZero<usize>) -> impl Iterator<Item = (usize, usize)> + Clone {
    let lanes = lanes.get();
    (0..total.div_ceil(lanes)).map(move |nth| {
        let start = nth.saturating_mul(lanes).min(total.saturating_sub(lanes));
        (start, lanes.min(total))
    })
}
