//! The machine at hand as a [`Target`].
//!
//! Features are what the system says that programs may use (`hw.optional.arm`), no
//! more and no less. Timing and caches are data of the core, which the name of the
//! processor tells. A processor without an entry here is taken for the
//! nearest older one; its features count all the same.
//!
//! Tests: below.

use std::ffi::CStr;
use tensmith_core::Target;
use tensmith_core::isa::aarch64::feature::{Feature, Features};

/// Why the machine at hand is no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// It is of another architecture.
    #[error("this machine is {architecture}: on macOS, code runs on AArch64 only")]
    OtherArchitecture {
        /// The architecture that this program was built for.
        architecture: &'static str,
    },
}

/// The machine that this runs on, by its performance cores.
///
/// # Errors
/// [`HostError`], on every machine that is not AArch64.
#[cfg(target_os = "macos")]
pub fn target() -> Result<Target, HostError> {
    if !cfg!(target_arch = "aarch64") {
        return Err(HostError::OtherArchitecture { architecture: std::env::consts::ARCH });
    }
    let brand = crate::probe::text(c"machdep.cpu.brand_string").unwrap_or_default();
    Ok(core(&brand).with_features(features(crate::probe::flag).into()))
}

/// The features of a Mac that `has` the values of some names. Each has `AdvSIMD`.
#[must_use]
pub fn features(has: impl Fn(&CStr) -> bool) -> Features {
    Features::of_macos(has).with(Feature::AdvSimd)
}

/// The core that a processor's name (`machdep.cpu.brand_string`) tells, with its
/// own features: of the M4 or what came before, else of the M1, the oldest in a
/// Mac (virtual machines say no more than `Apple processor`).
#[must_use]
pub fn core(brand: &str) -> Target {
    let generation =
        brand.strip_prefix("Apple M").and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    let name = if generation >= Some(4) { "apple-m4" } else { "apple-m1" };
    Target::named(name).unwrap_or_else(|_| Target::generic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brand_tells_the_core_or_the_nearest_older() {
        for (brand, name) in [
            ("Apple M1", "apple-m1"),
            ("Apple M1 Ultra", "apple-m1"),
            ("Apple M1 (Virtual)", "apple-m1"),
            ("Apple M2 Pro", "apple-m1"),
            ("Apple M3 Max", "apple-m1"),
            ("Apple M4", "apple-m4"),
            ("Apple M4 Max", "apple-m4"),
            ("Apple M5", "apple-m4"),
            ("Apple M10 Pro", "apple-m4"),
            ("Apple processor", "apple-m1"),
            ("Apple A18 Pro", "apple-m1"),
            ("Apple M", "apple-m1"),
            ("Apple M99999999999", "apple-m1"),
            ("", "apple-m1"),
        ] {
            assert_eq!(core(brand).core.name, name, "{brand:?}");
        }
    }

    #[test]
    fn a_mac_has_what_it_reports_and_the_vector_unit() {
        let rdm = |name: &CStr| name == c"hw.optional.arm.FEAT_RDM";
        assert_eq!(features(rdm), Features::of(&[Feature::AdvSimd, Feature::Rdm]));
        assert_eq!(features(|_| false), Features::of(&[Feature::AdvSimd]));
    }
}
