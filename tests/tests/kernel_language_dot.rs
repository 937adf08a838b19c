//! Dot products of neighbours in updates of tiles, by the interpreter and by code for every core that the
//! machine at hand executes: factors in vectors, in lanes and in memory. Those of integers, extreme ones too,
//! are compared with sums in 64 bits; those of bfloat16 with exact sums, and numbers of any bits with how
//! each instruction set rounds them.
#![allow(unsafe_code)]

use tensmith::func::{Argument, execute};
use tensmith_core::kernel::Func;
use tensmith_core::kernel::func::{DotTypes, IntType};
use tensmith_core::reference::BfloatDot;
use tensmith_core::{BF16, Target};
use tensmith_tests::here;
use tensmith_tests::language::{Passed, function, run_on};
use tensmith_tests::nightly::scaled;
use tensmith_tests::random::SplitMix;

/// The element of some bytes with a number.
fn element(of: IntType, bytes: &[u8], nth: usize) -> i64 {
    match of {
        IntType::I8 => i64::from(bytes[nth] as i8),
        IntType::U8 => i64::from(bytes[nth]),
        IntType::I32 => i64::from(word(bytes) as i32),
        _ => i64::from(i16::from_le_bytes([bytes[2 * nth], bytes[2 * nth + 1]])),
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().unwrap())
}

/// A pair of numbers of bfloat16.
fn pair(bytes: &[u8]) -> [BF16; 2] {
    let bits = word(bytes);
    [bits, bits >> 16].map(|bits| BF16::from_bits(bits as u16))
}

/// The bits of a sum with the products of two groups of four bytes: of integers, modulo 2³²; of bfloat16,
/// those of an exact sum.
fn dot(types: DotTypes, sum: u32, a: &[u8], b: &[u8]) -> u32 {
    let Some([of_a, of_b]) = types.integers() else {
        let products = pair(a).into_iter().zip(pair(b)).map(|(x, y)| x.to_f64() * y.to_f64());
        return ((f64::from(f32::from_bits(sum)) + products.sum::<f64>()) as f32).to_bits();
    };
    let products = (0..types.group().get()).map(|nth| element(of_a, a, nth) * element(of_b, b, nth));
    (i64::from(sum as i32) + products.sum::<i64>()) as u32
}

/// Bytes of which many are the least and the greatest.
fn bytes(count: usize, random: &mut SplitMix) -> Vec<u8> {
    let byte = |random: &mut SplitMix| match random.below(8) {
        nth @ 0..4 => [0, 0x7f, 0x80, 0xff][nth as usize],
        _ => random.bits() as u8,
    };
    (0..count).map(|_| byte(random)).collect()
}

/// Integers of up to 8 as numbers of single precision, of which those of bfloat16 are the upper halves.
fn small(count: usize, of: &[u8], random: &mut SplitMix) -> Vec<u8> {
    let number = |random: &mut SplitMix| (random.below(17) as f32 - 8.0).to_le_bytes();
    let numbers = (0..count / of.len()).map(|_| number(random));
    numbers.flat_map(|bytes| of.iter().map(move |nth| bytes[usize::from(*nth)])).collect()
}

/// An update of three rows of vectors and two columns.
struct Update {
    target: Target,
    types: DotTypes,
    /// The text of the second factors.
    row: &'static str,
    /// The byte that their first group begins with, and how far it is to that of the next column and lane.
    groups: [usize; 3],
}

/// The bytes of the first factor, of the second one, and of sums.
type Operands = [Vec<u8>; 3];

impl Update {
    fn func(&self) -> Func {
        let Self { target, types, row, .. } = self;
        let size = target.core.vector_bytes;
        let lanes = size / 4;
        let moved = |what: &str, first: usize, count: usize, base: &str| {
            let each = (0..count)
                .map(|nth| format!(" {what}.f32x{lanes} v{}, [{base} + {}]\n", first + nth, nth * size));
            each.collect::<String>()
        };
        function(&format!(
            "func \"dot\" (i0, i1, i2) {{\n{}{}{} dot.{}.{types}x3x2 v0+3.., v6.., {row}\n{}}}",
            moved("load", 0, 6, "i2"),
            moved("load", 6, 3, "i0"),
            moved("load", 9, 2, "i1"),
            types.name_of_sums(),
            moved("store", 0, 6, "i2"),
        ))
    }

    /// Random operands; those of bfloat16 are small integers.
    fn operands(&self, random: &mut SplitMix) -> Operands {
        let size = self.target.core.vector_bytes;
        let [a, b, sums] = [3, 2, 6].map(|count| count * size);
        match self.types.integers() {
            Some(_) => [a, b, sums].map(|count| bytes(count, random)),
            None => [(a, &[2, 3][..]), (b, &[2, 3]), (sums, &[0, 1, 2, 3])]
                .map(|(count, of)| small(count, of, random)),
        }
    }

    /// Compares sums, one after the other, with what they have to be, given what they were and their groups.
    fn compare(&self, [a, b, sums]: &Operands, found: &[u8], expected: impl Fn(u32, &[u8], &[u8]) -> u32) {
        let size = self.target.core.vector_bytes;
        let (lanes, [first, next, along]) = (size / 4, self.groups);
        for (nth, found) in found.chunks_exact(4).map(word).enumerate() {
            let (column, vector, lane) = (nth / (3 * lanes), nth / lanes % 3, nth % lanes);
            let groups = [&a[vector * size + 4 * lane..], &b[first + column * next + lane * along..]];
            let expected = expected(word(&sums[4 * nth..]), groups[0], groups[1]);
            let are_nans = self.types.integers().is_none()
                && [found, expected].into_iter().all(|bits| f32::from_bits(bits).is_nan());
            let told = || {
                let Self { target, types, row, .. } = self;
                let name = target.core.name;
                format!(
                    "{name}: {types}, {row}: column {column}, vector {vector}, lane {lane}, {:x?} {:x?} {:x}",
                    &groups[0][..4],
                    &groups[1][..4],
                    word(&sums[4 * nth..])
                )
            };
            assert!(found == expected || are_nans, "{found:x} for {expected:x}: {}", told());
        }
    }

    /// By the interpreter and by code, on operands whose sums are exact.
    fn check(&self) {
        let (func, mut random) = (self.func(), SplitMix::seeded("kernel_language_dot", 2));
        for _ in 0..40 {
            let operands = self.operands(&mut random);
            let mut arguments = operands.each_ref().map(|bytes| Passed::Memory(bytes.clone()));
            run_on(&func, self.target, &mut arguments);
            let Passed::Memory(found) = &arguments[2] else { unreachable!("it is memory") };
            self.compare(&operands, found, |sum, a, b| dot(self.types, sum, a, b));
        }
    }

    /// By code, on numbers of bfloat16 of any bits: half of their exponents are near to each other.
    fn check_rounding(&self, how: BfloatDot) {
        let (func, mut random) = (self.func(), SplitMix::seeded("kernel_language_dot_bfloat", 2));
        for nth in 0..scaled(120, 400) {
            let mut operands = self.operands(&mut random);
            operands.iter_mut().flatten().for_each(|byte| *byte = random.bits() as u8);
            if nth % 2 == 0 {
                let [a, b, sums] = &mut operands;
                for high in [a, b].into_iter().flat_map(|of| of.iter_mut().skip(1).step_by(2)) {
                    *high = *high & 0x83 | 0x3c;
                }
                sums.iter_mut().skip(3).step_by(4).for_each(|high| *high = *high & 0x83 | 0x3c);
            }
            let [mut a, mut b, mut sums] = operands.clone();
            let mut arguments = [&mut a, &mut b, &mut sums].map(|bytes| Argument::Memory(bytes));
            execute(&func, self.target, &mut arguments).unwrap();
            self.compare(&operands, &sums, |sum, a, b| {
                how.added(f32::from_bits(sum), pair(a), pair(b)).to_bits()
            });
        }
    }
}

/// The updates that a target has for factors of such types.
fn updates(target: Target, types: DotTypes) -> Vec<Update> {
    let size = target.core.vector_bytes;
    let registers = [("v9..", [0, size, 4]), ("v10[1..]", [size + 4, 4, 0]), ("v9..[3]", [12, size, 0])];
    let in_memory = ("v11+0..[i1 + 8 by 12]", [8, 12, 0]);
    let in_memory = (!target.machine().multiplies_by_lane).then_some(in_memory);
    registers
        .into_iter()
        .chain(in_memory)
        .map(|(row, groups)| Update { target, types, row, groups })
        .collect()
}

#[test]
fn products_of_neighbours_are_added_up() {
    for target in here::executable() {
        for dot in target.machine().dots {
            updates(target, dot.types).iter().for_each(Update::check);
        }
    }
}

/// Arm's instructions round to odd, Intel's to nearest; neither keeps subnormal numbers.
#[test]
fn sums_of_bfloat_are_rounded_as_the_manuals_say() {
    let how = if cfg!(target_arch = "aarch64") { BfloatDot::ToOdd } else { BfloatDot::Nearest };
    for target in here::executable() {
        if target.machine().dot(DotTypes::BF16).is_some() {
            updates(target, DotTypes::BF16).iter().for_each(|update| update.check_rounding(how));
        }
    }
}

/// What a core has no instruction for is refused when code is made, whatever a function says.
#[test]
fn products_that_a_core_lacks_are_refused() {
    for target in Target::all() {
        for types in DotTypes::ALL {
            let (lanes, sums) = (target.core.vector_bytes / 4, types.name_of_sums());
            let text = format!(
                "func \"dot\" (i0) {{\n load.f32x{lanes} v0, [i0]\n dot.{sums}.{types}x1x1 v0+0.., v0.., v0..\n \
                 store.f32x{lanes} v0, [i0]\n}}"
            );
            let compiled = target.compile(&function(&text));
            let is_known = target.machine().dot(*types).is_some();
            assert_eq!(compiled.is_ok(), is_known, "{}: {types}: {compiled:?}", target.core.name);
        }
    }
}
