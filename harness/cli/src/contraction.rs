//! A contraction of two arrays from files: read, planned, run and checked.

use crate::error::Failure;
use crate::npy::{self, Shape};
use std::fmt;
use std::path::Path;
use tensmith::{Array, Check, Jit, JitError, Plan, Target};

/// Two arrays, and the plan that contracts them.
#[derive(Debug)]
pub(crate) struct Contraction {
    inputs: [Array<f32>; 2],
    plan: Plan<f32>,
    obstacle: Option<JitError>,
}

impl Contraction {
    /// Reads the operands and plans the contraction, for this machine where it can execute the
    /// plan, and otherwise for a generic one.
    ///
    /// # Errors
    /// [`Failure::BadInput`], where a file or the expression is malformed or they do not fit.
    pub(crate) fn read(expression: &str, paths: [&Path; 2]) -> Result<Self, Failure> {
        let [a, b] = paths.map(|path| npy::read(path).map_err(Failure::bad_input));
        let inputs = [a?, b?];
        let explain = |error: JitError| {
            let [a, b] = [(&inputs[0], paths[0]), (&inputs[1], paths[1])]
                .map(|(array, path)| format!("{} ({})", path.display(), Shape(array.layout().shape())));
            Failure::BadInput(format!("expression `{expression}` on in0 = {a}, in1 = {b}: {error}"))
        };
        let (jit, obstacle) = jit().map_err(explain)?;
        let plan = jit.einsum(expression, &inputs).map_err(explain)?;
        Ok(Self { inputs, plan, obstacle })
    }

    /// The plan.
    pub(crate) fn plan(&self) -> &Plan<f32> {
        &self.plan
    }

    /// Runs the plan.
    ///
    /// # Errors
    /// [`Failure::NotPossibleHere`], where this machine cannot execute AArch64 code.
    pub(crate) fn run(&self) -> Result<Array<f32>, Failure> {
        if let Some(obstacle) = &self.obstacle {
            return Err(emulate(obstacle));
        }
        let run = || -> Result<Array<f32>, JitError> {
            let mut output = Array::zeros(self.plan.output().try_clone()?)?;
            self.plan.run(&self.inputs.each_ref().map(Array::view), &mut output.view_mut())?;
            Ok(output)
        };
        run().map_err(|e| Failure::NotPossibleHere(e.to_string()))
    }

    /// Compares a result with the scalar reference.
    ///
    /// # Errors
    /// [`Failure::Check`], where an element differs by more than rounding explains.
    pub(crate) fn check(&self, output: &Array<f32>) -> Result<Report, Failure> {
        let inputs = self.inputs.each_ref().map(Array::view);
        let check = self.plan.check(&inputs, &output.view()).map_err(|e| Failure::Check(e.to_string()))?;
        if check.passed() { Ok(Report(check)) } else { Err(Failure::Check(Report(check).to_string())) }
    }
}

/// What makes plans, and why they cannot run here, if they cannot.
fn jit() -> Result<(Jit, Option<JitError>), JitError> {
    match Jit::host() {
        Err(obstacle) if obstacle.is_of_the_machine() => {
            Ok((Jit::for_target(Target::generic())?, Some(obstacle)))
        }
        jit => Ok((jit?, None)),
    }
}

/// Succeeds where this machine can execute AArch64 code.
///
/// # Errors
/// [`Failure::NotPossibleHere`].
pub(crate) fn require_execution() -> Result<(), Failure> {
    Jit::host().map(drop).map_err(|obstacle| emulate(&obstacle))
}

/// The way out of an obstacle.
fn emulate(obstacle: &JitError) -> Failure {
    let way_out = "`cargo xtask run -- einsum EXPR A.npy B.npy -o C.npy` and `cargo xtask demo` emulate a machine that can";
    Failure::NotPossibleHere(format!("{obstacle}; {way_out}"))
}

/// A comparison with the reference, in one line.
#[derive(Debug)]
pub(crate) struct Report(Check);

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Check { elements, wrong, worst } = self.0;
        write!(f, "{elements} elements compared with the reference, {wrong} wrong")?;
        worst.map_or(Ok(()), |worst| {
            let (actual, expected) = (worst.actual as f32, worst.expected);
            write!(
                f,
                "; worst {actual:?} for {expected:?}: error {:.1e}, bound {:.1e}",
                worst.error, worst.bound
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// `mk,kn->mn` of 2x3 ones and 3x2 ones.
    fn product_of_ones() -> Contraction {
        let directory = tempfile::tempdir().unwrap();
        let paths = ["a.npy", "b.npy"].map(|name| directory.path().join(name));
        for (path, shape) in paths.iter().zip([[2, 3], [3, 2]]) {
            npy::write(&mut std::fs::File::create(path).unwrap(), &[1.0; 6], &shape).unwrap();
        }
        Contraction::read("mk,kn->mn", paths.each_ref().map(PathBuf::as_path)).unwrap()
    }

    #[test]
    fn a_right_result_passes() {
        let right = Array::c_order(vec![3.0; 4], &[2, 2]).unwrap();
        let report = product_of_ones().check(&right).unwrap().to_string();
        assert!(
            report.starts_with("4 elements compared with the reference, 0 wrong; worst 3.0 for 3.0"),
            "{report}"
        );
    }

    #[test]
    fn a_wrong_result_ends_the_program_with_status_1() {
        let wrong = Array::c_order(vec![3.0, 3.0, 3.0, 3.000_01], &[2, 2]).unwrap();
        let failure = product_of_ones().check(&wrong).unwrap_err();
        let (status, message) = failure.parts();
        assert_eq!(status, 1);
        assert!(
            message.starts_with("4 elements compared with the reference, 1 wrong; worst 3.00001"),
            "{message}"
        );
    }
}
