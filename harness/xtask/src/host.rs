//! The machine that the task runner is on.

use std::env::consts::{ARCH, OS};

use crate::proc::{Failure, Result};

/// A kind of machine that the workspace is developed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// Runs AArch64 code itself.
    ArmLinux,
    /// Runs AArch64 code itself.
    ArmMac,
    /// Runs x86-64 code itself, and AArch64 code under qemu.
    X86Linux,
}

impl Host {
    /// This machine.
    ///
    /// # Errors
    /// Names the machines that are supported if it is another one.
    pub(crate) fn detect() -> Result<Self> {
        Self::from_names(ARCH, OS).ok_or_else(|| {
            Failure::impossible(format!(
                "{ARCH} {OS} is not a supported host: AArch64 Linux and macOS and x86-64 Linux run the program \
                 natively, the last one also as on AArch64 under qemu (on Debian and Ubuntu, all of it is installed \
                 for you)"
            ))
        })
    }

    fn from_names(arch: &str, os: &str) -> Option<Self> {
        match (arch, os) {
            ("aarch64", "linux") => Some(Self::ArmLinux),
            ("aarch64", "macos") => Some(Self::ArmMac),
            ("x86_64", "linux") => Some(Self::X86Linux),
            _ => None,
        }
    }

    /// The name that Rust gives it.
    pub(crate) fn triple(self) -> &'static str {
        match self {
            Self::ArmLinux => "aarch64-unknown-linux-gnu",
            Self::ArmMac => "aarch64-apple-darwin",
            Self::X86Linux => "x86_64-unknown-linux-gnu",
        }
    }

    /// Whether AArch64 code has to be emulated.
    pub(crate) fn emulates(self) -> bool {
        self == Self::X86Linux
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_known_by_architecture_and_system() {
        assert_eq!(Host::from_names("x86_64", "linux"), Some(Host::X86Linux));
        assert_eq!(Host::from_names("aarch64", "macos"), Some(Host::ArmMac));
        assert_eq!(Host::from_names("x86_64", "macos"), None);
        assert_eq!(Host::from_names("riscv64", "linux"), None);
    }
}
