//! A generator that asks the very handle that it makes a kernel for is refused there, and
//! nothing is waited for.

use std::sync::OnceLock;
use tensmith::{ArrayLayout, BuildError, Jit, Plan, PlanError};
use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal, Registry};

/// The handle whose registry has [`Curious`], and one with the default generators.
static OWN: OnceLock<Jit> = OnceLock::new();
static OTHER: OnceLock<Jit> = OnceLock::new();

/// What it was told: by its own handle while it offered and while it generated, and by the other one.
static TOLD: OnceLock<[Result<(), PlanError>; 4]> = OnceLock::new();

fn plan(jit: &OnceLock<Jit>, expression: &str) -> Result<(), PlanError> {
    let layouts = [[5, 6], [6, 7]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    let plan: Result<Plan<f32>, _> = jit.get().expect("a handle").einsum(expression, &layouts);
    plan.map(|_| ())
}

/// Asks others for plans, and makes no kernel.
#[derive(Debug)]
struct Curious;

impl KernelGenerator for Curious {
    fn name(&self) -> &'static str {
        "test.curious/1"
    }

    fn offer(&self, _: &KernelSpec, _: &Target) -> Result<Offer, Refusal> {
        // The same, something else, something else of another one, and the same again.
        let told = [
            plan(&OWN, "mk,kn->mn"),
            plan(&OWN, "mk,kn->nm"),
            plan(&OTHER, "mk,kn->mn"),
            plan(&OWN, "mk,kn->mn"),
        ];
        let _ = TOLD.set(told);
        Err(Refusal::OtherKind)
    }

    fn generate(&self, _: &KernelSpec, _: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        unreachable!("it offers nothing")
    }
}

#[test]
#[expect(unsafe_code, reason = "a registry is vouched for")]
fn a_generator_that_asks_its_own_handle_is_refused() {
    let builder = || Jit::builder().foreign(Target::named("neoverse-v2").expect("a core"));
    let mut registry: Registry = tensmith_primitives::registry().expect("memory");
    registry.add(&Curious).expect("a name of its own");
    // SAFETY: `Curious` makes no code, and the others are the default ones.
    let own = unsafe { builder().registry(registry) };
    OWN.set(own.build().expect("a handle")).expect("it is set once");
    OTHER.set(builder().build().expect("a handle")).expect("it is set once");
    assert_eq!(plan(&OWN, "mk,kn->mn"), Ok(()), "the default generators make the kernel");
    let refused = Err(PlanError::Build(BuildError::Reentrant));
    assert_eq!(TOLD.get(), Some(&[refused.clone(), refused.clone(), Ok(()), refused]));
    // Afterwards, it is asked as ever.
    assert_eq!(plan(&OWN, "mk,kn->nm"), Ok(()));
}
