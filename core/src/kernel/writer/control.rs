//! Branches and loops, with what they enclose as closures.

use super::super::condition::Condition;
use super::super::register::{Int, Vector};
use super::super::signature::Type;
use super::super::table::Inst;
use super::{Number, Operand, Writer};

impl Writer {
    /// What `body` writes runs if a condition holds. More branches may follow.
    pub fn if_(&self, condition: Condition, body: impl FnOnce()) -> Branches<'_> {
        self.push(Inst::If(condition));
        body();
        Branches { writer: self, ends: 1 }
    }

    /// What `body` writes runs for as long as a condition holds.
    pub fn while_(&self, condition: Condition, body: impl FnOnce()) {
        self.push(Inst::While(condition));
        body();
        self.push(Inst::End);
    }

    /// What `body` writes runs for as long as a condition holds that is computed before each pass.
    pub fn while_computed(&self, condition: impl FnOnce() -> Condition, body: impl FnOnce()) {
        self.push(Inst::Repeat);
        let condition = condition();
        self.unless(condition, || self.break_(1));
        body();
        self.push(Inst::End);
    }

    /// What `body` writes runs unless a condition holds.
    fn unless(&self, condition: Condition, body: impl FnOnce()) {
        match condition {
            Condition::Ints(how, a, b, of) => self.push(Inst::If(Condition::Ints(how.negated(), a, b, of))),
            // With a NaN, neither it nor its opposite may hold.
            Condition::Floats(..) => {
                self.push(Inst::If(condition));
                self.push(Inst::Else);
            }
        }
        body();
        self.push(Inst::End);
    }

    /// What `body` writes runs as often as a number says, at least once.
    pub fn times<'k>(&'k self, passes: impl Into<Operand<'k, u64>>, body: impl FnOnce()) {
        let counter = match passes.into() {
            Operand::Var(var) => var.copy(),
            Operand::Number(number) => self.number(number),
        };
        self.push(Inst::Loop(Int(counter.number)));
        body();
        self.push(Inst::End);
    }

    /// What `body` writes runs until it is left.
    pub fn repeat(&self, body: impl FnOnce()) {
        self.push(Inst::Repeat);
        body();
        self.push(Inst::End);
    }

    /// Leaves that many of the innermost loops, at least 1.
    pub fn break_(&self, levels: u8) {
        self.push(Inst::Break(levels));
    }

    /// Goes on with the next pass of a loop: the innermost is number 1.
    pub fn continue_(&self, levels: u8) {
        self.push(Inst::Continue(levels));
    }

    /// Returns a number.
    pub fn return_<'k, T: Number>(&'k self, number: impl Into<Operand<'k, T>>) {
        let var = self.operand(number.into());
        self.push(match T::TYPE {
            Type::Int(_) => Inst::ReturnInt(Int(var.number)),
            Type::Float(of) => Inst::ReturnFloat(Vector(var.number), of),
        });
    }

    /// Returns from a function without a result.
    pub fn leave(&self) {
        self.push(Inst::Return);
    }
}

/// The branches of a condition so far. When it is dropped, they end.
#[derive(Debug)]
pub struct Branches<'k> {
    writer: &'k Writer,
    ends: usize,
}

impl Branches<'_> {
    /// What `body` writes runs if no condition before holds, and this one does.
    pub fn elif(self, condition: Condition, body: impl FnOnce()) -> Self {
        self.writer.push(Inst::ElseIf(condition));
        body();
        self
    }

    /// What `body` writes runs if no condition before holds, and this one does, which is computed then.
    pub fn elif_computed(mut self, condition: impl FnOnce() -> Condition, body: impl FnOnce()) -> Self {
        self.writer.push(Inst::Else);
        let condition = condition();
        self.writer.push(Inst::If(condition));
        self.ends = self.ends.saturating_add(1);
        body();
        self
    }

    /// What `body` writes runs if no condition before holds.
    pub fn else_(self, body: impl FnOnce()) {
        self.writer.push(Inst::Else);
        body();
    }
}

impl Drop for Branches<'_> {
    fn drop(&mut self) {
        (0..self.ends).for_each(|_| self.writer.push(Inst::End));
    }
}
