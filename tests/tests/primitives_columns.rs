//! Columns that share vectors: exact integers, executed instruction by instruction on any host and natively
//! where a core with masks is at hand, and which generator is chosen for what.
#![allow(unsafe_code)]

use tensmith_conformance::{Effort, Subject, check};
use tensmith_core::kernel::spec::{Batch, Chain, Factor, Matrix, Stride};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::reference::{Region, run};
use tensmith_core::registry::{Generated, KernelGenerator, Refusal, Registry};
use tensmith_core::{DType, Target};
use tensmith_primitives::columns::Columns;
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, nightly};

/// The addresses of A, B and C.
const ADDRESSES: [u64; 3] = [1 << 20, 2 << 20, 3 << 20];

fn target() -> Target {
    Target::named("zen5").expect("a core with masks")
}

fn spec(dtype: DType, [m, n, k]: [usize; 3], gaps: [usize; 3], beta: Factor) -> GemmSpec {
    let [a, b, c] =
        [(m, gaps[0]), (k, gaps[1]), (m, gaps[2])].map(|(rows, gap)| Matrix::column_major(rows + gap));
    let (alpha, batch, epilogue) = (Factor::One, Batch::Single, Chain::EMPTY);
    GemmSpec { types: dtype.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue }
}

/// A matrix of integers in memory, with a gap of 99 behind each column but the last.
struct Columnwise {
    rows: usize,
    ld: usize,
    values: Vec<i32>,
}

impl Columnwise {
    fn draw(random: &mut SplitMix, (rows, columns): (usize, usize), ld: Stride) -> Self {
        let ld = ld.known().expect("a stride that is known");
        let mut at = |nth: usize| if nth % ld < rows { random.below(17) as i32 - 8 } else { 99 };
        Self { rows, ld, values: (0..ld * (columns - 1) + rows).map(&mut at).collect() }
    }

    fn at(&self, row: usize, column: usize) -> i32 {
        assert!(row < self.rows);
        self.values[column * self.ld + row]
    }

    fn bytes(&self, dtype: DType) -> Vec<u8> {
        let numbers = self.values.iter().map(|value| f64::from(*value));
        match dtype {
            DType::F32 => numbers.flat_map(|number| (number as f32).to_le_bytes()).collect(),
            _ => numbers.flat_map(f64::to_le_bytes).collect(),
        }
    }
}

/// Executes the kernel for a spec; no byte but those of operands exists.
fn execute(random: &mut SplitMix, spec: &GemmSpec, target: &Target) {
    let kernel = KernelSpec::Gemm(*spec);
    let offer = Columns.offer(&kernel, target).unwrap_or_else(|refusal| panic!("{spec}: {refusal}"));
    assert!(offer.cycles > 0.0 && offer.cycles.is_finite(), "{spec}: {} cycles", offer.cycles);
    let generated = Columns.generate(&kernel, target, &offer).expect("a kernel");
    // Registers suffice, and the verifier accepts the code.
    generated.compile(&kernel, target).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let Generated::Func(func) = generated else { panic!("{spec}: no function") };
    let GemmSpec { types, m, n, k, .. } = *spec;
    let dtype = types.output;
    let a = Columnwise::draw(random, (m, k), spec.a.ld);
    let b = Columnwise::draw(random, (k, n), spec.b.ld);
    let mut c = Columnwise::draw(random, (m, n), spec.c.ld);
    let mut bytes = [&a, &b, &c].map(|matrix| matrix.bytes(dtype));
    let mut places = ADDRESSES.iter().zip(&mut bytes);
    let mut memory = [(); 3].map(|()| {
        let (address, bytes) = places.next().expect("three operands");
        Region { address: *address, bytes }
    });
    run(&func, 64, &ADDRESSES, &mut memory).unwrap_or_else(|error| panic!("{spec}: {error}"));
    for (row, column) in (0..n).flat_map(|column| (0..m).map(move |row| (row, column))) {
        let product: i32 = (0..k).map(|nth| a.at(row, nth) * b.at(nth, column)).sum();
        let before = if spec.beta == Factor::One { c.at(row, column) } else { 0 };
        let place = column * c.ld + row;
        c.values[place] = product + before;
    }
    assert!(bytes[2] == c.bytes(dtype), "{spec}");
}

/// All M up to a vector, N up to 33 and K up to 40, and some beyond: all of them at night, else a share.
#[test]
fn every_shape_is_exact() {
    let target = target();
    let mut random = SplitMix::seeded("primitives_columns: shapes", 1);
    let one_in = nightly::one_of(180) as u64;
    for (dtype, most) in [(DType::F32, 16), (DType::F64, 8)] {
        for (m, n) in (1..=most).flat_map(|m| (1..=33).map(move |n| (m, n))) {
            for k in (1..=40).chain([41, 47, 48, 63, 64, 65, 100]) {
                if random.below(one_in) > 0 {
                    continue;
                }
                for gaps in [[0; 3], [1, 2, 3]] {
                    // Contiguous along another direction as well, A and B are taken for rows.
                    if gaps == [0; 3] && (m == 1 || k == 1) {
                        continue;
                    }
                    for beta in [Factor::Zero, Factor::One] {
                        execute(&mut random, &spec(dtype, [m, n, k], gaps, beta), &target);
                    }
                }
            }
        }
    }
}

/// On cores with masks that are at hand, between inaccessible pages.
#[test]
#[allow(unsafe_code)]
fn native_kernels_are_right() {
    for target in here::executable().into_iter().filter(|target| target.machine().has_masks) {
        for k in [3, 13, 8, 64].into_iter().take(nightly::scaled(1, 4)) {
            let mut registry = Registry::new();
            registry.add(&Columns).expect("an empty registry");
            // SAFETY: the generator keeps to its operands, as the test above has found on these shapes.
            let report = unsafe { check(registry, target, &Subject::Gemm { k }, &Effort::default()) }
                .expect("a report");
            assert!(report.failures.is_empty() && report.right > 0, "{}: {report}", target.core.name);
        }
    }
}

/// Few rows share vectors; many do not, nor does what the generator knows nothing of.
#[test]
fn the_faster_generator_is_chosen() {
    let registry = tensmith_primitives::registry().expect("the default registry");
    let chosen = |spec: GemmSpec, target: &Target| {
        registry.choose(&KernelSpec::Gemm(spec), target).expect("a choice").generator.name()
    };
    let (zen5, one) = (target(), Factor::One);
    for size in [[4, 4, 4], [8, 8, 8], [3, 64, 64], [8, 64, 64]] {
        assert_eq!(chosen(spec(DType::F32, size, [0; 3], one), &zen5), "tensmith.columns/1", "{size:?}");
    }
    assert_eq!(chosen(spec(DType::F32, [64; 3], [0; 3], one), &zen5), "tensmith.gemm/1");
    for name in ["x86-64-v3", "neoverse-v2"] {
        let other = Target::named(name).expect("a core without masks");
        assert_eq!(chosen(spec(DType::F32, [4; 3], [0; 3], one), &other), "tensmith.gemm/1", "{name}");
    }
    let scaled = GemmSpec { alpha: Factor::Runtime, ..spec(DType::F32, [4; 3], [0; 3], one) };
    assert_eq!(Columns.offer(&KernelSpec::Gemm(scaled), &zen5), Err(Refusal::OtherKind));
}
