//! Cases of kernels: a specification, and a seed that says what is in the operands and what
//! is passed at run time.
//!
//! Tests: `tests/tests/conformance_verify.rs`, `harness/cli/tests/program/emit.rs`.
#![allow(unsafe_code)]

use super::case::{Excuse, Kind, Refused, Verdict};
use super::simpler;
use super::spec::{drawn, fixed};
use crate::bench::{Bench, BytesCase, Case, Failure, ROOM, within};
use crate::complex::complex;
use crate::draw::Draw;
use crate::elementwise::{accepted, binary, chain, convert, special_values, ternary, unary};
use crate::gather::gather;
use crate::grouped::{group, grouped};
use crate::lanewise::lanewise;
use crate::multiplication::{self, Cases, Numbers};
use crate::random::{self, SplitMix};
use crate::reduce::reduce;
use crate::ulp;
use crate::window::window;
use tensmith_core::kernel::func::Arithmetic;
use tensmith_core::kernel::{ChainSpec, ConvertSpec, KernelSpec};
use tensmith_core::reference::{Element, Sum};
use tensmith_core::registry::KernelError;
use tensmith_core::{BF16, DType, F16, Types, with_element};

/// A kernel and its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// What it is; what this leaves to run time follows from the seed.
    pub given: KernelSpec,
    /// What everything else is drawn from.
    pub seed: u64,
}

/// Evaluates an expression with a name for the type in Rust of one of some types.
macro_rules! with_one_of {
    ($dtype:expr, $element:ident => $body:expr; $($name:ident $type:ty),+) => {
        match $dtype {
            $(DType::$name => {
                type $element = $type;
                $body
            })+
            other => Verdict::excused(Excuse::Rule, &format!("{other} is computed with as another type")),
        }
    };
}

/// The same of those that are computed with in single precision.
macro_rules! with_single {
    ($dtype:expr, $element:ident => $body:expr) => {
        with_one_of!($dtype, $element => $body; F32 f32, F16 F16, BF16 BF16)
    };
}

/// The same of integers.
macro_rules! with_integer {
    ($dtype:expr, $element:ident => $body:expr) => {
        with_one_of!($dtype, $element => $body; I32 i32, I16 i16, I8 i8, U8 u8)
    };
}

/// The most multiply-adds, or elements, of a case.
const MOST_WORK: usize = 1 << 26;

impl Kernel {
    pub(super) fn draw(kind: Kind, random: &mut SplitMix) -> Self {
        let given = drawn(kind, &mut Draw::by(random.split()));
        Self { given, seed: random.below(1 << 20) }
    }

    /// The command that repeats it.
    #[must_use]
    pub fn command(&self) -> String {
        format!("tensmith emit '{}' --check --random {}", self.given, self.seed)
    }

    /// Makes the kernel, calls it on operands between guard pages, and compares with the scalar reference.
    pub fn judge(&self, bench: &mut Bench) -> Verdict {
        if let Err(error) = self.given.validate() {
            return Verdict::excused(Excuse::Rule, &error);
        }
        if self.work().is_none_or(|work| work > MOST_WORK) {
            return Verdict::excused(Excuse::TooLarge, "it is too large to be compared with the reference");
        }
        match self.given {
            KernelSpec::Gemm(spec) => self.multiplied_in(spec.types, bench),
            KernelSpec::Convert(ConvertSpec { from, to, .. }) => self.converted_in(from, to, bench),
            _ => with_element!(self.given.dtype(), T => self.judge_of::<T>(bench)),
        }
    }

    /// A multiplication, whose operands have types that are computed with as one.
    fn multiplied_in(&self, Types { a, b, accumulator, output }: Types, bench: &mut Bench) -> Verdict {
        match accumulator.arithmetic() {
            Arithmetic::F64 => self.multiplied::<f64, f64, f64>(bench),
            Arithmetic::Integer => with_integer!(a, A => {
                with_integer!(b, B => with_integer!(output, C => self.multiplied::<A, B, C>(bench)))
            }),
            Arithmetic::F32 => with_single!(a, A => {
                with_single!(b, B => with_single!(output, C => self.multiplied::<A, B, C>(bench)))
            }),
        }
    }

    /// A conversion, between integers or between other numbers.
    fn converted_in(&self, from: DType, to: DType, bench: &mut Bench) -> Verdict {
        match (from, to) {
            _ if from.is_integer() => {
                with_integer!(from, F => with_integer!(to, T => self.converted::<F, T>(bench)))
            }
            (DType::F64, _) => with_single!(to, T => self.converted::<f64, T>(bench)),
            (_, DType::F64) => with_single!(from, F => self.converted::<F, f64>(bench)),
            _ => with_single!(from, F => with_single!(to, T => self.converted::<F, T>(bench))),
        }
    }

    /// About how much the reference has to do, and how many elements there are.
    fn work(&self) -> Option<usize> {
        let mut spec = fixed(&self.given, self.seed);
        let mut extents = simpler::extents(&mut spec).into_iter();
        let work = extents.try_fold(1usize, |work, extent| work.checked_mul(*extent));
        let mut most = 0;
        crate::bench::change_strides(&mut spec, |stride| most = most.max(crate::bench::fixed(*stride)));
        let across = simpler::extents(&mut spec).into_iter().map(|extent| *extent).max()?;
        Some(work?.max(most.checked_mul(across)?))
    }

    fn judge_of<T: Element>(&self, bench: &mut Bench) -> Verdict {
        let spec = fixed(&self.given, self.seed);
        let mut random = SplitMix::new(self.seed);
        let mut places = random.split();
        let mut number = self.numbers::<T>(random);
        let mut whole = SplitMix::new(self.seed);
        let numbers = if self.seed % 2 == 1 { random::Numbers::Special } else { random::Numbers::Whole };
        let mut whole = move || whole.number_of(numbers);
        match spec {
            KernelSpec::Unary(spec) => self.exact(bench, &unary::<T>(&spec, number)),
            KernelSpec::Binary(spec) => self.exact(bench, &binary::<T>(&spec, [0, 1, 2], number)),
            KernelSpec::Ternary(spec) => self.exact(bench, &ternary::<T>(&spec, [0, 1, 2, 3], number)),
            KernelSpec::Chain(spec) => self.chained::<T>(&spec, bench, number),
            KernelSpec::Lanewise(spec) => {
                let (case, sums) = lanewise::<T>(&spec, &mut whole);
                self.summed(bench, &case, &sums)
            }
            KernelSpec::Complex(spec) => {
                let (case, sums) = complex::<T>(&spec, &mut whole);
                self.summed(bench, &case, &sums)
            }
            KernelSpec::Grouped(spec) => bytes(bench, &grouped(&spec, &mut places)),
            KernelSpec::Group(spec) => bytes(bench, &group(&spec, &mut places)),
            KernelSpec::Window(spec) => {
                let (case, ranges) = window::<T>(&spec, &mut number);
                let same = within(&case, 0);
                self.judged(bench, &case, &|at, found| match &ranges[at] {
                    Some(range) => range.accepts(found),
                    None => same(at, found),
                })
            }
            KernelSpec::Reduce(spec) => {
                let (case, expected) = reduce::<T>(&spec, &mut number);
                self.judged(bench, &case, &|line, found| expected[line].accepts(found))
            }
            KernelSpec::Gather(spec) => {
                let count = spec.n as u64 + places.below(spec.n as u64 + 1);
                let indices: Vec<u64> = (0..spec.n).map(|_| places.below(count)).collect();
                self.exact(bench, &gather::<T>(&spec, (&indices, count as usize), number))
            }
            other => Verdict::excused(Excuse::Rule, &format!("{other}: there are no cases of this kind")),
        }
    }

    /// Numbers for elements of a type, of a sort that the seed says.
    fn numbers<T: Element>(&self, mut random: SplitMix) -> impl FnMut() -> f64 + use<T> {
        let (special, of_four) = (special_values::<T>(), self.seed % 4);
        move || match of_four {
            1 => random.number_of(random::Numbers::Special),
            3 => special[random.below(special.len() as u64) as usize],
            _ if T::DTYPE.is_integer() => random.number::<T>(),
            _ => random.below(1 << 20) as f64 / 65_536.0 - 8.0,
        }
    }

    fn converted<F: Element, T: Element>(&self, bench: &mut Bench) -> Verdict {
        let KernelSpec::Convert(spec) = fixed(&self.given, self.seed) else {
            return Verdict::excused(Excuse::Rule, "it is no conversion");
        };
        let mut random = SplitMix::new(self.seed);
        let conversion = convert::<F, T>(&spec, self.numbers::<F>(random.split()));
        match fits(&conversion.input) && fits(&conversion.out) {
            true => verdict(bench.examine_conversion_as(&conversion, &self.given)),
            false => too_long(),
        }
    }

    fn multiplied<A: Element, B: Element, C: Element>(&self, bench: &mut Bench) -> Verdict {
        let (KernelSpec::Gemm(given), KernelSpec::Gemm(spec)) = (self.given, fixed(&self.given, self.seed))
        else {
            return Verdict::excused(Excuse::Rule, "it is no multiplication");
        };
        let numbers = match self.seed % 4 {
            1 => Numbers::Reals,
            3 => Numbers::Special,
            _ => Numbers::Integers,
        };
        let mut cases = Cases { draw: Draw::by(SplitMix::new(self.seed)), numbers };
        let case: multiplication::Case<A, B, C> = cases.filled_case(spec, given);
        let kernel = match bench.make(&self.given) {
            Ok(kernel) => kernel,
            Err(failure) => return verdict(Err(failure)),
        };
        // SAFETY: the kernel is compiled for the case's specification.
        let examined = unsafe { case.examine(&kernel, &case.expected()) };
        examined.map_or_else(|wrong| Verdict::Wrong(wrong.to_string()), |()| Verdict::Right)
    }

    fn chained<T: Element>(
        &self,
        spec: &ChainSpec,
        bench: &mut Bench,
        number: impl FnMut() -> f64,
    ) -> Verdict {
        let inputs = 1 + spec.chain.operands().count();
        let operands: Vec<usize> = (0..=inputs).collect();
        let case = chain::<T>(spec, &operands, number);
        self.judged(bench, &case, &accepted(spec, &case))
    }

    /// A case whose elements are sums that are exact; those between them stay.
    fn summed<T: Element>(&self, bench: &mut Bench, case: &Case<T>, sums: &[Option<Sum>]) -> Verdict {
        let same = within(case, 0);
        self.judged(bench, case, &|at, found| match sums[at] {
            Some(sum) => found == sum.rounded() || sum.value.is_nan() && found.to_f64().is_nan(),
            None => same(at, found),
        })
    }

    /// A case whose elements are each known.
    fn exact<T: Element>(&self, bench: &mut Bench, case: &Case<T>) -> Verdict {
        self.judged(bench, case, &within(case, ulp::allowed(&case.spec)))
    }

    fn judged<T: Element>(
        &self,
        bench: &mut Bench,
        case: &Case<T>,
        accepts: &dyn Fn(usize, T) -> bool,
    ) -> Verdict {
        if case.buffers.iter().all(|buffer| fits(buffer)) {
            verdict(bench.examine_as(case, &self.given, accepts))
        } else {
            too_long()
        }
    }

    pub(super) fn smaller(&self) -> Vec<Self> {
        let variants = simpler::simpler(&self.given).into_iter();
        variants.map(|given| Self { given, seed: self.seed }).collect()
    }
}

/// A case of bytes, each of which is known.
fn bytes(bench: &mut Bench, case: &BytesCase) -> Verdict {
    match case.buffers.iter().all(|buffer| fits(buffer)) {
        true => verdict(bench.examine_bytes(case)),
        false => too_long(),
    }
}

fn fits<T>(buffer: &[T]) -> bool {
    size_of_val(buffer) <= ROOM
}

fn too_long() -> Verdict {
    let reason = format!("it has an operand of more than {ROOM} bytes, for which there is no guarded memory");
    Verdict::excused(Excuse::TooLarge, &reason)
}

fn verdict(examined: Result<(), Failure>) -> Verdict {
    let Err(failure) = examined else { return Verdict::Right };
    let reason = failure.to_string();
    match failure {
        Failure::Kernel { error: KernelError::Codegen(_) | KernelError::Assemble(_), .. } => {
            Verdict::Wrong(reason)
        }
        Failure::Kernel { spec, error, .. } => {
            Verdict::Refused(Refused { excuse: Excuse::for_no_kernel(&spec, &error), reason })
        }
        Failure::Lacks { .. } | Failure::Memory(_) | Failure::CannotExecute(_) => {
            Verdict::excused(Excuse::Machine, &reason)
        }
        _ => Verdict::Wrong(reason),
    }
}
