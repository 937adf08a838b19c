//! Branches, loops with conditions, and exits out of several levels, against the same in Rust.

use tensmith_tests::language::{Passed, function, run};

/// The result of a function of numbers.
fn result(text: &str, numbers: &[u64]) -> u64 {
    let arguments: Vec<Passed> = numbers.iter().map(|number| Passed::Bits(*number)).collect();
    run(&function(text), &arguments).0.expect("a result")
}

#[test]
fn the_first_condition_that_holds_selects_the_branch() {
    let text = "func \"sign\" (i0: i32, i1: i32) -> i64 {
        if lt.i32 i0, i1 {
            const i2, -1
        } elif eq.i32 i0, i1 {
            const i2, 0
        } elif gt.i32 i0, 1000 {
            const i2, 7
        } else {
            const i2, 1
        }
        return i2
    }";
    for (a, b, expected) in [(1, 2, -1), (2, 2, 0), (3, 2, 1), (-5, 3, -1), (5, -3, 1), (1001, 1, 7)] {
        let bits = |number: i32| u64::from(number.cast_unsigned());
        assert_eq!(result(text, &[bits(a), bits(b)]).cast_signed(), expected, "{a} {b}");
    }
}

#[test]
fn a_branch_without_else_may_be_skipped() {
    let text = "func \"clamp\" (i0) -> i64 {
        copy i1, i0
        if gt.u64 i1, 100 {
            const i1, 100
        }
        if lt.u64 i1, 10 {
        } else {
            add i1, i1, 1
        }
        return i1
    }";
    for n in [0u64, 9, 10, 99, 100, 101, u64::MAX] {
        let clamped = n.min(100);
        assert_eq!(result(text, &[n]), if clamped < 10 { clamped } else { clamped + 1 });
    }
}

/// All lanes a number, then one of them another, at either end of the vector.
#[test]
fn a_block_for_lanes_is_skipped_where_all_bits_are_set() {
    let text = "func \"unless\" (i0, i1, i2) -> u64 {
        broadcast.u64 v0, i0
        insert.u64 v0[0], i1
        insert.u64 v0[1], i2
        const i3, 5
        unlessall v0 {
            add i3, i3, 1
        } else {
            add i3, i3, 2
        }
        return i3
    }";
    for numbers in [[u64::MAX; 3], [0; 3], [u64::MAX, u64::MAX, 1], [u64::MAX, u64::MAX >> 1, u64::MAX]] {
        let all = numbers == [u64::MAX; 3];
        assert_eq!(result(text, &numbers), if all { 7 } else { 6 }, "{numbers:x?}");
    }
}

/// A comparison right before, which holds in all lanes or not.
#[test]
fn a_block_for_lanes_follows_a_comparison() {
    for (dtype, int) in [("f32", "u32"), ("f64", "u64")] {
        let text = format!(
            "func \"above\" (i0: {int}) -> u64 {{
                number.{dtype} v0, 0x1
                broadcast.{int} v1, i0
                const i3, 5
                ge.{dtype} v2, v1, v0
                unlessall v2 {{
                    add i3, i3, 1
                }}
                gt.{dtype} v2, v1, v0
                unlessall v2 {{
                    add i3, i3, 2
                }}
                return i3
            }}"
        );
        for (number, expected) in [(2, 5), (1, 7), (0, 8)] {
            assert_eq!(result(&text, &[number]), expected, "{dtype} {number}");
        }
    }
}

#[test]
fn loops_with_conditions_may_have_no_pass() {
    // The steps of Collatz's sequence.
    let text = "func \"collatz\" (i0) -> u32 {
        const.u32 i1, 0
        while ne.u64 i0, 1 {
            and.u64 i2, i0, 1
            if eq.u64 i2, 0 {
                shr.u64 i0, i0, 1
            } else {
                mul.u64 i0, i0, 3
                add.u64 i0, i0, 1
            }
            add.u32 i1, i1, 1
        }
        return i1
    }";
    let steps = |mut n: u64| {
        let mut count = 0;
        while n != 1 {
            n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
            count += 1;
        }
        count
    };
    for n in [1, 2, 3, 7, 27, 97] {
        assert_eq!(result(text, &[n]), steps(n), "{n}");
    }
}

#[test]
fn exits_leave_several_loops() {
    // Three loops in one another; the numbers say where they are left, and how.
    let text = "func \"exits\" (i0, i1, i2) -> u64 {
        const i9, 0
        const i3, 0
        repeat {
            add i3, i3, 1
            if gt.u64 i3, 5 {
                break 1
            }
            const i4, 0
            while lt.u64 i4, 4 {
                add i4, i4, 1
                const i5, 3
                loop i5 {
                    add i9, i9, 1
                    mul i6, i3, i4
                    add i6, i6, i5
                    if eq.u64 i6, i0 {
                        break 3
                    }
                    if eq.u64 i6, i1 {
                        continue 2
                    }
                    if eq.u64 i6, i2 {
                        add i9, i9, 100
                        continue 1
                    }
                    add i9, i9, 1000
                }
                add i9, i9, 10000
            }
            if eq.u64 i3, 4 {
                continue 1
            }
            add i9, i9, 100000
        }
        return i9
    }";
    let rust = |x: u64, y: u64, z: u64| {
        let (mut n, mut i) = (0, 0);
        'outer: loop {
            i += 1;
            if i > 5 {
                break;
            }
            let mut j = 0;
            'middle: while j < 4 {
                j += 1;
                for k in (1..=3).rev() {
                    n += 1;
                    let at = i * j + k;
                    if at == x {
                        break 'outer;
                    }
                    if at == y {
                        continue 'middle;
                    }
                    if at == z {
                        n += 100;
                        continue;
                    }
                    n += 1000;
                }
                n += 10000;
            }
            if i == 4 {
                continue 'outer;
            }
            n += 100_000;
        }
        n
    };
    for x in [0, 3, 9, 22] {
        for y in [0, 4, 8] {
            for z in [0, 5, 7] {
                assert_eq!(result(text, &[x, y, z]), rust(x, y, z), "{x} {y} {z}");
            }
        }
    }
}

#[test]
fn comparisons_of_floating_point_fail_with_a_nan() {
    for (dtype, bits) in [("f32", 32), ("f64", 64)] {
        let conditions = ["eq", "ne", "lt", "le", "gt", "ge"];
        let branches: String = conditions
            .iter()
            .enumerate()
            .map(|(nth, how)| {
                // As a branch, as the other branch, as a number, as a selection, and as the end of a loop.
                format!(
                    "if {how}.{dtype} v0, v1 {{
                        add i1, i1, {}
                    }}
                    if {how}.{dtype} v0, v1 {{
                    }} else {{
                        add i2, i2, {}
                    }}
                    test i3, {how}.{dtype} v0, v1
                    shl i3, i3, {nth}
                    add i4, i4, i3
                    select.u64 i3, i6, i5 if {how}.{dtype} v0, v1
                    shl i3, i3, {nth}
                    add i7, i7, i3
                    while {how}.{dtype} v0, v1 {{
                        add i8, i8, {}
                        break 1
                    }}\n",
                    1 << nth,
                    1 << nth,
                    1 << nth,
                )
            })
            .collect();
        let text = format!(
            "func \"compare\" (v0: {dtype}, v1: {dtype}) -> u64 {{
                const i1, 0
                const i2, 0
                const i4, 0
                const i5, 0
                const i6, 1
                const i7, 0
                const i8, 0
                {branches}
                xor.u64 i2, i2, 63
                shl i2, i2, 8
                shl i4, i4, 16
                shl i7, i7, 24
                shl i8, i8, 32
                add i1, i1, i2
                add i1, i1, i4
                add i1, i1, i7
                add i1, i1, i8
                return i1
            }}"
        );
        let numbers = [f64::NEG_INFINITY, -1.0, -0.0, 0.0, 1.0, f64::INFINITY, f64::NAN];
        for a in numbers {
            for b in numbers {
                let expected: u64 = [a == b, a != b, a < b, a <= b, a > b, a >= b]
                    .iter()
                    .enumerate()
                    .map(|(nth, holds)| u64::from(*holds) << nth)
                    .sum();
                let passed = |number: f64| match bits {
                    32 => u64::from((number as f32).to_bits()),
                    _ => number.to_bits(),
                };
                assert_eq!(
                    result(&text, &[passed(a), passed(b)]),
                    expected * 0x01_0101_0101,
                    "{a} {dtype} {b}"
                );
            }
        }
    }
}

#[test]
fn what_all_branches_write_is_written() {
    let text = "func \"join\" (i0) -> u64 {
        if lt.u64 i0, 10 {
            if lt.u64 i0, 5 {
                const i1, 1
            } else {
                const i1, 2
            }
            const i2, 10
        } elif lt.u64 i0, 20 {
            const i2, 20
            const i1, 3
        } else {
            return i0
        }
        add i1, i1, i2
        return i1
    }";
    for (n, expected) in [(0, 11), (7, 12), (15, 23), (30, 30)] {
        assert_eq!(result(text, &[n]), expected);
    }
}

/// Values that are live across branches and loops keep their registers to themselves.
#[test]
fn branches_do_not_disturb_what_is_live() {
    let numbers: String =
        (2..12).map(|nth| format!("mul i{nth}, i0, {}\n", nth + 1).replace("mul i", "mul.u64 i")).collect();
    let sum: String = (2..12).map(|nth| format!("add i1, i1, i{nth}\n")).collect();
    let text = format!(
        "func \"live\" (i0) -> u64 {{
            {numbers}
            const i1, 0
            const i20, 3
            loop i20 {{
                if lt.u64 i0, 100 {{
                    const i21, 5
                    div.u64 i22, i0, i21
                    rem.u64 i23, i2, i21
                    add i2, i2, i22
                }} else {{
                    const i24, 7
                    mulhigh.u64 i25, i3, i24
                    rotr.u64 i26, i4, i24
                    add i3, i26, i25
                }}
            }}
            {sum}
            return i1
        }}"
    );
    for n in [0u64, 1, 99, 100, u64::MAX] {
        let mut numbers: Vec<u64> = (2..12).map(|nth: u64| n.wrapping_mul(nth + 1)).collect();
        for _ in 0..3 {
            if n < 100 {
                numbers[0] = numbers[0].wrapping_add(n / 5);
            } else {
                let high = ((u128::from(numbers[1]) * 7) >> 64) as u64;
                numbers[1] = numbers[2].rotate_right(7).wrapping_add(high);
            }
        }
        let expected = numbers.iter().fold(0u64, |sum, number| sum.wrapping_add(*number));
        assert_eq!(result(&text, &[n]), expected, "{n}");
    }
}
