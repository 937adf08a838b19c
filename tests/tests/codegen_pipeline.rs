//! Every kernel that the generators promise goes through every stage of the pipeline, every stage
//! reads back from its text, and the last one is what the code says.

use proptest::prelude::*;
use tensmith_core::codegen::{self, Stages};
use tensmith_core::isa::aarch64::{AArch64, MachInst, assemble, table};
use tensmith_core::isa::{Isa, Listing};
use tensmith_core::kernel::op::{BinaryOp, Op, Operation, Parameter, UnaryOp};
use tensmith_core::kernel::spec::{
    Batch, Chain, Factor, Indexed, Input, Layout, Matrix, Orientation, Stride,
};
use tensmith_core::kernel::{
    BinarySpec, ChainSpec, Func, GatherSpec, GemmSpec, KernelSpec, ReduceSpec, UnarySpec, text,
};
use tensmith_core::{DType, Target};
use tensmith_tests::bench::change_strides;
use tensmith_tests::lanewise::{STARTS, lanewise_spec};
use tensmith_tests::listed::Listed;
use tensmith_tests::reduce::{LINES, reductions};
use tensmith_tests::{kernels, nightly, ops};

fn dtypes() -> impl Strategy<Value = DType> {
    prop::sample::select(vec![DType::F32, DType::F64])
}

fn layouts() -> impl Strategy<Value = Layout> {
    prop::sample::select(vec![Layout::ColumnMajor, Layout::RowMajor])
}

/// How far a leading dimension is beyond the tightest: within reach of immediates, or not.
fn looseness() -> impl Strategy<Value = usize> {
    prop_oneof![Just(0), 1..40usize, 40..5000usize, 5000..10_000_000usize]
}

fn matrix(layout: Layout, (rows, columns): (usize, usize), more: usize) -> Matrix {
    match layout {
        Layout::ColumnMajor => Matrix::column_major(rows + more),
        Layout::RowMajor => Matrix::row_major(columns + more),
    }
}

fn batches() -> impl Strategy<Value = Batch> {
    let strided = (1..9usize, looseness(), looseness()).prop_map(|(count, a, b)| Batch::Strided {
        count: Stride::fixed(count),
        a: Stride::fixed(a),
        b: Stride::fixed(b),
    });
    let count = || (1..9usize).prop_map(Stride::fixed);
    let offsets = count().prop_map(|count| Batch::Offsets { count });
    let addresses = count().prop_map(|count| Batch::Addresses { count });
    prop_oneof![Just(Batch::Single), strided, offsets, addresses]
}

fn factors() -> impl Strategy<Value = Factor> {
    prop::sample::select(Factor::ALL.map(|(factor, _)| factor).to_vec())
}

/// Multiplications with extents of up to `limit`; all strides are fixed.
fn gemms(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let shape = (1..=limit, 1..=limit, 0..=limit);
    let storage = [(); 3].map(|()| (layouts(), looseness()));
    (dtypes(), shape, storage, [factors(), factors()], batches()).prop_map(
        |(dtype, (m, n, k), storage, [alpha, beta], batch)| {
            let matrix = |nth: usize, extents| matrix(storage[nth].0, extents, storage[nth].1);
            let (a, b, c) = (matrix(0, (m, k)), matrix(1, (k, n)), matrix(2, (m, n)));
            KernelSpec::Gemm(GemmSpec {
                types: dtype.into(),
                m,
                n,
                k,
                a,
                b,
                c,
                alpha,
                beta,
                batch,
                epilogue: Chain::EMPTY,
            })
        },
    )
}

fn parameter() -> impl Strategy<Value = Parameter> {
    prop_oneof![Just(Parameter::Runtime), any::<f64>().prop_map(Parameter::fixed)]
}

fn op<const INPUTS: usize>(
    operations: &'static [&'static Operation<INPUTS>],
) -> impl Strategy<Value = Op<INPUTS>> {
    let ops = [parameter(), parameter()].prop_map(|parameters| ops::with_parameters(operations, parameters));
    ops.prop_flat_map(prop::sample::select)
}

fn unaries(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let op = op(UnaryOp::ALL);
    let orientation = prop::sample::select(vec![Orientation::Same, Orientation::Transposed]);
    let more = (looseness(), looseness());
    (dtypes(), op, 1..=limit, 1..=limit, more, orientation).prop_map(
        |(dtype, op, m, n, (more_in, more_out), orientation)| {
            let tight = if orientation == Orientation::Same { m } else { n };
            let (ld_in, ld_out) = (Stride::fixed(m + more_in), Stride::fixed(tight + more_out));
            let input = Input::Matrix(ld_in);
            KernelSpec::Unary(UnarySpec { dtype, op, m, n, input, ld_out, orientation })
        },
    )
}

fn binaries(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let op = op(BinaryOp::ALL);
    let more = [looseness(), looseness(), looseness()];
    let covers = [0..4usize, 0..4];
    (dtypes(), op, 1..=limit, 1..=limit, more, covers).prop_map(|(dtype, op, m, n, more, covers)| {
        let [more_in0, more_in1, more_out] = more;
        let input = |covers, more| match covers {
            0 => Input::Matrix(Stride::fixed(m + more)),
            1 => Input::Column,
            2 => Input::Row(Stride::fixed(1 + more)),
            _ => Input::Scalar,
        };
        let [in0, in1] = [input(covers[0], more_in0), input(covers[1], more_in1)];
        KernelSpec::Binary(BinarySpec { dtype, op, m, n, in0, in1, ld_out: Stride::fixed(m + more_out) })
    })
}

/// Chains of operations on every kind of operand.
fn chains(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let texts =
        ["relu", "add(column),relu", "mul(scalar),gelu_tanh,add(matrix/70)", "exp,sub(row,x),tanh,erf"];
    let chain = prop::sample::select(texts.map(|text| text.parse::<Chain>().expect("a chain")).to_vec());
    (dtypes(), chain, 1..=limit, 1..=limit, [looseness(), looseness()]).prop_map(
        |(dtype, chain, m, n, more)| {
            let [ld_in, ld_out] = more.map(|more| Stride::fixed(m + more));
            KernelSpec::Chain(ChainSpec { dtype, chain, m, n, input: Input::Matrix(ld_in), ld_out })
        },
    )
}

fn reduces(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let lines = prop::sample::select(LINES.to_vec());
    let more = (looseness(), looseness());
    (dtypes(), lines, 1..=limit, 1..=limit, more, any::<prop::sample::Selector>()).prop_map(
        |(dtype, lines, m, n, (more, more_in1), selector)| {
            let reduction = selector.select(reductions(m + more_in1));
            KernelSpec::Reduce(ReduceSpec { dtype, reduction, lines, m, n, ld_in: Stride::fixed(m + more) })
        },
    )
}

fn gathers(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let indexed = prop::sample::select(vec![Indexed::Input, Indexed::Output]);
    let more = (looseness(), looseness());
    (dtypes(), indexed, 1..=limit, 1..=limit, more).prop_map(|(dtype, indexed, m, n, more)| {
        let (ld_in, ld_out) = (Stride::fixed(m + more.0), Stride::fixed(m + more.1));
        KernelSpec::Gather(GatherSpec { dtype, indexed, m, n, ld_in, ld_out })
    })
}

fn lanewises(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let (start, gaps) = (prop::sample::select(STARTS.to_vec()), (looseness(), looseness(), looseness()));
    (any::<bool>(), 1..=limit, 1..=limit, 1..=limit, 1..=limit, start, gaps).prop_map(
        |(is_double, m, n, k, count, start, (a, b, c))| {
            let make = if is_double { lanewise_spec::<f64> } else { lanewise_spec::<f32> };
            KernelSpec::Lanewise(make([m, n, k], count, start, [a, b, c]))
        },
    )
}

/// Specs with extents of up to `limit`, any of whose strides may be left to run time.
fn specs(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let fixed = prop_oneof![
        3 => gemms(limit),
        1 => unaries(limit),
        1 => binaries(limit),
        1 => chains(limit),
        1 => reduces(limit),
        1 => gathers(limit),
        1 => lanewises(limit),
    ];
    (fixed, any::<[bool; 6]>()).prop_map(|(mut spec, at_run_time)| {
        let mut at_run_time = at_run_time.into_iter();
        change_strides(&mut spec, |stride| {
            if at_run_time.next() == Some(true) {
                *stride = Stride::Runtime;
            }
        });
        spec
    })
}

/// All that have a name, and those of them on which memory can be accessed element by element.
fn targets() -> impl Strategy<Value = Target> {
    prop::sample::select(Target::all().chain(aligned()).collect::<Vec<_>>())
}

fn aligned() -> impl Iterator<Item = Target> {
    Target::all().filter_map(Target::strictly_aligned)
}

/// Whether a word is an instruction of a row that says that kernels are made of it: of what is left of the
/// table, where a program leaves out what it can.
fn is_marked(word: u32) -> bool {
    table::rows().filter(|row| row.is_in_kernels).any(|row| MachInst::from_word(row, word).is_some())
}

/// Whether an instruction accesses memory, in units of more than an element, elsewhere than in the frame.
/// Addresses that it reads have 8 bytes.
fn is_larger(line: &str, dtype: DType) -> bool {
    let is_access = ["ld", "st"].iter().any(|access| line.starts_with(access));
    let Some((_, operands)) = line.split_once(' ').filter(|_| is_access && !line.contains("[sp")) else {
        return false;
    };
    // `{ v0.4s - v3.4s }, [x0]`, `{ v4.s }[2], [x1]`, `q0, [x1, #16]`, `d0, d1, [x1]`.
    let unit = match operands.strip_prefix("{ ") {
        Some(list) => list.split([' ', ',']).next().and_then(|register| register.chars().last()),
        None => operands.chars().next(),
    };
    match (unit.expect("an access has operands"), dtype) {
        ('s', _) | ('d', DType::F64) => false,
        ('x', _) => !line.starts_with("ldr"),
        _ => true,
    }
}

fn generate(spec: &KernelSpec, target: &Target) -> Func {
    kernels::func(&kernels::registry(), spec, target)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(600, 2000) as u32, failure_persistence: None, ..Default::default() })]

    /// Registers suffice without spilling, the checker agrees, and branches reach.
    #[test]
    fn every_kernel_compiles(spec in specs(70), target in targets()) {
        let func = generate(&spec, &target);
        let compiled = target.compile(&func);
        prop_assert!(compiled.is_ok(), "{spec} for {}: {compiled:?}", target.core.name);
        if target.isa.name() == AArch64::NAME {
            let words = kernels::words(&compiled.as_ref().expect("a kernel").code);
            let other = words.into_iter().find(|word| !is_marked(*word));
            prop_assert_eq!(other, None, "{} for {}", spec, target.core.name);
        }
        prop_assert_eq!(&func, &generate(&spec, &target));
        prop_assert_eq!(compiled, target.compile(&func));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(200, 500) as u32, failure_persistence: None, ..Default::default() })]

    /// Wherever operands are, and whatever their strides, no access is at an address that is no
    /// multiple of its unit.
    #[test]
    fn strictly_aligned_kernels_access_elements(
        spec in specs(40),
        target in prop::sample::select(aligned().collect::<Vec<_>>()),
    ) {
        let code = target.compile(&generate(&spec, &target)).expect("a kernel").code;
        let assembly = kernels::assembly(&code, &target);
        let larger: Vec<_> = assembly.lines().filter(|line| is_larger(line, spec.dtype())).collect();
        prop_assert!(larger.is_empty(), "{spec} for {}: {larger:#?}", target.core.name);
    }
}

/// The other kernels do not keep to that, so that the test above can fail.
#[test]
fn other_kernels_access_vectors() {
    let spec = "f32_gemm_16x6x64_b1".parse::<Listed>().expect("a name").spec;
    for target in Target::all().filter(|target| target.strictly_aligned().is_some()) {
        let code = target.compile(&generate(&spec, &target)).expect("a kernel").code;
        let assembly = kernels::assembly(&code, &target);
        assert!(assembly.lines().any(|line| is_larger(line, DType::F32)), "{}", target.core.name);
    }
}

/// Kernels that need the most integer registers: everything is left to run time.
#[test]
fn the_greediest_kernels_compile() {
    let (at_run_time, factor) = (Stride::Runtime, Factor::Runtime);
    let batches = [
        Batch::Strided { count: at_run_time, a: at_run_time, b: at_run_time },
        Batch::Offsets { count: at_run_time },
        Batch::Addresses { count: at_run_time },
    ];
    let matrices =
        [Layout::ColumnMajor, Layout::RowMajor].map(|layout| Matrix { layout, ld: Stride::Runtime });
    // By day the corners, at night what lies between them.
    let sizes = nightly::scaled(&[3, 70][..], &[1, 3, 16, 31, 70]);
    for target in Target::all() {
        for (dtype, batch) in [DType::F32, DType::F64].into_iter().flat_map(|d| batches.map(|b| (d, b))) {
            for (a, b, c) in (0..8).map(|n| (matrices[n & 1], matrices[n >> 1 & 1], matrices[n >> 2])) {
                for (m, n) in sizes.iter().flat_map(|&m| sizes.iter().map(move |&n| (m, n))) {
                    let spec = GemmSpec {
                        types: dtype.into(),
                        m,
                        n,
                        k: 70,
                        a,
                        b,
                        c,
                        alpha: factor,
                        beta: factor,
                        batch,
                        epilogue: Chain::EMPTY,
                    };
                    let spec = KernelSpec::Gemm(spec);
                    let compiled = target.compile(&generate(&spec, &target));
                    assert!(compiled.is_ok(), "{spec} for {}: {compiled:?}", target.core.name);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    /// Labels are numbered in the order in which they appear, as reading does it.
    #[test]
    fn every_stage_reads_back(spec in specs(20), target in targets()) {
        prop_assume!(target.isa.name() == AArch64::NAME);
        let func = generate(&spec, &target);
        let parsed = text::parse(&func.to_string());
        prop_assert_eq!(parsed.as_ref(), Ok(&func));
        let stages = codegen::stages::<AArch64>(&func, &target.core).expect("a kernel");
        let compiled = target.compile(&func).expect("a kernel").code;
        prop_assert_eq!(assemble::emit(&stages.framed), Ok(kernels::words(&compiled)));
        let Stages { spilled, lowered, allocated, scheduled, framed } = stages;
        prop_assert_eq!(text::parse(&spilled.to_string()), Ok(spilled));
        for stage in [lowered, allocated, scheduled, framed] {
            prop_assert_eq!(assemble::parse(&Listing(&stage).to_string()), Ok(stage));
        }
    }
}
