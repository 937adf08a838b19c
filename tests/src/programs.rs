//! Programs at random: loops, conditions, exits, memory, integers and numbers of floating point. They end,
//! access nothing but their two arrays, and have a form that shrinks.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::fmt::{self, Write as _};
use tensmith_core::DType;
use tensmith_core::kernel::func::{
    Compare, Half, IntOp, IntType, IntUnaryOp, LaneOp, LaneShift, LaneUnaryOp, NarrowOp, ReduceOp, WideOp,
};

/// The bytes of each array.
pub const BYTES: usize = 256;

/// The registers of each width, and of each type of floating point.
const POOL: u8 = 4;

/// The registers of vectors of integers.
const VECTORS: u8 = 3;

/// An integer of a type: a register of its width, or a number.
#[derive(Clone, Debug)]
enum Right {
    Register(u8),
    Number(i64),
}

/// A comparison.
#[derive(Clone, Debug)]
enum Condition {
    Ints(Compare, IntType, u8, Right),
    Floats(Compare, DType, u8, u8),
}

/// A statement. Numbers of registers are those in the pool of their type.
#[derive(Clone, Debug)]
enum Statement {
    Binary(IntOp, IntType, u8, u8, Right),
    Unary(IntUnaryOp, IntType, u8, u8),
    Convert(IntType, IntType, u8, u8),
    Const(IntType, u8, i64),
    Load(IntType, u8, Place),
    Store(IntType, u8, Place),
    Test(u8, Condition),
    Select(IntType, u8, u8, u8, Condition),
    FloatBinary(&'static str, DType, u8, u8, u8),
    FloatUnary(&'static str, DType, u8, u8),
    FloatConst(DType, u8, f32),
    FromInt(DType, IntType, u8, u8),
    ToInt(IntType, DType, u8, u8),
    FloatLoad(DType, u8, u8),
    FloatStore(DType, u8, u8),
    Vector(VectorStatement),
    If(Vec<(Condition, Vec<Statement>)>, Option<Vec<Statement>>),
    Loop(u8, Vec<Statement>),
    While(u8, Condition, Vec<Statement>),
    Repeat(u8, Vec<Statement>),
    /// Out of a loop, to its next pass, or out of the program, if a condition holds.
    Leave(Condition, Exit),
}

/// A statement about vectors of integers, by the numbers of registers in their pool; those of integers are in
/// the pool of their type.
#[derive(Clone, Debug)]
enum VectorStatement {
    Binary(LaneOp, IntType, [u8; 3]),
    Unary(LaneUnaryOp, IntType, [u8; 2]),
    Shift(LaneShift, IntType, [u8; 2], u8),
    Widen(Half, Sizes, [u8; 2]),
    Wide(WideOp, Sizes, [u8; 3]),
    Narrow(NarrowOp, Sizes, [u8; 3]),
    LookUp([u8; 3]),
    Select([u8; 3]),
    Const(IntType, u8, i64),
    Broadcast(IntType, u8, u8),
    Spread(IntType, [u8; 2], u8),
    Insert(IntType, u8, u8, u8),
    Extract(IntType, u8, u8, u8),
    Reduce(ReduceOp, IntType, u8, u8),
    Bits(IntType, u8, u8),
    Load(u8, u8),
    Store(u8, u8),
    LoadSome(IntType, u8, u8, u8),
    StoreSome(IntType, u8, u8, u8),
}

/// A type, and one with half its bits.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    wide: IntType,
    narrow: IntType,
}

/// Where in an array.
#[derive(Clone, Debug)]
enum Place {
    At(u8),
    /// At eight times what a register of 64 bits says, modulo the size.
    By(u8),
}

#[derive(Clone, Debug)]
enum Exit {
    Break(u8),
    Continue(u8),
    Return,
}

/// A program: takes the addresses of both arrays, two integers and two numbers of floating point,
/// and returns an integer.
#[derive(Clone)]
pub struct Program {
    result: IntType,
    statements: Vec<Statement>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.text())
    }
}

fn int_type() -> impl Strategy<Value = IntType> {
    select(IntType::ALL)
}

fn dtype() -> impl Strategy<Value = DType> {
    select(&[DType::F32, DType::F64][..])
}

fn register() -> impl Strategy<Value = u8> {
    0..POOL
}

/// Numbers that a type has; often small ones and those at its limits.
fn number(of: IntType) -> impl Strategy<Value = i64> {
    let top = 1i64.rotate_left(of.bits() - 1);
    let limits = [0, 1, 2, 3, 7, -1, -2, top, top.wrapping_sub(1), 100, 4095, 4096, 65535];
    prop_oneof![select(limits.to_vec()), any::<i64>()].prop_map(move |number| {
        let number = of.extended(number as u64) as i64;
        if of.has(number) { number } else { 1 }
    })
}

fn right(of: IntType) -> impl Strategy<Value = Right> {
    prop_oneof![2 => register().prop_map(Right::Register), 1 => number(of).prop_map(Right::Number)]
}

fn condition() -> impl Strategy<Value = Condition> {
    let compare = || select(Compare::ALL);
    prop_oneof![
        3 => int_type().prop_flat_map(move |of| {
            (compare(), register(), right(of)).prop_map(move |(how, a, b)| Condition::Ints(how, of, a, b))
        }),
        1 => (compare(), dtype(), register(), register())
            .prop_map(|(how, dtype, a, b)| Condition::Floats(how, dtype, a, b)),
    ]
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![any::<u8>().prop_map(Place::At), register().prop_map(Place::By)]
}

/// A statement without blocks.
fn simple() -> impl Strategy<Value = Statement> {
    let binary = int_type().prop_flat_map(|of| {
        (select(IntOp::ALL), register(), register(), right(of))
            .prop_map(move |(op, d, a, b)| Statement::Binary(op, of, d, a, b))
    });
    let constant = int_type()
        .prop_flat_map(|of| (register(), number(of)).prop_map(move |(d, n)| Statement::Const(of, d, n)));
    prop_oneof![
        6 => binary,
        1 => (select(IntUnaryOp::ALL), int_type(), register(), register())
            .prop_map(|(op, of, d, a)| Statement::Unary(op, of, d, a)),
        2 => (int_type(), int_type(), register(), register())
            .prop_map(|(to, from, d, a)| Statement::Convert(to, from, d, a)),
        1 => constant,
        2 => (int_type(), register(), place()).prop_map(|(of, d, from)| Statement::Load(of, d, from)),
        2 => (int_type(), register(), place()).prop_map(|(of, a, to)| Statement::Store(of, a, to)),
        1 => (register(), condition()).prop_map(|(d, condition)| Statement::Test(d, condition)),
        1 => (int_type(), register(), register(), register(), condition())
            .prop_map(|(of, d, a, b, condition)| Statement::Select(of, d, a, b, condition)),
        2 => (select(&["add", "sub", "mul", "div", "max", "min"][..]), dtype(), register(), register(), register())
            .prop_map(|(op, dtype, d, a, b)| Statement::FloatBinary(op, dtype, d, a, b)),
        1 => (select(&["neg", "abs", "sqrt", "floor", "ceil", "round", "trunc"][..]), dtype(), register(), register())
            .prop_map(|(op, dtype, d, a)| Statement::FloatUnary(op, dtype, d, a)),
        1 => (dtype(), register(), -1000i16..1000)
            .prop_map(|(dtype, d, number)| Statement::FloatConst(dtype, d, f32::from(number) / 8.0)),
        1 => (dtype(), int_type(), register(), register())
            .prop_map(|(dtype, from, d, a)| Statement::FromInt(dtype, from, d, a)),
        1 => (int_type(), dtype(), register(), register())
            .prop_map(|(to, dtype, d, a)| Statement::ToInt(to, dtype, d, a)),
        1 => (dtype(), register(), any::<u8>()).prop_map(|(dtype, d, at)| Statement::FloatLoad(dtype, d, at)),
        1 => (dtype(), register(), any::<u8>()).prop_map(|(dtype, a, at)| Statement::FloatStore(dtype, a, at)),
        6 => vector_statement().prop_map(Statement::Vector),
        1 => (condition(), exit()).prop_map(|(condition, exit)| Statement::Leave(condition, exit)),
    ]
}

/// Registers of vectors.
fn vectors<const COUNT: usize>() -> impl Strategy<Value = [u8; COUNT]> {
    any::<[u8; COUNT]>().prop_map(|numbers| numbers.map(|number| number % VECTORS))
}

fn sizes() -> impl Strategy<Value = Sizes> {
    let all = IntType::ALL.iter().flat_map(|wide| IntType::ALL.iter().map(move |narrow| (*wide, *narrow)));
    let fitting = all.filter(|(wide, narrow)| wide.bits() == 2 * narrow.bits());
    select(fitting.map(|(wide, narrow)| Sizes { wide, narrow }).collect::<Vec<_>>())
}

/// A lane of the lowest 16 bytes.
fn lane(of: IntType, number: u8) -> u8 {
    number % (16 / of.bytes() as u8)
}

fn vector_statement() -> impl Strategy<Value = VectorStatement> {
    use VectorStatement as V;
    let vector = || 0..VECTORS;
    let shift = (select(LaneShift::ALL), int_type(), vectors(), any::<u8>()).prop_map(|(how, of, d, by)| {
        let by = by % of.bits() as u8 + u8::from(how == LaneShift::Right);
        V::Shift(how, of, d, by)
    });
    let constant = int_type()
        .prop_flat_map(move |of| (0..VECTORS, number(of)).prop_map(move |(d, n)| V::Const(of, d, n)));
    prop_oneof![
        8 => (select(LaneOp::ALL), int_type(), vectors()).prop_map(|(op, of, all)| V::Binary(op, of, all)),
        2 => (select(LaneUnaryOp::ALL), int_type(), vectors()).prop_map(|(op, of, all)| V::Unary(op, of, all)),
        2 => shift,
        1 => (select(Half::ALL), sizes(), vectors()).prop_map(|(half, sizes, all)| V::Widen(half, sizes, all)),
        2 => (select(WideOp::ALL), sizes(), vectors()).prop_map(|(op, sizes, all)| V::Wide(op, sizes, all)),
        2 => (select(NarrowOp::ALL), sizes(), vectors()).prop_map(|(op, sizes, all)| V::Narrow(op, sizes, all)),
        1 => vectors().prop_map(V::LookUp),
        1 => vectors().prop_map(V::Select),
        1 => constant,
        1 => (int_type(), vector(), register()).prop_map(|(of, d, a)| V::Broadcast(of, d, a)),
        1 => (int_type(), vectors(), any::<u8>()).prop_map(|(of, all, nth)| V::Spread(of, all, lane(of, nth))),
        1 => (int_type(), vector(), register(), any::<u8>())
            .prop_map(|(of, d, a, nth)| V::Insert(of, d, a, lane(of, nth))),
        2 => (int_type(), register(), vector(), any::<u8>())
            .prop_map(|(of, d, a, nth)| V::Extract(of, d, a, lane(of, nth))),
        2 => (select(ReduceOp::ALL), int_type(), register(), vector())
            .prop_map(|(op, of, d, a)| V::Reduce(op, of, d, a)),
        1 => (int_type(), register(), vector()).prop_map(|(of, d, a)| V::Bits(of, d, a)),
        2 => (vector(), any::<u8>()).prop_map(|(d, at)| V::Load(d, at)),
        2 => (vector(), any::<u8>()).prop_map(|(a, at)| V::Store(a, at)),
        1 => (int_type(), vector(), any::<u8>(), any::<u8>())
            .prop_map(|(of, d, at, nth)| V::LoadSome(of, d, at, 1 + lane(of, nth))),
        1 => (int_type(), vector(), any::<u8>(), any::<u8>())
            .prop_map(|(of, a, at, nth)| V::StoreSome(of, a, at, 1 + lane(of, nth))),
    ]
}

fn exit() -> impl Strategy<Value = Exit> {
    prop_oneof![
        2 => (1u8..4).prop_map(Exit::Break),
        2 => (1u8..4).prop_map(Exit::Continue),
        1 => Just(Exit::Return),
    ]
}

fn statement() -> impl Strategy<Value = Statement> {
    simple().prop_recursive(4, 40, 6, |inner| {
        let block = || vec(inner.clone(), 0..6);
        prop_oneof![
            (vec((condition(), block()), 1..4), proptest::option::of(block()))
                .prop_map(|(branches, last)| Statement::If(branches, last)),
            (1u8..4, block()).prop_map(|(passes, body)| Statement::Loop(passes, body)),
            (1u8..4, condition(), block())
                .prop_map(|(most, condition, body)| Statement::While(most, condition, body)),
            (1u8..4, block()).prop_map(|(most, body)| Statement::Repeat(most, body)),
        ]
    })
}

/// Programs.
pub fn program() -> impl Strategy<Value = Program> {
    (int_type(), vec(statement(), 1..20)).prop_map(|(result, statements)| Program { result, statements })
}

/// The text of a program as it is written.
struct Writer {
    text: String,
    /// The next register that nothing else names.
    fresh: u32,
    result: IntType,
    loops: u8,
}

/// An integer register of a pool.
fn int(of: IntType, number: u8) -> String {
    format!("i{}", 10 + of.bits() + u32::from(number))
}

/// A vector register of a pool.
fn float(dtype: DType, number: u8) -> String {
    format!("v{}", dtype.bytes() as u8 + number)
}

/// A register of the pool of vectors of integers.
fn vector(number: u8) -> String {
    format!("v{}", 20 + number)
}

impl VectorStatement {
    /// Its line. Whole vectors have at most 64 bytes.
    fn text(&self) -> String {
        let at = |at: u8| usize::from(at).min(BYTES - 64);
        let all = |registers: &[u8]| registers.iter().copied().map(vector).collect::<Vec<_>>().join(", ");
        match self {
            Self::Binary(op, of, registers) => format!("{op}.{of} {}", all(registers)),
            Self::Unary(op, of, registers) => format!("{op}.{of} {}", all(registers)),
            Self::Shift(how, of, registers, by) => format!("{how}.{of} {}, {by}", all(registers)),
            Self::Widen(half, Sizes { wide, narrow }, registers) => {
                format!("widen{half}.{wide}.{narrow} {}", all(registers))
            }
            Self::Wide(op, Sizes { wide, narrow }, registers) => {
                format!("{op}.{wide}.{narrow} {}", all(registers))
            }
            Self::Narrow(op, Sizes { wide, narrow }, registers) => {
                format!("{op}.{narrow}.{wide} {}", all(registers))
            }
            Self::LookUp(registers) => format!("lookup {}", all(registers)),
            Self::Select(registers) => format!("select {}", all(registers)),
            Self::Const(of, d, number) => format!("const.{of} {}, {number}", vector(*d)),
            Self::Broadcast(of, d, a) => format!("broadcast.{of} {}, {}", vector(*d), int(*of, *a)),
            Self::Spread(of, registers, lane) => format!("broadcast.{of} {}[{lane}]", all(registers)),
            Self::Insert(of, d, a, lane) => format!("insert.{of} {}[{lane}], {}", vector(*d), int(*of, *a)),
            Self::Extract(of, d, a, lane) => format!("extract.{of} {}, {}[{lane}]", int(*of, *d), vector(*a)),
            Self::Reduce(op, of, d, a) => format!("{op}.{of} {}, {}", int(*of, *d), vector(*a)),
            Self::Bits(of, d, a) => format!("bits.{of} {}, {}", int(IntType::U64, *d), vector(*a)),
            Self::Load(d, from) => format!("load.u8 {}, [i0 + {}]", vector(*d), at(*from)),
            Self::Store(a, to) => format!("store.u8 {}, [i0 + {}]", vector(*a), at(*to)),
            Self::LoadSome(of, d, from, lanes) => {
                format!("load.{of}x{lanes} {}, [i0 + {}]", vector(*d), at(*from))
            }
            Self::StoreSome(of, a, to, lanes) => {
                format!("store.{of}x{lanes} {}, [i0 + {}]", vector(*a), at(*to))
            }
        }
    }
}

impl Writer {
    fn line(&mut self, line: impl AsRef<str>) {
        writeln!(self.text, "{}", line.as_ref()).expect("memory");
    }

    fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("i{}", 100 + self.fresh)
    }

    fn right(of: IntType, right: &Right) -> String {
        match right {
            Right::Register(register) => int(of, *register),
            Right::Number(number) => number.to_string(),
        }
    }

    fn condition(condition: &Condition) -> String {
        match condition {
            Condition::Ints(how, of, a, b) => format!("{how}.{of} {}, {}", int(*of, *a), Self::right(*of, b)),
            Condition::Floats(how, dtype, a, b) => {
                format!("{how}.{dtype} {}, {}", float(*dtype, *a), float(*dtype, *b))
            }
        }
    }

    /// An address in the first array.
    fn place(&mut self, place: &Place) -> String {
        match place {
            Place::At(at) => format!("[i0 + {}]", usize::from(*at).min(BYTES - 8)),
            Place::By(register) => {
                let index = self.fresh();
                let by = int(IntType::U64, *register);
                self.line(format!("and.u64 {index}, {by}, {}", BYTES / 8 - 1));
                self.line(format!("shl {index}, {index}, 3"));
                format!("[i0 + {index}]")
            }
        }
    }

    fn block(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    /// A loop of some passes at most, however often the next pass begins early.
    fn limited(&mut self, opening: Option<&Condition>, most: u8, body: &[Statement]) {
        let passes = self.fresh();
        self.line(format!("const {passes}, 0"));
        match opening {
            Some(condition) => self.line(format!("while {} {{", Self::condition(condition))),
            None => self.line("repeat {"),
        }
        self.line(format!("add.u64 {passes}, {passes}, 1"));
        self.line(format!("if gt.u64 {passes}, {most} {{\nbreak 1\n}}"));
        self.looped(body);
    }

    fn looped(&mut self, body: &[Statement]) {
        self.loops += 1;
        self.block(body);
        self.loops -= 1;
        self.line("}");
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Binary(op, of, d, a, b) => {
                self.line(format!("{op}.{of} {}, {}, {}", int(*of, *d), int(*of, *a), Self::right(*of, b)));
            }
            Statement::Unary(op, of, d, a) => {
                self.line(format!("{op}.{of} {}, {}", int(*of, *d), int(*of, *a)));
            }
            Statement::Convert(to, from, d, a) => {
                self.line(format!("convert.{to}.{from} {}, {}", int(*to, *d), int(*from, *a)));
            }
            Statement::Const(of, d, number) => self.line(format!("const.{of} {}, {number}", int(*of, *d))),
            Statement::Load(of, d, from) => {
                let from = self.place(from);
                self.line(format!("load.{of} {}, {from}", int(*of, *d)));
            }
            Statement::Store(of, a, to) => {
                let to = self.place(to);
                self.line(format!("store.{of} {}, {to}", int(*of, *a)));
            }
            Statement::Test(d, condition) => {
                self.line(format!("test {}, {}", int(IntType::U64, *d), Self::condition(condition)));
            }
            Statement::Select(of, d, a, b, condition) => {
                let [d, a, b] = [d, a, b].map(|register| int(*of, *register));
                self.line(format!("select.{of} {d}, {a}, {b} if {}", Self::condition(condition)));
            }
            Statement::FloatBinary(op, dtype, d, a, b) => {
                let [d, a, b] = [d, a, b].map(|register| float(*dtype, *register));
                self.line(format!("{op}.{dtype} {d}, {a}, {b}"));
            }
            Statement::FloatUnary(op, dtype, d, a) => {
                self.line(format!("{op}.{dtype} {}, {}", float(*dtype, *d), float(*dtype, *a)));
            }
            Statement::FloatConst(dtype, d, number) => {
                let bits = match dtype {
                    DType::F32 => number.to_bits().into(),
                    _ => f64::from(*number).to_bits(),
                };
                self.line(format!("number.{dtype} {}, {bits:#x}", float(*dtype, *d)));
            }
            Statement::FromInt(dtype, from, d, a) => {
                self.line(format!("convert.{dtype}.{from} {}, {}", float(*dtype, *d), int(*from, *a)));
            }
            Statement::ToInt(to, dtype, d, a) => {
                self.line(format!("convert.{to}.{dtype} {}, {}", int(*to, *d), float(*dtype, *a)));
            }
            Statement::FloatLoad(dtype, d, at) => {
                let at = usize::from(*at).min(BYTES - 8);
                self.line(format!("load.{dtype}x1 {}, [i1 + {at}]", float(*dtype, *d)));
            }
            // Which NaN an operation gives is up to the machine.
            Statement::FloatStore(dtype, a, at) => {
                let (a, at) = (float(*dtype, *a), usize::from(*at).min(BYTES - 8));
                self.line(format!("if eq.{dtype} {a}, {a} {{\nstore.{dtype}x1 {a}, [i1 + {at}]\n}}"));
            }
            Statement::Vector(statement) => self.line(statement.text()),
            Statement::If(branches, last) => {
                for (nth, (condition, block)) in branches.iter().enumerate() {
                    let opening = if nth == 0 { "if" } else { "} elif" };
                    self.line(format!("{opening} {} {{", Self::condition(condition)));
                    self.block(block);
                }
                if let Some(block) = last {
                    self.line("} else {");
                    self.block(block);
                }
                self.line("}");
            }
            Statement::Loop(passes, body) => {
                let counter = self.fresh();
                self.line(format!("const {counter}, {passes}\nloop {counter} {{"));
                self.looped(body);
            }
            Statement::While(most, condition, body) => self.limited(Some(condition), *most, body),
            Statement::Repeat(most, body) => self.limited(None, *most, body),
            Statement::Leave(condition, exit) => {
                let exit = match exit {
                    Exit::Break(levels) if self.loops > 0 => format!("break {}", (*levels).min(self.loops)),
                    Exit::Continue(levels) if self.loops > 0 => {
                        format!("continue {}", (*levels).min(self.loops))
                    }
                    _ => format!("return {}", int(self.result, 1)),
                };
                self.line(format!("if {} {{\n{exit}\n}}", Self::condition(condition)));
            }
        }
    }
}

impl Program {
    /// The text of a function.
    #[must_use]
    pub fn text(&self) -> String {
        let mut writer = Writer { text: String::new(), fresh: 0, result: self.result, loops: 0 };
        writer.line(format!(
            "func \"program\" (i0, i1, i2: i64, i3: u32, v0: f32, v1: f64) -> {} {{",
            self.result
        ));
        for of in [IntType::U8, IntType::U16, IntType::U32, IntType::U64] {
            for nth in 0..POOL {
                let bits = of.extended(0x9e37_79b9_7f4a_7c15u64.rotate_left(u32::from(nth) * 7)) as i64;
                writer.line(match (of, nth) {
                    (_, 0) => format!("convert.{of}.i64 {}, i2", int(of, nth)),
                    (_, 1) => format!("convert.{of}.u32 {}, i3", int(of, nth)),
                    _ => format!("const.{of} {}, {bits}", int(of, nth)),
                });
            }
        }
        for dtype in [DType::F32, DType::F64] {
            for nth in 0..POOL {
                let d = float(dtype, nth);
                writer.line(match (nth, dtype) {
                    (0, DType::F32) => format!("copy {d}, v0"),
                    (0, _) => format!("copy {d}, v1"),
                    _ => format!("load.{dtype}x1 {d}, [i1 + {}]", nth * 8),
                });
            }
        }
        (0..VECTORS).for_each(|nth| writer.line(VectorStatement::Load(nth, nth * 64).text()));
        writer.block(&self.statements);
        writer.line(format!("return {}\n}}", int(self.result, 0)));
        writer.text
    }
}
