//! Everything known about each AArch64 core, as data.
//!
//! Rates and latencies are those of Arm's Software Optimization Guides as LLVM's
//! scheduling models carry them; cache sizes are the common configuration, and what
//! fills them is what the guides and streaming benchmarks suggest, rounded down to a power of two. A new
//! core is one more entry here.
//!
//! Tests: `tests/tests/codegen_pipeline.rs`, `tests/tests/primitives_gemm_code.rs`.

use super::feature::{Feature, Features};
use crate::isa::model::{
    AccessForm, AccessForms, Alignment, Caches, Core, CoreModel, IssueOrder, LINE, StoreCost, Zeroing,
};
use Feature::{
    AdvSimd, Aes, Bf16, Bti, Complex, Crc, DotProd, Fhm, FlagM, FlagM2, Fp16, Frint, I8mm, Jscvt, Lor, Lrcpc,
    Lrcpc2, Lse, Pauth, Rdm, Sb, Sha2, Sha3, Sme, Sme2, Sve, Sve2,
};
use IssueOrder::OutOfOrder;

/// The features that the first 64-bit application cores, of Armv8.0-A, have in common.
const ARMV8_0: Features = Features::of(&[AdvSimd, Crc]);
/// The features that Armv8.2-A application cores have in common.
const ARMV8_2: Features = Features::of(&[AdvSimd, Crc, Lse, Lor, Rdm, Lrcpc, Fp16, DotProd]);
/// The features that Armv8.4-A application cores have in common.
const ARMV8_4: Features = ARMV8_2.and(&[Fhm, Complex, Jscvt, Lrcpc2, FlagM, Pauth]);
/// The features that Armv9.0-A application cores have in common.
const ARMV9_0: Features = ARMV8_4.and(&[FlagM2, Sb, Frint, Bti, I8mm, Bf16, Sve, Sve2]);

/// Pairs cost as much as two single moves, or less.
const PAIRS: AccessForms = AccessForms { loads: AccessForm::Pairs, stores: AccessForm::Pairs };
/// A load of a pair costs a slot more than two single loads.
const SINGLE_LOADS: AccessForms = AccessForms { loads: AccessForm::Single, stores: AccessForm::Pairs };
/// Lists cost a slot a vector, all other forms more: saved registers are stored as lists, too.
pub(super) const LISTS: AccessForms = AccessForms { loads: AccessForm::Lists, stores: AccessForm::Lists };

/// Small cores store once per cycle.
const IN_ORDER: IssueOrder = IssueOrder::InOrder { stores: 1, start: 2 };

/// The size of a vector of Advanced SIMD.
pub(super) const NEON: usize = 16;

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// Armv8.0-A with AdvSIMD and timings that suit none badly.
pub const GENERIC: Core = Core {
    name: "generic",
    features: Features::of(&[AdvSimd]).erased(),
    vector_bytes: NEON,
    model: CoreModel {
        multiply_adds: 2,
        vectors: 2,
        accumulate_latency: 4,
        moves: 2,
        line_crossing: 0,
        width: 4,
        order: OutOfOrder { lookahead: 128 },
        stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
        zeroing: Zeroing::Vector,
        forms: PAIRS,
        alignment: Alignment::Any,
    },
    caches: Caches { l1d: 32 * KIB, l2: 512 * KIB, l1_fill: 16, l1_piece: LINE, l2_fill: 4 },
};

/// All cores that can be named.
pub const CORES: &[Core] = &[
    GENERIC,
    Core {
        name: "cortex-a53",
        features: ARMV8_0.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 1,
            vectors: 1,
            accumulate_latency: 10,
            moves: 1,
            line_crossing: 0,
            width: 2,
            order: IN_ORDER,
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 0 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 32 * KIB, l2: 512 * KIB, l1_fill: 16, l1_piece: LINE, l2_fill: 4 },
    },
    Core {
        name: "cortex-a55",
        features: ARMV8_2.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 1,
            vectors: 1,
            accumulate_latency: 4,
            moves: 1,
            line_crossing: 0,
            width: 2,
            order: IN_ORDER,
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 0 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 32 * KIB, l2: 128 * KIB, l1_fill: 16, l1_piece: LINE, l2_fill: 4 },
    },
    Core {
        name: "cortex-a57",
        features: ARMV8_0.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 1,
            vectors: 2,
            accumulate_latency: 4,
            moves: 1,
            line_crossing: 0,
            width: 3,
            order: OutOfOrder { lookahead: 128 },
            stores: StoreCost { slots: 2, move_slots: 4, vector_slots: 0 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 32 * KIB, l2: MIB, l1_fill: 16, l1_piece: LINE, l2_fill: 4 },
    },
    Core {
        name: "cortex-a72",
        features: ARMV8_0.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 1,
            vectors: 2,
            accumulate_latency: 4,
            moves: 1,
            line_crossing: 0,
            width: 3,
            order: OutOfOrder { lookahead: 128 },
            stores: StoreCost { slots: 2, move_slots: 4, vector_slots: 0 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 32 * KIB, l2: MIB, l1_fill: 16, l1_piece: LINE, l2_fill: 4 },
    },
    Core {
        name: "cortex-a510",
        features: ARMV9_0.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 2,
            vectors: 2,
            accumulate_latency: 4,
            moves: 2,
            line_crossing: 0,
            width: 3,
            order: IN_ORDER,
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 0 },
            zeroing: Zeroing::Integer,
            forms: SINGLE_LOADS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 32 * KIB, l2: 256 * KIB, l1_fill: 16, l1_piece: LINE, l2_fill: 4 },
    },
    Core {
        name: "cortex-a76",
        features: ARMV8_2.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 2,
            vectors: 2,
            accumulate_latency: 2,
            moves: 2,
            line_crossing: 0,
            width: 4,
            order: OutOfOrder { lookahead: 128 },
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 64 * KIB, l2: 512 * KIB, l1_fill: 32, l1_piece: LINE, l2_fill: 8 },
    },
    Core {
        name: "neoverse-n1",
        features: ARMV8_2.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 2,
            vectors: 2,
            accumulate_latency: 4,
            moves: 2,
            line_crossing: 0,
            width: 3,
            order: OutOfOrder { lookahead: 128 },
            stores: StoreCost { slots: 10, move_slots: 4, vector_slots: 4 },
            zeroing: Zeroing::Integer,
            forms: LISTS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 64 * KIB, l2: MIB, l1_fill: 32, l1_piece: LINE, l2_fill: 8 },
    },
    Core {
        name: "neoverse-n2",
        features: ARMV9_0.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 2,
            vectors: 2,
            accumulate_latency: 4,
            moves: 3,
            line_crossing: 0,
            width: 5,
            order: OutOfOrder { lookahead: 160 },
            stores: StoreCost { slots: 6, move_slots: 4, vector_slots: 4 },
            zeroing: Zeroing::Renaming,
            forms: SINGLE_LOADS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 64 * KIB, l2: MIB, l1_fill: 32, l1_piece: LINE, l2_fill: 8 },
    },
    Core {
        name: "neoverse-v1",
        features: ARMV8_4.and(&[I8mm, Bf16, Sve]).erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 4,
            vectors: 4,
            accumulate_latency: 2,
            moves: 3,
            line_crossing: 0,
            width: 8,
            order: OutOfOrder { lookahead: 256 },
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
            zeroing: Zeroing::Integer,
            forms: PAIRS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 64 * KIB, l2: MIB, l1_fill: 32, l1_piece: LINE, l2_fill: 8 },
    },
    Core {
        name: "neoverse-v2",
        features: ARMV9_0.erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 4,
            vectors: 4,
            accumulate_latency: 2,
            moves: 3,
            line_crossing: 0,
            width: 6,
            order: OutOfOrder { lookahead: 320 },
            stores: StoreCost { slots: 6, move_slots: 4, vector_slots: 4 },
            zeroing: Zeroing::Renaming,
            forms: SINGLE_LOADS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 64 * KIB, l2: 2 * MIB, l1_fill: 32, l1_piece: LINE, l2_fill: 8 },
    },
    Core {
        name: "apple-m1",
        features: ARMV8_4.and(&[FlagM2, Sb, Frint, Aes, Sha2, Sha3]).erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 4,
            vectors: 4,
            accumulate_latency: 4,
            moves: 3,
            line_crossing: 0,
            width: 8,
            order: OutOfOrder { lookahead: 600 },
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 128 * KIB, l2: 12 * MIB, l1_fill: 64, l1_piece: LINE, l2_fill: 16 },
    },
    Core {
        name: "apple-m4",
        features: ARMV8_4.and(&[FlagM2, Sb, Frint, Aes, Sha2, Sha3, Bti, I8mm, Bf16, Sme, Sme2]).erased(),
        vector_bytes: NEON,
        model: CoreModel {
            multiply_adds: 4,
            vectors: 4,
            accumulate_latency: 4,
            moves: 3,
            line_crossing: 0,
            width: 10,
            order: OutOfOrder { lookahead: 600 },
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
            alignment: Alignment::Any,
        },
        caches: Caches { l1d: 128 * KIB, l2: 16 * MIB, l1_fill: 64, l1_piece: LINE, l2_fill: 16 },
    },
];
