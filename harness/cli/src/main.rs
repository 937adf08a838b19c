//! The command-line program of tensmith.

mod error;
mod npy;
mod output;

fn main() {}
