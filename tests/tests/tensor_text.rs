//! The text form of nests: what is printed is read back, and mistakes are named with their place.

use proptest::prelude::*;
use tensmith_core::kernel::op::{BinaryOp, Parameter, UnaryOp};
use tensmith_core::kernel::spec::{Conjugation, Fold};
use tensmith_core::tensor::{Buffer, Dim, Exec, Kind, Main, Nest, Part, PerOperand, Sequence, Step};
use tensmith_core::{DType, Types};

fn dims() -> impl Strategy<Value = Vec<Dim>> {
    let strides = (any::<isize>(), -9..9isize, any::<isize>());
    let part = prop::option::of((0..3usize, any::<usize>()).prop_map(|(of, rest)| Part { of, rest }));
    let kinds = (prop::sample::select(&Kind::ALL[..]), prop::sample::select(&Exec::ALL[..]));
    let dim = (kinds, any::<usize>(), strides, part);
    let dim = dim.prop_map(|((kind, exec), extent, (in0, in1, out), part)| {
        let strides = PerOperand { in0, in1, out };
        Dim { exec, part, ..Dim::new(kind, extent, strides) }
    });
    prop::collection::vec(dim, 0..8)
}

fn touch() -> impl Strategy<Value = Option<UnaryOp>> {
    let clamp = UnaryOp::clamp(Parameter::fixed(-0.5), Parameter::Runtime);
    prop::option::of(prop::sample::select(vec![UnaryOp::zero(), UnaryOp::relu(), clamp]))
}

fn main() -> impl Strategy<Value = Main> {
    prop::sample::select(vec![
        Main::Contraction,
        Main::Gemm,
        Main::Brgemm,
        Main::Dot,
        Main::Lanewise,
        Main::Complex(Conjugation::Neither),
        Main::Complex(Conjugation::Both),
        Main::Filter,
        Main::Pool(Fold::Min),
        Main::Reduce(Fold::Max),
        Main::Reduce(Fold::SumOfSquares),
        Main::Unary(UnaryOp::leaky_relu(Parameter::fixed(0.25))),
        Main::Binary(BinaryOp::max()),
    ])
}

fn types() -> impl Strategy<Value = Types> {
    let dtype = || prop::sample::select(DType::ALL.to_vec());
    (dtype(), dtype(), dtype(), dtype()).prop_map(|(a, b, accumulator, output)| Types {
        a,
        b,
        accumulator,
        output,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_printed_is_read_back(
        types in types(),
        main in main(),
        first_touch in touch(),
        last_touch in touch(),
        offset in -3..3isize,
        dims in dims(),
    ) {
        let offsets = PerOperand { in0: offset, in1: 0, out: -offset };
        let nest = Nest { types, main, first_touch, last_touch, offsets, dims };
        prop_assert_eq!(nest.to_string().parse::<Nest>(), Ok(nest));
    }

    #[test]
    fn sequences_are_read_back(
        dims in prop::collection::vec(dims(), 0..4),
        scratch in any::<usize>(),
        arena in any::<usize>(),
        shares in any::<usize>(),
        at in any::<usize>(),
    ) {
        let operands =
            PerOperand { in0: Buffer::Scratch(at), in1: Buffer::Argument(shares), out: Buffer::Arena(at) };
        for operands in [operands, PerOperand { in1: Buffer::Register, ..operands }] {
            let step = |dims: &Vec<Dim>| {
                let nest = Nest::contraction(DType::F64, dims.clone());
                Step { nest, shares, operands }
            };
            let sequence = Sequence { steps: dims.iter().map(step).collect(), scratch, arena };
            prop_assert_eq!(sequence.to_string().parse::<Sequence>(), Ok(sequence));
        }
    }

    #[test]
    fn no_text_panics(text in "(nest|f32|gemm|[mnkc]|seq|prim|-?[0-9]{1,25}|first=|zero|#|\\n| |\\PC){0,40}") {
        let _ = text.parse::<Nest>();
        let _ = text.parse::<Sequence>();
        let _ = format!("sequence scratch=1\nstep {text}").parse::<Sequence>();
    }
}

#[test]
fn the_form_is_as_documented() {
    let nest: Nest = "\n# comment\nnest f32 brgemm first=zero last=relu # more\n\n\
                      m seq 32 8192 0 32768\n k prim 8 1024 1024 0"
        .parse()
        .unwrap();
    assert_eq!(
        nest.to_string(),
        "nest f32 brgemm first=zero last=relu\n\
         # kind exec          extent       in0       in1       out\n  \
         m    seq               32      8192         0     32768\n  \
         k    prim               8      1024      1024         0"
    );
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cases = [
        ("", "line 1, word 1: expected `nest`"),
        ("\n\nm seq 1 1 1 1", "line 3, word 1: expected `nest`"),
        (
            "nest",
            "line 1, word 2: expected an element type, or those of both inputs, of sums and of the output",
        ),
        (
            "nest f8 gemm",
            "line 1, word 2: expected an element type, or those of both inputs, of sums and of the output",
        ),
        ("nest f32 conv", "line 1, word 3: expected a main primitive or an operation"),
        ("nest f32 gemm first=sum", "line 1, word 4: expected first=, last=, at= or the end of the line"),
        (
            "nest f32 gemm first=zero at=1,2,3 first=relu",
            "line 1, word 6: expected first=, last= and at= once each, or the end of the line",
        ),
        (
            "nest f32 gemm last=relu last=relu",
            "line 1, word 5: expected first=, last= and at= once each, or the end of the line",
        ),
        (
            "nest f32 gemm at=0,0,0 at=0,0,0",
            "line 1, word 5: expected first=, last= and at= once each, or the end of the line",
        ),
        ("nest f32 gemm\nx", "line 2, word 1: expected m, n, k or c"),
        ("nest f32 gemm\nm fast", "line 2, word 2: expected undefined, shared, seq or prim"),
        ("nest f32 gemm\nm seq -1", "line 2, word 3: expected an extent"),
        ("nest f32 gemm\nm seq 18446744073709551616", "line 2, word 3: expected an extent"),
        ("nest f32 gemm\nm seq 1 1 0", "line 2, word 6: expected a stride"),
        ("nest f32 gemm\nm seq 1 1 0 1 1", "line 2, word 7: expected the end of the line"),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Nest>().unwrap_err().to_string(), message, "{text:?}");
    }
}

/// Texts have no sign and no payload of a NaN: there is one.
#[test]
fn every_nan_reads_back() {
    let fill = |number: f64| {
        let main = Main::Unary(UnaryOp::fill(Parameter::fixed(number)));
        Nest { main, ..Nest::contraction(DType::F32, Vec::new()) }
    };
    for number in [-f64::NAN, f64::from_bits(0x7ff0_0000_0000_0001), f64::from_bits(u64::MAX)] {
        assert_eq!(fill(number), fill(f64::NAN));
        assert_eq!(fill(number).to_string().parse::<Nest>(), Ok(fill(number)));
    }
    assert_eq!("nest f32 fill(-nan)".parse::<Nest>(), Ok(fill(f64::NAN)));
}

#[test]
fn a_nest_alone_is_a_sequence() {
    let text = "nest f32 gemm\nm seq 4 1 0 1";
    assert_eq!(text.parse::<Sequence>(), Ok(Sequence::of(text.parse().unwrap()).unwrap()));
}

#[test]
fn mistakes_of_sequences_are_named_with_their_place() {
    let cases = [
        ("steps", "line 1, word 1: expected `nest` or `sequence`"),
        ("sequence", "line 1, word 2: expected scratch="),
        ("sequence scratch=1 arena", "line 1, word 3: expected arena= or the end of the line"),
        ("sequence scratch=1\nnest f32 gemm", "line 2, word 1: expected `step`"),
        ("sequence scratch=1\nstep shares=x", "line 2, word 2: expected shares="),
        ("sequence scratch=1\nstep shares=0 in0=t1", "line 2, word 3: expected in0="),
        ("sequence scratch=1\nstep shares=0 in0=0 in1=1 out=s0\nm seq", "line 3, word 1: expected `nest`"),
        ("sequence scratch=1\nstep shares=0 in0=0 in1=1 out=s0", "line 3, word 1: expected `nest`"),
        ("sequence scratch=1\n\nstep shares=0 in0=0 in1=1 out=s0\n\n", "line 4, word 1: expected `nest`"),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Sequence>().unwrap_err().to_string(), message, "{text:?}");
    }
    let step = "nest f32 gemm\nstep shares=0 in0=0 in1=1 out=2";
    assert_eq!(step.parse::<Nest>().unwrap_err().to_string(), "line 2, word 1: expected the end of the nest");
}

#[test]
fn types_are_read_back() {
    for [a, b, accumulator, output] in all_types() {
        let types = Types { a, b, accumulator, output };
        assert_eq!(Types::from_text(&types.to_string()), Some(types));
    }
    for wrong in
        ["", "f3", "f32,f32", "f32->f32->f32", "f32,f32->f32", "f32,f32->f32->", "f32,f32->f32->f32->f32"]
    {
        assert_eq!(Types::from_text(wrong), None, "{wrong}");
    }
}

#[test]
fn one_type_is_said_once() {
    for [a, b, accumulator, output] in all_types() {
        let types = Types { a, b, accumulator, output };
        let is_one = [b, accumulator, output] == [a; 3];
        assert_eq!(types.single(), (is_one && !a.is_converted()).then_some(a));
        let is_short = types == Types::of(a);
        assert_eq!(types.to_string().contains(','), !is_short);
        assert!(!is_short || a.is_converted() || is_one);
    }
}

fn all_types() -> impl Iterator<Item = [DType; 4]> {
    let pairs = || DType::ALL.into_iter().flat_map(|a| DType::ALL.map(|b| [a, b]));
    pairs().flat_map(move |[a, b]| pairs().map(move |[c, d]| [a, b, c, d]))
}
