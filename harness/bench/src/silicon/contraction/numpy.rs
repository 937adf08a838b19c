//! numpy, in a process of its own that inherits our processors: its clock times it, and its BLAS has as many
//! threads as are asked for.
//!
//! Tests: `harness/bench/src/silicon/contraction/mod.rs`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tensmith::DType;
use tensmith_measure::contraction::Contraction;
use tensmith_measure::failure::{Failure, Result};
use tensmith_measure::library::SLEEPING;

const PROGRAM: &str = include_str!("numpy.py");

/// The process.
#[derive(Debug)]
pub(crate) struct Numpy {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Numpy {
    /// Starts a Python.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(python: &Path, threads: usize) -> Result<Self> {
        let refused = |error| Failure::bad_input(format!("python is `{}`: {error}", python.display()));
        let mut command = Command::new(python);
        command.args(["-c", PROGRAM]).stdin(Stdio::piped()).stdout(Stdio::piped()).env_remove("LD_PRELOAD");
        for variable in ["OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"] {
            command.env(variable, threads.to_string());
        }
        command.envs(SLEEPING);
        let mut child = command.spawn().map_err(|error| refused(error.to_string()))?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(refused("it has no standard streams".to_owned()));
        };
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    /// Makes the operands of a contraction; returns the version.
    ///
    /// # Errors
    /// It does not answer: it lacks numpy, or memory.
    pub(crate) fn make(&mut self, dtype: DType, contraction: &Contraction) -> Result<String> {
        let [in0, in1, _] = contraction.indices();
        let shape =
            |indices| contraction.shape(indices).iter().map(usize::to_string).collect::<Vec<_>>().join("x");
        self.ask(&format!("make {dtype} {} {} {}", contraction.expression(), shape(in0), shape(in1)))
    }

    /// Contracts once, by `einsum` or `tensordot`; returns nanoseconds.
    ///
    /// # Errors
    /// It does not answer.
    pub(crate) fn contract(&mut self, way: &str) -> Result<f64> {
        let answer = self.ask(way)?;
        let seconds: f64 = answer.parse().map_err(|_| unexpected(&answer))?;
        Ok(seconds * 1e9)
    }

    /// Elements of the last result.
    ///
    /// # Errors
    /// It does not answer.
    pub(crate) fn elements(&mut self, places: &[usize]) -> Result<Vec<f64>> {
        let places: Vec<_> = places.iter().map(usize::to_string).collect();
        let answer = self.ask(&format!("element {}", places.join(",")))?;
        answer.split(',').map(|number| number.parse().map_err(|_| unexpected(&answer))).collect()
    }

    fn ask(&mut self, question: &str) -> Result<String> {
        let silent = |_| Failure::bad_input("python ended: it needs numpy, and memory for the operands");
        writeln!(self.questions, "{question}").map_err(silent)?;
        let mut answer = String::new();
        let length = self.answers.read_line(&mut answer).map_err(silent)?;
        if length == 0 {
            Err(silent(std::io::ErrorKind::UnexpectedEof.into()))
        } else {
            Ok(answer.trim().to_owned())
        }
    }
}

fn unexpected(answer: &str) -> Failure {
    Failure::bad_input(format!("python answers `{answer}`: must be numbers"))
}

impl Drop for Numpy {
    fn drop(&mut self) {
        // Nothing is kept that could be lost.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
