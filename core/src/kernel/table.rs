//! The table of instructions.
//!
//! A row reads
//!
//! ```text
//! /// Documentation.
//! Name(operands) "text" [event of operands];
//! ```
//!
//! An operand is its name, its role and its type: `d = Vector` is written, `a: Vector` read, `d += Vector`
//! read and written. A small number says by what it is limited: `lane: u8 in Lane`. The text is a format
//! string: `{d}` prints an operand. Where an instruction means more to passes than its operands, an event
//! says what: the method of `walk::Operands` that is called for it.
//!
//! The row is all that [`Inst`], its text and its parser, its roles and [`rows`] know of an instruction.
//! The lowering of each instruction set has one arm for each.
//!
//! Tests: `tests/tests/kernel_table.rs`.

use super::access::{Address, IntLanes, Lanes};
use super::callee::CalleeId;
use super::condition::{Condition, Value};
use super::float::{Double, Single};
use super::float_type::FloatType;
use super::int_op::{IntOp, IntUnaryOp};
use super::int_type::IntType;
use super::lane_op::{Fp16Op, Half, LaneOp, LaneShift, LaneUnaryOp, NarrowOp, ReduceOp, WideOp};
use super::operand::{Kind, Limit, Operand};
use super::parts::Parts;
use super::register::{FrameSlot, Int, Role, Vector, VectorSlot};
use super::signature::Type;
use super::template::forms;
use super::tile::TileUpdate;
use super::vector_op::{Shift, Shuffle, UnaryVectorOp, VectorOp};
use super::walk::Operands;
use crate::DType;

/// An instruction's row, for code that looks at all of them.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the variant of [`Inst`].
    pub name: &'static str,
    /// The text, as a format string.
    pub text: &'static str,
    /// The operands, in the order of the variant's fields.
    pub slots: &'static [Slot],
}

/// An operand of a row.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The name by which the text calls it.
    pub name: &'static str,
    /// The use that the instruction makes of its registers, where these have no roles of their own.
    pub role: Role,
    /// Its kind.
    pub kind: Kind,
    /// The limit of a number that has one.
    pub limit: Option<Limit>,
}

/// All rows.
#[must_use]
pub const fn rows() -> &'static [Row] {
    ROWS
}

/// The role of an operand, in the notation of a row.
macro_rules! role {
    (:) => {
        Role::Read
    };
    (=) => {
        Role::Write
    };
    (+=) => {
        Role::ReadWrite
    };
}

/// A limit, or none.
macro_rules! limit {
    () => {
        None
    };
    ($limit:ident) => {
        Some(Limit::$limit)
    };
}

/// Passes the walk over an instruction's operands to the method for an event, if there is one.
macro_rules! notify {
    ($to:ident $walk:expr) => {
        $walk($to)
    };
    ($to:ident $walk:expr, $event:ident $($subject:ident)*) => {
        $to.$event($(*$subject,)* $walk)
    };
}

/// Makes the enum and its methods from rows; see the module's documentation.
macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident $(($($field:ident $role:tt $type:ident $(in $limit:ident)?),*))? $text:literal
        $([$($event:ident)+])?;)*) => {
        forms! {
            /// An instruction. The first field, where it is a register, is the destination.
            ///
            /// It has a tag of its own: passes that walk over instructions would else have to work
            /// out each from a field.
            #[repr(u8)]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum Inst {
                $($(#[$doc])* #[doc = concat!("\n\n`", $text, "`")] $name $(($($field: $type),*))? $text,)*
            }
        }

        const ROWS: &[Row] = &[$(Row {
            name: stringify!($name),
            text: $text,
            slots: &[$($(Slot {
                name: stringify!($field),
                role: role!($role),
                kind: <$type as Operand>::KIND,
                limit: limit!($($limit)?),
            }),*)?],
        }),*];

        impl Inst {
            /// Passes the operands of the instruction to a pass, the registers that are read first.
            #[inline(always)]
            pub(crate) fn operands<T: Operands>(&self, to: &mut T) {
                match self {
                    $(Self::$name $(($($field),*))? => {
                        let walk = |_to: &mut T| {
                            $($(if !role!($role).writes() { $field.visit(role!($role), _to); })*)?
                            $($(if role!($role).writes() { $field.visit(role!($role), _to); })*)?
                        };
                        notify!(to walk $(, $($event)+)?);
                    })*
                }
            }

            /// Puts an integer register in the place of another, wherever the instruction names it.
            pub(crate) fn rename(&mut self, from: Int, to: Int) {
                match self {
                    $(Self::$name $(($($field),*))? => {
                        $($($field.rename(from, to);)*)?
                    })*
                }
            }

            /// Puts a vector register in the place of another, wherever the instruction names it, but
            /// for updates of tiles.
            pub(crate) fn rename_vector(&mut self, from: Vector, to: Vector) {
                match self {
                    $(Self::$name $(($($field),*))? => {
                        $($($field.rename_vector(from, to);)*)?
                    })*
                }
            }

            /// The number of the instruction that is not as large as its type allows: a lane, lanes, bytes of
            /// one, or bits to shift by.
            pub(crate) fn limited(&self) -> Option<u8> {
                match self {
                    $(Self::$name $(($($field),*))? => None$($(.or($field.limited()))*)?,)*
                }
            }
        }
    };
}

instructions! {
    /// A number.
    Const(d = Int, value: i64) "const {d}, {value}";
    /// A copy.
    Copy(d = Int, a: Int) "copy {d}, {a}" [copy d a];
    /// A sum of registers, modulo 2⁶⁴.
    Add(d = Int, a: Int, b: Int) "add {d}, {a}, {b}";
    /// A sum of a register and a number, modulo 2⁶⁴.
    AddConst(d = Int, a: Int, value: i64) "add {d}, {a}, {value}";
    /// A difference of registers, modulo 2⁶⁴.
    Sub(d = Int, a: Int, b: Int) "sub {d}, {a}, {b}";
    /// A product, modulo 2⁶⁴.
    Mul(d = Int, a: Int, b: Int) "mul {d}, {a}, {b}";
    /// A left shift.
    ShiftLeft(d = Int, a: Int, by: u8 in IntShift) "shl {d}, {a}, {by}";
    /// Loads a number of 64 bits.
    LoadInt(d = Int, from: Address) "load {d}, {from}";
    /// Has a line of the cache come to the first level. Nothing is read: any address will do.
    Prefetch(from: Address) "prefetch {from}";
    /// Keeps a number in the frame: code generation writes it, where registers run out.
    Spill(a: Int, slot = FrameSlot) "spill {slot}, {a}";
    /// The number that the frame keeps.
    Reload(d = Int, slot: FrameSlot) "reload {d}, {slot}";
    /// Keeps a vector in the frame: code generation writes it, where registers run out and a
    /// function allows that.
    SpillVector(a: Vector, slot = VectorSlot) "spill {slot}, {a}";
    /// The vector that the frame keeps.
    ReloadVector(d = Vector, slot: VectorSlot) "reload {d}, {slot}";
    /// Loads the low lanes; the others become zero. As all loads, it widens elements that are not
    /// computed with as they are.
    Load(d = Vector, from: Address, lanes: Lanes) "load.{lanes} {d}, {from}" [load d];
    /// Loads one number into every lane.
    LoadAll(d = Vector, from: Address, dtype: DType) "loadall.{dtype} {d}, {from}";
    /// Loads one lane; the others keep their values. For generators that gather single elements, which
    /// those of tensmith do not.
    LoadLane(d += Vector, from: Address, lane: u8 in Lane, dtype: DType) "load.{dtype} {d}[{lane}], {from}" [replaces];
    /// Loads the low lanes of parts of a vector; all others become zero.
    LoadParts(d = Vector, from: Parts) "loadparts {d}, {from}";
    /// Stores the low lanes of parts of the first register: the counterpart.
    StoreParts(a: Vector, to: Parts) "storeparts {a}, {to}" [replaces];
    /// Stores the low lanes of the first register. As all stores, it narrows them, rounded once, where
    /// elements are not computed with as they are.
    Store(a: Vector, to: Address, lanes: Lanes) "store.{lanes} {a}, {to}" [store a];
    /// Stores one lane of the first register: the counterpart.
    StoreLane(a: Vector, to: Address, lane: u8 in Lane, dtype: DType) "store.{dtype} {a}[{lane}], {to}" [replaces];
    /// All lanes zero, by the pipes that the core prefers.
    Zero(d = Vector) "zero {d}";
    /// All lanes zero, by the pipes of vectors.
    ZeroByVectors(d = Vector) "zero.vector {d}";
    /// A copy of a vector.
    CopyVector(d = Vector, a: Vector) "copy {d}, {a}";
    /// The numbers of half a vector or less in another type, rounded once, those of the other half zeros: in
    /// double precision the lower half's lanes fill a vector, in single precision a vector fills the lower
    /// half.
    Convert(d = Vector, a: Vector, of: FloatType) "convert.{of} {d}, {a}";
    /// Every lane the number whose bits are the low ones of an integer register.
    Broadcast(d = Vector, a: Int, of: FloatType) "broadcast.{of} {d}, {a}";
    /// Every lane one lane of the second register.
    BroadcastLane(d = Vector, a: Vector, lane: u8 in Lane, of: FloatType) "broadcast.{of} {d}, {a}[{lane}]";
    /// In each 16 bytes, every lane one lane of the same 16 bytes.
    SpreadLane(d = Vector, a: Vector, lane: u8 in Lane, of: FloatType) "spread.{of} {d}, {a}[{lane}]";
    /// The lanes of each pair of neighbours, the second one first: the parts of complex numbers exchanged.
    SwapLanes(d = Vector, a: Vector, of: FloatType) "swap.{of} {d}, {a}";
    /// The low lanes of all parts, one behind the other from the lowest lane on; all others become zero. A
    /// part has 16 bytes, or 32 or 64 where the lanes fill more.
    PackParts(d = Vector, a: Vector, lanes: Lanes) "pack.{lanes} {d}, {a}";
    /// One lane the number whose bits are the low ones of an integer register; the others keep their
    /// values.
    InsertLane(d += Vector, a: Int, lane: u8 in Lane, of: FloatType) "insert.{of} {d}[{lane}], {a}";
    /// Every lane the number with these bits, those of FP32 in the low half.
    Number(d = Vector, bits: u64, of: FloatType) "number.{of} {d}, {bits:#x}";
    /// Adds the product of the second and the third, rounded once.
    MultiplyAdd(d += Vector, a: Vector, b: Vector, of: FloatType) "fma.{of} {d}, {a}, {b}";
    /// Adds the product of the second and one lane of the third, rounded once.
    MultiplyAddLane(d += Vector, a: Vector, b: Vector, lane: u8 in Lane, of: FloatType) "fma.{of} {d}, {a}, {b}[{lane}]";
    /// Adds the products of a column and a row to a tile of accumulators.
    TileUpdate(update += TileUpdate) "{update}";
    /// The product of the second and one lane of the third.
    MultiplyLane(d = Vector, a: Vector, b: Vector, lane: u8 in Lane, of: FloatType) "mul.{of} {d}, {a}, {b}[{lane}]";
    /// Subtracts the product of the second and the third, rounded once.
    MultiplySubtract(d += Vector, a: Vector, b: Vector, of: FloatType) "fms.{of} {d}, {a}, {b}";
    /// Bit by bit, the second where the first is set and the third where it is not.
    Select(d += Vector, a: Vector, b: Vector) "select {d}, {a}, {b}";
    /// The bits of lanes shifted by a number.
    Shift(how: Shift, d = Vector, a: Vector, by: u8 in LaneShift, of: FloatType) "{how}.{of} {d}, {a}, {by}";
    /// An element-wise operation on one vector.
    Unary(op: UnaryVectorOp, d = Vector, a: Vector, of: FloatType) "{op}.{of} {d}, {a}";
    /// An element-wise operation on two vectors.
    Binary(op: VectorOp, d = Vector, a: Vector, b: Vector, of: FloatType) "{op}.{of} {d}, {a}, {b}";
    /// A recombination of blocks of the given size in bytes.
    Shuffle(how: Shuffle, d = Vector, a: Vector, b: Vector, bytes: u8 in LaneBytes) "{how}.{bytes} {d}, {a}, {b}";
    /// Opens a loop that runs as often as the register's value says, at least once. The register
    /// is counted down and is 0 behind the loop.
    Loop(counter += Int) "loop {counter} {{" [begin_loop];
    /// Opens a block that runs unless all bits of a vector are set: for what a mask says
    /// that some lanes need.
    UnlessAll(a: Vector) "unlessall {a} {{" [begin_rare];
    /// Closes the innermost open block.
    End "}}" [end_block];
    /// A number of a type.
    IntConst(d = Int, value: i64, of: IntType) "const.{of} {d}, {value}" [computes];
    /// Every lane a number of single precision.
    SingleConst(d = Vector, value: Single) "const.f32 {d}, {value}" [computes];
    /// Every lane a number of double precision.
    DoubleConst(d = Vector, value: Double) "const.f64 {d}, {value}" [computes];
    /// An operation on two integers.
    IntBinary(op: IntOp, d = Int, a: Int, b: Value, of: IntType) "{op}.{of} {d}, {a}, {b}" [computes];
    /// An operation on one integer.
    IntUnary(op: IntUnaryOp, d = Int, a: Int, of: IntType) "{op}.{of} {d}, {a}" [computes];
    /// An integer in another type: the same number, modulo the range of that.
    IntConvert(d = Int, a: Int, to: IntType, from: IntType) "convert.{to}.{from} {d}, {a}" [computes];
    /// Loads an integer.
    IntLoad(d = Int, from: Address, of: IntType) "load.{of} {d}, {from}" [computes];
    /// Stores an integer.
    IntStore(a: Int, to: Address, of: IntType) "store.{of} {a}, {to}" [computes];
    /// 1 where a condition holds, 0 where it does not: a number of 64 bits.
    Test(d = Int, condition: Condition) "test {d}, {condition}" [computes];
    /// The second where a condition holds, the third where it does not.
    IntSelect(d = Int, a: Int, b: Int, of: IntType, condition: Condition) "select.{of} {d}, {a}, {b} if {condition}" [computes];
    /// An integer as a number of floating point, rounded once, in lane 0; the other lanes become zero.
    FromInt(d = Vector, a: Int, of: FloatType, from: IntType) "convert.{of}.{from} {d}, {a}" [computes];
    /// Lane 0 as an integer: without its fraction, and the nearest of the type where that has none so
    /// far; a NaN becomes 0.
    ToInt(d = Int, a: Vector, to: IntType, of: FloatType) "convert.{to}.{of} {d}, {a}" [computes];
    /// The bits of a lane, as a number without a sign of its size.
    ExtractLane(d = Int, a: Vector, lane: u8 in Lane, of: FloatType) "extract.{of} {d}, {a}[{lane}]" [computes];
    /// The number of lanes of a vector.
    LaneCount(d = Int, of: Type) "lanes.{of} {d}" [computes];
    /// Loads a whole vector.
    VectorLoad(d = Vector, from: Address, of: Type) "load.{of} {d}, {from}" [computes];
    /// Stores a whole vector.
    VectorStore(a: Vector, to: Address, of: Type) "store.{of} {a}, {to}" [computes];
    /// Loads the low lanes, which are integers; the others become zero.
    LaneLoad(d = Vector, from: Address, lanes: IntLanes) "load.{lanes} {d}, {from}" [computes];
    /// Stores the low lanes, which are integers.
    LaneStore(a: Vector, to: Address, lanes: IntLanes) "store.{lanes} {a}, {to}" [computes];
    /// Every lane the same number.
    LaneConst(d = Vector, value: i64, of: IntType) "const.{of} {d}, {value}" [computes];
    /// Every lane the low bits of an integer.
    LaneBroadcast(d = Vector, a: Int, of: IntType) "broadcast.{of} {d}, {a}" [computes];
    /// Every lane one lane of the second register.
    LaneSpread(d = Vector, a: Vector, lane: u8 in IntLane, of: IntType) "broadcast.{of} {d}, {a}[{lane}]" [computes];
    /// One lane the low bits of an integer; the others keep their values.
    LaneInsert(d += Vector, a: Int, lane: u8 in IntLane, of: IntType) "insert.{of} {d}[{lane}], {a}" [computes];
    /// A lane.
    LaneExtract(d = Int, a: Vector, lane: u8 in IntLane, of: IntType) "extract.{of} {d}, {a}[{lane}]" [computes];
    /// An operation on the lanes of two vectors of integers.
    LaneBinary(op: LaneOp, d = Vector, a: Vector, b: Vector, of: IntType) "{op}.{of} {d}, {a}, {b}" [computes];
    /// An operation on the lanes of a vector of integers.
    LaneUnary(op: LaneUnaryOp, d = Vector, a: Vector, of: IntType) "{op}.{of} {d}, {a}" [computes];
    /// Lanes of integers shifted by a number.
    LaneShift(how: LaneShift, d = Vector, a: Vector, by: u8 in IntLaneShift, of: IntType) "{how}.{of} {d}, {a}, {by}" [computes];
    /// Half of the lanes, each as a number of a type with twice the bits, modulo the range of that.
    LaneWiden(half: Half, d = Vector, a: Vector, wide: IntType, narrow: IntType) "widen{half}.{wide}.{narrow} {d}, {a}" [computes];
    /// An operation on half of the lanes of two vectors, each as a number of a type with twice the bits.
    LaneWide(op: WideOp, d = Vector, a: Vector, b: Vector, wide: IntType, narrow: IntType) "{op}.{wide}.{narrow} {d}, {a}, {b}" [computes];
    /// The lanes of two vectors, each as a number of a type with half the bits: those of the second
    /// above those of the first.
    LaneNarrow(op: NarrowOp, d = Vector, a: Vector, b: Vector, narrow: IntType, wide: IntType) "{op}.{narrow}.{wide} {d}, {a}, {b}" [computes];
    /// In each 16 bytes, those bytes of the same 16 bytes of the first vector whose numbers are in the
    /// second; 0 where the number is not one.
    LookUp(d = Vector, a: Vector, b: Vector) "lookup {d}, {a}, {b}" [computes];
    /// An operation on lanes of half precision, each rounded once. Cores without an instruction refuse it.
    Fp16Binary(op: Fp16Op, d = Vector, a: Vector, b: Vector) "{op}.f16 {d}, {a}, {b}" [computes];
    /// The numbers of half precision in the lower half of a vector, in single precision.
    FromFp16(d = Vector, a: Vector) "convert.f32.f16 {d}, {a}" [computes];
    /// Numbers of single precision in half precision, each rounded once, in the lower half; the
    /// upper one becomes zero.
    ToFp16(d = Vector, a: Vector) "convert.f16.f32 {d}, {a}" [computes];
    /// Numbers of 32 bits with a sign, in single precision, each rounded once.
    FromInt32(d = Vector, a: Vector) "convert.f32.i32 {d}, {a}" [computes];
    /// Numbers of single precision as numbers of 32 bits with a sign: without their fraction, and the nearest
    /// of the type where that has none so far; a NaN becomes 0.
    ToInt32(d = Vector, a: Vector) "convert.i32.f32 {d}, {a}" [computes];
    /// All lanes reduced to one number.
    LaneReduce(op: ReduceOp, d = Int, a: Vector, of: IntType) "{op}.{of} {d}, {a}" [computes];
    /// A bit for each lane, from the lowest: its highest one. A number of 64 bits.
    LaneBits(d = Int, a: Vector, of: IntType) "bits.{of} {d}, {a}" [computes];
    /// Passes an integer to the call behind. Arguments are passed in their order.
    PassInt(a: Int, of: IntType) "pass.{of} {a}" [computes];
    /// Passes lane 0 to the call behind.
    PassFloat(a: Vector, of: FloatType) "pass.{of} {a}" [computes];
    /// Calls a function, with what was passed.
    Call(callee: CalleeId) "call {callee}" [calls callee];
    /// The integer that the call right before has returned.
    ResultInt(d = Int, of: IntType) "result.{of} {d}" [computes];
    /// The number of floating point that the call right before has returned, in lane 0; the
    /// other lanes become zero.
    ResultFloat(d = Vector, of: FloatType) "result.{of} {d}" [computes];
    /// Opens a block that runs if a condition holds.
    If(condition: Condition) "if {condition} {{" [control];
    /// Closes the branch before, and opens one that runs if none before did and a condition holds.
    ElseIf(condition: Condition) "}} elif {condition} {{" [control];
    /// Closes the branch before, and opens one that runs if none before did.
    Else "}} else {{" [control];
    /// Opens a loop that runs for as long as a condition holds where it begins.
    While(condition: Condition) "while {condition} {{" [begin_loop];
    /// Opens a loop that runs until it is left.
    Repeat "repeat {{" [begin_loop];
    /// Leaves that many of the innermost open loops, at least 1.
    Break(levels: u8 in Levels) "break {levels}" [control];
    /// Goes on with the next pass of an open loop: the innermost is number 1.
    Continue(levels: u8 in Levels) "continue {levels}" [control];
    /// Returns.
    Return "return" [control];
    /// Returns an integer.
    ReturnInt(a: Int) "return {a}" [control];
    /// Returns lane 0.
    ReturnFloat(a: Vector, of: FloatType) "return.{of} {a}" [control];
}
