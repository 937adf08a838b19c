//! Programs from crates.io that are run and not linked: each of one version, built in the build directory.

use std::path::PathBuf;

use crate::proc::{self, Failure, Result, capture, command};
use crate::toolchain::Toolchain;

/// A program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CargoTool {
    /// Its name, and that of its package.
    pub(crate) name: &'static str,
    /// The one version whose output is known.
    pub(crate) version: &'static str,
    /// Options of `cargo install`.
    pub(crate) options: &'static [&'static str],
}

impl CargoTool {
    /// The path of the program, which is built unless it is there.
    ///
    /// # Errors
    /// It cannot be built.
    pub(crate) fn path(&self, toolchain: &Toolchain) -> Result<PathBuf> {
        let root = toolchain.workspace.target.join("tools");
        let path = root.join("bin").join(self.name);
        if !capture(command(&path).arg("--version")).is_ok_and(|said| self.says(&said)) {
            let mut cargo = toolchain.cargo("install");
            cargo.args(["--locked", "--force", "--version", self.version]).args(self.options);
            cargo.arg("--root").arg(&root).arg(self.name);
            proc::run(&mut cargo).map_err(|failure| Failure::set_up(failure.message))?;
        }
        Ok(path)
    }

    /// Whether a program that answers this to `--version` is the one.
    fn says(&self, version: &str) -> bool {
        version.split_whitespace().last().is_some_and(|last| last.trim_start_matches('v') == self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_with_and_without_a_letter() {
        let tool = CargoTool { name: "mdbook", version: "0.5.4", options: &[] };
        assert!(tool.says("mdbook v0.5.4\n") && tool.says("mdbook 0.5.4"));
        assert!(!tool.says("mdbook v10.5.4") && !tool.says(""));
    }
}
