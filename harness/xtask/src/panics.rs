//! Counting the places where `core` and `primitives` can panic.
//!
//! # What is counted
//! Both crates are built in release mode for `aarch64-unknown-none`, and their
//! object code is disassembled. A site is one reference, from code that is reached
//! from a function of theirs, to a function of Rust's `core` or `alloc` that panics,
//! or that ends the program when memory runs out. The optimizer has removed what it
//! could prove away, so each site left is one that the compiler believes can happen.
//!
//! Every function of the two crates is a start, public or not, called or not, also
//! those that are otherwise compiled only where they are used (`#[inline]`, derived,
//! or small): `-C link-dead-code` has them compiled here. So a function is judged by
//! itself, and a private one that is safe only because of its callers is a site.
//!
//! # What is not
//! - Generic functions are compiled into the crate that uses them. Those of `core`
//!   that `primitives` uses count for `primitives`, those that neither uses are not
//!   counted, and those of Rust's own library count where they are used.
//! - A method that a trait of Rust's provides, such as `Ord::clamp`, counts only if
//!   it is called.
//! - What was compiled as a part of Rust's library is not looked into, except for
//!   the few functions that allocate ([`INFALLIBLE`]): to print a number with a
//!   fraction, for instance, has panics inside that cannot happen. Nor is what is
//!   called through a table of methods, if it is not a function of the two crates.
//!
//! The crate that is counted is one codegen unit, because an unrelated change would
//! otherwise move functions between units and the number with them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::fs;

use crate::proc::{self, Failure, Result, capture, command};
use crate::rust::Target;
use crate::toolchain::Toolchain;
use crate::workspace::Workspace;

/// The crates that must not panic: name and package.
const CRATES: [(&str, &str); 2] = [("core", "tensmith-core"), ("primitives", "tensmith-primitives")];

/// What the compiler is told for names that keep their types and have no hashes.
const NAMES: &str = "-C symbol-mangling-version=v0";

/// What the compiler is told, besides, for the crate that is counted.
const WHOLE: [&str; 4] = ["-C", "link-dead-code", "-C", "codegen-units=1"];

/// The file with the number of sites that each crate may have.
const LIMITS: &str = "harness/xtask/panic-sites.txt";

/// Functions inside `alloc` that end the program when memory runs out, though their
/// names do not say so.
const INFALLIBLE: [&str; 5] = [
    "alloc::fmt::format::format_inner",
    "<alloc::string::String as core::fmt::Write>::",
    "<alloc::string::String as core::clone::Clone>::",
    "<alloc::boxed::Box<str> as core::clone::Clone>::",
    "<alloc::string::String as core::convert::From<",
];

/// Sites, as the function that they are in and the one that panics, and how many
/// there are of each.
type Counts = BTreeMap<(String, String), usize>;

/// The sites of every crate.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sites {
    by_crate: Vec<(&'static str, Counts)>,
}

/// Builds `core` and `primitives` for a machine without an operating system.
pub(crate) fn build(toolchain: &Toolchain) -> Result {
    let mut cargo = toolchain.cargo_for("build", Target::Bare, NAMES);
    proc::run(cargo.arg("--release").args(CRATES.iter().flat_map(|(_, package)| ["--package", package])))
}

/// Builds each crate once more, with all of its functions, and counts its sites.
pub(crate) fn count(toolchain: &Toolchain) -> Result<Sites> {
    let objdump = toolchain.llvm()?.objdump();
    let mut sites = Sites::default();
    for (name, package) in CRATES {
        let mut build = toolchain.cargo_for("rustc", Target::Bare, NAMES);
        proc::run(build.args(["--release", "--package", package, "--lib", "--"]).args(WHOLE))?;
        let library = format!("lib{}.rlib", package.replace('-', "_"));
        let mut disassemble = command(&objdump);
        disassemble.args(["--disassemble", "--reloc", "--demangle", "--no-show-raw-insn"]);
        let text = capture(disassemble.arg(toolchain.release_of(Target::Bare).join(&library)))?;
        let counts =
            sites_in(&text).ok_or_else(|| Failure::check(format!("{library} has no code to read")))?;
        sites.by_crate.push((name, counts));
    }
    Ok(sites)
}

impl Sites {
    /// Every site, one function and what it calls a line. A site in a function of
    /// Rust's own follows the function that it is reached from, or one of them.
    pub(crate) fn list(&self) -> String {
        let mut list = String::new();
        for (name, sites) in &self.by_crate {
            for ((function, panic), count) in sites {
                let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
                list += &format!("{name}: {function} -> {panic}{times}\n");
            }
        }
        list
    }

    /// Compares with the numbers in [`LIMITS`]; says how it went.
    ///
    /// # Errors
    /// A crate has more sites than it may, or the file cannot be read.
    pub(crate) fn within_limits(&self, workspace: &Workspace) -> Result<String> {
        let text = fs::read_to_string(workspace.root.join(LIMITS));
        let text = text.map_err(|error| Failure::check(format!("{LIMITS}: {error}")))?;
        self.compare(&text).map_err(Failure::check)
    }

    fn compare(&self, limits: &str) -> std::result::Result<String, String> {
        let mut said = format!("ok: {}", self.counts());
        for (name, count) in self.totals() {
            let limit = limit_of(name, limits)?;
            if count > limit {
                return Err(format!(
                    "{name} has {count} panic sites and may have {limit} ({LIMITS}); \
                     `cargo xtask panics --list` names them"
                ));
            }
            if count < limit {
                said += &format!("; lower `{name} {limit}` to {count} in {LIMITS}");
            }
        }
        Ok(said)
    }

    fn totals(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.by_crate.iter().map(|(name, sites)| (*name, sites.values().sum()))
    }

    fn counts(&self) -> String {
        self.totals().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Sites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: usize = self.totals().map(|(_, count)| count).sum();
        write!(f, "{total} panic sites reachable: {}", self.counts())
    }
}

/// The number behind `name` in the text of [`LIMITS`].
fn limit_of(name: &str, limits: &str) -> std::result::Result<usize, String> {
    let row = limits.lines().filter_map(|line| line.split_once(' ')).find(|(word, _)| *word == name);
    row.and_then(|(_, number)| number.trim().parse().ok())
        .ok_or_else(|| format!("{LIMITS} has no line `{name} N`"))
}

/// A function in the object code.
#[derive(Debug, Default)]
struct Function<'a> {
    name: &'a str,
    /// The section that it has to itself, which ends in its mangled name.
    section: &'a str,
    /// What it refers to: functions by name, some of this crate by section.
    references: Vec<&'a str>,
}

impl Function<'_> {
    /// Whether a search starts here: the function is of this workspace, and not a
    /// method that a trait provides for one of its types.
    fn is_ours(&self) -> bool {
        let mangled = self.section.split_once("_R").map_or("", |(_, path)| path);
        // Tags of generic arguments, closures and functions; `Y` is a method of a
        // trait itself, `X` and `M` are those of an implementation.
        let path = mangled.trim_start_matches(['I', 'N', 'C', 'v']);
        of_this_workspace(self.name) && !path.starts_with('Y')
    }

    /// The function as one that is reached from the function `from`, or is that one.
    fn path_from(&self, from: &str) -> String {
        if from == self.name { from.to_owned() } else { format!("{from} -> {}", self.name) }
    }
}

/// The sites in what `llvm-objdump` prints; none if there is no function of ours in
/// it, as when libraries are built for link-time optimization only.
fn sites_in(disassembly: &str) -> Option<Counts> {
    let functions = functions(disassembly);
    let by_section: HashMap<_, _> =
        functions.iter().map(|function| (function.section, function.name)).collect();
    let mut by_name: HashMap<_, Vec<_>> = HashMap::new();
    for function in &functions {
        by_name.entry(function.name).or_default().push(function);
    }

    let mut sites = Counts::new();
    let mut seen = BTreeSet::new();
    // Each with the function of ours that it is reached from.
    let ours = functions.iter().filter(|function| function.is_ours());
    let mut waiting: Vec<_> = ours.map(|function| (function, function.name)).collect();
    if waiting.is_empty() {
        return None;
    }
    while let Some((function, from)) = waiting.pop() {
        if !seen.insert(function.section) {
            continue;
        }
        let from = if function.is_ours() { function.name } else { from };
        for reference in &function.references {
            let name = by_section.get(reference).unwrap_or(reference);
            if panics(name) {
                *sites.entry((function.path_from(from), (*name).to_owned())).or_insert(0) += 1;
            } else {
                waiting.extend(by_name.get(name).into_iter().flatten().map(|called| (*called, from)));
            }
        }
    }
    Some(sites)
}

/// Splits what `llvm-objdump` prints. A function has a section of its own, begins
/// with `<name>:`, and refers to others by relocations below its instructions.
fn functions(disassembly: &str) -> Vec<Function<'_>> {
    let mut functions: Vec<Function<'_>> = Vec::new();
    let mut section = "";
    for line in disassembly.lines() {
        if let Some(name) = line.strip_prefix("Disassembly of section ") {
            section = name.trim_end_matches(':');
        } else if let Some(name) = function_header(line) {
            functions.push(Function { name, section, references: vec![] });
        } else if let (Some(function), Some(name)) = (functions.last_mut(), referenced(line)) {
            function.references.push(name);
        }
    }
    functions
}

/// The name in a line such as `0000000000000000 <tensmith_core::run>:`.
fn function_header(line: &str) -> Option<&str> {
    let (address, name) = line.strip_suffix(">:")?.split_once(" <")?;
    address.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(name)
}

/// The name in a relocation that begins a reference: a call, a jump, or the first
/// half of taking an address. The second half, and data, refer to it again.
fn referenced(line: &str) -> Option<&str> {
    const FIRST: [&str; 4] =
        ["R_AARCH64_CALL26", "R_AARCH64_JUMP26", "R_AARCH64_ADR_PREL_PG_HI21", "R_AARCH64_ADR_GOT_PAGE"];
    let (kind, name) = line.get(line.find("R_AARCH64_")?..)?.split_once(char::is_whitespace)?;
    FIRST.contains(&kind).then_some(name.trim())
}

/// Whether the function of this name, one of Rust's own, panics or ends the program.
fn panics(name: &str) -> bool {
    if INFALLIBLE.iter().any(|allocates| name.starts_with(allocates)) {
        return true;
    }
    let path = outside_brackets(name);
    // `core::panic` holds types; what panics is in `core::panicking` and others.
    let in_panicking = path.iter().any(|segment| segment.contains("panic") && *segment != "panic");
    let says_so = path.last().is_some_and(|last| {
        ["_fail", "_failed", "_fail_rt"].iter().any(|end| last.ends_with(end))
            || ["handle_error", "handle_alloc_error", "capacity_overflow"].contains(last)
    });
    !of_this_workspace(name) && (in_panicking || says_so)
}

/// Whether the function of this name is in, or is for a type of, this workspace.
fn of_this_workspace(name: &str) -> bool {
    name.trim_start_matches(['<', '&', '[', '*', '(']).starts_with("tensmith_")
}

/// The segments of a path, without those inside angle brackets.
fn outside_brackets(name: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let split = name.split(|c: char| {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (c == ':' || c == '>')
    });
    split.filter(|segment| !segment.is_empty() && !segment.starts_with('<')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISASSEMBLY: &str = "
libtensmith_core.rlib(core.o):\tfile format elf64-littleaarch64

Disassembly of section .text._RNvCs1_13tensmith_core3run:

0000000000000000 <tensmith_core::run>:
       0:      \tstp\tx29, x30, [sp, #-0x10]!
       4:      \tbl\t0x4 <tensmith_core::run+0x4>
\t\t0000000000000004:  R_AARCH64_CALL26\tcore::panicking::panic_bounds_check
       8:      \tbl\t0x8 <tensmith_core::run+0x8>
\t\t0000000000000008:  R_AARCH64_CALL26\tcore::panicking::panic_bounds_check
       c:      \tbl\t0xc <tensmith_core::run+0xc>
\t\t000000000000000c:  R_AARCH64_CALL26\ttensmith_core::check_failed
      10:      \tbl\t0x10 <tensmith_core::run+0x10>
\t\t0000000000000010:  R_AARCH64_CALL26\t.text.unlikely._RNvMCs1_5alloc8grow_one

Disassembly of section .text.unlikely._RNvMCs1_5alloc8grow_one:

0000000000000000 <<alloc::raw_vec::RawVec<u8>>::grow_one>:
       0:      \tadrp\tx0, 0x0 <alloc::raw_vec::handle_error>
\t\t0000000000000000:  R_AARCH64_ADR_PREL_PG_HI21\talloc::raw_vec::handle_error
       4:      \tadd\tx0, x0, #0x0
\t\t0000000000000004:  R_AARCH64_ADD_ABS_LO12_NC\talloc::raw_vec::handle_error

Disassembly of section .text._RNvMCs1_5alloc13with_capacity:

0000000000000000 <<alloc::raw_vec::RawVec<u8>>::with_capacity>:
       0:      \tb\t0x0 <<alloc::raw_vec::RawVec<u8>>::with_capacity>
\t\t0000000000000000:  R_AARCH64_JUMP26\talloc::raw_vec::handle_error

Disassembly of section .text._RNvYNtCs1_13tensmith_core5DTypeNtNtCs2_4core3cmp3Ord5clamp:

0000000000000000 <<tensmith_core::DType as core::cmp::Ord>::clamp>:
       0:      \tb\t0x0 <<tensmith_core::DType as core::cmp::Ord>::clamp>
\t\t0000000000000000:  R_AARCH64_JUMP26\tcore::panicking::panic
";

    fn example() -> Sites {
        Sites {
            by_crate: vec![
                ("core", sites_in(DISASSEMBLY).expect("it has functions")),
                ("primitives", Counts::new()),
            ],
        }
    }

    #[test]
    fn sites_are_references_to_panics_in_code_that_is_reached() {
        assert_eq!(
            example().list(),
            "core: tensmith_core::run -> core::panicking::panic_bounds_check (2 times)\n\
             core: tensmith_core::run -> <alloc::raw_vec::RawVec<u8>>::grow_one -> alloc::raw_vec::handle_error\n"
        );
        assert_eq!(example().to_string(), "3 panic sites reachable: core 3, primitives 0");
    }

    #[test]
    fn a_library_without_code_has_no_count() {
        assert_eq!(sites_in("libtensmith_core.rlib(lib.rmeta):\tfile format elf64-littleaarch64\n"), None);
    }

    #[test]
    fn functions_that_panic_are_known_by_name() {
        for name in [
            "core::panicking::panic_fmt",
            "core::panicking::panic_const::panic_const_div_by_zero",
            "core::panicking::assert_failed::<usize, usize>",
            "core::option::unwrap_failed",
            "core::option::expect_failed",
            "core::result::unwrap_failed",
            "core::slice::index::slice_index_fail",
            "core::slice::index::slice_end_index_len_fail",
            "core::slice::copy_from_slice_impl::len_mismatch_fail",
            "core::str::slice_error_fail",
            "core::str::slice_error_fail_rt",
            "core::cell::panic_already_borrowed",
            "core::num::overflow_panic::add",
            "core::num::from_ascii_radix_panic",
            "<alloc::vec::Vec<_, _>>::remove::assert_failed",
            "<[_]>::copy_from_slice::len_mismatch_fail",
            "alloc::raw_vec::handle_error",
            "alloc::raw_vec::capacity_overflow",
            "alloc::alloc::handle_alloc_error",
            "alloc::fmt::format::format_inner",
            "<alloc::string::String as core::clone::Clone>::clone",
        ] {
            assert!(panics(name), "{name}");
        }
    }

    #[test]
    fn other_functions_do_not_panic() {
        for name in [
            "memcpy",
            "__rustc::__rust_dealloc",
            "core::fmt::write",
            "<usize as core::fmt::Display>::fmt",
            "<core::panic::location::Location as core::fmt::Debug>::fmt",
            "<alloc::string::String>::try_reserve",
            "<core::option::Option<core::panicking::AssertKind> as core::fmt::Debug>::fmt",
            "tensmith_core::tensor::verify::check_failed",
            "<tensmith_core::panic_policy::Policy as core::fmt::Debug>::fmt",
        ] {
            assert!(!panics(name), "{name}");
        }
    }

    #[test]
    fn more_sites_than_the_limit_are_an_error_and_fewer_are_said() {
        assert_eq!(example().compare("core 3\nprimitives 0\n").as_deref(), Ok("ok: core 3, primitives 0"));
        let fewer = example().compare("core 5\nprimitives 0\n").expect("3 is below 5");
        assert!(fewer.contains("lower `core 5` to 3"), "{fewer}");
        let more = example().compare("core 2\nprimitives 0\n").expect_err("3 is above 2");
        assert!(more.contains("core has 3 panic sites and may have 2"), "{more}");
    }

    #[test]
    fn a_limit_that_is_not_there_is_an_error() {
        for (limits, missing) in
            [("", "core"), ("core 3\n", "primitives"), ("core three\nprimitives 0\n", "core")]
        {
            let error = example().compare(limits).expect_err("one of them has no limit");
            assert!(error.contains(&format!("no line `{missing} N`")), "{error}");
        }
    }
}
