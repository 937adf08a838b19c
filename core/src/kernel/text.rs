//! A [`Func`] as text, and back.
//!
//! One instruction a line, destination first, loops indented:
//!
//! ```text
//! func "tensmith.gemm/1" (i0, i1) {
//!     const i2, 16
//!     loop i2 {
//!         load.f32x4 v0, [i0 + 16]
//!         load.f32x4 v1, [i1 + i3]
//!         fma.f32 v2, v0, v1[3]
//!         fma.f32x1x2 v2+1.., v0.., v1[2..]
//!         fma.f32x3x2 v4+3.., v10+1..[i0 + 0..28], v1[0..]
//!         add i0, i0, 64
//!     }
//! }
//! ```

use super::func::{
    Address, Column, Declared, Func, Inst, Int, Lanes, MAX_REGISTERS, Offset, Operands, OuterProduct, Row,
    Shift, Shuffle, Stretch, USUAL_ARGUMENTS, UnaryVectorOp, Vector, VectorOp,
};
use crate::DType;
use crate::fallible::{Few, OutOfMemory, TryVec, try_string};
use crate::isa::Role;
use crate::text::{before, lines};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Offset::Const(0) => write!(f, "[{}]", self.base),
            Offset::Const(bytes) => write!(f, "[{} + {bytes}]", self.base),
            Offset::Register(offset) => write!(f, "[{} + {offset}]", self.base),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lanes(vector, first) => write!(f, "{vector}[{first}..]"),
            Self::Vectors(first, lane) => write!(f, "{first}..[{lane}]"),
        }
    }
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, step, base, start, last, .. } = self;
        write!(f, "{first}+{step}..[{base} + {start}..{last}]")
    }
}

impl fmt::Display for OuterProduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sum, step, row, width, dtype, .. } = self;
        write!(f, "fma.{dtype}x{}x{width} {sum}+{step}.., ", self.height())?;
        match self.column {
            Column::Registers(first, _) => write!(f, "{first}.., {row}"),
            Column::Memory(stretch) => write!(f, "{stretch}, {row}"),
        }
    }
}

impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.dtype, self.count)
    }
}

/// The name of `value` in a table of names.
fn name_in<T: PartialEq + Copy>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|(entry, _)| *entry == value).map_or("?", |(_, name)| name)
}

impl fmt::Display for Inst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Const(d, value) => write!(f, "const {d}, {value}"),
            Self::Copy(d, a) => write!(f, "copy {d}, {a}"),
            Self::Add(d, a, b) => write!(f, "add {d}, {a}, {b}"),
            Self::AddConst(d, a, value) => write!(f, "add {d}, {a}, {value}"),
            Self::Sub(d, a, b) => write!(f, "sub {d}, {a}, {b}"),
            Self::Mul(d, a, b) => write!(f, "mul {d}, {a}, {b}"),
            Self::ShiftLeft(d, a, amount) => write!(f, "shl {d}, {a}, {amount}"),
            Self::LoadInt(d, address) => write!(f, "load {d}, {address}"),
            Self::Load(d, address, lanes) => write!(f, "load.{lanes} {d}, {address}"),
            Self::LoadAll(d, address, dtype) => write!(f, "loadall.{dtype} {d}, {address}"),
            Self::LoadLane(d, address, lane, dtype) => write!(f, "load.{dtype} {d}[{lane}], {address}"),
            Self::Store(a, address, lanes) => write!(f, "store.{lanes} {a}, {address}"),
            Self::StoreLane(a, address, lane, dtype) => write!(f, "store.{dtype} {a}[{lane}], {address}"),
            Self::Zero(d) => write!(f, "zero {d}"),
            Self::CopyVector(d, a) => write!(f, "copy {d}, {a}"),
            Self::Convert(d, a, to) => write!(f, "convert.{to} {d}, {a}"),
            Self::Broadcast(d, a, dtype) => write!(f, "broadcast.{dtype} {d}, {a}"),
            Self::BroadcastLane(d, a, lane, dtype) => write!(f, "broadcast.{dtype} {d}, {a}[{lane}]"),
            Self::InsertLane(d, a, lane, dtype) => write!(f, "insert.{dtype} {d}[{lane}], {a}"),
            Self::Number(d, bits, dtype) => write!(f, "number.{dtype} {d}, {bits:#x}"),
            Self::MultiplyAdd(d, a, b, dtype) => write!(f, "fma.{dtype} {d}, {a}, {b}"),
            Self::MultiplyAddLane(d, a, b, lane, dtype) => write!(f, "fma.{dtype} {d}, {a}, {b}[{lane}]"),
            Self::OuterProduct(product) => product.fmt(f),
            Self::MultiplyLane(d, a, b, lane, dtype) => write!(f, "mul.{dtype} {d}, {a}, {b}[{lane}]"),
            Self::MultiplySubtract(d, a, b, dtype) => write!(f, "fms.{dtype} {d}, {a}, {b}"),
            Self::Select(d, a, b) => write!(f, "select {d}, {a}, {b}"),
            Self::Shift(how, d, a, by, dtype) => {
                write!(f, "{}.{dtype} {d}, {a}, {by}", name_in(&Shift::ALL, *how))
            }
            Self::Unary(op, d, a, dtype) => {
                write!(f, "{}.{dtype} {d}, {a}", name_in(&UnaryVectorOp::ALL, *op))
            }
            Self::Binary(op, d, a, b, dtype) => {
                write!(f, "{}.{dtype} {d}, {a}, {b}", name_in(&VectorOp::ALL, *op))
            }
            Self::Shuffle(how, d, a, b, bytes) => {
                write!(f, "{}.{bytes} {d}, {a}, {b}", name_in(&Shuffle::ALL, *how))
            }
            Self::Loop(counter) => write!(f, "loop {counter} {{"),
            Self::End => f.write_str("}"),
        }
    }
}

impl fmt::Display for Func {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "func \"{}\" (", self.name)?;
        for (nth, argument) in self.arguments.iter().enumerate() {
            write!(f, "{}{argument}", if nth == 0 { "" } else { ", " })?;
        }
        f.write_str(") {\n")?;
        let mut depth = 1usize;
        for inst in &self.body {
            if *inst == Inst::End {
                depth = depth.saturating_sub(1);
            }
            (0..depth).try_for_each(|_| f.write_str("    "))?;
            writeln!(f, "{inst}")?;
            if matches!(inst, Inst::Loop(_)) {
                depth = depth.saturating_add(1);
            }
        }
        f.write_str("}\n")
    }
}

/// Why a text is no function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A line is malformed.
    #[error("line {line}: {problem}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Parses the text of one function. The result is not verified: [`liveness`](crate::codegen::liveness) does that, and
/// lowering, of its numbers.
///
/// # Errors
/// [`TextError`], with the line.
pub fn parse(text: &str) -> Result<Func, TextError> {
    let mut numbered = lines(text)
        .enumerate()
        .map(|(at, line)| (at.saturating_add(1), before(line, "//").trim()))
        .filter(|(_, line)| !line.is_empty());
    let (line, header) = numbered.next().ok_or(syntax(1, "a function should stand here"))?;
    let (name, arguments) =
        parse_header(header)?.ok_or(syntax(line, "the form is: func \"name\" (i0, …) {"))?;
    let mut func = Func { name: name.into(), arguments, body: Vec::new(), ints: 0, vectors: 0 };
    let mut depth = 1usize;
    for (line, inst) in numbered {
        if depth == 0 {
            return Err(syntax(line, "the function should end here"));
        }
        if inst == "}" {
            depth = depth.saturating_sub(1);
            if depth > 0 {
                func.body.try_push(Inst::End)?;
            }
            continue;
        }
        let inst = parse_inst(inst).ok_or(syntax(line, "this is no instruction"))?;
        depth = depth.saturating_add(usize::from(matches!(inst, Inst::Loop(_))));
        func.body.try_push(inst)?;
    }
    if depth > 0 {
        return Err(syntax(lines(text).count(), "a closing brace is missing"));
    }
    func.declare_registers();
    Ok(func)
}

const fn syntax(line: usize, problem: &'static str) -> TextError {
    TextError::Syntax { line, problem }
}

impl Func {
    /// Makes the register counts cover every register that is named.
    fn declare_registers(&mut self) {
        let mut named = Declared::default();
        self.arguments.iter().for_each(|argument| named.int(*argument, Role::Read));
        self.body.iter().for_each(|inst| inst.operands(&mut named));
        Declared { ints: self.ints, vectors: self.vectors } = named;
    }
}

fn parse_header(header: &str) -> Result<Option<(String, Few<Int, USUAL_ARGUMENTS>)>, OutOfMemory> {
    let parts = header.strip_prefix("func \"").and_then(|rest| {
        let (name, rest) = rest.split_once(['"'])?;
        Some((name, rest.trim().strip_prefix('(')?.strip_suffix('{')?.trim().strip_suffix(')')?))
    });
    let Some((name, list)) = parts else { return Ok(None) };
    let mut arguments = Few::new();
    for argument in list.split([',']).map(str::trim).filter(|argument| !argument.is_empty()) {
        let Some(register) = int(argument) else { return Ok(None) };
        arguments.try_push(register)?;
    }
    Ok(Some((try_string(name)?, arguments)))
}

fn int(text: &str) -> Option<Int> {
    text.strip_prefix('i')?.parse().ok().filter(|n| *n < MAX_REGISTERS).map(Int)
}

fn vector(text: &str) -> Option<Vector> {
    text.strip_prefix('v')?.parse().ok().filter(|n| *n < MAX_REGISTERS).map(Vector)
}

/// One lane of a vector register: `v3[1]`.
fn lane(text: &str) -> Option<(Vector, u8)> {
    let (register, lane) = text.strip_suffix(']')?.split_once(['['])?;
    Some((vector(register)?, lane.parse().ok()?))
}

fn address(text: &str) -> Option<Address> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let Some((base, offset)) = inner.split_once(['+']) else {
        return Some(Address { base: int(inner.trim())?, offset: Offset::Const(0) });
    };
    let offset = offset.trim();
    let offset = match int(offset) {
        Some(register) => Offset::Register(register),
        None => Offset::Const(offset.parse().ok()?),
    };
    Some(Address { base: int(base.trim())?, offset })
}

fn lanes(text: &str) -> Option<Lanes> {
    let (dtype, count) = text.split_once(['x'])?;
    Some(Lanes { dtype: DType::from_name(dtype)?, count: count.parse().ok()? })
}

/// The value called `name` in a table of names.
fn named<T: Copy>(table: &[(T, &'static str)], name: &str) -> Option<T> {
    table.iter().find(|(_, entry)| *entry == name).map(|(value, _)| *value)
}

fn parse_inst(text: &str) -> Option<Inst> {
    let (mnemonic, operands) = text.split_once([' '])?;
    let (name, suffix) = mnemonic.split_once(['.']).unwrap_or((mnemonic, ""));
    let mut operands = operands.split([',']).map(str::trim);
    let (d, a, b) = (operands.next()?, operands.next(), operands.next());
    if operands.next().is_some() {
        return None;
    }
    match (name, suffix, a, b) {
        ("loop", "", None, None) => Some(Inst::Loop(int(d.strip_suffix('{')?.trim())?)),
        ("zero", "", None, None) => Some(Inst::Zero(vector(d)?)),
        ("const", "", Some(value), None) => Some(Inst::Const(int(d)?, value.parse().ok()?)),
        ("copy", "", Some(a), None) => Some(match vector(d) {
            Some(d) => Inst::CopyVector(d, vector(a)?),
            None => Inst::Copy(int(d)?, int(a)?),
        }),
        ("sub", "", Some(a), Some(b)) => Some(Inst::Sub(int(d)?, int(a)?, int(b)?)),
        ("mul", "", Some(a), Some(b)) => Some(Inst::Mul(int(d)?, int(a)?, int(b)?)),
        ("shl", "", Some(a), Some(b)) => Some(Inst::ShiftLeft(int(d)?, int(a)?, b.parse().ok()?)),
        ("add", "", Some(a), Some(b)) => Some(match int(b) {
            Some(b) => Inst::Add(int(d)?, int(a)?, b),
            None => Inst::AddConst(int(d)?, int(a)?, b.parse().ok()?),
        }),
        ("broadcast", suffix, Some(a), None) => {
            let (d, dtype) = (vector(d)?, DType::from_name(suffix)?);
            Some(match lane(a) {
                Some((a, lane)) => Inst::BroadcastLane(d, a, lane, dtype),
                None => Inst::Broadcast(d, int(a)?, dtype),
            })
        }
        ("convert", suffix, Some(a), None) => {
            Some(Inst::Convert(vector(d)?, vector(a)?, DType::from_name(suffix)?))
        }
        ("insert", suffix, Some(a), None) => {
            let (d, lane) = lane(d)?;
            Some(Inst::InsertLane(d, int(a)?, lane, DType::from_name(suffix)?))
        }
        ("number", suffix, Some(bits), None) => {
            let bits = u64::from_str_radix(bits.strip_prefix("0x")?, 16).ok()?;
            Some(Inst::Number(vector(d)?, bits, DType::from_name(suffix)?))
        }
        ("load", "", Some(a), None) => Some(Inst::LoadInt(int(d)?, address(a)?)),
        ("load", suffix, Some(a), None) => Some(match lane(d) {
            Some((d, lane)) => Inst::LoadLane(d, address(a)?, lane, DType::from_name(suffix)?),
            None => Inst::Load(vector(d)?, address(a)?, lanes(suffix)?),
        }),
        ("loadall", suffix, Some(a), None) => {
            Some(Inst::LoadAll(vector(d)?, address(a)?, DType::from_name(suffix)?))
        }
        ("store", suffix, Some(a), None) => Some(match lane(d) {
            Some((d, lane)) => Inst::StoreLane(d, address(a)?, lane, DType::from_name(suffix)?),
            None => Inst::Store(vector(d)?, address(a)?, lanes(suffix)?),
        }),
        (name, suffix, Some(a), None) => {
            let op = named(&UnaryVectorOp::ALL, name)?;
            Some(Inst::Unary(op, vector(d)?, vector(a)?, DType::from_name(suffix)?))
        }
        ("fma", suffix, Some(a), Some(b)) if suffix.contains(['x']) => {
            Some(Inst::OuterProduct(outer_product(suffix, d, a, row(b)?)?))
        }
        ("select", "", Some(a), Some(b)) => Some(Inst::Select(vector(d)?, vector(a)?, vector(b)?)),
        (name, suffix, Some(a), Some(b)) => parse_vector_inst(name, suffix, vector(d)?, vector(a)?, b),
        _ => None,
    }
}

/// An outer product of so many vectors and numbers: `f32x1x2`, `v4+2..`.
fn outer_product(suffix: &str, sums: &str, a: &str, row: Row) -> Option<OuterProduct> {
    let (sum, step) = sums.strip_suffix("..")?.split_once(['+'])?;
    let (vectors, width) = suffix.rsplit_once(['x'])?;
    let (Lanes { dtype, count }, width) = (lanes(vectors)?, width.parse().ok()?);
    let column = column(a, count)?;
    Some(OuterProduct { sum: vector(sum)?, step: step.parse().ok()?, column, row, width, dtype })
}

/// A column of so many vectors: `v3..`, or `v3+1..[i7 + 0..76]`.
fn column(text: &str, count: u8) -> Option<Column> {
    match text.strip_suffix("..") {
        Some(first) => Some(Column::Registers(vector(first)?, count)),
        None => Some(Column::Memory(stretch(text, count)?)),
    }
}

/// So many vectors in memory, with their registers: `v3+1..[i7 + 0..76]`.
fn stretch(text: &str, count: u8) -> Option<Stretch> {
    let (registers, extent) = range(text)?;
    let (first, step) = registers.split_once(['+'])?;
    let (first, step) = (vector(first)?, step.parse().ok()?);
    let (base, offsets) = extent.strip_prefix('[')?.strip_suffix(']')?.split_once(['+'])?;
    let (start, last) = range(offsets.trim())?;
    let (start, last) = (start.parse().ok()?, last.parse().ok()?);
    Some(Stretch { first, step, count, base: int(base.trim())?, start, last })
}

/// What is on either side of `..`.
fn range(text: &str) -> Option<(&str, &str)> {
    let (left, right) = text.split_once(['.'])?;
    Some((left, right.strip_prefix('.')?))
}

/// A row of numbers: `v20[0..]`, or `v20..[0]`.
fn row(text: &str) -> Option<Row> {
    let (of, lane) = text.strip_suffix(']')?.split_once(['['])?;
    match (of.strip_suffix(".."), lane.strip_suffix("..")) {
        (Some(first), None) => Some(Row::Vectors(vector(first)?, lane.parse().ok()?)),
        (None, Some(first)) => Some(Row::Lanes(vector(of)?, first.parse().ok()?)),
        _ => None,
    }
}

fn parse_vector_inst(name: &str, suffix: &str, d: Vector, a: Vector, b: &str) -> Option<Inst> {
    if let Some(how) = named(&Shuffle::ALL, name) {
        return Some(Inst::Shuffle(how, d, a, vector(b)?, suffix.parse().ok()?));
    }
    let dtype = DType::from_name(suffix)?;
    if let Some(how) = named(&Shift::ALL, name) {
        return Some(Inst::Shift(how, d, a, b.parse().ok()?, dtype));
    }
    match (named(&VectorOp::ALL, name), lane(b)) {
        (Some(VectorOp::Mul), Some((b, lane))) => return Some(Inst::MultiplyLane(d, a, b, lane, dtype)),
        (Some(op), _) => return Some(Inst::Binary(op, d, a, vector(b)?, dtype)),
        (None, _) => {}
    }
    match lane(b) {
        None if name == "fms" => Some(Inst::MultiplySubtract(d, a, vector(b)?, dtype)),
        _ if name != "fma" => None,
        None => Some(Inst::MultiplyAdd(d, a, vector(b)?, dtype)),
        Some((b, lane)) => Some(Inst::MultiplyAddLane(d, a, b, lane, dtype)),
    }
}
