//! The oldest Rust that manifests promise.
//!
//! The `rust-version` of a manifest is a promise to all packages that depend on this one, and the
//! compiler that everything else is checked with is newer. So the packages that make it are
//! checked with that very version, of which rustup has all. Nothing else has: where there is no rustup,
//! or its servers are out of reach, that is an error. So it is no part of `cargo xtask test`, which has to do
//! with the Rust that a machine has.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::proc::{self, Failure, Result, capture, command};
use crate::rust::Rust;
use crate::toolchain::Toolchain;
use crate::workspace::Workspace;

/// How long an installation may take.
const LIMIT: Duration = Duration::from_secs(300);

/// Checks what the manifests of the workspace promise, with a compiler that rustup installs if it is missing.
///
/// # Errors
/// The promise is broken, or there is no such compiler.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    let oldest = Oldest::of(&toolchain.workspace)?;
    oldest.install()?;
    proc::build(&mut oldest.check(&toolchain.workspace))?;
    Ok(format!("ok: Rust {}", oldest.version))
}

/// A version of Rust, and the packages that promise to do with it.
#[derive(Debug, PartialEq, Eq)]
struct Oldest {
    version: String,
    packages: Vec<String>,
}

impl Oldest {
    /// The versions that the manifests of `workspace` name.
    ///
    /// # Errors
    /// They cannot be read, or name more or less than one version.
    fn of(workspace: &Workspace) -> Result<Self> {
        let mut cargo = Rust::Own.cargo(workspace, "metadata");
        let metadata = capture(cargo.args(["--no-deps", "--format-version", "1"]))?;
        let promises =
            serde_json::from_str(&metadata).map(|metadata| promises(&metadata)).unwrap_or_default();
        let [(version, _), ..] = &promises[..] else {
            return Err(Failure::check("no manifest says which Rust is the oldest"));
        };
        if let Some((other, package)) = promises.iter().find(|(other, _)| other != version) {
            let rule = "one for all packages is what is checked";
            return Err(Failure::check(format!("{package} promises Rust {other}, others {version}: {rule}")));
        }
        let packages = promises.iter().map(|(_, package)| package.clone()).collect();
        Ok(Self { version: version.clone(), packages })
    }

    /// Installs that version, if it is missing.
    ///
    /// # Errors
    /// It is missing still; with the command to run.
    fn install(&self) -> Result {
        let install = ["toolchain", "install", &self.version, "--profile", "minimal"];
        let is_here = |rustup: &PathBuf| {
            let mut rustc = command(rustup);
            capture(rustc.args(["run", &self.version, "rustc", "--version"])).is_ok()
        };
        let found = proc::find("rustup").is_some_and(|rustup| {
            is_here(&rustup) || proc::succeeds_within(LIMIT, command(&rustup).args(install))
        });
        if found {
            return Ok(());
        }
        let version = &self.version;
        let why = format!("Rust {version}, the oldest that is supported, is missing");
        Err(Failure::set_up(format!("{why}; run\n    rustup {}\n", install.join(" "))))
    }

    /// Checks the types of the packages with that version.
    fn check(&self, workspace: &Workspace) -> Command {
        let mut cargo = command("rustup");
        cargo.args(["run", &self.version, "cargo", "check"]).current_dir(&workspace.root);
        cargo.args(self.packages.iter().flat_map(|package| ["--package", package]));
        // Apart, as for any other compiler.
        cargo.env("CARGO_TARGET_DIR", workspace.target.join("oldest"));
        cargo
    }
}

/// Versions and packages, of those that name a version.
fn promises(metadata: &Value) -> Vec<(String, String)> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    packages.filter_map(|package| Some((text(&package["rust_version"])?, text(&package["name"])?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_without_the_harness_promise_a_version() {
        let oldest = Oldest::of(&Workspace::locate()).unwrap();
        let expected = [
            "tensmith-core",
            "tensmith-platform-linux",
            "tensmith-platform-macos",
            "tensmith-primitives",
            "tensmith-sync",
        ];
        let mut packages = oldest.packages;
        packages.sort();
        assert_eq!(packages, expected);
    }

    #[test]
    fn packages_without_a_version_promise_none() {
        let metadata =
            r#"{"packages": [{"name": "a", "rust_version": "1.85"}, {"name": "b", "rust_version": null}]}"#;
        let promises = promises(&serde_json::from_str(metadata).unwrap());
        assert_eq!(promises, [("1.85".to_owned(), "a".to_owned())]);
    }

    #[test]
    fn they_are_checked_with_that_version() {
        let workspace = Workspace { root: "/w".into(), target: "/w/target".into() };
        let oldest = Oldest { version: "1.85".to_owned(), packages: vec!["a".to_owned()] };
        assert_eq!(proc::text(&oldest.check(&workspace)), "rustup run 1.85 cargo check --package a");
    }
}
