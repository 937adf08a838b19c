//! A nest, or a sequence of nests, before the optimizer and after each of its passes.
//!
//! A line is a state; a state has a strip for each nest, in which a block is a dimension, outermost on the
//! left. The width of a block grows with the logarithm of its extent, its colour is its type, and how it is
//! filled is how it is executed. Blocks that are loops of the nest above are empty.
//!
//! Tests: `harness/pictures/tests/pictures.rs`.

use crate::canvas::{Area, Canvas, Font, MARGIN, Side};
use crate::{legend, style};
use tensmith_core::tensor::nest::{Exec, Operand, PerOperand};
use tensmith_core::tensor::sequence::Step;
use tensmith_core::tensor::{Buffer, Kind, Sequence};

const BLOCK: f64 = 36.0;
/// From the blocks of a nest to those of the next, with the line that says what it does.
const STRIP: f64 = BLOCK + 26.0;
/// Between states.
const GAP: f64 = 14.0;

/// The states of a sequence from pass to pass.
#[derive(Debug)]
pub struct Passes {
    states: Vec<State>,
}

#[derive(Debug)]
struct State {
    name: String,
    nests: Vec<Strip>,
}

/// What is seen of a nest.
#[derive(Debug, PartialEq)]
struct Strip {
    says: String,
    shares: usize,
    blocks: Vec<Block>,
}

/// What is seen of a dimension.
#[derive(Debug, PartialEq)]
struct Block {
    kind: Kind,
    exec: Exec,
    extent: usize,
    strides: PerOperand<isize>,
}

impl Passes {
    /// What there is before any pass.
    #[must_use]
    pub fn new(before: &Sequence) -> Self {
        Self { states: vec![State::of("before", before)] }
    }

    /// What a pass has made of it.
    pub fn push(&mut self, pass: &str, after: &Sequence) {
        self.states.push(State::of(pass, after));
    }

    /// Draws all states.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut canvas = Canvas::new("What each pass makes of the loops");
        canvas.text(
            (MARGIN, MARGIN + 38.0),
            Side::Right,
            Font::Muted,
            "One block for each dimension, the outermost on the left",
        );
        let names = self.states.iter().map(|state| Font::Strong.width(&state.name)).fold(0.0, f64::max);
        let left = MARGIN + names + 20.0;
        let mut y = MARGIN + 56.0;
        let mut before: Option<&State> = None;
        let mut was_same = false;
        for state in &self.states {
            let is_same = before.is_some_and(|before| before.nests == state.nests);
            if is_same {
                canvas.text((MARGIN, y + 13.0), Side::Right, Font::Muted, &state.name);
                canvas.text((left, y + 13.0), Side::Right, Font::SmallMuted, "no change");
                y += 24.0;
            } else {
                y += if was_same { GAP } else { 0.0 };
                canvas.text((MARGIN, y + 18.0 + BLOCK / 2.0 + 5.0), Side::Right, Font::Strong, &state.name);
                for (nth, strip) in state.nests.iter().enumerate() {
                    strip.draw(&mut canvas, (left, y + STRIP * nth as f64));
                }
                y += STRIP * state.nests.len() as f64 + GAP;
            }
            (before, was_same) = (Some(state), is_same);
        }
        legend(&mut canvas);
        canvas.finish()
    }
}

impl State {
    fn of(name: &str, sequence: &Sequence) -> Self {
        Self { name: name.to_owned(), nests: sequence.steps.iter().map(Strip::of).collect() }
    }
}

impl Strip {
    fn of(step: &Step) -> Self {
        let blocks = step.nest.dims.iter().map(|dim| Block {
            kind: dim.kind,
            exec: dim.exec,
            extent: dim.extent,
            strides: dim.strides,
        });
        Self { says: says(step), shares: step.shares, blocks: blocks.collect() }
    }

    fn draw(&self, canvas: &mut Canvas, (left, y): (f64, f64)) {
        canvas.text((left, y + 11.0), Side::Right, Font::SmallMuted, &self.says);
        let mut x = left;
        for (nth, block) in self.blocks.iter().enumerate() {
            let area = Area::new(x, y + 18.0, block.width(), BLOCK);
            if nth < self.shares {
                canvas.rect(
                    area,
                    &format!("{} edge dashed faint", style::kind(Some(block.kind))),
                    "the loop of the nest above",
                );
            } else {
                block.draw(canvas, area);
            }
            x += area.width + 4.0;
        }
        if self.blocks.is_empty() {
            canvas.text(
                (left, y + 18.0 + BLOCK / 2.0 + 4.0),
                Side::Right,
                Font::Small,
                "no dimension: one element",
            );
        }
    }
}

impl Block {
    fn label(&self) -> String {
        format!("{} {}", self.kind.name().to_uppercase(), self.extent)
    }

    fn width(&self) -> f64 {
        let texts = [Font::Strong.width(&self.label()), Font::Small.width(self.exec.name())];
        let needed = texts.into_iter().fold(0.0, f64::max) + 18.0;
        needed.max(30.0 + 9.0 * (self.extent.max(1) as f64).log2())
    }

    fn draw(&self, canvas: &mut Canvas, area: Area) {
        let PerOperand { in0, in1, out } = self.strides;
        let hint = format!("elements from one index to the next: in0 {in0}, in1 {in1}, out {out}");
        executed(canvas, area, self.exec, style::kind(Some(self.kind)), &hint);
        canvas.text((area.middle(), area.y + 16.0), Side::Middle, Font::Strong, &self.label());
        canvas.text((area.middle(), area.y + 29.0), Side::Middle, Font::Small, self.exec.name());
    }
}

/// Draws a block filled in the way that it is executed.
fn executed(canvas: &mut Canvas, area: Area, exec: Exec, class: &str, hint: &str) {
    match exec {
        Exec::Prim => canvas.rect(area, &format!("{class} thick"), hint),
        Exec::Seq => canvas.rect(area, &format!("{class} edge"), hint),
        Exec::Shared => {
            canvas.rect(area, &format!("{class} edge"), hint);
            let left = Area::new(area.x + 3.0, area.y + 3.0, 2.0, area.height - 6.0);
            let right = Area { x: area.x + area.width - 5.0, ..left };
            canvas.rect(left, class, "");
            canvas.rect(right, class, "");
        }
        Exec::Undefined => canvas.rect(area, &format!("{class} edge dashed"), hint),
    }
}

/// What a nest does, and with what.
fn says(step: &Step) -> String {
    let name = |operand| match *step.operands.get(operand) {
        Buffer::Argument(number) => format!("argument {number}"),
        Buffer::Scratch(_) => "scratch".to_owned(),
        Buffer::Arena(_) => "arena".to_owned(),
        Buffer::Register => "registers".to_owned(),
    };
    let nest = &step.nest;
    let mut says = format!("{}: {}", nest.main, name(Operand::In0));
    if nest.main.is_contraction() {
        says += &format!(", {}", name(Operand::In1));
    }
    says += &format!(" → {}", name(Operand::Out));
    for (when, touch) in [("first", nest.first_touch), ("last", nest.last_touch)] {
        if let Some(op) = touch {
            says += &format!(", {when} {op}");
        }
    }
    says
}

fn legend(canvas: &mut Canvas) {
    const EXECS: [(Exec, &str); 4] = [
        (Exec::Undefined, "undefined: not decided yet"),
        (Exec::Shared, "shared: a loop over tasks of threads"),
        (Exec::Seq, "seq: a loop"),
        (Exec::Prim, "prim: inside the kernel"),
    ];
    let mut entries = legend::kinds();
    for (exec, text) in EXECS {
        let mark = move |canvas: &mut Canvas, area| executed(canvas, area, exec, "o", "");
        entries.push((Box::new(mark), text));
    }
    let shared = |canvas: &mut Canvas, area| canvas.rect(area, "o edge dashed faint", "");
    entries.push((Box::new(shared), "the loop of the nest above"));
    legend::draw(canvas, &entries);
}
