//! What a call passes.

use super::spec::{MAX_LINKS, MAX_PARAMETERS};
use std::ffi::c_void;
use tensmith::Element;
use tensmith::gemm::{self, Batch, Factor, GemmSpec, Numbers, Stride};
use tensmith_core::kernel::KernelSpec;

/// What a call reads, and C. Set `size`, what there is, and all else to 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Operands {
    /// `sizeof(tensmith_gemm_operands)`.
    pub size: usize,
    /// The first element of A, or of its first block, or that which offsets count from; of a batch by
    /// addresses, an array of the blocks' addresses.
    pub a: *const c_void,
    /// The same of B.
    pub b: *const c_void,
    /// The first element of C.
    pub c: *mut c_void,
    /// The offset of each block of A, in elements; null but for a batch by offsets.
    pub offsets_a: *const i64,
    /// The same of B.
    pub offsets_b: *const i64,
    /// The first element of each operand of the epilogue, in order; null where it has none.
    pub operands: *const *const c_void,
    /// Number of `operands`.
    pub operand_count: usize,
}

/// What a specification leaves to the call. Set `size`, and what there is; nothing else is looked at.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CallNumbers {
    /// `sizeof(tensmith_gemm_numbers)`.
    pub size: usize,
    /// Leading dimension of A.
    pub lda: usize,
    /// Leading dimension of B.
    pub ldb: usize,
    /// Leading dimension of C.
    pub ldc: usize,
    /// From one block of A to the next.
    pub batch_stride_a: usize,
    /// From one block of B to the next.
    pub batch_stride_b: usize,
    /// Number of pairs of blocks.
    pub batch_count: usize,
    /// Factor of the product.
    pub alpha: f64,
    /// Factor of C.
    pub beta: f64,
    /// Leading dimensions of the epilogue's operands, by the numbers of their operations.
    pub ld_operands: [usize; MAX_LINKS],
    /// Parameters of the epilogue's operations, by their numbers.
    pub parameters: [[f64; MAX_PARAMETERS]; MAX_LINKS],
}

impl CallNumbers {
    /// Those that the specification leaves to run time, and no others.
    pub(super) fn read<T: Element>(&self, spec: &GemmSpec) -> Numbers<T> {
        let distance = |stride: Stride, value| (stride == Stride::Runtime).then_some(value);
        let number = |factor: Factor, value| (factor == Factor::Runtime).then(|| T::from_f64(value));
        let (step_a, step_b) = match spec.batch {
            Batch::Strided { a, b, .. } => (a, b),
            _ => (Stride::fixed(0), Stride::fixed(0)),
        };
        let mut numbers = Numbers {
            lda: distance(spec.a.ld, self.lda),
            ldb: distance(spec.b.ld, self.ldb),
            ldc: distance(spec.c.ld, self.ldc),
            batch_stride_a: distance(step_a, self.batch_stride_a),
            batch_stride_b: distance(step_b, self.batch_stride_b),
            batch_count: distance(spec.batch.count(), self.batch_count),
            alpha: number(spec.alpha, self.alpha),
            beta: number(spec.beta, self.beta),
            ..Numbers::default()
        };
        for argument in KernelSpec::Gemm(*spec).arguments() {
            let nth = |names: &[gemm::Argument]| names.iter().position(|name| *name == argument);
            if let Some(link) = nth(&gemm::Argument::LD_OPERANDS) {
                numbers.ld_operands[link] = Some(self.ld_operands[link]);
            }
            if let Some(number) = nth(&gemm::Argument::PARAMETERS) {
                let (link, which) = (number / MAX_PARAMETERS, number % MAX_PARAMETERS);
                numbers.parameters[link][which] = Some(T::from_f64(self.parameters[link][which]));
            }
        }
        numbers
    }
}

impl Operands {
    /// None.
    pub(super) const NOTHING: Self = Self {
        size: size_of::<Operands>(),
        a: std::ptr::null(),
        b: std::ptr::null(),
        c: std::ptr::null_mut(),
        offsets_a: std::ptr::null(),
        offsets_b: std::ptr::null(),
        operands: std::ptr::null(),
        operand_count: 0,
    };
}
