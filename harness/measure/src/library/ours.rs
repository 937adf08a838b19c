//! tensmith, by its public interface.
//!
//! Two ways to call what [`Jit::gemm`] makes take part: the bare code, with the three pointers that it needs,
//! which is what the handles of other generators are and what counts; and [`Gemm::call`], which
//! checks its operands first.
//!
//! Tests: `harness/measure/src/library/mod.rs`.
#![allow(unsafe_code)]

use super::contestant::{Contestant, Question, Role, Work};
use crate::failure::Failure;
use crate::number::Number;
use crate::operands::Feed;
use crate::shape::Shape;
use std::error::Error;
use std::num::NonZeroUsize;
use std::rc::Rc;
use tensmith::gemm::{Blocks, Factor, Gemm, Numbers, Options, Status};
use tensmith::parallel::Pool;
use tensmith::{ArrayLayout, Jit, Plan, View, ViewMut};

/// tensmith on this machine.
#[derive(Debug)]
pub struct Ours {
    jit: Result<Jit, String>,
    /// Plans for several threads, and these.
    team: Option<(Jit, Rc<Pool>)>,
}

/// Multiplications of more operations are made by a plan, which cuts them for the caches, not by one kernel.
pub const LARGE: f64 = 2.0 * 160.0 * 160.0 * 160.0;

impl Ours {
    /// What it can do here, with up to that many threads.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn new(threads: usize) -> Result<Self, Failure> {
        let host = |threads| Jit::builder().threads(threads).build().map_err(|error| error.to_string());
        let several = NonZeroUsize::new(threads).filter(|threads| threads.get() > 1);
        let team = match (several, host(threads)) {
            (Some(threads), Ok(jit)) => {
                let pool = Pool::with_width(threads);
                pool.start().map_err(Failure::not_possible_here)?;
                Some((jit, Rc::new(pool)))
            }
            _ => None,
        };
        Ok(Self { jit: host(1), team })
    }

    /// What makes code, or why nothing does.
    pub fn jit(&self) -> Result<&Jit, String> {
        self.jit.as_ref().map_err(String::clone)
    }

    /// Why it takes no part.
    pub fn absence(&self) -> Option<&str> {
        self.jit.as_ref().err().map(String::as_str)
    }

    /// Its ways to multiply: the bare code, and then the handle with checks; or a plan, where that is large.
    pub fn contestants<T: Number>(&self, question: &Question) -> Vec<Contestant<T>> {
        let Ok(jit) = &self.jit else { return vec![] };
        if question.threads > 1 || question.shape.operations() > LARGE && question.shape.batch == 1 {
            return vec![self.planned(jit, question)];
        }
        let gemm = handle(jit, question);
        let predicted = gemm.as_ref().ok().and_then(|gemm| predicted(gemm, question));
        let bare = gemm.as_ref().map_err(String::clone).and_then(bare);
        let checked = gemm.map(|gemm| checked(gemm, question));
        vec![
            Contestant { name: "tensmith", role: Role::Ours, work: bare, predicted },
            Contestant { name: "checked", role: Role::OursToo, work: checked, predicted: None },
        ]
    }
}

impl Ours {
    /// A plan for all of `count` multiplications that follow each other: to be fed with that many.
    pub fn in_a_row<T: Number>(&self, question: &Question, count: usize) -> Contestant<T> {
        let plan = self.jit().and_then(|jit| batched(jit, question, count).map_err(|e| e.to_string()));
        let work = plan.map(|plan| run_batch(plan, question, count));
        Contestant { name: "tensmith", role: Role::Ours, work, predicted: None }
    }

    /// A plan for one large multiplication.
    fn planned<T: Number>(&self, jit: &Jit, question: &Question) -> Contestant<T> {
        let (jit, pool) = match &self.team {
            Some((jit, pool)) if question.threads > 1 => (jit, Some(Rc::clone(pool))),
            _ => (jit, None),
        };
        let plan = plan(jit, question).map_err(|error| error.to_string());
        // Predictions are for one core.
        let predicted = plan.as_ref().ok().filter(|_| pool.is_none()).and_then(share_of_peak);
        let work = plan.map(|plan| run(plan, pool, question));
        Contestant { name: "tensmith", role: Role::Ours, work, predicted }
    }
}

/// The share of the peak that a plan predicts for one core.
pub fn share_of_peak<T: Number>(plan: &Plan<T>) -> Option<f64> {
    let steps = plan.explain().steps().filter(|step| step.operations > 0);
    let (operations, at_peak) = steps.fold((0.0, 0.0), |(operations, at_peak), step| {
        let done = step.operations as f64;
        (operations + done, at_peak + done / step.share_of_peak)
    });
    (at_peak > 0.0).then(|| operations / at_peak)
}

/// The share of the peak that a generator predicts for its code.
fn predicted<T: Number>(gemm: &Gemm<T>, question: &Question) -> Option<f64> {
    let Status::Generated { code, .. } = gemm.status() else { return None };
    let target = gemm.target();
    let lanes = target.machine().lanes(T::DTYPE).get();
    let a_cycle = 2.0 * f64::from(target.core.model.multiply_adds) * lanes as f64;
    Some(question.shape.operations() / a_cycle / code.cycles)
}

/// Runs a plan, on several threads if there are some.
fn run<T: Number>(plan: Plan<T>, pool: Option<Rc<Pool>>, question: &Question) -> Work<T> {
    let Shape { m, n, k, .. } = question.shape;
    Box::new(move |feed| {
        let ([mk, kn, mn], [down_a, down_b]) = ([[m, k], [k, n], [m, n]], [[1, m as isize], [1, k as isize]]);
        feed.each(|a, b, c| {
            // SAFETY: the pointer is to a matrix of these extents and strides, and nothing
            // writes it meanwhile.
            let a = unsafe { View::from_raw(a, &mk, &down_a) };
            // SAFETY: as above.
            let b = unsafe { View::from_raw(b, &kn, &down_b) };
            // SAFETY: as above, and nothing else accesses C.
            let mut c = unsafe { ViewMut::from_raw(c, &mn, &down_a) };
            let run = match &pool {
                None => plan.run(&[a, b], &mut c),
                Some(pool) => plan.run_on(&[a, b], &mut c, &**pool),
            };
            debug_assert!(run.is_ok(), "{run:?}");
        });
    })
}

/// Runs a plan for multiplications that follow each other.
fn run_batch<T: Number>(plan: Plan<T>, question: &Question, count: usize) -> Work<T> {
    let [mk, kn, mn] = batch(question.shape, count);
    Box::new(move |feed| {
        let ([a, b, c], calls) = feed.whole();
        assert_eq!(calls, count, "all multiplications are one");
        // SAFETY: the pointer is to matrices of these extents that follow each other, and nothing
        // writes them meanwhile.
        let a = unsafe { View::from_raw(a, &mk.shape, &mk.strides) };
        // SAFETY: as above.
        let b = unsafe { View::from_raw(b, &kn.shape, &kn.strides) };
        // SAFETY: as above, and nothing else accesses C.
        let mut c = unsafe { ViewMut::from_raw(c, &mn.shape, &mn.strides) };
        let run = plan.run(&[a, b], &mut c);
        debug_assert!(run.is_ok(), "{run:?}");
    })
}

/// Matrices that follow each other.
struct Batch {
    shape: [usize; 3],
    strides: [isize; 3],
}

/// A, B and C of all multiplications.
fn batch(Shape { m, n, k, .. }: Shape, count: usize) -> [Batch; 3] {
    [[m, k], [k, n], [m, n]].map(|[down, across]| Batch {
        shape: [count, down, across],
        strides: [(down * across) as isize, 1, down as isize],
    })
}

fn batched<T: Number>(jit: &Jit, question: &Question, count: usize) -> Result<Plan<T>, Box<dyn Error>> {
    let [a, b, c] =
        batch(question.shape, count).map(|Batch { shape, strides }| ArrayLayout::new(&shape, &strides));
    let beta = f64::from(u8::from(question.reads_c));
    Ok(jit.contraction("bmk,bkn->bmn").beta(beta).plan_into(&[a?, b?], &c?)?)
}

fn plan<T: Number>(jit: &Jit, question: &Question) -> Result<Plan<T>, Box<dyn Error>> {
    let Shape { m, n, k, .. } = question.shape;
    let [a, b, c] = [[m, k], [k, n], [m, n]].map(|shape| ArrayLayout::fortran_order(&shape));
    let beta = f64::from(u8::from(question.reads_c));
    Ok(jit.contraction("mk,kn->mn").beta(beta).plan_into(&[a?, b?], &c?)?)
}

fn handle<T: Number>(jit: &Jit, question: &Question) -> Result<Gemm<T>, String> {
    let beta = if question.reads_c { Factor::One } else { Factor::Zero };
    jit.gemm(&question.shape.spec(beta), Options::default()).map_err(|error| error.to_string())
}

fn bare<T: Number>(gemm: &Gemm<T>) -> Result<Work<T>, String> {
    let Status::Generated { kernel: Some(kernel), .. } = gemm.status() else {
        return Err(gemm.status().to_string());
    };
    let kernel = kernel.clone();
    Ok(Box::new(move |feed: &Feed<T>| {
        feed.each(|a, b, c| {
            let addresses = [a.expose_provenance(), b.expose_provenance(), c.expose_provenance()];
            // SAFETY: strides, numbers of blocks and factors are fixed in the specification, so that the code
            // takes the three addresses; they are of operands of these extents, and C is apart.
            unsafe { kernel.call_short(addresses) };
        });
    }))
}

fn checked<T: Number>(gemm: Gemm<T>, question: &Question) -> Work<T> {
    let lengths = question.shape.elements();
    let numbers = Numbers::default();
    Box::new(move |feed| {
        feed.each(|a, b, c| {
            // SAFETY: A has that many elements, and nothing writes it during the call.
            let a = unsafe { std::slice::from_raw_parts(a, lengths[0]) };
            // SAFETY: the same of B.
            let b = unsafe { std::slice::from_raw_parts(b, lengths[1]) };
            // SAFETY: the same of C, which nothing else accesses.
            let c = unsafe { std::slice::from_raw_parts_mut(c, lengths[2]) };
            let called = gemm.call([Blocks::Strided(a), Blocks::Strided(b)], c, &numbers);
            debug_assert!(called.is_ok(), "{called:?}");
        });
    })
}
