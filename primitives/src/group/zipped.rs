//! Groups of a matrix whose rows are contiguous: neighbours along K are a leading dimension apart.
//!
//! The elements of two columns become the lower and the upper halves of words of twice the size: the columns
//! are widened, one is shifted, and the bits are united. Bytes take two such steps, words one.

use super::{Kernel, lanes};
use crate::address::signed;
use crate::repeat::{Count, repeat};
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::func::{Address, Half, Inst, Int, IntType, LaneOp, LaneShift, Offset, Vector};
use tensmith_core::kernel::spec::Regrouped;

/// Rows of some groups, the bits that are inverted in these, and how many of their elements are K's.
#[derive(Clone, Copy)]
struct Rows {
    count: usize,
    elements: usize,
    inverted: Option<Vector>,
}

impl Kernel {
    /// Writes the kernel: column of groups by column.
    pub(super) fn zipped(&mut self, [from, to]: [Int; 2]) -> Result<(), OutOfMemory> {
        let group = self.spec.change.group();
        let (whole, rest) = (self.spec.k / group, self.spec.k % group);
        if whole > 0 {
            let inverted = self.inverting(group.get())?;
            let steps = [self.place(group.get()), self.spec.ld_out.known().map_or(0, in_groups)];
            repeat(self, Count::Const(whole), |kernel| {
                kernel.column([from, to], group.get(), inverted)?;
                let pointers = [from, to].into_iter().zip(steps);
                pointers.into_iter().try_for_each(|(at, by)| kernel.builder.advance(at, Offset::Const(by)))
            })?;
        }
        if rest > 0 {
            let inverted = self.inverting(rest)?;
            self.column([from, to], rest, inverted)?;
        }
        Ok(())
    }

    /// Where a column of the input is, in bytes from another one.
    fn place(&self, columns: usize) -> i64 {
        let ld = self.spec.input.ld.known().unwrap_or(0);
        signed(ld.saturating_mul(columns)).saturating_mul(signed(self.spec.change.from().bytes()))
    }

    /// Writes a column of groups: two vectors of them at a time, as many words as a vector has.
    fn column(
        &mut self,
        [from, to]: [Int; 2],
        elements: usize,
        inverted: Option<Vector>,
    ) -> Result<(), OutOfMemory> {
        let block = self.lanes.saturating_add(self.lanes.get());
        let (blocks, rest) = (self.spec.m / block, self.spec.m % block);
        let rows = |count| Rows { count, elements, inverted };
        let mut pointers = [from, to];
        if blocks > 0 {
            pointers = [self.builder.copy(from)?, self.builder.copy(to)?];
            let length = block.get().saturating_mul(self.spec.change.from().bytes());
            let steps = [signed(length), in_groups(block.get())];
            repeat(self, Count::Const(blocks), |kernel| {
                kernel.rows(pointers, rows(block.get()))?;
                let pointers = pointers.into_iter().zip(steps);
                pointers.into_iter().try_for_each(|(at, by)| kernel.builder.advance(at, Offset::Const(by)))
            })?;
        }
        if rest > 0 { self.rows(pointers, rows(rest)) } else { Ok(()) }
    }

    /// Writes groups of at most two vectors of rows.
    fn rows(&mut self, [from, to]: [Int; 2], rows: Rows) -> Result<(), OutOfMemory> {
        let words = self.words(from, rows)?;
        let low = rows.count.min(self.lanes.get());
        for (half, first, count) in [(Half::Low, 0, low), (Half::High, low, rows.count.saturating_sub(low))] {
            if count == 0 {
                continue;
            }
            let mut halves = [None; 2];
            for (wide, word) in halves.iter_mut().zip(words) {
                *wide = word.map(|word| self.widened(half, word, IntType::U16)).transpose()?;
            }
            let groups = self.united(halves, IntType::U32)?;
            let groups = self.invert(groups, rows.inverted)?;
            let to = Address { base: to, offset: Offset::Const(in_groups(first)) };
            self.builder.push(Inst::LaneStore(groups, to, lanes(IntType::U32, count)))?;
        }
        Ok(())
    }

    /// The lower and the upper word of each row's group; the latter is missing where it is zero.
    fn words(&mut self, from: Int, rows: Rows) -> Result<[Option<Vector>; 2], OutOfMemory> {
        match self.spec.change {
            Regrouped::Bytes | Regrouped::Offset => {
                let mut words = [None; 2];
                for (nth, word) in words.iter_mut().enumerate() {
                    let first = nth.saturating_mul(2);
                    let bytes = [first, first.saturating_add(1)];
                    let [Some(low), high] = self.elements(from, rows, bytes)? else { continue };
                    *word = Some(self.united([Some(low), high], IntType::U16)?);
                }
                Ok(words)
            }
            Regrouped::Words | Regrouped::Signed | Regrouped::Unsigned => self.elements(from, rows, [0, 1]),
        }
    }

    /// Two of the elements of each group, as words; those are missing that are none of K's.
    fn elements(
        &mut self,
        from: Int,
        rows: Rows,
        columns: [usize; 2],
    ) -> Result<[Option<Vector>; 2], OutOfMemory> {
        let of = self.spec.change.from();
        let mut words = [None; 2];
        for (word, column) in words.iter_mut().zip(columns) {
            if column < rows.elements {
                let from = Address { base: from, offset: Offset::Const(self.place(column)) };
                let loaded = self.vector(|d| Inst::LaneLoad(d, from, lanes(of, rows.count)))?;
                *word = Some(match of.bytes() {
                    1 => self.widened(Half::Low, loaded, of)?,
                    _ => loaded,
                });
            }
        }
        Ok(words)
    }

    /// Half of the lanes with twice the bits.
    fn widened(&mut self, half: Half, a: Vector, narrow: IntType) -> Result<Vector, OutOfMemory> {
        let wide = match narrow {
            IntType::I8 => IntType::I16,
            IntType::U8 => IntType::U16,
            _ => IntType::U32,
        };
        self.vector(|d| Inst::LaneWiden(half, d, a, wide, narrow))
    }

    /// Lanes of which the second vector has the upper halves.
    fn united(&mut self, [low, high]: [Option<Vector>; 2], of: IntType) -> Result<Vector, OutOfMemory> {
        let low = match low {
            Some(low) => low,
            None => self.builder.zero()?,
        };
        let Some(high) = high else { return Ok(low) };
        let by = (of.bits() / 2) as u8;
        let above = self.vector(|d| Inst::LaneShift(LaneShift::Left, d, high, by, of))?;
        self.vector(|d| Inst::LaneBinary(LaneOp::Or, d, low, above, of))
    }
}

/// The size of some groups.
fn in_groups(count: usize) -> i64 {
    signed(count).saturating_mul(4)
}
