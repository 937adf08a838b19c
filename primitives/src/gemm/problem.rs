//! Which way round a multiplication is computed.
//!
//! Vectors run along the rows of C. Where C is contiguous along the other
//! direction, the kernel can compute `Cᵀ = Bᵀ·Aᵀ` in the same places: the
//! [exchanged](GemmSpec::exchanged) spec. Loops, tiles and micro-kernels see the
//! spec of the problem only; nothing but the arguments knows which it is.

use super::terms::Terms;
use core::num::NonZero;
use tensmith_core::Target;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::spec::{Argument, ChainSpec, Conjugation, Input, Layout, Matrix, Operand, Stride};
use tensmith_core::kernel::{GemmSpec, KernelSpec};

/// A multiplication and the way round in which it is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem<'s> {
    /// The specification of the kernel's caller.
    asked: &'s GemmSpec,
    /// The specification as the kernel computes it.
    spec: GemmSpec,
    is_exchanged: bool,
    numbers: Numbers,
}

/// The numbers that are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// Real ones.
    Real,
    /// Complex ones, with the factors that are conjugated.
    Complex(Conjugation),
    /// Groups of narrow ones.
    Dots(DotTypes),
}

impl<'s> Problem<'s> {
    /// As asked: vectors run along M.
    #[must_use]
    pub fn direct(asked: &'s GemmSpec) -> Self {
        Self { asked, spec: dense(*asked), is_exchanged: false, numbers: Numbers::Real }
    }

    /// The other way round: vectors run along N.
    #[must_use]
    pub fn exchanged(asked: &'s GemmSpec) -> Self {
        Self { asked, spec: dense(asked.exchanged()), is_exchanged: true, numbers: Numbers::Real }
    }

    /// The way in which vectors run along the contiguous direction of C.
    #[must_use]
    pub fn along_c(asked: &'s GemmSpec) -> Self {
        match asked.c.layout {
            Layout::ColumnMajor => Self::direct(asked),
            Layout::RowMajor => Self::exchanged(asked),
        }
    }

    /// The multiplication of complex numbers that [`complex`](super::complex) writes as one of real numbers.
    #[must_use]
    pub(super) fn of_complex(self, conjugation: Conjugation) -> Self {
        let conjugation = if self.is_exchanged { conjugation.exchanged() } else { conjugation };
        Self { numbers: Numbers::Complex(conjugation), ..self }
    }

    /// The multiplication that [`grouped`](super::grouped) writes as one of real numbers: a number is a
    /// group.
    #[must_use]
    pub(super) fn of_groups(self, types: DotTypes) -> Self {
        let (types, a) = match self.is_exchanged {
            true => (types.exchanged(), self.asked.exchanged().a),
            false => (types, self.asked.a),
        };
        // A single row is not taken for one that is contiguous along K: vectors run along rows.
        Self { numbers: Numbers::Dots(types), spec: GemmSpec { a, ..self.spec }, ..self }
    }

    /// Which factors are conjugated, of complex numbers.
    pub(super) const fn conjugation(&self) -> Option<Conjugation> {
        match self.numbers {
            Numbers::Complex(conjugation) => Some(conjugation),
            Numbers::Real | Numbers::Dots(_) => None,
        }
    }

    /// The terms that accumulators sum.
    pub(super) fn terms(&self) -> Terms {
        match self.numbers {
            Numbers::Real | Numbers::Complex(_) => Terms::Products(self.spec.types.accumulator.arithmetic()),
            Numbers::Dots(types) => Terms::Dots(types),
        }
    }

    /// Whether all rows are in vectors, whichever way B is stored.
    pub(super) fn is_by_vectors(&self) -> bool {
        self.numbers != Numbers::Real
    }

    /// How many positions of K there are for each column of A: the parts of the numbers in B.
    pub(super) const fn parts(&self) -> NonZero<usize> {
        match self.numbers {
            Numbers::Complex(_) => PARTS,
            Numbers::Real | Numbers::Dots(_) => NonZero::<usize>::MIN,
        }
    }

    /// The multiplication the other way round: `Cᵀ = Bᵀ·Aᵀ` for `C = A·B`, and back.
    #[must_use]
    pub fn other_way(&self) -> Self {
        let other = if self.is_exchanged { Self::direct(self.asked) } else { Self::exchanged(self.asked) };
        other.leaving(self.spec.epilogue.len())
    }

    /// The multiplication with the links of the epilogue from the `first` on left to a pass
    /// over C after the loops.
    #[must_use]
    pub fn leaving(mut self, first: usize) -> Self {
        if first < self.spec.epilogue.len() {
            (self.spec.epilogue, _) = self.spec.epilogue.split_at(first);
        }
        self
    }

    /// The part that is left to a pass over C: a chain of operations on it in its place.
    #[must_use]
    pub fn behind(&self) -> Option<ChainSpec> {
        if self.spec.epilogue.len() == self.asked.epilogue.len() {
            return None;
        }
        let Self { spec, .. } = Self::along_c(self.asked);
        let (_, chain) = spec.epilogue.split_at(self.spec.epilogue.len());
        let GemmSpec { types, m, n, c, .. } = spec;
        Some(ChainSpec { dtype: types.output, chain, m, n, input: Input::Matrix(c.ld), ld_out: c.ld })
    }

    /// The arguments of the kernel, in calling order, by what they are to the problem.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = Argument> {
        let asked = KernelSpec::Gemm(*self.asked).arguments();
        asked.map(|argument| if self.is_exchanged { argument.exchanged() } else { argument })
    }

    /// Whether vectors run along N of what was asked for.
    #[must_use]
    pub const fn is_exchanged(&self) -> bool {
        self.is_exchanged
    }

    /// Whether there are tiles for its layouts. Where cores do not multiply by lanes, an A and a B that are
    /// both contiguous along rows are multiplied the other way round only.
    pub fn has_tiles(&self, target: &Target) -> bool {
        let spec = self.spec();
        let are_rows = [spec.a.layout, spec.b.layout] == [Layout::RowMajor; 2];
        target.machine().multiplies_by_lane || !are_rows || !spec.has_product()
    }

    /// The specification that loops and tiles are made for.
    #[must_use]
    pub fn spec(&self) -> &GemmSpec {
        &self.spec
    }
}

/// The parts of a complex number.
const PARTS: NonZero<usize> = NonZero::new(2).unwrap();

/// From neighbour to neighbour.
const ONE: Stride = Stride::fixed(1);

/// Single rows and columns whose elements are neighbours are contiguous, whatever their layouts say:
/// a column of C, and along K a row of A and a column of B; where K is 1, a column of A and a row of B.
fn dense(mut spec: GemmSpec) -> GemmSpec {
    let is_dense =
        |matrix: Matrix, across: usize, layout| across == 1 && matrix.layout == layout && matrix.ld == ONE;
    if spec.k > 1 && is_dense(spec.a, spec.m, Layout::ColumnMajor) {
        spec.a = Matrix::row_major(spec.k);
    }
    if is_dense(spec.b, spec.n, Layout::RowMajor) {
        spec.b = Matrix::column_major(spec.k);
    }
    if spec.m > 1 && is_dense(spec.a, spec.k, Layout::RowMajor) {
        spec.a = Matrix::column_major(spec.m);
    }
    if spec.n > 1 && is_dense(spec.b, spec.k, Layout::ColumnMajor) {
        spec.b = Matrix::row_major(spec.n);
    }
    // Operands of the epilogue are stored as C is.
    let are_alike = spec.epilogue.operands().all(|(_, operand)| operand.ld().is_none_or(|ld| ld == ONE));
    if is_dense(spec.c, spec.n, Layout::RowMajor) && are_alike {
        let GemmSpec { m, c, epilogue, .. } = &mut spec;
        *c = Matrix::column_major(*m);
        epilogue.change(|link| {
            if let Some(ld) = link.operand_mut().and_then(Operand::ld_mut) {
                *ld = Stride::fixed(*m);
            }
        });
    }
    spec
}
