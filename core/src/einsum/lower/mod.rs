//! From an expression or a tree and its operands' layouts to a sequence of nests.
//!
//! Problem: contractions of many tensors are done two at a time, with intermediate tensors that nobody
//! asked for. Idea, in the order in which it happens:
//!
//! - `form`: in which order the operands meet, as a tree without permutations: each node that is computed
//!   is one nest;
//! - `layout`: intermediate tensors have the layout that their reader wants, so that none is ever copied into
//!   another one;
//! - `nest`: a nest for each node, which the optimizer decides like any other; `finish`: what happens to the
//!   output besides; `complex` and `complex_product`: nests over the parts of complex numbers; `grouped` and
//!   `factor`: those over groups of neighbours; `stand_in`: the loops of both;
//! - `arena`: where intermediate tensors lie, in memory that is no larger than all that exists at a time.
//!
//! The steps of all nodes are one sequence, in an order that needs little memory. Its arguments are the
//! operands, from 0 on, those of the chain, and then the output.
//!
//! Cost: of each node that of its optimization, and time quadratic in its number of indices.
//!
//! Tests: `tests/tests/einsum_lower.rs`, `tests/tests/einsum_lower_run.rs`.

mod arena;
mod complex;
mod complex_product;
mod computed;
mod error;
mod factor;
mod finish;
mod form;
mod grouped;
mod join;
mod labels;
mod layout;
mod nest;
mod numbers;
mod pair;
mod stand_in;
mod touches;
mod view;
mod wide;

pub use computed::Computed;
pub use error::LowerError;
pub use finish::{Finish, Link};
pub use labels::{LinkOperand, output_axes};
pub use numbers::Numbers;
pub use pair::lower_pair;
pub use touches::Beta;

use super::path::{Network, Predicted, Search};
use super::resolve::{Axes, Axis, Name, Resolved};
use super::tree::{Index, Kind, Node, NodeId, Tree};
use crate::fallible::{Few, TryVec, try_few};
use crate::tensor::ArrayLayout;
use crate::tensor::cost::Cost;
use crate::tensor::optimize::Context;
use crate::tensor::valid::Valid;
use crate::{DType, ScalarType, Target, Types};
use arena::Arena;
use finish::Epilogue;
use form::{Indices, Question};
use join::{Join, Part};
use layout::Layouts;
use nest::Tensors;
use view::View;

/// The arrays of a contraction, as they lie in memory.
#[derive(Clone, Copy, Debug)]
pub struct Arrays<'a> {
    /// Their types.
    pub numbers: Numbers,
    /// The operands.
    pub inputs: &'a [&'a ArrayLayout],
    /// The output.
    pub output: &'a ArrayLayout,
    /// The numbers of the operands whose conjugates are taken; of real ones, they are the same.
    pub conjugated: &'a [usize],
    /// The operations on the output's elements besides.
    pub finish: Finish<'a>,
}

/// The sequence that evaluates an expression or a tree.
#[derive(Debug, PartialEq)]
pub struct Lowered {
    /// All steps, decided. The arguments are the operands, those of the chain, and after them the output.
    pub sequence: Valid,
    /// The tree that is computed, with one nest for each node that is.
    pub tree: Tree,
    /// For each input of the tree, from left to right, the operand that it is.
    pub inputs: Few<usize, 2>,
    /// The nodes that are computed, in their order.
    pub nodes: Few<Computed, 1>,
}

impl Lowered {
    /// The predicted cycles of a node on one core.
    #[must_use]
    pub fn cost(&self, node: &Computed, target: &Target) -> Cost {
        Cost::of_steps(self.sequence.steps.get(node.steps.clone()).unwrap_or_default(), target)
    }
}

/// Lowers an expression that was resolved with the shapes of its operands. Three and more of them meet in the
/// order that the search finds.
///
/// # Errors
/// [`LowerError`].
pub fn lower(
    resolved: &Resolved,
    arrays: Arrays<'_>,
    search: &dyn Search,
    context: &Context<'_>,
) -> Result<Lowered, LowerError> {
    lower_slice((resolved, &[]), arrays, search, context)
}

/// Lowers a slice of an expression: for one value of each of the indices along which it is cut, which its
/// arrays do not have.
///
/// # Errors
/// [`LowerError`].
pub fn lower_slice(
    (resolved, cut): (&Resolved, &[Index]),
    arrays: Arrays<'_>,
    search: &dyn Search,
    context: &Context<'_>,
) -> Result<Lowered, LowerError> {
    let names = resolved.names();
    let mut inputs: Few<Axes, 2> = Few::new();
    let mut operands: Few<Indices, 2> = Few::new();
    for axes in resolved.inputs() {
        let axes: Axes = try_few(axes.iter().copied().filter(|axis| !cut.contains(&axis.index)))?;
        operands.try_push(try_few(moving(&axes))?)?;
        inputs.try_push(axes)?;
    }
    let views = views(inputs.iter().map(|axes| axes.iter().copied()), arrays, names)?;
    let kept: Indices = try_few((0..resolved.output().len()).filter(|index| !cut.contains(index)))?;
    let output = View::of_output(&kept, arrays.output, names)?;
    let epilogue = Epilogue::new(arrays.finish, &kept, names)?;
    let extents: Few<_, 8> = try_few(resolved.indices().iter().map(|index| index.extent))?;
    let question = Question { operands: &operands, output: &kept, extents: &extents };
    let (mut tree, inputs) =
        form::order(question, search, &Predicted::new(arrays.numbers.operands.part(), context.target))?;
    if !form::is_normal(&tree) {
        tree = form::normal(&tree)?;
    }
    compute(tree, (inputs, views), (output, epilogue), (arrays.numbers, arrays.conjugated), context)
}

/// The network that an order of an expression's operands is looked for.
///
/// # Errors
/// [`LowerError`].
pub fn network(resolved: &Resolved) -> Result<Network, LowerError> {
    let mut operands: Few<Indices, 2> = Few::new();
    for axes in resolved.inputs() {
        operands.try_push(try_few(moving(axes))?)?;
    }
    let kept: Indices = try_few(0..resolved.output().len())?;
    let extents: Few<_, 8> = try_few(resolved.indices().iter().map(|index| index.extent))?;
    Ok(Question { operands: &operands, output: &kept, extents: &extents }.network()?)
}

/// The indices along which an operand moves.
fn moving(axes: &Axes) -> impl Iterator<Item = Index> {
    axes.iter().filter(|axis| !axis.is_repeated).map(|axis| axis.index)
}

/// Lowers a tree.
///
/// # Errors
/// [`LowerError`].
pub fn lower_tree(tree: &Tree, arrays: Arrays<'_>, context: &Context<'_>) -> Result<Lowered, LowerError> {
    let names = |index: usize| (Name::Number(index), tree.extents().get(index).copied().unwrap_or(0));
    let inputs = tree.nodes().filter(|node| matches!(node.kind, Kind::Input(_)));
    let axes =
        inputs.clone().map(|node| node.indices.iter().map(|&index| Axis { index, is_repeated: false }));
    let views = views(axes, arrays, names)?;
    let root = tree.node(tree.root()).map_or(&[][..], |root| root.indices);
    let output = View::of_output(root, arrays.output, names)?;
    let epilogue = Epilogue::new(arrays.finish, root, names)?;
    let numbers = try_few(0..views.len())?;
    compute(
        form::normal(tree)?,
        (numbers, views),
        (output, epilogue),
        (arrays.numbers, arrays.conjugated),
        context,
    )
}

/// How the operands lie in memory.
fn views(
    operands: impl Iterator<Item = impl ExactSizeIterator<Item = Axis>> + Clone,
    arrays: Arrays<'_>,
    names: impl Fn(usize) -> (Name, usize) + Copy,
) -> Result<Few<View, 2>, LowerError> {
    let (found, expected) = (arrays.inputs.len(), operands.clone().count());
    if found != expected {
        return Err(LowerError::Arrays { found, expected });
    }
    if let Some(&operand) = arrays.conjugated.iter().find(|operand| **operand >= found) {
        return Err(LowerError::Conjugated { operand, operands: found });
    }
    let mut views = Few::new();
    for (operand, (axes, layout)) in operands.zip(arrays.inputs).enumerate() {
        views.try_push(View::of_operand(operand, axes, layout, names)?)?;
    }
    Ok(views)
}

/// Lowers a tree in normal form, whose inputs are operands with some views.
fn compute(
    tree: Tree,
    (inputs, mut views): (Few<usize, 2>, Few<View, 2>),
    (output, epilogue): (View, Epilogue),
    (numbers, conjugated): (Numbers, &[usize]),
    context: &Context<'_>,
) -> Result<Lowered, LowerError> {
    let (scalar, dtypes) = (numbers.operands, numbers.parts()?);
    numbers.check(&tree, &epilogue)?;
    let chain = views.len();
    let of_input = inputs.iter().map(|input| views.get_mut(*input).map(core::mem::take).unwrap_or_default());
    let layouts = Layouts::new(&tree, of_input, output)?;
    let mut arena =
        Arena::new(&tree, Types::of(scalar.part()).accumulator.bytes().saturating_mul(scalar.parts()))?;
    let mut parts: Few<_, 1> = Few::new();
    let order = tree.frugal()?;
    for (step, node) in order.into_iter().filter_map(|node| tree.node(node)).enumerate() {
        let mut operands = node.kind.children().filter_map(|operand| layouts.view(operand));
        let (Some(in0), in1, Some(out)) = (operands.next(), operands.next(), layouts.view(node.id)) else {
            continue;
        };
        let tensors = Tensors { in0, in1, out, kept: node.indices, extents: tree.extents() };
        let inner = Epilogue::default();
        let epilogue = if node.id == tree.root() { &epilogue } else { &inner };
        let sequence = match scalar {
            ScalarType::Real(_) => epilogue.steps(tensors, types(&tree, node, dtypes), context)?,
            ScalarType::C64 | ScalarType::C128 => {
                let mut conjugates = node.kind.children().map(|child| match tree.node(child)?.kind {
                    Kind::Input(input) => Some(conjugated.contains(inputs.get(input)?)),
                    Kind::Unary(_) | Kind::Contraction(_) => None,
                });
                let conjugates = [(); 2].map(|()| conjugates.next().flatten().unwrap_or(false));
                complex::steps(tensors, (scalar.part(), conjugates), epilogue, context)?
            }
        };
        let (place, own) = arena.compute(&tree, (step, node), sequence.arena)?;
        parts.try_push(Part { node, sequence, place, own })?;
    }
    let output = chain.saturating_add(epilogue.arguments());
    let join = Join { tree: &tree, inputs: &inputs, chain, output, size: arena.size() };
    let (sequence, nodes) = join.join(parts)?;
    Ok(Lowered { sequence: Valid::of_optimized(sequence)?, tree, inputs, nodes })
}

/// The types of a node of a tree whose operands and output have these: what is between has the type of sums.
fn types(tree: &Tree, node: Node<'_>, [dtype, output]: [DType; 2]) -> Types {
    let types = Types::of(dtype);
    let is_array =
        |operand: NodeId| tree.node(operand).is_none_or(|node| matches!(node.kind, Kind::Input(_)));
    let of = |is_array: bool| if is_array { dtype } else { types.accumulator };
    let mut operands = node.kind.children().map(|operand| of(is_array(operand)));
    let a = operands.next().unwrap_or(dtype);
    let output = if node.id == tree.root() { output } else { types.accumulator };
    Types { a, b: operands.next().unwrap_or(a), output, ..types }
}
