//! Running other programs: each call either succeeds or says in one line which
//! command failed and how.
//!
//! `cargo xtask` is itself started by cargo, which describes the task runner to it
//! in environment variables and puts its own libraries on the loader's path.
//! [`command`] takes both away again: the children are started as if from a shell.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Why a task ended, and the exit status that says so.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The problem; more than one line only where it lists commands to run.
    pub(crate) message: String,
    /// Exit status of the task runner.
    pub(crate) status: u8,
}

/// The result of a task.
pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    /// A check that did not pass: status 1.
    pub(crate) fn check(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 1 }
    }

    /// Something that has to be installed or corrected first: status 2.
    pub(crate) fn set_up(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 2 }
    }

    /// Something that this host cannot do: status 3.
    pub(crate) fn impossible(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 3 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A command with the environment that `cargo xtask` was started from.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(describes_a_package) {
            command.env_remove(name);
        }
    }
    for name in ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
        let Some(value) = env::var_os(name) else { continue };
        let kept = env::join_paths(env::split_paths(&value).filter(|path| !added_by_cargo(path)));
        match kept {
            Ok(paths) if !paths.is_empty() => command.env(name, paths),
            _ => command.env_remove(name),
        };
    }
    command
}

/// Whether cargo sets the variable `name` to describe the package that it runs.
fn describes_a_package(name: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"].iter().any(|p| name.starts_with(p))
}

/// Whether `cargo run` puts `path` on the loader's path: the toolchain's libraries
/// and the build directory of the running program.
fn added_by_cargo(path: &Path) -> bool {
    let toolchain =
        env::var_os("CARGO").and_then(|cargo| Some(Path::new(&cargo).parent()?.parent()?.join("lib")));
    let build = env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_path_buf()));
    [toolchain, build].into_iter().flatten().any(|added| path.starts_with(added))
}

/// Prints the command, runs it, and fails if it does.
pub(crate) fn run(command: &mut Command) -> Result {
    eprintln!("$ {}", text(command));
    let status = status(command)?;
    if status.success() { Ok(()) } else { Err(failed(command, status)) }
}

/// Milliseconds that went into building since this process began.
static BUILDING: AtomicU64 = AtomicU64::new(0);

/// Like [`run`], for what builds and does nothing else: its time is told apart.
pub(crate) fn build(command: &mut Command) -> Result {
    let start = Instant::now();
    let outcome = run(command);
    let took = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    BUILDING.fetch_add(took, Ordering::Relaxed);
    outcome
}

/// The time that went into building since this process began.
pub(crate) fn building_time() -> Duration {
    Duration::from_millis(BUILDING.load(Ordering::Relaxed))
}

/// Like [`run`], with every line of the command's standard output shown to `see`
/// on its way to ours.
pub(crate) fn run_seen(command: &mut Command, mut see: impl FnMut(&str)) -> Result {
    eprintln!("$ {}", text(command));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| not_started(command, &error))?;
    let mut out = BufReader::new(child.stdout.take().expect("standard output was asked for"));
    let mut line = Vec::new();
    while out.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        see(&String::from_utf8_lossy(&line));
        // A reader of ours that has gone away must not end the checks.
        let _ = std::io::stdout().write_all(&line);
        line.clear();
    }
    let status = child.wait().map_err(|error| not_started(command, &error))?;
    if status.success() { Ok(()) } else { Err(failed(command, status)) }
}

/// Runs the command in silence and returns its standard output; its standard error
/// is part of the failure.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| not_started(command, &error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let mut failure = failed(command, output.status);
    let reason = String::from_utf8_lossy(&output.stderr);
    if !reason.trim().is_empty() {
        failure.message = format!("{}: {}", failure.message, reason.trim());
    }
    Err(failure)
}

/// Runs the command in silence; its standard error is part of the failure.
pub(crate) fn run_quietly(command: &mut Command) -> Result {
    capture(command).map(|_| ())
}

/// Runs the command and returns how it ended.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus> {
    command.status().map_err(|error| not_started(command, &error))
}

/// Prints and runs the command; false if it fails or has not ended within `limit`.
pub(crate) fn succeeds_within(limit: Duration, command: &mut Command) -> bool {
    eprintln!("$ {}", text(command));
    let Ok(mut child) = command.stdin(Stdio::null()).spawn() else { return false };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(50)),
            _ => {
                // Nothing is left to do about a child that cannot be ended.
                let _ = child.kill().and_then(|()| child.wait());
                return false;
            }
        }
    }
}

/// The exit status to pass on: the program's own, or 128 + signal as shells do.
pub(crate) fn exit_status(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| signal(status).map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// The program `name` on the search path.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    search_path().into_iter().map(|directory| directory.join(name)).find(|path| path.is_file())
}

/// The directories of the search path.
pub(crate) fn search_path() -> Vec<PathBuf> {
    env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default()
}

/// The command as one would type it, without its environment.
pub(crate) fn text(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn failed(command: &Command, status: ExitStatus) -> Failure {
    Failure::check(format!("`{}` failed ({status})", text(command)))
}

fn not_started(command: &Command, error: &std::io::Error) -> Failure {
    Failure::set_up(format!("{} cannot be run: {error}", command.get_program().display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_print_as_they_are_typed() {
        let mut command = Command::new("tensmith");
        command.args(["einsum", "mk,kn->mn", "", "it's"]);
        assert_eq!(text(&command), r"tensmith einsum 'mk,kn->mn' '' 'it'\''s'");
    }

    #[test]
    fn only_variables_about_the_package_are_dropped() {
        assert!(describes_a_package("CARGO_PKG_NAME"));
        assert!(describes_a_package("CARGO_MANIFEST_DIR"));
        for kept in ["CARGO", "CARGO_HOME", "CARGO_TARGET_DIR", "CARGO_BUILD_JOBS", "RUSTFLAGS"] {
            assert!(!describes_a_package(kept), "{kept}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn exit_statuses_are_passed_on_as_shells_do() {
        let ended = |script| status(Command::new("sh").args(["-c", script])).expect("sh runs");
        assert_eq!(exit_status(ended("exit 3")), 3);
        assert_eq!(exit_status(ended("kill -9 $$")), 137);
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_hangs_is_ended() {
        assert!(!succeeds_within(Duration::from_millis(100), Command::new("sleep").arg("60")));
        assert!(succeeds_within(Duration::from_secs(60), &mut Command::new("true")));
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let failure = capture(&mut Command::new("no-such-program")).expect_err("it does not exist");
        assert!(failure.message.contains("no-such-program"), "{failure}");
        assert_eq!(failure.status, 2);
    }
}
