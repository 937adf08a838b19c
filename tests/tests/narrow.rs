//! Narrow types in Rust: conversions of all numbers, and of midpoints of two and what is next to them,
//! against the crate `half`.

/// The tests of a type, with that of the crate `half`, its infinity, and the bit that makes a NaN quiet.
macro_rules! tests_of {
    ($name:ident: $ours:ident $theirs:ident $infinity:literal $quiet:literal) => {
        mod $name {
            use half::$theirs as Theirs;
            use tensmith_core::{Element, Float, $ours as Ours};

            /// The bits of a number, but that all NaNs of a sign are one: which digits they keep is each
            /// library's own.
            fn told(bits: u16) -> u16 {
                if Theirs::from_bits(bits).is_nan() { bits & 0x8000 | $infinity | $quiet } else { bits }
            }

            const ONE: u16 = Ours::from_f32(1.0).to_bits();

            #[test]
            fn all_numbers_are_widened() {
                for bits in 0..=u16::MAX {
                    let (ours, theirs) = (Ours::from_bits(bits), Theirs::from_bits(bits));
                    let is_same = ours.to_f32().to_bits() == theirs.to_f32().to_bits();
                    assert!(
                        is_same || ours.to_f32().is_nan() && theirs.is_nan(),
                        "{bits:#x}: {ours} and {theirs}"
                    );
                    assert_eq!(ours.to_f32().is_sign_negative(), theirs.is_sign_negative(), "{bits:#x}");
                    assert!(ours.to_f64() == theirs.to_f64() || theirs.is_nan(), "{bits:#x}");
                    assert_eq!(told(Ours::from_f32(ours.to_f32()).to_bits()), told(bits), "{bits:#x}");
                }
            }

            /// All numbers of single precision whose upper half is any, with lower halves at the midpoint and
            /// next to it.
            #[test]
            fn numbers_are_narrowed_to_the_nearest() {
                let low = [
                    0u32, 1, 0x0fff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x3000, 0x7fff, 0x8000, 0x8001, 0xf000,
                    0xffff,
                ];
                for bits in (0..=u32::from(u16::MAX)).flat_map(|high| low.map(|low| high << 16 | low)) {
                    let number = f32::from_bits(bits);
                    let (ours, theirs) = (Ours::from_f32(number), Theirs::from_f32(number));
                    assert_eq!(told(ours.to_bits()), told(theirs.to_bits()), "{bits:#x}: {number:e}");
                    assert_eq!(
                        told(Ours::from_f64(number.into()).to_bits()),
                        told(ours.to_bits()),
                        "{bits:#x}"
                    );
                }
            }

            /// Of double precision: the midpoint of two neighbours, and what is so close to it that single
            /// precision has nothing there.
            #[test]
            fn numbers_of_double_precision_are_rounded_once() {
                for bits in 0..$infinity - 1 {
                    let [low, high] = [bits, bits + 1].map(|bits| Theirs::from_bits(bits).to_f64());
                    let middle = (low + high) / 2.0;
                    let even = if bits % 2 == 0 { bits } else { bits + 1 };
                    for (number, nearest) in
                        [(middle.next_down(), bits), (middle, even), (middle.next_up(), bits + 1)]
                    {
                        assert_eq!(Ours::from_f64(number).to_bits(), nearest, "{number:e}");
                        assert_eq!(Ours::from_f64(-number).to_bits(), nearest | 0x8000, "{number:e}");
                    }
                }
            }

            /// Halfway between two numbers, with a term that only says on which side.
            #[test]
            fn multiply_adds_round_once() {
                let number = |bits: u16| <Ours as Element>::from_bits(bits.into());
                let (half_more, next) = (Ours::from_f32(1.5), number(ONE + 1));
                let below = half_more.to_bits() + 1;
                for (term, expected) in [(0x8001, below), (0, below + 1), (1, below + 1)] {
                    let found = half_more.multiply_add(next, number(term)).to_bits();
                    assert_eq!(found, expected, "{term:#x}");
                }
            }

            #[test]
            fn arithmetic_rounds_once() {
                let numbers = [
                    0u16,
                    0x8000,
                    1,
                    0x3ff,
                    0x400,
                    ONE,
                    ONE + 1,
                    ONE | 0x8000,
                    0x3555,
                    $infinity - 1,
                    $infinity,
                    $infinity | $quiet,
                    0x5640,
                ];
                for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b))) {
                    let (x, y) = (Ours::from_bits(a), Ours::from_bits(b));
                    let [p, q] = [a, b].map(|bits| Theirs::from_bits(bits).to_f64());
                    let results = [(x + y, p + q), (x - y, p - q), (x * y, p * q), (x / y, p / q)];
                    for (nth, (ours, exact)) in results.into_iter().enumerate() {
                        let theirs = Theirs::from_f64(exact);
                        assert!(
                            ours.to_f32() == theirs.to_f32() || ours.to_f32().is_nan() && theirs.is_nan(),
                            "operation {nth} of {a:#x} and {b:#x}: {ours} and {theirs}"
                        );
                    }
                    assert_eq!(x.partial_cmp(&y), p.partial_cmp(&q));
                }
            }
        }
    };
}

tests_of!(half_precision: F16 f16 0x7c00 0x0200);
tests_of!(bfloat16: BF16 bf16 0x7f80 0x0040);
