//! What is asked when an order is searched: all that decides what a search finds.
//!
//! Tests: `tests/tests/harness_wisdom.rs`.

use crate::order::{Minimize, Optimize, OrderSearch};
use std::num::NonZeroUsize;
use tensmith_core::einsum::path::Network;
use tensmith_core::kernel::data::{Digest, Digester};
use tensmith_core::{ScalarType, Target};

/// Another number where searches or what they count have changed, so that older orders are not taken for
/// theirs. What is known of a core is part of the question itself.
const MODEL: u64 = 1;

/// A network of tensors, and for what its order was searched: printed as in an [`Entry`](super::Entry).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The network, its indices by number, and the model of the core.
    pub(super) network: Digest,
    /// The core's name.
    pub(super) target: String,
    pub(super) scalar: ScalarType,
    pub(super) threads: NonZeroUsize,
    pub(super) search: Optimize,
    pub(super) minimize: Minimize,
    pub(super) seed: u64,
    /// The most bytes that a run may need.
    pub(super) memory_limit: usize,
}

impl Question {
    /// The question for an order of a network.
    pub(crate) fn new(
        network: &Network,
        (scalar, target, threads): (ScalarType, &Target, NonZeroUsize),
        search: OrderSearch,
        memory_limit: usize,
    ) -> Self {
        let OrderSearch { optimize, minimize, seed } = search;
        Self {
            network: digest(network, target),
            target: target.core.name.to_owned(),
            scalar,
            threads,
            search: optimize,
            minimize,
            seed,
            memory_limit,
        }
    }

    /// The digest of all of it.
    pub(super) fn digest(&self) -> Digest {
        Digester::new().text(&self.to_string()).finish()
    }
}

/// The text of a core for debugging has every number of its model.
fn digest(network: &Network, target: &Target) -> Digest {
    let wide = |list: &[usize]| list.iter().map(|number| *number as u64).collect::<Vec<_>>().into_iter();
    let digester = Digester::new().number(MODEL).text(&format!("{:?}", target.core));
    let digester = digester.numbers(wide(network.extents())).numbers(wide(network.output()));
    network.operands().fold(digester, |digester, operand| digester.numbers(wide(operand))).finish()
}
