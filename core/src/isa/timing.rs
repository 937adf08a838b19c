//! The cost of an instruction on an in-order core.
//!
//! Tests: `tests/tests/codegen_schedule.rs`.

/// The part of a core that executes an instruction; that of loads and stores also says what they do
/// to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Integer arithmetic.
    Integer,
    /// Multiply-adds of vectors.
    MultiplyAdd,
    /// Divisions and square roots of vectors: others start and end while one is under way.
    Divide,
    /// Other operations on vectors.
    Vector,
    /// Loads.
    Load,
    /// Stores.
    Store,
}

/// The resources and the latency of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The unit that executes it.
    pub unit: Unit,
    /// Issue slots that it takes, and as many of its unit.
    pub slots: u8,
    /// Cycles until its results can be read; [`Timing::LONGEST`] where it takes longer.
    pub latency: u8,
}

impl Timing {
    /// The longest latency that scheduling tells apart: it looks at few cycles at once. Of what takes longer,
    /// as divisions do, some cycles are filled; then what reads it waits, as it does without scheduling.
    pub const LONGEST: u8 = 4;

    /// The timing of an instruction which takes some issue slots, and some cycles until its
    /// results can be read.
    #[must_use]
    pub const fn new(unit: Unit, slots: u8, latency: u8) -> Self {
        Self { unit, slots, latency: if latency < Self::LONGEST { latency } else { Self::LONGEST } }
    }
}
