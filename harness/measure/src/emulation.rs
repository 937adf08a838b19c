//! Whether the processor at hand is emulated: what takes time there says nothing of the
//! machine that is emulated.
//!
//! On AArch64, qemu in user mode shows the account of the host's processor, or names a core of "implementer
//! 0", which the architecture keeps for software; on x86-64, it signs as a hypervisor.
//!
//! Tests: below, `harness/cli/tests/program/bench.rs`.

/// How it shows that the processor is emulated, if it is.
#[must_use]
pub fn sign() -> Option<String> {
    if cfg!(target_arch = "aarch64") {
        of_aarch64(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
    } else {
        of_hypervisor(hypervisor())
    }
}

/// The sign in the account of a processor of AArch64.
fn of_aarch64(account: &str) -> Option<String> {
    let implementer =
        account.lines().find_map(|line| line.strip_prefix("CPU implementer")?.split(':').nth(1));
    match implementer.map(str::trim) {
        None => Some("/proc/cpuinfo is no account of an Arm processor".to_owned()),
        Some("0x00") => Some("/proc/cpuinfo names a core of software (CPU implementer 0x00)".to_owned()),
        Some(_) => None,
    }
}

/// qemu without the help of a processor signs as `TCGTCGTCGTCG`.
fn of_hypervisor(signature: [u8; 12]) -> Option<String> {
    (signature == *b"TCGTCGTCGTCG").then(|| "the processor is qemu's (TCG)".to_owned())
}

/// The signature of the hypervisor: leaf 0x4000_0000. Where there is none, this is any leaf.
#[cfg(target_arch = "x86_64")]
fn hypervisor() -> [u8; 12] {
    let leaf = std::arch::x86_64::__cpuid(0x4000_0000);
    let mut signature = [0; 12];
    for (bytes, register) in signature.chunks_mut(4).zip([leaf.ebx, leaf.ecx, leaf.edx]) {
        bytes.copy_from_slice(&register.to_le_bytes());
    }
    signature
}

#[cfg(not(target_arch = "x86_64"))]
fn hypervisor() -> [u8; 12] {
    [0; 12]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_emulators_are_known() {
        assert_eq!(of_aarch64("processor : 0\nCPU implementer\t: 0x41\nCPU part : 0xd4f\n"), None);
        assert!(of_aarch64("CPU implementer\t: 0x00\n").is_some());
        assert!(of_aarch64("vendor_id : GenuineIntel\n").is_some());
        assert_eq!(of_hypervisor(*b"KVMKVMKVM\0\0\0"), None);
        assert!(of_hypervisor(*b"TCGTCGTCGTCG").is_some());
    }
}
