//! The system, the processor, and executable memory.
//!
//! Tests: below, `harness/cli/tests/program/doctor.rs`.

use super::finding::{Finding, State};
use crate::error::BuildError;
use crate::gemm::{Batch, Chain, Factor, GemmSpec, Matrix, Options};
use crate::jit::Jit;
use crate::platform::{self, HostError, HostMemory};
use tensmith_core::isa::Feature;
use tensmith_core::{DType, Target};

/// The operating system and the architecture that this program was built for.
pub(super) fn system() -> Finding {
    Finding::good("system", format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH))
}

/// What is known of the processor, or why it runs no code.
pub(super) fn processor(target: &Result<Target, HostError>) -> Vec<Finding> {
    let core = match target {
        Ok(target) => &target.core,
        Err(error) => {
            let advice = "code can be made here for other machines: name one with `--target`";
            return vec![Finding::other("processor", State::Missing, error.to_string(), advice)];
        }
    };
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

/// Whether code can be made executable: that of the smallest multiplication.
pub(super) fn executable_memory(jit: &Result<Jit, BuildError>) -> Finding {
    const TOPIC: &str = "executable memory";
    let how = |memory: &HostMemory| format!("{}: {}", memory.strategy(), memory.reason());
    let published = jit.as_ref().map_err(BuildError::to_string).and_then(|jit| {
        let made = jit.gemm::<f32>(&smallest(), Options::default()).map_err(|error| error.to_string());
        made.map(|_| jit.kernels().memory().map(how).unwrap_or_default())
    });
    match published {
        Ok(how) => Finding::good(TOPIC, how),
        Err(error) => {
            let advice =
                "code can be made here, and not run, until the system allows this program executable memory";
            Finding::other(TOPIC, State::Missing, error, advice)
        }
    }
}

/// `C = A·B` of 1x1 matrices.
fn smallest() -> GemmSpec {
    let matrix = Matrix::column_major(1);
    GemmSpec {
        types: DType::F32.into(),
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_core::code::{MemoryError, Refusal};

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
        let found: Vec<_> = processor(&Ok(target)).into_iter().map(|finding| finding.found).collect();
        assert!(found[0].starts_with("zen5, by "));
        assert!(found[1].split(' ').any(|feature| feature == "avx512f"), "{}", found[1]);
        assert_eq!(found[2..], ["64 bytes", "48 KiB and 1024 KiB for data"]);
    }

    #[test]
    fn memory_that_is_denied_is_missing() {
        let refusal = Refusal::Os(13);
        let denied = MemoryError::Denied { step: "protect", refusal, remedy: "ask the administrator" };
        let finding = executable_memory(&Err(denied.into()));
        assert_eq!(finding.state, State::Missing);
        assert!(
            finding.found.ends_with("(protect: OS error 13): ask the administrator"),
            "{}",
            finding.found
        );
    }
}
