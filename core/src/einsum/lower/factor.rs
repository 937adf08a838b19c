//! The factors of products of groups: where their groups are, and the copies that bring these together.
//!
//! Groups are two or four neighbours along one index. A factor that is contiguous along it, and moves by
//! whole groups else, has them where it is. A copy has its rows innermost, and groups of them: rows that are
//! contiguous are zipped, and groups that are there change places (`tensor::grouped`).
//!
//! Tests: `tests/tests/einsum_grouped.rs`.

use super::view::View;
use crate::DType;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_with_room};
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand};
use alloc::vec::Vec;
use core::num::NonZero;

/// The most tasks for each thread, of copies.
const TASKS: usize = 4;

/// The fewest elements that several threads copy.
const MANY: usize = 1 << 16;

/// A factor as it is.
pub(super) struct Factor<'f> {
    pub(super) view: &'f View,
    /// The type of its elements.
    pub(super) dtype: DType,
    /// The indices along which it moves, in the order of a copy: that of groups, and then its rows, are
    /// innermost.
    pub(super) order: Vec<Index>,
    /// The index that is taken in groups.
    pub(super) along: Index,
    /// The elements of a group.
    pub(super) group: NonZero<usize>,
    /// The extents of all indices.
    pub(super) extents: &'f [usize],
}

/// A factor whose groups are neighbours.
pub(super) struct InGroups {
    /// How groups lie in memory.
    pub(super) view: View,
    /// The copy that brings them together; none where they are.
    pub(super) copy: Option<Nest>,
    /// How many groups there are.
    pub(super) groups: usize,
}

impl Factor<'_> {
    /// The same, where its groups are neighbours already.
    pub(super) fn in_place(&self) -> Result<Option<InGroups>, OutOfMemory> {
        if !self.has_groups() {
            return Ok(None);
        }
        let view = self.view.in_groups(self.along, self.step())?;
        Ok(Some(InGroups { view, copy: None, groups: self.groups() }))
    }

    /// A copy, for a number of threads; none where its elements lie otherwise than kernels take them.
    pub(super) fn copied(&self, threads: usize) -> Result<Option<InGroups>, OutOfMemory> {
        let Some((&row, outer)) = self.order.split_last() else { return Ok(None) };
        let is_zipped = self.view.stride(row) == 1;
        let fits = row != self.along && (is_zipped || self.has_groups());
        if !fits || self.groups() > self.view.reach(self.extents) {
            return Ok(None);
        }
        let dense = View::dense(&self.order, |index| self.extent_in_groups(index))?;
        let dims = self.dims(&dense, (row, outer), threads)?;
        let copy = Nest { main: Main::Group, ..Nest::contraction(self.dtype, dims) };
        let standing = self.view.indices().filter(|index| !self.order.contains(index));
        Ok(Some(InGroups { view: dense.with_standing(standing)?, copy: Some(copy), groups: self.groups() }))
    }

    /// Whether groups are contiguous, and all else is at distances of whole groups.
    fn has_groups(&self) -> bool {
        let is_whole = |index: &Index| *index == self.along || self.view.stride(*index) % self.step() == 0;
        self.view.stride(self.along) == 1 && self.order.iter().all(is_whole)
    }

    /// The dimensions of a copy to a dense tensor of groups: tasks, loops, and those of a kernel.
    fn dims(
        &self,
        dense: &View,
        (row, outer): (Index, &[Index]),
        threads: usize,
    ) -> Result<Vec<Dim>, OutOfMemory> {
        let step = self.step();
        let strides = |from: isize, to: isize| PerOperand { in0: from, in1: 0, out: to };
        let over = |index| strides(self.view.stride(index), dense.stride(index).saturating_mul(step));
        let PerOperand { in0, out, .. } = over(self.along);
        let groups = strides(in0.saturating_mul(step), out);
        // Loops are shared, if they are long enough.
        let is_long = |index: &&Index| **index != self.along && self.extent(**index) >= threads;
        let shared = outer.iter().find(is_long).filter(|_| self.is_large(threads));
        let tasks = if shared.is_some() { 1 } else { self.tasks(threads) };
        let in_task = self.extent_in_groups(self.along).checked_div(tasks).unwrap_or(0);
        let to_next = isize::try_from(in_task).unwrap_or(isize::MAX);
        let mut dims = try_with_room(self.order.len().saturating_add(2))?;
        let mut push =
            |exec, kind, extent, strides| dims.try_push(Dim { exec, ..Dim::new(kind, extent, strides) });
        if tasks > 1 {
            push(Exec::Shared, Kind::N, tasks, groups.map(|stride| stride.saturating_mul(to_next)))?;
        }
        if let Some(&index) = shared {
            push(Exec::Shared, Kind::N, self.extent(index), over(index))?;
        }
        for &index in outer.iter().filter(|index| **index != self.along && Some(*index) != shared) {
            push(Exec::Seq, Kind::N, self.extent(index), over(index))?;
        }
        push(Exec::Prim, Kind::N, in_task, groups)?;
        push(Exec::Prim, Kind::M, self.extent(row), over(row))?;
        push(Exec::Prim, Kind::C, self.group.get(), strides(in0, 1))?;
        Ok(dims)
    }

    /// Whether a copy is worth several threads.
    fn is_large(&self, threads: usize) -> bool {
        threads > 1 && self.groups().saturating_mul(self.group.get()) >= MANY
    }

    /// How many tasks a copy along groups is, with as many of them in each.
    fn tasks(&self, threads: usize) -> usize {
        if !self.is_large(threads) {
            return 1;
        }
        let along = self.extent_in_groups(self.along);
        (1..=threads.saturating_mul(TASKS)).rev().find(|tasks| along % tasks == 0).unwrap_or(1)
    }

    /// How many groups there are.
    fn groups(&self) -> usize {
        self.order.iter().fold(1, |all: usize, index| all.saturating_mul(self.extent_in_groups(*index)))
    }

    /// From a group to the next, in elements.
    fn step(&self) -> isize {
        isize::try_from(self.group.get()).unwrap_or(1)
    }

    fn extent(&self, index: Index) -> usize {
        self.extents.get(index).copied().unwrap_or(1)
    }

    fn extent_in_groups(&self, index: Index) -> usize {
        if index == self.along { self.extent(index) / self.group } else { self.extent(index) }
    }
}
