//! Multiplications of groups of integers and of bfloat16, run on the machine at hand, against the scalar
//! reference, with inaccessible pages on either side of every operand: bit-exact.

use tensmith_core::Target;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::spec::{Added, Layout, Matrix, Overflow, SpecError, Start, Stride};
use tensmith_core::kernel::{GroupedSpec, KernelSpec};
use tensmith_core::registry::{KernelError, NoGenerator, Refusal};
use tensmith_tests::bench::Bench;
use tensmith_tests::complex::LAYOUTS;
use tensmith_tests::grouped::{grouped, grouped_spec};
use tensmith_tests::lanewise::STARTS;
use tensmith_tests::{here, nightly};

/// The targets that the machine at hand executes, each with a type that it multiplies.
fn all() -> Vec<(Target, DotTypes)> {
    let of = |target: Target| target.machine().dots.iter().map(move |dot| (target, dot.types));
    here::executable().into_iter().flat_map(of).collect()
}

fn check(bench: &mut Bench, spec: &GroupedSpec) {
    let case = grouped(spec, &mut bench.random);
    bench.check_bytes(&case);
}

/// Everything that a kernel of some extents may do besides: each once in as many kernels.
fn variant(nth: usize) -> ([Layout; 3], (Start, Added)) {
    (LAYOUTS[nth % 4], (STARTS[nth / 4 % 2], Added::ALL[nth / 8 % 3]))
}

/// How many kernels there are of M and N from 1 to 33 and of up to 9 groups, with everything else.
const ALL: usize = 33 * 33 * 9 * 24;

/// A share of these, in which each extent and everything else occurs: all of them at night.
#[test]
fn every_shape() {
    for (target, types) in all() {
        let mut bench = Bench::new("primitives_grouped", target);
        for nth in (0..nightly::cases(100, ALL)).map(|nth| nth * 7919 % ALL) {
            let k = types.group().get() * (nth / 26_136 + 1);
            let extents = [nth / 24 % 33 + 1, nth / 792 % 33 + 1, k];
            let gaps = if nth % 3 == 0 { [0; 3] } else { [1, 2, 3] };
            check(&mut bench, &grouped_spec(types, extents, variant(nth % 24), gaps));
        }
    }
}

/// Shapes of several tiles, and sums of any length.
#[test]
fn large_shapes() {
    for (target, types) in all() {
        let mut bench = Bench::new("grouped_large", target);
        for nth in 0..nightly::cases(8, 300) {
            let limits = [[140, 40, 9], [9, 40, 130], [3, 3, 900], [70, 70, 40]][nth % 4];
            let extents = limits.map(|limit| 1 + bench.random.below(limit) as usize);
            let others = variant(bench.random.below(24) as usize);
            let gaps = [(); 3].map(|()| bench.random.below(4) as usize);
            check(&mut bench, &grouped_spec(types, extents, others, gaps));
        }
    }
}

/// Sums of up to 130 groups, each once; by day under emulation a third of them.
#[test]
fn every_length_of_sums() {
    for (target, types) in all() {
        let mut bench = Bench::new("grouped_sums", target);
        for groups in (1..=130).step_by(nightly::scaled(3, 1)) {
            let extents = [groups % 37 + 1, groups % 7 + 1, groups * types.group().get()];
            check(&mut bench, &grouped_spec(types, extents, variant(groups * 5), [0; 3]));
        }
    }
}

/// Columns that are so far apart that no immediate reaches the next one, in each layout.
#[test]
fn distant_columns() {
    for (target, types) in all() {
        let mut bench = Bench::new("grouped_distant", target);
        for (nth, extents) in [[2, 2, 12], [9, 3, 8], [3, 2, 8]].into_iter().cycle().take(12).enumerate() {
            check(&mut bench, &grouped_spec(types, extents, variant(nth * 7), [5_000, 5_001, 4_500]));
        }
    }
}

/// The greatest products, whose sums reach the ends of 32 bits: each instruction adds without saturating.
#[test]
fn the_longest_sums_do_not_saturate() {
    for (target, types) in all() {
        let mut bench = Bench::new("grouped_longest", target);
        for k in [types.group().get(), 256].into_iter().filter(|_| types.integers().is_some()) {
            let spec = grouped_spec(types, [17, 3, k], variant(0), [0; 3]);
            for [of_a, of_b] in [[0x80, 0x80], [0x80, 0x7f], [0xff, 0xff], [0xff, 0x80], [0x7f, 0xff]] {
                let mut case = grouped(&spec, &mut bench.random);
                let [a, b, ..] = &mut case.buffers[..] else { unreachable!("three operands") };
                a.fill(of_a);
                b.fill(of_b);
                let mut after = case.buffers[2].clone();
                let operands = [&case.buffers[0][..], &case.buffers[1][..], &[]];
                tensmith_core::reference::grouped(&spec, operands, &mut after).unwrap();
                bench.check_bytes(&tensmith_tests::bench::BytesCase { after, ..case });
            }
        }
    }
}

/// Every core has kernels of the types that it says, whose code the verifier has looked at, and refuses
/// others by name. None has an instruction that saturates.
#[test]
fn every_core_has_kernels_or_refuses() {
    let registry = tensmith_primitives::registry().unwrap();
    for target in Target::all() {
        for (nth, types) in DotTypes::ALL.iter().copied().cycle().take(360).enumerate() {
            let extents =
                [[1, 1, 4], [4, 4, 16], [33, 17, 36], [70, 9, 64], [256, 4, 64], [128, 1, 4]][nth / 24 % 6];
            let spec = KernelSpec::Grouped(grouped_spec(types, extents, variant(nth), [0; 3]));
            let compiled = registry.compile(&spec, &target);
            if target.machine().dot(types).is_none() {
                let refused = compiled.unwrap_err();
                let legal = target.machine().dots;
                let reason = Refusal::Dot { types, legal };
                assert!(
                    matches!(refused, KernelError::NoGenerator(NoGenerator(Some((_, found)))) if found == reason),
                    "{}: {refused}",
                    target.core.name
                );
                continue;
            }
            let compiled = compiled.unwrap_or_else(|error| panic!("{}: {spec}: {error}", target.core.name));
            let mut listing = String::new();
            target.isa.disassemble(&compiled.code, &mut listing).unwrap();
            for saturating in ["vpdpbusds", "vpdpwssds", "vpmaddubsw", "sqdmlal", "sqdmull"] {
                assert!(!listing.contains(saturating), "{}: {spec}: {saturating}", target.core.name);
            }
        }
    }
}

#[test]
fn what_is_no_multiplication_is_refused() {
    let usual = GroupedSpec::column_major(DotTypes::U8I8, [4, 5, 8]);
    let refused = |spec: GroupedSpec| spec.validate().unwrap_err();
    assert_eq!(refused(GroupedSpec { n: 0, ..usual }), SpecError::Zero { field: "n" });
    assert_eq!(refused(GroupedSpec { a: Matrix::row_major(2), ..usual }), SpecError::Across { field: "a" });
    assert_eq!(refused(GroupedSpec { c: Matrix::row_major(5), ..usual }), SpecError::Across { field: "b" });
    assert_eq!(refused(GroupedSpec { k: 6, ..usual }), SpecError::Groups { field: "k", value: 6, group: 4 });
    let open = Matrix { ld: Stride::Runtime, ..usual.b };
    assert_eq!(refused(GroupedSpec { b: open, ..usual }), SpecError::Open { field: "ldb" });
    let narrow = SpecError::LeadingDimension { field: "ldc", value: 3, extent: 4 };
    assert_eq!(refused(GroupedSpec { c: Matrix::column_major(3), ..usual }), narrow);
    let far = Matrix::column_major(1 << 46);
    assert!(matches!(refused(GroupedSpec { b: far, ..usual }), SpecError::TooLarge { field: "b", .. }));
}

/// 32 bits have room for that many products of any factors, and not always for a group more.
#[test]
fn sums_that_may_have_no_room_are_refused_with_the_limit() {
    for (types, limit) in [
        (DotTypes::I8, 131_071),
        (DotTypes::U8I8, 65_793),
        (DotTypes::I8U8, 65_793),
        (DotTypes::U8, 33_025),
        (DotTypes::I16, 1),
    ] {
        assert_eq!(types.longest(), limit, "{types}");
        let group = types.group().get();
        let longest = limit / group * group;
        let spec = |k| GroupedSpec::column_major(types, [1, 1, k]);
        assert!(longest == 0 || spec(longest).validate().is_ok(), "{types}");
        let k = longest + group;
        let over = spec(k);
        assert_eq!(over.validate(), Err(SpecError::Overflow { k, limit }), "{types}");
        assert_eq!(GroupedSpec { overflow: Overflow::Wraps, ..over }.validate(), Ok(()), "{types}");
    }
}
