//! A core as data: features, timing and caches, as far as kernels are chosen by them.
//!
//! The rows themselves are with their instruction set: `cores.rs` in `isa/aarch64/` and `isa/x86_64/`.

use super::feature::Features;

/// A core that code is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Core {
    /// The name: `neoverse-v2`.
    pub name: &'static str,
    /// The features that it has.
    pub features: Features,
    /// The size of a vector register in bytes, as far as kernels use it.
    pub vector_bytes: usize,
    /// Its timing.
    pub model: CoreModel,
    /// Its data caches.
    pub caches: Caches,
}

/// Timing of a core, as far as kernels are chosen by it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoreModel {
    /// Multiply-adds of whole vectors that can start per cycle.
    pub multiply_adds: u32,
    /// Instructions on whole vectors of any kind per cycle: multiply-adds and the shuffles between them.
    pub vectors: u32,
    /// Cycles from one multiply-add to the next that accumulates on it.
    pub accumulate_latency: u32,
    /// Loads and stores of whole vectors per cycle.
    pub moves: u32,
    /// Moves that a load counts for more where it crosses into another line of the cache.
    pub line_crossing: u32,
    /// Instructions per cycle.
    pub width: u32,
    /// The order in which they start.
    pub order: IssueOrder,
    /// The cost of storing neighbouring vectors, besides their moves.
    pub stores: StoreCost,
    /// The pipes that set a vector register to zero.
    pub zeroing: Zeroing,
    /// Its cheapest instructions for neighbouring vectors.
    pub forms: AccessForms,
    /// The addresses at which it accesses memory.
    pub alignment: Alignment,
}

/// The order in which a core starts instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IssueOrder {
    /// As their operands become ready.
    OutOfOrder {
        /// Instructions among which it looks for one to start.
        lookahead: u32,
    },
    /// As they stand in the program: one that waits holds up those behind it.
    InOrder {
        /// Stores per cycle.
        stores: u32,
        /// Cycles until the first operands of a block are there.
        start: u32,
    },
}

/// The pipes that set a vector register to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeroing {
    /// The pipes of vectors.
    Vector,
    /// The pipes of integers, by a move from the zero register: it takes no slot from multiply-adds.
    Integer,
    /// No pipe: registers are renamed.
    Renaming,
}

/// The cost of storing four neighbouring vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreCost {
    /// Instructions, or as many as dispatch takes them for.
    pub slots: u32,
    /// Slots of the load and store pipes.
    pub move_slots: u32,
    /// Slots of the vector pipes.
    pub vector_slots: u32,
}

/// The cheapest instructions for moving vectors that are neighbours in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessForms {
    /// From memory.
    pub loads: AccessForm,
    /// To memory.
    pub stores: AccessForm,
}

impl AccessForms {
    /// One vector at a time, at any address.
    pub const SINGLE: Self = Self { loads: AccessForm::Single, stores: AccessForm::Single };
}

/// The addresses at which memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Any address.
    Any,
    /// The multiples of the size of an element: an access to several is one to each of them.
    Element,
}

/// The number of neighbouring vectors that an instruction should move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessForm {
    /// One vector, at any offset.
    Single,
    /// Two vectors.
    Pairs,
    /// Up to four vectors in consecutive registers, without an offset.
    Lists,
}

/// Bytes of a line of the first-level cache, on all cores.
pub const LINE: usize = 64;

/// A core's data caches: sizes in bytes, 0 where there is none, and the bytes that fill them in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caches {
    /// Size of the first level, for data.
    pub l1d: usize,
    /// Size of the second level.
    pub l2: usize,
    /// Bytes that come into the first level from the second in a cycle, in a steady stream.
    pub l1_fill: usize,
    /// Bytes that come together: pieces of memory that are shorter, and apart, take as long as this many.
    pub l1_piece: usize,
    /// Bytes that come into the second level from behind it in a cycle, in a steady stream.
    pub l2_fill: usize,
}
