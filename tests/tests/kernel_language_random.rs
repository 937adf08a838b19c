//! Programs at random: the interpreter and the code of each instruction set must agree on memory and results.
//! One that differs is shrunk and printed.

use proptest::prelude::*;
use tensmith_core::Target;
use tensmith_core::kernel::text::parse;
use tensmith_tests::here;
use tensmith_tests::language::{Passed, run_on};
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::programs::{BYTES, program};
use tensmith_tests::random::SplitMix;

fn cases() -> u32 {
    if is_emulated() { scaled(60, 10_000) } else { scaled(300, 10_000) }
}

/// Both arrays: any bytes, and numbers of floating point without a NaN.
fn arguments(seed: u64) -> Vec<Passed> {
    let mut random = SplitMix::new(seed);
    let ints = (0..BYTES / 8).flat_map(|_| (random.bits() >> random.below(64)).to_le_bytes()).collect();
    let floats =
        (0..BYTES / 4).flat_map(|_| (random.below(1 << 12) as f32 / 64.0 - 32.0).to_le_bytes()).collect();
    let float = random.below(1 << 20) as f64 / 1024.0 - 512.0;
    vec![
        Passed::Memory(ints),
        Passed::Memory(floats),
        Passed::Bits(random.bits()),
        Passed::Bits(random.bits()),
        Passed::Bits((float as f32).to_bits().into()),
        Passed::Bits((-float).to_bits()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    #[test]
    fn code_and_interpreter_agree(program in program(), seed: u64) {
        let text = program.text();
        let func = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let printed = parse(&func.to_string());
        prop_assert_eq!(printed.as_ref(), Ok(&func));
        for target in here::portable() {
            run_on(&func, target, &mut arguments(seed));
        }
        // What the checker accepts passes the verifier, on all targets; one for each kind of core is as good.
        for target in [Target::generic(), Target::all().nth(3).unwrap_or(Target::generic())] {
            let compiled = target.compile(&func);
            prop_assert!(compiled.is_ok(), "{}: {:?}\n{}", target.core.name, compiled.err(), func);
        }
    }
}
