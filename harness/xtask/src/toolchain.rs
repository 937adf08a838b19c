//! The tools that a command needs: which of them this host has, and how to get the others.
//!
//! The program and its tests run as they are built. On x86-64 Linux they also run as
//! on AArch64: linked by a cross compiler and run by qemu's user-mode emulation. They are
//! linked statically there: the host then needs no C library of the other
//! architecture at run time, and what it would have to be found with, qemu's `-L`,
//! makes every program hang that starts a thread.
//!
//! Tools are found by looking for them, so that with everything in place
//! set-up is silent: a few file look-ups and a few short processes.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::apt::{self, Package};
use crate::host::Host;
use crate::llvm::{self, Llvm};
use crate::proc::{self, Failure, Result, capture, command};
use crate::rust::{self, Part, Rust, Target, appended};
use crate::workspace::Workspace;

/// The emulated processor: everything that qemu has, with the streaming mode of SME
/// restricted as it is in hardware.
const PROCESSOR: &str = "max,sme_fa64=off";

/// The first qemu that knows [`PROCESSOR`].
const OLDEST_QEMU: (u32, u32) = (7, 1);

/// The first binutils that know what `tests/src/binutils.rs` asks of them.
const OLDEST_BINUTILS: (u32, u32) = (2, 40);

/// Names of the assembler of binutils for AArch64: Debian's, and Homebrew's.
const ASSEMBLERS: [&str; 2] = ["aarch64-linux-gnu-as", "aarch64-elf-as"];

/// Names of the linker of binutils for AArch64, in the same order.
const LINKERS: [&str; 2] = ["aarch64-linux-gnu-ld", "aarch64-elf-ld"];

/// The flags for a static program. The linker's remark that such a
/// program would load libraries to look up users and hosts is not for us.
const STATICALLY: &str = "-C target-feature=+crt-static -A linker-messages";

/// The static C library of the cross compiler.
const C_LIBRARY: &str = "/usr/aarch64-linux-gnu/lib/libc.a";

/// The purpose of a toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Running the program.
    Program,
    /// Running the program on AArch64, emulated where the host is something else.
    Emulation,
    /// Reading the object code of `core` and `primitives`.
    Panics,
    /// Running an image without an operating system.
    Firmware,
    /// Building the book, and running what it says.
    Book,
    /// Running tests under a whole Linux on AArch64.
    Linux,
    /// Linking for macOS.
    Mac,
    /// Running tests on the host that look for races.
    Sanitizer,
    /// Formatting and linting.
    Lints,
    /// Running the tests of this machine.
    HostTests,
    /// Having C programs use the libraries.
    Libraries,
    /// Looking into programs of an emulated machine.
    Debuggers,
    /// Measuring kernels: predicting their cycles, and counting what they cost to make.
    Kernels,
    /// Measuring threads of the host.
    Threads,
    /// Building the Python package, and trying it.
    Wheel,
}

/// A tool that is not a part of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    /// Links for AArch64 Linux.
    Linker,
    /// The C library to link with.
    CLibrary,
    /// Compiles C++ for the host: what is exported is C++, too.
    Cpp,
    /// Runs programs for AArch64 Linux.
    Qemu,
    /// Assembles and disassembles.
    Llvm,
    /// Predicts cycles: of the one version whose predictions are recorded.
    Mca,
    /// Python with numpy, for `tools/mcatrace.py`.
    Python,
    /// Python with what installs packages of its own: a linker for macOS is one.
    Pip,
    /// Python that makes environments with pip.
    Venv,
    /// Counts instructions.
    Valgrind,
    /// Samples programs.
    Perf,
    /// Looks into programs of this machine.
    Gdb,
    /// Looks into programs of every machine.
    GdbOfAll,
    /// Assembles and disassembles, too, and shares nothing with LLVM.
    Binutils,
    /// Links for AArch64 without an operating system.
    BareLinker,
    /// Runs whole machines.
    SystemQemu,
    /// Makes archives that Linux begins with.
    Cpio,
}

/// Everything that a purpose needs, in place.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    /// Paths of the workspace.
    pub(crate) workspace: Workspace,
    /// The machine that this is.
    pub(crate) host: Host,
    /// Builds for the host, formats and lints.
    native: Rust,
    /// Builds for AArch64.
    cross: Rust,
}

impl Purpose {
    /// Parts of the toolchain that builds for the host.
    fn native_parts(self) -> &'static [Part] {
        match self {
            Self::Lints => &[Part::Rustfmt, Part::Clippy],
            _ => &[],
        }
    }

    /// Parts of the toolchain that builds for AArch64.
    fn cross_parts(self, host: Host) -> Vec<Part> {
        let linux = host.emulates().then_some(Target::Linux);
        let mac = (host != Host::ArmMac).then_some(Target::Mac);
        let (bare, soft) = (Some(Target::Bare), Some(Target::BareSoft));
        let targets = match self {
            Self::Emulation | Self::Linux => [linux, None, None, None],
            Self::Panics => [None, bare, None, None],
            Self::Firmware => [None, bare, soft, None],
            Self::Mac => [mac, None, None, None],
            _ => [None; 4],
        };
        targets.into_iter().flatten().map(Part::Target).collect()
    }

    fn tools(self, host: Host) -> Vec<Tool> {
        let emulation = [Tool::Linker, Tool::CLibrary, Tool::Qemu];
        let emulation = if host.emulates() { emulation.to_vec() } else { vec![] };
        let firmware = vec![Tool::BareLinker, Tool::SystemQemu];
        let mac = if host == Host::ArmMac { vec![] } else { vec![Tool::Pip] };
        let measuring = vec![Tool::Mca, Tool::Python, Tool::Valgrind];
        match self {
            Self::Emulation => emulation,
            Self::Panics | Self::Sanitizer => vec![Tool::Llvm],
            Self::Firmware => firmware,
            // The commands of its pages are run on x86-64 alone.
            Self::Book if host.emulates() => [emulation, firmware].concat(),
            Self::Linux if host.emulates() => [emulation, vec![Tool::SystemQemu, Tool::Cpio]].concat(),
            Self::Program | Self::Threads | Self::Book | Self::Linux | Self::Lints | Self::Libraries => {
                vec![]
            }
            Self::Mac => mac,
            Self::Wheel => vec![Tool::Venv],
            Self::HostTests => {
                let oracles = vec![Tool::Llvm, Tool::Binutils, Tool::Cpp];
                let debuggers = if host == Host::ArmMac { vec![] } else { vec![Tool::Perf, Tool::Gdb] };
                [emulation, oracles, firmware, debuggers].concat()
            }
            Self::Debuggers => {
                if host.emulates() {
                    vec![Tool::GdbOfAll]
                } else {
                    vec![]
                }
            }
            // Kernels are traced under qemu on AArch64 too; its own compiler links there.
            Self::Kernels if host.emulates() => [emulation, measuring].concat(),
            Self::Kernels => [vec![Tool::Linker, Tool::Qemu], measuring].concat(),
        }
    }
}

impl Tool {
    fn is_missing(self) -> bool {
        match self {
            Self::Linker => proc::find("aarch64-linux-gnu-gcc").is_none(),
            Self::CLibrary => !Path::new(C_LIBRARY).is_file(),
            Self::Cpp => proc::find("g++").is_none(),
            Self::Qemu => qemu().is_none(),
            Self::Llvm => Llvm::find().is_none(),
            Self::Mca => !Llvm::preferred().is_some_and(|llvm| llvm.mca().is_file()),
            Self::Python => python_with("numpy").is_none(),
            Self::Pip => python_with("pip").is_none(),
            Self::Venv => python_with("ensurepip").is_none(),
            Self::Valgrind => proc::find("valgrind").is_none(),
            Self::Perf => proc::find("perf").is_none(),
            Self::Gdb => proc::find("gdb").is_none(),
            Self::GdbOfAll => proc::find("gdb-multiarch").is_none(),
            Self::Binutils => !has_binutils(),
            Self::BareLinker => bare_linker().is_none(),
            Self::SystemQemu => system_qemu().is_none(),
            Self::Cpio => proc::find("cpio").is_none(),
        }
    }

    /// The least version, for tools whose package can be installed and too old.
    fn requirement(self) -> String {
        match self {
            Self::Linker => "aarch64-linux-gnu-gcc is needed on the search path".to_owned(),
            Self::CLibrary => format!("{C_LIBRARY} is needed"),
            Self::Cpp => "g++ is needed on the search path".to_owned(),
            Self::Qemu => {
                let (major, minor) = OLDEST_QEMU;
                format!("qemu-aarch64-static {major}.{minor} or newer is needed: older ones have no SME")
            }
            Self::Llvm => format!("llvm-mc {} or newer is needed on the search path", llvm::OLDEST),
            Self::Mca => format!(
                "llvm-mca {} is needed on the search path, that very version: \
                 cycles of another one cannot be compared with those that are recorded",
                llvm::PREFERRED
            ),
            Self::Python => "python3 with numpy is needed on the search path".to_owned(),
            Self::Pip => "python3 with pip is needed on the search path".to_owned(),
            Self::Venv => "python3 with ensurepip is needed on the search path".to_owned(),
            Self::Valgrind => "valgrind is needed on the search path".to_owned(),
            Self::Perf => "perf is needed on the search path".to_owned(),
            Self::Gdb => "gdb is needed on the search path".to_owned(),
            Self::GdbOfAll => "gdb-multiarch is needed on the search path".to_owned(),
            Self::Binutils => {
                let (major, minor) = OLDEST_BINUTILS;
                format!("aarch64-linux-gnu-as {major}.{minor} or newer is needed on the search path")
            }
            Self::BareLinker => format!("{} is needed on the search path", LINKERS[0]),
            Self::SystemQemu => "qemu-system-aarch64 is needed on the search path".to_owned(),
            Self::Cpio => "cpio is needed on the search path".to_owned(),
        }
    }

    fn package(self) -> Package {
        match self {
            Self::Linker => Package::Named("gcc-aarch64-linux-gnu"),
            Self::CLibrary => Package::Named("libc6-dev-arm64-cross"),
            Self::Cpp => Package::Named("g++"),
            Self::Qemu => Package::Named("qemu-user-static"),
            Self::Llvm | Self::Mca => Package::Llvm,
            Self::Python => Package::Named("python3-numpy"),
            Self::Pip => Package::Named("python3-pip"),
            Self::Venv => Package::Named("python3-venv"),
            Self::Valgrind => Package::Named("valgrind"),
            Self::Perf => Package::Named("linux-perf"),
            Self::Gdb => Package::Named("gdb"),
            Self::GdbOfAll => Package::Named("gdb-multiarch"),
            Self::Binutils | Self::BareLinker => Package::Binutils,
            Self::SystemQemu => Package::Named("qemu-system-arm"),
            Self::Cpio => Package::Named("cpio"),
        }
    }
}

impl Toolchain {
    /// Everything that `purposes` need, installed if it was missing.
    ///
    /// # Errors
    /// The tools that are missing and cannot be installed, with the commands that would.
    pub(crate) fn set_up(workspace: &Workspace, purposes: &[Purpose]) -> Result<Self> {
        let host = Host::detect()?;
        if purposes.contains(&Purpose::Kernels) && host == Host::ArmMac {
            return Err(Failure::impossible(
                "cycles are predicted from a trace by qemu's user-mode emulation, which only Linux has; \
                 `cargo run --release --package tensmith-tests --features peers --example kernel_speed -- \
                 f32_gemm_32x32x32_b1` times kernels here",
            ));
        }
        let native_parts = distinct(purposes.iter().flat_map(|purpose| purpose.native_parts()).copied());
        let cross_parts = distinct(purposes.iter().flat_map(|purpose| purpose.cross_parts(host)));
        let tools = distinct(purposes.iter().flat_map(|purpose| purpose.tools(host)));
        let native = Rust::choose(&native_parts)?;
        let cross = Rust::choose(&cross_parts)?;
        let rust = [native.packages(&native_parts), cross.packages(&cross_parts)].concat();
        install_missing(host, &tools, &rust, &workspace.target).map_err(|failure| {
            let parts = if rust.is_empty() { vec![] } else { [native_parts, cross_parts].concat() };
            with_another_way(failure, &parts)
        })?;
        if cross == Rust::Debian {
            eprintln!("note: Debian's Rust (/usr/bin/rustc) builds for AArch64");
        }
        Ok(Self { workspace: workspace.clone(), host, native, cross })
    }

    /// `cargo SUBCOMMAND` for the host.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        self.with_programs(self.native.cargo(&self.workspace, subcommand))
    }

    /// A command that finds the programs of packages which could only be unpacked.
    fn with_programs(&self, mut command: Command) -> Command {
        if let Ok(path) = env::join_paths(self.search_path()) {
            command.env("PATH", path);
        }
        command
    }

    /// The folders of programs, with those of packages which could only be unpacked.
    pub(crate) fn search_path(&self) -> Vec<PathBuf> {
        apt::search_path_with_programs(&self.workspace.target)
    }

    /// `cargo SUBCOMMAND` for the AArch64 machine that programs run on: the host, or
    /// the emulated one.
    pub(crate) fn cargo_for_runner(&self, subcommand: &str) -> Command {
        let Some(emulator) = self.emulator() else { return self.cross.cargo(&self.workspace, subcommand) };
        let runner = emulator.join(" ");
        let mut cargo = self.cargo_for(subcommand, Target::Linux, STATICALLY);
        cargo
            .env("RUSTDOCFLAGS", appended("RUSTDOCFLAGS", STATICALLY))
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", &runner)
            // For tests that start a program themselves.
            .env("TENSMITH_RUNNER", &runner);
        self.with_programs(cargo)
    }

    /// `cargo SUBCOMMAND --target TARGET`, with `flags` added to the compiler's.
    pub(crate) fn cargo_for(&self, subcommand: &str, target: Target, flags: &str) -> Command {
        self.cross.cargo_for(&self.workspace, subcommand, target, flags)
    }

    /// The LLVM tools, for a purpose that needs them.
    ///
    /// # Errors
    /// They are missing.
    pub(crate) fn llvm(&self) -> Result<Llvm> {
        Llvm::find().ok_or_else(|| Failure::set_up(Tool::Llvm.requirement()))
    }

    /// The folder of the build for `target` with a profile.
    pub(crate) fn built_for(&self, target: Target, profile: &str) -> PathBuf {
        self.cross.cross_dir(&self.workspace).join(target.triple()).join(profile)
    }

    /// The folder of the host's build with a profile.
    pub(crate) fn native(&self, profile: &str) -> PathBuf {
        self.native.target_dir(&self.workspace).join(profile)
    }

    /// The folder of the host's release build.
    pub(crate) fn native_release(&self) -> PathBuf {
        self.native("release")
    }

    /// A program that was built with [`Self::cargo_for_runner`], ready to run.
    pub(crate) fn started(&self, program: &Path) -> Command {
        let Some(emulator) = self.emulator() else { return command(program) };
        let mut words = emulator.iter();
        let mut run = command(words.next().map_or("", String::as_str));
        run.args(words).arg(program);
        run
    }

    /// The folder of the build made with [`Self::cargo_for_runner`] with a profile.
    pub(crate) fn runner(&self, profile: &str) -> PathBuf {
        match self.host.emulates() {
            true => self.built_for(Target::Linux, profile),
            false => self.cross.target_dir(&self.workspace).join(profile),
        }
    }

    /// The words that are put before a program to run it; none if it runs natively.
    fn emulator(&self) -> Option<Vec<String>> {
        if !self.host.emulates() {
            return None;
        }
        let qemu = qemu().unwrap_or("qemu-aarch64-static".into());
        Some(vec![qemu.to_string_lossy().into_owned(), "-cpu".to_owned(), PROCESSOR.to_owned()])
    }
}

/// Each of these once, in the order in which they come first.
fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}

/// The failure to install Debian's Rust, with the commands that make up for it.
fn with_another_way(mut failure: Failure, parts: &[Part]) -> Failure {
    if !parts.is_empty() {
        let commands = rust::by_hand(parts);
        failure.message =
            format!("{}\nor, without Debian's Rust, run\n{commands}", failure.message.trim_end());
    }
    failure
}

/// Installs those of the tools and of the packages of Rust that are missing.
fn install_missing(host: Host, tools: &[Tool], rust: &[&'static str], target: &Path) -> Result {
    let missing_tools = || tools.iter().copied().filter(|tool| tool.is_missing());
    let missing_rust = if rust.is_empty() { vec![] } else { apt::missing(rust) };
    let packages: Vec<_> =
        missing_tools().map(Tool::package).chain(missing_rust.into_iter().map(Package::Named)).collect();
    if packages.is_empty() {
        return Ok(());
    }
    apt::install(host, &packages, target)?;
    match missing_tools().next() {
        None => Ok(()),
        Some(tool) => Err(Failure::set_up(tool.requirement())),
    }
}

/// A Python that has a module: the first on the search path, or the system's, which is
/// the one that packages are installed for.
pub(crate) fn python_with(module: &str) -> Option<PathBuf> {
    let candidates = proc::find("python3").into_iter().chain(["/usr/bin/python3".into()]);
    let import = format!("import {module}");
    candidates.into_iter().find(|python| capture(command(python).args(["-c", &import])).is_ok())
}

/// The user-mode emulator, if it is new enough. It is called `-static` where a
/// second one is not.
pub(crate) fn qemu() -> Option<PathBuf> {
    let qemu = proc::find("qemu-aarch64-static").or_else(|| proc::find("qemu-aarch64"))?;
    let version = capture(command(&qemu).arg("--version")).ok()?;
    (version_after("version ", &version)? >= OLDEST_QEMU).then_some(qemu)
}

/// The linker for AArch64 without an operating system.
pub(crate) fn bare_linker() -> Option<PathBuf> {
    LINKERS.into_iter().find_map(proc::find)
}

/// One of the other binutils for AArch64, such as `objdump`.
///
/// # Errors
/// It is missing.
pub(crate) fn bare_tool(name: &str) -> Result<PathBuf> {
    let linker = bare_linker().ok_or_else(|| Failure::set_up(Tool::BareLinker.requirement()))?;
    let file = linker.file_name().unwrap_or_default().to_string_lossy().replace("-ld", &format!("-{name}"));
    Ok(linker.with_file_name(file))
}

/// The emulator of whole machines.
pub(crate) fn system_qemu() -> Option<PathBuf> {
    let unpacked = || apt::program("qemu-system-arm", "qemu-system-aarch64", &Workspace::locate().target);
    proc::find("qemu-system-aarch64").or_else(unpacked)
}

/// The words that make that emulator translate each instruction alone.
pub(crate) fn one_by_one(qemu: &Path) -> Result<&'static [&'static str]> {
    let text = capture(command(qemu).arg("--version"))?;
    let is_new = version_after("version ", &text).is_some_and(|version| version >= (8, 1));
    Ok(if is_new { &["-accel", "tcg,one-insn-per-tb=on"] } else { &["-singlestep"] })
}

/// Whether there are binutils for AArch64 that are new enough.
fn has_binutils() -> bool {
    let is_new_enough = |assembler: PathBuf| {
        let text = capture(command(assembler).arg("--version")).unwrap_or_default();
        version_after(") ", &text).is_some_and(|version| version >= OLDEST_BINUTILS)
    };
    ASSEMBLERS.into_iter().filter_map(proc::find).any(is_new_enough)
}

/// The first two numbers of the version that stands after `marker`.
fn version_after(marker: &str, text: &str) -> Option<(u32, u32)> {
    let version = text.split_once(marker)?.1.split(char::is_whitespace).next()?;
    let mut numbers = version.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_ordered() {
        let version = |text| version_after("version ", text);
        let debian = "qemu-aarch64 version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18+b3)\nCopyright (c)";
        assert_eq!(version(debian), Some((7, 2)));
        assert!(version("qemu-aarch64 version 10.0.2").is_some_and(|version| version >= OLDEST_QEMU));
        assert!(version("qemu-aarch64 version 6.2.0").is_some_and(|version| version < OLDEST_QEMU));
        assert_eq!(version("no such thing"), None);
        let binutils = "GNU assembler (GNU Binutils for Debian) 2.40\nCopyright (C) 2023";
        assert_eq!(version_after(") ", binutils), Some(OLDEST_BINUTILS));
    }

    #[test]
    fn debians_rust_is_not_the_only_way() {
        let failure = || Failure::set_up("run\n    sudo apt-get install rustc-web\n");
        assert_eq!(with_another_way(failure(), &[]).message, failure().message);
        assert_eq!(
            with_another_way(failure(), &[Part::Clippy]).message,
            "run\n    sudo apt-get install rustc-web\nor, without Debian's Rust, run\n    rustup component add clippy\n"
        );
    }

    #[test]
    fn the_program_needs_nothing_on_any_host() {
        for host in [Host::ArmLinux, Host::ArmMac, Host::X86Linux] {
            assert_eq!(Purpose::Program.tools(host), []);
            assert_eq!(Purpose::Program.cross_parts(host), []);
        }
    }

    #[test]
    fn a_native_host_needs_no_emulation() {
        for host in [Host::ArmLinux, Host::ArmMac] {
            assert_eq!(Purpose::Emulation.tools(host), []);
            assert_eq!(Purpose::Emulation.cross_parts(host), []);
            let emulation = Purpose::Emulation.tools(Host::X86Linux);
            assert!(Purpose::HostTests.tools(host).iter().all(|tool| !emulation.contains(tool)), "{host:?}");
        }
    }

    #[test]
    fn kernels_are_traced_under_qemu_on_either_architecture() {
        for host in [Host::ArmLinux, Host::X86Linux] {
            let tools = Purpose::Kernels.tools(host);
            assert!([Tool::Linker, Tool::Qemu, Tool::Mca, Tool::Python].iter().all(|t| tools.contains(t)));
        }
    }

    #[test]
    fn a_mac_links_with_its_own_linker() {
        let installs = |host| Purpose::Mac.tools(host).contains(&Tool::Pip);
        assert!(installs(Host::X86Linux) && installs(Host::ArmLinux) && !installs(Host::ArmMac));
    }

    #[test]
    fn every_host_but_a_mac_cross_compiles_for_one() {
        let crosses = |host| Purpose::Mac.cross_parts(host).contains(&Part::Target(Target::Mac));
        assert!(crosses(Host::X86Linux) && crosses(Host::ArmLinux) && !crosses(Host::ArmMac));
    }

    #[test]
    fn emulation_needs_a_linker_a_c_library_and_qemu() {
        let packages: Vec<_> =
            Purpose::Emulation.tools(Host::X86Linux).into_iter().map(Tool::package).collect();
        let expected = ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user-static"];
        assert_eq!(packages, expected.map(Package::Named));
    }
}
