//! The operations that come with tensmith, with parameters to test them with.
//!
//! Tests: `tests/tests/primitives_elementwise_values.rs`.

use tensmith_core::kernel::op::{MAX_PARAMETERS, Op, Operation, Parameter};

/// All of `operations`, each with as many of `parameters` as it takes.
///
/// # Panics
/// Never: as many as it takes.
#[must_use]
pub fn with_parameters<const INPUTS: usize>(
    operations: &[&'static Operation<INPUTS>],
    parameters: [Parameter; MAX_PARAMETERS],
) -> Vec<Op<INPUTS>> {
    let op = |operation: &&'static Operation<INPUTS>| {
        Op::new(operation, &parameters[..operation.parameters.len()]).expect("as many as it takes")
    };
    operations.iter().map(op).collect()
}
