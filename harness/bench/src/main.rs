//! `tensmith-bench`: what code takes on the x86-64 processor at hand, in one process.
//!
//! It times what tensmith makes next to other libraries (`silicon`: `cargo xtask bench silicon` builds and
//! starts it), or, where the first argument is `tune`, measures what a row of the table of cores says
//! (`cargo xtask tune`).
//!
//! Exit status: 0 fine, 1 a result is wrong, 2 bad input, 3 not possible here. An error is one line on the
//! standard error stream.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod silicon;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod start;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod tune;

use std::process::ExitCode;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> ExitCode {
    let mut behind = std::env::args_os().skip(1).peekable();
    match behind.next_if(|mode| mode == "tune") {
        Some(mode) => tune::main([mode].into_iter().chain(behind)),
        None => silicon::main(["silicon".into()].into_iter().chain(behind)),
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() -> ExitCode {
    eprintln!("error: this benchmark needs x86-64 Linux: it reads that processor's time-stamp counter");
    ExitCode::from(3)
}
