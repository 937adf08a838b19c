//! The tests of executable memory under a whole Linux on AArch64.
//!
//! qemu's emulation of a process passes system calls to the host's Linux, or answers them itself: it knows no
//! seccomp filters and no `PR_SET_MDWE`, and its pages are executable wherever the guest can read. Its
//! emulation of a machine runs Debian's kernel, whose refusals, protection, landing pads and maintenance of
//! caches are those of a real one. That kernel gets the tests and busybox in an archive in
//! memory, and nothing else.
//!
//! `PR_SET_MDWE` came with Linux 6.3: where Debian's kernel is older, its test says that code
//! is published without.

use serde_json::Value;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::apt::{self, Package};
use crate::proc::{self, Failure, Result, capture, command};
use crate::test::passed_in;
use crate::toolchain::{self, Toolchain};

/// The package whose dependency is the newest kernel, without drivers of real machines.
const KERNEL: &str = "linux-image-cloud-arm64:arm64";

/// The package of the shell and of the few commands that start the tests.
const BUSYBOX: &str = "busybox-static:arm64";

/// The test programs: those of executable memory, whose work does not take hours here.
const TESTS: [&str; 7] = ["arena", "fork", "landing", "lifetime", "publish", "refusal", "refused_calls"];

/// What the kernel starts.
const INIT: &str = "\
#!/bin/sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox uname -r
failed=0
for test in /tests/*; do echo \"$test\"; \"$test\" || failed=1; done
[ $failed = 0 ] && echo 'all is well'
/bin/busybox poweroff -f
";

/// How many seconds the machine may take.
const LIMIT: &str = "1800";

/// Builds the tests and runs them there; returns what was found.
///
/// # Errors
/// Something is missing, or a test fails.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    if !toolchain.host.emulates() {
        return Ok("ok: this machine ran them itself".to_owned());
    }
    let folder = toolchain.workspace.target.join("linux");
    let kernel = Kernel::get(&folder)?;
    let archive = archive(&folder, &kernel, &programs(toolchain)?)?;
    run(&kernel.image, &archive)
}

/// What is taken out of packages, which are not installed: they are for another machine.
struct Kernel {
    image: PathBuf,
    busybox: PathBuf,
}

impl Kernel {
    /// Downloads and unpacks the packages, unless that was done.
    fn get(folder: &Path) -> Result<Self> {
        let unpacked = folder.join("unpacked");
        if let Some(found) = Self::find(&unpacked) {
            return Ok(found);
        }
        create(&unpacked)?;
        apt::know(&[Package::Named(KERNEL), Package::Named(BUSYBOX)])?;
        let depends = capture(command("apt-cache").args(["depends", KERNEL]))?;
        let image = depends.lines().find_map(|line| line.trim().strip_prefix("Depends: "));
        let image = image.ok_or_else(|| Failure::set_up(format!("{KERNEL} depends on nothing")))?;
        proc::run(command("apt-get").current_dir(folder).args(["download", image, BUSYBOX]))
            .map_err(|failure| Failure::set_up(failure.message))?;
        for package in with_extension(folder, "deb")? {
            proc::run(command("dpkg").arg("-x").args([&package, &unpacked]))?;
        }
        Self::find(&unpacked).ok_or_else(|| Failure::set_up("the packages have no kernel, or no busybox"))
    }

    fn find(unpacked: &Path) -> Option<Self> {
        let mut files = fs::read_dir(unpacked.join("boot")).ok()?.filter_map(|file| Some(file.ok()?.path()));
        let image = files.find(|path| path.to_string_lossy().contains("/vmlinuz-"))?;
        let busybox = unpacked.join("bin/busybox");
        busybox.is_file().then_some(Self { image, busybox })
    }
}

/// Builds the test programs; returns their names and paths.
fn programs(toolchain: &Toolchain) -> Result<Vec<(String, PathBuf)>> {
    let mut cargo = toolchain.cargo_for_runner("test");
    cargo.args(["--package", "tensmith-platform-linux", "--profile", "checked"]);
    cargo.args(["--no-run", "--message-format", "json-render-diagnostics"]);
    for test in TESTS {
        cargo.args(["--test", test]);
    }
    let mut programs = Vec::new();
    let said = cargo.stderr(Stdio::inherit()).output();
    let said = said.map_err(|error| Failure::check(format!("cargo: {error}")))?;
    for line in String::from_utf8_lossy(&said.stdout).lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        let name = message["target"]["name"].as_str().map(str::to_owned);
        programs.extend(name.zip(message["executable"].as_str().map(PathBuf::from)));
    }
    let is_whole = said.status.success() && programs.len() == TESTS.len();
    if is_whole { Ok(programs) } else { Err(Failure::check("the tests of the platform do not build")) }
}

/// The archive that the kernel unpacks into its memory.
fn archive(folder: &Path, kernel: &Kernel, programs: &[(String, PathBuf)]) -> Result<PathBuf> {
    let root = folder.join("root");
    let _ = fs::remove_dir_all(&root);
    for inner in ["bin", "dev", "proc", "tmp", "tests"] {
        create(&root.join(inner))?;
    }
    let put = |from: &Path, to: &str| fs::copy(from, root.join(to)).map(drop).map_err(|e| unusable(from, &e));
    put(&kernel.busybox, "bin/busybox")?;
    put(&kernel.busybox, "bin/sh")?;
    let mut names = String::from("init\nbin\nbin/busybox\nbin/sh\ndev\nproc\ntmp\ntests\n");
    for (name, program) in programs {
        put(program, &format!("tests/{name}"))?;
        names += &format!("tests/{name}\n");
    }
    let init = root.join("init");
    fs::write(&init, INIT).map_err(|error| unusable(&init, &error))?;
    fs::set_permissions(&init, fs::Permissions::from_mode(0o755)).map_err(|error| unusable(&init, &error))?;
    let (list, archive) = (folder.join("names"), folder.join("archive"));
    fs::write(&list, names).map_err(|error| unusable(&list, &error))?;
    let open = File::open(&list).map_err(|error| unusable(&list, &error))?;
    let mut cpio = command("cpio");
    cpio.current_dir(&root).args(["--create", "--format=newc", "--owner=0:0", "--quiet"]);
    proc::run(cpio.arg("--file").arg(&archive).stdin(open))?;
    Ok(archive)
}

/// Runs the machine until it turns itself off; returns how many tests passed.
fn run(image: &Path, archive: &Path) -> Result<String> {
    let emulator =
        toolchain::system_qemu().ok_or_else(|| Failure::set_up("qemu-system-aarch64 is needed"))?;
    let mut qemu = command("timeout");
    qemu.arg(LIMIT).arg(emulator).args(["-M", "virt", "-cpu", "max", "-smp", "2", "-m", "2G", "-no-reboot"]);
    qemu.args(["-nographic", "-nodefaults", "-serial", "stdio", "-append", "console=ttyAMA0 quiet panic=-1"]);
    qemu.arg("-kernel").arg(image).arg("-initrd").arg(archive);
    let mut lines = Vec::new();
    proc::run_seen(&mut qemu, |line| lines.push(line.trim_end().to_owned()))?;
    let passed: u64 = lines.iter().map(|line| passed_in(line)).sum();
    let is_well = lines.iter().any(|line| line == "all is well");
    let version = lines.iter().find(|line| line.contains("arm64") && !line.contains(' '));
    match version {
        Some(version) if is_well && passed > 0 => Ok(format!("ok: {passed} tests passed on Linux {version}")),
        _ => Err(Failure::check(format!("the machine said\n{}", lines.join("\n")))),
    }
}

/// The files of a folder whose names end so.
fn with_extension(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder).map_err(|error| unusable(folder, &error))?;
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    Ok(paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect())
}

fn create(folder: &Path) -> Result {
    fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::set_up(format!("{}: {error}", path.display()))
}
