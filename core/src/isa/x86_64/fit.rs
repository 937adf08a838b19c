//! The instruction that operands and a mnemonic are, as they are written.
//!
//! The rows with the mnemonic are tried in the order of the table. Where several fit, an encoding is chosen:
//!
//! - For any core, that of the first row, as rows of an older extension come first: what is written as AVX
//!   has it is AVX, whatever its displacement is. Of this encoding, it is the shortest.
//! - For one core, the shortest that it executes.
//!
//! Where none fits, the row that got farthest says what is wrong.
//!
//! Tests: `tests/tests/isa_x86_64_assemble.rs`, `tests/tests/isa_x86_64_decode.rs`.

use super::feature::Features;
use super::inst::{Decoration, MachInst};
use super::kind::{File, Kind, Range};
use super::memory::Memory;
use super::name;
use super::pattern::Encoding;
use super::property::{Masking, Rounds};
use super::register::K0;
use super::row::{MAX_OPERANDS, Row, Slot};
use super::table;
use super::text::size_name;
use super::value::Value;
use crate::code::Label;
use crate::fallible::Few;
use crate::isa::RegIndex;

/// What is assembled for.
#[derive(Clone, Copy, Default)]
pub(super) enum For {
    /// Any core.
    #[default]
    Any,
    /// A core with some features.
    Core(Features),
}

/// What is written in braces before a mnemonic.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    /// The encoding that is asked for.
    pub(super) encoding: Option<Encoding>,
    /// The bytes of a displacement that could have fewer; 0 where nothing is asked for.
    pub(super) displacement: u8,
}

impl Marks {
    /// Both marks, unless they say the same thing.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        let is_twice = self.encoding.is_some() && other.encoding.is_some()
            || self.displacement != 0 && other.displacement != 0;
        let displacement = self.displacement | other.displacement;
        (!is_twice).then_some(Self { encoding: self.encoding.or(other.encoding), displacement })
    }
}

/// An operand as it is written.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    /// Where it stands.
    pub(super) at: usize,
    pub(super) written: Written,
}

#[derive(Clone, Copy)]
pub(super) enum Written {
    Register(File, u8),
    /// A virtual register.
    Virtual(File, u32),
    /// A register of the floating-point unit: the top one, by its name without a number, or another one.
    Stack(u8),
    /// An address: the size that is written before it, the file of its index, and the lanes
    /// that get its element.
    Memory {
        size: Option<&'static str>,
        index: Option<File>,
        lanes: u8,
        memory: Memory,
    },
    Number(i64),
    Label(Label),
}

/// An instruction as it is written.
pub(super) struct Statement<'t> {
    pub(super) marks: Marks,
    pub(super) mnemonic: &'t str,
    pub(super) operands: Few<Operand, MAX_OPERANDS>,
    pub(super) decoration: Decoration,
    /// Where it ends.
    pub(super) end: usize,
}

/// Why a statement is no instruction of a row, or of any: what is nearer to right is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Misfit {
    /// No row has the mnemonic.
    Name,
    /// What stands at a position, or lacks there.
    Operand(usize, Wrong),
    /// All operands together, which are right one by one.
    Whole(Whole),
}

/// What is wrong about an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wrong {
    Count,
    Kind,
    Address,
    Number,
    /// Nothing says the size of what is in memory.
    Size,
}

/// What is wrong about an instruction whose operands are right one by one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Whole {
    NoMask,
    NoRounding,
    Marks,
    Features,
    Operands,
    RoundedMemory,
    KeptLanes,
    Unmasked,
    ZerosOfAll,
}

impl Misfit {
    /// The rule that is broken.
    pub(super) const fn problem(self) -> &'static str {
        match self {
            Self::Name => "no instruction has this name",
            Self::Operand(_, Wrong::Count) => "the instruction takes another number of operands",
            Self::Operand(_, Wrong::Kind) => "the instruction does not take this operand here",
            Self::Operand(_, Wrong::Address) => "the instruction takes no such address here",
            Self::Operand(_, Wrong::Number) => "this number is out of range, or has no encoding",
            Self::Operand(_, Wrong::Size) => {
                "a size such as `dword ptr` should stand here: the instruction takes several"
            }
            Self::Whole(whole) => whole.problem(),
        }
    }
}

impl Whole {
    const fn problem(self) -> &'static str {
        match self {
            Self::NoMask => "this instruction takes no mask",
            Self::NoRounding => "this instruction takes no such rounding",
            Self::Marks => "the instruction has no encoding of this kind",
            Self::Features => "the target lacks what this instruction needs",
            Self::Operands => "this combination of operands has no encoding",
            Self::RoundedMemory => "an instruction that reads memory takes no rounding",
            Self::KeptLanes => "`{z}` is for lanes of vector registers, not for memory or masks",
            Self::Unmasked => "the instruction needs a mask, `{k1}` to `{k7}`",
            Self::ZerosOfAll => "`{z}` needs a mask, `{k1}` to `{k7}`",
        }
    }

    /// What is wrong about an instruction that has no encoding.
    fn of(inst: &MachInst) -> Self {
        let Decoration { mask, is_zeroing, rounding } = inst.decoration;
        match inst.row.masking {
            Masking::Never if mask != K0 || is_zeroing => return Self::NoMask,
            Masking::Zero | Masking::Blend if is_zeroing && mask == K0 => return Self::ZerosOfAll,
            Masking::Merge | Masking::Always if is_zeroing => return Self::KeptLanes,
            Masking::Always if mask == K0 => return Self::Unmasked,
            _ => {}
        }
        match (rounding, inst.row.rounds) {
            (Some(_), Rounds::Suppress | Rounds::Mode) if inst.memory().is_some() => Self::RoundedMemory,
            (Some(_), _) if !inst.is_decoration_possible() => Self::NoRounding,
            _ => Self::Operands,
        }
    }
}

/// Why a statement is no instruction, and the row that is nearest to it.
pub(super) struct Refused {
    pub(super) misfit: Misfit,
    pub(super) nearest: Option<&'static Row>,
}

/// Whether a row has a mnemonic.
pub(super) fn is_mnemonic(word: &str) -> bool {
    table::rows().any(|row| Naming::of(row, word).is_some())
}

impl Statement<'_> {
    /// The instruction that this is.
    pub(super) fn instruction(&self, target: For) -> Result<MachInst, Refused> {
        let (mut best, mut refused) = (None, Refused { misfit: Misfit::Name, nearest: None });
        let (unsized_at, mut size) = (self.unsized_address(), None);
        for row in table::rows() {
            let Some(naming) = Naming::of(row, self.mnemonic) else { continue };
            let fitting = self.fit(row, naming).and_then(|inst| self.permitted(inst, target));
            // Whether a number fits does not say what size an address has.
            if let (Some(at), Ok(_) | Err(Misfit::Operand(_, Wrong::Number))) = (unsized_at, fitting) {
                if *size.get_or_insert(accessed(row)) != accessed(row) {
                    return Err(Refused { misfit: Misfit::Operand(at, Wrong::Size), nearest: Some(row) });
                }
            }
            match fitting {
                Ok(inst) => best = Some(better(best, inst, target)),
                Err(misfit) if misfit > refused.misfit => refused = Refused { misfit, nearest: Some(row) },
                Err(_) => {}
            }
        }
        best.ok_or(refused)
    }

    /// The instruction of a row, if the operands are its.
    fn fit(&self, row: &'static Row, naming: Naming) -> Result<MachInst, Misfit> {
        let mut given = self.operands.iter();
        let mut values = [Value::Absent; MAX_OPERANDS];
        for (value, slot) in values.iter_mut().zip(row.slots) {
            if let (Kind::Named(_), Naming::Code(code)) = (slot.kind, naming) {
                *value = Value::Number(code.into());
                continue;
            }
            let operand = given.next().ok_or(Misfit::Operand(self.end, Wrong::Count))?;
            let fitting = operand.value(row, slot);
            *value = fitting
                .filter(|value| slot.kind.accepts(*value, row.is_extended()))
                .ok_or(Misfit::Operand(operand.at, operand.wrong(slot)))?;
        }
        if let Some(operand) = given.next() {
            return Err(Misfit::Operand(operand.at, Wrong::Count));
        }
        let values = values.get(..row.slots.len()).unwrap_or(&[]);
        let whole = |_| {
            Misfit::Whole(Whole::of(&MachInst { decoration: self.decoration, ..MachInst::of(row, values) }))
        };
        MachInst::new(row, values, self.decoration).map_err(whole)
    }

    /// An instruction that fits, if the target has it and its encoding is the one that is asked for.
    fn permitted(&self, inst: MachInst, target: For) -> Result<MachInst, Misfit> {
        let layout = &inst.row.layout;
        let is_asked = self.marks.encoding.is_none_or(|encoding| encoding == layout.encoding)
            && self.marks.displacement == layout.displacement;
        let is_there = match target {
            For::Any => true,
            For::Core(features) => features.contains_all(inst.row.features),
        };
        match (is_asked, is_there) {
            (false, _) => Err(Misfit::Whole(Whole::Marks)),
            (_, false) => Err(Misfit::Whole(Whole::Features)),
            _ => Ok(inst),
        }
    }

    /// Where an address stands without the size of what is there.
    fn unsized_address(&self) -> Option<usize> {
        let mut operands = self.operands.iter();
        let is_unsized =
            |operand: &&Operand| matches!(operand.written, Written::Memory { size: None, lanes: 0, .. });
        operands.find(is_unsized).map(|operand| operand.at)
    }
}

/// The better one of two instructions that fit, of which the second is of a later row. A label may be near.
fn better(first: Option<MachInst>, second: MachInst, target: For) -> MachInst {
    let size = |inst: &MachInst| inst.encode().map_or(0, |code| code.as_ref().len());
    let is_better = |first: &MachInst| match target {
        For::Any if first.row.layout.encoding != second.row.layout.encoding => true,
        _ => size(first) <= size(&second),
    };
    first.filter(is_better).unwrap_or(second)
}

/// The bytes in memory that a row's instructions are about: of what is read for all
/// lanes, lanes say the size.
fn accessed(row: &Row) -> u8 {
    row.slots.iter().map(|slot| slot.kind.bytes(false)).find(|bytes| *bytes > 0).unwrap_or(0)
}

/// A row whose mnemonic this is, with the code that a part of it names.
#[derive(Clone, Copy)]
enum Naming {
    /// The row names nothing.
    Nothing,
    /// A code.
    Code(u8),
    /// A code that is written as a number behind the operands.
    Behind,
}

impl Naming {
    fn of(row: &Row, mnemonic: &str) -> Option<Self> {
        let Some((before, behind)) = row.around_condition else {
            return name::means(mnemonic, row.mnemonic).then_some(Self::Nothing);
        };
        let middle = between(mnemonic, before, behind)?;
        if middle.is_empty() && row.layout.number > 0 {
            return Some(Self::Behind);
        }
        let names = row.slots.iter().find_map(|slot| slot.kind.names())?;
        name::code(names, middle).map(Self::Code)
    }
}

/// What stands in a text between two others, in any case.
fn between<'t>(text: &'t str, before: &str, behind: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(before.len())?;
    let (middle, end) = rest.split_at_checked(rest.len().checked_sub(behind.len())?)?;
    (start.eq_ignore_ascii_case(before) && end.eq_ignore_ascii_case(behind)).then_some(middle)
}

impl Operand {
    /// What is wrong about this operand, if it is not one of a row.
    const fn wrong(&self, slot: &Slot) -> Wrong {
        match (self.written, slot.kind) {
            (Written::Number(_), Kind::Number(_)) => Wrong::Number,
            (Written::Memory { .. }, Kind::Memory(_) | Kind::Either(..) | Kind::Vector(..)) => Wrong::Address,
            _ => Wrong::Kind,
        }
    }

    /// The value of an operand of a row, if this can be one.
    fn value(&self, row: &Row, slot: &Slot) -> Option<Value> {
        match self.written {
            Written::Register(File::Mask, number) => Some(Value::Mask(number)),
            Written::Stack(number) => Some(Value::Stack(number)),
            Written::Register(file, number) => {
                let is_right = slot.kind.file() == Some(file);
                Some(Value::Register(RegIndex::physical(file.class().filter(|_| is_right)?, number)))
            }
            Written::Virtual(file, number) => {
                let is_right = slot.kind.file() == Some(file);
                Some(Value::Register(RegIndex::of_virtual(file.class().filter(|_| is_right)?, number)))
            }
            Written::Memory { size, index, lanes, memory } => {
                let bytes = slot.kind.bytes(memory.broadcast);
                let is_size = size.is_none_or(|size| size == size_name(bytes));
                let is_index = match (slot.kind, index) {
                    (Kind::Vector(file, _), index) => index == Some(file),
                    (_, index) => index.is_none_or(|file| file == File::Long),
                };
                let is_lanes = match slot.kind {
                    _ if lanes == 0 => true,
                    Kind::Either(_, bytes, Some(element)) => bytes.checked_div(element) == Some(lanes),
                    _ => false,
                };
                (is_size && is_index && is_lanes).then_some(Value::Memory(memory))
            }
            Written::Number(number) => Some(Value::Number(wrapped(row, slot, number))),
            Written::Label(label) => Some(Value::Label(label)),
        }
    }
}

/// A number as an operand has it: one with a sign may be written without, and one without a sign with one.
fn wrapped(row: &Row, slot: &Slot, number: i64) -> i64 {
    let modulus = match row.slots.first().and_then(|slot| slot.kind.file()) {
        Some(File::Byte | File::High) => 1i64 << 8,
        Some(File::Half) => 1 << 16,
        Some(File::Word) => 1 << 32,
        _ => return number,
    };
    let half = modulus >> 1;
    match slot.kind {
        Kind::Number(Range { least: 0, greatest }) if (-half..0).contains(&number) => number & greatest,
        Kind::Number(range) if range.least < 0 && (half..modulus).contains(&number) => {
            number.wrapping_sub(modulus)
        }
        _ => number,
    }
}
