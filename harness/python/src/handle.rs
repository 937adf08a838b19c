//! Plans that Python holds: made once, called with arrays.
//!
//! Tests: `harness/python/tests/test_plan.py`.

use crate::answer::{Answer, Call, Fit, Request};
use crate::array::{Array, Kind, Layout};
use crate::cache;
use crate::options::Options;
use crate::planned::{Expected, Planned, for_each_type};
use crate::serve::{Arrays, Names, raised, served};
use numpy::npyffi::npy_intp;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PySlice, PyTuple};
use std::ffi::c_int;
use std::ops::Range;
use std::sync::Arc;
use tensmith::expression::OrderError;
use tensmith::inspect::{Explanation, StepTensor};
use tensmith_core::einsum::Name;

/// A contraction that is compiled for the shapes, strides and type of its operands.
///
/// Called with arrays, it returns their contraction, or writes it to `out` and returns that. Arrays of
/// other strides are fine, and take a plan of their own; other shapes or types are errors.
#[pyclass(frozen, module = "tensmith")]
#[derive(Debug)]
pub(crate) struct Plan {
    text: String,
    options: Options,
    operands: Vec<Layout>,
    fit: Fit,
    answer: Answer,
}

/// What a plan costs, predicted.
#[pyclass(frozen, get_all, module = "tensmith")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// Floating-point operations: two for each product that is added to a sum.
    operations: u64,
    /// Cycles on one core.
    cycles: f64,
    /// Bytes that runs need in addition to their arrays.
    memory: usize,
    /// Bytes of these that hold intermediate tensors.
    intermediates: usize,
}

#[pymethods]
impl Cost {
    fn __repr__(&self) -> String {
        let Self { operations, cycles, memory, intermediates } = self;
        format!(
            "Cost(operations={operations}, cycles={cycles:.0}, memory={memory}, intermediates={intermediates})"
        )
    }
}

/// Makes a plan for an expression over arrays of numpy's own class, or shapes of such in C order, whose
/// elements have the type with a number of numpy's, by options with these names.
/// It keeps a limit of memory, in bytes, or has an order with cuts that another plan said.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "they are made for the call")]
pub(crate) fn plan<'py>(
    py: Python<'py>,
    text: String,
    operands: Vec<Bound<'py, PyAny>>,
    number: c_int,
    options: Names<'py>,
    fit: (Option<usize>, Option<String>),
) -> PyResult<Plan> {
    let (memory_limit, steps) = fit;
    let steps = steps.as_deref().map(str::parse).transpose();
    let steps = steps.map_err(|error: OrderError| PyValueError::new_err(error.to_string()))?;
    let fit = Fit { memory_limit, steps };
    let options = options.options()?;
    let kind = Kind::of_type(number);
    let expected = operands.iter().map(|operand| match Array::of(operand.as_borrowed()) {
        Some(array) => Ok(Expected::of(&array)),
        None => Expected::dense(kind, &operand.extract::<Vec<npy_intp>>()?),
    });
    let operands = expected.collect::<PyResult<Box<[Expected]>>>()?;
    let request = Request { text: &text, options, operands, out: None, fit };
    match request.answer(py) {
        Answer::Elsewhere(reason) => Err(raised(&reason)),
        answer => {
            let operands = request.operands.iter().map(|operand| operand.layout.clone()).collect();
            let fit = request.fit;
            Ok(Plan { text, options, operands, fit, answer })
        }
    }
}

#[pymethods]
impl Plan {
    #[pyo3(signature = (*operands, out=None))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        operands: &Bound<'py, PyTuple>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if let Some(result) = slf.get().at_once(py, operands, out)? {
            return Ok(result);
        }
        static DOOR: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        DOOR.import(py, "tensmith._door", "call_plan")?.call1((slf, operands, out))
    }

    /// The expression.
    #[getter]
    fn expression(&self) -> &str {
        &self.text
    }

    /// The shapes of the operands.
    #[getter]
    fn shapes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.operands.iter().map(|operand| PyTuple::new(py, operand.shape.iter())).collect()
    }

    /// The name of the elements' type; nothing for a view, which is one of any elements.
    #[getter]
    fn dtype(&self) -> Option<&'static str> {
        self.planned().map(|planned| planned.elements.name())
    }

    /// Whether calls return views of their operand.
    #[getter]
    fn is_view(&self) -> bool {
        self.planned().is_none()
    }

    /// What a call costs, predicted.
    #[getter]
    fn cost(&self) -> Cost {
        self.planned().map_or_else(
            Cost::default,
            |planned| for_each_type!(planned.plan(), plan => cost(&plan.explain())),
        )
    }

    /// The order in which operands meet, as numpy and opt_einsum write it.
    #[getter]
    fn path(&self) -> Vec<Vec<usize>> {
        self.planned().map_or_else(
            Vec::new,
            |planned| for_each_type!(planned.plan(), plan => path(&plan.explain(), self.operands.len())),
        )
    }

    /// How many slices the contraction is cut into: 1 if it is not.
    #[getter]
    fn slices(&self) -> u64 {
        self.planned().map_or(1, |planned| for_each_type!(planned.plan(), plan => plan.slices()))
    }

    /// How many blocks the slices are computed in.
    #[getter]
    fn blocks(&self) -> u64 {
        self.planned().map_or(1, |planned| for_each_type!(planned.plan(), plan => plan.blocks()))
    }

    /// The labels along which the contraction is cut, with their extents.
    #[getter]
    fn sliced(&self) -> Vec<(String, usize)> {
        let named = |(name, extent): (Name, usize)| (name.to_string(), extent);
        self.planned().map_or_else(
            Vec::new,
            |planned| for_each_type!(planned.plan(), plan => plan.explain().sliced().map(named).collect()),
        )
    }

    /// The multiply-adds of all slices, as a multiple of those without.
    #[getter]
    fn overhead(&self) -> f64 {
        self.planned()
            .map_or(1.0, |planned| for_each_type!(planned.plan(), plan => plan.explain().overhead()))
    }

    /// The order of operands, with its cuts, as text: `plan` takes it as `steps`.
    #[getter]
    fn steps(&self) -> Option<String> {
        self.planned().map(|planned| for_each_type!(planned.plan(), plan => plan.order().to_string()))
    }

    /// The shape of a block's result.
    #[getter]
    fn block_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.sliceable()?.block().shape)
    }

    /// Returns the part of the result that a block is added to: a slice for each axis.
    fn block_place<'py>(&self, py: Python<'py>, block: u64) -> PyResult<Bound<'py, PyTuple>> {
        let planned = self.sliceable()?;
        let place = for_each_type!(planned.plan(), plan => plan.block(block).map(|block| block.place()));
        let place = place.map_err(|error| PyIndexError::new_err(error.to_string()))?;
        let slice =
            |range: Range<usize>| PySlice::new(py, range.start.cast_signed(), range.end.cast_signed(), 1);
        PyTuple::new(py, place.into_iter().map(slice))
    }

    /// Returns the result of one block: its place among the results of all is `block_place`, to which blocks
    /// are added in the order of their numbers.
    #[pyo3(signature = (block, *operands, out=None))]
    fn run_block<'py>(
        slf: &Bound<'py, Self>,
        block: u64,
        operands: &Bound<'py, PyTuple>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static SLICES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        SLICES.import(slf.py(), "tensmith._slices", "run_block")?.call1((slf, block, operands, out))
    }

    /// Computes a block into an array that lies as `_block_strides` says; all are numpy's arrays.
    #[expect(clippy::needless_pass_by_value, reason = "they are made for the call")]
    fn _run_block(
        &self,
        py: Python<'_>,
        block: u64,
        operands: Vec<Bound<'_, PyAny>>,
        out: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let planned = self.sliceable()?;
        let refused = |why| PyValueError::new_err(why);
        if !planned.is_own() {
            return Err(refused("the plan was made by the process that this one was forked from"));
        }
        let arrays = operands.iter().map(|operand| Array::of(operand.as_borrowed()));
        let arrays = arrays.collect::<Option<Arrays<'_, '_>>>().filter(|arrays| planned.takes(arrays));
        let arrays = arrays.ok_or_else(|| refused("arrays must be those that the plan is made for"))?;
        let to = Array::of(out.as_borrowed()).filter(|to| to.is_writeable() && planned.writes_block(to));
        let to = to.filter(|to| planned.is_apart(&arrays, to));
        let to =
            to.ok_or_else(|| refused("out must have the layout of a block, and be apart from operands"))?;
        planned.run_block(py, block, &arrays, to.address())
    }

    /// The strides of a block's result, in bytes.
    #[getter]
    fn _block_strides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.sliceable()?.block().strides)
    }

    /// The strides of the operands that the plan is made for, in bytes.
    #[getter]
    fn _strides<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.operands.iter().map(|operand| PyTuple::new(py, operand.strides.iter())).collect()
    }

    /// Whether it was made by this process, not by one that it was forked from.
    #[getter]
    fn _is_own(&self) -> bool {
        self.planned().is_none_or(|planned| planned.is_own())
    }

    /// The limit of memory of the plan, and its order, where they were given.
    #[getter]
    fn _fit(&self) -> (Option<usize>, Option<String>) {
        (self.fit.memory_limit, self.fit.steps.as_ref().map(ToString::to_string))
    }

    /// Returns what is done: labels, order, loops, and each kernel with its predicted cycles.
    fn explain(&self) -> String {
        match self.planned() {
            Some(planned) => for_each_type!(planned.plan(), plan => plan.explain().to_string()),
            None => format!("{}: a view of the operand, nothing is computed\n", self.text),
        }
    }

    /// A picture of the order, for notebooks; nothing for a view.
    fn _repr_svg_(&self) -> Option<String> {
        self.planned().map(|planned| for_each_type!(planned.plan(), plan => tensmith_pictures::tree(plan)))
    }

    fn __repr__(&self) -> String {
        let shapes: Vec<_> = self.operands.iter().map(|operand| format!("{:?}", operand.shape)).collect();
        let dtype = self.dtype().map_or_else(|| "a view".into(), |name| format!("dtype='{name}'"));
        format!("<tensmith.Plan '{}', {}, {dtype}>", self.text, shapes.join(", "))
    }

    /// A plan travels as what it was made of, and is made anew.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let options = (self._options(), self._fit());
        let made_of = (&self.text, self.shapes(py)?, self.dtype(), options).into_pyobject(py)?;
        Ok((py.import("tensmith._plan")?.getattr("remade")?, made_of))
    }

    /// Returns `order`, `optimize` and `threads` of the plan.
    #[getter]
    fn _options(&self) -> (&'static str, String, usize) {
        (self.options.order.name(), self.options.optimize.to_string(), self.options.threads.get())
    }
}

impl Plan {
    /// What is computed.
    fn sliceable(&self) -> PyResult<&Arc<Planned>> {
        self.planned().ok_or_else(|| PyValueError::new_err("the plan computes nothing: it returns views"))
    }

    fn planned(&self) -> Option<&Arc<Planned>> {
        match &self.answer {
            Answer::Plan(planned) => Some(planned),
            _ => None,
        }
    }

    /// The result for arrays of the plan's shapes and type; nothing for others.
    #[inline]
    fn at_once<'py>(
        &self,
        py: Python<'py>,
        operands: &Bound<'py, PyTuple>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(arrays) = operands.iter_borrowed().map(Array::of).collect::<Option<Arrays<'_, '_>>>() else {
            return Ok(None);
        };
        let to = out.and_then(|out| Array::of(out.as_borrowed()));
        if to.is_some() != out.is_some() {
            return Ok(None);
        }
        let call = Call { text: &self.text, options: self.options, operands: &arrays, out: to.as_ref() };
        if self.is_made_for(&call) {
            return served(py, &call, out, &self.answer);
        }
        match self.fits(&call) && self.fit.is_none() {
            true => served(py, &call, out, &cache::answer(py, &call)),
            false => Ok(None),
        }
    }

    /// Whether the answer is that to a call: it was made in this process, and arrays lie as it says.
    #[inline]
    fn is_made_for(&self, call: &Call<'_, '_>) -> bool {
        match &self.answer {
            Answer::Plan(planned) => {
                planned.is_own()
                    && planned.takes(call.operands)
                    && call.out.is_none_or(|out| planned.writes(out))
            }
            Answer::View(_) => {
                let is_same = |(layout, array): (&Layout, &Array<'_, '_>)| {
                    *layout.shape == *array.shape() && *layout.strides == *array.strides()
                };
                let has_all = self.operands.len() == call.operands.len() && call.out.is_none();
                has_all && self.operands.iter().zip(call.operands).all(is_same)
            }
            Answer::Elsewhere(_) => false,
        }
    }

    /// Whether arrays have the plan's shapes and type, but may lie otherwise.
    fn fits(&self, call: &Call<'_, '_>) -> bool {
        let elements = self.planned().map(|planned| planned.elements);
        let is_of_type = |array: &Array<'_, '_>| elements.is_none() || array.kind().elements() == elements;
        let fits =
            |(layout, array): (&Layout, &Array<'_, '_>)| *layout.shape == *array.shape() && is_of_type(array);
        self.operands.len() == call.operands.len()
            && self.operands.iter().zip(call.operands).all(fits)
            && call.out.is_none_or(is_of_type)
    }
}

fn cost(explanation: &Explanation<'_>) -> Cost {
    Cost {
        operations: explanation.operations(),
        cycles: explanation.cycles(),
        memory: explanation.memory(),
        intermediates: explanation.intermediates(),
    }
}

/// The pairs in the order in which they meet, by their places among what is left; results come last. What is
/// done to one tensor alone keeps its place.
fn path(explanation: &Explanation<'_>, operands: usize) -> Vec<Vec<usize>> {
    let mut left: Vec<StepTensor> = (0..operands).map(StepTensor::Input).collect();
    let mut path = Vec::new();
    for step in explanation.steps() {
        let result = StepTensor::Step(step.number);
        let place = |tensor| left.iter().position(|other| *other == tensor);
        let mut places: Vec<usize> = step.inputs.iter().filter_map(|(tensor, _)| place(*tensor)).collect();
        places.sort_unstable();
        match places[..] {
            [one] if left.len() > 1 => left[one] = result,
            _ => {
                let is_read = |tensor: &StepTensor| step.inputs.iter().any(|(read, _)| read == tensor);
                left.retain(|tensor| !is_read(tensor));
                left.push(result);
                path.push(places);
            }
        }
    }
    path
}
