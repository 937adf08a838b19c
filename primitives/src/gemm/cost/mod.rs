//! Predicted cycles of a kernel of a given shape, before it is written.
//!
//! Idea: the instructions that the generator would write are counted, in closed form, by what they occupy:
//! the vector pipes, the load and store pipes, issue slots. An out-of-order core takes as long as the busiest
//! of these, or as its longest chain of dependent multiply-adds. An in-order core takes at least that in each
//! phase of a tile, and waits at the start of each.
//!
//! `product` and `output` count what a tile takes, `loops` what surrounds tiles, and `tile_work` puts that
//! together; `out_of_order` and `in_order` say how long a core is busy with it, and `price` adds tiles up.
//! `estimate` tells good shapes from bad ones for a small part of the effort. [`work`](crate::work)
//! knows how fast a core is.
//!
//! Invariant: what is counted is what the generator writes; a test compares the two (`written`).
//!
//! Cost: some hundreds of host instructions per size of tile. Writing the kernel in order to count it takes
//! several times as long: see `docs/decisions/0001-one-truth-for-gemm-costs.md`.
//!
//! Tests: `primitives/src/gemm/cost/written.rs`, `tests/tests/primitives_gemm_code.rs`.

mod estimate;
mod facts;
mod fetched;
mod in_order;
mod loops;
mod out_of_order;
mod output;
mod price;
mod product;
mod tile_work;
#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod written;

pub(super) use estimate::RowSplit;
pub(super) use facts::Cost;
pub(crate) use out_of_order::{BEFORE, delayed, unhidden};
pub(super) use price::Price;
