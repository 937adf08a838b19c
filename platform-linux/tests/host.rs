//! The machine that runs this, as a target.
#![cfg(target_os = "linux")]

use tensmith_platform_linux::host;

#[cfg(target_arch = "aarch64")]
#[test]
fn the_host_has_the_features_that_std_detects() {
    use std::arch::is_aarch64_feature_detected as detected;
    use tensmith_core::isa::aarch64::feature::{Feature, Features};
    use tensmith_core::target::Target;

    let target = host::target().unwrap();
    let named = Target::named(target.core.name).unwrap();
    assert_eq!((target.core.model, target.core.caches), (named.core.model, named.core.caches));
    let features = Features::from(target.core.features);
    for (feature, detected) in [
        (Feature::Base, true),
        (Feature::AdvSimd, detected!("neon")),
        (Feature::Fp16, detected!("fp16")),
        (Feature::DotProd, detected!("dotprod")),
        (Feature::Fhm, detected!("fhm")),
        (Feature::I8mm, detected!("i8mm")),
        (Feature::Bf16, detected!("bf16")),
        (Feature::Bti, detected!("bti")),
        (Feature::Sve, detected!("sve")),
        (Feature::Sve2, detected!("sve2")),
        (Feature::Rdm, detected!("rdm")),
        (Feature::Lse, detected!("lse")),
        (Feature::Frint, detected!("frintts")),
        (Feature::Crc, detected!("crc")),
        (Feature::Lrcpc, detected!("rcpc")),
        (Feature::Lrcpc2, detected!("rcpc2")),
        (Feature::FlagM, detected!("flagm")),
        (Feature::Sb, detected!("sb")),
        (Feature::Pauth, detected!("paca") && detected!("pacg")),
        (Feature::Dpb, detected!("dpb")),
        (Feature::Dpb2, detected!("dpb2")),
        (Feature::Mte, detected!("mte")),
        (Feature::Complex, detected!("fcma")),
        (Feature::Jscvt, detected!("jsconv")),
        (Feature::Aes, detected!("aes")),
        (Feature::Sha2, detected!("sha2")),
        (Feature::Sha3, detected!("sha3")),
        (Feature::Sm, detected!("sm4")),
        (Feature::F32mm, detected!("f32mm")),
        (Feature::F64mm, detected!("f64mm")),
    ] {
        assert_eq!(features.contains(feature), detected, "{feature:?}");
    }
    // The emulated processor of the task runner has all that it knows.
    if std::env::var_os("TENSMITH_RUNNER").is_some() {
        let emulated = Features::of(&[Feature::Rdm, Feature::Lse, Feature::Frint]);
        assert!(features.contains_all(emulated), "{features:?}");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_host_has_the_features_that_std_detects() {
    use std::arch::is_x86_feature_detected as detected;
    use tensmith_core::isa::x86_64::feature::{Feature, Features};
    use tensmith_core::target::Target;

    let target = match host::target() {
        Ok(target) => target,
        Err(error) => {
            assert!(!(detected!("avx2") && detected!("fma")), "{error}");
            return;
        }
    };
    let named = Target::named(target.core.name).unwrap();
    assert_eq!((target.core.model, target.core.vector_bytes), (named.core.model, named.core.vector_bytes));
    let features = Features::from_erased(target.core.features);
    let all = [
        (Feature::Base, true),
        (Feature::Sse3, detected!("sse3")),
        (Feature::Ssse3, detected!("ssse3")),
        (Feature::Sse41, detected!("sse4.1")),
        (Feature::Popcnt, detected!("popcnt")),
        (Feature::Lzcnt, detected!("lzcnt")),
        (Feature::Bmi1, detected!("bmi1")),
        (Feature::Bmi2, detected!("bmi2")),
        (Feature::Avx, detected!("avx")),
        (Feature::Avx2, detected!("avx2")),
        (Feature::Fma, detected!("fma")),
        (Feature::F16c, detected!("f16c")),
        (Feature::Avx512F, detected!("avx512f")),
        (Feature::Avx512Vl, detected!("avx512vl")),
        (Feature::Avx512Bw, detected!("avx512bw")),
        (Feature::Avx512Dq, detected!("avx512dq")),
        (Feature::Avx512Cd, detected!("avx512cd")),
        (Feature::Avx512Vbmi, detected!("avx512vbmi")),
        (Feature::Avx512Vbmi2, detected!("avx512vbmi2")),
        (Feature::Avx512Vnni, detected!("avx512vnni")),
        (Feature::Avx512Bitalg, detected!("avx512bitalg")),
        (Feature::Avx512Vpopcntdq, detected!("avx512vpopcntdq")),
        (Feature::Avx512Ifma, detected!("avx512ifma")),
        (Feature::Avx512Bf16, detected!("avx512bf16")),
        (Feature::Avx512Fp16, detected!("avx512fp16")),
        (Feature::AvxVnni, detected!("avxvnni")),
    ];
    // Of FMA4 it says nothing.
    assert_eq!(all.len() + 1, Feature::ALL.len());
    for (feature, detected) in all {
        assert_eq!(features.contains(feature), detected, "{feature:?}");
    }
}

#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
#[test]
fn a_host_of_another_architecture_is_no_target() {
    let architecture = std::env::consts::ARCH;
    let error = host::target().unwrap_err();
    assert_eq!(error, host::HostError::OtherArchitecture { architecture });
}
