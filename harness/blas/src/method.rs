//! Execution methods of a multiplication: a generated kernel, a plan, or loops where there is neither.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_memory.rs`.
#![allow(unsafe_code)]

use crate::key::{Key, Problem};
use crate::loops;
use crate::number::Number;
use crate::room;
use crate::worth::Made;
use std::mem::transmute;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use tensmith::gemm::Factor;
use tensmith::parallel::Executor;
use tensmith::{BuildError, Jit, Plan, PlanError, View, ViewMut};
use tensmith_core::OutOfMemory;
use tensmith_core::code::entry;
use tensmith_core::kernel::KernelSpec;

/// The beginning of code: a function of A, B, C, and the bits of the factors that are
/// neither 0 nor 1, in order.
pub(crate) type Entry<T> = unsafe extern "C" fn(*const T, *const T, *mut T, u64, u64);

/// The code of a multiplication, as long as it is mapped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code<T> {
    pub(crate) entry: Entry<T>,
    /// Whether the first number is alpha.
    has_alpha: bool,
}

impl<T: Number> Code<T> {
    /// The numbers that it takes, of both factors.
    #[inline(always)]
    pub(crate) fn numbers(&self, [alpha, beta]: [T; 2]) -> [u64; 2] {
        let [alpha, beta] = [alpha, beta].map(T::to_argument);
        if self.has_alpha { [alpha, beta] } else { [beta, 0] }
    }

    /// Multiplies.
    ///
    /// # Safety
    /// The code is mapped; the matrices are those that it was made for, and the factors of their kinds.
    #[inline(always)]
    pub(crate) unsafe fn call(&self, factors: [T; 2], [a, b]: [*const T; 2], c: *mut T) {
        let [first, second] = self.numbers(factors);
        // SAFETY: the caller's duty.
        unsafe { (self.entry)(a, b, c, first, second) };
    }
}

/// A multiplication by one kernel.
#[derive(Debug)]
pub(crate) struct Kernel<T> {
    pub(crate) code: Code<T>,
    /// Keeps the code mapped.
    _mapped: entry::Kernel,
}

impl<T: Number> Kernel<T> {
    /// The kernel of a specification, whose factor of the product is this.
    ///
    /// # Errors
    /// [`BuildError`].
    pub(crate) fn make(jit: &Jit, spec: &KernelSpec, alpha: Factor) -> Result<Option<Self>, BuildError> {
        let Some(mapped) = jit.kernels().executable(spec)? else { return Ok(None) };
        // SAFETY: it is a function of the C calling convention that takes three addresses and at most two
        // numbers: all that the specification leaves to run time are factors.
        let entry = unsafe { transmute::<*mut u8, Entry<T>>(mapped.block().start().as_ptr()) };
        let has_alpha = alpha == Factor::Runtime;
        Ok(Some(Self { code: Code { entry, has_alpha }, _mapped: mapped }))
    }
}

/// A multiplication by a plan.
#[derive(Debug)]
pub(crate) struct Planned<T> {
    plan: Plan<T>,
    alpha: Alpha,
}

/// What becomes of the factor of the product: plans have none.
#[derive(Clone, Copy, Debug)]
enum Alpha {
    /// It is 1.
    One,
    /// It is -1, which is exact in any place: A or B, the smaller one, is copied with other signs.
    MinusOne { copied: usize },
    /// Any other multiplies the sums when they are complete, as in kernels and in loops. Those are in C
    /// already where a beta of 0 leaves nothing to be added to them, and apart else.
    Behind { is_apart: bool },
}

impl Alpha {
    fn of(key: &Key, [a, b]: [Matrix; 2]) -> Self {
        match key.factors() {
            [Factor::One, _] => Self::One,
            _ if key.negates() => Self::MinusOne { copied: usize::from(a.elements() > b.elements()) },
            [_, beta] => Self::Behind { is_apart: beta != Factor::Zero },
        }
    }
}

/// How a multiplication is computed.
#[derive(Debug)]
pub(crate) enum Method<T> {
    Kernel(Kernel<T>),
    Plan(Planned<T>),
}

/// How many kernels were made, and how many plans.
pub(crate) static MADE: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Makes code; none where that fails, for whatever reason: there are loops.
pub(crate) fn make<T: Number>(jit: &Jit, made: Made, key: &Key, problem: &Problem) -> Option<Method<T>> {
    let needed = match made {
        Made::Kernel => room::FOR_KERNEL,
        Made::Plan => room::FOR_PLAN,
    };
    if !needed.is_there() {
        return None;
    }
    let make = || match made {
        Made::Kernel => {
            let factors = key.factors();
            Ok(Kernel::make(jit, &problem.kernel(factors), factors[0])?.map(Method::Kernel))
        }
        Made::Plan => Planned::make(jit, key, problem).map(|plan| Some(Method::Plan(plan))),
    };
    // What panics is a mistake of ours, which the caller's result must not suffer from.
    let method = catch_unwind(AssertUnwindSafe(make)).ok()?.ok().flatten()?;
    MADE[made as usize].fetch_add(1, Ordering::Relaxed);
    Some(method)
}

impl<T: Number> Planned<T> {
    fn make(jit: &Jit, key: &Key, problem: &Problem) -> Result<Self, PlanError> {
        let mut inputs = Matrix::inputs(problem);
        let alpha = Alpha::of(key, inputs);
        let mut output = Matrix::output(problem);
        // Another beta than 0 or 1 has been multiplied before.
        let mut beta = if key.factors()[1] == Factor::Zero { 0.0 } else { 1.0 };
        match alpha {
            Alpha::One | Alpha::Behind { is_apart: false } => {}
            Alpha::MinusOne { copied } => inputs[copied] = inputs[copied].dense(),
            Alpha::Behind { is_apart: true } => (output, beta) = (output.dense(), 0.0),
        }
        let layout = |matrix: &Matrix| tensmith::ArrayLayout::new(&matrix.shape, &matrix.strides);
        let [a, b] = inputs.each_ref().map(layout);
        let mut contraction = jit.contraction("mk,kn->mn").beta(beta);
        for (operand, _) in (0..).zip(problem.conjugates).filter(|(_, is_conjugated)| *is_conjugated) {
            contraction = contraction.conjugate(operand);
        }
        let plan = contraction.plan_into(&[a?, b?], &layout(&output)?)?;
        Ok(Self { plan, alpha })
    }

    /// Multiplies.
    ///
    /// # Safety
    /// A and B can be read; C can be read and written, nothing else accesses it, and it overlaps neither.
    pub(crate) unsafe fn run(
        &self,
        executor: &dyn Executor,
        problem: &Problem,
        factors: [T; 2],
        inputs: [*const T; 2],
        c: *mut T,
    ) {
        let (ran, rest) = match self.alpha {
            Alpha::One | Alpha::MinusOne { .. } => {
                let [alpha, beta] = factors;
                if beta != T::ZERO {
                    // SAFETY: C is there (caller's duty).
                    unsafe { loops::scale(executor, problem, beta, c) };
                }
                let rest = if beta == T::ZERO { T::ZERO } else { T::ONE };
                // SAFETY: the caller's duties are the same.
                (unsafe { self.accumulate(executor, problem, inputs, c) }, [alpha, rest])
            }
            Alpha::Behind { .. } => {
                // SAFETY: the caller's duties are the same.
                (unsafe { self.multiply_sums(executor, problem, factors, inputs, c) }, factors)
            }
        };
        if ran.is_err() {
            // SAFETY: the caller's duties are the same; nothing has been written by a plan that fails.
            unsafe { loops::multiply(problem, rest, inputs, c) };
        }
    }

    /// Adds the product, times 1 or -1, to C, or overwrites C with it.
    ///
    /// # Safety
    /// Those of [`Planned::run`].
    unsafe fn accumulate(
        &self,
        executor: &dyn Executor,
        problem: &Problem,
        mut inputs: [*const T; 2],
        c: *mut T,
    ) -> Result<(), Refused> {
        let mut matrices = Matrix::inputs(problem);
        let mut copy = Vec::new();
        if let Alpha::MinusOne { copied } = self.alpha {
            // SAFETY: the matrix is there (caller's duty).
            unsafe { matrices[copied].copy_negated(inputs[copied], &mut copy) }?;
            matrices[copied] = matrices[copied].dense();
            inputs[copied] = copy.as_ptr();
        }
        // SAFETY: the matrices are there (caller's duty), or have just been copied.
        unsafe { self.run_plan(executor, (matrices, inputs), (Matrix::output(problem), c)) }
    }

    /// Computes the sums, and from them `alpha * sums + beta * C`.
    ///
    /// # Safety
    /// Those of [`Planned::run`].
    unsafe fn multiply_sums(
        &self,
        executor: &dyn Executor,
        problem: &Problem,
        factors: [T; 2],
        inputs: [*const T; 2],
        c: *mut T,
    ) -> Result<(), Refused> {
        let is_apart = matches!(self.alpha, Alpha::Behind { is_apart: true });
        let mut room = Vec::new();
        let (mut to, mut sums) = (Matrix::output(problem), c);
        if is_apart {
            to = to.dense();
            room.try_reserve_exact(to.elements()).map_err(|_| Refused)?;
            sums = room.as_mut_ptr();
        }
        // SAFETY: A and B are there (caller's duty), and so are the sums, which the plan overwrites.
        unsafe { self.run_plan(executor, (Matrix::inputs(problem), inputs), (to, sums)) }?;
        if is_apart {
            // SAFETY: the sums have been written, apart from C; the caller's duty.
            unsafe { loops::combine(executor, problem, factors, sums, c) };
        } else {
            // SAFETY: the caller's duty.
            unsafe { loops::scale(executor, problem, factors[0], c) };
        }
        Ok(())
    }

    /// # Safety
    /// The matrices are around these addresses: inputs to be read, the output to be written, and read unless
    /// the plan overwrites it, and nothing else accesses that.
    unsafe fn run_plan(
        &self,
        executor: &dyn Executor,
        ([a, b], inputs): ([Matrix; 2], [*const T; 2]),
        (to, c): (Matrix, *mut T),
    ) -> Result<(), Refused> {
        // SAFETY: every index leads to an element of A (caller's duty).
        let a = unsafe { View::from_raw(inputs[0], &a.shape, &a.strides) };
        // SAFETY: the same of B.
        let b = unsafe { View::from_raw(inputs[1], &b.shape, &b.strides) };
        // SAFETY: every index leads to an element of C of its own, which nothing else
        // accesses (caller's duty).
        let mut c = unsafe { ViewMut::from_raw(c, &to.shape, &to.strides) };
        self.plan.run_on(&[a, b], &mut c, executor).map_err(|_| Refused)
    }
}

/// A plan was not run.
struct Refused;

impl From<OutOfMemory> for Refused {
    fn from(_: OutOfMemory) -> Self {
        Self
    }
}

/// A matrix: its extents, and its strides in elements.
#[derive(Clone, Copy, Debug)]
struct Matrix {
    shape: [usize; 2],
    strides: [isize; 2],
}

impl Matrix {
    fn new(shape: [usize; 2], strides: [usize; 2]) -> Self {
        Self { shape, strides: strides.map(|stride| stride as isize) }
    }

    fn inputs(problem: &Problem) -> [Self; 2] {
        let &Problem { m, n, k, .. } = problem;
        [Self::new([m, k], problem.strides_a()), Self::new([k, n], problem.strides_b())]
    }

    fn output(problem: &Problem) -> Self {
        Self::new([problem.m, problem.n], [1, problem.ldc])
    }

    fn elements(&self) -> usize {
        self.shape.iter().product()
    }

    /// Its extents along which elements are next to each other, and the other one with its stride.
    fn runs(&self) -> (usize, usize, isize) {
        let [rows, columns] = self.shape;
        if self.strides[0] == 1 { (rows, columns, self.strides[1]) } else { (columns, rows, self.strides[0]) }
    }

    /// The same without gaps, in the same order.
    fn dense(&self) -> Self {
        let [rows, columns] = self.shape;
        let strides = if self.strides[0] == 1 { [1, rows] } else { [columns, 1] };
        Self::new(self.shape, strides)
    }

    /// Fills an empty vector with the elements, their signs changed, without gaps.
    ///
    /// # Safety
    /// Its elements are around `start`, to be read.
    unsafe fn copy_negated<T: Number>(&self, start: *const T, copy: &mut Vec<T>) -> Result<(), OutOfMemory> {
        copy.try_reserve_exact(self.elements())?;
        let (len, count, step) = self.runs();
        for run in 0..count {
            let run = start.wrapping_offset(run as isize * step);
            // SAFETY: `nth` is below the length of the run (caller's duty).
            copy.extend((0..len).map(|nth| unsafe { run.wrapping_add(nth).read() }.negated()));
        }
        Ok(())
    }
}
