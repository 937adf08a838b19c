//! Libraries that are installed to be checked, and programs that use them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::install::libraries;
use super::library::{BLAS, Build, Library, TENSMITH};
use crate::proc::{self, Failure, Result, capture, command};
use crate::run::On;
use crate::toolchain::Toolchain;

/// Warnings are errors, and all of them are asked for.
pub(super) const STRICTLY: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"];

/// What static libraries need in addition.
pub(super) const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// C.
pub(super) const C: Language = Language { compiler: "gcc", flags: &["-std=c11"] };

/// The languages that headers and examples are written in.
pub(super) const LANGUAGES: [Language; 2] =
    [C, Language { compiler: "g++", flags: &["-std=c++17", "-x", "c++"] }];

/// The examples, and the library that each needs.
pub(super) const EXAMPLES: [Program; 3] = [
    Program { folder: "examples/c", name: "einsum", library: TENSMITH },
    Program { folder: "examples/c", name: "blas", library: BLAS },
    Program { folder: "examples/c", name: "routines", library: TENSMITH },
];

/// The folder of programs that are checks.
pub(super) const CHECKS: &str = "harness/xtask/src/faces/c";

/// A compiler, with the flags that choose a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Language {
    pub(super) compiler: &'static str,
    pub(super) flags: &'static [&'static str],
}

/// A program, and the library that it needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    folder: &'static str,
    pub(super) name: &'static str,
    pub(super) library: Library,
}

impl Program {
    /// One that is a check.
    pub(super) fn check(name: &'static str, library: Library) -> Self {
        Self { folder: CHECKS, name, library }
    }
}

/// The libraries, installed to be checked, and a folder for programs that use them.
pub(super) struct Stage<'t> {
    pub(super) toolchain: &'t Toolchain,
    pub(super) build: Build<'t>,
    pub(super) prefix: PathBuf,
    pub(super) programs: PathBuf,
}

impl<'t> Stage<'t> {
    /// Builds and installs them.
    pub(super) fn new(toolchain: &'t Toolchain, on: On, name: &str) -> Result<Self> {
        let stage = toolchain.workspace.target.join("stage").join(name);
        let (prefix, programs) = (stage.join("prefix"), stage.join("programs"));
        for folder in [&prefix, &programs] {
            // Whatever an earlier run left must not pass for what this one makes.
            _ = fs::remove_dir_all(folder);
            fs::create_dir_all(folder)
                .map_err(|error| Failure::set_up(format!("{}: {error}", folder.display())))?;
        }
        let build = Build::to_be_checked(toolchain, on);
        libraries(build, &prefix)?;
        Ok(Self { toolchain, build, prefix, programs })
    }

    pub(super) fn lib(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// A file of the workspace.
    pub(super) fn file(&self, path: impl AsRef<Path>) -> PathBuf {
        self.toolchain.workspace.root.join(path)
    }

    pub(super) fn source(&self, program: Program) -> PathBuf {
        self.file(program.folder).join(format!("{}.c", program.name))
    }

    /// Compiles a program as it is told to, with the flags that pkg-config says.
    pub(super) fn compiled(
        &self,
        program: Program,
        compiler: &str,
        flags: &[&str],
        suffix: &str,
    ) -> Result<PathBuf> {
        let built = self.programs.join(format!("{}_{suffix}", program.name));
        let mut pkg_config = command("pkg-config");
        pkg_config.env("PKG_CONFIG_PATH", self.lib().join("pkgconfig")).args([
            "--cflags",
            "--libs",
            program.library.name,
        ]);
        let found = capture(&mut pkg_config)?;
        let mut compile = self.build.binutils().command(compiler);
        compile.args(STRICTLY).args(flags).arg(self.source(program)).args(["-x", "none", "-o"]).arg(&built);
        proc::run(compile.args(found.split_whitespace()).args(["-lm", "-lpthread"]))?;
        Ok(built)
    }

    /// Links a program with static libraries, and whatever else is linked.
    pub(super) fn linked<'a>(
        &self,
        source: &Path,
        name: &str,
        linked: impl IntoIterator<Item = &'a Path>,
        flags: &[&str],
    ) -> Result<PathBuf> {
        let built = self.programs.join(name);
        let mut compile = self.build.binutils().command("gcc");
        compile.args(STRICTLY).args(C.flags).args(flags).arg("-I").arg(self.prefix.join("include"));
        proc::run(compile.arg(source).arg("-o").arg(&built).args(linked).args(SYSTEM))?;
        Ok(built)
    }

    /// A program that finds the shared libraries.
    pub(super) fn program(&self, path: &Path) -> Command {
        let mut program = command(path);
        program.env("LD_LIBRARY_PATH", self.lib());
        program
    }
}
