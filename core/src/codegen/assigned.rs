//! Which registers have a value on every path: definite assignment, a part of [`liveness`](super::liveness).
//!
//! What a block writes that may be skipped, or left before its end, is *unsure* behind it: a path may come
//! there without the write. It is sure again once it is written, or where all branches that go on have
//! written it. The flag is the top bit of the end of a register's range ([`UNSURE`]), so that an occurrence
//! of a register costs what it cost without blocks.
//!
//! **Idea.** The list of ranges in the order of their starts is a log of first writes, and
//! [`Assigned::again`] is one of writes to what was unsure: what an open block has written is what is behind
//! its marks in both. When it closes, these registers become unsure, or stay where they are for
//! the block around it.
//!
//! **Cost.** A few operations for each register that a block writes first, and each block around it; none
//! without blocks but counted loops.
//!
//! Tests: `tests/tests/kernel_language_refused.rs`, `tests/tests/kernel_language_random.rs`.

use crate::fallible::{Few, OutOfMemory, TryVec, try_filled};
use crate::isa::Class;
use crate::isa::by_class::ByClass;
use crate::kernel::block::Opening;
use crate::kernel::func::USUAL_DEPTH;
use alloc::vec::Vec;

/// The places in the frame that something was written to, a bit each: those of integers, and above
/// them those of vectors.
pub(super) type Kept = u128;

/// The bit of an end that says that some path comes here without a write. All times are below it.
pub(super) const UNSURE: u32 = 1 << 31;

/// Whether a register has a value on every path, by its end: 0 before its first occurrence.
#[inline(always)]
pub(super) const fn is_sure(end: u32) -> bool {
    end.wrapping_sub(1) < UNSURE - 1
}

/// Where a live range starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The number of the register within its class.
    pub number: u32,
    /// The time at which its range starts.
    pub at: u32,
}

/// The ranges of a class, as far as this needs them.
pub(super) struct Ranges<'r> {
    pub(super) ends: &'r mut [u32],
    pub(super) starts: &'r [Start],
}

/// A register.
type Named = (Class, u32);

/// An open block.
#[derive(Clone, Copy)]
pub(super) struct Block {
    opening: Opening,
    /// When it began.
    pub(super) began: ByClass<u32>,
    /// How many ranges had started.
    starts: ByClass<usize>,
    /// How many writes to what was unsure there had been.
    again: usize,
    /// The places in the frame that were written to, and those that all branches have written to.
    kept: Kept,
    kept_by_all: Kept,
    /// Where the registers begin that all branches so far have written.
    common: usize,
    /// The branches that control goes on from.
    joined: usize,
    has_else: bool,
    /// Whether the loop may be left, or a pass of it, before its end.
    is_cut: bool,
    /// Whether it is left.
    is_left: bool,
}

impl Block {
    /// Whether it is a loop.
    #[inline]
    pub(super) const fn is_loop(&self) -> bool {
        self.opening.is_loop()
    }

    /// Whether control may come behind it without having passed all of it.
    #[inline]
    pub(super) const fn may_be_cut(&self) -> bool {
        self.is_cut || !matches!(self.opening, Opening::Loop(_))
    }
}

/// The blocks, and what they have written.
#[derive(Default)]
pub(super) struct Assigned {
    open: Few<Block, USUAL_DEPTH>,
    /// Registers that were unsure, and have been written since, in order.
    again: Vec<Named>,
    /// For each open `if`, one behind the other, the registers that all of its branches so far have written.
    common: Vec<Named>,
    /// Registers that are, or were, unsure.
    unsure: Vec<Named>,
    /// For each register, the last branch that was found to write it.
    marks: Vec<u32>,
    branches: u32,
    /// Whether control does not come to what is next.
    is_left: bool,
}

impl Assigned {
    /// Whether all blocks are closed.
    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// A block opens.
    #[inline]
    pub(super) fn open(
        &mut self,
        opening: Opening,
        began: ByClass<u32>,
        starts: ByClass<usize>,
        kept: Kept,
    ) -> Result<(), OutOfMemory> {
        let (again, common) = (self.again.len(), self.common.len());
        self.open.try_push(Block {
            opening,
            began,
            starts,
            again,
            kept,
            kept_by_all: 0,
            common,
            joined: 0,
            has_else: false,
            is_cut: false,
            is_left: false,
        })
    }

    /// The innermost block closes, if one is open.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Block> {
        self.open.pop()
    }

    /// Something was written that was unsure.
    #[cold]
    pub(super) fn write(&mut self, class: Class, number: u32) -> Result<(), OutOfMemory> {
        self.again.try_push((class, number))
    }

    /// A loop is left: the innermost is number 1. Behind it, or to its next pass.
    pub(super) fn leave(&mut self, levels: u8, is_break: bool) {
        let mut loops = self.open.iter_mut().rev().filter(|block| block.opening.is_loop());
        if let Some(target) = loops.nth(usize::from(levels).saturating_sub(1)) {
            target.is_cut = true;
            target.is_left |= is_break;
        }
        self.is_left = true;
    }

    /// The function is left.
    pub(super) fn finish(&mut self) {
        self.is_left = true;
    }

    /// Another branch begins.
    pub(super) fn next_branch(
        &mut self,
        ranges: &mut ByClass<Ranges<'_>>,
        is_else: bool,
        kept: &mut Kept,
    ) -> Result<(), OutOfMemory> {
        let Some(mut block) = self.open.pop() else { return Ok(()) };
        self.join(&mut block, ranges, *kept)?;
        self.forget(&block, ranges)?;
        // What the branches before have written is unsure already.
        block.starts = ByClass { ints: ranges.ints.starts.len(), vectors: ranges.vectors.starts.len() };
        block.has_else = is_else;
        *kept = block.kept;
        self.is_left = false;
        self.open.try_push(block)
    }

    /// A block has closed, and its ranges are as long as they have to be.
    pub(super) fn close(
        &mut self,
        mut block: Block,
        ranges: &mut ByClass<Ranges<'_>>,
        kept: &mut Kept,
    ) -> Result<(), OutOfMemory> {
        match block.opening {
            Opening::If if block.has_else => {
                self.join(&mut block, ranges, *kept)?;
                self.forget(&block, ranges)?;
                self.is_left = block.joined == 0;
                *kept = if self.is_left { *kept } else { block.kept_by_all };
                return self.take_common(&block, ranges);
            }
            Opening::Repeat => self.is_left = !block.is_left,
            Opening::If | Opening::Loop(_) | Opening::While(_) => self.is_left = false,
        }
        *kept = block.kept;
        self.common.truncate(block.common);
        self.forget(&block, ranges)
    }

    /// Keeps what the branch that ends has written, as far as those before it have, too.
    fn join(
        &mut self,
        block: &mut Block,
        ranges: &ByClass<Ranges<'_>>,
        kept: Kept,
    ) -> Result<(), OutOfMemory> {
        if self.is_left {
            return Ok(());
        }
        let ints = ranges.ints.ends.len();
        if self.marks.is_empty() {
            self.marks = try_filled(0, ints.saturating_add(ranges.vectors.ends.len()))?;
        }
        self.branches = self.branches.wrapping_add(1);
        let (marks, branch) = (&mut self.marks, self.branches);
        let mark = |marks: &mut [u32], (class, number): Named| match marks.get_mut(index(ints, class, number))
        {
            Some(mark) => core::mem::replace(mark, branch) != branch,
            None => false,
        };
        let written = |class| {
            let (ranges, from) = (ranges.of(class), *block.starts.of(class));
            let starts = ranges.starts.get(from..).unwrap_or(&[]).iter().map(|start| start.number);
            starts
                .filter(|number| ranges.ends.get(*number as usize).is_some_and(|end| is_sure(*end)))
                .map(move |number| (class, number))
        };
        let again = self.again.get(block.again..).unwrap_or(&[]).iter().copied();
        for named in written(Class::Int).chain(written(Class::Vec)).chain(again) {
            if mark(marks, named) && block.joined == 0 {
                self.common.try_push(named)?;
            }
        }
        if block.joined > 0 {
            let mut left = block.common;
            for at in block.common..self.common.len() {
                let Some(named @ (class, number)) = self.common.get(at).copied() else { break };
                if marks.get(index(ints, class, number)) == Some(&branch) {
                    if let Some(place) = self.common.get_mut(left) {
                        *place = named;
                    }
                    left = left.saturating_add(1);
                }
            }
            self.common.truncate(left);
        }
        block.kept_by_all = if block.joined == 0 { kept } else { block.kept_by_all & kept };
        block.joined = block.joined.saturating_add(1);
        Ok(())
    }

    /// What a block has written, or a branch of it, becomes unsure.
    fn forget(&mut self, block: &Block, ranges: &mut ByClass<Ranges<'_>>) -> Result<(), OutOfMemory> {
        let Self { again, unsure, .. } = self;
        let mut forget = |ends: &mut [u32], class, number: u32| match ends.get_mut(number as usize) {
            Some(end) if is_sure(*end) => {
                *end |= UNSURE;
                unsure.try_push((class, number))
            }
            _ => Ok(()),
        };
        for class in Class::ALL {
            let Ranges { ends, starts } = match class {
                Class::Int => &mut ranges.ints,
                Class::Vec => &mut ranges.vectors,
            };
            for start in starts.get(*block.starts.of(class)..).unwrap_or(&[]) {
                forget(ends, class, start.number)?;
            }
            for (_, number) in again.get(block.again..).unwrap_or(&[]).iter().filter(|named| named.0 == class)
            {
                forget(ends, class, *number)?;
            }
        }
        again.truncate(block.again);
        Ok(())
    }

    /// What all branches have written is sure behind them.
    fn take_common(&mut self, block: &Block, ranges: &mut ByClass<Ranges<'_>>) -> Result<(), OutOfMemory> {
        for at in block.common..self.common.len() {
            let Some(named @ (class, number)) = self.common.get(at).copied() else { break };
            clear(ranges, named);
            self.again.try_push((class, number))?;
        }
        self.common.truncate(block.common);
        Ok(())
    }

    /// Takes the bit off all ends.
    pub(super) fn clear(&self, ranges: &mut ByClass<Ranges<'_>>) {
        self.unsure.iter().for_each(|named| clear(ranges, *named));
    }
}

fn clear(ranges: &mut ByClass<Ranges<'_>>, (class, number): Named) {
    let ranges = match class {
        Class::Int => &mut ranges.ints,
        Class::Vec => &mut ranges.vectors,
    };
    ranges.ends.get_mut(number as usize).into_iter().for_each(|end| *end &= !UNSURE);
}

/// The index of a register in [`Assigned::marks`].
const fn index(ints: usize, class: Class, number: u32) -> usize {
    match class {
        Class::Int => number as usize,
        Class::Vec => ints.saturating_add(number as usize),
    }
}
