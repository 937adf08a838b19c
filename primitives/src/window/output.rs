//! The results of a tile, in memory.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use super::near::Near;
use super::partial::Partial;
use super::row::Complete;
use crate::address::signed;
use crate::reduce::fold::Terms;
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Lanes, Vector};

/// The results of neighbouring windows, in a vector of lanes.
pub(super) struct Output<'m> {
    pub(super) near: Near<'m>,
    /// Bytes from a window's to the next.
    pub(super) step: i64,
    pub(super) part: (i64, Lanes),
}

impl Output<'_> {
    pub(super) fn load(&mut self, builder: &mut Builder, window: usize) -> Result<Vector, OutOfMemory> {
        let Address { base, offset } = self.address(builder, window)?;
        builder.load(base, offset, self.part.1)
    }

    pub(super) fn store(
        &mut self,
        builder: &mut Builder,
        window: usize,
        result: Vector,
    ) -> Result<(), OutOfMemory> {
        let Address { base, offset } = self.address(builder, window)?;
        builder.store(result, base, offset, self.part.1)
    }

    fn address(&mut self, builder: &mut Builder, window: usize) -> Result<Address, OutOfMemory> {
        let (start, lanes) = self.part;
        let distance = self.step.saturating_mul(signed(window)).saturating_add(start);
        self.near.at(builder, distance, lanes.bytes())
    }
}

/// Stores results as soon as they are complete.
pub(super) struct AtOnce<'m> {
    pub(super) output: Output<'m>,
    /// What joins a result and what the output holds, if that is kept.
    pub(super) joined: Option<Terms>,
}

impl Complete for AtOnce<'_> {
    fn complete(&mut self, builder: &mut Builder, window: usize, result: Partial) -> Result<(), OutOfMemory> {
        let Some(mut result) = result.vector() else { return Ok(()) };
        if let Some(terms) = &self.joined {
            let before = self.output.load(builder, window)?;
            result = builder.binary(terms.merge, before, result, terms.dtype)?;
        }
        self.output.store(builder, window, result)
    }
}

/// Leaves results in their accumulators.
pub(super) struct Later;

impl Complete for Later {
    fn complete(&mut self, _: &mut Builder, _: usize, _: Partial) -> Result<(), OutOfMemory> {
        Ok(())
    }
}
