//! The kit: which cases there are of a subject, and what became of them.
//!
//! Tests: `tests/tests/registry_plugin_formula.rs`.
#![allow(unsafe_code)]

use crate::bench::{Bench, Case, Failure, ROOM, within};
use crate::elementwise::{
    accepted, binary, binary_spec, chain, chain_spec, convert, convert_spec, special_values, ternary,
    ternary_spec, unary, unary_in_place, unary_spec,
};
use crate::gather::{gather, gather_spec};
use crate::gemm::{self, gemm};
use crate::lanewise::{STARTS, lanewise, lanewise_spec};
use crate::random::SplitMix;
use crate::reduce::{LINES, reduce, reduce_spec};
use crate::ulp;
use std::fmt;
use tensmith_core::Target;
use tensmith_core::code::MemoryError;
use tensmith_core::code::entry::CannotExecute;
use tensmith_core::kernel::op::{BinaryOp, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{Chain, Fold, Indexed, Input, Orientation, Pairing, Reduction, Stride};
use tensmith_core::kernel::{BinarySpec, ChainSpec, TernarySpec};
use tensmith_core::reference::{Element, Sum};
use tensmith_core::registry::{KernelError, Registry};

/// The subject of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and it is copied freely")]
pub enum Subject {
    /// An operation on one element, transposing and not, whose parameters are all fixed.
    Unary(UnaryOp),
    /// An operation on two elements, whose parameters are all fixed; each input a matrix, a column, a row or
    /// a scalar.
    Binary(BinaryOp),
    /// An operation on three elements, in the same way.
    Ternary(TernaryOp),
    /// Several operations in a row, whose parameters are all fixed; the input a matrix, a column, a row or a
    /// scalar. The leading dimensions of operands do not matter.
    Chain(Chain),
    /// Conversions between single and double precision.
    Convert,
    /// A reduction of columns and of rows; the leading dimension of a second input does not matter.
    Reduce(Reduction),
    /// Columns that are gathered or scattered, by indices at random, some of which are equal.
    Gather(Indexed),
    /// Single multiplications with this K, in all layouts, overwriting C and adding to it, without epilogue.
    Gemm {
        /// Columns of A, rows of B.
        k: usize,
    },
    /// Multiplications side by side, with this K, in a number of lanes; overwriting C and adding to it.
    Lanewise {
        /// Columns of A, rows of B.
        k: usize,
        /// Multiplications.
        count: usize,
    },
}

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The rows and columns of matrices: at least one, and not too many for buffers of [`ROOM`] bytes.
    pub shapes: Vec<(usize, usize)>,
    /// The generator of random numbers.
    pub seed: u64,
    /// After how many failures it is enough.
    pub failures: usize,
}

impl Effort {
    /// These shapes.
    #[must_use]
    pub fn of(shapes: impl IntoIterator<Item = (usize, usize)>) -> Self {
        Self { shapes: shapes.into_iter().collect(), seed: 1, failures: 10 }
    }

    /// All shapes of up to 33 rows and columns: some ten thousand kernels.
    #[must_use]
    pub fn thorough() -> Self {
        Self::of((1..=33).flat_map(|m| (1..=33).map(move |n| (m, n))))
    }
}

impl Default for Effort {
    /// One shape of eleven of those up to 33 rows and columns, in which each number of rows and each of
    /// columns occurs: some seconds, natively.
    fn default() -> Self {
        Self::of((0..33 * 33).step_by(11).map(|nth| (nth / 33 + 1, (nth + nth / 33) % 33 + 1)))
    }
}

/// The outcome of the cases of a subject.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Cases that were right, each with its buffers at either end of their pages.
    pub right: usize,
    /// Cases for which no generator makes a kernel.
    pub refused: usize,
    /// The mistakes.
    pub failures: Vec<Failure>,
}

impl Report {
    /// Whether there was something to check, and nothing was wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.right > 0 && self.failures.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { right, refused, failures } = self;
        write!(f, "{right} cases right, {refused} refused, {} wrong", failures.len())?;
        failures.iter().try_for_each(|failure| write!(f, "\n{failure}"))
    }
}

/// Why nothing was checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConformanceError {
    /// The machine at hand is none that executes the code.
    #[error(transparent)]
    CannotExecute(#[from] CannotExecute),
    /// The machine at hand lacks something that the code needs.
    #[error("code for {target} needs {feature}, which this machine lacks")]
    Lacks {
        /// The core that the code is for.
        target: &'static str,
        /// What it lacks.
        feature: &'static str,
    },
    /// The code cannot be made executable.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The subject leaves a parameter to run time, which has no number.
    #[error("{op} leaves a parameter to run time: parameters must be fixed; kernels get them both ways")]
    Parameter {
        /// The operation.
        op: String,
    },
    /// A shape has no elements, or too many.
    #[error("shape {m}x{n} of {subject:?}: operands must have from one element to {ROOM} bytes")]
    Shape {
        /// Rows.
        m: usize,
        /// Columns.
        n: usize,
        /// The specification that should have had it.
        subject: Box<Subject>,
    },
}

/// Compares kernels of `registry` for `subject` with the scalar reference, on the machine at hand, which
/// executes the code for `target`.
///
/// # Errors
/// [`ConformanceError`]. What is wrong with kernels is in the report.
///
/// # Safety
/// The code that the registry's generators make is executed. It is the code under test, so that no author can
/// promise that it is right; the caller accepts what a kernel does to the process that writes
/// elsewhere than it should. Guard pages end the process at accesses right next to an operand. Where that is
/// not enough, this is called in a process of its own.
pub unsafe fn check(
    registry: Registry,
    target: Target,
    subject: &Subject,
    effort: &Effort,
) -> Result<Report, ConformanceError> {
    if let Some(op) = subject.unknown() {
        return Err(ConformanceError::Parameter { op });
    }
    if let Some(&(m, n)) = effort.shapes.iter().find(|shape| !subject.fits(**shape)) {
        return Err(ConformanceError::Shape { m, n, subject: Box::new(*subject) });
    }
    // SAFETY: the caller's duty.
    let mut bench = unsafe { Bench::new("conformance", target).with_registry(registry) };
    bench.random = SplitMix::new(effort.seed);
    let mut session = Session { bench, report: Report::default(), limit: effort.failures };
    for shape in &effort.shapes {
        session.shape::<f32, f64>(subject, *shape)?;
        session.shape::<f64, f32>(subject, *shape)?;
        if session.is_over() {
            return Ok(session.report);
        }
    }
    session.special::<f32, f64>(subject)?;
    session.special::<f64, f32>(subject)?;
    Ok(session.report)
}

impl Subject {
    /// The operation that leaves a parameter to run time, if there is one.
    fn unknown(&self) -> Option<String> {
        let unknown = |parameters: &[Parameter], op: &dyn fmt::Display| {
            parameters.contains(&Parameter::Runtime).then(|| op.to_string())
        };
        match self {
            Self::Unary(op) => unknown(op.parameters(), op),
            Self::Binary(op) => unknown(op.parameters(), op),
            Self::Ternary(op) => unknown(op.parameters(), op),
            Self::Chain(chain) => chain.links().find_map(|link| unknown(link.parameters(), link)),
            Self::Convert | Self::Reduce(_) | Self::Gather(_) | Self::Gemm { .. } | Self::Lanewise { .. } => {
                None
            }
        }
    }

    /// Whether there are operands of a shape and buffers for them, whatever their padding.
    fn fits(&self, (m, n): (usize, usize)) -> bool {
        let (k, count) = match *self {
            Self::Gemm { k } => (k, 1),
            Self::Lanewise { k, count } => (k, count),
            _ => (m, 1),
        };
        let padding = LOOSE.into_iter().flatten().max().unwrap_or(0);
        let mut extents = [m, n, k];
        extents.sort_unstable();
        let [least, across, along] = extents;
        // Gathers choose from up to twice as many columns as there are; lanes have gaps after them.
        let run = if matches!(self, Self::Lanewise { .. }) { count.checked_add(padding) } else { Some(1) };
        let columns = across.checked_mul(2).zip(run).and_then(|(columns, run)| columns.checked_mul(run));
        let elements =
            along.checked_add(padding).zip(columns).and_then(|(along, columns)| along.checked_mul(columns));
        least > 0 && count > 0 && elements.is_some_and(|elements| elements <= ROOM / size_of::<f64>())
    }
}

struct Session {
    bench: Bench,
    report: Report,
    limit: usize,
}

/// The distances from tight leading dimensions that are tried.
const LOOSE: [[usize; 3]; 3] = [[0, 0, 0], [1, 2, 3], [4, 0, 0]];

type Checked = Result<(), ConformanceError>;

impl Session {
    /// All kernels of one shape, on ordinary numbers. Conversions are from the other type.
    fn shape<T: Element, Other: Element>(&mut self, subject: &Subject, shape: (usize, usize)) -> Checked {
        for more in LOOSE {
            let (mut random, mut places) = (self.bench.random.split(), self.bench.random.split());
            let mut number = || random.below(1 << 20) as f64 / 65_536.0 - 8.0;
            match *subject {
                Subject::Unary(op) => {
                    for orientation in [Orientation::Same, Orientation::Transposed] {
                        let spec = unary_spec::<T>(op, shape, orientation, [more[0], more[1]]);
                        self.exact(&unary::<T>(&spec, &mut number))?;
                    }
                    if op == UnaryOp::identity() && shape.0.is_multiple_of(2) {
                        for pairing in Pairing::ALL {
                            let spec = unary_spec::<T>(op, shape, pairing.into(), [more[0], more[1]]);
                            self.exact(&unary::<T>(&spec, &mut number))?;
                        }
                    }
                    let spec = unary_spec::<T>(op, shape, Orientation::Same, [more[0]; 2]);
                    self.exact(&unary_in_place::<T>(&spec, &mut number))?;
                }
                Subject::Binary(op) => {
                    for operands in [[0, 1, 2], [0, 1, 0], [0, 1, 1]] {
                        let more = if operands == [0, 1, 2] { more } else { [more[0]; 3] };
                        let spec = binary_spec::<T>(op, shape, more);
                        self.exact(&binary::<T>(&spec, operands, &mut number))?;
                    }
                    let spec = binary_spec::<T>(op, shape, more);
                    for (in0, in1) in repeated(spec.in0).zip(repeated(spec.in1).cycle().skip(1)) {
                        let spec = BinarySpec { in0, in1, ..spec };
                        self.exact(&binary::<T>(&spec, [0, 1, 2], &mut number))?;
                    }
                }
                Subject::Ternary(op) => {
                    let spec = ternary_spec::<T>(op, shape, [more[0], more[1], more[2], more[0]]);
                    for operands in [[0, 1, 2, 3], [0, 1, 2, 0]] {
                        self.exact(&ternary::<T>(&spec, operands, &mut number))?;
                    }
                    let [in1, in2] = [spec.in1, spec.in2].map(|input| repeated(input).cycle());
                    for ((in0, in1), in2) in repeated(spec.in0).zip(in1.skip(1)).zip(in2.skip(2)) {
                        let spec = TernarySpec { in0, in1, in2, ..spec };
                        self.exact(&ternary::<T>(&spec, [0, 1, 2, 3], &mut number))?;
                    }
                }
                Subject::Chain(links) => {
                    let spec = chain_spec::<T>(links, shape, more);
                    for input in repeated(spec.input) {
                        self.chain::<T>(&ChainSpec { input, ..spec }, Place::Apart, &mut number)?;
                    }
                    let spec = chain_spec::<T>(links, shape, [more[0]; 3]);
                    self.chain::<T>(&spec, Place::OfInput, &mut number)?;
                }
                Subject::Convert => self.convert::<Other, T>(shape, [more[0], more[1]], &mut number)?,
                Subject::Reduce(reduction) => self.reduce::<T>(reduction, shape, more, &mut number)?,
                Subject::Gather(indexed) => {
                    let spec = gather_spec::<T>(indexed, shape, [more[0], more[1]]);
                    let count = 1 + places.below(2 * spec.n as u64);
                    let indices: Vec<u64> = (0..spec.n).map(|_| places.below(count)).collect();
                    self.exact(&gather::<T>(&spec, (&indices, count as usize), &mut number))?;
                }
                Subject::Lanewise { k, count } => {
                    for start in STARTS {
                        let spec = lanewise_spec::<T>([shape.0, shape.1, k], count, start, more);
                        let (case, sums) = lanewise::<T>(&spec, &mut number);
                        self.sums(&case, &sums)?;
                    }
                }
                Subject::Gemm { k } => {
                    for spec in gemm::specs::<T>((shape.0, shape.1, k), more) {
                        let (case, sums) = gemm::<T>(&spec, &mut number);
                        self.sums(&case, &sums)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn chain<T: Element>(&mut self, spec: &ChainSpec, out: Place, number: impl FnMut() -> f64) -> Checked {
        let inputs = 1 + spec.chain.operands().count();
        let place = if out == Place::Apart { inputs } else { 0 };
        let operands: Vec<usize> = (0..inputs).chain([place]).collect();
        let case = chain::<T>(spec, &operands, number);
        self.judge(&case, &accepted(spec, &case))
    }

    fn convert<F: Element, T: Element>(
        &mut self,
        shape: (usize, usize),
        more: [usize; 2],
        mut number: impl FnMut() -> f64,
    ) -> Checked {
        for orientation in [Orientation::Same, Orientation::Transposed] {
            let spec = convert_spec((F::DTYPE, T::DTYPE), shape, more, orientation);
            let conversion = convert::<F, T>(&spec, &mut number);
            self.note(|bench, at_run_time| bench.examine_conversion(&conversion, at_run_time))?;
        }
        Ok(())
    }

    fn reduce<T: Element>(
        &mut self,
        reduction: Reduction,
        shape: (usize, usize),
        more: [usize; 3],
        mut number: impl FnMut() -> f64,
    ) -> Checked {
        for lines in LINES {
            let spec = reduce_spec::<T>(reduction, lines, shape, [more[0], more[1]]);
            let (case, expected) = reduce::<T>(&spec, &mut number);
            self.judge(&case, &|line, found| expected[line].accepts(found))?;
        }
        Ok(())
    }

    /// Special numbers, as far as they mean something: not to multiplications, whose sums may be anything
    /// then.
    fn special<T: Element, Other: Element>(&mut self, subject: &Subject) -> Checked {
        let values = special_values::<T>();
        let shapes = [(1, values.len()), (3, values.len() / 3), (values.len(), 1)];
        for (shape, first) in shapes.into_iter().flat_map(|shape| (0..values.len()).map(move |f| (shape, f)))
        {
            let mut nth = 0..;
            let mut value = || {
                let nth: usize = nth.next().unwrap_or(0);
                // The second operand holds them in another order, each time by another distance.
                values[(nth + nth / values.len() * first) % values.len()]
            };
            match *subject {
                Subject::Unary(op) if first == 0 => {
                    for orientation in [Orientation::Same, Orientation::Transposed] {
                        let spec = unary_spec::<T>(op, shape, orientation, [0, 0]);
                        self.exact(&unary::<T>(&spec, &mut value))?;
                    }
                }
                Subject::Binary(op) => {
                    self.exact(&binary::<T>(&binary_spec::<T>(op, shape, [0, 1, 2]), [0, 1, 2], value))?;
                }
                Subject::Ternary(op) => {
                    let spec = ternary_spec::<T>(op, shape, [0, 1, 2, 3]);
                    self.exact(&ternary::<T>(&spec, [0, 1, 2, 3], value))?;
                }
                Subject::Chain(links) => {
                    self.chain::<T>(&chain_spec::<T>(links, shape, [0, 1, 2]), Place::Apart, value)?;
                }
                Subject::Convert if first == 0 => self.convert::<Other, T>(shape, [0, 1], value)?,
                Subject::Reduce(reduction) if first == 0 && is_exact(reduction) => {
                    self.reduce::<T>(reduction, shape, [0, 1, 2], value)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A case with a sum in some places, the others of which stay as they are.
    fn sums<T: Element>(&mut self, case: &Case<T>, sums: &[Option<Sum>]) -> Checked {
        let same = within(case, 0);
        self.judge(case, &|at, found| match sums[at] {
            Some(sum) => sum.accepts(found),
            None => same(at, found),
        })
    }

    /// A case whose elements are each known.
    fn exact<T: Element>(&mut self, case: &Case<T>) -> Checked {
        self.judge(case, &within(case, ulp::allowed(&case.spec)))
    }

    /// Whether there were enough failures.
    fn is_over(&self) -> bool {
        self.report.failures.len() >= self.limit
    }

    /// Calls the kernel with strides as part of the code, and at run time.
    fn judge<T: Element>(&mut self, case: &Case<T>, accepts: &dyn Fn(usize, T) -> bool) -> Checked {
        self.note(|bench, at_run_time| match at_run_time {
            false => bench.examine(case, accepts),
            true => bench.examine_at_run_time(case, accepts),
        })
    }

    /// Notes what became of a case with strides as part of the code, and at run time.
    fn note(&mut self, examine: impl Fn(&mut Bench, bool) -> Result<(), Failure>) -> Checked {
        for at_run_time in [false, true] {
            if self.is_over() {
                return Ok(());
            }
            match examine(&mut self.bench, at_run_time) {
                Ok(()) => self.report.right += 1,
                Err(Failure::Kernel { error: KernelError::NoGenerator(_), .. }) => self.report.refused += 1,
                Err(Failure::Memory(error)) => return Err(error.into()),
                Err(Failure::CannotExecute(error)) => return Err(error.into()),
                Err(Failure::Lacks { target, feature, .. }) => {
                    return Err(ConformanceError::Lacks { target, feature });
                }
                Err(failure) => self.report.failures.push(failure),
            }
        }
        Ok(())
    }
}

/// The place of the output.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Apart,
    OfInput,
}

/// All that an input can be: a matrix, and what is repeated for its columns, its rows, or both.
fn repeated(matrix: Input) -> impl Iterator<Item = Input> + Clone {
    let stride = match matrix {
        Input::Matrix(stride) | Input::Row(stride) => stride,
        Input::Column | Input::Scalar => Stride::fixed(1),
    };
    [matrix, Input::Column, Input::Row(stride), Input::Scalar].into_iter()
}

/// Whether a reduction of special numbers is the same in any order.
fn is_exact(reduction: Reduction) -> bool {
    matches!(reduction, Reduction::Fold(Fold::Max | Fold::Min, _) | Reduction::ArgMax)
}
