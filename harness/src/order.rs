//! The order in which the operands of a contraction meet, and the searches for it.
//!
//! Names are those of opt_einsum and cotengra where they mean the same.
//!
//! Tests: `tests/tests/harness_contraction.rs`.

use tensmith_core::einsum::Computed;
use tensmith_core::einsum::path::{
    Auto, CostModel, Exact, Greedy, HighQuality, MultiplyAdds, Network, PathError, RandomGreedy, Search,
    Width,
};
use tensmith_core::einsum::tree::Tree;
use tensmith_core::fallible::Few;

/// The search for the order in which three or more operands meet. All but `Automatic`, `Greedy` and `Exact`
/// take long for the few operands that most expressions have; none depends on the machine or on threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Optimize {
    /// The best order of up to 10 operands, a good one of more, within milliseconds for up to 40 operands and
    /// a tenth of a second for 300: `auto`.
    #[default]
    Automatic,
    /// An order of any number of operands, found quickly: `greedy`.
    Greedy,
    /// The best order, by dynamic programming, of up to 15 operands: `dp`, `optimal`. More are an error.
    Exact,
    /// The best of 32 greedy orders with random weights and noise: `random-greedy`.
    RandomGreedy,
    /// The best of 128 such orders: `random-greedy-128`.
    RandomGreedy128,
    /// The best order of up to 15 operands, a very good one of more, within some tenths of a second for up to
    /// 100 operands and seconds for 300: `auto-hq`.
    HighQuality,
}

/// The amount of which an order is to have the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Minimize {
    /// Predicted time, of arithmetic and of what is moved to and from caches and memory: `time`.
    #[default]
    Time,
    /// Multiply-adds: `flops`.
    MultiplyAdds,
    /// Elements of the largest tensor: `size`. Of orders with the same, any.
    Width,
}

/// A number below 32 for both.
#[inline(always)]
pub(crate) const fn code(optimize: Optimize, minimize: Minimize) -> u8 {
    const { assert!((Optimize::HighQuality as u8) < 8 && (Minimize::Width as u8) < 4) };
    minimize as u8 * 8 + optimize as u8
}

/// A search, as it is asked for.
#[derive(Debug)]
pub(crate) struct OrderSearch {
    pub(crate) optimize: Optimize,
    pub(crate) minimize: Minimize,
    pub(crate) seed: u64,
}

impl Search for OrderSearch {
    fn pairs(&self, network: &Network, time: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        let seed = self.seed;
        let cost: &dyn CostModel = match self.minimize {
            Minimize::Time => time,
            Minimize::MultiplyAdds => &MultiplyAdds,
            Minimize::Width => &Width,
        };
        match self.optimize {
            Optimize::Automatic => Auto { seed }.pairs(network, cost),
            Optimize::Greedy => Greedy.pairs(network, cost),
            Optimize::Exact => Exact.pairs(network, cost),
            Optimize::RandomGreedy => RandomGreedy { trials: 32, seed }.pairs(network, cost),
            Optimize::RandomGreedy128 => RandomGreedy { trials: 128, seed }.pairs(network, cost),
            Optimize::HighQuality => HighQuality { seed }.pairs(network, cost),
        }
    }
}

/// The order in which operands meet.
#[derive(Debug)]
pub(crate) struct ContractionOrder {
    pub(crate) tree: Tree,
    /// For each input of the tree, the operand that it is.
    pub(crate) inputs: Few<usize, 2>,
    /// The nodes that are computed, in their order.
    pub(crate) nodes: Few<Computed, 1>,
}
