//! What the map and the dump hold: with many threads, behind a fork, where kernels replace each other, where
//! somebody else's file is in the way, and where the disk is full.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

mod child;

use child::{multiply, square};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::id;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};
use tempfile::tempdir;
use tensmith::extend::Observer;
use tensmith::{Jit, JitBuilder};
use tensmith_profilers::{JitDump, PerfMap};

fn builder(observer: Arc<impl Observer + 'static>) -> JitBuilder {
    Jit::builder().observer(observer)
}

/// The lines of a map that are not blank: start, size, name.
fn lines(path: &Path) -> Vec<(usize, usize, String)> {
    let text = fs::read_to_string(path).unwrap();
    let number = |word: &str| usize::from_str_radix(word, 16).unwrap();
    let parts =
        text.lines().filter(|line| !line.is_empty()).map(|line| line.splitn(3, ' ').collect::<Vec<_>>());
    parts.map(|parts| (number(parts[0]), number(parts[1]), parts[2].to_owned())).collect()
}

/// A record of a dump: its kind and what follows the time.
fn records(path: &Path) -> Vec<(u32, Vec<u8>)> {
    let bytes = fs::read(path).unwrap();
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((word(0), word(4), word(8)), (0x4a69_5444, 1, 40));
    assert_eq!(word(12), if cfg!(target_arch = "aarch64") { 183 } else { 62 });
    let mut at = 40;
    let mut records = Vec::new();
    while at < bytes.len() {
        let size = word(at + 4) as usize;
        records.push((word(at), bytes[at + 16..at + size].to_vec()));
        at += size;
    }
    assert_eq!(at, bytes.len(), "whole records");
    records
}

/// The loads among some records: process, address, number, name, code.
fn loads(path: &Path) -> Vec<(u32, usize, u64, String, Vec<u8>)> {
    let number = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let all = records(path).into_iter().filter(|(kind, _)| *kind == 0);
    all.map(|(_, bytes)| {
        let process = u32::from_le_bytes(bytes[..4].try_into().unwrap());
        let (start, size, count) = (number(&bytes, 8), number(&bytes, 24) as usize, number(&bytes, 32));
        assert_eq!(start, number(&bytes, 16));
        let code = bytes[bytes.len() - size..].to_vec();
        let name = String::from_utf8(bytes[40..bytes.len() - size - 1].to_vec()).unwrap();
        (process, start as usize, count, name, code)
    })
    .collect()
}

#[test]
fn threads_write_whole_lines_and_records() {
    let directory = tempdir().unwrap();
    let map = Arc::new(PerfMap::create_in(directory.path()).unwrap());
    let dump = Arc::new(JitDump::create_in(directory.path()).unwrap());
    let jit = builder(map.clone()).observer(dump.clone()).build().unwrap();
    thread::scope(|scope| {
        for thread in 0..4 {
            let jit = &jit;
            scope.spawn(move || (1..12).for_each(|size| drop(square(jit, 4 * size + thread))));
        }
    });
    let lines = lines(&map.path());
    assert_eq!(lines.len(), 44);
    let mut by_start: BTreeMap<_, _> =
        lines.iter().map(|(start, size, name)| (*start, (*size, name.clone()))).collect();
    assert_eq!(by_start.len(), 44);
    for (_, start, _, name, code) in loads(&dump.path()) {
        assert_eq!(by_start.remove(&start), Some((code.len(), name)));
    }
    assert!(by_start.is_empty());
    let numbers: Vec<_> = loads(&dump.path()).into_iter().map(|(_, _, number, ..)| number).collect();
    assert_eq!(numbers, (0..44).collect::<Vec<_>>());
    // Every load has its unwind table before it.
    let kinds: Vec<_> = records(&dump.path()).into_iter().map(|(kind, _)| kind).collect();
    assert!(kinds.chunks(2).all(|pair| pair == [4, 0]), "{kinds:?}");
    drop(jit);
    let path = dump.path();
    drop(dump);
    assert_eq!(records(&path).last().unwrap().0, 3);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

/// A line stays when its kernel goes, until another one has its place.
#[test]
fn a_place_has_the_name_of_its_latest_kernel() {
    let directory = tempdir().unwrap();
    let map = Arc::new(PerfMap::create_in(directory.path()).unwrap());
    let jit = builder(map.clone()).kernel_budget(0).plan_budget(0).build().unwrap();
    let first = square(&jit, 17);
    // Without another kernel, the next one would have new pages.
    let _anchor = square(&jit, 8);
    let before = lines(&map.path());
    drop(first);
    assert_eq!(lines(&map.path()), before);
    // On every core it is smaller, so that it fits.
    let second = square(&jit, 4);
    multiply(&second.0, &second.1, 1);
    let after = lines(&map.path());
    assert_eq!((before.len(), after.len()), (2, 2), "{after:?}");
    assert_eq!(after[1].0, before[0].0, "the same place");
    assert!(before[0].2.contains("17x17x17") && after[1].2.contains("4x4x4"));
}

#[test]
fn others_may_write_the_same_map() {
    let directory = tempdir().unwrap();
    let map = Arc::new(PerfMap::create_in(directory.path()).unwrap());
    let jit = builder(map.clone()).kernel_budget(0).plan_budget(0).build().unwrap();
    let (first, _anchor) = (square(&jit, 17), square(&jit, 8));
    let other = Arc::new(PerfMap::create_in(directory.path()).unwrap());
    let other_jit = builder(other).build().unwrap();
    let _kept = square(&other_jit, 20);
    drop(first);
    let _second = square(&jit, 4);
    let names: Vec<_> = lines(&map.path()).into_iter().map(|(.., name)| name).collect();
    let expected = ["8x8x8", "20x20x20", "4x4x4"];
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().zip(expected).all(|(name, size)| name.contains(size)), "{names:?}");
}

#[test]
fn a_child_writes_files_of_its_own() {
    let directory = tempdir().unwrap();
    let map = Arc::new(PerfMap::create_in(directory.path()).unwrap());
    let dump = Arc::new(JitDump::create_in(directory.path()).unwrap());
    let jit = builder(map.clone()).observer(dump.clone()).build().unwrap();
    let _first = square(&jit, 16);
    let before = (lines(&map.path()), fs::read(dump.path()).unwrap());
    // SAFETY: the other threads of this process are those of the tests' harness and of other tests, which
    // hold none of the locks of this `Jit`. The child ends by _exit(2).
    let child = unsafe { libc::fork() };
    assert!(child >= 0);
    if child == 0 {
        // SAFETY: it has no conditions. The signal ends a child that hangs.
        unsafe { libc::alarm(60) };
        let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(square(&jit, 17))));
        // SAFETY: ends the process, without what its parent would do at its end.
        unsafe { libc::_exit(made.is_err().into()) };
    }
    let mut status = 0;
    // SAFETY: `status` is there for the result.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(status, 0);
    assert_eq!((lines(&map.path()), fs::read(dump.path()).unwrap()), before);
    let names =
        |lines: Vec<(usize, usize, String)>| lines.into_iter().map(|(.., name)| name).collect::<Vec<_>>();
    let of_child = names(lines(&directory.path().join(format!("perf-{child}.map"))));
    assert!(of_child[0].contains("16x16x16") && of_child[1].contains("17x17x17"), "{of_child:?}");
    let of_child = loads(&directory.path().join(format!("jit-{child}.dump")));
    assert_eq!(of_child.len(), 2);
    assert!(of_child.iter().all(|(process, ..)| *process == child.cast_unsigned()));
}

#[test]
fn no_link_is_followed_and_no_foreign_file_written() {
    let directory = tempdir().unwrap();
    let [map, dump] =
        [format!("perf-{}.map", id()), format!("jit-{}.dump", id())].map(|name| directory.path().join(name));
    let precious = directory.path().join("precious");
    fs::write(&precious, "kept").unwrap();
    for path in [&map, &dump] {
        symlink(&precious, path).unwrap();
    }
    let refused = PerfMap::create_in(directory.path()).unwrap_err().to_string();
    assert!(refused.contains("no plain file") && refused.contains(map.to_str().unwrap()), "{refused}");
    assert!(JitDump::create_in(directory.path()).unwrap_err().to_string().contains("no plain file"));
    assert_eq!(fs::read(&precious).unwrap(), b"kept");
    // A second name of a file of ours.
    for path in [&map, &dump] {
        fs::remove_file(path).unwrap();
        fs::hard_link(&precious, path).unwrap();
    }
    assert!(PerfMap::create_in(directory.path()).unwrap_err().to_string().contains("others may write"));
    assert!(JitDump::create_in(directory.path()).is_err());
    assert_eq!(fs::read(&precious).unwrap(), b"kept");
}

/// A process that had this one's number may have left its files.
#[test]
fn files_of_an_earlier_process_are_replaced() {
    let directory = tempdir().unwrap();
    let [map, dump] =
        [format!("perf-{}.map", id()), format!("jit-{}.dump", id())].map(|name| directory.path().join(name));
    for path in [&map, &dump] {
        fs::write(path, "old").unwrap();
        let old = SystemTime::now() - Duration::from_secs(24 * 3600);
        fs::File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
    }
    let observer = PerfMap::create_in(directory.path()).unwrap();
    assert_eq!(fs::metadata(observer.path()).unwrap().size(), 0);
    let _first = JitDump::create_in(directory.path()).unwrap();
    assert_eq!(records(&dump).len(), 0);
    let second = JitDump::create_in(directory.path()).unwrap_err().to_string();
    assert!(second.contains("choose another directory"), "{second}");
}

/// A disk that is full, as `/dev/full` is: a limit on the size of files stands for it.
#[test]
fn a_run_goes_on_without_its_files() {
    let directory = tempdir().unwrap();
    let map = Arc::new(PerfMap::create_in(directory.path()).unwrap());
    let dump = Arc::new(JitDump::create_in(directory.path()).unwrap());
    // SAFETY: the child makes kernels, of a `Jit` of its own, and ends by _exit(2).
    let child = unsafe { libc::fork() };
    assert!(child >= 0);
    if child == 0 {
        let limit = libc::rlimit { rlim_cur: 60, rlim_max: 60 };
        // SAFETY: it has no conditions.
        unsafe { libc::alarm(60) };
        // SAFETY: without the signal, a write beyond the limit fails.
        unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
        // SAFETY: the limit is there to be read.
        unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit) };
        let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let jit = builder(map.clone()).observer(dump.clone()).build().unwrap();
            let all: Vec<_> = (16..20).map(|size| square(&jit, size)).collect();
            all.iter().for_each(|(plan, operand)| multiply(plan, operand, 1));
            assert!(map.failure().is_some() && dump.failure().is_some());
            assert_eq!(records(&dump.path()), []);
        }));
        // SAFETY: ends the process, without what its parent would do at its end.
        unsafe { libc::_exit(ran.is_err().into()) };
    }
    let mut status = 0;
    // SAFETY: `status` is there for the result.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(status, 0);
}
