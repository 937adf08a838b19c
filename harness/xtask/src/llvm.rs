//! The LLVM tools: the foreign assembler that the tests compare with, the
//! disassembler that [`panics`](crate::panics) reads, and the analyser that
//! [`mcatrace`](crate::mcatrace) asks.

use std::fs;
use std::path::{Path, PathBuf};

use crate::proc::{capture, command, find, search_path};

/// The oldest LLVM whose assembler knows every instruction that the tests emit.
pub(crate) const OLDEST: u32 = 15;

/// The LLVM that Debian's packages are taken from when there is a choice: the one
/// that the instruction table is developed against, and the only one whose predicted
/// cycles can be compared with those that are recorded.
pub(crate) const PREFERRED: u32 = 22;

/// The folders in which Homebrew keeps LLVM, which it does not put on the search path.
const HOMEBREW: [&str; 2] = ["/opt/homebrew/opt/llvm/bin", "/usr/local/opt/llvm/bin"];

/// An installed LLVM that is new enough.
#[derive(Clone, Debug)]
pub(crate) struct Llvm {
    /// Absolute path of `llvm-mc`, the assembler.
    pub(crate) mc: PathBuf,
}

impl Llvm {
    /// The newest LLVM on the search path: the highest `llvm-mc-NN`, or else an
    /// `llvm-mc` that is new enough.
    pub(crate) fn find() -> Option<Self> {
        let directories = || search_path().into_iter().chain(HOMEBREW.map(PathBuf::from));
        let numbered = directories().filter_map(|directory| {
            let (version, name) = newest_assembler(names_in(&directory))?;
            Some((version, directory.join(name)))
        });
        let plain = || directories().map(|directory| directory.join("llvm-mc")).find(|mc| is_new_enough(mc));
        let mc = numbered.max_by_key(|(version, _)| *version).map(|(_, mc)| mc).or_else(plain)?;
        Some(Self { mc })
    }

    /// The LLVM whose predictions are comparable with the recorded ones.
    pub(crate) fn preferred() -> Option<Self> {
        let numbered = find(&format!("llvm-mc-{PREFERRED}")).map(|mc| Self { mc });
        numbered.or_else(|| Self::find().filter(|llvm| version(&llvm.mc) == Some(PREFERRED)))
    }

    /// The disassembler of the same LLVM.
    pub(crate) fn objdump(&self) -> PathBuf {
        self.sibling("llvm-objdump")
    }

    /// The throughput analyser of the same LLVM.
    pub(crate) fn mca(&self) -> PathBuf {
        self.sibling("llvm-mca")
    }

    fn sibling(&self, tool: &str) -> PathBuf {
        let name = self.mc.file_name().unwrap_or_default().to_string_lossy();
        self.mc.with_file_name(name.replacen("llvm-mc", tool, 1))
    }
}

fn names_in(directory: &Path) -> impl Iterator<Item = String> {
    fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
}

/// The highest of the names of the form `llvm-mc-NN` that is new enough.
fn newest_assembler(names: impl Iterator<Item = String>) -> Option<(u32, String)> {
    names
        .filter_map(|name| Some((name.strip_prefix("llvm-mc-")?.parse().ok()?, name)))
        .filter(|(version, _)| *version >= OLDEST)
        .max()
}

fn is_new_enough(mc: &Path) -> bool {
    mc.is_file() && version(mc).is_some_and(|version| version >= OLDEST)
}

fn version(mc: &Path) -> Option<u32> {
    printed_version(&capture(command(mc).arg("--version")).ok()?)
}

/// The major version in what an LLVM tool prints for `--version`.
fn printed_version(text: &str) -> Option<u32> {
    let (_, version) = text.split_once("LLVM version ")?;
    version.split('.').next()?.parse().ok()
}

/// The package to install, of those that `apt-cache search` lists one a line.
pub(crate) fn package(search: &str) -> String {
    let versions = search.lines().filter_map(|line| {
        let (name, _) = line.split_once(' ')?;
        name.strip_prefix("llvm-")?.parse::<u32>().ok()
    });
    match versions.max_by_key(|version| (*version == PREFERRED, *version)) {
        Some(version) if version >= OLDEST => format!("llvm-{version}"),
        _ => "llvm".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn newest(names: &[&str]) -> Option<u32> {
        newest_assembler(names.iter().map(|name| (*name).to_owned())).map(|(version, _)| version)
    }

    #[test]
    fn the_newest_assembler_is_the_highest_number_not_the_last_word() {
        assert_eq!(newest(&["llvm-mc-9", "llvm-mc-22", "llvm-mc-15", "llvm-mca-23", "llvm-mc"]), Some(22));
        assert_eq!(newest(&["llvm-mc-100", "llvm-mc-22"]), Some(100));
    }

    #[test]
    fn an_assembler_that_is_too_old_is_none() {
        assert_eq!(newest(&["llvm-mc-14", "llvm-mc", "llvm-mc-"]), None);
    }

    #[test]
    fn versions_are_read_from_what_the_tools_print() {
        let debian = "Debian LLVM version 14.0.6\n  Optimized build.\n";
        let homebrew = "Homebrew LLVM version 21.1.0\n  Optimized build.\n";
        assert_eq!(printed_version(debian), Some(14));
        assert_eq!(printed_version(homebrew), Some(21));
        assert_eq!(printed_version("GNU assembler 2.40"), None);
    }

    #[test]
    fn the_other_tools_have_the_assemblers_suffix() {
        let objdump = |mc: &str| Llvm { mc: mc.into() }.objdump();
        assert_eq!(objdump("/usr/bin/llvm-mc-22"), Path::new("/usr/bin/llvm-objdump-22"));
        assert_eq!(Llvm { mc: "/usr/bin/llvm-mc-22".into() }.mca(), Path::new("/usr/bin/llvm-mca-22"));
        assert_eq!(objdump("/opt/llvm-mc/llvm-mc"), Path::new("/opt/llvm-mc/llvm-objdump"));
    }

    #[test]
    fn the_package_is_the_preferred_one_or_the_newest() {
        let line = |version| format!("llvm-{version} - Modular compiler and toolchain technologies\n");
        assert_eq!(package(&[line(14), line(22), line(23)].concat()), "llvm-22");
        assert_eq!(package(&[line(9), line(19), line(16)].concat()), "llvm-19");
        assert_eq!(package(&line(14)), "llvm");
        assert_eq!(package(""), "llvm");
    }
}
