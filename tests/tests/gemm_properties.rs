//! GEMM and BRGEMM on AArch64 with everything that a spec can say drawn at random: extents, K of 0,
//! layouts, strides, factors, kinds of batches, and which numbers are left to run time. Each kernel
//! is made both ways round. Operands end, or begin, at inaccessible pages.
//!
//! On integers the result is that of the reference; on other numbers each element is within its bound.
#![cfg(target_arch = "aarch64")]
#![allow(unsafe_code)]

use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Argument, Batch, Factor, GemmSpec, Layout, Matrix, Stride};
use tensmith_core::reference::{Blocks, Element, Gemm as Reference, Inputs};
use tensmith_core::{Target, codegen};
use tensmith_primitives::gemm::Gemm;
use tensmith_primitives::gemm::problem::Problem;
use tensmith_tests::bench::gemm_strides;
use tensmith_tests::guard::{ENDS, Flush, Guarded};
use tensmith_tests::kernels;
use tensmith_tests::random::SplitMix;

const ROUNDS: usize = 500;
/// What lies between the rows or columns of C.
const GAP: f64 = 0.125;
/// An address that nothing may access: that of an operand which is not to be read.
const NOWHERE: usize = 64;

/// What operands are filled with.
#[derive(Clone, Copy)]
enum Numbers {
    /// Integers, small enough for every sum to be exact.
    Integers,
    /// Any, from -1 to 1.
    Reals,
}

/// One input: what its memory holds, and where in it the blocks are.
struct Side<T> {
    buffers: Vec<Vec<T>>,
    /// Buffer and first element of each block.
    blocks: Vec<(usize, usize)>,
    /// The element that offsets count from.
    origin: usize,
}

struct Case<T> {
    /// With all strides.
    spec: GemmSpec,
    /// What is left to run time.
    given: GemmSpec,
    a: Side<T>,
    b: Side<T>,
    c: Vec<T>,
    alpha: T,
    beta: T,
}

struct Draw(SplitMix);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn number(&mut self, numbers: Numbers) -> f64 {
        match numbers {
            Numbers::Integers => self.below(17) as f64 - 8.0,
            Numbers::Reals => self.0.bits() as f64 / u64::MAX as f64 * 2.0 - 1.0,
        }
    }

    fn numbers<T: Element>(&mut self, numbers: Numbers, len: usize) -> Vec<T> {
        (0..len).map(|_| T::from_f64(self.number(numbers))).collect()
    }

    /// A factor that is passed: with integers, one that keeps products exact or makes them special.
    fn factor<T: Element>(&mut self, numbers: Numbers) -> T {
        T::from_f64(match numbers {
            Numbers::Integers => self.one_of(&[0.0, 1.0, -1.0, 2.0, 0.5, -3.0, f64::INFINITY, f64::NAN]),
            Numbers::Reals => 10.0 * self.number(numbers),
        })
    }

    fn extent(&mut self) -> usize {
        let limit = self.one_of(&[2, 5, 9, 24]);
        1 + self.below(limit)
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> Matrix {
        let layout = self.one_of(&[Layout::ColumnMajor, Layout::RowMajor]);
        let (contiguous, _) = Matrix { layout, ld: Stride::Runtime }.extents(rows, columns);
        let limit = self.one_of(&[1, 1, 8, 700]);
        Matrix { layout, ld: Stride::Fixed(contiguous + self.below(limit)) }
    }

    fn batch(&mut self, (block_a, block_b): (usize, usize)) -> Batch {
        let count = Stride::Fixed(1 + self.below(4));
        let mut distance = |block| Stride::Fixed(self.one_of(&[0, block, block + 5]));
        let (a, b) = (distance(block_a), distance(block_b));
        self.one_of(&[
            Batch::Single,
            Batch::Strided { count, a, b },
            Batch::Offsets { count },
            Batch::Addresses { count },
        ])
    }

    fn spec<T: Element>(&mut self) -> GemmSpec {
        let (m, n) = (self.extent(), self.extent());
        let k = if self.below(8) == 0 { 0 } else { self.extent() };
        let (a, b, c) = (self.matrix(m, k), self.matrix(k, n), self.matrix(m, n));
        let [alpha, beta] = [(); 2].map(|()| self.one_of(&Factor::ALL).0);
        let batch = self.batch((span(a, m, k), span(b, k, n)));
        GemmSpec { dtype: T::DTYPE, m, n, k, a, b, c, alpha, beta, batch }
    }

    /// Memory for the blocks of an input, each of which spans `block` elements.
    fn side<T: Element>(&mut self, numbers: Numbers, block: usize, batch: Batch, step: usize) -> Side<T> {
        let count = known(batch.count());
        let (lengths, blocks, origin) = match batch {
            Batch::Single | Batch::Strided { .. } => {
                (vec![block + (count - 1) * step], (0..count).map(|r| (0, r * step)).collect(), 0)
            }
            Batch::Offsets { .. } => {
                let starts: Vec<usize> = (0..count).map(|_| self.below(50)).collect();
                let len = block + starts.iter().max().unwrap_or(&0);
                (vec![len], starts.into_iter().map(|start| (0, start)).collect(), self.below(len + 1))
            }
            Batch::Addresses { .. } => (vec![block; count], (0..count).map(|r| (r, 0)).collect(), 0),
        };
        let buffers = lengths.into_iter().map(|len| self.numbers(numbers, len)).collect();
        Side { buffers, blocks, origin }
    }

    fn case<T: Element>(&mut self, numbers: Numbers) -> Case<T> {
        let spec = self.spec::<T>();
        let (step_a, step_b) = match spec.batch {
            Batch::Strided { a, b, .. } => (known(a), known(b)),
            _ => (0, 0),
        };
        let a = self.side(numbers, span(spec.a, spec.m, spec.k), spec.batch, step_a);
        let b = self.side(numbers, span(spec.b, spec.k, spec.n), spec.batch, step_b);
        let (contiguous, _) = spec.c.extents(spec.m, spec.n);
        let element = |nth: usize| match (nth % known(spec.c.ld) < contiguous, spec.beta) {
            (false, _) => GAP,
            (true, Factor::Zero) => f64::NAN,
            (true, _) => self.number(numbers),
        };
        let c = (0..span(spec.c, spec.m, spec.n)).map(element).map(T::from_f64).collect();
        let mut given = spec;
        for stride in gemm_strides(&mut given) {
            if self.below(3) == 0 {
                *stride = Stride::Runtime;
            }
        }
        Case { spec, given, a, b, c, alpha: self.factor(numbers), beta: self.factor(numbers) }
    }
}

fn known(stride: Stride) -> usize {
    stride.fixed().expect("strides are drawn")
}

/// Elements from the first to the last of a matrix.
fn span(matrix: Matrix, rows: usize, columns: usize) -> usize {
    let (contiguous, strided) = matrix.extents(rows, columns);
    if contiguous == 0 || strided == 0 { 0 } else { (strided - 1) * known(matrix.ld) + contiguous }
}

/// An input in guarded memory, with the arrays that say where its blocks are.
struct Placed {
    _memory: Vec<Guarded>,
    origin: usize,
    offsets: Vec<i64>,
    addresses: Vec<usize>,
}

impl<T: Element> Side<T> {
    fn place(&self, flush: Flush) -> Placed {
        let mut memory: Vec<Guarded> =
            self.buffers.iter().map(|buffer| Guarded::new(size_of_val(&buffer[..]))).collect();
        let starts: Vec<usize> = (memory.iter_mut().zip(&self.buffers))
            .map(|(guarded, buffer)| {
                let slice = guarded.slice(buffer.len(), flush);
                slice.copy_from_slice(buffer);
                slice.as_ptr() as usize
            })
            .collect();
        let address = |&(buffer, start): &(usize, usize)| starts[buffer] + start * size_of::<T>();
        Placed {
            origin: starts[0] + self.origin * size_of::<T>(),
            offsets: self.blocks.iter().map(|(_, start)| *start as i64 - self.origin as i64).collect(),
            addresses: self.blocks.iter().map(address).collect(),
            _memory: memory,
        }
    }
}

impl<T: Element> Case<T> {
    /// The value of each argument, for inputs that are placed so and C at an address.
    fn arguments(&self, a: &Placed, b: &Placed, c: usize) -> Vec<usize> {
        let spec = &self.spec;
        let unread = |address: usize| if spec.has_product() { address } else { NOWHERE };
        let bits = |factor: T| match size_of::<T>() {
            4 => (factor.to_f64() as f32).to_bits() as usize,
            _ => factor.to_f64().to_bits() as usize,
        };
        let (step_a, step_b) = match spec.batch {
            Batch::Strided { a, b, .. } => (known(a), known(b)),
            _ => (0, 0),
        };
        let value = |argument| match argument {
            Argument::A => unread(a.origin),
            Argument::B => unread(b.origin),
            Argument::C => c,
            Argument::AddressesA => unread(a.addresses.as_ptr() as usize),
            Argument::AddressesB => unread(b.addresses.as_ptr() as usize),
            Argument::OffsetsA => unread(a.offsets.as_ptr() as usize),
            Argument::OffsetsB => unread(b.offsets.as_ptr() as usize),
            Argument::Lda => known(spec.a.ld),
            Argument::Ldb => known(spec.b.ld),
            Argument::Ldc => known(spec.c.ld),
            Argument::BatchStrideA => step_a,
            Argument::BatchStrideB => step_b,
            Argument::BatchCount => known(spec.batch.count()),
            Argument::Alpha => bits(self.alpha),
            Argument::Beta => bits(self.beta),
            other => panic!("{} is no argument of a multiplication", other.name()),
        };
        KernelSpec::Gemm(self.given).arguments().map(value).collect()
    }

    /// Calls a kernel and compares what C holds then with the reference.
    fn check(&self, kernel: &Kernel, numbers: Numbers, flush: Flush, way: &str) {
        let (a, b) = (self.a.place(flush), self.b.place(flush));
        let mut memory = Guarded::new(size_of_val(&self.c[..]));
        let c = memory.slice::<T>(self.c.len(), flush);
        c.copy_from_slice(&self.c);
        let arguments = self.arguments(&a, &b, c.as_ptr() as usize);
        // SAFETY: the operands have the sizes that the spec says, in memory that is theirs.
        unsafe { kernels::call(kernel, &arguments) };
        let pairs: Vec<(&[T], &[T])> = (self.a.blocks.iter().zip(&self.b.blocks))
            .map(|(a, b)| (&self.a.buffers[a.0][a.1..], &self.b.buffers[b.0][b.1..]))
            .collect();
        let blocks = match self.spec.batch {
            Batch::Single | Batch::Strided { .. } => Blocks::Strided(pairs[0].0, pairs[0].1),
            Batch::Offsets { .. } | Batch::Addresses { .. } => Blocks::Pairs(&pairs),
        };
        let inputs = Inputs { blocks, alpha: self.alpha, beta: self.beta };
        let reference = Reference::new(&self.spec, &inputs).expect("operands fit");
        let (ld, (contiguous, _)) = (known(self.spec.c.ld), self.spec.c.extents(self.spec.m, self.spec.n));
        for (at, (&found, &before)) in c.iter().zip(&self.c).enumerate() {
            let (inner, outer) = (at % ld, at / ld);
            let (i, j) = match self.spec.c.layout {
                Layout::ColumnMajor => (inner, outer),
                Layout::RowMajor => (outer, inner),
            };
            let expected = reference.element(i, j, before);
            let is_right = match numbers {
                _ if inner >= contiguous => found == T::from_f64(GAP),
                Numbers::Integers if expected.value.is_nan() => found.to_f64().is_nan(),
                Numbers::Integers => found.to_f64() == expected.value,
                Numbers::Reals => expected.accepts(found),
            };
            assert!(
                is_right,
                "{} asked as {}, {way}, {flush:?}, alpha {:?}, beta {:?}: C({i}, {j}) is {found:?}, not {expected:?}",
                self.spec, self.given, self.alpha, self.beta
            );
        }
    }
}

fn compile(problem: &Problem, target: &Target) -> Kernel {
    let func = Gemm.solve(problem, target).expect("memory");
    let compiled = codegen::compile(&func, target).unwrap_or_else(|error| panic!("{problem:?}: {error}"));
    kernels::publish(&compiled.code)
}

fn random_specs<T: Element>(test: &str, numbers: Numbers) {
    let mut draw = Draw(SplitMix::seeded(test, 7));
    let targets: Vec<Target> = Target::all().collect();
    for _ in 0..ROUNDS {
        let case = draw.case::<T>(numbers);
        let target = draw.one_of(&targets);
        for (way, problem) in
            [("direct", Problem::direct(&case.given)), ("exchanged", Problem::exchanged(&case.given))]
        {
            let kernel = compile(&problem, &target);
            for flush in ENDS {
                case.check(&kernel, numbers, flush, way);
            }
        }
    }
}

#[test]
fn integers_in_single_precision_are_exact() {
    random_specs::<f32>("gemm_properties_f32_integers", Numbers::Integers);
}

#[test]
fn integers_in_double_precision_are_exact() {
    random_specs::<f64>("gemm_properties_f64_integers", Numbers::Integers);
}

#[test]
fn single_precision_is_within_the_bound() {
    random_specs::<f32>("gemm_properties_f32_reals", Numbers::Reals);
}

#[test]
fn double_precision_is_within_the_bound() {
    random_specs::<f64>("gemm_properties_f64_reals", Numbers::Reals);
}
