//! The checks of the libraries for C that are run each time: they take seconds once the libraries are built.

use std::fs;
use std::path::{Path, PathBuf};

use super::library::{BLAS, TENSMITH};
use super::needs::NEEDED;
use super::stage::{BLAS_EXAMPLE, C, CHECKS, EXAMPLES, FORTRAN, LANGUAGES, Program, STRICTLY, Stage};
use crate::proc::{self, Failure, Result, capture, command};

/// Macros by which a program says that it has its own declarations of everything.
const ALL_ITS_OWN: [&str; 3] =
    ["-DTENSMITH_BLAS_NO_CBLAS", "-DTENSMITH_BLAS_NO_FORTRAN", "-DTENSMITH_BLAS_NO_MKL"];

/// The header among those of others that nobody knows, the one that may come behind ours, and the one
/// without a C interface.
const UNKNOWN: &str = "own";
const LATER: &str = "atlas";
const WITHOUT_C: &str = "openblas_fortran";

/// Kilobytes of stack that threads may have: loops take less than the first, making code less than the last.
const STACKS: [&str; 12] = ["24", "28", "32", "36", "40", "48", "56", "64", "80", "96", "128", "256"];

/// Which multiplications of 4x4x4 and of 40x40x40 should come to the next library where variables are set.
/// One that is this library, or leads to it, takes none.
const NEXT: [(&str, &[(&str, &str)]); 8] = [
    ("none", &[]),
    ("small", &[("TENSMITH_BLAS_MIN", "65")]),
    ("large", &[("TENSMITH_BLAS_MAX", "1000")]),
    ("none", &[("TENSMITH_BLAS_MAX", "1000"), ("TENSMITH_BLAS_NEXT", "none")]),
    ("all", &[("TENSMITH_TARGET", "scalar")]),
    ("large", &[("TENSMITH_BLAS_MAX", "1000"), ("TENSMITH_BLAS_NEXT", "libnext.so")]),
    ("none", &[("TENSMITH_BLAS_MAX", "1000"), ("TENSMITH_BLAS_NEXT", "libtensmith_blas.so")]),
    ("none", &[("TENSMITH_TARGET", "scalar"), ("TENSMITH_BLAS_NEXT", "libleading.so")]),
];

impl Stage<'_> {
    /// Runs these checks.
    ///
    /// # Errors
    /// The first that fails.
    pub(super) fn by_day(&self) -> Result {
        self.exports()?;
        self.needs()?;
        self.languages()?;
        self.headers()?;
        self.checks()?;
        self.gaps()?;
        self.with_another()?;
        self.without_code()?;
        self.with_the_next()?;
        self.of_libxsmm()
    }

    /// The shared libraries have their own symbols and no others.
    fn exports(&self) -> Result {
        for library in [TENSMITH, BLAS] {
            let shared = self.lib().join(library.soname());
            let listed =
                capture(command("nm").args(["--dynamic", "--defined-only", "--format=posix"]).arg(&shared))?;
            let names = listed.lines().filter_map(|line| line.split([' ', '@']).next());
            if let Some(name) =
                names.filter(|name| !name.starts_with("TENSMITH_")).find(|name| !library.is_exported(name))
            {
                return Err(Failure::check(format!("{} exports {name}", shared.display())));
            }
            let dynamic = capture(command("readelf").args(["--dynamic", "--wide"]).arg(&shared))?;
            if !dynamic.contains(&format!("[{}]", library.soname())) {
                return Err(Failure::check(format!(
                    "{} is not named {}",
                    shared.display(),
                    library.soname()
                )));
            }
        }
        Ok(())
    }

    /// The static libraries have their own symbols and no others, ask for what every program has, and have no
    /// groups, of which a linker would drop another library's in favour of ours.
    fn needs(&self) -> Result {
        for library in [TENSMITH, BLAS] {
            let archive = self.lib().join(library.archive());
            let listed = |which: &str| {
                capture(command("nm").args([which, "--extern-only", "--format=posix"]).arg(&archive))
            };
            let undefined = listed("--undefined-only")?;
            let mut strong = undefined.lines().filter_map(|line| line.trim_end().strip_suffix(" U"));
            if let Some(name) = strong.find(|name| !NEEDED.contains(name)) {
                return Err(Failure::check(format!("{} needs {name}", archive.display())));
            }
            let defined = listed("--defined-only")?;
            let mut names = defined.lines().filter_map(|line| line.split_once(' ')).map(|(name, _)| name);
            if let Some(name) = names.find(|name| !library.is_exported(name)) {
                return Err(Failure::check(format!("{} defines {name}", archive.display())));
            }
            let groups = capture(command("readelf").arg("--section-groups").arg(&archive))?;
            if groups.contains("COMDAT") {
                return Err(Failure::check(format!("{} has groups of sections", archive.display())));
            }
        }
        Ok(())
    }

    /// The examples are clean in their languages, and right.
    fn languages(&self) -> Result {
        for example in EXAMPLES {
            for language in example.languages {
                let built = self.compiled(example.program, *language, &[], "")?;
                proc::run(&mut self.program(&built))?;
            }
        }
        Ok(())
    }

    /// The header with the interfaces of others gets along with theirs.
    fn headers(&self) -> Result {
        let folder = self.file(CHECKS).join("headers");
        let all = fs::read_dir(&folder)
            .map_err(|error| Failure::set_up(format!("{}: {error}", folder.display())))?;
        for header in all.filter_map(|header| Some(header.ok()?.path())) {
            let name = header.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let (theirs, ours) = (header.as_path(), Path::new("tensmith_blas.h"));
            if name != UNKNOWN {
                self.includes([theirs, ours], &[])?;
            }
            if name != WITHOUT_C {
                self.includes([theirs, ours], &ALL_ITS_OWN)?;
                self.includes([ours, theirs], &ALL_ITS_OWN)?;
            }
            if name == LATER {
                self.includes([ours, theirs], &[])?;
            }
        }
        Ok(())
    }

    /// Two headers are read one after the other, and a program uses what they declare.
    fn includes(&self, headers: [&Path; 2], flags: &[&str]) -> Result {
        for language in LANGUAGES {
            let mut compile = command(language.compiler);
            compile.args(STRICTLY).args(language.flags).args(flags).arg("-fsyntax-only");
            compile.arg("-I").arg(self.prefix.join("include"));
            for header in headers {
                compile.arg("-include").arg(header);
            }
            proc::run_quietly(compile.arg(self.file(CHECKS).join("after.c")))?;
        }
        Ok(())
    }

    /// Programs that do what a careless one does.
    fn checks(&self) -> Result {
        let cleared = self.compiled(Program::check("cleared.c", TENSMITH), C, &[], "")?;
        proc::run(&mut self.program(&cleared))?;
        let stack = self.compiled(Program::check("stack.c", BLAS), C, &[], "")?;
        proc::run(self.program(&stack).args(STACKS))?;
        let row_major = Program::check("row_major.c", BLAS);
        for (flags, suffix) in [(&[] as &[&str], "_variable"), (&["-DPLAIN"], "_plain")] {
            let built = self.compiled(row_major, C, flags, suffix)?;
            proc::run(&mut self.program(&built))?;
        }
        Ok(())
    }

    /// In Fortran, an array with gaps has no address: that of a copy would be of memory that is free.
    fn gaps(&self) -> Result {
        let built = self.compiled(Program::check("gaps.f90", TENSMITH), FORTRAN, &[], "")?;
        proc::run(&mut self.program(&built))?;
        match capture(self.program(&built).arg("gaps")) {
            Err(failure) if failure.message.contains("gaps between them") => Ok(()),
            Err(failure) => Err(failure),
            Ok(_) => Err(Failure::check("an array with gaps has an address")),
        }
    }

    /// Both static libraries link into one program with another one of Rust's, in any order.
    fn with_another(&self) -> Result {
        let other = self.programs.join("libanother.a");
        let mut rustc = command("rustc");
        rustc.args(["--edition=2024", "--crate-type=staticlib", "-O", "-o"]).arg(&other);
        proc::run_quietly(rustc.arg(self.file(CHECKS).join("another.rs")))?;
        let [tensmith, blas] = [TENSMITH, BLAS].map(|library| self.lib().join(library.archive()));
        let source = self.file(CHECKS).join("with_another.c");
        let linkers = ["bfd", "gold"].into_iter().filter(|name| proc::find(&format!("ld.{name}")).is_some());
        for linker in linkers {
            for libraries in
                [[&tensmith, &blas, &other], [&other, &blas, &tensmith], [&blas, &other, &tensmith]]
            {
                let linked = libraries.map(PathBuf::as_path);
                let built = self.linked(&source, "with_another", linked, &[&format!("-fuse-ld={linker}")])?;
                proc::run(&mut command(&built))?;
            }
        }
        Ok(())
    }

    /// Where nobody wants code, BLAS multiplies all the same.
    fn without_code(&self) -> Result {
        let built = self.compiled(BLAS_EXAMPLE.program, C, &[], "_scalar")?;
        proc::run(self.program(&built).env("TENSMITH_TARGET", "scalar"))
    }

    /// Multiplications are left to the next library of the process where they should be, and nowhere else.
    fn with_the_next(&self) -> Result {
        let next = Program::check("next.c", BLAS);
        let library = self.programs.join("libnext.so");
        let flags = ["-DLIBRARY", "-shared", "-fPIC"];
        let mut compile = self.build.binutils().command(C.compiler);
        compile.args(STRICTLY).args(C.flags).args(flags).arg(self.source(next)).arg("-o").arg(&library);
        proc::run(&mut compile)?;
        // Another one has nothing but what it needs: the library itself.
        let mut link = self.build.binutils().command(C.compiler);
        link.args(["-shared", "-Wl,--no-as-needed"]).arg(self.lib().join(BLAS.soname()));
        proc::run(link.arg("-o").arg(self.programs.join("libleading.so")))?;
        // It comes first where programs are linked, and behind the one that is preloaded where they run.
        let first = [&format!("-L{}", self.programs.display()), "-Wl,--no-as-needed", "-lnext"];
        let built = self.compiled(next, C, &first, "")?;
        let path = [self.lib(), self.programs.clone()].map(|folder| folder.display().to_string()).join(":");
        let preloaded = self.lib().join(BLAS.soname());
        for (what, variables) in NEXT {
            let mut program = command(&built);
            program.env("LD_LIBRARY_PATH", &path).env("LD_PRELOAD", &preloaded);
            proc::run(program.envs(variables.iter().copied()).arg(what))?;
        }
        Ok(())
    }

    /// A program that is written for LIBXSMM finds its header by that name, and its kernels.
    fn of_libxsmm(&self) -> Result {
        let names = format!("-I{}", self.prefix.join("include/libxsmm").display());
        for language in LANGUAGES {
            let built = self.compiled(Program::check("libxsmm.c", TENSMITH), language, &[&names], "")?;
            proc::run(&mut self.program(&built))?;
        }
        Ok(())
    }
}
