//! Plans as text, and back.
//!
//! ```text
//! plan f32 neoverse-v2
//! expression mk,kn->mn
//! input 5,11 11,1
//! input 11,7 7,1
//! output 5,7 7,1
//! beta 0.5
//! link add 1 7 1
//! link relu
//! extents 5,7,11
//! path [0,2],[2,1]->[0,1]
//! order 0,1
//! steps 2
//! sequence scratch=0
//! …
//! ```
//!
//! Problem: looking for a plan takes time, and people may know a better one. Idea: the text says what was
//! asked and what was decided, the latter in the form of [sequences](tensmith_core::tensor::Sequence);
//! kernels follow from that. Extents and strides are those of the operands. `extents`, `path` and `order` are
//! the tree that is computed, and which input each of its leaves is; `steps` says how many steps each of its
//! nodes takes. `cut` are the indices along which the contraction is cut, and `block` how many slices are
//! added in one place, if it is; path and steps are those of a slice then. A tree in brackets has `tree` in
//! place of `expression`. `conjugated`, the numbers of inputs, `beta` and `link`s are there if asked;
//! a link with an operand says along which axes of the output that is, and its extents and strides. `#`
//! begins a comment, in an expression where white space is around it; spaces and empty lines do not matter.
//!
//! Invariant: a plan that was read accesses nothing but its operands, whatever the text. It is verified like
//! a sequence from anywhere, and then against the layouts, gaps included. What it computes is what its steps
//! say; after changing them, compare the result with the reference ([`Plan::check`]).
//!
//! Operations have their names. One that is defined elsewhere is not found by that.
//!
//! Tests: `tests/tests/harness_text.rs`, `tests/tests/fuzz_corpus.rs`.

mod error;
mod lines;

pub use error::PlanTextError;

use crate::error::PlanError;
use crate::jit::Jit;
use crate::notation::Notation;
use crate::operands::{Operands, PlanLink};
use crate::order::{ContractionOrder, Order};
use crate::plan::{Compiled, Plan};
use crate::slices::Slices;
use lines::{Line, Lines};
use std::fmt::{self, Write};
use tensmith_core::Scalar;
use tensmith_core::einsum::tree::{self, Index, Kind, Tree};
use tensmith_core::einsum::{self, Beta, Computed, Dialect, LowerError};
use tensmith_core::fallible::{Few, OutOfMemory};
use tensmith_core::kernel::op::{BinaryOp, UnaryOp};
use tensmith_core::tensor::ArrayName;
use tensmith_core::tensor::OutOfBounds;
use tensmith_core::tensor::text::TextError;
use tensmith_core::tensor::{ArrayLayout, Sequence};

impl<T: Scalar> Plan<T> {
    /// The plan as text, which [`Jit::plan_from_text`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // A string takes whatever is written.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let operands @ Operands { inputs, output, conjugated, beta, chain } = &self.0.operands;
        let ContractionOrder { tree: path, inputs: order, nodes } = &self.0.order;
        writeln!(out, "plan {} {}", T::TYPE, self.0.target.core.name)?;
        match &self.0.notation {
            Notation::Expression(expression, _) => writeln!(out, "expression {expression}")?,
            Notation::Tree(tree) => writeln!(out, "tree {tree}")?,
        }
        let (own, further) = inputs.split_at(operands.own_inputs());
        for (name, layout) in own.iter().map(|input| ("input", input)).chain([("output", output)]) {
            writeln!(out, "{name} {} {}", list(layout.shape()), list(layout.strides()))?;
        }
        if !conjugated.is_empty() {
            writeln!(out, "conjugated {}", list(conjugated))?;
        }
        match beta {
            Beta::Zero => {}
            Beta::One => writeln!(out, "beta 1.0")?,
            Beta::Fixed(factor) => writeln!(out, "beta {:?}", factor.get())?,
        }
        let mut further = further.iter();
        for link in chain {
            match (link, further.as_slice()) {
                (PlanLink::Binary { op, axes }, [layout, rest @ ..]) => {
                    further = rest.iter();
                    let (axes, shape, strides) = (list(axes), list(layout.shape()), list(layout.strides()));
                    writeln!(out, "link {op} {axes} {shape} {strides}")?;
                }
                (PlanLink::Binary { op, .. }, []) => writeln!(out, "link {op}")?,
                (PlanLink::Unary(op), _) => writeln!(out, "link {op}")?,
            }
        }
        writeln!(out, "extents {}", list(path.extents()))?;
        writeln!(out, "path {path}")?;
        writeln!(out, "order {}", list(order))?;
        if let Some(slices) = &self.0.slices {
            let cut: Vec<_> = slices.indices().collect();
            writeln!(out, "cut {}", list(&cut))?;
            writeln!(out, "block {}", slices.block())?;
        }
        let steps: Vec<_> = nodes.iter().map(|node| node.steps.len()).collect();
        writeln!(out, "steps {}", list(&steps))?;
        writeln!(out, "{}", self.explain().loops().sequence())
    }
}

/// Numbers with commas between them; of none, a dash.
fn list(numbers: &[impl ToString]) -> String {
    let words: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}

impl Jit {
    /// The plan that a text describes, as [`Plan::to_text`] writes it: without a search, with the same steps
    /// and the same result, bit by bit. The cache of plans knows nothing of it.
    ///
    /// Whatever the text, the plan accesses nothing but its operands; but what it computes
    /// is what its steps say.
    ///
    /// # Errors
    /// [`PlanError::Text`], where the text is malformed, or is a plan for another machine or type;
    /// [`PlanError::Nest`], where its steps break a rule, or where it takes too long to tell what they access
    /// from the gaps of an array ([`Sequence::is_within`]).
    pub fn plan_from_text<T: Scalar>(&self, text: &str) -> Result<Plan<T>, PlanError> {
        let mut lines = Lines::new(text);
        self.heading::<T>(lines.take("plan")?)?;
        let asked = lines.one_of(["expression", "tree"])?;
        let operands = operands(&mut lines)?;
        if T::TYPE.is_complex() && !operands.chain.is_empty() {
            let links = operands.chain.len();
            return Err(LowerError::ComplexLinks { links }.into());
        }
        let extents_line = lines.take("extents")?;
        let extents = extents_line.numbers()?;
        let notation = notation(asked, extents_line, &extents, &operands)?;
        let path_line = lines.take("path")?;
        let path = read_tree(path_line, &extents)?;
        let order_line = lines.take("order")?;
        let order = order_line.numbers()?;
        let cut = cut(&mut lines)?;
        let cut_indices = cut.as_ref().map_or(&[][..], |order| &order.cut);
        check_order(order_line, &order, (&notation, &path, cut_indices), &operands)?;
        let steps_line = lines.take("steps")?;
        let steps = steps_line.numbers()?;
        let (first, rest) = lines.rest();
        let sequence: Sequence = rest.parse().map_err(|error| of_sequence(error, first))?;
        let nodes = nodes(steps_line, &steps, &path, &sequence)?;
        let (scalar, program) = (T::TYPE, self.sequence::<T::Part>(sequence)?.any);
        let (target, order) = (self.target, ContractionOrder { tree: path, inputs: order.into(), nodes });
        let slices = match (&notation, cut) {
            (Notation::Expression(_, resolved), Some(cut)) => {
                Some(Box::new(Slices::new(resolved, &operands, &cut)?))
            }
            (Notation::Tree(_), Some(_)) => {
                return Err(PlanError::NoSlices { rule: "must be an expression" });
            }
            (_, None) => None,
        };
        let compiled =
            Compiled { target, scalar, written: scalar, notation, operands, order, program, slices };
        let compiled = compiled.checked()?;
        let operands = compiled.program_operands();
        let parts = operands.in_parts(compiled.scalar)?;
        stays_within(compiled.program.loops().sequence(), parts.as_ref().unwrap_or(operands))?;
        Ok(Plan::of(compiled).expect("it is for elements of this type"))
    }

    /// Checks for what the plan is made.
    fn heading<T: Scalar>(&self, line: Line<'_>) -> Result<(), PlanTextError> {
        let [dtype, target] = line.words(["an element type", "a target"])?;
        let (number, expected) = (line.number, T::TYPE.name());
        if dtype != expected {
            return Err(PlanTextError::DType { line: number, found: dtype.to_owned(), expected });
        }
        let expected = self.target.core.name;
        if target != expected {
            return Err(PlanTextError::Target { line: number, found: target.to_owned(), expected });
        }
        Ok(())
    }
}

/// The operands of a contraction.
fn operands(lines: &mut Lines<'_>) -> Result<Operands, PlanTextError> {
    let mut inputs = Vec::new();
    while let Some(line) = lines.take_if("input") {
        inputs.push(layout(line)?);
    }
    let line = lines.take("output")?;
    let output = layout(line)?;
    if !output.is_distinct() {
        return Err(PlanTextError::Overlap { line: line.number });
    }
    let conjugated = lines.take_if("conjugated").map(|line| conjugated(line, inputs.len())).transpose()?;
    let beta = lines.take_if("beta").map(|line| line.value("a number", |word| word.parse().ok()));
    let beta = beta.transpose()?.map_or(Beta::Zero, Beta::of);
    let mut chain = Vec::new();
    while let Some(line) = lines.take_if("link") {
        let (link, operand) = link(line, output.shape())?;
        chain.push(link);
        inputs.extend(operand);
    }
    Ok(Operands { inputs, output, conjugated: conjugated.unwrap_or_default(), beta, chain })
}

/// The numbers of some inputs, in order.
fn conjugated(line: Line<'_>, inputs: usize) -> Result<Vec<usize>, PlanTextError> {
    let numbers = line.numbers()?;
    let is_sorted = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    match is_sorted && numbers.iter().all(|number| *number < inputs) {
        true => Ok(numbers),
        false => Err(line.contradiction("what is conjugated must be inputs, in order")),
    }
}

/// A link on an output of some shape, and its operand, if it has one.
fn link(line: Line<'_>, output: &[usize]) -> Result<(PlanLink, Option<ArrayLayout>), PlanTextError> {
    if let Ok(op) = line.value("an operation", UnaryOp::from_text) {
        return Ok((PlanLink::Unary(op), None));
    }
    let [op, axes, shape, strides] = line.words(["an operation", "axes", "extents", "strides"])?;
    let op = BinaryOp::from_text(op).ok_or_else(|| line.error(2, "an operation"))?;
    let axes: Vec<usize> = lines::numbers(axes).ok_or_else(|| line.error(3, "axes"))?;
    let layout = layout_of(line, (shape, 4), (strides, 5))?;
    let is_repeated = |(nth, axis): (usize, &usize)| axes[..nth].contains(axis);
    let extents = axes.iter().map(|axis| output.get(*axis).copied());
    if axes.iter().enumerate().any(is_repeated) || !extents.eq(layout.shape().iter().copied().map(Some)) {
        return Err(line.contradiction("the operand must have the extents of different axes of the output"));
    }
    Ok((PlanLink::Binary { op, axes }, Some(layout)))
}

fn layout(line: Line<'_>) -> Result<ArrayLayout, PlanTextError> {
    let [shape, strides] = line.words(["extents", "strides"])?;
    layout_of(line, (shape, 2), (strides, 3))
}

/// The layout that two words of a line say, each with its number.
fn layout_of(
    line: Line<'_>,
    (shape, of_shape): (&str, usize),
    (strides, of_strides): (&str, usize),
) -> Result<ArrayLayout, PlanTextError> {
    let shape = lines::numbers(shape).ok_or_else(|| line.error(of_shape, "extents"))?;
    let strides = lines::numbers(strides).ok_or_else(|| line.error(of_strides, "strides"))?;
    ArrayLayout::new(&shape, &strides).map_err(|error| PlanTextError::Layout { line: line.number, error })
}

fn read_tree(line: Line<'_>, extents: &[usize]) -> Result<Tree, PlanTextError> {
    tree::parse(line.text("a tree")?, extents)
        .map_err(|error| PlanTextError::Tree { line: line.number, error })
}

/// How the contraction is written, if that fits the operands.
fn notation(
    asked: Line<'_>,
    extents_line: Line<'_>,
    extents: &[usize],
    operands: &Operands,
) -> Result<Notation, PlanTextError> {
    let Operands { inputs, output, .. } = operands;
    let inputs = &inputs[..operands.own_inputs()];
    let shapes: Vec<_> = inputs.iter().map(ArrayLayout::shape).collect();
    let (notation, shape) = if asked.key == "tree" {
        let tree = read_tree(asked, extents)?;
        let shape_of = |indices: &[Index]| indices.iter().map(|index| extents[*index]).collect::<Vec<_>>();
        let expected = leaves(&tree).map(&shape_of);
        if !expected.eq(shapes.iter().map(|shape| shape.to_vec())) {
            return Err(asked.contradiction("the inputs must have the extents of the tree's"));
        }
        let shape = shape_of(indices_of_result(&tree));
        (Notation::Tree(tree), shape)
    } else {
        let parse = |error| PlanTextError::Expression { line: asked.number, error };
        let expression = einsum::parse(asked.text("an expression")?).map_err(parse)?;
        // Whatever either dialect accepts means the same in both.
        let resolved = einsum::resolve(&expression, &shapes, Dialect::Lenient)?;
        if !resolved.indices().iter().map(|index| index.extent).eq(extents.iter().copied()) {
            return Err(extents_line.contradiction("the extents must be those of the expression's indices"));
        }
        let shape = resolved.output().iter().map(|index| index.extent).collect();
        (Notation::Expression(expression, resolved), shape)
    };
    if output.shape() == shape {
        Ok(notation)
    } else {
        Err(asked.contradiction("the output must have the extents that this gives it"))
    }
}

/// How the contraction is cut, if it is: an order of which only that counts.
fn cut(lines: &mut Lines<'_>) -> Result<Option<Order>, PlanTextError> {
    let Some(line) = lines.take_if("cut") else { return Ok(None) };
    let cut = line.numbers()?;
    let block = lines.take("block")?.value("a number of slices from 1 on", |word| word.parse().ok())?;
    Ok(Some(Order { pairs: Vec::new(), cut, block }))
}

/// The indices of a tree's inputs.
fn leaves(tree: &Tree) -> impl Iterator<Item = &[Index]> {
    tree.nodes().filter(|node| matches!(node.kind, Kind::Input(_))).map(|node| node.indices)
}

fn indices_of_result(tree: &Tree) -> &[Index] {
    tree.node(tree.root()).map_or(&[], |root| root.indices)
}

/// Refuses a tree that is not about the same operands.
fn check_order(
    line: Line<'_>,
    order: &[usize],
    (notation, path, cut): (&Notation, &Tree, &[Index]),
    operands: &Operands,
) -> Result<(), PlanTextError> {
    let is_left = |index: &Index| !cut.contains(index);
    let count = operands.own_inputs();
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..count) {
        return Err(line.contradiction("each input must occur once"));
    }
    let has_indices = |(leaf, input): (&[Index], &usize)| {
        let mut axes: Vec<_> = notation.axes(*input).into_iter().flatten().filter(is_left).collect();
        let mut leaf = leaf.to_vec();
        [&mut axes, &mut leaf].into_iter().for_each(|list| list.sort_unstable());
        axes == leaf
    };
    let result: Vec<Index> = match notation {
        Notation::Expression(_, resolved) => (0..resolved.output().len()).filter(is_left).collect(),
        Notation::Tree(tree) => indices_of_result(tree).to_vec(),
    };
    let is_same = leaves(path).count() == count
        && leaves(path).zip(order).all(has_indices)
        && indices_of_result(path) == result;
    if is_same {
        Ok(())
    } else {
        Err(line.contradiction(
            "the path's inputs in this order, and its output, must have the indices of the operands",
        ))
    }
}

/// The nodes that are computed, in their order, with as many steps as the text says.
fn nodes(
    line: Line<'_>,
    steps: &[usize],
    path: &Tree,
    sequence: &Sequence,
) -> Result<Few<Computed, 1>, PlanError> {
    let order = path.frugal()?;
    let whole = steps.iter().try_fold(0usize, |sum, count| sum.checked_add(*count));
    if order.len() != steps.len() || steps.contains(&0) || whole != Some(sequence.steps.len()) {
        let rule = "each node of the path must have a number of steps, from 1 on, of all that there are";
        return Err(line.contradiction(rule).into());
    }
    let mut first = 0;
    let of_node = |(node, count): (tree::NodeId, &usize)| {
        let steps = first..first + count;
        first = steps.end;
        Computed { node, place: sequence.steps[steps.end - 1].operands.out, steps }
    };
    Ok(order.into_iter().zip(steps).map(of_node).collect())
}

/// Refuses steps that access what lies between the elements of operands: it may be somebody else's.
fn stays_within(sequence: &Sequence, operands: &Operands) -> Result<(), PlanError> {
    let inputs =
        operands.inputs.iter().enumerate().map(|(number, layout)| (ArrayName::Input(number), layout));
    for (argument, (array, layout)) in inputs.chain([(ArrayName::Output, &operands.output)]).enumerate() {
        if !sequence.is_within(argument, layout)? {
            return Err(PlanTextError::from(OutOfBounds::Between { array }).into());
        }
    }
    Ok(())
}

/// The error of a sequence whose first line is that of some number.
fn of_sequence(error: TextError, first: usize) -> PlanError {
    match error {
        TextError::Word { line, word, expected } => {
            PlanTextError::Word { line: line + first - 1, word, expected }.into()
        }
        // There is no other reason.
        _ => OutOfMemory.into(),
    }
}
