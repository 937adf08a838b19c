//! Guards against a generator that re-enters the `Jit` that it generates for.
//!
//! Problem: a generator may come from anywhere, and find a way to the very [`Jit`](crate::Jit) that it makes
//! a kernel for. What it asks of that may be what is being made, for which the thread would wait
//! for itself: a deadlock.
//!
//! Idea: each thread has a list of what its generators serve, which is empty but for the time that they run.
//! A `Jit` that is on the list refuses requests. Another `Jit` may be asked.
//!
//! Tests: below, `tests/tests/registry_reentrant.rs`.

use crate::error::BuildError;
use std::cell::{Cell, RefCell};
use tensmith_sync::primitives::thread_local;

thread_local! {
    /// The length of the list: most often 0, which is cheaper to see here.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// The addresses of those that are served, which are borrowed as long.
    static SERVED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// A generator at work, until this is dropped.
#[derive(Debug)]
pub(crate) struct ReentrancyGuard(());

impl ReentrancyGuard {
    /// A generator that serves `jit` from now on.
    pub(crate) fn begin<J>(jit: &J) -> Self {
        SERVED.with(|served| served.borrow_mut().push(address(jit)));
        COUNT.with(|count| count.set(count.get() + 1));
        Self(())
    }
}

impl Drop for ReentrancyGuard {
    fn drop(&mut self) {
        COUNT.with(|count| count.set(count.get() - 1));
        SERVED.with(|served| served.borrow_mut().pop());
    }
}

/// Refuses what a generator asks of the one that it serves.
#[inline]
pub(crate) fn check<J>(jit: &J) -> Result<(), BuildError> {
    if COUNT.with(Cell::get) > 0 && SERVED.with(|served| served.borrow().contains(&address(jit))) {
        return Err(BuildError::Reentrant);
    }
    Ok(())
}

fn address<J>(jit: &J) -> usize {
    std::ptr::from_ref(jit).addr()
}

/// What was seen to fail, one change at a time: no check in `Jit::make_with`; a list that all threads share;
/// a list that does not end with the generator's work.
#[cfg(all(test, tensmith_model))]
#[expect(unsafe_code, reason = "a registry is vouched for")]
mod models {
    use crate::error::BuildError;
    use crate::jit::Jit;
    use std::sync::{Arc, Mutex, Weak};
    use tensmith_core::kernel::KernelSpec;
    use tensmith_core::kernel::spec::{Fold, Lines, ReduceSpec, Reduction, Start, Stride};
    use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal, Registry};
    use tensmith_core::{DType, Target};
    use tensmith_sync::primitives::model;

    /// A generator that asks the handle that it serves, while it generates: for what it makes,
    /// and for another kernel.
    #[derive(Debug, Default)]
    struct Curious(Mutex<Weak<Jit>>);

    impl KernelGenerator for Curious {
        fn name(&self) -> &'static str {
            "test.curious/1"
        }

        fn offer(&self, _: &KernelSpec, _: &Target) -> Result<Offer, Refusal> {
            Ok(Offer::of(1.0))
        }

        fn generate(
            &self,
            spec: &KernelSpec,
            target: &Target,
            _: &Offer,
        ) -> Result<Generated, GenerateError> {
            let own = self.0.lock().expect("no panic").upgrade().expect("it is asked");
            for asked in [*spec, sums(9)] {
                assert_eq!(own.make(&asked).map(drop), Err(BuildError::Reentrant));
            }
            Generated::assemble("bti c\nret", target)
        }
    }

    /// A kernel for some rows.
    fn sums(m: usize) -> KernelSpec {
        let (dtype, lines, ld_in) = (DType::F32, Lines::Rows, Stride::fixed(m));
        let reduction = Reduction::Fold(Fold::Sum, Start::Nothing);
        KernelSpec::Reduce(ReduceSpec { dtype, reduction, lines, m, n: 1, ld_in })
    }

    /// A handle with that generator alone.
    fn handle() -> Arc<Jit> {
        // Generators live as long as the program.
        let curious: &'static Curious = Box::leak(Box::default());
        let mut registry = Registry::new();
        registry.add(curious).expect("a name of its own");
        let builder = Jit::builder().foreign(Target::named("neoverse-v2").expect("a core"));
        // SAFETY: what the generator makes accesses nothing.
        let jit = Arc::new(unsafe { builder.registry(registry) }.build().expect("a handle"));
        *curious.0.lock().expect("no panic") = Arc::downgrade(&jit);
        jit
    }

    #[test]
    fn a_generator_is_refused_and_threads_that_ask_meanwhile_wait_for_it() {
        for asked in [[5, 5], [5, 6], [9, 5]] {
            model(move || {
                let jit = handle();
                let ask = |jit: &Jit, m| assert_eq!(jit.make(&sums(m)).map(drop), Ok(()));
                let other = {
                    let jit = Arc::clone(&jit);
                    loom::thread::spawn(move || ask(&jit, asked[1]))
                };
                ask(&jit, asked[0]);
                other.join().expect("no panic");
                // Nothing was made of what was refused.
                let made = if asked[0] == asked[1] { 1 } else { 2 };
                assert_eq!(jit.stats().kernels.misses, made);
            });
        }
    }
}
