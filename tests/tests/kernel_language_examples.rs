//! The examples of `docs/book/src/language.md`, as they stand there, and the same with the
//! writer: against Rust.

use tensmith_core::fallible::OutOfMemory;
use tensmith_core::kernel::func::{Address, FuncError, Inst, IntType, LaneOp, Offset, Shuffle, Type, Vector};
use tensmith_core::kernel::writer::{Var, Vars};
use tensmith_core::kernel::{Builder, Func, Writer};
use tensmith_tests::here;
use tensmith_tests::language::{Passed, function, run, run_on};
use tensmith_tests::random::SplitMix;

/// The functions of the page, by name.
fn example(name: &str) -> Func {
    let page = include_str!("../../docs/book/src/language.md");
    let begin = page.find(&format!("func \"{name}\"")).unwrap_or_else(|| panic!("no {name}"));
    let end = begin + page[begin..].find("```").expect("the end of a block");
    function(&page[begin..end])
}

fn floats(random: &mut SplitMix, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.below(1 << 10) as f32 / 8.0 - 64.0).collect()
}

fn of_floats(numbers: &[f32]) -> Passed {
    Passed::numbers(numbers.iter().map(|number| number.to_le_bytes()))
}

fn to_floats(memory: &Passed) -> Vec<f32> {
    memory.chunks::<4>().iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

const SIZES: [usize; 6] = [0, 1, 2, 3, 17, 40];

fn sum() -> Result<Func, FuncError> {
    let k = Writer::new("sum")?;
    let (mut x, n) = (k.argument::<u64>(), k.argument::<u64>());
    k.returns::<f32>();
    let (mut sum, mut at) = (k.number(0.0f32), k.number(0u64));
    k.while_(at.lt(n), || {
        sum += k.load::<f32>(x, 0);
        x += 4;
        at += 1;
    });
    k.return_(sum);
    k.finish()
}

#[test]
fn sum_of_an_array() {
    let mut random = SplitMix::seeded("kernel_language_examples: sum", 1);
    for func in [example("sum"), sum().expect("a function")] {
        for count in SIZES {
            let numbers = floats(&mut random, count);
            let (found, _) = run(&func, &[of_floats(&numbers), Passed::Bits(count as u64)]);
            let sum = numbers.iter().fold(0.0f32, |sum, number| sum + number);
            assert_eq!(found, Some(sum.to_bits().into()), "{numbers:?}");
        }
    }
}

fn sort() -> Result<Func, FuncError> {
    let k = Writer::new("sort")?;
    let (mut first, n) = (k.argument::<u64>(), k.argument::<u64>());
    let end = first + (n << 2);
    k.while_(first.lt(end), || {
        let (place, here) = (first.copy(), k.load::<i32>(first, 0));
        let (least, mut at) = (here.copy(), first + 4);
        k.while_(at.lt(end), || {
            let other = k.load::<i32>(at, 0);
            k.if_(other.lt(least), || {
                least.set(other);
                place.set(at);
            });
            at += 4;
        });
        k.store(here, place, 0);
        k.store(least, first, 0);
        first += 4;
    });
    k.finish()
}

#[test]
fn selection_sort() {
    let mut random = SplitMix::seeded("kernel_language_examples: sort", 1);
    for func in [example("sort"), sort().expect("a function")] {
        for count in SIZES {
            // The least often stands last, and some are equal.
            let mut numbers: Vec<i32> = (0..count).map(|_| random.below(50) as i32 - 25).collect();
            numbers.last_mut().into_iter().for_each(|last| *last = -26);
            let memory = Passed::numbers(numbers.iter().map(|number| number.to_le_bytes()));
            let (_, left) = run(&func, &[memory, Passed::Bits(count as u64)]);
            numbers.sort_unstable();
            let found: Vec<i32> =
                left[0].chunks::<4>().iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
            assert_eq!(found, numbers);
        }
    }
}

fn minimum() -> Result<Func, FuncError> {
    let k = Writer::new("minimum")?;
    let (x, n, place) = (k.argument::<u64>(), k.argument::<u64>(), k.argument::<u64>());
    k.returns::<i64>();
    let (index, mut at, least) = (k.number(-1i64), k.number(0u64), k.load::<f32>(place, 0));
    k.while_(at.lt(n), || {
        let number = k.load::<f32>(x, at << 2);
        k.if_(number.lt(least), || {
            least.set(number);
            index.set(at.to::<i64>());
        });
        at += 1;
    });
    k.store(least, place, 0);
    k.return_(index);
    k.finish()
}

#[test]
fn minimum_and_its_index() {
    let mut random = SplitMix::seeded("kernel_language_examples: minimum", 1);
    for func in [example("minimum"), minimum().expect("a function")] {
        for count in SIZES {
            let numbers = floats(&mut random, count);
            let arguments = [of_floats(&numbers), Passed::Bits(count as u64), of_floats(&[f32::INFINITY])];
            let (found, left) = run(&func, &arguments);
            let least = numbers.iter().copied().fold(f32::INFINITY, f32::min);
            let index = numbers.iter().position(|number| *number == least).map_or(-1, |at| at as i64);
            assert_eq!(found, Some(index.cast_unsigned()));
            assert_eq!(to_floats(&left[2]), [least]);
        }
    }
}

#[test]
fn maximum_pooling_with_a_tail() {
    let mut random = SplitMix::seeded("kernel_language_examples: pool", 1);
    let func = example("pool");
    for count in [1usize, 5, 13, 32] {
        for (window, stride) in [(1usize, 1usize), (3, 1), (3, 2), (4, 4), (2, 5)] {
            let numbers = floats(&mut random, count);
            let starts = (0..count).step_by(stride);
            let expected: Vec<f32> = starts
                .map(|start| {
                    let window = &numbers[start..count.min(start + window)];
                    window.iter().copied().fold(f32::NEG_INFINITY, f32::max)
                })
                .collect();
            let bits = [count, window, stride].map(|number| Passed::Bits(number as u64));
            let memory = [of_floats(&numbers), of_floats(&vec![0.0; expected.len()])];
            let arguments: Vec<Passed> = memory.into_iter().chain(bits).collect();
            assert_eq!(to_floats(&run(&func, &arguments).1[1]), expected, "{count} {window} {stride}");
        }
    }
}

/// A condition of a row: a query, which is compiled, and interpreted here.
struct Query {
    members: Vec<i32>,
}

impl Query {
    fn passes(&self, [a, b, c, d, e]: [i32; 5]) -> bool {
        a.wrapping_mul(b).wrapping_add(c) > d && self.members.contains(&e)
    }

    /// With the members in the instructions.
    fn compiled(&self) -> Result<Func, FuncError> {
        let k = Writer::new("filter")?;
        let (mut row, out, rows) = (k.argument::<u64>(), k.argument::<u64>(), k.argument::<u64>());
        k.returns::<u64>();
        let (mut at, mut count) = (k.number(0u64), k.number(0u64));
        k.while_(at.lt(rows), || {
            let column = |nth: i64| k.load::<i32>(row, 4 * nth);
            let passes = k.number(0u8);
            let value = column(0) * column(1) + column(2);
            k.if_(value.gt(column(3)), || {
                let member = column(4);
                self.members.iter().for_each(|number| {
                    k.if_(member.eq(*number), || passes.set(1));
                });
            });
            k.store(passes, out, at);
            count += passes.to::<u64>();
            row += 20;
            at += 1;
        });
        k.return_(count);
        k.finish()
    }
}

#[test]
fn a_filter_of_rows() {
    let mut random = SplitMix::seeded("kernel_language_examples: filter", 1);
    let fixed = Query { members: vec![3, 5, 8] };
    let drawn = Query { members: (0..6).map(|_| random.below(20) as i32 - 10).collect() };
    for (query, func) in [
        (&fixed, example("filter")),
        (&fixed, fixed.compiled().expect("a function")),
        (&drawn, drawn.compiled().expect("a function")),
    ] {
        let rows: Vec<[i32; 5]> = (0..200)
            .map(|_| [(); 5].map(|()| random.below(24) as i32 - 12))
            .chain([[i32::MAX, 2, 3, 0, 3], [i32::MIN, -1, 0, 0, 5], [1 << 16, 1 << 16, 1, 0, 8]])
            .collect();
        let memory = Passed::numbers(rows.iter().flatten().map(|number| number.to_le_bytes()));
        let arguments = [memory, Passed::Memory(vec![7; rows.len()]), Passed::Bits(rows.len() as u64)];
        let (count, left) = run(&func, &arguments);
        let expected: Vec<u8> = rows.iter().map(|row| u8::from(query.passes(*row))).collect();
        assert_eq!(count, Some(expected.iter().map(|passes| u64::from(*passes)).sum()));
        assert_eq!(left[1], Passed::Memory(expected));
    }
}

/// As the page has it.
fn polynomial(coefficients: &[f64]) -> Result<Func, FuncError> {
    let k = Writer::new("polynomial")?;
    let x = k.argument::<f64>();
    k.returns::<f64>();
    let sum = k.number(0.0f64);
    for coefficient in coefficients.iter().rev() {
        sum.set(sum * x + *coefficient);
    }
    k.return_(sum);
    k.finish()
}

#[test]
fn polynomials_with_their_coefficients_in_instructions() {
    let mut random = SplitMix::seeded("kernel_language_examples: polynomial", 1);
    for degree in [0usize, 1, 2, 7, 20] {
        let coefficients: Vec<f64> = (0..=degree).map(|_| random.below(64) as f64 - 32.0).collect();
        let func = polynomial(&coefficients).expect("a function");
        for x in [0.0f64, 1.0, -1.0, 0.5, 2.0] {
            // Exact, as all are small.
            let expected = coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient);
            assert_eq!(run(&func, &[Passed::Bits(x.to_bits())]).0, Some(expected.to_bits()), "{degree} {x}");
        }
    }
}

/// As the page has it.
fn bitonic(lanes: u8) -> Result<Func, OutOfMemory> {
    let mut k = Builder::new("bitonic")?;
    let address = Address { base: k.argument()?, offset: Offset::Const(0) };
    let (zeros, ones, sorted) = (k.zero()?, k.vector(), k.vector());
    k.push(Inst::LaneConst(ones, -1, IntType::I32))?;
    k.push(Inst::VectorLoad(sorted, address, Type::Int(IntType::I32)))?;
    // All bits of the lanes whose number has a bit.
    let with_bit = |k: &mut Builder, bit: u8| match bit < lanes {
        true => k.shuffle(Shuffle::TransposeEven, zeros, ones, 4 * bit),
        false => Ok(zeros),
    };
    let of_lanes = |k: &mut Builder, op, a, b| -> Result<Vector, OutOfMemory> {
        let d = k.vector();
        k.push(Inst::LaneBinary(op, d, a, b, IntType::I32))?;
        Ok(d)
    };
    let powers = |most: u8| (0..8).map(|nth| 1u8 << nth).take_while(move |power| *power <= most);
    for run in powers(lanes).skip(1) {
        for apart in powers(run / 2).collect::<Vec<_>>().into_iter().rev() {
            let odd = k.shuffle(Shuffle::TransposeOdd, sorted, sorted, 4 * apart)?;
            let even = k.shuffle(Shuffle::TransposeEven, sorted, sorted, 4 * apart)?;
            let other = k.shuffle(Shuffle::TransposeEven, odd, even, 4 * apart)?;
            let less = of_lanes(&mut k, LaneOp::Min, sorted, other)?;
            let more = of_lanes(&mut k, LaneOp::Max, sorted, other)?;
            let (second, falls) = (with_bit(&mut k, apart)?, with_bit(&mut k, run)?);
            let takes_more = of_lanes(&mut k, LaneOp::Xor, second, falls)?;
            k.push(Inst::Select(takes_more, more, less))?;
            k.push(Inst::CopyVector(sorted, takes_more))?;
        }
    }
    k.push(Inst::VectorStore(sorted, address, Type::Int(IntType::I32)))?;
    k.finish()
}

fn of_ints(numbers: &[i32]) -> Passed {
    Passed::numbers(numbers.iter().map(|number| number.to_le_bytes()))
}

#[test]
fn bitonic_sorts_of_vectors() {
    let mut random = SplitMix::seeded("kernel_language_examples: bitonic", 1);
    let func = example("bitonic");
    for _ in 0..20 {
        let numbers: Vec<i32> = (0..64).map(|_| random.bits() as i32 >> random.below(32)).collect();
        let bytes = 4 * numbers.len() as u64;
        let (_, left) = run(&func, &[of_ints(&numbers), Passed::Bits(bytes)]);
        let mut sorted = numbers.clone();
        sorted.chunks_mut(4).for_each(<[i32]>::sort_unstable);
        assert_eq!(left[0], of_ints(&sorted), "{numbers:?}");
        for target in here::portable() {
            let numbers = &numbers[..target.core.vector_bytes / 4];
            let func = bitonic(numbers.len() as u8).expect("memory");
            let mut arguments = [of_ints(numbers)];
            run_on(&func, target, &mut arguments);
            let mut sorted = numbers.to_vec();
            sorted.sort_unstable();
            assert_eq!(arguments[0], of_ints(&sorted), "{numbers:?}");
        }
    }
}

/// As the page has it.
fn blur() -> Result<Func, FuncError> {
    let k = Writer::new("blur")?;
    let [image, out, width, height] = [(); 4].map(|()| k.argument::<u64>());
    let (lanes, x) = (k.lanes::<u8>(), k.number(0u64));
    k.if_(width.lt(lanes), || {
        k.while_(x.lt(width), || {
            let load = |at, pixel| k.load_lanes::<u8>(1, at, pixel);
            strip(&k, [image + x, out + x], [width, height], load, |sum, at| k.store_lanes(sum, 1, at, 0));
            x.set(x + 1);
        });
    });
    k.while_(x.lt(width), || {
        // The last strip overlaps the one before.
        x.set(x.min(width - lanes));
        let load = |at, pixel| k.load_vector::<u8>(at, pixel);
        strip(&k, [image + x, out + x], [width, height], load, |sum, at| k.store_vector(sum, at, 0));
        x.set(x + lanes);
    });
    k.finish()
}

/// The rows of some neighbouring pixels, from the top down.
fn strip<'k>(
    k: &'k Writer,
    [image, out]: [Var<'k, u64>; 2],
    [width, height]: [Var<'k, u64>; 2],
    load: impl Fn(Var<'k, u64>, i64) -> Vars<'k, u8>,
    store: impl Fn(Vars<'k, u8>, Var<'k, u64>),
) {
    // Of lower and upper pixels, the sums of the left one, twice the middle one, and the right one.
    let row = |at| {
        let [left, middle, right] = [0, 1, 2].map(|pixel| load(at, pixel));
        let ([low, high], [low_twice, high_twice]) = (left.add_wide(right), middle.add_wide(middle));
        [low + low_twice, high + high_twice]
    };
    let below = width + 2;
    let (above, here) = (row(image), row(image + below));
    let next = image + below * 2;
    let rows = k.number(0u64);
    k.while_(rows.lt(height), || {
        let under = row(next);
        let [low, high] = [0, 1].map(|half| (above[half] + (here[half] << 1) + under[half] + 8) >> 4);
        store(low.narrow(high), out);
        for half in [0, 1] {
            above[half].set(here[half]);
            here[half].set(under[half]);
        }
        next.set(next + below);
        out.set(out + width);
        rows.set(rows + 1);
    });
}

/// A blurred image, by its definition; `image` has a border of one pixel.
fn blurred(image: &[u8], width: usize, height: usize) -> Vec<u8> {
    const WEIGHTS: [u32; 3] = [1, 2, 1];
    let pixel = |at: usize| {
        let taps = (0..9).map(|tap| (tap / 3, tap % 3));
        let of = |(y, x): (usize, usize)| {
            let from = image[(at / width + y) * (width + 2) + at % width + x];
            WEIGHTS[y] * WEIGHTS[x] * u32::from(from)
        };
        ((taps.map(of).sum::<u32>() + 8) / 16) as u8
    };
    (0..width * height).map(pixel).collect()
}

#[test]
fn images_of_bytes_are_blurred() {
    let mut random = SplitMix::seeded("kernel_language_examples: blur", 1);
    // Of text, the image is at least as wide as a vector.
    for (func, least) in [(example("blur"), 64), (blur().expect("a function"), 1)] {
        let sizes = [(1, 1), (3, 2), (15, 3), (16, 1), (17, 4), (31, 2), (64, 3), (77, 2), (130, 1)];
        for (width, height) in sizes.into_iter().filter(|(width, _)| *width >= least) {
            for most in [1, 256] {
                let pixels = (width + 2) * (height + 2);
                // Also all white: the greatest sum.
                let image: Vec<u8> = (0..pixels).map(|_| (255 - random.below(most)) as u8).collect();
                let memory = [image.clone(), vec![0; width * height]].map(Passed::Memory);
                let extents = [width, height].map(|extent| Passed::Bits(extent as u64));
                let arguments: Vec<Passed> = memory.into_iter().chain(extents).collect();
                let (_, left) = run(&func, &arguments);
                assert_eq!(left[1], Passed::Memory(blurred(&image, width, height)), "{width}x{height}");
            }
        }
    }
}

/// As the page has it.
fn prefix() -> Result<Func, FuncError> {
    let k = Writer::new("prefix")?;
    let [numbers, sums, count] = [(); 3].map(|()| k.argument::<u64>());
    // For each byte of a block the number of the one that it takes: some lanes further down, or none.
    let from_below = |bytes: [u64; 2]| {
        let places = k.vector(bytes[0]);
        places.set_lane(1, k.number(bytes[1]));
        places.cast::<u8>()
    };
    let by_one = from_below([0x0302_0100_ffff_ffff, 0x0b0a_0908_0706_0504]);
    let by_two = from_below([u64::MAX, 0x0706_0504_0302_0100]);
    let sum = k.vector(0i32);
    k.while_(count.ge(4), || {
        let next = k.load_lanes::<i32>(4, numbers, 0);
        for places in [by_one, by_two] {
            next.set(next + next.cast::<u8>().look_up(places).cast());
        }
        sum.set(next + sum);
        k.store_lanes(sum, 4, sums, 0);
        sum.set(sum.spread(3));
        numbers.set(numbers + 16);
        sums.set(sums + 16);
        count.set(count - 4);
    });
    k.while_(count.gt(0), || {
        sum.set(sum + k.vector(k.load::<i32>(numbers, 0)));
        k.store_lanes(sum, 1, sums, 0);
        numbers.set(numbers + 4);
        sums.set(sums + 4);
        count.set(count - 1);
    });
    k.finish()
}

#[test]
fn prefix_sums_of_integers() {
    let mut random = SplitMix::seeded("kernel_language_examples: prefix", 1);
    for func in [example("prefix"), prefix().expect("a function")] {
        for count in SIZES {
            let numbers: Vec<i32> = (0..count).map(|_| random.bits() as i32).collect();
            let arguments = [of_ints(&numbers), of_ints(&vec![0; count]), Passed::Bits(count as u64)];
            let (_, left) = run(&func, &arguments);
            let sums = numbers.iter().scan(0i32, |sum, number| {
                *sum = sum.wrapping_add(*number);
                Some(*sum)
            });
            assert_eq!(left[1], of_ints(&sums.collect::<Vec<_>>()), "{numbers:?}");
        }
    }
}

/// A test card: rings, bars that become narrower, and a white corner.
fn card(width: usize, height: usize) -> Vec<u8> {
    let pixel = |at: usize| {
        let (x, y) = (at % width, at / width);
        let (dx, dy) = (x as f64 - 10.0, y as f64 - height as f64 / 2.0);
        match x {
            0..20 => {
                if dx.hypot(dy) as usize % 4 < 2 {
                    230
                } else {
                    25
                }
            }
            _ if y < 8 && x > 30 => 255,
            _ => {
                if (x - 20) / (1 + y / 6) % 2 == 0 {
                    40
                } else {
                    200
                }
            }
        }
    };
    (0..width * height).map(pixel).collect()
}

/// Two images next to each other, as squares in grey.
fn side_by_side(images: [&[u8]; 2], [width, height]: [usize; 2]) -> String {
    const SIDE: usize = 8;
    let (across, down) = (SIDE * (2 * width + 2), SIDE * height);
    let label = "A test card, and the same blurred";
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" role=\"img\" \
         aria-label=\"{label}\" shape-rendering=\"crispEdges\">\n"
    );
    for (nth, image) in images.into_iter().enumerate() {
        for (y, row) in image.chunks(width).enumerate() {
            let mut x = nth * (width + 2);
            for run in row.chunk_by(|one, next| one == next) {
                let grey = run[0];
                svg += &format!(
                    "<path d=\"M{} {}h{}v{SIDE}H{}z\" fill=\"#{grey:02x}{grey:02x}{grey:02x}\"/>\n",
                    SIDE * x,
                    SIDE * y,
                    SIDE * run.len(),
                    SIDE * x,
                );
                x += run.len();
            }
        }
    }
    svg + "</svg>\n"
}

/// `TENSMITH_DRAW=1` draws it anew.
#[test]
fn the_picture_is_what_the_code_makes() {
    let [width, height] = [38, 30];
    let card = card(width + 2, height + 2);
    let memory = [card.clone(), vec![0; width * height]].map(Passed::Memory);
    let extents = [width, height].map(|extent| Passed::Bits(extent as u64));
    let arguments: Vec<Passed> = memory.into_iter().chain(extents).collect();
    let (_, left) = run(&blur().expect("a function"), &arguments);
    let Passed::Memory(blurred) = &left[1] else { panic!("no memory") };
    let inside: Vec<u8> =
        card.chunks(width + 2).skip(1).take(height).flat_map(|row| row[1..=width].to_vec()).collect();
    let svg = side_by_side([&inside, blurred], [width, height]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src/blur.svg");
    if std::env::var_os("TENSMITH_DRAW").is_some() {
        std::fs::write(path, &svg).expect("a file");
    }
    assert!(
        std::fs::read_to_string(path).expect("a file") == svg,
        "{path} is another picture: `TENSMITH_DRAW=1` draws it anew"
    );
}

#[test]
fn the_writer_writes_what_text_says() {
    let k = Writer::new("f").expect("memory");
    let (x, y) = (k.argument::<i32>(), k.argument::<f32>());
    k.returns::<i32>();
    let z = k.number(IntType::U8.bits() as i32);
    k.if_(x.lt(3), || z.set(x % 5)).elif(x.eq(z), || z.set(x & 7)).else_(|| {
        k.while_computed(|| (z * 2).lt(x), || z.set(z + 1));
    });
    k.times(3, || z.set(z.max(x) ^ y.sqrt().to::<i32>()));
    k.repeat(|| {
        k.if_(y.ge(1.5), || k.break_(1));
        k.return_(z);
    });
    k.return_(x);
    let func = k.finish().expect("a function");
    assert_eq!(function(&func.to_string()), func);
    let written = func.to_string();
    for line in
        ["if lt.i32 i0, 3 {", "} elif eq.i32 i0, i1 {", "if ge.i32 i", "loop i", "repeat {", "return i1"]
    {
        assert!(written.contains(line), "{line}\n{written}");
    }
    let (result, _) = run(&func, &[Passed::Bits(100), Passed::Bits(4.0f32.to_bits().into())]);
    assert_eq!(result, Some(100));
    // A function without a result that it says to have.
    let k = Writer::new("f").expect("memory");
    k.returns::<u8>();
    assert!(matches!(k.finish(), Err(FuncError::Result { .. })));
}
