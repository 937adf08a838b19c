//! Which Rust toolchain builds what.
//!
//! The toolchain that `cargo xtask` was started with is used wherever it has the
//! parts that are needed, or rustup can add them. Where it cannot (no rustup, or
//! its servers are out of reach), Debian's `rustc-web` packages take its place,
//! with a build directory of their own so that two compilers never undo each
//! other's work. Debian has the standard library of AArch64 Linux; for targets
//! without one it has the sources to build it from.
//!
//! `TENSMITH_RUST=debian` uses Debian's toolchain without trying anything else.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::apt;
use crate::proc::{self, Failure, Result, capture, command};
use crate::workspace::Workspace;

/// How long rustup may take. It waits for servers that never answer.
const RUSTUP_LIMIT: Duration = Duration::from_secs(300);

/// A toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rust {
    /// The one that `cargo xtask` was started with.
    Own,
    /// Debian's, in `/usr`.
    Debian,
}

/// A part of a toolchain that not every installation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A target to compile for.
    Target(Target),
    /// The formatter.
    Rustfmt,
    /// The linter.
    Clippy,
    /// The source of the standard library.
    Source,
}

/// A target that the workspace is built for in addition to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// AArch64 Linux, where the program and the tests run.
    Linux,
    /// AArch64 without an operating system.
    Bare,
    /// The same, where Rust's own code keeps off vector registers.
    BareSoft,
    /// AArch64 macOS, linked and looked at.
    Mac,
}

impl Target {
    /// The name that Rust gives it.
    pub(crate) fn triple(self) -> &'static str {
        match self {
            Self::Linux => "aarch64-unknown-linux-gnu",
            Self::Bare => "aarch64-unknown-none",
            Self::BareSoft => "aarch64-unknown-none-softfloat",
            Self::Mac => "aarch64-apple-darwin",
        }
    }

    /// Options with which cargo builds the standard library where Debian has only its source.
    fn build_std(self) -> &'static [&'static str] {
        match self {
            Self::Linux => &[],
            Self::Bare | Self::BareSoft => {
                &["-Zbuild-std=core,alloc,compiler_builtins", "-Zbuild-std-features=compiler-builtins-mem"]
            }
            Self::Mac => &["-Zbuild-std"],
        }
    }
}

impl Part {
    /// Whether the toolchain in `sysroot` has it.
    fn is_in(self, sysroot: &Path) -> bool {
        match self {
            Self::Target(target) => {
                let libraries = sysroot.join("lib/rustlib").join(target.triple()).join("lib");
                fs::read_dir(libraries).is_ok_and(|mut all| {
                    all.any(|f| f.is_ok_and(|f| f.file_name().to_string_lossy().starts_with("libcore-")))
                })
            }
            Self::Rustfmt => sysroot.join("bin/rustfmt").is_file() && sysroot.join("bin/cargo-fmt").is_file(),
            Self::Clippy => sysroot.join("bin/clippy-driver").is_file(),
            Self::Source => sysroot.join("lib/rustlib/src/rust/library").is_dir(),
        }
    }

    /// Its name for rustup.
    fn rustup(self) -> [&'static str; 3] {
        match self {
            Self::Target(target) => ["target", "add", target.triple()],
            Self::Rustfmt => ["component", "add", "rustfmt"],
            Self::Clippy => ["component", "add", "clippy"],
            Self::Source => ["component", "add", "rust-src"],
        }
    }

    /// The Debian package that it is in, next to the compiler's own.
    fn debian(self) -> &'static str {
        match self {
            Self::Target(Target::Linux) => "libstd-rust-web-dev:arm64",
            Self::Target(Target::Bare | Target::BareSoft | Target::Mac) | Self::Source => "rust-web-src",
            Self::Rustfmt => "rustfmt-web",
            Self::Clippy => "rust-web-clippy",
        }
    }
}

impl Rust {
    /// The toolchain to use for all of `parts`, after rustup has been asked for
    /// those that are missing. Debian's may still have to be installed.
    ///
    /// # Errors
    /// `TENSMITH_RUST` is set to something unknown; or parts are missing on a host
    /// that cannot have Debian's packages.
    pub(crate) fn choose(parts: &[Part]) -> Result<Self> {
        match env::var_os("TENSMITH_RUST").unwrap_or_default().to_string_lossy().as_ref() {
            "" => {}
            "debian" => return Ok(Self::Debian),
            other => {
                let rule = "it can be `debian`, or unset";
                return Err(Failure::set_up(format!("TENSMITH_RUST is `{other}`: {rule}")));
            }
        }
        let lacking = if parts.is_empty() { vec![] } else { own_lacks(parts) };
        if lacking.is_empty() {
            return Ok(Self::Own);
        }
        // Once Debian's are installed, rustup is not asked again at every start.
        if apt::missing(&Self::Debian.packages(parts)).is_empty() {
            return Ok(Self::Debian);
        }
        if rustup_adds(&lacking) {
            return Ok(Self::Own);
        }
        if !apt::is_here() {
            let commands = by_hand(&lacking);
            return Err(Failure::set_up(format!("parts of the Rust toolchain are missing; run\n{commands}")));
        }
        eprintln!("note: Debian's Rust packages are used instead");
        Ok(Self::Debian)
    }

    /// The Debian packages that this toolchain is in.
    pub(crate) fn packages(self, parts: &[Part]) -> Vec<&'static str> {
        match self {
            Self::Own => vec![],
            Self::Debian => {
                let mut packages = vec!["rustc-web", "cargo-web"];
                for package in parts.iter().map(|part| part.debian()) {
                    if !packages.contains(&package) {
                        packages.push(package);
                    }
                }
                packages
            }
        }
    }

    /// `cargo SUBCOMMAND` in `workspace`.
    pub(crate) fn cargo(self, workspace: &Workspace, subcommand: &str) -> Command {
        let mut cargo = match self {
            Self::Own => command(env::var_os("CARGO").unwrap_or("cargo".into())),
            Self::Debian => debian_cargo(subcommand),
        };
        cargo
            .arg(subcommand)
            .current_dir(&workspace.root)
            .env("CARGO_TARGET_DIR", self.target_dir(workspace));
        cargo
    }

    /// `cargo SUBCOMMAND --target TARGET` in `workspace`, with `flags` added to the
    /// compiler's.
    pub(crate) fn cargo_for(
        self,
        workspace: &Workspace,
        subcommand: &str,
        target: Target,
        flags: &str,
    ) -> Command {
        let mut cargo = self.cargo(workspace, subcommand);
        cargo.args(["--target", target.triple()]).env("RUSTFLAGS", appended("RUSTFLAGS", flags));
        cargo.env("CARGO_TARGET_DIR", self.cross_dir(workspace));
        if self == Self::Debian && !target.build_std().is_empty() {
            cargo.args(target.build_std()).env("RUSTC_BOOTSTRAP", "1");
        }
        cargo
    }

    /// The build directory for other machines: apart, so that building for them does not wait for
    /// building for the host.
    pub(crate) fn cross_dir(self, workspace: &Workspace) -> PathBuf {
        match self {
            Self::Own => workspace.target.join("cross"),
            Self::Debian => workspace.target.join("debian"),
        }
    }

    /// The build directory of this toolchain.
    pub(crate) fn target_dir(self, workspace: &Workspace) -> PathBuf {
        match self {
            Self::Own => workspace.target.clone(),
            Self::Debian => workspace.target.join("debian"),
        }
    }
}

/// The value of the environment variable `name` with `flags` after it.
pub(crate) fn appended(name: &str, flags: &str) -> OsString {
    let mut value = env::var_os(name).unwrap_or_default();
    if !value.is_empty() {
        value.push(" ");
    }
    value.push(flags);
    value
}

/// Debian's cargo. Its `fmt` and `clippy` are started by their own names: cargo
/// itself would find those of rustup first.
fn debian_cargo(subcommand: &str) -> Command {
    let program = match subcommand {
        "fmt" | "clippy" => format!("/usr/bin/cargo-{subcommand}"),
        _ => "/usr/bin/cargo".to_owned(),
    };
    let mut cargo = command(program);
    for (name, tool) in
        [("CARGO", "cargo"), ("RUSTC", "rustc"), ("RUSTDOC", "rustdoc"), ("RUSTFMT", "rustfmt")]
    {
        cargo.env(name, Path::new("/usr/bin").join(tool));
    }
    cargo.env_remove("RUSTUP_TOOLCHAIN");
    cargo
}

/// Those of `parts` that the toolchain in use lacks.
fn own_lacks(parts: &[Part]) -> Vec<Part> {
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let sysroot = capture(command(rustc).args(["--print", "sysroot"])).unwrap_or_default();
    parts.iter().copied().filter(|part| !part.is_in(Path::new(sysroot.trim()))).collect()
}

/// Has rustup add all of `parts` to the toolchain in use, if it is one of rustup's.
fn rustup_adds(parts: &[Part]) -> bool {
    let managed = env::var_os("RUSTUP_TOOLCHAIN").is_some();
    let Some(rustup) = proc::find("rustup").filter(|_| managed) else {
        eprintln!("note: the Rust in use lacks a part, and is not rustup's to add to");
        return false;
    };
    let add = |part: &Part| proc::succeeds_within(RUSTUP_LIMIT, command(&rustup).args(part.rustup()));
    parts.iter().all(add) && own_lacks(parts).is_empty()
}

/// The commands that add `parts` to a toolchain of rustup's.
pub(crate) fn by_hand(parts: &[Part]) -> String {
    parts.iter().map(|part| format!("    rustup {}\n", part.rustup().join(" "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERY_PART: [Part; 7] = [
        Part::Target(Target::Linux),
        Part::Target(Target::Bare),
        Part::Target(Target::BareSoft),
        Part::Target(Target::Mac),
        Part::Rustfmt,
        Part::Clippy,
        Part::Source,
    ];

    #[test]
    fn debians_toolchain_is_one_set_of_packages() {
        let packages = [
            "rustc-web",
            "cargo-web",
            "libstd-rust-web-dev:arm64",
            "rust-web-src",
            "rustfmt-web",
            "rust-web-clippy",
        ];
        assert_eq!(Rust::Debian.packages(&EVERY_PART), packages);
        assert_eq!(Rust::Debian.packages(&[]), packages[..2]);
        assert_eq!(Rust::Own.packages(&EVERY_PART), [""; 0]);
    }

    #[test]
    fn commands_to_run_by_hand_name_each_part() {
        let commands = by_hand(&[Part::Target(Target::Bare), Part::Clippy]);
        assert_eq!(commands, "    rustup target add aarch64-unknown-none\n    rustup component add clippy\n");
    }

    #[test]
    fn an_empty_toolchain_has_no_part() {
        let empty = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(EVERY_PART.iter().all(|part| !part.is_in(empty)));
    }

    #[test]
    fn the_two_toolchains_build_apart() {
        let workspace = Workspace { root: "/w".into(), target: "/w/target".into() };
        assert_eq!(Rust::Own.target_dir(&workspace), Path::new("/w/target"));
        assert_eq!(Rust::Debian.target_dir(&workspace), Path::new("/w/target/debian"));
    }

    #[test]
    fn only_debians_toolchain_builds_the_standard_library() {
        let workspace = Workspace { root: "/w".into(), target: "/w/target".into() };
        let words = |rust: Rust, target| proc::text(&rust.cargo_for(&workspace, "build", target, ""));
        assert!(words(Rust::Debian, Target::Bare).contains(" -Zbuild-std=core,alloc,"));
        assert!(!words(Rust::Debian, Target::Linux).contains("-Z"));
        assert!(!words(Rust::Own, Target::Bare).contains("-Z"));
    }

    #[test]
    fn debians_subcommands_are_started_by_their_own_names() {
        let workspace = Workspace { root: "/w".into(), target: "/w/target".into() };
        assert_eq!(Rust::Debian.cargo(&workspace, "fmt").get_program(), "/usr/bin/cargo-fmt");
        assert_eq!(Rust::Debian.cargo(&workspace, "test").get_program(), "/usr/bin/cargo");
    }
}
