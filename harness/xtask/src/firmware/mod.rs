//! The images without an operating system, built and run in every mode on every core.
//!
//! They are linked by GNU's linker and run by qemu's emulation of a whole machine, started at EL1 and at EL2.
//! Modes that have to fault count as right only if they end with the exception that is expected, and say so.
//! What must not be in an image ([`image`]) is looked for in its disassembled code; that caches are
//! maintained, in a [`trace`].

pub(crate) mod image;
mod trace;

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::proc::{self, Failure, Result, capture, command};
use crate::rust::Target;
use crate::toolchain::{self, Toolchain};
use image::{Built, Image};
use trace::Sites;

/// Everything, as fast as it gets.
const FULL: Image =
    Image { program: "firmware", target: Target::Bare, profile: "release", flags: None, is_full: true };
/// The same, small, and without vector registers but for kernels.
const SOFT: Image = Image { target: Target::BareSoft, profile: "small", ..FULL };
/// Multiplications alone.
const GEMM: Image = Image { program: "gemm", is_full: false, ..SOFT };

/// The most bytes of code and of read-only data that [`GEMM`] may have: a little more than it has.
const LARGEST_GEMM: [u64; 2] = [284_000, 76_000];

/// The emulated cores: everything that qemu has, one of the first of 64 bits, and one
/// with a model of its own.
const CORES: [&str; 3] = ["max", "cortex-a57", "neoverse-n1"];

/// Started at EL1, and at EL2.
const MACHINES: [&str; 2] = ["virt", "virt,virtualization=on"];

/// How long a run may take. It takes less than a second on a machine that does nothing else.
const LIMIT: Duration = Duration::from_secs(120);

/// The core that is traced, whose caches have to be maintained in every step.
const TRACED: &str = "cortex-a57";

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

const NO_VECTORS: End = End { status: 0x07, says: "vector registers are off" };

/// The words of each mode of an image, and how it has to end.
type Modes = &'static [(&'static [&'static str], End)];

const MODES: Modes = &[
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

/// Those of [`SOFT`], of which the others would say nothing more.
const SOFT_MODES: Modes = &[(&[], WELL), (&["mmu"], WELL)];

/// Those of [`GEMM`], whose kernels run with vector registers on, and fault without.
const GEMM_MODES: Modes = &[(&[], WELL), (&["off"], NO_VECTORS)];

/// What is traced, and whether caches are maintained then.
const TRACES: [(&[&str], bool); 2] =
    [(&["mmu", "brief"], true), (&["mmu", "brief", "unsynchronized"], false)];

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    runs: usize,
    traced: usize,
    gemm: [u64; 2],
    last: String,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { runs, traced, gemm: [code, data], last } = self;
        write!(
            f,
            "{runs} runs on {}; {last}; caches maintained for {traced} traced instructions; ",
            CORES.join(", ")
        )?;
        write!(f, "multiplications alone take {code} bytes of code and {data} of data")
    }
}

/// Builds the image with everything, and runs it in every mode on one core.
///
/// # Errors
/// The first run that does not end as it has to.
pub(crate) fn by_day(toolchain: &Toolchain) -> Result<String> {
    let mut found = Found::default();
    run(&image::READ.build(toolchain)?, MODES, &CORES[..1], &mut found)?;
    let Found { runs, last, .. } = found;
    Ok(format!("ok: {runs} runs; {last}"))
}

/// Builds all images, looks into them and runs them in every mode on every core.
///
/// # Errors
/// The first run that does not end as it has to, or what an image has that it must not have.
pub(crate) fn at_night(toolchain: &Toolchain) -> Result<String> {
    check(toolchain).map(|found| format!("ok: {found}"))
}

fn check(toolchain: &Toolchain) -> Result<Found> {
    let mut found = Found::default();
    let gemm = GEMM.build(toolchain)?;
    gemm.has_no_panics()?;
    gemm.has_no_vectors()?;
    found.gemm = small_enough(&gemm)?;
    run(&gemm, GEMM_MODES, &CORES, &mut found)?;
    let soft = SOFT.build(toolchain)?;
    soft.calls_no_panics()?;
    soft.has_no_vectors()?;
    run(&soft, SOFT_MODES, &CORES, &mut found)?;
    let full = FULL.build(toolchain)?;
    full.calls_no_panics()?;
    run(&full, MODES, &CORES, &mut found)?;
    found.traced = maintains_caches(&full)?;
    Ok(found)
}

/// The size of an image that has multiplications alone, which is bounded.
fn small_enough(gemm: &Built) -> Result<[u64; 2]> {
    let size = gemm.size()?;
    if size.iter().zip(LARGEST_GEMM).all(|(size, largest)| *size <= largest) {
        return Ok(size);
    }
    Err(Failure::check(format!(
        "{} has {size:?} bytes of code and of read-only data: at most {LARGEST_GEMM:?} are allowed",
        gemm.path.display()
    )))
}

/// Runs an image in its modes on some cores.
fn run(image: &Built, modes: Modes, cores: &[&str], found: &mut Found) -> Result {
    for (core, machine) in cores.iter().flat_map(|core| MACHINES.map(|machine| (core, machine))) {
        for (words, end) in modes {
            let mut qemu = emulator(&image.path, core, machine, words)?;
            let said = ran(&mut qemu, *end)?;
            found.runs += 1;
            if *end == WELL {
                // The use of stack and heap.
                found.last =
                    said.lines().find(|line| line.starts_with("stack ")).unwrap_or_default().to_owned();
            }
        }
    }
    Ok(())
}

/// Whether traces show that caches are maintained, and that they are not where the image is told to leave
/// that out: how many instructions of kernels were traced.
fn maintains_caches(image: &Built) -> Result<usize> {
    let sites = Sites::of(image.code(), pool(image)?);
    let folder = image.path.with_file_name("trace");
    fs::create_dir_all(&folder).map_err(|error| Failure::set_up(format!("{}: {error}", folder.display())))?;
    let mut traced = 0;
    for (words, is_maintained) in TRACES {
        let log = folder.join(words.join("_"));
        let mut qemu = emulator(&image.path, TRACED, MACHINES[0], words)?;
        let path = toolchain::system_qemu().unwrap_or_default();
        qemu.args(toolchain::one_by_one(&path)?)
            .args(["-d", "exec,cpu,nochain", "-dfilter"])
            .arg(sites.filter());
        ran(qemu.arg("-D").arg(&log), WELL)?;
        let trace = fs::read_to_string(&log);
        let trace = trace.map_err(|error| Failure::check(format!("{}: {error}", log.display())))?;
        match (sites.follow(&trace), is_maintained) {
            (Ok(instructions), true) => traced += instructions,
            (Err(_), false) => {}
            (Err(failure), true) => return Err(failure),
            (Ok(_), false) => {
                return Err(Failure::check(format!("`{}`: the trace hides it", words.join(" "))));
            }
        }
    }
    Ok(traced)
}

/// Where the memory for code is.
fn pool(image: &Built) -> Result<std::ops::Range<u64>> {
    let symbols = capture(command(toolchain::bare_tool("nm")?).arg(&image.path))?;
    let address = |name: &str| {
        let mut rows = symbols.lines().map(str::split_whitespace);
        let found = rows.find_map(|mut row| row.next().filter(|_| row.nth(1) == Some(name)));
        found.and_then(|address| u64::from_str_radix(address, 16).ok())
    };
    let pool = address("__pool").zip(address("__pool_end"));
    pool.map(|(start, end)| start..end).ok_or_else(|| Failure::check("the image has no memory for code"))
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

/// Runs the image, which has to end in some way; returns what it said.
fn ran(qemu: &mut Command, end: End) -> Result<String> {
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
    let End { status: expected, says } = end;
    if status == Some(expected) && said.contains(says) {
        return Ok(said);
    }
    Err(Failure::check(format!(
        "`{}` ended with {status:?} instead of {expected} (\"{says}\"), and said\n{said}",
        proc::text(qemu)
    )))
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
    fn every_word_is_one_of_the_images() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(image::FOLDER).join("src");
        let text = |name| fs::read_to_string(folder.join(name)).unwrap();
        let sources = text("main.rs") + &text("mutants.rs") + &text("gemm.rs");
        let modes = [MODES, SOFT_MODES, GEMM_MODES].concat();
        let traced = TRACES.map(|(words, _)| words);
        for word in modes.iter().map(|(words, _)| *words).chain(traced).flatten() {
            assert!(sources.contains(&format!("\"{word}\"")), "{word}");
        }
    }
}
