//! What a library brings to a comparison.
//!
//! Tests: `harness/measure/src/library/mod.rs`.

use crate::operands::Feed;
use crate::shape::Shape;
use std::fmt;

/// Multiplies the operands of some calls.
pub type Work<T> = Box<dyn Fn(&Feed<T>)>;

/// The part of a contestant in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// tensmith, called as the peers are: this is what counts.
    Ours,
    /// tensmith, called in another way.
    OursToo,
    /// Another library.
    Peer,
}

/// A library, its part, and whether its times are among those that were taken, or why not.
pub type Entrant = (&'static str, Role, Result<(), String>);

/// A library's way to multiply matrices of one shape.
pub struct Contestant<T> {
    /// What it is called.
    pub name: &'static str,
    /// Its part.
    pub role: Role,
    /// None, with the reason, where the library has none for this shape.
    pub work: Result<Work<T>, String>,
    /// The share of the peak that the library itself predicts.
    pub predicted: Option<f64>,
}

/// What is to be multiplied, and how.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The extents.
    pub shape: Shape,
    /// Whether the product is added to C.
    pub reads_c: bool,
    /// How many threads.
    pub threads: usize,
}

impl<T> Contestant<T> {
    /// The same without the work.
    pub fn entrant(&self) -> Entrant {
        (self.name, self.role, self.work.as_ref().map(|_| ()).map_err(String::clone))
    }
}

impl<T> fmt::Debug for Contestant<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant")
            .field("name", &self.name)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}
