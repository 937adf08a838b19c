//! `tensmith-bench`: what the code that tensmith makes takes on the x86-64 processor at hand, next to other
//! libraries, in one process. `cargo xtask bench silicon` builds and starts it.
//!
//! Exit status: 0 fine, 1 a result is wrong, 2 bad input, 3 not possible here. An error is one line on the
//! standard error stream.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod silicon;

use std::process::ExitCode;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> ExitCode {
    silicon::main()
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() -> ExitCode {
    eprintln!("error: this benchmark needs x86-64 Linux: it reads that processor's time-stamp counter");
    ExitCode::from(3)
}
