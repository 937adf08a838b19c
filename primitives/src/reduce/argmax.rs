//! The index of the first greatest element of each line.
//!
//! An element is looked for that equals the greatest one of its line, or is no number: there is such a
//! one only where the greatest one is none, either. Its index goes to the accumulator as the bits of a
//! number, and the least wins. Positive numbers are ordered as their bits are, and the minimum of two
//! is one of them, also of subnormal ones: so the minimum of bits needs no instruction of its own, which
//! there is none of for 64 bits. A number that no index reaches stands for none.
//!
//! Steps of columns are counted in elements, so that the lanes of a step differ only in bits that are
//! zero: at the end, lanes add theirs. What stands for none stays a number with these, too.

use super::across;
use super::collect::Collect;
use super::cut::Cut;
use super::fold::Sets;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Inst, Int, Offset, Vector, VectorOp};
use tensmith_core::kernel::spec::{Lines, ReduceSpec};
use tensmith_core::{DType, OutOfMemory};

/// Instructions for each vector, without its load.
pub(super) const INSTRUCTIONS: f64 = 6.0;

/// Finds indices.
pub(super) struct ArgMax {
    dtype: DType,
    /// The element to look for in each line.
    greatest: Vec<Vector>,
    /// The bits of no index.
    none: Vector,
    /// The number that lanes add, if they do.
    lanes: Option<Vector>,
    /// The index of the current block's first step.
    index: Int,
    /// How far the indices of steps are apart.
    distance: i64,
    /// The indices of the current block's steps, as far as they are made.
    steps: Vec<Vector>,
    sets: Sets,
}

impl ArgMax {
    /// A search in lines whose greatest elements are in the lanes of `greatest`.
    pub(super) fn new(
        builder: &mut Builder,
        spec: &ReduceSpec,
        greatest: &[Vector],
        cut: &Cut,
    ) -> Result<Self, OutOfMemory> {
        let dtype = spec.dtype;
        let mut all = Vec::new();
        for vector in greatest {
            match spec.lines {
                Lines::Columns => {
                    all.try_extend(across::combine(builder, VectorOp::Max, &[*vector], (dtype, cut.lanes))?)?;
                }
                Lines::Rows => all.try_push(*vector)?,
            }
        }
        let none = builder.constant(none(dtype, cut.lanes.get()))?;
        let (lanes, distance) = match spec.lines {
            Lines::Columns => {
                (Some(across::vector(builder, (dtype, cut.lanes), |lane| lane as u64)?), cut.lanes.get())
            }
            Lines::Rows => (None, 1),
        };
        Ok(Self {
            dtype,
            greatest: all,
            none: builder.broadcast(none, dtype)?,
            lanes,
            index: builder.constant(0)?,
            distance: distance as i64,
            steps: Vec::new(),
            sets: Sets::new(cut)?,
        })
    }

    /// A vector of indices for each line.
    pub(super) fn combined(self, builder: &mut Builder) -> Result<Vec<Vector>, OutOfMemory> {
        let steps = self.sets.combined(builder, VectorOp::Min, self.dtype)?;
        let Some(lanes) = self.lanes else { return Ok(steps) };
        for steps in &steps {
            builder.push(self.dtype.arithmetic().binary(VectorOp::Or, *steps, *steps, lanes))?;
        }
        Ok(steps)
    }

    /// The index of a step of the current block, in all lanes.
    fn step(&mut self, builder: &mut Builder, step: usize) -> Result<Vector, OutOfMemory> {
        while self.steps.len() <= step {
            let by = self.distance.saturating_mul(self.steps.len() as i64);
            let index = if by == 0 { self.index } else { builder.add(self.index, Offset::Const(by))? };
            self.steps.try_push(builder.broadcast(index, self.dtype)?)?;
        }
        Ok(self.steps.get(step).copied().unwrap_or(self.none))
    }
}

/// The bits that stand for no index: those of the greatest number but for what lanes add.
fn none(dtype: DType, lanes: usize) -> i64 {
    let greatest = match dtype.bytes() {
        8 => f64::MAX.to_bits(),
        _ => f32::MAX.to_bits().into(),
    };
    // Four numbers at least, of which lanes add some: their number is a power of two.
    let added = (lanes as u64).max(4) - 1;
    (greatest & !added) as i64
}

impl Collect for ArgMax {
    fn take(
        &mut self,
        builder: &mut Builder,
        place: (usize, usize),
        vectors: &[Vector],
    ) -> Result<(), OutOfMemory> {
        let (line, step) = place;
        let here = self.step(builder, step)?;
        let (Some(x), Some(greatest)) = (vectors.first(), self.greatest.get(line)) else { return Ok(()) };
        let found = builder.binary(VectorOp::Equal, *x, *greatest, self.dtype)?;
        builder.push(Inst::Select(found, here, self.none))?;
        let is_number = builder.binary(VectorOp::Equal, *x, *x, self.dtype)?;
        builder.push(Inst::Select(is_number, found, here))?;
        match self.sets.of(place) {
            Some(Some(least)) => {
                builder.push(self.dtype.arithmetic().binary(VectorOp::Min, *least, *least, is_number))
            }
            Some(none) => {
                *none = Some(is_number);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn next(&mut self, builder: &mut Builder, steps: usize) -> Result<(), OutOfMemory> {
        self.steps.clear();
        let by = self.distance.saturating_mul(steps as i64);
        builder.push(Inst::AddConst(self.index, self.index, by))
    }
}
