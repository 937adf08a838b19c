//! Handles of multiplications of integers: of 8 and 16 bits, with and without signs, summed in 32 bits.
//!
//! Problem: instructions multiply groups of neighbours along K ([`GroupedSpec`]), each core those of other
//! types; programs have plain matrices.
//!
//! Idea: [`Integers`] takes plain matrices and finds a [way](Integers::steps) on the target. Copies make
//! groups where there are none. Where there is no instruction for two types of bytes, but one for the second
//! with the other sign, that factor is copied with 128 added to or subtracted from each element, and what
//! that adds to sums is subtracted. Else both factors become words of 16 bits. The results are the same
//! integers whatever the way.
//!
//! ```no_run
//! use tensmith::Jit;
//! use tensmith::integer::{IntegerGemm, Integers};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let spec = IntegerGemm::row_major([2, 2, 3]);
//! let product = Integers::<i8, u8>::new(&Jit::host()?, &spec)?;
//! let (a, b, mut c) = ([1i8, -2, 3, 4, 5, -6], [1u8, 2, 3, 4, 5, 255], [0; 4]);
//! product.call(&a, &b, &mut c)?;
//! assert_eq!(c, [10, 759, -11, -1502]);
//! # Ok(())
//! # }
//! ```
//!
//! Cost: a call allocates nothing, unless two threads call the same handle at once. Copies are as large as
//! the factors.
//!
//! Limits: one thread; factors are copied whole.
//!
//! Tests: `tests/tests/harness_integer.rs`.

mod call;
mod spec;
mod way;

pub use spec::{Integer, IntegerGemm};
pub use tensmith_core::kernel::spec::{GroupedSpec, Layout, Matrix, Overflow, SpecError, Start, Stride};

use crate::error::{BuildError, PlanError};
use crate::gemm::CallError;
use crate::jit::Jit;
use call::Call;
use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use tensmith_core::kernel::KernelSpec;
use tensmith_sync::scratch::Scratch;
use way::{Step, Way};

/// A handle of one multiplication of integers, made for one target. Threads can share it.
#[derive(Debug)]
pub struct Integers<A, B> {
    spec: IntegerGemm,
    call: Call,
    elements: PhantomData<(A, B)>,
}

impl<A: Integer, B: Integer> Integers<A, B> {
    /// Makes a handle that multiplies matrices with elements of the types `A` and `B`.
    ///
    /// # Errors
    /// [`BuildError::Kernel`] where a field of the specification breaks a rule, or the target has no
    /// instructions; [`BuildError::Memory`] or [`BuildError::OutOfMemory`] where there is no room.
    pub fn new(jit: &Jit, spec: &IntegerGemm) -> Result<Self, PlanError> {
        let types = [A::TYPE, B::TYPE];
        spec.validate(types).map_err(|error| BuildError::of_kernel(&spec.in_groups(types), error.into()))?;
        let Way { steps, scratch, offsets } = Way::of(spec, types, jit.target());
        let made = steps.into_iter().map(|step| {
            let kernel = step.kernel().map(|spec| jit.make(spec)).transpose()?;
            Ok((step, kernel))
        });
        let steps: Vec<_> = made.collect::<Result<_, BuildError>>()?;
        let scratch = Scratch::new(scratch, NonZeroUsize::MIN).map_err(BuildError::from)?;
        let offsets = call::offsets(offsets).map_err(BuildError::from)?;
        let call = Call { steps, scratch, offsets, target: jit.target().core.name };
        Ok(Self { spec: *spec, call, elements: PhantomData })
    }

    /// Returns the specification.
    #[must_use]
    pub const fn spec(&self) -> &IntegerGemm {
        &self.spec
    }

    /// Returns the steps of a call, in order.
    pub fn steps(&self) -> impl Iterator<Item = StepText<'_>> {
        self.call.steps.iter().map(|(step, _)| StepText(step))
    }

    /// Multiplies. Each slice begins with the first element of its matrix.
    ///
    /// # Errors
    /// [`CallError::TooShort`], [`CallError::OtherMachine`] or [`CallError::OutOfMemory`]; C is unchanged
    /// then.
    pub fn call(&self, a: &[A], b: &[B], c: &mut [i32]) -> Result<(), CallError> {
        let lengths = [("a", a.len()), ("b", b.len()), ("c", c.len())];
        for ((operand, len), needed) in lengths.into_iter().zip(self.spec.spans()) {
            if len < needed {
                return Err(CallError::TooShort { operand, len, needed });
            }
        }
        self.call.run(a, b, c)
    }
}

/// A step of a call, to be printed: the text of a kernel's specification, or what is done else.
#[derive(Clone, Copy, Debug)]
pub struct StepText<'a>(&'a Step);

impl StepText<'_> {
    /// Returns the kernel, if the step is one.
    #[must_use]
    pub fn kernel(self) -> Option<KernelSpec> {
        match self.0 {
            Step::Kernel { spec, .. } => Some(**spec),
            Step::Negate { .. } => None,
        }
    }
}

impl fmt::Display for StepText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Step::Kernel { spec, .. } => spec.fmt(f),
            Step::Negate { count, .. } => write!(f, "negate {count}"),
        }
    }
}
