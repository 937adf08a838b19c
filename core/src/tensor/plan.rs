//! The compiled form of a nest: a flat list of loops around at most three kernels.
//!
//! Problem: the loops around a kernel have to cost next to nothing, whatever
//! their number, and must not allocate, recurse or divide.
//!
//! Idea: an odometer. Every dimension outside the kernel with more than one index
//! is a [`Loop`] with its step in bytes for each operand. After each tile the
//! innermost loop that has not ended advances, those inside it are rewound, and
//! the three addresses move along. Two counts say where a tile's sum stands: how
//! many K loops have left their first index, and how many have reached their
//! last. A tile is first touched while the one is 0, last touched while the other
//! is all.
//!
//! Invariants: a loop has at least two iterations and a nest fewer than 2⁶³, so
//! there are at most [`MAX_LOOPS`] loops, and the counters fit on the stack.
//!
//! Zeroing is free where it can be: if no K loop is left outside the kernel, a
//! first touch of zero becomes the kernel's beta of 0.

use crate::fallible::{OutOfMemory, TryVec};
use crate::kernel::KernelSpec;
use crate::kernel::spec::{Factor, GemmSpec, Orientation, UnarySpec};
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand, Touch};
use crate::tensor::primitive::{Order, Primitive, Roles};
use crate::tensor::verify::{NestError, verify};
use alloc::vec::Vec;
use core::fmt;

/// The most loops that a plan can have.
pub const MAX_LOOPS: usize = 63;

/// One value for each kernel of a plan; none where the plan does without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps<T> {
    /// That which begins a tile of the output.
    pub first_touch: Option<T>,
    /// That which adds products to it.
    pub main: Option<T>,
    /// That which ends it.
    pub last_touch: Option<T>,
}

impl<T> Steps<T> {
    /// The values in the order of execution.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.named().map(|(_, value)| value)
    }

    /// The values in the order of execution, with the names of their places.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &T)> {
        [("first touch", &self.first_touch), ("main", &self.main), ("last touch", &self.last_touch)]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }

    /// `f` of each value there is, in the order of execution.
    ///
    /// # Errors
    /// The first of `f`.
    pub fn try_map<U, E>(&self, mut f: impl FnMut(&T) -> Result<U, E>) -> Result<Steps<U>, E> {
        let mut each = |step: &Option<T>| step.as_ref().map(&mut f).transpose();
        Ok(Steps {
            first_touch: each(&self.first_touch)?,
            main: each(&self.main)?,
            last_touch: each(&self.last_touch)?,
        })
    }
}

/// One call of a kernel, with its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the operands of the kernel's specification")]
pub enum Call {
    /// Of [`Steps::first_touch`], in place.
    FirstTouch { out: usize },
    /// Of [`Steps::main`].
    Main { a: usize, b: usize, c: usize },
    /// Of [`Steps::last_touch`], in place.
    LastTouch { out: usize },
}

/// A loop around the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Type of the dimension.
    pub kind: Kind,
    /// Number of iterations, at least two.
    pub extent: usize,
    /// Bytes from one iteration to the next in each operand.
    pub steps: PerOperand<isize>,
}

/// A compiled nest.
#[derive(Debug, PartialEq, Eq)]
pub struct Plan {
    nest: Nest,
    kernels: Steps<KernelSpec>,
    order: Order,
    /// Innermost first.
    loops: Vec<Loop>,
    /// How many of the loops are K loops.
    sums: usize,
}

impl Plan {
    /// Compiles a nest whose dimensions are all decided. Shared loops run in sequence.
    ///
    /// # Errors
    /// [`NestError`].
    pub fn new(nest: Nest) -> Result<Self, NestError> {
        verify(&nest)?;
        if let Some(dim) = nest.dims.iter().position(|dim| dim.exec == Exec::Undefined) {
            return Err(NestError::Undecided { dim });
        }
        if nest.main == Main::Contraction {
            return Err(NestError::NoPrimitive);
        }
        let Primitive { spec, order } = Roles::of(&nest)?.fit(nest.dtype)?;
        let kernels = kernels(&nest, spec);
        let loops = if kernels.iter().next().is_none() { Vec::new() } else { loops(&nest)? };
        let sums = loops.iter().filter(|a_loop| a_loop.kind == Kind::K).count();
        Ok(Self { nest, kernels, order, loops, sums })
    }

    /// The nest that was compiled.
    #[must_use]
    pub fn nest(&self) -> &Nest {
        &self.nest
    }

    /// What the kernels compute.
    #[must_use]
    pub fn kernels(&self) -> &Steps<KernelSpec> {
        &self.kernels
    }

    /// Which input is the main kernel's A.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// The loops around the kernels, outermost first.
    pub fn loops(&self) -> impl Iterator<Item = &Loop> {
        self.loops.iter().rev()
    }

    /// Visits every call of a kernel in order. The addresses are those of each operand's element
    /// (0, …, 0) plus the bytes to the tile; where they point is the caller's business, so they
    /// may as well be offsets.
    pub fn walk(&self, start: PerOperand<usize>, mut visit: impl FnMut(Call)) {
        if self.loops.is_empty() {
            return self.visit_tile(start, Progress::default(), &mut visit);
        }
        let mut odometer = Odometer { at: start, counters: [0; MAX_LOOPS], progress: Progress::default() };
        loop {
            self.visit_tile(odometer.at, odometer.progress, &mut visit);
            if !odometer.advance(&self.loops) {
                return;
            }
        }
    }

    fn visit_tile(&self, at: PerOperand<usize>, progress: Progress, visit: &mut impl FnMut(Call)) {
        if self.kernels.first_touch.is_some() && progress.left_first == 0 {
            visit(Call::FirstTouch { out: at.out });
        }
        if self.kernels.main.is_some() {
            visit(self.main_call(at));
        }
        if self.kernels.last_touch.is_some() && progress.reached_last == self.sums {
            visit(Call::LastTouch { out: at.out });
        }
    }

    fn main_call(&self, at: PerOperand<usize>) -> Call {
        match self.order {
            Order::Direct => Call::Main { a: at.in0, b: at.in1, c: at.out },
            Order::Exchanged => Call::Main { a: at.in1, b: at.in0, c: at.out },
        }
    }
}

/// How many K loops have left their first index, and how many have reached their last.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    left_first: usize,
    reached_last: usize,
}

/// Where a walk stands. The counters are those of the loops, innermost first.
struct Odometer {
    at: PerOperand<usize>,
    counters: [usize; MAX_LOOPS],
    progress: Progress,
}

// The addresses wrap, because they are the caller's; the rest stays far from any limit.
impl Odometer {
    /// Moves to the next tile; false after the last.
    fn advance(&mut self, loops: &[Loop]) -> bool {
        for (a_loop, counter) in loops.iter().zip(&mut self.counters) {
            let sums = usize::from(a_loop.kind == Kind::K);
            let last = a_loop.extent.wrapping_sub(1);
            if *counter < last {
                let leaves_first = usize::from(*counter == 0);
                *counter = counter.wrapping_add(1);
                let reaches_last = usize::from(*counter == last);
                self.progress.left_first = self.progress.left_first.wrapping_add(leaves_first & sums);
                self.progress.reached_last = self.progress.reached_last.wrapping_add(reaches_last & sums);
                self.at = self.at.zip_with(a_loop.steps, usize::wrapping_add_signed);
                return true;
            }
            *counter = 0;
            self.progress.left_first = self.progress.left_first.wrapping_sub(sums);
            self.progress.reached_last = self.progress.reached_last.wrapping_sub(sums);
            let rewind =
                |address: usize, step: isize| address.wrapping_sub((step as usize).wrapping_mul(last));
            self.at = self.at.zip_with(a_loop.steps, rewind);
        }
        false
    }
}

/// Which kernels a nest needs around and including its primitive.
fn kernels(nest: &Nest, spec: GemmSpec) -> Steps<KernelSpec> {
    let is_empty = |dim: &Dim| dim.extent == 0;
    if nest.dims.iter().any(|dim| dim.kind != Kind::K && is_empty(dim)) {
        return Steps { first_touch: None, main: None, last_touch: None };
    }
    let touch = |touch: Option<Touch>| {
        // In place, the identity does nothing.
        let touch = touch.filter(|touch| *touch != Touch::Identity);
        touch.map(|touch| KernelSpec::Unary(touch_spec(touch, &spec)))
    };
    let last_touch = touch(nest.last_touch);
    if nest.of_kind(Kind::K).any(is_empty) {
        return Steps { first_touch: touch(nest.first_touch), main: None, last_touch };
    }
    let sums_outside = nest.of_kind(Kind::K).any(|dim| dim.exec != Exec::Prim && dim.extent > 1);
    let (first_touch, beta) = match nest.first_touch {
        Some(Touch::Zero) if !sums_outside => (None, Factor::Zero),
        first => (touch(first), Factor::One),
    };
    Steps { first_touch, main: Some(KernelSpec::Gemm(GemmSpec { beta, ..spec })), last_touch }
}

/// An operation in place on the tile that the primitive computes.
fn touch_spec(touch: Touch, tile: &GemmSpec) -> UnarySpec {
    let &GemmSpec { dtype, m, n, c, .. } = tile;
    UnarySpec { dtype, op: touch.op(), m, n, ld_in: c.ld, ld_out: c.ld, orientation: Orientation::Same }
}

/// The loops outside the kernel, innermost first, without those of a single iteration or, where a
/// sum is empty, of none.
fn loops(nest: &Nest) -> Result<Vec<Loop>, OutOfMemory> {
    let empty_sum = nest.of_kind(Kind::K).any(|dim| dim.extent == 0);
    let outside = nest.dims.iter().rev().filter(|dim| dim.exec != Exec::Prim && dim.extent > 1);
    let bytes = nest.dtype.bytes() as isize;
    let mut loops = Vec::new();
    for &Dim { kind, extent, strides, .. } in outside.filter(|dim| !(empty_sum && dim.kind == Kind::K)) {
        loops.try_push(Loop { kind, extent, steps: strides.map(|stride| stride.wrapping_mul(bytes)) })?;
    }
    Ok(loops)
}

impl fmt::Display for Plan {
    /// The nest, the kernels, and the loops around them with their steps in bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.nest)?;
        for Loop { kind, extent, steps: PerOperand { in0, in1, out } } in self.loops() {
            writeln!(f, "for {extent} ({}): in0 += {in0}, in1 += {in1}, out += {out} bytes", kind.name())?;
        }
        for (step, kernel) in self.kernels.named() {
            writeln!(f, "{step}: {kernel}")?;
        }
        if self.kernels.main.is_some() {
            let (a, b) = match self.order {
                Order::Direct => ("in0", "in1"),
                Order::Exchanged => ("in1", "in0"),
            };
            writeln!(f, "main: a is {a}, b is {b}, c is out")?;
        }
        Ok(())
    }
}
