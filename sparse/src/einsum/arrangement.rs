//! Where the elements of a sparse product are: columns that follow one another, and loops over all others.
//!
//! Problem: kernels take columns at one distance, and rows at another one. Operands of a contraction have any
//! number of labels, with strides of their own.
//!
//! Idea: labels along which operand and result move in the same steps are one dimension. Those that do not
//! fit into it are loops of products. What is left of many loops costs more than copying an operand to where
//! one product is enough: both are priced.
//!
//! Tests: `tests/tests/sparse_einsum.rs`.

use crate::columns::Columns;
use crate::csr::Index;
use crate::product::{ProductError, unavailable};
use crate::rows::{self, RowsSpec};
use tensmith_core::Target;
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::reference::Element;

/// The most columns of a product: the code has instructions for each.
const PANEL: usize = 128;

/// A dimension that operand and result have: its extent, and the elements that each moves along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Along {
    pub(super) extent: usize,
    pub(super) b: isize,
    pub(super) c: isize,
}

/// A dimension of one array: its extent, and the elements from one index to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) extent: usize,
    pub(super) stride: isize,
}

impl Run {
    /// Two dimensions as one, if the outer one continues the inner one.
    pub(super) fn joined(self, inner: Self) -> Option<Self> {
        let extent = self.extent.checked_mul(inner.extent)?;
        if extent == 0 || inner.extent == 1 {
            return Some(Self { extent, ..self });
        }
        if self.extent == 1 {
            return Some(inner);
        }
        let next = isize::try_from(inner.extent).ok().and_then(|extent| inner.stride.checked_mul(extent));
        (next == Some(self.stride)).then_some(Self { extent, ..inner })
    }

    /// The distance of rows that have `least` elements each, if they do not overlap.
    fn distance(self, least: usize) -> Option<usize> {
        if self.extent < 2 {
            return Some(least);
        }
        usize::try_from(self.stride).ok().filter(|stride| *stride >= least)
    }

    /// Whether its elements are neighbours.
    const fn is_dense(self) -> bool {
        self.extent < 2 || self.stride == 1
    }
}

/// The places of the elements of an operand, by summed rows, and of the result, by rows; and by columns.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub(super) summed: Run,
    pub(super) rows: Run,
    pub(super) columns: Vec<Along>,
}

/// Products that together are one with operand and result where they are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrangement {
    pub(super) layout: Layout,
    /// The dimension of the columns.
    pub(super) run: Along,
    /// Elements from a row to the next where it is stored by rows, else from a column to the next: of the
    /// operand, and of the result.
    pub(super) distances: [usize; 2],
    /// All other dimensions.
    pub(super) loops: Vec<Along>,
}

/// Products of the same columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Panels {
    pub(super) columns: Columns,
    /// Elements from the first of operand and result to those of the first product.
    pub(super) start: [isize; 2],
    /// The dimensions over which products are repeated.
    pub(super) loops: Vec<Along>,
}

impl Places {
    /// The arrangements that there are. At least one where no distance is 0 or less.
    pub(super) fn arrangements(&self) -> impl Iterator<Item = Arrangement> {
        [self.by_rows(), self.by_columns()].into_iter().flatten()
    }

    /// Columns are neighbours.
    fn by_rows(&self) -> Option<Arrangement> {
        let mut loops = self.moving();
        let first = loops.iter().position(|along| (along.b, along.c) == (1, 1));
        let run = match first {
            Some(first) => merged(&mut loops, first),
            None => Along { extent: 1, b: 1, c: 1 },
        };
        let distances = [self.summed.distance(run.extent)?, self.rows.distance(run.extent)?];
        Some(Arrangement { layout: Layout::RowMajor, run, distances, loops })
    }

    /// Rows are neighbours.
    fn by_columns(&self) -> Option<Arrangement> {
        if !self.summed.is_dense() || !self.rows.is_dense() {
            return None;
        }
        let reaches =
            |stride: isize, run: Run| usize::try_from(stride).is_ok_and(|stride| stride >= run.extent.max(1));
        let all = self.moving();
        let firsts = all.iter().enumerate();
        let firsts = firsts.filter(|(_, along)| reaches(along.b, self.summed) && reaches(along.c, self.rows));
        let all_merged = firsts.map(|(first, _)| {
            let mut loops = all.clone();
            (merged(&mut loops, first), loops)
        });
        let (run, loops) = all_merged.max_by_key(|(run, _)| run.extent)?;
        let distances = [usize::try_from(run.b).ok()?, usize::try_from(run.c).ok()?];
        Some(Arrangement { layout: Layout::ColumnMajor, run, distances, loops })
    }

    /// The columns' dimensions with more than one element.
    fn moving(&self) -> Vec<Along> {
        self.columns.iter().copied().filter(|along| along.extent != 1).collect()
    }
}

/// Takes a dimension out of some, with all that continue it.
fn merged(from: &mut Vec<Along>, first: usize) -> Along {
    let mut run = from.swap_remove(first);
    let continues = |run: &Along, next: &Along| {
        let step =
            |stride: isize| isize::try_from(run.extent).ok().and_then(|extent| stride.checked_mul(extent));
        step(run.b) == Some(next.b) && step(run.c) == Some(next.c)
    };
    while let Some(next) = from.iter().position(|next| continues(&run, next)) {
        run.extent = run.extent.saturating_mul(from.swap_remove(next).extent);
    }
    run
}

impl Arrangement {
    /// The products: those of equal panels, and one of the columns that are left.
    pub(super) fn panels(&self) -> impl Iterator<Item = Panels> {
        let extent = self.run.extent;
        let width = extent.div_ceil(extent.div_ceil(PANEL).max(1)).max(1);
        let (whole, left) = (extent / width, extent % width);
        let panels = |count: usize, first: usize, repeats: usize| {
            let at = |stride: isize, columns: usize| stride.wrapping_mul(columns as isize);
            let [ldb, ldc] = self.distances;
            let step = Along { extent: repeats, b: at(self.run.b, width), c: at(self.run.c, width) };
            Panels {
                columns: Columns { count, ldb, ldc, start: Start::Nothing },
                start: [at(self.run.b, first), at(self.run.c, first)],
                loops: self.loops.iter().copied().chain([step]).filter(|along| along.extent != 1).collect(),
            }
        };
        let all = [panels(width, 0, whole), panels(left, whole.saturating_mul(width), 1)];
        all.into_iter().filter(|panels| panels.columns.count > 0 && panels.count() > 0)
    }

    /// Predicted cycles of code that reads a matrix of some rows, columns and entries.
    pub(super) fn cycles<T: Element, I: Index>(
        &self,
        shape: (usize, usize),
        entries: usize,
        target: &Target,
    ) -> Result<f64, ProductError> {
        let mut all = 0.0;
        for panels in self.panels() {
            let spec = RowsSpec::new::<T, I>(self.layout, panels.columns)?;
            let price = rows::price(&spec, target).map_err(unavailable(&spec))?;
            all += panels.count() as f64 * price.cycles(shape, entries);
        }
        Ok(all)
    }
}

impl Panels {
    /// How many products there are.
    pub(super) fn count(&self) -> usize {
        self.loops.iter().fold(1, |all, along| all.saturating_mul(along.extent))
    }

    /// Elements from the first of operand and result to those of a product.
    pub(super) fn place(&self, mut nth: usize) -> [isize; 2] {
        let [mut b, mut c] = self.start;
        for along in &self.loops {
            let digit = nth.checked_rem(along.extent).unwrap_or(0) as isize;
            nth = nth.checked_div(along.extent).unwrap_or(0);
            b = b.wrapping_add(along.b.wrapping_mul(digit));
            c = c.wrapping_add(along.c.wrapping_mul(digit));
        }
        [b, c]
    }
}
