//! The cost of making and encoding an instruction. Counted, not timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example encode_cost
//! valgrind --tool=callgrind target/release/examples/encode_cost 1000
//! valgrind --tool=callgrind target/release/examples/encode_cost 101000
//! ```
//!
//! The difference of the two counts, divided by 100,000, is the cost of one instruction.

use std::hint::black_box;
use tensmith_core::isa::aarch64::operand::{ArrFp, R, Shift, UImm, Width, XSp};
use tensmith_core::isa::aarch64::register::{Simd, V1, V2, X0, X1};
use tensmith_core::isa::aarch64::table::{integer, memory, simd_float};

fn main() {
    let count: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1000);
    let mut sum = 0u32;
    for nth in 0..count {
        // A third of each kind: arithmetic on vectors, on integers, and a load.
        let register = Simd::new(black_box((nth & 31) as u8)).expect("below 32");
        let inst = match nth % 3 {
            0 => simd_float::fmla(ArrFp::S4, register, V1, V2),
            1 => integer::add(Width::X64, X0, X1, R::ZR, Shift::NONE),
            _ => memory::ldr_q(register, XSp::SP, UImm::new(16 * (nth & 63) as i64).expect("in range")),
        };
        sum ^= inst.encode().expect("resolved");
    }
    println!("{sum:08x}");
}
