//! Installing Debian and Ubuntu packages, or saying exactly how to.

mod unpacked;

use std::path::Path;
use std::process::Command;

use crate::host::Host;
use crate::llvm;
use crate::proc::{self, Failure, Result, capture, command};
pub(crate) use unpacked::{program, search_path_with_programs};

/// Something to install.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    /// The package of this name, with `:arm64` if it is of that architecture.
    Named(&'static str),
    /// The best LLVM that there is a package of.
    Llvm,
    /// GNU binutils for AArch64.
    Binutils,
}

/// Installs `packages`.
///
/// Nothing that is installed is ever removed for it: a package that conflicts with one is
/// unpacked below `target` instead.
///
/// # Errors
/// Where apt or the right to use it is missing, the failure lists the commands to
/// run.
pub(crate) fn install(host: Host, packages: &[Package], target: &Path) -> Result {
    if !is_here() {
        return Err(Failure::set_up(without_apt(host, packages)));
    }
    let before = listing(packages)?;
    let Some(privilege) = privilege() else {
        let commands = [before, vec![installation(&names(packages))]].concat();
        return Err(Failure::set_up(by_hand(&commands)));
    };
    list(privilege, &before);
    let (in_the_way, peaceful): (Vec<_>, Vec<_>) =
        names(packages).into_iter().partition(|name| would_remove(name));
    let run = |step: Vec<String>| {
        proc::run(&mut privileged(privilege, &step)).map_err(|failure| Failure::set_up(failure.message))
    };
    run(installation(&peaceful))?;
    in_the_way.iter().try_for_each(|name| {
        let libraries = [vec!["--no-upgrade".to_owned()], unpacked::libraries(name)?].concat();
        run(installation(&libraries))?;
        unpacked::unpack(name, target)
    })
}

/// Has apt list `packages`, which are downloaded and not installed.
///
/// # Errors
/// Where the right to it is missing, the failure lists the commands to run.
pub(crate) fn know(packages: &[Package]) -> Result {
    let before = listing(packages)?;
    let privilege = privilege().ok_or_else(|| Failure::set_up(by_hand(&before)))?;
    list(privilege, &before);
    Ok(())
}

/// The commands by which apt lists `packages`.
fn listing(packages: &[Package]) -> Result<Vec<Vec<String>>> {
    let architecture =
        if needs_arm64(packages)? { vec![words("dpkg --add-architecture arm64")] } else { vec![] };
    Ok([architecture, vec![words("apt-get update")]].concat())
}

/// Runs the commands. One unreachable source fails the whole update and need not matter: what is really
/// missing shows when the packages are installed or downloaded.
fn list(privilege: &[&str], commands: &[Vec<String>]) {
    for step in commands {
        let _ = proc::run(&mut privileged(privilege, step));
    }
}

/// Whether apt would remove another package to install this one.
fn would_remove(name: &str) -> bool {
    let plan = capture(command("apt-get").args(["install", "--simulate", "--no-install-recommends", name]));
    plan.is_ok_and(|plan| plan.lines().any(|line| line.starts_with("Remv ")))
}

/// Whether this host has apt.
pub(crate) fn is_here() -> bool {
    proc::find("apt-get").is_some()
}

/// Those of `packages` that are not installed; all of them where there is no dpkg.
pub(crate) fn missing(packages: &[&'static str]) -> Vec<&'static str> {
    let format = "${Package}:${Architecture} ${db:Status-Status}\n";
    // dpkg-query fails if there is one package that it has never heard of.
    let states = command("dpkg-query").args(["--show", "--showformat", format]).args(packages).output();
    let states =
        states.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    packages.iter().copied().filter(|package| !is_installed(package, &states)).collect()
}

/// Whether `package` is among the lines `NAME:ARCHITECTURE STATUS` as installed, on
/// its own architecture if it names one.
fn is_installed(package: &str, states: &str) -> bool {
    states.lines().filter_map(|line| line.strip_suffix(" installed")).any(|name| {
        name == package
            || name.rsplit_once(':').is_some_and(|(without_architecture, _)| without_architecture == package)
    })
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

fn names(packages: &[Package]) -> Vec<String> {
    packages
        .iter()
        .map(|package| match package {
            Package::Named(name) => (*name).to_owned(),
            Package::Llvm => {
                let search = capture(command("apt-cache").args(["search", "--names-only", "^llvm-[0-9]+$"]));
                llvm::package(&search.unwrap_or_default())
            }
            Package::Binutils => "binutils-aarch64-linux-gnu".to_owned(),
        })
        .collect()
}

/// The command that installs the packages of these names.
fn installation(names: &[String]) -> Vec<String> {
    let options = "apt-get install -y --no-install-recommends --no-remove -o DPkg::Lock::Timeout=300";
    [words(options), names.to_vec()].concat()
}

/// Whether one of the packages is of an architecture that dpkg does not know yet.
fn needs_arm64(packages: &[Package]) -> Result<bool> {
    if !packages.iter().any(|package| matches!(package, Package::Named(name) if name.ends_with(":arm64"))) {
        return Ok(false);
    }
    let native = capture(command("dpkg").arg("--print-architecture"))?;
    let foreign = capture(command("dpkg").arg("--print-foreign-architectures"))?;
    Ok(!native.lines().chain(foreign.lines()).any(|architecture| architecture == "arm64"))
}

/// The prefix of a command that runs it as root; none if that is not allowed.
fn privilege() -> Option<&'static [&'static str]> {
    let root = capture(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let sudo = || capture(command("sudo").args(["-n", "true"])).is_ok();
    if root { Some(&[]) } else { sudo().then_some(&["sudo", "-n"]) }
}

fn privileged(privilege: &[&str], step: &[String]) -> Command {
    let quiet = ["env", "DEBIAN_FRONTEND=noninteractive"];
    let mut all = privilege.iter().chain(&quiet).copied().chain(step.iter().map(String::as_str));
    let mut command = command(all.next().unwrap_or("env"));
    command.args(all);
    command
}

fn by_hand(commands: &[Vec<String>]) -> String {
    let lines: Vec<_> = commands.iter().map(|words| format!("    sudo {}\n", words.join(" "))).collect();
    format!(
        "packages are missing, and neither root nor sudo without a password is allowed here; run\n{}",
        lines.concat()
    )
}

fn without_apt(host: Host, packages: &[Package]) -> String {
    let names = packages.iter().map(|package| match package {
        Package::Named("qemu-system-arm") if host == Host::ArmMac => "qemu",
        Package::Named(name) => *name,
        Package::Llvm => "llvm",
        Package::Binutils if host == Host::ArmMac => "aarch64-elf-binutils",
        Package::Binutils => "binutils-aarch64-linux-gnu",
    });
    let names = names.collect::<Vec<_>>().join(" ");
    match host {
        Host::ArmMac => format!("tools are missing; run\n    brew install {names}\n"),
        Host::ArmLinux | Host::X86Linux => {
            format!("tools are missing; there is no apt-get here, so install what Debian calls: {names}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_to_run_by_hand_are_complete_lines() {
        let commands =
            [words("dpkg --add-architecture arm64"), installation(&["qemu-user-static".to_owned()])];
        let text = by_hand(&commands);
        assert!(text.contains("\n    sudo dpkg --add-architecture arm64\n"), "{text}");
        assert!(text.contains("\n    sudo apt-get install -y --no-install-recommends "), "{text}");
        assert!(text.ends_with(" qemu-user-static\n"), "{text}");
    }

    #[test]
    fn privileged_commands_ask_nothing() {
        let step = words("apt-get update");
        let text = |privilege| proc::text(&privileged(privilege, &step));
        assert_eq!(text(&[]), "env DEBIAN_FRONTEND=noninteractive apt-get update");
        assert_eq!(text(&["sudo", "-n"]), "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update");
    }

    #[test]
    fn a_host_without_apt_is_told_what_to_install() {
        let packages = [Package::Named("qemu-user-static"), Package::Llvm];
        let oracles = [Package::Llvm, Package::Binutils];
        let brew = without_apt(Host::ArmMac, &oracles);
        assert!(brew.contains("brew install llvm aarch64-elf-binutils\n"), "{brew}");
        assert!(without_apt(Host::X86Linux, &packages).ends_with(": qemu-user-static llvm"));
    }

    #[test]
    fn packages_are_installed_on_the_architecture_that_they_name() {
        let states = "rustc-web:amd64 installed\nlibstd:amd64 installed\nlibstd:arm64 not-installed\nsrc:all installed\n";
        for installed in ["rustc-web", "libstd", "src", "libstd:amd64"] {
            assert!(is_installed(installed, states), "{installed}");
        }
        for missing in ["rustc", "libstd:arm64", "src:arm64", "qemu-user-static"] {
            assert!(!is_installed(missing, states), "{missing}");
        }
    }

    #[test]
    fn a_package_that_does_not_exist_is_missing() {
        assert_eq!(missing(&["no-such-package-as-this"]), ["no-such-package-as-this"]);
    }
}
