//! How code generation grows with a function that has branches, loops and integers of every width: compiles
//! one with some thousand instructions for a core, for a tool to count.
//!
//! ```text
//! for n in 1 2 4; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null language_cost $n neoverse-v2
//! done
//! ```

use std::fmt::Write as _;
use tensmith_core::Target;
use tensmith_core::kernel::Func;
use tensmith_core::kernel::text::parse;

/// A function with 1,000 instructions for each of `thousands`: blocks one behind the other, three deep.
fn function(thousands: usize) -> Func {
    let mut text = "func \"cost\" (i0, i1, i2: i32) -> i32 {\n".to_owned();
    for nth in 0..thousands * 50 {
        let number = nth % 100;
        write!(
            text,
            "add.i32 i2, i2, {number}
            if lt.i32 i2, {number} {{
                mul.i32 i2, i2, i2
                const i{a}, 3
                loop i{a} {{
                    load.u8 i{b}, [i0 + {number}]
                    convert.i32.u8 i{c}, i{b}
                    if gt.i32 i{c}, i2 {{
                        break 1
                    }}
                    xor.i32 i2, i2, i{c}
                }}
                store.i32 i2, [i1 + {number}]
            }} elif eq.i32 i2, 7 {{
                rem.i32 i2, i2, 10
            }} else {{
                min.i32 i2, i2, 1000
            }}
            shr.i32 i2, i2, 1\n",
            a = 3 * nth + 3,
            b = 3 * nth + 4,
            c = 3 * nth + 5,
        )
        .expect("memory");
    }
    parse(&(text + "return i2\n}")).unwrap_or_else(|error| panic!("{error}"))
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let thousands = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(1);
    let target = Target::named(&arguments.next().unwrap_or("neoverse-v2".to_owned())).expect("a core");
    let func = function(thousands);
    let repeats = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(10);
    for _ in 0..repeats {
        target.compile(&func).unwrap_or_else(|error| panic!("{error}"));
    }
    println!("{} instructions", func.body().len());
}
