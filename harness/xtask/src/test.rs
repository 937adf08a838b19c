//! `cargo xtask test`: every check that the workspace has to pass, in order.
//!
//! Nothing passes by being left out: a tool that is missing is installed or is an
//! error, and a step that runs tests fails if there were none.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::api;
use crate::arrows;
use crate::book;
use crate::faces;
use crate::firmware;
use crate::mac;
use crate::package;
use crate::panics;
use crate::proc::{self, Failure, Result};
use crate::rust::appended;
use crate::test_files;
use crate::tests_named;
use crate::toolchain::Toolchain;

/// A check: does its work and says what was found, in a few words.
type Check = fn(&Toolchain) -> Result<String>;

/// All steps. A later one costs more than an earlier one, roughly.
const STEPS: [(&str, Check); 16] = [
    ("formatting", formatting),
    ("tests by name", tests_by_name),
    ("clippy", clippy),
    ("documentation", documentation),
    ("public items", public_items),
    ("packages", packages),
    ("features", features),
    ("host tests", host_tests),
    ("memory models", memory_models),
    ("AArch64 tests", aarch64_tests),
    ("libraries for C", faces::check),
    ("book", book_is_right),
    ("firmware", firmware_runs),
    ("panic sites", panic_sites),
    ("dependency arrows", dependency_arrows),
    ("macOS program", mac_program),
];

/// Returns the names of all steps.
pub(crate) fn names() -> [&'static str; STEPS.len()] {
    STEPS.map(|(name, _)| name)
}

/// Runs the steps of these names, or every step if there are none, until one fails, and prints how each went.
///
/// # Errors
/// The first failure.
pub(crate) fn test(toolchain: &Toolchain, only: &[String]) -> Result {
    let mut summary = String::new();
    let mut verdict = Ok(());
    let chosen = |name: &str| only.is_empty() || only.iter().any(|only| only == name);
    for (number, (name, check)) in (1..).zip(STEPS).filter(|(_, (name, _))| chosen(name)) {
        eprintln!("\n==> {number}/{} {name}", STEPS.len());
        let start = Instant::now();
        let outcome = check(toolchain);
        let said = outcome.as_ref().map_or("FAILED", String::as_str);
        summary += &line(name, start.elapsed(), said);
        if let Err(mut failure) = outcome {
            failure.message = format!("{name}: {failure}");
            verdict = Err(failure);
            break;
        }
    }
    print!("\n{summary}");
    verdict
}

/// The features of `core` that can be left out. Each is built alone, and none: more of them only add to each other.
const FEATURES: [&str; 9] = [
    "",
    "aarch64-base",
    "aarch64-sve",
    "aarch64-sme",
    "aarch64-system",
    "assembly",
    "inlined-encoding",
    "language",
    "x86-64",
];

/// Tests that look at nests, text and code for all machines without executing it, or at what the system does with a signal. The host's
/// run has shown what they show; emulated, they would take minutes each. Machines with AArch64 run them, as they run all.
const ALIKE: [&str; 27] = [
    "asm::",
    "bad_input::",
    "emit::",
    "codegen_allocate::",
    "codegen_pipeline::",
    "codegen_schedule::",
    "fuzz_corpus::",
    "isa_aarch64_decode",
    "isa_aarch64_random::",
    "isa_aarch64_table",
    "isa_aarch64_verify::",
    "isa_loaded::",
    "isa_x86_64",
    "kernel_func::",
    "kernel_op_accuracy::",
    "kernel_table::",
    "primitives_formula_long::",
    "primitives_gemm_code::",
    "primitives_gemm_epilogue::",
    "primitives_hostile_specs::",
    "primitives_wide",
    "signals::",
    "tensor_access::",
    "tensor_optimize",
    "tensor_plan::",
    "einsum_path::",
    "einsum_resolve::",
];

/// The tests that do more at night: those of what a host computes fastest without checks, and those of kernels
/// that are made and those that are run, which need the checks of the `checked` profile.
const OF_VALUES: [&str; 9] = [
    "isa_x86_64_decode",
    "isa_x86_64_table_llvm",
    "isa_aarch64_decode",
    "isa_aarch64_table_binutils",
    "isa_aarch64_decode_library",
    "isa_aarch64_table_llvm",
    "isa_aarch64_operand",
    "kernel_op_accuracy",
    "kernel_op_power",
];
const OF_CODE: [&str; 9] = [
    "fuzz_random",
    "primitives_gemm_code",
    "primitives_gemm_epilogue",
    "primitives_wide",
    "primitives_wide_lines",
    "tensor_access",
    "isa_aarch64_verify",
    "isa_x86_64_verify",
    "isa_x86_64_verify_flips",
];
const OF_KERNELS: [&str; 33] = [
    "blas",
    "cache_memory",
    "codegen_spill",
    "conformance_verify",
    "einsum_lower",
    "einsum_lower_run",
    "export_bare",
    "export_link",
    "primitives_columns",
    "primitives_elementwise_chain",
    "primitives_elementwise_convert",
    "primitives_elementwise_shapes",
    "reference_expression",
    "primitives_gather",
    "primitives_gemm_properties",
    "primitives_gemm_sweep",
    "primitives_lanewise",
    "primitives_window",
    "harness_jit_numpy",
    "harness_program_run",
    "harness_run",
    "kernel_language_random",
    "registry_plugin_formula",
    "primitives_reduce",
    "sparse_blocks",
    "sparse_einsum",
    "sparse_fixed",
    "sparse_product",
    "sparse_pruned",
    "sparse_rows",
    "sparse_sampled",
    "tensor_optimize_interleave",
    "tensor_optimize_windows",
];

/// Runs tests at their full size.
///
/// # Errors
/// The first failure.
pub(crate) fn nightly(toolchain: &Toolchain) -> Result {
    let native = || toolchain.cargo("test");
    full_size(toolchain, native, "release", &OF_VALUES)?;
    full_size(toolchain, native, "checked", &OF_CODE)?;
    full_size(toolchain, native, "checked", &OF_KERNELS)?;
    if toolchain.host.emulates() {
        full_size(toolchain, || toolchain.cargo_for_runner("test"), "checked", &OF_KERNELS)?;
    }
    println!("{}", faces::check_all(toolchain)?);
    Ok(())
}

fn full_size(toolchain: &Toolchain, cargo: impl Fn() -> Command, profile: &str, files: &[&str]) -> Result {
    for options in test_files::options(&toolchain.workspace, files)? {
        let mut cargo = cargo();
        cargo.env("TENSMITH_NIGHTLY", "1").args(["--package", "tensmith-tests", "--profile", profile]);
        println!("{}", counted(toolchain, cargo.args(options).arg("--nocapture"))?);
    }
    Ok(())
}

fn line(name: &str, duration: Duration, said: &str) -> String {
    format!("{name:<18} {:>7.1} s  {said}\n", duration.as_secs_f64())
}

fn formatting(toolchain: &Toolchain) -> Result<String> {
    // The image without an operating system is a workspace of its own.
    let image = ["--manifest-path", "examples/firmware/Cargo.toml", "--check"];
    proc::run(toolchain.cargo("fmt").args(image))?;
    done(toolchain.cargo("fmt").args(["--all", "--check"]))
}

fn tests_by_name(toolchain: &Toolchain) -> Result<String> {
    tests_named::check(&toolchain.workspace).map(|count| format!("ok: {count} modules name theirs"))
}

fn packages(toolchain: &Toolchain) -> Result<String> {
    package::check(toolchain).map(|found| format!("ok: {found}"))
}

fn public_items(toolchain: &Toolchain) -> Result<String> {
    api::check(toolchain).map(|found| format!("ok: {found}"))
}

fn clippy(toolchain: &Toolchain) -> Result<String> {
    done(toolchain.cargo("clippy").args(["--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn documentation(toolchain: &Toolchain) -> Result<String> {
    // The library and the program share a name, and so the folder that their pages
    // are written to: not both at once.
    let program = "tensmith-cli";
    for packages in [vec!["--workspace", "--exclude", program], vec!["--package", program]] {
        let mut cargo = toolchain.cargo("doc");
        cargo.arg("--no-deps").args(packages).env("RUSTDOCFLAGS", "-D warnings");
        proc::run(&mut cargo)?;
    }
    Ok("ok".to_owned())
}

fn host_tests(toolchain: &Toolchain) -> Result<String> {
    let mut cargo = toolchain.cargo("test");
    // It names an emulator, and these tests run without.
    cargo.env_remove("TENSMITH_RUNNER");
    counted(toolchain, cargo.args(["--workspace", "--profile", "checked", "--no-fail-fast"]))
}

/// The synchronisation of caches, executable memory, the pool and scratch memory, in every order that the language's memory
/// model allows: neither x86-64 nor an emulator on it shows what AArch64 may do.
fn memory_models(toolchain: &Toolchain) -> Result<String> {
    let mut cargo = toolchain.cargo("test");
    cargo.env("RUSTFLAGS", appended("RUSTFLAGS", "--cfg tensmith_model"));
    // Apart, as everything is built anew where the flags are others.
    cargo.env("CARGO_TARGET_DIR", toolchain.workspace.target.join("models"));
    // They stand in modules of that name.
    let packages = ["--package", "tensmith-core", "--package", "tensmith"];
    counted(toolchain, cargo.args(packages).args(["--lib", "--profile", "checked", "--", "models::"]))
}

fn aarch64_tests(toolchain: &Toolchain) -> Result<String> {
    if !toolchain.host.emulates() {
        return Ok("ok: the host tests are AArch64 tests".to_owned());
    }
    let workspace = ["--workspace", "--exclude", "xtask", "--profile", "checked", "--no-fail-fast"];
    let programs = ["--lib", "--bins", "--tests", "--"];
    let skipped = ALIKE.iter().flat_map(|tests| ["--skip", tests]);
    let mut cargo = toolchain.cargo_for_runner("test");
    let ran = counted(toolchain, cargo.args(workspace).args(programs).args(skipped))?;
    let mut cargo = toolchain.cargo_for_runner("test");
    let examples = counted(toolchain, cargo.args(workspace).arg("--doc"))?;
    Ok(format!("{ran}; documentation {examples}"))
}

fn features(toolchain: &Toolchain) -> Result<String> {
    for feature in FEATURES {
        let mut cargo = toolchain.cargo("clippy");
        cargo.args(["--package", "tensmith-core", "--no-default-features", "--features", feature]);
        proc::run(cargo.args(["--", "--deny", "warnings"]))?;
    }
    Ok(format!("ok: {} ways to leave some out", FEATURES.len()))
}

fn book_is_right(toolchain: &Toolchain) -> Result<String> {
    book::check(toolchain, book::Stale::Refuse).map(|found| format!("ok: {found}"))
}

fn firmware_runs(toolchain: &Toolchain) -> Result<String> {
    firmware::check(toolchain).map(|found| format!("ok: {found}"))
}

fn panic_sites(toolchain: &Toolchain) -> Result<String> {
    let sites = panics::count(toolchain)?;
    println!("{sites}");
    sites.within_limits(&toolchain.workspace)
}

fn dependency_arrows(toolchain: &Toolchain) -> Result<String> {
    let counts = arrows::check(toolchain)?;
    Ok(format!("ok: {} between packages, {} between files point down", counts.packages, counts.files))
}

fn mac_program(toolchain: &Toolchain) -> Result<String> {
    mac::check(toolchain).map(|found| format!("ok: {found}"))
}

fn done(command: &mut Command) -> Result<String> {
    proc::run(command).map(|()| "ok".to_owned())
}

/// Runs tests, counting them.
pub(crate) fn counted(toolchain: &Toolchain, cargo: &mut Command) -> Result<String> {
    let mut passed = 0;
    let llvm = toolchain.llvm()?;
    cargo.env("TENSMITH_LLVM_OBJDUMP", llvm.objdump()).env("TENSMITH_LLVM_MC", llvm.mc);
    proc::run_seen(cargo, |line| passed += passed_in(line))?;
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
    use std::fs;
    use std::path::Path;

    #[test]
    fn passed_tests_are_read_from_the_last_line() {
        let ok = "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n";
        assert_eq!(passed_in(ok), 12);
        assert_eq!(passed_in("test result: FAILED. 11 passed; 1 failed; 0 ignored\n"), 0);
        assert_eq!(passed_in("test it_works ... ok\n"), 0);
    }

    #[test]
    fn what_is_left_to_the_host_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = ["tests/tests", "harness/cli/tests/program"]
            .map(|folder| fs::read_dir(root.join(folder)).unwrap());
        let names: Vec<String> = files
            .into_iter()
            .flatten()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        for tests in ALIKE {
            let begins = tests.trim_end_matches(':');
            let is_there = |name: &String| match begins == tests {
                true => name.starts_with(begins),
                false => name.trim_end_matches(".rs") == begins,
            };
            assert!(names.iter().any(is_there), "{tests}");
        }
    }

    #[test]
    fn what_does_more_at_night_is_run_at_night() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tests");
        let listed = [&OF_VALUES[..], &OF_CODE, &OF_KERNELS].concat();
        for entry in fs::read_dir(tests).unwrap() {
            let path = entry.unwrap().path();
            let text = if path.is_file() { fs::read_to_string(&path).unwrap() } else { continue };
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap();
            let does_more =
                ["scaled", "cases", "one_of"].iter().any(|name| text.contains(&format!("nightly::{name}")))
                    || text.lines().any(|line| line.contains("nightly::{") && line.contains("scaled}"));
            assert!(!does_more || listed.contains(&name), "{name}");
        }
    }

    #[test]
    fn the_summary_is_a_table() {
        assert_eq!(line("clippy", Duration::from_millis(1234), "ok"), "clippy                 1.2 s  ok\n");
    }
}
