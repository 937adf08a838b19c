//! Copies of integers in groups, run on the machine at hand, against the scalar reference, with inaccessible
//! pages on either side of both operands: bit-exact.

use tensmith_core::Target;
use tensmith_core::kernel::spec::{Layout, Matrix, Regrouped, SpecError, Stride};
use tensmith_core::kernel::{GroupSpec, KernelSpec};
use tensmith_tests::bench::Bench;
use tensmith_tests::grouped::{group, group_spec};
use tensmith_tests::{here, nightly};

const LAYOUTS: [Layout; 2] = [Layout::ColumnMajor, Layout::RowMajor];

fn check(bench: &mut Bench, spec: &GroupSpec) {
    let case = group(spec, &mut bench.random);
    bench.check_bytes(&case);
}

/// Every number of rows and columns up to 75, each change in both layouts: all of them at night.
#[test]
fn every_shape() {
    const ALL: usize = 75 * 75 * 10;
    for target in here::executable() {
        let mut bench = Bench::new("primitives_group", target);
        for nth in (0..nightly::cases(400, ALL)).map(|nth| nth * 7919 % ALL) {
            let (change, _) = Regrouped::ALL[nth % 5];
            let extents = [nth / 10 % 75 + 1, nth / 750 + 1];
            let gaps = if nth % 3 == 0 { [0; 2] } else { [1, 2] };
            check(&mut bench, &group_spec(change, extents, LAYOUTS[nth / 5 % 2], gaps));
        }
    }
}

/// Several blocks of vectors in either direction.
#[test]
fn large_shapes() {
    for target in here::executable() {
        let mut bench = Bench::new("group_large", target);
        for nth in 0..nightly::cases(60, 2000) {
            let limits = [[400, 20], [20, 400], [3, 3000], [3000, 3]][nth % 4];
            let extents = limits.map(|limit| 1 + bench.random.below(limit) as usize);
            let (change, _) = Regrouped::ALL[nth % 5];
            let gaps = [(); 2].map(|()| bench.random.below(4) as usize);
            check(&mut bench, &group_spec(change, extents, LAYOUTS[nth / 4 % 2], gaps));
        }
    }
}

/// Columns that are so far apart that no immediate reaches the next one.
#[test]
fn distant_columns() {
    for target in here::executable() {
        let mut bench = Bench::new("group_distant", target);
        for nth in 0..20 {
            let (change, _) = Regrouped::ALL[nth % 5];
            check(&mut bench, &group_spec(change, [5, 6], LAYOUTS[nth / 5 % 2], [30_000, 9_000]));
        }
    }
}

/// Every core has kernels, whose code the verifier has looked at.
#[test]
fn every_core_has_kernels() {
    let registry = tensmith_primitives::registry().unwrap();
    for target in Target::all() {
        for (nth, (change, _)) in Regrouped::ALL.into_iter().cycle().take(40).enumerate() {
            let extents = [[1, 1], [4, 4], [33, 17], [7, 90]][nth % 4];
            let spec = KernelSpec::Group(group_spec(change, extents, LAYOUTS[nth / 20], [0; 2]));
            if let Err(error) = registry.compile(&spec, &target) {
                panic!("{}: {spec}: {error}", target.core.name);
            }
        }
    }
}

#[test]
fn what_is_no_copy_is_refused() {
    let usual = GroupSpec::dense(Regrouped::Bytes, [4, 5], Layout::ColumnMajor);
    let refused = |spec: GroupSpec| spec.validate().unwrap_err();
    assert_eq!(refused(GroupSpec { k: 0, ..usual }), SpecError::Zero { field: "k" });
    let open = GroupSpec { ld_out: Stride::Runtime, ..usual };
    assert_eq!(refused(open), SpecError::Open { field: "ld_out" });
    let narrow = SpecError::LeadingDimension { field: "ld_in", value: 3, extent: 4 };
    assert_eq!(refused(GroupSpec { input: Matrix::column_major(3), ..usual }), narrow);
    let narrow = SpecError::LeadingDimension { field: "ld_out", value: 1, extent: 2 };
    let rows = GroupSpec::dense(Regrouped::Bytes, [4, 5], Layout::RowMajor);
    assert_eq!(refused(GroupSpec { ld_out: Stride::fixed(1), ..rows }), narrow);
    let far = GroupSpec { input: Matrix::column_major(1 << 46), ..usual };
    assert!(matches!(refused(far), SpecError::TooLarge { field: "in", .. }));
}
