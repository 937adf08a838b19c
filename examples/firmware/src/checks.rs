//! Kernels and contractions, compared with the scalar reference and with plain loops over whole numbers.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use firmware::{println, vectors};
use tensmith_core::code::CodeMemory;
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::kernel::op::{BinaryOp, UnaryOp};
use tensmith_core::kernel::spec::{Batch, Chain, Factor, Input, Matrix, Orientation, Stride};
use tensmith_core::kernel::{BinarySpec, GemmSpec, KernelSpec, UnarySpec};
use tensmith_core::reference::{self, Blocks, Inputs};
use tensmith_core::tensor::{ArrayLayout, View, ViewMut};
use tensmith_core::{DType, Target};
use tensmith_primitives::contraction::Compiler;

/// Four elements at a multiple of 16 bytes.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Vector([f32; 4]);

/// An operand, which begins with the second element of its first vector: never at a multiple of 16 bytes.
pub struct Array(Vec<Vector>);

impl Array {
    /// Small whole numbers, whose sums of products are exact.
    pub fn numbers(seed: usize) -> Self {
        let vector = |nth: usize| {
            Vector([0, 1, 2, 3].map(|lane| (((4 * nth + lane) * 7 + seed * 5) % 9) as f32 - 4.0))
        };
        Self((0..1024).map(vector).collect())
    }

    fn address(&self) -> usize {
        self.as_ptr().expose_provenance()
    }

    fn address_mut(&mut self) -> usize {
        self.as_mut_ptr().expose_provenance()
    }
}

impl Deref for Array {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: a vector is four elements, without gaps; there are some.
        unsafe { core::slice::from_raw_parts(self.0.as_ptr().cast::<f32>().add(1), 4 * self.0.len() - 1) }
    }
}

impl DerefMut for Array {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above.
        unsafe {
            core::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast::<f32>().add(1), 4 * self.0.len() - 1)
        }
    }
}

/// M, N and K.
const EXTENTS: [[usize; 3]; 5] = [[13, 5, 7], [1, 1, 1], [4, 4, 4], [16, 8, 12], [31, 3, 17]];

/// Everything, for the first few extents.
pub fn all<M: CodeMemory + Clone>(target: Target, memory: &M, few: usize) {
    let extents = &EXTENTS[..few.min(EXTENTS.len())];
    for extents in extents {
        multiplication(target, memory, *extents, Batch::Single);
        multiplication(target, memory, *extents, Batch::Addresses { count: Stride::fixed(3) });
        elementwise(target, memory, *extents);
        product(target, memory, *extents);
        chain(target, memory, *extents);
    }
    println!("{} shapes of multiplications, batches, operations and contractions", extents.len());
}

/// The kernel for a specification, published.
fn kernel(target: Target, memory: &impl CodeMemory, spec: &KernelSpec) -> Kernel {
    let registry = tensmith_primitives::registry().expect("memory");
    let compiled = registry.compile(spec, &target).expect("a kernel");
    let block = memory.publish(&compiled.code).expect("room for code");
    Kernel::new(block, target.isa.architecture()).expect("an AArch64 machine")
}

/// Calls a kernel.
fn call<const N: usize>(kernel: &Kernel, operands: [usize; N]) {
    let mut arguments = Arguments::default();
    arguments.iter_mut().zip(operands).for_each(|(argument, operand)| *argument = operand);
    // SAFETY: each operand is larger than its specification asks for.
    unsafe { vectors::on(|| kernel.call(&arguments)) };
}

/// GEMM, or BRGEMM over blocks anywhere.
fn multiplication(target: Target, memory: &impl CodeMemory, [m, n, k]: [usize; 3], batch: Batch) {
    let (a, b, c) = (Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m));
    let (alpha, beta, epilogue) = (Factor::One, Factor::One, Chain::EMPTY);
    let spec = GemmSpec { types: DType::F32.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue };
    let blocks: Vec<[Array; 2]> = (0..3).map(|nth| [Array::numbers(nth), Array::numbers(nth + 3)]).collect();
    let mut out = Array::numbers(9);
    let mut expected = out.to_vec();
    let pairs: Vec<_> = blocks.iter().map(|[a, b]| (&a[..], &b[..])).collect();
    let inputs = match batch {
        Batch::Single => Blocks::Strided(pairs[0].0, pairs[0].1),
        _ => Blocks::Pairs(&pairs),
    };
    reference::gemm(&spec, &Inputs::unscaled(inputs), &mut expected).expect("a reference");
    let kernel = kernel(target, memory, &KernelSpec::Gemm(spec));
    let out_address = out.address_mut();
    let addresses = |nth: usize| blocks.iter().map(|pair| pair[nth].address()).collect::<Vec<_>>();
    let (a, b) = (addresses(0), addresses(1));
    match batch {
        Batch::Single => call(&kernel, [a[0], b[0], out_address]),
        _ => call(&kernel, [a.as_ptr().expose_provenance(), b.as_ptr().expose_provenance(), out_address]),
    }
    assert_eq!(out[..], expected, "{spec:?}");
}

/// An operation on each element, and one on each two.
fn elementwise(target: Target, memory: &impl CodeMemory, [m, n, _]: [usize; 3]) {
    let (ld, matrix) = (Stride::fixed(m), Input::Matrix(Stride::fixed(m)));
    let (dtype, orientation) = (DType::F32, Orientation::Same);
    let (x, y, before) = (Array::numbers(1), Array::numbers(2), Array::numbers(3));
    let [x_at, y_at] = [&x, &y].map(Array::address);

    let spec = UnarySpec { dtype, op: UnaryOp::relu(), m, n, input: matrix, ld_out: ld, orientation };
    let (mut out, mut expected) = (Array(before.0.clone()), before.to_vec());
    reference::unary(&spec, &x, &mut expected).expect("a reference");
    call(&kernel(target, memory, &KernelSpec::Unary(spec)), [x_at, out.address_mut()]);
    assert_eq!(out[..], expected, "{spec:?}");

    let spec = BinarySpec { dtype, op: BinaryOp::sub(), m, n, in0: matrix, in1: Input::Column, ld_out: ld };
    let (mut out, mut expected) = (Array(before.0.clone()), before.to_vec());
    reference::binary(&spec, &x, &y, &mut expected).expect("a reference");
    call(&kernel(target, memory, &KernelSpec::Binary(spec)), [x_at, y_at, out.address_mut()]);
    assert_eq!(out[..], expected, "{spec:?}");
}

/// A contraction of two operands, whose batch of matrices is added up.
fn product<M: CodeMemory + Clone>(target: Target, memory: &M, [m, n, k]: [usize; 3]) {
    // SAFETY: the target is this machine.
    let compiler = unsafe { Compiler::new(target, memory.clone()) }.expect("memory");
    let batch = 4;
    let shapes: [&[usize]; 3] = [&[batch, m, k], &[batch, n, k], &[m, n]];
    let mut plan = compiler.einsum::<f32>("bmk,bnk->mn", &shapes[..2]).expect("a plan");
    let layouts = shapes.map(|shape| ArrayLayout::c_order(shape).expect("a layout"));
    let (x, y, mut out) = (Array::numbers(4), Array::numbers(5), Array::numbers(6));
    let views = [View::new(&x, &layouts[0]), View::new(&y, &layouts[1])].map(|view| view.expect("a view"));
    let mut output = ViewMut::new(&mut out, &layouts[2]).expect("a view");
    vectors::on(|| plan.run(&views, &mut output)).expect("a run");
    for (place, (i, j)) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).enumerate() {
        let terms = (0..batch).flat_map(|b| (0..k).map(move |p| (b, p)));
        let sum: f32 = terms.map(|(b, p)| x[(b * m + i) * k + p] * y[(b * n + j) * k + p]).sum();
        assert_eq!(out[place], sum, "{i}, {j} of bmk,bnk->mn with {m}, {n}, {k}");
    }
}

/// A contraction of three operands, which has an intermediate tensor.
fn chain<M: CodeMemory + Clone>(target: Target, memory: &M, [m, n, k]: [usize; 3]) {
    let shapes: [&[usize]; 4] = [&[m, k], &[k, n], &[n, m], &[m, m]];
    // SAFETY: the target is this machine.
    let compiler = unsafe { Compiler::new(target, memory.clone()) }.expect("memory");
    let mut plan = compiler.einsum::<f32>("ij,jk,kl->il", &shapes[..3]).expect("a plan");
    let layouts = shapes.map(|shape| ArrayLayout::c_order(shape).expect("a layout"));
    let (x, y, z, mut out) = (Array::numbers(1), Array::numbers(2), Array::numbers(3), Array::numbers(4));
    let views = [View::new(&x, &layouts[0]), View::new(&y, &layouts[1]), View::new(&z, &layouts[2])];
    let mut output = ViewMut::new(&mut out, &layouts[3]).expect("a view");
    let views = views.map(|view| view.expect("a view"));
    vectors::on(|| plan.run(&views, &mut output)).expect("a run");
    let mut between = vec![0.0_f32; m * n];
    for (place, element) in between.iter_mut().enumerate() {
        *element = (0..k).map(|p| x[place / n * k + p] * y[p * n + place % n]).sum();
    }
    for place in 0..m * m {
        let sum: f32 = (0..n).map(|p| between[place / m * n + p] * z[p * m + place % m]).sum();
        assert_eq!(out[place], sum, "{place} of ij,jk,kl->il with {m}, {n}, {k}");
    }
}
