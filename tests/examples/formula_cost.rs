//! The cost of making kernels of long formulas, counted as in `generate_cost.rs`: for each form, a
//! shorter and a longer one.
//!
//! ```text
//! formula_cost CORE
//! ```

use std::error::Error;
use std::hint::black_box;
use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::registry::Registry;
use tensmith_tests::kernels;
use tensmith_tests::long_formulas;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [core] = &arguments[..] else { return Err("arguments: CORE".into()) };
    let (registry, target) = (kernels::registry(), Target::named(core)?);
    for (form, specs) in long_formulas::kernels() {
        for spec in specs {
            count_ends(counted_formula(&registry, &spec, &target));
        }
        println!("{form}");
    }
    Ok(())
}

/// The counted code: a function of its own, with a name that nothing else has.
#[inline(never)]
fn counted_formula(registry: &Registry, spec: &KernelSpec, target: &Target) -> usize {
    let made = registry.choose(black_box(spec), target).and_then(|choice| choice.compile(spec, target));
    made.map_or(0, |compiled| compiled.code.len())
}

/// Where callgrind writes a count down.
#[inline(never)]
fn count_ends(bytes: usize) {
    black_box(bytes);
}
