//! Everything known about each AArch64 core, as data.
//!
//! Rates and latencies are those of Arm's Software Optimization Guides as LLVM's
//! scheduling models carry them; cache sizes are the common configuration, and what
//! fills them is what the guides and streaming benchmarks suggest, rounded down to a power of two. A new
//! core is one more entry here.

use crate::target::{
    Caches, CoreModel, Feature, Features, IssueOrder, MoveForm, MoveForms, StoreCost, Target, Zeroing,
};
use Feature::{
    AdvSimd, Aes, Bf16, Bti, Complex, Crc, DotProd, Fhm, FlagM, FlagM2, Fp16, Frint, I8mm, Jscvt, Lor, Lrcpc,
    Lrcpc2, Lse, Pauth, Rdm, Sb, Sha2, Sha3, Sme, Sme2, Sve, Sve2,
};
use IssueOrder::Dataflow;

/// What Armv8.2-A application cores have in common.
const ARMV8_2: Features = Features::of(&[AdvSimd, Crc, Lse, Lor, Rdm, Lrcpc, Fp16, DotProd]);
/// What Armv8.4-A application cores have in common.
const ARMV8_4: Features = ARMV8_2.and(&[Fhm, Complex, Jscvt, Lrcpc2, FlagM, Pauth]);
/// What Armv9.0-A application cores have in common.
const ARMV9_0: Features = ARMV8_4.and(&[FlagM2, Sb, Frint, Bti, I8mm, Bf16, Sve, Sve2]);

/// Pairs cost as much as two single moves, or less.
const PAIRS: MoveForms = MoveForms { loads: MoveForm::Pairs, stores: MoveForm::Pairs };
/// A load of a pair costs a slot more than two single loads.
const SINGLE_LOADS: MoveForms = MoveForms { loads: MoveForm::Single, stores: MoveForm::Pairs };
/// Lists cost a slot a vector, all other forms more: saved registers are stored as lists, too.
const LISTS: MoveForms = MoveForms { loads: MoveForm::Lists, stores: MoveForm::Lists };

/// Small cores store once per cycle.
const IN_PROGRAM: IssueOrder = IssueOrder::Program { stores: 1, start: 2 };

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// Armv8.0-A with AdvSIMD and timings that suit none badly.
pub const GENERIC: Target = Target {
    name: "generic",
    features: Features::of(&[AdvSimd]),
    model: CoreModel {
        multiply_adds: 2,
        accumulate_latency: 4,
        moves: 2,
        width: 4,
        order: Dataflow { lookahead: 128 },
        stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
        zeroing: Zeroing::Vector,
        forms: PAIRS,
    },
    caches: Caches { l1d: 32 * KIB, l2: 512 * KIB, l1_fill: 16, l2_fill: 4 },
};

/// All cores that can be named.
pub const CORES: &[Target] = &[
    GENERIC,
    Target {
        name: "cortex-a55",
        features: ARMV8_2,
        model: CoreModel {
            multiply_adds: 1,
            accumulate_latency: 4,
            moves: 1,
            width: 2,
            order: IN_PROGRAM,
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 0 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
        },
        caches: Caches { l1d: 32 * KIB, l2: 128 * KIB, l1_fill: 16, l2_fill: 4 },
    },
    Target {
        name: "cortex-a510",
        features: ARMV9_0,
        model: CoreModel {
            multiply_adds: 2,
            accumulate_latency: 4,
            moves: 2,
            width: 3,
            order: IN_PROGRAM,
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 0 },
            zeroing: Zeroing::Integer,
            forms: SINGLE_LOADS,
        },
        caches: Caches { l1d: 32 * KIB, l2: 256 * KIB, l1_fill: 16, l2_fill: 4 },
    },
    Target {
        name: "cortex-a76",
        features: ARMV8_2,
        model: CoreModel {
            multiply_adds: 2,
            accumulate_latency: 2,
            moves: 2,
            width: 4,
            order: Dataflow { lookahead: 128 },
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
        },
        caches: Caches { l1d: 64 * KIB, l2: 512 * KIB, l1_fill: 32, l2_fill: 8 },
    },
    Target {
        name: "neoverse-n1",
        features: ARMV8_2,
        model: CoreModel {
            multiply_adds: 2,
            accumulate_latency: 4,
            moves: 2,
            width: 3,
            order: Dataflow { lookahead: 128 },
            stores: StoreCost { slots: 10, move_slots: 4, vector_slots: 4 },
            zeroing: Zeroing::Integer,
            forms: LISTS,
        },
        caches: Caches { l1d: 64 * KIB, l2: MIB, l1_fill: 32, l2_fill: 8 },
    },
    Target {
        name: "neoverse-n2",
        features: ARMV9_0,
        model: CoreModel {
            multiply_adds: 2,
            accumulate_latency: 4,
            moves: 3,
            width: 5,
            order: Dataflow { lookahead: 160 },
            stores: StoreCost { slots: 6, move_slots: 4, vector_slots: 4 },
            zeroing: Zeroing::Renaming,
            forms: SINGLE_LOADS,
        },
        caches: Caches { l1d: 64 * KIB, l2: MIB, l1_fill: 32, l2_fill: 8 },
    },
    Target {
        name: "neoverse-v1",
        features: ARMV8_4.and(&[I8mm, Bf16, Sve]),
        model: CoreModel {
            multiply_adds: 4,
            accumulate_latency: 2,
            moves: 3,
            width: 8,
            order: Dataflow { lookahead: 256 },
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
            zeroing: Zeroing::Integer,
            forms: PAIRS,
        },
        caches: Caches { l1d: 64 * KIB, l2: MIB, l1_fill: 32, l2_fill: 8 },
    },
    Target {
        name: "neoverse-v2",
        features: ARMV9_0,
        model: CoreModel {
            multiply_adds: 4,
            accumulate_latency: 2,
            moves: 3,
            width: 6,
            order: Dataflow { lookahead: 320 },
            stores: StoreCost { slots: 6, move_slots: 4, vector_slots: 4 },
            zeroing: Zeroing::Renaming,
            forms: SINGLE_LOADS,
        },
        caches: Caches { l1d: 64 * KIB, l2: 2 * MIB, l1_fill: 32, l2_fill: 8 },
    },
    Target {
        name: "apple-m1",
        features: ARMV8_4.and(&[FlagM2, Sb, Frint, Aes, Sha2, Sha3]),
        model: CoreModel {
            multiply_adds: 4,
            accumulate_latency: 4,
            moves: 3,
            width: 8,
            order: Dataflow { lookahead: 600 },
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
        },
        caches: Caches { l1d: 128 * KIB, l2: 12 * MIB, l1_fill: 64, l2_fill: 16 },
    },
    Target {
        name: "apple-m4",
        features: ARMV8_4.and(&[FlagM2, Sb, Frint, Aes, Sha2, Sha3, Bti, I8mm, Bf16, Sme, Sme2]),
        model: CoreModel {
            multiply_adds: 4,
            accumulate_latency: 4,
            moves: 3,
            width: 10,
            order: Dataflow { lookahead: 600 },
            stores: StoreCost { slots: 2, move_slots: 2, vector_slots: 2 },
            zeroing: Zeroing::Vector,
            forms: PAIRS,
        },
        caches: Caches { l1d: 128 * KIB, l2: 16 * MIB, l1_fill: 64, l2_fill: 16 },
    },
];
