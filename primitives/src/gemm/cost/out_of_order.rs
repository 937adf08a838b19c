//! Out-of-order cores: a tile takes as long as what it keeps busy longest, or as its longest chain.

use super::facts::Cost;
use super::loops::passing;
use super::tile_work::{Accumulated, TileWork, Time};
use crate::gemm::passes::Passes;
use crate::work::{Busy, larger, smaller};

/// How much of a chain that takes longer than all else delays even cores that do something else meanwhile.
const CHAINED: f64 = 1.0 / 32.0;

/// Cycles before a chain begins: first operands are loaded, which takes all of these cores about as long.
pub(crate) const BEFORE: f64 = 6.0;

/// The common part of the times of a tile, however it passes through K.
pub(super) struct OutOfOrder<'c> {
    cost: &'c Cost<'c>,
    busy: Busy,
    /// Instructions.
    slots: f64,
    /// Cycles of the longest chain of multiply-adds.
    chain: f64,
    /// Instructions that the core looks ahead over.
    lookahead: f64,
}

impl<'c> OutOfOrder<'c> {
    pub(super) fn new(cost: &'c Cost<'c>, work: &TileWork, of: Accumulated, lookahead: u32) -> Self {
        let product = (work.position * cost.k + work.group * cost.groups + work.tail) * cost.pairs;
        Self {
            cost,
            busy: cost.rates.multiplying(product) + cost.rates.busy(work.output),
            slots: product.slots + work.output.slots,
            chain: cost.chain(cost.spec.k, of) * cost.pairs,
            lookahead: f64::from(lookahead),
        }
    }

    /// How long the tile takes. Chains of the next tile overlap those of this one.
    pub(super) fn time(&self, passes: &Passes) -> Time {
        let Self { cost, chain, .. } = *self;
        let around = (passing(passes) + cost.around_pair) * cost.pairs;
        let busy = self.busy.and_issued(cost.rates.issuing(around)).cycles();
        let windows = (self.slots + around) / self.lookahead;
        let time = Time::longest(busy, unhidden(chain + BEFORE, busy, windows));
        Time { cycles: time.cycles + delayed(chain, busy), ..time }
    }
}

/// Cycles by which a chain delays what else there is to do for so long.
pub(crate) fn delayed(chain: f64, busy: f64) -> f64 {
    larger(chain - busy, 0.0) * CHAINED
}

/// The wait that is left for a chain of multiply-adds in a tile that keeps a core `busy` for that long. The
/// tiles that follow hide the more of it the more of them a core sees: `windows` is how many times a tile has
/// the instructions that it looks ahead over. But they only have what the tile leaves of the pipes meanwhile.
pub(crate) fn unhidden(chain: f64, busy: f64, windows: f64) -> f64 {
    let left = smaller((chain - busy) / busy, 1.0);
    chain - chain * left / (windows + 1.0)
}
