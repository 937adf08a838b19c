//! Programs of tests: built, run, and counted.

use std::process::Command;

use crate::proc::{self, Failure, Result};
use crate::toolchain::Toolchain;

/// Builds what `cargo test` runs, runs it with arguments for the programs, and says how many tests passed.
///
/// # Errors
/// A test fails, or none ran.
pub(crate) fn counted(
    toolchain: &Toolchain,
    cargo: impl Fn() -> Command,
    arguments: &[impl AsRef<str>],
) -> Result<String> {
    let mut passed = 0;
    let llvm = toolchain.llvm()?;
    let cargo = || {
        let mut cargo = cargo();
        cargo.env("TENSMITH_LLVM_OBJDUMP", llvm.objdump()).env("TENSMITH_LLVM_MC", &llvm.mc);
        cargo
    };
    if !cargo().get_args().any(|word| word == "--doc") {
        proc::build(cargo().arg("--no-run"))?;
    }
    let arguments = arguments.iter().map(AsRef::as_ref);
    proc::run_seen(cargo().arg("--").args(arguments), |line| passed += passed_in(line))?;
    if passed == 0 {
        return Err(Failure::check("not one test ran"));
    }
    Ok(format!("ok: {passed} tests passed"))
}

/// How many tests passed, in the line with which a test program ends.
pub(crate) fn passed_in(line: &str) -> u64 {
    let words = line.strip_prefix("test result: ok. ").and_then(|rest| rest.split_once(" passed;"));
    words.and_then(|(count, _)| count.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_tests_are_read_from_the_last_line() {
        let ok = "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n";
        assert_eq!(passed_in(ok), 12);
        assert_eq!(passed_in("test result: FAILED. 11 passed; 1 failed; 0 ignored\n"), 0);
        assert_eq!(passed_in("test it_works ... ok\n"), 0);
    }
}
