//! Packages that cannot be installed next to those that are there: they are unpacked in a folder of their
//! own, where nothing but this task runner looks, and the libraries that they need are installed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::proc::{self, Failure, Result, capture, command, search_path};

/// Everything that a package needs and that is not of the same family, such as `qemu-…`: programs of one
/// family conflict by their versions, libraries do not.
pub(super) fn libraries(package: &str) -> Result<Vec<String>> {
    let quiet = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"];
    let options = quiet.iter().map(|kind| format!("--no-{kind}"));
    let listed = capture(command("apt-cache").arg("depends").args(options).arg(package))?;
    let family = package.split('-').next().unwrap_or(package);
    let needed = listed.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    Ok(needed.filter(|name| !name.starts_with(family) && !name.starts_with('<')).map(str::to_owned).collect())
}

/// Unpacks a package below `target`.
pub(super) fn unpack(package: &str, target: &Path) -> Result {
    let folder = folder(package, target);
    fs::create_dir_all(&folder).map_err(|error| Failure::set_up(format!("{}: {error}", folder.display())))?;
    proc::run(command("apt-get").args(["download", package]).current_dir(&folder))?;
    let files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let archive = files.filter(|path| path.extension().is_some_and(|extension| extension == "deb")).max();
    let archive = archive.ok_or_else(|| Failure::set_up(format!("apt-get has downloaded no {package}")))?;
    proc::run(command("dpkg").arg("--extract").arg(archive).arg(&folder))
}

/// A program of a package that was unpacked below `target`.
pub(crate) fn program(package: &str, name: &str, target: &Path) -> Option<PathBuf> {
    let path = folder(package, target).join("usr/bin").join(name);
    path.is_file().then_some(path)
}

/// The folders of the search path, and those with the programs of packages that were unpacked below `target`.
pub(crate) fn search_path_with_programs(target: &Path) -> Vec<PathBuf> {
    let unpacked = fs::read_dir(target.join("unpacked")).into_iter().flatten().flatten();
    search_path().into_iter().chain(unpacked.map(|folder| folder.path().join("usr/bin"))).collect()
}

fn folder(package: &str, target: &Path) -> PathBuf {
    target.join("unpacked").join(package)
}
