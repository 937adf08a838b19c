//! `cargo xtask firmware`: the image without an operating system, built and run in every mode on every core.
//!
//! It is linked by GNU's linker and run by qemu's emulation of a whole machine, started at EL1 and at EL2. Modes that
//! have to fault count as right only if they end with the exception that is expected, and say so. Of what the linker left
//! of the libraries, nothing may call what panics.

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::proc::{self, Failure, Result, capture, command};
use crate::rust::Target;
use crate::toolchain::{self, Toolchain};

/// The folder of the image's package.
const FOLDER: &str = "examples/firmware";

/// The emulated cores: everything that qemu has, one of the first of 64 bits, and one with a model of its own.
const CORES: [&str; 3] = ["max", "cortex-a57", "neoverse-n1"];

/// Started at EL1, and at EL2.
const MACHINES: [&str; 2] = ["virt", "virt,virtualization=on"];

/// How long a run may take. It takes less than a second on a machine that does nothing else.
const LIMIT: Duration = Duration::from_secs(120);

/// The end of a run that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    status: i32,
    /// What it prints, among other things.
    says: &'static str,
}

const WELL: End = End { status: 0, says: "all is well" };
const NOT_EXECUTABLE: End = End { status: 0x21, says: "instruction abort, permission fault" };
const NOT_WRITABLE: End = End { status: 0x25, says: "data abort, permission fault" };
const NOT_ALIGNED: End = End { status: 0x25, says: "data abort, alignment fault" };

/// The words of each mode, and how it has to end.
const MODES: [(&[&str], End); 8] = [
    (&[], WELL),
    (&["mmu"], WELL),
    (&["mmu", "refuse"], WELL),
    // In Normal memory, vectors may lie anywhere; in Device memory they must not.
    (&["mmu", "unaligned"], WELL),
    (&["unaligned"], NOT_ALIGNED),
    // What the guard of the pool is for.
    (&["mmu", "unprotected"], NOT_EXECUTABLE),
    (&["mmu", "overwrite"], NOT_WRITABLE),
    (&["mmu", "released"], NOT_EXECUTABLE),
];

/// What was found.
#[derive(Debug)]
pub(crate) struct Found {
    runs: usize,
    last: String,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} runs on {}; {}", self.runs, CORES.join(", "), self.last)
    }
}

/// Builds the image and runs it in every mode.
///
/// # Errors
/// The first run that does not end as it has to.
pub(crate) fn check(toolchain: &Toolchain) -> Result<Found> {
    let image = build(toolchain)?;
    panics(&image)?;
    let mut found = Found { runs: 0, last: String::new() };
    for (core, machine) in CORES.into_iter().flat_map(|core| MACHINES.map(|machine| (core, machine))) {
        for (words, end) in MODES {
            let mut qemu = emulator(&image, core, machine, words)?;
            let (status, said) = ran(&mut qemu)?;
            if status != Some(end.status) || !said.contains(end.says) {
                let End { status: expected, says } = end;
                return Err(Failure::check(format!(
                    "`{}` ended with {status:?} instead of {expected} (\"{says}\"), and said\n{said}",
                    proc::text(&qemu)
                )));
            }
            found.runs += 1;
            if end == WELL {
                // The use of stack and heap.
                found.last =
                    said.lines().find(|line| line.starts_with("stack ")).unwrap_or_default().to_owned();
            }
        }
    }
    Ok(found)
}

/// Builds the image; returns where it is.
fn build(toolchain: &Toolchain) -> Result<PathBuf> {
    let folder = toolchain.workspace.root.join(FOLDER);
    let mut cargo = toolchain.cargo_for("build", Target::Bare, "");
    // Its own flags are in its own configuration, which those of the environment would take the place of.
    cargo.env_remove("RUSTFLAGS").current_dir(&folder).args(["--release", "--locked"]);
    if let Some(linker) = toolchain::bare_linker() {
        cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_NONE_LINKER", linker);
    }
    proc::run(&mut cargo)?;
    let image = toolchain.release_of(Target::Bare).join("firmware");
    let is_there = fs::metadata(&image).is_ok_and(|image| image.is_file());
    if is_there { Ok(image) } else { Err(Failure::check(format!("{} was not built", image.display()))) }
}

/// Refuses an image in which a function of this workspace's libraries calls one that panics, after all that the linker
/// optimized away.
fn panics(image: &Path) -> Result {
    let objdump = toolchain::bare_linker().map(|linker| linker.to_string_lossy().replace("-ld", "-objdump"));
    let objdump = objdump.ok_or_else(|| Failure::set_up("objdump for AArch64 is needed"))?;
    let code = capture(command(objdump).args(["--disassemble", "--no-show-raw-insn"]).arg(image))?;
    let (functions, panics) = panics_in(&code);
    if functions == 0 {
        return Err(Failure::check("the image has no function of these libraries"));
    }
    if panics.is_empty() { Ok(()) } else { Err(Failure::check(panics.join("\n"))) }
}

/// How many functions of this workspace's libraries there are, and those that call one that panics. Names are mangled.
fn panics_in(code: &str) -> (usize, Vec<String>) {
    const PANICS: [&str; 7] = [
        "panicking",
        "unwrap_failed",
        "expect_failed",
        "index_fail",
        "error_fail",
        "handle_",
        "capacity_overflow",
    ];
    let is_ours = |name: &str| name.contains("tensmith_");
    let (mut functions, mut found, mut caller) = (0, Vec::new(), "");
    for line in code.lines() {
        // `0000000040200000 <_start>:`, and `40200030: bl 40200b90 <main>`.
        let Some((before, name)) = line.split_once('<') else { continue };
        if let Some(name) = name.strip_suffix(">:") {
            caller = name;
            functions += usize::from(is_ours(name));
        } else if is_ours(caller) && !is_ours(name) && before.contains("\tb") {
            let panics = PANICS.iter().any(|panics| name.contains(panics));
            found.extend(panics.then(|| format!("{caller} calls {}", name.trim_end_matches('>'))));
        }
    }
    (functions, found)
}

/// The command that runs the image.
fn emulator(image: &Path, core: &str, machine: &str, words: &[&str]) -> Result<Command> {
    let qemu = toolchain::system_qemu().ok_or_else(|| Failure::set_up("qemu-system-aarch64 is needed"))?;
    let mut qemu = command(qemu);
    qemu.args(["-M", machine, "-cpu", core, "-m", "256M", "-nographic", "-nodefaults", "-serial", "stdio"]);
    let line: String = words.iter().map(|word| format!(",arg={word}")).collect();
    qemu.args(["-semihosting-config", &format!("enable=on,target=native,arg=firmware{line}"), "-kernel"]);
    qemu.arg(image);
    Ok(qemu)
}

/// Runs the image; returns its exit status and what it said.
fn ran(qemu: &mut Command) -> Result<(Option<i32>, String)> {
    let failed = |error: std::io::Error| Failure::check(format!("qemu: {error}"));
    let mut child = qemu.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let start = Instant::now();
    // It says little, which the pipe holds.
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break status.code(),
            None if start.elapsed() < LIMIT => thread::sleep(Duration::from_millis(5)),
            None => {
                child.kill().and_then(|()| child.wait()).map_err(failed)?;
                break None;
            }
        }
    };
    let mut said = String::new();
    child.stdout.take().expect("it was asked for").read_to_string(&mut said).map_err(failed)?;
    Ok((status, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_emulator_is_told_core_machine_and_words() {
        let Ok(qemu) = emulator(Path::new("/t/firmware"), "max", "virt", &["mmu", "refuse"]) else {
            assert!(toolchain::system_qemu().is_none());
            return;
        };
        let text = proc::text(&qemu);
        assert!(text.contains("-M virt -cpu max -m 256M"), "{text}");
        assert!(text.ends_with("arg=firmware,arg=mmu,arg=refuse -kernel /t/firmware"), "{text}");
    }

    #[test]
    fn calls_of_panics_by_these_libraries_are_found() {
        let code = "\
0000000040200000 <_start>:
    40200030:\tbl\t40200b90 <_ZN4core9panicking5panic17h1E>
0000000040200100 <_ZN13tensmith_core4code17h2E>:
    40200104:\tbl\t40200200 <_ZN13tensmith_core8handle_a17h2E>
    40200108:\tadrp\tx0, 40200000 <_ZN4core9panicking5panic17h1E>
    4020010c:\tb.ne\t40200110 <_ZN13tensmith_core4code17h2E+0x10>
";
        assert_eq!(panics_in(code), (1, vec![]));
        let code = code.to_owned() + "    40200110:\tbl\t40200b90 <_ZN4core9panicking5panic17h1E>\n";
        let expected = "_ZN13tensmith_core4code17h2E calls _ZN4core9panicking5panic17h1E";
        assert_eq!(panics_in(&code), (1, vec![expected.to_owned()]));
    }

    #[test]
    fn every_word_is_one_of_the_images() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FOLDER).join("src");
        let text = |name| fs::read_to_string(folder.join(name)).unwrap();
        let sources = text("main.rs") + &text("mutants.rs");
        for word in MODES.iter().flat_map(|(words, _)| *words) {
            assert!(sources.contains(&format!("\"{word}\"")), "{word}");
        }
    }
}
