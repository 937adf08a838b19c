//! Running the program, and arrays to feed it.

use npyz::WriterBuilder;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The outcome of a run of the program.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// Exit status.
    pub(crate) status: i32,
    /// Its standard output.
    pub(crate) stdout: Vec<u8>,
    /// Its standard error.
    pub(crate) stderr: String,
}

/// Runs the program on an empty standard input.
pub(crate) fn tensmith(arguments: &[&str]) -> Outcome {
    tensmith_on(arguments, b"", Path::new("."))
}

/// Runs the program with the given standard input and current directory.
pub(crate) fn tensmith_on(arguments: &[impl AsRef<OsStr>], input: &[u8], directory: &Path) -> Outcome {
    let _turn = turn();
    let mut child = command(&[] as &[&str])
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts; where it needs an emulator, TENSMITH_RUNNER names it");
    // A program that does not read its input closes it.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("the program ends");
    Outcome {
        status: output.status.code().expect("the program was not killed"),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).expect("messages are text"),
    }
}

/// The command that starts the program, behind the words of one that starts commands.
pub(crate) fn command(before: &[impl AsRef<OsStr>]) -> Command {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_tensmith"));
    let runner = std::env::var("TENSMITH_RUNNER").unwrap_or_default();
    let words = runner.split_whitespace().map(OsStr::new).chain([program.as_os_str()]);
    let mut words = before.iter().map(AsRef::as_ref).chain(words);
    let mut command = Command::new(words.next().expect("at least the program"));
    command.args(words);
    command
}

/// Runs a program that is no test of its own, in its turn.
pub(crate) fn finished(command: &mut Command) -> Output {
    let _turn = turn();
    command.output().expect("the program starts")
}

/// Held while any program runs, on AArch64: qemu's emulation of a process may hang if it starts a program
/// while another thread is at work in the emulator, as one that starts a program is.
pub(crate) fn turn() -> Option<MutexGuard<'static, ()>> {
    static TURN: Mutex<()> = Mutex::new(());
    // A test that failed leaves the next one its turn.
    cfg!(target_arch = "aarch64").then(|| TURN.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Outcome {
    /// The standard output of a run that succeeded without complaints.
    pub(crate) fn success(self) -> Vec<u8> {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""), "{self:?}");
        self.stdout
    }

    /// The same as text.
    pub(crate) fn text(self) -> String {
        String::from_utf8(self.success()).expect("text")
    }

    /// The one line of a run that failed with `status` and printed nothing else.
    pub(crate) fn failure(self, status: i32) -> String {
        assert_eq!(self.status, status, "{self:?}");
        assert!(self.stdout.is_empty(), "{self:?}");
        let line = self.stderr.strip_prefix("error: ").expect("a message");
        let line = line.strip_suffix('\n').expect("a whole line");
        assert!(!line.is_empty() && !line.contains('\n'), "one line: {line:?}");
        line.to_owned()
    }
}

/// Writes an array of float32 in C order.
pub(crate) fn write_npy(path: &Path, shape: &[u64], data: &[f32]) {
    write_npy_of(path, shape, data);
}

/// The same of any type.
pub(crate) fn write_npy_of<T: npyz::AutoSerialize + Copy>(path: &Path, shape: &[u64], data: &[T]) {
    let file = std::fs::File::create(path).expect("a new file");
    let mut writer =
        npyz::WriteOptions::new().default_dtype().shape(shape).writer(file).begin_nd().expect("a header");
    writer.extend(data.iter().copied()).expect("data");
    writer.finish().expect("as many elements as the shape has");
}

/// Writes the header of an array of float32, and nothing behind it.
pub(crate) fn write_header(path: &Path, shape: &str) {
    let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}\n");
    let length = u16::try_from(text.len()).expect("a short header").to_le_bytes();
    let bytes = [b"\x93NUMPY\x01\x00", length.as_slice(), text.as_bytes()].concat();
    std::fs::write(path, bytes).expect("a new file");
}

/// Reads an array in C order: shape and elements.
pub(crate) fn read_npy<T: npyz::Deserialize>(path: &Path) -> (Vec<u64>, Vec<T>) {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let file = npyz::NpyFile::new(bytes.as_slice()).expect("an .npy file");
    assert!(file.order() == npyz::Order::C || file.shape().len() < 2, "C order");
    (file.shape().to_vec(), file.into_vec().expect("elements of this type"))
}

/// Names and contents of all files in a directory.
pub(crate) fn contents(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.clone(), std::fs::read(path).unwrap_or_default()))
        .collect();
    files.sort();
    files
}
