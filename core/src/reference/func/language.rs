//! Conditions, and instructions on integers.
//!
//! Tests: `tests/tests/kernel_language_values.rs`.

use super::{Done, Problem, State};
use crate::kernel::func::{Condition, FloatType, Inst, IntType, Value, Vector};
use crate::reference::integer;
use crate::reference::vector::Contents;

impl State<'_, '_> {
    pub(super) fn language(&mut self, inst: Inst) -> Done {
        match inst {
            Inst::IntConst(d, value, of) => self.set(d, value as u64 & of.mask()),
            Inst::IntBinary(op, d, a, b, of) => {
                self.set(d, integer::binary(op, of, self.int(a)?, self.value(b, of)?))
            }
            Inst::IntUnary(op, d, a, of) => self.set(d, integer::unary(op, of, self.int(a)?)),
            Inst::IntConvert(d, a, to, from) => self.set(d, from.extended(self.int(a)?) & to.mask()),
            Inst::IntLoad(d, from, of) => {
                let bytes = self.memory_at(from, of.bytes())?;
                let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
                self.set(d, bits)
            }
            Inst::IntStore(a, to, of) => {
                let bytes = self.int(a)?.to_le_bytes();
                self.memory_at(to, of.bytes())?.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
                Ok(())
            }
            Inst::Test(d, condition) => self.set(d, self.holds(condition)?.into()),
            Inst::IntSelect(d, a, b, _, condition) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                self.set(d, if self.holds(condition)? { a } else { b })
            }
            Inst::FromInt(d, a, dtype, from) => {
                let bits = integer::to_float(from, self.int(a)?, dtype);
                self.set_vector(d, self.size.insert(&Contents::ZERO, 0, bits, dtype))
            }
            Inst::ToInt(d, a, to, dtype) => self.set(d, integer::from_float(to, self.scalar(a, dtype)?)),
            Inst::ExtractLane(d, a, lane, dtype) => {
                let lane = self.lane(lane, dtype)?;
                self.set(d, self.vector_at(a)?.bits(lane, dtype))
            }
            _ => Err(Problem::Unsupported),
        }
    }

    fn value(&self, value: Value, of: IntType) -> Done<u64> {
        match value {
            Value::Register(register) => self.int(register),
            Value::Const(number) => Ok(number as u64 & of.mask()),
        }
    }

    /// Lane 0.
    fn scalar(&self, register: Vector, dtype: FloatType) -> Done<f64> {
        let bits = self.vector_at(register)?.bits(0, dtype);
        Ok(match dtype {
            FloatType::F32 => f32::from_bits(bits as u32).into(),
            FloatType::F64 => f64::from_bits(bits),
        })
    }

    /// Whether a condition holds.
    pub(super) fn holds(&self, condition: Condition) -> Done<bool> {
        Ok(match condition {
            Condition::Ints(how, a, b, of) => integer::compare(how, of, self.int(a)?, self.value(b, of)?),
            Condition::Floats(how, a, b, dtype) => {
                integer::holds(how, self.scalar(a, dtype)?.partial_cmp(&self.scalar(b, dtype)?))
            }
        })
    }
}
