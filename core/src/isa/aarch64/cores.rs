//! Everything known about each AArch64 core, as data.
//!
//! Rates and latencies are those of Arm's Software Optimization Guides as LLVM's
//! scheduling models carry them; cache sizes are the common configuration. A new
//! core is one more entry here.

use crate::target::{Caches, CoreModel, Feature, Features, Target};
use Feature::{AdvSimd, Bf16, Bti, DotProd, Fhm, Fp16, I8mm, Sme, Sme2, SmeF64F64, SmeI16I64, Sve, Sve2};

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// Armv8.0-A with AdvSIMD and timings that suit none badly.
pub const GENERIC: Target = Target {
    name: "generic",
    features: Features::of(&[AdvSimd]),
    model: CoreModel { multiply_adds: 2, accumulate_latency: 4, moves: 2, width: 4 },
    caches: Caches { l1d: 32 * KIB, l2: 512 * KIB },
};

/// All cores that can be named.
pub const CORES: &[Target] = &[
    GENERIC,
    Target {
        name: "cortex-a55",
        features: Features::of(&[AdvSimd, Fp16, DotProd]),
        model: CoreModel { multiply_adds: 1, accumulate_latency: 4, moves: 1, width: 2 },
        caches: Caches { l1d: 32 * KIB, l2: 128 * KIB },
    },
    Target {
        name: "cortex-a510",
        features: Features::of(&[AdvSimd, Fp16, DotProd, Fhm, I8mm, Bf16, Bti, Sve, Sve2]),
        model: CoreModel { multiply_adds: 2, accumulate_latency: 4, moves: 2, width: 3 },
        caches: Caches { l1d: 32 * KIB, l2: 256 * KIB },
    },
    Target {
        name: "cortex-a76",
        features: Features::of(&[AdvSimd, Fp16, DotProd]),
        model: CoreModel { multiply_adds: 2, accumulate_latency: 2, moves: 2, width: 4 },
        caches: Caches { l1d: 64 * KIB, l2: 512 * KIB },
    },
    Target {
        name: "neoverse-n1",
        features: Features::of(&[AdvSimd, Fp16, DotProd]),
        model: CoreModel { multiply_adds: 2, accumulate_latency: 4, moves: 2, width: 4 },
        caches: Caches { l1d: 64 * KIB, l2: MIB },
    },
    Target {
        name: "neoverse-n2",
        features: Features::of(&[AdvSimd, Fp16, DotProd, Fhm, I8mm, Bf16, Bti, Sve, Sve2]),
        model: CoreModel { multiply_adds: 2, accumulate_latency: 4, moves: 3, width: 5 },
        caches: Caches { l1d: 64 * KIB, l2: MIB },
    },
    Target {
        name: "neoverse-v1",
        features: Features::of(&[AdvSimd, Fp16, DotProd, Fhm, I8mm, Bf16, Sve]),
        model: CoreModel { multiply_adds: 4, accumulate_latency: 2, moves: 3, width: 8 },
        caches: Caches { l1d: 64 * KIB, l2: MIB },
    },
    Target {
        name: "neoverse-v2",
        features: Features::of(&[AdvSimd, Fp16, DotProd, Fhm, I8mm, Bf16, Bti, Sve, Sve2]),
        model: CoreModel { multiply_adds: 4, accumulate_latency: 2, moves: 3, width: 8 },
        caches: Caches { l1d: 64 * KIB, l2: 2 * MIB },
    },
    Target {
        name: "apple-m1",
        features: Features::of(&[AdvSimd, Fp16, DotProd, Fhm]),
        model: CoreModel { multiply_adds: 4, accumulate_latency: 4, moves: 3, width: 8 },
        caches: Caches { l1d: 128 * KIB, l2: 12 * MIB },
    },
    Target {
        name: "apple-m4",
        features: Features::of(&[
            AdvSimd, Fp16, DotProd, Fhm, I8mm, Bf16, Bti, Sme, Sme2, SmeF64F64, SmeI16I64,
        ]),
        model: CoreModel { multiply_adds: 4, accumulate_latency: 4, moves: 3, width: 10 },
        caches: Caches { l1d: 128 * KIB, l2: 16 * MIB },
    },
];
