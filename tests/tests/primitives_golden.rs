//! The code in `tests/golden`, in a folder for each instruction set, is what the generators make. The cycles on AArch64 are compared by
//! `cargo xtask golden`, which also writes the files anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tensmith_core::Target;
use tensmith_tests::kernels;
use tensmith_tests::listed::{GOLDEN, GOLDEN_CORES, Listed};

const ADVICE: &str = "`cargo xtask golden --bless` writes the files anew: look at the difference";

fn folder(isa: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(isa)
}

/// The cores that a paragraph is about, one a comment, and the code below.
fn cores_and_code(paragraph: &str) -> (Vec<&str>, String) {
    let (heads, code): (Vec<&str>, Vec<&str>) = paragraph.lines().partition(|line| line.starts_with("//"));
    let cores = heads.into_iter().map(|head| {
        let (_, rest) = head.split_once(" for ").expect("`// … for CORE: …`");
        rest.split(':').next().unwrap_or(rest)
    });
    (cores.collect(), code.iter().map(|line| format!("{line}\n")).collect())
}

#[test]
fn generators_make_what_is_recorded() {
    let registry = kernels::registry();
    for (name, (isa, expected)) in GOLDEN.into_iter().flat_map(|name| GOLDEN_CORES.map(|cores| (name, cores)))
    {
        let path = folder(isa).join(format!("{name}.asm"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}; {ADVICE}"));
        let spec = name.parse::<Listed>().expect("a kernel").spec;
        let mut paragraphs = text.split("\n\n");
        assert_eq!(paragraphs.next(), Some(&*format!("// {spec}")), "{name}; {ADVICE}");
        let mut seen = Vec::new();
        for (cores, recorded) in paragraphs.map(cores_and_code) {
            for core in cores {
                let target = Target::named(core).expect("a core");
                let made = kernels::assembly(&kernels::code(&registry, &spec, &target), &target);
                let same = recorded.lines().zip(made.lines()).take_while(|(x, y)| x == y).count();
                let line = |text: &str| text.lines().nth(same).unwrap_or("the end").to_owned();
                let (old, new) = (line(&recorded), line(&made));
                assert!(made == recorded, "{name} for {core}: `{old}` in the file, `{new}` now; {ADVICE}");
                seen.push(core.to_owned());
            }
        }
        assert_eq!(seen, expected, "{name}; {ADVICE}");
    }
}

/// Whether a line is a move of a register to itself: `vmovaps zmm0, zmm0`, `mov x1, x1`.
fn is_idle(line: &str) -> bool {
    let operands = line.trim().split_once(' ').filter(|(name, _)| name.contains("mov")).map(|(_, rest)| rest);
    operands.and_then(|operands| operands.split_once(", ")).is_some_and(|(to, from)| to == from)
}

#[test]
fn no_register_is_moved_to_itself() {
    let registry = kernels::registry();
    for (name, core) in GOLDEN.into_iter().flat_map(|name| GOLDEN_CORES.map(|(_, cores)| (name, cores))) {
        let spec = name.parse::<Listed>().expect("a kernel").spec;
        for core in core {
            let target = Target::named(core).expect("a core");
            let made = kernels::assembly(&kernels::code(&registry, &spec, &target), &target);
            let idle: Vec<&str> = made.lines().filter(|line| is_idle(line)).collect();
            assert!(idle.is_empty(), "{name} for {core}: {idle:?}");
        }
    }
}

#[test]
fn every_file_is_a_listed_kernel() {
    for (isa, _) in GOLDEN_CORES {
        let entries = std::fs::read_dir(folder(isa)).expect("tests/golden");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
        let found: BTreeSet<_> =
            entries.map(|entry| name(entry).into_string().expect("plain names")).collect();
        let expected: BTreeSet<_> = GOLDEN.iter().map(|name| format!("{name}.asm")).collect();
        assert_eq!(found, expected, "{isa}");
    }
}
