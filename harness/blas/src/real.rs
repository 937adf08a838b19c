//! The types of elements that BLAS multiplies and tensmith makes code for, with what a process and a
//! thread have for each.
//!
//! Tests: `tests/tests/blas.rs`.

use crate::asked::Asked;
use crate::engine::{self, Engine, Entries};
use crate::key::{Key, Problem};
use crate::last::Last;
use crate::loops::Fused;
use std::thread::LocalKey;

/// See the module's documentation.
pub(crate) trait Real: Fused {
    /// What there is for each key.
    fn entries(engine: &Engine) -> &Entries<Self>;

    /// What this thread called last.
    fn last() -> &'static LocalKey<Last<Self>>;

    /// What there is for a key, with code if there is some, or this call makes it pay; none
    /// where loops have to do.
    fn find(key: &Key, problem: &Problem) -> Option<Asked<Self>> {
        let engine = engine::engine()?;
        let jit = engine.jit.as_ref()?;
        let asked = Self::entries(engine).get_or_make(key, Asked::new).ok()?;
        asked.count(jit, key, problem);
        asked.method().is_some().then_some(asked)
    }
}

impl Real for f32 {
    fn entries(engine: &Engine) -> &Entries<Self> {
        &engine.of_f32
    }

    fn last() -> &'static LocalKey<Last<Self>> {
        thread_local! {
            static LAST: Last<f32> = const { Last::none() };
        }
        &LAST
    }
}

impl Real for f64 {
    fn entries(engine: &Engine) -> &Entries<Self> {
        &engine.of_f64
    }

    fn last() -> &'static LocalKey<Last<Self>> {
        thread_local! {
            static LAST: Last<f64> = const { Last::none() };
        }
        &LAST
    }
}
