//! Results: a contraction for each kind of kernel, in both types of elements, compared with
//! the scalar reference.
//!
//! Extents are such that vectors, their rests and several tiles occur, on every machine.
//!
//! Tests: below, `harness/cli/tests/program/doctor.rs`.

use super::finding::{Finding, State};
use crate::array::Array;
use crate::jit::Jit;
use tensmith_core::executor::Sequential;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::reference::Element;

/// What is computed: a name, an expression, and what follows it.
struct Case {
    topic: &'static str,
    expression: &'static str,
    /// The name of an operation on each element of the result.
    then: Option<&'static str>,
}

const fn case(topic: &'static str, expression: &'static str) -> Case {
    Case { topic, expression, then: None }
}

const CASES: [Case; 10] = [
    case("multiplication", "mk,kn->mn"),
    case("transposed operands", "km,nk->mn"),
    case("sum of multiplications", "rmk,rkn->mn"),
    case("multiplications side by side", "mkb,knb->mnb"),
    case("dot product", "k,k->"),
    case("sum", "mn->m"),
    case("transposition", "mn->nm"),
    case("product of elements", "mn,mn->mn"),
    Case { topic: "activation", expression: "mk,kn->mn", then: Some("gelu") },
    case("three operands", "mk,kn,nr->mr"),
];

/// Extents of labels, by their letter.
fn extent(label: char) -> usize {
    match label {
        'm' => 37,
        'n' => 29,
        'k' => 41,
        'b' => 19,
        _ => 5,
    }
}

/// Checks every case, and that several threads compute the same bits.
pub(super) fn all(jit: &Jit) -> Vec<Finding> {
    CASES.iter().map(|case| finding(jit, case)).collect()
}

fn finding(jit: &Jit, case: &Case) -> Finding {
    let outcome = examine::<f32>(jit, case).and_then(|()| examine::<f64>(jit, case));
    match outcome {
        Ok(()) => Finding::good(case.topic, format!("{}: right, in FP32 and FP64", case.expression)),
        Err(error) => {
            let found = format!("{}: {error}", case.expression);
            let advice = "please report this with the output of `tensmith doctor --json`; until then, results of this \
                          machine cannot be trusted";
            Finding::other(case.topic, State::Wrong, found, advice)
        }
    }
}

/// Why a result cannot be trusted, or there is none.
type Fault = Box<dyn std::error::Error>;

fn examine<T: Element>(jit: &Jit, case: &Case) -> Result<(), Fault> {
    let inputs = inputs::<T>(case.expression)?;
    let mut contraction = jit.contraction(case.expression);
    if let Some(op) = case.then.and_then(UnaryOp::named).and_then(|op| UnaryOp::new(op, &[])) {
        contraction = contraction.apply(op);
    }
    let plan = contraction.plan::<T>(&inputs)?;
    let (mut alone, together) = (plan.zeros()?, plan.evaluate(&inputs)?);
    plan.run_on(&inputs, &mut alone, &Sequential)?;
    if alone != together {
        return Err("threads compute other bits than one of them alone".into());
    }
    let check = plan.check(&inputs, &alone)?;
    if check.passed() {
        return Ok(());
    }
    Err(format!("{} of {} elements of {} are wrong", check.wrong, check.elements, T::DTYPE).into())
}

/// Operands of an expression: fractions that do not repeat, the same on every machine.
fn inputs<T: Element>(expression: &str) -> Result<Vec<Array<T>>, Fault> {
    let inputs = expression.split("->").next().unwrap_or_default();
    let array = |term: &str| -> Result<Array<T>, Fault> {
        let shape: Vec<_> = term.chars().map(extent).collect();
        let elements = (0..shape.iter().product())
            .map(|at: usize| T::from_f64((at as f64 * std::f64::consts::SQRT_2).fract() - 0.5));
        Ok(Array::c_order(elements.collect(), &shape)?)
    };
    inputs.split(',').map(array).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_can_be_planned() {
        let jit = Jit::for_target(tensmith_core::Target::generic()).unwrap();
        for case in &CASES {
            let inputs = inputs::<f32>(case.expression).unwrap();
            assert!(case.then.is_none_or(|op| UnaryOp::named(op).is_some()), "{}", case.topic);
            let plan = jit.contraction(case.expression).plan::<f32>(&inputs);
            assert!(plan.is_ok(), "{}: {plan:?}", case.topic);
        }
    }

    /// Code that cannot be run here is a fault, and no result.
    #[test]
    fn a_result_that_is_not_there_is_a_fault() {
        let jit = Jit::for_target(tensmith_core::Target::generic()).unwrap();
        let finding = finding(&jit, &CASES[0]);
        assert_eq!(finding.state, State::Wrong);
        assert!(finding.found.starts_with("mk,kn->mn: ") && finding.advice.is_some());
    }
}
