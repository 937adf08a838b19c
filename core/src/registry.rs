//! The generators of kernels: an ordered list, passed as a value.
//!
//! A [`Registry`] asks each generator for an [`Offer`] on a spec and target and
//! lets the cheapest one make the kernel. There is no global list. Specifications with data have generators
//! of their own ([`DataGenerator`]), which are chosen in the same way.
//!
//! # Trust
//! A generator is safe code, and what it makes is checked as far as code can be: every kernel passes
//! the verifier of its instruction set ([`Isa::verify`](crate::isa::Isa::verify)). That does not see whether
//! addresses stay within operands. So making, looking at and comparing code of any generator is safe, and
//! calling it is not: the caller of code vouches for its generator, once, in an `unsafe` place
//! (`JitBuilder::registry` of the harness, or [`Kernel::call`](crate::code::entry::Kernel::call)).
//!
//! Tests: `tests/tests/registry_rules.rs`, `tests/tests/registry_plugin_formula.rs`,
//! `tests/tests/registry_plugin_assembly.rs`, `tests/tests/registry_data.rs`,
//! `tests/tests/registry_refused_memory.rs`, `tests/tests/primitives_hostile_specs.rs`.

use crate::Target;
use crate::codegen::{CodegenError, Compiled};
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa::machine::Dot;
use crate::isa::{AssembleError, CodeError, Feature};
use crate::kernel::func::DotTypes;
use crate::kernel::{DataSpec, Func, KernelSpec, SpecError};
use crate::text::Count;
use alloc::vec::Vec;
use core::fmt;

/// The promise of a generator for one spec on one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Predicted cycles of one call with its operands in the first-level cache.
    pub cycles: f64,
    /// Opaque data of the generator, which it gets back when it makes the kernel; no other code reads it.
    pub note: u64,
}

impl Offer {
    /// An offer without a note.
    #[must_use]
    pub const fn of(cycles: f64) -> Self {
        Self { cycles, note: 0 }
    }

    /// More instructions than the kernel's function is likely to have: all are executed, and most cores start
    /// fewer than two of them in a cycle.
    #[must_use]
    pub fn instructions(&self) -> usize {
        // What is no number is 0, and what is too large the greatest.
        (2.0 * self.cycles) as usize
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
    /// The code would be longer than the generator makes.
    #[error("needs {instructions}: at most {limit}", instructions = Count(*instructions, "instruction"))]
    TooLong {
        /// The instructions that it would have, at least.
        instructions: usize,
        /// The most that it may have.
        limit: usize,
    },
    /// The target lacks a feature.
    #[error("needs the feature {}, which the target lacks", .0.name())]
    Feature(Feature),
    /// The target has no dot products of numbers of such types.
    #[error("needs dot products of {types}: the target has {}", ListOf(legal))]
    Dot {
        /// The types of the factors.
        types: DotTypes,
        /// Those that the target has.
        legal: &'static [Dot],
    },
    /// The allocator refused, so that nothing is known of the spec: no other generator
    /// takes this one's place.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(Refusal);

/// Types, with commas between them.
struct ListOf<'a>(&'a [Dot]);

impl fmt::Display for ListOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        self.0.iter().enumerate().try_for_each(|(nth, dot)| {
            let between = if nth == 0 { "" } else { ", " };
            write!(f, "{between}{}", dot.types)
        })
    }
}

/// The result of a generator.
#[derive(Debug, PartialEq, Eq)]
pub enum Generated {
    /// A function over virtual registers, to be compiled for the target.
    Func(Func),
    /// Finished machine code of the target's instruction set: a function of the C calling convention with all
    /// that belongs to it, entry, frame and return. It has the integer arguments that the spec says, and
    /// keeps to the target's features; the verifier looks at it as at code that was compiled.
    Code(Vec<u8>),
}

impl From<Func> for Generated {
    fn from(func: Func) -> Self {
        Self::Func(func)
    }
}

impl Generated {
    /// Finished code from assembly text of the target's instruction set. With the feature `assembly`.
    ///
    /// # Errors
    /// [`GenerateError::Assemble`], with line and column.
    #[cfg(feature = "assembly")]
    pub fn assemble(text: &str, target: &Target) -> Result<Self, GenerateError> {
        Ok(Self::Code(target.assemble(text)?))
    }

    /// The machine code of what was generated for `spec` and `target`, verified.
    ///
    /// # Errors
    /// [`CodegenError`].
    pub fn compile(&self, spec: &KernelSpec, target: &Target) -> Result<Compiled, CodegenError> {
        self.compile_taking(spec.arguments().count(), target)
    }

    /// The machine code of what was generated for a specification with data and `target`, verified.
    ///
    /// # Errors
    /// [`CodegenError`].
    pub fn compile_data(&self, spec: &dyn DataSpec, target: &Target) -> Result<Compiled, CodegenError> {
        self.compile_taking(spec.arguments().len(), target)
    }

    /// The machine code, verified, of a kernel with that many arguments.
    fn compile_taking(&self, expected: usize, target: &Target) -> Result<Compiled, CodegenError> {
        match self {
            Self::Func(func) => match func.arity() {
                found if found == expected => target.compile(func),
                found => Err(CodegenError::Arguments { found, expected }),
            },
            Self::Code(code) => target.finish(code, expected),
        }
    }
}

impl fmt::Display for Generated {
    /// The text of a function; bytes as assembly takes them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Func(func) => func.fmt(f),
            Self::Code(code) => code.chunks(4).try_for_each(|bytes| match bytes.try_into() {
                Ok(word) => writeln!(f, ".word {:#010x}", u32::from_le_bytes(word)),
                Err(_) => bytes.iter().try_for_each(|byte| writeln!(f, ".byte {byte:#04x}")),
            }),
        }
    }
}

/// Why a generator did not deliver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// Its text is no assembly.
    #[error(transparent)]
    Assemble(#[from] AssembleError),
    /// The specification is of a kind that the generator offered nothing for.
    #[error("makes no kernels of this kind")]
    OtherKind,
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl GenerateError {
    /// Whether the reason is that the allocator of memory refused, in whichever step.
    #[must_use]
    pub const fn is_out_of_memory(&self) -> bool {
        match self {
            Self::OutOfMemory(_) => true,
            Self::Assemble(error) => error.is_out_of_memory(),
            Self::OtherKind => false,
        }
    }
}

/// Makes kernels of one family. Implementations are stateless: the same spec and target always
/// give the same function.
pub trait KernelGenerator: fmt::Debug + Send + Sync {
    /// Versioned name, unique in a registry: `acme.leaky_relu/1`. Its author, what it is, and a number
    /// that grows when it makes something else of the same spec.
    fn name(&self) -> &'static str;

    /// The promise of the generator.
    ///
    /// # Errors
    /// [`Refusal`], with the reason why it makes no such kernel. The spec is valid.
    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal>;

    /// The kernel; its arguments are [`KernelSpec::arguments`]. `offer` is what
    /// [`KernelGenerator::offer`] returned for the same spec and target.
    ///
    /// # Errors
    /// [`GenerateError`].
    fn generate(&self, spec: &KernelSpec, target: &Target, offer: &Offer)
    -> Result<Generated, GenerateError>;
}

/// Makes kernels of a kind that is defined elsewhere: of specifications with data. Implementations are
/// stateless: equal specifications and targets always give the same function.
pub trait DataGenerator: fmt::Debug + Send + Sync {
    /// Versioned name, unique in a registry: see [`KernelGenerator::name`].
    fn name(&self) -> &'static str;

    /// The promise of the generator, which asks `downcast_ref` whether it knows the specification.
    ///
    /// # Errors
    /// [`Refusal`], with the reason why it makes no such kernel.
    fn offer(&self, spec: &dyn DataSpec, target: &Target) -> Result<Offer, Refusal>;

    /// The kernel; its arguments are [`DataSpec::arguments`]. `offer` is what [`DataGenerator::offer`]
    /// returned for the same specification and target.
    ///
    /// # Errors
    /// [`GenerateError`].
    fn generate(
        &self,
        spec: &dyn DataSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError>;
}

/// An ordered list of generators, and one of those for specifications with data.
#[derive(Debug, Default)]
pub struct Registry {
    generators: Vec<&'static dyn KernelGenerator>,
    of_data: Vec<&'static dyn DataGenerator>,
}

/// The generator that a registry chose, with its offer.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The generator.
    pub generator: &'static dyn KernelGenerator,
    /// Its promise.
    pub offer: Offer,
}

impl Choice {
    /// Lets the chosen generator make the kernel; for the spec and target of the choice.
    ///
    /// # Errors
    /// [`GenerateError`].
    pub fn generate(&self, spec: &KernelSpec, target: &Target) -> Result<Generated, GenerateError> {
        self.generator.generate(spec, target, &self.offer)
    }

    /// Lets the chosen generator make the kernel, and makes machine code of it; for the spec and target
    /// of the choice.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn compile(&self, spec: &KernelSpec, target: &Target) -> Result<Compiled, KernelError> {
        Ok(self.generate(spec, target)?.compile(spec, target)?)
    }
}

/// The generator that a registry chose for a specification with data, with its offer.
#[derive(Clone, Copy, Debug)]
pub struct DataChoice {
    /// The generator.
    pub generator: &'static dyn DataGenerator,
    /// Its promise.
    pub offer: Offer,
}

impl DataChoice {
    /// Lets the chosen generator make the kernel, and makes machine code of it; for the specification and
    /// target of the choice.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn compile(&self, spec: &dyn DataSpec, target: &Target) -> Result<Compiled, KernelError> {
        Ok(self.generator.generate(spec, target, &self.offer)?.compile_data(spec, target)?)
    }
}

impl Registry {
    /// An empty registry, which refuses everything.
    #[must_use]
    pub const fn new() -> Self {
        Self { generators: Vec::new(), of_data: Vec::new() }
    }

    /// Appends a generator. Of equal offers the earlier one wins.
    ///
    /// # Errors
    /// [`RegistryError`]; the registry is as it was.
    pub fn add(&mut self, generator: &'static dyn KernelGenerator) -> Result<(), RegistryError> {
        self.admit(generator.name())?;
        Ok(self.generators.try_push(generator)?)
    }

    /// Appends a generator for specifications with data. Of equal offers the earlier one wins.
    ///
    /// # Errors
    /// [`RegistryError`]; the registry is as it was.
    pub fn add_data(&mut self, generator: &'static dyn DataGenerator) -> Result<(), RegistryError> {
        self.admit(generator.name())?;
        Ok(self.of_data.try_push(generator)?)
    }

    /// Refuses names that are malformed or there already, of generators of either sort.
    fn admit(&self, name: &'static str) -> Result<(), RegistryError> {
        if !is_versioned(name) {
            return Err(RegistryError::Name { name });
        }
        let all = self.generators.iter().map(|known| known.name());
        match all.chain(self.of_data.iter().map(|known| known.name())).any(|known| known == name) {
            true => Err(RegistryError::Twice { name }),
            false => Ok(()),
        }
    }

    /// The generators in order.
    pub fn generators(&self) -> impl Iterator<Item = &'static dyn KernelGenerator> {
        self.generators.iter().copied()
    }

    /// The generator with the fewest predicted cycles, the first one of several.
    ///
    /// # Errors
    /// [`KernelError::Spec`] for a spec that breaks a rule, [`KernelError::NoGenerator`] where
    /// every generator refuses, [`KernelError::OutOfMemory`] where one lacks the memory to answer.
    pub fn choose(&self, spec: &KernelSpec, target: &Target) -> Result<Choice, KernelError> {
        spec.validate()?;
        let mut offers = Offers::default();
        for &generator in &self.generators {
            offers.add(generator, generator.name(), generator.offer(spec, target))?;
        }
        let (generator, offer) = offers.best()?;
        Ok(Choice { generator, offer })
    }

    /// The same for a specification with data.
    ///
    /// # Errors
    /// Those of [`Registry::choose`], but for the first.
    pub fn choose_data(&self, spec: &dyn DataSpec, target: &Target) -> Result<DataChoice, KernelError> {
        let mut offers = Offers::default();
        for &generator in &self.of_data {
            offers.add(generator, generator.name(), generator.offer(spec, target))?;
        }
        let (generator, offer) = offers.best()?;
        Ok(DataChoice { generator, offer })
    }

    /// Chooses a generator, lets it make the kernel and compiles that for `target`.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn compile(&self, spec: &KernelSpec, target: &Target) -> Result<Compiled, KernelError> {
        self.choose(spec, target)?.compile(spec, target)
    }
}

/// The best of the offers so far.
struct Offers<G> {
    best: Option<(G, Offer)>,
    /// The last specific reason for none, with the generator that gave it.
    refusal: Option<(&'static str, Refusal)>,
}

impl<G> Default for Offers<G> {
    fn default() -> Self {
        Self { best: None, refusal: None }
    }
}

impl<G> Offers<G> {
    /// One more answer of a generator.
    fn add(
        &mut self,
        generator: G,
        name: &'static str,
        offer: Result<Offer, Refusal>,
    ) -> Result<(), OutOfMemory> {
        match offer {
            Ok(offer) if self.best.as_ref().is_none_or(|(_, best)| is_before(offer.cycles, best.cycles)) => {
                self.best = Some((generator, offer));
            }
            Ok(_) | Err(Refusal::OtherKind) => {}
            Err(Refusal::OutOfMemory(error)) => return Err(error),
            Err(refusal) => self.refusal = Some((name, refusal)),
        }
        Ok(())
    }

    /// The generator with the fewest predicted cycles, the first one of several.
    fn best(self) -> Result<(G, Offer), NoGenerator> {
        self.best.ok_or(NoGenerator(self.refusal))
    }
}

/// Whether an offer of that many cycles is before another one. What is no number is after all that are:
/// whether its sign is set, as `total_cmp` asks, depends on the host.
fn is_before(cycles: f64, other: f64) -> bool {
    cycles < other || other.is_nan() && !cycles.is_nan()
}

/// Whether a name is words of small letters, digits and `_`, with dots between, then `/` and a number from
/// 1 on.
fn is_versioned(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_')
    };
    name.split_once(['/']).is_some_and(|(words, version)| {
        let is_number = version.bytes().all(|c| c.is_ascii_digit()) && !version.starts_with(['0']);
        words.split(['.']).all(is_word) && is_number && !version.is_empty()
    })
}

/// Why a generator cannot be in a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// Its name is malformed.
    #[error("`{name}` names no generator: a name is like `acme.leaky_relu/1`, with a version from 1 on")]
    Name {
        /// The name.
        name: &'static str,
    },
    /// There is one with the same name.
    #[error("`{name}` is in the registry already: names must be unique")]
    Twice {
        /// The name.
        name: &'static str,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(RegistryError);

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
    /// The generator's text is no assembly: a mistake of the generator.
    #[error(transparent)]
    Assemble(AssembleError),
    /// The generated function could not be compiled, or the finished code breaks a rule: a mistake of the
    /// generator.
    #[error(transparent)]
    Codegen(CodegenError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(KernelError: Assemble, Codegen);

impl From<CodegenError> for KernelError {
    /// Memory that was refused in any step is no mistake of the generator.
    fn from(error: CodegenError) -> Self {
        if error.is_out_of_memory() { Self::OutOfMemory(OutOfMemory) } else { Self::Codegen(error) }
    }
}

impl From<GenerateError> for KernelError {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::OutOfMemory(error)
            | GenerateError::Assemble(
                AssembleError::OutOfMemory(error) | AssembleError::Code(CodeError::OutOfMemory(error)),
            ) => Self::OutOfMemory(error),
            GenerateError::Assemble(error) => Self::Assemble(error),
            GenerateError::OtherKind => Self::NoGenerator(NoGenerator(None)),
        }
    }
}

/// Every generator refused; the last specific reason, with the generator that gave it.
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
