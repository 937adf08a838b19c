//! Instructions on vectors of integers.
//!
//! Tests: `tests/tests/kernel_language_vectors.rs`.

use super::{Done, Problem, State, within};
use crate::F16;
use crate::kernel::func::{Address, Fp16Op, Half, Inst, IntType, LaneShift, NarrowOp, Vector};
use crate::reference::integer;
use crate::reference::vector::Contents;

impl State<'_, '_> {
    pub(super) fn lanes(&mut self, inst: Inst) -> Done {
        match inst {
            Inst::LaneCount(d, of) => self.set(d, self.size.0.checked_div(of.bytes()).unwrap_or(0) as u64),
            Inst::VectorLoad(d, from, _) => self.load_bytes(d, from, self.size.0),
            Inst::VectorStore(a, to, _) => self.store_bytes(a, to, self.size.0),
            Inst::LaneLoad(d, from, lanes) => {
                within(lanes.count, 1, self.count(lanes.of))?;
                self.load_bytes(d, from, lanes.bytes())
            }
            Inst::LaneStore(a, to, lanes) => {
                within(lanes.count, 1, self.count(lanes.of))?;
                self.store_bytes(a, to, lanes.bytes())
            }
            Inst::LaneExtract(d, a, lane, of) => {
                let lane = self.int_lane(lane, of)?;
                self.set(d, self.vector_at(a)?.int_lane(lane, of.bytes()))
            }
            Inst::LaneReduce(op, d, a, of) => {
                let a = self.vector(a)?;
                let lanes = (0..self.count(of)).map(|nth| a.int_lane(nth, of.bytes()));
                let all = lanes.reduce(|all, lane| integer::lane(op.op(), of, all, lane));
                self.set(d, all.unwrap_or(0))
            }
            Inst::LaneBits(d, a, of) => {
                let a = self.vector(a)?;
                let sign = |nth| a.int_lane(nth, of.bytes()) >> of.bits().wrapping_sub(1) & 1;
                let bits = (0..self.count(of)).rev().fold(0u64, |bits, nth| bits << 1 | sign(nth));
                self.set(d, bits)
            }
            _ => {
                let (d, value) = self.lanes_of(inst)?;
                self.set_vector(d, value)
            }
        }
    }

    /// The vector that an instruction computes from registers, and where it puts it.
    fn lanes_of(&self, inst: Inst) -> Done<(Vector, Contents)> {
        Ok(match inst {
            Inst::LaneConst(d, value, of) => (d, self.lanewise(of, |_| value as u64)),
            Inst::LaneBroadcast(d, a, of) => {
                let a = self.int(a)?;
                (d, self.lanewise(of, |_| a))
            }
            Inst::LaneSpread(d, a, lane, of) => {
                let lane = self.int_lane(lane, of)?;
                let bits = self.vector_at(a)?.int_lane(lane, of.bytes());
                (d, self.lanewise(of, |_| bits))
            }
            Inst::LaneInsert(d, a, lane, of) => {
                let (lane, bits, mut all) = (self.int_lane(lane, of)?, self.int(a)?, self.vector(d)?);
                all.set_int_lane(lane, of.bytes(), bits);
                (d, all)
            }
            Inst::LaneBinary(op, d, a, b, of) => {
                let lane = self.pairs([a, b], of)?;
                (d, self.lanewise(of, |nth| integer::lane(op, of, lane(0, nth), lane(1, nth))))
            }
            Inst::LaneUnary(op, d, a, of) => {
                let lane = self.pairs([a, a], of)?;
                (d, self.lanewise(of, |nth| integer::lane_unary(op, of, lane(0, nth))))
            }
            Inst::LaneShift(how, d, a, by, of) => {
                let (least, most) = match how {
                    LaneShift::Left => (0, of.bits().wrapping_sub(1)),
                    LaneShift::Right => (1, of.bits()),
                };
                let by = within(by, least as usize, most as usize)? as u32;
                let lane = self.pairs([a, a], of)?;
                (d, self.lanewise(of, |nth| shifted(how, of, lane(0, nth), by)))
            }
            Inst::LaneWiden(half, d, a, wide, narrow) => {
                let lane = self.pairs([a, a], narrow)?;
                let first = self.first(half, wide);
                let widened = |nth: usize| narrow.extended(lane(0, nth.saturating_add(first)));
                (d, self.lanewise(wide, widened))
            }
            Inst::LaneWide(op, d, a, b, wide, narrow) => {
                let lane = self.pairs([a, b], narrow)?;
                let first = self.first(op.half(), wide);
                let widened =
                    |of, nth: usize| narrow.extended(lane(of, nth.saturating_add(first))) & wide.mask();
                (d, self.lanewise(wide, |nth| integer::lane(op.op(), wide, widened(0, nth), widened(1, nth))))
            }
            Inst::LaneNarrow(op, d, a, b, narrow, wide) => {
                let (lane, half) = (self.pairs([a, b], wide)?, self.count(wide));
                let narrowed = |nth: usize| {
                    let bits = match nth.checked_sub(half) {
                        Some(nth) => lane(1, nth),
                        None => lane(0, nth),
                    };
                    match op {
                        NarrowOp::Wrap => bits,
                        NarrowOp::Saturate => integer::saturated(narrow, integer::exact(wide, bits)),
                    }
                };
                (d, self.lanewise(narrow, narrowed))
            }
            Inst::LookUp(d, a, b) => {
                let byte = self.pairs([a, b], IntType::U8)?;
                let found = |nth: usize| match byte(1, nth) {
                    place @ 0..16 => byte(0, nth & !15 | place as usize),
                    _ => 0,
                };
                (d, self.lanewise(IntType::U8, found))
            }
            Inst::Fp16Binary(op, d, a, b) => {
                let lane = self.pairs([a, b], IntType::U16)?;
                (d, self.lanewise(IntType::U16, |nth| half_binary(op, lane(0, nth), lane(1, nth))))
            }
            Inst::FromFp16(d, a) => {
                let lane = self.pairs([a, a], IntType::U16)?;
                let single = |nth| F16::from_bits(lane(0, nth) as u16).to_f32().to_bits();
                (d, self.lanewise(IntType::U32, |nth| single(nth).into()))
            }
            Inst::ToFp16(d, a) => {
                let (lane, count) = (self.pairs([a, a], IntType::U32)?, self.count(IntType::U32));
                let half = |nth| F16::from_f32(f32::from_bits(lane(0, nth) as u32)).to_bits().into();
                (d, self.lanewise(IntType::U16, |nth| if nth < count { half(nth) } else { 0 }))
            }
            Inst::FromInt32(d, a) => {
                let lane = self.pairs([a, a], IntType::I32)?;
                let single = |nth| (lane(0, nth) as u32 as i32 as f32).to_bits();
                (d, self.lanewise(IntType::U32, |nth| single(nth).into()))
            }
            Inst::ToInt32(d, a) => {
                let lane = self.pairs([a, a], IntType::U32)?;
                let whole = |nth| f32::from_bits(lane(0, nth) as u32) as i32 as u32;
                (d, self.lanewise(IntType::I32, |nth| whole(nth).into()))
            }
            _ => return Err(Problem::Unsupported),
        })
    }

    /// The lanes of a vector.
    fn count(&self, of: IntType) -> usize {
        self.size.0.checked_div(of.bytes()).unwrap_or(0)
    }

    /// The first lane of a half, of which the lanes become those of a vector.
    fn first(&self, half: Half, wide: IntType) -> usize {
        match half {
            Half::Low => 0,
            Half::High => self.count(wide),
        }
    }

    /// A lane, if there is one of that number.
    fn int_lane(&self, lane: u8, of: IntType) -> Done<usize> {
        within(lane, 0, self.count(of).saturating_sub(1))
    }

    /// Each lane as a function of its number says.
    fn lanewise(&self, of: IntType, lane: impl Fn(usize) -> u64) -> Contents {
        let mut all = Contents::ZERO;
        (0..self.count(of)).for_each(|nth| all.set_int_lane(nth, of.bytes(), lane(nth)));
        all
    }

    /// The lanes of two registers: by number of the register, and of the lane.
    fn pairs(&self, registers: [Vector; 2], of: IntType) -> Done<impl Fn(usize, usize) -> u64> {
        let [a, b] = registers;
        let (a, b) = (self.vector(a)?, self.vector(b)?);
        Ok(move |which, nth| if which == 0 { a } else { b }.int_lane(nth, of.bytes()))
    }

    /// Loads the low bytes of a vector; the others become zero.
    fn load_bytes(&mut self, d: Vector, from: Address, bytes: usize) -> Done {
        let mut all = Contents::ZERO;
        let from = self.memory_at(from, bytes)?;
        all.0.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        self.set_vector(d, all)
    }

    fn store_bytes(&mut self, a: Vector, to: Address, bytes: usize) -> Done {
        let all = self.vector(a)?;
        self.memory_at(to, bytes)?.iter_mut().zip(all.0).for_each(|(to, from)| *to = from);
        Ok(())
    }
}

/// A lane shifted by a number.
fn shifted(how: LaneShift, of: IntType, bits: u64, by: u32) -> u64 {
    match how {
        LaneShift::Left => bits.checked_shl(by).unwrap_or(0),
        LaneShift::Right => (integer::exact(of, bits) >> (by & 127)) as u64,
    }
}

/// The bits of the result of an operation on two numbers of half precision, by theirs.
fn half_binary(op: Fp16Op, a: u64, b: u64) -> u64 {
    let [a, b] = [a, b].map(|bits| F16::from_bits(bits as u16));
    let result = match op {
        Fp16Op::Add => a + b,
        Fp16Op::Sub => a - b,
        Fp16Op::Mul => a * b,
        Fp16Op::Div => a / b,
    };
    result.to_bits().into()
}
