//! `cargo xtask api`: the public items of the libraries, as they are committed.
//!
//! rustdoc describes a package in JSON, which cargo-public-api lists; the compiler at hand does it, as if it
//! were a nightly one (`RUSTC_BOOTSTRAP`). What changes is seen in the diff, and belongs into `CHANGELOG.md`.
//! Whether a change breaks others, cargo-semver-checks says ([`breaks`]), once there is a
//! release to compare with.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::cargo_tool::CargoTool;
use crate::proc::{self, Failure, Result, capture, command};
use crate::toolchain::Toolchain;

/// The program that lists.
const PUBLIC_API: CargoTool =
    CargoTool { name: "cargo-public-api", version: "0.52.0", options: &["--debug"] };

/// The program that compares with a release.
const SEMVER_CHECKS: CargoTool = CargoTool { name: "cargo-semver-checks", version: "0.42.0", options: &[] };

/// The packages that others depend on.
const PACKAGES: [&str; 4] = ["tensmith-sync", "tensmith-core", "tensmith-primitives", "tensmith"];

/// The folder of the lists.
const FOLDER: &str = "docs/api";

/// What is public for the packages above and promised to nobody: how code is made, and instructions with
/// their operands, 18,000 items of them, which are rows of tables.
const INSIDE: [&str; 4] = ["::codegen::", "::isa::", "::kernel::func::", "::kernel::table::"];

/// The most functions and types at the root of `tensmith`: what a stranger has to look through.
const FACE: Face = Face { functions: 60, types: 20 };

/// Functions and types at the root of a package, those of other packages among the types.
#[derive(Debug, Default, PartialEq, Eq)]
struct Face {
    functions: usize,
    types: usize,
}

/// Compares the lists with the sources.
///
/// # Errors
/// A list is another one, or the root of `tensmith` has too much.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    let (mut items, mut face) = (0, Face::default());
    for package in PACKAGES {
        let (listed, path) = (list(toolchain, package)?, path(toolchain, package));
        let there = fs::read_to_string(&path).unwrap_or_default();
        if let Some(line) = first_difference(&there, &listed) {
            return Err(Failure::check(format!(
                "{package}: {line}: is it meant? Then `cargo xtask api --bless`, and say it in CHANGELOG.md"
            )));
        }
        items += listed.lines().count();
        if package == "tensmith" {
            face = Face::of(&listed, package);
        }
    }
    let Face { functions, types } = face;
    if functions > FACE.functions || types > FACE.types {
        return Err(Failure::check(format!(
            "the root of tensmith has {functions} functions and {types} types: must have at most {} and {}",
            FACE.functions, FACE.types
        )));
    }
    let face = format!("{functions} functions and {types} types at the root of tensmith");
    Ok(format!("ok: {items} public items are those of {FOLDER}; {face}"))
}

/// Writes the lists anew.
///
/// # Errors
/// A package cannot be described, or a file not be written.
pub(crate) fn bless(toolchain: &Toolchain) -> Result<String> {
    for package in PACKAGES {
        let path = path(toolchain, package);
        fs::write(&path, list(toolchain, package)?)
            .map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))?;
    }
    Ok(format!("{FOLDER} is written"))
}

/// Compares the packages with their sources at an earlier commit, such as the tag of a release.
///
/// # Errors
/// There is a change that breaks programs, and the version does not say so.
pub(crate) fn breaks(toolchain: &Toolchain, since: &str) -> Result<String> {
    let mut compare = command(SEMVER_CHECKS.path(toolchain)?);
    compare.current_dir(&toolchain.workspace.root).args(["semver-checks", "--baseline-rev", since]);
    for package in PACKAGES {
        compare.args(["--package", package]);
    }
    proc::run(&mut compare)?;
    Ok(format!("no change since {since} that the version does not say"))
}

fn path(toolchain: &Toolchain, package: &str) -> PathBuf {
    toolchain.workspace.root.join(FOLDER).join(format!("{package}.txt"))
}

/// The public items of a package, one a line, without what is derived and what every type has.
fn list(toolchain: &Toolchain, package: &str) -> Result<String> {
    // Apart, as HTML is written to the usual folder.
    let target = toolchain.workspace.target.join("api");
    let mut rustdoc = toolchain.cargo("rustdoc");
    rustdoc.args(["--quiet", "--package", package, "--lib", "--target-dir"]).arg(&target);
    rustdoc.args(["--", "-Zunstable-options", "--output-format", "json"]).env("RUSTC_BOOTSTRAP", "1");
    proc::run(&mut rustdoc)?;
    let described = target.join("doc").join(format!("{}.json", package.replace('-', "_")));
    let mut lister = command(PUBLIC_API.path(toolchain)?);
    let listed = capture(lister.arg("public-api").arg("--rustdoc-json").arg(described).arg("-sss"))?;
    Ok(of_the_face(&listed))
}

fn of_the_face(listed: &str) -> String {
    let is_inside = |line: &str| INSIDE.iter().any(|path| line.contains(path));
    listed.lines().filter(|line| !is_inside(line)).map(|line| format!("{line}\n")).collect()
}

impl Face {
    /// Counts what a list has at the root of a package, which names it again for each module that has it.
    /// Functions of traits are those of their traits.
    fn of(listed: &str, package: &str) -> Self {
        let root = format!("{package}::");
        let (mut functions, mut types, mut is_of_trait) = (BTreeSet::new(), BTreeSet::new(), false);
        for line in listed.lines() {
            if line.starts_with("impl") {
                is_of_trait = line.contains(" for ");
                continue;
            }
            let Some((kind, name)) = line.split_once(&root).filter(|_| line.contains("pub ")) else {
                continue;
            };
            match kind.split_whitespace().last() {
                Some("fn") if is_of_trait => {}
                Some("fn") if is_function_at_root(name) => _ = functions.insert(name),
                Some("type") if is_associated(name) => {}
                Some("use" | "struct" | "enum" | "trait" | "type") => {
                    is_of_trait = false;
                    if is_type_at_root(name) {
                        types.insert(name);
                    }
                }
                _ => {}
            }
        }
        Self { functions: functions.len(), types: types.len() }
    }
}

/// Whether a path from a root is that of a function there, or of one of a type there.
fn is_function_at_root(path: &str) -> bool {
    let name = &path[..path.find('(').unwrap_or(path.len())];
    name.starts_with(char::is_uppercase) || !name.contains("::")
}

/// Whether a path from a root is that of a type there.
fn is_type_at_root(path: &str) -> bool {
    let name = &path[..path.find([':', '<', '(']).unwrap_or(path.len())];
    name.starts_with(char::is_uppercase) && !path[name.len()..].starts_with("::")
}

/// Whether a path from a root is that of another type's associated type, with what it is.
fn is_associated(path: &str) -> bool {
    path.split('=').next().is_some_and(|path| path.contains("::"))
}

/// The first line that only one of two texts has.
fn first_difference(before: &str, after: &str) -> Option<String> {
    let missing = before.lines().zip(after.lines()).find(|(before, after)| before != after);
    match missing {
        Some((before, after)) => Some(format!("`{after}` is where `{before}` was")),
        None if before.lines().count() == after.lines().count() => None,
        None => Some("items were added or dropped at the end".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inside_is_left_out() {
        let listed = "pub fn a::kernel::f()\npub fn a::isa::aarch64::table::fadd()\npub mod a::isa\n";
        assert_eq!(of_the_face(listed), "pub fn a::kernel::f()\npub mod a::isa\n");
    }

    #[test]
    fn the_root_is_counted() {
        let listed = "pub mod a\npub use a::View\npub use a::tensor\npub mod a::inner\npub struct a::inner::Hidden\n\
                      impl a::inner::Hidden\npub fn a::inner::Hidden::show(&self)\n\
                      #[non_exhaustive] pub enum a::Kind\npub a::Kind::One\npub struct a::Jit<T>\nimpl<T> a::Jit<T>\n\
                      pub const unsafe fn a::Jit<T>::host(u8) -> a::Kind\nimpl core::fmt::Debug for a::Jit\n\
                      impl<T> core::ops::index::Index for a::Jit<T>\npub type a::Jit<T>::Output = T\npub fn a::Jit<T>::index()\n\
                      pub fn a::Jit::fmt(&self)\npub trait a::Strided: core::fmt::Debug\npub fn a::Strided::shape(&self)\n\
                      pub fn a::einsum(&str)\n";
        assert_eq!(Face::of(listed, "a"), Face { functions: 3, types: 4 });
    }

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some("`c` is where `b` was".to_owned()));
        assert!(first_difference("a\n", "a\nb\n").is_some_and(|said| said.contains("end")));
    }
}
