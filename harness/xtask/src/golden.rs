//! `cargo xtask golden`: the code of some kernels and its predicted cycles, as files.
//!
//! A change of the generators shows in `tests/golden` as a diff of sizes, hashes and cycles: a file for each
//! instruction set, in it a paragraph for each kernel, with a line for each core. A few kernels are there as
//! text, to be read. `tests/tests/primitives_golden.rs` compares code with every run of the tests, and prints
//! what differs; cycles take minutes to predict, on AArch64 alone, and are compared here. Those on x86-64 are
//! measured, by `bench silicon`.

use std::fs;
use std::path::PathBuf;

use crate::made::{self, Made};
use crate::mcatrace::{Mcatrace, Prediction};
use crate::proc::{Failure, Result};
use crate::toolchain::Toolchain;

/// An instruction set that there are files of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Isa {
    /// With predicted cycles.
    #[value(name = "aarch64")]
    AArch64,
    /// Code alone.
    #[value(name = "x86-64")]
    X86_64,
}

impl Isa {
    /// The name of its folder.
    fn name(self) -> &'static str {
        match self {
            Self::AArch64 => "aarch64",
            Self::X86_64 => "x86-64",
        }
    }
}

/// The kernels that are there as text, as in `tests/src/listed.rs`.
const READ: [&str; 2] = ["f32_gemm_4x4x4_b1", "f32_transpose_32x32"];

/// A file as it should be.
#[derive(Clone, Debug, PartialEq)]
struct Golden {
    path: PathBuf,
    text: String,
}

/// Compares the files with what is generated and predicted now; returns how many there are.
///
/// # Errors
/// Names each file that differs, with the first line that does.
pub(crate) fn check(toolchain: &Toolchain, isa: Option<Isa>) -> Result<usize> {
    let files = generate(toolchain, isa)?;
    let differences: String = files.iter().filter_map(difference).collect();
    if differences.is_empty() {
        return Ok(files.len());
    }
    Err(Failure::check(format!("{differences}`cargo xtask golden --bless` writes the files anew")))
}

/// Compares all files, as a step of the checks.
///
/// # Errors
/// As [`check`].
pub(crate) fn step(toolchain: &Toolchain) -> Result<String> {
    check(toolchain, None).map(|files| format!("ok: {files} files"))
}

/// Writes the files anew; returns how many there are.
///
/// # Errors
/// A kernel cannot be made or is wrong, or a file cannot be written.
pub(crate) fn bless(toolchain: &Toolchain, isa: Option<Isa>) -> Result<usize> {
    let files = generate(toolchain, isa)?;
    for Golden { path, text } in &files {
        fs::write(path, text).map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))?;
    }
    Ok(files.len())
}

fn generate(toolchain: &Toolchain, isa: Option<Isa>) -> Result<Vec<Golden>> {
    let all = [Isa::AArch64, Isa::X86_64].into_iter().filter(|one| isa.is_none_or(|isa| isa == *one));
    let files: Result<Vec<_>> = all.map(|isa| of_isa(toolchain, isa)).collect();
    Ok(files?.into_iter().flatten().collect())
}

fn of_isa(toolchain: &Toolchain, isa: Isa) -> Result<Vec<Golden>> {
    let made = made::make(toolchain, &format!("golden:{}", isa.name()), "golden")?;
    let predictions = match isa {
        Isa::AArch64 => Mcatrace::find(toolchain)?.predict(&made)?.into_iter().map(Some).collect(),
        Isa::X86_64 => vec![None; made.len()],
    };
    let made: Vec<_> = made.into_iter().zip(predictions).collect();
    let kernels: Vec<_> = made.chunk_by(|(one, _), (other, _)| one.name == other.name).collect();
    let folder = toolchain.workspace.root.join("tests/golden");
    let record = kernels.iter().map(|cores| record(cores)).collect::<Vec<_>>().join("\n");
    let mut files = vec![Golden { path: folder.join(format!("{}.txt", isa.name())), text: record }];
    for cores in kernels.iter().filter(|cores| READ.contains(&&*cores[0].0.name)) {
        let path = folder.join("read").join(isa.name()).join(format!("{}.asm", cores[0].0.name));
        files.push(Golden { path, text: text(cores) });
    }
    Ok(files)
}

/// A kernel on all cores: the size of its code, a hash, and cycles.
fn record(cores: &[(Made, Option<Prediction>)]) -> String {
    let first = &cores[0].0;
    cores.iter().fold(format!("{}: {}\n", first.name, first.spec), |text, (made, prediction)| {
        let cycles = prediction.as_ref().map_or(String::new(), |prediction| {
            let wide = prediction.wide.map_or(String::new(), |wide| format!(", {wide:.1} wide"));
            format!(", {:.1} cycles{wide}", prediction.steady)
        });
        text + &format!("  {}: {} bytes, {}{cycles}\n", made.core, made.code.len(), made.hash)
    })
}

/// The code of a kernel on all cores. Neighbours in the list that have the same code share it.
fn text(cores: &[(Made, Option<Prediction>)]) -> String {
    let same_code = cores.chunk_by(|(one, _), (other, _)| one.code == other.code);
    let spec = format!("// {}\n", cores[0].0.spec);
    same_code.fold(spec, |text, cores| {
        let head = |(made, _): &(Made, _)| format!("// {} bytes for {}\n", made.code.len(), made.core);
        let heads: String = cores.iter().map(head).collect();
        text + "\n" + &heads + &cores[0].0.assembly
    })
}

/// The differences in a file.
fn difference(golden: &Golden) -> Option<String> {
    let path = golden.path.display();
    let Ok(found) = fs::read_to_string(&golden.path) else { return Some(format!("{path} is missing\n")) };
    let (line, found, expected) = first_difference(&found, &golden.text)?;
    Some(format!("{path}:{line}: `{found}` in the file, `{expected}` now\n"))
}

/// The number of the first line that differs, from 1, and what it is in each text.
fn first_difference<'t>(found: &'t str, expected: &'t str) -> Option<(usize, &'t str, &'t str)> {
    let line = |text: &'t str, nth| text.lines().nth(nth);
    let count = found.lines().count().max(expected.lines().count());
    let nth = (0..count).find(|nth| line(found, *nth) != line(expected, *nth))?;
    let shown = |text| line(text, nth).unwrap_or("the end");
    Some((nth + 1, shown(found), shown(expected)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(core: &str, code: u8) -> (Made, Option<Prediction>) {
        let assembly = format!("mov x{code}, x0\n");
        let made = Made { code: vec![code; 4], assembly, ..made::copy(core) };
        (made, Some(Prediction { instructions: 1, flops: 0.0, peak: 16.0, steady: 2.0, wide: Some(1.5) }))
    }

    #[test]
    fn a_line_has_size_hash_and_cycles() {
        let text = record(&[made("neoverse-n1", 1), (made("zen5", 1).0, None)]);
        let lines = "  neoverse-n1: 4 bytes, 1f, 2.0 cycles, 1.5 wide\n  zen5: 4 bytes, 1f\n";
        assert_eq!(text, format!("f32_copy_4x4: identity f32 4x4\n{lines}"));
    }

    #[test]
    fn neighbours_share_their_code() {
        let text = text(&[made("neoverse-n1", 1), made("neoverse-v1", 1), made("cortex-a510", 2)]);
        let expected = "// identity f32 4x4\n\n\
            // 4 bytes for neoverse-n1\n// 4 bytes for neoverse-v1\nmov x1, x0\n\n\
            // 4 bytes for cortex-a510\nmov x2, x0\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_first_line_that_differs_is_found() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some((2, "b", "c")));
        assert_eq!(first_difference("a\n", "a\nc\n"), Some((2, "the end", "c")));
    }
}
