//! A contraction with its plans and products: how it is made.

use super::arrangement::{Along, Arrangement, Panels, Places};
use super::error::EinsumError;
use super::meeting::{Meeting, Question, Turned};
use crate::csr::{Csr, Index};
use crate::product::{Options, Product};
use std::sync::Arc;
use tensmith::{Dialect, Jit, Plan, Subscript, Target};
use tensmith_core::einsum::path::{CostModel, Predicted, Step};
use tensmith_core::einsum::{Expression, Resolved};
use tensmith_core::reference::Element;
use tensmith_core::tensor::{ArrayLayout, LayoutError};

/// An expression and its operands.
#[derive(Debug)]
pub(super) struct Asked<T, I> {
    pub(super) expression: Expression,
    pub(super) resolved: Resolved,
    /// The number of the sparse operand.
    pub(super) operand: usize,
    pub(super) matrix: Arc<Csr<T, I>>,
    /// The dense operands, by their numbers.
    pub(super) dense: Vec<(usize, ArrayLayout)>,
    pub(super) output: ArrayLayout,
}

/// A contraction that was made.
#[derive(Debug)]
pub(super) struct Compiled<T, I> {
    pub(super) asked: Asked<T, I>,
    pub(super) target: Target,
    /// The choices of operands that the matrix could meet, with the operations of each.
    pub(super) choices: Vec<(Meeting, u64)>,
    pub(super) meeting: Meeting,
    /// Of the operands that the matrix meets, the tensor that it is multiplied with; none where that is the operand itself.
    pub(super) before: Option<Plan<T>>,
    pub(super) products: Vec<(Product<T, I>, Panels)>,
    /// Of the product and all other operands, the output; none where that is the product itself.
    pub(super) after: Option<Plan<T>>,
}

/// What is copied, or computed to where the sparse product wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Copies {
    operand: bool,
    result: bool,
}

impl Copies {
    /// None, one of both, and both.
    const ALL: [Self; 4] = [
        Self { operand: false, result: false },
        Self { operand: false, result: true },
        Self { operand: true, result: false },
        Self { operand: true, result: true },
    ];
}

impl<T: Element, I: Index> Asked<T, I> {
    /// The question of which operands the matrix meets.
    pub(super) fn question<'a>(&'a self, target: &'a Target) -> Question<'a> {
        let (matrix, entries) = (self.operand, self.matrix.entries());
        Question { resolved: &self.resolved, matrix, entries, dtype: T::DTYPE, target }
    }

    /// The layout of a dense operand.
    fn layout(&self, operand: usize) -> Option<&ArrayLayout> {
        self.dense.iter().find(|(number, _)| *number == operand).map(|(_, layout)| layout)
    }

    /// Operands, each by its indices and its layout.
    fn operands<'a>(
        &'a self,
        numbers: &'a [usize],
        question: &'a Question<'_>,
    ) -> impl Iterator<Item = (Vec<usize>, &'a ArrayLayout)> {
        let indices = |number| question.axes(number).iter().map(|axis| axis.index).collect();
        numbers.iter().filter_map(move |number| Some((indices(*number), self.layout(*number)?)))
    }

    /// The plan of what the matrix is multiplied with.
    fn before(&self, jit: &Jit, meeting: &Meeting) -> Result<Plan<T>, EinsumError> {
        let question = self.question(jit.target());
        let output = meeting.operand();
        let temporary = ArrayLayout::c_order(&extents(&question, &output))?;
        let inputs: Vec<_> = self.operands(&meeting.partners, &question).collect();
        dense(jit, &inputs, (&output, &temporary))
    }

    /// The plan of what becomes of the product.
    fn after(&self, jit: &Jit, meeting: &Meeting) -> Result<Plan<T>, EinsumError> {
        let question = self.question(jit.target());
        let product = meeting.result();
        let temporary = ArrayLayout::c_order(&extents(&question, &product))?;
        let mut inputs = vec![(product, &temporary)];
        inputs.extend(self.operands(&meeting.rest, &question));
        let output: Vec<usize> = (0..self.resolved.output().len()).collect();
        dense(jit, &inputs, (&output, &self.output))
    }

    /// The matrix as a meeting takes it.
    fn turned(&self, turned: Turned) -> Result<Arc<Csr<T, I>>, EinsumError> {
        Ok(match turned {
            Turned::No => Arc::clone(&self.matrix),
            Turned::Transposed => self.matrix.transposed()?.into(),
            Turned::Flat => self.matrix.flattened()?.into(),
        })
    }
}

impl<T: Element, I: Index> Compiled<T, I> {
    /// Makes plans and products.
    pub(super) fn new(jit: &Jit, asked: Asked<T, I>, options: &Options) -> Result<Self, EinsumError> {
        let target = *jit.target();
        let choices = asked.question(&target).meetings()?;
        let cheapest =
            choices.iter().min_by_key(|(meeting, operations)| (*operations, meeting.partners.len()));
        let (mut meeting, _) = cheapest.cloned().ok_or(EinsumError::NoMatrix)?;
        let matrix = asked.turned(meeting.turned)?;
        let (copies, arrangement) = arranged(&asked, &mut meeting, matrix.shape(), &target)?;
        let before = if copies.operand { Some(asked.before(jit, &meeting)?) } else { None };
        let after = if copies.result { Some(asked.after(jit, &meeting)?) } else { None };
        let mut products = Vec::new();
        for panels in arrangement.panels() {
            let options = Options { layout: arrangement.layout, ..*options };
            let product = Product::new(jit, Arc::clone(&matrix), panels.columns, &options)?;
            products.push((product, panels));
        }
        Ok(Self { asked, target, choices, meeting, before, products, after })
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

/// The extents of some indices.
fn extents(question: &Question<'_>, indices: &[usize]) -> Vec<usize> {
    indices.iter().map(|index| question.extent(*index)).collect()
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

/// The cheapest arrangement by predicted cycles, and what is copied for it. Orders the columns of the meeting as copies have them.
fn arranged<T: Element, I: Index>(
    asked: &Asked<T, I>,
    meeting: &mut Meeting,
    shape: (usize, usize),
    target: &Target,
) -> Result<(Copies, Arrangement), EinsumError> {
    let question = asked.question(target);
    let (operand, result) =
        (Strides::of_operand(asked, &question, meeting), Strides::of_result(asked, meeting));
    let mut best: Option<(f64, Candidate)> = None;
    for copies in Copies::ALL {
        let own = [(copies.operand, &operand), (copies.result, &result)];
        if own.iter().any(|(is_copied, strides)| !is_copied && strides.is_none()) {
            continue;
        }
        let kept = own.map(|(is_copied, strides)| strides.as_ref().filter(|_| !is_copied));
        for candidate in candidates(&question, meeting, copies, kept) {
            let reading = candidate.arrangement.cycles::<T, I>(shape, asked.matrix.entries(), target)?;
            let cycles = candidate.copying + reading;
            if best.as_ref().is_none_or(|(least, _)| cycles < *least) {
                best = Some((cycles, candidate));
            }
        }
    }
    // Where both are copied there always is one, as their rows follow one another, unless they are larger than any memory.
    let (_, Candidate { copies, arrangement, columns, .. }) = best.ok_or(LayoutError::TooMany)?;
    meeting.columns = columns;
    Ok((copies, arrangement))
}

/// The arrangements with some copies, where operand and result have strides of their own as far as they are not copied.
fn candidates(
    question: &Question<'_>,
    meeting: &Meeting,
    copies: Copies,
    [operand, result]: [Option<&Strides>; 2],
) -> Vec<Candidate> {
    let columns = ordered(&meeting.columns, result.or(operand));
    let meeting = Meeting { columns, ..meeting.clone() };
    let [of_b, of_c] = [meeting.operand(), meeting.result()];
    let copied = [(copies.operand, &of_b), (copies.result, &of_c)];
    let copying = copied.iter().filter(|(is_copied, _)| *is_copied);
    let copying: f64 = copying.map(|(_, indices)| copying_cycles(question, indices)).sum();
    let (dense_b, dense_c) = (Strides::dense(&of_b, question), Strides::dense(&of_c, question));
    let strides = (operand.unwrap_or(&dense_b), result.unwrap_or(&dense_c));
    let candidate =
        |arrangement| Candidate { copies, arrangement, columns: meeting.columns.clone(), copying };
    let places = places(&meeting, question, strides);
    places.iter().flat_map(Places::arrangements).map(candidate).collect()
}

/// Predicted cycles for copying the elements with some indices: as memory has it, and one for each, as they may be apart.
fn copying_cycles(question: &Question<'_>, indices: &[usize]) -> f64 {
    let elements: f64 = extents(question, indices).iter().map(|extent| *extent as f64).product();
    let step = Step { operands: [elements, 0.0], output: elements, points: 0.0 };
    Predicted::new(question.dtype, question.target).contraction(step) + elements
}

/// Columns in the order of their strides, the farthest first; as they are where both operand and result are copied.
fn ordered(columns: &[usize], strides: Option<&Strides>) -> Vec<usize> {
    let mut ordered = columns.to_vec();
    if let Some(strides) = strides {
        ordered.sort_by_key(|index| std::cmp::Reverse(strides.of(*index).unsigned_abs()));
    }
    ordered
}

/// How far an array moves along each of some indices.
#[derive(Debug)]
struct Strides(Vec<(usize, isize)>);

impl Strides {
    /// The strides of the only operand that the matrix meets; none where there are several, or it has a diagonal, or more indices than
    /// the product.
    fn of_operand<T: Element, I: Index>(
        asked: &Asked<T, I>,
        question: &Question<'_>,
        meeting: &Meeting,
    ) -> Option<Self> {
        let [partner] = *meeting.partners else { return None };
        let axes = question.axes(partner).iter().zip(asked.layout(partner)?.strides());
        let moving: Vec<_> =
            axes.filter(|(axis, _)| !axis.is_repeated).map(|(axis, stride)| (axis.index, *stride)).collect();
        let mut expected = meeting.operand();
        let mut found: Vec<usize> = moving.iter().map(|(index, _)| *index).collect();
        expected.sort_unstable();
        found.sort_unstable();
        (found == expected).then_some(Self(moving))
    }

    /// The strides of the output, where that is the result of the meeting.
    fn of_result<T: Element, I: Index>(asked: &Asked<T, I>, meeting: &Meeting) -> Option<Self> {
        let strides = asked.output.strides().iter().copied().enumerate();
        meeting.rest.is_empty().then(|| Self(strides.collect()))
    }

    /// The strides of an array in C order.
    fn dense(indices: &[usize], question: &Question<'_>) -> Self {
        let mut next = 1isize;
        let strides = indices.iter().rev().map(|index| {
            let stride = next;
            next = next.saturating_mul(question.extent(*index).max(1) as isize);
            (*index, stride)
        });
        Self(strides.collect())
    }

    fn of(&self, index: usize) -> isize {
        self.0.iter().find(|(other, _)| *other == index).map_or(0, |(_, stride)| *stride)
    }
}

/// The places of a product's elements; none where the summed rows and columns of a matrix do not follow one another in the operand.
fn places(meeting: &Meeting, question: &Question<'_>, (b, c): (&Strides, &Strides)) -> Option<Places> {
    let dimension = |index: &usize, strides: &Strides| (question.extent(*index), strides.of(*index));
    let summed = meeting.summed.iter().map(|index| dimension(index, b));
    let rows = meeting.kept.as_ref().map_or((1, 0), |index| dimension(index, c));
    let columns = meeting.columns.iter().map(|index| {
        let (extent, b) = dimension(index, b);
        Along { extent, b, c: c.of(*index) }
    });
    Some(Places {
        summed: summed.map(Some).reduce(|outer, inner| joined(outer?, inner?)).flatten()?,
        rows,
        columns: columns.collect(),
    })
}

/// Two dimensions as one, if one continues the other.
fn joined(outer: (usize, isize), inner: (usize, isize)) -> Option<(usize, isize)> {
    let extent = outer.0.checked_mul(inner.0)?;
    if extent == 0 || inner.0 == 1 {
        return Some((extent, outer.1));
    }
    if outer.0 == 1 {
        return Some(inner);
    }
    let continues = isize::try_from(inner.0).ok().and_then(|extent| inner.1.checked_mul(extent));
    (continues == Some(outer.1)).then_some((extent, inner.1))
}
