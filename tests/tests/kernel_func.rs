//! The rules of functions over virtual registers, one broken at a time; and their text.

use proptest::prelude::*;
use tensmith_core::codegen::allocate::AllocateError;
use tensmith_core::codegen::liveness::LivenessError;
use tensmith_core::codegen::{self, CodegenError};
use tensmith_core::isa::aarch64::AArch64;
use tensmith_core::isa::x86_64::X86_64;
use tensmith_core::isa::{Class, Isa, LowerError, Reason, Reg, Virtual};
use tensmith_core::kernel::func::{
    Address, Double, FloatType, FuncError, Inst, Int, Lanes, Offset, Predicate, Registers, Shift, Shuffle,
    Single, Source, TileUpdate, UnaryVectorOp, UpdateKind, UpdateTypes, Vector, VectorOp, VectorsInMemory,
};
use tensmith_core::kernel::text::{TextError, Word, parse};
use tensmith_core::kernel::{Builder, Func};
use tensmith_core::{DType, Target};
use tensmith_tests::random::SplitMix;

/// A function with one integer and one vector register whose second instruction is `inst`.
fn with(inst: Inst) -> Func {
    let mut builder = Builder::new("test").expect("memory");
    builder.argument().expect("memory");
    builder.zero().expect("memory");
    builder.push(inst).expect("memory");
    builder.finish().expect("memory")
}

const I: Int = Int(0);
const V: Vector = Vector(0);
const ADDRESS: Address = Address { base: I, offset: Offset::Const(0) };

/// The multiply-add of one vector and a row to neighbouring accumulators.
fn product(sum: Vector, a: Vector, row: Registers, width: u8, of: FloatType) -> Inst {
    product_of(sum, (vectors(a), 1), (row, width), of)
}

/// The multiply-add of a column and a row to neighbouring accumulators.
fn product_of(
    sum: Vector,
    (column, height): (Source, u8),
    (row, width): (Registers, u8),
    of: FloatType,
) -> Inst {
    Inst::TileUpdate(TileUpdate {
        kind: UpdateKind::MultiplyAdd,
        types: UpdateTypes::all(of),
        height,
        width,
        sum,
        step: 1,
        predicate: Predicate::All,
        column,
        row: Source::Registers(row),
    })
}

/// A column of vectors in registers.
fn vectors(first: Vector) -> Source {
    Source::Registers(Registers::Vectors(first))
}

/// A column of vectors that are loaded.
fn loaded(first: Vector, base: Int) -> Source {
    Source::Memory(VectorsInMemory { first, step: 1, base, start: 0, last: 0 })
}

const ROW: (Registers, u8) = (Registers::Lanes(V, 0), 1);

/// Asserts that the pipeline refuses the function.
fn refused(inst: Inst, error: FuncError) {
    refused_as(inst, &CodegenError::Liveness(LivenessError::Func(error)));
}

/// Asserts that the pipeline refuses a number in the function.
fn out_of_range(inst: Inst, value: u8, reason: Reason) {
    refused_as(inst, &CodegenError::Lower(LowerError { at: 1, value: Some(value), reason }));
}

fn refused_as(inst: Inst, error: &CodegenError) {
    let expected = || error.clone();
    let target = Target::generic();
    assert_eq!(codegen::stages::<AArch64>(&with(inst), &target.core).map(|_| ()), Err(expected()));
    assert_eq!(target.compile(&with(inst)), Err(expected()));
}

/// Asserts that the function has code.
fn accepted(inst: Inst) {
    let compiled = Target::generic().compile(&with(inst));
    assert!(compiled.is_ok(), "{inst:?}: {compiled:?}");
}

#[test]
fn a_loop_is_closed() {
    refused(Inst::Loop(I), FuncError::Unbalanced { at: 2 });
}

#[test]
fn only_an_open_loop_is_closed() {
    refused(Inst::End, FuncError::Unbalanced { at: 1 });
}

#[test]
fn registers_are_declared() {
    let (int, vector) = (Int(1), Vector(1));
    let far = Address { base: I, offset: Offset::Register(int) };
    let lanes = Lanes { dtype: DType::F32, count: 4 };
    for inst in [
        Inst::Const(int, 0),
        Inst::Copy(I, int),
        Inst::Add(I, I, int),
        Inst::Loop(int),
        Inst::LoadInt(int, ADDRESS),
        Inst::LoadInt(I, far),
        Inst::Load(V, far, lanes),
        Inst::LoadLane(V, far, 0, DType::F32),
        Inst::StoreLane(vector, ADDRESS, 0, DType::F32),
        Inst::Broadcast(V, int, FloatType::F32),
        Inst::Store(vector, ADDRESS, lanes),
        Inst::Zero(vector),
        Inst::ZeroByVectors(vector),
        Inst::MultiplyAdd(V, V, vector, FloatType::F64),
        Inst::CopyVector(vector, V),
        Inst::Convert(V, vector, FloatType::F32),
        Inst::Convert(vector, V, FloatType::F64),
        Inst::LoadAll(vector, ADDRESS, DType::F32),
        Inst::LoadAll(V, far, DType::F64),
        Inst::Select(V, V, vector),
        Inst::Unary(UnaryVectorOp::Negate, V, vector, FloatType::F32),
        Inst::Binary(VectorOp::Div, V, vector, V, FloatType::F64),
        Inst::MultiplySubtract(V, vector, V, FloatType::F32),
        Inst::BroadcastLane(V, vector, 0, FloatType::F32),
        Inst::InsertLane(V, int, 0, FloatType::F64),
        Inst::InsertLane(vector, I, 0, FloatType::F64),
        Inst::Number(vector, 1, FloatType::F32),
        Inst::Shift(Shift::Left, V, vector, 1, FloatType::F32),
        product(vector, V, Registers::Lanes(V, 0), 1, FloatType::F32),
        product(V, vector, Registers::Lanes(V, 0), 1, FloatType::F32),
        product(V, V, Registers::Lanes(vector, 0), 1, FloatType::F32),
        product(V, V, Registers::Lanes(V, 0), 2, FloatType::F32),
        product(V, V, Registers::LaneOfEach(V, 0), 2, FloatType::F64),
        product(V, V, Registers::Vectors(vector), 1, FloatType::F64),
        product_of(V, (vectors(V), 2), ROW, FloatType::F32),
        product_of(V, (loaded(vector, I), 1), ROW, FloatType::F32),
        product_of(V, (loaded(V, int), 1), ROW, FloatType::F32),
        product_of(V, (loaded(V, I), 2), ROW, FloatType::F32),
        product_of(vector, (loaded(V, I), 1), ROW, FloatType::F32),
        Inst::Zero(Vector(u32::MAX)),
        Inst::Copy(I, Int(1 << 31)),
        Inst::Zero(Vector(1 << 21)),
    ] {
        refused(inst, FuncError::UnknownRegister { at: 1 });
    }
}

#[test]
fn a_shift_is_below_64() {
    accepted(Inst::ShiftLeft(I, I, 63));
    out_of_range(Inst::ShiftLeft(I, I, 64), 64, Reason::Shift);
}

#[test]
fn lanes_are_shifted_by_less_than_their_bits_or_all_to_the_right() {
    for (of, bits) in [(FloatType::F32, 32), (FloatType::F64, 64)] {
        let shift = |how, by| Inst::Shift(how, V, V, by, of);
        for (how, least, most) in [(Shift::Left, 0, bits - 1), (Shift::Right, 1, bits)] {
            accepted(shift(how, least));
            accepted(shift(how, most));
            out_of_range(shift(how, most + 1), most + 1, Reason::Shift);
        }
        out_of_range(shift(Shift::Right, 0), 0, Reason::Shift);
    }
}

#[test]
fn an_access_moves_one_lane_to_a_whole_vector() {
    for (dtype, whole) in [(DType::F32, 4), (DType::F64, 2), (DType::F16, 4)] {
        let load = |count| Inst::Load(V, ADDRESS, Lanes { dtype, count });
        let store = |count| Inst::Store(V, ADDRESS, Lanes { dtype, count });
        for count in [0, whole + 1, u8::MAX] {
            out_of_range(load(count), count, Reason::LaneCount);
            out_of_range(store(count), count, Reason::LaneCount);
        }
        for count in 1..=whole {
            accepted(load(count));
            accepted(store(count));
        }
    }
}

#[test]
fn a_lane_is_one_of_the_vector() {
    for (of, lanes) in [(FloatType::F32, 4), (FloatType::F64, 2)] {
        for of_lane in [
            |lane, of| Inst::MultiplyAddLane(V, V, V, lane, of),
            |lane, of| Inst::MultiplyLane(V, V, V, lane, of),
            |lane, of| Inst::BroadcastLane(V, V, lane, of),
            |lane, of| Inst::InsertLane(V, I, lane, of),
            |lane, of| Inst::LoadLane(V, ADDRESS, lane, DType::from(of)),
            |lane, of| Inst::StoreLane(V, ADDRESS, lane, DType::from(of)),
            |lane, of| product(V, V, Registers::Lanes(V, lane), 1, of),
            |lane, of| product(V, V, Registers::LaneOfEach(V, lane), 1, of),
        ] {
            accepted(of_lane(lanes - 1, of));
            out_of_range(of_lane(lanes, of), lanes, Reason::Lane);
        }
        let all_in_one = |count| {
            let Inst::TileUpdate(update) = product(V, V, Registers::Lanes(V, 0), count, of) else {
                unreachable!("an update")
            };
            Inst::TileUpdate(TileUpdate { step: 0, ..update })
        };
        accepted(all_in_one(lanes));
        out_of_range(all_in_one(lanes + 1), lanes, Reason::Lane);
        out_of_range(all_in_one(u8::MAX), u8::MAX - 1, Reason::Lane);
    }
}

#[test]
fn shuffled_lanes_have_4_or_8_bytes() {
    for bytes in [0, 1, 2, 3, 5, 16] {
        out_of_range(Inst::Shuffle(Shuffle::TransposeEven, V, V, V, bytes), bytes, Reason::LaneSize);
    }
}

#[test]
fn at_most_16_arguments_are_passed() {
    let names = |count| (0..count).map(|nth| format!("i{nth}")).collect::<Vec<_>>().join(", ");
    let func = |count| parse(&format!("func \"f\" ({}) {{\n}}", names(count))).expect("a function");
    assert!(codegen::stages::<AArch64>(&func(16), &Target::generic().core).is_ok());
    let refusal =
        codegen::stages::<AArch64>(&func(17), &Target::generic().core).map(|_| ()).expect_err("a refusal");
    let expected = AllocateError::TooManyArguments { count: 17, passed: 16 };
    assert_eq!(refusal, CodegenError::Allocate(expected));

    // Those for which there are no registers are in the frame.
    let core = &X86_64::CORES[0];
    assert!(codegen::stages::<X86_64>(&func(16), core).is_ok());
    let refusal = codegen::stages::<X86_64>(&func(17), core).map(|_| ()).expect_err("a refusal");
    let expected = AllocateError::TooManyArguments { count: 17, passed: 14 };
    assert_eq!(refusal, CodegenError::Allocate(expected));
}

#[test]
fn a_value_that_nobody_wrote_is_not_read() {
    let func = parse("func \"f\" (i0) {\nstore.f32x4 v0, [i0]\n}").expect("a function");
    let refusal =
        codegen::stages::<AArch64>(&func, &Target::generic().core).map(|_| ()).expect_err("a refusal");
    let register = Reg::Virtual(Class::Vec, Virtual(0));
    assert_eq!(refusal, CodegenError::Liveness(LivenessError::Undefined { register, at: 0 }));
    assert_eq!(refusal.to_string(), "instruction 0 reads v0, which nothing has written");
}

#[test]
fn mistakes_in_the_text_are_named_with_their_line() {
    let syntax = |line, problem| TextError::Syntax { line, problem };
    let header = "the form is: func \"name\" (i0, …) {";
    for (text, error) in [
        ("", syntax(1, "a function should stand here")),
        ("// nothing\n\n", syntax(1, "a function should stand here")),
        ("\nfunc f (i0) {\n}", syntax(2, header)),
        ("func \"f\" (v0) {\n}", TextError::Argument { line: 1, word: Word::new("v0") }),
        ("func \"f\" (i1048576) {\n}", TextError::Argument { line: 1, word: Word::new("i1048576") }),
        ("func \"f\" (i0) -> f16 {\n}", TextError::Type { line: 1, word: Word::new("f16") }),
        ("func \"f\" (i0) {\nloop i0 {\n}", syntax(3, "a closing brace is missing")),
        (
            "func \"f\" (i0) {\nzero v1048575\n}",
            syntax(3, "registers must be numbered from 0 on, with few gaps"),
        ),
        ("func \"f\" (i0) {\n}\nzero v0", syntax(3, "the function should end here")),
    ] {
        assert_eq!(parse(text), Err(error), "{text}");
    }
    for (body, message) in [
        ("zero v1048576", "line 2: `v1048576` is wrong here; nearest: `zero v0`"),
        ("// here\nfrobnicate i0", "line 3: `frobnicate` is no instruction"),
        ("add i0, i0", "line 2: something is missing behind `i0`; nearest: `add i0, i1, i2`"),
        (
            "load.f32x4 v0, [i0 - -4]",
            "line 2: `[i0 - -4]` is wrong here; nearest: `load.f32x4 v0, [i0 + 16]`",
        ),
        ("sub v0, v1, v2", "line 2: `v0` is wrong here; nearest: `sub i0, i1, i2`"),
        ("} else if eq.u64 i0, 1 {", "line 2: `if` is wrong here"),
    ] {
        let error =
            parse(&format!("func \"f\" (i0) {{\n{body}\n}}")).expect_err("no instruction").to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// Integers without a type are of `u64`; in particular, each operation takes a number where
/// it takes a register.
#[test]
fn integers_without_a_type_have_64_bits() {
    let body = |line: &str| {
        let opened = if line.ends_with('{') { "\nbreak 1\n}" } else { "" };
        let text = format!("func \"f\" (i0, i1) {{\n{line}{opened}\n}}");
        parse(&text).map(|func| func.body()[0]).map_err(|error| error.to_string())
    };
    let operations = [
        "add", "sub", "mul", "mulhigh", "div", "rem", "and", "or", "xor", "shl", "shr", "rotr", "min", "max",
    ];
    for operation in operations {
        for operand in ["i1", "5"] {
            let line = format!("{operation} i0, i0, {operand}");
            let inst = body(&line).expect("an instruction");
            let typed = body(&format!("{operation}.u64 i0, i0, {operand}")).expect("an instruction");
            // Some have rows of their own.
            assert!(inst == typed || inst.to_string() == line, "{line}: {inst}");
            assert_eq!(body(&inst.to_string()), Ok(inst), "{line}");
        }
    }
    for operation in ["neg", "not", "clz", "ctz", "popcnt", "revb"] {
        assert_eq!(body(&format!("{operation} i0, i1")), body(&format!("{operation}.u64 i0, i1")));
    }
    for (line, typed) in [
        ("store i1, [i0 - 8]", "store.u64 i1, [i0 + -8]"),
        ("select i0, i0, i1 if lt i0, 3", "select.u64 i0, i0, i1 if lt.u64 i0, 3"),
        ("test i0, ge i0, i1", "test i0, ge.u64 i0, i1"),
        ("while ne i0, 0x10 {", "while ne.u64 i0, 16 {"),
    ] {
        assert_eq!(body(line).map(|inst| inst.to_string()), Ok(typed.to_owned()));
    }
    // Vectors of nothing in particular are no vectors of integers.
    for line in ["add v0, v1, v2", "store v0, [i0]", "eq v0, v1, v2", "if lt v0, v1 {", "neg v0, v1"] {
        assert!(body(line).is_err(), "{line}");
    }
}

/// All 64 bits, in either base.
#[test]
fn integers_are_read_in_hexadecimal() {
    for (text, number) in [
        ("0x0", 0),
        ("0xff", 255),
        ("0xFf", 255),
        ("-0x10", -16),
        ("0x7fffffffffffffff", i64::MAX),
        ("0x8000000000000000", i64::MIN),
        ("-0x8000000000000000", i64::MIN),
        ("0xffffffffffffffff", -1),
    ] {
        let func = parse(&format!(
            "func \"f\" (i0) {{\nconst i1, {text}\nadd i1, i0, {text}\nload i1, [i0 + {text}]\n}}"
        ));
        let body = func.expect("a function").body().to_vec();
        let (one, zero) = (Int(1), Int(0));
        let from = Address { base: zero, offset: Offset::Const(number) };
        let expected =
            [Inst::Const(one, number), Inst::AddConst(one, zero, number), Inst::LoadInt(one, from)];
        assert_eq!(body, expected, "{text}");
    }
    for text in ["0x", "0x10000000000000000", "-0x8000000000000001", "0x+1", "0x-1", "x10", "0b1", "1f"] {
        assert!(parse(&format!("func \"f\" () {{\nconst i1, {text}\n}}")).is_err(), "{text}");
    }
    assert!(parse("func \"f\" () {\nconst.u8 i1, 0xff\n}").is_ok());
    let error = parse("func \"f\" () {\nconst.u8 i1, 0x100\n}").expect_err("too great").to_string();
    assert_eq!(error, "line 2: instruction 0: 256 is no u8");
}

/// Bit for bit, as the standard library reads decimal numbers.
#[test]
fn constants_of_floating_point_are_printed_back() {
    let single =
        |text: &str| parse(&format!("func \"f\" () {{\nconst.f32 v0, {text}\n}}")).map(|func| func.body()[0]);
    let double =
        |text: &str| parse(&format!("func \"f\" () {{\nconst.f64 v0, {text}\n}}")).map(|func| func.body()[0]);
    let texts = [
        "0.0",
        "-0.0",
        "1.5",
        "0.1",
        "-3.1415927",
        "1e-45",
        "3.4028235e38",
        "1e-7",
        "16777216.0",
        "inf",
        "-inf",
        "nan",
    ];
    for text in texts {
        assert_eq!(single(text).expect("a number").to_string(), format!("const.f32 v0, {text}"));
    }
    for text in ["0.1", "5e-324", "1.7976931348623157e308", "-0.0", "0.30000000000000004", "inf", "nan"] {
        assert_eq!(double(text).expect("a number").to_string(), format!("const.f64 v0, {text}"));
    }
    let mut random = SplitMix::new(72);
    for _ in 0..10_000 {
        let (few, many) = (Single(random.bits() as u32), Double(random.bits()));
        let insts = [Inst::SingleConst(Vector(0), few), Inst::DoubleConst(Vector(0), many)];
        let [of_few, of_many] = insts.map(|inst| inst.to_string());
        let read = |text: &str| parse(&format!("func \"f\" () {{\n{text}\n}}")).map(|func| func.body()[0]);
        assert_eq!([read(&of_few), read(&of_many)], insts.map(Ok), "{of_few} {of_many}");
    }
    assert_eq!(single("1"), Ok(Inst::SingleConst(Vector(0), 1.0.into())));
    assert_eq!(single("0x3f800000"), Ok(Inst::SingleConst(Vector(0), 1.0.into())));
    assert_eq!(single("0x7fc00001").expect("bits").to_string(), "const.f32 v0, 0x7fc00001");
    for text in ["1e39", "x", "infinity", "0x100000000", "-nan", "1.5f", ""] {
        assert!(single(text).is_err(), "{text}");
    }
    assert!(double("1e39").is_ok() && double("1e309").is_err());
}

/// Parts of lines.
const PARTS: &str =
    "func \"f\" (i0,i1) { } loop i0 i4294967295 v3 [ ] + -1 load.f32x4 store.f64x9 fma.f32 trn1.8
    fma.f64x1x2 fma.f32x2x1 v0+1.., v0..[1] v3[0..] v5.. v1+1..[i0 + 16..-4] add mul shl zero // 9223372036854775808 é";

/// A part of a line, what separates parts, a whole line, or any text.
fn pieces() -> impl Strategy<Value = String> {
    let lines = [
        "func \"f\" (i0, i1) {\n",
        "loop i0 {\n",
        "}\n",
        "zero v3\n",
        "add i1, i0, 8\n",
        "fma.f32x1x2 v3+0.., v3.., v3[1..]\n",
        "fma.f32x255x255 v3+0.., v3.., v3..[0]\n",
        "fma.f64x2x1 v3+0.., v4+0..[i0 + 0..8], v3..[1]\n",
        "dot.f64.f32x2x1 v3+0../m0, v3.., v4+1..[i0 + 0 by 8]\n",
    ];
    prop_oneof![
        4 => prop::sample::select(PARTS.split_whitespace().collect::<Vec<_>>()).prop_map(str::to_owned),
        3 => prop::sample::select(vec![" ", ", ", "\n"]).prop_map(str::to_owned),
        3 => prop::sample::select(lines.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

/// The function that writes vectors and stores some of them, with `body` between.
fn around(vectors: u32, body: &str, stored: &[u32]) -> Func {
    let zeros = (0..vectors).map(|nth| format!("zero v{nth}\n")).collect::<String>();
    let stores = stored.iter().map(|nth| format!("store.f32x4 v{nth}, [i0]\n")).collect::<String>();
    parse(&format!("func \"f\" (i0) {{\n{zeros}{body}\n{stores}}}")).expect("a function")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_tile_update_is_its_loads_and_multiply_adds(
        is_single in any::<bool>(),
        (height, width, step) in (1u32..=4, 1u32..=8, 0u32..=3),
        a in 0u32..22,
        loads in prop::option::of((-20i32..20, -300i32..70_000, 0u32..=1)),
        first in 17u32..=26,
        lane in 0u32..=1,
        row_form in 0..3,
    ) {
        let (dtype, lanes) = if is_single { (DType::F32, 4) } else { (DType::F64, 2) };
        let width = if row_form == 0 { width.min(lanes - lane) } else { width };
        // Loaded vectors are new ones, or take the places of the row's while these are read.
        let (first, apart) = loads.map_or((a, 1), |(_, _, apart)| (first, apart));
        let address = |nth| match loads {
            Some((_, last, _)) if nth + 1 == height => Some(last),
            Some((start, _, _)) => Some(start * 16 + nth as i32 * 16),
            None => None,
        };
        let singles = (0..height).map(|row| {
            let vector = first + row * apart;
            let load = address(row).map(|at| format!("load.{dtype}x{lanes} v{vector}, [i0 + {at}]\n"));
            let products = (0..width).map(|nth| {
                let b = match row_form {
                    0 => format!("v25[{}]", lane + nth),
                    1 => format!("v{}[{lane}]", 17 + nth),
                    _ => format!("v{}", 17 + nth),
                };
                format!("fma.{dtype} v{}, v{vector}, {b}\n", 1 + row + nth * step)
            });
            load.into_iter().chain(products).collect::<String>()
        });
        let row = match row_form {
            0 => format!("v25[{lane}..]"),
            1 => format!("v17..[{lane}]"),
            _ => "v17..".to_owned(),
        };
        let column = match loads {
            Some((start, last, _)) => format!("v{first}+{apart}..[i0 + {}..{last}]", start * 16),
            None => format!("v{first}.."),
        };
        // What is not stored is not needed any longer.
        let sums = (0..height).flat_map(|row| (0..width).map(move |nth| 1 + row + nth * step));
        let stored = sums.collect::<Vec<_>>();
        let product = format!("fma.{dtype}x{height}x{width} v1+{step}.., {column}, {row}");
        let product = around(26, &product, &stored);
        let again = parse(&product.to_string()).expect("a function");
        prop_assert_eq!(&again, &product);
        let singles = around(26, &singles.collect::<String>(), &stored);
        // Where lanes are multiplied by, as here.
        for target in Target::all().filter(|target| target.machine().multiplies_by_lane) {
            let code = |func| target.compile(func).expect("a kernel").code;
            prop_assert_eq!(code(&product), code(&singles), "{}", target.core.name);
        }
    }
}

/// A number of zero is for kernels that have the other pipes busy.
#[test]
fn a_number_of_zero_is_made_by_the_pipes_of_vectors() {
    for (name, is_same) in [("neoverse-v1", false), ("neoverse-n1", false), ("neoverse-v2", true)] {
        let target = Target::named(name).expect("a core");
        let code = |zero| {
            let text = format!("func \"f\" (i0) {{\n{zero}\nstore.f32x4 v0, [i0]\n}}");
            target.compile(&parse(&text).expect("a function")).expect("a kernel").code
        };
        let [zero, number] = ["zero v0", "number.f32 v0, 0x0"].map(code);
        let movi = 0x6f00_e400_u32.to_le_bytes(); // movi v0.2d, #0
        assert!(number.chunks(4).any(|word| word == movi), "{name}");
        assert_eq!(zero == number, is_same, "{name}");
    }
}

/// A tile's update reads what has been written, before it loads any of its column.
#[test]
fn a_tile_update_reads_what_was_written() {
    for (body, number) in [
        ("fma.f32x1x1 v2+0.., v0.., v1[0..]", 2),
        ("fma.f32x1x1 v0+0.., v2.., v1[0..]", 2),
        ("fma.f32x2x1 v0+0.., v1.., v1[0..]", 2),
        ("fma.f32x1x1 v0+0.., v1.., v2[0..]", 2),
        ("fma.f32x1x2 v0+0.., v1.., v1..[0]", 2),
        ("fma.f32x1x1 v2+0.., v2+1..[i0 + 0..0], v1[0..]", 2),
        ("fma.f32x1x1 v0+0.., v2+1..[i0 + 0..0], v2[0..]", 2),
        ("fma.f32x2x2 v0+1.., v2+1..[i0 + 0..16], v1[0..]", 2),
    ] {
        let text = format!("func \"f\" (i0) {{\nzero v0\nzero v1\n{body}\nzero v2\n}}");
        let refusal = Target::generic().compile(&parse(&text).expect("a function"));
        let register = Reg::Virtual(Class::Vec, Virtual(number));
        let expected = CodegenError::Liveness(LivenessError::Undefined { register, at: 2 });
        assert_eq!(refusal, Err(expected), "{body}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_text_panics(pieces in prop::collection::vec(pieces(), 0..40)) {
        let text = pieces.concat();
        for text in [text.clone(), format!("func \"f\" (i0) {{\n{text}\n}}")] {
            if let Ok(func) = parse(&text) {
                let _ = codegen::stages::<AArch64>(&func, &Target::generic().core);
                prop_assert_eq!(parse(&func.to_string()), Ok(func));
            }
        }
    }
}

/// The text would be as long as the square of the depth.
#[test]
fn deep_blocks_are_indented_no_further() {
    let depth = 5000;
    let text = format!("func \"deep\" (i0) {{\n{}{}}}\n", "loop i0 {\n".repeat(depth), "}\n".repeat(depth));
    let printed = parse(&text).expect("it parses").to_string();
    assert!(printed.len() < depth * 300, "{} bytes", printed.len());
    assert_eq!(parse(&printed).expect("it parses").to_string(), printed);
}
