//! What a compiled function does with its frame.
//!
//! Tests: `tests/tests/codegen_spill.rs`, `tests/tests/kernel_language_spill.rs`.

use tensmith_core::Target;
use tensmith_core::codegen::stages;
use tensmith_core::isa::aarch64::AArch64;
use tensmith_core::isa::x86_64::X86_64;
use tensmith_core::isa::{Isa, Item};
use tensmith_core::kernel::Func;

/// The instructions of a function for a target, with those of its frame; a label is a line of its own.
///
/// # Panics
/// It does not compile.
#[must_use]
pub fn instructions(func: &Func, target: &Target) -> Vec<String> {
    match target.isa.name() {
        X86_64::NAME => of_set::<X86_64>(func, target),
        _ => of_set::<AArch64>(func, target),
    }
}

fn of_set<I: Isa>(func: &Func, target: &Target) -> Vec<String> {
    let stages = stages::<I>(func, &target.core).unwrap_or_else(|error| panic!("{error}\n{func}"));
    let line = |item: &Item<I::Inst>| match item {
        Item::Inst(inst) => inst.to_string(),
        _ => LABEL.to_owned(),
    };
    stages.framed.iter().map(line).collect()
}

const LABEL: &str = "label";

/// Those from the last label to the branch behind it: the innermost loop, where no label follows it.
///
/// # Panics
/// There is none.
#[must_use]
pub fn last_loop(instructions: &[String]) -> &[String] {
    let start = instructions.iter().rposition(|line| line == LABEL).expect("a loop");
    let is_branch = |line: &String| ["j", "b.", "cb"].iter().any(|branch| line.starts_with(branch));
    let length = instructions[start..].iter().position(is_branch).expect("its end");
    &instructions[start..start + length]
}

/// How many access the frame.
#[must_use]
pub fn accesses(instructions: &[String]) -> usize {
    instructions.iter().filter(|line| ["[rsp", "[sp"].iter().any(|stack| line.contains(stack))).count()
}
