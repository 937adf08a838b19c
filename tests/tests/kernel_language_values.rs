//! Operations on integers of every type, compares and conversions, by the interpreter and by
//! code, against Rust's own.

use tensmith_core::Target;
use tensmith_core::kernel::func::{Compare, IntOp, IntType, IntUnaryOp};
use tensmith_tests::language::{Passed, function, run};
use tensmith_tests::random::SplitMix;

/// Numbers at the limits of types, and some at random, as bits.
fn interesting(of: IntType, random: &mut SplitMix) -> Vec<u64> {
    let top = 1u64 << (of.bits() - 1);
    let fixed = [0, 1, 2, 3, 7, 8, 31, 63, 64, top - 1, top, top + 1, u64::MAX, u64::MAX - 1, 0x5a];
    let drawn = (0..6).map(|_| random.bits() >> random.below(64));
    let mut all: Vec<u64> = fixed.into_iter().chain(drawn).map(|bits| bits & of.mask()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The number that bits stand for.
fn number(of: IntType, bits: u64) -> i128 {
    let bits = bits & of.mask();
    let is_negative = of.is_signed() && bits >> (of.bits() - 1) == 1;
    i128::from(bits) - if is_negative { 1 << of.bits() } else { 0 }
}

fn expected(op: IntOp, of: IntType, a: u64, b: u64) -> u64 {
    let (x, y) = (number(of, a), number(of, b));
    let bits = of.bits();
    let by = (b % u64::from(bits)) as u32;
    let rotated = |a: u64| match bits {
        8 => (a as u8).rotate_right(by).into(),
        16 => (a as u16).rotate_right(by).into(),
        32 => (a as u32).rotate_right(by).into(),
        _ => a.rotate_right(by),
    };
    let result: i128 = match op {
        IntOp::Add => x + y,
        IntOp::Sub => x - y,
        IntOp::Mul => x.wrapping_mul(y),
        // Products of 64 bits without a sign do not fit into 127.
        IntOp::MulHigh if of == IntType::U64 => ((u128::from(a) * u128::from(b)) >> 64) as i128,
        IntOp::MulHigh => (x * y) >> bits,
        IntOp::Div => {
            if y == 0 {
                0
            } else {
                x / y
            }
        }
        IntOp::Rem => {
            if y == 0 {
                x
            } else {
                x % y
            }
        }
        IntOp::And => (a & b).into(),
        IntOp::Or => (a | b).into(),
        IntOp::Xor => (a ^ b).into(),
        IntOp::ShiftLeft => (a << by).into(),
        IntOp::ShiftRight => x >> by,
        IntOp::RotateRight => rotated(a).into(),
        IntOp::Min => x.min(y),
        IntOp::Max => x.max(y),
    };
    result as u64 & of.mask()
}

/// A loop over pairs of numbers, with the instruction in it, which has `a` in `i4`, `b` in `i5` and
/// its result in `i{d}`.
fn over_pairs(of: IntType, result: IntType, d: usize, inst: &str) -> String {
    let (bytes, results) = (of.bytes(), result.bytes());
    format!(
        "func \"pairs\" (i0, i1, i2) {{
            loop i2 {{
                load.{of} i4, [i0]
                load.{of} i5, [i0 + {bytes}]
                add i0, i0, {}
                {inst}
                store.{result} i{d}, [i1]
                add i1, i1, {results}
            }}
        }}",
        2 * bytes
    )
}

fn bytes(of: IntType, bits: impl IntoIterator<Item = u64>) -> Passed {
    Passed::Memory(bits.into_iter().flat_map(|bits| bits.to_le_bytes()[..of.bytes()].to_vec()).collect())
}

fn numbers(of: IntType, memory: &Passed) -> Vec<u64> {
    let Passed::Memory(bytes) = memory else { panic!("no memory") };
    let bits = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    bytes.chunks(of.bytes()).map(bits).collect()
}

/// The results for all pairs.
fn results(of: IntType, to: IntType, pairs: &[(u64, u64)], text: &str) -> Vec<u64> {
    let input = bytes(of, pairs.iter().flat_map(|(a, b)| [*a, *b]));
    let output = bytes(to, pairs.iter().map(|_| 0));
    let count = Passed::Bits(pairs.len() as u64);
    let (_, left) = run(&function(text), &[input, output, count]);
    numbers(to, &left[1])
}

fn all_pairs(numbers: &[u64]) -> Vec<(u64, u64)> {
    numbers.iter().flat_map(|a| numbers.iter().map(|b| (*a, *b))).collect()
}

#[test]
fn operations_on_two_registers() {
    let mut random = SplitMix::seeded("kernel_language_values: two", 1);
    for of in IntType::ALL.iter().copied() {
        let pairs = all_pairs(&interesting(of, &mut random));
        for op in IntOp::ALL.iter().copied() {
            // The result may share the place of an operand.
            let d = [4, 5, 6][random.below(3) as usize];
            let found = results(of, of, &pairs, &over_pairs(of, of, d, &format!("{op}.{of} i{d}, i4, i5")));
            for ((a, b), found) in pairs.iter().zip(found) {
                assert_eq!(found, expected(op, of, *a, *b), "{op}.{of} {a:#x}, {b:#x}");
            }
        }
    }
}

#[test]
fn operations_on_a_register_and_a_number() {
    let mut random = SplitMix::seeded("kernel_language_values: number", 1);
    for of in IntType::ALL.iter().copied() {
        let all = interesting(of, &mut random);
        let pairs: Vec<_> = all.iter().map(|a| (*a, 0)).collect();
        for b in &all {
            // All operations for one number in one function, a result behind the other.
            let shown = number(of, *b);
            let shown = if of.bits() == 64 { *b as i64 } else { shown as i64 };
            let mut insts = String::new();
            for op in IntOp::ALL {
                insts +=
                    &format!("{op}.{of} i6, i4, {shown}\nstore.{of} i6, [i1]\nadd i1, i1, {}\n", of.bytes());
                insts += &format!(
                    "copy i7, i4\n{op}.{of} i7, i7, {shown}\nstore.{of} i7, [i1]\nadd i1, i1, {}\n",
                    of.bytes()
                );
            }
            let text = format!(
                "func \"numbers\" (i0, i1, i2) {{
                    loop i2 {{
                        load.{of} i4, [i0]
                        add i0, i0, {}
                        {insts}
                    }}
                }}",
                of.bytes()
            );
            let input = bytes(of, pairs.iter().map(|(a, _)| *a));
            let output = bytes(of, (0..2 * IntOp::ALL.len() * pairs.len()).map(|_| 0));
            let (_, left) = run(&function(&text), &[input, output, Passed::Bits(pairs.len() as u64)]);
            let found = numbers(of, &left[1]);
            let asked = pairs.iter().flat_map(|(a, _)| IntOp::ALL.iter().flat_map(move |op| [(*a, *op); 2]));
            for ((a, op), found) in asked.zip(found) {
                assert_eq!(found, expected(op, of, a, *b), "{op}.{of} {a:#x}, {shown}");
            }
        }
    }
}

#[test]
fn operations_on_one_register() {
    let mut random = SplitMix::seeded("kernel_language_values: one", 1);
    for of in IntType::ALL.iter().copied() {
        let pairs: Vec<_> = interesting(of, &mut random).into_iter().map(|a| (a, 0)).collect();
        let bits = of.bits();
        for op in IntUnaryOp::ALL.iter().copied() {
            let expected = |a: u64| match op {
                IntUnaryOp::Negate => a.wrapping_neg() & of.mask(),
                IntUnaryOp::Not => !a & of.mask(),
                IntUnaryOp::LeadingZeros => {
                    (0..bits).rev().take_while(|bit| a >> bit & 1 == 0).count() as u64
                }
                IntUnaryOp::TrailingZeros => (0..bits).take_while(|bit| a >> bit & 1 == 0).count() as u64,
                IntUnaryOp::Ones => (0..bits).filter(|bit| a >> bit & 1 == 1).count() as u64,
                IntUnaryOp::ReverseBytes => {
                    a.to_le_bytes()[..of.bytes()].iter().fold(0, |all, byte| all << 8 | u64::from(*byte))
                }
            };
            for d in [4, 6] {
                let found = results(of, of, &pairs, &over_pairs(of, of, d, &format!("{op}.{of} i{d}, i4")));
                for ((a, _), found) in pairs.iter().zip(found) {
                    assert_eq!(found, expected(*a), "{op}.{of} {a:#x}");
                }
            }
        }
    }
}

fn holds(how: Compare, x: i128, y: i128) -> bool {
    match how {
        Compare::Equal => x == y,
        Compare::NotEqual => x != y,
        Compare::Less => x < y,
        Compare::LessEqual => x <= y,
        Compare::Greater => x > y,
        Compare::GreaterEqual => x >= y,
    }
}

#[test]
fn comparisons_tests_and_selections_of_integers() {
    let mut random = SplitMix::seeded("kernel_language_values: compare", 1);
    for of in IntType::ALL.iter().copied() {
        let all = interesting(of, &mut random);
        let pairs = all_pairs(&all);
        for how in Compare::ALL.iter().copied() {
            let d = [4, 5, 6][random.below(3) as usize];
            let text = over_pairs(of, of, d, &format!("select.{of} i{d}, i4, i5 if {how}.{of} i4, i5"));
            for ((a, b), found) in pairs.iter().zip(results(of, of, &pairs, &text)) {
                let first = holds(how, number(of, *a), number(of, *b));
                assert_eq!(found, if first { *a } else { *b }, "{how}.{of} {a:#x}, {b:#x}");
            }
            // With numbers: all of them, a bit each.
            let tests: String = all
                .iter()
                .map(|b| {
                    let shown = if of.bits() == 64 { *b as i64 } else { number(of, *b) as i64 };
                    format!("test i7, {how}.{of} i4, {shown}\nshl i6, i6, 1\nadd i6, i6, i7\n")
                })
                .collect();
            let text = over_pairs(of, IntType::U64, 6, &format!("const i6, 0\n{tests}"));
            for ((a, _), found) in pairs.iter().zip(results(of, IntType::U64, &pairs, &text)) {
                let expected = all
                    .iter()
                    .fold(0, |bits, b| bits << 1 | u64::from(holds(how, number(of, *a), number(of, *b))));
                assert_eq!(found, expected, "{how}.{of} {a:#x}");
            }
        }
    }
}

#[test]
fn integers_of_one_type_in_another() {
    let mut random = SplitMix::seeded("kernel_language_values: convert", 1);
    for from in IntType::ALL.iter().copied() {
        let pairs: Vec<_> = interesting(from, &mut random).into_iter().map(|a| (a, 0)).collect();
        for to in IntType::ALL.iter().copied() {
            let text = over_pairs(from, to, 6, &format!("convert.{to}.{from} i6, i4"));
            for ((a, _), found) in pairs.iter().zip(results(from, to, &pairs, &text)) {
                assert_eq!(found, number(from, *a) as u64 & to.mask(), "convert.{to}.{from} {a:#x}");
            }
        }
    }
}

/// Numbers of floating point around the limits of types of integers.
fn floats() -> Vec<f64> {
    let limits = [7, 8, 15, 16, 31, 32, 53, 63, 64].map(|bits| 2f64.powi(bits));
    let around = limits.into_iter().flat_map(|limit| {
        [limit, limit - 1.0, limit + 1.0, limit - 0.5, limit.next_down(), limit.next_up(), 3.0 * limit]
    });
    let special = [0.0, 0.5, 0.99, 1.5, 2.5, 1e-300, 1e300, f64::INFINITY];
    let all = around.chain(special).flat_map(|number| [number, -number]);
    all.chain([f64::NAN]).collect()
}

#[test]
fn floating_point_as_integers() {
    let doubles = floats();
    for to in IntType::ALL.iter().copied() {
        let expected = |a: f64| {
            (match to {
                IntType::I8 => a as i8 as u64,
                IntType::I16 => a as i16 as u64,
                IntType::I32 => a as i32 as u64,
                IntType::I64 => a as i64 as u64,
                IntType::U8 => (a as u8).into(),
                IntType::U16 => (a as u16).into(),
                IntType::U32 => (a as u32).into(),
                IntType::U64 => a as u64,
            }) & to.mask()
        };
        for (dtype, size) in [("f32", 4), ("f64", 8)] {
            let bits: Vec<u64> = match dtype {
                "f32" => doubles.iter().map(|a| (*a as f32).to_bits().into()).collect(),
                _ => doubles.iter().map(|a| a.to_bits()).collect(),
            };
            let text = format!(
                "func \"convert\" (i0, i1, i2) {{
                    loop i2 {{
                        load.{dtype}x1 v0, [i0]
                        convert.{to}.{dtype} i3, v0
                        store.{to} i3, [i1]
                        add i0, i0, {size}
                        add i1, i1, {}
                    }}
                }}",
                to.bytes()
            );
            let of = if size == 4 { IntType::U32 } else { IntType::U64 };
            let arguments =
                [bytes(of, bits), bytes(to, doubles.iter().map(|_| 0)), Passed::Bits(doubles.len() as u64)];
            let (_, left) = run(&function(&text), &arguments);
            for (a, found) in doubles.iter().zip(numbers(to, &left[1])) {
                let given = if size == 4 { f64::from(*a as f32) } else { *a };
                assert_eq!(found, expected(given), "convert.{to}.{dtype} {given}");
            }
        }
    }
}

#[test]
fn integers_as_floating_point() {
    let mut random = SplitMix::seeded("kernel_language_values: to float", 1);
    for from in IntType::ALL.iter().copied() {
        let mut all = interesting(from, &mut random);
        // The midpoint of two numbers of 24 and of 53 bits, and a little more.
        let halves =
            [(1u64 << 63) + (1 << 39), (1 << 63) + (1 << 39) + 1, (1 << 63) + (1 << 10), (1 << 54) + 2];
        all.extend(
            halves.into_iter().flat_map(|half| [half, half - 1, half + 1]).map(|half| half & from.mask()),
        );
        for (dtype, size) in [("f32", 4), ("f64", 8)] {
            // All lanes of a vector: the others are zero.
            let text = format!(
                "func \"convert\" (i0, i1, i2) {{
                    number.f32 v0, 0x3f800000
                    loop i2 {{
                        load.{from} i3, [i0]
                        convert.{dtype}.{from} v0, i3
                        store.{dtype}x{} v0, [i1]
                        add i0, i0, {}
                        add i1, i1, 16
                    }}
                }}",
                16 / size,
                from.bytes()
            );
            let room = Passed::Memory(vec![0xff; 16 * all.len()]);
            let arguments = [bytes(from, all.iter().copied()), room, Passed::Bits(all.len() as u64)];
            let (_, left) = run(&function(&text), &arguments);
            for (a, found) in all.iter().zip(left[1].chunks::<16>()) {
                let exact = number(from, *a);
                let bits = if size == 4 {
                    u128::from((exact as f32).to_bits())
                } else {
                    (exact as f64).to_bits().into()
                };
                assert_eq!(u128::from_le_bytes(*found), bits, "convert.{dtype}.{from} {exact}");
            }
        }
    }
}

#[test]
fn lanes_as_bits() {
    for (dtype, lanes) in [("f32", 4usize), ("f64", 2)] {
        let size = 16 / lanes;
        let each: String = (0..lanes)
            .map(|lane| {
                let of = if size == 4 { "u32" } else { "u64" };
                format!("extract.{dtype} i2, v0[{lane}]\nstore.{of} i2, [i1 + {}]\n", lane * size)
            })
            .collect();
        let text = format!("func \"lanes\" (i0, i1) {{\nload.{dtype}x{lanes} v0, [i0]\n{each}}}");
        let input: Vec<u8> = (0..16).collect();
        let (_, left) = run(&function(&text), &[Passed::Memory(input.clone()), Passed::Memory(vec![0; 16])]);
        assert_eq!(left[1], Passed::Memory(input));
    }
}

/// Every lane of a vector, and a scalar; as the bits of the standard library's numbers are.
#[test]
fn constants_of_floating_point() {
    for (text, single, double) in [
        ("0.0", 0.0, 0.0),
        ("-0.0", -0.0, -0.0),
        ("1.5", 1.5, 1.5),
        ("0.1", 0.1, 0.1),
        ("-1e-40", -1e-40, -1e-40),
        ("inf", f32::INFINITY, f64::INFINITY),
    ] {
        let text = format!(
            "func \"constants\" (i0) {{
                const.f32 v0, {text}
                const.f64 v1, {text}
                store.f32x4 v0, [i0]
                store.f64x2 v1, [i0 + 0x10]
                store.f32x1 v0, [i0 + 32]
            }}"
        );
        let (_, left) = run(&function(&text), &[Passed::Memory(vec![0xff; 36])]);
        let singles = [single; 4].map(f32::to_le_bytes).concat();
        let doubles = [double; 2].map(f64::to_le_bytes).concat();
        let all: Vec<u8> = [singles, doubles, single.to_le_bytes().to_vec()].concat();
        assert_eq!(left[0].chunks::<1>().concat(), all, "{text}");
    }
}

/// A constant is the code that a number by its bits is, on every core.
#[test]
fn constants_are_numbers_by_their_bits() {
    let code = |target: &Target, line: &str| {
        let text = format!("func \"f\" (i0) {{\n{line}\nstore.f32x1 v0, [i0]\n}}");
        target.compile(&function(&text)).expect("code").code
    };
    for target in Target::all() {
        for number in [0.0f32, 1.0, -2.5, 0.1, 1e-40, f32::INFINITY] {
            let (single, double) = (number.to_bits(), f64::from(number).to_bits());
            let of_single = code(&target, &format!("const.f32 v0, {number:?}"));
            assert_eq!(of_single, code(&target, &format!("number.f32 v0, {single:#x}")), "{number}");
            let of_double = code(&target, &format!("const.f64 v0, {:?}", f64::from(number)));
            assert_eq!(of_double, code(&target, &format!("number.f64 v0, {double:#x}")), "{number}");
        }
    }
}
