//! The rows of A, or the columns of B, of a tile: where they are, and their vectors at a position of the sum.
//!
//! Where immediates reach all of them from one pointer, that is all there is to move from position to
//! position. Else there is a pointer for each vector of lanes, and registers hold the distances of rows or
//! columns, which never change.

use crate::address::signed;
use crate::blocks::{Blocks, Part};
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Int, Offset, Vector};

/// The places of the rows or columns of a tile, from the first.
pub(super) enum Reach {
    /// All within reach of immediates: this many bytes from one to the next.
    Near(i64),
    /// Distances, in registers but for the first.
    Far(Vec<Offset>),
}

impl Reach {
    /// The reach of `count` rows or columns which are `stride` bytes apart.
    pub(super) fn new(
        builder: &mut Builder,
        (machine, near): (&Machine, i64),
        (stride, count): (i64, usize),
        blocks: &Blocks,
    ) -> Result<Self, OutOfMemory> {
        let is_near = |nth: usize| {
            blocks.parts().all(|(start, lanes)| {
                let offset = stride.saturating_mul(signed(nth)).saturating_add(*start);
                offset <= near && machine.has_immediate_form(offset, lanes.bytes())
            })
        };
        if (0..count).all(is_near) {
            return Ok(Self::Near(stride));
        }
        let mut offsets = Vec::new();
        for nth in 0..count {
            offsets.try_push(match nth {
                0 => Offset::Const(0),
                _ => Offset::Register(builder.constant(stride.saturating_mul(signed(nth)))?),
            })?;
        }
        Ok(Self::Far(offsets))
    }
}

/// The rows or columns of a tile, at the current position of the sum.
pub(super) struct Panel<'p> {
    reach: &'p Reach,
    count: usize,
    parts: &'p [Part],
    pointers: Vec<Int>,
}

impl<'p> Panel<'p> {
    /// The first `count` of those within `reach` from `at`, where a tile begins.
    pub(super) fn new(
        builder: &mut Builder,
        at: Int,
        reach: &'p Reach,
        (count, parts): (usize, &'p [Part]),
    ) -> Result<Self, OutOfMemory> {
        let mut pointers = Vec::new();
        match reach {
            Reach::Near(_) => pointers.try_push(builder.copy(at)?)?,
            Reach::Far(_) => {
                for (start, _) in parts {
                    pointers.try_push(builder.add(at, Offset::Const(*start))?)?;
                }
            }
        }
        Ok(Self { reach, count, parts, pointers })
    }

    /// How many rows or columns there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// How many vectors each has.
    pub(super) fn vectors(&self) -> usize {
        self.parts.len()
    }

    /// Loads the vectors of one of them, after those that are `loaded`.
    pub(super) fn load(
        &self,
        builder: &mut Builder,
        nth: usize,
        loaded: &mut Vec<Vector>,
    ) -> Result<(), OutOfMemory> {
        let pointers = self.pointers.iter().cycle();
        for ((start, lanes), pointer) in self.parts.iter().zip(pointers) {
            let offset = match self.reach {
                Reach::Near(stride) => {
                    Offset::Const(stride.saturating_mul(signed(nth)).saturating_add(*start))
                }
                Reach::Far(offsets) => offsets.get(nth).copied().unwrap_or(Offset::Const(0)),
            };
            loaded.try_push(builder.load(*pointer, offset, *lanes)?)?;
        }
        Ok(())
    }

    /// Moves on by that many bytes.
    pub(super) fn advance(&self, builder: &mut Builder, by: i64) -> Result<(), OutOfMemory> {
        self.pointers.iter().try_for_each(|pointer| builder.advance(*pointer, Offset::Const(by)))
    }
}
