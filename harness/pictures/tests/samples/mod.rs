//! The pictures in `docs/book/src/pictures`: each is what a command of `tensmith` draws with `--svg`.

use std::num::NonZero;
use tensmith::{ArrayLayout, Jit, Plan, Target};
use tensmith_core::DType;
use tensmith_core::kernel::spec::{Batch, Chain, Factor, GemmSpec, Matrix};
use tensmith_core::tensor::optimize::{Context, Options, optimize_all};
use tensmith_core::tensor::{self, Sequence};
use tensmith_pictures::{Passes, tasks, tiles, tree};

/// A tree of the literature, over these extents.
const KNOWN: &str = "[[8,4],[7,3,8]->[7,3,4]],[[[2,6,7],[1,5,6]->[1,2,5,7]],[0,5]->[0,1,2,7]]->[0,1,2,3,4]";
const EXTENTS: [usize; 9] = [100, 72, 128, 128, 3, 71, 305, 32, 3];

/// C = relu(A·B), in columns.
pub(crate) const MATRICES: &str = "nest f32 contraction first=zero last=relu
    m undefined 1600    1    0    1
    n undefined 1600    0 1600 1600
    k undefined 1600 1600    1    0";

/// The same with columns pages apart, which are copied first, block by block.
const PAGES_APART: &str = "nest f32 contraction first=zero last=relu
    m undefined 1600 4096    0 4096
    n undefined 1600    0 4096    1
    k undefined 1600    1    1    0";

/// All, each with the name of its file.
pub(crate) fn samples() -> Vec<(&'static str, String)> {
    vec![
        ("tree.svg", tree(&known())),
        ("tree-of-20.svg", tree(&chain(20))),
        ("passes.svg", passes(MATRICES, "neoverse-v2", None).draw()),
        ("passes-with-copies.svg", passes(PAGES_APART, "zen5", NonZero::new(8)).draw()),
        ("tiles-neoverse-v2.svg", tiles(&gemm(64, 48, 64), &target("neoverse-v2")).unwrap()),
        ("tiles-zen5.svg", tiles(&gemm(100, 29, 41), &target("zen5")).unwrap()),
        ("tasks.svg", tasks(&planned(MATRICES, NonZero::new(4).unwrap()), NonZero::new(4).unwrap())),
    ]
}

pub(crate) fn target(name: &str) -> Target {
    Target::named(name).unwrap()
}

/// The tree of the literature.
pub(crate) fn known() -> Plan<f32> {
    let inputs = [&[8, 4][..], &[7, 3, 8], &[2, 6, 7], &[1, 5, 6], &[0, 5]];
    let shape = |indices: &&[usize]| indices.iter().map(|index| EXTENTS[*index]).collect::<Vec<_>>();
    let layouts: Vec<_> = inputs.iter().map(|input| ArrayLayout::c_order(&shape(input)).unwrap()).collect();
    let jit = Jit::for_target(target("neoverse-v2")).unwrap();
    jit.tree(KNOWN, &EXTENTS).plan(&layouts).unwrap()
}

/// A product of matrices of different sizes.
pub(crate) fn chain(operands: usize) -> Plan<f32> {
    let label = |nth: usize| char::from(b'a' + u8::try_from(nth).unwrap());
    let extent = |nth: usize| [96, 24, 160, 8, 64][nth % 5];
    let terms: Vec<_> = (0..operands).map(|nth| format!("{}{}", label(nth), label(nth + 1))).collect();
    let expression = format!("{}->{}{}", terms.join(","), label(0), label(operands));
    let shape = |nth: usize| ArrayLayout::c_order(&[extent(nth), extent(nth + 1)]).unwrap();
    let layouts: Vec<_> = (0..operands).map(shape).collect();
    Jit::for_target(target("zen5")).unwrap().einsum(&expression, &layouts).unwrap()
}

/// What all passes make of a nest.
pub(crate) fn passes(text: &str, core: &str, threads: Option<NonZero<usize>>) -> Passes {
    let sequence: Sequence = text.parse().unwrap();
    let mut passes = Passes::new(&sequence);
    let target = target(core);
    let context = Context { target: &target, options: Options { threads, ..Options::default() } };
    optimize_all(sequence, &context, |pass, after| passes.push(pass.name, after)).unwrap();
    passes
}

/// The plan of a nest for some threads.
pub(crate) fn planned(text: &str, threads: NonZero<usize>) -> tensor::Plan {
    let target = target("neoverse-v2");
    let context =
        Context { target: &target, options: Options { threads: Some(threads), ..Options::default() } };
    tensor::Plan::of(optimize_all(text.parse().unwrap(), &context, |_, _| {}).unwrap()).unwrap()
}

/// A multiplication of dense matrices in columns.
pub(crate) fn gemm(m: usize, n: usize, k: usize) -> GemmSpec {
    GemmSpec {
        types: DType::F32.into(),
        m,
        n,
        k,
        a: Matrix::column_major(m),
        b: Matrix::column_major(k),
        c: Matrix::column_major(m),
        alpha: Factor::One,
        beta: Factor::Zero,
        batch: Batch::Single,
        epilogue: Chain::EMPTY,
    }
}
