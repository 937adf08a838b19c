//! Handles of multiplications: what their status says, what is refused by which name, and what calls
//! compute, compared with integer arithmetic.
//!
//! Every call is made of the scalar reference, which runs on any host, and on AArch64 also of code.
#![allow(unsafe_code)]

use tensmith::element::F16;
use tensmith::gemm::{
    Addresses, Argument, Batch, Blocks, CallError, Chain, Factor, Gemm, GemmSpec, Inputs, Layout, Matrix,
    NotGenerated, Numbers, Options, Policy, RawBlocks, RawInputs, Status, Stride,
};
use tensmith::{DType, Element, ErrorKind, Jit, PlanError, Target};
use tensmith_core::Types;
use tensmith_core::isa::aarch64::feature::Features;
use tensmith_core::kernel::KernelSpec;
use tensmith_tests::draw::{known, span};
use tensmith_tests::guard::{ENDS, Flush, Guarded};
use tensmith_tests::kernels;
use tensmith_tests::random::SplitMix;

const LOOSE: Options = Options { expected_calls: None, policy: Policy::Reference };
const STRICT: Options = Options { expected_calls: None, policy: Policy::Error };

/// C = A·B + C, all column-major without gaps.
fn tight<T: Element>(m: usize, n: usize, k: usize) -> GemmSpec {
    GemmSpec {
        types: T::DTYPE.into(),
        m,
        n,
        k,
        a: Matrix::column_major(m),
        b: Matrix::column_major(k),
        c: Matrix::column_major(m),
        alpha: Factor::One,
        beta: Factor::One,
        batch: Batch::Single,
        epilogue: Chain::EMPTY,
    }
}

fn jit() -> Jit {
    Jit::for_target(Target::named("neoverse-v2").unwrap()).unwrap()
}

/// For a machine that there is no generator for.
fn jit_without_vectors() -> Jit {
    Jit::for_target(Target::generic().with_features(Features::of(&[]).into())).unwrap()
}

/// Handles that can be called: of the scalar reference, and of code.
fn handles<T: Element>(spec: &GemmSpec) -> Vec<Gemm<T>> {
    let reference = jit_without_vectors().gemm(spec, LOOSE).unwrap();
    assert!(matches!(reference.status(), Status::Reference { .. }));
    let code = Jit::host().unwrap().gemm(spec, STRICT).unwrap();
    assert!(matches!(code.status(), Status::Generated { kernel: Some(_), .. }));
    vec![reference, code]
}

/// The refusal of a call, the same of every handle; C stays what it was.
fn refusal(spec: &GemmSpec, blocks: [Blocks<'_, f32>; 2], len: usize, numbers: &Numbers<f32>) -> CallError {
    let refusals = handles(spec).into_iter().map(|handle| {
        let mut c = vec![7.0; len];
        let error = handle.call(blocks, &mut c, numbers).expect_err("a refusal");
        assert_eq!(c, vec![7.0; len]);
        error
    });
    let refusals: Vec<CallError> = refusals.collect();
    assert!(refusals.iter().all(|error| *error == refusals[0]), "{refusals:?}");
    refusals[0]
}

#[test]
fn generated_code_is_the_registrys() {
    let spec = tight::<f64>(5, 7, 3);
    let gemm = jit().gemm::<f64>(&spec, STRICT).unwrap();
    assert_eq!((gemm.spec(), gemm.target().core.name), (&spec, "neoverse-v2"));
    let Status::Generated { code, prediction, kernel: None } = gemm.status() else {
        panic!("{}", gemm.status())
    };
    let kernel = KernelSpec::Gemm(spec);
    assert_eq!(code.code, kernels::code(&kernels::registry(), &kernel, gemm.target()));
    let (size, cycles) = (code.code.len(), code.cycles);
    let expected =
        format!("by {}, {cycles:.0} cycles predicted, {size} bytes, for another machine", code.generator);
    assert_eq!(gemm.status().to_string(), expected);
    assert_eq!(prediction.kernel, cycles.ceil() as u64);
}

#[test]
fn code_for_another_machine_is_not_called() {
    let gemm = jit().gemm::<f32>(&tight::<f32>(1, 1, 1), STRICT).unwrap();
    let (a, mut c) = ([1.0], [7.0]);
    let slices = gemm.call([Blocks::Strided(&a); 2], &mut c, &Numbers::default());
    let raw = [RawBlocks::Strided(a.as_ptr()); 2];
    // SAFETY: all pointers are those of an array with the one element of an operand.
    let checked = unsafe { gemm.call_at(raw, c.as_mut_ptr(), &Numbers::default()) };
    // SAFETY: as above, and nothing is left to run time.
    let unchecked = unsafe { gemm.call_unchecked(raw, c.as_mut_ptr(), &Numbers::default()) };
    for result in [slices, checked, unchecked] {
        let error = result.unwrap_err();
        assert_eq!(error, CallError::OtherMachine { target: "neoverse-v2" });
        assert_eq!(error.kind(), ErrorKind::Machine);
    }
    assert_eq!(c, [7.0]);
}

#[test]
fn as_many_calls_pay_as_save_what_generation_costs() {
    for (m, n, k) in [(1, 1, 1), (4, 4, 4), (23, 23, 23), (64, 64, 64), (1, 64, 0)] {
        let gemm = jit().gemm::<f32>(&tight::<f32>(m, n, k), STRICT).unwrap();
        let (calls, prediction) = (gemm.calls_to_pay_off().unwrap(), gemm.status().prediction().unwrap());
        let (saved, generation) = (prediction.reference - prediction.kernel, prediction.generation);
        assert!(calls * saved >= generation && (calls - 1) * saved < generation, "{prediction:?}, {calls}");
        assert!(prediction.pays_within(calls) && !prediction.pays_within(calls - 1));
    }
}

#[test]
fn too_few_calls_are_not_worth_code() {
    let spec = tight::<f32>(2, 2, 2);
    let with = |calls, policy| jit().gemm::<f32>(&spec, Options { expected_calls: Some(calls), policy });
    let none = with(0, Policy::Reference).unwrap();
    let least = none.calls_to_pay_off().unwrap();
    assert!(least > 1);
    let few = with(least - 1, Policy::Reference).unwrap();
    let Status::Reference { reason: reason @ NotGenerated::DoesNotPay { calls, prediction } } = few.status()
    else {
        panic!("{}", few.status())
    };
    assert_eq!(*calls, least - 1);
    assert_eq!(few.status().to_string(), format!("by the scalar reference: {reason}"));
    let text = format!(
        "not worth generating: that costs at least {} cycles and a call saves {}, for expected_calls of {calls}",
        prediction.generation,
        prediction.saved(),
    );
    let error = with(least - 1, Policy::Error).unwrap_err();
    assert_eq!(error.to_string(), format!("{spec}: {text}"));
    assert_eq!(error, PlanError::NotGenerated { spec: Box::new(spec), reason: reason.clone() });
    for policy in [Policy::Error, Policy::Reference] {
        assert!(matches!(with(least, policy).unwrap().status(), Status::Generated { .. }));
    }
}

#[test]
fn without_a_generator_the_policy_decides() {
    let spec = tight::<f32>(2, 2, 2);
    let error = jit_without_vectors().gemm::<f32>(&spec, Options::default()).unwrap_err();
    let reason = "needs the feature asimd, which the target lacks";
    let text = error.to_string();
    let start = format!("{spec}: no generator makes this kernel: ");
    assert!(text.starts_with(&start) && text.ends_with(reason), "{text}");
    let gemm = jit_without_vectors().gemm::<f32>(&spec, LOOSE).unwrap();
    assert_eq!((gemm.status().prediction(), gemm.calls_to_pay_off()), (None, None));
    assert!(gemm.status().to_string().ends_with(reason), "{}", gemm.status());
}

#[test]
fn bad_specifications_are_refused_by_field_under_any_policy() {
    let good = tight::<f32>(2, 3, 4);
    let fixed = Stride::fixed;
    let far = Batch::Strided { count: fixed(3), a: fixed(usize::MAX / 2), b: fixed(0) };
    let bad = [
        (GemmSpec { m: 0, ..good }, "m is 0: must be at least 1"),
        (GemmSpec { n: 0, ..good }, "n is 0: must be at least 1"),
        (
            GemmSpec { a: Matrix::column_major(1), ..good },
            "lda is 1: must be at least 2, the matrix's contiguous extent",
        ),
        (
            GemmSpec { b: Matrix::row_major(2), ..good },
            "ldb is 2: must be at least 3, the matrix's contiguous extent",
        ),
        (
            GemmSpec { c: Matrix::column_major(0), ..good },
            "ldc is 0: must be at least 2, the matrix's contiguous extent",
        ),
        (
            GemmSpec { batch: Batch::Offsets { count: fixed(0) }, ..good },
            "batch count is 0: must be at least 1",
        ),
        (
            GemmSpec { batch: far, ..good },
            "a spans more than 140737488355327 bytes: extents and strides must keep it below",
        ),
        (
            GemmSpec { k: usize::MAX, b: Matrix::row_major(3), ..good },
            "a spans more than 140737488355327 bytes: extents and strides must keep it below",
        ),
    ];
    for (spec, rule) in bad {
        for options in [STRICT, LOOSE] {
            let error = jit().gemm::<f32>(&spec, options).unwrap_err();
            assert_eq!(error.to_string(), format!("{spec}: {rule}"));
        }
    }
    let error = jit().gemm::<f64>(&good, LOOSE).unwrap_err();
    assert_eq!(error, PlanError::DType { found: DType::F32, expected: DType::F64 });
    assert_eq!(error.to_string(), "dtype is f32: must be f64, the type that the handle is made for");
}

/// Everything left to run time, and what to pass for it: C = 2·(A·B + A'·B') + 3·C.
fn open() -> (GemmSpec, Numbers<f32>) {
    let run_time = Stride::Runtime;
    let matrix = Matrix { layout: Layout::ColumnMajor, ld: run_time };
    let batch = Batch::Strided { count: run_time, a: run_time, b: run_time };
    let (a, b, c, alpha, beta) = (matrix, matrix, matrix, Factor::Runtime, Factor::Runtime);
    let numbers = Numbers {
        lda: Some(2),
        ldb: Some(2),
        ldc: Some(2),
        batch_stride_a: Some(4),
        batch_stride_b: Some(4),
        batch_count: Some(2),
        alpha: Some(2.0),
        beta: Some(3.0),
        ..Numbers::default()
    };
    (GemmSpec { a, b, c, alpha, beta, batch, ..tight::<f32>(2, 2, 2) }, numbers)
}

#[test]
fn numbers_are_missed_and_refused_by_name() {
    let (spec, all) = open();
    let fixed = tight::<f32>(2, 2, 2);
    let none = Numbers::default();
    let parts: [(&str, Numbers<f32>, Numbers<f32>); 8] = [
        ("lda", Numbers { lda: None, ..all }, Numbers { lda: all.lda, ..none }),
        ("ldb", Numbers { ldb: None, ..all }, Numbers { ldb: all.ldb, ..none }),
        ("ldc", Numbers { ldc: None, ..all }, Numbers { ldc: all.ldc, ..none }),
        (
            "batch_stride_a",
            Numbers { batch_stride_a: None, ..all },
            Numbers { batch_stride_a: all.batch_stride_a, ..none },
        ),
        (
            "batch_stride_b",
            Numbers { batch_stride_b: None, ..all },
            Numbers { batch_stride_b: all.batch_stride_b, ..none },
        ),
        (
            "batch_count",
            Numbers { batch_count: None, ..all },
            Numbers { batch_count: all.batch_count, ..none },
        ),
        ("alpha", Numbers { alpha: None, ..all }, Numbers { alpha: all.alpha, ..none }),
        ("beta", Numbers { beta: None, ..all }, Numbers { beta: all.beta, ..none }),
    ];
    let data = [1.0; 8];
    for (name, without, only) in parts {
        let missing = refusal(&spec, [Blocks::Strided(&data); 2], 4, &without);
        assert_eq!(
            missing.to_string(),
            format!("{name} is missing: the specification leaves it to run time")
        );
        let superfluous = refusal(&fixed, [Blocks::Strided(&data); 2], 4, &only);
        let text = format!("{name} is passed: the specification does not leave it to run time");
        assert_eq!(superfluous.to_string(), text);
    }
}

#[test]
fn numbers_at_run_time_keep_the_rules() {
    let (spec, all) = open();
    let data = [1.0; 8];
    let message = |numbers| refusal(&spec, [Blocks::Strided(&data); 2], 4, &numbers).to_string();
    let low = |name| format!("{name} is 1: must be at least 2, the matrix's contiguous extent");
    assert_eq!(message(Numbers { lda: Some(1), ..all }), low("lda"));
    assert_eq!(message(Numbers { ldb: Some(1), ..all }), low("ldb"));
    assert_eq!(message(Numbers { ldc: Some(1), ..all }), low("ldc"));
    assert_eq!(message(Numbers { batch_count: Some(0), ..all }), "batch count is 0: must be at least 1");
    let wide = |name| {
        format!("{name} spans more than 140737488355327 bytes: extents and strides must keep it below")
    };
    assert_eq!(message(Numbers { batch_stride_b: Some(usize::MAX), ..all }), wide("b"));
    assert_eq!(message(Numbers { ldc: Some(usize::MAX), ..all }), wide("c"));
    let short = refusal(&spec, [Blocks::Strided(&data), Blocks::Strided(&data[..7])], 4, &all);
    assert_eq!(short, CallError::TooShort { operand: "b", len: 7, needed: 8 });
    for gemm in handles(&spec) {
        let mut c = [1.0, 2.0, 3.0, 4.0];
        gemm.call([Blocks::Strided(&data); 2], &mut c, &all).unwrap();
        assert_eq!(c, [11.0, 14.0, 17.0, 20.0], "{}", gemm.status());
    }
}

/// A product whose epilogue takes a column, a matrix with a leading dimension of 4 and a parameter.
fn fused() -> (GemmSpec, Numbers<f32>) {
    let epilogue = "add(column),sub(matrix/?,x),clamp(?,150)".parse().unwrap();
    let mut numbers = Numbers::default();
    numbers.ld_operands[1] = Some(4);
    numbers.parameters[2][0] = Some(0.0);
    (GemmSpec { epilogue, ..tight::<f32>(3, 2, 1) }, numbers)
}

const A: [f32; 3] = [1.0, 2.0, 3.0];
const B: [f32; 2] = [1.0, 10.0];

#[test]
fn an_epilogue_takes_operands_and_numbers() {
    let (spec, numbers) = fused();
    let (column, matrix) = ([100.0, 200.0, 300.0], [300.0; 7]);
    let blocks = [Blocks::Strided(&A), Blocks::Strided(&B)];
    for handle in handles::<f32>(&spec) {
        let mut c = [0.0; 6];
        let inputs = Inputs { blocks, operands: &[&column, &matrix] };
        handle.call(inputs, &mut c, &numbers).unwrap();
        assert_eq!(c, [150.0, 98.0, 0.0, 150.0, 80.0, 0.0], "{}", handle.status());
        let refused = |operands: &[&[f32]], numbers: &Numbers<f32>| {
            handle.call(Inputs { blocks, operands }, &mut [0.0; 6], numbers).expect_err("a refusal")
        };
        let count = |found| CallError::OperandCount { found, expected: 2 };
        assert_eq!(refused(&[], &numbers), count(0));
        assert_eq!(refused(&[&column[..]; 3], &numbers), count(3));
        assert_eq!(refused(&[&column[..]; 9], &numbers), count(9));
        let short = CallError::TooShort { operand: "operand1", len: 6, needed: 7 };
        assert_eq!(refused(&[&column, &matrix[1..]], &numbers), short);
        let mut wrong = numbers;
        wrong.parameters[2] = [None; 2];
        let argument = Argument::Parameter4;
        assert_eq!(refused(&[&column, &matrix], &wrong), CallError::Missing { argument });
        (wrong.parameters[2], wrong.ld_operands[0]) = (numbers.parameters[2], Some(3));
        let argument = Argument::LdOperand0;
        assert_eq!(refused(&[&column, &matrix], &wrong), CallError::Superfluous { argument });
    }
}

#[test]
fn an_operand_of_an_epilogue_may_be_c_but_not_a_part_of_it() {
    let spec = GemmSpec { epilogue: "mul(matrix/3)".parse().unwrap(), ..tight::<f32>(3, 2, 1) };
    for handle in handles::<f32>(&spec) {
        let mut c = [2.0f32; 9];
        let start = c.as_mut_ptr();
        let blocks = [RawBlocks::Strided(A.as_ptr()), RawBlocks::Strided(B.as_ptr())];
        let call = |operand: *const f32| {
            let inputs = RawInputs { blocks, operands: &[operand] };
            // SAFETY: all operands lie in these arrays.
            unsafe { handle.call_at(inputs, start, &Numbers::default()) }
        };
        let error = call(start.wrapping_add(3)).unwrap_err();
        assert_eq!(error, CallError::Overlap { operand: "operand0", block: None });
        assert_eq!(error.to_string(), "c overlaps operand0: must share no element with it");
        assert_eq!(call(start), Ok(()));
        assert_eq!(c, [6.0, 8.0, 10.0, 24.0, 44.0, 64.0, 2.0, 2.0, 2.0]);
    }
}

/// Such operands are elements of C that are needed after the loops, where C has been overwritten.
#[test]
fn other_operands_of_an_epilogue_may_not_be_c() {
    let column = tight::<f64>(20, 1, 1);
    let row = GemmSpec { c: Matrix::row_major(20), ..tight::<f64>(1, 20, 1) };
    for (shape, epilogue, operand) in [
        (column, "add(column)", "operand0"),
        (column, "gelu,add(column)", "operand1"),
        (column, "tanh,add(column)", "operand1"),
        (column, "exp,sigmoid,add(column)", "operand2"),
        (row, "gelu_tanh,mul(row)", "operand1"),
        (tight::<f64>(1, 1, 1), "gelu,add(scalar)", "operand1"),
    ] {
        let spec = GemmSpec { epilogue: epilogue.parse().unwrap(), ..shape };
        for handle in handles::<f64>(&spec) {
            let (a, mut c) = ([1.0; 20], [2.0; 20]);
            let start = c.as_mut_ptr();
            let inputs =
                RawInputs { blocks: [RawBlocks::Strided(a.as_ptr()); 2], operands: &[start.cast_const()] };
            // SAFETY: all operands lie in these arrays.
            let error = unsafe { handle.call_at(inputs, start, &Numbers::default()) }.unwrap_err();
            assert_eq!(error, CallError::Overlap { operand, block: None }, "{epilogue}");
        }
    }
}

/// A leading dimension of one column means nothing, and in bytes it may be no number.
#[test]
fn a_huge_leading_dimension_of_one_column_is_none() {
    let spec = GemmSpec {
        a: Matrix::column_major(100),
        c: Matrix { ld: Stride::Runtime, ..Matrix::column_major(3) },
        ..tight::<f32>(3, 1, 2)
    };
    for handle in handles::<f32>(&spec) {
        let (mut memory, b) = ([1.0f32; 300], [1.0f32; 2]);
        let start = memory.as_mut_ptr();
        let blocks = [RawBlocks::Strided(start.cast_const()), RawBlocks::Strided(b.as_ptr())];
        for (ldc, at) in [(1usize << 62, 50), (1 << 61, 10), (3, 60)] {
            let numbers = Numbers { ldc: Some(ldc), ..Numbers::default() };
            // SAFETY: C lies between the columns of A, B elsewhere.
            assert_eq!(unsafe { handle.call_at(blocks, start.wrapping_add(at), &numbers) }, Ok(()));
        }
        assert_eq!(memory[50..53], [3.0; 3]);
    }
}

#[test]
fn slices_one_element_short_are_refused() {
    let spec = GemmSpec { a: Matrix::column_major(3), c: Matrix::row_major(5), ..tight::<f32>(2, 3, 4) };
    let data = [1.0; 13];
    let call = |a, b, c| {
        refusal(&spec, [Blocks::Strided(&data[..a]), Blocks::Strided(&data[..b])], c, &Numbers::default())
    };
    let short = |operand, needed| CallError::TooShort { operand, len: needed - 1, needed };
    assert_eq!(call(10, 12, 8), short("a", 11));
    assert_eq!(call(11, 11, 8), short("b", 12));
    assert_eq!(call(11, 12, 7), short("c", 8));
    assert_eq!(call(10, 12, 8).to_string(), "a has 10 elements: must have at least 11");
}

#[test]
fn blocks_outside_of_their_memory_are_refused() {
    let count = Stride::fixed(2);
    let spec = GemmSpec { batch: Batch::Offsets { count }, ..tight::<f32>(2, 2, 2) };
    let data = [1.0; 10];
    let message = |offsets: &[i64]| {
        let [a, b] = [&[0, 3], offsets].map(|offsets| Blocks::Offsets { data: &data, origin: 3, offsets });
        refusal(&spec, [a, b], 4, &Numbers::default()).to_string()
    };
    let outside = |offset: i64| {
        format!(
            "block 1 of b begins at offset {offset} from element 3: its 4 elements must lie within the 10 of \
             the slice"
        )
    };
    for offset in [-4, 4, i64::MIN, i64::MAX] {
        assert_eq!(message(&[-3, offset]), outside(offset));
    }
    assert_eq!(message(&[0]), "b has 1 block: the batch count is 2");
    assert_eq!(message(&[0, 0, 0]), "b has 3 blocks: the batch count is 2");

    let spec = GemmSpec { batch: Batch::Addresses { count }, ..spec };
    let lists = [&[&data[..], &data[..4]][..], &[&data[..], &data[..3]], &[&data[..]]];
    let [right, short, few] = lists.map(|slices| Addresses::new(slices).unwrap());
    let message = |a, b| {
        refusal(&spec, [Blocks::Addresses(a), Blocks::Addresses(b)], 4, &Numbers::default()).to_string()
    };
    assert_eq!(message(&right, &short), "b has 3 elements: must have at least 4");
    assert_eq!(message(&few, &right), "a has 1 block: the batch count is 2");
}

#[test]
fn blocks_in_another_form_are_refused() {
    let count = Stride::fixed(1);
    let data = [1.0f32; 4];
    let addresses = Addresses::new(&[&data]).unwrap();
    let forms = [
        (Batch::Single, Blocks::Strided(&data), "one piece of memory"),
        (Batch::Offsets { count }, Blocks::Offsets { data: &data, origin: 0, offsets: &[0] }, "offsets"),
        (Batch::Addresses { count }, Blocks::Addresses(&addresses), "addresses"),
    ];
    for (batch, right, expected) in &forms {
        let spec = GemmSpec { batch: *batch, ..tight::<f32>(2, 2, 2) };
        for (_, wrong, found) in forms.iter().filter(|(other, ..)| other != batch) {
            let message = refusal(&spec, [*right, *wrong], 4, &Numbers::default()).to_string();
            let text = format!("b is given as {found}: the batch of the specification calls for {expected}");
            assert_eq!(message, text);
        }
    }
}

#[test]
fn a_c_that_shares_an_element_is_refused() {
    // C has the first two of every four elements.
    let four = Matrix::column_major(4);
    let batch = Batch::Addresses { count: Stride::fixed(2) };
    let spec = GemmSpec { a: four, b: four, c: four, batch, ..tight::<f32>(2, 2, 2) };
    for gemm in handles::<f32>(&spec) {
        let call = |a: [usize; 2], b: [usize; 2]| {
            let mut memory: Vec<f32> = (0..24u8).map(f32::from).collect();
            let start = memory.as_mut_ptr();
            let [a, b] = [a, b].map(|starts| starts.map(|nth| start.wrapping_add(nth).cast_const()));
            let blocks = [RawBlocks::Addresses(a.as_ptr()), RawBlocks::Addresses(b.as_ptr())];
            // SAFETY: every block ends within the memory, and both lists have two entries elsewhere.
            unsafe { gemm.call_at(blocks, start, &Numbers::default()) }.map(|()| memory)
        };
        assert_eq!(call([1, 2], [2, 2]), Err(CallError::Overlap { operand: "a", block: Some(0) }));
        let error = call([2, 2], [8, 5]).unwrap_err();
        assert_eq!(error.to_string(), "c overlaps block 1 of b: must share no element with it");

        // Between the columns of C and after it: A = [2 6; 3 7] twice, B = [8 12; 9 13], [10 14; 11 15].
        let memory = call([2, 2], [8, 10]).unwrap();
        assert_eq!(memory[..8], [156.0, 195.0, 2.0, 3.0, 224.0, 279.0, 6.0, 7.0]);
        assert!(memory[8..].iter().zip(8u8..).all(|(found, nth)| *found == f32::from(nth)), "{memory:?}");
    }
}

/// The filling between the rows or columns of C.
const GAP: f64 = 0.125;
const ALPHA: i64 = -2;
const BETA: i64 = 3;

/// An input: memory, and where in it each block begins.
struct Input<T> {
    data: Vec<T>,
    starts: Vec<usize>,
}

/// One call: integers, and what they become.
struct Case<T> {
    spec: GemmSpec,
    numbers: Numbers<T>,
    a: Input<T>,
    b: Input<T>,
    c: Vec<T>,
    after: Vec<T>,
}

/// Where element `(i, j)` of a matrix is.
fn place(matrix: Matrix, i: usize, j: usize) -> usize {
    match matrix.layout {
        Layout::ColumnMajor => i + j * known(matrix.ld),
        Layout::RowMajor => i * known(matrix.ld) + j,
    }
}

fn integer<T: Element>(random: &mut SplitMix) -> T {
    T::from_f64(random.below(17) as f64 - 8.0)
}

/// Memory for the blocks of an input.
fn input<T: Element>(
    random: &mut SplitMix,
    block: usize,
    batch: Batch,
    step: usize,
    is_read: bool,
) -> Input<T> {
    let starts: Vec<usize> = match batch {
        Batch::Single | Batch::Strided { .. } => (0..known(batch.count())).map(|nth| nth * step).collect(),
        Batch::Offsets { .. } | Batch::Addresses { .. } => {
            (0..known(batch.count())).map(|_| random.below(30) as usize).collect()
        }
    };
    let len = starts.iter().max().expect("a block") + block;
    let data = (0..len).map(|_| if is_read { integer(random) } else { T::from_f64(f64::NAN) }).collect();
    Input { data, starts }
}

impl<T: Element> Case<T> {
    /// A multiplication of small random extents and gaps.
    fn new(random: &mut SplitMix, layouts: [Layout; 3], [alpha, beta]: [Factor; 2], batch: Batch) -> Self {
        let mut below = |limit| random.below(limit) as usize;
        let [m, n, k] = [1 + below(9), 1 + below(9), below(6)];
        let mut matrix = |layout, rows, columns| {
            let (contiguous, _) = Matrix { layout, ld: Stride::Runtime }.extents(rows, columns);
            Matrix { layout, ld: Stride::fixed(contiguous + below(3)) }
        };
        let (a, b, c) = (matrix(layouts[0], m, k), matrix(layouts[1], k, n), matrix(layouts[2], m, n));
        let (step_a, step_b) = (span(a, m, k) + below(3), span(b, k, n) + below(3));
        let batch = match batch {
            Batch::Strided { count, .. } => {
                Batch::Strided { count, a: Stride::fixed(step_a), b: Stride::fixed(step_b) }
            }
            other => other,
        };
        let spec =
            GemmSpec { types: T::DTYPE.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue: Chain::EMPTY };
        let is_read = alpha != Factor::Zero;
        let a_blocks = input(random, span(a, m, k), batch, step_a, is_read);
        let b_blocks = input(random, span(b, k, n), batch, step_b, is_read);
        let number =
            |factor: Factor, value: i64| (factor == Factor::Runtime).then(|| T::from_f64(value as f64));
        let numbers = Numbers { alpha: number(alpha, ALPHA), beta: number(beta, BETA), ..Numbers::default() };
        let mut case = Self {
            spec,
            numbers,
            a: a_blocks,
            b: b_blocks,
            c: vec![T::from_f64(GAP); span(c, m, n)],
            after: Vec::new(),
        };
        case.fill_c(random);
        case
    }

    /// Fills C, and works out what becomes of it.
    fn fill_c(&mut self, random: &mut SplitMix) {
        self.after = self.c.clone();
        for (i, j) in (0..self.spec.m).flat_map(|i| (0..self.spec.n).map(move |j| (i, j))) {
            let at = place(self.spec.c, i, j);
            let (before, beta) = match self.spec.beta {
                Factor::Zero => (T::from_f64(f64::NAN), 0),
                Factor::One => (integer(random), 1),
                Factor::Runtime => (integer(random), BETA),
            };
            self.c[at] = before;
            let kept = if beta == 0 { 0 } else { beta * before.to_f64() as i64 };
            self.after[at] = T::from_f64((self.product(i, j) + kept) as f64);
        }
    }

    fn product(&self, i: usize, j: usize) -> i64 {
        let alpha = match self.spec.alpha {
            Factor::Zero => return 0,
            Factor::One => 1,
            Factor::Runtime => ALPHA,
        };
        let value = |input: &Input<T>, at: usize| input.data[at].to_f64() as i64;
        let pairs = self.a.starts.iter().zip(&self.b.starts);
        let sum: i64 = pairs
            .flat_map(|pair| (0..self.spec.k).map(move |p| (pair, p)))
            .map(|((a, b), p)| {
                value(&self.a, a + place(self.spec.a, i, p)) * value(&self.b, b + place(self.spec.b, p, j))
            })
            .sum();
        alpha * sum
    }

    /// The same with every number left to run time.
    fn opened(&self) -> (GemmSpec, Numbers<T>) {
        let Self { mut spec, mut numbers, .. } = *self;
        let take = |stride: &mut Stride| std::mem::replace(stride, Stride::Runtime).known();
        numbers.lda = take(&mut spec.a.ld);
        numbers.ldb = take(&mut spec.b.ld);
        numbers.ldc = take(&mut spec.c.ld);
        match &mut spec.batch {
            Batch::Single => {}
            Batch::Strided { count, a, b } => {
                numbers.batch_count = take(count);
                numbers.batch_stride_a = take(a);
                numbers.batch_stride_b = take(b);
            }
            Batch::Offsets { count } | Batch::Addresses { count } => numbers.batch_count = take(count),
        }
        (spec, numbers)
    }
}

/// The blocks of an input, `data`, both ways that they are passed.
struct Given<'a, T> {
    data: &'a [T],
    origin: usize,
    offsets: Vec<i64>,
    slices: Addresses<'a, T>,
    pointers: Vec<*const T>,
}

impl<'a, T: Element> Given<'a, T> {
    fn new(data: &'a [T], starts: &[usize]) -> Self {
        let origin = data.len() / 2;
        let slices: Vec<&[T]> = starts.iter().map(|start| &data[*start..]).collect();
        Self {
            data,
            origin,
            offsets: starts.iter().map(|start| *start as i64 - origin as i64).collect(),
            slices: Addresses::new(&slices).unwrap(),
            pointers: slices.iter().map(|slice| slice.as_ptr()).collect(),
        }
    }

    fn blocks(&self, batch: Batch) -> Blocks<'_, T> {
        let Self { data, origin, .. } = *self;
        match batch {
            Batch::Single | Batch::Strided { .. } => Blocks::Strided(data),
            Batch::Offsets { .. } => Blocks::Offsets { data, origin, offsets: &self.offsets },
            Batch::Addresses { .. } => Blocks::Addresses(&self.slices),
        }
    }

    fn raw(&self, batch: Batch) -> RawBlocks<T> {
        match batch {
            Batch::Single | Batch::Strided { .. } => RawBlocks::Strided(self.data.as_ptr()),
            Batch::Offsets { .. } => RawBlocks::Offsets {
                origin: self.data.as_ptr().wrapping_add(self.origin),
                offsets: self.offsets.as_ptr(),
            },
            Batch::Addresses { .. } => RawBlocks::Addresses(self.pointers.as_ptr()),
        }
    }
}

/// Calls a handle in all three ways, with every operand at an end of its pages.
fn check<T: Element>(
    case: &Case<T>,
    gemm: &Gemm<T>,
    numbers: &Numbers<T>,
    flush: Flush,
    guarded: &mut [Guarded; 3],
) {
    let [a, b, c] = guarded.each_mut();
    let [a, b] = [(a, &case.a), (b, &case.b)].map(|(guarded, input)| {
        let data = guarded.slice::<T>(input.data.len(), flush);
        data.copy_from_slice(&input.data);
        Given::new(data, &input.starts)
    });
    let (c, batch) = (c.slice::<T>(case.c.len(), flush), case.spec.batch);
    let raw = [a.raw(batch), b.raw(batch)];
    type Call<'a, T> = &'a dyn Fn(&mut [T]) -> Result<(), CallError>;
    let slices: Call<'_, T> = &|c| gemm.call([a.blocks(batch), b.blocks(batch)], c, numbers);
    // SAFETY: the pointers are those of slices that hold all blocks, and C is borrowed.
    let checked: Call<'_, T> = &|c| unsafe { gemm.call_at(raw, c.as_mut_ptr(), numbers) };
    // SAFETY: as above; the other ways have just accepted the same arguments.
    let unchecked: Call<'_, T> = &|c| unsafe { gemm.call_unchecked(raw, c.as_mut_ptr(), numbers) };
    for (way, call) in [("call", slices), ("call_at", checked), ("call_unchecked", unchecked)] {
        c.copy_from_slice(&case.c);
        call(c).unwrap_or_else(|error| panic!("{way} of {}: {error}", gemm.spec()));
        assert_eq!(c, case.after, "{way} of {}, {flush:?}: {}", gemm.spec(), gemm.status());
    }
}

fn results_are_those_of_integers<T: Element>(test: &str) {
    let mut random = SplitMix::seeded(test, 1);
    let mut guarded = [(); 3].map(|()| Guarded::new(4096));
    let count = Stride::fixed(3);
    let any = Stride::fixed(0);
    let batches = [
        Batch::Single,
        Batch::Strided { count, a: any, b: any },
        Batch::Offsets { count },
        Batch::Addresses { count },
    ];
    let both = [Layout::ColumnMajor, Layout::RowMajor];
    let layouts = (0..8usize).map(|bits| [0, 1, 2].map(|nth| both[bits >> nth & 1]));
    let factors = Factor::ALL.map(|(factor, _)| factor);
    for layouts in layouts {
        for (batch, [alpha, beta]) in batches.into_iter().flat_map(|batch| {
            factors.into_iter().flat_map(move |alpha| factors.map(|beta| (batch, [alpha, beta])))
        }) {
            let case = Case::<T>::new(&mut random, layouts, [alpha, beta], batch);
            for (spec, numbers) in [(case.spec, case.numbers), case.opened()] {
                for gemm in handles(&spec) {
                    ENDS.into_iter().for_each(|flush| check(&case, &gemm, &numbers, flush, &mut guarded));
                }
            }
        }
    }
}

#[test]
fn results_in_fp32_are_those_of_integers() {
    results_are_those_of_integers::<f32>("results_in_fp32_are_those_of_integers");
}

#[test]
fn results_in_fp64_are_those_of_integers() {
    results_are_those_of_integers::<f64>("results_in_fp64_are_those_of_integers");
}

#[test]
fn operands_need_no_alignment() {
    let spec = GemmSpec { beta: Factor::Zero, ..tight::<f32>(2, 2, 2) };
    for gemm in handles::<f32>(&spec) {
        let (mut inputs, mut output) = ([0; 17], [9; 18]);
        for (bytes, value) in inputs[1..].chunks_exact_mut(4).zip([1.0f32, 2.0, 3.0, 4.0]) {
            bytes.copy_from_slice(&value.to_ne_bytes());
        }
        let blocks = [RawBlocks::Strided(inputs[1..].as_ptr().cast()); 2];
        // SAFETY: A and B are the 16 bytes after the first, C those between the first and the last.
        unsafe { gemm.call_at(blocks, output[1..].as_mut_ptr().cast(), &Numbers::default()) }.unwrap();
        let found = output[1..].chunks_exact(4).map(|bytes| f32::from_ne_bytes(bytes.try_into().unwrap()));
        assert_eq!(found.collect::<Vec<_>>(), [7.0, 10.0, 15.0, 22.0]);
        assert_eq!((output[0], output[17]), (9, 9));
    }
}

#[test]
fn threads_share_handles() {
    let spec = tight::<f32>(1, 1, 1);
    for gemm in handles::<f32>(&spec) {
        let results = std::thread::scope(|scope| {
            [1.0, 2.0, 3.0]
                .map(|value| {
                    let gemm = &gemm;
                    scope.spawn(move || {
                        let mut c = [1.0];
                        gemm.call([Blocks::Strided(&[value]); 2], &mut c, &Numbers::default()).unwrap();
                        c[0]
                    })
                })
                .map(|thread| thread.join().unwrap())
        });
        assert_eq!(results, [2.0, 5.0, 10.0]);
    }
}

#[test]
fn code_is_gone_with_its_handle() {
    let is_executable =
        |address: *const u8| region::query(address).is_ok_and(|region| region.is_executable());
    let is_gone = || {
        let gemm = Jit::host().unwrap().gemm::<f32>(&tight::<f32>(1, 1, 1), STRICT).unwrap();
        let Status::Generated { kernel: Some(kernel), .. } = gemm.status() else { panic!("no code") };
        let start = kernel.block().start().as_ptr();
        // The list of mappings is read in pieces, and other tests change it meanwhile.
        assert!((0..100).any(|_| is_executable(start)));
        drop(gemm);
        !is_executable(start)
    };
    // Another test's code may come where this was, but not every time.
    assert!((0..100).any(|_| is_gone()));
}

/// The product of small integers, a factor and a parameter of each call: exact in half precision, too.
#[test]
fn half_precision_is_computed_with_in_single_precision() {
    let half = |number: usize| F16::from_f64(number as f64);
    let epilogue = "scale(?)".parse().unwrap();
    let (alpha, beta) = (Factor::Runtime, Factor::Runtime);
    let spec = GemmSpec { alpha, beta, epilogue, ..tight::<F16>(5, 7, 3) };
    let a: Vec<F16> = (0..15).map(|nth| half(nth % 5)).collect();
    let b: Vec<F16> = (0..21).map(|nth| half(nth % 4)).collect();
    let before: Vec<F16> = (0..35).map(|nth| half(nth % 6)).collect();
    let mut numbers = Numbers { alpha: Some(half(3)), beta: Some(half(2)), ..Numbers::default() };
    numbers.parameters[0][0] = Some(F16::from_f64(0.5));
    for handle in handles::<F16>(&spec) {
        let mut c = before.clone();
        handle.call([Blocks::Strided(&a), Blocks::Strided(&b)], &mut c, &numbers).unwrap();
        for (nth, found) in c.iter().enumerate() {
            let (i, j) = (nth % 5, nth / 5);
            let product: usize = (0..3).map(|k| (i + 5 * k) % 5 * ((k + 3 * j) % 4)).sum();
            assert_eq!(found.to_f64(), (3 * product + 2 * (nth % 6)) as f64 / 2.0, "element {i}, {j}");
        }
    }
}

#[test]
fn handles_have_operands_of_one_type() {
    let mixed = Types { a: DType::F16, ..DType::F32.into() };
    let spec = GemmSpec { types: mixed, ..tight::<f32>(4, 4, 4) };
    let refused = jit().gemm::<f32>(&spec, STRICT).expect_err("a refusal");
    assert_eq!(refused, PlanError::DType { found: DType::F16, expected: DType::F32 });
    let refused = jit().gemm::<F16>(&tight::<f32>(4, 4, 4), STRICT).expect_err("a refusal");
    assert_eq!(refused, PlanError::DType { found: DType::F32, expected: DType::F16 });
}
