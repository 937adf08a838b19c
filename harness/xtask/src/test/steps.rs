//! The table of steps: what each proves, when it runs, what it needs, and how long it may take.

use super::checks;
use crate::proc::Result;
use crate::toolchain::{Purpose, Toolchain};
use crate::{
    api, arrows, book, faces, firmware, golden, linux, mac, oldest, package, panics, sanitize, wheel,
};

/// A check: does its work and says what was found, in a few words.
pub(super) type Check = fn(&Toolchain) -> Result<String>;

/// When a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tier {
    /// With every change.
    Day,
    /// With `--all`, or by its name.
    Night,
}

/// What a step builds for; the steps of one line run one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// This machine.
    Host,
    /// AArch64, by another compiler than the host's where there is one.
    AArch64,
}

/// A step.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) tier: Tier,
    pub(super) line: Line,
    /// Seconds that it may take where two lines share two processors that do nothing else.
    pub(super) budget: u64,
    pub(super) needs: &'static [Purpose],
    /// What is found here and by no step before; and, of a step of the night, why it is one.
    pub(super) proves: &'static str,
    pub(super) check: Check,
}

use Line::{AArch64, Host};
use Tier::{Day, Night};

/// A row of the table.
const fn step(
    name: &'static str,
    (tier, line, budget): (Tier, Line, u64),
    needs: &'static [Purpose],
    proves: &'static str,
    check: Check,
) -> Step {
    Step { name, tier, line, budget, needs, proves, check }
}

/// All steps. Those of a line run in this order: the cheap ones first.
#[rustfmt::skip]
pub(super) const STEPS: [Step; 31] = [
    step("formatting", (Day, Host, 10), &[Purpose::Lints],
        "the sources are formatted", checks::formatting),
    step("tests by name", (Day, Host, 5), &[],
        "every module names its tests, and every test file is in a program", checks::tests_by_name),
    step("words", (Day, Host, 10), &[],
        "no text has a word that the glossary rules out, and no comment is wider than code", checks::plain_words),
    step("dependency arrows", (Day, Host, 10), &[],
        "arrows between packages, and between files, point down and form no circle", arrows::step),
    step("host tests", (Day, Host, 600), &[Purpose::HostTests],
        "everything that this machine can show, with fewer random cases than at night", checks::host_tests),
    step("libraries for C", (Day, Host, 60), &[Purpose::Libraries],
        "programs in C, C++ and Fortran link with the libraries, alone and with others, and compute", faces::check),
    step("book", (Day, Host, 60), &[Purpose::Book],
        "the commands of every page print what it says", book::by_day),
    step("clippy", (Day, Host, 150), &[Purpose::Lints],
        "no lint, in any target", checks::clippy),
    step("documentation", (Day, Host, 100), &[],
        "every public item is documented, and links lead somewhere", checks::documentation),
    step("memory models", (Day, Host, 90), &[Purpose::HostTests],
        "what threads share is right in every order that the language allows", checks::memory_models),
    step("panic sites", (Day, AArch64, 300), &[Purpose::Panics],
        "no function of `core` and `primitives` can panic", panics::by_day),
    step("firmware", (Day, AArch64, 200), &[Purpose::Firmware],
        "an image with everything runs without an operating system on one core", firmware::by_day),
    step("AArch64 tests", (Day, AArch64, 600), &[Purpose::Emulation, Purpose::HostTests],
        "generated code for AArch64 computes, executed", checks::aarch64_tests),

    step("public items", (Night, Host, 300), &[],
        "public items are those of `docs/api`; builds a tool and all of rustdoc's JSON", api::check),
    step("header", (Night, Host, 200), &[],
        "`tensmith.h` is what its sources say; builds a tool", faces::header::check),
    step("packages", (Night, Host, 60), &[],
        "packages can be packed; their manifests seldom change", package::check),
    step("features", (Night, Host, 400), &[Purpose::Lints],
        "`core` compiles without each of its features, and benchmarks with their peers; ten builds", checks::features),
    step("oldest Rust", (Night, Host, 200), &[],
        "the promised version of Rust compiles what promises it; another toolchain", oldest::check),
    step("values in full", (Night, Host, 3000), &[Purpose::HostTests],
        "every word, millions of instructions and numbers; an hour", checks::values_in_full),
    step("host in full", (Night, Host, 5000), &[Purpose::HostTests],
        "the host's tests with all their random cases and sizes; hours", checks::host_in_full),
    step("models of `Jit`", (Night, Host, 400), &[Purpose::HostTests],
        "generators that ask their own handle, in every order; builds the library for loom", checks::library_models),
    step("sanitizer", (Night, Host, 900), &[Purpose::Sanitizer],
        "no data race in whole programs; builds everything for ThreadSanitizer", sanitize::check),
    step("C in full", (Night, Host, 600), &[Purpose::Libraries, Purpose::Emulation],
        "nothing that valgrind and sanitizers find; CMake; numpy's own tests; AArch64", faces::check_all),
    step("Python package", (Night, Host, 400), &[Purpose::Wheel],
        "the wheel works in an empty environment, and numpy's and opt_einsum's tests with it; downloads packages", wheel::check),
    step("book in full", (Night, Host, 200), &[Purpose::Book],
        "the pages are built, and their links lead somewhere; builds a tool", book::at_night),
    step("golden cycles", (Night, Host, 600), &[Purpose::Kernels],
        "predicted cycles of listed kernels are those on record", golden::step),
    step("AArch64 in full", (Night, AArch64, 5000), &[Purpose::Emulation, Purpose::HostTests, Purpose::Debuggers],
        "units, the program, platform and documentation on AArch64; all random cases", checks::aarch64_in_full),
    step("panics in full", (Night, AArch64, 500), &[Purpose::Panics],
        "derived implementations cannot panic; a second build of each package", panics::at_night),
    step("firmware in full", (Night, AArch64, 600), &[Purpose::Firmware],
        "every image, mode and core; what is in images, and traces of caches", firmware::at_night),
    step("macOS program", (Night, AArch64, 300), &[Purpose::Mac],
        "the program links for macOS; its load commands, imports and signature; builds Rust's library", mac::check),
    step("Linux on AArch64", (Night, AArch64, 1800), &[Purpose::Linux],
        "executable memory under a real kernel, emulated", linux::check),
];
