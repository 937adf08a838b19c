//! `tensmith nest`: passes, plans, and what is wrong with a nest.

use crate::support::{Outcome, tensmith_on};
use std::path::Path;
use tensmith_core::Target;
use tensmith_core::tensor::{Options, Plan, optimize};

const MATRICES: &str = "nest f32 contraction first=zero last=relu
    m undefined 1600    1    0    1
    n undefined 1600    0 1600 1600
    k undefined 1600 1600    1    0";

fn nest(arguments: &[&str], text: &str) -> Outcome {
    tensmith_on(&[&["nest", "-"], arguments].concat(), text.as_bytes(), Path::new("."))
}

#[test]
fn a_plan_has_kernels_loops_and_a_price() {
    let text = nest(&["--target", "neoverse-v2"], MATRICES).text();
    assert!(text.contains("\nkernel 0: gemm f32 ") && text.contains("epilogue=relu"), "{text}");
    assert!(text.contains("\nfor ") && text.contains("\nstep 0: "), "{text}");
    assert!(!text.contains("# after"), "{text}");
}

#[test]
fn passes_are_shown_and_can_be_read_again() {
    let text = nest(&["--passes", "--max-kernel-size", "1024"], MATRICES).text();
    let sequence = text.split("# after ").find_map(|after| after.strip_prefix("split\n")).unwrap();
    assert!(sequence.contains("prim             800"), "{sequence}");
    let (sequence, _) = sequence.split_once("\n\n").unwrap();
    assert!(nest(&[], sequence).text().contains("step 0: "));
}

#[test]
fn kernels_cost_what_the_registry_offers() {
    let arguments = ["--target", "neoverse-v2", "--thread-target", "64", "--max-kernel-size", "1024"];
    let text = nest(&arguments, MATRICES).text();
    let (registry, target) =
        (tensmith_primitives::registry().unwrap(), Target::named("neoverse-v2").unwrap());
    let options = Options { thread_target: Some(64), max_kernel_size: Some(1024), ..Options::default() };
    let plan = Plan::of(optimize(MATRICES.parse().unwrap(), &target, options).unwrap()).unwrap();
    // A tile of 160x160 in two halves of the sum: the first overwrites it, the second ends with relu.
    let gemm = "gemm f32 160x160x800 a=col/1600 b=col/1600 c=col/1600";
    let halves = ["beta=0", "epilogue=relu"].map(|end| {
        let spec = format!("{gemm} {end}");
        let number = text.lines().find_map(|line| line.strip_suffix(&spec)?.strip_prefix("kernel ")).unwrap();
        let choice = registry
            .choose(plan.kernels().iter().find(|kernel| kernel.to_string() == spec).unwrap(), &target)
            .unwrap();
        let (cycles, generator) = (choice.offer.cycles, choice.generator.name());
        let price = format!("\nkernel {number}{cycles:.1} cycles a call, offered by {generator}\n");
        assert!(text.contains(&price), "{price}{text}");
        cycles
    });
    let kernels = 100.0 * halves.iter().sum::<f64>();
    assert!(text.contains(&format!(" cycles: kernels {kernels:.0}, calls 4000, ")), "{kernels}: {text}");
}

#[test]
fn the_caller_limits_kernels_and_asks_for_tasks() {
    let extents = |text: &str, exec: &str| -> Vec<usize> {
        // Copies of the inputs may come before the multiplication.
        let last = text.rsplit("nest ").next().unwrap_or_default();
        let dims = last.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        dims.filter(|words| words.get(1) == Some(&exec)).map(|words| words[2].parse().unwrap()).collect()
    };
    let text = nest(&["--max-kernel-size", "1024", "--min-kernel-size", "16"], MATRICES).text();
    assert_eq!(extents(&text, "prim"), [32; 3]);
    let text = nest(&["--max-kernel-size", "1024", "--thread-target", "64"], MATRICES).text();
    assert!(extents(&text, "shared").iter().product::<usize>() >= 64, "{text}");
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = [
        ("", "-: line 1, word 1: expected `nest`"),
        ("nest f32 gemm\n m seq x 1 0 1", "-: line 2, word 3: expected an extent"),
        ("nest f32 contraction\n k shared 4 1 1 0", "-: dimension 0 (k) is shared:"),
    ];
    for (text, message) in cases {
        let error = nest(&[], text).failure(2);
        assert!(error.contains(message), "{error}");
    }
    assert!(nest(&["--without", "luck"], MATRICES).failure(2).contains("luck"));
}
