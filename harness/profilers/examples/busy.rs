//! Multiplies matrices for a while, with kernels that profilers and debuggers know by name:
//!
//! ```text
//! cargo build --release --package tensmith-profilers --example busy
//! perf record -k mono --call-graph dwarf target/release/examples/busy jitdump=.
//! perf inject --jit --input perf.data --output named.data
//! perf report --input named.data
//! ```

use std::error::Error;
use std::time::{Duration, Instant};
use tensmith::{Array, Jit};
use tensmith_profilers::interfaces;

fn main() -> Result<(), Box<dyn Error>> {
    let setting = std::env::args().nth(1).unwrap_or_default();
    let mut builder = Jit::builder();
    for interface in interfaces(&setting)? {
        builder = builder.observer(interface.observer()?);
    }
    let jit = builder.build()?;
    let a = Array::c_order(vec![1.0f32; 48 * 48], &[48, 48])?;
    let plan = jit.einsum("mk,kn->mn", &[&a, &a])?;
    let mut c = plan.zeros()?;
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        plan.run(&[a.view(), a.view()], &mut c.view_mut())?;
    }
    assert_eq!(c.data()[0], 48.0);
    Ok(())
}
