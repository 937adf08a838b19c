//! Observers by their names, as a setting of a program has them: `perf-map,jitdump=/tmp/dumps,gdb`.
//!
//! Tests: below, `harness/profilers/tests/perf.rs`, `harness/cli/tests/program/profile.rs`.

use crate::file::FileError;
use crate::{Gdb, JitDump, PerfMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use tensmith::extend::Observer;

/// Where dumps go if the setting does not say: where perf looks for maps.
const DIRECTORY: &str = "/tmp";

/// An interface of a profiler or debugger, as a setting names it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Interface {
    /// `perf-map`: [`PerfMap`].
    PerfMap,
    /// `jitdump`, or `jitdump=DIRECTORY`: [`JitDump`].
    JitDump(PathBuf),
    /// `gdb`: [`Gdb`].
    Gdb,
}

/// The observers that were asked for by name.
static OF_PROCESS: Mutex<Vec<(Interface, Arc<dyn Observer>)>> = Mutex::new(Vec::new());

/// A setting names no interface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no interface of a profiler: must be `perf-map`, `jitdump`, `jitdump=DIRECTORY` or `gdb`")]
pub struct SettingError(String);

impl FromStr for Interface {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        match text.split_once('=').unwrap_or((text, "")) {
            ("perf-map", "") => Ok(Self::PerfMap),
            ("jitdump", "") => Ok(Self::JitDump(DIRECTORY.into())),
            ("jitdump", directory) => Ok(Self::JitDump(directory.into())),
            ("gdb", "") => Ok(Self::Gdb),
            _ => Err(SettingError(text.to_owned())),
        }
    }
}

impl fmt::Display for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerfMap => f.write_str("perf-map"),
            Self::JitDump(directory) if directory == Path::new(DIRECTORY) => f.write_str("jitdump"),
            Self::JitDump(directory) => write!(f, "jitdump={}", directory.display()),
            Self::Gdb => f.write_str("gdb"),
        }
    }
}

impl Interface {
    /// The observer of this process that tells kernels through this interface: the same one whenever it is
    /// asked for, as a file has one writer.
    ///
    /// # Errors
    /// [`FileError`], where its file cannot be created.
    pub fn observer(&self) -> Result<Arc<dyn Observer>, FileError> {
        let mut of_process = OF_PROCESS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, observer)) = of_process.iter().find(|(interface, _)| interface == self) {
            return Ok(Arc::clone(observer));
        }
        let observer: Arc<dyn Observer> = match self {
            Self::PerfMap => Arc::new(PerfMap::create()?),
            Self::JitDump(directory) => Arc::new(JitDump::create_in(directory)?),
            Self::Gdb => Arc::new(Gdb::new()),
        };
        of_process.push((self.clone(), Arc::clone(&observer)));
        Ok(observer)
    }
}

/// The interfaces that a setting lists with commas between; none in an empty one.
///
/// # Errors
/// [`SettingError`], for the first name of none.
pub fn interfaces(setting: &str) -> Result<Vec<Interface>, SettingError> {
    setting.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back() {
        let all = interfaces("perf-map, jitdump,jitdump=/var/a=b,gdb").unwrap();
        assert_eq!(all[2], Interface::JitDump("/var/a=b".into()));
        let names: Vec<_> = all.iter().map(Interface::to_string).collect();
        assert_eq!(names, ["perf-map", "jitdump", "jitdump=/var/a=b", "gdb"]);
        assert_eq!(interfaces(" ").unwrap(), []);
    }

    #[test]
    fn an_interface_has_one_observer() {
        let observer = Interface::Gdb.observer().unwrap();
        assert!(Arc::ptr_eq(&observer, &Interface::Gdb.observer().unwrap()));
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["perf", "gdb=1", "perf-map=/tmp", "jitdump "] {
            let refused = interfaces(&format!("gdb,{name}x")).unwrap_err();
            assert!(refused.to_string().contains(name.trim()), "{refused}");
        }
    }
}
