//! The factors of products of pairs: where their pairs are, and the copies that bring these together.
//!
//! Pairs are neighbours along one index. A factor that is contiguous along it, and moves by whole pairs else,
//! has them where it is. A copy has its rows innermost, and pairs of them: rows that are contiguous are
//! zipped two by two, and pairs that are there change places (`tensor::grouped`).
//!
//! Tests: `tests/tests/einsum_grouped.rs`.

use super::view::View;
use crate::DType;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_with_room};
use crate::kernel::func::DotTypes;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand};
use alloc::vec::Vec;

/// The elements of a pair.
pub(super) const PAIR: usize = DotTypes::BF16.group().get();

/// The most tasks for each thread, of copies.
const TASKS: usize = 4;

/// The fewest elements that several threads copy.
const MANY: usize = 1 << 16;

/// A factor as it is.
pub(super) struct Factor<'f> {
    pub(super) view: &'f View,
    /// The type of its elements.
    pub(super) dtype: DType,
    /// The indices along which it moves, in the order of a copy: that of pairs, and then its rows, are
    /// innermost.
    pub(super) order: Vec<Index>,
    /// The index that is taken in pairs.
    pub(super) along: Index,
    /// The extents of all indices.
    pub(super) extents: &'f [usize],
}

/// A factor whose pairs are neighbours.
pub(super) struct Paired {
    /// How pairs lie in memory.
    pub(super) view: View,
    /// The copy that brings them together; none where they are.
    pub(super) copy: Option<Nest>,
    /// How many pairs there are.
    pub(super) pairs: usize,
}

impl Factor<'_> {
    /// The same, where its pairs are neighbours already.
    pub(super) fn in_place(&self) -> Result<Option<Paired>, OutOfMemory> {
        if !self.has_pairs() {
            return Ok(None);
        }
        let view = self.view.in_groups(self.along, PAIR as isize)?;
        Ok(Some(Paired { view, copy: None, pairs: self.pairs() }))
    }

    /// A copy, for a number of threads; none where its elements lie otherwise than kernels take them.
    pub(super) fn copied(&self, threads: usize) -> Result<Option<Paired>, OutOfMemory> {
        let Some((&row, outer)) = self.order.split_last() else { return Ok(None) };
        let is_zipped = self.view.stride(row) == 1;
        let fits = row != self.along && (is_zipped || self.has_pairs());
        if !fits || self.pairs() > self.reach() {
            return Ok(None);
        }
        let dense = View::dense(&self.order, |index| self.extent_in_pairs(index))?;
        let dims = self.dims(&dense, (row, outer), threads)?;
        let copy = Nest { main: Main::Group, ..Nest::contraction(self.dtype, dims) };
        let standing = self.view.indices().filter(|index| !self.order.contains(index));
        Ok(Some(Paired { view: dense.with_standing(standing)?, copy: Some(copy), pairs: self.pairs() }))
    }

    /// Whether pairs are contiguous, and all else is at distances of whole pairs.
    fn has_pairs(&self) -> bool {
        let is_whole = |index: &Index| *index == self.along || self.view.stride(*index) % PAIR as isize == 0;
        self.view.stride(self.along) == 1 && self.order.iter().all(is_whole)
    }

    /// The dimensions of a copy to a dense tensor of pairs: tasks, loops, and those of a kernel.
    fn dims(
        &self,
        dense: &View,
        (row, outer): (Index, &[Index]),
        threads: usize,
    ) -> Result<Vec<Dim>, OutOfMemory> {
        let pair = PAIR as isize;
        let strides = |from: isize, to: isize| PerOperand { in0: from, in1: 0, out: to };
        let over = |index| strides(self.view.stride(index), dense.stride(index).saturating_mul(pair));
        let PerOperand { in0, out, .. } = over(self.along);
        let pairs = strides(in0.saturating_mul(pair), out);
        // Loops are shared, if they are long enough.
        let is_long = |index: &&Index| **index != self.along && self.extent(**index) >= threads;
        let shared = outer.iter().find(is_long).filter(|_| self.is_large(threads));
        let tasks = if shared.is_some() { 1 } else { self.tasks(threads) };
        let in_task = self.extent_in_pairs(self.along).checked_div(tasks).unwrap_or(0);
        let to_next = isize::try_from(in_task).unwrap_or(isize::MAX);
        let mut dims = try_with_room(self.order.len().saturating_add(2))?;
        let mut push =
            |exec, kind, extent, strides| dims.try_push(Dim { exec, ..Dim::new(kind, extent, strides) });
        if tasks > 1 {
            push(Exec::Shared, Kind::N, tasks, pairs.map(|stride| stride.saturating_mul(to_next)))?;
        }
        if let Some(&index) = shared {
            push(Exec::Shared, Kind::N, self.extent(index), over(index))?;
        }
        for &index in outer.iter().filter(|index| **index != self.along && Some(*index) != shared) {
            push(Exec::Seq, Kind::N, self.extent(index), over(index))?;
        }
        push(Exec::Prim, Kind::N, in_task, pairs)?;
        push(Exec::Prim, Kind::M, self.extent(row), over(row))?;
        push(Exec::Prim, Kind::C, PAIR, strides(in0, 1))?;
        Ok(dims)
    }

    /// Whether a copy is worth several threads.
    fn is_large(&self, threads: usize) -> bool {
        threads > 1 && self.pairs().saturating_mul(PAIR) >= MANY
    }

    /// How many tasks a copy along pairs is, with as many of them in each.
    fn tasks(&self, threads: usize) -> usize {
        if !self.is_large(threads) {
            return 1;
        }
        let along = self.extent_in_pairs(self.along);
        (1..=threads.saturating_mul(TASKS)).rev().find(|tasks| along % tasks == 0).unwrap_or(1)
    }

    /// How many pairs there are.
    fn pairs(&self) -> usize {
        self.order.iter().fold(1, |all: usize, index| all.saturating_mul(self.extent_in_pairs(*index)))
    }

    /// How many elements there are at most from the first to the last: fewer than a copy has, where they
    /// overlap.
    fn reach(&self) -> usize {
        self.order.iter().fold(1, |all: usize, index| {
            let last = self.extent(*index).saturating_sub(1);
            all.saturating_add(self.view.stride(*index).unsigned_abs().saturating_mul(last))
        })
    }

    fn extent(&self, index: Index) -> usize {
        self.extents.get(index).copied().unwrap_or(1)
    }

    fn extent_in_pairs(&self, index: Index) -> usize {
        if index == self.along { self.extent(index) / PAIR } else { self.extent(index) }
    }
}
