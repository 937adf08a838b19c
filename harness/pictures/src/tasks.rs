//! The tasks of a plan: the iterations of its shared loops, and which thread runs which.
//!
//! Each phase is a grid: the innermost shared loop goes across, those around it go down. Threads begin with
//! equal runs of tasks, and one that is done takes half of what another has left; the picture shows the case
//! that all are equally fast.
//!
//! Tests: `harness/pictures/tests/pictures.rs`.

use crate::canvas::{Area, Canvas, Font, MARGIN, Side};
use crate::{legend, style};
use std::num::NonZero;
use tensmith_core::tensor::Plan;
use tensmith_core::tensor::nest::{Dim, Exec};
use tensmith_core::tensor::plan::Phase;

/// The most cells of a grid, across and down.
const ACROSS: usize = 32;
const DOWN: usize = 32;
const CELL: (f64, f64) = (38.0, 26.0);

/// Draws the tasks of a plan on some threads.
#[must_use]
pub fn tasks(plan: &Plan, threads: NonZero<usize>) -> String {
    let mut canvas = Canvas::new(&format!("Tasks on {threads} threads"));
    let note = "Which thread runs which, where all are equally fast; who is done first takes from others";
    canvas.text((MARGIN, MARGIN + 38.0), Side::Right, Font::Muted, note);
    let sequence = plan.sequence();
    let mut begins = (0..sequence.steps.len()).filter(|step| sequence.begins_phase(*step));
    for (number, phase) in plan.phases().iter().enumerate() {
        let dims: &[Dim] = begins.next().map_or(&[], |step| &sequence.steps[step].nest.dims);
        let shared: Vec<&Dim> = dims.iter().take_while(|dim| dim.exec == Exec::Shared).collect();
        draw(&mut canvas, (number, phase.tasks()), &shared, threads.get());
    }
    let used = threads.get().min(plan.phases().iter().map(Phase::tasks).max().unwrap_or(0));
    let names: Vec<String> = (0..used.min(style::THREADS)).map(|thread| format!("thread {thread}")).collect();
    let entries: Vec<legend::Entry<'_>> = names
        .iter()
        .enumerate()
        .map(|(thread, name)| {
            let mark = move |canvas: &mut Canvas, area| canvas.rect(area, &class(thread), "");
            (Box::new(mark) as Box<dyn Fn(&mut Canvas, Area)>, name.as_str())
        })
        .collect();
    legend::draw(&mut canvas, &entries);
    canvas.finish()
}

fn class(thread: usize) -> String {
    format!("t{}", thread % style::THREADS)
}

/// The thread that a task begins with.
fn thread(task: usize, tasks: usize, threads: usize) -> usize {
    (task as u128 * threads as u128 / tasks.max(1) as u128) as usize
}

fn draw(canvas: &mut Canvas, (number, tasks): (usize, usize), shared: &[&Dim], threads: usize) {
    let mut y = canvas.bottom() + 30.0;
    let loops: Vec<String> =
        shared.iter().map(|dim| format!("{} {}", dim.kind.name().to_uppercase(), dim.extent)).collect();
    let title = format!(
        "phase {number}: {}",
        if tasks == 1 { "1 task".to_owned() } else { format!("{tasks} tasks") }
    );
    canvas.text((MARGIN, y), Side::Right, Font::Strong, &title);
    let over = match loops.as_slice() {
        [] => "no shared loop".to_owned(),
        loops => format!("shared loops: {}", loops.join(" × ")),
    };
    canvas.text((MARGIN + Font::Strong.width(&title) + 14.0, y), Side::Right, Font::SmallMuted, &over);
    y += 12.0;
    let across = shared.last().map_or(1, |dim| dim.extent).max(1);
    let down = tasks.div_ceil(across);
    if across <= ACROSS && down <= DOWN {
        for task in 0..tasks {
            let (row, column) = ((task / across) as f64, (task % across) as f64);
            let area = Area::new(MARGIN + CELL.0 * column, y + CELL.1 * row, CELL.0 - 2.0, CELL.1 - 2.0);
            let thread = thread(task, tasks, threads);
            canvas.rect(area, &class(thread), &format!("task {task}: thread {thread}"));
            canvas.text((area.middle(), area.y + 16.0), Side::Middle, Font::Small, &task.to_string());
        }
    } else {
        bands(canvas, y, tasks, threads);
    }
}

/// Draws runs of tasks where there are too many to draw each: a band for each thread, up to
/// as many as are drawn.
fn bands(canvas: &mut Canvas, y: f64, tasks: usize, threads: usize) {
    const WIDTH: f64 = 720.0;
    let first = |thread: usize| (thread as u128 * tasks as u128).div_ceil(threads as u128) as usize;
    let drawn = threads.min(DOWN);
    for thread in 0..drawn {
        let (start, end) = (first(thread), first(thread + 1));
        let area = Area::new(MARGIN, y + CELL.1 * thread as f64, WIDTH, CELL.1 - 2.0);
        canvas.rect(area, &class(thread), "");
        let text = match end.saturating_sub(start) {
            0 => format!("thread {thread}: no tasks"),
            count => format!("thread {thread}: tasks {start} to {} ({count})", end - 1),
        };
        canvas.text((area.x + 10.0, area.y + 16.0), Side::Right, Font::Small, &text);
    }
    if drawn < threads {
        let text = format!("and {} more threads", threads - drawn);
        canvas.text((MARGIN, y + CELL.1 * drawn as f64 + 16.0), Side::Right, Font::SmallMuted, &text);
    }
}
