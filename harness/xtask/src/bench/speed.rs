//! Kernels timed on the machine itself, where that is AArch64, next to the `gemm` and
//! `matrixmultiply` crates: `tests/examples/kernel_speed.rs`. Only ratios within one
//! run mean anything.

use serde_json::Value;

use super::Row;
use crate::proc::{Failure, Result, capture};
use crate::toolchain::Toolchain;

/// GFLOPS of one multiplication by each library.
#[derive(Clone, Debug)]
pub(super) struct Speed {
    /// Name of the kernel.
    pub(super) name: String,
    /// Libraries and their GFLOPS, ours first.
    pub(super) of: Vec<(String, f64)>,
}

/// Times every multiplication among `rows` once, as made for this machine.
///
/// # Errors
/// The program cannot be built or run.
pub(super) fn measure(toolchain: &Toolchain, rows: &[Row]) -> Result<Vec<Speed>> {
    let mut names: Vec<_> =
        rows.iter().filter(|row| row.made.gemm.is_some()).map(|row| row.made.name.as_str()).collect();
    names.dedup();
    let mut cargo = toolchain.cargo_for_runner("run");
    cargo.args(["--quiet", "--release", "--package", "tensmith-tests", "--features", "peers"]);
    let lines = capture(cargo.args(["--example", "kernel_speed", "--", &names.join(",")]))?;
    lines.lines().map(|line| read(line).ok_or_else(|| Failure::check(format!("no speed: {line}")))).collect()
}

fn read(line: &str) -> Option<Speed> {
    let speed: Value = serde_json::from_str(line).ok()?;
    let of = |library: &Value| Some((library[0].as_str()?.to_owned(), library[1].as_f64()?));
    Some(Speed {
        name: speed["name"].as_str()?.to_owned(),
        of: speed["gflops"].as_array()?.iter().map(of).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_comparison() {
        let line = r#"{"name": "f32_gemm_4x4x4_b1", "gflops": [["tensmith", 20.5], ["gemm", 4]]}"#;
        let speed = read(line).expect("a comparison");
        assert_eq!(speed.of, [("tensmith".to_owned(), 20.5), ("gemm".to_owned(), 4.0)]);
        assert!(read(r#"{"name": "x"}"#).is_none());
    }
}
