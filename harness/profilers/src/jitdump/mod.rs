//! The dump of perf: a file with a record of each kernel's time, place, code and unwind table
//! (`jitdump-specification.txt` in the sources of Linux, `tools/perf/Documentation`).
//!
//! `perf record -k mono` notes that the file is mapped, by which `perf inject --jit` finds it, and makes an
//! object of each record. Records have times, so that a place which holds one kernel after another is no
//! riddle. Every record is written at once: a program that crashes leaves whole records.
//!
//! perf walks stacks through a kernel only if the unwind table is in memory behind its code, so
//! it is published there.
//!
//! There are no records of source lines: a kernel has none. `perf annotate` shows its instructions.
//!
//! Tests: `harness/profilers/tests/files.rs`, `harness/profilers/tests/perf.rs`.

mod mapping;
mod record;

use crate::file::{self, FileError, Present};
use mapping::Mapping;
use record::{Load, Unwinding, close};
use rustix::process::{Pid, getpid};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tensmith::Target;
use tensmith::extend::{Observer, Published};
use tensmith::inspect::KernelCode;

/// Tells kernels by a file `jit-PID.dump`, for `perf inject --jit` and samply.
#[derive(Debug)]
pub struct JitDump {
    directory: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    process: Pid,
    dump: io::Result<Dump>,
    /// The number of kernels so far.
    count: u64,
    /// The kernels that have not ended, by their addresses.
    kernels: BTreeMap<usize, Kernel>,
}

/// A kernel, as a record is made of it.
#[derive(Debug)]
struct Kernel {
    name: String,
    code: Vec<u8>,
    unwinding: Option<Unwinding>,
}

/// A file that is open and mapped.
#[derive(Debug)]
struct Dump {
    file: File,
    /// What perf notes.
    _mapping: Mapping,
}

impl JitDump {
    /// Creates the file in a directory, for this user alone, and maps its first page.
    ///
    /// # Errors
    /// [`FileError`], where that is not possible, or a file is there that this process did not leave, or the
    /// directory is of a file system from which nothing can be executed (`noexec`).
    pub fn create_in(directory: impl AsRef<Path>) -> Result<Self, FileError> {
        let (directory, process) = (directory.as_ref().to_owned(), getpid());
        let dump = Dump::create(&path(&directory, process))?;
        let state = State { process, dump: Ok(dump), count: 0, kernels: BTreeMap::new() };
        Ok(Self { directory, state: Mutex::new(state) })
    }

    /// The file of this process.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        path(&self.directory, getpid())
    }

    /// Why nothing is written any more, if something went wrong.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.lock().dump.as_ref().err().map(ToString::to_string)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn path(directory: &Path, process: Pid) -> PathBuf {
    directory.join(format!("jit-{}.dump", process.as_raw_nonzero()))
}

impl Observer for JitDump {
    fn behind(&self, origin: &KernelCode, target: &Target) -> Vec<u8> {
        unwinding(origin, target).map(|unwinding| unwinding.bytes().to_vec()).unwrap_or_default()
    }

    fn published(&self, kernel: &Published<'_>) {
        let unwinding = unwinding(kernel.origin, kernel.target).map(|mut unwinding| {
            unwinding.is_mapped = unwinding.bytes() == kernel.behind;
            unwinding
        });
        let told = Kernel { name: kernel.name(), code: kernel.code.to_vec(), unwinding };
        let mut state = self.lock();
        state.follow(&self.directory);
        state.publish(kernel.start(), told);
    }

    fn dropped(&self, start: usize) {
        self.lock().kernels.remove(&start);
    }
}

/// The unwind table of a kernel; none without memory for it.
fn unwinding(origin: &KernelCode, target: &Target) -> Option<Unwinding> {
    let rows = target.unwind(&origin.code, origin.spec.arguments().count()).ok()?;
    Some(Unwinding::of(target.isa.unwind_registers(), &rows, origin.code.len()))
}

impl Drop for JitDump {
    fn drop(&mut self) {
        let mut state = self.lock();
        if state.process == getpid() {
            state.write(close);
        }
    }
}

impl State {
    /// Begins a file of its own for a forked child, with the kernels that it has.
    fn follow(&mut self, directory: &Path) {
        let process = getpid();
        if process == self.process {
            return;
        }
        self.process = process;
        self.dump = Dump::create(&path(directory, process)).map_err(|error| error.reason);
        self.count = 0;
        for (start, kernel) in std::mem::take(&mut self.kernels) {
            self.publish(start, kernel);
        }
    }

    fn publish(&mut self, start: usize, kernel: Kernel) {
        let load =
            Load { process: self.process, start, number: self.count, name: &kernel.name, code: &kernel.code };
        self.write(|out| {
            // perf takes it for the load that follows.
            if let Some(unwinding) = &kernel.unwinding {
                unwinding.put(out);
            }
            load.put(out);
        });
        self.count += 1;
        self.kernels.insert(start, kernel);
    }

    fn write(&mut self, records: impl FnOnce(&mut Vec<u8>)) {
        let Ok(dump) = &mut self.dump else { return };
        let mut out = Vec::new();
        records(&mut out);
        if let Err(error) = dump.append(&out) {
            self.dump = Err(error);
        }
    }
}

impl Dump {
    fn create(path: &Path) -> Result<Self, FileError> {
        let mut file = file::create(path, Present::Refuse)?;
        let mapping = file.write_all(&record::header()).and_then(|()| Mapping::of(&file));
        match mapping {
            Ok(mapping) => Ok(Self { file, _mapping: mapping }),
            Err(reason) => {
                // An empty dump is of no use to anybody. That it may stay is the lesser failure.
                let _ = std::fs::remove_file(path);
                Err(FileError { path: path.to_owned(), reason })
            }
        }
    }

    /// Writes whole records or none.
    fn append(&mut self, records: &[u8]) -> io::Result<()> {
        let before = self.file.metadata()?.len();
        self.file.write_all(records).inspect_err(|_| {
            // What is cut off, perf reads up to. Nothing can be done if it stays.
            let _ = self.file.set_len(before);
        })
    }
}
