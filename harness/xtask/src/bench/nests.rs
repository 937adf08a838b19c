//! `cargo xtask bench nests`: what loop nests cost, planned, run and, on AArch64, timed.
//!
//! Cycles are predicted: those of kernels are the registry's offers, what moving operands adds is
//! the cost model's (`core::tensor::cost`). The nests, and what callers may ask of the optimizer, are
//! those of `tests/examples/nests.rs`. The costs of planning and of running are counted in instructions, by
//! callgrind (`tests/examples/plan_cost.rs`, `einsum_cost.rs`) and by the emulator
//! (`tests/examples/run_cost.rs`).

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};

use clap::Args;
use serde_json::Value;

use super::bars::{Bar, Needed};
use super::cost;
use super::limit::{self, Core};
use super::report;
use crate::proc::{Failure, Result, capture};
use crate::toolchain::Toolchain;

/// How much more the automatic choice may cost than the best of the sweep.
const AUTOMATIC: f64 = 1.03;

/// Instructions that surround the kernel of a program: the ways to run one, and the most for each.
const AROUND: [(&str, f64); 3] = [("checked", 200.0), ("bound", 40.0), ("plan", 200.0)];

/// Host instructions for a plan with warm kernels.
const PLANNING: f64 = 60_000.0;

/// Host instructions to find a plan that was made.
const FINDING: f64 = 500.0;

/// The contractions whose planning, and whose finding, is counted, each with the length of all dimensions.
const PLANNED: [&str; 7] = [
    "64:mk,kn->mn",
    "64:km,nk->nm",
    "64:abk,kc->acb",
    "24:abc,bda->dc",
    "1600:mk,kn->mn",
    "24:abcd,dbe->aec",
    "24:abcd,ebad->ce",
];

/// Others that are planned only: with kernels for what does not divide, with inputs that are copied, and the
/// one of the benchmark that takes the most.
const HARD: [&str; 4] = [
    "4099:mk,kn->mn",
    "96,84,24,96,96:dbea,ec->abcd",
    "64:ckm,ckn->mnc",
    "24,20,20,20,24,20,24:efgb,gdac->abcdef",
];

/// How far away from the markers a program's own instructions are at most: kernels are in
/// memory of their own.
const IMAGE: u64 = 64 << 20;

const TITLES: &str =
    "nest                tasks  largest    kernels      calls   2nd level     memory      total   peak";

/// Which cores, if any other, the nests are planned for.
#[derive(Debug, Args)]
pub(crate) struct Nests {
    /// The core to plan for
    #[arg(long, default_value = "neoverse-v2", value_parser = limit::parser())]
    core: Core,
}

/// A nest, planned in some way.
#[derive(Clone, Debug, PartialEq)]
struct Planned {
    name: String,
    thread_target: Option<u64>,
    max_kernel_size: Option<u64>,
    tasks: u64,
    operations: f64,
    /// Cycles: of kernels, of calling them, of the second-level cache and of memory.
    cycles: [f64; 4],
    operations_per_cycle: f64,
    /// Repetitions and seconds.
    time: Option<(u64, f64)>,
}

impl Planned {
    fn total(&self) -> f64 {
        self.cycles.iter().sum()
    }

    /// Per cent of the core's peak.
    fn share(&self) -> f64 {
        100.0 * self.operations / self.operations_per_cycle / self.total()
    }
}

/// Measures, and prints what was found.
///
/// # Errors
/// A program cannot be built or run. A bar that is missed is a finding.
pub(super) fn nests(toolchain: &Toolchain, asked: &Nests) -> Result {
    let planned = plan(toolchain, asked.core.name)?;
    let mut bars: Vec<_> = ["1600", "1600-split"].iter().flat_map(|name| automatic(&planned, name)).collect();
    bars.extend(planning(toolchain, asked.core.name)?);
    if toolchain.host.emulates() {
        bars.extend(around(toolchain)?);
    }
    println!("{}\n{TITLES}", asked.core.name);
    planned.iter().for_each(|planned| print!("{}", line(planned)));
    print!("{}", report::verdicts(&bars));
    Ok(())
}

fn plan(toolchain: &Toolchain, core: &str) -> Result<Vec<Planned>> {
    let mut cargo = toolchain.cargo("run");
    cargo.args(["--quiet", "--release", "--package", "tensmith-tests", "--example", "nests", "--", core]);
    let lines = capture(&mut cargo)?;
    let planned = |line| read(line).ok_or_else(|| Failure::check(format!("not a nest: {line}")));
    lines.lines().map(planned).collect()
}

fn read(line: &str) -> Option<Planned> {
    let planned: Value = serde_json::from_str(line).ok()?;
    let number = |name: &str| planned[name].as_f64();
    let of = |name: &str| planned[name].as_u64();
    Some(Planned {
        name: planned["name"].as_str()?.to_owned(),
        thread_target: of("thread_target"),
        max_kernel_size: of("max_kernel_size"),
        tasks: of("tasks")?,
        operations: number("operations")?,
        cycles: [number("kernels")?, number("calls")?, number("second_level")?, number("memory")?],
        operations_per_cycle: number("operations_per_cycle")?,
        time: of("repetitions").zip(number("seconds")),
    })
}

fn line(planned: &Planned) -> String {
    let Planned { name, tasks, max_kernel_size, cycles: [kernels, calls, second_level, memory], .. } =
        planned;
    let largest = max_kernel_size.map_or("-".to_owned(), |size| size.to_string());
    let mut line = format!(
        "{name:<18} {tasks:>6} {largest:>8} {kernels:>10.0} {calls:>10.0} {second_level:>11.0} {memory:>10.0} {:>10.0} {:>6.1}",
        planned.total(),
        planned.share(),
    );
    if let Some((repetitions, seconds)) = planned.time {
        let rate = planned.operations * repetitions as f64 / seconds / 1e9;
        let _ = write!(line, "  {repetitions} times in {seconds:.3} s, {rate:.1} GFLOPS");
    }
    line + "\n"
}

/// For each number of tasks, the automatic choice over the best of the sweep.
fn automatic(planned: &[Planned], name: &str) -> Vec<Bar> {
    let bar = |target: u64| {
        let swept = planned.iter().filter(|of| of.name == name && of.thread_target == Some(target));
        let chosen = swept.clone().find(|of| of.max_kernel_size.is_none())?.total();
        let best = swept.map(Planned::total).min_by(f64::total_cmp)?;
        let what = format!("the automatic choice over the best of the sweep: {name}, {target} tasks");
        Some(Bar { what, found: chosen / best, needed: Needed::AtMost(AUTOMATIC) })
    };
    [64, 256].into_iter().filter_map(bar).collect()
}

/// The cost of planning contractions whose kernels are there, and of finding their plans.
fn planning(toolchain: &Toolchain, core: &str) -> Result<Vec<Bar>> {
    let expressions = [&PLANNED[..], &HARD].concat();
    let words = [&[core][..], &expressions].concat();
    let planned = cost::of_example(toolchain, "plan_cost", "counted_plan", &words, expressions.len())?;
    let found = cost::of_example(toolchain, "einsum_cost", "counted_einsum", &PLANNED, PLANNED.len())?;
    let bars = |what: &'static str, counts: Vec<u64>, most| {
        expressions.clone().into_iter().zip(counts).map(move |(expression, count)| Bar {
            what: format!("host instructions to {what} {expression}"),
            found: count as f64,
            needed: Needed::AtMost(most),
        })
    };
    Ok(bars("plan", planned, PLANNING).chain(bars("find the plan of", found, FINDING)).collect())
}

/// The instructions around the kernel of a program.
fn around(toolchain: &Toolchain) -> Result<Vec<Bar>> {
    let mut build = toolchain.cargo_for_runner("build");
    build.args(["--quiet", "--release", "--package", "tensmith-tests", "--example", "run_cost"]);
    capture(&mut build)?;
    let log = toolchain.workspace.target.join("run-cost.log");
    let mut run = toolchain.started(&toolchain.runner("release").join("examples/run_cost"));
    // Each instruction as a block of its own, and every block told; the switch was renamed.
    run.env("QEMU_LOG", "exec,nochain").env("QEMU_LOG_FILENAME", &log);
    run.env("QEMU_SINGLESTEP", "1").env("QEMU_ONE_INSN_PER_TB", "1");
    let told = capture(&mut run)?;
    let unreadable = |error| Failure::check(format!("{}: {error}", log.display()));
    let lines = BufReader::new(File::open(&log).map_err(unreadable)?).lines().map_while(std::io::Result::ok);
    let counts = counted(&told, lines.filter_map(|line| address(&line)))
        .ok_or_else(|| Failure::check(format!("no counts: {told}")))?;
    fs::remove_file(&log).map_err(unreadable)?;
    if counts.len() != AROUND.len() {
        return Err(Failure::check(format!("{} ways to run are counted, of {}", counts.len(), AROUND.len())));
    }
    let bar = |((way, most), count): ((&str, f64), u64)| Bar {
        what: format!("instructions around a kernel: {way}"),
        found: count as f64,
        needed: Needed::AtMost(most),
    };
    Ok(AROUND.into_iter().zip(counts).map(bar).collect())
}

/// The address in a line such as `Trace 0: 0x7f00 [00000000/0000005500001234/01/02] name`.
fn address(line: &str) -> Option<u64> {
    let mut fields = line.strip_prefix("Trace ")?.split('/');
    u64::from_str_radix(fields.nth(1)?, 16).ok()
}

/// Instructions from one marker to the next, near to the markers.
fn counted(told: &str, addresses: impl Iterator<Item = u64>) -> Option<Vec<u64>> {
    let told: Value = serde_json::from_str(told.lines().next()?).ok()?;
    let (begins, ends) = (told["places"][0].as_u64()?, told["places"][1].as_u64()?);
    let (mut counts, mut open) = (vec![], None);
    for address in addresses {
        if address == begins {
            open = Some(0);
        } else if address == ends {
            counts.extend(open.take());
        } else if let Some(count) = open.as_mut().filter(|_| address.abs_diff(begins) < IMAGE) {
            *count += 1;
        }
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_counted_between_markers() {
        let told = r#"{"places": [4096, 8192]}"#;
        let log = "Trace 0: 0x7f00 [00000000/0000000000001000/01/02] begins";
        assert_eq!((address(log), address("Linking TBs 0x7f00")), (Some(4096), None));
        let far = 1 << 40;
        let addresses = [4, 4096, 4100, 12, far, far, 8192, 16, 4096, 8192];
        assert_eq!(counted(told, addresses.into_iter()), Some(vec![2, 0]));
    }

    #[test]
    fn a_line_is_a_planned_nest() {
        let line_of = |size: &str, kernels: u32| {
            format!(
                r#"{{"name": "1600", "thread_target": 64, "max_kernel_size": {size}, "tasks": 64, "operations": 800,
                "kernels": {kernels}, "calls": 1, "second_level": 2, "memory": 7, "operations_per_cycle": 4,
                "repetitions": null, "seconds": null}}"#
            )
        };
        let planned = [("null", 93), ("16", 90), ("32", 190)]
            .map(|(size, of)| read(&line_of(size, of)).expect("a nest"));
        assert_eq!((planned[1].total(), planned[1].share(), planned[1].time), (100.0, 200.0, None));
        assert!(line(&planned[1]).trim_end().ends_with("100  200.0"), "{}", line(&planned[1]));
        let [bar] = &automatic(&planned, "1600")[..] else { panic!("one number of tasks") };
        assert_eq!((bar.found, bar.is_met()), (1.03, true));
    }
}
