//! Observers are told of every kernel that becomes executable, and of its end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tensmith::extend::{Observer, Published};
use tensmith::inspect::KernelCode;
use tensmith::{Array, ArrayLayout, Jit, JitBuilder, Target};

/// Keeps what it is told.
#[derive(Debug, Default)]
struct Record {
    /// The kernels that there are: names and code, by their addresses.
    kernels: Mutex<BTreeMap<usize, (String, Vec<u8>)>>,
    /// The names of all, in their order.
    names: Mutex<Vec<String>>,
}

impl Observer for Record {
    fn published(&self, kernel: &Published<'_>) {
        let (name, code) = (kernel.name(), kernel.code.to_vec());
        assert_eq!(code, kernel.origin.code);
        assert_eq!(kernel.unwind().unwrap()[0].from, 0);
        self.names.lock().unwrap().push(name.clone());
        let before = self.kernels.lock().unwrap().insert(kernel.start(), (name, code));
        assert_eq!(before, None, "the place is free");
    }

    fn dropped(&self, start: usize) {
        assert!(self.kernels.lock().unwrap().remove(&start).is_some());
    }
}

impl Record {
    fn live(&self) -> usize {
        self.kernels.lock().unwrap().len()
    }
}

/// The operands of a square multiplication.
fn square(size: usize) -> [ArrayLayout; 2] {
    [(); 2].map(|()| ArrayLayout::c_order(&[size, size]).unwrap())
}

fn host(builder: JitBuilder) -> Jit {
    builder.build().expect("a machine that executes kernels")
}

#[test]
fn kernels_are_told_of_once_and_at_their_end() {
    let record = Arc::new(Record::default());
    let jit = host(Jit::builder().kernel_budget(0).plan_budget(0).observer(record.clone()));
    let plan = jit.einsum::<f32>("mk,kn->mn", &square(16)).unwrap();
    let copy = plan.clone();
    assert_eq!(record.live(), 1);
    let name = record.names.lock().unwrap()[0].clone();
    assert_eq!(name, jit.target().kernel_name(&plan.explain().kernels()[0].spec).to_string());
    assert!(name.starts_with("gemm_f32_16x16x16_") && name.ends_with(jit.target().core.name), "{name}");
    drop(plan);
    assert_eq!(record.live(), 1);
    drop(copy);
    assert_eq!(record.live(), 0);
    // Anew, in the same place.
    let plan = jit.einsum::<f32>("mk,kn->mn", &square(16)).unwrap();
    assert_eq!((record.live(), record.names.lock().unwrap().len()), (1, 2));
    drop(jit);
    assert_eq!(record.live(), 1);
    drop(plan);
    assert_eq!(record.live(), 0);
}

#[test]
fn a_kernel_that_is_kept_is_told_of_once() {
    let record = Arc::new(Record::default());
    let jit = host(Jit::builder().observer(record.clone()));
    for _ in 0..3 {
        jit.einsum::<f32>("mk,kn->mn", &square(16)).unwrap();
    }
    assert_eq!(record.names.lock().unwrap().len(), 1);
    drop(jit);
    assert_eq!(record.live(), 0);
}

#[test]
fn all_observers_are_told() {
    let records = [(); 2].map(|()| Arc::new(Record::default()));
    let jit = host(Jit::builder().observer(records[0].clone()).observer(records[1].clone()));
    let a = Array::c_order(vec![1.0f32; 64], &[8, 8]).unwrap();
    let plan = jit.einsum("mk,kn->mn", &[&a, &a]).unwrap();
    let mut c = plan.zeros().unwrap();
    plan.run(&[a.view(), a.view()], &mut c.view_mut()).unwrap();
    assert_eq!(c.data(), [8.0; 64]);
    assert_eq!(records[0].names.lock().unwrap().clone(), records[1].names.lock().unwrap().clone());
    assert_eq!([records[0].live(), records[1].live()], [1, 1]);
}

/// What does not become executable is nothing to tell of.
#[test]
fn plans_to_look_at_tell_nothing() -> Result<(), Box<dyn std::error::Error>> {
    let record = Arc::new(Record::default());
    let jit = Jit::builder().foreign(Target::generic()).observer(record.clone()).build()?;
    jit.einsum::<f32>("mk,kn->mn", &square(16))?;
    assert_eq!(record.names.lock().unwrap().len(), 0);
    Ok(())
}

/// Has something published behind the code.
#[derive(Debug)]
struct Tail;

impl Observer for Tail {
    fn behind(&self, origin: &KernelCode, _: &Target) -> Vec<u8> {
        vec![origin.code.len() as u8; 9]
    }

    fn published(&self, kernel: &Published<'_>) {
        assert_eq!(kernel.code, kernel.origin.code);
        assert_eq!(kernel.behind, [kernel.code.len() as u8; 9]);
        let place = kernel.behind.as_ptr().addr() - kernel.start();
        assert_eq!(place, kernel.code.len().next_multiple_of(8));
    }

    fn dropped(&self, _: usize) {}
}

#[test]
fn an_observer_has_bytes_behind_the_code() {
    let jit = host(Jit::builder().observer(Arc::new(Record::default())).observer(Arc::new(Tail)));
    let a = Array::c_order(vec![1.0f32; 49], &[7, 7]).unwrap();
    let plan = jit.einsum("mk,kn->mn", &[&a, &a]).unwrap();
    let mut c = plan.zeros().unwrap();
    plan.run(&[a.view(), a.view()], &mut c.view_mut()).unwrap();
    assert_eq!(c.data(), [7.0; 49]);
}
