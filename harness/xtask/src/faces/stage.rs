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
pub(super) const C: Language = Language { name: "c", compiler: "gcc", flags: &["-std=c11"], module: None };

/// The languages that headers of C are read in.
pub(super) const LANGUAGES: [Language; 2] =
    [C, Language { name: "c_in_cpp", compiler: "g++", flags: &["-std=c++17", "-x", "c++"], module: None }];

/// The languages of the header for C++.
const CPP: [Language; 2] = [
    Language { name: "cpp17", compiler: "g++", flags: &["-std=c++17"], module: None },
    Language { name: "cpp20", compiler: "g++", flags: &["-std=c++20"], module: None },
];

/// Fortran, with numbers that are compared exactly where they are exact.
pub(super) const FORTRAN: Language = Language {
    name: "fortran",
    compiler: "gfortran",
    flags: &["-std=f2018", "-Wno-compare-reals"],
    module: Some("tensmith.f90"),
};

/// The examples.
pub(super) const EXAMPLES: [Example; 5] = [
    Example::new("examples/c", "einsum.c", TENSMITH, &LANGUAGES),
    Example::new("examples/c", "routines.c", TENSMITH, &LANGUAGES),
    BLAS_EXAMPLE,
    Example::new("examples/cpp", "tensmith.cpp", TENSMITH, &CPP),
    Example::new("examples/fortran", "contractions.f90", TENSMITH, &[FORTRAN]),
];

/// The example of the library with the interfaces of others.
pub(super) const BLAS_EXAMPLE: Example = Example::new("examples/c", "blas.c", BLAS, &LANGUAGES);

/// The folder of programs that are checks.
pub(super) const CHECKS: &str = "harness/xtask/src/faces/c";

/// A compiler, with the flags that choose a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Language {
    /// What programs in it are called by.
    name: &'static str,
    pub(super) compiler: &'static str,
    pub(super) flags: &'static [&'static str],
    /// The file that is installed as source, and compiled with each program.
    module: Option<&'static str>,
}

/// A program, and the library that it needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    folder: &'static str,
    file: &'static str,
    pub(super) library: Library,
}

/// A program, and the languages that it is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    pub(super) program: Program,
    pub(super) languages: &'static [Language],
}

impl Example {
    const fn new(
        folder: &'static str,
        file: &'static str,
        library: Library,
        languages: &'static [Language],
    ) -> Self {
        Self { program: Program { folder, file, library }, languages }
    }

    /// Whether a compiler of C reads it.
    pub(super) fn is_in_c(&self) -> bool {
        self.languages.iter().any(|language| language.compiler == C.compiler)
    }
}

impl Program {
    /// One that is a check.
    pub(super) fn check(file: &'static str, library: Library) -> Self {
        Self { folder: CHECKS, file, library }
    }

    /// Its name.
    pub(super) fn name(&self) -> &'static str {
        self.file.split('.').next().unwrap_or_default()
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
        self.file(program.folder).join(program.file)
    }

    /// Compiles a program as it is told to, with the flags that pkg-config says.
    pub(super) fn compiled(
        &self,
        program: Program,
        language: Language,
        flags: &[&str],
        suffix: &str,
    ) -> Result<PathBuf> {
        let built = self.programs.join(format!("{}_{}{suffix}", program.name(), language.name));
        let mut pkg_config = command("pkg-config");
        pkg_config.env("PKG_CONFIG_PATH", self.lib().join("pkgconfig")).args([
            "--cflags",
            "--libs",
            program.library.name,
        ]);
        let found = capture(&mut pkg_config)?;
        let mut compile = self.build.binutils().command(language.compiler);
        compile.args(STRICTLY).args(language.flags).args(flags);
        if let Some(module) = language.module {
            compile.arg("-J").arg(&self.programs).arg(self.prefix.join("include").join(module));
        }
        compile.arg(self.source(program)).args(["-x", "none", "-o"]).arg(&built);
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
