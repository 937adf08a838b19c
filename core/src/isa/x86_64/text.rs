//! Instructions as text, in Intel's syntax as LLVM writes it.
//!
//! `vaddps zmm1 {k2} {z}, zmm3, dword ptr [rax + 4*rcx + 64]{1to16}`. Virtual registers print as their file's
//! name, a percent sign and their number: `vmulps ymm%7, ymm%1, ymm%2`. Where an extension before AVX-512 has
//! the same text, `{evex}` stands before it, as assembly would choose the older encoding. `{disp8}` and
//! `{disp32}` stand before instructions whose displacement is longer than it has to be.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`.

use super::inst::{Decoration, MachInst};
use super::kind::{File, Kind};
use super::memory::{Base, Memory, Scale};
use super::name;
use super::property::Masking;
use super::register::K0;
use super::row::Slot;
use super::value::Value;
use crate::isa::{Reg, RegIndex, Virtual};
use core::fmt::{self, Formatter};

/// The names of general-purpose registers: of bytes, halves, words and all.
pub(super) const GENERAL: [[&str; 4]; 16] = [
    ["al", "ax", "eax", "rax"],
    ["cl", "cx", "ecx", "rcx"],
    ["dl", "dx", "edx", "rdx"],
    ["bl", "bx", "ebx", "rbx"],
    ["spl", "sp", "esp", "rsp"],
    ["bpl", "bp", "ebp", "rbp"],
    ["sil", "si", "esi", "rsi"],
    ["dil", "di", "edi", "rdi"],
    ["r8b", "r8w", "r8d", "r8"],
    ["r9b", "r9w", "r9d", "r9"],
    ["r10b", "r10w", "r10d", "r10"],
    ["r11b", "r11w", "r11d", "r11"],
    ["r12b", "r12w", "r12d", "r12"],
    ["r13b", "r13w", "r13d", "r13"],
    ["r14b", "r14w", "r14d", "r14"],
    ["r15b", "r15w", "r15d", "r15"],
];

/// The names of the second bytes of the first four.
pub(super) const SECOND_BYTES: [&str; 4] = ["ah", "ch", "dh", "bh"];

impl File {
    /// The column of [`GENERAL`], or the name of its vectors and masks.
    pub(super) const fn naming(self) -> Result<usize, &'static str> {
        match self {
            Self::Byte | Self::High => Ok(0),
            Self::Half => Ok(1),
            Self::Word => Ok(2),
            Self::Long => Ok(3),
            Self::Xmm => Err("xmm"),
            Self::Ymm => Err("ymm"),
            Self::Zmm => Err("zmm"),
            Self::Mask => Err("k"),
            Self::Stack => Err("st"),
        }
    }
}

/// The word for a size in memory.
pub(super) const fn size_name(bytes: u8) -> &'static str {
    match bytes {
        1 => "byte ptr ",
        2 => "word ptr ",
        4 => "dword ptr ",
        8 => "qword ptr ",
        10 => "tbyte ptr ",
        16 => "xmmword ptr ",
        32 => "ymmword ptr ",
        64 => "zmmword ptr ",
        _ => "",
    }
}

impl fmt::Display for MachInst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.has_older_twin() {
            f.write_str("{evex} ")?;
        }
        if self.row.layout.displacement != 0 {
            write!(f, "{{disp{}}} ", u32::from(self.row.layout.displacement) << 3)?;
        }
        self.write_mnemonic(f)?;
        let mut is_first = true;
        let mut rounding = self.decoration.rounding;
        for (slot, value) in self.operands().filter(|(slot, _)| !matches!(slot.kind, Kind::Named(_))) {
            // Rounding stands before numbers.
            if let (Value::Number(_), Some(mode)) = (value, rounding.take_if(|_| is_number(value))) {
                write!(f, ", {{{}}}", mode.name())?;
            }
            f.write_str(if is_first { " " } else { ", " })?;
            write_value(f, slot, value)?;
            if is_first {
                self.write_mask(f)?;
            }
            is_first = false;
        }
        // A gather's mask stands behind its result, as others do.
        match rounding {
            Some(mode) => write!(f, ", {{{}}}", mode.name()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for MachInst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Number(_))
}

impl MachInst {
    /// Whether a row before this one's has the same text and encodes all operands.
    pub(super) fn has_older_twin(&self) -> bool {
        let is_low = |register: &RegIndex| register.is_virtual() || register.place() < 16;
        let registers = || self.values.iter().flat_map(Value::registers).flatten();
        self.row.has_twin
            && self.decoration == Decoration::NONE
            && registers().all(|register| is_low(&register))
            && self.memory().is_none_or(|(_, memory)| !memory.broadcast)
    }

    fn write_mnemonic(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let named = self.operands().find_map(|(slot, value)| match (slot.kind, value) {
            (Kind::Named(names), Value::Number(code)) => name::name(names, *code),
            _ => None,
        });
        match (named, self.row.around_condition) {
            (Some(name), Some((before, behind))) => write!(f, "{before}{name}{behind}"),
            _ => f.write_str(self.row.mnemonic),
        }
    }

    fn write_mask(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Decoration { mask, is_zeroing, .. } = self.decoration;
        if self.row.masking != Masking::Never && mask != K0 {
            write!(f, " {{k{}}}", mask.number())?;
        }
        f.write_str(if is_zeroing { " {z}" } else { "" })
    }
}

fn write_value(f: &mut Formatter<'_>, slot: &Slot, value: &Value) -> fmt::Result {
    match value {
        Value::Absent => Ok(()),
        Value::Register(register) => write_register(f, slot.kind.file().unwrap_or(File::Long), *register),
        Value::Mask(number) => write!(f, "k{number}"),
        Value::Stack(_) if matches!(slot.kind, Kind::Fixed(_)) => f.write_str("st"),
        Value::Stack(number) => write!(f, "st({number})"),
        Value::Memory(memory) => write_memory(f, slot.kind, memory),
        Value::Number(distance) if matches!(slot.kind, Kind::Target(_)) => write!(f, ".{distance:+}"),
        Value::Number(number) => write!(f, "{number}"),
        Value::Label(label) => write!(f, ".L{}", label.index()),
    }
}

fn write_register(f: &mut Formatter<'_>, file: File, register: RegIndex) -> fmt::Result {
    match (register.register(), file.naming()) {
        (Reg::Physical(_, number), _) if file == File::High => {
            f.write_str(SECOND_BYTES.get(usize::from(number)).unwrap_or(&"?"))
        }
        (Reg::Physical(_, number), Ok(size)) => {
            let names = GENERAL.get(usize::from(number)).and_then(|names| names.get(size));
            f.write_str(names.unwrap_or(&"?"))
        }
        (Reg::Physical(_, number), Err(name)) => write!(f, "{name}{number}"),
        (Reg::Virtual(_, Virtual(number)), Err(name)) => write!(f, "{name}%{number}"),
        (Reg::Virtual(_, Virtual(number)), Ok(size)) => {
            write!(f, "{}%{number}", ["b", "w", "d", "r"].get(size).unwrap_or(&"?"))
        }
    }
}

fn write_memory(f: &mut Formatter<'_>, kind: Kind, memory: &Memory) -> fmt::Result {
    f.write_str(size_name(kind.bytes(memory.broadcast)))?;
    if let Some(segment) = memory.segment {
        write!(f, "{}:", segment.name())?;
    }
    f.write_str("[")?;
    let mut is_first = true;
    match memory.base {
        Base::None => {}
        Base::Rip => f.write_str("rip")?,
        Base::Label(label) => write!(f, "rip + .L{}", label.index())?,
        Base::Register(base) => write_register(f, File::Long, base)?,
    }
    is_first &= memory.base == Base::None;
    if let Some(index) = memory.index {
        f.write_str(if is_first { "" } else { " + " })?;
        // A vector without a factor is written with one where it would look like a base.
        if index.scale != Scale::By1 || is_first {
            write!(f, "{}*", index.scale.factor())?;
        }
        let file = if let Kind::Vector(file, _) = kind { file } else { File::Long };
        write_register(f, file, index.register)?;
        is_first = false;
    }
    match memory.displacement {
        displacement if is_first => write!(f, "{displacement}")?,
        0 => {}
        displacement => {
            let sign = if displacement < 0 { '-' } else { '+' };
            write!(f, " {sign} {}", displacement.unsigned_abs())?;
        }
    }
    f.write_str("]")?;
    match (memory.broadcast, kind) {
        (true, Kind::Either(_, bytes, Some(element))) => {
            write!(f, "{{1to{}}}", bytes.checked_div(element).unwrap_or(0))
        }
        _ => Ok(()),
    }
}
