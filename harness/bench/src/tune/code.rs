//! Text that becomes a function: a loop around the lines of a row, assembled and verified by our own means.
//!
//! The verifier of finished code leaves two things open: what loads and stores reach, and that code comes to
//! an end. Both are looked at here, in the text: addresses are a constant behind `rsi` or `rdx`, which no
//! line changes, and so is the number of turns in `rdi`.
//!
//! Tests: below.
#![allow(unsafe_code)]

use super::micro::{Level, Micro, Place, Width};
use std::cell::RefCell;
use tensmith_core::Target;
use tensmith_core::code::CodeMemory;
use tensmith_core::code::entry::Kernel;
use tensmith_measure::failure::{Failure, Result};
use tensmith_platform_linux::HostMemory;

/// The size of a line of the cache, where loops begin and memory does.
const LINE: usize = 64;

/// The arguments of a loop: turns, memory to read, memory to write.
const ARGUMENTS: usize = 3;

/// A line of memory, where one begins.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "only code that is made reads it")] [u8; LINE]);

/// The memory of loops, which all of them share.
#[derive(Debug)]
pub(super) struct Memory {
    read: Vec<Line>,
    written: Vec<Line>,
}

impl Memory {
    /// Memory of `bytes` bytes to read, and as much to write as lines reach.
    pub(super) fn new(bytes: usize) -> Self {
        let lines = |bytes: usize| vec![Line([0; LINE]); bytes.div_ceil(LINE)];
        Self { read: lines(bytes.max(NEAR)), written: lines(NEAR) }
    }
}

/// Bytes that loops reach which stay where they are.
const NEAR: usize = 4096;

/// The instructions that lines may have: they write their first operand and nothing else, and reach a
/// line of memory at most.
const ALLOWED: [&str; 10] = [
    "add",
    "mov",
    "vbroadcastss",
    "vfmadd231ps",
    "vmaskmovps",
    "vmovups",
    "vperm2f128",
    "vpermps",
    "vshuff64x2",
    "vunpcklps",
];

/// The integer registers that lines may write: functions may change them, and the frame has no use for them.
const ADDED: [&str; 5] = ["rax", "rcx", "r8", "r9", "r10"];

/// A loop that can be executed.
#[derive(Debug)]
pub(super) struct Loop {
    kernel: Kernel,
    /// Bytes that a turn reaches behind `rsi` and behind `rdx`.
    reach: usize,
    /// Bytes by which a turn moves `rsi`.
    step: usize,
}

impl Loop {
    /// The loop of a row, for the machine at hand: `target` has no features that it lacks.
    ///
    /// # Errors
    /// The row is malformed, or the system has no executable memory.
    pub(super) fn of(micro: &Micro, width: Width, target: &Target) -> Result<Self> {
        let text = micro.text(width);
        let reach = reach(&text).ok_or_else(|| malformed(micro, &"an address that is not allowed"))?;
        let step = micro.step(width);
        let code = framed(&text, step, width, target).map_err(|error| malformed(micro, &error))?;
        Ok(Self { kernel: published(&code, target)?, reach, step })
    }

    /// Executes that many turns at one place.
    pub(super) fn turn(&self, memory: &RefCell<Memory>, turns: usize) {
        let Memory { read, written } = &mut *memory.borrow_mut();
        let behind = turns.saturating_sub(1).saturating_mul(self.step).saturating_add(self.reach);
        assert!(turns > 0 && behind <= size_of_val(&read[..]) && self.reach <= size_of_val(&written[..]));
        let addresses = [read, written].map(|lines| lines.as_mut_ptr().expose_provenance());
        // SAFETY: the code keeps to the calling convention and to the features of this machine, as the
        // verifier found. It reaches no more than `reach` bytes from the two addresses, of which it moves the
        // first by `step` after each turn: all that is inside of them, as was asserted. It ends, as there is
        // at least one turn. Nothing else has the memory, which is borrowed.
        unsafe { self.kernel.call_short([turns, addresses[0], addresses[1]]) };
    }

    /// The turns in which it reads some bytes once.
    pub(super) fn turns_of(&self, bytes: usize) -> usize {
        bytes.saturating_sub(self.reach) / self.step.max(1) + 1
    }
}

/// A function that does nothing.
#[derive(Debug)]
pub(super) struct Empty(Kernel);

impl Empty {
    /// Makes it.
    ///
    /// # Errors
    /// The system has no executable memory.
    pub(super) fn new(target: &Target) -> Result<Self> {
        let code = target.assemble("endbr64; ret").map_err(Failure::not_possible_here)?;
        Ok(Self(published(&code, target)?))
    }

    /// Calls it.
    pub(super) fn call(&self) {
        // SAFETY: it returns at once, and uses no argument.
        unsafe { self.0.call_short([0; ARGUMENTS]) };
    }
}

/// Verifies code and makes it executable.
fn published(code: &[u8], target: &Target) -> Result<Kernel> {
    let compiled = target.finish(code, ARGUMENTS).map_err(Failure::not_possible_here)?;
    let memory = HostMemory::probe().map_err(Failure::not_possible_here)?;
    let block = memory.publish(&compiled.code).map_err(Failure::not_possible_here)?;
    Kernel::new(block, target.isa.architecture()).map_err(Failure::not_possible_here)
}

fn malformed(micro: &Micro, error: &dyn std::fmt::Display) -> Failure {
    Failure::not_possible_here(format!("the loop of {}: {error}", micro.fact.name()))
}

/// The code of the frame with such lines in it; the loop begins with a line of the cache.
fn framed(
    text: &str,
    step: usize,
    width: Width,
    target: &Target,
) -> std::result::Result<Vec<u8>, tensmith_core::isa::AssembleError> {
    let before = before(width);
    let padding = target.assemble(&before)?.len().wrapping_neg() % LINE;
    let next = if step > 0 { format!("add rsi, {step}\n") } else { String::new() };
    let padding = "nop\n".repeat(padding);
    target.assemble(&format!("{before}{padding}again:\n{text}{next}dec rdi\njne again\nvzeroupper\nret\n"))
}

/// The vector whose bits are all ones.
const MASK: usize = 13;

/// The vectors of ones: cores may know that a register was set to zero, and do less with it.
const ONE: [usize; 6] = [14, 15, 24, 25, 26, 27];

/// What comes before the loop.
fn before(width: Width) -> String {
    let mut text = "endbr64\nmov r11d, 1\n".to_owned();
    let (count, zero) = match width {
        Width::Ymm => (16, "vxorps"),
        Width::Zmm => (32, "vpxord"),
    };
    let name = width.name();
    (0..count).for_each(|at| text += &format!("{zero} {name}{at}, {name}{at}, {name}{at}\n"));
    let ones = |at: usize| match width {
        Width::Ymm => format!("vpcmpeqd ymm{at}, ymm{at}, ymm{at}\n"),
        Width::Zmm => format!("vpternlogd zmm{at}, zmm{at}, zmm{at}, 0xff\n"),
    };
    text += &ones(MASK);
    for at in ONE.into_iter().filter(|at| *at < count) {
        text += &ones(at);
        text += &format!("vpsrld {name}{at}, {name}{at}, 25\nvpslld {name}{at}, {name}{at}, 23\n");
    }
    if width == Width::Zmm {
        text += "mov eax, 0x7f\nkmovw k1, eax\n";
    }
    text
}

/// The bytes behind `rsi` and `rdx` that some lines reach, if they reach nothing else, and change neither of
/// these nor the number of turns.
fn reach(text: &str) -> Option<usize> {
    let statements = text.split([';', '\n']).map(str::trim).filter(|statement| !statement.is_empty());
    statements.map(reach_of_statement).try_fold(0, |most, reach| Some(most.max(reach?)))
}

/// The same of one instruction.
fn reach_of_statement(text: &str) -> Option<usize> {
    let (mnemonic, operands) = text.split_once(' ')?;
    let (written, _) = operands.split_once(',')?;
    let may_be_written = written.starts_with(['y', 'z', '[']) || ADDED.contains(&written);
    if !ALLOWED.contains(&mnemonic) || !may_be_written {
        return None;
    }
    let Some((_, behind)) = operands.split_once('[') else { return Some(0) };
    let (address, _) = behind.split_once(']')?;
    let (base, offset) = address.split_once(" + ").unwrap_or((address, "0"));
    let offset: usize = offset.parse().ok()?;
    (["rsi", "rdx"].contains(&base) && offset <= NEAR - LINE).then_some(offset + LINE)
}

/// Bytes of memory that a loop reads in a place, where caches have these sizes: much more than a level, and
/// so much less than the next one that few of its lines share a set, wherever pages are.
pub(super) fn bytes(place: Place, [l1d, l2]: [usize; 2]) -> usize {
    match place {
        Place::Near => NEAR,
        Place::Behind(Level::L1) => (4 * l1d).min(l2 / 2).max(2 * l1d),
        Place::Behind(Level::L2) => 4 * l2,
    }
}

#[cfg(test)]
mod tests {
    use super::super::micro::{CHAIN, MICROS};
    use super::*;
    use tensmith_core::isa::x86_64::X86_64;
    use tensmith_core::isa::x86_64::cores::CORES;

    /// On every core: it has all that the rows need, and the code keeps the rules of functions.
    #[test]
    fn every_row_assembles_for_the_cores_that_have_its_vectors() {
        for core in CORES {
            let target = Target { isa: &X86_64, core: *core };
            for micro in MICROS.iter().chain([&CHAIN]) {
                for &width in micro.widths.iter().filter(|width| Width::of(core).contains(width)) {
                    let text = micro.text(width);
                    assert!(reach(&text).is_some(), "{text}");
                    let code = framed(&text, micro.step(width), width, &target).expect(&text);
                    target.finish(&code, ARGUMENTS).expect(&text);
                }
            }
        }
    }

    #[test]
    fn lines_that_reach_elsewhere_are_refused() {
        assert_eq!(reach("vmovups ymm0, [rsi + 128]; mov r10, [rdx]"), Some(192));
        for wrong in [
            "mov rax, [rcx]",
            "mov rax, [rsi + 5000]",
            "mov rax, [rsi + rcx]",
            "add rsi, 8",
            "add edi, 8",
            "jmp again",
            "mul rcx",
            "mov rax, [rsi",
        ] {
            assert_eq!(reach(wrong), None, "{wrong}");
        }
    }

    /// Two turns of each are executed where the machine has what they need.
    #[test]
    fn loops_end() {
        let Ok(target) = tensmith_platform_linux::host::target() else { return };
        let memory = RefCell::new(Memory::new(0));
        for micro in MICROS {
            for &width in micro.widths.iter().filter(|width| Width::of(&target.core).contains(width)) {
                Loop::of(micro, width, &target).expect("it assembles").turn(&memory, 2);
            }
        }
        Empty::new(&target).expect("it assembles").call();
    }
}
