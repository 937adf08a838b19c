//! Plans for elements of any type, and their runs on numpy's arrays.
//!
//! Tests: `harness/python/tests/test_einsum.py`, `harness/python/tests/test_threads.py`.
#![allow(unsafe_code)]

use crate::array::{Array, Kind, Layout};
use crate::elements::Elements;
use crate::memory_order::{dense, is_addressable};
use crate::process;
use numpy::npyffi::npy_intp;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use smallvec::SmallVec;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use tensmith::element::{BF16, Complex, F16, Scalar};
use tensmith::error::ErrorKind;
use tensmith::machine::{STACK_TO_RUN, stack_left};
use tensmith::{ArrayLayout, Contraction, Plan, PlanError, RunError, View, ViewMut};

/// A plan for elements of one of the types.
#[derive(Clone, Debug)]
pub(crate) enum AnyPlan {
    F32(Plan<f32>),
    F64(Plan<f64>),
    F16(Plan<F16>),
    BF16(Plan<BF16>),
    I8(Plan<i8>),
    U8(Plan<u8>),
    I16(Plan<i16>),
    I32(Plan<i32>),
    C64(Plan<Complex<f32>>),
    C128(Plan<Complex<f64>>),
}

/// Does the same with a plan for any type.
macro_rules! for_each_type {
    ($plan:expr, $name:ident => $what:expr) => {
        match $plan {
            $crate::planned::AnyPlan::F32($name) => $what,
            $crate::planned::AnyPlan::F64($name) => $what,
            $crate::planned::AnyPlan::F16($name) => $what,
            $crate::planned::AnyPlan::BF16($name) => $what,
            $crate::planned::AnyPlan::I8($name) => $what,
            $crate::planned::AnyPlan::U8($name) => $what,
            $crate::planned::AnyPlan::I16($name) => $what,
            $crate::planned::AnyPlan::I32($name) => $what,
            $crate::planned::AnyPlan::C64($name) => $what,
            $crate::planned::AnyPlan::C128($name) => $what,
        }
    };
}
pub(crate) use for_each_type;

impl AnyPlan {
    /// Asks for a plan for elements of a type.
    ///
    /// # Errors
    /// [`PlanError`].
    pub(crate) fn ask(
        request: &Contraction<'_>,
        elements: Elements,
        inputs: &[ArrayLayout],
        output: &ArrayLayout,
    ) -> Result<Self, PlanError> {
        Ok(match elements {
            Elements::F32 => Self::F32(request.plan_into(inputs, output)?),
            Elements::F64 => Self::F64(request.plan_into(inputs, output)?),
            Elements::F16 => Self::F16(request.plan_into(inputs, output)?),
            Elements::BF16 => Self::BF16(request.plan_into(inputs, output)?),
            Elements::I8 => Self::I8(request.plan_into(inputs, output)?),
            Elements::U8 => Self::U8(request.plan_into(inputs, output)?),
            Elements::I16 => Self::I16(request.plan_into(inputs, output)?),
            Elements::I32 => Self::I32(request.plan_into(inputs, output)?),
            Elements::C64 => Self::C64(request.plan_into(inputs, output)?),
            Elements::C128 => Self::C128(request.plan_into(inputs, output)?),
        })
    }
}

/// An array that a plan takes: its kind, and its layout.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub(crate) kind: Kind,
    pub(crate) layout: Layout,
}

impl Expected {
    /// That of an array.
    pub(crate) fn of(array: &Array<'_, '_>) -> Self {
        Self { kind: array.kind(), layout: array.layout() }
    }

    /// That of an array in C order, with elements of a type.
    ///
    /// # Errors
    /// `ValueError` for extents that no array has.
    pub(crate) fn dense(elements: Kind, shape: &[npy_intp]) -> PyResult<Self> {
        let size = elements.elements().map_or(1, Elements::size);
        if shape.iter().any(|extent| *extent < 0) || !is_addressable(shape, size) {
            return Err(PyValueError::new_err(format!("shape is {shape:?}: must be that of an array")));
        }
        let strides = dense(shape, (0..shape.len()).rev(), size);
        Ok(Self { kind: elements, layout: Layout { shape: shape.into(), strides } })
    }

    /// Whether an array is such a one.
    #[inline]
    pub(crate) fn is(&self, array: &Array<'_, '_>) -> bool {
        self.kind == array.kind()
            && *self.layout.shape == *array.shape()
            && *self.layout.strides == *array.strides()
    }
}

/// A plan, with what Python has to know of it.
#[derive(Debug)]
pub(crate) struct Planned {
    /// Dropping it frees code under a lock, which a thread that a child has not may hold there.
    plan: ManuallyDrop<AnyPlan>,
    /// The [generation](process::generation) that made it.
    generation: u64,
    pub(crate) elements: Elements,
    pub(crate) inputs: Box<[Expected]>,
    pub(crate) output: Layout,
    /// Whether it takes so long that other threads of Python should go on meanwhile.
    is_long: bool,
}

/// Cycles from which on a run is long: releasing the interpreter costs some 70 ns, and a thread that waits
/// for it is late by as long as a run takes.
const LONG: f64 = 6000.0;

/// As many inputs as most plans have: for more, a run allocates.
const FEW: usize = 8;

/// Room for the largest element, as aligned as any.
#[repr(align(16))]
struct Element([u8; 16]);

impl Planned {
    pub(crate) fn new(plan: AnyPlan, elements: Elements, inputs: Box<[Expected]>, output: Layout) -> Self {
        let cycles = for_each_type!(&plan, plan => plan.explain().cycles());
        let (plan, generation) = (ManuallyDrop::new(plan), process::generation());
        Self { plan, generation, elements, inputs, output, is_long: cycles >= LONG }
    }

    /// The plan.
    pub(crate) fn plan(&self) -> &AnyPlan {
        &self.plan
    }

    /// Whether it was made by this process, not by one that it was forked from. No other may run.
    #[inline]
    pub(crate) fn is_own(&self) -> bool {
        self.generation == process::generation()
    }

    /// Bytes that runs need in addition to their arrays.
    pub(crate) fn memory(&self) -> usize {
        for_each_type!(self.plan(), plan => plan.explain().memory())
    }

    /// Whether these arrays are those that it is made for.
    #[inline]
    pub(crate) fn takes(&self, operands: &[Array<'_, '_>]) -> bool {
        self.inputs.len() == operands.len()
            && self.inputs.iter().zip(operands).all(|(expected, array)| expected.is(array))
    }

    /// Whether an array has the layout of the output that it is made for.
    #[inline]
    pub(crate) fn writes(&self, out: &Array<'_, '_>) -> bool {
        let is_of_type = self.inputs.first().is_some_and(|input| input.kind == out.kind());
        is_of_type && *self.output.shape == *out.shape() && *self.output.strides == *out.strides()
    }

    /// Whether an array has the layout of a block's result.
    pub(crate) fn writes_block(&self, out: &Array<'_, '_>) -> bool {
        let is_of_type = self.inputs.first().is_some_and(|input| input.kind == out.kind());
        let block = self.block();
        let strides = block.strides.iter().zip(out.strides()).zip(&block.shape);
        let mut strides = strides.filter(|(_, extent)| **extent > 1);
        is_of_type && *block.shape == *out.shape() && strides.all(|((one, other), _)| one == other)
    }

    /// Computes into a new array, or into a scalar where the result has no extents. It must
    /// [take](Planned::takes) the operands.
    #[inline]
    pub(crate) fn evaluate<'py>(
        &self,
        py: Python<'py>,
        operands: &[Array<'_, 'py>],
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(like) = operands.first() else {
            return Err(PyRuntimeError::new_err("a plan has an operand"));
        };
        if self.output.shape.is_empty() {
            // Another thread may give the operand another type during the run: the element is of this one.
            let (of, mut element) = (like.element_type(), Element([0; 16]));
            self.run(py, operands, element.0.as_mut_ptr().expose_provenance())?;
            return of.scalar(element.0.as_mut_ptr().cast());
        }
        let made = like.new_like(&self.output)?;
        let address = Array::of(made.as_borrowed()).map_or(0, |made| made.address());
        self.run(py, operands, address)?;
        Ok(made)
    }

    /// Whether an array to write shares no byte with what it is computed from.
    #[inline]
    pub(crate) fn is_apart(&self, operands: &[Array<'_, '_>], out: &Array<'_, '_>) -> bool {
        let size = self.elements.size();
        let written = out.bytes(size);
        let meets = |read: Range<usize>| read.start < written.end && written.start < read.end;
        !operands.iter().any(|operand| meets(operand.bytes(size)))
    }

    /// Computes into an array. It must take the operands; what is at `out` has the layout of its output, may
    /// be written, and is apart from them.
    #[inline]
    pub(crate) fn run(&self, py: Python<'_>, operands: &[Array<'_, '_>], out: usize) -> PyResult<()> {
        let inputs: SmallVec<[usize; FEW]> = operands.iter().map(Array::address).collect();
        if stack_left().is_some_and(|left| left < STACK_TO_RUN) {
            return Err(PyMemoryError::new_err("the calling thread has too little stack left to run a plan"));
        }
        let run = || for_each_type!(self.plan(), plan => run(plan, &inputs, out));
        let outcome = if self.is_long { py.detach(run) } else { run() };
        outcome.map_err(|error| raised(&error))
    }

    /// The extents and strides of a block's result.
    pub(crate) fn block(&self) -> Layout {
        let size = self.elements.size();
        for_each_type!(self.plan(), plan => {
            let layout = plan.block(0).map_or(plan.output(), |block| block.layout());
            Layout {
                shape: layout.shape().iter().map(|extent| extent.cast_signed()).collect(),
                strides: layout.strides().iter().map(|stride| stride * size).collect(),
            }
        })
    }

    /// Computes a block into an array. It must take the operands; what is at `out` has the layout of a
    /// block's result, may be written, and is apart from them.
    pub(crate) fn run_block(
        &self,
        py: Python<'_>,
        block: u64,
        operands: &[Array<'_, '_>],
        out: usize,
    ) -> PyResult<()> {
        let inputs: SmallVec<[usize; FEW]> = operands.iter().map(Array::address).collect();
        let run = || for_each_type!(self.plan(), plan => run_block(plan, block, &inputs, out));
        py.detach(run).map_err(|error| raised(&error))
    }
}

impl Drop for Planned {
    /// In a child, what its parent made stays where it is.
    fn drop(&mut self) {
        if self.is_own() {
            // SAFETY: nothing reads it after this.
            unsafe { ManuallyDrop::drop(&mut self.plan) }
        }
    }
}

/// Arrays of a plan's inputs at addresses.
fn views<'p, T: Scalar>(plan: &'p Plan<T>, inputs: &[usize]) -> SmallVec<[View<'p, T>; FEW]> {
    let view = |(address, layout): (&usize, &'p ArrayLayout)| {
        let origin = with_exposed_provenance(*address);
        // SAFETY: there is an array of numpy's with this layout (`Planned::takes`), which its caller
        // keeps; that nobody writes to it meanwhile is the duty of all threads of Python.
        unsafe { View::from_raw(origin, layout.shape(), layout.strides()) }
    };
    inputs.iter().zip(plan.inputs()).map(view).collect()
}

/// Runs a plan on arrays at addresses.
fn run<T: Scalar>(plan: &Plan<T>, inputs: &[usize], out: usize) -> Result<(), RunError> {
    let (origin, layout) = (with_exposed_provenance_mut(out), plan.output());
    // SAFETY: as above; no two indices share an element (`answer`), and it is apart (`Planned::run`).
    let mut output = unsafe { ViewMut::from_raw(origin, layout.shape(), layout.strides()) };
    plan.run(&views(plan, inputs), &mut output)
}

/// Computes a block of a plan on arrays at addresses.
fn run_block<T: Scalar>(plan: &Plan<T>, block: u64, inputs: &[usize], out: usize) -> Result<(), RunError> {
    let block = plan.block(block)?;
    let (origin, layout) = (with_exposed_provenance_mut(out), block.layout());
    // SAFETY: as in `run`, with the layout of a block (`Planned::run_block`).
    let mut output = unsafe { ViewMut::from_raw(origin, layout.shape(), layout.strides()) };
    block.run(&views(plan, inputs), &mut output)
}

/// The exception for a run that failed.
fn raised(error: &RunError) -> PyErr {
    match error.kind() {
        ErrorKind::OutOfMemory => PyMemoryError::new_err(error.to_string()),
        ErrorKind::Argument => PyIndexError::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}
