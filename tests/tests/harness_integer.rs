//! Handles of multiplications of integers on the machine at hand, for every target that it executes: all
//! pairs of types and layouts, against sums in 64 bits; ways, refusals.

use std::fmt::Debug;
use std::thread;
use tensmith::gemm::CallError;
use tensmith::integer::{Integer, IntegerGemm, Integers, Layout, Matrix, Overflow, SpecError, Start, Stride};
use tensmith::{Jit, Target};
use tensmith_core::kernel::KernelSpec;
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, nightly};

/// A type with its integers, extreme ones often.
trait Drawn: Integer + Debug + Default + Send + Sync + Into<i64> {
    fn drawn(random: &mut SplitMix) -> Self;
}

macro_rules! drawn {
    ($($of:ident)*) => { $(
        impl Drawn for $of {
            fn drawn(random: &mut SplitMix) -> Self {
                match random.below(6) {
                    0 => $of::MIN,
                    1 => $of::MAX,
                    _ => random.bits() as $of,
                }
            }
        }
    )* };
}

drawn! { i8 u8 i16 }

fn all<T: Drawn>(count: usize, random: &mut SplitMix) -> Vec<T> {
    (0..count).map(|_| T::drawn(random)).collect()
}

/// The place of an element.
fn at(matrix: Matrix, row: usize, column: usize) -> usize {
    let ld = matrix.ld.known().unwrap();
    if matrix.layout == Layout::ColumnMajor { row + column * ld } else { row * ld + column }
}

fn span(matrix: Matrix, rows: usize, columns: usize) -> usize {
    at(matrix, rows - 1, columns - 1) + 1
}

/// Makes a handle, calls it, and compares all of C: what lies between its columns stays.
fn check<A: Drawn, B: Drawn>(jit: &Jit, spec: &IntegerGemm, random: &mut SplitMix) {
    let IntegerGemm { m, n, k, a, b, c, start, .. } = *spec;
    let product = Integers::<A, B>::new(jit, spec).unwrap_or_else(|error| panic!("{spec:?}: {error}"));
    let (of_a, of_b) = (all::<A>(span(a, m, k), random), all::<B>(span(b, k, n), random));
    let before: Vec<i32> = (0..span(c, m, n)).map(|_| random.bits() as i32).collect();
    let mut expected = before.clone();
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let products = (0..k).map(|p| of_a[at(a, i, p)].into() * of_b[at(b, p, j)].into());
        let begun = if start == Start::Output { i64::from(before[at(c, i, j)]) } else { 0 };
        expected[at(c, i, j)] = (begun + products.sum::<i64>()) as i32;
    }
    let mut found = before;
    product.call(&of_a, &of_b, &mut found).unwrap();
    let steps = || product.steps().map(|step| step.to_string()).collect::<Vec<_>>().join("; ");
    assert!(found == expected, "{}: {spec:?}: {}", jit.target().core.name, steps());
}

/// A random multiplication, with gaps in half of all matrices.
fn drawn(limits: [usize; 3], random: &mut SplitMix) -> IntegerGemm {
    let [m, n, k] = limits.map(|limit| 1 + random.below(limit as u64) as usize);
    let mut matrix = |rows, columns| {
        let gap = [0, 0, 1, 4][random.below(4) as usize];
        match random.below(2) {
            0 => Matrix::column_major(rows + gap),
            _ => Matrix::row_major(columns + gap),
        }
    };
    let (a, b, c) = (matrix(m, k), matrix(k, n), matrix(m, n));
    let start = if random.below(2) == 0 { Start::Nothing } else { Start::Output };
    IntegerGemm { a, b, c, start, overflow: Overflow::Wraps, ..IntegerGemm::column_major([m, n, k]) }
}

fn products<A: Drawn, B: Drawn>() {
    for target in here::executable() {
        let jit = Jit::builder().target(target).build().unwrap();
        let mut random = SplitMix::seeded("harness_integer", 2);
        for nth in 0..nightly::cases(40, 2000) {
            let limits = [[9, 9, 9], [40, 40, 40], [3, 70, 130], [70, 3, 70]][nth % 4];
            check::<A, B>(&jit, &drawn(limits, &mut random), &mut random);
        }
    }
}

macro_rules! pairs {
    ($($name:ident $a:ident $b:ident)*) => { $(
        #[test]
        fn $name() {
            products::<$a, $b>();
        }
    )* };
}

pairs! {
    i8_by_i8 i8 i8
    i8_by_u8 i8 u8
    u8_by_i8 u8 i8
    u8_by_u8 u8 u8
    i16_by_i16 i16 i16
    i8_by_i16 i8 i16
    i16_by_i8 i16 i8
    u8_by_i16 u8 i16
    i16_by_u8 i16 u8
}

/// The steps of a multiplication on a core.
fn steps<A: Integer, B: Integer>(core: &str, spec: &IntegerGemm) -> Vec<String> {
    let jit = Jit::for_target(Target::named(core).unwrap()).unwrap();
    let product = Integers::<A, B>::new(&jit, spec).unwrap();
    product.steps().map(|step| step.to_string()).collect()
}

/// Copies are made only where groups or types are missing.
#[test]
fn each_core_has_its_way() {
    let spec = IntegerGemm::column_major([8, 3, 16]);
    let copy = "group 8 8x16";
    assert_eq!(steps::<u8, i8>("zen4", &spec), [copy, "grouped u8,i8 8x3x16 overflow=wraps"]);
    assert_eq!(steps::<i8, i8>("neoverse-n1", &spec), [copy, "grouped i8 8x3x16 overflow=wraps"]);
    let offset = [
        copy,
        "group 8^128 3x16 in=row",
        "grouped i8,u8 8x1x16 overflow=wraps",
        "negate 8",
        "grouped i8,u8 8x3x16 add=column overflow=wraps",
    ];
    assert_eq!(steps::<i8, i8>("zen4", &spec), offset);
    let words = ["group u8->i16 8x16", "group i8->i16 3x16 in=row", "grouped i16 8x3x16 overflow=wraps"];
    assert_eq!(steps::<u8, i8>("skylake-server", &spec), words);
    let by_rows = IntegerGemm::row_major([3, 8, 18]);
    let ragged = ["group 8 8x18", "group 8 3x18 in=row", "grouped i8,u8 8x3x20 overflow=wraps"];
    assert_eq!(steps::<u8, i8>("zen4", &by_rows), ragged);
    let across = IntegerGemm { a: Matrix::row_major(16), ..spec };
    let transposed = ["unary identity f32 4x8 order=transposed", "grouped u8,i8 8x3x16 overflow=wraps"];
    assert_eq!(steps::<u8, i8>("zen4", &across), transposed);
}

/// A handle has memory for one call, and others take their own.
#[test]
fn threads_share_a_handle() {
    let product =
        Integers::<i8, i8>::new(&Jit::host().unwrap(), &IntegerGemm::row_major([33, 17, 65])).unwrap();
    let (a, b) = (vec![-3i8; 33 * 65], vec![-128i8; 65 * 17]);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..200 {
                    let mut c = vec![0; 33 * 17];
                    product.call(&a, &b, &mut c).unwrap();
                    assert_eq!(c, [3 * 128 * 65; 33 * 17]);
                }
            });
        }
    });
}

#[test]
fn what_breaks_a_rule_is_refused_by_name() {
    let jit = Jit::host().unwrap();
    let spec = IntegerGemm::column_major([4, 5, 6]);
    let told = |spec: IntegerGemm| Integers::<u8, u8>::new(&jit, &spec).unwrap_err().to_string();
    assert!(told(IntegerGemm { m: 0, ..spec }).contains("m is 0"));
    let limit = "k is 33026: must be at most 33025";
    assert!(told(IntegerGemm::column_major([1, 1, 33_026])).contains(limit));
    let wraps = IntegerGemm { overflow: Overflow::Wraps, ..IntegerGemm::column_major([1, 1, 33_026]) };
    assert!(Integers::<u8, u8>::new(&jit, &wraps).is_ok());
    use tensmith_core::kernel::func::IntType::U8;
    let refused = |spec: IntegerGemm| spec.validate([U8, U8]).unwrap_err();
    let narrow = SpecError::LeadingDimension { field: "ldb", value: 5, extent: 6 };
    assert_eq!(refused(IntegerGemm { b: Matrix::column_major(5), ..spec }), narrow);
    let open = Matrix { layout: Layout::RowMajor, ld: Stride::Runtime };
    assert_eq!(refused(IntegerGemm { c: open, ..spec }), SpecError::Open { field: "ldc" });
    let far = IntegerGemm { a: Matrix::column_major(1 << 46), ..spec };
    assert!(matches!(refused(far), SpecError::TooLarge { field: "a", .. }));

    let product = Integers::<u8, u8>::new(&jit, &spec).unwrap();
    let mut c = [7; 20];
    let short = CallError::TooShort { operand: "b", len: 29, needed: 30 };
    assert_eq!(product.call(&[1; 24], &[1; 29], &mut c), Err(short));
    assert_eq!(c, [7; 20]);
    assert!(product.steps().any(|step| matches!(step.kernel(), Some(KernelSpec::Grouped(_)))));
}

/// Code for another machine is there to be looked at.
#[test]
fn code_for_another_machine_is_not_called() {
    let other = if cfg!(target_arch = "x86_64") { "neoverse-v2" } else { "zen4" };
    let jit = Jit::for_target(Target::named(other).unwrap()).unwrap();
    let product = Integers::<i8, i8>::new(&jit, &IntegerGemm::column_major([4, 4, 4])).unwrap();
    let refused = product.call(&[1; 16], &[1; 16], &mut [0; 16]);
    assert_eq!(refused, Err(CallError::OtherMachine { target: other }));
}
