//! The code of a kernel, with its origin.
//!
//! Tests: `tests/tests/harness_jit.rs`.

use tensmith_core::kernel::KernelSpec;

/// The code of one kernel, and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelCode {
    /// The specification.
    pub spec: KernelSpec,
    /// Its generator.
    pub generator: &'static str,
    /// Predicted cycles of one call.
    pub cycles: f64,
    /// The machine code.
    pub code: Vec<u8>,
}
