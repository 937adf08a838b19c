//! The 48 contractions of the tensor contraction benchmark (`tests/data/tccg.csv`): right when scaled
//! down, and at full size planned as well as a multiplication of matrices of equal M, N and K. On any host.

use tensmith_core::tensor::{Cost, Dim, Kind, Nest, Options, PerOperand, Plan, Sequence, optimize};
use tensmith_core::{DType, Target};
use tensmith_tests::interpret::{Data, evaluated, interpret};
use tensmith_tests::tccg::{Extents, Reading, contractions};

fn target() -> Target {
    Target::named("neoverse-v2").unwrap()
}

fn planned(nest: Nest) -> Sequence {
    optimize(nest, &target(), Options::default()).unwrap()
}

#[test]
fn scaled_down_they_are_right() {
    let mut packed = 0;
    for contraction in contractions() {
        let extents = contraction.scaled_down();
        let cores = [target(), Target::named("zen5").unwrap()];
        for (reading, target) in
            [Reading::First, Reading::Last].into_iter().flat_map(|reading| cores.map(|core| (reading, core)))
        {
            let nest = contraction.nest(&extents, reading);
            let len = |indices: &str| indices.chars().map(|index| extents[&index]).product();
            let fill = |indices: &str, factor: usize| -> Vec<f32> {
                (0..len(indices)).map(|i| ((i * factor) % 7) as f32 - 3.0).collect()
            };
            let PerOperand { in0, in1, out } = &contraction.indices;
            let mut data = Data { in0: fill(in0, 3), in1: fill(in1, 5), out: fill(out, 1) };
            let expected = evaluated(&nest, &data, PerOperand::default());
            let plan = Plan::of(optimize(nest, &target, Options::default()).unwrap()).unwrap();
            packed += usize::from(plan.scratch_bytes() + plan.arena_bytes() > 0);
            interpret(&plan, &mut data, PerOperand::default());
            assert_eq!(data.out, expected, "{} {reading:?}: {plan}", contraction.name);
        }
    }
    assert!(packed >= 10, "only {packed} are packed");
}

/// Cycles of all steps.
fn cycles(sequence: &Sequence) -> f64 {
    sequence.steps.iter().map(|step| Cost::of(&step.nest, &target()).total()).sum()
}

/// Elements of a tensor.
fn size(indices: &str, extents: &Extents) -> usize {
    indices.chars().map(|index| extents[&index]).product()
}

#[test]
fn at_full_size_they_are_planned_as_well_as_matrices() {
    let (mut close, mut in_place) = (0, 0);
    for contraction in contractions() {
        let extents = &contraction.extents;
        let nest = contraction.nest(extents, Reading::First);
        let of = |kind| -> usize {
            nest.dims.iter().filter(|dim| dim.kind == kind).map(|dim| dim.extent).product()
        };
        let (m, n, k) = (of(Kind::M), of(Kind::N), of(Kind::K));
        let strides = |in0, in1, out| PerOperand { in0, in1, out };
        let dims = vec![
            Dim::new(Kind::M, m, strides(1, 0, 1)),
            Dim::new(Kind::N, n, strides(0, k as isize, m as isize)),
            Dim::new(Kind::K, k, strides(m as isize, 1, 0)),
        ];
        let matrices = Nest { first_touch: nest.first_touch, ..Nest::contraction(DType::F32, dims) };
        let sequence = planned(nest);
        let ratio = cycles(&sequence) / cycles(&planned(matrices));
        close += usize::from(ratio <= 1.25);
        let PerOperand { in0, in1, .. } = &contraction.indices;
        in_place += usize::from(
            sequence.scratch.max(sequence.arena) < 4 * size(in0, extents).min(size(in1, extents)),
        );
        println!("{}: {ratio:.2} of matrices, {} bytes of scratch", contraction.name, sequence.scratch);
    }
    assert!(close >= 36, "{close} of 48 within 1.25");
    assert!(in_place >= 40, "{in_place} of 48 without a copy of a whole tensor");
    println!("{close} of 48 within 1.25, {in_place} without a copy of a whole tensor");
}
