//! From an undecided nest to one that can be compiled: a list of passes.
//!
//! Each pass is one file and one function from nest to nest. It keeps the result
//! and every rule of [`verify`](mod@super::verify), which is run after each.

mod primitives;

use crate::tensor::nest::Nest;
use crate::tensor::verify::{NestError, verify};

/// A step of the optimizer.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name: that of its file.
    pub name: &'static str,
    /// What it does.
    pub run: fn(Nest) -> Result<Nest, NestError>,
}

/// The passes in the order in which they run.
pub const PASSES: [Pass; 1] = [Pass { name: "primitives", run: primitives::identify }];

/// Runs all passes.
///
/// # Errors
/// [`NestError`], where the nest breaks a rule to begin with, or memory is short. Odd strides are
/// no error: they leave more loops outside the kernel.
pub fn optimize(nest: Nest) -> Result<Nest, NestError> {
    verify(&nest)?;
    PASSES.iter().try_fold(nest, |nest, pass| {
        let nest = (pass.run)(nest)?;
        verify(&nest)?;
        Ok(nest)
    })
}
