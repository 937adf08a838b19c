//! Specifications as text: what prints parses back, for every kind, and what is wrong is said.

use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::op::{BinaryOp, Op, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    Added, Batch, BinarySpec, Chain, ChainSpec, ComplexSpec, Conjugation, ConvertSpec, Factor, Fold,
    GatherSpec, GemmSpec, GroupSpec, GroupedSpec, Indexed, Input, KernelSpec, KindText, LanewiseSpec, Layout,
    Lines, Matrix, Moved, Orientation, Overflow, Pairing, Parameter, PermuteSpec, ReduceSpec, Reduction,
    Regrouped, SeriesSpec, Slide, Spacing, Spread, Start, Stride, TernarySpec, UnarySpec, Weights,
    WindowSpec, Windowed,
};
use tensmith_core::{DType, Types};
use tensmith_tests::draw::Draw;
use tensmith_tests::ops::with_parameters;

/// Some number, usual or not, in the range of valid ones or far beyond.
fn number(draw: &mut Draw) -> usize {
    match draw.below(8) {
        0 => draw.one_of(&[0, 1, usize::MAX - 1, 1 << 47]),
        _ => draw.below(9),
    }
}

fn numbers<const N: usize>(draw: &mut Draw) -> [usize; N] {
    [(); N].map(|()| number(draw))
}

fn stride(draw: &mut Draw) -> Stride {
    if draw.below(4) == 0 { Stride::Runtime } else { Stride::fixed(number(draw)) }
}

fn input(draw: &mut Draw) -> Input {
    let ld = stride(draw);
    draw.one_of(&[Input::Matrix(ld), Input::Matrix(ld), Input::Row(ld), Input::Column, Input::Scalar])
}

fn parameter(draw: &mut Draw) -> Parameter {
    let numbers = [0.0, -0.0, 0.1, 1e300, 5e-324, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    if draw.below(4) == 0 { Parameter::Runtime } else { Parameter::fixed(draw.one_of(&numbers)) }
}

fn op<const INPUTS: usize>(
    all: &[&'static tensmith_core::kernel::op::Operation<INPUTS>],
    draw: &mut Draw,
) -> Op<INPUTS> {
    let parameters = [parameter(draw), parameter(draw)];
    draw.one_of(&with_parameters(all, parameters))
}

fn chain(draw: &mut Draw) -> Chain {
    let links = [
        "relu",
        "clamp(0.5,?)",
        "add(column)",
        "sub(matrix/?,x)",
        "mul(matrix/9)",
        "max(scalar)",
        "div(row,x)",
    ];
    let count = draw.below(5);
    let words: Vec<&str> = (0..count).map(|_| draw.one_of(&links)).collect();
    words.join(",").parse().expect("a chain")
}

fn matrix(draw: &mut Draw, rows: usize, columns: usize) -> Matrix {
    let layout = draw.one_of(&[Layout::ColumnMajor, Layout::RowMajor]);
    let tight = Matrix { layout, ld: Stride::Runtime }.extents(rows, columns).0;
    let other = stride(draw);
    Matrix { layout, ld: draw.one_of(&[Stride::fixed(tight), other]) }
}

/// One type, or any of each.
fn types(draw: &mut Draw) -> Types {
    let [a, b, accumulator, output] = [(); 4].map(|()| draw.one_of(&DType::ALL));
    draw.one_of(&[Types::of(a), Types { a, b, accumulator, output }])
}

fn gemm(draw: &mut Draw) -> GemmSpec {
    let types = types(draw);
    let [m, n, k] = numbers(draw);
    let (a, b, c) = (matrix(draw, m, k), matrix(draw, k, n), matrix(draw, m, n));
    let factors = [Factor::Zero, Factor::One, Factor::Runtime];
    let (alpha, beta, epilogue) = (draw.one_of(&factors), draw.one_of(&factors), chain(draw));
    GemmSpec { types, m, n, k, a, b, c, alpha, beta, batch: Batch::Single, epilogue }
}

fn brgemm(draw: &mut Draw) -> GemmSpec {
    let spec = gemm(draw);
    let (count, a, b) = (stride(draw), stride(draw), stride(draw));
    let dense = |matrix: Matrix, rows, columns| {
        let ld = matrix.ld.known().unwrap_or(1);
        Stride::fixed(ld.saturating_mul(matrix.extents(rows, columns).1))
    };
    let [one, other] = [dense(spec.a, spec.m, spec.k), dense(spec.b, spec.k, spec.n)];
    let dense = Batch::Strided { count, a: one, b: other };
    let batches =
        [dense, Batch::Strided { count, a, b }, Batch::Offsets { count }, Batch::Addresses { count }];
    GemmSpec { batch: draw.one_of(&batches), ..spec }
}

fn series(draw: &mut Draw) -> SeriesSpec {
    let epilogue = draw.one_of(&["", "relu", "relu,clamp(?,1.0)"]).parse().expect("a chain");
    let (count, steps) = (number(draw), numbers(draw));
    SeriesSpec::new(GemmSpec { epilogue, ..gemm(draw) }, count, steps).expect("a series")
}

fn window(draw: &mut Draw) -> WindowSpec {
    let dtype = draw.one_of(&[DType::F32, DType::F64]);
    let [windows, count, ld_out, window] = numbers(draw);
    let spread = draw.one_of(&[Spread::Lanes, Spread::Single]);
    let (fold, weights) =
        (Windowed::Fold(draw.one_of(&Fold::ALL).0), Weights { taps: numbers(draw), spread });
    let windowed = draw.one_of(&[fold, Windowed::Products(weights)]);
    let (taps, slide) = (numbers(draw), Slide { window, taps: numbers(draw) });
    let start = draw.one_of(&[Start::Nothing, Start::Output]);
    WindowSpec { dtype, windowed, windows, taps, count, slide, ld_out, start, epilogue: chain(draw) }
}

fn reduce(draw: &mut Draw) -> ReduceSpec {
    let (dtype, [m, n]) = (draw.one_of(&[DType::F32, DType::F64]), numbers(draw));
    let start = draw.one_of(&[Start::Nothing, Start::Output]);
    let fold = Reduction::Fold(draw.one_of(&Fold::ALL).0, start);
    let ld_in1 = stride(draw);
    let reduction = draw.one_of(&[fold, Reduction::Dot { ld_in1, start }, Reduction::ArgMax]);
    let (lines, other) = (draw.one_of(&[Lines::Columns, Lines::Rows]), stride(draw));
    ReduceSpec { dtype, reduction, lines, m, n, ld_in: draw.one_of(&[Stride::fixed(m), other]) }
}

/// A specification of a kind, valid or not.
fn spec(kind: &str, draw: &mut Draw) -> KernelSpec {
    let dtype = draw.one_of(&[DType::F32, DType::F64]);
    let [m, n] = numbers(draw);
    let other = stride(draw);
    let ld_out = draw.one_of(&[Stride::fixed(m), Stride::fixed(n), other]);
    let ld_in = draw.one_of(&[Stride::fixed(m), other]);
    let (in0, in1, in2) = (input(draw), input(draw), input(draw));
    let gather = |indexed| GatherSpec { dtype, indexed, m, n, ld_in, ld_out };
    match kind {
        "gemm" => gemm(draw).into(),
        "brgemm" => brgemm(draw).into(),
        "series" => series(draw).into(),
        "lanewise" => {
            let start = draw.one_of(&[Start::Nothing, Start::Output]);
            let ([k, count], [rows, columns]) = (numbers(draw), numbers(draw));
            let dense = LanewiseSpec::tight(dtype, [m, n, k], count, start);
            draw.one_of(&[dense, LanewiseSpec { b: Spacing { rows, columns }, ..dense }]).into()
        }
        "complex" => {
            let (conjugation, start) =
                (draw.one_of(&Conjugation::ALL).0, draw.one_of(&[Start::Nothing, Start::Output]));
            let [k] = numbers(draw);
            let (a, b, c) = (matrix(draw, m, k), matrix(draw, k, n), matrix(draw, m, n));
            ComplexSpec { part: dtype, m, n, k, a, b, c, conjugation, start }.into()
        }
        "grouped" => {
            let types = draw.one_of(DotTypes::ALL);
            let (start, added) = (draw.one_of(&[Start::Nothing, Start::Output]), draw.one_of(&Added::ALL));
            let overflow = draw.one_of(&[Overflow::Refused, Overflow::Wraps]);
            let [k] = numbers(draw);
            let groups = GroupedSpec::column_major(types, [m, n, k]).groups();
            let (a, b, c) = (matrix(draw, m, groups), matrix(draw, groups, n), matrix(draw, m, n));
            GroupedSpec { types, m, n, k, a, b, c, start, added, overflow }.into()
        }
        "group" => {
            let (change, _) = draw.one_of(&Regrouped::ALL);
            GroupSpec { change, m, k: n, input: matrix(draw, m, n), ld_out }.into()
        }
        "unary" => {
            let pairing = draw.one_of(&Pairing::ALL);
            let orientation = draw.one_of(&[Orientation::Same, Orientation::Transposed, pairing.into()]);
            UnarySpec { dtype, op: op(UnaryOp::ALL, draw), m, n, input: in0, ld_out, orientation }.into()
        }
        "binary" => BinarySpec { dtype, op: op(BinaryOp::ALL, draw), m, n, in0, in1, ld_out }.into(),
        "ternary" => TernarySpec { dtype, op: op(TernaryOp::ALL, draw), m, n, in0, in1, in2, ld_out }.into(),
        "chain" => ChainSpec { dtype, chain: chain(draw), m, n, input: in0, ld_out }.into(),
        "convert" => {
            let (from, to) = (draw.one_of(&DType::ALL), draw.one_of(&DType::ALL));
            let orientation = draw.one_of(&[Orientation::Same, Orientation::Transposed]);
            ConvertSpec { from, to, m, n, ld_in, ld_out, orientation }.into()
        }
        "reduce" => reduce(draw).into(),
        "window" => window(draw).into(),
        "gather" => gather(Indexed::Input).into(),
        "scatter" => gather(Indexed::Output).into(),
        "permute" => {
            let count = draw.below(9);
            let dims = (0..count).map(|_| {
                let [extent, step_in, step_out] = numbers(draw);
                Moved { extent, step_in, step_out }
            });
            PermuteSpec::new(dtype, dims.collect::<Vec<_>>()).expect("few dimensions").into()
        }
        kind => panic!("{kind} is drawn by nobody"),
    }
}

fn random(draw: &mut Draw, each: usize) -> Vec<KernelSpec> {
    let kinds = KernelSpec::kinds().flat_map(|kind| std::iter::repeat_n(kind.name(), each));
    kinds.map(|kind| spec(kind, draw)).collect()
}

#[test]
fn what_prints_parses_back() {
    let mut draw = Draw::seeded("what_prints_parses_back", 4);
    for spec in random(&mut draw, 2_000) {
        for text in [spec.to_string(), format!("{spec:#}")] {
            assert_eq!(text.parse(), Ok(spec), "{text}");
        }
        assert_eq!(spec.kind().map(KindText::name), spec.to_string().split(' ').next());
    }
}

/// Fields come in any order; those that are as usual may be said.
#[test]
fn the_order_of_fields_does_not_matter() {
    let mut draw = Draw::seeded("the_order_of_fields_does_not_matter", 5);
    for spec in random(&mut draw, 300) {
        let kind = spec.kind().expect("a kind");
        let mut values = Vec::new();
        spec.show_fields(&mut |name, value| values.push((name, format!("{value:#}"))));
        let words = kind.words().count();
        assert_eq!(values.len(), words + kind.fields().count());
        let mut fields = values.split_off(words);
        fields.retain(|(_, value)| !value.is_empty());
        let at = draw.below(fields.len() + 1);
        fields.rotate_left(at);
        let words: String = values.iter().map(|(_, value)| format!(" {value}")).collect();
        let fields: String = fields.iter().map(|(name, value)| format!("\t{name}={value} ")).collect();
        let text = format!(" {}{words}{fields}", kind.name());
        assert_eq!(text.parse(), Ok(spec), "{text}");
    }
}

/// Names as in the texts of the book.
#[test]
fn usual_fields_are_left_out() {
    for (short, long) in [
        (
            "gemm f32 13x7x5 b=row beta=0 epilogue=add(row),relu",
            "gemm f32 13x7x5 a=col/13 b=row/7 c=col/13 alpha=1 beta=0 epilogue=add(row),relu",
        ),
        ("gemm f64 2x3x4 a=row/? c=col/7 alpha=?", "gemm f64 2x3x4 a=row/? b=col/4 c=col/7 alpha=? beta=1"),
        ("brgemm f32 7x4x3 batch=5", "brgemm f32 7x4x3 batch=5 blocks=21,12"),
        (
            "brgemm f32 7x4x3 a=row/6 batch=? blocks=42,?",
            "brgemm f32 7x4x3 a=row/6 b=col batch=? blocks=42,?",
        ),
        ("brgemm f32 4x9x3 batch=2 blocks=offsets", "brgemm f32 4x9x3 blocks=offsets batch=2"),
        ("unary relu f32 9x5 order=transposed", "unary relu f32 9x5 in=9 order=transposed out=5"),
        ("binary sub f64 9x5 in0=row/? in1=column", "binary sub f64 9x5 in0=row/? in1=column out=9"),
        (
            "chain f32 7x5 links=add(column),relu in=row/1",
            "chain f32 7x5 in=row out=7 links=add(column),relu",
        ),
        ("convert f64->f32 4x3 in=?", "convert f64->f32 4x3 out=4 in=?"),
        ("lanewise f32 5x3x2x9 b=40,9", "lanewise f32 5x3x2x9 a=18,9 b=40,9 c=27,9 start=nothing"),
        ("reduce dot f32 9x5 in1=11 start=out", "reduce dot f32 9x5 lines=columns in=9 in1=11 start=out"),
        ("window max f32 9x1x13x1 start=out", "window max f32 9x1x13x1 in=1,21,1 out=1 start=out"),
        ("window products f32 12x3x5x9 in=18,144,9", "window products f32 12x3x5x9 in=18,144,9 weights=45,9"),
        ("scatter f32 9x5 out=11", "scatter f32 9x5 in=9 out=11"),
        ("permute f32 3x5 out=5,1", "permute f32 3x5 in=1,3 out=5,1"),
        ("series f32 1x1x100 count=512 steps=512,1,1", "series f32 1x1x100 a=col/1 count=512 steps=512,1,1"),
    ] {
        let spec: KernelSpec = long.parse().unwrap_or_else(|error| panic!("{long}: {error}"));
        assert_eq!(spec.to_string(), short);
    }
}

#[test]
fn mistakes_are_named() {
    let kinds = "gemm, brgemm, complex, grouped, group, series, lanewise, unary, binary, ternary, chain, convert, reduce, window, gather, scatter, permute";
    let stored = "must be `col` or `row`, and `/LD` where there are gaps, `/?` for one that calls pass";
    let fields = "must be one of a=, b=, c=, alpha=, beta=, epilogue=";
    for (text, message) in [
        ("", format!("word 1: kind is ``: must be one of {kinds}")),
        ("gem f32 4x4x4", format!("word 1: kind is `gem`: must be one of {kinds}")),
        ("gemm", "word 2: dtype is missing: must be f32, f64 or f16, or types such as `f16,f32->f32->f16`".to_owned()),
        ("gemm f8 4x4x4", "word 2: dtype is `f8`: must be f32, f64 or f16, or types such as `f16,f32->f32->f16`".to_owned()),
        ("gemm f32", "word 3: extents is missing: must be MxNxK, three whole numbers".to_owned()),
        ("gemm f32 4x4", "word 3: extents is `4x4`: must be MxNxK, three whole numbers".to_owned()),
        ("gemm f32 4x4x-1", "word 3: extents is `4x4x-1`: must be MxNxK, three whole numbers".to_owned()),
        ("gemm f32 4x4x99999999999999999999",
         "word 3: extents is `4x4x99999999999999999999`: must be MxNxK, three whole numbers".to_owned()),
        ("gemm f32 4x4x4 a=cool", format!("word 4: a is `cool`: {stored}")),
        ("gemm f32 4x4x4 a=col/", format!("word 4: a is `col/`: {stored}")),
        ("gemm f32 4x4x4 beta=2", "word 4: beta is `2`: must be 0, 1, or `?` for one that calls pass".to_owned()),
        ("gemm f32 4x4x4 d=col", format!("word 4: `d=col` is no field: {fields}")),
        ("gemm f32 4x4x4 relu", format!("word 4: `relu` is no field: {fields}")),
        ("gemm f32 4x4x4 a=col b=row a=col", "word 6: a is given again: must be given once".to_owned()),
        ("gemm f32 4x4x4 epilogue=add(column,row)",
         "word 4: epilogue is `add(column,row)`: operation 1 takes no further operand".to_owned()),
        ("series f32 4x4x4 count=2 steps=1,2,3 epilogue=add(row)",
         "word 6: epilogue is `add(row)`: must be operations without operands, such as `relu`".to_owned()),
        ("brgemm f32 4x4x4", "word 4: batch is missing: must be a number, or `?` for one that calls pass".to_owned()),
        ("unary clamp(1) f32 4x4", "word 2: op is `clamp(1)`: must have 2 parameters (low, high)".to_owned()),
        ("unary relu(1) f32 4x4", "word 2: op is `relu(1)`: must have no parameters".to_owned()),
        ("unary relu( f32 4x4",
         "word 2: op is `relu(`: must be an operation such as `relu`, `add` or `clamp(-0.5,?)`; `?` is passed".to_owned()),
        ("reduce argmax f32 4x4 start=out", "word 5: start is `out`: must be absent, as it is for what is summed or folded only".to_owned()),
        ("reduce sum f32 4x4 in1=4", "word 5: in1 is `4`: must be absent, as it is for `dot` only".to_owned()),
        ("window max f32 4x1x4x1 weights=4,1",
         "word 5: weights is `4,1`: must be absent, as it is for `products` and `filter` only".to_owned()),
        ("convert f32 4x4", "word 2: dtypes is `f32`: must be two types, such as `f32->f64`".to_owned()),
    ] {
        let error = text.parse::<KernelSpec>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let sine = "unary sine f32 4x4".parse::<KernelSpec>().expect_err("no operation").to_string();
    assert!(sine.starts_with("word 2: op is `sine`: must be one of ") && sine.contains(", relu"), "{sine}");
    // Where leading dimensions are passed, nothing is known of where blocks are.
    let error = "brgemm f32 4x4x4 a=col/? batch=2".parse::<KernelSpec>().expect_err("no blocks").to_string();
    assert!(error.starts_with("word 6: blocks is missing: must be elements"), "{error}");
}

/// Whatever is read, it ends, and what is a specification prints as one that is the same.
#[test]
fn hostile_texts_are_refused_or_mean_something() {
    let mut draw = Draw::seeded("hostile_texts_are_refused_or_mean_something", 6);
    let check = |text: &str| match text.parse::<KernelSpec>() {
        Ok(spec) => assert_eq!(spec.to_string().parse(), Ok(spec), "{text}"),
        Err(error) => assert!(error.to_string().starts_with("word "), "{text}"),
    };
    for spec in random(&mut draw, 60) {
        let text = spec.to_string();
        (0..=text.len()).for_each(|end| check(&text[..end]));
        for _ in 0..60 {
            let mut letters: Vec<char> = text.chars().collect();
            for _ in 0..=draw.below(3) {
                let (at, letter) = (
                    draw.below(letters.len()),
                    draw.one_of(&['0', '9', 'x', ',', '?', '=', '/', '(', ')', ' ', '-', 'é', '\0']),
                );
                match draw.below(3) {
                    0 => letters[at] = letter,
                    1 => letters.insert(at, letter),
                    _ => drop(letters.remove(at)),
                }
                if letters.is_empty() {
                    break;
                }
            }
            check(&letters.into_iter().collect::<String>());
        }
        let words: Vec<&str> = text.split(' ').collect();
        let twice = draw.one_of(&words);
        check(&format!("{text} {twice}"));
    }
    check(&"gemm ".repeat(100_000));
    check(&format!("gemm f32 4x4x4 epilogue={}", "relu,".repeat(100_000)));
    check(&format!("gemm f32 {}", "9".repeat(100_000)));
    check(&format!("permute f32 {}", "2x".repeat(100_000)));
}

/// Each word and field is explained by its name, its form and its meaning.
#[test]
fn kinds_explain_themselves() {
    for kind in KernelSpec::kinds() {
        assert!(!kind.doc().is_empty());
        for field in kind.words().chain(kind.fields()) {
            assert!(
                !field.name.is_empty() && !field.form.is_empty() && !field.doc.is_empty(),
                "{kind:?}: {field:?}"
            );
            assert!(!field.form.starts_with("must"), "{kind:?}: {field:?}");
        }
    }
}
