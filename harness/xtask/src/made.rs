//! Kernels made for some cores: by the library itself, in a program of the tests'
//! package (`tests/examples/listed_kernels.rs`) whose output is read here.

use serde_json::Value;

use crate::proc::{Failure, Result, capture};
use crate::toolchain::Toolchain;

/// A kernel, and what it takes to measure it.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// As in `tests/src/listed.rs`.
    pub(crate) name: String,
    /// The core that it was made for.
    pub(crate) core: String,
    /// The spec in words.
    pub(crate) spec: String,
    /// The machine code.
    pub(crate) code: Vec<u8>,
    /// The same as text, one instruction a line.
    pub(crate) assembly: String,
    /// A hash of that text.
    pub(crate) hash: String,
    /// Cycles of one call, as the registry's choice promised.
    pub(crate) offer: f64,
    /// The arguments of `tools/mcatrace.py` for it.
    pub(crate) arguments: String,
    /// Size of an element.
    pub(crate) element_bytes: u64,
    /// Extents, if it is a multiplication.
    pub(crate) gemm: Option<Gemm>,
    /// How the generator cut it, if it is a multiplication.
    pub(crate) shape: Option<String>,
}

/// The numbers from which the lower bound of a multiplication follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gemm {
    /// Rows of A and C.
    pub(crate) m: u64,
    /// Columns of B and C.
    pub(crate) n: u64,
    /// Columns of A, rows of B.
    pub(crate) k: u64,
    /// Products that are summed.
    pub(crate) blocks: u64,
}

impl Made {
    /// The name of its kind for `tools/mcatrace.py`.
    pub(crate) fn kind(&self) -> &'static str {
        match self.spec.split(' ').next() {
            Some("lanewise") => "lanewise",
            Some("complex") => "complex",
            Some("grouped") => "grouped",
            Some("window") => "window",
            _ if self.gemm.is_some() => "gemm",
            _ => "eltwise",
        }
    }
}

/// Makes the kernels of these names (or of a list: `measured`, `golden`,
/// `random:COUNT:SEED`) for each core.
///
/// # Errors
/// A name or core is unknown, or there is no such kernel.
pub(crate) fn make(toolchain: &Toolchain, cores: &str, names: &str) -> Result<Vec<Made>> {
    let mut cargo = toolchain.cargo("run");
    cargo.args(["--quiet", "--release", "--package", "tensmith-tests", "--example", "listed_kernels", "--"]);
    let lines = capture(cargo.args([cores, names]))?;
    let made = |line| read(line).ok_or_else(|| Failure::check(format!("not a kernel: {line}")));
    lines.lines().map(made).collect()
}

fn read(line: &str) -> Option<Made> {
    let kernel: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| Some(kernel[name].as_str()?.to_owned());
    Some(Made {
        name: text("name")?,
        core: text("core")?,
        spec: text("spec")?,
        code: bytes(kernel["code"].as_str()?)?,
        assembly: text("assembly")?,
        hash: text("hash")?,
        offer: kernel["offer"].as_f64()?,
        arguments: text("mcatrace")?,
        element_bytes: kernel["element_bytes"].as_u64()?,
        gemm: gemm(&kernel["gemm"]),
        shape: text("shape"),
    })
}

fn gemm(extents: &Value) -> Option<Gemm> {
    let number = |name: &str| extents[name].as_u64();
    Some(Gemm { m: number("m")?, n: number("n")?, k: number("k")?, blocks: number("blocks")? })
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = (0..hex.len()).step_by(2).map(|at| hex.get(at..at + 2));
    digits.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

/// A kernel that tests can do without a generator for.
#[cfg(test)]
pub(crate) fn copy(core: &str) -> Made {
    Made {
        name: "f32_copy_4x4".to_owned(),
        core: core.to_owned(),
        spec: "identity f32 4x4".to_owned(),
        code: vec![0; 4],
        assembly: "ret\n".to_owned(),
        hash: "1f".to_owned(),
        offer: 1.0,
        arguments: String::new(),
        element_bytes: 4,
        gemm: None,
        shape: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_kernel() {
        let line = r#"{"name": "f32_gemm_4x5x6_b1", "core": "neoverse-v2", "spec": "gemm f32", "code": "c0035fd6",
            "assembly": "ret\n", "hash": "1f", "offer": 7, "mcatrace": "-m 4", "element_bytes": 4,
            "gemm": {"m": 4, "n": 5, "k": 6, "blocks": 1},
            "shape": "3x2"}"#;
        let made = read(line).expect("a kernel");
        assert_eq!(made.code, [0xc0, 0x03, 0x5f, 0xd6]);
        assert_eq!(made.gemm, Some(Gemm { m: 4, n: 5, k: 6, blocks: 1 }));
        assert_eq!((made.kind(), made.shape.as_deref()), ("gemm", Some("3x2")));
        assert!(read(&line.replace("c003", "c0zz")).is_none());
    }
}
