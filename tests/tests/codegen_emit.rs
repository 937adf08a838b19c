//! Code is emitted to the caller's memory: exactly as many bytes or words as were told, those that are
//! published elsewhere, and nothing where they do not fit.

use tensmith_core::Target;
use tensmith_core::code::CodeMemory;
use tensmith_core::codegen::Compiled;
use tensmith_core::codegen::compiled::EmitError;
use tensmith_core::isa::Features;
use tensmith_tests::kernels;
use tensmith_tests::listed::{GOLDEN, Listed};

/// What memory holds where no code is.
const BYTE: u8 = 0xa5;
const WORD: u32 = 0xa5a5_a5a5;

#[test]
fn bytes_and_words_are_those_that_are_published() {
    let registry = kernels::registry();
    for name in GOLDEN {
        let spec = name.parse::<Listed>().expect("a name").spec;
        for target in Target::all() {
            let compiled = registry.compile(&spec, &target).expect("a kernel");
            let expected = compiled.code.clone();
            let size = compiled.units::<u8>().expect("bytes");
            assert_eq!(size, expected.len());
            let mut bytes = vec![BYTE; size + 3];
            assert_eq!(compiled.emit(&mut bytes).expect("room"), expected);
            assert_eq!(bytes[size..], [BYTE; 3], "nothing is written behind the code");

            if target.isa.name() != "aarch64" {
                continue;
            }
            let mut words = vec![WORD; compiled.units::<u32>().expect("words")];
            assert_eq!(words.len() * 4, size);
            let in_memory: Vec<_> =
                compiled.emit(&mut words).expect("room").iter().flat_map(|word| word.to_le_bytes()).collect();
            assert_eq!(in_memory, expected);
            if tensmith_tests::here::executable().contains(&target) {
                assert_eq!(kernels::memory().publish(&expected).expect("memory").bytes(), in_memory);
            }
        }
    }
}

#[test]
fn memory_that_is_too_small_is_refused_and_left_alone() {
    let compiled = Compiled { code: (0..12).collect(), features: Features::new(0, &[]) };
    let mut words = [WORD; 2];
    assert_eq!(compiled.emit(&mut words), Err(EmitError::TooSmall { found: 2, needed: 3, bytes: 4 }));
    assert_eq!(words, [WORD; 2]);
    let mut words = [WORD; 3];
    assert_eq!(compiled.emit(&mut words).expect("room"), [0x0302_0100, 0x0706_0504, 0x0b0a_0908]);
}

#[test]
fn code_that_does_not_consist_of_words_is_refused_as_such() {
    let compiled = Compiled { code: vec![1, 2, 3, 4, 5], features: Features::new(0, &[]) };
    let refusal = EmitError::PartialUnit { bytes: 5, unit: 4 };
    assert_eq!(compiled.units::<u32>(), Err(refusal));
    assert_eq!(compiled.emit(&mut [WORD; 9]), Err(refusal));
    assert_eq!(compiled.emit(&mut [BYTE; 5]).expect("room"), [1, 2, 3, 4, 5]);
}
