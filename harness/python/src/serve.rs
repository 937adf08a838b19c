//! The function `einsum`: what is served at once, and who is asked for the rest.
//!
//! What is served here are calls with a text, operands of numpy's own class, `out`, and the usual options.
//! All else is Python's matter: the module `tensmith._door` makes arrays of what is none, and calls
//! [`contract`], or numpy.
//!
//! Tests: `harness/python/tests/test_einsum.py`, `harness/python/tests/test_fallback.py`.

use crate::answer::{self, Answer, Call, Reason};
use crate::array::Array;
use crate::cache;
use crate::options::{Options, Order, threads_of};
use crate::statistics::{PLANS, VIEWS};
use pyo3::exceptions::{PyMemoryError, PyNotImplementedError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyBool, PyString, PyTuple};
use smallvec::SmallVec;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use tensmith::Optimize;

pyo3::create_exception!(
    tensmith,
    NotServed,
    PyNotImplementedError,
    "What is asked for is right, and tensmith lacks it: numpy would be asked, but for `strict=True`."
);

/// As many operands as most calls have: for more, a call allocates.
const FEW: usize = 6;

/// Arrays of a call.
pub(crate) type Arrays<'a, 'py> = SmallVec<[Array<'a, 'py>; FEW]>;

/// How many threads plans are made for, where a call does not say.
static THREADS: AtomicUsize = AtomicUsize::new(1);

/// How many threads plans are made for, where a call does not say.
#[inline]
pub(crate) fn default_threads() -> NonZeroUsize {
    NonZeroUsize::new(THREADS.load(Ordering::Relaxed)).unwrap_or(NonZeroUsize::MIN)
}

/// Sets that number.
pub(crate) fn set_default_threads(threads: NonZeroUsize) {
    THREADS.store(threads.get(), Ordering::Relaxed);
}

/// The options of a call that names none.
fn usual() -> Options {
    Options { order: Order::Keep, optimize: Optimize::Automatic, threads: default_threads() }
}

/// A list of operands.
#[derive(FromPyObject)]
#[pyo3(transparent)]
pub(crate) struct Operands<'py>(Vec<Bound<'py, PyAny>>);

impl<'py> Operands<'py> {
    /// The arrays of numpy's own class that they are.
    ///
    /// # Errors
    /// `TypeError` for other objects.
    pub(crate) fn arrays(&self) -> PyResult<Arrays<'_, 'py>> {
        let arrays = self.0.iter().map(|object| Array::of(object.as_borrowed())).collect::<Option<_>>();
        arrays.ok_or_else(|| PyTypeError::new_err("operands must be arrays of numpy's"))
    }
}

/// Evaluate the Einstein summation convention on the operands, as `numpy.einsum`.
///
/// Parameters
/// ----------
/// *operands
///     An expression such as ``"ij,jk->ik"`` and arrays; or arrays, each before the list of its indices as
///     numbers, and maybe that of the output. One of them may be a sparse array of SciPy's by rows.
/// out : ndarray, optional
///     An array for the result.
/// dtype : dtype, optional
///     The type to compute in; that of the operands together where it is not given.
/// casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
///     How operands may be converted to that type.
/// order : {'K', 'C', 'F', 'A'}, optional
///     The order of a new result in memory: near to that of the operands, the last index contiguous, the
///     first one, or the first one where it is in all operands.
/// optimize : {'auto', 'greedy', 'optimal'}, bool or list, optional
///     How to look for the order in which three or more operands meet, or what `einsum_path` returned.
/// threads : int, optional
///     How many threads compute; `get_threads` where it is not given. Results are the same bits for any
///     number.
/// strict : bool, optional
///     Whether to raise `NotServed` where numpy would be asked, and our own errors in place of numpy's.
///
/// Returns
/// -------
/// ndarray or scalar
///     The contraction; `out` where that is given. A rearranged operand is a writeable view of it.
///
/// Examples
/// --------
/// >>> import numpy, tensmith
/// >>> a = numpy.arange(6.0).reshape(2, 3)
/// >>> tensmith.einsum("ij,kj->ik", a, a)
/// array([[ 5., 14.],
///        [14., 50.]])
/// >>> tensmith.einsum(a, [0, 1], a, [0, 1])
/// np.float64(55.0)
#[pyfunction]
#[pyo3(
    signature = (*operands, out=None, dtype=None, casting=None, order=None, optimize=None, threads=None, strict=false),
    text_signature = "(*operands, out=None, dtype=None, casting='safe', order='K', optimize='auto', threads=None, strict=False)"
)]
#[expect(clippy::too_many_arguments, reason = "they are numpy's")]
pub(crate) fn einsum<'py>(
    py: Python<'py>,
    operands: &Bound<'py, PyTuple>,
    out: Option<&Bound<'py, PyAny>>,
    dtype: Option<&Bound<'py, PyAny>>,
    casting: Option<&Bound<'py, PyAny>>,
    order: Option<&Bound<'py, PyAny>>,
    optimize: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = match (dtype, casting) {
        (None, None) => plain(operands.len(), order, optimize, threads),
        _ => None,
    };
    let at_once = options.map_or(Ok(None), |options| at_once(py, operands, out, options))?;
    if let Some(result) = at_once {
        return Ok(result);
    }
    static DOOR: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let door = DOOR.import(py, "tensmith._door", "einsum")?;
    door.call1((operands, out, dtype, casting, order, optimize, threads, strict))
}

/// The most operands that there is a best order for.
const LARGEST_EXACT: usize = 15;

/// The options that arguments of the simplest classes say; nothing for others, which Python reads.
#[inline]
fn plain(
    arguments: usize,
    order: Option<&Bound<'_, PyAny>>,
    optimize: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> Option<Options> {
    let mut options = usual();
    if let Some(order) = order {
        options.order = Order::named(order.cast_exact::<PyString>().ok()?.to_str().ok()?)?;
    }
    if let Some(optimize) = optimize.filter(|optimize| !optimize.is_exact_instance_of::<PyBool>()) {
        options.optimize = optimize.cast_exact::<PyString>().ok()?.to_str().ok()?.parse().ok()?;
    }
    if options.optimize == Optimize::Exact && arguments > LARGEST_EXACT {
        return None;
    }
    if let Some(threads) = threads {
        options.threads = threads_of(threads).ok()?;
    }
    Some(options)
}

/// The result of a call with a text and arrays of numpy's own class; nothing where it is not served at once.
#[inline]
fn at_once<'py>(
    py: Python<'py>,
    operands: &Bound<'py, PyTuple>,
    out: Option<&Bound<'py, PyAny>>,
    options: Options,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let mut objects = operands.iter_borrowed();
    let Some(text) = objects.next() else { return Ok(None) };
    let Ok(text) = text.cast_exact::<PyString>() else { return Ok(None) };
    let Some(operands) = objects.map(Array::of).collect::<Option<Arrays<'_, '_>>>() else { return Ok(None) };
    let to = out.and_then(|out| Array::of(out.as_borrowed()));
    // Of other types, there are but views.
    let may_be_served = operands.len() == 1 || operands.iter().all(|operand| operand.kind().is_known());
    if to.is_some() != out.is_some() || !may_be_served {
        return Ok(None);
    }
    let call = Call { text: text.to_str()?, options, operands: &operands, out: to.as_ref() };
    let answer = cache::answer(py, &call);
    served(py, &call, out, &answer)
}

/// The result, by a view or a plan; nothing where there is neither, or a plan cannot write where it should.
#[inline]
pub(crate) fn served<'py>(
    py: Python<'py>,
    call: &Call<'_, 'py>,
    out: Option<&Bound<'py, PyAny>>,
    answer: &Answer,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match (answer, call.operands, call.out.zip(out)) {
        (Answer::View(layout), [operand], None) => {
            VIEWS.add();
            operand.view(layout).map(Some)
        }
        (Answer::Plan(planned), operands, None) => {
            PLANS.add();
            planned.evaluate(py, operands).map(Some)
        }
        (Answer::Plan(planned), operands, Some((array, object))) => {
            if !array.is_writeable() || !planned.is_apart(operands, array) {
                return Ok(None);
            }
            PLANS.add();
            planned.run(py, operands, array.address())?;
            Ok(Some(object.clone()))
        }
        _ => Ok(None),
    }
}

/// Evaluates an expression over arrays of numpy's own class, with elements of one type, by options with
/// these names: the order in memory, the search, and how many threads.
///
/// `NotServed` where tensmith lacks what is asked for, `ValueError` where the request is wrong.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "they are made for the call")]
pub(crate) fn contract<'py>(
    py: Python<'py>,
    text: &str,
    operands: Operands<'py>,
    out: Option<&Bound<'py, PyAny>>,
    options: Names<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let arrays = operands.arrays()?;
    let to = out.map(|out| {
        Array::of(out.as_borrowed()).ok_or_else(|| PyTypeError::new_err("out must be an array of numpy's"))
    });
    let to = to.transpose()?;
    let call = Call { text, options: options.options()?, operands: &arrays, out: to.as_ref() };
    let answer = cache::answer(py, &call);
    if let Answer::Elsewhere(reason) = &answer {
        return Err(raised(reason));
    }
    served(py, &call, out, &answer)?
        .ok_or_else(|| NotServed::new_err("out is read-only, or overlaps an operand"))
}

/// Checks an expression over operands of these shapes.
///
/// `ValueError` where it is wrong.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "they are made for the call")]
pub(crate) fn check(text: &str, shapes: Vec<Vec<usize>>) -> PyResult<()> {
    answer::resolved(text, &shapes).map(drop).map_err(|reason| raised(&reason))
}

/// Returns a view of an array with the axes of an expression's output; nothing where that is a sum.
#[pyfunction]
pub(crate) fn rearranged<'py>(
    py: Python<'py>,
    text: &str,
    operand: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(array) = Array::of(operand.as_borrowed()) else { return Ok(None) };
    let call = Call { text, options: usual(), operands: &[array], out: None };
    match cache::answer(py, &call) {
        Answer::View(layout) => {
            VIEWS.add();
            array.view(&layout).map(Some)
        }
        _ => Ok(None),
    }
}

/// The names of the options of a call.
#[derive(FromPyObject)]
pub(crate) struct Names<'py>(PyBackedStr, PyBackedStr, Option<Bound<'py, PyAny>>);

impl Names<'_> {
    /// The options with these names.
    ///
    /// # Errors
    /// `ValueError` for others.
    pub(crate) fn options(&self) -> PyResult<Options> {
        let Self(order, optimize, threads) = self;
        let unknown =
            |what, name: &str, rule| PyValueError::new_err(format!("{what} is {name:?}: must be {rule}"));
        Ok(Options {
            order: Order::named(order).ok_or_else(|| unknown("order", order, "'K', 'C' or 'F'"))?,
            optimize: optimize
                .parse()
                .map_err(|_| unknown("optimize", optimize, "'auto', 'greedy' or 'optimal'"))?,
            threads: threads.as_ref().map_or_else(|| Ok(default_threads()), threads_of)?,
        })
    }
}

/// The exception for a reason.
pub(crate) fn raised(reason: &Reason) -> PyErr {
    match reason {
        Reason::Wrong(why) => PyValueError::new_err(why.clone()),
        Reason::Type => NotServed::new_err("there are no kernels for the type of elements"),
        Reason::Changed => NotServed::new_err("an array got another shape during the call"),
        Reason::Lacks(why) | Reason::Refused(why) => NotServed::new_err(why.clone()),
        Reason::Memory(why) => PyMemoryError::new_err(why.clone()),
        Reason::Wisdom(why) => PyOSError::new_err(why.clone()),
    }
}
