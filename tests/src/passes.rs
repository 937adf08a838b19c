//! What every pass of the optimizer keeps.

use crate::interpret::{Data, evaluated, evaluated_all, interpret};
use tensmith_core::Target;
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::tensor::{Nest, Options, PerOperand, Plan, Sequence};

/// Holds every pass against the rules, the amount of work and the result, and so the plan, which it returns
/// unless nothing is decided.
///
/// # Panics
/// If a pass keeps one of these not.
pub fn every_pass_keeps_the_result(
    mut data: Data<f64>,
    origins: PerOperand<usize>,
    nest: Nest,
    options: Options<'_>,
) -> Option<Plan> {
    let mut work = nest.multiply_adds();
    let expected = evaluated(&nest, &data, origins);
    let context = Context { target: &Target::generic(), options };
    let sequence = optimize_all(Sequence::of(nest).unwrap(), &context, |pass, sequence| {
        let nest = &sequence.steps.last().unwrap().nest;
        let most = sequence.steps.iter().map(|step| step.nest.multiply_adds()).max().unwrap();
        if pass.name == "separate" {
            assert!(most <= work, "{nest}");
            work = most;
        }
        assert_eq!((sequence.verify(), most), (Ok(()), work), "{}: {nest}", pass.name);
        if sequence.steps.iter().all(|step| step.shares == 0) {
            assert_eq!(evaluated_all(sequence, &data, origins), expected, "{}: {nest}", pass.name);
        }
    });
    let sequence = sequence.unwrap();
    if options.without == ["primitives"] {
        return None;
    }
    let plan = Plan::of(sequence).unwrap();
    interpret(&plan, &mut data, origins);
    assert_eq!(data.out, expected, "{plan}");
    Some(plan)
}
