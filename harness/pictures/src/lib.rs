//! Pictures of what is computed, and how: SVG, in light and dark colours as the reader prefers.
//!
//! | | what is seen |
//! |---|---|
//! | [`tree`](tree()) | which tensors of a plan meet in which order, their sizes, the cost of each step |
//! | [`Passes`] | a loop nest before the optimizer and after each of its passes |
//! | [`tiles`](tiles()) | the register tiles of C in a multiplication, and the registers of one |
//! | [`tasks`](tasks()) | the iterations of shared loops, and which thread runs which |
//!
//! The same input gives the same bytes on every machine. Sizes are in pixels at 100 %; nothing depends on a
//! font that has to be there, as places are made for the widest usual ones (`metrics`).

mod canvas;
mod legend;
mod metrics;
mod nest;
mod style;
mod tasks;
mod tile;
mod tree;
mod words;

pub use nest::Passes;
pub use tasks::tasks;
pub use tile::{TileError, tiles};
pub use tree::tree;
