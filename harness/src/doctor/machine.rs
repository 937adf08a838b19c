//! The system, the processor, and executable memory.
//!
//! Tests: below, `harness/cli/tests/program/doctor.rs`.

use super::finding::{Finding, State};
use crate::gemm::{Batch, Chain, Factor, GemmSpec, Matrix, Options};
use crate::jit::Jit;
use crate::platform::{self, HostMemory};
use tensmith_core::isa::Feature;
use tensmith_core::{DType, Target};

/// The operating system and the architecture that this program was built for.
pub(super) fn system() -> Vec<Finding> {
    let found = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    vec![Finding::good("system", found)]
}

/// What is known of the processor.
pub(super) fn processor(target: &Target) -> Vec<Finding> {
    let core = &target.core;
    let features: Vec<_> = core.features.iter().map(Feature::name).collect();
    let caches = core.caches;
    vec![
        named(core.name),
        Finding::good("features", features.join(" ")),
        Finding::good("vectors", format!("{} bytes", core.vector_bytes)),
        Finding::good("caches", format!("{} and {} for data", kib(caches.l1d), kib(caches.l2))),
    ]
}

/// The core's name, and whether it has an entry of its own.
fn named(name: &str) -> Finding {
    let found = format!("{name}, by {}", platform::SOURCE);
    let is_portable = name == Target::generic().core.name || name.starts_with("x86-64-");
    if is_portable {
        let advice = "this core has no entry of its own: code is right, and made for the timing of a typical core; \
                      where a core that is like it is listed by `tensmith emit --help`, name that";
        return Finding::other("processor", State::Notice, found, advice);
    }
    Finding::good("processor", found)
}

fn kib(bytes: usize) -> String {
    format!("{} KiB", bytes / 1024)
}

/// Whether code can be made executable.
pub(super) fn executable_memory(jit: &Jit) -> Finding {
    const TOPIC: &str = "executable memory";
    let matrix = Matrix::column_major(1);
    let spec = GemmSpec {
        dtype: DType::F32,
        m: 1,
        n: 1,
        k: 1,
        a: matrix,
        b: matrix,
        c: matrix,
        alpha: Factor::One,
        beta: Factor::Zero,
        batch: Batch::Single,
        epilogue: Chain::EMPTY,
    };
    match jit.gemm::<f32>(&spec, Options::default()) {
        Ok(_) => {
            let how = |memory: &HostMemory| format!("{}: {}", memory.strategy(), memory.reason());
            Finding::good(TOPIC, jit.memory().map(how).unwrap_or_default())
        }
        Err(error) => {
            let advice = "the system forbids code that is made at run time: see its policy for this program";
            Finding::other(TOPIC, State::Missing, error.to_string(), advice)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_without_an_entry_is_noticed() {
        assert_eq!(named("zen5").state, State::Good);
        assert_eq!(named("neoverse-v2").state, State::Good);
        for name in ["x86-64-v3", "x86-64-v4", Target::generic().core.name] {
            assert_eq!(named(name).state, State::Notice, "{name}");
        }
    }

    #[test]
    fn a_processor_is_described_by_its_data() {
        let target = Target::named("zen5").unwrap();
        let found: Vec<_> = processor(&target).into_iter().map(|finding| finding.found).collect();
        assert!(found[0].starts_with("zen5, by "));
        assert!(found[1].split(' ').any(|feature| feature == "avx512f"), "{}", found[1]);
        assert_eq!(found[2..], ["64 bytes", "48 KiB and 1024 KiB for data"]);
    }
}
