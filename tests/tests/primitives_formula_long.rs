//! Formulas of any length become kernels, or are refused for want of registers. What that takes is counted by
//! `cargo xtask bench growth`.

use tensmith_core::Target;
use tensmith_core::codegen::CodegenError;
use tensmith_core::registry::KernelError;
use tensmith_tests::long_formulas::{MADE, TIMES, kernels};

#[test]
fn formulas_of_thousands_of_steps_are_made_or_refused() {
    let registry = tensmith_primitives::registry().expect("memory");
    for name in ["neoverse-v2", "cortex-a510", "zen5", "haswell"] {
        let target = Target::named(name).expect("a core");
        for (nth, (form, specs)) in kernels().into_iter().enumerate() {
            let made = specs.map(|spec| {
                let choice = registry.choose(&spec, &target)?;
                choice.compile(&spec, &target).map(|compiled| compiled.code.len())
            });
            match made {
                // Steps of the longer one take as much code, but for numbers with more digits.
                [Ok(short), Ok(long)] if nth / 2 < MADE => {
                    let times = long as f64 / short as f64;
                    assert!((times - TIMES as f64).abs() < 0.5, "{form} on {name}: {short} and {long} bytes");
                }
                [Err(short), Err(long)] if nth / 2 == MADE => {
                    for error in [short, long] {
                        let is_shortage = matches!(
                            error,
                            KernelError::NoGenerator(_) | KernelError::Codegen(CodegenError::Allocate(_))
                        );
                        assert!(is_shortage, "{form} on {name}: {error}");
                    }
                }
                made => panic!("{form} on {name}: {made:?}"),
            }
        }
    }
}
