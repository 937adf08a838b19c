//! The cache of plans, by their keys.
//!
//! A [`Jit`](crate::Jit) never changes, so that a [`PlanKeyRef`] says all that a plan depends on. Clones of a
//! plan share what was compiled, which ends with the last of them once the cache has given it up.
//!
//! Tests: `tests/tests/harness_plans.rs`.

use crate::error::PlanError;
use crate::kernels::Yield;
use crate::plan::{Compiled, Plan};
use crate::plan_key::{PlanKey, PlanKeyRef};
use std::sync::Arc;
use tensmith_core::Scalar;
use tensmith_core::cache::{Cache, Statistics, Value};

/// Plans for elements of any type.
#[derive(Debug)]
pub(crate) struct Plans(Cache<PlanKey, CachedPlan, PlanError, Yield>);

/// What was compiled, and its bytes; clones share it.
#[derive(Clone, Debug)]
struct CachedPlan {
    compiled: Arc<Compiled>,
    bytes: usize,
}

impl CachedPlan {
    fn new(compiled: Compiled) -> Self {
        Self { bytes: compiled.bytes(), compiled: Arc::new(compiled) }
    }
}

impl Value for CachedPlan {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Plans {
    pub(crate) fn new(budget: usize) -> Self {
        Self(Cache::new(budget))
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.0.statistics()
    }

    /// The plan of a key: what is there, or else what `make` makes.
    #[inline(always)]
    pub(crate) fn get_or_make<T: Scalar, O: Scalar>(
        &self,
        plan_key: PlanKeyRef<'_>,
        make: impl FnOnce() -> Result<Compiled, PlanError>,
    ) -> Result<Plan<T, O>, PlanError> {
        let cached = self.0.get_or_make(&plan_key, || make().map(CachedPlan::new))?;
        Ok(Plan::of(cached.compiled).expect("keys name their element types"))
    }
}
