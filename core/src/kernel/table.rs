//! The table of instructions.
//!
//! A row reads
//!
//! ```text
//! /// Documentation.
//! Name(operands) "text" [event of operands];
//! ```
//!
//! An operand is its name, its role and its type: `d = Vector` is written, `a: Vector` read, `d += Vector` read and
//! written. A small number says by what it is limited: `lane: u8 in Lane`. The text is a format string: `{d}` prints an
//! operand. Where an instruction means more to passes than its operands, an event says what: the method of `walk::Operands`
//! that is called for it.
//!
//! The row is all that [`Inst`], its text and its parser, its roles and [`rows`] know of an instruction.
//! The lowering of each instruction set has one arm for each.
//!
//! Tests: `tests/tests/kernel_table.rs`.

use super::access::{Address, Lanes};
use super::operand::{Kind, Limit, Operand};
use super::parts::Parts;
use super::register::{FrameSlot, Int, Role, Vector};
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
            /// It has a tag of its own: passes that walk over instructions would else have to work out each from a field.
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

            /// The number of the instruction that is not as large as its type allows: a lane, lanes, bytes of one, or
            /// bits to shift by.
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
    /// Keeps a number in the frame: code generation writes it, where registers run out.
    Spill(a: Int, slot = FrameSlot) "spill {slot}, {a}";
    /// The number that the frame keeps.
    Reload(d = Int, slot: FrameSlot) "reload {d}, {slot}";
    /// Loads the low lanes; the others become zero.
    Load(d = Vector, from: Address, lanes: Lanes) "load.{lanes} {d}, {from}" [load d];
    /// Loads one number into every lane.
    LoadAll(d = Vector, from: Address, dtype: DType) "loadall.{dtype} {d}, {from}";
    /// Loads one lane; the others keep their values. For generators that gather single elements, which those of
    /// tensmith do not.
    LoadLane(d += Vector, from: Address, lane: u8 in Lane, dtype: DType) "load.{dtype} {d}[{lane}], {from}";
    /// Loads the low lanes of parts of a vector; all others become zero.
    LoadParts(d = Vector, from: Parts) "loadparts {d}, {from}";
    /// Stores the low lanes of parts of the first register: the counterpart.
    StoreParts(a: Vector, to: Parts) "storeparts {a}, {to}";
    /// Stores the low lanes of the first register.
    Store(a: Vector, to: Address, lanes: Lanes) "store.{lanes} {a}, {to}" [store a];
    /// Stores one lane of the first register: the counterpart.
    StoreLane(a: Vector, to: Address, lane: u8 in Lane, dtype: DType) "store.{dtype} {a}[{lane}], {to}";
    /// All lanes zero, by the pipes that the core prefers.
    Zero(d = Vector) "zero {d}";
    /// All lanes zero, by the pipes of vectors.
    ZeroByVectors(d = Vector) "zero.vector {d}";
    /// A copy of a vector.
    CopyVector(d = Vector, a: Vector) "copy {d}, {a}";
    /// The numbers of half a vector or less in another type, rounded once, those of the other half zeros: in
    /// double precision the lower half's lanes fill a vector, in single precision a vector fills the lower
    /// half.
    Convert(d = Vector, a: Vector, dtype: DType) "convert.{dtype} {d}, {a}";
    /// Every lane the number whose bits are the low ones of an integer register.
    Broadcast(d = Vector, a: Int, dtype: DType) "broadcast.{dtype} {d}, {a}";
    /// Every lane one lane of the second register.
    BroadcastLane(d = Vector, a: Vector, lane: u8 in Lane, dtype: DType) "broadcast.{dtype} {d}, {a}[{lane}]";
    /// In each 16 bytes, every lane one lane of the same 16 bytes.
    SpreadLane(d = Vector, a: Vector, lane: u8 in Lane, dtype: DType) "spread.{dtype} {d}, {a}[{lane}]";
    /// The low lanes of all parts, one behind the other from the lowest lane on; all others become zero. A part has 16
    /// bytes, or 32 or 64 where the lanes fill more.
    PackParts(d = Vector, a: Vector, lanes: Lanes) "pack.{lanes} {d}, {a}";
    /// One lane the number whose bits are the low ones of an integer register; the others keep their
    /// values.
    InsertLane(d += Vector, a: Int, lane: u8 in Lane, dtype: DType) "insert.{dtype} {d}[{lane}], {a}";
    /// Every lane the number with these bits, those of FP32 in the low half.
    Number(d = Vector, bits: u64, dtype: DType) "number.{dtype} {d}, {bits:#x}";
    /// Adds the product of the second and the third, rounded once.
    MultiplyAdd(d += Vector, a: Vector, b: Vector, dtype: DType) "fma.{dtype} {d}, {a}, {b}";
    /// Adds the product of the second and one lane of the third, rounded once.
    MultiplyAddLane(d += Vector, a: Vector, b: Vector, lane: u8 in Lane, dtype: DType) "fma.{dtype} {d}, {a}, {b}[{lane}]";
    /// Adds the products of a column and a row to a tile of accumulators.
    TileUpdate(update += TileUpdate) "{update}";
    /// The product of the second and one lane of the third.
    MultiplyLane(d = Vector, a: Vector, b: Vector, lane: u8 in Lane, dtype: DType) "mul.{dtype} {d}, {a}, {b}[{lane}]";
    /// Subtracts the product of the second and the third, rounded once.
    MultiplySubtract(d += Vector, a: Vector, b: Vector, dtype: DType) "fms.{dtype} {d}, {a}, {b}";
    /// Bit by bit, the second where the first is set and the third where it is not.
    Select(d += Vector, a: Vector, b: Vector) "select {d}, {a}, {b}";
    /// The bits of lanes shifted by a number.
    Shift(how: Shift, d = Vector, a: Vector, by: u8 in LaneShift, dtype: DType) "{how}.{dtype} {d}, {a}, {by}";
    /// An element-wise operation on one vector.
    Unary(op: UnaryVectorOp, d = Vector, a: Vector, dtype: DType) "{op}.{dtype} {d}, {a}";
    /// An element-wise operation on two vectors.
    Binary(op: VectorOp, d = Vector, a: Vector, b: Vector, dtype: DType) "{op}.{dtype} {d}, {a}, {b}";
    /// A recombination of blocks of the given size in bytes.
    Shuffle(how: Shuffle, d = Vector, a: Vector, b: Vector, bytes: u8 in LaneBytes) "{how}.{bytes} {d}, {a}, {b}";
    /// Opens a loop that runs as often as the register's value says, at least once. The register
    /// is counted down and is 0 behind the loop.
    Loop(counter += Int) "loop {counter} {{" [begin_loop];
    /// Closes the innermost open loop.
    End "}}" [end_loop];
}
