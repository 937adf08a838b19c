//! Plans that Python holds: made once, called with arrays.
//!
//! Tests: `harness/python/tests/test_plan.py`.

use crate::answer::{Answer, Call};
use crate::array::{Array, Layout};
use crate::cache;
use crate::options::Options;
use crate::planned::{Planned, for_each_type};
use crate::serve::{Arrays, Names, Operands, raised, served};
use crate::statistics::PLANS;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyTuple};
use std::sync::Arc;
use tensmith::inspect::{Explanation, StepTensor};

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

/// Makes a plan for an expression over arrays of numpy's own class, by options with these names.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "they are made for the call")]
pub(crate) fn plan(py: Python<'_>, text: String, operands: Operands<'_>, options: Names) -> PyResult<Plan> {
    let (options, arrays) = (options.options()?, operands.arrays()?);
    let answer = cache::answer(py, &Call { text: &text, options, operands: &arrays, out: None });
    match &answer {
        Answer::Elsewhere(reason) => Err(raised(reason)),
        _ => {
            let operands = arrays.iter().map(Array::layout).collect();
            Ok(Plan { text, options, operands, answer })
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
        let made_of = (&self.text, self.shapes(py)?, self.dtype(), self._options()).into_pyobject(py)?;
        Ok((py.import("tensmith._plan")?.getattr("remade")?, made_of))
    }

    /// Returns `order`, `optimize` and `threads` of the plan.
    #[getter]
    fn _options(&self) -> (&'static str, &'static str, usize) {
        (self.options.order.name(), self.options.search_name(), self.options.threads.get())
    }
}

impl Plan {
    fn planned(&self) -> Option<&Arc<Planned>> {
        match &self.answer {
            Answer::Plan(planned) => Some(planned),
            _ => None,
        }
    }

    /// The result for arrays that lie as those of the plan; nothing for others.
    #[inline]
    fn at_once<'py>(
        &self,
        py: Python<'py>,
        operands: &Bound<'py, PyTuple>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Answer::Plan(planned) = &self.answer else { return Ok(None) };
        let Some(arrays) = operands.iter_borrowed().map(Array::of).collect::<Option<Arrays<'_, '_>>>() else {
            return Ok(None);
        };
        if !planned.is_own() || !planned.takes(&arrays) {
            return Ok(None);
        }
        let Some(object) = out else {
            PLANS.add();
            return planned.evaluate(py, &arrays).map(Some);
        };
        match Array::of(object.as_borrowed()) {
            Some(out) if planned.writes(&out) => {
                let call =
                    Call { text: &self.text, options: self.options, operands: &arrays, out: Some(&out) };
                served(py, &call, Some(object), &self.answer)
            }
            _ => Ok(None),
        }
    }
}

fn cost(explanation: &Explanation<'_>) -> Cost {
    Cost {
        operations: explanation.operations(),
        cycles: explanation.steps().map(|step| step.cost.total()).sum(),
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
