//! Functions that are interpreted: each kind of instruction against the standard library and numbers worked
//! out by hand, and what must not be done.

use tensmith_core::kernel::Class;
use tensmith_core::kernel::text::parse;
use tensmith_core::reference::{Problem, Region, RunError, call_on_any, run};
use tensmith_tests::random::SplitMix;

/// The bytes of an element, and the element of bytes.
type ToBytes<T> = fn(T) -> Vec<u8>;
type FromBytes<T> = fn(&[u8]) -> T;

/// Runs the body of a function with two arguments, the address of `memory` and a number, on
/// vectors of some bytes.
fn run_on<T: Copy>(
    body: &str,
    vector_bytes: usize,
    memory: &mut [T],
    (bytes, back): (ToBytes<T>, FromBytes<T>),
) -> Result<(), RunError> {
    let func = parse(&format!("func \"f\" (i0, i1) {{\n{body}\n}}")).expect("a function");
    let mut data: Vec<u8> = memory.iter().flat_map(|number| bytes(*number)).collect();
    let done = run(&func, vector_bytes, &[4096, 5], &mut [Region { address: 4096, bytes: &mut data }]);
    for (to, from) in memory.iter_mut().zip(data.chunks(size_of::<T>())) {
        *to = back(from);
    }
    done
}

fn run_f32(body: &str, vector_bytes: usize, memory: &mut [f32]) -> Result<(), RunError> {
    let back = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes"));
    run_on(body, vector_bytes, memory, (|number| number.to_le_bytes().to_vec(), back))
}

fn run_f64(body: &str, vector_bytes: usize, memory: &mut [f64]) -> Result<(), RunError> {
    let back = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    run_on(body, vector_bytes, memory, (|number| number.to_le_bytes().to_vec(), back))
}

/// What a body makes of two vectors of 32 bytes, `v0` with 0 to 7 and `v1` with 8 to 15, and leaves in `v2`.
fn of_two(body: &str) -> Vec<f32> {
    let mut memory: Vec<f32> = (0..24u8).map(f32::from).collect();
    let body = format!("load.f32x8 v0, [i0]\nload.f32x8 v1, [i0 + 32]\n{body}\nstore.f32x8 v2, [i0 + 64]");
    run_f32(&body, 32, &mut memory).expect("a result");
    memory.split_off(16)
}

#[test]
fn shuffles_recombine_blocks_of_any_size() {
    let shuffled = |text: &str| of_two(&format!("{text} v2, v0, v1"));
    assert_eq!(shuffled("trn1.4"), [0.0, 8.0, 2.0, 10.0, 4.0, 12.0, 6.0, 14.0]);
    assert_eq!(shuffled("trn2.4"), [1.0, 9.0, 3.0, 11.0, 5.0, 13.0, 7.0, 15.0]);
    assert_eq!(shuffled("trn1.8"), [0.0, 1.0, 8.0, 9.0, 4.0, 5.0, 12.0, 13.0]);
    assert_eq!(shuffled("trn2.8"), [2.0, 3.0, 10.0, 11.0, 6.0, 7.0, 14.0, 15.0]);
    assert_eq!(shuffled("trn1.16"), [0.0, 1.0, 2.0, 3.0, 8.0, 9.0, 10.0, 11.0]);
    assert_eq!(shuffled("trn2.16"), [4.0, 5.0, 6.0, 7.0, 12.0, 13.0, 14.0, 15.0]);
}

#[test]
fn lanes_are_moved_where_they_belong() {
    assert_eq!(of_two("addp.f32 v2, v0, v1"), [1.0, 5.0, 9.0, 13.0, 17.0, 21.0, 25.0, 29.0]);
    assert_eq!(of_two("broadcast.f32 v2, v1[5]"), [13.0; 8]);
    assert_eq!(of_two("loadall.f32 v2, [i0 + 12]"), [3.0; 8]);
    assert_eq!(of_two("number.f32 v2, 0x40490fdb"), [std::f32::consts::PI; 8]);
    assert_eq!(of_two("load.f32x3 v2, [i0 + 4]"), [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(of_two("copy v2, v0\nload.f32 v2[6], [i0 + 60]"), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 15.0, 7.0]);
    let inserted = "copy v2, v0\nconst i2, 1073741824\ninsert.f32 v2[1], i2";
    assert_eq!(of_two(inserted), [0.0, 2.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    assert_eq!(of_two("const i2, 1065353216\nbroadcast.f32 v2, i2"), [1.0; 8]);
    assert_eq!(
        of_two("zero v2\nstore.f32 v0[7], [i0 + 4]\nload.f32x2 v2, [i0]"),
        [0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    );
}

#[test]
fn numbers_are_converted_between_half_a_vector_and_one() {
    let third = 1.0 / 3.0;
    let mut memory = [third, -2.0, 1e300, 5.5, 0.0, 0.0, 0.0, 0.0];
    let narrow = "load.f64x4 v0, [i0]\nconvert.f32 v1, v0\nconvert.f64 v2, v1\nstore.f64x4 v2, [i0 + 32]";
    run_f64(narrow, 32, &mut memory).expect("a result");
    assert_eq!(memory[4..], [f64::from(third as f32), -2.0, f64::INFINITY, 5.5]);
    let mut memory = [1.0; 16];
    run_f32("load.f64x4 v0, [i0]\nconvert.f32 v1, v0\nstore.f32x8 v1, [i0 + 32]", 32, &mut memory)
        .expect("a result");
    assert_eq!(memory[12..], [0.0; 4], "the upper half");
}

/// Operations on any bits, lane by lane, against those of the standard library.
#[test]
fn operations_are_those_of_the_standard_library() {
    type Known = (&'static str, fn(f32, f32, f32) -> f32);
    let known: [Known; 22] = [
        ("add.f32 v3, v0, v1", |a, b, _| a + b),
        ("sub.f32 v3, v0, v1", |a, b, _| a - b),
        ("mul.f32 v3, v0, v1", |a, b, _| a * b),
        ("div.f32 v3, v0, v1", |a, b, _| a / b),
        ("and.f32 v3, v0, v1", |a, b, _| f32::from_bits(a.to_bits() & b.to_bits())),
        ("or.f32 v3, v0, v1", |a, b, _| f32::from_bits(a.to_bits() | b.to_bits())),
        ("xor.f32 v3, v0, v1", |a, b, _| f32::from_bits(a.to_bits() ^ b.to_bits())),
        ("addint.f32 v3, v0, v1", |a, b, _| f32::from_bits(a.to_bits().wrapping_add(b.to_bits()))),
        ("subint.f32 v3, v0, v1", |a, b, _| f32::from_bits(a.to_bits().wrapping_sub(b.to_bits()))),
        ("gt.f32 v3, v0, v1", |a, b, _| f32::from_bits(if a > b { u32::MAX } else { 0 })),
        ("eq.f32 v3, v0, v1", |a, b, _| f32::from_bits(if a == b { u32::MAX } else { 0 })),
        ("neg.f32 v3, v0", |a, _, _| -a),
        ("abs.f32 v3, v0", |a, _, _| a.abs()),
        ("sqrt.f32 v3, v0", |a, _, _| a.sqrt()),
        ("floor.f32 v3, v0", |a, _, _| a.floor()),
        ("round.f32 v3, v0", |a, _, _| a.round_ties_even()),
        ("shl.f32 v3, v0, 9", |a, _, _| f32::from_bits(a.to_bits() << 9)),
        ("shr.f32 v3, v0, 23", |a, _, _| f32::from_bits(a.to_bits() >> 23)),
        ("copy v3, v2\nfma.f32 v3, v0, v1", |a, b, c| a.mul_add(b, c)),
        ("copy v3, v2\nfms.f32 v3, v0, v1", |a, b, c| (-a).mul_add(b, c)),
        ("copy v3, v2\nselect v3, v0, v1", |a, b, c| {
            f32::from_bits(c.to_bits() & a.to_bits() | !c.to_bits() & b.to_bits())
        }),
        ("zero v4\nload.f32x16 v3, [i0]\nmul.f32 v3, v3, v1[0]", |a, _, _| a),
    ];
    let mut random = SplitMix::seeded("reference_func", 1);
    for (text, meaning) in known {
        for _ in 0..100 {
            let mut memory: Vec<f32> = (0..64).map(|_| random.number::<f32>() as f32).collect();
            // A factor that changes nothing, for the last.
            memory[16] = 1.0;
            let before = memory.clone();
            let body = format!(
                "load.f32x16 v0, [i0]\nload.f32x16 v1, [i0 + 64]\nload.f32x16 v2, [i0 + 128]\n{text}\n\
                 store.f32x16 v3, [i0 + 192]"
            );
            run_f32(&body, 64, &mut memory).expect("a result");
            for lane in 0..16 {
                let (found, expected) =
                    (memory[48 + lane], meaning(before[lane], before[16 + lane], before[32 + lane]));
                let is_same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                assert!(is_same, "{text}: {found} instead of {expected}");
            }
        }
    }
}

/// A tile of two by two, whose entries come from each kind of place, against a sum by hand.
#[test]
fn tiles_are_updated_by_all_products() {
    let columns = ["v0..", "v8+1..[i0 + 0..32]", "v8+0..[i0 + 0..32]"];
    let rows = ["v2[1..]", "v2..[3]", "v2..", "v10+0..[i0 + 8 by 12]"];
    for (column, row) in columns.into_iter().flat_map(|column| rows.map(|row| (column, row))) {
        let mut memory: Vec<f32> = (0..48u8).map(f32::from).collect();
        let body = format!(
            "load.f32x8 v0, [i0]\nload.f32x8 v1, [i0 + 32]\nload.f32x8 v2, [i0 + 16]\nload.f32x8 v3, [i0 + 20]\n\
             zero v4\nzero v5\nzero v6\nzero v7\nfma.f32x2x2 v4+2.., {column}, {row}\n\
             store.f32x8 v4, [i0 + 64]\nstore.f32x8 v5, [i0 + 96]\nstore.f32x8 v6, [i0 + 128]\n\
             store.f32x8 v7, [i0 + 160]"
        );
        run_f32(&body, 32, &mut memory).expect("a result");
        for (across, down, lane) in
            (0..2).flat_map(|a| (0..2).flat_map(move |d| (0..8).map(move |l| (a, d, l))))
        {
            let factor = match row {
                "v2[1..]" => 5 + across,
                "v2..[3]" => 7 + across,
                "v2.." => 4 + across + lane,
                _ => 2 + 3 * across,
            };
            let expected = ((down * 8 + lane) * factor) as f32;
            assert_eq!(memory[16 + across * 16 + down * 8 + lane], expected, "{column}, {row}");
        }
    }
}

#[test]
fn integers_count_and_point() {
    let mut memory = [0.0f64; 8];
    let body = "const i2, 3\nloop i2 {\nloop_inner\nadd i0, i0, 8\n}\nsub i3, i2, i1\nadd i3, i3, i1\nload i4, [i0 + i3]\n\
                const i5, 3\nmul i5, i5, i1\nshl i5, i5, 1\nadd i5, i5, i4\nbroadcast.f64 v0, i5\nstore.f64x1 v0, [i0 + 8]";
    let body = body.replace("loop_inner", "copy i6, i1\nloop i6 {\nadd i0, i0, 0\n}");
    run_f64(&body, 16, &mut memory).expect("a result");
    assert_eq!(memory[4].to_bits(), 30);
}

#[test]
fn what_must_not_be_done_is_refused() {
    let refused = |body: &str| match run_f32(body, 32, &mut [0.0; 8]) {
        Err(RunError::At { at, problem }) => (at, problem),
        other => panic!("{body}: {other:?}"),
    };
    let outside = |address, bytes| Problem::Outside { address, bytes };
    assert_eq!(refused("load.f32x8 v0, [i0 + 4]"), (0, outside(4100, 32)));
    assert_eq!(refused("load.f32x1 v0, [i0 + -4]"), (0, outside(4092, 4)));
    assert_eq!(refused("zero v0\nstore.f32x2 v0, [i0 + 28]"), (1, outside(4124, 8)));
    assert_eq!(refused("const i2, -1\nload i3, [i2]"), (1, outside(u64::MAX, 8)));
    let undefined = |class, number| Problem::Undefined { class, number };
    assert_eq!(refused("copy v0, v1"), (0, undefined(Class::Vec, 1)));
    assert_eq!(refused("add i2, i0, i3"), (0, undefined(Class::Int, 3)));
    let in_memory = "zero v0\nzero v1\nfma.f32x1x1 v0+1.., v1.., v2+0..[i0 + 0 by 4]\ncopy v0, v2";
    assert_eq!(refused(in_memory), (3, undefined(Class::Vec, 2)), "machines may multiply from memory");
    for (text, number) in [
        ("load.f32x9 v1, [i0]", 9),
        ("load.f32x0 v1, [i0]", 0),
        ("broadcast.f64 v1, v0[4]", 4),
        ("trn1.32 v1, v0, v0", 32),
        ("trn1.12 v1, v0, v0", 12),
        ("shl.f32 v1, v0, 32", 32),
        ("shr.f32 v1, v0, 0", 0),
        ("shl i2, i0, 64", 64),
    ] {
        assert_eq!(refused(&format!("zero v0\n{text}")), (1, Problem::Number(number)));
    }
    assert_eq!(refused("const i2, 0\nloop i2 {\n}"), (1, Problem::NoPasses));
    assert_eq!(refused("zero v0\nzero v1\nfma.f32x1x1 v0+1../m0, v1.., v1.."), (2, Problem::Unsupported));
    assert_eq!(run_f32("", 24, &mut []), Err(RunError::VectorBytes(24)));
    let func = parse("func \"f\" (i0) {\n}").expect("a function");
    assert_eq!(run(&func, 16, &[], &mut []), Err(RunError::Arguments { given: 0, expected: 1 }));
}

/// Whether the accesses of a body are the same on every machine. Its memory has 32 bytes of zeros, and
/// as many behind those.
fn is_the_same_on_any(body: &str) -> bool {
    let func = parse(&format!("func \"f\" (i0, i1) {{\n{body}\n}}")).expect("a function");
    let (mut data, mut others) = ([0; 32], [0; 32]);
    let mut regions =
        [Region { address: 4096, bytes: &mut data }, Region { address: 4128, bytes: &mut others }];
    match call_on_any(&func, 16, &[4096, 4128], &mut regions, 1000, &mut |_, _| None) {
        Ok(_) => true,
        Err(RunError::At { problem: Problem::Doubtful, .. }) => false,
        Err(error) => panic!("{body}: {error}"),
    }
}

/// A quotient of zeros is a NaN, with bits that the machine chooses.
#[test]
fn no_access_may_depend_on_the_bits_of_a_nan_that_was_made() {
    let nan = "zero v0\ndiv.f64 v1, v0, v0\n";
    for (body, is_the_same) in [
        // It may be stored and loaded as what it is.
        ("store.f64x2 v1, [i0]\nload.f64x2 v2, [i0]\nstore.f64x2 v2, [i1]", true),
        // Its bits may be computed with.
        ("extract.f64 i2, v1[0]\nadd i2, i2, i2\nstore.u64 i2, [i0]", true),
        // But neither may an address,
        ("extract.f64 i2, v1[0]\nsub i2, i2, i2\nload i3, [i0 + i2]", false),
        ("extract.u64 i2, v1[0]\nadd i2, i0, i2\nstore.u64 i2, [i2]", false),
        // by whatever way it comes,
        ("store.f64x2 v1, [i0]\nload i2, [i0 + 4]\nadd i2, i2, i0\nload i3, [i2]", false),
        ("xor.f64 v2, v1, v1\nbits.u64 i2, v2\nadd i2, i2, i0\nload i3, [i2]", false),
        // nor a loop,
        ("extract.f64 i2, v1[0]\nloop i2 {\n}", false),
        ("extract.f64 i2, v1[0]\nwhile lt.u64 i2, 3 {\n}", false),
        // nor a branch.
        ("extract.f64 i2, v1[0]\nif lt.u64 i2, 3 {\n}", false),
        (
            "store.f64x2 v1, [i0]\nload.f32x4 v2, [i0]\nconst i2, 1\nif lt.u64 i2, 1 {\n} elif gt.f32 v2, v0 {\n}",
            false,
        ),
        // That it is a NaN is known, whichever it is, and so is what comes of it as a number,
        ("if gt.f64 v1, v0 {\n}", true),
        ("gt.f64 v2, v1, v0\nbits.u64 i2, v2\nadd i2, i2, i0\nload i3, [i2]", true),
        ("convert.u64.f64 i2, v1\nadd i2, i2, i0\nload i3, [i2]", true),
        ("copy v2, v1\nadd.f64 v2, v2, v2\nif eq.f64 v2, v2 {\n}", true),
        // but not as another type of number.
        ("if gt.f32 v1, v0 {\n}", false),
        // What is read of the other lanes is known,
        ("insert.f64 v1[0], i0\nstore.f64x1 v1, [i0]\nload i2, [i0]\nload i3, [i2]", true),
        ("insert.f64 v1[0], i0\nextract.f64 i2, v1[0]\nload i3, [i2]", true),
        ("insert.f64 v1[0], i0\nif gt.f32 v1, v0 {\n}", true),
        // unlike what is read of their own.
        ("insert.f64 v1[0], i0\nextract.f64 i2, v1[1]\nadd i2, i2, i0\nload i3, [i2]", false),
        (
            "insert.f64 v1[1], i0\nextract.f32 i2, v1[1]\nconvert.u64.u32 i3, i2\nadd i3, i3, i0\nload i4, [i3]",
            false,
        ),
        // What is loaded from elsewhere is known, and so are numbers that are none.
        ("store.f64x2 v1, [i0]\nload i2, [i1]\nadd i2, i2, i1\nload i3, [i2]", true),
        ("add.f64 v2, v0, v0\nextract.f64 i2, v2[0]\nadd i2, i2, i0\nload i3, [i2]", true),
    ] {
        assert_eq!(is_the_same_on_any(&format!("{nan}{body}")), is_the_same, "{body}");
    }
}
