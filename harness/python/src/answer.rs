//! What is to be done for a call: a view, a plan, or nothing that is known here.
//!
//! An answer depends on the words of a [key](crate::key) alone, and holds for every call that has the same.
//!
//! Tests: `harness/python/tests/test_einsum.py`, `harness/python/tests/test_layouts.py`.

use crate::array::{Array, Layout};
use crate::elements::Elements;
use crate::memory_order::{dense, is_addressable, kept};
use crate::options::{Options, Order};
use crate::planned::{AnyPlan, Expected, Planned};
use crate::process;
use numpy::npyffi::npy_intp;
use pyo3::prelude::*;
use std::fmt;
use std::sync::Arc;
use tensmith::error::ErrorKind;
use tensmith::expression::Dialect;
use tensmith::machine::{STACK_TO_MAKE, stack_left};
use tensmith::{ArrayLayout, PlanError};
use tensmith_core::einsum::{self, Resolved};

/// An answer.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The operand with other extents and strides.
    View(Arc<Layout>),
    /// A plan to run.
    Plan(Arc<Planned>),
    /// Why numpy is asked instead.
    Elsewhere(Arc<Reason>),
}

/// Why there is neither a view nor a plan.
#[derive(Clone, Debug)]
pub(crate) enum Reason {
    /// The request is wrong: numpy raises as well.
    Wrong(String),
    /// What is asked for is lacking.
    Lacks(String),
    /// There are no kernels for a type of elements as far as is known: another package may bring it.
    Type,
    /// An array got another shape while the call was planned.
    Changed,
    /// The system refuses memory, or there is too little stack.
    Memory(String),
    /// The system refuses something else, which it may give another time.
    Refused(String),
    /// Orders that were kept cannot be read, or new ones not written; the next call tries again.
    Wisdom(String),
}

impl Reason {
    fn lacks(why: impl Into<String>) -> Self {
        Self::Lacks(why.into())
    }

    fn of_plan(error: &PlanError) -> Self {
        if matches!(error, PlanError::Wisdom(_)) {
            return Self::Wisdom(error.to_string());
        }
        match error.kind() {
            ErrorKind::Text | ErrorKind::Shape | ErrorKind::Argument => Self::Wrong(error.to_string()),
            ErrorKind::OutOfMemory | ErrorKind::MemoryLimit => Self::Memory(error.to_string()),
            ErrorKind::ExecutableMemory | ErrorKind::Executor => Self::Refused(error.to_string()),
            _ => Self::Lacks(error.to_string()),
        }
    }

    /// Whether the same call has the same answer later.
    pub(crate) fn lasts(&self) -> bool {
        match self {
            Self::Wrong(_) | Self::Lacks(_) => true,
            Self::Type | Self::Changed | Self::Memory(_) | Self::Refused(_) | Self::Wisdom(_) => false,
        }
    }

    fn wrong(error: &impl fmt::Display) -> Self {
        Self::Wrong(error.to_string())
    }
}

/// A call: an expression, with its options and arrays.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a, 'py> {
    pub(crate) text: &'a str,
    pub(crate) options: Options,
    pub(crate) operands: &'a [Array<'a, 'py>],
    pub(crate) out: Option<&'a Array<'a, 'py>>,
}

impl Call<'_, '_> {
    /// Finds out what to do.
    pub(crate) fn answer(&self, py: Python<'_>) -> Answer {
        let request = Request {
            text: self.text,
            options: self.options,
            operands: self.operands.iter().map(Expected::of).collect(),
            out: self.out.map(Expected::of),
            fit: Fit::default(),
        };
        let answer = request.answer(py);
        // Others ran while it was planned, and may have given an array another shape.
        match self.is_still(&request) {
            true => answer,
            false => Answer::Elsewhere(Arc::new(Reason::Changed)),
        }
    }

    /// Whether the arrays are now what they were for a request.
    fn is_still(&self, request: &Request<'_>) -> bool {
        let expected = request.operands.iter().chain(&request.out);
        expected.zip(self.operands.iter().chain(self.out)).all(|(expected, array)| expected.is(array))
    }
}

/// What a call asks for, or will: an expression, with its options, and how arrays lie.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) text: &'a str,
    pub(crate) options: Options,
    pub(crate) operands: Box<[Expected]>,
    pub(crate) out: Option<Expected>,
    pub(crate) fit: Fit,
}

/// What a plan has to fit into, or how it is cut.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fit {
    /// The most bytes that runs may need besides their arrays.
    pub(crate) memory_limit: Option<usize>,
    /// The order in which operands meet, with its cuts.
    pub(crate) steps: Option<tensmith::expression::Order>,
}

impl Fit {
    /// Whether nothing is asked.
    pub(crate) const fn is_none(&self) -> bool {
        self.memory_limit.is_none() && self.steps.is_none()
    }
}

impl Request<'_> {
    /// Finds out what to do.
    pub(crate) fn answer(&self, py: Python<'_>) -> Answer {
        self.found(py).unwrap_or_else(|reason| Answer::Elsewhere(Arc::new(reason)))
    }

    fn found(&self, py: Python<'_>) -> Result<Answer, Reason> {
        let resolved = self.resolved()?;
        let has_sum = resolved.output().len() < resolved.indices().len();
        if let ([operand], None, false) = (&*self.operands, &self.out, has_sum) {
            return rearranged(&resolved, operand).map(|layout| Answer::View(Arc::new(layout)));
        }
        self.plan(py, &resolved).map(|planned| Answer::Plan(Arc::new(planned)))
    }

    fn resolved(&self) -> Result<Resolved, Reason> {
        let shapes: Vec<Vec<usize>> =
            self.operands.iter().map(|operand| extents(&operand.layout.shape)).collect();
        resolved(self.text, &shapes)
    }

    /// A plan for the arrays as they lie.
    fn plan(&self, py: Python<'_>, resolved: &Resolved) -> Result<Planned, Reason> {
        let elements = self.elements()?;
        self.check_sums(resolved)?;
        let output = match &self.out {
            Some(out) => out.layout.clone(),
            None => self.new_output(resolved, elements)?,
        };
        let extents_of_result: Vec<usize> = resolved.output().iter().map(|index| index.extent).collect();
        if extents(&output.shape) != extents_of_result {
            let rule = format!("must be {extents_of_result:?}");
            return Err(Reason::Wrong(format!("out has extents {:?}: {rule}", output.shape)));
        }
        let to = output.in_elements(elements)?;
        if !to.is_distinct() {
            return Err(Reason::lacks("indices of out share elements, or may do so"));
        }
        let inputs = self.operands.iter().map(|operand| operand.layout.in_elements(elements));
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        if stack_left().is_some_and(|left| left < STACK_TO_MAKE) {
            return Err(Reason::Memory("the calling thread has too little stack left to plan".into()));
        }
        let Options { threads, optimize, .. } = self.options;
        let jit = process::jit(threads).map_err(|error| Reason::of_plan(&error.into()))?;
        let limit = self.fit.memory_limit.unwrap_or(usize::MAX);
        let mut request = jit.contraction(self.text).optimize(optimize).memory_limit(limit);
        if let Some(steps) = &self.fit.steps {
            request = request.order(steps);
        }
        // Others may run meanwhile: many operands take a while.
        let plan = py.detach(|| AnyPlan::ask(&request, elements, &inputs, &to));
        let plan = plan.map_err(|error| Reason::of_plan(&error))?;
        Ok(Planned::new(plan, elements, self.operands.clone(), output))
    }

    /// Refuses sums of numbers that are all the same: numpy adds them in pairs, and so more exactly.
    fn check_sums(&self, resolved: &Resolved) -> Result<(), Reason> {
        let moves = |number: usize| {
            resolved.inputs().iter().zip(&self.operands).any(|(axes, operand)| {
                let mut along = axes.iter().zip(&operand.layout.strides);
                along.any(|(axis, stride)| axis.index == number && *stride != 0)
            })
        };
        let mut summed = (resolved.indices().iter().enumerate()).skip(resolved.output().len());
        match summed.find(|(number, index)| index.extent > 1 && !moves(*number)) {
            Some((_, index)) => {
                Err(Reason::lacks(format!("no operand moves along index {}, a sum", index.name)))
            }
            None => Ok(()),
        }
    }

    /// The type of all elements.
    fn elements(&self) -> Result<Elements, Reason> {
        let mut kinds = self.operands.iter().chain(&self.out).map(|array| array.kind);
        let first = kinds.next().ok_or_else(|| Reason::lacks("there is no operand"))?;
        let elements = first.elements().ok_or(Reason::Type)?;
        match kinds.all(|kind| kind == first) {
            true => Ok(elements),
            false => Err(Reason::lacks("arrays have elements of different types")),
        }
    }

    /// A dense output, in the order that is asked for.
    fn new_output(&self, resolved: &Resolved, elements: Elements) -> Result<Layout, Reason> {
        let shape: Vec<npy_intp> = resolved.output().iter().map(|index| index.extent as npy_intp).collect();
        let (rank, size) = (shape.len(), elements.size());
        if !is_addressable(&shape, size) {
            return Err(Reason::Wrong(format!(
                "a result with extents {shape:?} has more bytes than there are"
            )));
        }
        let strides = match self.options.order {
            Order::Keep => {
                let operands: Vec<_> = self.operands.iter().map(|operand| &*operand.layout.strides).collect();
                kept(resolved, &operands, size)
            }
            Order::C => dense(&shape, (0..rank).rev(), size),
            Order::Fortran => dense(&shape, 0..rank, size),
        };
        Ok(Layout { shape: shape.into(), strides })
    }
}

/// Resolves an expression for operands of these shapes, by numpy's rules.
///
/// # Errors
/// [`Reason::Wrong`].
pub(crate) fn resolved(text: &str, shapes: &[Vec<usize>]) -> Result<Resolved, Reason> {
    check_letters(text)?;
    let expression = einsum::parse(text).map_err(|error| Reason::wrong(&error))?;
    let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
    einsum::resolve(&expression, &shapes, Dialect::Numpy).map_err(|error| Reason::wrong(&error))
}

/// Refuses what numpy knows no index for, of ASCII. Other letters are names of opt_einsum's.
fn check_letters(text: &str) -> Result<(), Reason> {
    let is_known = |byte: u8| !byte.is_ascii() || byte.is_ascii_alphabetic() || b" ,.->".contains(&byte);
    match text.bytes().find(|byte| !is_known(*byte)) {
        Some(byte) => Err(Reason::Wrong(format!("character {:?} is no index of numpy's", byte as char))),
        None => Ok(()),
    }
}

/// An operand whose indices are all in the output: its diagonals, and its axes in that order.
fn rearranged(resolved: &Resolved, operand: &Expected) -> Result<Layout, Reason> {
    if resolved.output().is_empty() && !operand.kind.has_scalars() {
        return Err(Reason::lacks("a scalar of a type that is not built in"));
    }
    let axes = resolved.inputs().first().map_or(&[][..], |axes| axes);
    let stride = |index| {
        let along = axes.iter().zip(&operand.layout.strides).filter(|(axis, _)| axis.index == index);
        along.map(|(_, stride)| stride).sum()
    };
    Ok(Layout {
        shape: resolved.output().iter().map(|index| index.extent as npy_intp).collect(),
        strides: (0..resolved.output().len()).map(stride).collect(),
    })
}

/// numpy's extents, which are not negative.
pub(crate) fn extents(shape: &[npy_intp]) -> Vec<usize> {
    shape.iter().map(|extent| extent.unsigned_abs()).collect()
}

impl Layout {
    /// The layout with strides in elements. The strides of extents below 2 do not matter, and may be
    /// anything.
    pub(crate) fn in_elements(&self, elements: Elements) -> Result<ArrayLayout, Reason> {
        let size = elements.size();
        let mut steps = Vec::with_capacity(self.strides.len());
        for (extent, stride) in self.shape.iter().zip(&self.strides) {
            match stride % size {
                _ if *extent < 2 => steps.push(0),
                0 => steps.push(stride / size),
                _ => return Err(Reason::lacks("a stride is no whole number of elements")),
            }
        }
        ArrayLayout::new(&extents(&self.shape), &steps).map_err(|error| Reason::wrong(&error))
    }
}
