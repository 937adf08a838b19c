//! What code is made for: a core with its features, timing and caches, as a value.
//!
//! A [`Target`] is chosen by name or composed by the caller; the platform crates
//! can name the host's. Generation depends on nothing else, so the same
//! specification gives the same bytes on every machine.

use crate::isa::Machine;
use crate::isa::aarch64::cores::CORES;
use core::fmt;

/// A set of optional architecture features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Features(u64);

/// Declares the features with their names in text forms.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident = $name:literal,)*) => {
        /// One architecture feature (Arm ARM, A2.2: the names after `FEAT_`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Feature {
            $($(#[$doc])* $feature,)*
        }

        impl Feature {
            /// All features.
            const ALL: &'static [Self] = &[$(Self::$feature),*];

            /// The name used in text forms.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$feature => $name,)*
                }
            }
        }
    };
}

features! {
    /// The base instruction set, always there.
    Base = "base",
    /// `AdvSIMD` and floating point.
    AdvSimd = "asimd",
    /// Branch target identification (`FEAT_BTI`); a hint where it is absent.
    Bti = "bti",
    /// Half-precision arithmetic (`FEAT_FP16`).
    Fp16 = "fp16",
    /// Dot products of bytes (`FEAT_DotProd`).
    DotProd = "dotprod",
    /// Multiply-add of half into single precision (`FEAT_FHM`).
    Fhm = "fhm",
    /// Matrix multiplication of bytes (`FEAT_I8MM`).
    I8mm = "i8mm",
    /// `BFloat16` (`FEAT_BF16`).
    Bf16 = "bf16",
    /// Scalable vectors (`FEAT_SVE`).
    Sve = "sve",
    /// Scalable vectors, second version (`FEAT_SVE2`).
    Sve2 = "sve2",
    /// Scalable matrices (`FEAT_SME`).
    Sme = "sme",
    /// Scalable matrices, second version (`FEAT_SME2`).
    Sme2 = "sme2",
    /// Pointer authentication (`FEAT_PAuth`).
    Pauth = "pauth",
    /// Atomic operations on memory (`FEAT_LSE`).
    Lse = "lse",
    /// Cyclic redundancy checks (`FEAT_CRC32`).
    Crc = "crc",
    /// Loads with acquire of the weaker kind (`FEAT_LRCPC`).
    Lrcpc = "lrcpc",
    /// The same with offsets (`FEAT_LRCPC2`).
    Lrcpc2 = "lrcpc2",
    /// Limited ordering regions (`FEAT_LOR`).
    Lor = "lor",
    /// Flag manipulation (`FEAT_FlagM`).
    FlagM = "flagm",
    /// Conversion of comparison flags (`FEAT_FlagM2`).
    FlagM2 = "flagm2",
    /// Speculation barrier (`FEAT_SB`).
    Sb = "sb",
    /// Barriers that leave out accesses with the XS attribute (`FEAT_XS`).
    Xs = "xs",
    /// Waiting with a time limit (`FEAT_WFxT`).
    Wfxt = "wfxt",
    /// Memory tagging (`FEAT_MTE2`).
    Mte = "mte",
    /// Cleaning of caches to the point of persistence (`FEAT_DPB`).
    Dpb = "dpb",
    /// Cleaning of caches to the point of deep persistence (`FEAT_DPB2`).
    Dpb2 = "dpb2",
    /// Translation of addresses with the privileged-access-never state (`FEAT_PAN2`).
    Pan2 = "pan2",
    /// Invalidation of translations by range and outer shareable (`FEAT_TLBIRANGE`).
    TlbiRange = "tlbirange",
    /// Rounding doubling multiply-add (`FEAT_RDM`).
    Rdm = "rdm",
    /// Complex arithmetic (`FEAT_FCMA`).
    Complex = "complex",
    /// Conversion as in JavaScript (`FEAT_JSCVT`).
    Jscvt = "jscvt",
    /// Rounding to an integer that fits 32 or 64 bits (`FEAT_FRINTTS`).
    Frint = "frintts",
    /// AES and long polynomial multiplication (`FEAT_AES`, `FEAT_PMULL`).
    Aes = "aes",
    /// SHA-1 and SHA-256 (`FEAT_SHA1`, `FEAT_SHA256`).
    Sha2 = "sha2",
    /// SHA-512 and SHA-3 (`FEAT_SHA512`, `FEAT_SHA3`).
    Sha3 = "sha3",
    /// Conditional branches that hint at consistency (`FEAT_HBC`).
    Hbc = "hbc",
    /// SM3 and SM4 (`FEAT_SM3`, `FEAT_SM4`).
    Sm = "sm",
    /// Scalable vectors, version 2.1 (`FEAT_SVE2p1`).
    Sve2p1 = "sve2p1",
    /// Matrix multiplication of single precision (`FEAT_F32MM`).
    F32mm = "f32mm",
    /// Matrix multiplication of double precision (`FEAT_F64MM`).
    F64mm = "f64mm",
    /// Outer products of double precision (`FEAT_SME_F64F64`).
    SmeF64F64 = "sme-f64f64",
    /// Outer products of half words into double words (`FEAT_SME_I16I64`).
    SmeI16I64 = "sme-i16i64",
}

impl Features {
    /// The set of the given features; [`Feature::Base`] is always in it.
    #[must_use]
    pub const fn of(features: &[Feature]) -> Self {
        let mut bits = 1 << Feature::Base as u8;
        let mut rest = features;
        while let [first, tail @ ..] = rest {
            bits |= 1 << *first as u8;
            rest = tail;
        }
        Self(bits)
    }

    /// The set with some features added.
    #[must_use]
    pub const fn and(self, features: &[Feature]) -> Self {
        Self(self.0 | Self::of(features).0)
    }

    /// The set with `feature` added.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u8)
    }

    /// The set without `feature`.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Self(self.0 & !(1 << feature as u8))
    }

    /// The set with those of another one added.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all features of another set are in this one.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The first of the features of another set that is not in this one.
    #[must_use]
    pub fn first_lacking(self, other: Self) -> Option<Feature> {
        if self.contains_all(other) { None } else { other.iter().find(|feature| !self.contains(*feature)) }
    }

    /// Whether `feature` is in the set.
    #[must_use]
    pub const fn contains(self, feature: Feature) -> bool {
        self.0 >> feature as u8 & 1 != 0
    }

    /// The features in the set, in order of declaration.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |f| self.contains(*f))
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Timing of a core, as far as kernels are chosen by it. Constants and their
/// sources are in `isa/aarch64/cores.rs`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoreModel {
    /// 128-bit multiply-adds that can start per cycle.
    pub multiply_adds: u32,
    /// Cycles from one multiply-add to the next that accumulates on it.
    pub accumulate_latency: u32,
    /// 128-bit loads and stores per cycle.
    pub moves: u32,
    /// Instructions per cycle.
    pub width: u32,
    /// The order in which they start.
    pub order: IssueOrder,
    /// What neighbouring vectors cost to store, beside their moves.
    pub stores: StoreCost,
    /// What sets a vector register to zero.
    pub zeroing: Zeroing,
    /// Its cheapest instructions for neighbouring vectors.
    pub forms: MoveForms,
}

/// The order in which a core starts instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IssueOrder {
    /// As their operands become ready.
    Dataflow {
        /// Instructions among which it looks for one to start.
        lookahead: u32,
    },
    /// As they stand in the program: one that waits holds up those behind it.
    Program {
        /// Stores per cycle.
        stores: u32,
        /// Cycles until the first operands of a block are there.
        start: u32,
    },
}

/// What sets a vector register to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeroing {
    /// The pipes of vectors.
    Vector,
    /// Those of integers, by a move from the zero register: it takes no slot from multiply-adds.
    Integer,
    /// No pipe: registers are renamed.
    Renaming,
}

/// What four neighbouring vectors cost to store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreCost {
    /// Instructions, or as many as dispatch takes them for.
    pub slots: u32,
    /// Slots of the load and store pipes.
    pub move_slots: u32,
    /// Slots of the vector pipes.
    pub vector_slots: u32,
}

/// The cheapest instructions for moving vectors that are neighbours in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveForms {
    /// From memory.
    pub loads: MoveForm,
    /// To memory.
    pub stores: MoveForm,
}

impl MoveForms {
    /// One vector at a time.
    pub const SINGLE: Self = Self { loads: MoveForm::Single, stores: MoveForm::Single };
}

/// How many neighbouring vectors an instruction should move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// One, at any offset.
    Single,
    /// Two, at offsets up to about 1 KiB.
    Pairs,
    /// Up to four in consecutive registers, without an offset.
    Lists,
}

impl MoveForm {
    /// The greatest offset, in bytes, at which this form moves neighbouring vectors.
    #[must_use]
    pub const fn reach(self) -> i64 {
        match self {
            Self::Single => 65_520,
            Self::Pairs => 1008,
            Self::Lists => 0,
        }
    }

    /// The greatest offset, in bytes, at which a single vector is moved as cheaply as without one.
    #[must_use]
    pub const fn single_reach(self) -> i64 {
        match self {
            Self::Single | Self::Pairs => 65_520,
            Self::Lists => 255,
        }
    }
}

/// A core's data caches: sizes in bytes, 0 where there is none, and the bytes that fill them in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caches {
    /// Size of the first level, for data.
    pub l1d: usize,
    /// Size of the second level.
    pub l2: usize,
    /// What comes into the first level from the second in a cycle, in a steady stream.
    pub l1_fill: usize,
    /// What comes into the second level from behind it in a cycle, in a steady stream.
    pub l2_fill: usize,
}

/// A machine that code is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Name of the core: `neoverse-v2`.
    pub name: &'static str,
    /// What it can execute.
    pub features: Features,
    /// How fast it does.
    pub model: CoreModel,
    /// Its data caches.
    pub caches: Caches,
}

impl Target {
    /// The most portable target: Armv8.0-A with AdvSIMD.
    #[must_use]
    pub fn generic() -> Self {
        crate::isa::aarch64::cores::GENERIC
    }

    /// The target with the core called `name`.
    ///
    /// # Errors
    /// [`UnknownTarget`], whose message lists the names there are.
    pub fn named(name: &str) -> Result<Self, UnknownTarget> {
        Self::all().find(|t| t.name == name).ok_or(UnknownTarget)
    }

    /// What its instruction set offers to generators.
    #[must_use]
    pub const fn machine(&self) -> Machine {
        crate::isa::aarch64::lower::MACHINE
    }

    /// All named targets.
    pub fn all() -> impl Iterator<Item = Self> {
        CORES.iter().copied()
    }
}

/// No target has the name asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTarget;

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no target of that name; there are")?;
        Target::all().try_for_each(|t| write!(f, " {}", t.name))
    }
}

impl core::error::Error for UnknownTarget {}
