//! Counting the places where `sync`, `core` and `primitives` can panic.
//!
//! # What is counted
//! These crates are built for `aarch64-unknown-none`, optimised, as what the image
//! without an operating system is linked from, and their object code is read. A site is one reference, from
//! code that can be reached from outside, to a function of Rust's `core` or `alloc` that panics, or that ends
//! the program when memory runs out. The optimizer has removed what it could prove away, so each site left is
//! one that the compiler believes can happen.
//!
//! Reaching starts at public functions and at implementations of traits, and follows
//! calls, addresses and tables of methods. Functions that are compiled only where
//! they are used need help to be seen: `-C incremental` has the small ones compiled.
//! Derived implementations, such as a `Clone` that allocates, are taken from a
//! second build with `-C link-dead-code`; it would not do for the rest, because it
//! keeps the optimizer from what it can prove by inlining. A single codegen unit
//! keeps unrelated changes from moving the number.
//!
//! # What is not
//! - Generic functions are compiled into the crate that uses them. Those of `core`
//!   that `primitives` uses count for `primitives`, those that neither uses are not
//!   counted, and those of Rust's own library count where they are used.
//! - A public `#[inline]` function counts only where its own crate calls it, and so
//!   does a method that a trait of Rust's provides, such as `Ord::clamp`.
//! - What was compiled as a part of Rust's library is not looked into, except for
//!   the few functions that allocate ([`INFALLIBLE`]): to print a number with a
//!   fraction, for instance, has panics inside that cannot happen.
//!
//! A function that only public constants call, while they are compiled, looks like any other
//! public function and counts, though its panics are compile errors.

mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;

use crate::firmware::image;
use crate::objects::{self, Objects, Origin, Section};
use crate::proc::{self, Failure, Result, capture, command};
use crate::toolchain::Toolchain;
use crate::workspace::Workspace;

/// The crates that must not panic: name and package.
const CRATES: [(&str, &str); 3] =
    [("sync", "tensmith-sync"), ("core", "tensmith-core"), ("primitives", "tensmith-primitives")];

/// The first part of the names of this workspace's libraries.
const OURS: &str = "tensmith_";

/// Flags to compile unused functions, too.
const WHOLE: &str = "-C link-dead-code";

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

/// Which builds are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builds {
    /// That without derived implementations.
    One,
    /// That with them, too.
    Both,
}

/// Counts the sites of one build, as a step of each day.
///
/// # Errors
/// A crate does not build, has more sites than it may, or calls what panics in some builds.
pub(crate) fn by_day(toolchain: &Toolchain) -> Result<String> {
    sources::check(&toolchain.workspace)?;
    count(toolchain, Builds::One)?.within_limits(&toolchain.workspace)
}

/// Counts those of both builds.
///
/// # Errors
/// As [`by_day`].
pub(crate) fn at_night(toolchain: &Toolchain) -> Result<String> {
    count(toolchain, Builds::Both)?.within_limits(&toolchain.workspace)
}

/// Builds each crate to be read, and counts its sites.
pub(crate) fn count(toolchain: &Toolchain, builds: Builds) -> Result<Sites> {
    let mut sites = Sites::default();
    let used = object_code(toolchain, image::NAMES)?;
    let whole = match builds {
        Builds::One => CRATES.map(|_| String::new()),
        Builds::Both => object_code(toolchain, &format!("{} {WHOLE}", image::NAMES))?,
    };
    for ((name, package), (used, whole)) in CRATES.into_iter().zip(used.iter().zip(&whole)) {
        let (used, whole) = (Objects::parse(used), Objects::parse(whole));
        let starts: Vec<_> = used.sections().filter(|(name, section)| is_start(name, section)).collect();
        if starts.is_empty() {
            // As when libraries are built for link-time optimization only.
            return Err(Failure::check(format!("the library of {package} has no code to read")));
        }
        let unused =
            whole.sections().filter(|(name, _)| is_implementation(name) && !used.has(name)).collect();
        let mut counts = sites_from(starts, &used);
        counts.extend(sites_from(unused, &whole));
        sites.by_crate.push((name, counts));
    }
    Ok(sites)
}

/// Builds the packages, each as one codegen unit, and prints what the object code of each holds.
fn object_code(toolchain: &Toolchain, flags: &str) -> Result<[String; CRATES.len()]> {
    let mut build = image::READ.cargo(toolchain, flags);
    build.args(CRATES.iter().flat_map(|(_, package)| ["--package", package]));
    proc::build(&mut build)?;
    let mut printed = CRATES.map(|_| String::new());
    for (text, (_, package)) in printed.iter_mut().zip(CRATES) {
        let library = format!("lib{}.rlib", package.replace('-', "_"));
        let library = toolchain.built_for(image::READ.target, image::READ.profile).join(library);
        *text = capture(command(toolchain.llvm()?.objdump()).args(objects::PRINT).arg(library))?;
    }
    Ok(printed)
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
                let sites = self.list();
                return Err(format!(
                    "{name} has {count} panic sites and may have {limit} ({LIMITS}):\n{sites}"
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

/// The number after `name` in the text of [`LIMITS`].
fn limit_of(name: &str, limits: &str) -> std::result::Result<usize, String> {
    let row = limits.lines().filter_map(|line| line.split_once(' ')).find(|(word, _)| *word == name);
    row.and_then(|(_, number)| number.trim().parse().ok())
        .ok_or_else(|| format!("{LIMITS} has no line `{name} N`"))
}

/// The sites that can be reached from the sections `starts`.
fn sites_from<'a>(starts: Vec<(&'a str, &'a Section<'a>)>, objects: &'a Objects<'a>) -> Counts {
    // Each with the function of ours that it is reached from.
    let mut waiting: Vec<_> =
        starts.into_iter().map(|(name, section)| (name, section, section.function)).collect();
    let mut sites = Counts::new();
    let mut seen = BTreeSet::new();
    while let Some((name, section, from)) = waiting.pop() {
        if !seen.insert(name) {
            continue;
        }
        let from = if is_ours(name) { section.function } else { from };
        for reference in &section.references {
            let meant = objects.meant_by(reference);
            let function = meant.first().map_or(*reference, |(_, section)| section.function);
            if panics(function) {
                *sites.entry((path(from, section.function), function.to_owned())).or_insert(0) += 1;
            } else {
                waiting.extend(meant.into_iter().map(|(name, section)| (name, section, from)));
            }
        }
    }
    sites
}

/// Whether code outside the library can call the function in this section.
fn is_start(name: &str, section: &Section<'_>) -> bool {
    is_ours(name) && section.visible || is_implementation(name)
}

/// Whether the function in the section of this name implements a trait's method, in
/// this workspace.
fn is_implementation(name: &str) -> bool {
    is_ours(name) && matches!(Origin::of(name), Some(Origin::Implementation(_)))
}

/// Whether what is in the section of this name is written in this workspace.
fn is_ours(name: &str) -> bool {
    let origin = Origin::of(name);
    origin.is_some_and(|(Origin::Crate(name) | Origin::Implementation(name))| name.starts_with(OURS))
}

/// A site's place: the function of ours that it is reached from, and the function
/// that it is in.
fn path(from: &str, function: &str) -> String {
    match function {
        "" => format!("{from} -> a constant"),
        _ if function == from => from.to_owned(),
        _ => format!("{from} -> {function}"),
    }
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
    !name.trim_start_matches('<').starts_with(OURS) && (in_panicking || says_so)
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

    const PRINTED: &str = "
0000000000000000 g     F .text._RNvCs1_13tensmith_core3run\t0000000000000014 tensmith_core::run
0000000000000000 g     F .text._RNvCs1_13tensmith_core4safe\t0000000000000014 .hidden tensmith_core::safe
0000000000000000 l     F .text._RNvMCs2_5alloc4grow\t0000000000000014 <alloc::vec::Vec<u8>>::grow
0000000000000000 g     F .text._RNvMCs2_5alloc4with\t0000000000000014 <alloc::vec::Vec<u8>>::with
0000000000000000 g     F .text._RNvYNtCs1_13tensmith_core5DTypeNtCs2_3Ord5clamp\t0000000000000014 <tensmith_core::DType as core::cmp::Ord>::clamp
0000000000000000 g     F .text._RNvXs_NtCs1_13tensmith_core5dtype5clone\t0000000000000014 .hidden <tensmith_core::DType as core::clone::Clone>::clone

RELOCATION RECORDS FOR [.text._RNvCs1_13tensmith_core3run]:
0000000000000004 R_AARCH64_CALL26         core::panicking::panic_bounds_check
0000000000000008 R_AARCH64_CALL26         core::panicking::panic_bounds_check
000000000000000c R_AARCH64_CALL26         tensmith_core::check_failed
0000000000000010 R_AARCH64_ADR_PREL_PG_HI21 .data.rel.ro..Lanon.1

RELOCATION RECORDS FOR [.data.rel.ro..Lanon.1]:
0000000000000008 R_AARCH64_ABS64          .text._RNvMCs2_5alloc4grow

RELOCATION RECORDS FOR [.text._RNvMCs2_5alloc4grow]:
0000000000000004 R_AARCH64_CALL26         alloc::raw_vec::handle_error

RELOCATION RECORDS FOR [.text._RNvCs1_13tensmith_core4safe]:
0000000000000004 R_AARCH64_CALL26         core::option::unwrap_failed

RELOCATION RECORDS FOR [.text._RNvMCs2_5alloc4with]:
0000000000000004 R_AARCH64_CALL26         alloc::raw_vec::handle_error

RELOCATION RECORDS FOR [.text._RNvYNtCs1_13tensmith_core5DTypeNtCs2_3Ord5clamp]:
0000000000000004 R_AARCH64_JUMP26         core::panicking::panic

RELOCATION RECORDS FOR [.text._RNvXs_NtCs1_13tensmith_core5dtype5clone]:
0000000000000004 R_AARCH64_JUMP26         <alloc::string::String as core::clone::Clone>::clone
";

    fn example() -> Sites {
        let objects = Objects::parse(PRINTED);
        let starts = objects.sections().filter(|(name, section)| is_start(name, section)).collect();
        Sites { by_crate: vec![("core", sites_from(starts, &objects)), ("primitives", Counts::new())] }
    }

    #[test]
    fn sites_are_references_to_panics_in_code_that_can_be_reached() {
        let clone = "<tensmith_core::DType as core::clone::Clone>::clone";
        assert_eq!(
            example().list(),
            format!(
                "core: {clone} -> <alloc::string::String as core::clone::Clone>::clone\n\
                 core: tensmith_core::run -> core::panicking::panic_bounds_check (2 times)\n\
                 core: tensmith_core::run -> <alloc::vec::Vec<u8>>::grow -> alloc::raw_vec::handle_error\n"
            )
        );
        assert_eq!(example().to_string(), "4 panic sites reachable: core 4, primitives 0");
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
        assert_eq!(example().compare("core 4\nprimitives 0\n").as_deref(), Ok("ok: core 4, primitives 0"));
        let fewer = example().compare("core 5\nprimitives 0\n").expect("4 is below 5");
        assert!(fewer.contains("lower `core 5` to 4"), "{fewer}");
        let more = example().compare("core 2\nprimitives 0\n").expect_err("4 is above 2");
        assert!(more.contains("core has 4 panic sites and may have 2"), "{more}");
    }

    #[test]
    fn a_limit_that_is_not_there_is_an_error() {
        for (limits, missing) in
            [("", "core"), ("core 4\n", "primitives"), ("core four\nprimitives 0\n", "core")]
        {
            let error = example().compare(limits).expect_err("one of them has no limit");
            assert!(error.contains(&format!("no line `{missing} N`")), "{error}");
        }
    }
}
