//! The checks of the libraries for C that take minutes, or programs that few have: valgrind, sanitizers,
//! CMake, numpy, old and emulated machines.

use super::library::BLAS;
use super::stage::{BLAS_EXAMPLE, C, EXAMPLES, Example, Stage};
use super::tools;
use crate::host::Host;
use crate::proc::{self, Failure, Result, command};
use crate::toolchain;

/// A core whose code valgrind 3.19 knows: it has no AVX-512.
const SIMPLE: &str = "haswell";

impl Stage<'_> {
    /// Runs these checks; returns how many tests of numpy passed.
    ///
    /// # Errors
    /// The first that fails.
    pub(super) fn by_night(&self) -> Result<u64> {
        self.sanitized()?;
        self.under_valgrind()?;
        self.by_cmake()?;
        self.on_an_old_machine()?;
        self.numpy()
    }

    /// The examples do nothing that the sanitizers for addresses, leaks and undefined behaviour find.
    fn sanitized(&self) -> Result {
        let flags = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        for example in EXAMPLES {
            let built = self.compiled(example.program, example.languages[0], &flags, "_sanitized")?;
            proc::run(self.program(&built).env("ASAN_OPTIONS", "detect_leaks=1:abort_on_error=0"))?;
        }
        Ok(())
    }

    /// Nor what valgrind finds, with code for a core that it knows.
    fn under_valgrind(&self) -> Result {
        for example in EXAMPLES {
            let built = self.compiled(example.program, example.languages[0], &["-g"], "_valgrind")?;
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

    /// CMake finds the libraries, and runs the examples.
    fn by_cmake(&self) -> Result {
        let build = self.programs.join("cmake");
        let mut configure = command("cmake");
        configure.arg("-S").arg(self.file("examples/c")).arg("-B").arg(&build);
        proc::run(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display())))?;
        proc::run(command("cmake").arg("--build").arg(&build))?;
        proc::run(command("ctest").args(["--output-on-failure", "--test-dir"]).arg(&build))
    }

    /// Where the machine cannot execute code, as it lacks AVX2, BLAS multiplies all the same.
    fn on_an_old_machine(&self) -> Result {
        let Some(qemu) = proc::find("qemu-x86_64-static").filter(|_| self.toolchain.host == Host::X86Linux)
        else {
            return Ok(());
        };
        let built = self.compiled(BLAS_EXAMPLE.program, C, &[], "_old")?;
        let mut old = command(qemu);
        proc::run(old.args(["-cpu", "Nehalem"]).arg(&built).env("LD_LIBRARY_PATH", self.lib()))
    }

    /// numpy's own tests of linear algebra pass with the library preloaded, which is really
    /// called; returns how many.
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
                      for dtype in (numpy.float32, numpy.float64, numpy.complex64, numpy.complex128):\n    \
                          factor = dtype(1 + 2j) if dtype(0).dtype.kind == 'c' else dtype(1)\n    \
                          a, b = numpy.arange(12 * 20).reshape(12, 20) % 7, numpy.arange(20 * 9).reshape(20, 9) % 5\n    \
                          expected = factor * (a[:, :, None] * b[None]).sum(1).astype(dtype)\n    \
                          a, b = factor * a.astype(dtype), b.astype(dtype)\n    \
                          before = statistics()\n    \
                          for _ in range(400):\n        \
                              assert (a @ b == expected).all()\n    \
                          after = statistics()\n    \
                          assert after.asked > before.asked and after.kernels == before.kernels + 1, after\n    \
                          a = numpy.arange(300 * 300).reshape(300, 300) % 3\n    \
                          b = a[::-1].copy()\n    \
                          expected = factor * (a @ b).astype(dtype)\n    \
                          assert (factor * a.astype(dtype) @ b.astype(dtype) == expected).all()\n    \
                          assert statistics().plans == after.plans + 1\n\
                      print('numpy calls this library')\n";
        proc::run(preloaded().args(["-c", called]))?;
        let mut passed = 0;
        let tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "numpy.linalg"];
        proc::run_seen(preloaded().args(tests), |line| passed += passed_in(line))?;
        if passed == 0 { Err(Failure::check("not one test of numpy ran")) } else { Ok(passed) }
    }

    /// The examples in C, linked statically, run on an emulated AArch64 machine.
    ///
    /// # Errors
    /// The first that fails.
    pub(super) fn emulated(&self) -> Result {
        let qemu = toolchain::qemu().ok_or_else(|| Failure::set_up("qemu-aarch64-static is needed"))?;
        for program in EXAMPLES.into_iter().filter(Example::is_in_c).map(|example| example.program) {
            let archive = self.lib().join(program.library.archive());
            let built =
                self.linked(&self.source(program), program.name(), [archive.as_path()], &["-static"])?;
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
