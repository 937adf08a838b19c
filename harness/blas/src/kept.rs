//! The types of numbers that tensmith makes code for, with what a process and a thread keep for each.
//!
//! Tests: `tests/tests/blas.rs`.

use crate::asked::Asked;
use crate::engine::{self, Engine, Entries};
use crate::key::{Key, Problem};
use crate::last::Last;
use crate::next::Foreign;
use std::thread::LocalKey;
use tensmith_core::Complex;

/// See the module's documentation.
pub(crate) trait Kept: Foreign {
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

/// Says where what is kept for a type is.
macro_rules! kept {
    ($($number:ty: $entries:ident),+) => {$(
        impl Kept for $number {
            fn entries(engine: &Engine) -> &Entries<Self> {
                &engine.$entries
            }

            fn last() -> &'static LocalKey<Last<Self>> {
                thread_local! {
                    static LAST: Last<$number> = const { Last::none() };
                }
                &LAST
            }
        }
    )+};
}

kept!(f32: of_f32, f64: of_f64, Complex<f32>: of_c64, Complex<f64>: of_c128);
