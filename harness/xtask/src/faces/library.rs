//! Shared and static libraries, from what cargo builds.
//!
//! Cargo's static library has all of Rust's standard library with its symbols, so that two of them make no
//! program; and its shared one has symbols without versions and a name without one. So one object is linked
//! of what the exported functions need, whose other symbols become local; both libraries are made of that.
//!
//! A program may link another static library of Rust's, which has the same names. So nothing of the standard
//! library shows: groups, of which linkers keep one by name, are dissolved, as the one that is kept could be
//! ours, whose symbols the other library does not see; and names that only code refers to which was
//! dropped are dropped, too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::proc::{self, Failure, Result, capture, command};
use crate::run::On;
use crate::rust::Target;
use crate::test;
use crate::toolchain::Toolchain;

/// A library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Library {
    /// Its name, without `lib`.
    pub(crate) name: &'static str,
    package: &'static str,
    /// Its symbols: names, or beginnings of names with a star.
    exported: &'static [&'static str],
    /// Whether symbols have versions. Those of BLAS have none, so that programs can be linked with one of
    /// them and run with another.
    is_versioned: bool,
}

/// The interface of this library.
pub(crate) const TENSMITH: Library =
    Library { name: "tensmith", package: "tensmith-capi", exported: &["tensmith_*"], is_versioned: true };

/// The interfaces of others.
pub(crate) const BLAS: Library = Library {
    name: "tensmith_blas",
    package: "tensmith-blas",
    exported: &[
        "sgemm*",
        "dgemm*",
        "cgemm*",
        "zgemm*",
        "cblas_sgemm*",
        "cblas_dgemm*",
        "cblas_cgemm*",
        "cblas_zgemm*",
        "scipy_*",
        "mkl_jit_*",
        "mkl_cblas_jit_*",
        "tensmith_blas_*",
    ],
    is_versioned: false,
};

/// How libraries are built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Build<'t> {
    pub(crate) toolchain: &'t Toolchain,
    /// What they run on.
    pub(crate) on: On,
    /// The profile of cargo.
    pub(crate) profile: &'static str,
    /// What cargo builds with it.
    what: &'static [&'static str],
}

/// Both libraries alone.
const ALONE: &[&str] = &["--package", "tensmith-capi", "--package", "tensmith-blas", "--lib"];

impl<'t> Build<'t> {
    /// Libraries to be used.
    pub(crate) fn to_be_used(toolchain: &'t Toolchain, on: On) -> Self {
        Self { toolchain, on, profile: "release", what: ALONE }
    }

    /// Libraries to be checked, which check themselves: on this machine those that its tests have built.
    pub(crate) fn to_be_checked(toolchain: &'t Toolchain, on: On) -> Self {
        let what = if on == On::Here { test::BUILT } else { ALONE };
        Self { toolchain, on, profile: "checked", what }
    }

    /// Whether they run on another machine than they are built on.
    fn is_cross(self) -> bool {
        self.on == On::AArch64 && self.toolchain.host.emulates()
    }

    /// Builds a package as a static library, by cargo; returns its path.
    fn archive(self, package: &str) -> Result<PathBuf> {
        let (mut cargo, folder) = if self.is_cross() {
            let cargo = self.toolchain.cargo_for("build", Target::Linux, "");
            (cargo, self.toolchain.built_for(Target::Linux, self.profile))
        } else {
            (self.toolchain.cargo("build"), self.toolchain.native(self.profile))
        };
        proc::build(cargo.args(["--profile", self.profile]).args(self.what))?;
        Ok(folder.join(format!("lib{}.a", package.replace('-', "_"))))
    }

    /// The programs for objects of the machine.
    pub(crate) fn binutils(self) -> Binutils {
        Binutils { prefix: if self.is_cross() { "aarch64-linux-gnu-" } else { "" } }
    }
}

/// The version of the libraries.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The part of the version that compatible ones share: two numbers while the first is 0.
pub(crate) fn interface() -> String {
    let mut numbers = VERSION.split('.');
    match (numbers.next(), numbers.next()) {
        (Some("0"), Some(minor)) => format!("0.{minor}"),
        (major, _) => major.unwrap_or_default().to_owned(),
    }
}

impl Library {
    /// The name of the static library.
    pub(crate) fn archive(&self) -> String {
        format!("lib{}.a", self.name)
    }

    /// The name that programs ask for at run time (SONAME).
    pub(crate) fn soname(&self) -> String {
        format!("lib{}.so.{}", self.name, interface())
    }

    /// Writes the static and the shared library to a folder.
    ///
    /// # Errors
    /// A step that failed.
    pub(crate) fn build(&self, build: Build<'_>, folder: &Path) -> Result {
        let whole = build.archive(self.package)?;
        let tools = build.binutils();
        let symbols = self.symbols(&tools, &whole)?;
        let object = folder.join(format!("{}.o", self.name));
        let mut linker = tools.command("ld");
        linker.args(["-r", "--gc-sections", "--force-group-allocation", "-o"]).arg(&object);
        linker.args(symbols.iter().map(|symbol| format!("--undefined={symbol}"))).arg(&whole);
        proc::run_quietly(&mut linker)?;
        let list = folder.join(format!("{}.symbols", self.name));
        write(&list, &symbols.join("\n"))?;
        let mut local = tools.command("objcopy");
        // The compiler's own form of the standard library, which plugins of the archiver take for theirs.
        local.args(["--strip-unneeded", "--remove-section=.llvmbc", "--remove-section=.llvmcmd"]);
        local.arg(format!("--keep-global-symbols={}", list.display())).arg(&object);
        proc::run_quietly(&mut local)?;
        let archive = folder.join(self.archive());
        // The archiver adds to what is there.
        _ = fs::remove_file(&archive);
        proc::run_quietly(tools.command("ar").arg("rcsD").arg(&archive).arg(&object))?;
        self.share(&tools, &object, folder)?;
        [object, list].iter().try_for_each(|path| {
            fs::remove_file(path).map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))
        })
    }

    /// The exported symbols of what was compiled.
    fn symbols(&self, tools: &Binutils, whole: &Path) -> Result<Vec<String>> {
        let list = capture(
            tools.command("nm").args(["--defined-only", "--extern-only", "--format=posix"]).arg(whole),
        )?;
        let names = list.lines().filter_map(|line| line.split(' ').next());
        let mut found: Vec<_> = names.filter(|name| self.is_exported(name)).map(str::to_owned).collect();
        found.sort();
        found.dedup();
        let is_there = |pattern: &&&str| !found.iter().any(|name| matches(pattern, name));
        match self.exported.iter().find(is_there) {
            None => Ok(found),
            Some(missing) => Err(Failure::check(format!("{} has no {missing}", self.package))),
        }
    }

    /// Whether a symbol is one of the library's.
    pub(crate) fn is_exported(&self, name: &str) -> bool {
        self.exported.iter().any(|pattern| matches(pattern, name))
    }

    /// Links the shared library, and the names by which it is found.
    fn share(&self, tools: &Binutils, object: &Path, folder: &Path) -> Result {
        let (soname, file) = (self.soname(), format!("lib{}.so.{VERSION}", self.name));
        let script = folder.join(format!("{}.map", self.name));
        let node = if self.is_versioned { format!("TENSMITH_{} ", interface()) } else { String::new() };
        write(&script, &format!("{node}{{ global: {}; local: *; }};\n", self.exported.join("; ")))?;
        let mut compiler = tools.command("gcc");
        // It stays once it is loaded: threads may be in it, and in code that it made.
        compiler.args([
            "-shared",
            "-Wl,--gc-sections",
            "-Wl,-z,nodelete",
            "-Wl,-z,relro",
            "-Wl,-z,now",
            "-Wl,-z,noexecstack",
        ]);
        compiler
            .arg(format!("-Wl,-soname,{soname}"))
            .arg(format!("-Wl,--version-script={}", script.display()));
        compiler.arg("-o").arg(folder.join(&file)).arg(object).args(["-lpthread", "-ldl", "-lm"]);
        proc::run_quietly(&mut compiler)?;
        fs::remove_file(&script)
            .map_err(|error| Failure::set_up(format!("{}: {error}", script.display())))?;
        link(&file, &folder.join(&soname))?;
        link(&soname, &folder.join(format!("lib{}.so", self.name)))
    }
}

/// Whether a name is a pattern, or begins with one that ends with a star.
fn matches(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(name == pattern, |beginning| name.starts_with(beginning))
}

/// GNU's programs for objects of one machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binutils {
    prefix: &'static str,
}

impl Binutils {
    /// One of them.
    pub(crate) fn command(&self, name: &str) -> Command {
        command(format!("{}{name}", self.prefix))
    }
}

fn write(path: &Path, text: &str) -> Result {
    fs::write(path, text).map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))
}

/// Makes a symbolic link, in the place of one that is there.
#[cfg(unix)]
fn link(to: &str, path: &Path) -> Result {
    _ = fs::remove_file(path);
    std::os::unix::fs::symlink(to, path)
        .map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))
}

#[cfg(not(unix))]
fn link(_: &str, path: &Path) -> Result {
    Err(Failure::impossible(format!("{}: there are no symbolic links here", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_exported_by_name_or_beginning() {
        assert!(TENSMITH.is_exported("tensmith_plan_run") && !TENSMITH.is_exported("rust_eh_personality"));
        assert!(
            BLAS.is_exported("sgemm_") && BLAS.is_exported("mkl_jit_destroy") && !BLAS.is_exported("ssyrk_")
        );
        assert!(!BLAS.is_exported("cblas_sgemv"));
    }

    #[test]
    fn the_header_has_the_version_of_the_libraries() {
        let asked = include_str!("../../../capi/cbindgen.toml");
        assert!(asked.contains(&format!("#define TENSMITH_VERSION \"{VERSION}\"\n")));
    }

    #[test]
    fn names_have_the_version_of_the_interface() {
        assert!(VERSION.starts_with(&interface()));
        assert_eq!(TENSMITH.soname(), format!("libtensmith.so.{}", interface()));
    }
}
