//! `cargo xtask install`: the program and the libraries below a prefix, and how others find them there.
//!
//! What pkg-config and CMake read names no absolute path, so that the tree may be moved.

use std::fs;
use std::path::{Path, PathBuf};

use super::header::HEADER;
use super::library::{BLAS, Build, Library, TENSMITH, VERSION, interface};
use crate::host::Host;
use crate::proc::{self, Failure, Result, capture, command};
use crate::run::{self, On};
use crate::toolchain::Toolchain;

/// What is on top of the header for C: a header for C++, a module of Fortran, as source, and LIBXSMM's
/// interface.
const ON_TOP: [&str; 3] = [
    "harness/capi/include/tensmith.hpp",
    "harness/capi/include/tensmith.f90",
    "harness/capi/include/tensmith_libxsmm.h",
];

/// The folder of LIBXSMM's own names for that, from the root of the workspace, and the names.
const LIBXSMM: (&str, [&str; 3]) =
    ("harness/capi/include/libxsmm", ["libxsmm.h", "libxsmm_source.h", "libxsmm_utils.h"]);

/// The header of the library with the interfaces of others.
const BLAS_HEADER: &str = "harness/blas/include/tensmith_blas.h";

/// Completions of the command line: a shell, and the file in which it looks for them.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/tensmith"),
    ("zsh", "share/zsh/site-functions/_tensmith"),
    ("fish", "share/fish/vendor_completions.d/tensmith.fish"),
];

/// Builds the program and installs it with its manual, and the libraries.
///
/// # Errors
/// A step that failed; or this host builds no libraries.
pub(crate) fn install(toolchain: &Toolchain, on: On, prefix: &Path) -> Result {
    program(toolchain, on, prefix)?;
    libraries(Build::to_be_used(toolchain, on), prefix)
}

/// Builds the program and installs it, with man pages and completions.
fn program(toolchain: &Toolchain, on: On, prefix: &Path) -> Result {
    let describes_itself = run::build(toolchain, On::Here)?;
    let installed = run::build(toolchain, on)?;
    copy(&installed, &folder(prefix.join("bin"))?)?;
    manual(&describes_itself, prefix)
}

/// Has the program write its man pages and completions.
///
/// # Errors
/// It fails.
pub(crate) fn manual(program: &Path, prefix: &Path) -> Result {
    let pages = prefix.join("share/man/man1");
    proc::run_quietly(command(program).args(["manual", "man"]).arg(pages))?;
    for (shell, file) in COMPLETIONS.map(|(shell, file)| (shell, prefix.join(file))) {
        folder(file.parent().unwrap_or(prefix).to_path_buf())?;
        write(&file, &capture(command(program).args(["completions", shell]))?)?;
    }
    Ok(())
}

/// Builds the libraries and installs them.
///
/// # Errors
/// A step that failed; or this host builds none.
pub(crate) fn libraries(build: Build<'_>, prefix: &Path) -> Result {
    let toolchain = build.toolchain;
    if toolchain.host == Host::ArmMac {
        return Err(Failure::impossible("libraries for C are linked by GNU's tools, on Linux"));
    }
    let (include, lib) = (prefix.join("include"), prefix.join("lib"));
    let (pkgconfig, cmake) = (lib.join("pkgconfig"), lib.join("cmake/tensmith"));
    for path in [&include, &pkgconfig, &cmake] {
        folder(path.clone())?;
    }
    for header in [HEADER, BLAS_HEADER].into_iter().chain(ON_TOP) {
        copy(&toolchain.workspace.root.join(header), &include)?;
    }
    let (names, others) = (include.join("libxsmm"), LIBXSMM.1);
    folder(names.clone())?;
    for header in others {
        copy(&toolchain.workspace.root.join(LIBXSMM.0).join(header), &names)?;
    }
    for library in [TENSMITH, BLAS] {
        library.build(build, &lib)?;
        write(&pkgconfig.join(format!("{}.pc", library.name)), &pc(&library))?;
    }
    write(&cmake.join("tensmith-config.cmake"), &config())?;
    write(&cmake.join("tensmith-config-version.cmake"), &config_version())
}

/// The folder, which is there afterwards.
fn folder(path: PathBuf) -> Result<PathBuf> {
    fs::create_dir_all(&path).map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))?;
    Ok(path)
}

/// Copies a file into a folder.
fn copy(file: &Path, folder: &Path) -> Result {
    let copy = folder.join(file.file_name().unwrap_or_default());
    // A program that runs cannot be overwritten, but replaced.
    _ = fs::remove_file(&copy);
    fs::copy(file, &copy).map_err(|error| Failure::set_up(format!("{}: {error}", copy.display())))?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Result {
    fs::write(path, text).map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))
}

/// What pkg-config reads of a library.
fn pc(library: &Library) -> String {
    let name = library.name;
    let description = match name {
        "tensmith" => "Tensor contractions as machine code, made for exactly their shapes and strides",
        _ => "Multiplications of BLAS, and of MKL's JIT calls, by code made for each",
    };
    format!(
        "prefix=${{pcfiledir}}/../..\n\
         includedir=${{prefix}}/include\n\
         libdir=${{prefix}}/lib\n\
         \n\
         Name: {name}\n\
         Description: {description}\n\
         Version: {VERSION}\n\
         Cflags: -I${{includedir}}\n\
         Libs: -L${{libdir}} -l{name}\n\
         Libs.private: -lpthread -ldl -lm\n"
    )
}

/// What CMake reads: a target for each library, shared and static.
fn config() -> String {
    let targets = [("tensmith", TENSMITH), ("blas", BLAS)].map(|(target, library)| {
        let (name, soname, archive) = (library.name, library.soname(), library.archive());
        format!(
            "add_library(tensmith::{target} SHARED IMPORTED)\n\
             set_target_properties(tensmith::{target} PROPERTIES\n    \
                 IMPORTED_LOCATION \"${{_tensmith_prefix}}/lib/lib{name}.so.{VERSION}\"\n    \
                 IMPORTED_SONAME \"{soname}\"\n    \
                 INTERFACE_INCLUDE_DIRECTORIES \"${{_tensmith_prefix}}/include\")\n\
             add_library(tensmith::{target}_static STATIC IMPORTED)\n\
             set_target_properties(tensmith::{target}_static PROPERTIES\n    \
                 IMPORTED_LOCATION \"${{_tensmith_prefix}}/lib/{archive}\"\n    \
                 INTERFACE_LINK_LIBRARIES \"pthread;dl;m\"\n    \
                 INTERFACE_INCLUDE_DIRECTORIES \"${{_tensmith_prefix}}/include\")\n"
        )
    });
    format!(
        "# Targets: tensmith::tensmith, tensmith::blas; statically tensmith::tensmith_static, tensmith::blas_static.\n\
         if(TARGET tensmith::tensmith)\n    return()\nendif()\n\
         get_filename_component(_tensmith_prefix \"${{CMAKE_CURRENT_LIST_DIR}}/../../..\" ABSOLUTE)\n\
         {}\
         unset(_tensmith_prefix)\n",
        targets.concat()
    )
}

/// Whether what is asked for is compatible, to CMake.
fn config_version() -> String {
    let interface = interface();
    format!(
        "set(PACKAGE_VERSION \"{VERSION}\")\n\
         if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION AND PACKAGE_FIND_VERSION VERSION_GREATER_EQUAL \
         \"{interface}\")\n    \
             set(PACKAGE_VERSION_COMPATIBLE TRUE)\n\
         endif()\n\
         if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)\n    \
             set(PACKAGE_VERSION_EXACT TRUE)\n\
         endif()\n"
    )
}
