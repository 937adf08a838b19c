//! The executable memory of a `Jit`: the system's with its reason, or what the caller lends.

use std::sync::Mutex;
use tensmith::{Array, Block, CodeMemory, Jit, JitError, MemoryError, View};
use tensmith_core::code::Refusal;
use tensmith_tests::here;

fn product(jit: &Jit) -> Result<Vec<f32>, JitError> {
    let a = Array::c_order(vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3])?;
    let b = Array::c_order(vec![1.0f32, 0.0, 0.0, 1.0, 1.0, 1.0], &[3, 2])?;
    let inputs: [View<'_, f32>; 2] = [a.view(), b.view()];
    let plan = jit.einsum("mk,kn->mn", &inputs)?;
    let mut c = Array::zeros(plan.output().try_clone()?)?;
    plan.run(&inputs, &mut c.view_mut())?;
    Ok(c.data().to_vec())
}

const PRODUCT: [f32; 4] = [4.0, 5.0, 10.0, 11.0];

#[test]
fn the_systems_memory_says_what_it_holds_and_why() {
    let jit = Jit::host().unwrap();
    let memory = jit.memory().expect("the system's");
    assert_eq!(memory.counts().extents, 0);
    assert_eq!(product(&jit).unwrap(), PRODUCT);
    let counts = memory.counts();
    assert_eq!((counts.extents, counts.chunks), (jit.statistics().values, 1));
    assert!(!memory.strategy().to_string().is_empty() && !memory.reason().to_string().is_empty());
    assert!(Jit::for_target(*jit.target()).unwrap().memory().is_none());
}

/// Two of them share what the system gives, and kernels outlive both.
#[test]
fn memory_can_be_shared_by_several() {
    let memory = kernels_memory();
    let jits = [(); 3].map(|()| Jit::host_in(memory.clone()).unwrap());
    for jit in &jits {
        assert_eq!(product(jit).unwrap(), PRODUCT);
        assert!(jit.memory().is_none());
    }
    let held = jits.iter().map(|jit| jit.statistics().values).sum::<usize>();
    assert_eq!(memory.counts().extents, held);
    drop(jits);
    assert_eq!(memory.counts().extents, 0);
}

fn kernels_memory() -> tensmith::HostMemory {
    tensmith::HostMemory::probe().expect("executable memory")
}

/// Memory of the caller's that always gives the same block.
struct Stuck(Mutex<Option<Block>>, tensmith::HostMemory);

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
    let jit = Jit::host_in(memory).unwrap();
    let error = product(&jit).unwrap_err();
    assert!(matches!(error, JitError::Memory(MemoryError::Differs { bytes }) if bytes > 0), "{error:?}");
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
    let error = product(&Jit::host_in(Nothing).unwrap()).unwrap_err();
    assert_eq!(
        error,
        JitError::Memory(MemoryError::Refused { step: "map", bytes: 0, refusal: Refusal::Os(1) })
    );
    // Where code cannot run, there are no tests of it.
    assert!(!here::executable().is_empty());
}
