//! Who makes which kernel: an ordered list of generators, passed as a value.
//!
//! A [`Registry`] asks each generator for an [`Offer`] on a spec and target and
//! lets the cheapest one make the kernel. There is no global list.

use crate::Target;
use crate::codegen::{self, CodegenError, Compiled};
use crate::fallible::{OutOfMemory, TryVec};
use crate::kernel::{Func, KernelSpec, SpecError};
use alloc::vec::Vec;
use core::fmt;

/// What a generator promises for one spec on one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Predicted cycles of one call with its operands in the first-level cache.
    pub cycles: f64,
    /// What the generator wants to find again when it makes the kernel: nobody else reads it.
    pub note: u64,
}

impl Offer {
    /// An offer without a note.
    #[must_use]
    pub const fn of(cycles: f64) -> Self {
        Self { cycles, note: 0 }
    }
}

/// Why a generator makes no kernel for a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The generator makes kernels of another kind.
    #[error("makes no kernels of this kind")]
    OtherKind,
    /// The generator does not know the element type.
    #[error("has no {0} kernels")]
    DType(crate::DType),
    /// The target has too few registers for everything that the kernel has to keep.
    #[error("needs more registers than there are: fewer things may be left to run time")]
    Registers,
    /// The target lacks a feature.
    #[error("needs the feature {}, which the target lacks", .0.name())]
    Feature(crate::target::Feature),
}

/// Makes kernels of one family. Implementations are stateless: the same spec and target always
/// give the same function.
pub trait KernelGenerator: fmt::Debug + Send + Sync {
    /// Versioned name, unique in a registry: `acme.leaky_relu/1`.
    fn name(&self) -> &'static str;

    /// What the generator would deliver.
    ///
    /// # Errors
    /// [`Refusal`], with the reason why it makes no such kernel. The spec is valid.
    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal>;

    /// The kernel as a function over virtual registers; its arguments are
    /// [`KernelSpec::arguments`]. `offer` is what [`KernelGenerator::offer`] returned for the same spec
    /// and target.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    fn generate(&self, spec: &KernelSpec, target: &Target, offer: &Offer) -> Result<Func, OutOfMemory>;
}

/// An ordered list of generators.
#[derive(Debug, Default)]
pub struct Registry {
    generators: Vec<&'static dyn KernelGenerator>,
}

/// The generator that a registry chose, with its offer.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Who makes the kernel.
    pub generator: &'static dyn KernelGenerator,
    /// What it promised.
    pub offer: Offer,
}

impl Choice {
    /// Lets the chosen generator make the kernel; for the spec and target of the choice.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn generate(&self, spec: &KernelSpec, target: &Target) -> Result<Func, OutOfMemory> {
        self.generator.generate(spec, target, &self.offer)
    }
}

impl Registry {
    /// An empty registry, which refuses everything.
    #[must_use]
    pub const fn new() -> Self {
        Self { generators: Vec::new() }
    }

    /// Appends a generator. Of equal offers the earlier one wins.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn add(&mut self, generator: &'static dyn KernelGenerator) -> Result<(), OutOfMemory> {
        self.generators.try_push(generator)
    }

    /// The generators in order.
    pub fn generators(&self) -> impl Iterator<Item = &'static dyn KernelGenerator> {
        self.generators.iter().copied()
    }

    /// The generator with the fewest predicted cycles.
    ///
    /// # Errors
    /// [`KernelError::Spec`] for a spec that breaks a rule, [`KernelError::NoGenerator`] where
    /// every generator refuses.
    pub fn choose(&self, spec: &KernelSpec, target: &Target) -> Result<Choice, KernelError> {
        spec.validate()?;
        let mut best: Option<Choice> = None;
        let mut last_refusal = None;
        for &generator in &self.generators {
            match generator.offer(spec, target) {
                Ok(offer) if best.is_none_or(|b| offer.cycles < b.offer.cycles) => {
                    best = Some(Choice { generator, offer });
                }
                Ok(_) | Err(Refusal::OtherKind) => {}
                Err(refusal) => last_refusal = Some((generator.name(), refusal)),
            }
        }
        best.ok_or(NoGenerator(last_refusal).into())
    }

    /// Chooses a generator, lets it make the kernel and compiles that for `target`.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn compile(&self, spec: &KernelSpec, target: &Target) -> Result<Compiled, KernelError> {
        let func = self.choose(spec, target)?.generate(spec, target)?;
        Ok(codegen::compile(&func, target)?)
    }
}

/// Why there is no kernel for a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KernelError {
    /// The spec itself is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Every generator refused.
    #[error(transparent)]
    NoGenerator(#[from] NoGenerator),
    /// The generated function could not be compiled: a mistake of the generator.
    #[error(transparent)]
    Codegen(#[from] CodegenError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Every generator refused; the last specific reason, with who gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no generator makes this kernel{}", Reason(.0))]
pub struct NoGenerator(pub Option<(&'static str, Refusal)>);

/// Prints the reason of [`NoGenerator`], if there is one.
struct Reason<'a>(&'a Option<(&'static str, Refusal)>);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |(name, refusal)| write!(f, ": {name} {refusal}"))
    }
}
