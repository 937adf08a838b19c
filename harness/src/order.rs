//! The order in which the operands of a contraction meet, and the searches for it.
//!
//! Names are those of opt_einsum and cotengra where they mean the same.
//!
//! Tests: `tests/tests/harness_contraction.rs`.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use tensmith_core::einsum::Computed;
use tensmith_core::einsum::path::{
    Auto, CostModel, Exact, Greedy, HighQuality, MultiplyAdds, Network, PathError, RandomGreedy, Search,
    Width, cost_of,
};
use tensmith_core::einsum::tree::{Kind, NodeId, Tree};
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

/// What a name should have been.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?}: must be one of {expected}")]
pub struct UnknownName {
    /// The name.
    pub found: String,
    /// Those that there are.
    pub expected: &'static str,
}

/// The names of values, as opt_einsum and cotengra have them.
macro_rules! named {
    ($type:ident, $first:ident $name:literal $(, $others:ident $names:literal)+) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    Self::$first => $name,
                    $(Self::$others => $names,)+
                })
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                match name {
                    $name => Ok(Self::$first),
                    $($names => Ok(Self::$others),)+
                    _ => {
                        let expected = concat!($name $(, ", ", $names)+);
                        Err(UnknownName { found: name.to_owned(), expected })
                    }
                }
            }
        }
    };
}

named! {
    Optimize, Automatic "auto", Greedy "greedy", Exact "optimal", RandomGreedy "random-greedy",
    RandomGreedy128 "random-greedy-128", HighQuality "auto-hq"
}

named! { Minimize, Time "time", MultiplyAdds "flops", Width "size" }

/// A number below 32 for both.
#[inline(always)]
pub(crate) const fn code(optimize: Optimize, minimize: Minimize) -> u8 {
    const { assert!((Optimize::HighQuality as u8) < 8 && (Minimize::Width as u8) < 4) };
    minimize as u8 * 8 + optimize as u8
}

/// The order in which the operands of a plan meet, and how they are cut: [`Plan::order`](crate::Plan::order).
///
/// As text, that is the pairs that meet, the operands numbered from 0 on and the result of each pair behind
/// them; then, if anything is cut, the indices, numbered as those of the output and then the others in order
/// of appearance, and the most slices of a block: `0,1 3,2 cut 0,4 block 8`. It says nothing of the machine
/// or of what was searched, so that another process makes the same slices and blocks of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    pub(crate) pairs: Vec<[usize; 2]>,
    /// The indices that are cut, those of the output first.
    pub(crate) cut: Vec<usize>,
    pub(crate) block: NonZeroU64,
}

impl Order {
    /// What all slices together cost.
    pub(crate) fn cost(&self, network: &Network, cost: &dyn CostModel) -> Result<f64, PathError> {
        let slices: f64 = self.cut.iter().map(|index| network.extents()[*index] as f64).product();
        Ok(cost_of(&network.without(&self.cut)?, &self.pairs, cost)? * slices)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, [a, b]) in self.pairs.iter().enumerate() {
            write!(f, "{}{a},{b}", if number == 0 { "" } else { " " })?;
        }
        if !self.cut.is_empty() {
            let cut: Vec<_> = self.cut.iter().map(ToString::to_string).collect();
            write!(f, " cut {} block {}", cut.join(","), self.block)?;
        }
        Ok(())
    }
}

/// Why a text is no order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("word {word} of the order is {found:?}: must be {expected}")]
pub struct OrderError {
    /// Which word, from 0 on.
    pub word: usize,
    /// What it is; nothing at the end.
    pub found: String,
    /// What it must be.
    pub expected: &'static str,
}

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let refused = |word: usize, expected| {
            let found = words.get(word).copied().unwrap_or_default().to_owned();
            OrderError { word, found, expected }
        };
        let numbers = |word: &str| word.split(',').map(str::parse).collect::<Result<Vec<usize>, _>>().ok();
        let count = words.iter().position(|word| *word == "cut").unwrap_or(words.len());
        let pair = |(place, word): (usize, &&str)| {
            let pair = numbers(word).and_then(|pair| pair.try_into().ok());
            pair.ok_or_else(|| refused(place, "two numbers, such as `0,1`, or `cut`"))
        };
        let pairs = words[..count].iter().enumerate().map(pair).collect::<Result<_, _>>()?;
        if count == words.len() {
            return Ok(Self { pairs, cut: Vec::new(), block: NonZeroU64::MIN });
        }
        let cut = words.get(count + 1).and_then(|word| numbers(word));
        let cut = cut.ok_or_else(|| refused(count + 1, "numbers of indices, such as `0,4`"))?;
        if words.get(count + 2) != Some(&"block") {
            return Err(refused(count + 2, "`block`"));
        }
        let block = words.get(count + 3).and_then(|word| word.parse().ok());
        let block = block.ok_or_else(|| refused(count + 3, "a number of slices from 1 on"))?;
        if words.len() > count + 4 {
            return Err(refused(count + 4, "the end"));
        }
        Ok(Self { pairs, cut, block })
    }
}

/// A search, as it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderSearch {
    pub(crate) optimize: Optimize,
    pub(crate) minimize: Minimize,
    pub(crate) seed: u64,
}

impl OrderSearch {
    /// What an order is to have least of, where predictions of time are this.
    pub(crate) fn cost<'c>(&self, time: &'c dyn CostModel) -> &'c dyn CostModel {
        match self.minimize {
            Minimize::Time => time,
            Minimize::MultiplyAdds => &MultiplyAdds,
            Minimize::Width => &Width,
        }
    }
}

impl Search for OrderSearch {
    fn pairs(&self, network: &Network, time: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        let (seed, cost) = (self.seed, self.cost(time));
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

impl ContractionOrder {
    /// The pairs that meet. What is done to a tensor alone is none.
    pub(crate) fn pairs(&self) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        let mut numbers = Vec::new();
        for node in self.tree.nodes() {
            let number = |child: NodeId| numbers[child.place()];
            let own = match node.kind {
                Kind::Input(input) => self.inputs[input],
                Kind::Unary(child) => number(child),
                Kind::Contraction(children) => {
                    pairs.push(children.map(number));
                    self.inputs.len() + pairs.len() - 1
                }
            };
            numbers.push(own);
        }
        pairs
    }
}
