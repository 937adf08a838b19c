//! The Python package: wheels, built and tried.
//!
//! One wheel of a machine is for every CPython from 3.11 on. [`Environment`]s keep what pip installs inside
//! of the build directory: one to build with, and an empty one for each check, which has the wheel
//! and nothing of the sources.
//!
//! The check runs the package's own tests, then those of others with our functions in the place of numpy's:
//! numpy's of `einsum` and all of opt_einsum's. A plugin counts who serves their calls
//! (`harness/python/tests/suites/substitute.py`).

mod environment;

use std::fs;
use std::path::{Path, PathBuf};

use crate::proc::{self, Failure, Result};
use crate::toolchain::Toolchain;
use environment::Environment;

/// The package, from the root of the workspace.
const PACKAGE: &str = "harness/python";

/// A machine that wheels are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Machine {
    /// The one at hand.
    Host,
    /// Another, by zig's linker, with its name in Rust.
    Other(&'static str),
    /// Linux on x86-64, for the interpreter without a lock: it has another interface.
    FreeThreaded,
}

/// All machines that wheels are published for.
const PUBLISHED: [Machine; 4] = [
    Machine::Other("x86_64-unknown-linux-gnu"),
    Machine::Other("aarch64-unknown-linux-gnu"),
    Machine::Other("aarch64-apple-darwin"),
    Machine::FreeThreaded,
];

/// A suite of another project: its name, pytest's arguments, and the least per cent of floating-point calls
/// that are ours.
type Suite = (&'static str, &'static [&'static str], &'static str);

/// Those that are installed with their packages, and cotengra's, which is in its sources ([`COTENGRA`]).
const SUITES: [Suite; 3] = [
    ("numpy's tests of einsum", &["--pyargs", "numpy._core.tests.test_einsum"], "95"),
    ("opt_einsum's tests", &["--pyargs", "opt_einsum"], "99"),
    (
        "cotengra's tests",
        &[
            "cotengra-0.8.3/tests/test_interface.py",
            "cotengra-0.8.3/tests/test_compute.py",
            "cotengra-0.8.3/tests/test_slicer.py",
            "cotengra-0.8.3/tests/test_tree.py",
        ],
        "99",
    ),
];

/// The sources of cotengra: the version that is installed.
const COTENGRA: &str = "cotengra==0.8.3";

/// Unpacks an archive where Python is.
const UNPACK: &str = "import shutil, sys; shutil.unpack_archive(sys.argv[1], filter='data')";

/// Builds the wheel of this machine, and returns where it is.
///
/// # Errors
/// A tool is missing, or the build fails.
pub(crate) fn build(toolchain: &Toolchain) -> Result<String> {
    Ok(built(toolchain, Machine::Host)?.display().to_string())
}

/// Builds the wheels of all machines, and returns where they are.
///
/// # Errors
/// Those of [`build`].
pub(crate) fn build_all(toolchain: &Toolchain) -> Result<String> {
    let built = PUBLISHED.into_iter().map(|machine| built(toolchain, machine));
    let paths = built.map(|path| Ok(path?.display().to_string())).collect::<Result<Vec<_>>>()?;
    Ok(paths.join("\n"))
}

/// Builds the wheel of this machine, installs it into an empty environment, and runs all tests there.
///
/// # Errors
/// Those of [`build`], and tests that fail.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    let wheel = built(toolchain, Machine::Host)?;
    let package = toolchain.workspace.root.join(PACKAGE);
    let empty = Environment::fresh(&folder(toolchain).join("empty"))?;
    empty.install(&["--requirement".as_ref(), package.join("requirements-test.txt").as_ref()])?;
    empty.install(&["--no-deps".as_ref(), wheel.as_ref()])?;
    let sources = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", COTENGRA];
    proc::run(empty.python().current_dir(folder(toolchain)).args(sources))?;
    let unpack = ["-c", UNPACK, "cotengra-0.8.3.tar.gz"];
    proc::run(empty.python().current_dir(folder(toolchain)).args(unpack))?;
    let tests = package.join("tests");
    proc::run(pytest(toolchain, &empty).arg(&tests))?;
    for (name, arguments, least) in SUITES {
        println!("{name}:");
        let mut pytest = pytest(toolchain, &empty);
        pytest.args(["-p", "substitute"]).args(arguments);
        pytest.env("PYTHONPATH", tests.join("suites")).env("TENSMITH_LEAST_SHARE", least);
        proc::run(&mut pytest)?;
    }
    Ok(format!("ok: own tests, {}", SUITES.map(|(name, ..)| name).join(", ")))
}

/// pytest in an environment, in a folder that has nothing to import.
fn pytest(toolchain: &Toolchain, environment: &Environment) -> std::process::Command {
    let mut pytest = environment.python();
    pytest.current_dir(folder(toolchain)).args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    pytest
}

/// The folder of all that is made here.
fn folder(toolchain: &Toolchain) -> PathBuf {
    toolchain.workspace.target.join("wheel")
}

/// Builds the wheel of a machine, and returns its path.
fn built(toolchain: &Toolchain, machine: Machine) -> Result<PathBuf> {
    let package = toolchain.workspace.root.join(PACKAGE);
    let builder =
        Environment::with(&folder(toolchain).join("build"), &package.join("requirements-build.txt"))?;
    let out = folder(toolchain).join(match machine {
        Machine::Host => "host",
        Machine::Other(target) => target,
        Machine::FreeThreaded => "free-threaded",
    });
    // A wheel of another version must not be taken for this one.
    let _ = fs::remove_dir_all(&out);
    let mut maturin = builder.python();
    maturin
        .current_dir(&package)
        .args(["-m", "maturin", "build", "--release", "--locked", "--out"])
        .arg(&out);
    let zig = ["--zig", "--compatibility"];
    match machine {
        Machine::Host => {}
        Machine::Other(target) if target.contains("linux") => {
            maturin.args(zig).args(["manylinux2014", "--target", target]);
        }
        Machine::Other(target) => {
            maturin.args(["--zig", "--target", target]);
        }
        Machine::FreeThreaded => {
            maturin.args(zig).args(["manylinux2014", "--target", "x86_64-unknown-linux-gnu"]);
            maturin.args(["--interpreter", "3.14t"]);
        }
    }
    proc::build(&mut maturin)?;
    only_wheel(&out)
}

/// The wheel in a folder that has one.
fn only_wheel(folder: &Path) -> Result<PathBuf> {
    let failure = |what: &str| Failure::check(format!("{}: {what}", folder.display()));
    let entries = fs::read_dir(folder).map_err(|error| failure(&error.to_string()))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut wheels = paths.filter(|path| path.extension().is_some_and(|extension| extension == "whl"));
    match (wheels.next(), wheels.next()) {
        (Some(wheel), None) => Ok(wheel),
        _ => Err(failure("must have one wheel")),
    }
}
