//! The tree of a plan: the result at the top, below each tensor those that it is made of.
//!
//! A tensor is a line. Its disc has an area in proportion to its elements. Its indices are in the colours of
//! their types in the contraction that reads it. Steps have bars: their shares of all predicted cycles.
//!
//! Tests: `harness/pictures/tests/pictures.rs`.

use crate::canvas::{Area, Canvas, Font, MARGIN, Side};
use crate::words::{bytes, count, lines, per_cent};
use crate::{legend, style};
use tensmith::Plan;
use tensmith::element::Scalar;
use tensmith::inspect::{PlanStep, StepTensor};
use tensmith_core::einsum::tree::Index;
use tensmith_core::tensor::Kind;

/// Heights of a line, and of the box of an index.
const LINE: f64 = 52.0;
const CHIP: f64 = 32.0;
/// From a tensor to those that it is made of.
const INDENT: f64 = 26.0;
/// The largest disc.
const RADIUS: f64 = 12.0;
/// The length of a bar that stands for all cycles.
const BAR: f64 = 150.0;

/// A tensor.
struct Tensor {
    name: String,
    /// How deep below the result it is.
    depth: usize,
    /// The line of the tensor that it is part of.
    parent: Option<usize>,
    indices: Vec<(Index, Option<Kind>)>,
    elements: f64,
    /// The number of the step that makes it.
    step: Option<usize>,
}

/// Draws the tree of a plan.
#[must_use]
pub fn tree<T: Scalar, O: Scalar>(plan: &Plan<T, O>) -> String {
    let steps: Vec<_> = plan.explain().steps().collect();
    let tensors = tensors(plan, &steps);
    let mut canvas = Canvas::new("Which tensors meet in which order");
    let cycles: f64 = steps.iter().map(|step| step.cost.total()).sum();
    let y = head(&mut canvas, plan, cycles);
    let deepest = tensors.iter().map(|tensor| tensor.depth).max().unwrap_or(0);
    let names = MARGIN + RADIUS + deepest as f64 * INDENT + RADIUS + 14.0;
    let widest = tensors.iter().map(|tensor| Font::Strong.width(&tensor.name)).fold(0.0, f64::max);
    let labels = labels(plan);
    let columns =
        Columns { indices: names + widest + 16.0, labels: &labels, extents: plan.explain().path().extents() };
    let facts = columns.indices + columns.widest(&tensors) + 20.0;
    let largest = tensors.iter().map(|tensor| tensor.elements).fold(1.0, f64::max);
    let middle = |line: usize| y + LINE * (line as f64 + 0.5);
    let across = |tensor: &Tensor| MARGIN + RADIUS + tensor.depth as f64 * INDENT;
    // What is drawn later lies above: lines begin and end behind discs.
    for (line, tensor) in tensors.iter().enumerate() {
        if let Some(parent) = tensor.parent {
            let x = across(&tensors[parent]);
            canvas.wire((x, middle(parent)), (x, middle(line)), (across(tensor), middle(line)));
        }
    }
    for (line, tensor) in tensors.iter().enumerate() {
        let y = middle(line);
        canvas.leader((across(tensor) + RADIUS + 6.0, y), names - 8.0);
        disc(&mut canvas, (across(tensor), y), tensor, largest);
        canvas.text((names, y + 5.0), Side::Right, Font::Strong, &tensor.name);
        columns.draw(&mut canvas, y, tensor);
        let elements = format!(
            "{} elements, {}",
            count(tensor.elements),
            bytes(tensor.elements * T::TYPE.bytes() as f64)
        );
        match tensor.step.map(|number| &steps[number]) {
            None => canvas.text((facts, y + 4.0), Side::Right, Font::SmallMuted, &elements),
            Some(step) => {
                canvas.text((facts, y - 11.0), Side::Right, Font::SmallMuted, &elements);
                cost(&mut canvas, (facts, y), step, cycles);
            }
        }
    }
    let disc = |canvas: &mut Canvas, area: Area| {
        canvas.disc((area.x + 7.0, area.y + 7.0), 3.0, "size");
        canvas.disc((area.x + 16.0, area.y + 7.0), 6.0, "size");
    };
    let bar = |canvas: &mut Canvas, area: Area| {
        canvas.rect(Area { y: area.y + 3.0, height: 8.0, ..area }, "cost", "");
    };
    let mut entries = legend::kinds();
    entries.push((Box::new(disc), "area: elements (outline: an input)"));
    entries.push((Box::new(bar), "share of the predicted cycles"));
    legend::draw(&mut canvas, &entries);
    canvas.finish()
}

/// The lines below the title. Returns where they end.
fn head<T: Scalar, O: Scalar>(canvas: &mut Canvas, plan: &Plan<T, O>, cycles: f64) -> f64 {
    let mut y = MARGIN + 42.0;
    for line in lines(&plan.explain().named_path().to_string(), 96) {
        canvas.text((MARGIN, y), Side::Right, Font::Code, &line);
        y += 17.0;
    }
    let facts = format!(
        "{} on {}: {} operations, {} cycles predicted, {} of intermediate tensors",
        T::TYPE.name(),
        plan.explain().target().core.name,
        count(plan.explain().operations() as f64),
        count(cycles),
        bytes(plan.explain().intermediates() as f64)
    );
    canvas.text((MARGIN, y + 4.0), Side::Right, Font::Muted, &facts);
    y + 18.0
}

/// The names of indices: their labels, or their numbers.
fn labels<T: Scalar, O: Scalar>(plan: &Plan<T, O>) -> Vec<String> {
    let labels = plan.explain().labels();
    let name = |index: usize| labels.get(index).map_or(index.to_string(), |used| used.label.to_string());
    (0..plan.explain().path().extents().len()).map(name).collect()
}

/// All tensors, each before those that it is made of.
fn tensors<T: Scalar, O: Scalar>(plan: &Plan<T, O>, steps: &[PlanStep<'_>]) -> Vec<Tensor> {
    let extents = plan.explain().path().extents();
    let elements = |indices: &[Index]| indices.iter().map(|index| extents[*index] as f64).product();
    let mut tensors = Vec::new();
    let Some(last) = steps.last() else { return tensors };
    let neutral = |indices: &[Index]| indices.iter().map(|index| (*index, None)).collect::<Vec<_>>();
    let mut pending = vec![(StepTensor::Step(last.number), neutral(last.output), 0, None)];
    while let Some((tensor, indices, depth, parent)) = pending.pop() {
        let line = tensors.len();
        let plain: Vec<_> = indices.iter().map(|(index, _)| *index).collect();
        let (name, step) = match tensor {
            StepTensor::Input(number) => (format!("in{number}"), None),
            StepTensor::Step(number) if parent.is_none() => ("result".to_owned(), Some(number)),
            StepTensor::Step(number) => (format!("step {number}"), Some(number)),
        };
        if let Some(step) = step.map(|number| &steps[number]) {
            for (nth, (child, indices)) in step.inputs.iter().enumerate().rev() {
                let other = step.inputs.get(1 - nth.min(1)).filter(|_| step.inputs.len() == 2);
                let typed =
                    indices.iter().map(|index| (*index, kind(*index, nth, step.output, other.map(|o| o.1))));
                pending.push((*child, typed.collect(), depth + 1, Some(line)));
            }
        }
        tensors.push(Tensor { name, depth, parent, elements: elements(&plain), indices, step });
    }
    tensors
}

/// The type of an index of the input with a number, in a contraction; none in an operation on one
/// tensor that keeps it.
fn kind(index: Index, nth: usize, output: &[Index], other: Option<&[Index]>) -> Option<Kind> {
    let is_other = other.is_some_and(|other| other.contains(&index));
    match (output.contains(&index), is_other) {
        (false, _) => Some(Kind::K),
        (true, true) => Some(Kind::C),
        (true, false) if other.is_none() => None,
        (true, false) if nth == 0 => Some(Kind::M),
        (true, false) => Some(Kind::N),
    }
}

fn disc(canvas: &mut Canvas, place: (f64, f64), tensor: &Tensor, largest: f64) {
    let radius = (RADIUS * (tensor.elements / largest).sqrt()).max(2.5);
    canvas.disc(place, radius, "ground");
    canvas.disc(place, radius, if tensor.step.is_some() { "size" } else { "o" });
}

/// The share of a step, and what bounds it.
fn cost(canvas: &mut Canvas, (x, y): (f64, f64), step: &PlanStep<'_>, all: f64) {
    let share = if all > 0.0 { step.cost.total() / all } else { 0.0 };
    canvas.rect(Area::new(x, y - 4.0, BAR, 8.0), "track", "");
    canvas.rect(Area::new(x, y - 4.0, (BAR * share).max(1.0), 8.0), "cost", "");
    canvas.text((x + BAR + 8.0, y + 4.0), Side::Right, Font::Small, &per_cent(share));
    let text = format!("{} of peak, bound by {}", per_cent(step.share_of_peak), step.bound());
    canvas.text((x, y + 19.0), Side::Right, Font::SmallMuted, &text);
}

/// Where indices are, and what is said of them.
struct Columns<'a> {
    indices: f64,
    labels: &'a [String],
    extents: &'a [usize],
}

impl Columns<'_> {
    fn chip(&self, index: Index) -> f64 {
        let texts =
            [Font::Strong.width(&self.labels[index]), Font::Small.width(&self.extents[index].to_string())];
        texts.into_iter().fold(18.0, f64::max) + 10.0
    }

    /// The width of the most that a tensor takes.
    fn widest(&self, tensors: &[Tensor]) -> f64 {
        let width =
            |tensor: &Tensor| tensor.indices.iter().map(|(index, _)| self.chip(*index) + 4.0).sum::<f64>();
        tensors.iter().map(width).fold(0.0, f64::max)
    }

    fn draw(&self, canvas: &mut Canvas, y: f64, tensor: &Tensor) {
        let mut x = self.indices;
        if tensor.indices.is_empty() {
            canvas.text((x, y + 4.0), Side::Right, Font::Muted, "one number");
        }
        for (index, kind) in &tensor.indices {
            let area = Area::new(x, y - CHIP / 2.0, self.chip(*index), CHIP);
            canvas.rect(area, style::kind(*kind), "");
            canvas.text((area.middle(), y - 2.0), Side::Middle, Font::Strong, &self.labels[*index]);
            canvas.text(
                (area.middle(), y + 11.0),
                Side::Middle,
                Font::Small,
                &self.extents[*index].to_string(),
            );
            x += area.width + 4.0;
        }
    }
}
