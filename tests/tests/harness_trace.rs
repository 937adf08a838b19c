//! Spans of everything that takes time, where the feature `tracing` is on.

use std::sync::{Arc, Mutex};
use tensmith::{Array, Jit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Writes down which spans begin and end.
#[derive(Clone, Default)]
struct Journal(Arc<Mutex<Vec<String>>>);

impl Journal {
    fn note(&self, line: String) {
        self.0.lock().expect("no panic").push(line);
    }
}

impl Subscriber for Journal {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("tensmith")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.note(format!("begin {}", span.metadata().name()));
        Id::from_u64(1)
    }

    fn exit(&self, _: &Id) {
        self.note("end".to_owned());
    }

    fn enter(&self, _: &Id) {}
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
}

/// Plans a multiplication twice, and runs it where that is possible.
fn multiply(jit: &Jit) -> Result<(), Box<dyn std::error::Error>> {
    let a = Array::c_order(vec![1.0f32; 6], &[2, 3])?;
    let b = Array::c_order(vec![1.0f32; 12], &[3, 4])?;
    for _ in 0..2 {
        let plan = jit.einsum("mk,kn->mn", &[&a, &b])?;
        let mut c = plan.zeros()?;
        plan.run(&[a.view(), b.view()], &mut c.view_mut())?;
    }
    Ok(())
}

#[test]
fn spans_begin_and_end() {
    let (jit, journal) = (Jit::host().expect("a machine"), Journal::default());
    tracing::subscriber::with_default(journal.clone(), || multiply(&jit)).expect("it is planned and runs");
    let planned = ["begin plan", "begin generate", "end", "end"];
    let runs = ["begin run", "end"];
    // The second plan is the first.
    assert_eq!(*journal.0.lock().expect("no panic"), [&planned[..], &runs, &runs].concat());
}
