//! The loops of a plan around its kernels, as statements that C and Rust both have.
//!
//! Idea: a plan's instructions ([`Instruction`]) keep addresses that move. In a language with expressions, an
//! address is the place where its operand begins, and for each loop around the call that moves it, the loop's
//! variable times a step: compilers find pointers that move by themselves, and people read which tile is
//! computed. Whether a loop is at its first or last iteration is a comparison of its variable. The shared
//! loops, whose iterations are tasks elsewhere, are loops like others.
//!
//! Invariant: a call is in the loops that it is in, with the same cases, in the same order; so results are
//! those of the plan, bit by bit.
//!
//! Tests: `harness/export/src/driver/tests.rs`, `tests/tests/export_link.rs`.

mod operand;
#[cfg(test)]
mod tests;
pub(crate) mod write;

pub(crate) use operand::{Operand, of_plan, of_program};

use crate::error::ExportError;
use crate::kernel::{Kernel, Pointee};
use std::collections::BTreeSet;
use tensmith::DType;
use tensmith::program::tensor::{Buffer, Plan};
use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::tensor::plan::{Call, Instruction, Loop, Moment, Move, Phase};

/// A function that is exported: loops around kernels.
#[derive(Debug)]
pub(crate) struct Driver {
    pub(crate) name: String,
    /// Lines that say what it computes.
    pub(crate) summary: Vec<String>,
    /// The type of all elements.
    pub(crate) element: Pointee,
    pub(crate) operands: Vec<Operand>,
    /// Bytes of scratch memory that the caller lends.
    pub(crate) scratch_bytes: usize,
    pub(crate) body: Vec<Statement>,
    /// The features that its kernels need, by name.
    pub(crate) needs: Vec<&'static str>,
}

/// The alignment of scratch memory in bytes: that of a line of a cache.
pub(crate) const SCRATCH_ALIGNMENT: usize = ALIGNMENT;

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// A loop over a variable, from 0 to below `end`.
    Loop { variable: String, end: End, body: Vec<Self> },
    /// One of two, by whether all of some loops are where they have to be.
    Choose { condition: Vec<At>, then: Vec<Self>, otherwise: Vec<Self> },
    /// A call of a kernel, by its symbol.
    Call { kernel: String, places: Vec<Place> },
}

/// How often a loop runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) extent: usize,
    /// How often where all of some loops are at their last iteration.
    pub(crate) rest: Option<(Vec<At>, usize)>,
}

/// A loop at one end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum At {
    /// At its first iteration.
    First(String),
    /// At its last iteration, of this many.
    Last(String, usize),
    /// At its last iteration; how many there are is in a variable.
    LastOfPart(String),
}

impl At {
    /// Whether a loop that is there is not at another end: loops have two iterations at least, unless
    /// they are over parts.
    fn excludes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::First(one), Self::Last(other, _)) | (Self::Last(one, _), Self::First(other)) => {
                one == other
            }
            _ => false,
        }
    }
}

/// The address of an operand of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) base: Base,
    /// Elements behind the base.
    pub(crate) offset: isize,
    /// Variables of loops, and elements from one iteration to the next.
    pub(crate) steps: Vec<(String, isize)>,
}

/// The beginning of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// An operand, by its number.
    Operand(usize),
    /// Scratch memory.
    Scratch,
}

impl Driver {
    /// A function that does what a plan does, with the kernels of the plan, in their order.
    pub(crate) fn new(
        (name, summary): (&str, Vec<String>),
        plan: &Plan,
        kernels: &[Kernel],
        operands: Vec<Operand>,
    ) -> Result<Self, ExportError> {
        let dtype = plan.sequence().dtype().unwrap_or(DType::F32);
        // The arena comes first, then what is each thread's own elsewhere.
        let arena_bytes = plan.arena_bytes().next_multiple_of(SCRATCH_ALIGNMENT);
        let scratch_at = if plan.scratch_bytes() == 0 { 0 } else { arena_bytes / dtype.bytes() };
        let scratch_bytes = match plan.scratch_bytes() {
            0 => plan.arena_bytes(),
            bytes => arena_bytes + bytes,
        };
        let mut body = Vec::new();
        let mut loops = 0;
        for phase in plan.phases() {
            let mut writer = Writer { plan, phase, kernels, scratch_at, open: Vec::new(), loops };
            body.extend(writer.statements(&mut phase.instructions()));
            loops = writer.loops;
        }
        let (name, element) = (name.to_owned(), Pointee::of(dtype)?);
        let mut driver = Self { name, summary, element, operands, scratch_bytes, body, needs: Vec::new() };
        let called = kernels.iter().filter(|kernel| driver.calls(&kernel.symbol));
        let needs: BTreeSet<_> = called.flat_map(Kernel::needs).collect();
        driver.needs = needs.into_iter().collect();
        Ok(driver)
    }

    /// Whether any statement calls a kernel.
    pub(crate) fn calls(&self, symbol: &str) -> bool {
        self.any(&|kernel, _| kernel == symbol)
    }

    /// Whether any statement uses a base.
    pub(crate) fn uses(&self, base: Base) -> bool {
        self.any(&|_, places| places.iter().any(|place| place.base == base))
    }

    fn any(&self, holds: &dyn Fn(&str, &[Place]) -> bool) -> bool {
        self.body.iter().any(|statement| statement.any(holds))
    }
}

impl Statement {
    /// Whether something holds for any call of a kernel and its places.
    fn any(&self, holds: &dyn Fn(&str, &[Place]) -> bool) -> bool {
        match self {
            Self::Loop { body, .. } => body.iter().any(|statement| statement.any(holds)),
            Self::Choose { then, otherwise, .. } => {
                then.iter().chain(otherwise).any(|statement| statement.any(holds))
            }
            Self::Call { kernel, places } => holds(kernel, places),
        }
    }
}

/// Writes the statements of a phase.
struct Writer<'p> {
    plan: &'p Plan,
    phase: &'p Phase,
    kernels: &'p [Kernel],
    /// The element at which scratch memory begins, behind the arena.
    scratch_at: usize,
    /// The loops around the statement at hand, outermost first.
    open: Vec<Open<'p>>,
    /// How many loops the function has so far: each has a variable of its own.
    loops: usize,
}

/// A loop that is open.
struct Open<'p> {
    number: usize,
    variable: String,
    end: End,
    moves: &'p [Move],
}

impl Open<'_> {
    fn last(&self) -> At {
        match self.end {
            End { extent, rest: None } => At::Last(self.variable.clone(), extent),
            End { rest: Some(_), .. } => At::LastOfPart(self.variable.clone()),
        }
    }
}

impl<'p> Writer<'p> {
    /// Statements up to the end of the loop at hand.
    fn statements(&mut self, instructions: &mut impl Iterator<Item = Instruction<'p>>) -> Vec<Statement> {
        let mut statements = Vec::new();
        while let Some(instruction) = instructions.next() {
            match instruction {
                Instruction::Begin { number, a_loop, moves } => {
                    let variable = format!("{}{}", a_loop.kind.name(), self.loops);
                    self.loops += 1;
                    let end = self.end(a_loop);
                    self.open.push(Open { number, variable: variable.clone(), end: end.clone(), moves });
                    let body = self.statements(instructions);
                    self.open.pop();
                    if !body.is_empty() {
                        statements.push(Statement::Loop { variable, end, body });
                    }
                }
                Instruction::End => break,
                Instruction::Call(call) => statements.extend(self.cases(call, call.moments(), 0, &[])),
            }
        }
        statements
    }

    fn end(&self, a_loop: &Loop) -> End {
        let &Loop { extent, rest, around, .. } = a_loop;
        match self.condition(Moment::Last(around)) {
            // The loops outside of it have one iteration each.
            condition if condition.is_empty() => End { extent: rest, rest: None },
            _ if rest == extent => End { extent, rest: None },
            condition => End { extent, rest: Some((condition, rest)) },
        }
    }

    /// The loops that have to be at an end for a moment.
    fn condition(&self, moment: Moment) -> Vec<At> {
        let (Moment::First(loops) | Moment::Last(loops)) = moment;
        let chosen = self.open.iter().filter(|open| loops >> open.number & 1 == 1);
        let at = |open: &Open<'_>| match moment {
            Moment::First(_) => At::First(open.variable.clone()),
            Moment::Last(_) => open.last(),
        };
        chosen.map(at).collect()
    }

    /// A decision for each of the moments, the last one first, where some loops are known to be at an end:
    /// those of the moments before are bits of the case.
    fn cases(&self, call: &Call, moments: &[Moment], case: usize, known: &[At]) -> Vec<Statement> {
        let Some((moment, others)) = moments.split_last() else {
            return call.kernel(case).map(|kernel| self.call(call, kernel)).into_iter().collect();
        };
        let condition = self.condition(*moment);
        let otherwise = self.cases(call, others, case, known);
        if condition.iter().any(|at| known.iter().any(|known| known.excludes(at))) {
            return otherwise;
        }
        let then = self.cases(call, others, case | 1 << others.len(), &[known, &condition].concat());
        if then == otherwise {
            return then;
        }
        vec![Statement::Choose { condition, then, otherwise }]
    }

    fn call(&self, call: &Call, kernel: usize) -> Statement {
        let kernel = &self.kernels[kernel];
        let places = call.addresses().into_iter().zip(&kernel.arguments);
        let places = places.map(|(address, _)| self.place(address)).collect();
        Statement::Call { kernel: kernel.symbol.clone(), places }
    }

    /// The place of an address inside of the loops that are open.
    fn place(&self, address: usize) -> Place {
        let bytes = self.plan.sequence().dtype().map_or(1, DType::bytes) as isize;
        // All operands of the plan have a place; registers are never passed.
        let (buffer, begin) = self.plan.origin(self.phase, address).unwrap_or((Buffer::Register, 0));
        let (base, behind) = match buffer {
            Buffer::Argument(number) => (Base::Operand(number), 0),
            Buffer::Arena(_) | Buffer::Register => (Base::Scratch, 0),
            Buffer::Scratch(_) => (Base::Scratch, self.scratch_at as isize),
        };
        let moved = |open: &Open<'_>| {
            let moves = open.moves.iter().filter(|moved| moved.address == address);
            let step = moves.map(|moved| moved.step / bytes).sum::<isize>();
            (step != 0).then(|| (open.variable.clone(), step))
        };
        Place { base, offset: begin / bytes + behind, steps: self.open.iter().filter_map(moved).collect() }
    }
}
