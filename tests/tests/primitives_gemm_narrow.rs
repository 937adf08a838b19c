//! Multiplications of narrow types: every combination of types of A, B and C, orders of all three, tails of
//! all lengths, factors, epilogues and batches; run on the machine at hand, with inaccessible pages on either
//! side of each operand, and as functions for AArch64 that are encoded, and interpreted on memory that ends
//! with each operand. Integers come out exact; other numbers within the bound of sums in single precision and
//! one rounding. What else a spec can say is drawn in `primitives_gemm_properties.rs`.
#![allow(unsafe_code)]

use tensmith_core::kernel::spec::{Argument, Batch, Factor, GemmSpec, Layout, Matrix, Stride};
use tensmith_core::kernel::{KernelSpec, SpecError};
use tensmith_core::reference::{self, Element, Region};
use tensmith_core::registry::Registry;
use tensmith_core::{DType, Target, Types};
use tensmith_tests::guard::{ENDS, Guarded};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, kernels, nightly, test_mixes, wide};

/// Factors that calls pass.
const ALPHA: f32 = 0.5;
const BETA: f32 = -2.0;

/// A multiplication and its operands, which lie densely.
struct Case<A, B, C> {
    spec: GemmSpec,
    a: Vec<A>,
    b: Vec<B>,
    c: Vec<C>,
    /// The operand of an epilogue: a column.
    column: Vec<C>,
}

/// The place of an element.
fn place(matrix: Matrix, i: usize, j: usize) -> usize {
    let ld = matrix.ld.known().expect("a fixed stride");
    match matrix.layout {
        Layout::ColumnMajor => j * ld + i,
        Layout::RowMajor => i * ld + j,
    }
}

fn matrix(layout: Layout, (rows, columns): (usize, usize), more: usize) -> Matrix {
    let of = Matrix { layout, ld: Stride::fixed(1) };
    Matrix { ld: Stride::fixed(of.extents(rows, columns).0 + more), ..of }
}

/// Elements from the first to the last of a matrix.
fn span(of: Matrix, (rows, columns): (usize, usize)) -> usize {
    place(of, rows - 1, columns - 1) + 1
}

/// What is done besides multiplying.
#[derive(Clone, Copy)]
struct Besides {
    alpha: Factor,
    beta: Factor,
    epilogue: &'static str,
    /// Pairs of blocks, one behind the other.
    pairs: usize,
}

const PLAIN: Besides = Besides { alpha: Factor::One, beta: Factor::Zero, epilogue: "", pairs: 1 };

/// Each with every combination of types, one after another.
const BESIDES: [Besides; 6] = [
    PLAIN,
    Besides { beta: Factor::One, ..PLAIN },
    Besides { alpha: Factor::Runtime, beta: Factor::Runtime, ..PLAIN },
    Besides { beta: Factor::One, epilogue: "add(column),relu", ..PLAIN },
    Besides { pairs: 3, beta: Factor::One, ..PLAIN },
    Besides { alpha: Factor::Runtime, epilogue: "relu,add(column)", pairs: 2, ..PLAIN },
];

/// All of a kernel's operands, in some memory.
struct Addresses {
    a: usize,
    b: usize,
    c: usize,
    column: usize,
}

impl<A: Element, B: Element, C: Element> Case<A, B, C> {
    fn new(
        [m, n, k]: [usize; 3],
        layouts: [Layout; 3],
        besides: Besides,
        mut number: impl FnMut() -> f64,
    ) -> Self {
        let types = Types { a: A::DTYPE, b: B::DTYPE, accumulator: DType::F32, output: C::DTYPE };
        let more = (m + n + k) % 2 * 3;
        let a = matrix(layouts[0], (m, k), more);
        let b = matrix(layouts[1], (k, n), more);
        let c = matrix(layouts[2], (m, n), more);
        let Besides { alpha, beta, epilogue, pairs } = besides;
        let [of_a, of_b, of_c] = [span(a, (m, k)), span(b, (k, n)), span(c, (m, n))];
        let [step_a, step_b, count] = [of_a, of_b, pairs].map(Stride::fixed);
        let batch = if pairs == 1 { Batch::Single } else { Batch::Strided { count, a: step_a, b: step_b } };
        let epilogue = epilogue.parse().expect("a chain");
        let plain = GemmSpec::column_major(DType::F32, [m, n, k]);
        Self {
            spec: GemmSpec { types, a, b, c, alpha, beta, batch, epilogue, ..plain },
            a: elements(of_a * pairs, &mut number),
            b: elements(of_b * pairs, &mut number),
            c: elements(of_c, &mut number),
            column: elements(m, &mut number),
        }
    }

    /// Element `(i, j)` of the result, and the sum of the magnitudes that it is made of.
    fn expected(&self, i: usize, j: usize) -> (f64, f64) {
        let Self { spec, a, b, c, column } = self;
        let pairs = spec.batch.count().known().expect("a fixed count");
        let (mut sum, mut size) = (0.0, 0.0);
        for (pair, p) in (0..pairs).flat_map(|pair| (0..spec.k).map(move |p| (pair, p))) {
            let a = a[pair * (a.len() / pairs) + place(spec.a, i, p)].to_f64();
            let b = b[pair * (b.len() / pairs) + place(spec.b, p, j)].to_f64();
            (sum, size) = (sum + a * b, size + (a * b).abs());
        }
        let scaled = |factor, number: f32| match factor {
            Factor::Zero => 0.0,
            Factor::One => 1.0,
            Factor::Runtime => f64::from(number),
        };
        let alpha = scaled(spec.alpha, ALPHA);
        let before = c[place(spec.c, i, j)].to_f64() * scaled(spec.beta, BETA);
        let (sum, size) = (sum * alpha + before, size * alpha.abs() + before.abs());
        let added = column[i].to_f64();
        match spec.epilogue.to_string().as_str() {
            "" => (sum, size),
            "add(column),relu" => ((sum + added).max(0.0), size + added.abs()),
            _ => (sum.max(0.0) + added, size + added.abs()),
        }
    }

    /// What the kernel is called with.
    fn values(&self, at: &Addresses) -> Vec<usize> {
        let value = |argument| match argument {
            Argument::A => at.a,
            Argument::B => at.b,
            Argument::C => at.c,
            Argument::Alpha => ALPHA.to_bits() as usize,
            Argument::Beta => BETA.to_bits() as usize,
            _ => at.column,
        };
        KernelSpec::Gemm(self.spec).arguments().map(value).collect()
    }

    /// Runs it on a target, with operands at either end of their pages, and judges each element.
    fn run(
        &self,
        (registry, target): (&Registry, &Target),
        guarded: &mut [Guarded; 4],
        is_right: impl Fn(f64, (f64, f64)) -> bool,
    ) {
        let spec = KernelSpec::Gemm(self.spec);
        let code = kernels::code(registry, &spec, target);
        let kernel = kernels::publish(&code, target.isa.architecture());
        for flush in ENDS {
            let [a, b, c, column] = &mut *guarded;
            let place_of_c = c.hold(&self.c, flush);
            let at = Addresses {
                a: a.hold(&self.a, flush) as usize,
                b: b.hold(&self.b, flush) as usize,
                c: place_of_c as usize,
                column: column.hold(&self.column, flush) as usize,
            };
            // SAFETY: the operands are as large as the specification says.
            unsafe { kernels::call(&kernel, &self.values(&at)) };
            // SAFETY: the elements were put there, and nothing else refers to them.
            let found = unsafe { std::slice::from_raw_parts(place_of_c, self.c.len()) };
            self.judge(target, found, &is_right);
        }
    }

    /// Encodes its function for a target, interprets that, and judges each element. An access outside an
    /// operand is an error.
    fn interpret(
        &self,
        (registry, target): (&Registry, &Target),
        is_right: impl Fn(f64, (f64, f64)) -> bool,
    ) {
        let spec = KernelSpec::Gemm(self.spec);
        let func = wide::func(registry, &spec, target).unwrap_or_else(|| panic!("{spec} is refused"));
        let at = Addresses { a: 1 << 40, b: 2 << 40, c: 3 << 40, column: 4 << 40 };
        let arguments: Vec<u64> = self.values(&at).into_iter().map(|value| value as u64).collect();
        let mut operands = [
            wide::bytes_of(&self.a),
            wide::bytes_of(&self.b),
            wide::bytes_of(&self.c),
            wide::bytes_of(&self.column),
        ];
        let mut memory: Vec<Region<'_>> = (1..)
            .zip(&mut operands)
            .map(|(nth, bytes): (u64, _)| Region { address: nth << 40, bytes })
            .collect();
        let done = reference::run(&func, target.machine().vector_bytes, &arguments, &mut memory);
        done.unwrap_or_else(|error| panic!("{spec} on {}: {error}", target.core.name));
        let found: Vec<C> = wide::elements(&operands[2]).collect();
        self.judge(target, &found, &is_right);
    }

    fn judge(&self, target: &Target, found: &[C], is_right: &impl Fn(f64, (f64, f64)) -> bool) {
        let mut written = vec![false; found.len()];
        for (i, j) in (0..self.spec.m).flat_map(|i| (0..self.spec.n).map(move |j| (i, j))) {
            let (at, expected) = (place(self.spec.c, i, j), self.expected(i, j));
            written[at] = true;
            let number = found[at].to_f64();
            assert!(
                is_right(number, expected),
                "{} on {}: element {i}, {j} is {number} instead of {}",
                KernelSpec::Gemm(self.spec),
                target.core.name,
                expected.0
            );
        }
        for (at, _) in written.iter().enumerate().filter(|(_, is_written)| !**is_written) {
            assert_eq!(found[at].to_bits(), self.c[at].to_bits(), "between columns of C");
        }
    }
}

fn elements<T: Element>(count: usize, number: &mut impl FnMut() -> f64) -> Vec<T> {
    (0..count).map(|_| T::from_f64(number())).collect()
}

const LAYOUTS: [Layout; 2] = [Layout::ColumnMajor, Layout::RowMajor];

/// All orders of three matrices.
fn orders() -> impl Iterator<Item = [Layout; 3]> {
    (0..8).map(|nth| [LAYOUTS[nth & 1], LAYOUTS[nth >> 1 & 1], LAYOUTS[nth >> 2]])
}

/// A sum that single precision has, rounded once.
fn is_nearest<C: Element>(found: f64, (exact, _): (f64, f64)) -> bool {
    found == C::from_f64(exact).to_f64()
}

/// Within the bound of a sum of that many products, and one rounding to the type of C.
fn is_near<C: Element>(products: usize) -> impl Fn(f64, (f64, f64)) -> bool {
    // A factor, what C held, and the links.
    let roundings = (products + 4) as f64 * f64::from(f32::EPSILON) / 2.0;
    let rounded = if C::DTYPE.is_converted() { (C::ROUNDOFF, C::TINIEST / 2.0) } else { (0.0, 0.0) };
    move |found, (exact, size)| {
        let of_sum = roundings / (1.0 - roundings) * size;
        (found - exact).abs() <= of_sum + rounded.0 * (exact.abs() + of_sum) + rounded.1
    }
}

/// Two vectors and their parts, and more than tiles have.
const EXTENTS: [usize; 15] = [1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 24, 31, 33, 40];

/// By day, every 199th shape is run.
const SHARE: usize = 199;

fn every_shape<A: Element, B: Element, C: Element>(test: &str) {
    let mut random = SplitMix::seeded(test, 1);
    let (registry, mut guarded) = (kernels::registry(), [(); 4].map(|()| Guarded::new(1 << 16)));
    let on_paper = ["generic", "cortex-a53"].map(|name| Target::named(name).expect("it is known"));
    let shapes = EXTENTS
        .iter()
        .flat_map(|m| EXTENTS.iter().flat_map(move |n| EXTENTS.map(move |k| [*m, *n, k])))
        .step_by(nightly::scaled(SHARE, 3));
    for (nth, (shape, layouts)) in
        shapes.flat_map(|shape| orders().map(move |layouts| (shape, layouts))).enumerate()
    {
        // As there are eight orders, each meets half of them, and all in the end.
        let besides = BESIDES[(nth + nth / 8) % BESIDES.len()];
        let whole = Case::<A, B, C>::new(shape, layouts, besides, || random.below(9) as f64 - 4.0);
        let any =
            Case::<A, B, C>::new(shape, layouts, besides, || random.below(1 << 20) as f64 / 524_288.0 - 1.0);
        let near = is_near::<C>(shape[2] * besides.pairs);
        for target in &here::portable() {
            whole.run((&registry, target), &mut guarded, is_nearest::<C>);
            any.run((&registry, target), &mut guarded, &near);
        }
        for target in &on_paper {
            whole.interpret((&registry, target), is_nearest::<C>);
            any.interpret((&registry, target), &near);
        }
    }
}

test_mixes!(every_shape);

#[test]
fn types_that_are_not_computed_with_together_are_refused() {
    use DType::{F16 as H, F32 as S, F64 as D};
    let refused = |[a, b, accumulator, output]: [DType; 4]| {
        let types = Types { a, b, accumulator, output };
        let error = GemmSpec { types, ..GemmSpec::column_major(S, [4, 4, 4]) }.validate();
        error.expect_err("a refusal").to_string()
    };
    assert_eq!(refused([H, S, D, D]), "a is f16: must be f64");
    assert_eq!(refused([D, H, D, D]), "b is f16: must be f64");
    assert_eq!(refused([D, D, D, H]), "output is f16: must be f64");
    assert_eq!(refused([S, S, D, S]), "a is f32: must be f64");
    assert_eq!(refused([D, H, S, H]), "a is f64: must be f32, f16 or bf16");
    assert_eq!(refused([H, H, H, H]), "accumulator is f16: must be f32, f64 or i32");
}

#[test]
fn loops_around_multiplications_refuse_half_precision() {
    let text = "series f16,f32->f32->f32 4x4x4 count=3 steps=16,16,16";
    let spec: KernelSpec = text.parse().expect("a series");
    let legal = &[DType::F32, DType::F64, DType::I32];
    assert_eq!(spec.validate(), Err(SpecError::Type { field: "a", found: DType::F16, legal }));
}
