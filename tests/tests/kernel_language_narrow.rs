//! Loads that widen elements of narrow types and stores that narrow to these: all numbers, every number of
//! lanes, single lanes, numbers in every lane, parts; by the interpreter and by code of each size of vectors,
//! against the crate `half`, with inaccessible pages on either side.
#![allow(unsafe_code)]

use half::{bf16, f16};
use tensmith_core::{BF16, Element, F16, Target};
use tensmith_tests::guard::{ENDS, Guarded};
use tensmith_tests::language::{Passed, function, run_on};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, kernels};

/// A target with each size of vectors, and one whose core rounds to bfloat16 by an instruction, if this
/// machine executes its code.
fn targets() -> Vec<Target> {
    let rounds = |target: &Target| target.core.features.iter().any(|feature| feature.name() == "bf16");
    here::portable().into_iter().chain(here::executable().into_iter().find(rounds)).collect()
}

/// The lanes of the vectors of a target.
fn lanes(target: &Target) -> usize {
    target.core.vector_bytes / 4
}

/// A type of elements, as the crate `half` has it.
trait Theirs: Copy {
    /// Its name in functions.
    const NAME: &str;
    /// Infinity, and the bit that makes a NaN quiet.
    const NAN: u16;
    /// The type under test.
    type Ours: Element;

    fn single(bits: u16) -> f32;
    fn nearest(number: f32) -> u16;

    /// The bits of an element, but that all NaNs of a sign are one.
    fn told(bits: u16) -> u16 {
        if Self::single(bits).is_nan() { bits & 0x8000 | Self::NAN } else { bits }
    }
}

macro_rules! theirs {
    ($($name:ident $ours:ident $nan:literal)*) => { $(
        impl Theirs for $name {
            const NAME: &str = stringify!($name);
            const NAN: u16 = $nan;
            type Ours = $ours;

            fn single(bits: u16) -> f32 {
                Self::from_bits(bits).to_f32()
            }

            fn nearest(number: f32) -> u16 {
                Self::from_f32(number).to_bits()
            }
        }
    )* };
}

theirs! { f16 F16 0x7e00 bf16 BF16 0x7fc0 }

/// Tests for each type.
macro_rules! of_each {
    ($($test:ident)*) => { $(
        mod $test {
            #[test]
            fn f16() {
                super::$test::<half::f16>();
            }

            #[test]
            fn bf16() {
                super::$test::<half::bf16>();
            }
        }
    )* };
}

of_each! {
    all_numbers_are_widened
    numbers_at_and_beside_the_middle_of_two_are_narrowed_to_the_nearest
    vectors_that_are_stored_stay_as_they_are
    lanes_are_moved_one_by_one
    any_number_of_lanes_is_moved
    offsets_may_be_far
    accesses_end_where_elements_do
    parts_are_moved
}

fn bits(bytes: &[u8; 2]) -> u16 {
    u16::from_le_bytes(*bytes)
}

fn all_numbers_are_widened<T: Theirs>() {
    let name = T::NAME;
    for target in targets() {
        let lanes = lanes(&target);
        let text = format!(
            "func \"widen\" (i0, i1, i2) {{\n loop i2 {{\n load.{name}x{lanes} v0, [i0]\n store.f32x{lanes} v0, [i1]\n \
             add i0, i0, {}\n add i1, i1, {}\n }}\n}}",
            2 * lanes,
            4 * lanes
        );
        let numbers = (0..=u16::MAX).map(u16::to_le_bytes);
        let passes = Passed::Bits((1 << 16) / lanes as u64);
        let mut arguments = [Passed::numbers(numbers), Passed::Memory(vec![0; 4 << 16]), passes];
        run_on(&function(&text), target, &mut arguments);
        for (number, found) in (0..=u16::MAX).zip(arguments[1].chunks::<4>()) {
            let (found, expected) = (f32::from_le_bytes(*found), T::single(number));
            let is_same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
            assert!(is_same, "{}: {number:#x}: {found}", target.core.name);
        }
    }
}

fn numbers_at_and_beside_the_middle_of_two_are_narrowed_to_the_nearest<T: Theirs>() {
    let name = T::NAME;
    let low = [0u32, 1, 0x0fff, 0x1000, 0x1001, 0x1fff, 0x3000, 0x7fff, 0x8000, 0x8001, 0xffff];
    let given: Vec<u32> =
        (0..=u32::from(u16::MAX)).flat_map(|high| low.map(|low| high << 16 | low)).collect();
    for target in targets() {
        let lanes = lanes(&target);
        let text = format!(
            "func \"narrow\" (i0, i1, i2) {{\n loop i2 {{\n load.f32x{lanes} v0, [i0]\n store.{name}x{lanes} v0, [i1]\n \
             add i0, i0, {}\n add i1, i1, {}\n }}\n}}",
            4 * lanes,
            2 * lanes
        );
        let passes = Passed::Bits((given.len() / lanes) as u64);
        let numbers = Passed::numbers(given.iter().map(|bits| bits.to_le_bytes()));
        let mut arguments = [numbers, Passed::Memory(vec![0; 2 * given.len()]), passes];
        run_on(&function(&text), target, &mut arguments);
        for (number, found) in given.iter().zip(arguments[1].chunks()) {
            let expected = T::nearest(f32::from_bits(*number));
            assert_eq!(T::told(bits(found)), T::told(expected), "{}: {number:#x}", target.core.name);
        }
    }
}

/// A vector keeps its value when it is stored narrow, and so do the vectors around it.
fn vectors_that_are_stored_stay_as_they_are<T: Theirs>() {
    let name = T::NAME;
    for target in targets() {
        let lanes = lanes(&target);
        let text = format!(
            "func \"keep\" (i0, i1) {{\n load.f32x{lanes} v0, [i0]\n load.f32x{lanes} v1, [i0 + 4]\n \
             store.{name}x{lanes} v0, [i1]\n store.{name} v1[1], [i1 + {}]\n store.f32x{lanes} v0, [i1 + 64]\n \
             store.f32x{lanes} v1, [i1 + 128]\n}}",
            2 * lanes
        );
        let given: Vec<f32> = (0..=lanes).map(|nth| 0.1 + nth as f32).collect();
        let numbers = Passed::numbers(given.iter().map(|number| number.to_le_bytes()));
        let mut arguments = [numbers, Passed::Memory(vec![0; 192])];
        run_on(&function(&text), target, &mut arguments);
        let Passed::Memory(out) = &arguments[1] else { panic!("memory") };
        let single = |at: usize| f32::from_le_bytes(out[at..at + 4].try_into().expect("four bytes"));
        assert!((0..lanes).all(|nth| single(64 + 4 * nth) == given[nth]));
        assert!((0..lanes).all(|nth| single(128 + 4 * nth) == given[nth + 1]));
    }
}

/// Every lane of a vector from memory and to it, and a number in all of them.
fn lanes_are_moved_one_by_one<T: Theirs>() {
    let name = T::NAME;
    for target in targets() {
        let lanes = lanes(&target);
        for lane in 0..lanes {
            let text = format!(
                "func \"lane\" (i0, i1) {{\n load.f32x{lanes} v0, [i1]\n load.{name} v0[{lane}], [i0 + 2]\n \
                 store.f32x{lanes} v0, [i1]\n store.{name} v0[{lane}], [i0]\n loadall.{name} v1, [i0 + 4]\n \
                 store.f32x{lanes} v1, [i1 + 64]\n}}"
            );
            let elements = [1.5f32, -2.0 / 3.0, 65504.0].map(T::nearest);
            let memory = Passed::numbers(elements.map(u16::to_le_bytes));
            let given: Vec<[u8; 4]> = (0..32u16).map(|nth| f32::from(nth).to_le_bytes()).collect();
            let mut arguments = [memory, Passed::numbers(given)];
            run_on(&function(&text), target, &mut arguments);
            assert_eq!(bits(&arguments[0].chunks()[0]), elements[1]);
            for (nth, found) in arguments[1].chunks::<4>().iter().enumerate() {
                let expected = match nth {
                    nth if nth == lane => T::single(elements[1]),
                    nth if (16..16 + lanes).contains(&nth) => T::single(elements[2]),
                    nth => nth as f32,
                };
                assert_eq!(f32::from_le_bytes(*found), expected, "lane {nth}");
            }
        }
    }
}

/// Any number of lanes, at an offset that is a number or in a register; the other lanes become zero.
fn any_number_of_lanes_is_moved<T: Theirs>() {
    let name = T::NAME;
    for target in targets() {
        let whole = lanes(&target);
        for count in 1..=whole {
            for offset in ["6", "i2"] {
                let text = format!(
                    "func \"some\" (i0, i1, i2) {{\n load.{name}x{count} v0, [i0 + {offset}]\n \
                     store.f32x{whole} v0, [i1]\n add.f32 v1, v0, v0\n store.{name}x{count} v1, [i0 + {offset}]\n}}"
                );
                let given: Vec<u16> = (0..count + 3).map(|nth| T::nearest(nth as f32 + 0.25)).collect();
                let memory = Passed::numbers(given.iter().map(|number| number.to_le_bytes()));
                let mut arguments = [memory, Passed::Memory(vec![0xff; 4 * whole]), Passed::Bits(6)];
                run_on(&function(&text), target, &mut arguments);
                let wide = arguments[1].chunks::<4>().iter().map(|bytes| f32::from_le_bytes(*bytes));
                let loaded = given[3..].iter().map(|number| T::single(*number));
                assert!(wide.eq(loaded.chain(std::iter::repeat(0.0)).take(whole)), "{text}");
                let stored = given[3..].iter().map(|number| T::nearest(2.0 * T::single(*number)));
                let expected = given[..3].iter().copied().chain(stored);
                assert!(arguments[0].chunks().iter().map(bits).eq(expected), "{text}");
            }
        }
    }
}

/// An address beyond the reach of an instruction, and more masks than are kept.
fn offsets_may_be_far<T: Theirs>() {
    let name = T::NAME;
    const FAR: i64 = 1 << 32;
    for target in targets() {
        let whole = lanes(&target);
        let moved = |count: usize| {
            let at = 32 * count as i64 - FAR;
            format!(" load.{name}x{count} v0, [i0 + {at}]\n store.{name}x{count} v0, [i1 + {at}]\n")
        };
        let lane = format!(" store.{name} v0[1], [i1 + {}]\n", -FAR);
        let text = format!(
            "func \"far\" (i0, i1) {{\n add i0, i0, {FAR}\n add i1, i1, {FAR}\n{}{lane}}}",
            (1..=whole).map(moved).collect::<String>()
        );
        let given: Vec<u16> =
            (0..16 * (whole as u16 + 1)).map(|nth| T::nearest(f32::from(nth % 256))).collect();
        let memory = Passed::numbers(given.iter().map(|number| number.to_le_bytes()));
        let mut arguments = [memory, Passed::Memory(vec![0; 2 * given.len()])];
        run_on(&function(&text), target, &mut arguments);
        for (at, found) in arguments[1].chunks().iter().map(bits).enumerate() {
            let (count, lane) = (at / 16, at % 16);
            let expected = match (count, lane) {
                (0, 0) => given[16 * whole + 1],
                _ if lane < count => given[at],
                _ => 0,
            };
            assert_eq!(found, expected, "{name}: element {at} on {}", target.core.name);
        }
    }
}

/// No byte is accessed but those of the elements.
fn accesses_end_where_elements_do<T: Theirs>() {
    let name = T::NAME;
    let mut guarded = [(); 2].map(|()| Guarded::new(64));
    for target in targets() {
        for count in 1..=lanes(&target) {
            let text = format!(
                "func \"ends\" (i0, i1) {{\n load.{name}x{count} v0, [i0]\n store.{name}x{count} v0, [i1]\n \
                 loadall.{name} v1, [i0 + {}]\n load.{name} v1[0], [i0]\n store.{name} v1[1], [i1 + {}]\n}}",
                2 * count - 2,
                2 * count - 2
            );
            let compiled = target.compile(&function(&text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let kernel = kernels::publish(&compiled.code, target.isa.architecture());
            let given: Vec<T::Ours> = (0..count).map(|nth| T::Ours::from_f64(nth as f64 - 1.5)).collect();
            for (from, to) in ENDS.into_iter().flat_map(|from| ENDS.map(|to| (from, to))) {
                let [input, output] = &mut guarded;
                let input = input.hold(&given, from) as usize;
                let place = output.hold(&vec![T::Ours::ZERO; count], to);
                // SAFETY: the kernel reads and writes as many elements as there are.
                unsafe { kernels::call(&kernel, &[input, place as usize]) };
                // SAFETY: the elements were put there, and nothing else refers to them.
                let found = unsafe { std::slice::from_raw_parts(place, count) };
                assert_eq!(found, given, "{text}");
            }
        }
    }
}

/// Columns that share a vector: one, copies, neighbours, and apart.
fn parts_are_moved<T: Theirs>() {
    let name = T::NAME;
    let mut random = SplitMix::seeded(&format!("kernel_language_narrow: parts of {name}"), 1);
    let wide = here::portable().into_iter().filter(|target| target.core.vector_bytes == 64);
    for target in wide {
        for (size, count) in [(16, 1), (16, 2), (16, 3), (16, 4), (32, 1), (32, 2), (64, 1)] {
            for lanes in 1..=size / 4 {
                for apart in [0, 2 * lanes, 2 * lanes + 6] {
                    let text = format!(
                        "func \"parts\" (i0, i1) {{\n loadparts v0, {name}x{lanes}/{size}*{count}[i0 + 4 by {apart}]\n \
                         store.f32x16 v0, [i1]\n storeparts v0, {name}x{lanes}/{size}*{count}[i1 + 64 by {apart}]\n}}"
                    );
                    let given: Vec<[u8; 2]> =
                        (0..80).map(|_| T::nearest(random.below(2048) as f32).to_le_bytes()).collect();
                    let mut arguments =
                        [Passed::numbers(given.iter().copied()), Passed::Memory(vec![0xff; 64 + 160])];
                    run_on(&function(&text), target, &mut arguments);
                    for (nth, found) in arguments[1].chunks::<4>()[..16].iter().enumerate() {
                        let (part, lane) = (nth / (size / 4), nth % (size / 4));
                        let place = 2 + part * apart / 2 + lane;
                        let is_there = part < count && lane < lanes;
                        let expected = if is_there { T::single(bits(&given[place])) } else { 0.0 };
                        assert_eq!(f32::from_le_bytes(*found), expected, "{text}: lane {nth}");
                    }
                }
            }
        }
    }
}
