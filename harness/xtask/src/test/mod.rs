//! `cargo xtask test`: what the workspace has to pass.
//!
//! The [steps](steps::STEPS) are a table: those of each day are to fit into twenty minutes of two processors,
//! and the others run at night (`--all`) or by their names. Nothing passes by being left out: a tool that is
//! missing is installed or is an error, and a step that runs tests fails if there were none.
//!
//! Steps that build for the host and steps that build for AArch64 have compilers and folders of their own, so
//! both [lines](Line) run at the same time: what keeps one processor busy, such as linking, leaves the other
//! one to a step of the other line.

mod checks;
mod counted;
mod files;
mod names;
mod parallel;
mod steps;
mod table;
mod words;

use std::time::Instant;

use crate::proc::{Result, building_time};
use crate::toolchain::Toolchain;
use crate::workspace::Workspace;
pub(crate) use checks::BUILT;
pub(crate) use counted::{counted, passed_in};
pub(crate) use files::options;
use parallel::Parallel;
use steps::{Line, STEPS, Step, Tier};
use table::{Row, Table};

/// Which steps are run.
#[derive(Clone, Debug)]
pub(crate) enum Chosen {
    /// Those of each day.
    Daily,
    /// Every step.
    All,
    /// Those of these names, one after the other.
    Named(Vec<String>),
}

impl Chosen {
    fn has(&self, step: &Step) -> bool {
        match self {
            Self::Daily => step.tier == Tier::Day,
            Self::All => true,
            Self::Named(names) => names.iter().any(|name| name == step.name),
        }
    }
}

/// Returns the names of all steps.
pub(crate) fn names() -> [&'static str; STEPS.len()] {
    STEPS.map(|step| step.name)
}

/// Prints what each step proves, when it runs, and how long it may take.
pub(crate) fn list() {
    for step in &STEPS {
        let tier = if step.tier == Tier::Day { "day" } else { "night" };
        println!("{:<18} {tier:<5} {:>5} s  {}", step.name, step.budget, step.proves);
    }
}

/// Installs what the chosen steps need.
///
/// # Errors
/// What is missing still.
pub(crate) fn set_up(workspace: &Workspace, chosen: &Chosen) -> Result<Toolchain> {
    let purposes: Vec<_> =
        STEPS.iter().filter(|step| chosen.has(step)).flat_map(|step| step.needs).copied().collect();
    Toolchain::set_up(workspace, &purposes)
}

/// Runs the chosen steps until one fails, and prints how each went.
///
/// # Errors
/// The first failure.
pub(crate) fn test(workspace: &Workspace, chosen: &Chosen) -> Result {
    let mut table = Table::new();
    let start = Instant::now();
    let toolchain = set_up(workspace, chosen)?;
    table.add(Row::set_up(start.elapsed()));
    let of_line = |line| STEPS.iter().filter(move |step| chosen.has(step) && step.line == line);
    let verdict = match chosen {
        Chosen::Named(_) => in_order(&toolchain, STEPS.iter().filter(|step| chosen.has(step)), &mut table),
        Chosen::Daily | Chosen::All => {
            let parallel = Parallel::start(workspace, of_line(Line::AArch64).map(|step| step.name))?;
            let verdict = in_order(&toolchain, of_line(Line::Host), &mut table);
            parallel.end(verdict, &mut table)
        }
    };
    print!("\n{table}");
    println!("{}", table::total(start.elapsed()));
    verdict
}

/// Runs steps until one fails.
fn in_order<'s>(toolchain: &Toolchain, steps: impl Iterator<Item = &'s Step>, table: &mut Table) -> Result {
    for step in steps {
        eprintln!("\n==> {}", step.name);
        let (start, built) = (Instant::now(), building_time());
        let outcome = (step.check)(toolchain);
        let said = outcome.as_ref().map_or("FAILED", String::as_str);
        table.add(Row::of(step, start.elapsed(), building_time() - built, said));
        if let Err(mut failure) = outcome {
            failure.message = format!("{}: {failure}", step.name);
            return Err(failure);
        }
    }
    Ok(())
}
