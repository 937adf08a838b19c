//! The machine that code is made for: an instruction set and a core, as a value.
//!
//! A [`Target`] is chosen by name or composed by the caller; the platform crates
//! can name the host's. Generation depends on nothing else, so the same
//! specification gives the same bytes on every machine.
//!
//! Tests: `tests/tests/target.rs`, `tests/tests/isa_set.rs`, `platform-linux/tests/host.rs`.

use crate::codegen::{CodegenError, Compiled, InstructionSet};
use crate::isa::aarch64::AArch64;
#[cfg(feature = "x86-64")]
use crate::isa::x86_64::X86_64;
use crate::isa::{Contract, Core, CoreModel, Feature, Features, Machine};
use crate::kernel::{Func, KernelSpec};
use core::fmt;

/// The instruction sets that there are. The first core of the first is the most portable target.
pub const INSTRUCTION_SETS: &[&dyn InstructionSet] = &[
    &AArch64,
    #[cfg(feature = "x86-64")]
    &X86_64,
];

/// A machine that code is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Its instruction set.
    pub isa: &'static dyn InstructionSet,
    /// Its core: features, vector length, timing and caches.
    pub core: Core,
}

impl Target {
    /// The most portable target: Armv8.0-A with Advanced SIMD.
    #[must_use]
    pub fn generic() -> Self {
        Self { isa: &AArch64, core: crate::isa::aarch64::cores::GENERIC }
    }

    /// The target with the core called `name`.
    ///
    /// # Errors
    /// [`UnknownTarget`], whose message lists the names there are.
    pub fn named(name: &str) -> Result<Self, UnknownTarget> {
        Self::all().find(|target| target.core.name == name).ok_or(UnknownTarget)
    }

    /// The AArch64 target with the core that an identification register names (`MIDR_EL1`); the most portable
    /// one if it is none that is known. Where a system hides features, `with_features` takes them away.
    #[must_use]
    pub fn of_midr(midr: u64) -> Self {
        Self { isa: &AArch64, core: crate::isa::aarch64::midr::core(midr) }
    }

    /// All named targets.
    pub fn all() -> impl Iterator<Item = Self> {
        INSTRUCTION_SETS
            .iter()
            .flat_map(|isa| isa.cores().iter().map(move |core| Self { isa: *isa, core: *core }))
    }

    /// The same target, whose core has some features.
    #[must_use]
    pub const fn with_features(self, features: Features) -> Self {
        Self { core: Core { features, ..self.core }, ..self }
    }

    /// The same target, whose core has a timing.
    #[must_use]
    pub const fn with_model(self, model: CoreModel) -> Self {
        Self { core: Core { model, ..self.core }, ..self }
    }

    /// The same target, whose kernels access memory at multiples of the size of an element only: vectors are
    /// moved as their lanes are, not as one thing of 16 bytes. That is for Device memory, which all data is
    /// where an AArch64 machine's memory management is off, and for `SCTLR_EL1.A`. Addresses that kernels
    /// read, and their frames, are at multiples of 8.
    ///
    /// None for x86-64, where the alignment of data is not checked, but for programs that ask for it.
    #[must_use]
    pub fn strictly_aligned(self) -> Option<Self> {
        Some(Self { core: self.isa.strictly_aligned(&self.core)?, ..self })
    }

    /// The registers and immediates that generators choose tiles by.
    #[must_use]
    pub fn machine(&self) -> Machine {
        self.isa.machine(&self.core)
    }

    /// The first of the features that all compiled code needs and the core lacks.
    #[must_use]
    pub fn lacking(&self) -> Option<Feature> {
        self.isa.lacking(&self.core)
    }

    /// Whether a machine executes the code that is made for this target: it is of the same instruction set,
    /// and has what all compiled code needs, with vectors of this core's size.
    #[must_use]
    pub fn runs_on(&self, machine: &Self) -> bool {
        self.isa == machine.isa && self.with_features(machine.core.features).lacking().is_none()
    }

    /// Returns the name of a kernel that is made for this target, as profilers and linkers show it:
    /// `gemm_f32_16x6x64_nn_neoverse-v2`, its [short name](KernelSpec::name) and that of the core.
    #[must_use]
    pub const fn kernel_name<'a>(&self, spec: &'a KernelSpec) -> KernelName<'a> {
        KernelName { spec, core: self.core.name }
    }

    /// Compiles a function.
    ///
    /// # Errors
    /// [`CodegenError`].
    pub fn compile(&self, func: &Func) -> Result<Compiled, CodegenError> {
        self.isa.compile(func, &self.core)
    }

    /// Verifies finished code of a function with a number of arguments.
    ///
    /// # Errors
    /// [`CodegenError::Verify`], where it breaks a rule of functions, or needs a feature that the core lacks.
    pub fn finish(&self, code: &[u8], arguments: usize) -> Result<Compiled, CodegenError> {
        self.isa.finish(code, &Contract { features: self.core.features, arguments, callees: &[] })
    }

    /// Returns the unwind table of finished code of a function with a number of arguments. With
    /// the feature `unwind`.
    ///
    /// # Errors
    /// [`VerifyError`](crate::isa::VerifyError), where it breaks a rule of functions.
    #[cfg(feature = "unwind")]
    pub fn unwind(
        &self,
        code: &[u8],
        arguments: usize,
    ) -> Result<alloc::vec::Vec<crate::isa::UnwindRow>, crate::isa::VerifyError> {
        self.isa.unwind(code, &Contract { features: self.core.features, arguments, callees: &[] })
    }

    /// Assembles text to bytes. With the feature `assembly`.
    ///
    /// # Errors
    /// [`AssembleError`](crate::isa::AssembleError), with line and column.
    #[cfg(feature = "assembly")]
    pub fn assemble(&self, text: &str) -> Result<alloc::vec::Vec<u8>, crate::isa::AssembleError> {
        self.isa.assemble(&self.core, text)
    }
}

/// Prints the name of a kernel for a core: see [`Target::kernel_name`].
#[derive(Clone, Copy, Debug)]
pub struct KernelName<'a> {
    spec: &'a KernelSpec,
    core: &'static str,
}

impl fmt::Display for KernelName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.spec.name(), self.core)
    }
}

/// No target has the name asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTarget;

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no target of that name; there are")?;
        Target::all().try_for_each(|target| write!(f, " {}", target.core.name))
    }
}

impl core::error::Error for UnknownTarget {}
