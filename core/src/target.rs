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

/// One architecture feature (Arm ARM, A2.2: the names after `FEAT_`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum Feature {
    /// The base instruction set, always there.
    Base,
    /// `AdvSIMD` and floating point.
    AdvSimd,
    /// Branch target identification (`FEAT_BTI`); a hint where it is absent.
    Bti,
    /// Half-precision arithmetic (`FEAT_FP16`).
    Fp16,
    /// Dot products of bytes (`FEAT_DotProd`).
    DotProd,
    /// Multiply-add of half into single precision (`FEAT_FHM`).
    Fhm,
    /// Matrix multiplication of bytes (`FEAT_I8MM`).
    I8mm,
    /// `BFloat16` (`FEAT_BF16`).
    Bf16,
    /// Scalable vectors (`FEAT_SVE`).
    Sve,
    /// Scalable vectors, second version (`FEAT_SVE2`).
    Sve2,
    /// Scalable matrices (`FEAT_SME`).
    Sme,
    /// Scalable matrices, second version (`FEAT_SME2`).
    Sme2,
    /// Scalable vectors, version 2.1 (`FEAT_SVE2p1`).
    Sve2p1,
    /// Matrix multiplication of FP32 on scalable vectors (`FEAT_F32MM`).
    F32mm,
    /// Matrix multiplication of FP64 on scalable vectors, and permutes of 128 bits (`FEAT_F64MM`).
    F64mm,
    /// Outer products of FP64 (`FEAT_SME_F64F64`).
    SmeF64F64,
    /// Outer products of 16-bit integers into 64 bits (`FEAT_SME_I16I64`).
    SmeI16I64,
}

impl Feature {
    const ALL: [(Self, &'static str); 17] = [
        (Self::Base, "base"),
        (Self::AdvSimd, "asimd"),
        (Self::Bti, "bti"),
        (Self::Fp16, "fp16"),
        (Self::DotProd, "dotprod"),
        (Self::Fhm, "fhm"),
        (Self::I8mm, "i8mm"),
        (Self::Bf16, "bf16"),
        (Self::Sve, "sve"),
        (Self::Sve2, "sve2"),
        (Self::Sme, "sme"),
        (Self::Sme2, "sme2"),
        (Self::Sve2p1, "sve2p1"),
        (Self::F32mm, "f32mm"),
        (Self::F64mm, "f64mm"),
        (Self::SmeF64F64, "sme-f64f64"),
        (Self::SmeI16I64, "sme-i16i64"),
    ];

    /// The name used in text forms.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(f, _)| *f == self).map_or("", |(_, name)| name)
    }
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

    /// The set with `feature` added.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u8)
    }

    /// Whether `feature` is in the set.
    #[must_use]
    pub const fn contains(self, feature: Feature) -> bool {
        self.0 >> feature as u8 & 1 != 0
    }

    /// The features in the set, in order of declaration.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().map(|(f, _)| f).filter(move |f| self.contains(*f))
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
}

/// Sizes of a core's data caches, in bytes; 0 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caches {
    /// First level, data.
    pub l1d: usize,
    /// Second level.
    pub l2: usize,
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
