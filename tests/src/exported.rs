//! Exports compiled and run by foreign tools: C compilers, and emulators where the machine at
//! hand is another one.
//!
//! Programs read the arrays of a case from their standard input, and write the output to theirs. They check
//! by themselves that nothing is written beyond scratch memory.

use crate::tools::turn;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use tensmith::{Element, Target};
use tensmith_export::{Export, ObjectFormat};

/// A compiler with the words that make programs for a machine, and the words that start these.
#[derive(Clone, Debug)]
pub struct Compiler {
    words: Vec<&'static str>,
    runner: Vec<&'static str>,
}

/// The architecture that the compiler of the machine makes programs for.
///
/// # Panics
/// Where there is no `gcc`.
#[must_use]
pub fn machine() -> String {
    let words = run(Command::new("gcc").arg("-dumpmachine"), b"");
    let text = String::from_utf8(words.stdout).expect("text");
    text.split('-').next().unwrap_or_default().to_owned()
}

impl Compiler {
    /// Those for a target: GCC, and Clang where there is one.
    #[must_use]
    pub fn all(target: &Target) -> Vec<Self> {
        let is_here = machine() == if target.isa.name() == "x86-64" { "x86_64" } else { "aarch64" };
        let emulator = vec!["qemu-aarch64-static", "-cpu", "max,sme_fa64=off"];
        let (gcc, clang, runner) = match is_here {
            true => (vec!["gcc"], vec!["clang"], vec![]),
            // The C library of the emulated machine is not there at run time.
            false => (
                vec!["aarch64-linux-gnu-gcc", "-static"],
                vec!["clang", "--target=aarch64-linux-gnu", "-static"],
                emulator,
            ),
        };
        let has_clang =
            Command::new("clang").arg("--version").output().is_ok_and(|done| done.status.success());
        let clang = has_clang.then_some(clang);
        [gcc].into_iter().chain(clang).map(|words| Self { words, runner: runner.clone() }).collect()
    }

    /// Whether it is expected to compile C++: cross compilers have that in a package of its own.
    #[must_use]
    pub fn has_cpp(&self) -> bool {
        self.runner.is_empty()
    }

    /// Makes a program of files in a folder.
    ///
    /// # Panics
    /// Where the compiler complains.
    pub fn compile(&self, folder: &Path, arguments: &[&str]) -> PathBuf {
        let program = folder.join("program");
        let (name, words) = self.words.split_first().expect("a name");
        let mut command = Command::new(name);
        command.current_dir(folder).args(words).args(["-Wall", "-Wextra", "-Werror"]);
        command.args(arguments).arg("-o").arg(&program);
        run(&mut command, b"");
        program
    }

    /// Runs a program; returns what it writes.
    ///
    /// # Panics
    /// Where it fails.
    #[must_use]
    pub fn run(&self, program: &Path, input: &[u8]) -> Vec<u8> {
        let mut words = self.runner.iter().map(AsRef::as_ref).chain([program.as_os_str()]);
        let mut command = Command::new(words.next().expect("a program"));
        run(command.args(words), input).stdout
    }
}

/// Runs a command that must succeed, without a word on its standard error stream.
///
/// # Panics
/// Where it does not.
pub fn run(command: &mut Command, input: &[u8]) -> Output {
    let _turn = turn();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // A program that does not read its input closes it.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic");
    let said =
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && output.stderr.is_empty(), "{command:?}: {:?}\n{said}", output.status);
    output
}

/// Writes all files of an export to a new folder: `.o`, `.h`, `.rs` and `.s`, and the header with
/// the code as `inline.h`.
///
/// # Panics
/// Where one cannot be written.
#[must_use]
pub fn written(name: &str, export: &Export) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |file: &str, bytes: &[u8]| fs::write(folder.path().join(file), bytes).expect("a file");
    write(&format!("{name}.o"), &export.object(ObjectFormat::Elf).expect("an object"));
    write(&format!("{name}.h"), export.header().as_bytes());
    write(&format!("{name}.rs"), export.rust_module().as_bytes());
    write(&format!("{name}.s"), export.assembly(ObjectFormat::Elf).as_bytes());
    write("inline.h", export.inline_header().as_bytes());
    folder
}

/// The parameters of a function, and where in its array each begins.
pub type Parameters<'a> = &'a [(&'a str, usize)];

/// A C program, which C++ accepts as well, that calls a function once on arrays of `lengths` elements: those
/// that are read from its standard input, and at last the output.
#[must_use]
pub fn program<T: Element>(
    header: &str,
    name: &str,
    parameters: Parameters<'_>,
    lengths: &[usize],
) -> String {
    let element = if size_of::<T>() == 4 { "float" } else { "double" };
    let capitals = name.to_ascii_uppercase();
    let mut text = format!("#include \"{header}\"\n#include <stdio.h>\n#include <string.h>\n\n");
    for ((parameter, _), length) in parameters.iter().zip(lengths) {
        text += &format!("static {element} {parameter}[{}];\n", length.max(&1));
    }
    text += &format!(
        "static unsigned char memory[{capitals}_SCRATCH_BYTES + 64]\n    __attribute__((aligned({capitals}_SCRATCH_ALIGNMENT)));\n\n\
         int main(void)\n{{\n    memset(memory, 0xff, sizeof memory);\n"
    );
    for ((parameter, _), length) in parameters.iter().zip(lengths) {
        text += &format!(
            "    if (fread({parameter}, sizeof({element}), {length}, stdin) != {length}) return 2;\n"
        );
    }
    let places: Vec<_> = parameters.iter().map(|(name, origin)| format!("{name} + {origin}")).collect();
    text += &format!("    {name}({}, memory);\n", places.join(", "));
    text += &format!(
        "    for (size_t at = {capitals}_SCRATCH_BYTES; at < sizeof memory; ++at)\n        if (memory[at] != 0xff) return 3;\n"
    );
    let (last, length) = (parameters.last().expect("an output").0, lengths.last().expect("an output"));
    text + &format!(
        "    return fwrite({last}, sizeof({element}), {length}, stdout) == {length} ? 0 : 4;\n}}\n"
    )
}

/// Elements as bytes.
#[must_use]
pub fn bytes<T: Element>(elements: &[T]) -> Vec<u8> {
    let size = size_of::<T>();
    elements.iter().flat_map(|element| T::to_bits(*element).to_le_bytes().into_iter().take(size)).collect()
}

/// Bytes as elements.
#[must_use]
pub fn elements<T: Element>(bytes: &[u8]) -> Vec<T> {
    let element = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        T::from_bits(u64::from_le_bytes(word))
    };
    bytes.chunks(size_of::<T>()).map(element).collect()
}
