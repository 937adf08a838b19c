//! The executable memory of a `Jit`: the system's with its reason, or what the caller lends.

use std::sync::Mutex;
use tensmith::error::MemoryError;
use tensmith::extend::{Block, CodeMemory};
use tensmith::{Array, BuildError, Jit, PlanError};
use tensmith_core::code::Refusal;
use tensmith_tests::here;

fn product(jit: &Jit) -> Result<Vec<f32>, PlanError> {
    let a = Array::c_order(vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]).unwrap();
    let b = Array::c_order(vec![1.0f32, 0.0, 0.0, 1.0, 1.0, 1.0], &[3, 2]).unwrap();
    Ok(jit.einsum("mk,kn->mn", &[&a, &b])?.evaluate(&[&a, &b])?.data().to_vec())
}

const PRODUCT: [f32; 4] = [4.0, 5.0, 10.0, 11.0];

#[test]
fn the_systems_memory_says_what_it_holds_and_why() {
    let jit = Jit::host().unwrap();
    let memory = jit.kernels().memory().expect("the system's");
    assert_eq!(memory.counts().extents, 0);
    assert_eq!(product(&jit).unwrap(), PRODUCT);
    let counts = memory.counts();
    assert_eq!((counts.extents, counts.chunks), (jit.stats().kernels.values, 1));
    assert!(!memory.strategy().to_string().is_empty() && !memory.reason().to_string().is_empty());
    assert!(Jit::for_target(*jit.target()).unwrap().kernels().memory().is_none());
}

/// Two of them share what the system gives, and kernels outlive both.
#[test]
fn memory_can_be_shared_by_several() {
    let memory = kernels_memory();
    let jits = [(); 3].map(|()| Jit::builder().memory(memory.clone()).build().unwrap());
    for jit in &jits {
        assert_eq!(product(jit).unwrap(), PRODUCT);
        assert!(jit.kernels().memory().is_none());
    }
    let held = jits.iter().map(|jit| jit.stats().kernels.values).sum::<usize>();
    assert_eq!(memory.counts().extents, held);
    drop(jits);
    assert_eq!(memory.counts().extents, 0);
}

fn kernels_memory() -> tensmith::machine::HostMemory {
    tensmith::machine::HostMemory::probe().expect("executable memory")
}

/// Memory of the caller's that always gives the same block.
struct Stuck(Mutex<Option<Block>>, tensmith::machine::HostMemory);

impl CodeMemory for Stuck {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        let mut first = self.0.lock().unwrap();
        if first.is_none() {
            *first = Some(self.1.publish(codes[0])?);
        }
        Ok(vec![first.clone().unwrap()])
    }
}

#[test]
fn lent_memory_with_other_code_is_refused() {
    let memory = Stuck(Mutex::new(None), kernels_memory());
    drop(memory.publish(&[0; 64]).unwrap());
    let jit = Jit::builder().memory(memory).build().unwrap();
    let error = product(&jit).unwrap_err();
    let PlanError::Build(BuildError::Memory(MemoryError::Differs { bytes })) = error else {
        panic!("{error:?}")
    };
    assert!(bytes > 0);
}

/// Memory of the caller's that gives nothing.
struct Nothing;

impl CodeMemory for Nothing {
    fn publish_all(&self, _: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        Err(MemoryError::Refused { step: "map", bytes: 0, refusal: Refusal::Os(1) })
    }
}

#[test]
fn what_lent_memory_refuses_is_told() {
    let error = product(&Jit::builder().memory(Nothing).build().unwrap()).unwrap_err();
    assert_eq!(
        error,
        BuildError::Memory(MemoryError::Refused { step: "map", bytes: 0, refusal: Refusal::Os(1) }).into()
    );
    // Where code cannot run, there are no tests of it.
    assert!(!here::executable().is_empty());
}
