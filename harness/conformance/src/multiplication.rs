//! Multiplications on operands in guarded memory, with everything that a spec can say: batches by strides,
//! offsets and addresses, factors, epilogues, and numbers that are left to run time. NaNs fill what lies
//! between rows or columns, and stay there.
//!
//! A, B and C may have types of their own. On integers the result is that of the reference; on other numbers
//! each element is within its bound, and no number exactly where the reference is none.
//!
//! Tests: `tests/tests/primitives_gemm_properties.rs`.
#![allow(unsafe_code)]

use crate::canary::{self, Changed};
use crate::draw::{Draw, known, span};
use crate::guard::{ENDS, Flush, Guarded};
use tensmith_core::Types;
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::kernel::spec::{
    Argument, Batch, Factor, GemmSpec, Layout, Link, Matrix, Operand, Parameter, Stride,
};
use tensmith_core::kernel::{KernelSpec, SpecError};
use tensmith_core::reference::{Blocks, Element, Gemm as Reference, Inputs, Range, Sum};

/// An address that nothing may access: that of an operand which is not to be read.
const NOWHERE: usize = 64;

/// The contents of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Integers, small enough for every sum to be exact.
    Integers,
    /// Any, from -1 to 1.
    Reals,
    /// Integers, with infinities, NaNs, zeros of either sign and subnormal numbers here and there.
    Special,
}

/// One input: what its memory holds, and where in it the blocks are.
#[derive(Clone, Debug)]
struct Side<T> {
    buffers: Vec<Vec<T>>,
    /// Buffer and first element of each block.
    blocks: Vec<(usize, usize)>,
    /// The element that offsets count from.
    origin: usize,
}

/// A multiplication with its operands.
#[derive(Clone, Debug)]
pub struct Case<A, B = A, C: Element = A> {
    /// With all strides.
    spec: GemmSpec,
    /// The same as kernels are made for it: with numbers that are left to run time.
    pub given: GemmSpec,
    numbers: Numbers,
    a: Side<A>,
    b: Side<B>,
    c: Vec<C>,
    alpha: C::Arithmetic,
    beta: C::Arithmetic,
    /// Those of the epilogue, each with the number of its link.
    operands: Vec<(usize, Vec<C>)>,
}

/// The results that are right for an element.
#[derive(Clone, Copy, Debug)]
pub enum Expected<T> {
    /// Without an epilogue.
    Sum(Sum),
    /// After one.
    Range(Range<T>),
    /// After one, of a sum that is zero: the sign of that depends on the order of its terms, and what follows
    /// may make of either what it does.
    OfZero(Range<T>),
}

/// The elements of a matrix, within the elements from its first to its last.
#[derive(Clone, Copy)]
struct Grid {
    matrix: Matrix,
    rows: usize,
    columns: usize,
}

impl Grid {
    fn span(self) -> usize {
        span(self.matrix, self.rows, self.columns)
    }

    /// Row and column of what is at `at`, unless that lies between rows or columns.
    fn element(self, at: usize) -> Option<(usize, usize)> {
        let (contiguous, _) = self.matrix.extents(self.rows, self.columns);
        let (inner, outer) = (at.checked_rem(known(self.matrix.ld))?, at / known(self.matrix.ld));
        (inner < contiguous && at < self.span()).then_some(match self.matrix.layout {
            Layout::ColumnMajor => (inner, outer),
            Layout::RowMajor => (outer, inner),
        })
    }
}

/// Draws cases that are filled with some kind of numbers.
#[derive(Clone, Debug)]
pub struct Cases {
    /// Where all choices come from.
    pub draw: Draw,
    /// The kind.
    pub numbers: Numbers,
}

/// A mistake of a kernel.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Wrong {
    /// An element is another one than it should be.
    #[error(
        "{spec} asked as {given}, {flush:?}, alpha {alpha:?}, beta {beta:?}: C[{element}] is {found:?}, not {expected}"
    )]
    Differs {
        /// The specification with all numbers.
        spec: Box<GemmSpec>,
        /// That of the code.
        given: Box<GemmSpec>,
        /// The ends of their pages at which the operands lay.
        flush: Flush,
        /// The factor of the product.
        alpha: f64,
        /// The factor of C.
        beta: f64,
        /// The element of C's memory.
        element: usize,
        /// The element there.
        found: f64,
        /// The results that are right, in words.
        expected: String,
    },
    /// The code changes a register that it has to preserve.
    #[error("{given}: {changed}")]
    Changed {
        /// The specification of the code.
        given: Box<GemmSpec>,
        /// What it changed.
        changed: Changed,
    },
}

impl Cases {
    fn number<T: Element>(&mut self) -> T {
        let draw = &mut self.draw;
        if T::DTYPE.is_integer() && self.numbers != Numbers::Integers {
            return T::from_bits(draw.random.bits());
        }
        let integer = draw.below(17) as f64 - 8.0;
        T::from_f64(match self.numbers {
            Numbers::Integers => integer,
            Numbers::Reals => draw.random.bits() as f64 / u64::MAX as f64 * 2.0 - 1.0,
            Numbers::Special if draw.below(40) > 0 => integer,
            Numbers::Special => {
                let subnormal = integer * T::TINIEST;
                draw.one_of(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, subnormal])
            }
        })
    }

    /// A factor that is passed: with integers, one that keeps products exact or makes them special.
    /// Infinity times a sum that rounding decides the sign of would be anything.
    fn factor<T: Element>(&mut self) -> T {
        if T::DTYPE.is_integer() {
            return self.number();
        }
        T::from_f64(match self.numbers {
            Numbers::Integers => self.draw.one_of(&[0.0, 1.0, -1.0, 2.0, 0.5, -3.0, f64::INFINITY, f64::NAN]),
            Numbers::Reals => 10.0 * self.number::<T>().to_f64(),
            Numbers::Special => self.draw.one_of(&[0.0, -0.0, 1.0, -1.0, 2.0, T::TINIEST, f64::NAN]),
        })
    }

    /// `len` elements: numbers in the matrices that start at `starts`, NaN between.
    fn filled<T: Element>(&mut self, len: usize, starts: &[usize], grid: Grid) -> Vec<T> {
        let is_element = |at: usize| {
            starts.iter().any(|start| at.checked_sub(*start).and_then(|at| grid.element(at)).is_some())
        };
        (0..len).map(|at| if is_element(at) { self.number() } else { T::NAN }).collect()
    }

    /// Memory for the blocks of an input.
    fn side<T: Element>(&mut self, grid: Grid, batch: Batch, step: usize) -> Side<T> {
        let (count, block) = (known(batch.count()), grid.span());
        let starts: Vec<usize> = match batch {
            Batch::Single | Batch::Strided { .. } => (0..count).map(|nth| nth * step).collect(),
            Batch::Offsets { .. } => (0..count).map(|_| self.draw.below(50)).collect(),
            Batch::Addresses { .. } => {
                let buffers = (0..count).map(|_| self.filled(block, &[0], grid)).collect();
                return Side { buffers, blocks: (0..count).map(|nth| (nth, 0)).collect(), origin: 0 };
            }
        };
        let len = block + starts.iter().max().unwrap_or(&0);
        let origin = if let Batch::Offsets { .. } = batch { self.draw.below(len + 1) } else { 0 };
        let buffers = vec![self.filled(len, &starts, grid)];
        Side { buffers, blocks: starts.into_iter().map(|start| (0, start)).collect(), origin }
    }

    /// A multiplication of its choice.
    pub fn case<A: Element, B: Element, C: Element>(&mut self) -> Case<A, B, C> {
        let accumulator = C::Arithmetic::DTYPE;
        let spec = self.draw.spec(Types { a: A::DTYPE, b: B::DTYPE, accumulator, output: C::DTYPE });
        let spec = self.draw.with_epilogue(spec);
        let mut given = self.draw.left_to_run_time(spec);
        if let Err(SpecError::TooManyArguments { .. }) = given.validate() {
            given = spec;
        }
        self.filled_case(spec, given)
    }

    /// A multiplication whose strides are all fixed, and how it is asked for: with some of
    /// them left to run time.
    ///
    /// # Panics
    /// Where it is of other types.
    pub fn filled_case<A: Element, B: Element, C: Element>(
        &mut self,
        spec: GemmSpec,
        given: GemmSpec,
    ) -> Case<A, B, C> {
        let Types { a, b, output, .. } = spec.types;
        assert_eq!([a, b, output], [A::DTYPE, B::DTYPE, C::DTYPE], "the types of {spec}");
        let (step_a, step_b) = steps(spec.batch);
        let a = self.side(Grid { matrix: spec.a, rows: spec.m, columns: spec.k }, spec.batch, step_a);
        let b = self.side(Grid { matrix: spec.b, rows: spec.k, columns: spec.n }, spec.batch, step_b);
        let grid = grid_of_c(&spec);
        let starts: &[usize] = if spec.beta == Factor::Zero { &[] } else { &[0] };
        let c = self.filled(grid.span(), starts, grid);
        let operands: Vec<_> = spec.epilogue.operands().collect();
        let operands =
            operands.into_iter().map(|(link, operand)| (link, self.operand(&spec, operand))).collect();
        let numbers = self.numbers;
        Case { spec, given, numbers, a, b, c, alpha: self.factor(), beta: self.factor(), operands }
    }

    /// An operand of the epilogue.
    fn operand<T: Element>(&mut self, spec: &GemmSpec, operand: Operand) -> Vec<T> {
        let column = |len: usize| Grid { matrix: Matrix::column_major(len), rows: len, columns: 1 };
        let grid = match operand {
            Operand::Matrix(ld) => Grid { matrix: Matrix { ld, ..spec.c }, ..grid_of_c(spec) },
            Operand::Column => column(spec.m),
            Operand::Row => column(spec.n),
            Operand::Scalar => column(1),
        };
        self.filled(grid.span(), &[0], grid)
    }
}

fn grid_of_c(spec: &GemmSpec) -> Grid {
    Grid { matrix: spec.c, rows: spec.m, columns: spec.n }
}

/// Elements from block to block of A and of B.
fn steps(batch: Batch) -> (usize, usize) {
    match batch {
        Batch::Strided { a, b, .. } => (known(a), known(b)),
        _ => (0, 0),
    }
}

/// An input in guarded memory, with the arrays that say where its blocks are.
struct Placed {
    _memory: Vec<Guarded>,
    origin: usize,
    offsets: Vec<i64>,
    addresses: Vec<usize>,
}

impl<T: Element> Side<T> {
    fn place(&self, flush: Flush) -> Placed {
        let mut memory: Vec<Guarded> =
            self.buffers.iter().map(|buffer| Guarded::new(size_of_val(&buffer[..]))).collect();
        let starts: Vec<usize> = (memory.iter_mut().zip(&self.buffers))
            .map(|(guarded, buffer)| {
                let slice = guarded.slice(buffer.len(), flush);
                slice.copy_from_slice(buffer);
                slice.as_ptr() as usize
            })
            .collect();
        let address = |&(buffer, start): &(usize, usize)| starts[buffer] + start * size_of::<T>();
        Placed {
            origin: starts[0] + self.origin * size_of::<T>(),
            offsets: self.blocks.iter().map(|(_, start)| *start as i64 - self.origin as i64).collect(),
            addresses: self.blocks.iter().map(address).collect(),
            _memory: memory,
        }
    }
}

impl<A: Element, B: Element, C: Element> Case<A, B, C> {
    /// The value of each argument, for inputs that are placed so and C at an address.
    fn arguments(&self, a: &Placed, b: &Placed, c: usize, operands: &[usize]) -> Vec<usize> {
        let spec = &self.spec;
        let unread = |address: usize| if spec.has_product() { address } else { NOWHERE };
        let (step_a, step_b) = steps(spec.batch);
        let value = |argument| match argument {
            Argument::A => unread(a.origin),
            Argument::B => unread(b.origin),
            Argument::C => c,
            Argument::AddressesA => unread(a.addresses.as_ptr() as usize),
            Argument::AddressesB => unread(b.addresses.as_ptr() as usize),
            Argument::OffsetsA => unread(a.offsets.as_ptr() as usize),
            Argument::OffsetsB => unread(b.offsets.as_ptr() as usize),
            Argument::Lda => known(spec.a.ld),
            Argument::Ldb => known(spec.b.ld),
            Argument::Ldc => known(spec.c.ld),
            Argument::BatchStrideA => step_a,
            Argument::BatchStrideB => step_b,
            Argument::BatchCount => known(spec.batch.count()),
            Argument::Alpha => self.alpha.to_bits() as usize,
            Argument::Beta => self.beta.to_bits() as usize,
            other => self.link_argument(other, operands),
        };
        KernelSpec::Gemm(self.given).arguments().map(value).collect()
    }

    /// The value of an argument that a link takes, for operands at these addresses.
    fn link_argument(&self, argument: Argument, operands: &[usize]) -> usize {
        let nth = |arguments: &[Argument]| arguments.iter().position(|known| *known == argument);
        let links: Vec<&Link> = self.spec.epilogue.links().collect();
        if let Some(link) = nth(&Argument::OPERANDS) {
            operands[self.operands.iter().position(|operand| operand.0 == link).expect("it has an operand")]
        } else if let Some(link) = nth(&Argument::LD_OPERANDS) {
            links[link].operand().and_then(Operand::ld).and_then(Stride::known).expect("a known ld")
        } else if let Some(number) = nth(&Argument::PARAMETERS) {
            match links[number / 2].parameters()[number % 2] {
                Parameter::Fixed(number) => number.bits(C::DTYPE) as usize,
                Parameter::Runtime => panic!("parameters are drawn"),
            }
        } else {
            panic!("{} is no argument of a multiplication", argument.name())
        }
    }

    /// The expected results of each element of C; nothing between its rows or columns.
    #[must_use]
    pub fn expected(&self) -> Vec<Option<Expected<C>>> {
        let pairs: Vec<(&[A], &[B])> = (self.a.blocks.iter().zip(&self.b.blocks))
            .map(|(a, b)| (&self.a.buffers[a.0][a.1..], &self.b.buffers[b.0][b.1..]))
            .collect();
        let blocks = match self.spec.batch {
            Batch::Single | Batch::Strided { .. } => Blocks::Strided(pairs[0].0, pairs[0].1),
            Batch::Offsets { .. } | Batch::Addresses { .. } => Blocks::Pairs(&pairs),
        };
        let operands: Vec<&[C]> = self.operands.iter().map(|(_, operand)| &operand[..]).collect();
        let inputs = Inputs { blocks, alpha: self.alpha, beta: self.beta, operands: &operands };
        let reference = Reference::new(&self.spec, &inputs).expect("operands fit");
        let grid = grid_of_c(&self.spec);
        let expected = |(at, before): (usize, &C)| {
            let (i, j) = grid.element(at)?;
            let sum = reference.element(i, j, *before);
            Some(match (self.spec.epilogue.is_empty(), sum.value == 0.0) {
                (true, _) => Expected::Sum(sum),
                (false, true) => Expected::OfZero(reference.after(&sum, i, j)),
                (false, false) => Expected::Range(reference.after(&sum, i, j)),
            })
        };
        self.c.iter().enumerate().map(expected).collect()
    }

    /// Calls a kernel for it, and compares what C holds then with what is expected.
    ///
    /// # Errors
    /// [`Wrong`].
    ///
    /// # Safety
    /// The kernel is compiled code for the case's specification: what it does to its operands is under test,
    /// and what it does to other memory is for the pages around these to show.
    pub unsafe fn examine(&self, kernel: &Kernel, expected: &[Option<Expected<C>>]) -> Result<(), Wrong> {
        for flush in ENDS {
            let given = Box::new(self.given);
            let after = self.called(kernel, flush).map_err(|changed| Wrong::Changed { given, changed })?;
            for (element, (found, expected)) in after.iter().zip(expected).enumerate() {
                let is_right = match expected {
                    None => found.to_bits() == self.c[element].to_bits(),
                    Some(expected) => is_right(*found, *expected, self.numbers),
                };
                if !is_right {
                    let (spec, given) = (Box::new(self.spec), Box::new(self.given));
                    let [alpha, beta] = [self.alpha, self.beta].map(Element::to_f64);
                    let found = found.to_f64();
                    let expected = format!("{expected:?}");
                    return Err(Wrong::Differs { spec, given, flush, alpha, beta, element, found, expected });
                }
            }
        }
        Ok(())
    }

    /// C after a call.
    fn called(&self, kernel: &Kernel, flush: Flush) -> Result<Vec<C>, Changed> {
        let (a, b) = (self.a.place(flush), self.b.place(flush));
        let mut memory = Guarded::new(size_of_val(&self.c[..]));
        let c = memory.slice::<C>(self.c.len(), flush);
        c.copy_from_slice(&self.c);
        let mut others: Vec<Guarded> =
            self.operands.iter().map(|(_, operand)| Guarded::new(size_of_val(&operand[..]))).collect();
        let places: Vec<usize> = (others.iter_mut().zip(&self.operands))
            .map(|(guarded, (_, operand))| {
                let slice = guarded.slice(operand.len(), flush);
                slice.copy_from_slice(operand);
                slice.as_ptr() as usize
            })
            .collect();
        let mut arguments = Arguments::default();
        let values = self.arguments(&a, &b, c.as_ptr() as usize, &places);
        arguments.iter_mut().zip(values).for_each(|(argument, value)| *argument = value);
        // SAFETY: the operands have the sizes that the spec says, in memory that is theirs; the code is that
        // under test, for which its registry's owner answers (`check`, `verify`).
        unsafe { canary::call(kernel, &arguments) }?;
        Ok(c.to_vec())
    }
}

/// The nearest number of a type.
fn rounded<T: Element>(exact: f64) -> f64 {
    T::from_f64(exact).to_f64()
}

impl<T: Element> Expected<T> {
    /// Whether a correct kernel may have an element.
    fn accepts(&self, found: T) -> bool {
        match self {
            Self::Sum(sum) => sum.accepts(found),
            Self::Range(range) | Self::OfZero(range) => range.accepts(found),
        }
    }
}

fn is_right<T: Element>(found: T, expected: Expected<T>, numbers: Numbers) -> bool {
    if T::DTYPE.is_integer() {
        return expected.accepts(found);
    }
    let equals = |exact: f64| found.to_f64() == exact || exact.is_nan() && found.to_f64().is_nan();
    match (numbers, expected) {
        (Numbers::Integers, Expected::Sum(sum)) if T::DTYPE.is_converted() => equals(rounded::<T>(sum.value)),
        (Numbers::Integers, Expected::Sum(sum)) => equals(sum.value),
        (Numbers::Integers, Expected::Range(range)) => {
            // Of zeros of either sign, any may be the larger one, and be divided by.
            let is_infinite = range.value.to_f64().is_infinite() || found.to_f64().is_infinite();
            equals(range.value.to_f64())
                || is_infinite && (equals(-range.value.to_f64()) || range.accepts(found))
        }
        (Numbers::Integers, Expected::OfZero(range)) => equals(range.value.to_f64()) || range.accepts(found),
        (Numbers::Reals | Numbers::Special, expected) => expected.accepts(found),
    }
}
