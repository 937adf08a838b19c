//! What the libraries for C have to pass: programs that use them as others would.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::install::libraries;
use super::library::{BLAS, Build, Library, TENSMITH};
use super::{header, tools};
use crate::host::Host;
use crate::proc::{self, Failure, Result, capture, command};
use crate::run::On;
use crate::toolchain::{self, Toolchain};

/// The folder of the examples.
const EXAMPLES: &str = "examples/c";

/// Warnings are errors, and all of them are asked for.
const STRICTLY: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"];

/// The languages that headers and examples are written in.
const LANGUAGES: [(&str, &[&str]); 2] = [("gcc", &["-std=c11"]), ("g++", &["-std=c++17", "-x", "c++"])];

/// An example, and the library that it needs.
const PROGRAMS: [(&str, Library); 2] = [("einsum", TENSMITH), ("blas", BLAS)];

/// A core whose code valgrind 3.19 knows: it has no AVX-512.
const SIMPLE: &str = "haswell";

/// Runs all checks.
///
/// # Errors
/// The first that fails.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    if toolchain.host == Host::ArmMac {
        return Ok("ok: the libraries are linked on Linux".to_owned());
    }
    tools::set_up(toolchain)?;
    header::check(toolchain)?;
    let here = Stage::new(toolchain, On::Here, "here")?;
    here.exports()?;
    here.languages()?;
    here.sanitized()?;
    here.under_valgrind()?;
    here.both_in_one_program()?;
    here.by_cmake()?;
    here.without_code()?;
    let tests = here.numpy()?;
    if toolchain.host.emulates() {
        Stage::new(toolchain, On::AArch64, "aarch64")?.emulated()?;
    }
    Ok(format!("ok: C11, C++17, valgrind, sanitizers, CMake; {tests} tests of numpy.linalg"))
}

/// The libraries, installed to be checked, and a folder for programs that use them.
struct Stage<'t> {
    toolchain: &'t Toolchain,
    build: Build<'t>,
    prefix: PathBuf,
    programs: PathBuf,
}

impl<'t> Stage<'t> {
    fn new(toolchain: &'t Toolchain, on: On, name: &str) -> Result<Self> {
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

    fn lib(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    fn source(&self, name: &str) -> PathBuf {
        self.toolchain.workspace.root.join(EXAMPLES).join(format!("{name}.c"))
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

    /// Compiles an example as it is told to, with the flags that pkg-config says.
    fn compiled(
        &self,
        (program, library): (&str, Library),
        compiler: &str,
        flags: &[&str],
        suffix: &str,
    ) -> Result<PathBuf> {
        let built = self.programs.join(format!("{program}_{suffix}"));
        let mut pkg_config = command("pkg-config");
        pkg_config.env("PKG_CONFIG_PATH", self.lib().join("pkgconfig")).args([
            "--cflags",
            "--libs",
            library.name,
        ]);
        let found = capture(&mut pkg_config)?;
        let mut compile = self.build.binutils().command(compiler);
        compile.args(STRICTLY).args(flags).arg(self.source(program)).args(["-x", "none", "-o"]).arg(&built);
        proc::run(compile.args(found.split_whitespace()).arg("-lm"))?;
        Ok(built)
    }

    /// A program that finds the shared libraries.
    fn program(&self, path: &Path) -> Command {
        let mut program = command(path);
        program.env("LD_LIBRARY_PATH", self.lib());
        program
    }

    /// The examples are clean C11 and C++17, and right.
    fn languages(&self) -> Result {
        for (program, (compiler, flags)) in
            PROGRAMS.into_iter().flat_map(|program| LANGUAGES.map(|l| (program, l)))
        {
            let built = self.compiled(program, compiler, flags, compiler.trim_end_matches("++"))?;
            proc::run(&mut self.program(&built))?;
        }
        Ok(())
    }

    /// The examples do nothing that the sanitizers for addresses, leaks and undefined behaviour find.
    fn sanitized(&self) -> Result {
        let flags = ["-std=c11", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        for program in PROGRAMS {
            let built = self.compiled(program, "gcc", &flags, "sanitized")?;
            proc::run(self.program(&built).env("ASAN_OPTIONS", "detect_leaks=1:abort_on_error=0"))?;
        }
        Ok(())
    }

    /// Nor what valgrind finds, with code for a core that it knows.
    fn under_valgrind(&self) -> Result {
        for program in PROGRAMS {
            let built = self.compiled(program, "gcc", &["-std=c11", "-g"], "valgrind")?;
            let mut valgrind = command("valgrind");
            valgrind.args([
                "--quiet",
                "--error-exitcode=1",
                "--leak-check=full",
                "--show-leak-kinds=definite",
            ]);
            valgrind.arg("--errors-for-leak-kinds=definite");
            valgrind.arg(&built).env("LD_LIBRARY_PATH", self.lib()).env("TENSMITH_TARGET", self.simple());
            proc::run(&mut valgrind)?;
        }
        Ok(())
    }

    fn simple(&self) -> &'static str {
        if self.toolchain.host == Host::X86Linux { SIMPLE } else { "generic" }
    }

    /// Both static libraries fit into one program.
    fn both_in_one_program(&self) -> Result {
        let both = self.programs.join("both.c");
        let text = "#include <tensmith.h>\n#include <tensmith_blas.h>\n\
                    int main(void) { return *tensmith_version() == 0 || tensmith_blas_statistics().kernels != 0; }\n";
        fs::write(&both, text).map_err(|error| Failure::set_up(format!("{}: {error}", both.display())))?;
        let built = self.programs.join("both");
        let mut compile = command("gcc");
        compile.args(STRICTLY).arg("-I").arg(self.prefix.join("include")).arg(&both).arg("-o").arg(&built);
        let archives = [TENSMITH, BLAS].map(|library| self.lib().join(library.archive()));
        proc::run(compile.args(archives).args(["-lpthread", "-ldl", "-lm"]))?;
        proc::run(&mut command(&built))
    }

    /// CMake finds the libraries, and runs the examples.
    fn by_cmake(&self) -> Result {
        let build = self.programs.join("cmake");
        let mut configure = command("cmake");
        configure.arg("-S").arg(self.toolchain.workspace.root.join(EXAMPLES)).arg("-B").arg(&build);
        proc::run(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display())))?;
        proc::run(command("cmake").arg("--build").arg(&build))?;
        proc::run(command("ctest").args(["--output-on-failure", "--test-dir"]).arg(&build))
    }

    /// Where there is no code, because the machine cannot execute it or nobody wants it, BLAS multiplies all the same.
    fn without_code(&self) -> Result {
        let built = self.compiled(PROGRAMS[1], "gcc", &["-std=c11"], "scalar")?;
        proc::run(self.program(&built).env("TENSMITH_TARGET", "scalar"))?;
        let Some(qemu) = proc::find("qemu-x86_64-static").filter(|_| self.toolchain.host == Host::X86Linux)
        else {
            return Ok(());
        };
        // A core before AVX2.
        let mut old = command(qemu);
        proc::run(old.args(["-cpu", "Nehalem"]).arg(&built).env("LD_LIBRARY_PATH", self.lib()))
    }

    /// numpy's own tests of linear algebra pass with the library preloaded, which is really called; returns how many.
    fn numpy(&self) -> Result<u64> {
        let preloaded = || {
            let mut python = command(tools::PYTHON);
            python.env("LD_PRELOAD", self.lib().join(BLAS.soname())).current_dir(&self.programs);
            // A home of someone else's may hide what Debian's packages installed.
            python.env_remove("PYTHONPATH");
            python
        };
        let called = "import ctypes, numpy\n\
                      class Statistics(ctypes.Structure):\n    \
                          _fields_ = [(name, ctypes.c_uint64) for name in ('asked', 'kernels', 'plans')]\n\
                      statistics = ctypes.CDLL(None).tensmith_blas_statistics\n\
                      statistics.restype = Statistics\n\
                      for dtype in (numpy.float32, numpy.float64):\n    \
                          a = numpy.arange(12 * 20).reshape(12, 20).astype(dtype) % 7\n    \
                          b = numpy.arange(20 * 9).reshape(20, 9).astype(dtype) % 5\n    \
                          expected = (a.astype(int)[:, :, None] * b.astype(int)[None]).sum(1)\n    \
                          before = statistics()\n    \
                          for _ in range(400):\n        \
                              assert (a @ b == expected).all()\n    \
                          after = statistics()\n    \
                          assert after.asked > before.asked and after.kernels == before.kernels + 1, after\n    \
                          a = numpy.arange(300 * 300).reshape(300, 300).astype(dtype) % 3\n    \
                          b = a[::-1].copy()\n    \
                          assert (a @ b == (a.astype(int) @ b.astype(int))).all()\n    \
                          assert statistics().plans == after.plans + 1\n\
                      print('numpy calls this library')\n";
        proc::run(preloaded().args(["-c", called]))?;
        let mut passed = 0;
        let tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "numpy.linalg"];
        proc::run_seen(preloaded().args(tests), |line| passed += passed_in(line))?;
        if passed == 0 { Err(Failure::check("not one test of numpy ran")) } else { Ok(passed) }
    }

    /// The examples, linked statically, run on an emulated AArch64 machine.
    fn emulated(&self) -> Result {
        let qemu = toolchain::qemu().ok_or_else(|| Failure::set_up("qemu-aarch64-static is needed"))?;
        for (program, library) in PROGRAMS {
            let built = self.programs.join(program);
            let mut compile = self.build.binutils().command("gcc");
            compile.args(STRICTLY).args(["-std=c11", "-static", "-I"]).arg(self.prefix.join("include"));
            compile.arg(self.source(program)).arg("-o").arg(&built).arg(self.lib().join(library.archive()));
            proc::run(compile.args(["-lpthread", "-ldl", "-lm"]))?;
            proc::run(command(&qemu).args(["-cpu", "max,sme_fa64=off"]).arg(&built))?;
        }
        Ok(())
    }
}

/// How many tests passed, in pytest's last line.
fn passed_in(line: &str) -> u64 {
    let words: Vec<_> = line.split([' ', ',', '=']).filter(|word| !word.is_empty()).collect();
    let count = words.windows(2).find(|pair| pair[1] == "passed").and_then(|pair| pair[0].parse().ok());
    count.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_tests_are_read_from_pytests_last_line() {
        assert_eq!(passed_in("342 passed, 3 skipped, 5 warnings in 12.34s\n"), 342);
        assert_eq!(passed_in("=== 1 failed, 341 passed in 9s ===\n"), 341);
        assert_eq!(passed_in("no tests ran in 0.01s\n"), 0);
    }
}
