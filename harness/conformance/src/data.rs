//! Kernels of specifications with data, called between inaccessible pages and compared with their
//! authors' own reference.
//!
//! What a kernel of a kind from elsewhere computes, its author alone knows: so a [`DataCase`] says what it is
//! called with and what the output holds afterwards, by a scalar reference, and the caller judges each
//! element. All else is as for kernels of the closed list ([`bench`](mod@crate::bench)): operands at either
//! end of their pages, canaries in registers, inputs that must not change, every size of vectors that the
//! machine at hand executes.
//!
//! Tests: `tests/tests/registry_data.rs`.
#![allow(unsafe_code)]

use crate::canary::{self, Changed};
use crate::guard::{ENDS, Flush, Guarded};
use crate::here;
use crate::ulp;
use std::fmt;
use tensmith_core::Target;
use tensmith_core::code::entry::{Arguments, CannotExecute, Kernel, MAX_ARGUMENTS};
use tensmith_core::code::{CodeMemory, MemoryError};
use tensmith_core::kernel::DataSpec;
use tensmith_core::reference::Element;
use tensmith_core::registry::{KernelError, Registry};
use tensmith_core::text::Count;

#[cfg(target_os = "linux")]
use tensmith_platform_linux::HostMemory;
#[cfg(target_os = "macos")]
use tensmith_platform_macos::HostMemory;

/// One call of a kernel, and what it should do. Elements of the output are of type `T`.
#[derive(Debug)]
pub struct DataCase<'a, T> {
    /// The specification of the kernel.
    pub spec: &'a dyn DataSpec,
    /// What is passed, in the order of [`DataSpec::arguments`].
    pub passed: Vec<Passed<'a, T>>,
    /// The contents of the output after the call.
    pub after: &'a [T],
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub enum Passed<'a, T> {
    /// A number.
    Number(u64),
    /// The address of elements that are read.
    Elements(&'a [T]),
    /// The address of anything else that is read, at a multiple of the greatest power of two that divides its
    /// size, up to that of a page.
    Bytes(&'a [u8]),
    /// The address of the output, with its contents before the call: once in a case.
    Output(&'a [T]),
}

/// A mistake of a kernel.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DataFailure {
    /// There is no code.
    #[error("{spec} for {target}: {error}")]
    Kernel {
        /// The specification.
        spec: String,
        /// The core that it is for.
        target: &'static str,
        /// Why there is none.
        error: KernelError,
    },
    /// The code uses what the machine at hand lacks.
    #[error("{spec} for {target}: the code needs {feature}, which this machine lacks")]
    Lacks {
        /// The specification.
        spec: String,
        /// The core that it is for.
        target: &'static str,
        /// What it lacks.
        feature: &'static str,
    },
    /// A case passes other arguments than the specification has.
    #[error("{spec}: a call passes {found}, {outputs} outputs among them, instead of {expected} and 1", found = Count(*found, "argument"))]
    Passed {
        /// The specification.
        spec: String,
        /// Those that the case passes.
        found: usize,
        /// Those of them that are outputs.
        outputs: usize,
        /// Those that the specification has.
        expected: usize,
    },
    /// An element is another one than it should be.
    #[error(
        "{spec} for {target}, {flush:?}: {argument}, element {element}: {found:?} instead of {expected:?}"
    )]
    Differs {
        /// The specification.
        spec: String,
        /// The core that it is for.
        target: &'static str,
        /// The ends of their pages at which the operands lay.
        flush: Flush,
        /// The name of the argument.
        argument: &'static str,
        /// The element; of what is passed as bytes, the byte.
        element: usize,
        /// What is there.
        found: f64,
        /// What should be there.
        expected: f64,
    },
    /// The code changes a register that it has to preserve.
    #[error("{spec} for {target}: {changed}")]
    Changed {
        /// The specification.
        spec: String,
        /// The core that it is for.
        target: &'static str,
        /// What it changed.
        changed: Changed,
    },
    /// The code cannot be made executable.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The machine at hand is none that executes it.
    #[error(transparent)]
    CannotExecute(#[from] CannotExecute),
}

/// Guarded memory for the operands of cases, and the generators of kernels.
pub struct DataBench {
    registry: Registry,
    machine: Target,
    targets: Vec<Target>,
    memory: HostMemory,
    guarded: Vec<Guarded>,
}

impl fmt::Debug for DataBench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DataBench").field("registry", &self.registry).finish_non_exhaustive()
    }
}

impl DataBench {
    /// Operands of at most `room` bytes each, and kernels of `registry` for the most portable target with
    /// each size of vectors that the machine at hand executes.
    ///
    /// # Errors
    /// [`DataFailure::Memory`], where this process may not have executable memory.
    ///
    /// # Safety
    /// Those of [`check`](crate::check): the registry's code is executed, and is the code under test.
    ///
    /// # Panics
    /// Where the machine at hand executes no compiled code, or there is no memory.
    pub unsafe fn over(registry: Registry, room: usize) -> Result<Self, DataFailure> {
        let guarded = (0..MAX_ARGUMENTS).map(|_| Guarded::new(room)).collect();
        let memory = HostMemory::probe()?;
        Ok(Self { registry, machine: here::host(), targets: here::portable(), memory, guarded })
    }

    /// Calls the kernels of a case, for every target and with the operands at either end of their pages;
    /// `accepts` judges each element of the output by its place, what is found and what is expected.
    ///
    /// # Errors
    /// [`DataFailure`], of the first mistake.
    ///
    /// # Safety
    /// What is passed is what the kind of the specification says: a number for a number, and memory for an
    /// address, as long as it says.
    pub unsafe fn examine<T: Element>(
        &mut self,
        case: &DataCase<'_, T>,
        accepts: &dyn Fn(usize, T, T) -> bool,
    ) -> Result<(), DataFailure> {
        let (found, expected) = (case.passed.len(), case.spec.arguments().len());
        let outputs = case.passed.iter().filter(|passed| matches!(passed, Passed::Output(_))).count();
        if (found, outputs) != (expected, 1) {
            return Err(DataFailure::Passed { spec: case.spec.to_string(), found, outputs, expected });
        }
        for target in self.targets.clone() {
            let kernel = self.kernel(case.spec, &target)?;
            for flush in ENDS {
                self.call(case, (&kernel, target.core.name), flush)?;
                self.compare(case, target.core.name, flush, accepts)?;
            }
        }
        Ok(())
    }

    /// Like [`DataBench::examine`], where the output is known bit by bit.
    ///
    /// # Errors
    /// [`DataFailure`], of the first mistake.
    ///
    /// # Safety
    /// As [`DataBench::examine`].
    pub unsafe fn examine_bits<T: Element>(&mut self, case: &DataCase<'_, T>) -> Result<(), DataFailure> {
        // SAFETY: the caller's duty.
        unsafe { self.examine(case, &|_, found, expected| ulp::steps(found, expected) == 0) }
    }

    fn kernel(&self, spec: &dyn DataSpec, target: &Target) -> Result<Kernel, DataFailure> {
        let (text, name) = (|| spec.to_string(), target.core.name);
        let choice = self.registry.choose_data(spec, target);
        let compiled = choice
            .and_then(|choice| choice.compile(spec, target))
            .map_err(|error| DataFailure::Kernel { spec: text(), target: name, error })?;
        let has = self.machine.core.features;
        if let Some(feature) = compiled.features.iter().find(|feature| !has.contains(*feature)) {
            return Err(DataFailure::Lacks { spec: text(), target: name, feature: feature.name() });
        }
        Ok(Kernel::new(self.memory.publish(&compiled.code)?, target.isa.architecture())?)
    }

    /// Puts the operands into their places, and calls the kernel.
    fn call<T: Element>(
        &mut self,
        case: &DataCase<'_, T>,
        (kernel, target): (&Kernel, &'static str),
        flush: Flush,
    ) -> Result<(), DataFailure> {
        let mut arguments = Arguments::default();
        for ((argument, passed), guarded) in arguments.iter_mut().zip(&case.passed).zip(&mut self.guarded) {
            *argument = match passed {
                Passed::Number(number) => *number as usize,
                Passed::Elements(elements) | Passed::Output(elements) => guarded.hold(elements, flush).addr(),
                Passed::Bytes(bytes) => guarded.hold_bytes(bytes, flush).addr(),
            };
        }
        // SAFETY: the case passes the arguments that the specification has, of the sizes that its author
        // says, and the registry's code is vouched for by the contract of `over`.
        let result = unsafe { canary::call(kernel, &arguments) };
        let spec = || case.spec.to_string();
        result.map(drop).map_err(|changed| DataFailure::Changed { spec: spec(), target, changed })
    }

    /// Looks whether the output is right, and the inputs are as they were.
    fn compare<T: Element>(
        &mut self,
        case: &DataCase<'_, T>,
        target: &'static str,
        flush: Flush,
        accepts: &dyn Fn(usize, T, T) -> bool,
    ) -> Result<(), DataFailure> {
        let names = case.spec.arguments();
        for ((argument, passed), guarded) in names.iter().zip(&case.passed).zip(&mut self.guarded) {
            let wrong = match passed {
                Passed::Number(_) => None,
                Passed::Elements(before) => {
                    let now = guarded.slice::<T>(before.len(), flush);
                    wrong(now, before, |_, x, y| ulp::steps(x, y) == 0, T::to_f64)
                }
                Passed::Bytes(before) => {
                    let now = guarded.bytes(before.len(), flush);
                    wrong(now, before, |_, x, y| x == y, f64::from)
                }
                Passed::Output(before) => {
                    let now = guarded.slice::<T>(before.len(), flush);
                    wrong(now, case.after, accepts, T::to_f64)
                }
            };
            if let Some((element, found, expected)) = wrong {
                let spec = case.spec.to_string();
                return Err(DataFailure::Differs { spec, target, flush, argument, element, found, expected });
            }
        }
        Ok(())
    }
}

/// The first element that is not right, with what is there and what should be.
fn wrong<T: Copy>(
    found: &[T],
    expected: &[T],
    is_right: impl Fn(usize, T, T) -> bool,
    number: impl Fn(T) -> f64,
) -> Option<(usize, f64, f64)> {
    let pairs = found.iter().zip(expected).enumerate();
    let (at, (x, y)) = pairs.into_iter().find(|(at, (x, y))| !is_right(*at, **x, **y))?;
    Some((at, number(*x), number(*y)))
}
