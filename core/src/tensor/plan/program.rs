//! Loops and calls as a flat list, and walking it.
//!
//! While the walk stands inside of loops, it keeps for each of them how many iterations are left, and in
//! two words whether it is at the first and at the last of them. That answers everything that
//! calls ask, and how long a loop over a part is.
//!
//! Invariants: a loop has at least two iterations in full length and never less than one; those that
//! end are the innermost that is open. There are at most [`MAX_LOOPS`], so that a word has a
//! bit for each and the counters fit on the stack.

use super::moment::Moment;
use crate::fallible::{Few, OutOfMemory, TryVec, sorted, try_few, try_with_room};
use crate::kernel::KernelSpec;
use crate::kernel::spec::MAX_LINKS;
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Nest, Operand};
use crate::tensor::parts;
use crate::tensor::sequence::{MAX_STEPS, Step};
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::Range;

/// The most loops of a phase.
const MAX_LOOPS: usize = 63;

/// The most operands of a kernel: a multiplication has two inputs and an output, and one for each link.
pub const MAX_ADDRESSES: usize = MAX_LINKS + 3;

/// The most operands of all steps of a phase.
const MAX_OPERANDS: usize = MAX_STEPS * Operand::ALL.len();

/// The most cases of a call: of four rests and two ends of sums, each of which it may be or not.
pub(super) const MAX_CASES: usize = 1 << 6;

/// The most kernels of a plan.
const MAX_KERNELS: usize = u16::MAX as usize;

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A loop begins: its number.
    Begin(usize),
    /// A loop ends: its number, and where it begins.
    End(usize, usize),
    /// A kernel is called: the number of the call.
    Call(usize),
}

/// A loop.
#[derive(Debug, PartialEq, Eq)]
pub struct Loop {
    /// Type of the dimension.
    pub kind: Kind,
    /// Number of iterations.
    pub extent: usize,
    /// Number of iterations where the loops `around` are all at their last.
    pub rest: usize,
    /// The loops over parts outside, a bit for each.
    pub around: u64,
    /// Its moves, among those of the program.
    moves: Range<usize>,
}

/// The step of an address from one iteration of a loop to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The number of the loop.
    of: usize,
    /// The number of the address within the phase.
    pub address: usize,
    /// How many bytes it moves.
    pub step: isize,
}

/// The moments that the choice of a kernel depends on.
pub(super) type Moments = Few<Moment, 4>;

/// The number of the kernel of each case; none where nothing is called.
pub(super) type Table = Few<Option<u16>, 4>;

/// The call of a case.
#[derive(Clone, Copy)]
pub(super) enum Case {
    /// Nothing.
    Nothing,
    /// A kernel that no other case of the call has.
    Own,
    /// A kernel that another one may have, too.
    Any,
}

/// A call of one of several kernels.
#[derive(Debug, PartialEq, Eq)]
pub struct Call {
    /// The moments that the choice depends on; each is a bit of the number of the case, the first the lowest.
    pub(super) moments: Moments,
    /// The kernel of each case; none where nothing is called.
    pub(super) kernels: Table,
    /// The number of its step within the phase; of a row, the last.
    step: usize,
    /// The addresses of its operands; those that it does not have are its last one.
    pub(super) addresses: [usize; MAX_ADDRESSES],
}

/// Calls of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calls {
    /// Number of the step that makes them; of several that are one chain, the last.
    pub step: usize,
    /// Number of the kernel in [`Plan::kernels`](super::Plan::kernels).
    pub kernel: usize,
    /// How many there are.
    pub times: u64,
}

/// The instructions of a phase.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Program {
    /// Number of the first address.
    first_address: usize,
    /// How many addresses there are.
    addresses: usize,
    items: Vec<Item>,
    loops: Vec<Loop>,
    /// Loop by loop.
    moves: Vec<Move>,
    calls: Vec<Call>,
}

/// Writes a program, step by step.
pub(super) struct Writer<'a> {
    program: Program,
    kernels: &'a mut Vec<KernelSpec>,
    /// How many of them no case of the call at hand has made.
    known: usize,
    /// The open dimensions: the loop of each and where it begins, if it has one.
    open: Few<Option<(usize, usize)>, 12>,
    /// The first address of the step.
    at: usize,
}

impl<'a> Writer<'a> {
    /// Begins a phase of some steps, of which the first has the given number.
    pub(super) fn new(
        first_step: usize,
        steps: &[Step],
        kernels: &'a mut Vec<KernelSpec>,
    ) -> Result<Self, OutOfMemory> {
        let begun = steps.iter().map(|step| step.loops().saturating_sub(step.shares));
        let (loops, moving) = (begun.sum(), steps.iter().map(Step::loops).sum::<usize>());
        let program = Program {
            first_address: first_step.saturating_mul(Operand::ALL.len()),
            addresses: 0,
            // Loops, their ends, and a call of each step, or a touch besides.
            items: try_with_room(2 * loops + 2 * steps.len())?,
            loops: try_with_room(loops)?,
            moves: try_with_room(Operand::ALL.len() * moving)?,
            calls: try_with_room(steps.len())?,
        };
        Ok(Self { program, kernels, known: 0, open: Few::new(), at: 0 })
    }

    /// Begins one more step: ends the loops that it does not share, and opens its own. The first `common`
    /// loops are those of other steps too. Returns whether there is anything to do.
    pub(super) fn begin_step(&mut self, step: &Step, common: usize) -> Result<bool, NestError> {
        let Step { nest, shares, .. } = step;
        self.at = self.program.addresses;
        self.program.addresses = self.at.saturating_add(Operand::ALL.len());
        if self.program.addresses > MAX_OPERANDS {
            return Err(NestError::TooMuch { what: "operands of steps", most: MAX_OPERANDS });
        }
        self.close(*shares)?;
        // Without an index there is nothing to do, and no reason to loop.
        if nest.dims.iter().any(|dim| dim.kind != Kind::K && dim.extent == 0) {
            return Ok(false);
        }
        for number in 0..nest.dims.len() {
            self.open(step, number, common)?;
        }
        Ok(true)
    }

    /// How many loops of the step that was just written are shared between threads.
    pub(super) fn shared(&self, nest: &Nest) -> usize {
        let dims = nest.dims.iter().zip(&self.open);
        dims.filter(|(dim, open)| dim.exec == Exec::Shared && open.is_some()).count()
    }

    pub(super) fn finish(mut self) -> Result<Program, NestError> {
        self.close(0)?;
        let Program { loops, moves, .. } = &mut self.program;
        // Steps may move with loops that others have begun. The library's check of slices indexes them.
        if !moves.iter().is_sorted_by_key(|moved| moved.of) {
            *moves = sorted(mem::take(moves));
        }
        let mut rest = moves.iter().peekable();
        let mut begin = 0usize;
        for (number, a_loop) in loops.iter_mut().enumerate() {
            let mut end = begin;
            while rest.next_if(|moved| moved.of == number).is_some() {
                end = end.saturating_add(1);
            }
            a_loop.moves = begin..end;
            begin = end;
        }
        Ok(self.program)
    }

    /// Ends the loops over all dimensions but the first few.
    fn close(&mut self, remaining: usize) -> Result<(), NestError> {
        while self.open.len() > remaining {
            if let Some(Some((number, begin))) = self.open.pop() {
                self.program.items.try_push(Item::End(number, begin))?;
            }
        }
        Ok(())
    }

    /// Opens a dimension, unless it is open, and lets the step's addresses move with it.
    fn open(&mut self, step: &Step, number: usize, common: usize) -> Result<(), NestError> {
        let nest = &step.nest;
        let Some(&dim) = nest.dims.get(number) else { return Ok(()) };
        let is_open = number < self.open.len();
        // Loops of an empty sum are idle, unless they are those of other steps.
        let is_idle = dim.kind == Kind::K && number >= common && nest.has_empty_sum();
        let is_loop = dim.exec != Exec::Prim && dim.extent > 1 && !is_idle;
        if !is_open {
            let begin = if is_loop { Some(self.begin(nest, number)?) } else { None };
            self.open.try_push(begin)?;
        }
        self.move_with(number, &dim, step)
    }

    /// Begins the loop over a dimension: its number, and where it is.
    fn begin(&mut self, nest: &Nest, number: usize) -> Result<(usize, usize), NestError> {
        let Program { items, loops, .. } = &self.program;
        let begun = (loops.len(), items.len());
        if begun.0 >= MAX_LOOPS {
            return Err(NestError::TooMuch { what: "loops", most: MAX_LOOPS });
        }
        let around = parts::outside(&nest.dims, number).fold(0, |loops, outer| loops | self.bit_of(outer));
        if let Some(dim) = nest.dims.get(number) {
            let a_loop = Loop { kind: dim.kind, extent: dim.extent, rest: dim.rest(), around, moves: 0..0 };
            self.program.loops.try_push(a_loop)?;
            self.program.items.try_push(Item::Begin(begun.0))?;
        }
        Ok(begun)
    }

    fn move_with(&mut self, number: usize, dim: &Dim, step: &Step) -> Result<(), NestError> {
        let Some(&Some((of, _))) = self.open.get(number) else { return Ok(()) };
        for (address, operand) in (self.at..).zip(Operand::ALL) {
            let is_somewhere = *step.operands.get(operand) != Buffer::Register;
            let step = dim.strides.get(operand).wrapping_mul(step.nest.bytes(operand) as isize);
            if step != 0 && is_somewhere {
                self.program.moves.try_push(Move { of, address, step })?;
            }
        }
        Ok(())
    }

    /// The bit of the loop over a dimension of the step; none if it has no loop.
    pub(super) fn bit_of(&self, dim: usize) -> u64 {
        match self.open.get(dim) {
            Some(Some((number, _))) => bit(*number),
            _ => 0,
        }
    }

    /// The loops over dimensions of a type.
    pub(super) fn loops_of(&self, nest: &Nest, kind: Kind) -> u64 {
        let dims = nest.dims.iter().enumerate().filter(|(_, dim)| dim.kind == kind);
        dims.fold(0, |loops, (number, _)| loops | self.bit_of(number))
    }

    /// Makes room for a call with a number of cases.
    pub(super) fn expect_cases(&mut self, cases: usize) -> Result<(), OutOfMemory> {
        self.known = self.kernels.len();
        Ok(self.kernels.try_reserve(cases)?)
    }

    /// The number in the plan of the kernel of a case.
    pub(super) fn kernel(&mut self, spec: &KernelSpec, case: Case) -> Result<Option<u16>, NestError> {
        let new = self.kernels.len();
        let earlier = match case {
            Case::Nothing => return Ok(None),
            Case::Own => self.known,
            Case::Any => new,
        };
        let found = self.kernels.iter().take(earlier).position(|known| known == spec);
        if found.is_none() {
            self.kernels.try_push(*spec)?;
        }
        match found.unwrap_or(new) {
            number if number >= MAX_KERNELS => Err(NestError::TooMuch { what: "kernels", most: MAX_KERNELS }),
            number => Ok(u16::try_from(number).ok()),
        }
    }

    /// A call; its operands are to be told.
    pub(super) fn call(&mut self, moments: Moments, kernels: Table) -> Result<(), NestError> {
        self.program.items.try_push(Item::Call(self.program.calls.len()))?;
        let step = self.at / Operand::ALL.len();
        Ok(self.program.calls.try_push(Call { moments, kernels, step, addresses: [0; MAX_ADDRESSES] })?)
    }

    /// The last call takes operands of the step and of those before it, each with the number of its step in
    /// such a row of some length.
    pub(super) fn on_row(
        &mut self,
        steps: usize,
        operands: impl IntoIterator<Item = (usize, Operand)>,
    ) -> Result<(), NestError> {
        let address = |(nth, operand): (usize, Operand)| {
            let back = steps.saturating_sub(nth).saturating_sub(1);
            self.address(back, operand)
        };
        let addresses: Few<_, MAX_ADDRESSES> = try_few(operands.into_iter().map(address))?;
        self.last_call_on(&addresses);
        Ok(())
    }

    /// The number of the address of an operand, of a step that is some steps before the one at hand.
    fn address(&self, back: usize, operand: Operand) -> usize {
        let step = self.at.saturating_sub(back.saturating_mul(Operand::ALL.len()));
        step.saturating_add(operand as usize)
    }

    fn last_call_on(&mut self, addresses: &[usize]) {
        let mut addresses = addresses.iter().copied();
        let mut last = 0;
        if let Some(call) = self.program.calls.last_mut() {
            call.addresses = [(); MAX_ADDRESSES].map(|()| {
                last = addresses.next().unwrap_or(last);
                last
            });
        }
    }
}

const fn bit(number: usize) -> u64 {
    1u64.wrapping_shl(number as u32)
}

/// Where a walk stands.
struct State {
    addresses: [usize; MAX_OPERANDS],
    /// Iterations of each open loop that are left, and all of them.
    counts: [(usize, usize); MAX_LOOPS],
    /// The open loops that are at their first iteration.
    first: u64,
    /// The open loops that are at their last iteration.
    last: u64,
}

// Addresses wrap, because they are the caller's; all numbers of loops, calls and addresses are the
// writer's.
impl State {
    fn move_by(&mut self, moves: &[Move], iterations: usize) {
        for &Move { address, step, .. } in moves {
            if let Some(address) = self.addresses.get_mut(address) {
                *address = address.wrapping_add((step as usize).wrapping_mul(iterations));
            }
        }
    }

    /// Iterations of a loop that is about to begin.
    const fn trips(&self, a_loop: &Loop) -> usize {
        if self.last & a_loop.around == a_loop.around { a_loop.rest } else { a_loop.extent }
    }

    /// Enters a loop at some iteration, of which there are `trips`.
    fn enter(&mut self, number: usize, at: usize, trips: usize) {
        let bit = bit(number);
        let left = trips.wrapping_sub(at);
        if let Some(counts) = self.counts.get_mut(number) {
            *counts = (left, trips);
        }
        self.first = if at == 0 { self.first | bit } else { self.first & !bit };
        self.last = if left == 1 { self.last | bit } else { self.last & !bit };
    }

    /// Goes to the next iteration of a loop, or, behind the last one, to where its addresses were at first.
    fn next(&mut self, number: usize, moves: &[Move]) -> bool {
        let Some((left, trips)) = self.counts.get_mut(number) else { return false };
        *left = left.wrapping_sub(1);
        let (left, back) = (*left, 1usize.wrapping_sub(*trips));
        if left == 0 {
            self.move_by(moves, back);
            return false;
        }
        self.first &= !bit(number);
        if left == 1 {
            self.last |= bit(number);
        }
        self.move_by(moves, 1);
        true
    }

    fn holds(&self, moment: Moment) -> bool {
        match moment {
            Moment::First(loops) => self.first & loops == loops,
            Moment::Last(loops) => self.last & loops == loops,
        }
    }
}

/// The kernel of a call and the addresses of its operands.
pub(super) trait Visit: FnMut(usize, [usize; MAX_ADDRESSES]) {}
impl<F: FnMut(usize, [usize; MAX_ADDRESSES])> Visit for F {}

impl Program {
    pub(super) fn calls(&self) -> &[Call] {
        &self.calls
    }

    pub(super) fn loops(&self) -> &[Loop] {
        &self.loops
    }

    pub(super) fn items(&self) -> &[Item] {
        &self.items
    }

    /// The number in the plan of an address of this phase.
    pub(super) const fn number_of(&self, address: usize) -> usize {
        self.first_address.saturating_add(address)
    }

    pub(super) fn moves_of(&self, a_loop: &Loop) -> &[Move] {
        self.moves.get(a_loop.moves.clone()).unwrap_or_default()
    }

    /// The iterations of the outermost loops; parts count in full.
    pub(super) fn tasks(&self, shared: usize) -> usize {
        let extents = self.loops.iter().take(shared).map(|a_loop| a_loop.extent);
        if self.calls.is_empty() { 0 } else { extents.fold(1, usize::saturating_mul) }
    }

    /// Runs some tasks. `begin` says where the address of a number begins.
    pub(super) fn walk(
        &self,
        shared: usize,
        tasks: Range<usize>,
        begin: impl Fn(usize) -> usize,
        visit: &mut impl Visit,
    ) {
        let begin = |nth: usize| begin(self.first_address.wrapping_add(nth));
        if self.loops.is_empty() {
            // Nothing to count, and no counters to clear.
            if !tasks.is_empty() {
                self.calls.iter().for_each(|call| call.visit(|_| true, begin, visit));
            }
            return;
        }
        let mut state =
            State { addresses: [0; MAX_OPERANDS], counts: [(0, 0); MAX_LOOPS], first: 0, last: 0 };
        for task in tasks {
            let addresses = state.addresses.iter_mut().take(self.addresses);
            addresses.enumerate().for_each(|(nth, address)| *address = begin(nth));
            if self.enter_task(shared, task, &mut state) {
                self.walk_task(shared, &mut state, visit);
            }
        }
    }

    /// Visits what all tasks call, in some pieces.
    ///
    /// Counts calls without a walk: which kernel is called depends on which loops are at their first and at
    /// their last iteration, and dimensions come to their ends apart from each other, so that what is
    /// counted in each multiplies.
    pub(super) fn count(&self, visit: &mut impl FnMut(Calls)) {
        let mut open = 0;
        for item in &self.items {
            match *item {
                Item::Begin(number) => open |= bit(number),
                Item::End(number, _) => open &= !bit(number),
                Item::Call(number) => {
                    if let Some(call) = self.calls.get(number) {
                        self.count_cases(call, open, visit);
                    }
                }
            }
        }
    }

    /// Counts a call inside of some open loops, case by case.
    fn count_cases(&self, call: &Call, open: u64, visit: &mut impl FnMut(Calls)) {
        let mut times = [0; MAX_CASES];
        // How often it is each moment of a case, whether it is others or not.
        for (case, times) in times.iter_mut().enumerate().take(call.kernels.len()) {
            *times = self.iterations(open, call.ends(case));
        }
        // Without the times at which it is one more.
        for nth in 0..call.moments.len() {
            let moment = 1usize.wrapping_shl(nth as u32);
            for case in (0..MAX_CASES).filter(|case| case & moment == 0) {
                let with = times.get(case | moment).copied().unwrap_or(0);
                if let Some(times) = times.get_mut(case) {
                    *times = times.saturating_sub(with);
                }
            }
        }
        let step = self.step_of(call);
        for (kernel, times) in call.kernels.iter().zip(times).filter(|(_, times)| *times > 0) {
            if let Some(kernel) = kernel {
                visit(Calls { step, kernel: usize::from(*kernel), times });
            }
        }
    }

    /// In how many iterations of some loops those of them that have to be at an end are there.
    fn iterations(&self, open: u64, ends: Ends) -> u64 {
        let loops = || (0..).zip(&self.loops).filter(|(number, _)| open & bit(*number) != 0);
        // The parts of a dimension depend on each other, all else does not.
        let outermost = loops().filter(|(_, a_loop)| a_loop.around == 0);
        let dimensions = outermost.map(|(outermost, _)| {
            let is_part =
                |number: usize, a_loop: &Loop| number == outermost || a_loop.around & bit(outermost) != 0;
            let parts = loops().filter(|(number, a_loop)| is_part(*number, a_loop));
            parts.fold(Iterations::ONE, |around, part| around.go_inside(part, ends)).all()
        });
        dimensions.fold(1, u64::saturating_mul)
    }

    /// The number of the step that makes a call.
    const fn step_of(&self, call: &Call) -> usize {
        (self.first_address / Operand::ALL.len()).saturating_add(call.step)
    }

    fn write_loop(&self, a_loop: &Loop, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "for {}", a_loop.extent)?;
        if a_loop.rest != a_loop.extent {
            write!(f, " (at the end {})", a_loop.rest)?;
        }
        write!(f, " ({}):", a_loop.kind.name())?;
        for Move { address, step, .. } in self.moves_of(a_loop) {
            write!(f, " p{address} += {step}")?;
        }
        writeln!(f)
    }

    /// Enters the shared loops at the iterations that a task stands for; false if a part has ended there.
    fn enter_task(&self, shared: usize, task: usize, state: &mut State) -> bool {
        let mut tasks = self.tasks(shared);
        let mut rest = task;
        for (number, a_loop) in self.loops.iter().enumerate().take(shared) {
            tasks = tasks.checked_div(a_loop.extent).unwrap_or(1);
            let at = rest.checked_div(tasks).unwrap_or(0);
            rest = rest.checked_rem(tasks).unwrap_or(0);
            let trips = state.trips(a_loop);
            if at >= trips {
                return false;
            }
            state.enter(number, at, trips);
            state.move_by(self.moves_of(a_loop), at);
        }
        true
    }

    /// Runs what is inside of the shared loops.
    fn walk_task(&self, shared: usize, state: &mut State, visit: &mut impl Visit) {
        let mut at = shared;
        let end = self.items.len().saturating_sub(shared);
        while let Some(&item) = self.items.get(at).filter(|_| at < end) {
            at = at.wrapping_add(1);
            match item {
                Item::Begin(number) => {
                    if let Some(a_loop) = self.loops.get(number) {
                        state.enter(number, 0, state.trips(a_loop));
                    }
                }
                Item::End(number, begin) => {
                    let goes_on = |a_loop| state.next(number, self.moves_of(a_loop));
                    if self.loops.get(number).is_some_and(goes_on) {
                        at = begin.wrapping_add(1);
                    }
                }
                Item::Call(number) => {
                    if let Some(call) = self.calls.get(number) {
                        let address = |nth: usize| state.addresses.get(nth).copied().unwrap_or(0);
                        call.visit(|moment| state.holds(moment), address, visit);
                    }
                }
            }
        }
    }
}

/// The loops that have to be at their first iteration, and those that have to be at their
/// last, a bit for each.
#[derive(Clone, Copy, Default)]
struct Ends {
    first: u64,
    last: u64,
}

/// Iterations of loops over parts of one dimension.
#[derive(Clone, Copy)]
struct Iterations {
    /// Those in which all loops are at their last, if there are any: 0 or 1.
    last: u64,
    others: u64,
}

impl Iterations {
    /// That of no loops.
    const ONE: Self = Self { last: 1, others: 0 };

    fn all(self) -> u64 {
        self.last.saturating_add(self.others)
    }

    /// Those of one more loop, inside of these.
    fn go_inside(self, (number, a_loop): (usize, &Loop), ends: Ends) -> Self {
        let [is_first, is_last] = [ends.first, ends.last].map(|loops| loops & bit(number) != 0);
        let of = |trips: usize| match (is_first, is_last) {
            (true, true) => u64::from(trips == 1),
            (false, false) => trips as u64,
            _ => 1,
        };
        let reaches_last = !is_first || a_loop.rest == 1;
        let last = if reaches_last { self.last } else { 0 };
        let others = self.last.saturating_mul(of(a_loop.rest)).saturating_sub(last);
        Self { last, others: self.others.saturating_mul(of(a_loop.extent)).saturating_add(others) }
    }
}

impl Call {
    /// Where loops have to be in a case.
    fn ends(&self, case: usize) -> Ends {
        let is_now = |nth: usize| case & 1usize.wrapping_shl(nth as u32) != 0;
        let moments = self.moments.iter().enumerate().filter(|(nth, _)| is_now(*nth));
        moments.fold(Ends::default(), |ends, (_, moment)| match *moment {
            Moment::First(loops) => Ends { first: ends.first | loops, ..ends },
            Moment::Last(loops) => Ends { last: ends.last | loops, ..ends },
        })
    }

    #[inline]
    fn visit(
        &self,
        holds: impl Fn(Moment) -> bool,
        address: impl Fn(usize) -> usize,
        visit: &mut impl Visit,
    ) {
        let answers = self.moments.iter().rev().map(|moment| usize::from(holds(*moment)));
        let case = answers.fold(0, |case, answer| case << 1 | answer);
        if let Some(&Some(kernel)) = self.kernels.get(case) {
            visit(usize::from(kernel), self.addresses.map(address));
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut depth = 0usize;
        for item in &self.items {
            if let Item::End(..) = item {
                depth = depth.saturating_sub(1);
                continue;
            }
            (0..depth).try_for_each(|_| f.write_str("  "))?;
            match *item {
                Item::Begin(number) => {
                    depth = depth.saturating_add(1);
                    self.loops.get(number).map_or(Ok(()), |a_loop| self.write_loop(a_loop, f))?;
                }
                Item::Call(number) => self.calls.get(number).map_or(Ok(()), |call| writeln!(f, "{call}"))?,
                Item::End(..) => {}
            }
        }
        Ok(())
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("call")?;
        for (nth, kernel) in self.kernels.iter().enumerate() {
            let or = if nth == 0 { " " } else { " or " };
            match kernel {
                Some(kernel) => write!(f, "{or}kernel {kernel}")?,
                None => write!(f, "{or}nothing")?,
            }
        }
        f.write_str(" on")?;
        let last = self.addresses.iter().rev().skip_while(|address| Some(*address) == self.addresses.last());
        let addresses = self.addresses.iter().take(last.count().saturating_add(1));
        addresses.into_iter().try_for_each(|address| write!(f, " p{address}"))
    }
}
