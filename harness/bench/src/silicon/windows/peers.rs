//! Loops in C, and oneDNN, compiled for one problem by the compilers of this system.
//!
//! Tests: `harness/bench/src/silicon/windows/mod.rs`.
#![allow(unsafe_code)]

use super::{Arrays, Problem, Work};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use tensmith_measure::library::Shared;

/// Their sources.
const LOOP: &str = include_str!("loop.c");
const ONEDNN: &str = include_str!("onednn.cpp");

type Function = unsafe extern "C" fn(*const f32, *const f32, *mut f32);

/// The loop, as `gcc -O3 -march=native` makes it of known extents.
///
/// # Errors
/// There is no compiler, or it refuses.
pub(super) fn plain(problem: &Problem) -> Result<Work, String> {
    let library = compiled(problem, "cc", ("loop.c", LOOP), &["-O3", "-march=native"], &[])?;
    // SAFETY: the type is that of all functions in `loop.c`.
    let function: Function = unsafe { library.function(&[problem.kind.name()])? };
    Ok(Box::new(move |Arrays { image, weights, out }| {
        // SAFETY: the arrays have the extents that the library was compiled for.
        unsafe { function(image.as_ptr(), weights.as_ptr(), out.as_mut_ptr()) };
    }))
}

/// oneDNN, which may keep arrays in blocks of channels; what moves elements into and out of these is
/// no part of the work.
///
/// # Errors
/// It is not installed, or has no such primitive.
pub(super) fn onednn(problem: &Problem, arrays: &mut Arrays, is_blocked: bool) -> Result<Onednn, String> {
    let blocked = format!("-DBLOCKED={}", i32::from(is_blocked));
    let flags = ["-std=c++17", "-O2", "-fopenmp", &blocked];
    let library = compiled(problem, "c++", ("onednn.cpp", ONEDNN), &flags, &["-ldnnl"])?;
    // SAFETY: the type is that of the function in `onednn.cpp`.
    let prepare: unsafe extern "C" fn(i32, *const f32, *const f32, *mut f32) -> i32 =
        unsafe { library.function(&["prepare"])? };
    // SAFETY: the type is that of `run` and `finish` in `onednn.cpp`.
    let function = |name| unsafe { library.function::<unsafe extern "C" fn()>(&[name]) };
    let (run, finish) = (function("run")?, function("finish")?);
    let Arrays { image, weights, out } = arrays;
    // SAFETY: the arrays have the extents that the library was compiled for.
    let status = unsafe { prepare(problem.kind as i32, image.as_ptr(), weights.as_ptr(), out.as_mut_ptr()) };
    if status == 0 {
        Ok(Onednn { run, finish })
    } else {
        Err(format!("oneDNN refuses it with status {status}"))
    }
}

/// A primitive on arrays that stay where they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Onednn {
    run: unsafe extern "C" fn(),
    finish: unsafe extern "C" fn(),
}

impl Onednn {
    /// Runs it on the arrays that it was made for.
    ///
    /// # Safety
    /// They are there still, and nothing else has them.
    pub(super) unsafe fn run(self) {
        // SAFETY: the arrays are there (caller's duty).
        unsafe { (self.run)() }
    }

    /// Moves its result to the output.
    ///
    /// # Safety
    /// As [`Onednn::run`].
    pub(super) unsafe fn finish(self) {
        // SAFETY: the arrays are there (caller's duty).
        unsafe { (self.finish)() }
    }
}

/// A library that a compiler makes of a source.
fn compiled(
    problem: &Problem,
    compiler: &str,
    (file, source): (&str, &str),
    flags: &[&str],
    libraries: &[&str],
) -> Result<Shared, String> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("tensmith-bench-{}-{number}", std::process::id()));
    let made = || -> Result<Shared, String> {
        fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let [from, to]: [PathBuf; 2] = [file, "peer.so"].map(|name| folder.join(name));
        fs::write(&from, source).map_err(|error| format!("{}: {error}", from.display()))?;
        let extents = [
            ("ROWS", problem.extents[0]),
            ("COLUMNS", problem.extents[1]),
            ("CHANNELS", problem.extents[2]),
            ("TAPS", problem.taps),
            ("DILATION", problem.dilation),
        ];
        let mut command = Command::new(compiler);
        command.args(flags).args(["-shared", "-fPIC"]);
        command.args(extents.map(|(name, extent)| format!("-D{name}={extent}")));
        command.arg(&from).arg("-o").arg(&to).args(libraries);
        let output = command.output().map_err(|error| format!("{compiler}: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{compiler}: {}", said.lines().next().unwrap_or("no word")));
        }
        Shared::load(&to)
    };
    let library = made();
    // What is mapped stays.
    let _ = fs::remove_dir_all(&folder);
    library
}
