//! Everything known about each x86-64 core, as data.
//!
//! Widths, rates and latencies are those of the vendors' manuals (Intel 64 and IA-32 Architectures
//! Optimization Reference Manual; AMD, Software Optimization Guides for families 17h, 19h and 1Ah), and where
//! these are silent those that Agner Fog ("The microarchitecture of Intel, AMD and VIA CPUs") and uops.info
//! measured. Those of `zen5` were measured here: 8 instructions a cycle, among them two loads of 64 bytes and
//! one store. Cache sizes are the common configuration; what fills the caches is what streaming reads give,
//! rounded down to a power of two. A new core is one more entry here, which `cargo xtask tune` measures and
//! prints on a machine that has it.
//!
//! Of the four pipes of vectors of `zen5`, three are kept busy where half of what they do is multiply-adds.
//!
//! `vector_bytes` is the width that the core runs fastest. `zen4` takes two cycles for each of 64 bytes,
//! which halves its rates but not what it has to issue.
//!
//! Stores have a pipe of their own: one vector a cycle, and two loads in the same cycle. [`CoreModel`] knows
//! only a pipe that both share, so a store takes all of its slots in a cycle: loads in the same cycle are
//! priced too high, stores alone right.
//!
//! Tests: below, `tests/tests/codegen_pipeline.rs`, `platform-linux/tests/host.rs`.

use super::feature::{Feature, Features};
use crate::isa::model::{
    AccessForms, Alignment, Caches, Core, CoreModel, IssueOrder, LINE, StoreCost, Zeroing,
};
use Feature::{
    Avx, Avx2, Avx512Bf16, Avx512Bitalg, Avx512Bw, Avx512Cd, Avx512Dq, Avx512F, Avx512Fp16, Avx512Ifma,
    Avx512Vbmi, Avx512Vbmi2, Avx512Vl, Avx512Vnni, Avx512Vpopcntdq, AvxVnni, Base, Bmi1, Bmi2, F16c, Fma,
    Lzcnt, Popcnt, Sse3, Sse41, Ssse3,
};

/// The features of level 3 of the System V ABI's supplement for this architecture, as far as
/// there are instructions.
const LEVEL_3: Features =
    Features::of(&[Base, Sse3, Ssse3, Sse41, Popcnt, Lzcnt, Bmi1, Bmi2, Avx, Avx2, Fma, F16c]);
/// The features of level 4 (x86-64 psABI, micro-architecture levels).
const LEVEL_4: Features = LEVEL_3.and(&[Avx512F, Avx512Vl, Avx512Bw, Avx512Dq, Avx512Cd]);
/// The features that Ice Lake brought, and that all cores with AVX-512 have since.
const ICE_LAKE: Features =
    LEVEL_4.and(&[Avx512Vbmi, Avx512Vbmi2, Avx512Vnni, Avx512Bitalg, Avx512Vpopcntdq, Avx512Ifma]);

/// The size of a vector register of AVX2.
const YMM: usize = 32;
/// The size of a vector register of AVX-512.
const ZMM: usize = 64;

/// The bytes that Intel's caches fetch together, two lines: sparse products that took 64 bytes of each row at
/// a time took 1.3 to 1.5 times as long as with 128 where they left the first level (Cascade Lake).
const PAIR: usize = 2 * LINE;

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// One vector is stored while two are loaded, or one where a core loads one in two cycles.
const HALF_RATE: StoreCost = StoreCost { slots: 4, move_slots: 8, vector_slots: 0 };
/// Two vectors are stored while three are loaded.
const TWO_OF_THREE: StoreCost = StoreCost { slots: 4, move_slots: 6, vector_slots: 0 };

/// Two multiply-adds and two loads, or a store, in a cycle: what most cores have in common. A multiply-add
/// takes four cycles on most of them, but eight accumulators, as many as that asks for, do not keep two pipes
/// busy: a tile of 64x2 was measured at 71 per cent of the peak, one of 64x4 at 84. The moves of a line
/// crossing were measured, too: both on `sapphire-rapids`.
const PAIR_OF_PIPES: CoreModel = CoreModel {
    multiply_adds: 2,
    vectors: 2,
    accumulate_latency: 5,
    moves: 2,
    line_crossing: 3,
    width: 4,
    order: looking_ahead(192),
    stores: HALF_RATE,
    zeroing: Zeroing::Renaming,
    forms: AccessForms::SINGLE,
    alignment: Alignment::Any,
};

/// Starting instructions out of order, from among some.
const fn looking_ahead(lookahead: u32) -> IssueOrder {
    IssueOrder::OutOfOrder { lookahead }
}

/// Level 3 with timings that suit none badly.
pub const V3: Core = Core {
    name: "x86-64-v3",
    features: LEVEL_3.erased(),
    vector_bytes: YMM,
    model: PAIR_OF_PIPES,
    caches: Caches { l1d: 32 * KIB, l2: 256 * KIB, l1_fill: 32, l1_piece: PAIR, l2_fill: 8 },
};

/// Level 4 with timings that suit none badly.
pub const V4: Core = Core {
    name: "x86-64-v4",
    features: LEVEL_4.erased(),
    vector_bytes: ZMM,
    model: CoreModel { order: looking_ahead(224), ..PAIR_OF_PIPES },
    caches: Caches { l1d: 32 * KIB, l2: MIB, l1_fill: 32, l1_piece: PAIR, l2_fill: 4 },
};

/// All cores that can be named.
pub const CORES: &[Core] = &[
    V3,
    V4,
    Core {
        name: "haswell",
        features: LEVEL_3.erased(),
        vector_bytes: YMM,
        model: PAIR_OF_PIPES,
        caches: Caches { l1d: 32 * KIB, l2: 256 * KIB, l1_fill: 32, l1_piece: PAIR, l2_fill: 8 },
    },
    Core {
        name: "skylake-server",
        features: LEVEL_4.erased(),
        vector_bytes: ZMM,
        model: CoreModel { order: looking_ahead(224), ..PAIR_OF_PIPES },
        caches: Caches { l1d: 32 * KIB, l2: MIB, l1_fill: 32, l1_piece: PAIR, l2_fill: 4 },
    },
    Core {
        name: "icelake-server",
        features: ICE_LAKE.erased(),
        vector_bytes: ZMM,
        model: CoreModel { width: 5, order: looking_ahead(352), ..PAIR_OF_PIPES },
        caches: Caches { l1d: 48 * KIB, l2: MIB + 256 * KIB, l1_fill: 32, l1_piece: PAIR, l2_fill: 4 },
    },
    Core {
        name: "sapphire-rapids",
        features: ICE_LAKE.and(&[Avx512Bf16, Avx512Fp16, AvxVnni]).erased(),
        vector_bytes: ZMM,
        model: CoreModel { width: 6, order: looking_ahead(512), ..PAIR_OF_PIPES },
        caches: Caches { l1d: 48 * KIB, l2: 2 * MIB, l1_fill: 32, l1_piece: PAIR, l2_fill: 4 },
    },
    Core {
        name: "alder-lake",
        features: LEVEL_3.and(&[AvxVnni]).erased(),
        vector_bytes: YMM,
        model: CoreModel {
            moves: 3,
            width: 6,
            order: looking_ahead(512),
            stores: TWO_OF_THREE,
            ..PAIR_OF_PIPES
        },
        caches: Caches { l1d: 48 * KIB, l2: MIB + 256 * KIB, l1_fill: 32, l1_piece: PAIR, l2_fill: 8 },
    },
    Core {
        name: "zen2",
        features: LEVEL_3.erased(),
        vector_bytes: YMM,
        model: CoreModel { width: 5, order: looking_ahead(224), ..PAIR_OF_PIPES },
        caches: Caches { l1d: 32 * KIB, l2: 512 * KIB, l1_fill: 16, l1_piece: LINE, l2_fill: 16 },
    },
    Core {
        name: "zen3",
        features: LEVEL_3.erased(),
        vector_bytes: YMM,
        model: CoreModel { width: 6, order: looking_ahead(256), ..PAIR_OF_PIPES },
        caches: Caches { l1d: 32 * KIB, l2: 512 * KIB, l1_fill: 16, l1_piece: LINE, l2_fill: 16 },
    },
    Core {
        name: "zen4",
        features: ICE_LAKE.and(&[Avx512Bf16]).erased(),
        vector_bytes: ZMM,
        model: CoreModel {
            multiply_adds: 1,
            accumulate_latency: 4,
            moves: 1,
            line_crossing: 1,
            width: 6,
            order: looking_ahead(320),
            ..PAIR_OF_PIPES
        },
        caches: Caches { l1d: 32 * KIB, l2: MIB, l1_fill: 32, l1_piece: LINE, l2_fill: 16 },
    },
    Core {
        name: "zen5",
        features: ICE_LAKE.and(&[Avx512Bf16, AvxVnni]).erased(),
        vector_bytes: ZMM,
        model: CoreModel { vectors: 3, width: 8, order: looking_ahead(448), ..PAIR_OF_PIPES },
        caches: Caches { l1d: 48 * KIB, l2: MIB, l1_fill: 32, l1_piece: LINE, l2_fill: 16 },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_the_most_portable_is_first() {
        for (at, core) in CORES.iter().enumerate() {
            assert!(CORES.iter().take(at).all(|other| other.name != core.name), "{}", core.name);
            assert!(core.features.contains_all(V3.features), "{}", core.name);
        }
        assert_eq!(CORES.first(), Some(&V3));
    }

    #[test]
    fn large_vectors_are_those_of_cores_that_have_all_of_level_4() {
        for core in CORES {
            let has_all = core.features.contains_all(V4.features);
            assert_eq!(core.vector_bytes, if has_all { ZMM } else { YMM }, "{}", core.name);
        }
    }
}
