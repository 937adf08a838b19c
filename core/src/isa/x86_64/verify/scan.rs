//! The rules that an instruction breaks alone; what remains of the code are [steps](super::step).

use super::convention::Convention;
use super::registers::{Register, RegisterSet};
use super::state::Access;
use super::step::{Step, Steps};
use super::summary::{self, Operation, Summary};
use crate::fallible::{Few, OutOfMemory, TryVec};
use crate::isa::x86_64::decode::{Found, Shape, key};
use crate::isa::x86_64::feature::{Feature, Features};
use crate::isa::x86_64::memory::{Base, Memory};
use crate::isa::x86_64::row::Slot;
use crate::isa::{Class, Contract, Rule, VerifyError};

/// The bytes of `movabs r11, imm64`.
const MOVE_OF_ADDRESS: usize = 10;

/// The number of the stack pointer.
const STACK_POINTER: u8 = 4;

/// What is known of code whose instructions break no rule alone.
pub(super) struct Scanned {
    /// The features that they need.
    pub(super) features: Features,
    /// Where the last one starts.
    pub(super) last: usize,
}

/// Checks each instruction of `code` from its start on, and collects its `steps`.
pub(super) fn scan(
    code: &[u8],
    convention: &Convention,
    contract: &Contract<'_>,
    steps: &mut Steps,
) -> Result<Scanned, VerifyError> {
    if code.is_empty() {
        return Err(VerifyError::NoReturn);
    }
    let declared = Features::from_erased(contract.features);
    let starts = Starts::with_room(code.len())?;
    let mut scan =
        Scan { preserved: convention.preserved, steps, contract, code, starts, kinds: [Kind::NONE; KINDS] };
    let (mut features, mut last, mut at, mut rest) = (Features::of(&[Feature::Base]), 0, 0usize, code);
    while !rest.is_empty() {
        scan.starts.mark(at);
        last = at;
        let size = match scan.known(rest, at)? {
            Some(size) => size,
            None => scan.unknown(rest, at, declared, &mut features)?,
        };
        at = at.saturating_add(size);
        rest = rest.get(size..).unwrap_or(&[]);
    }
    scan.starts.check(scan.steps)?;
    Ok(Scanned { features, last })
}

/// What begins with no instruction: up to four bytes, the first one on the left.
#[cold]
fn unknown(bytes: &[u8]) -> Rule {
    let mut shown = [0; 4];
    shown.iter_mut().zip(bytes).for_each(|(shown, byte)| *shown = *byte);
    Rule::Unknown(u32::from_be_bytes(shown))
}

/// The first of some features that is not declared.
#[cold]
fn undeclared(needed: Features, declared: Features) -> Rule {
    let mut missing = needed.iter().filter(|feature| !declared.contains(*feature));
    Rule::Feature(missing.next().unwrap_or(Feature::Base).into())
}

/// A scan on its way.
struct Scan<'a> {
    /// The registers that are followed.
    preserved: RegisterSet,
    steps: &'a mut Steps,
    contract: &'a Contract<'a>,
    code: &'a [u8],
    /// Where instructions start.
    starts: Starts,
    /// Accepted instructions of different shapes, each in the place that its [`key`] says.
    kinds: [Kind; KINDS],
}

/// Instructions that compute on vectors, and have no bearing on paths but for upper halves.
#[derive(Clone, Copy)]
struct Kind {
    shape: Shape,
    writes_upper: bool,
}

impl Kind {
    const NONE: Self = Self { shape: Shape::NONE, writes_upper: false };
}

/// The number of kinds that are remembered.
const KINDS: usize = 64;

impl Scan<'_> {
    /// The size of the instruction at `at` that `bytes` begin with, if it is of a kind that was accepted.
    #[inline(always)]
    fn known(&mut self, bytes: &[u8], at: usize) -> Result<Option<usize>, OutOfMemory> {
        let Some(bytes) = bytes.first_chunk() else { return Ok(None) };
        let kind = key(bytes).and_then(|key| self.kinds.get(key % KINDS));
        match kind.filter(|kind| kind.shape.is_of(bytes)) {
            Some(kind) => {
                let size = kind.shape.size();
                if kind.writes_upper {
                    self.steps.write(at, RegisterSet::NONE, true)?;
                }
                Ok(Some(size))
            }
            None => Ok(None),
        }
    }

    /// The size of the instruction at `at` that `bytes` begin with, if it is accepted.
    #[inline(never)]
    fn unknown(
        &mut self,
        bytes: &[u8],
        at: usize,
        declared: Features,
        features: &mut Features,
    ) -> Result<usize, VerifyError> {
        let broken = |rule: Rule| rule.at(at);
        let found = Found::of(bytes).ok_or_else(|| broken(unknown(bytes)))?;
        let summary = summary::of_row(found.row_number()).ok_or_else(|| broken(unknown(bytes)))?;
        *features = features.with(summary.features);
        if !declared.contains_all(summary.features) {
            return Err(broken(undeclared(summary.features, declared)));
        }
        if at == 0 && summary.operation != Operation::Land {
            return Err(broken(Rule::Landing));
        }
        if self.computes(&found, summary) {
            let writes_upper = writes_upper(&found, summary);
            self.remember(&found, bytes, writes_upper);
            if writes_upper {
                self.steps.write(at, RegisterSet::NONE, true)?;
            }
        } else {
            self.instruction(&found, summary, at)?;
        }
        Ok(found.size())
    }

    /// Whether an instruction has no bearing on paths but for upper halves: arithmetic on vectors, with
    /// memory at an address in a register.
    #[inline(always)]
    fn computes(&self, found: &Found<'_>, summary: &Summary) -> bool {
        matches!(summary.operation, Operation::Compute | Operation::Copy)
            && summary.general == 0
            && (summary.written == 0 || !self.preserved.has_vectors())
            && found.memory().is_none_or(is_elsewhere)
    }

    /// Accepts instructions like one that `bytes` begin with.
    fn remember(&mut self, found: &Found<'_>, bytes: &[u8], writes_upper: bool) {
        let Some(bytes) = bytes.first_chunk() else { return };
        let (shape, key) = (found.shape(bytes), key(bytes));
        if let (Some(shape), Some(place)) = (shape, key.and_then(|key| self.kinds.get_mut(key % KINDS))) {
            *place = Kind { shape, writes_upper };
        }
    }

    /// Appends the steps of the instruction at `at`.
    fn instruction(&mut self, found: &Found<'_>, summary: &Summary, at: usize) -> Result<(), VerifyError> {
        let broken = |rule: Rule| rule.at(at);
        let Named { registers, copied, uses_stack_pointer } = self.named(found, summary);
        let step = match summary.operation {
            Operation::Forbidden => return Err(broken(Rule::Forbidden(found.row().name))),
            Operation::Return => Some(Step::Return),
            Operation::Jump => Some(Step::Jump(self.target(found, at).map_err(broken)?)),
            Operation::Branch => Some(Step::Branch(self.target(found, at).map_err(broken)?)),
            Operation::Call => {
                if !self.is_allowed_call(at) {
                    return Err(broken(Rule::Callee));
                }
                // A jump there would find another address.
                self.starts.unmark(at);
                Some(Step::Call)
            }
            Operation::ClearUpper => Some(Step::ClearUpper),
            Operation::Push if !uses_stack_pointer => Some(Step::push(copied)),
            Operation::Pop if !uses_stack_pointer => Some(Step::pop(copied)),
            Operation::Add if uses_stack_pointer && found.memory().is_none() => {
                Some(Step::Adjust(found.number()))
            }
            Operation::Subtract if uses_stack_pointer && found.memory().is_none() => {
                Some(Step::Adjust(found.number().saturating_neg()))
            }
            Operation::Address if uses_stack_pointer => Some(Step::Adjust(moved(found).map_err(broken)?)),
            _ if uses_stack_pointer => return Err(broken(Rule::StackPointer)),
            _ => self.access(found, summary, copied).map_err(broken)?.map(Step::Access),
        };
        // What is loaded whole may be what was saved, which the step says; all else is new.
        let restores = matches!(step, Some(Step::Access(Access { register: Some(_), stores: false, .. })));
        if let Some(step) = step {
            self.steps.push(at, step)?;
        }
        let registers = if restores { RegisterSet::NONE } else { registers };
        let upper = writes_upper(found, summary);
        if !registers.is_empty() || upper {
            self.steps.write(at, registers, upper)?;
        }
        Ok(())
    }

    /// The registers that an instruction names.
    fn named(&self, found: &Found<'_>, summary: &Summary) -> Named {
        let mut named = Named { registers: RegisterSet::NONE, copied: None, uses_stack_pointer: false };
        let copies = matches!(summary.operation, Operation::Copy | Operation::Push | Operation::Pop);
        let bits = core::iter::successors(Some(1u8), |bit| Some(bit << 1));
        for (slot, bit) in found.row().slots.iter().zip(bits) {
            let is_general = summary.general & bit != 0;
            let Some((class, number)) = file(slot).zip(found.register(slot)) else { continue };
            named.uses_stack_pointer |= is_general && number == STACK_POINTER;
            let register = Register::new(class, number).filter(|register| self.preserved.contains(*register));
            let Some(register) = register else { continue };
            if summary.written & bit != 0 {
                named.registers = named.registers.with(register);
            }
            if copies && slot.letter != b'm' && !found.is_masked() {
                named.copied = Some(register);
            }
        }
        named
    }

    /// The access that an instruction makes through the stack pointer, if it does.
    fn access(
        &self,
        found: &Found<'_>,
        summary: &Summary,
        register: Option<Register>,
    ) -> Result<Option<Access>, Rule> {
        let (Some(memory), Some(kind)) = (found.memory(), summary.memory) else { return Ok(None) };
        if is_elsewhere(memory) {
            return Ok(None);
        }
        let bytes = kind.bytes(memory.broadcast);
        if !is_on_stack(memory) {
            return Err(Rule::Address);
        }
        if memory.index.is_some() || bytes == 0 {
            return Err(Rule::StackPointer);
        }
        let (offset, loads, stores) = (memory.displacement, summary.loads, summary.stores);
        Ok(Some(Access { before: 0, offset, after: 0, register, bytes, loads, stores }))
    }

    /// Whether `call r11` is at `at`, right behind `movabs r11` of the address of a
    /// function that may be called.
    fn is_allowed_call(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(MOVE_OF_ADDRESS) else { return false };
        let bytes = self.code.get(before..).unwrap_or(&[]);
        let address = bytes.strip_prefix(&[0x49, 0xbb]).and_then(<[u8]>::split_first_chunk);
        let Some((address, call)) = address else { return false };
        let is_here = self.starts.has(before) && call.starts_with(&[0x41, 0xff, 0xd3]);
        is_here && self.contract.allows(u64::from_le_bytes(*address))
    }

    /// Where a branch at `at` goes, which must be inside of the code.
    fn target(&self, found: &Found<'_>, at: usize) -> Result<usize, Rule> {
        let end = i64::try_from(at.saturating_add(found.size())).unwrap_or(i64::MAX);
        let target = end.saturating_add(found.number());
        usize::try_from(target).ok().filter(|target| *target < self.code.len()).ok_or(Rule::Outside(target))
    }
}

/// Whether an instruction writes the upper half of a vector register.
#[inline(always)]
fn writes_upper(found: &Found<'_>, summary: &Summary) -> bool {
    if found.memory().is_some() { summary.writes_upper_beside_memory } else { summary.writes_upper }
}

/// The registers that an instruction names besides those of an address.
struct Named {
    /// The registers to preserve that it writes.
    registers: RegisterSet,
    /// The one to preserve that it copies to memory or back.
    copied: Option<Register>,
    /// Whether the stack pointer is among them.
    uses_stack_pointer: bool,
}

/// The class of the registers that an operand can be.
fn file(slot: &Slot) -> Option<Class> {
    slot.kind.file()?.class()
}

/// Whether an address is counted from registers other than the stack pointer, and in no segment of its
/// own: operands are there.
#[inline(always)]
fn is_elsewhere(memory: &Memory) -> bool {
    match memory.base {
        _ if memory.segment.is_some() => false,
        Base::Register(base) => base.place() != STACK_POINTER,
        Base::None => memory.index.is_some(),
        Base::Rip | Base::Label(_) => false,
    }
}

/// Whether an address is counted from the stack pointer.
fn is_on_stack(memory: &Memory) -> bool {
    matches!(memory.base, Base::Register(base) if base.place() == STACK_POINTER) && memory.segment.is_none()
}

/// The distance that a computation of an address moves the stack pointer up, if that is what it computes.
fn moved(found: &Found<'_>) -> Result<i64, Rule> {
    match found.memory() {
        Some(memory) if is_on_stack(memory) && memory.index.is_none() => Ok(memory.displacement.into()),
        _ => Err(Rule::StackPointer),
    }
}

/// Code of less bytes takes no memory for [`Starts`].
const USUAL: usize = 4096;

/// The places where instructions start, a bit for each byte.
struct Starts(Few<u64, { USUAL / 64 }>);

impl Starts {
    /// None, of code of some bytes.
    fn with_room(len: usize) -> Result<Self, OutOfMemory> {
        let mut starts = Few::new();
        starts.try_lengthen((len >> 6).saturating_add(1), 0)?;
        Ok(Self(starts))
    }

    /// An instruction starts at `at`.
    #[inline(always)]
    fn mark(&mut self, at: usize) {
        if let Some(bits) = self.0.get_mut(at >> 6) {
            *bits |= 1 << (at & 63);
        }
    }

    /// No branch may go to `at`.
    fn unmark(&mut self, at: usize) {
        if let Some(bits) = self.0.get_mut(at >> 6) {
            *bits &= !(1 << (at & 63));
        }
    }

    /// Whether one does.
    fn has(&self, at: usize) -> bool {
        self.0.get(at >> 6).is_some_and(|bits| bits >> (at & 63) & 1 != 0)
    }

    /// Checks that every branch goes to one of them.
    fn check(&self, steps: &Steps) -> Result<(), VerifyError> {
        for (at, step) in steps.all() {
            if let Step::Jump(target) | Step::Branch(target) = step {
                if !self.has(*target) {
                    return Err(Rule::Amid(i64::try_from(*target).unwrap_or(i64::MAX)).at(*at));
                }
            }
        }
        Ok(())
    }
}
