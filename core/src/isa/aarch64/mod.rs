//! x
pub mod cores;
