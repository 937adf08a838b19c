//! Whether caches are maintained: by the trace of what the emulator executes, as it has no
//! caches that could show it.
//!
//! Each instruction is translated alone, and of those in the memory for code, and of those that maintain
//! caches, the emulator notes the address and all registers. So each line of code is followed through the
//! steps that make it visible (Arm ARM, B2.7.4.2): `dc cvau`, a barrier, `ic ivau`, a barrier, `isb`. An
//! instruction in a line that lacks one of them is a mistake. Pages are made executable, and writable again,
//! with `tlbi`; what is in them then is as good as new.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::proc::{Failure, Result};

/// The size of a line of the caches, of the core that is traced.
const LINE: u64 = 64;

/// A page of the memory for code.
const PAGE: u64 = 4096;

/// An instruction of the image that maintains something, with the register that says what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maintenance {
    /// `dc cvau`: a line of the data cache.
    Clean(usize),
    /// `ic ivau`: a line of the instruction cache.
    Invalidate(usize),
    /// `tlbi vaae1is`: the translation of a page, by its number.
    EndTranslation(usize),
    /// `dsb`.
    Barrier,
    /// `isb`.
    Synchronize,
}

/// How far a line of code is on its way to be executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Written, or not: nobody knows.
    #[default]
    Stale,
    Cleaned,
    CleanedForAll,
    Invalidated,
    InvalidatedForAll,
    Visible,
}

/// The instructions of an image that maintain something, by their addresses, and the memory for code.
#[derive(Debug)]
pub(super) struct Sites {
    maintenance: HashMap<u64, Maintenance>,
    pool: Range<u64>,
}

impl Sites {
    /// Those in disassembled code.
    pub(super) fn of(code: &str, pool: Range<u64>) -> Self {
        let maintenance = code.lines().filter_map(site).collect();
        Self { maintenance, pool }
    }

    /// The addresses that are to be traced, as the emulator takes them.
    pub(super) fn filter(&self) -> String {
        let sites = self.maintenance.keys().map(|at| format!("{at:#x}+4"));
        let pool = format!("{:#x}+{:#x}", self.pool.start, self.pool.end - self.pool.start);
        std::iter::once(pool).chain(sites).collect::<Vec<_>>().join(",")
    }

    /// Follows a trace: how many instructions it has in the memory for code.
    ///
    /// # Errors
    /// The first of them that is executed too early, or that there is none.
    pub(super) fn follow(&self, trace: &str) -> Result<usize> {
        let (mut lines, mut executed) = (Lines::default(), 0);
        for (at, registers) in events(trace) {
            if let Some(maintenance) = self.maintenance.get(&at) {
                lines.maintain(*maintenance, &registers);
            } else if self.pool.contains(&at) {
                executed += 1;
                lines.execute(at)?;
            }
        }
        if executed == 0 {
            Err(Failure::check("the trace has no instruction of any kernel"))
        } else {
            Ok(executed)
        }
    }
}

/// The lines and pages of the memory for code.
#[derive(Debug, Default)]
struct Lines {
    stages: HashMap<u64, Stage>,
    /// Pages that are executable.
    executable: HashSet<u64>,
}

impl Lines {
    fn maintain(&mut self, maintenance: Maintenance, registers: &[u64]) {
        let value = |register: usize| registers.get(register).copied().unwrap_or(0);
        match maintenance {
            Maintenance::Clean(register) => {
                self.stages.insert(value(register) / LINE, Stage::Cleaned);
            }
            Maintenance::Invalidate(register) => self.advance(
                |line, stage| *line == value(register) / LINE && stage == Stage::CleanedForAll,
                |_| Stage::Invalidated,
            ),
            Maintenance::Barrier => self.advance(
                |_, stage| matches!(stage, Stage::Cleaned | Stage::Invalidated),
                |stage| if stage == Stage::Cleaned { Stage::CleanedForAll } else { Stage::InvalidatedForAll },
            ),
            Maintenance::Synchronize => {
                self.advance(|_, stage| stage == Stage::InvalidatedForAll, |_| Stage::Visible);
            }
            Maintenance::EndTranslation(register) => self.end_translation(value(register)),
        }
    }

    /// Moves lines on to their next stage.
    fn advance(&mut self, which: impl Fn(&u64, Stage) -> bool, next: impl Fn(Stage) -> Stage) {
        let lines = self.stages.iter_mut().filter(|(line, stage)| which(line, **stage));
        lines.for_each(|(_, stage)| *stage = next(*stage));
    }

    /// A page becomes executable or, if it is so, writable.
    fn end_translation(&mut self, page: u64) {
        if self.executable.insert(page) {
            return;
        }
        self.executable.remove(&page);
        self.stages.retain(|line, _| line * LINE / PAGE != page);
    }

    fn execute(&mut self, at: u64) -> Result {
        match self.stages.get(&(at / LINE)).copied().unwrap_or_default() {
            Stage::Visible => Ok(()),
            stage => Err(Failure::check(format!(
                "the instruction at {at:#x} is executed while its line is {stage:?}: caches were not maintained"
            ))),
        }
    }
}

/// The maintenance that a line of disassembled code is: `40200030:\tdc\tcvau, x8`.
fn site(line: &str) -> Option<(u64, Maintenance)> {
    let (at, inst) = line.split_once(":\t")?;
    let at = u64::from_str_radix(at.trim(), 16).ok()?;
    let mut words = inst.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let (mnemonic, operation, register) = (words.next()?, words.next().unwrap_or(""), words.next());
    let register = register.and_then(|name| name.strip_prefix('x')?.parse().ok());
    let maintenance = match (mnemonic, operation, register) {
        ("dc", "cvau", Some(register)) => Maintenance::Clean(register),
        ("ic", "ivau", Some(register)) => Maintenance::Invalidate(register),
        ("tlbi", "vaae1is", Some(register)) => Maintenance::EndTranslation(register),
        ("dsb", ..) => Maintenance::Barrier,
        ("isb", ..) => Maintenance::Synchronize,
        _ => return None,
    };
    Some((at, maintenance))
}

/// The addresses of the instructions in a trace, each with the registers before it.
fn events(trace: &str) -> impl Iterator<Item = (u64, Vec<u64>)> {
    // ` PC=0000000040200000 X00=0000000000000000 X01=…`, and rows with the registers behind.
    trace.split(" PC=").skip(1).filter_map(|state| {
        let at = u64::from_str_radix(state.get(..16)?, 16).ok()?;
        let general = state.split_whitespace().filter_map(|word| word.strip_prefix('X')?.split_once('='));
        let registers = general.map_while(|(_, value)| u64::from_str_radix(value, 16).ok());
        Some((at, registers.collect()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "\
0000000040200000 <synchronize>:
    40200000:\tdc\tcvau, x8
    40200004:\tdsb\tish
    40200008:\tic\tivau, x9
    4020000c:\tisb
    40200010:\ttlbi\tvaae1is, x0
    40200014:\tret
";

    /// A trace of instructions, each with the value of all registers.
    fn trace(events: &[(u64, u64)]) -> String {
        let state = |(at, value): &(u64, u64)| {
            let registers: String = (0..31).map(|number| format!(" X{number:02}={value:016x}")).collect();
            format!("Trace 0: 0x7f [00000000/{at:016x}/00/ff] f\n PC={at:016x}{registers}\nPSTATE=0\n")
        };
        events.iter().map(state).collect()
    }

    const CLEAN: u64 = 0x4020_0000;
    const BARRIER: u64 = 0x4020_0004;
    const INVALIDATE: u64 = 0x4020_0008;
    const SYNCHRONIZE: u64 = 0x4020_000c;
    const TRANSLATION: u64 = 0x4020_0010;
    const POOL: u64 = 0x40e0_0000;

    fn follow(events: &[(u64, u64)]) -> Result<usize> {
        Sites::of(CODE, POOL..POOL + 0x10000).follow(&trace(events))
    }

    /// All that makes two lines visible, and the page executable.
    const WHOLE: [(u64, u64); 8] = [
        (CLEAN, POOL),
        (CLEAN, POOL + 64),
        (BARRIER, 0),
        (INVALIDATE, POOL),
        (INVALIDATE, POOL + 64),
        (BARRIER, 0),
        (SYNCHRONIZE, 0),
        (TRANSLATION, POOL / PAGE),
    ];

    #[test]
    fn code_is_executed_once_it_is_visible() {
        let run = [(POOL, 0), (POOL + 64, 0)];
        assert_eq!(follow(&[&WHOLE[..], &run].concat()).unwrap(), 2);
        assert!(follow(&[&WHOLE[..], &[(POOL + 128, 0)]].concat()).is_err());
        assert!(follow(&run).is_err());
        assert!(follow(&WHOLE).is_err(), "nothing was executed");
    }

    #[test]
    fn each_step_is_needed_in_its_place() {
        for left_out in 0..WHOLE.len() - 1 {
            let mut events = WHOLE.to_vec();
            events.remove(left_out);
            events.extend([(POOL, 0), (POOL + 64, 0)]);
            assert!(follow(&events).is_err(), "{left_out}");
        }
        let mut exchanged = WHOLE.to_vec();
        exchanged.swap(0, 3);
        exchanged.push((POOL, 0));
        assert!(follow(&exchanged).is_err());
    }

    #[test]
    fn pages_that_were_given_back_hold_nothing() {
        let again = [(TRANSLATION, POOL / PAGE), (TRANSLATION, POOL / PAGE), (POOL, 0)];
        assert!(follow(&[&WHOLE[..], &[(POOL, 0)], &again].concat()).is_err());
    }

    #[test]
    fn the_emulator_is_told_what_to_trace() {
        let filter = Sites::of("    40200000:\tdc\tcvau, x8\n", POOL..POOL + 0x1000).filter();
        assert_eq!(filter, "0x40e00000+0x1000,0x40200000+4");
    }
}
