//! Prints the time that it takes to make a kernel, in microseconds, with each interface that
//! kernels can be told by:
//!
//! ```text
//! cargo run --release --package tensmith-profilers --example cost
//! ```

use std::error::Error;
use std::time::Instant;
use tensmith::{ArrayLayout, Jit};
use tensmith_profilers::interfaces;

/// Makes a kernel for each of some shapes, and returns the time of one.
fn time(setting: &str) -> Result<f64, Box<dyn Error>> {
    let mut builder = Jit::builder();
    for interface in interfaces(setting)? {
        builder = builder.observer(interface.observer()?);
    }
    let jit = builder.build()?;
    let shapes: Vec<_> = (1..1000).map(|number| (1 + number % 29, 1 + number / 29, 1 + number % 7)).collect();
    let start = Instant::now();
    let mut kept = Vec::new();
    for (m, n, k) in &shapes {
        let layout = |extents: [usize; 2]| ArrayLayout::c_order(&extents);
        kept.push(jit.einsum::<f32>("mk,kn->mn", &[layout([*m, *k])?, layout([*k, *n])?])?);
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / shapes.len() as f64)
}

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::temp_dir();
    let dump = format!("jitdump={}", directory.display());
    let settings = ["", "perf-map", &dump, "gdb"];
    let mut least = [f64::INFINITY; 4];
    for _ in 0..5 {
        for (setting, least) in settings.iter().zip(&mut least) {
            *least = least.min(time(setting)?);
        }
    }
    for (setting, least) in settings.iter().zip(least) {
        println!("{:20} {least:6.1} µs a kernel", if setting.is_empty() { "none" } else { setting });
    }
    Ok(())
}
