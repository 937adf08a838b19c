//! A contraction with its plans and products: how it is made.
//!
//! Tests: `tests/tests/sparse_einsum.rs`.

use super::arrangement::{Along, Arrangement, Panels, Places, Run};
use super::error::EinsumError;
use super::sparse_step::{Orientation, Problem, SparseStep};
use crate::csr::{Csr, Index};
use crate::product::{Options, Product};
use std::cmp::Reverse;
use std::sync::Arc;
use tensmith::expression::{Dialect, Subscript};
use tensmith::{Jit, Plan};
use tensmith_core::einsum::Expression;
use tensmith_core::einsum::path::{CostModel, Predicted, Step};
use tensmith_core::reference::Element;
use tensmith_core::tensor::{ArrayLayout, LayoutError};

/// An expression and its operands.
#[derive(Debug)]
pub(super) struct Request<T, I> {
    pub(super) expression: Expression,
    pub(super) problem: Problem,
    pub(super) matrix: Arc<Csr<T, I>>,
    /// The dense operands, by their numbers.
    pub(super) dense: Vec<(usize, ArrayLayout)>,
    pub(super) output: ArrayLayout,
}

/// A contraction that was made.
#[derive(Debug)]
pub(super) struct Compiled<T: Element, I: Index> {
    pub(super) request: Request<T, I>,
    /// The sparse steps that there could be, with the operations of each.
    pub(super) choices: Vec<(SparseStep, u64)>,
    pub(super) step: SparseStep,
    /// Of the co-operands, the tensor that the matrix is multiplied with; none where that
    /// is the operand itself.
    pub(super) before: Option<Plan<T>>,
    pub(super) products: Vec<(Product<Csr<T, I>>, Panels)>,
    /// Of the product and all other operands, the output; none where that is the product itself.
    pub(super) after: Option<Plan<T>>,
}

/// The tensors that are copied, or computed to where the sparse product takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Copies {
    None,
    Result,
    Operand,
    Both,
}

impl Copies {
    const ALL: [Self; 4] = [Self::None, Self::Result, Self::Operand, Self::Both];

    const fn operand(self) -> bool {
        matches!(self, Self::Operand | Self::Both)
    }

    const fn result(self) -> bool {
        matches!(self, Self::Result | Self::Both)
    }
}

impl<T: Element, I: Index> Request<T, I> {
    /// The layout of a dense operand.
    fn layout(&self, operand: usize) -> Option<&ArrayLayout> {
        self.dense.iter().find(|(number, _)| *number == operand).map(|(_, layout)| layout)
    }

    /// Operands, each by its indices and its layout.
    fn operands<'a>(&'a self, numbers: &'a [usize]) -> impl Iterator<Item = (Vec<usize>, &'a ArrayLayout)> {
        let indices = |number| self.problem.axes(number).iter().map(|axis| axis.index).collect();
        numbers.iter().filter_map(move |number| Some((indices(*number), self.layout(*number)?)))
    }

    /// The layout of a tensor with some indices that is computed on the way.
    fn temporary(&self, indices: &[usize]) -> Result<ArrayLayout, EinsumError> {
        Ok(ArrayLayout::c_order(&self.problem.extents(indices))?)
    }

    /// The plan of the tensor that the matrix is multiplied with.
    fn before(&self, jit: &Jit, step: &SparseStep) -> Result<Plan<T>, EinsumError> {
        let output = step.operand();
        let inputs: Vec<_> = self.operands(&step.co_operands).collect();
        dense(jit, &inputs, (&output, &self.temporary(&output)?))
    }

    /// The plan of what becomes of the product.
    fn after(&self, jit: &Jit, step: &SparseStep) -> Result<Plan<T>, EinsumError> {
        let product = step.result();
        let temporary = self.temporary(&product)?;
        let mut inputs = vec![(product, &temporary)];
        inputs.extend(self.operands(&step.rest));
        dense(jit, &inputs, (&self.problem.output(), &self.output))
    }

    /// The matrix as a step takes it.
    fn oriented(&self, orientation: Orientation) -> Result<Arc<Csr<T, I>>, EinsumError> {
        Ok(match orientation {
            Orientation::Stored => Arc::clone(&self.matrix),
            Orientation::Transposed => self.matrix.transposed()?.into(),
            Orientation::Flattened => self.matrix.flattened()?.into(),
        })
    }
}

impl<T: Element, I: Index> Compiled<T, I> {
    /// Makes plans and products.
    pub(super) fn new(jit: &Jit, request: Request<T, I>, options: &Options) -> Result<Self, EinsumError> {
        let choices = request.problem.steps()?;
        let cheapest = choices.iter().min_by_key(|(step, operations)| (*operations, step.co_operands.len()));
        let (mut step, _) = cheapest.cloned().ok_or(EinsumError::NoMatrix)?;
        let matrix = request.oriented(step.orientation)?;
        let Candidate { copies, arrangement, columns, .. } = arranged(&request, &step, matrix.shape())?;
        step.columns = columns;
        let before = if copies.operand() { Some(request.before(jit, &step)?) } else { None };
        let after = if copies.result() { Some(request.after(jit, &step)?) } else { None };
        let mut products = Vec::new();
        for panels in arrangement.panels() {
            let options = Options { layout: arrangement.layout, ..*options };
            let product = Product::new(jit, Arc::clone(&matrix), panels.columns, &options)?;
            products.push((product, panels));
        }
        Ok(Self { request, choices, step, before, products, after })
    }
}

/// A plan for dense operands, each by its indices and its layout.
fn dense<T: Element>(
    jit: &Jit,
    inputs: &[(Vec<usize>, &ArrayLayout)],
    (indices, output): (&[usize], &ArrayLayout),
) -> Result<Plan<T>, EinsumError> {
    let subscripts = |indices: &[usize]| indices.iter().copied().map(Subscript::Index).collect::<Vec<_>>();
    let lists: Vec<_> = inputs.iter().map(|(indices, _)| subscripts(indices)).collect();
    let lists: Vec<&[Subscript]> = lists.iter().map(Vec::as_slice).collect();
    let layouts: Vec<_> = inputs.iter().map(|(_, layout)| *layout).collect();
    let output_list = subscripts(indices);
    let contraction = jit.interleaved(&lists, Some(&output_list)).dialect(Dialect::Lenient);
    Ok(contraction.plan_into(&layouts, output)?)
}

/// An arrangement with what is copied for it.
struct Candidate {
    copies: Copies,
    arrangement: Arrangement,
    /// The indices of the columns, in the order of copies.
    columns: Vec<usize>,
    /// Predicted cycles of the copies.
    copying: f64,
}

/// The cheapest arrangement by predicted cycles, and what is copied for it.
fn arranged<T: Element, I: Index>(
    request: &Request<T, I>,
    step: &SparseStep,
    shape: (usize, usize),
) -> Result<Candidate, EinsumError> {
    let problem = &request.problem;
    let (operand, result) = (Strides::of_operand(request, step), Strides::of_result(request, step));
    let mut best: Option<(f64, Candidate)> = None;
    for copies in Copies::ALL {
        let kept = [(copies.operand(), &operand), (copies.result(), &result)];
        if kept.iter().any(|(is_copied, strides)| !is_copied && strides.is_none()) {
            continue;
        }
        let kept = kept.map(|(is_copied, strides)| strides.as_ref().filter(|_| !is_copied));
        for candidate in candidates(problem, step, copies, kept) {
            let reading = candidate.arrangement.cycles::<T, I>(shape, problem.entries, &problem.target)?;
            let cycles = candidate.copying + reading;
            if best.as_ref().is_none_or(|(least, _)| cycles < *least) {
                best = Some((cycles, candidate));
            }
        }
    }
    // Where both are copied there always is one, as their rows follow one another, unless they are
    // larger than any memory.
    Ok(best.ok_or(LayoutError::TooMany)?.1)
}

/// The arrangements with some copies, where operand and result have strides of their own as far as
/// they are not copied.
fn candidates(
    problem: &Problem,
    step: &SparseStep,
    copies: Copies,
    [operand, result]: [Option<&Strides>; 2],
) -> Vec<Candidate> {
    let mut columns = step.columns.clone();
    // The farthest apart first; as they are where both operand and result are copied.
    if let Some(strides) = result.or(operand) {
        columns.sort_by_key(|index| Reverse(strides.of(*index).unsigned_abs()));
    }
    let step = SparseStep { columns, ..step.clone() };
    let [of_b, of_c] = [step.operand(), step.result()];
    let mut copying = 0.0;
    for (is_copied, indices) in [(copies.operand(), &of_b), (copies.result(), &of_c)] {
        copying += if is_copied { copying_cycles(problem, indices) } else { 0.0 };
    }
    let (dense_b, dense_c) = (Strides::dense(&of_b, problem), Strides::dense(&of_c, problem));
    let strides = (operand.unwrap_or(&dense_b), result.unwrap_or(&dense_c));
    let candidate = |arrangement| Candidate { copies, arrangement, columns: step.columns.clone(), copying };
    places(&step, problem, strides).iter().flat_map(Places::arrangements).map(candidate).collect()
}

/// Predicted cycles for copying the elements with some indices: as memory has it, and one for each,
/// as they may be apart.
fn copying_cycles(problem: &Problem, indices: &[usize]) -> f64 {
    let elements: f64 = problem.extents(indices).iter().map(|extent| *extent as f64).product();
    let step = Step { operands: [elements, 0.0], output: elements, points: 0.0 };
    Predicted::new(problem.dtype, &problem.target).contraction(step) + elements
}

/// How far an array moves along each of some indices.
#[derive(Debug)]
struct Strides(Vec<(usize, isize)>);

impl Strides {
    /// The strides of the only co-operand; none where there are several, or it has a diagonal, or more
    /// indices than the product.
    fn of_operand<T: Element, I: Index>(request: &Request<T, I>, step: &SparseStep) -> Option<Self> {
        let [operand] = *step.co_operands else { return None };
        let axes = request.problem.axes(operand).iter().zip(request.layout(operand)?.strides());
        let moving: Vec<_> =
            axes.filter(|(axis, _)| !axis.is_repeated).map(|(axis, stride)| (axis.index, *stride)).collect();
        let mut expected = step.operand();
        let mut found: Vec<usize> = moving.iter().map(|(index, _)| *index).collect();
        expected.sort_unstable();
        found.sort_unstable();
        (found == expected).then_some(Self(moving))
    }

    /// The strides of the output, where that is the result of the step.
    fn of_result<T: Element, I: Index>(request: &Request<T, I>, step: &SparseStep) -> Option<Self> {
        let strides = request.output.strides().iter().copied().enumerate();
        step.rest.is_empty().then(|| Self(strides.collect()))
    }

    /// The strides of an array in C order.
    fn dense(indices: &[usize], problem: &Problem) -> Self {
        let mut next = 1isize;
        let strides = indices.iter().rev().map(|index| {
            let stride = next;
            next = next.saturating_mul(problem.extent(*index).max(1) as isize);
            (*index, stride)
        });
        Self(strides.collect())
    }

    fn of(&self, index: usize) -> isize {
        self.0.iter().find(|(other, _)| *other == index).map_or(0, |(_, stride)| *stride)
    }
}

/// The places of a product's elements; none where the summed rows and columns of a matrix do not follow one
/// another in the operand.
fn places(step: &SparseStep, problem: &Problem, (b, c): (&Strides, &Strides)) -> Option<Places> {
    let run =
        |index: &usize, strides: &Strides| Run { extent: problem.extent(*index), stride: strides.of(*index) };
    let summed = step.summed.iter().map(|index| Some(run(index, b)));
    let along = |index: &usize| Along { extent: problem.extent(*index), b: b.of(*index), c: c.of(*index) };
    Some(Places {
        summed: summed.reduce(|outer, inner| outer?.joined(inner?)).flatten()?,
        rows: step.kept.as_ref().map_or(Run { extent: 1, stride: 0 }, |index| run(index, c)),
        columns: step.columns.iter().map(along).collect(),
    })
}
