//! Every kernel that the generators promise goes through every stage of the pipeline, and every
//! stage reads back from its text.

use proptest::prelude::*;
use tensmith_core::codegen::{self, Listing, Stages};
use tensmith_core::isa::aarch64::assemble;
use tensmith_core::kernel::spec::{Batch, Beta, BinaryOp, Layout, Matrix, Orientation, Stride, UnaryOp};
use tensmith_core::kernel::{BinarySpec, Func, GemmSpec, KernelSpec, UnarySpec, text};
use tensmith_core::{DType, Target};
use tensmith_tests::bench::strides;
use tensmith_tests::kernels;

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
        count: Stride::Fixed(count),
        a: Stride::Fixed(a),
        b: Stride::Fixed(b),
    });
    prop_oneof![Just(Batch::Single), strided]
}

/// Multiplications with extents of up to `limit`; all strides are fixed.
fn gemms(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let shape = (1..=limit, 1..=limit, 1..=limit);
    let operands = [(layouts(), looseness()), (layouts(), looseness())];
    let beta = prop::sample::select(vec![Beta::Zero, Beta::One]);
    (dtypes(), shape, operands, looseness(), beta, batches()).prop_map(
        |(dtype, (m, n, k), [(layout_a, more_a), (layout_b, more_b)], more_c, beta, batch)| {
            let (a, b) = (matrix(layout_a, (m, k), more_a), matrix(layout_b, (k, n), more_b));
            let ldc = Stride::Fixed(m + more_c);
            KernelSpec::Gemm(GemmSpec { dtype, m, n, k, a, b, ldc, beta, batch })
        },
    )
}

fn unaries(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let op = prop::sample::select(UnaryOp::ALL.map(|(op, _)| op).to_vec());
    let orientation = prop::sample::select(vec![Orientation::Same, Orientation::Transposed]);
    let more = (looseness(), looseness());
    (dtypes(), op, 1..=limit, 1..=limit, more, orientation).prop_map(
        |(dtype, op, m, n, (more_in, more_out), orientation)| {
            let tight = if orientation == Orientation::Same { m } else { n };
            let (ld_in, ld_out) = (Stride::Fixed(m + more_in), Stride::Fixed(tight + more_out));
            KernelSpec::Unary(UnarySpec { dtype, op, m, n, ld_in, ld_out, orientation })
        },
    )
}

fn binaries(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let op = prop::sample::select(BinaryOp::ALL.map(|(op, _)| op).to_vec());
    let more = [looseness(), looseness(), looseness()];
    (dtypes(), op, 1..=limit, 1..=limit, more).prop_map(|(dtype, op, m, n, more)| {
        let [ld_in0, ld_in1, ld_out] = more.map(|more| Stride::Fixed(m + more));
        KernelSpec::Binary(BinarySpec { dtype, op, m, n, ld_in0, ld_in1, ld_out })
    })
}

/// Specs with extents of up to `limit`, any of whose strides may be left to run time.
fn specs(limit: usize) -> impl Strategy<Value = KernelSpec> {
    let fixed = prop_oneof![3 => gemms(limit), 1 => unaries(limit), 1 => binaries(limit)];
    (fixed, any::<[bool; 6]>()).prop_map(|(mut spec, at_run_time)| {
        for (stride, at_run_time) in strides(&mut spec).into_iter().zip(at_run_time) {
            if at_run_time {
                *stride = Stride::Runtime;
            }
        }
        spec
    })
}

fn targets() -> impl Strategy<Value = Target> {
    prop::sample::select(Target::all().collect::<Vec<_>>())
}

fn generate(spec: &KernelSpec, target: &Target) -> Func {
    let choice = kernels::registry().choose(spec, target).expect("a generator");
    choice.generator.generate(spec, target).expect("memory")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    /// Registers suffice without spilling, the checker agrees, and branches reach.
    #[test]
    fn every_kernel_compiles(spec in specs(70), target in targets()) {
        let func = generate(&spec, &target);
        let compiled = codegen::compile(&func, &target);
        prop_assert!(compiled.is_ok(), "{spec} for {}: {compiled:?}", target.name);
        prop_assert_eq!(&func, &generate(&spec, &target));
        prop_assert_eq!(compiled, codegen::compile(&func, &target));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    /// Labels are numbered in the order in which they appear, as reading does it.
    #[test]
    fn every_stage_reads_back(spec in specs(20), target in targets()) {
        let func = generate(&spec, &target);
        let parsed = text::parse(&func.to_string());
        prop_assert_eq!(parsed.as_ref(), Ok(&func));
        let Stages { lowered, allocated, framed } = codegen::stages(&func, &Target::generic()).expect("a kernel");
        for stage in [lowered, allocated, framed] {
            prop_assert_eq!(assemble::parse(&Listing(&stage).to_string()), Ok(stage));
        }
    }
}
