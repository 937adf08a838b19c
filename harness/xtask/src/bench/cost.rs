//! The cost of making kernels, in host instructions: callgrind counts them, from
//! the choice of a generator to encoded words, in `tests/examples/generate_cost.rs`.

use std::fs;
use std::path::Path;

use crate::made::Made;
use crate::proc::{self, Failure, Result, capture, command};
use crate::toolchain::Toolchain;

/// Counts for each kernel, which are those of some names, each for all of `cores`.
///
/// # Errors
/// The program does not build, or valgrind does not work.
pub(super) fn count(toolchain: &Toolchain, cores: &str, made: &[Made]) -> Result<Vec<u64>> {
    let mut names: Vec<_> = made.iter().map(|kernel| kernel.name.as_str()).collect();
    names.dedup();
    let words = [cores, &names.join(",")];
    of_example(toolchain, "generate_cost", "counted_generation", &words, made.len())
}

/// The cost of each of some calls of the function `counted` in one of the tests' examples.
///
/// # Errors
/// Those of [`count`].
pub(super) fn of_example(
    toolchain: &Toolchain,
    example: &str,
    counted: &str,
    words: &[&str],
    calls: usize,
) -> Result<Vec<u64>> {
    let mut build = toolchain.cargo("build");
    build.args(["--quiet", "--release", "--package", "tensmith-tests", "--example", example]);
    capture(&mut build)?;
    let directory = toolchain.workspace.target.join(example);
    let unusable = |error| Failure::set_up(format!("{}: {error}", directory.display()));
    fs::create_dir_all(&directory).map_err(unusable)?;
    let out = directory.join("callgrind.out");
    let valgrind = proc::find("valgrind").ok_or_else(|| Failure::set_up("valgrind is needed"))?;
    let mut counting = command(valgrind);
    counting
        .args(["--tool=callgrind", "--dump-before=*count_ends*"])
        .arg(format!("--toggle-collect=*{counted}*"))
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(toolchain.native_release().join("examples").join(example))
        .args(words);
    capture(&mut counting)?;
    (1..=calls).map(|nth| summary(&out.with_extension(format!("out.{nth}")))).collect()
}

/// The sum that callgrind wrote into a file.
fn summary(path: &Path) -> Result<u64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let sum = text.lines().find_map(|line| line.strip_prefix("summary: ")?.parse().ok());
    sum.filter(|sum| *sum > 0)
        .ok_or_else(|| Failure::check(format!("callgrind left no count in {}", path.display())))
}
