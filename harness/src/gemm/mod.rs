//! Handles of single multiplications: made once from a specification, called often, dropped.
//!
//! Problem: a program with many small multiplications wants code for each, knows its matrices as
//! slices or addresses, and does not know whether code pays.
//!
//! Idea: [`Jit::gemm`] takes a [`GemmSpec`] and makes a [`Gemm`], whose [`Status`] says what it
//! calls: code, or, only where [`Policy::Reference`] allows it, the scalar reference, with the reason
//! why there is no code. Everything else is an error, before any code is made. What a specification
//! leaves to run time is passed in [`Numbers`], by name.
//!
//! ```no_run
//! use tensmith::gemm::{Batch, Blocks, Chain, Factor, GemmSpec, Matrix, Numbers, Options};
//! use tensmith::{DType, Jit};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (a, b, c) = (Matrix::column_major(2), Matrix::column_major(3), Matrix::column_major(2));
//! let (alpha, beta) = (Factor::Runtime, Factor::Zero);
//! let (batch, epilogue) = (Batch::Single, Chain::EMPTY);
//! let spec = GemmSpec { types: DType::F32.into(), m: 2, n: 4, k: 3, a, b, c, alpha, beta, batch, epilogue };
//! let gemm = Jit::host()?.gemm::<f32>(&spec, Options::default())?;
//! println!("{}, pays from call {:?} on", gemm.status(), gemm.calls_to_pay_off());
//!
//! let (a, b, mut c) = ([1.0; 6], [1.0; 12], [0.0; 8]);
//! let numbers = Numbers { alpha: Some(0.5), ..Numbers::default() };
//! gemm.call([Blocks::Strided(&a), Blocks::Strided(&b)], &mut c, &numbers)?;
//! assert_eq!(c, [1.5; 8]);
//! # Ok(())
//! # }
//! ```
//!
//! Operands of an epilogue are passed with the blocks of A and B, as [`Inputs`].
//!
//! Invariants: slices that a call accepts hold every element that it touches, and C shares none with
//! A or B, nor with an operand of the epilogue unless that is C; code is mapped as long as its handle lives.
//!
//! Cost: a call of code allocates nothing. Where nothing is left to run time, rules are checked once, when
//! the handle is made. Checking slices takes time that depends on no extent, only on the number of offsets;
//! checking pointers compares C with each block, run by run where they cross. [`Gemm::call_unchecked`] leaves
//! that out. The scalar reference copies its operands.
//!
//! Tests: `tests/tests/harness_gemm.rs`.

mod blocks;
mod call;
mod error;
mod form;
mod inputs;
mod numbers;
mod raw;
mod runs;
mod scalar;
mod status;
mod worth;

pub use blocks::{Addresses, Blocks};
pub use error::CallError;
pub use form::Form;
pub use inputs::{Inputs, RawInputs};
pub use numbers::Numbers;
pub use raw::RawBlocks;
pub use status::{NotGenerated, Options, Policy, Status};
pub use tensmith_core::kernel::spec::{
    Argument, Batch, Chain, Factor, GemmSpec, Layout, Link, Matrix, Operand, SpecError, Stride,
};
pub use worth::Prediction;

use crate::error::{BuildError, PlanError};
use crate::jit::Jit;
use crate::kernels::GeneratedKernel;
use numbers::{Plain, ResolvedCall};
use std::marker::PhantomData;
use std::ptr::NonNull;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::Element;
use tensmith_core::registry::KernelError;
use tensmith_core::{DType, Target, Types};

/// A handle of one multiplication of matrices with elements of type `T`, made for one target. Threads can
/// share it. Handles of the same multiplication share its code, which stays mapped as long as one of them, or
/// the cache of their [`Jit`], has it.
#[derive(Debug)]
pub struct Gemm<T> {
    spec: GemmSpec,
    target: Target,
    status: Status,
    /// What the code takes, in order.
    arguments: Vec<Argument>,
    /// The multiplication of every call, where nothing is left to run time.
    settled: Option<ResolvedCall>,
    /// What calls check, where the code takes nothing but a pair of matrices and C.
    plain: Option<Plain>,
    element: PhantomData<T>,
}

impl Jit {
    /// Returns a handle that computes what `spec` says.
    ///
    /// # Errors
    /// [`PlanError::DType`] where an operand of the specification is of another type than `T`, or is
    /// computed with in another one than elements of `T` are;
    /// [`BuildError::Kernel`] where one of its fields breaks a rule, or a generator fails after its offer;
    /// [`PlanError::NotGenerated`] where
    /// there is no code and the policy demands some; [`BuildError::Memory`] or
    /// [`BuildError::OutOfMemory`] where there is no room for it.
    pub fn gemm<T: Element>(&self, spec: &GemmSpec, options: Options) -> Result<Gemm<T>, PlanError> {
        of_type(T::DTYPE, spec.types)?;
        // Operands are matrices here, whose columns have no elements in common.
        spec.validate_apart()
            .map_err(|error| BuildError::of_kernel(&KernelSpec::Gemm(*spec), error.into()))?;
        let status = match (self.worthwhile(spec, options.expected_calls)?, options.policy) {
            (Ok(made), _) => generated(spec, made),
            (Err(reason), Policy::Reference) => Status::Reference { reason },
            (Err(NotGenerated::Failed(source)), Policy::Error) => {
                return Err(BuildError::of_kernel(&KernelSpec::Gemm(*spec), source).into());
            }
            (Err(reason), Policy::Error) => {
                return Err(PlanError::NotGenerated { spec: Box::new(*spec), reason });
            }
        };
        let arguments: Vec<_> = KernelSpec::Gemm(*spec).arguments().collect();
        let settled = Numbers::<T>::default().settle(spec).ok();
        let plain = settled.as_ref().filter(|_| arguments == Plain::ARGUMENTS).and_then(ResolvedCall::plain);
        let target = *self.target();
        Ok(Gemm { spec: *spec, target, status, arguments, settled, plain, element: PhantomData })
    }

    /// The kernel, or why none is made. Whether it pays does not depend on whether it is there
    /// already, so that the same question has the same answer always.
    fn worthwhile(
        &self,
        spec: &GemmSpec,
        calls: Option<u64>,
    ) -> Result<Result<GeneratedKernel, NotGenerated>, BuildError> {
        let kernel = KernelSpec::Gemm(*spec);
        let made = match calls {
            None => self.make(&kernel),
            Some(calls) => match self.registry.choose(&kernel, self.target()) {
                Ok(choice) => {
                    let prediction = Prediction::new(spec, choice.offer.cycles, 0);
                    if !prediction.pays_within(calls) {
                        return Ok(Err(NotGenerated::DoesNotPay { calls, prediction }));
                    }
                    self.make_with(&kernel, || Ok(choice))
                }
                Err(source) => Err(BuildError::of_kernel(&kernel, source)),
            },
        };
        match made {
            Err(BuildError::Kernel { source: KernelError::NoGenerator(refused), .. }) => {
                Ok(Err(refused.into()))
            }
            Err(BuildError::Kernel {
                source: source @ (KernelError::Codegen(_) | KernelError::Assemble(_)),
                ..
            }) => Ok(Err(NotGenerated::Failed(source))),
            made => made.map(Ok),
        }
    }
}

/// Refuses a multiplication of which an operand, or what is computed, has another type.
fn of_type(expected: DType, types: Types) -> Result<(), PlanError> {
    let alike = Types::of(expected);
    let pairs = [
        (types.a, alike.a),
        (types.b, alike.b),
        (types.output, alike.output),
        (types.accumulator, alike.accumulator),
    ];
    let other = pairs.into_iter().find(|(found, expected)| found != expected);
    other.map_or(Ok(()), |(found, expected)| Err(PlanError::DType { found, expected }))
}

fn generated(spec: &GemmSpec, GeneratedKernel { code, kernel }: GeneratedKernel) -> Status {
    let prediction = Prediction::new(spec, code.cycles, code.code.len() / 4);
    Status::Generated { code, prediction, kernel }
}

impl<T: Element> Gemm<T> {
    /// Returns the specification of the multiplication.
    #[must_use]
    pub fn spec(&self) -> &GemmSpec {
        &self.spec
    }

    /// Returns the target that it is made for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Returns whether it calls code or the scalar reference, and why.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Returns the address of the code, for a caller that calls it directly: a function of the C calling
    /// convention, whose arguments are those of [`KernelSpec::arguments`]. It is valid as long as the handle
    /// lives. None where there is no code that runs here.
    #[must_use]
    pub fn entry(&self) -> Option<NonNull<u8>> {
        match &self.status {
            Status::Generated { kernel, .. } => kernel.as_ref().map(|kernel| kernel.block().start()),
            Status::Reference { .. } => None,
        }
    }

    /// Returns the number of calls that together save what generating the code costs, or would at least cost;
    /// none where that is not known, or never happens. See [`Prediction`].
    #[must_use]
    pub fn calls_to_pay_off(&self) -> Option<u64> {
        self.status.prediction()?.calls_to_pay_off()
    }
}
