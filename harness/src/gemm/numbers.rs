//! The numbers that a specification leaves to run time: what a call passes, and the specification
//! with them filled in.

use super::error::CallError;
use super::runs::Runs;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::MAX_PARAMETERS;
use tensmith_core::kernel::spec::{
    Argument, Batch, Chain, Factor, GemmSpec, MAX_LINKS, Matrix, Operand as LinkOperand, Parameter, Stride,
};
use tensmith_core::reference::Element;

/// The values of one call, for each field of the [`GemmSpec`] that is left to run time, and for no other.
/// Distances are in elements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Numbers<T> {
    /// Leading dimension of A.
    pub lda: Option<usize>,
    /// Leading dimension of B.
    pub ldb: Option<usize>,
    /// Leading dimension of C.
    pub ldc: Option<usize>,
    /// Distance from one block of A to the next.
    pub batch_stride_a: Option<usize>,
    /// Distance from one block of B to the next.
    pub batch_stride_b: Option<usize>,
    /// Number of pairs of blocks.
    pub batch_count: Option<usize>,
    /// Factor of the product.
    pub alpha: Option<T>,
    /// Factor of C.
    pub beta: Option<T>,
    /// Leading dimensions of the epilogue's operands, by the numbers of their links.
    pub ld_operands: [Option<usize>; MAX_LINKS],
    /// Parameters of the epilogue's operations, by the numbers of their links.
    pub parameters: [[Option<T>; MAX_PARAMETERS]; MAX_LINKS],
}

/// One input of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) name: &'static str,
    /// Each block.
    pub(super) block: Runs,
    /// Elements from one block to the next, where they are at constant distances.
    pub(super) step: usize,
}

/// The multiplication of one call, every number known and every rule kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResolvedCall {
    /// Without anything that is left to run time, but for factors.
    pub(super) spec: GemmSpec,
    /// Number of pairs of blocks.
    pub(super) count: usize,
    /// A and B; none where they are not read.
    pub(super) inputs: Option<[Side; 2]>,
    pub(super) c: Runs,
    /// The operands of the epilogue in order.
    pub(super) operands: [Option<Operand>; MAX_LINKS],
}

/// An operand of the epilogue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) name: &'static str,
    /// Only a matrix may be C itself: each of its elements is read where the result goes.
    pub(super) is_matrix: bool,
    pub(super) runs: Runs,
}

/// The elements from the first to the last of A, B and C, of code that takes these and nothing else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    pub(super) spans: [usize; 3],
}

impl Plain {
    /// What such code takes.
    pub(super) const ARGUMENTS: [Argument; 3] = [Argument::A, Argument::B, Argument::C];
}

impl ResolvedCall {
    /// The same for slices of a pair of matrices that are both read.
    pub(super) fn plain(&self) -> Option<Plain> {
        let [a, b] = self.inputs.as_ref().filter(|_| self.count > 0)?;
        Some(Plain { spans: [a.span(self.count), b.span(self.count), self.c.span()] })
    }
}

impl<T: Element> Numbers<T> {
    /// Whether there are none. All are looked at, which takes no branches.
    pub(super) fn are_none(&self) -> bool {
        let Self { lda, ldb, ldc, batch_stride_a, batch_stride_b, batch_count, alpha, beta, .. } = self;
        let strides = [lda, ldb, ldc, batch_stride_a, batch_stride_b, batch_count];
        let strides = strides.into_iter().chain(&self.ld_operands);
        let factors = [alpha, beta].into_iter().chain(self.parameters.as_flattened());
        strides.fold(true, |none, number| none & number.is_none())
            & factors.fold(true, |none, number| none & number.is_none())
    }

    /// The value of an argument, as kernels take it.
    pub(super) fn value(&self, argument: Argument) -> Option<usize> {
        match argument {
            Argument::Lda => self.lda,
            Argument::Ldb => self.ldb,
            Argument::Ldc => self.ldc,
            Argument::BatchStrideA => self.batch_stride_a,
            Argument::BatchStrideB => self.batch_stride_b,
            Argument::BatchCount => self.batch_count,
            Argument::Alpha => self.alpha.map(bits),
            Argument::Beta => self.beta.map(bits),
            other => self.of_link(other),
        }
    }

    /// The value of an argument of a link.
    fn of_link(&self, argument: Argument) -> Option<usize> {
        let lds = Argument::LD_OPERANDS.into_iter().zip(self.ld_operands);
        let parameters = self.parameters.into_iter().flatten().map(|number| number.map(bits));
        let parameters = Argument::PARAMETERS.into_iter().zip(parameters);
        lds.chain(parameters).find(|(name, _)| *name == argument).and_then(|(_, number)| number)
    }

    /// A specification with these numbers.
    pub(super) fn settle(&self, spec: &GemmSpec) -> Result<ResolvedCall, CallError> {
        self.factor(Argument::Alpha, spec.alpha)?;
        self.factor(Argument::Beta, spec.beta)?;
        let (step_a, step_b) = match spec.batch {
            Batch::Strided { a, b, .. } => (a, b),
            Batch::Single | Batch::Offsets { .. } | Batch::Addresses { .. } => {
                (Stride::fixed(0), Stride::fixed(0))
            }
        };
        let step_a = self.stride(Argument::BatchStrideA, step_a)?;
        let step_b = self.stride(Argument::BatchStrideB, step_b)?;
        let count = self.stride(Argument::BatchCount, spec.batch.count())?;
        let batch = batch(spec.batch, count, [step_a, step_b]);
        let a = self.matrix(Argument::Lda, spec.a)?;
        let b = self.matrix(Argument::Ldb, spec.b)?;
        let c = self.matrix(Argument::Ldc, spec.c)?;
        let epilogue = self.epilogue(spec)?;
        let spec = GemmSpec { a, b, c, batch, epilogue, ..*spec };
        spec.validate_apart()?;
        let side = |name, block, step| Side { name, block, step };
        let inputs = spec.has_product().then(|| {
            [side("a", Runs::of(a, spec.m, spec.k), step_a), side("b", Runs::of(b, spec.k, spec.n), step_b)]
        });
        Ok(ResolvedCall { spec, count, inputs, c: Runs::of(c, spec.m, spec.n), operands: operands(&spec) })
    }

    /// The epilogue with its leading dimensions and parameters.
    fn epilogue(&self, spec: &GemmSpec) -> Result<Chain, CallError> {
        let is_taken =
            |argument: &Argument| KernelSpec::Gemm(*spec).arguments().any(|taken| taken == *argument);
        let mut of_links = Argument::LD_OPERANDS.into_iter().chain(Argument::PARAMETERS);
        if let Some(argument) = of_links.find(|name| self.of_link(*name).is_some() && !is_taken(name)) {
            return Err(CallError::Superfluous { argument });
        }
        let mut chain = spec.epilogue;
        chain.try_change(|nth, link| -> Result<(), CallError> {
            if let Some(ld) = link.operand_mut().and_then(LinkOperand::ld_mut) {
                *ld = Stride::fixed(self.stride(Argument::LD_OPERANDS[nth], *ld)?);
            }
            for (which, parameter) in link.parameters_mut().iter_mut().enumerate() {
                let argument = Argument::PARAMETERS[nth * MAX_PARAMETERS + which];
                if *parameter == Parameter::Runtime {
                    let number = self.parameters[nth][which].ok_or(CallError::Missing { argument })?;
                    *parameter = Parameter::fixed(number.to_f64());
                }
            }
            Ok(())
        })?;
        Ok(chain)
    }

    fn matrix(&self, ld: Argument, matrix: Matrix) -> Result<Matrix, CallError> {
        Ok(Matrix { ld: Stride::fixed(self.stride(ld, matrix.ld)?), ..matrix })
    }

    fn stride(&self, argument: Argument, stride: Stride) -> Result<usize, CallError> {
        match (stride.known(), self.value(argument)) {
            (Some(value), None) | (None, Some(value)) => Ok(value),
            (Some(_), Some(_)) => Err(CallError::Superfluous { argument }),
            (None, None) => Err(CallError::Missing { argument }),
        }
    }

    fn factor(&self, argument: Argument, factor: Factor) -> Result<(), CallError> {
        match (factor, self.value(argument)) {
            (Factor::Runtime, None) => Err(CallError::Missing { argument }),
            (Factor::Zero | Factor::One, Some(_)) => Err(CallError::Superfluous { argument }),
            (Factor::Runtime, Some(_)) | (Factor::Zero | Factor::One, None) => Ok(()),
        }
    }
}

/// The bits of a number in the type that elements are computed with, as kernels take it.
fn bits<T: Element>(number: T) -> usize {
    number.convert::<T::Arithmetic>().to_bits() as usize
}

/// The operands of the epilogue of a specification whose strides are known.
fn operands(spec: &GemmSpec) -> [Option<Operand>; MAX_LINKS] {
    let mut operands = spec.epilogue.operands().map(|(link, operand)| {
        let column = |len| Runs::of(Matrix::column_major(len), len, 1);
        let runs = match operand {
            LinkOperand::Matrix(ld) => Runs::of(Matrix { ld, ..spec.c }, spec.m, spec.n),
            LinkOperand::Column => column(spec.m),
            LinkOperand::Row => column(spec.n),
            LinkOperand::Scalar => column(1),
        };
        let is_matrix = matches!(operand, LinkOperand::Matrix(_));
        Operand { name: Argument::OPERANDS[link].name(), is_matrix, runs }
    });
    [(); MAX_LINKS].map(|()| operands.next())
}

/// A batch of the same kind with all its numbers.
fn batch(kind: Batch, count: usize, [a, b]: [usize; 2]) -> Batch {
    let count = Stride::fixed(count);
    match kind {
        Batch::Single => Batch::Single,
        Batch::Strided { .. } => Batch::Strided { count, a: Stride::fixed(a), b: Stride::fixed(b) },
        Batch::Offsets { .. } => Batch::Offsets { count },
        Batch::Addresses { .. } => Batch::Addresses { count },
    }
}

impl Side {
    /// Elements from the first to the last of `count` blocks at constant distances.
    pub(super) fn span(&self, count: usize) -> usize {
        match self.block.span() {
            0 => 0,
            span => (count - 1) * self.step + span,
        }
    }
}
