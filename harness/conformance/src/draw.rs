//! Multiplications drawn at random, with everything that a spec can say, and ways to cut them.
//!
//! Tests: `tests/tests/primitives_gemm_properties.rs`, `tests/tests/primitives_gemm_code.rs`.

use crate::bench::change_gemm_strides;
use crate::ops::with_parameters;
use crate::random::SplitMix;
use std::num::NonZero;
use tensmith_core::kernel::func::Arithmetic;
use tensmith_core::kernel::op::{BinaryOp, Op, Parameter, UnaryOp};
use tensmith_core::kernel::spec::{
    Batch, Chain, Factor, GemmSpec, Layout, Link, MAX_LINKS, Matrix, Operand, Side, Stride,
};
use tensmith_core::{Target, Types};
use tensmith_primitives::gemm::problem::Problem;
use tensmith_primitives::gemm::tile::{Rows, Shape};

/// Both layouts.
pub const LAYOUTS: [Layout; 2] = [Layout::ColumnMajor, Layout::RowMajor];

/// A maker of random choices.
#[derive(Clone, Debug)]
pub struct Draw {
    /// Where they come from.
    pub random: SplitMix,
    targets: Vec<Target>,
}

impl Draw {
    /// Choices that follow from a seed, which is printed.
    #[must_use]
    pub fn seeded(test: &str, seed: u64) -> Self {
        Self { random: SplitMix::seeded(test, seed), targets: Target::all().collect() }
    }

    /// Choices by a generator of the caller's.
    #[must_use]
    pub fn by(random: SplitMix) -> Self {
        Self { random, targets: Target::all().collect() }
    }

    /// The same among some targets alone.
    #[must_use]
    pub fn among(self, targets: Vec<Target>) -> Self {
        Self { targets, ..self }
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    /// One of the values.
    pub fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// A target that has a name.
    pub fn target(&mut self) -> Target {
        let nth = self.below(self.targets.len());
        self.targets[nth]
    }

    /// A multiplication all of whose strides are fixed.
    pub fn spec(&mut self, types: impl Into<Types>) -> GemmSpec {
        let (m, n) = (self.extent(), self.extent());
        let k = if self.below(8) == 0 { 0 } else { self.extent() };
        self.spec_of(types, (m, n, k))
    }

    /// Types of operands that are computed with in one: that for all of them, or any for each.
    pub fn types(&mut self, of: Arithmetic) -> Types {
        let [a, b, output] = [(); 3].map(|()| self.one_of(of.stored()));
        let accumulator = of.elements();
        self.one_of(&[Types::of(accumulator), Types { a, b, accumulator, output }])
    }

    /// One of these extents.
    pub fn spec_of(&mut self, types: impl Into<Types>, (m, n, k): (usize, usize, usize)) -> GemmSpec {
        let (a, b, c) = (self.input(m, k), self.input(k, n), self.matrix(m, n));
        let [alpha, beta] = [(); 2].map(|()| self.one_of(&Factor::ALL).0);
        let batch = self.batch((span(a, m, k), span(b, k, n)));
        GemmSpec { types: types.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue: Chain::EMPTY }
    }

    /// The same with an epilogue of operations that have one right result, or with none.
    pub fn with_epilogue(&mut self, spec: GemmSpec) -> GemmSpec {
        let of = spec.types.accumulator.arithmetic();
        self.with_links(spec, |draw| {
            let [unary, binary] = [(); 2].map(|()| draw.parameters(of));
            let (mut unary, mut binary) =
                (with_parameters(UnaryOp::ALL, unary), with_parameters(BinaryOp::ALL, binary));
            unary.retain(|op| op.operation().reads_inputs && has_one_result(op));
            binary.retain(has_one_result);
            (unary, binary)
        })
    }

    /// The same with an epilogue of any operations, or with none.
    pub fn with_any_epilogue(&mut self, spec: GemmSpec) -> GemmSpec {
        let of = spec.types.accumulator.arithmetic();
        self.with_links(spec, |draw| {
            let [unary, binary] = [(); 2].map(|()| draw.parameters(of));
            (with_parameters(UnaryOp::ALL, unary), with_parameters(BinaryOp::ALL, binary))
        })
    }

    fn with_links(
        &mut self,
        spec: GemmSpec,
        operations: impl Fn(&mut Self) -> (Vec<UnaryOp>, Vec<BinaryOp>),
    ) -> GemmSpec {
        let of = spec.types.accumulator.arithmetic();
        let count = self.one_of(&[0, 0, 1, 1, 2, 3, MAX_LINKS]);
        let mut links = Vec::new();
        for _ in 0..count {
            let (mut unary, mut binary) = operations(self);
            unary.retain(|op| op.is_for(of));
            binary.retain(|op| op.is_for(of));
            links.push(self.link(&spec, &unary, &binary));
        }
        GemmSpec { epilogue: Chain::new(&links).expect("not too many"), ..spec }
    }

    /// Parameters of an operation on numbers like these.
    pub(crate) fn parameters(&mut self, of: Arithmetic) -> [Parameter; 2] {
        [(); 2].map(|()| parameter(self.below(9), of))
    }

    /// A link of one of some operations.
    fn link(&mut self, spec: &GemmSpec, unary: &[UnaryOp], binary: &[BinaryOp]) -> Link {
        if self.below(2) == 0 {
            return Link::Unary(self.one_of(unary));
        }
        let (contiguous, _) = spec.c.extents(spec.m, spec.n);
        let matrix = Operand::Matrix(Stride::fixed(contiguous + self.below(9)));
        let op = self.one_of(binary);
        let operand = self.one_of(&[matrix, matrix, Operand::Column, Operand::Row, Operand::Scalar]);
        Link::Binary { op, operand, running: self.one_of(&[Side::First, Side::First, Side::Second]) }
    }

    /// The same with none, some or all of its strides and counts left to run time.
    pub fn left_to_run_time(&mut self, mut spec: GemmSpec) -> GemmSpec {
        let of_six = self.one_of(&[0, 2, 2, 6]);
        change_gemm_strides(&mut spec, |stride| {
            if self.below(6) < of_six {
                *stride = Stride::Runtime;
            }
        });
        spec.epilogue.change(|link| {
            for parameter in link.parameters_mut() {
                if self.below(6) < of_six {
                    *parameter = Parameter::Runtime;
                }
            }
        });
        spec
    }

    /// A problem, either way round.
    pub fn problem<'s>(&mut self, spec: &'s GemmSpec) -> Problem<'s> {
        if self.below(2) == 0 { Problem::direct(spec) } else { Problem::exchanged(spec) }
    }

    /// A way to cut a problem; for most of them, registers suffice.
    pub fn shape(&mut self) -> Shape {
        let rows = self.one_of(&[Rows::Outer, Rows::OuterAndDot, Rows::OuterAndPreloaded, Rows::Dot]);
        let (height, width) = self.one_of(&[(1, 2), (1, 8), (2, 6), (3, 4), (4, 4), (8, 8)]);
        let height = NonZero::new(1 + self.below(height)).expect("at least 1");
        Shape {
            rows: rows(height),
            width: 1 + self.below(width),
            unroll: 1 + self.below(4),
            sets: self.one_of(&[1, 1, 2, 4]),
        }
    }

    fn extent(&mut self) -> usize {
        let limit = self.one_of(&[2, 5, 9, 24]);
        1 + self.below(limit)
    }

    /// A matrix that is only read: in some, columns (or rows) overlap.
    fn input(&mut self, rows: usize, columns: usize) -> Matrix {
        let matrix = self.matrix(rows, columns);
        let (contiguous, _) = matrix.extents(rows, columns);
        let overlaps = self.below(8) == 0;
        if overlaps {
            Matrix { ld: Stride::fixed(1 + self.below(contiguous.max(1))), ..matrix }
        } else {
            matrix
        }
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> Matrix {
        let layout = self.one_of(&LAYOUTS);
        let (contiguous, _) = Matrix { layout, ld: Stride::Runtime }.extents(rows, columns);
        let limit = self.one_of(&[1, 1, 8, 700]);
        Matrix { layout, ld: Stride::fixed(contiguous + self.below(limit)) }
    }

    fn batch(&mut self, (block_a, block_b): (usize, usize)) -> Batch {
        let count = Stride::fixed(1 + self.below(4));
        let mut distance = |block| Stride::fixed(self.one_of(&[0, block, block + 5]));
        let (a, b) = (distance(block_a), distance(block_b));
        self.one_of(&[
            Batch::Single,
            Batch::Strided { count, a, b },
            Batch::Offsets { count },
            Batch::Addresses { count },
        ])
    }
}

/// Whether what an operation makes of a number is nearly what it makes of its neighbours: it rounds
/// once, and is no comparison, which makes masks of some numbers.
fn has_one_result<const INPUTS: usize>(op: &Op<INPUTS>) -> bool {
    let meaning = op.meaning::<f64>().expect("parameters are fixed");
    let samples = [[1.0, 1.0], [1.0, 2.0], [2.0, 1.0]].map(|pair| std::array::from_fn(|nth| pair[nth % 2]));
    op.operation().error == 0.0 && !samples.into_iter().any(|sample| meaning(sample).is_nan())
}

/// A stride that is fixed.
///
/// # Panics
/// Where it is left to run time.
#[must_use]
pub fn known(stride: Stride) -> usize {
    stride.known().expect("strides are drawn")
}

/// Elements from the first to the last of a matrix.
#[must_use]
pub fn span(matrix: Matrix, rows: usize, columns: usize) -> usize {
    let (contiguous, strided) = matrix.extents(rows, columns);
    if contiguous == 0 || strided == 0 { 0 } else { (strided - 1) * known(matrix.ld) + contiguous }
}

/// One of nine parameters of an operation on numbers like these: of integers, it is one.
pub(crate) fn parameter(nth: usize, of: Arithmetic) -> Parameter {
    let number = nth as f64 - 4.0;
    Parameter::fixed(if of.is_integer() { number } else { number / 2.0 })
}
