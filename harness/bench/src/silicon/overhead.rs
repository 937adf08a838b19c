//! What is paid besides the work of a kernel: making its code, and finding and running a plan.
//!
//! A multiplication is made in two ways: its code alone, and a handle whose code is mapped and executable, by
//! a [`Jit`] that keeps nothing. It is called in four: the bare code, a handle with slices, a plan that is
//! held, and a plan that is found by its expression and layouts first.
//!
//! Tests: below.

use std::cell::RefCell;
use std::hint::black_box;
use tensmith::gemm::{Factor, Options};
use tensmith::{Array, DType, Jit, View};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::with_float;
use tensmith_measure::compare::{Cell, Subject, cell};
use tensmith_measure::library::{Entrant, Libraries, Question, Role};
use tensmith_measure::number::Number;
use tensmith_measure::operands::{Operands, Temperature};
use tensmith_measure::sample::{Repeated, Sampler};
use tensmith_measure::shape::Shape;

/// What is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overhead {
    /// Code is made.
    Making,
    /// A multiplication is called.
    Calling,
}

impl Overhead {
    /// The shapes that each is measured with.
    pub(crate) fn shapes(self, dtype: DType) -> Vec<Shape> {
        let cube = |extent| Shape::single(dtype, [extent; 3]);
        match self {
            Self::Making => [4, 8, 13, 23, 64].map(cube).to_vec(),
            Self::Calling => [4, 8].map(cube).to_vec(),
        }
    }

    /// A name of what is measured with a shape.
    pub(crate) fn name(self, shape: Shape) -> String {
        match self {
            Self::Making => format!("make {shape}"),
            Self::Calling => format!("call {shape}"),
        }
    }
}

/// Work that takes part, or why none does.
type Timed<'w> = (&'static str, Role, Result<Repeated<'w>, String>);

/// Times everyone.
pub(crate) fn measure(libraries: &Libraries, sampler: Sampler, what: Overhead, shape: Shape) -> Cell {
    with_float!(shape.dtype.arithmetic().lanes(), T => measure_in::<T>(libraries, sampler, what, shape))
}

fn measure_in<T: Number>(libraries: &Libraries, sampler: Sampler, what: Overhead, shape: Shape) -> Cell {
    let question = Question { shape, reads_c: true, threads: 1 };
    let operands = Operands::<T>::new(shape, Temperature::Hot, 1);
    let contestants = match what {
        Overhead::Making => making::<T>(libraries, question),
        Overhead::Calling => calling(libraries, question, &operands),
    };
    let entrants: Vec<Entrant> = contestants
        .iter()
        .map(|(name, role, work)| (*name, *role, work.as_ref().map(|_| ()).map_err(String::clone)))
        .collect();
    let works: Vec<_> = contestants.into_iter().filter_map(|(.., work)| work.ok()).collect();
    let mut rounds = sampler.interleave(&works);
    // No peak is sampled with them: one operation a nanosecond stands in its place.
    let count = rounds.first().map_or(0, Vec::len);
    rounds.insert(0, vec![1.0; count]);
    let subject =
        Subject { name: what.name(shape), dtype: shape.dtype, extents: shape.extents(), operations: 1.0 };
    cell(subject, 1.0, entrants, &rounds)
}

fn making<T: Number>(libraries: &Libraries, question: Question) -> Vec<Timed<'_>> {
    let spec = question.shape.spec(Factor::One);
    let jit = libraries.ours().jit();
    let code = jit.clone().map(|jit| -> Repeated<'_> {
        let spec = KernelSpec::Gemm(spec);
        Box::new(move |calls| {
            for _ in 0..calls {
                let choice = jit.kernels().registry().choose(black_box(&spec), jit.target());
                let made = choice.and_then(|choice| choice.compile(&spec, jit.target()));
                debug_assert!(black_box(made).is_ok());
            }
        })
    });
    let published = Jit::builder().kernel_budget(0).build().map_err(|error| error.to_string()).map(
        |jit| -> Repeated<'_> {
            Box::new(move |calls| {
                for _ in 0..calls {
                    let made = jit.gemm::<T>(black_box(&spec), Options::default());
                    debug_assert!(black_box(made).is_ok());
                }
            })
        },
    );
    let mut all = vec![("code", Role::Ours, code), ("executable", Role::OursToo, published)];
    if let Some(mkl) = libraries.mkl() {
        all.push(("mkl-jit", Role::Peer, mkl.making::<T>(question)));
    }
    all
}

fn calling<'o, T: Number>(
    libraries: &'o Libraries,
    question: Question,
    operands: &'o Operands<T>,
) -> Vec<Timed<'o>> {
    let names = ["kernel", "handle"];
    let handles = libraries.ours().contestants::<T>(&question).into_iter().zip(names);
    let mut all: Vec<Timed<'o>> = handles
        .map(|(contestant, name)| {
            let work = contestant
                .work
                .map(|work| -> Repeated<'o> { Box::new(move |calls| operands.feed(calls, &*work)) });
            (name, contestant.role, work)
        })
        .collect();
    for (name, is_found) in [("held plan", false), ("found plan", true)] {
        let work = libraries.ours().jit().and_then(|jit| planned::<T>(jit, question.shape, is_found));
        all.push((name, Role::OursToo, work));
    }
    all
}

/// A and B of a multiplication.
struct Inputs<T> {
    a: Array<T>,
    b: Array<T>,
}

impl<T: Number> Inputs<T> {
    fn new(Shape { m, n, k, .. }: Shape) -> Result<Self, String> {
        let array = |shape: [usize; 2]| {
            let elements = vec![T::from_f64(0.5); shape.iter().product()];
            Array::c_order(elements, &shape).map_err(|error| error.to_string())
        };
        Ok(Self { a: array([m, k])?, b: array([k, n])? })
    }

    fn views(&self) -> [View<'_, T>; 2] {
        [self.a.view(), self.b.view()]
    }
}

/// Runs a plan that is held, or found each time.
fn planned<T: Number>(jit: &Jit, shape: Shape, is_found: bool) -> Result<Repeated<'_>, String> {
    const PRODUCT: &str = "mk,kn->mn";
    let inputs = Inputs::<T>::new(shape)?;
    let plan = jit.einsum::<T>(PRODUCT, &inputs.views()).map_err(|error| error.to_string())?;
    let layout = plan.output().try_clone().map_err(|error| error.to_string())?;
    let c = RefCell::new(Array::zeros(layout).map_err(|error| error.to_string())?);
    Ok(Box::new(move |calls| {
        let (views, mut c) = (inputs.views(), c.borrow_mut());
        let mut c = c.view_mut();
        for _ in 0..calls {
            let ran = if is_found {
                jit.einsum::<T>(black_box(PRODUCT), &views).map(|plan| plan.run(&views, &mut c))
            } else {
                Ok(plan.run(black_box(&views), &mut c))
            };
            debug_assert!(matches!(ran, Ok(Ok(()))));
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_measure::clock::Clock;

    #[test]
    fn everyone_takes_part() {
        let Ok(clock) = Clock::new() else { return };
        let sampler = Sampler::usual(clock, 2);
        let libraries = Libraries::load(&[], 1).expect("nothing is loaded");
        for (what, count) in [(Overhead::Making, 2), (Overhead::Calling, 4)] {
            let cell = measure(&libraries, sampler, what, Shape::single(DType::F32, [4; 3]));
            assert_eq!(cell.figures.len(), count);
            let times =
                cell.figures.iter().filter_map(|figure| Some(figure.speed.as_ref().ok()?.nanoseconds));
            assert!(libraries.absence().is_some() || times.clone().count() == count);
            assert!(times.clone().all(|time| time > 0.0), "{what:?}: {:?}", times.collect::<Vec<_>>());
        }
    }
}
