//! A function that is run several times, with addresses that move on.
//!
//! Tests: `tests/tests/primitives_series.rs`.

use super::func::{Func, Inst, Int};
use super::register::{Role, Vector};
use super::walk::Operands;
use crate::fallible::{Few, OutOfMemory, TryVec, try_with_room};

/// Instructions around the function: a counter, and for each argument a copy outside, one inside, and a step.
const AROUND: usize = 32;

/// An argument that is not the same the next time.
#[derive(Clone, Copy)]
struct Moving {
    /// The register in which the function finds it.
    register: Int,
    /// The register in which it waits for the next time: another one, where the function
    /// overwrites the first.
    kept: Int,
    /// How far it moves from time to time.
    step: i64,
}

impl Func {
    /// The function `count` times, at least once, one after the other: the first arguments, which are words,
    /// have moved on by `steps` from one time to the next, the others are the same. A function that ends
    /// before its last instruction ends for good, and none has a result.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn repeated(&self, count: usize, steps: &[i64]) -> Result<Self, OutOfMemory> {
        let moving = self.moving(steps)?;
        let counter = Int(self.ints.saturating_add(self.int_arguments().count() as u32));
        let mut body = try_with_room(self.body.len().saturating_add(AROUND))?;
        let copied = || moving.iter().filter(|argument| argument.kept != argument.register);
        for argument in copied() {
            body.try_push(Inst::Copy(argument.kept, argument.register))?;
        }
        body.try_push(Inst::Const(counter, i64::try_from(count.max(1)).unwrap_or(i64::MAX)))?;
        body.try_push(Inst::Loop(counter))?;
        for argument in copied() {
            body.try_push(Inst::Copy(argument.register, argument.kept))?;
        }
        body.try_extend(self.body.iter().copied())?;
        for argument in moving.iter().filter(|argument| argument.step != 0) {
            body.try_push(Inst::AddConst(argument.kept, argument.kept, argument.step))?;
        }
        body.try_push(Inst::End)?;
        self.with_body(body)
    }

    /// The arguments that move, and those that the function overwrites.
    fn moving(&self, steps: &[i64]) -> Result<Few<Moving, 8>, OutOfMemory> {
        let mut moving = Few::new();
        let mut free = (self.ints..).map(Int);
        for (nth, register) in self.int_arguments().enumerate() {
            let step = steps.get(nth).copied().unwrap_or(0);
            let kept = match self.writes(register) {
                true => free.next().unwrap_or(register),
                false => register,
            };
            if step != 0 || kept != register {
                moving.try_push(Moving { register, kept, step })?;
            }
        }
        Ok(moving)
    }

    /// Whether an instruction writes a register.
    fn writes(&self, register: Int) -> bool {
        let mut writes = Writes { register, found: false };
        self.body.iter().for_each(|inst| inst.operands(&mut writes));
        writes.found
    }
}

/// Looks for an instruction that writes a register.
struct Writes {
    register: Int,
    found: bool,
}

impl Operands for Writes {
    fn int(&mut self, register: Int, role: Role) {
        self.found |= role.writes() && register == self.register;
    }

    fn vector(&mut self, _: Vector, _: Role) {}
}
