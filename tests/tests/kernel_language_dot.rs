//! Dot products of integers in updates of tiles, by the interpreter and by code for every core that the
//! machine at hand executes, against sums in 64 bits: factors in vectors, in lanes and in memory, extreme
//! ones too.
#![allow(unsafe_code)]

use tensmith_core::Target;
use tensmith_core::kernel::func::{DotTypes, IntType};
use tensmith_tests::here;
use tensmith_tests::language::{Passed, function, run_on};
use tensmith_tests::random::SplitMix;

/// The element of some bytes with a number.
fn element(of: IntType, bytes: &[u8], nth: usize) -> i64 {
    match of {
        IntType::I8 => i64::from(bytes[nth] as i8),
        IntType::U8 => i64::from(bytes[nth]),
        _ => i64::from(i16::from_le_bytes([bytes[2 * nth], bytes[2 * nth + 1]])),
    }
}

/// A sum with the products of two groups of four bytes, modulo 2³².
fn dot(types: DotTypes, sum: i32, a: &[u8], b: &[u8]) -> i32 {
    let [of_a, of_b] = types.factors();
    let products = (0..types.group().get()).map(|nth| element(of_a, a, nth) * element(of_b, b, nth));
    (i64::from(sum) + products.sum::<i64>()) as i32
}

/// Bytes of which many are the least and the greatest.
fn bytes(count: usize, random: &mut SplitMix) -> Vec<u8> {
    let byte = |random: &mut SplitMix| match random.below(8) {
        nth @ 0..4 => [0, 0x7f, 0x80, 0xff][nth as usize],
        _ => random.bits() as u8,
    };
    (0..count).map(|_| byte(random)).collect()
}

/// Runs an update of three rows of vectors and two columns, whose second factors `row` tells: its text, and
/// where the group of a column and of a lane begins.
fn check(target: Target, types: DotTypes, row: &str, group: impl Fn(usize, usize) -> usize) {
    let size = target.core.vector_bytes;
    let lanes = size / 4;
    let moved = |what: &str, first: usize, count: usize, base: &str| {
        let each = (0..count)
            .map(|nth| format!(" {what}.f32x{lanes} v{}, [{base} + {}]\n", first + nth, nth * size));
        each.collect::<String>()
    };
    let text = format!(
        "func \"dot\" (i0, i1, i2) {{\n{}{}{} dot.i32.{types}x3x2 v0+3.., v6.., {row}\n{}}}",
        moved("load", 0, 6, "i2"),
        moved("load", 6, 3, "i0"),
        moved("load", 9, 2, "i1"),
        moved("store", 0, 6, "i2"),
    );
    let mut random = SplitMix::seeded("kernel_language_dot", 2);
    for _ in 0..40 {
        let [a, b, sums] = [3, 2, 6].map(|count| bytes(count * size, &mut random));
        let mut arguments = [&a, &b, &sums].map(|bytes| Passed::Memory(bytes.clone()));
        run_on(&function(&text), target, &mut arguments);
        let found: Vec<i32> =
            arguments[2].chunks::<4>().iter().map(|word| i32::from_le_bytes(*word)).collect();
        for (nth, found) in found.into_iter().enumerate() {
            let (column, vector, lane) = (nth / (3 * lanes), nth / lanes % 3, nth % lanes);
            let begun = i32::from_le_bytes(sums[4 * nth..][..4].try_into().unwrap());
            let expected = dot(types, begun, &a[vector * size + 4 * lane..], &b[group(column, lane)..]);
            let told = || {
                format!("{}: {types}, {row}: column {column}, vector {vector}, lane {lane}", target.core.name)
            };
            assert_eq!(found, expected, "{}", told());
        }
    }
}

#[test]
fn products_are_added_up_modulo_the_range_of_sums() {
    for target in here::executable() {
        let (machine, size) = (target.machine(), target.core.vector_bytes);
        for dot in machine.dots {
            check(target, dot.types, "v9..", |column, lane| column * size + 4 * lane);
            match machine.multiplies_by_lane {
                true => {
                    check(target, dot.types, "v10[1..]", |column, _| size + 4 * (column + 1));
                    check(target, dot.types, "v9..[3]", |column, _| column * size + 12);
                }
                false => check(target, dot.types, "v11+0..[i1 + 8 by 12]", |column, _| 8 + 12 * column),
            }
        }
    }
}

/// What a core has no instruction for is refused when code is made, whatever a function says.
#[test]
fn products_that_a_core_lacks_are_refused() {
    for target in Target::all() {
        for types in DotTypes::ALL {
            let lanes = target.core.vector_bytes / 4;
            let text = format!(
                "func \"dot\" (i0) {{\n load.f32x{lanes} v0, [i0]\n dot.i32.{types}x1x1 v0+0.., v0.., v0..\n \
                 store.f32x{lanes} v0, [i0]\n}}"
            );
            let compiled = target.compile(&function(&text));
            let is_known = target.machine().dot(*types).is_some();
            assert_eq!(compiled.is_ok(), is_known, "{}: {types}: {compiled:?}", target.core.name);
        }
    }
}
