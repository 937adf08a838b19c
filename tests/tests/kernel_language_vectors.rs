//! Vectors of integers of every type: operations, comparisons, shifts, lanes, loads and stores, larger and
//! smaller lanes, reductions; by the interpreter and by code of each size of vectors, against
//! Rust's own integers.

use tensmith_core::Target;
use tensmith_core::kernel::func::{
    Half, IntType, LaneOp, LaneShift, LaneUnaryOp, NarrowOp, ReduceOp, WideOp,
};
use tensmith_tests::here;
use tensmith_tests::language::{Passed, function, run_on};
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::random::SplitMix;

/// The bytes of the largest vectors.
const MOST: usize = 64;

/// Numbers at the limits of types, and some at random, as bits.
fn interesting(of: IntType, random: &mut SplitMix) -> Vec<u64> {
    let top = 1u64 << (of.bits() - 1);
    let fixed = [0, 1, 2, 3, 7, 8, 15, 31, 63, 64, top - 1, top, top + 1, u64::MAX, u64::MAX - 1, 0x5a];
    let drawn = (0..8).map(|_| random.bits() >> random.below(64));
    fixed.into_iter().chain(drawn).map(|bits| bits & of.mask()).collect()
}

/// All pairs of interesting numbers, as many as fill vectors.
fn pairs(of: IntType, random: &mut SplitMix) -> (Vec<u64>, Vec<u64>) {
    let all = interesting(of, random);
    let mut pairs: Vec<_> = all.iter().flat_map(|a| all.iter().map(|b| (*a, *b))).collect();
    while !(pairs.len() * of.bytes()).is_multiple_of(MOST) {
        pairs.push((random.bits() & of.mask(), random.bits() & of.mask()));
    }
    pairs.into_iter().unzip()
}

/// The number that bits stand for.
fn number(of: IntType, bits: u64) -> i128 {
    let bits = bits & of.mask();
    let is_negative = of.is_signed() && bits >> (of.bits() - 1) == 1;
    i128::from(bits) - if is_negative { 1 << of.bits() } else { 0 }
}

/// The least and the greatest number.
fn limits(of: IntType) -> (i128, i128) {
    match of.is_signed() {
        true => (-(1 << (of.bits() - 1)), (1 << (of.bits() - 1)) - 1),
        false => (0, (1 << of.bits()) - 1),
    }
}

fn clamped(of: IntType, number: i128) -> i128 {
    let (least, most) = limits(of);
    number.clamp(least, most)
}

fn expected(op: LaneOp, of: IntType, a: u64, b: u64) -> u64 {
    let (x, y) = (number(of, a), number(of, b));
    let by = (b % u64::from(of.bits())) as u32;
    let all = |holds: bool| if holds { -1 } else { 0 };
    let result: i128 = match op {
        LaneOp::Add => x + y,
        LaneOp::Sub => x - y,
        LaneOp::Mul => x.wrapping_mul(y),
        LaneOp::MulHigh if of == IntType::U64 => ((u128::from(a) * u128::from(b)) >> 64) as i128,
        LaneOp::MulHigh => (x * y) >> of.bits(),
        LaneOp::AddSaturating => clamped(of, x + y),
        LaneOp::SubSaturating => clamped(of, x - y),
        LaneOp::Min => x.min(y),
        LaneOp::Max => x.max(y),
        LaneOp::And => x & y,
        LaneOp::Or => x | y,
        LaneOp::Xor => x ^ y,
        LaneOp::ShiftLeft => (a << by).into(),
        LaneOp::ShiftRight => x >> by,
        LaneOp::Equal => all(x == y),
        LaneOp::NotEqual => all(x != y),
        LaneOp::Less => all(x < y),
        LaneOp::LessEqual => all(x <= y),
        LaneOp::Greater => all(x > y),
        LaneOp::GreaterEqual => all(x >= y),
    };
    result as u64 & of.mask()
}

fn bytes(of: IntType, bits: &[u64]) -> Vec<u8> {
    bits.iter().flat_map(|bits| bits.to_le_bytes()[..of.bytes()].to_vec()).collect()
}

fn numbers(of: IntType, bytes: &[u8]) -> Vec<u64> {
    let bits = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    bytes.chunks(of.bytes()).map(bits).collect()
}

/// Calls a function on each target that this machine executes, and has it compiled for all, which is the
/// same on any machine.
fn on_each(text: &str, mut each: impl FnMut(Target, &dyn Fn(&mut [Passed]) -> Option<u64>)) {
    let func = function(text);
    for target in Target::all().filter(|_| !is_emulated()) {
        target.compile(&func).unwrap_or_else(|error| panic!("{}: {error}\n{func}", target.core.name));
    }
    for target in here::portable() {
        each(target, &|arguments| run_on(&func, target, arguments));
    }
}

/// A function over two arrays: with `a` in `v0` and `b` in `v1`, some instructions leave vectors in
/// `results`, which are stored one behind the other. Its arguments are the addresses of both arrays, that of
/// the results, and the bytes.
fn over(insts: &str, results: &[u8]) -> String {
    let stores: String =
        results.iter().map(|result| format!("store.u8 v{result}, [i2]\nadd i2, i2, i4\n")).collect();
    format!(
        "func \"over\" (i0, i1, i2, i3) {{
            lanes.u8 i4
            const i5, 0
            while lt.u64 i5, i3 {{
                load.u8 v0, [i0 + i5]
                load.u8 v1, [i1 + i5]
                {insts}
                {stores}
                add i5, i5, i4
            }}
        }}"
    )
}

/// Runs [`over`] two arrays on each target: what each pass leaves in each result, with the bytes of vectors
/// and the number of the pass.
fn run_over(insts: &str, results: &[u8], [a, b]: [&[u8]; 2], mut check: impl FnMut(usize, usize, &[&[u8]])) {
    on_each(&over(insts, results), |target, call| {
        let size = target.core.vector_bytes;
        let mut arguments = vec![
            Passed::Memory(a.to_vec()),
            Passed::Memory(b.to_vec()),
            Passed::Memory(vec![0x77; a.len() * results.len()]),
            Passed::Bits(a.len() as u64),
        ];
        call(&mut arguments);
        let Passed::Memory(left) = &arguments[2] else { panic!("memory") };
        for (pass, found) in left.chunks(size * results.len()).enumerate() {
            check(size, pass, &found.chunks(size).collect::<Vec<_>>());
        }
    });
}

#[test]
fn operations_on_two_vectors() {
    let mut random = SplitMix::seeded("kernel_language_vectors: two", 1);
    for of in IntType::ALL.iter().copied() {
        let (a, b) = pairs(of, &mut random);
        for op in LaneOp::ALL.iter().copied() {
            // The result in a place of its own, in that of each operand, and both operands the same.
            let insts = format!(
                "{op}.{of} v2, v0, v1
                copy v3, v0
                {op}.{of} v3, v3, v1
                copy v4, v1
                {op}.{of} v4, v0, v4
                {op}.{of} v5, v0, v0
                copy v6, v1
                {op}.{of} v6, v6, v6"
            );
            run_over(&insts, &[2, 3, 4, 5, 6], [&bytes(of, &a), &bytes(of, &b)], |size, pass, found| {
                let lanes = size / of.bytes();
                for lane in 0..lanes {
                    let (a, b) = (a[pass * lanes + lane], b[pass * lanes + lane]);
                    let pairs = [(a, b), (a, b), (a, b), (a, a), (b, b)];
                    for ((a, b), found) in pairs.into_iter().zip(found) {
                        let found = numbers(of, found)[lane];
                        assert_eq!(found, expected(op, of, a, b), "{op}.{of} {a:#x}, {b:#x}, {size} bytes");
                    }
                }
            });
        }
    }
}

#[test]
fn operations_on_one_vector() {
    let mut random = SplitMix::seeded("kernel_language_vectors: one", 1);
    for of in IntType::ALL.iter().copied() {
        let (a, _) = pairs(of, &mut random);
        let input = bytes(of, &a);
        for op in LaneUnaryOp::ALL.iter().copied() {
            let insts = format!("{op}.{of} v2, v0\ncopy v3, v0\n{op}.{of} v3, v3");
            run_over(&insts, &[2, 3], [&input, &input], |size, pass, found| {
                let lanes = size / of.bytes();
                for lane in 0..lanes {
                    let a = a[pass * lanes + lane];
                    let x = number(of, a);
                    let result = match op {
                        LaneUnaryOp::Negate => -x,
                        LaneUnaryOp::Not => !x,
                        LaneUnaryOp::Absolute => x.abs(),
                        LaneUnaryOp::Ones => a.count_ones().into(),
                    };
                    for found in found {
                        assert_eq!(numbers(of, found)[lane], result as u64 & of.mask(), "{op}.{of} {a:#x}");
                    }
                }
            });
        }
    }
}

#[test]
fn shifts_by_a_number() {
    let mut random = SplitMix::seeded("kernel_language_vectors: shifts", 1);
    for of in IntType::ALL.iter().copied() {
        let (a, _) = pairs(of, &mut random);
        let a = &a[..4 * MOST / of.bytes()];
        let input = bytes(of, a);
        for how in LaneShift::ALL.iter().copied() {
            for by in 0..of.bits() {
                let by = if how == LaneShift::Right { by + 1 } else { by };
                let insts = format!("{how}.{of} v2, v0, {by}\ncopy v3, v0\n{how}.{of} v3, v3, {by}");
                run_over(&insts, &[2, 3], [&input, &input], |size, pass, found| {
                    let lanes = size / of.bytes();
                    for lane in 0..lanes {
                        let a = a[pass * lanes + lane];
                        let result = match how {
                            LaneShift::Left => i128::from(a) << by,
                            LaneShift::Right => number(of, a) >> by,
                        };
                        for found in found {
                            let found = numbers(of, found)[lane];
                            assert_eq!(found, result as u64 & of.mask(), "{how}.{of} {a:#x}, {by}");
                        }
                    }
                });
            }
        }
    }
}

/// The types with twice the bits of one, with and without a sign.
fn wider(of: IntType) -> impl Iterator<Item = IntType> {
    IntType::ALL.iter().copied().filter(move |wide| wide.bits() == 2 * of.bits())
}

#[test]
fn lanes_become_larger() {
    let mut random = SplitMix::seeded("kernel_language_vectors: widen", 1);
    for narrow in IntType::ALL.iter().copied() {
        let (a, b) = pairs(narrow, &mut random);
        for wide in wider(narrow) {
            for half in Half::ALL.iter().copied() {
                let insts = format!(
                    "widen{half}.{wide}.{narrow} v2, v0\ncopy v3, v0\nwiden{half}.{wide}.{narrow} v3, v3"
                );
                run_over(&insts, &[2, 3], [&bytes(narrow, &a), &bytes(narrow, &b)], |size, pass, found| {
                    let lanes = size / wide.bytes();
                    let first = 2 * pass * lanes + if half == Half::High { lanes } else { 0 };
                    let expected: Vec<_> = a[first..first + lanes]
                        .iter()
                        .map(|a| number(narrow, *a) as u64 & wide.mask())
                        .collect();
                    for found in found {
                        assert_eq!(numbers(wide, found), expected, "widen{half}.{wide}.{narrow}");
                    }
                });
            }
            for op in WideOp::ALL.iter().copied() {
                let insts = format!(
                    "{op}.{wide}.{narrow} v2, v0, v1
                    copy v3, v0
                    {op}.{wide}.{narrow} v3, v3, v1
                    copy v4, v1
                    {op}.{wide}.{narrow} v4, v0, v4"
                );
                run_over(
                    &insts,
                    &[2, 3, 4],
                    [&bytes(narrow, &a), &bytes(narrow, &b)],
                    |size, pass, found| {
                        let lanes = size / wide.bytes();
                        let is_high = matches!(op, WideOp::AddHigh | WideOp::SubHigh | WideOp::MulHigh);
                        let first = 2 * pass * lanes + if is_high { lanes } else { 0 };
                        let of = |a: u64, b: u64| {
                            let (x, y) = (number(narrow, a), number(narrow, b));
                            let result = match op {
                                WideOp::AddLow | WideOp::AddHigh => x + y,
                                WideOp::SubLow | WideOp::SubHigh => x - y,
                                WideOp::MulLow | WideOp::MulHigh => x * y,
                            };
                            result as u64 & wide.mask()
                        };
                        let expected: Vec<_> = (first..first + lanes).map(|nth| of(a[nth], b[nth])).collect();
                        for found in found {
                            assert_eq!(numbers(wide, found), expected, "{op}.{wide}.{narrow}, {size} bytes");
                        }
                    },
                );
            }
        }
    }
}

#[test]
fn lanes_become_smaller() {
    let mut random = SplitMix::seeded("kernel_language_vectors: narrow", 1);
    for narrow in IntType::ALL.iter().copied() {
        for wide in wider(narrow) {
            let (mut a, mut b) = pairs(wide, &mut random);
            // Numbers about the limits of the smaller type.
            let (least, most) = limits(narrow);
            for (nth, a) in a.iter_mut().chain(&mut b).enumerate().filter(|(nth, _)| nth % 3 == 0) {
                let limit = if nth % 2 == 0 { least } else { most };
                *a = (limit + i128::from(random.below(5)) - 2) as u64 & wide.mask();
            }
            for op in NarrowOp::ALL.iter().copied() {
                let insts = format!(
                    "{op}.{narrow}.{wide} v2, v0, v1
                    copy v3, v0
                    {op}.{narrow}.{wide} v3, v3, v1
                    copy v4, v1
                    {op}.{narrow}.{wide} v4, v0, v4"
                );
                run_over(&insts, &[2, 3, 4], [&bytes(wide, &a), &bytes(wide, &b)], |size, pass, found| {
                    let lanes = size / wide.bytes();
                    let of = |bits: &u64| match op {
                        NarrowOp::Wrap => bits & narrow.mask(),
                        NarrowOp::Saturate => clamped(narrow, number(wide, *bits)) as u64 & narrow.mask(),
                    };
                    let range = pass * lanes..(pass + 1) * lanes;
                    let expected: Vec<_> = a[range.clone()].iter().chain(&b[range]).map(of).collect();
                    for found in found {
                        assert_eq!(numbers(narrow, found), expected, "{op}.{narrow}.{wide}, {size} bytes");
                    }
                });
            }
        }
    }
}

#[test]
fn bytes_are_looked_up() {
    let mut random = SplitMix::seeded("kernel_language_vectors: look up", 1);
    let table: Vec<u8> = (0..1024).map(|_| random.bits() as u8).collect();
    let by: Vec<u8> =
        (0..1024).map(|nth: u32| if nth < 512 { nth as u8 } else { random.below(20) as u8 }).collect();
    let insts = "lookup v2, v0, v1\ncopy v3, v0\nlookup v3, v3, v1\ncopy v4, v1\nlookup v4, v0, v4";
    run_over(insts, &[2, 3, 4], [&table, &by], |size, pass, found| {
        for nth in 0..size {
            let at = pass * size + nth;
            let expected = if by[at] < 16 { table[at & !15 | usize::from(by[at])] } else { 0 };
            for found in found {
                assert_eq!(found[nth], expected, "byte {at}, {size} bytes");
            }
        }
    });
}

/// A number of each vector: stored as 64 bits.
fn reduced(of: IntType, inst: &str, input: &[u8], mut check: impl FnMut(&[u8], u64)) {
    let text = format!(
        "func \"reduce\" (i0, i1, i2) {{
            lanes.u8 i3
            const i4, 0
            while lt.u64 i4, i2 {{
                load.{of} v0, [i0 + i4]
                {inst}
                store.u64 i7, [i1]
                add i1, i1, 8
                add i4, i4, i3
            }}
        }}"
    );
    on_each(&text, |target, call| {
        let mut arguments = vec![
            Passed::Memory(input.to_vec()),
            Passed::Memory(vec![0x77; input.len() / 2]),
            Passed::Bits(input.len() as u64),
        ];
        call(&mut arguments);
        let found = arguments[1].chunks::<8>();
        for (vector, found) in input.chunks(target.core.vector_bytes).zip(found) {
            check(vector, u64::from_le_bytes(*found));
        }
    });
}

#[test]
fn vectors_become_numbers() {
    let mut random = SplitMix::seeded("kernel_language_vectors: reduce", 1);
    for of in IntType::ALL.iter().copied() {
        let (a, b) = pairs(of, &mut random);
        let input = [bytes(of, &a), bytes(of, &b)].concat();
        let unsigned = IntType::ALL.iter().copied().find(|to| to.bits() == of.bits() && !to.is_signed());
        let unsigned = unsigned.expect("a type without a sign");
        for op in ReduceOp::ALL.iter().copied() {
            let inst = format!("{op}.{of} i5, v0\nconvert.u64.{unsigned} i7, i5");
            reduced(of, &inst, &input, |vector, found| {
                let lanes = numbers(of, vector).into_iter().map(|lane| number(of, lane));
                let expected = match op {
                    ReduceOp::Sum => lanes.sum(),
                    ReduceOp::Min => lanes.min().expect("lanes"),
                    ReduceOp::Max => lanes.max().expect("lanes"),
                    ReduceOp::And => lanes.fold(-1, |all, lane| all & lane),
                    ReduceOp::Or => lanes.fold(0, |all, lane| all | lane),
                    ReduceOp::Xor => lanes.fold(0, |all, lane| all ^ lane),
                };
                assert_eq!(found, expected as u64 & of.mask(), "{op}.{of} of {vector:x?}");
            });
        }
        reduced(of, &format!("bits.{of} i7, v0"), &input, |vector, found| {
            let tops = numbers(of, vector).into_iter().rev().map(|lane| lane >> (of.bits() - 1) & 1);
            let expected = tops.fold(0u64, |all, top| all << 1 | top);
            assert_eq!(found, expected, "bits.{of} of {vector:x?}");
        });
    }
}

#[test]
fn lanes_are_got_set_and_spread() {
    for of in IntType::ALL.iter().copied() {
        for target in here::portable() {
            let size = target.core.vector_bytes;
            let lanes = size / of.bytes();
            let mut insts = String::new();
            for lane in 0..lanes {
                insts += &format!(
                    "extract.{of} i2, v0[{lane}]
                    store.{of} i2, [i1 + {}]
                    copy v1, v0
                    insert.{of} v1[{lane}], i4
                    store.{of} v1, [i1 + {}]
                    broadcast.{of} v2, v0[{lane}]
                    store.{of} v2, [i1 + {}]
                    copy v3, v0
                    broadcast.{of} v3, v3[{lane}]
                    store.{of} v3, [i1 + {}]\n",
                    lane * of.bytes(),
                    size * (1 + 3 * lane),
                    size * (2 + 3 * lane),
                    size * (3 + 3 * lane),
                );
            }
            let text = format!(
                "func \"lanes\" (i0, i1, i4: u64) {{
                    load.{of} v0, [i0]
                    {insts}
                    broadcast.{of} v4, i4
                    store.{of} v4, [i1 + {}]
                    const.{of} v5, {}
                    store.{of} v5, [i1 + {}]
                }}",
                size * (1 + 3 * lanes),
                number(of, 0x8182_8384_8586_8788) as i64,
                size * (2 + 3 * lanes),
            );
            let input: Vec<u8> = (0..size).map(|nth| (37 * nth + 11) as u8).collect();
            let set = 0x0102_0304_0506_0708u64;
            let output = vec![0; size * (3 + 3 * lanes)];
            let mut arguments =
                vec![Passed::Memory(input.clone()), Passed::Memory(output), Passed::Bits(set)];
            run_on(&function(&text), target, &mut arguments);
            let Passed::Memory(left) = &arguments[1] else { panic!("memory") };
            let rows: Vec<_> = left.chunks(size).map(|row| numbers(of, row)).collect();
            let all = numbers(of, &input);
            assert_eq!(rows[0], all, "{of}");
            for lane in 0..lanes {
                let mut changed = all.clone();
                changed[lane] = set & of.mask();
                assert_eq!(rows[1 + 3 * lane], changed, "insert.{of} [{lane}], {size} bytes");
                assert_eq!(
                    rows[2 + 3 * lane],
                    vec![all[lane]; lanes],
                    "broadcast.{of} [{lane}], {size} bytes"
                );
                assert_eq!(
                    rows[3 + 3 * lane],
                    vec![all[lane]; lanes],
                    "broadcast.{of} [{lane}], {size} bytes"
                );
            }
            assert_eq!(rows[1 + 3 * lanes], vec![set & of.mask(); lanes], "broadcast.{of}");
            let constant = 0x8182_8384_8586_8788u64 & of.mask();
            assert_eq!(rows[2 + 3 * lanes], vec![constant; lanes], "const.{of}");
        }
    }
}

/// Every number of lanes that a vector has: those behind become zero, and no byte behind them is touched.
#[test]
fn any_number_of_lanes_is_loaded_and_stored() {
    for of in IntType::ALL.iter().copied() {
        for target in here::portable() {
            let size = target.core.vector_bytes;
            for lanes in 1..=size / of.bytes() {
                let moved = lanes * of.bytes();
                // An address with an offset, and one with an index.
                let text = format!(
                    "func \"some\" (i0, i1, i2, i3) {{
                        load.{of}x{lanes} v0, [i0 + i3]
                        store.{of} v0, [i1]
                        store.{of}x{lanes} v0, [i2]
                        load.{of}x{lanes} v1, [i0 + {size}]
                        store.{of} v1, [i1 + {size}]
                        store.{of}x{lanes} v1, [i2 + i3]
                    }}"
                );
                // What may be read ends with what is read.
                let input: Vec<u8> = (0..size + moved).map(|nth| (1 + nth) as u8).collect();
                let mut arguments = vec![
                    Passed::Memory(input.clone()),
                    Passed::Memory(vec![0x77; 2 * size]),
                    Passed::Memory(vec![0x77; size + moved]),
                    Passed::Bits(size as u64),
                ];
                run_on(&function(&text), target, &mut arguments);
                let mut vector = input[size..].to_vec();
                vector.resize(size, 0);
                let mut stored = input[size..].to_vec();
                stored.resize(size, 0x77);
                stored.extend(&input[size..]);
                let twice = [vector.clone(), vector].concat();
                assert_eq!(arguments[1], Passed::Memory(twice), "load.{of}x{lanes}");
                assert_eq!(arguments[2], Passed::Memory(stored), "store.{of}x{lanes}");
            }
        }
    }
}

#[test]
fn vectors_have_as_many_lanes_as_fill_them() {
    for (of, bytes) in [("u8", 1), ("i16", 2), ("u32", 4), ("f32", 4), ("i64", 8), ("f64", 8)] {
        on_each(&format!("func \"lanes\" () -> u64 {{\nlanes.{of} i0\nreturn i0\n}}"), |target, call| {
            assert_eq!(call(&mut []), Some((target.core.vector_bytes / bytes) as u64), "lanes.{of}");
        });
    }
}

/// A mask of a comparison selects lanes.
#[test]
fn comparisons_select() {
    let mut random = SplitMix::seeded("kernel_language_vectors: select", 1);
    for of in IntType::ALL.iter().copied() {
        let (a, b) = pairs(of, &mut random);
        let insts = format!("lt.{of} v2, v0, v1\nselect v2, v1, v0");
        run_over(&insts, &[2], [&bytes(of, &a), &bytes(of, &b)], |size, pass, found| {
            let lanes = size / of.bytes();
            for (lane, found) in numbers(of, found[0]).into_iter().enumerate() {
                let (a, b) = (a[pass * lanes + lane], b[pass * lanes + lane]);
                let expected = if number(of, a) < number(of, b) { b } else { a };
                assert_eq!(found, expected, "{of} {a:#x}, {b:#x}");
            }
        });
    }
}

/// All numbers of half precision in single precision, and back; and numbers that are rounded on the way.
#[test]
fn integers_of_32_bits_are_converted() {
    let mut random = SplitMix::seeded("kernel_language_vectors", 9);
    let limit = 2f32.powi(31);
    let special = [
        0.0,
        0.5,
        0.99,
        1.9,
        8_388_609.0,
        limit,
        limit - 128.0,
        limit + 256.0,
        1e10,
        1e-40,
        f32::INFINITY,
        f32::NAN,
    ];
    let signed = special.into_iter().flat_map(|number| [number, -number]);
    let singles: Vec<u8> = signed
        .chain((0..104).map(|_| f32::from_bits(random.bits() as u32)))
        .flat_map(f32::to_le_bytes)
        .collect();
    let integers: Vec<u8> = [0, 1, i32::MAX, i32::MIN, 0x100_0001, 0x100_0003, -0x100_0003]
        .into_iter()
        .chain((0..121).map(|_| random.bits() as i32 >> random.below(32)))
        .flat_map(i32::to_le_bytes)
        .collect();
    let insts = "convert.i32.f32 v2, v0\nconvert.f32.i32 v3, v1\ncopy v4, v0\nconvert.i32.f32 v4, v4\nconvert.f32.i32 v5, v4";
    run_over(insts, &[2, 3, 4, 5], [&singles, &integers], |size, pass, found| {
        let lanes = |bytes: &[u8]| bytes[pass * size..][..size].as_chunks::<4>().0.to_vec();
        let [whole, single, again, back] = [0, 1, 2, 3].map(|nth| numbers(IntType::U32, found[nth]));
        for (lane, (a, b)) in lanes(&singles).into_iter().zip(lanes(&integers)).enumerate() {
            let (a, b) = (f32::from_le_bytes(a), i32::from_le_bytes(b));
            assert_eq!(whole[lane] as u32 as i32, a as i32, "{a}");
            assert_eq!(single[lane] as u32, (b as f32).to_bits(), "{b}");
            assert_eq!((again[lane], back[lane] as u32), (whole[lane], (a as i32 as f32).to_bits()));
        }
    });
}

#[test]
fn half_precision_is_converted() {
    let halves: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    let insts = "convert.f32.f16 v2, v0\nconvert.f16.f32 v3, v2\ncopy v4, v0\nconvert.f32.f16 v4, v4";
    run_over(insts, &[2, 3, 4], [&halves, &halves], |size, pass, found| {
        let (singles, back) = (numbers(IntType::U32, found[0]), numbers(IntType::U16, found[1]));
        assert_eq!(found[0], found[2]);
        for lane in 0..size / 4 {
            let half = (pass * size / 2 + lane) as u64;
            let single = f32::from_bits(singles[lane] as u32);
            let (exponent, digits) = (half >> 10 & 31, (half & 0x3ff) as f32);
            let sign = if half >> 15 == 0 { 1.0 } else { -1.0 };
            match exponent {
                31 if digits == 0.0 => assert_eq!(single, sign * f32::INFINITY),
                31 => assert!(single.is_nan(), "{half:#x}"),
                0 => assert_eq!(single, sign * digits * 2f32.powi(-24), "{half:#x}"),
                _ => assert_eq!(
                    single,
                    sign * (1024.0 + digits) * 2f32.powi(exponent as i32 - 25),
                    "{half:#x}"
                ),
            }
            let quiet = if single.is_nan() { 0x200 } else { 0 };
            assert_eq!(back[lane], half | quiet);
        }
        assert!(back[size / 4..].iter().all(|lane| *lane == 0));
    });
    // What lies about halfway between two numbers, by hand: nothing has more than 11 digits.
    let rounded = [
        (1.0f32 + 1.0 / 2048.0, 0x3c00),
        (1.0 + 3.0 / 2048.0, 0x3c02),
        (1.0 + 1.1 / 2048.0, 0x3c01),
        (65519.0, 0x7bff),
        (65520.0, 0x7c00),
        (1e-8, 0),
        (2f32.powi(-25), 0),
        (1.5 * 2f32.powi(-25), 1),
        (-1.5 * 2f32.powi(-24), 0x8002),
        (2f32.powi(-14) - 2f32.powi(-26), 0x400),
    ];
    let singles: Vec<u8> =
        (0..MOST / 4).flat_map(|nth| rounded[nth % rounded.len()].0.to_le_bytes()).collect();
    run_over("convert.f16.f32 v2, v0", &[2], [&singles, &singles], |size, pass, found| {
        let found = numbers(IntType::U16, found[0]);
        for lane in 0..size / 4 {
            let (number, expected) = rounded[(pass * size / 4 + lane) % rounded.len()];
            assert_eq!(found[lane], expected, "{number}");
        }
    });
}

/// Sums, products and quotients of half precision: on cores that have them, what the interpreter says;
/// others say what they lack.
#[test]
fn half_precision_is_computed_where_the_core_has_it() {
    let mut random = SplitMix::seeded("kernel_language_vectors: half", 1);
    let fixed = [0u16, 0x8000, 1, 0x3ff, 0x400, 0x3c00, 0xbc00, 0x3c01, 0x7bff, 0xfbff, 0x4200, 0x6400];
    let mut half = || match random.below(3) {
        0 => fixed[random.below(fixed.len() as u64) as usize],
        _ => random.bits() as u16 & 0xbfff,
    };
    let [a, b] = [(); 2].map(|()| (0..8192).flat_map(|_| half().to_le_bytes()).collect::<Vec<u8>>());
    let mut runs = 0;
    for op in ["add", "sub", "mul", "div"] {
        // Which NaN a quotient of zeros is, is up to the machine: it becomes zero.
        let insts = format!(
            "{op}.f16 v2, v0, v1
            const.u16 v3, 32767
            and.u16 v3, v2, v3
            const.u16 v4, 31744
            le.u16 v4, v3, v4
            and.u16 v2, v2, v4"
        );
        let func = function(&over(&insts, &[2]));
        for target in Target::all() {
            match target.compile(&func) {
                Ok(_) => runs += 1,
                Err(error) => {
                    let said = error.to_string();
                    let is_reason = ["fp16", "no counterpart"].iter().any(|reason| said.contains(reason));
                    assert!(is_reason, "{}: {said}", target.core.name);
                }
            }
        }
        let has = here::host().core.features;
        let is_run =
            |target: &Target| target.compile(&func).is_ok_and(|code| has.contains_all(code.features));
        for target in here::executable().into_iter().filter(is_run) {
            let memory = |bytes: &[u8]| Passed::Memory(bytes.to_vec());
            run_on(
                &func,
                target,
                &mut [memory(&a), memory(&b), memory(&vec![0; a.len()]), Passed::Bits(a.len() as u64)],
            );
        }
    }
    assert!(runs > 0, "some core has half precision");
}
