//! The code of listed kernels is what is on record in `tests/golden`: a hash for each core, in a file for
//! each instruction set, and in `read` the text of a few. The cycles on AArch64 are compared by
//! `cargo xtask golden`, which also writes the files anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tensmith_core::Target;
use tensmith_tests::kernels;
use tensmith_tests::listed::{GOLDEN, GOLDEN_CORES, Listed, READ, hash};

const ADVICE: &str = "`cargo xtask golden --bless` writes the files anew: is it meant?";

/// What is on record: below `tests/golden`.
fn recorded(path: impl AsRef<Path>) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}; {ADVICE}", path.display()))
}

/// The code of a kernel for a core, its size in bytes, and its text.
fn made(kernel: &Listed, core: &str) -> (usize, String) {
    let target = Target::named(core).expect("a core");
    let code = kernels::code(&kernels::registry(), &kernel.spec, &target);
    (code.len(), kernels::assembly(&code, &target))
}

/// A kernel of the list.
fn listed(name: &str) -> Listed {
    name.parse().expect("a kernel")
}

#[test]
fn generators_make_what_is_recorded() {
    for (isa, cores) in GOLDEN_CORES {
        let file = recorded(format!("{isa}.txt"));
        let mut lines = file.lines().filter(|line| !line.is_empty());
        for kernel in GOLDEN.map(listed) {
            assert_eq!(lines.next(), Some(&*format!("{}: {}", kernel.name, kernel.spec)), "{isa}; {ADVICE}");
            for core in cores {
                let (bytes, assembly) = made(&kernel, core);
                let expected = format!("  {core}: {bytes} bytes, {:016x}", hash(&assembly));
                let found = lines.next().unwrap_or_default();
                // Cycles may follow.
                assert!(
                    found.starts_with(&expected),
                    "{}: `{found}`; {ADVICE}. Now:\n{assembly}",
                    kernel.name
                );
            }
        }
        assert_eq!(lines.next(), None, "{isa}; {ADVICE}");
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
fn texts_to_be_read_are_those_that_are_made() {
    for (isa, cores) in GOLDEN_CORES {
        for kernel in READ.map(listed) {
            let mut text = format!("// {}\n", kernel.spec);
            let all: Vec<_> = cores.iter().map(|core| (core, made(&kernel, core))).collect();
            // Neighbours with the same code share it.
            for same in all.chunk_by(|(_, one), (_, other)| one == other) {
                text.push('\n');
                for (core, (bytes, _)) in same {
                    writeln!(text, "// {bytes} bytes for {core}").expect("strings take everything");
                }
                text += &same[0].1.1;
            }
            let path = Path::new("read").join(isa).join(format!("{}.asm", kernel.name));
            assert!(recorded(&path) == text, "{}; {ADVICE}. Now:\n{text}", path.display());
        }
    }
}
