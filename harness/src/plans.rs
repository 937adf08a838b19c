//! The cache of plans, by what was asked.
//!
//! A [`Jit`](crate::Jit) never changes, so that a [`Question`] says all that a plan depends on. Clones of a plan share
//! what was compiled, which ends with the last of them once the cache has given it up.
//!
//! Tests: `tests/tests/harness_plans.rs`.

use crate::error::JitError;
use crate::kernels::Yield;
use crate::plan::Plan;
use crate::question::{Answered, Question};
use std::any::Any;
use tensmith_core::cache::{Cache, Statistics, Value};
use tensmith_core::reference::Element;

/// Plans for elements of any type.
#[derive(Debug)]
pub(crate) struct Plans(Cache<Answered, Kept, JitError, Yield>);

/// A plan for elements of some type; clones share it.
#[derive(Clone, Debug)]
enum Kept {
    F32(Plan<f32>),
    F64(Plan<f64>),
}

impl Kept {
    fn new<T: Element>(plan: Plan<T>) -> Option<Self> {
        let plan = &mut Some(plan);
        take(plan).map(Self::F32).or_else(|| take(plan).map(Self::F64))
    }

    #[inline]
    fn plan<T: Element>(self) -> Option<Plan<T>> {
        match self {
            Self::F32(plan) => take(&mut Some(plan)),
            Self::F64(plan) => take(&mut Some(plan)),
        }
    }
}

/// The value, if it is of the type that is wanted.
#[inline]
fn take<A: 'static, B: 'static>(place: &mut Option<A>) -> Option<B> {
    (place as &mut dyn Any).downcast_mut().and_then(Option::take)
}

impl Value for Kept {
    fn bytes(&self) -> usize {
        match self {
            Self::F32(Plan(compiled)) => compiled.bytes(),
            Self::F64(Plan(compiled)) => compiled.bytes(),
        }
    }
}

impl Plans {
    pub(crate) fn new(budget: usize) -> Self {
        Self(Cache::new(budget))
    }

    /// An empty cache with the same budget.
    pub(crate) fn emptied(&self) -> Self {
        Self::new(self.0.budget())
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.0.statistics()
    }

    /// The plan that answers a question: what is there, or else what `make` makes.
    #[inline(always)]
    pub(crate) fn get_or_make<T: Element>(
        &self,
        question: Question<'_>,
        make: impl FnOnce() -> Result<Plan<T>, JitError>,
    ) -> Result<Plan<T>, JitError> {
        let make = || make().map(|plan| Kept::new(plan).expect("elements are one or the other"));
        Ok(self.0.get_or_make(&question, make)?.plan().expect("questions name their element type"))
    }
}
