//! How the order of operands is looked for: arguments of `einsum` and of `export einsum`.
//!
//! Tests: `harness/cli/tests/program/einsum.rs`.

use clap::{Args, ValueEnum};
use tensmith::Contraction;
use tensmith::expression::Minimize;

/// The arguments.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Order {
    /// How to look for the order of three or more operands
    #[arg(long, default_value = "auto")]
    optimize: Optimize,
    /// What the order is to have the least of
    #[arg(long, default_value = "time")]
    minimize: Least,
    /// What random orders are drawn from: the same seed, the same order
    #[arg(long, value_name = "SEED", default_value = "0")]
    order_seed: u64,
}

/// A search for an order.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Optimize {
    /// The best for up to 10 operands, a good one for more, within milliseconds for 40
    Auto,
    /// The best for up to 15 operands, a very good one for more, within seconds for 300
    AutoHq,
    /// One that is found at once, for any number
    Greedy,
    /// The best of 32 greedy ones with random weights and noise
    RandomGreedy,
    /// The best of 128 of them
    #[value(name = "random-greedy-128")]
    RandomGreedy128,
    /// The best one, by dynamic programming
    #[value(alias = "optimal")]
    Dp,
}

/// An amount.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Least {
    /// Predicted time
    Time,
    /// Multiply-adds
    Flops,
    /// Elements of the largest tensor
    Size,
}

impl Order {
    /// The one that is used unless another is asked for.
    pub(crate) const AUTO: Self = Self { optimize: Optimize::Auto, minimize: Least::Time, order_seed: 0 };

    /// Which options say something.
    pub(crate) fn given(self) -> [(bool, &'static str); 3] {
        [
            (!matches!(self.optimize, Optimize::Auto), "--optimize"),
            (!matches!(self.minimize, Least::Time), "--minimize"),
            (self.order_seed != 0, "--order-seed"),
        ]
    }

    /// Asks for it.
    pub(crate) fn ask(self, contraction: Contraction<'_>) -> Contraction<'_> {
        let optimize = match self.optimize {
            Optimize::Auto => tensmith::Optimize::Automatic,
            Optimize::AutoHq => tensmith::Optimize::HighQuality,
            Optimize::Greedy => tensmith::Optimize::Greedy,
            Optimize::RandomGreedy => tensmith::Optimize::RandomGreedy,
            Optimize::RandomGreedy128 => tensmith::Optimize::RandomGreedy128,
            Optimize::Dp => tensmith::Optimize::Exact,
        };
        let minimize = match self.minimize {
            Least::Time => Minimize::Time,
            Least::Flops => Minimize::MultiplyAdds,
            Least::Size => Minimize::Width,
        };
        let contraction = contraction.optimize(optimize).minimize(minimize);
        if self.order_seed == 0 { contraction } else { contraction.seed(self.order_seed) }
    }
}
