//! The oracle for timings: LLVM's models of cores, through `llvm-mca`.

use crate::tools::Tool;

const LLVM_MCA: Tool = Tool { name: "llvm-mca", variable: "TENSMITH_LLVM_MCA", oldest: 18 };

/// The cost of one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Issue slots.
    pub slots: u32,
    /// Cycles until its results can be read.
    pub latency: u32,
}

/// The cost of each of `lines` on a core.
///
/// # Panics
/// Where `llvm-mca` cannot be run.
#[must_use]
pub fn costs(core: &str, lines: &[String]) -> Vec<Cost> {
    let text = run(&[&format!("-mcpu={core}"), "-instruction-tables"], lines.join("\n"));
    let rows = text.lines().skip_while(|line| !line.starts_with("[1]    [2]")).skip(1);
    rows.take_while(|line| !line.is_empty())
        .map(|row| {
            let mut numbers = row.split_whitespace().map(|number| number.parse().expect("a number"));
            let [slots, latency] = [(); 2].map(|()| numbers.next().expect("two numbers"));
            Cost { slots, latency }
        })
        .collect()
}

/// How many cycles a core takes for `code`, once through.
///
/// # Panics
/// Where `llvm-mca` cannot be run.
#[must_use]
pub fn cycles(core: &str, code: &str) -> u32 {
    let text = run(&[&format!("-mcpu={core}"), "-iterations=1"], code.to_owned());
    let line = text.lines().find_map(|line| line.strip_prefix("Total Cycles:")).expect("a number of cycles");
    line.trim().parse().expect("a number")
}

fn run(arguments: &[&str], source: String) -> String {
    LLVM_MCA.run(&[&["-mtriple=aarch64"], arguments].concat(), source)
}
