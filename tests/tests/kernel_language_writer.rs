//! Vectors as the writer has them: operators, comparisons, halves, lanes; interpreted and
//! as code, against Rust.

use tensmith_core::kernel::func::FuncError;
use tensmith_core::kernel::writer::{Number, Vars};
use tensmith_core::kernel::{Func, Writer};
use tensmith_tests::language::{Passed, run};
use tensmith_tests::random::SplitMix;

/// The bytes of every argument: a whole number of vectors of any core.
const BYTES: usize = 256;

/// A function of three arrays of some numbers, which writes the third from the others, vector by vector.
fn over_arrays<T: Number, U: Number>(
    body: impl for<'k> Fn(Vars<'k, T>, Vars<'k, T>) -> Vec<Vars<'k, U>>,
) -> Result<Func, FuncError> {
    let k = Writer::new("over_arrays")?;
    let [mut a, mut b, mut c] = [(); 3].map(|()| k.argument::<u64>());
    let n = k.argument::<u64>();
    let (lanes, lanes_out, mut at) = (k.lanes::<T>(), k.lanes::<U>(), k.number(0u64));
    let bytes = |lanes, size: usize| lanes * size as u64;
    let (step, step_out) = (bytes(lanes, size_of::<T>()), bytes(lanes_out, size_of::<U>()));
    k.while_(at.lt(n), || {
        for vars in body(k.load_vector(a, 0), k.load_vector(b, 0)) {
            k.store_vector(vars, c, 0);
            c += step_out;
        }
        a += step;
        b += step;
        at += lanes;
    });
    k.finish()
}

/// Bytes at random.
fn drawn(random: &mut SplitMix) -> Vec<u8> {
    (0..BYTES).map(|_| random.bits() as u8).collect()
}

/// Small numbers in single precision: sums and products of few are exact.
fn small(random: &mut SplitMix) -> Vec<u8> {
    (0..BYTES / 4).flat_map(|_| (random.below(64) as f32 - 32.0).to_le_bytes()).collect()
}

/// The third array, of `size` times as many bytes, after a run over `count` numbers.
fn third(func: &Func, [a, b]: [&[u8]; 2], count: usize, bytes: usize) -> Vec<u8> {
    let memory = |bytes: &[u8]| Passed::Memory(bytes.to_vec());
    let arguments = [memory(a), memory(b), memory(&vec![0; bytes]), Passed::Bits(count as u64)];
    let (_, left) = run(func, &arguments);
    left[2].chunks::<1>().iter().flatten().copied().collect()
}

#[test]
fn integers_have_operators() {
    let mut random = SplitMix::seeded("kernel_language_writer", 1);
    let func = over_arrays::<i16, i16>(|a, b| {
        let mut sum = a + b;
        sum += a.mul_high(b) * 3;
        let shifted = ((sum << 2) >> 1) ^ (!a & 0x0ff0) | -b;
        vec![shifted.max(a.min(b)) - a.abs()]
    })
    .expect("a function");
    let expected = |a: i16, b: i16| {
        let high = ((i32::from(a) * i32::from(b)) >> 16) as i16;
        let sum = a.wrapping_add(b).wrapping_add(high.wrapping_mul(3));
        let shifted = ((sum << 2) >> 1) ^ (!a & 0x0ff0) | b.wrapping_neg();
        shifted.max(a.min(b)).wrapping_sub(a.wrapping_abs())
    };
    for _ in 0..8 {
        let (a, b) = (drawn(&mut random), drawn(&mut random));
        let found = third(&func, [&a, &b], BYTES / 2, BYTES);
        let numbers =
            |bytes: &[u8]| bytes.as_chunks().0.iter().map(|c| i16::from_le_bytes(*c)).collect::<Vec<_>>();
        let pairs = numbers(&a).into_iter().zip(numbers(&b));
        assert_eq!(numbers(&found), pairs.map(|(a, b)| expected(a, b)).collect::<Vec<_>>());
    }
}

#[test]
fn numbers_of_floating_point_have_operators() {
    let mut random = SplitMix::seeded("kernel_language_writer", 2);
    let func = over_arrays::<f32, f32>(|a, b| {
        let sum = a.copy();
        sum.add_product(a, b);
        let [third, fourth] = [(sum * 0.25).floor(), (sum * 0.25).ceil()];
        let larger = a.gt(b) | a.eq(0.0) & !b.le(3.0);
        vec![larger.select(third, fourth) + a.abs().sqrt().trunc() / 2.0 - (-b).round()]
    })
    .expect("a function");
    let expected = |a: f32, b: f32| {
        let sum = (a + a * b) * 0.25;
        let chosen = if a > b || a == 0.0 && b > 3.0 { sum.floor() } else { sum.ceil() };
        chosen + a.abs().sqrt().trunc() / 2.0 - -b
    };
    for _ in 0..8 {
        let (a, b) = (small(&mut random), small(&mut random));
        let found = third(&func, [&a, &b], BYTES / 4, BYTES);
        let numbers =
            |bytes: &[u8]| bytes.as_chunks().0.iter().map(|c| f32::from_le_bytes(*c)).collect::<Vec<_>>();
        let pairs = numbers(&a).into_iter().zip(numbers(&b));
        assert_eq!(numbers(&found), pairs.map(|(a, b)| expected(a, b)).collect::<Vec<_>>());
    }
}

#[test]
fn halves_become_larger_and_small_again() {
    let mut random = SplitMix::seeded("kernel_language_writer", 3);
    // The mean of two pixels, rounded up; and their products, in numbers of 16 bits.
    let mean = over_arrays::<u8, u8>(|a, b| {
        let [low, high] = a.add_wide(b).map(|sum| (sum + 1) >> 1);
        vec![low.narrow_saturating(high)]
    });
    let products = over_arrays::<u8, u16>(|a, b| a.mul_wide(b).to_vec());
    let doubled = over_arrays::<u8, u8>(|a, b| {
        let ([a0, a1], [b0, b1]) = (a.widen(), b.sub_wide(a));
        vec![(a0 + b0).narrow(a1 + b1)]
    });
    let (a, b) = (drawn(&mut random), drawn(&mut random));
    let pairs = || a.iter().zip(&b).map(|(a, b)| (u16::from(*a), u16::from(*b)));
    let found = third(&mean.expect("a function"), [&a, &b], BYTES, BYTES);
    assert_eq!(found, pairs().map(|(a, b)| (a + b).div_ceil(2) as u8).collect::<Vec<_>>());
    let found = third(&products.expect("a function"), [&a, &b], BYTES, 2 * BYTES);
    assert_eq!(found, pairs().flat_map(|(a, b)| (a * b).to_le_bytes()).collect::<Vec<_>>());
    assert_eq!(third(&doubled.expect("a function"), [&a, &b], BYTES, BYTES), b);
}

#[test]
fn lanes_are_read_and_written() {
    let single = |write: &dyn Fn(&Writer)| {
        let k = Writer::new("lanes").expect("memory");
        write(&k);
        k.finish().expect("a function")
    };
    let bytes: Vec<u8> = (1..=16).collect();
    let mut words = [0u8; 16];
    words[..12].copy_from_slice(&[2.0f32, 3.0, 5.0].map(f32::to_le_bytes).concat());
    let result = |func: &Func, memory: &[u8]| run(func, &[Passed::Memory(memory.to_vec())]);

    let sums = single(&|k| {
        let x = k.argument::<u64>();
        k.returns::<u64>();
        let vars = k.load_lanes::<u8>(16, x, 0);
        let most = vars.max_of_lanes().to::<u64>() * 1000;
        // Of lanes that no core lacks: the others are zero.
        let odd = (vars & 1).eq(1).bits();
        k.return_(vars.sum_of_lanes().to::<u64>() + most + odd * 1_000_000);
    });
    assert_eq!(result(&sums, &bytes).0, Some(136 + 16_000 + 0x5555 * 1_000_000));

    let moved = single(&|k| {
        let x = k.argument::<u64>();
        let vars = k.load_lanes::<f32>(3, x, 0);
        let (second, third) = (vars.lane(1), vars.lane(2));
        vars.set_lane(0, second * third);
        vars.set_lane(3, third);
        k.store_lanes(vars.spread(0) + vars, 4, x, 0);
    });
    let floats =
        |memory: &Passed| memory.chunks::<4>().iter().map(|c| f32::from_le_bytes(*c)).collect::<Vec<_>>();
    assert_eq!(floats(&result(&moved, &words).1[0]), [30.0, 18.0, 20.0, 20.0]);

    let reversed = single(&|k| {
        let x = k.argument::<u64>();
        let vars = k.load_lanes::<u8>(16, x, 0);
        let last = vars.lane(15);
        k.store_lanes(vars.look_up(k.vector(last) - vars), 16, x, 0);
    });
    assert_eq!(result(&reversed, &bytes).1[0].chunks::<1>().concat(), (1..=16).rev().collect::<Vec<u8>>());
}

#[test]
fn numbers_change_between_integers_and_floating_point() {
    let mut random = SplitMix::seeded("kernel_language_writer", 4);
    // A third, rounded to the nearest integer.
    let func = over_arrays::<i32, i32>(|a, b| vec![((a >> 8).to_f32() / 3.0).round().to_i32() ^ b])
        .expect("a function");
    let (a, b) = (drawn(&mut random), drawn(&mut random));
    let numbers =
        |bytes: &[u8]| bytes.as_chunks().0.iter().map(|c| i32::from_le_bytes(*c)).collect::<Vec<_>>();
    let third_of = |a: i32| ((a >> 8) as f32 / 3.0).round_ties_even() as i32;
    let expected: Vec<i32> = numbers(&a).into_iter().zip(numbers(&b)).map(|(a, b)| third_of(a) ^ b).collect();
    assert_eq!(numbers(&third(&func, [&a, &b], BYTES / 4, BYTES)), expected);
}

#[test]
fn sizes_that_do_not_fit_are_refused_in_the_end() {
    let refused = over_arrays::<u32, u8>(|a, b| vec![a.narrow(b)]);
    assert!(matches!(refused, Err(FuncError::Sizes { .. })), "{refused:?}");
}
