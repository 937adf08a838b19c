//! The module `tensmith._native`: what the Python package `tensmith` does not do in Python.
//!
//! A call of `einsum` is a key (`key`): its expression, and the types, extents and strides of its arrays. A
//! cache of the calling thread (`cache`) has the answer to it (`answer`): a view, or a plan, which runs on
//! the arrays by their C structure. The first call of a key asks the [`Jit`](tensmith::Jit) of the process
//! (`process`).
//!
//! A `Kernel` is a function of the kernel language, with nothing of these (`kernel`). A sparse
//! operand is copied by each call (`sparse`).
//!
//! The package around it is in `harness/python/tensmith`, its tests are in `harness/python/tests`.

mod answer;
mod array;
mod cache;
mod elements;
mod handle;
mod kernel;
mod key;
mod memory_order;
mod options;
mod planned;
mod process;
mod serve;
mod sparse;
mod statistics;

use pyo3::prelude::*;

#[pymodule(gil_used = true)]
mod _native {
    use crate::{cache, elements, options, process, serve, statistics};
    use pyo3::exceptions::PyOSError;
    use pyo3::prelude::*;
    use std::ffi::c_int;
    use std::path::PathBuf;
    use tensmith::wisdom::Wisdom;

    #[pymodule_export]
    use crate::handle::{Cost, Plan, plan};
    #[pymodule_export]
    use crate::kernel::{Kernel, kernel};
    #[pymodule_export]
    use crate::serve::{NotServed, check, contract, einsum, rearranged};
    #[pymodule_export]
    use crate::sparse::contract_sparse;

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Returns how many calls a plan computed, and how many returned a view.
    #[pyfunction]
    fn served() -> (u64, u64) {
        (statistics::PLANS.get(), statistics::VIEWS.get())
    }

    /// Counts from 0 again.
    #[pyfunction]
    fn reset_statistics() {
        statistics::PLANS.reset();
        statistics::VIEWS.reset();
    }

    /// Returns how many answers this thread keeps.
    #[pyfunction]
    fn cached() -> usize {
        cache::len()
    }

    /// Drops the answers that this thread keeps.
    #[pyfunction]
    fn clear_cache() {
        cache::clear();
    }

    /// Returns how many threads plans are made for, where a call does not say.
    #[pyfunction]
    fn get_threads() -> usize {
        serve::default_threads().get()
    }

    /// Sets how many threads plans are made for, where a call does not say.
    #[pyfunction]
    fn set_threads(threads: &Bound<'_, PyAny>) -> PyResult<()> {
        options::threads_of(threads).map(serve::set_default_threads)
    }

    /// Sets the folder where orders are kept; none is asked without.
    #[pyfunction]
    fn set_wisdom(folder: Option<PathBuf>) -> PyResult<()> {
        let wisdom = folder.map(Wisdom::open).transpose();
        process::set_wisdom(wisdom.map_err(|error| PyOSError::new_err(error.to_string()))?);
        Ok(())
    }

    /// Checks a number of threads.
    #[pyfunction]
    fn check_threads(threads: &Bound<'_, PyAny>) -> PyResult<()> {
        options::threads_of(threads).map(drop)
    }

    /// Says that this process was forked.
    #[pyfunction]
    fn forked() {
        process::forked();
    }

    /// Says which number numpy has given to bfloat16.
    #[pyfunction]
    fn know_bfloat16(number: c_int) {
        elements::know_bfloat16(number);
    }
}
