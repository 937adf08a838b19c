//! What an instruction costs a core that issues in program order.

/// The part of a core that executes an instruction; that of loads and stores also says what they do
/// to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Integer arithmetic.
    Integer,
    /// Multiply-adds of vectors.
    MultiplyAdd,
    /// Other operations on vectors.
    Vector,
    /// Loads.
    Load,
    /// Stores.
    Store,
}

/// What an instruction takes and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// What executes it.
    pub unit: Unit,
    /// Issue slots that it takes, and as many of its unit.
    pub slots: u8,
    /// Cycles until its results can be read, at most [`Timing::LONGEST`].
    pub latency: u8,
}

impl Timing {
    /// The longest latency.
    pub const LONGEST: u8 = 4;
}
