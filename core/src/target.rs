//! What code is made for: a core with its features, timing and caches, as a value.
//!
//! A [`Target`] is chosen by name or composed by the caller; the platform crates
//! can name the host's. Generation depends on nothing else, so the same
//! specification gives the same bytes on every machine.

use crate::isa::Machine;
use crate::isa::aarch64::cores::CORES;
pub use crate::isa::aarch64::feature::{Feature, Features};
use core::fmt;

/// Timing of a core, as far as kernels are chosen by it. Constants and their
/// sources are in `isa/aarch64/cores.rs`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoreModel {
    /// 128-bit multiply-adds that can start per cycle.
    pub multiply_adds: u32,
    /// Cycles from one multiply-add to the next that accumulates on it.
    pub accumulate_latency: u32,
    /// 128-bit loads and stores per cycle.
    pub moves: u32,
    /// Instructions per cycle.
    pub width: u32,
    /// The order in which they start.
    pub order: IssueOrder,
    /// What neighbouring vectors cost to store, beside their moves.
    pub stores: StoreCost,
    /// What sets a vector register to zero.
    pub zeroing: Zeroing,
    /// Its cheapest instructions for neighbouring vectors.
    pub forms: MoveForms,
}

/// The order in which a core starts instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IssueOrder {
    /// As their operands become ready.
    Dataflow {
        /// Instructions among which it looks for one to start.
        lookahead: u32,
    },
    /// As they stand in the program: one that waits holds up those behind it.
    Program {
        /// Stores per cycle.
        stores: u32,
        /// Cycles until the first operands of a block are there.
        start: u32,
    },
}

/// What sets a vector register to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeroing {
    /// The pipes of vectors.
    Vector,
    /// Those of integers, by a move from the zero register: it takes no slot from multiply-adds.
    Integer,
    /// No pipe: registers are renamed.
    Renaming,
}

/// What four neighbouring vectors cost to store.
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
pub struct MoveForms {
    /// From memory.
    pub loads: MoveForm,
    /// To memory.
    pub stores: MoveForm,
}

impl MoveForms {
    /// One vector at a time.
    pub const SINGLE: Self = Self { loads: MoveForm::Single, stores: MoveForm::Single };
}

/// How many neighbouring vectors an instruction should move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// One, at any offset.
    Single,
    /// Two, at offsets up to about 1 KiB.
    Pairs,
    /// Up to four in consecutive registers, without an offset.
    Lists,
}

impl MoveForm {
    /// The greatest offset, in bytes, at which this form moves neighbouring vectors.
    #[must_use]
    pub const fn reach(self) -> i64 {
        match self {
            Self::Single => 65_520,
            Self::Pairs => 1008,
            Self::Lists => 0,
        }
    }

    /// The greatest offset, in bytes, at which a single vector is moved as cheaply as without one.
    #[must_use]
    pub const fn single_reach(self) -> i64 {
        match self {
            Self::Single | Self::Pairs => 65_520,
            Self::Lists => 255,
        }
    }
}

/// A core's data caches: sizes in bytes, 0 where there is none, and the bytes that fill them in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caches {
    /// Size of the first level, for data.
    pub l1d: usize,
    /// Size of the second level.
    pub l2: usize,
    /// What comes into the first level from the second in a cycle, in a steady stream.
    pub l1_fill: usize,
    /// What comes into the second level from behind it in a cycle, in a steady stream.
    pub l2_fill: usize,
}

/// A machine that code is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Name of the core: `neoverse-v2`.
    pub name: &'static str,
    /// What it can execute.
    pub features: Features,
    /// How fast it does.
    pub model: CoreModel,
    /// Its data caches.
    pub caches: Caches,
}

impl Target {
    /// The most portable target: Armv8.0-A with AdvSIMD.
    #[must_use]
    pub fn generic() -> Self {
        crate::isa::aarch64::cores::GENERIC
    }

    /// The target with the core called `name`.
    ///
    /// # Errors
    /// [`UnknownTarget`], whose message lists the names there are.
    pub fn named(name: &str) -> Result<Self, UnknownTarget> {
        Self::all().find(|t| t.name == name).ok_or(UnknownTarget)
    }

    /// What its instruction set offers to generators.
    #[must_use]
    pub const fn machine(&self) -> Machine {
        crate::isa::aarch64::lower::MACHINE
    }

    /// All named targets.
    pub fn all() -> impl Iterator<Item = Self> {
        CORES.iter().copied()
    }
}

/// No target has the name asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTarget;

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no target of that name; there are")?;
        Target::all().try_for_each(|t| write!(f, " {}", t.name))
    }
}

impl core::error::Error for UnknownTarget {}
