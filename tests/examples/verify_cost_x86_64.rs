//! The cost of verifying a kernel of x86-64. Counted, not timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example verify_cost_x86_64
//! valgrind --tool=callgrind target/release/examples/verify_cost_x86_64 100
//! valgrind --tool=callgrind target/release/examples/verify_cost_x86_64 1100
//! ```
//!
//! The difference of the two counts, divided by 1,000, is the cost of a multiplication that is written below;
//! its number of instructions is printed.

use std::fmt::Write;
use std::hint::black_box;
use tensmith_core::isa::Contract;
use tensmith_core::isa::x86_64::feature::{Feature, Features};
use tensmith_core::isa::x86_64::{assemble, decode, verify};

/// Columns of C, and steps of K.
const COLUMNS: usize = 6;
const STEPS: usize = 32;

fn main() {
    let count: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).expect("a count");
    let mut text = "endbr64; push rbx; mov rbx, [rsp + 16];".to_owned();
    for column in 0..COLUMNS {
        let at = 256 * column;
        write!(
            text,
            "vmovups zmm{}, [rdx + {at}]; vmovups zmm{}, [rdx + {}];",
            2 * column,
            2 * column + 1,
            at + 64
        )
        .expect("text");
    }
    for step in 0..STEPS {
        let at = 128 * step;
        write!(text, "vmovups zmm30, [rdi + {at}]; vmovups zmm31, [rdi + {}];", at + 64).expect("text");
        for column in 0..COLUMNS {
            let (first, at) = (2 * column, 4 * step + 128 * column);
            write!(text, "vfmadd231ps zmm{first}, zmm30, dword ptr [rsi + {at}]{{1to16}};").expect("text");
            write!(text, "vfmadd231ps zmm{}, zmm31, dword ptr [rsi + {at}]{{1to16}};", first + 1)
                .expect("text");
        }
    }
    for column in 0..COLUMNS {
        write!(text, "vmovups [rdx + {}], zmm{};", 256 * column, 2 * column).expect("text");
    }
    text += "vzeroupper; pop rbx; ret";
    let code = assemble(&text).expect("assembly");
    let features = Features::of(&[Feature::Base, Feature::Avx, Feature::Avx512F]).erased();
    let contract = Contract { features, arguments: 7, callees: &[] };
    for _ in 0..count {
        verify(black_box(&code), &contract).expect("a kernel");
    }
    let (mut instructions, mut rest) = (0, code.as_slice());
    while let Some((_, size)) = decode(rest) {
        (instructions, rest) = (instructions + 1, &rest[size..]);
    }
    println!("{instructions} instructions, {} bytes", code.len());
}
