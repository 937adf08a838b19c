//! Programs that are looked into: tests of the same file that are ignored otherwise, each in
//! a process of its own.
#![allow(dead_code, reason = "no file of tests uses all of it")]

use std::path::PathBuf;
use std::process::{Command, Output};
use tensmith::{Array, Jit, JitBuilder, Plan};
use tensmith_profilers::interfaces;

/// The variable that says which interfaces a child tells kernels by.
pub(crate) const SETTING: &str = "TENSMITH_TEST_PROFILE";

/// A `Jit` that tells kernels as the variable says.
pub(crate) fn observed() -> Jit {
    let setting = std::env::var(SETTING).unwrap_or_default();
    let interfaces = interfaces(&setting).expect("a setting");
    let observers = interfaces.iter().map(|interface| interface.observer().expect("a file"));
    observers.fold(Jit::builder(), JitBuilder::observer).build().expect("a machine that executes kernels")
}

/// A square multiplication, and its operands.
pub(crate) fn square(jit: &Jit, size: usize) -> (Plan<f32>, Array<f32>) {
    let operand = Array::c_order(vec![1.0f32; size * size], &[size, size]).expect("an array");
    (jit.einsum("mk,kn->mn", &[&operand, &operand]).expect("a plan"), operand)
}

/// Multiplies some times. A function of its own, so that stacks have its name without line tables, too.
#[inline(never)]
pub(crate) fn multiply(plan: &Plan<f32>, operand: &Array<f32>, times: usize) {
    let mut output = plan.zeros().expect("memory");
    for _ in 0..times {
        plan.run(&[operand.view(), operand.view()], &mut output.view_mut()).expect("operands that fit");
    }
    assert_eq!(output.data()[0] as usize, operand.layout().shape()[0]);
}

/// The words that run an ignored test of this file.
pub(crate) fn words(test: &str) -> Vec<String> {
    let this: PathBuf = std::env::current_exe().expect("a program");
    let this = this.to_str().expect("a path in UTF-8").to_owned();
    [this.as_str(), test, "--exact", "--ignored", "--nocapture", "--test-threads=1"].map(str::to_owned).into()
}

/// The emulator that programs run under here, with its options; none where they run by themselves.
pub(crate) fn emulator() -> Vec<String> {
    let runner = std::env::var("TENSMITH_RUNNER").unwrap_or_default();
    runner.split_whitespace().map(str::to_owned).collect()
}

/// Runs a command that has to succeed, and returns what it says.
pub(crate) fn output(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(status.success(), "{command:?}: {status}\n{stdout}\n{stderr}");
    stdout + &stderr
}
