//! The images: how they are built, and what is in them after the linker has left out the rest.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::proc::{self, Failure, Result, capture, command};
use crate::rust::Target;
use crate::toolchain::{self, Toolchain};

/// The folder of the images' package.
pub(crate) const FOLDER: &str = "examples/firmware";

/// Flags for names that keep their types and have no hashes. The linker's script is among them, since
/// libraries that are built with other flags are built anew.
pub(crate) const NAMES: &str = "-C symbol-mangling-version=v0 -C link-arg=-Tlink.ld";

/// Everything, of the libraries whose object code is read: what a day has time for.
pub(crate) const READ: Image =
    Image { program: "firmware", target: Target::Bare, profile: "read", flags: Some(NAMES), is_full: true };

/// An image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Image {
    /// Its program in the package.
    pub(super) program: &'static str,
    /// What it is built for.
    pub(crate) target: Target,
    /// The profile with which.
    pub(crate) profile: &'static str,
    /// The compiler's flags, if not those of the package's own configuration.
    pub(super) flags: Option<&'static str>,
    /// Whether it has all features of the libraries.
    pub(super) is_full: bool,
}

/// An image that was built, and its code as text.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) path: PathBuf,
    code: String,
}

impl Image {
    /// `cargo build` in its package, with its profile and these flags.
    pub(crate) fn cargo(self, toolchain: &Toolchain, flags: &str) -> Command {
        let mut cargo = toolchain.cargo_for("build", self.target, flags);
        cargo.current_dir(toolchain.workspace.root.join(FOLDER)).args([
            "--locked",
            "--profile",
            self.profile,
        ]);
        // Profiles say what is incremental.
        cargo.env_remove("CARGO_INCREMENTAL");
        if let Some(linker) = toolchain::bare_linker() {
            let target = self.target.triple().replace('-', "_").to_uppercase();
            cargo.env(format!("CARGO_TARGET_{target}_LINKER"), linker);
        }
        cargo
    }

    /// Builds it.
    pub(super) fn build(self, toolchain: &Toolchain) -> Result<Built> {
        let mut cargo = self.cargo(toolchain, self.flags.unwrap_or_default());
        if self.flags.is_none() {
            // Those of the environment would take the place of its own.
            cargo.env_remove("RUSTFLAGS");
        }
        cargo.args(["--bin", self.program]);
        if !self.is_full {
            cargo.arg("--no-default-features");
        }
        proc::build(&mut cargo)?;
        let path = toolchain.built_for(self.target, self.profile).join(self.program);
        if !fs::metadata(&path).is_ok_and(|image| image.is_file()) {
            return Err(Failure::check(format!("{} was not built", path.display())));
        }
        let mut objdump = command(toolchain::bare_tool("objdump")?);
        let code = capture(objdump.args(["--disassemble", "--no-show-raw-insn"]).arg(&path))?;
        Ok(Built { path, code })
    }
}

impl Built {
    /// The code as text.
    pub(super) fn code(&self) -> &str {
        &self.code
    }

    /// Refuses an image in which a function of this workspace's libraries calls one that panics, after all
    /// that the linker optimized away.
    pub(super) fn calls_no_panics(&self) -> Result {
        let (functions, panics) = panics_in(&self.code);
        if functions == 0 {
            return Err(Failure::check("the image has no function of these libraries"));
        }
        if panics.is_empty() { Ok(()) } else { Err(Failure::check(panics.join("\n"))) }
    }

    /// Refuses an image that has a function which panics, whether or not it is called.
    pub(super) fn has_no_panics(&self) -> Result {
        let names = functions(&self.code).filter(|name| does_panic(name));
        let found: Vec<_> = names.collect();
        if found.is_empty() { Ok(()) } else { Err(Failure::check(format!("panics: {}", found.join(", ")))) }
    }

    /// Refuses an image with an instruction that uses vector registers: those of kernels are not in it.
    pub(super) fn has_no_vectors(&self) -> Result {
        let found: Vec<_> = vectors_in(&self.code).take(10).collect();
        if found.is_empty() { Ok(()) } else { Err(Failure::check(found.join("\n"))) }
    }

    /// The bytes of its code and of its read-only data.
    pub(super) fn size(&self) -> Result<[u64; 2]> {
        let table = capture(command(toolchain::bare_tool("size")?).arg("-A").arg(&self.path))?;
        let section = |name: &str| section_in(&table, name);
        section(".text").zip(section(".rodata")).map(|(code, data)| [code, data]).ok_or_else(|| {
            Failure::check(format!("{} lacks a section, or its size is unknown", self.path.display()))
        })
    }
}

/// The size of a section in the table that `size -A` prints.
fn section_in(table: &str, name: &str) -> Option<u64> {
    let mut rows = table.lines().map(str::split_whitespace);
    rows.find_map(|mut row| (row.next() == Some(name)).then(|| row.next()?.parse().ok()))?
}

/// The names of the functions in disassembled code: `0000000040200000 <_start>:`.
fn functions(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter_map(|line| line.split_once('<')?.1.strip_suffix(">:"))
}

/// Whether a function's name is that of one which panics. Names are mangled.
fn does_panic(name: &str) -> bool {
    const PANICS: [&str; 7] = [
        "panicking",
        "unwrap_failed",
        "expect_failed",
        "index_fail",
        "error_fail",
        "handle_",
        "capacity_overflow",
    ];
    !is_ours(name) && PANICS.iter().any(|panics| name.contains(panics))
}

fn is_ours(name: &str) -> bool {
    name.contains("tensmith_")
}

/// The number of functions of this workspace's libraries, and those that call one that panics.
fn panics_in(code: &str) -> (usize, Vec<String>) {
    let (mut count, mut found, mut caller) = (0, Vec::new(), "");
    for line in code.lines() {
        // `0000000040200000 <_start>:`, and `40200030: bl 40200b90 <main>`.
        let Some((before, name)) = line.split_once('<') else { continue };
        if let Some(name) = name.strip_suffix(">:") {
            caller = name;
            count += usize::from(is_ours(name));
        } else if is_ours(caller) && before.contains("\tb") && does_panic(name) {
            found.push(format!("{caller} calls {}", name.trim_end_matches('>')));
        }
    }
    (count, found)
}

/// The instructions that name a vector register, or one of the floating-point unit's own,
/// each with its function.
fn vectors_in(code: &str) -> impl Iterator<Item = String> {
    let mut function = "";
    code.lines().filter_map(move |line| {
        if let Some(name) = line.split_once('<').and_then(|(_, name)| name.strip_suffix(">:")) {
            function = name;
            return None;
        }
        // `40200030:\tldr\tq0, [x1]`; behind `<` and `//` are names and notes.
        let (_, inst) = line.split_once(":\t")?;
        let inst = inst.split(['<', '/']).next().unwrap_or(inst);
        let (mnemonic, operands) = inst.split_once('\t')?;
        let is_data = mnemonic.starts_with('.');
        let mut words = operands.split(|c: char| !c.is_ascii_alphanumeric());
        (!is_data && words.any(is_vector)).then(|| format!("{function}: {inst}"))
    })
}

/// Whether a word of an instruction is a vector register, or the floating-point unit's control or status.
fn is_vector(word: &str) -> bool {
    let is_numbered = |number: &str| number.parse::<u8>().is_ok_and(|number| number < 32);
    matches!(word, "fpcr" | "fpsr")
        || word.strip_prefix(['b', 'h', 's', 'd', 'q', 'v', 'z']).is_some_and(is_numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn instructions_on_vector_registers_are_found() {
        let code = "\
0000000040200000 <d0>:
    40200000:\tldr\tx0, [sp, #16]\t// d1
    40200004:\tbl\t40200b90 <v0>
    40200008:\t.word\t0x40200b90
    4020000c:\tadd\tx1, x2, w3, sxtw
    40200010:\tldr\tq0, [x1]
    40200014:\tst1\t{v3.4s}, [x0]
    40200018:\tmrs\tx0, fpcr
    4020001c:\tfmov\tx0, d31
";
        let found: Vec<_> = vectors_in(code).collect();
        assert_eq!(
            found,
            ["d0: ldr\tq0, [x1]", "d0: st1\t{v3.4s}, [x0]", "d0: mrs\tx0, fpcr", "d0: fmov\tx0, d31"]
        );
    }

    #[test]
    fn sizes_are_read_from_the_table_of_sections() {
        let table =
            "gemm  :\nsection   size   addr\n.text    391088   1075838976\n.rodata  254807   1076230064\n";
        assert_eq!(section_in(table, ".rodata"), Some(254_807));
        assert_eq!(section_in(table, ".data"), None);
    }
}
