//! The four first kernels that `isa::aarch64::asm` documents, run on AArch64.
//!
//! That the documented code gives these words is tested where it is documented.
#![cfg(target_arch = "aarch64")]
#![allow(unsafe_code)]

use tensmith_core::code::Architecture;
use tensmith_core::isa::CodeUnit;
use tensmith_core::isa::aarch64::asm::*;
use tensmith_tests::kernels;

fn run(words: &[u32], argument: usize) -> u64 {
    // Calls go through a register, and land at `bti c`.
    let words = [&[0xd503_245f], words].concat();
    let kernel = kernels::publish(&CodeUnit::to_bytes(&words).expect("memory"), Architecture::AARCH64);
    // SAFETY: the code uses nothing but x0 and x1.
    unsafe { kernels::call(&kernel, &[argument]) }
}

#[test]
fn a_constant_is_returned() {
    assert_eq!(run(&[0xd280_00a0, 0xd65f_03c0], 0), 5);
}

#[test]
fn any_number_of_16_bits_is_returned() {
    let numbers = (i16::MIN..=i16::MAX).step_by(257).chain([-1, 0, 1, i16::MAX]);
    for number in numbers.map(i64::from) {
        let immediate = UImm::new(number.max(!number)).expect("15 bits");
        let load = match number {
            0.. => integer::movz(Width::X64, X0, immediate, Lsl16::None),
            _ => integer::movn(Width::X64, X0, immediate, Lsl16::None),
        };
        assert_eq!(run(&[load.encode().expect("a word"), 0xd65f_03c0], 0) as i64, number);
    }
}

#[test]
fn five_is_added_to_the_argument() {
    for argument in [0, 1, 37, usize::MAX] {
        assert_eq!(run(&[0x9100_1400, 0xd65f_03c0], argument), argument.wrapping_add(5) as u64);
    }
}

#[test]
fn a_loop_counts_to_1024() {
    let words = [0xd280_4000, 0xd280_0001, 0xd100_0400, 0x9100_0821, 0xb5ff_ffc0, 0xaa01_03e0, 0xd65f_03c0];
    assert_eq!(run(&words, 0), 1024);
}
