//! Contractions from their text to a run that is safe, where there is no operating system and no library for
//! applications: the kernels of this crate, on one thread.
//!
//! A [`Compiler`] has a target, the default registry and memory for code. It makes a [`Contraction`]: a plan
//! for arrays with certain layouts, with its kernels published and the memory that it needs in addition.
//! Running takes views, which say what memory they have ([`View`]), and compares their
//! layouts with the plan's.
//!
//! Operands need memory in which vectors may lie anywhere. On AArch64 that is Normal memory, with
//! `SCTLR_EL1.A` clear: where the memory management unit is off all data is Device memory, and a vector that
//! is not aligned faults.
//!
//! Tests: `tests/tests/primitives_contraction.rs`.
#![allow(unsafe_code)]

mod error;

pub use error::{ContractionError, RunError};

use alloc::vec::Vec;
use core::marker::PhantomData;
use tensmith_core::code::entry::Kernel;
use tensmith_core::code::{Block, CodeMemory, MemoryError};
use tensmith_core::codegen::Compiled;
use tensmith_core::einsum::path::Cheap;
use tensmith_core::einsum::{self, Arrays, Dialect, Finish, Numbers};
use tensmith_core::fallible::{OutOfMemory, TryVec, try_collect, try_filled, try_with_room};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::registry::{Registry, RegistryError};
use tensmith_core::tensor::optimize::Context;
use tensmith_core::tensor::plan::Bindings;
use tensmith_core::tensor::{ArrayLayout, ArrayName, LayoutError, Options, Plan, Strided, View, ViewMut};
use tensmith_core::{Element, Target};

/// Makes contractions for one machine.
#[derive(Debug)]
pub struct Compiler<M> {
    target: Target,
    registry: Registry,
    memory: M,
}

/// A contraction of elements of type `T`, compiled for exactly the layouts of its operands.
#[derive(Debug)]
pub struct Contraction<T> {
    plan: Plan,
    kernels: Vec<Kernel>,
    inputs: Vec<ArrayLayout>,
    output: ArrayLayout,
    /// Where the inputs and the output are, in a run.
    addresses: Vec<usize>,
    scratch: Vec<Line>,
    arena: Vec<Line>,
    element: PhantomData<T>,
}

/// As large as a cache line, and aligned like one.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line {
    _bytes: [u8; 64],
}

impl<M: CodeMemory> Compiler<M> {
    /// A compiler for a target, with the kernels of this crate, that publishes code in `memory`.
    ///
    /// # Errors
    /// [`RegistryError::OutOfMemory`].
    ///
    /// # Safety
    /// This machine is one that `target` describes: it has the features of its core.
    pub unsafe fn new(target: Target, memory: M) -> Result<Self, RegistryError> {
        Ok(Self { target, registry: crate::registry()?, memory })
    }

    /// A contraction such as `mk,kn->mn` of dense arrays in C order with these shapes, into another one.
    ///
    /// # Errors
    /// [`ContractionError`].
    pub fn einsum<T: Element>(
        &self,
        expression: &str,
        shapes: &[&[usize]],
    ) -> Result<Contraction<T>, ContractionError> {
        let mut inputs = try_with_room(shapes.len())?;
        shapes
            .iter()
            .try_for_each(|shape| Ok::<_, LayoutError>(inputs.try_push(ArrayLayout::c_order(shape)?)?))?;
        self.einsum_of(expression, inputs, None)
    }

    /// A contraction of arrays with these layouts, into one with the layout of `output`, or else a
    /// dense one in C order.
    ///
    /// # Errors
    /// [`ContractionError`].
    pub fn einsum_of<T: Element>(
        &self,
        expression: &str,
        inputs: Vec<ArrayLayout>,
        output: Option<ArrayLayout>,
    ) -> Result<Contraction<T>, ContractionError> {
        let expression = einsum::parse(expression)?;
        let shapes = try_collect(inputs.iter().map(ArrayLayout::shape))?;
        let resolved = einsum::resolve(&expression, &shapes, Dialect::Numpy)?;
        let output = match output {
            Some(output) => output,
            None => ArrayLayout::c_order(&resolved.output_shape()?)?,
        };
        let layouts = try_collect(&inputs)?;
        let arrays = Arrays {
            numbers: Numbers::of(T::TYPE),
            inputs: &layouts,
            output: &output,
            conjugated: &[],
            finish: Finish::default(),
        };
        let context = Context { target: &self.target, options: Options::default() };
        let lowered = einsum::lower(&resolved, arrays, &Cheap, &context)?;
        let plan = Plan::of_valid(lowered.sequence)?;
        // What is run relies on it.
        plan.fits(&inputs, &output)?;
        Ok(Contraction {
            kernels: self.publish(plan.kernels())?,
            addresses: try_filled(0, plan.accesses().len())?,
            scratch: lines(plan.scratch_bytes())?,
            arena: lines(plan.arena_bytes())?,
            plan,
            inputs,
            output,
            element: PhantomData,
        })
    }

    /// The kernels for some specifications, executable.
    fn publish(&self, specs: &[KernelSpec]) -> Result<Vec<Kernel>, ContractionError> {
        let mut compiled: Vec<Compiled> = try_with_room(specs.len())?;
        for spec in specs {
            compiled.try_push(self.registry.compile(spec, &self.target)?)?;
        }
        if compiled.is_empty() {
            // As where an extent is 0: there is nothing to call.
            return Ok(Vec::new());
        }
        let codes = try_collect(compiled.iter().map(|compiled| &*compiled.code))?;
        let blocks = self.memory.publish_all(&codes)?;
        // Memory that is lent may be wrong: what is called has to be what was compiled.
        if !blocks.iter().map(Block::bytes).eq(codes.iter().copied()) {
            let bytes = codes.iter().fold(0usize, |sum, code| sum.saturating_add(code.len()));
            return Err(MemoryError::Differs { bytes }.into());
        }
        let mut kernels = try_with_room(blocks.len())?;
        for block in blocks {
            kernels.try_push(Kernel::new(block, self.target.isa.architecture())?)?;
        }
        Ok(kernels)
    }
}

/// Memory of some bytes.
fn lines(bytes: usize) -> Result<Vec<Line>, OutOfMemory> {
    try_filled(Line { _bytes: [0; 64] }, bytes.div_ceil(size_of::<Line>()))
}

impl<T: Element> Contraction<T> {
    /// The layouts that the inputs must have.
    #[must_use]
    pub fn inputs(&self) -> &[ArrayLayout] {
        &self.inputs
    }

    /// The layout that the output must have.
    #[must_use]
    pub fn output(&self) -> &ArrayLayout {
        &self.output
    }

    /// The loops around the kernels, and the nests that they come from.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Evaluates the contraction into `output`, whatever that held. Allocates nothing, takes no
    /// lock, and reads no clock.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn run(&mut self, inputs: &[View<'_, T>], output: &mut ViewMut<'_, T>) -> Result<(), RunError> {
        let (found, expected) = (inputs.len(), self.inputs.len());
        if found != expected {
            return Err(RunError::Inputs { found, expected });
        }
        // The plan has as many arguments (`Plan::fits`), so that all of them have a place.
        let mut places = self.addresses.iter_mut();
        for (number, (input, layout)) in inputs.iter().zip(&self.inputs).enumerate() {
            let origin = checked(ArrayName::Input(number), (input, input.origin()), layout)?;
            places.next().into_iter().for_each(|place| *place = origin);
        }
        let origin = output.origin();
        let origin = checked(ArrayName::Output, (&*output, origin), &self.output)?;
        places.next().into_iter().for_each(|place| *place = origin);
        let bindings = Bindings {
            arguments: &self.addresses,
            scratch: self.scratch.as_mut_ptr().expose_provenance(),
            arena: self.arena.as_mut_ptr().expose_provenance(),
        };
        // SAFETY: the kernels are those of the plan, in its order, made by this crate's generators
        // (`Compiler::publish`) for this machine (`Compiler::new`). The plan accesses nothing beyond its
        // operands' layouts (`Plan::fits`), which those of the views are like (just checked); the views
        // promise the memory for these, aligned as elements are, and what is written is borrowed for that
        // alone. Scratch memory and arena have the plan's sizes, and are borrowed for this run.
        unsafe { self.plan.run(&self.kernels, bindings) };
        Ok(())
    }
}

/// The address of an operand's element (0, …, 0), if the operand is like `layout`.
fn checked(
    array: ArrayName,
    (operand, origin): (&impl Strided, usize),
    layout: &ArrayLayout,
) -> Result<usize, RunError> {
    let (found, expected) = (operand.shape().len(), layout.shape().len());
    if found != expected {
        return Err(RunError::Rank { array, found, expected });
    }
    for (axis, (&found, &expected)) in operand.shape().iter().zip(layout.shape()).enumerate() {
        if found != expected {
            return Err(RunError::Extent { array, axis, found, expected });
        }
    }
    if !layout.places_like(operand.strides()) {
        return Err(RunError::Strides { array });
    }
    Ok(origin)
}
