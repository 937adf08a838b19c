//! Arrows point down only: between packages, between the parts of `core`, and between files,
//! which form no circle.
//!
//! [`packages`] reads cargo's tree. [`source`] reads a package's files; [`names`] finds the file that defines
//! the item at a path, through re-exports; [`files`] puts both together to arrows between files, and
//! [`circles`] finds those that form circles.

mod circles;
mod files;
mod names;
mod packages;
mod source;

use crate::proc::{Failure, Result};
use crate::toolchain::Toolchain;
use files::{Arrow, Layers};
use source::Package;

/// Folders of sources whose files are looked at, and the layers of their parts, if they have any.
const PACKAGES: [(&str, Layers); 15] = [
    ("sync/src", SYNC),
    ("core/src", CORE),
    ("primitives/src", &[]),
    ("platform-linux/src", &[]),
    ("platform-macos/src", &[]),
    ("harness/src", &[]),
    ("harness/blas/src", &[]),
    ("harness/capi/src", &[]),
    ("harness/conformance/src", &[]),
    ("harness/export/src", &[]),
    ("harness/measure/src", &[]),
    ("harness/pictures/src", &[]),
    ("harness/profilers/src", &[]),
    ("harness/python/src", &[]),
    ("sparse/src", &[]),
];

/// The layers of `sync`, from the bottom. A file belongs to the longest path that it begins with.
const SYNC: Layers = &[&["fallible", "primitives"], &["cache", "code", "pool", "scratch"]];

/// Those of `core`.
const CORE: Layers = &[
    &["dtype", "element", "text", "executor"],
    &["kernel"],
    &["reference"],
    &["isa"],
    &["isa/aarch64", "isa/x86_64"],
    &["codegen"],
    &["target"],
    &["registry"],
    &["tensor"],
    &["einsum"],
];

/// Circles of two files that stay, each with its reason in `docs/decisions/0003-arrows-between-files.md`.
const ALLOWED: [[&str; 2]; 0] = [];

/// The arrows that were found.
#[derive(Debug)]
pub(crate) struct Counts {
    /// Between packages.
    pub(crate) packages: usize,
    /// Between files.
    pub(crate) files: usize,
}

/// Checks every arrow, as a step of the checks.
///
/// # Errors
/// As [`check`].
pub(crate) fn step(toolchain: &Toolchain) -> Result<String> {
    let Counts { packages, files } = check(toolchain)?;
    Ok(format!("ok: {packages} between packages, {files} between files point down"))
}

/// Checks every arrow and returns how many there are.
///
/// # Errors
/// Those that point up, and circles.
fn check(toolchain: &Toolchain) -> Result<Counts> {
    let (mut faults, mut files) = (Vec::new(), 0);
    for arrows in of_files(toolchain)? {
        files += arrows.arrows.len();
        faults.extend(arrows.up());
        faults.extend(arrows.circles());
    }
    if faults.is_empty() {
        Ok(Counts { packages: packages::check(toolchain)?, files })
    } else {
        Err(Failure::check(faults.join("\n")))
    }
}

/// Prints every arrow between files, then checks all.
pub(crate) fn print(toolchain: &Toolchain) -> Result {
    for arrows in of_files(toolchain)? {
        for Arrow { from, to, name } in &arrows.arrows {
            println!("{folder}/{from} -> {folder}/{to} ({name})", folder = arrows.folder);
        }
    }
    let Counts { packages, files } = check(toolchain)?;
    println!("{packages} arrows between packages and {files} between files point down");
    Ok(())
}

/// The arrows between the files of a package.
struct Arrows {
    folder: &'static str,
    layers: Layers,
    arrows: Vec<Arrow>,
}

fn of_files(toolchain: &Toolchain) -> Result<Vec<Arrows>> {
    let of = |(folder, layers): (&'static str, Layers)| {
        let package = Package::read(&toolchain.workspace.root.join(folder))?;
        Ok(Arrows { folder, layers, arrows: files::arrows(&package) })
    };
    PACKAGES.into_iter().map(of).collect()
}

impl Arrows {
    /// The arrows from a layer to a higher one, in words.
    fn up(&self) -> impl Iterator<Item = String> {
        let up = self.arrows.iter().filter(|arrow| files::points_up(arrow, self.layers));
        up.map(|Arrow { from, to, name }| {
            format!("{folder}/{from} uses {name} of {to}, which is in a higher layer", folder = self.folder)
        })
    }

    /// The circles, in words.
    fn circles(&self) -> impl Iterator<Item = String> {
        let is_allowed = |arrow: &&Arrow| {
            let [from, to] = [&arrow.from, &arrow.to].map(|file| format!("{}/{file}", self.folder));
            ALLOWED.iter().any(|[a, b]| (*a == from && *b == to) || (*a == to && *b == from))
        };
        let arrows = self.arrows.iter().filter(|arrow| !is_allowed(arrow));
        circles::circles(arrows.map(|arrow| (arrow.from.as_str(), arrow.to.as_str())))
            .into_iter()
            .map(|files| format!("{} form a circle: {}", self.folder, files.join(", ")))
    }
}
