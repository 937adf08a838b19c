//! Windows, run on the machine at hand, against the scalar reference, with inaccessible pages on either side
//! of every operand: bit-exact on integers, within the bound on other numbers.

use tensmith_core::kernel::spec::{Chain, Fold, Slide, Spread, Start, Weights, Windowed};
use tensmith_core::kernel::{GemmSpec, KernelSpec, WindowSpec};
use tensmith_core::reference::Element;
use tensmith_tests::bench::Bench;
use tensmith_tests::draw::Draw;
use tensmith_tests::lanewise::STARTS;
use tensmith_tests::random::SplitMix;
use tensmith_tests::window::{Filter, window, windowed};
use tensmith_tests::{here, nightly};

/// Integers whose results are exact; none is zero, as zeros of different signs are summed to either. Those of
/// products are powers of two.
fn integers(windowed: Windowed, random: &mut SplitMix) -> impl FnMut() -> f64 {
    let all: &[f64] = match windowed {
        Windowed::Fold(Fold::Product) => &[-2.0, -1.0, 1.0, 2.0, 0.5],
        _ => &[-8.0, -7.0, -5.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0],
    };
    move || all[random.below(all.len() as u64) as usize]
}

/// Whether the result is exact in any order: that of few powers of two is.
fn is_exact(spec: &WindowSpec) -> bool {
    spec.windowed != Windowed::Fold(Fold::Product) || spec.taps[0] * spec.taps[1] < 100
}

fn check<T: Element>(bench: &mut Bench, spec: &WindowSpec) {
    if is_exact(spec) {
        let (case, _) = window::<T>(spec, integers(spec.windowed, &mut bench.random));
        bench.check_bits(&case);
    }
}

fn check_rounded<T: Element>(bench: &mut Bench, spec: &WindowSpec) {
    let (case, ranges) = window::<T>(spec, || bench.random.bits() as f64 / u64::MAX as f64 - 0.5);
    bench.check_by(&case, |at, found| match ranges[at] {
        Some(range) => range.accepts(found),
        None => found.to_bits() == case.after[at].to_bits(),
    });
}

/// Windows of 1 to 17 taps, along and across lanes that fill up to two vectors and do not:
/// all of them at night.
fn every_shape<T: Element>() {
    let mut bench = Bench::here("primitives_window");
    let share = nightly::one_of(31);
    let extents = (1..=9).flat_map(|windows| (1..=17).map(move |taps| (windows, taps)));
    for (nth, (windows, taps)) in extents.enumerate().filter(|(nth, _)| nth % share == 0) {
        for channels in (1..=9).skip(nth % 2).step_by(2) {
            for (stride, dilation) in [(1, 1), (2, 1), (1, 2), (3, 2)] {
                for (kind, start) in windowed().into_iter().flat_map(|kind| STARTS.map(|start| (kind, start)))
                {
                    let down = [1, 2, 3, 9][nth % 4];
                    let filter = Filter {
                        channels,
                        windows: [windows, 1 + channels],
                        taps: [down, taps],
                        stride: [stride; 2],
                        dilation: [dilation; 2],
                    };
                    check::<T>(&mut bench, &filter.channels_last::<T>(kind, start));
                    let filter = Filter { taps: [taps, down], ..filter };
                    check::<T>(&mut bench, &filter.channels_first::<T>(kind, start));
                }
            }
        }
    }
}

#[test]
fn every_shape_of_single_precision() {
    every_shape::<f32>();
}

#[test]
fn every_shape_of_double_precision() {
    every_shape::<f64>();
}

/// Anything that a spec can say: distances that divide each other and such that do not, places that repeat,
/// gaps between results; of several tiles, on every core's forms of instructions.
fn any_distances<T: Element>() {
    for target in here::executable() {
        let mut bench = Bench::new("window_any", target);
        let mut draw = Draw::seeded("window_any: epilogues", 1);
        for _ in 0..nightly::scaled(6, 200) {
            let random = &mut bench.random;
            let mut below = |limit: u64| random.below(limit) as usize;
            let count = 1 + below(40);
            let taps = [1 + below(4), 1 + below(20)];
            let spread = if below(2) == 0 { Spread::Lanes } else { Spread::Single };
            let all = windowed();
            let windowed = match all[below(all.len() as u64)] {
                Windowed::Products(_) => Windowed::Products(Weights { taps: [below(50), below(50)], spread }),
                fold @ Windowed::Fold(_) => fold,
            };
            let unit = [0, 1, 3, 16, 40][below(5)];
            let slide = Slide {
                window: unit * below(4),
                taps: [below(100), if below(4) == 0 { below(9) } else { unit }],
            };
            let spec = WindowSpec {
                dtype: T::DTYPE,
                windowed,
                windows: 1 + below(50),
                taps,
                count,
                slide,
                ld_out: count + below(3),
                start: STARTS[below(2)],
                epilogue: Chain::EMPTY,
            };
            check::<T>(&mut bench, &spec);
            check_rounded::<T>(&mut bench, &spec);
            let results = GemmSpec::column_major(T::DTYPE, [count, spec.windows, 1]);
            let epilogue = draw.with_epilogue(results).epilogue;
            check_rounded::<T>(&mut bench, &WindowSpec { epilogue, ..spec });
        }
    }
}

#[test]
fn any_distances_of_single_precision() {
    any_distances::<f32>();
}

#[test]
fn any_distances_of_double_precision() {
    any_distances::<f64>();
}

/// NaNs, infinities and zeros of either sign at any place of a window: the greatest and the least are what
/// the reference finds, in every order.
#[test]
fn special_values() {
    let mut bench = Bench::here("window_special");
    let values = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0];
    for (fold, taps) in
        [Fold::Max, Fold::Min].into_iter().flat_map(|fold| (1..=13).map(move |taps| (fold, taps)))
    {
        let filter =
            Filter { channels: 5, windows: [1, 6], taps: [2, taps], stride: [1; 2], dilation: [1; 2] };
        for start in STARTS {
            let spec = filter.channels_last::<f32>(Windowed::Fold(fold), start);
            let random = &mut bench.random;
            let (case, ranges) = window::<f32>(&spec, || match random.below(4 * taps as u64) {
                0 => values[random.below(5) as usize],
                _ => random.below(5) as f64 - 2.0,
            });
            bench.check_by(&case, |at, found| ranges[at].is_none_or(|range| range.accepts(found)));
        }
    }
}

/// Rows that no immediate reaches, and whose distance is no multiple of a vector.
#[test]
fn distant_rows() {
    let mut bench = Bench::here("window_distant");
    for (windowed, start) in windowed().into_iter().flat_map(|kind| STARTS.map(|start| (kind, start))) {
        for taps in [2, 3] {
            let filter = Filter {
                channels: 1,
                windows: [2, 17_001],
                taps: [taps, 2],
                stride: [1; 2],
                dilation: [1; 2],
            };
            let spec = WindowSpec { count: 11, ..filter.channels_first::<f32>(windowed, start) };
            check::<f32>(&mut bench, &spec);
        }
    }
}

/// As many operands as an epilogue has, behind tiles of every kind of loop: few integer registers are enough,
/// and rows of taps that are longer than there are vector registers.
#[test]
fn epilogues_of_four_operands() {
    let mut bench = Bench::here("window_operands");
    let epilogue = "add(matrix/16),mul(column),min(row),max(scalar)".parse().expect("a chain");
    for (windowed, taps) in windowed().into_iter().flat_map(|kind| [3, 70].map(move |taps| (kind, taps))) {
        let filter =
            Filter { channels: 13, windows: [1, 21], taps: [2, taps], stride: [1; 2], dilation: [1; 2] };
        let spec = filter.channels_last::<f64>(windowed, Start::Nothing);
        check_rounded::<f64>(&mut bench, &WindowSpec { epilogue, ..spec });
    }
}

/// The text says all.
#[test]
fn text() {
    let filter = Filter { channels: 32, windows: [1, 60], taps: [5, 5], stride: [1; 2], dilation: [1; 2] };
    let spec = filter.channels_last::<f32>(windowed()[5], Start::Output);
    assert_eq!(spec.to_string(), "window products f32 60x5x5x32 start=out");
    let spec = WindowSpec { epilogue: "add(column),relu".parse().unwrap(), ..spec };
    assert!(spec.to_string().ends_with(" start=out epilogue=add(column),relu"), "{spec}");
    let arguments: Vec<String> =
        KernelSpec::Window(spec).arguments().map(|argument| argument.name().to_owned()).collect();
    assert_eq!(arguments, ["in0", "in1", "operand0", "out"]);
}
