//! Specs: arguments, text, names, the exchanged form of multiplications, and which are refused.

use std::collections::HashMap;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::op::{BinaryOp, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    Added, Argument, Batch, BinarySpec, Chain, ChainSpec, ComplexSpec, Conjugation, ConvertSpec, Factor,
    Fold, GatherSpec, GemmSpec, GroupSpec, GroupedSpec, Indexed, Input, KernelSpec, LanewiseSpec, Layout,
    Lines, Matrix, Orientation, Overflow, ReduceSpec, Reduction, Regrouped, Slide, Spacing, Spread, Start,
    Stride, TernarySpec, UnarySpec, Weights, WindowSpec, Windowed,
};
use tensmith_core::{DType, Types};
use tensmith_tests::draw::Draw;
use tensmith_tests::ops::with_parameters;

const SPEC: GemmSpec = GemmSpec {
    types: Types::of(DType::F64),
    m: 2,
    n: 3,
    k: 4,
    a: Matrix::column_major(5),
    b: Matrix { layout: Layout::ColumnMajor, ld: Stride::Runtime },
    c: Matrix::row_major(7),
    alpha: Factor::Runtime,
    beta: Factor::Zero,
    batch: Batch::Strided { count: Stride::fixed(6), a: Stride::fixed(8), b: Stride::Runtime },
    epilogue: Chain::EMPTY,
};

fn names(spec: GemmSpec) -> String {
    KernelSpec::Gemm(spec).arguments().map(Argument::name).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_exchanged_spec_stores_every_operand_where_it_was() {
    let exchanged = SPEC.exchanged();
    assert_eq!((exchanged.m, exchanged.n, exchanged.k), (3, 2, 4));
    assert_eq!(exchanged.a, Matrix { layout: Layout::RowMajor, ld: Stride::Runtime });
    assert_eq!((exchanged.b, exchanged.c), (Matrix::row_major(5), Matrix::column_major(7)));
    assert_eq!(exchanged.exchanged(), SPEC);
    for (before, after) in KernelSpec::Gemm(SPEC).arguments().zip(["b", "a", "c", "lda", "batch_stride_a"]) {
        assert_eq!(before.exchanged().name(), after);
    }
}

#[test]
fn arguments_follow_what_is_left_to_run_time() {
    assert_eq!(names(SPEC), "a b c ldb batch_stride_b alpha");
    let count = Stride::Runtime;
    let offsets = GemmSpec { batch: Batch::Offsets { count }, beta: Factor::Runtime, ..SPEC };
    assert_eq!(names(offsets), "a b c ldb offsets_a offsets_b batch_count alpha beta");
    let addresses = GemmSpec { batch: Batch::Addresses { count: Stride::fixed(2) }, ..SPEC };
    assert_eq!(names(addresses), "addresses_a addresses_b c ldb alpha");
}

/// The specification with an epilogue.
fn with(epilogue: &str) -> GemmSpec {
    GemmSpec { epilogue: epilogue.parse().expect("a chain"), ..SPEC }
}

#[test]
fn links_take_their_operands_and_numbers_after_all_others() {
    let spec = with("relu,add(matrix/?),clamp(?,1),mul(row)");
    let arguments = "a b c operand1 operand3 ldb batch_stride_b alpha ld_operand1 parameter4";
    assert_eq!(names(spec), arguments);
    // C is row-major, and so is the matrix, whose rows of 3 are 3 apart.
    assert_eq!(with("add(matrix/3)").validate(), Ok(()));
    let error = |epilogue| with(epilogue).validate().expect_err("a refusal").to_string();
    let low = "ld_operand1 is 2: must be at least 3, the matrix's contiguous extent";
    assert_eq!(error("relu,add(matrix/2)"), low);
    let count = "add(matrix/?),clamp(?,?),add(matrix/?),clamp(?,?)";
    assert_eq!(with(count).validate(), Ok(()));
    let batch = Batch::Strided { count: Stride::Runtime, a: Stride::Runtime, b: Stride::Runtime };
    let many = GemmSpec { batch, beta: Factor::Runtime, ..with(count) };
    let error = many.validate().expect_err("a refusal").to_string();
    assert_eq!(error, "17 arguments: must be at most 16; fix what is left to run time");
}

#[test]
fn an_exchanged_epilogue_has_rows_for_columns() {
    let exchanged = with("add(row),relu,sub(column,x),mul(matrix/9)").exchanged();
    assert_eq!(exchanged.epilogue.to_string(), "add(column),relu,sub(row,x),mul(matrix/9)");
}

#[test]
fn bad_fields_are_named() {
    let error = |spec: GemmSpec| spec.validate().expect_err("a refusal").to_string();
    assert_eq!(SPEC.validate(), Ok(()));
    assert_eq!(GemmSpec { k: 0, ..SPEC }.validate(), Ok(()));
    assert_eq!(error(GemmSpec { m: 0, ..SPEC }), "m is 0: must be at least 1");
    assert_eq!(error(GemmSpec { n: 0, ..SPEC }), "n is 0: must be at least 1");
    let low = GemmSpec { c: Matrix::row_major(2), ..SPEC };
    assert_eq!(error(low), "ldc is 2: must be at least 3, the matrix's contiguous extent");
    // Inputs may overlap, unless they are matrices of their own.
    let windows = GemmSpec { a: Matrix::column_major(1), b: Matrix::row_major(1), ..SPEC };
    assert_eq!(windows.validate(), Ok(()));
    let apart = windows.validate_apart().expect_err("a refusal").to_string();
    assert!(apart.starts_with("lda is 1: must be at least"), "{apart}");
    let low = GemmSpec { b: Matrix::column_major(0), ..SPEC };
    assert_eq!(error(low), "ldb is 0: must be at least 1, the matrix's contiguous extent");
    let none = Stride::fixed(0);
    for batch in [Batch::Offsets { count: none }, Batch::Addresses { count: none }] {
        assert_eq!(error(GemmSpec { batch, ..SPEC }), "batch count is 0: must be at least 1");
    }
    let wide = Batch::Strided { count: Stride::fixed(2), a: Stride::fixed(usize::MAX), b: none };
    assert!(error(GemmSpec { batch: wide, ..SPEC }).starts_with("a spans more than"));
}

#[test]
fn text_names_what_differs_from_the_plain_product() {
    let text = "brgemm f64 2x3x4 a=col/5 b=col/? c=row/7 alpha=? beta=0 batch=6 blocks=8,?";
    assert_eq!(SPEC.to_string(), text);
    let plain = GemmSpec { alpha: Factor::One, beta: Factor::One, batch: Batch::Single, ..SPEC };
    assert_eq!(plain.to_string(), "gemm f64 2x3x4 a=col/5 b=col/? c=row/7");
    let offsets = GemmSpec { batch: Batch::Offsets { count: Stride::Runtime }, ..plain };
    assert_eq!(offsets.to_string(), "brgemm f64 2x3x4 a=col/5 b=col/? c=row/7 batch=? blocks=offsets");
}

#[test]
fn elementwise_specs_say_what_they_take() {
    let clamp = UnaryOp::clamp(Parameter::fixed(-1.0), Parameter::Runtime);
    let (input, ld_out) = (Input::Matrix(Stride::Runtime), Stride::fixed(2));
    let orientation = Orientation::Same;
    let unary = UnarySpec { dtype: DType::F32, op: clamp, m: 2, n: 3, input, ld_out, orientation };
    assert_eq!(
        described(KernelSpec::Unary(unary)),
        "unary clamp(-1.0,?) f32 2x3 in=?: in out ld_in parameter1"
    );
    let row = UnarySpec { op: UnaryOp::identity(), input: Input::Row(Stride::Runtime), ..unary };
    assert_eq!(described(KernelSpec::Unary(row)), "unary identity f32 2x3 in=row/?: in out ld_in");
    let turned = UnarySpec { orientation: Orientation::Transposed, ld_out: Stride::fixed(3), ..row };
    let error = turned.validate().expect_err("a refusal").to_string();
    assert_eq!(
        error,
        "in is a column, a row or one element: must be a matrix where indices are exchanged or paired"
    );
    let rotated = UnarySpec {
        op: UnaryOp::identity(),
        m: 4,
        input: Input::Matrix(Stride::fixed(5)),
        ld_out: Stride::fixed(4),
        orientation: Orientation::Rotated,
        ..unary
    };
    assert_eq!(described(KernelSpec::Unary(rotated)), "unary identity f32 4x3 in=5 order=rotated: in out");
    let refused = |spec: UnarySpec| spec.validate().expect_err("a refusal").to_string();
    assert_eq!(
        refused(UnarySpec { m: 3, ..rotated }),
        "m is 3: must be even, as rows are parts of complex numbers"
    );
    assert_eq!(
        refused(UnarySpec { op: UnaryOp::relu(), ..rotated }),
        "op has rows as parts of complex numbers: only the identity on one type may"
    );
    assert_eq!(refused(UnarySpec { input: Input::Column, ..rotated }), error);
    let (in0, in1) = (Input::Row(Stride::Runtime), Input::Column);
    let binary = BinarySpec { dtype: DType::F64, op: BinaryOp::sub(), m: 2, n: 3, in0, in1, ld_out };
    let described = described(KernelSpec::Binary(binary));
    assert_eq!(described, "binary sub f64 2x3 in0=row/? in1=column: in0 in1 out ld_in0");
    let ternary = TernarySpec {
        dtype: DType::F64,
        op: TernaryOp::select(),
        m: 2,
        n: 3,
        in0,
        in1,
        in2: Input::Matrix(Stride::Runtime),
        ld_out: Stride::Runtime,
    };
    let text =
        "ternary select f64 2x3 in0=row/? in1=column in2=? out=?: in0 in1 in2 out ld_in0 ld_in2 ld_out";
    assert_eq!(self::described(KernelSpec::Ternary(ternary)), text);
    let tight = TernarySpec { in2: Input::Matrix(Stride::fixed(1)), ..ternary };
    let error = tight.validate().expect_err("a refusal").to_string();
    assert_eq!(error, "ld_in2 is 1: must be at least 2, the matrix's contiguous extent");
    let repeated = BinarySpec { in1: Input::Row(Stride::fixed(0)), ..binary };
    let error = repeated.validate().expect_err("a refusal").to_string();
    assert_eq!(error, "ld_in1 is 0: must be at least 1, the matrix's contiguous extent");
}

#[test]
fn chains_say_what_they_take() {
    let chain = "add(column),clamp(0.0,?),sub(matrix/?,x)".parse().expect("a chain");
    let (input, ld_out) = (Input::Row(Stride::Runtime), Stride::fixed(2));
    let spec = ChainSpec { dtype: DType::F32, chain, m: 2, n: 3, input, ld_out };
    let links = "add(column),clamp(0.0,?),sub(matrix/?,x)";
    let arguments = "in operand0 operand2 out ld_in ld_operand2 parameter3";
    assert_eq!(
        described(KernelSpec::Chain(spec)),
        format!("chain f32 2x3 links={links} in=row/?: {arguments}")
    );
    let error = |spec: ChainSpec| spec.validate().expect_err("a refusal").to_string();
    let rule = "must be at least 2, the matrix's contiguous extent";
    assert_eq!(error(ChainSpec { ld_out: Stride::fixed(1), ..spec }), format!("ld_out is 1: {rule}"));
    let tight = "add(matrix/1)".parse().expect("a chain");
    assert_eq!(error(ChainSpec { chain: tight, ..spec }), format!("ld_operand0 is 1: {rule}"));
    assert_eq!(error(ChainSpec { m: 0, ..spec }), "m is 0: must be at least 1");
}

#[test]
fn conversions_say_what_they_take() {
    let (ld_in, ld_out) = (Stride::Runtime, Stride::fixed(5));
    let (from, to, orientation) = (DType::F64, DType::F32, Orientation::Same);
    let spec = ConvertSpec { from, to, m: 4, n: 3, ld_in, ld_out, orientation };
    assert_eq!(described(KernelSpec::Convert(spec)), "convert f64->f32 4x3 in=? out=5: in out ld_in");
    let paired =
        ConvertSpec { orientation: Orientation::Conjugated, ..spec }.validate().expect_err("a refusal");
    assert_eq!(
        paired.to_string(),
        "order has rows as parts of complex numbers: only the identity on one type may"
    );
    let turned = ConvertSpec { to: DType::F16, orientation: Orientation::Transposed, ..spec };
    assert_eq!(
        described(KernelSpec::Convert(turned)),
        "convert f64->f16 4x3 in=? order=transposed out=5: in out ld_in"
    );
    assert_eq!(turned.validate(), Ok(()));
    let same =
        ConvertSpec { from: DType::F16, to: DType::F16, ..spec }.validate().expect_err("nothing to do");
    assert_eq!(same.to_string(), "to is f16: must be f32, f64 or bf16");
    let wide = ConvertSpec { m: 1 << 44, ld_in: Stride::Runtime, ld_out: Stride::Runtime, n: 1, ..spec };
    let error = wide.validate().expect_err("8 bytes an element").to_string();
    assert!(error.starts_with("in spans more than"), "{error}");
    assert_eq!(ConvertSpec { m: (1 << 44) - 1, ..wide }.validate(), Ok(()));
}

#[test]
fn reductions_say_what_they_take() {
    let (ld_in, start) = (Stride::Runtime, Start::Output);
    let (reduction, lines) = (Reduction::Fold(Fold::SumOfSquares, start), Lines::Columns);
    let sum = ReduceSpec { dtype: DType::F32, reduction, lines, m: 2, n: 3, ld_in };
    assert_eq!((sum.count(), sum.length()), (3, 2));
    let text = "reduce sum_of_squares f32 2x3 in=? start=out: in out ld_in";
    assert_eq!(described(KernelSpec::Reduce(sum)), text);
    let reduction = Reduction::Dot { ld_in1: Stride::Runtime, start: Start::Nothing };
    let dot = ReduceSpec { reduction, lines: Lines::Rows, ..sum };
    assert_eq!((dot.count(), dot.length()), (2, 3));
    let text = "reduce dot f32 2x3 lines=rows in=? in1=?: in0 in1 out ld_in0 ld_in1";
    assert_eq!(described(KernelSpec::Reduce(dot)), text);
    let error = |spec: ReduceSpec| spec.validate().expect_err("a refusal").to_string();
    assert_eq!(error(ReduceSpec { n: 0, ..sum }), "n is 0: must be at least 1");
    let short = Reduction::Dot { ld_in1: Stride::fixed(1), start };
    let (rule, ld_in) = ("must be at least 2, the matrix's contiguous extent", Stride::fixed(1));
    assert_eq!(error(ReduceSpec { reduction: short, ..sum }), format!("ld_in1 is 1: {rule}"));
    assert_eq!(error(ReduceSpec { ld_in, ..sum }), format!("ld_in is 1: {rule}"));
    let long = ReduceSpec { reduction: Reduction::ArgMax, m: 1 << 31, ..sum };
    let rule = "m is 2147483648: must be at most 2139095036, the most elements whose places are told apart";
    assert_eq!(error(long), rule);
    assert_eq!(ReduceSpec { lines: Lines::Rows, ..long }.validate(), Ok(()));
}

#[test]
fn multiplications_in_lanes_say_what_they_take() {
    let spec = LanewiseSpec::tight(DType::F32, [2, 3, 4], 5, Start::Output);
    let text = "lanewise f32 2x3x4x5 start=out: a b c";
    assert_eq!(described(KernelSpec::Lanewise(spec)), text);
    assert_eq!(spec.validate(), Ok(()));
    let error = |spec: LanewiseSpec| spec.validate().expect_err("a refusal").to_string();
    for (spec, field) in [
        (LanewiseSpec { count: 0, ..spec }, "count"),
        (LanewiseSpec { m: 0, ..spec }, "m"),
        (LanewiseSpec { n: 0, ..spec }, "n"),
        (LanewiseSpec { k: 0, ..spec }, "k"),
    ] {
        assert_eq!(error(spec), format!("{field} is 0: must be at least 1"));
    }
    let spaced = |rows, columns| LanewiseSpec { c: Spacing { rows, columns }, ..spec };
    let apart = "so that the elements lie apart";
    assert_eq!(error(spaced(15, 4)), format!("c.columns is 4: must be at least 5, {apart}"));
    assert_eq!(error(spaced(14, 5)), format!("c.rows is 14: must be at least 15, {apart}"));
    assert_eq!(error(spaced(5, 9)), format!("c.columns is 9: must be at least 10, {apart}"));
    assert_eq!(spaced(5, 10).validate(), Ok(()));
    let column = LanewiseSpec { n: 1, c: Spacing { rows: 5, columns: 0 }, ..spec };
    assert_eq!(column.validate(), Ok(()), "the columns of one column are nowhere else");
    let (a, b) = (Spacing { rows: 0, columns: 1 }, Spacing { rows: 1 << 44, columns: 0 });
    assert_eq!(LanewiseSpec { a, ..spec }.validate(), Ok(()), "inputs may overlap");
    assert!(error(LanewiseSpec { b, ..spec }).starts_with("b spans more than"));
}

#[test]
fn multiplications_of_complex_numbers_say_what_they_take() {
    let spec = ComplexSpec::column_major(DType::F64, [2, 3, 4]);
    let spec = ComplexSpec { conjugation: Conjugation::Both, start: Start::Output, ..spec };
    let text = "complex c128 2x3x4 conjugate=both start=out: a b c";
    assert_eq!(described(KernelSpec::Complex(spec)), text);
    assert_eq!(spec.validate(), Ok(()));
    let across = ComplexSpec { c: Matrix::row_major(3), ..spec };
    let rule =
        "must be column-major or row-major as c is, so that both are contiguous along the same direction";
    assert_eq!(
        across.validate().expect_err("a refusal").to_string(),
        format!("b is stored across c: {rule}")
    );
}

#[test]
fn multiplications_of_integers_say_what_they_take() {
    let spec = GroupedSpec::column_major(DotTypes::I8U8, [2, 3, 8]);
    let spec = GroupedSpec { start: Start::Output, added: Added::Row, ..spec };
    assert_eq!(described(KernelSpec::Grouped(spec)), "grouped i8,u8 2x3x8 start=out add=row: a b c operand0");
    assert_eq!(spec.validate(), Ok(()));
    let ragged = GroupedSpec { k: 10, ..spec };
    assert_eq!(
        ragged.validate().expect_err("a refusal").to_string(),
        "k is 10: must be a multiple of 4, the elements of a group; zeros fill one up"
    );
    let long = GroupedSpec::column_major(DotTypes::I8U8, [2, 3, 65_796]);
    assert_eq!(
        long.validate().expect_err("a refusal").to_string(),
        "k is 65796: must be at most 65793, or sums may have no room in 32 bits; `overflow=wraps` allows that"
    );
    let group = GroupSpec::dense(Regrouped::Signed, [5, 3], Layout::ColumnMajor);
    assert_eq!(described(KernelSpec::Group(group)), "group i8->i16 5x3: in out");
}

#[test]
fn moved_columns_say_what_they_take() {
    let (ld_in, ld_out) = (Stride::Runtime, Stride::fixed(5));
    let gather = GatherSpec { dtype: DType::F32, indexed: Indexed::Input, m: 4, n: 3, ld_in, ld_out };
    let scatter = GatherSpec { indexed: Indexed::Output, ..gather };
    let arguments = "f32 4x3 in=? out=5: in indices out ld_in";
    assert_eq!(described(KernelSpec::Gather(gather)), format!("gather {arguments}"));
    assert_eq!(described(KernelSpec::Gather(scatter)), format!("scatter {arguments}"));
    let error = |spec: GatherSpec| spec.validate().expect_err("a refusal").to_string();
    assert_eq!(error(GatherSpec { m: 0, ..gather }), "m is 0: must be at least 1");
    let short = "ld_out is 3: must be at least 4, the matrix's contiguous extent";
    assert_eq!(error(GatherSpec { ld_out: Stride::fixed(3), ..gather }), short);
    assert!(error(GatherSpec { n: 1 << 45, ..scatter }).starts_with("in spans more than"));
}

/// The text of a spec and the names of its arguments.
fn described(spec: KernelSpec) -> String {
    let names: Vec<_> = spec.arguments().map(Argument::name).collect();
    format!("{spec}: {}", names.join(" "))
}

#[test]
fn names_say_what_differs_from_the_usual() {
    let name = |spec: KernelSpec| spec.name().to_string();
    let (a, b, c) = (Matrix::column_major(16), Matrix::column_major(64), Matrix::column_major(16));
    let (alpha, beta, batch, epilogue) = (Factor::One, Factor::Zero, Batch::Single, Chain::EMPTY);
    let plain =
        GemmSpec { types: DType::F32.into(), m: 16, n: 6, k: 64, a, b, c, alpha, beta, batch, epilogue };
    let target = tensmith_core::Target::named("neoverse-v2").expect("a core");
    let spec = KernelSpec::Gemm(plain);
    assert_eq!(target.kernel_name(&spec).to_string(), "gemm_f32_16x6x64_nn_neoverse-v2");
    let factors = GemmSpec { alpha: Factor::Runtime, beta: Factor::One, ..plain };
    assert_eq!(name(KernelSpec::Gemm(factors)), "gemm_f32_16x6x64_nn_alphax_beta1");
    let gaps = GemmSpec { b: Matrix { layout: Layout::RowMajor, ld: Stride::Runtime }, ..plain };
    assert_eq!(name(KernelSpec::Gemm(gaps)), "gemm_f32_16x6x64_nt_ld16_x_16");
    let rows = GemmSpec { c: Matrix::row_major(6), ..plain };
    assert_eq!(name(KernelSpec::Gemm(rows)), "gemm_f32_16x6x64_nnt");
    let fused = GemmSpec { epilogue: "add(column),relu".parse().expect("a chain"), ..plain };
    // FNV-1a of the text, computed elsewhere.
    assert_eq!(name(KernelSpec::Gemm(fused)), "gemm_f32_16x6x64_nn_add_relu_dbafd90a3e672df7");
    let (input, ld_out, orientation) =
        (Input::Matrix(Stride::fixed(5)), Stride::fixed(7), Orientation::Transposed);
    let turned =
        UnarySpec { dtype: DType::F64, op: UnaryOp::identity(), m: 5, n: 7, input, ld_out, orientation };
    assert_eq!(name(KernelSpec::Unary(turned)), "identity_transposed_f64_5x7");
    let sum = Reduction::Fold(Fold::Sum, Start::Output);
    let sum = ReduceSpec {
        dtype: DType::F32,
        reduction: sum,
        lines: Lines::Rows,
        m: 2,
        n: 3,
        ld_in: Stride::fixed(4),
    };
    assert_eq!(name(KernelSpec::Reduce(sum)), "sum_rows_f32_2x3_ld4_beta1");
}

#[test]
fn no_two_specs_have_the_same_name() {
    let mut draw = Draw::seeded("no_two_specs_have_the_same_name", 28);
    let mut named: HashMap<String, KernelSpec> = HashMap::new();
    for _ in 0..20_000 {
        let dtype = draw.one_of(&[DType::F32, DType::F64]);
        let spec = draw.spec(dtype);
        let spec = draw.with_any_epilogue(spec);
        let spec = KernelSpec::Gemm(draw.left_to_run_time(spec));
        let other = *named.entry(spec.name().to_string()).or_insert(spec);
        assert_eq!(other, spec, "{}", spec.name());
    }
    for spec in others() {
        let other = *named.entry(spec.name().to_string()).or_insert(spec);
        assert_eq!(other, spec, "{}", spec.name());
    }
    let is_word = |name: &str| name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
    assert!(named.keys().all(|name| is_word(name)));
}

/// Kernels that are no multiplications, with each of their fields varied.
fn others() -> Vec<KernelSpec> {
    let dtypes = [DType::F32, DType::F64];
    let extents = [(2, 3), (3, 2), (2, 2)];
    let lds = [2, 3, 5].map(Stride::fixed).into_iter().chain([Stride::Runtime]);
    let inputs: Vec<Input> = lds.clone().flat_map(|ld| [Input::Matrix(ld), Input::Row(ld)]).collect();
    let inputs = [&inputs[..], &[Input::Column, Input::Scalar]].concat();
    let mut all = Vec::new();
    for ((dtype, (m, n)), ld) in product(product(dtypes, extents), lds.clone()) {
        for (input, parameter) in
            product(inputs.clone(), [Parameter::fixed(0.0), Parameter::fixed(-0.0), Parameter::Runtime])
        {
            let unary = with_parameters(UnaryOp::ALL, [parameter, Parameter::fixed(1.0)]);
            for (op, orientation) in product(unary, [Orientation::Same, Orientation::Transposed]) {
                all.push(KernelSpec::Unary(UnarySpec { dtype, op, m, n, input, ld_out: ld, orientation }));
            }
        }
        for (in0, in1) in product(inputs.clone(), inputs.clone()) {
            for op in with_parameters(BinaryOp::ALL, [Parameter::Runtime; 2]) {
                all.push(KernelSpec::Binary(BinarySpec { dtype, op, m, n, in0, in1, ld_out: ld }));
            }
            let op = TernaryOp::select();
            let in2 = Input::Matrix(Stride::fixed(2));
            all.push(KernelSpec::Ternary(TernarySpec { dtype, op, m, n, in0, in1, in2, ld_out: ld }));
        }
        for (other, indexed) in product(lds.clone(), [Indexed::Input, Indexed::Output]) {
            for from in DType::ALL.into_iter().filter(|from| *from != dtype) {
                let orientation = Orientation::Same;
                let convert = ConvertSpec { from, to: dtype, m, n, ld_in: ld, ld_out: other, orientation };
                all.push(KernelSpec::Convert(convert));
            }
            all.push(KernelSpec::Gather(GatherSpec { dtype, indexed, m, n, ld_in: ld, ld_out: other }));
        }
        for (lines, start) in product([Lines::Columns, Lines::Rows], [Start::Nothing, Start::Output]) {
            let folds = Fold::ALL.map(|(fold, _)| Reduction::Fold(fold, start));
            let dots = lds.clone().map(|ld_in1| Reduction::Dot { ld_in1, start });
            for reduction in folds.into_iter().chain(dots).chain([Reduction::ArgMax]) {
                all.push(KernelSpec::Reduce(ReduceSpec { dtype, reduction, lines, m, n, ld_in: ld }));
            }
        }
        let weights = [([0, 9], Spread::Lanes), ([9, 0], Spread::Lanes), ([9, 0], Spread::Single)];
        let products = weights.map(|(taps, spread)| Windowed::Products(Weights { taps, spread }));
        let folds = Fold::ALL.map(|(fold, _)| Windowed::Fold(fold));
        let distances = [[9, 0, 0], [0, 9, 0], [0, 0, 9], [9, 9, 9]];
        for ([window, row, tap], windowed) in product(distances, folds.into_iter().chain(products)) {
            for (start, taps) in product([Start::Nothing, Start::Output], [[3, 2], [2, 3]]) {
                let (slide, ld_out) = (Slide { window, taps: [row, tap] }, ld.known().unwrap_or(9));
                let (windows, count) = (m, n);
                all.extend(["", "relu", "add(row)"].map(|links| {
                    let epilogue = links.parse().expect("a chain");
                    let spec =
                        WindowSpec { dtype, windowed, windows, taps, count, slide, ld_out, start, epilogue };
                    KernelSpec::Window(spec)
                }));
            }
        }
        let complex = ComplexSpec::column_major(dtype, [m, n, 4]);
        let conjugated = Conjugation::ALL.map(|(conjugation, _)| ComplexSpec { conjugation, ..complex });
        all.extend(conjugated.map(KernelSpec::Complex));
        let row = Matrix::row_major(ld.known().unwrap_or(9));
        all.extend(
            [
                ComplexSpec { start: Start::Output, ..complex },
                ComplexSpec { b: row, ..complex },
                ComplexSpec { b: row, c: row, ..complex },
            ]
            .map(KernelSpec::Complex),
        );
        if dtype == DType::F32 {
            let grouped = GroupedSpec::column_major(DotTypes::U8I8, [m, n, 8]);
            let (of_b, overflow) = (Matrix::row_major(ld.known().unwrap_or(9)), Overflow::Wraps);
            all.extend(
                [
                    GroupedSpec { overflow, ..grouped },
                    GroupedSpec { start: Start::Output, ..grouped },
                    GroupedSpec { added: Added::Column, ..grouped },
                    GroupedSpec { added: Added::Row, ..grouped },
                    GroupedSpec { b: of_b, ..grouped },
                    GroupedSpec { b: of_b, c: of_b, ..grouped },
                ]
                .map(KernelSpec::Grouped),
            );
            all.extend(DotTypes::ALL.iter().map(|types| {
                KernelSpec::Grouped(GroupedSpec { overflow, ..GroupedSpec::column_major(*types, [m, n, 4]) })
            }));
            for (change, layout) in
                product(Regrouped::ALL.map(|(change, _)| change), [Layout::ColumnMajor, Layout::RowMajor])
            {
                let group = GroupSpec::dense(change, [m, n], layout);
                all.extend(
                    [group, GroupSpec { ld_out: Stride::fixed(1000), ..group }].map(KernelSpec::Group),
                );
            }
        }
        let lanewise = LanewiseSpec::tight(dtype, [m, n, 4], 5, Start::Nothing);
        let a = Spacing { rows: ld.known().unwrap_or(9), columns: 1 };
        all.extend([lanewise, LanewiseSpec { a, ..lanewise }].map(KernelSpec::Lanewise));
    }
    all
}

/// Every pair.
fn product<A: Clone, B>(
    first: impl IntoIterator<Item = A>,
    second: impl IntoIterator<Item = B> + Clone,
) -> impl Iterator<Item = (A, B)> {
    first.into_iter().flat_map(move |a| second.clone().into_iter().map(move |b| (a.clone(), b)))
}

#[test]
fn a_stride_is_what_it_was_made_of_and_takes_one_word() {
    for elements in [0, 1, 40, usize::MAX / 2, usize::MAX - 1] {
        assert_eq!(Stride::fixed(elements).known(), Some(elements));
    }
    assert_eq!(Stride::fixed(usize::MAX), Stride::fixed(usize::MAX - 1));
    assert_eq!(Stride::Runtime.known(), None);
    assert_eq!(size_of::<Stride>(), size_of::<usize>());
}

#[test]
fn a_parameter_is_what_it_was_made_of_and_takes_one_word() {
    let numbers = [0.0, -0.0, 0.1, -1.5, f64::MIN_POSITIVE, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    for number in numbers {
        let Parameter::Fixed(fixed) = Parameter::fixed(number) else { panic!("{number} is known") };
        assert_eq!(fixed.get().to_bits(), number.to_bits());
    }
    // Of all NaNs, there is one.
    for bits in [u64::MAX, u64::MAX - 1, (-f64::NAN).to_bits(), 0x7ff0_0000_0000_0001] {
        assert_eq!(Parameter::fixed(f64::from_bits(bits)), Parameter::fixed(f64::NAN));
    }
    assert_eq!(size_of::<Parameter>(), size_of::<f64>());
}
