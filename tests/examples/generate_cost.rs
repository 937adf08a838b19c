//! The cost of making a kernel, from the choice of a generator to encoded words. Counted, not
//! timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example generate_cost
//! valgrind --tool=callgrind --toggle-collect='*counted_generation*' --dump-before='*count_ends*' \
//!     target/release/examples/generate_cost neoverse-v2 f32_gemm_16x6x64_b1
//! ```
//!
//! The `summary` of each file that callgrind writes, but for the last, is the cost of one kernel,
//! in the order in which their sizes are printed.

use std::error::Error;
use std::hint::black_box;
use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::registry::Registry;
use tensmith_tests::kernels;
use tensmith_tests::listed::Listed;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [cores, names] = &arguments[..] else { return Err("arguments: CORE,… NAME,…".into()) };
    let registry = kernels::registry();
    for name in names.split(',') {
        let spec = name.parse::<Listed>()?.spec;
        for core in cores.split(',') {
            let code = counted_generation(&registry, &spec, &Target::named(core)?);
            count_ends(&code);
            println!("{name} for {core}: {} instructions", code.len() / 4);
        }
    }
    Ok(())
}

/// The counted code: a function of its own, with a name that nothing else has.
#[inline(never)]
fn counted_generation(registry: &Registry, spec: &KernelSpec, target: &Target) -> Vec<u8> {
    kernels::code(registry, black_box(spec), black_box(target))
}

/// Where callgrind writes a count down.
#[inline(never)]
fn count_ends(code: &[u8]) {
    black_box(code);
}
