//! Copies of matrices of narrow numbers in which neighbours along K are groups of 32 bits.
//!
//! A matrix that is contiguous along K is copied line by line (`lines`), one that is not is zipped, group by
//! group (`zipped`).
//!
//! Tests: `tests/tests/primitives_group.rs`.

mod lines;
mod zipped;

use crate::arguments::Arguments;
use crate::repeat::Writer;
use core::num::NonZero;
use tensmith_core::kernel::func::{Inst, IntLanes, IntType, LaneOp, Vector};
use tensmith_core::kernel::spec::{Argument, GroupSpec, Layout, Regrouped};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{DType, OutOfMemory, Target};

/// Generator of copies in groups.
#[derive(Clone, Copy, Debug)]
pub struct Group;

/// Instructions for a vector of groups that are zipped, and of a line.
const ZIPPED: f64 = 12.0;
const OF_LINE: f64 = 3.0;

impl KernelGenerator for Group {
    fn name(&self) -> &'static str {
        "tensmith.group/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Group(group) = spec else { return Err(Refusal::OtherKind) };
        let lanes = crate::vectors::machine(target)?.lanes(DType::F32);
        let (contiguous, strided) = group.output().extents(group.m, group.groups());
        let vectors = contiguous.div_ceil(lanes.get()) as f64 * strided as f64;
        let each = match group.input.layout {
            Layout::ColumnMajor => ZIPPED,
            Layout::RowMajor => OF_LINE,
        };
        Ok(Offer::of(vectors * each / f64::from(target.core.model.multiply_adds) + 10.0))
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Group(group) = spec else { return Err(GenerateError::OtherKind) };
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let pointers = [Argument::In, Argument::Out].map(|argument| arguments.certain(argument));
        let lanes = target.machine().lanes(DType::F32);
        let mut kernel = Kernel { builder, spec: dense(*group), lanes };
        match group.input.layout {
            Layout::ColumnMajor => kernel.zipped(pointers)?,
            Layout::RowMajor => kernel.lines(pointers)?,
        }
        Ok(kernel.builder.finish()?.into())
    }
}

/// Lines of whole groups without gaps are one.
fn dense(spec: GroupSpec) -> GroupSpec {
    let GroupSpec { m, k, input, ld_out, .. } = spec;
    let is_dense = input.layout == Layout::RowMajor
        && k % spec.change.group() == 0
        && (input.ld.known(), ld_out.known()) == (Some(k), Some(spec.groups()));
    let all = m.checked_mul(k).filter(|_| is_dense);
    all.map_or(spec, |all| GroupSpec { m: 1, k: all, ..spec })
}

struct Kernel {
    builder: Builder,
    spec: GroupSpec,
    /// Groups of a vector.
    lanes: NonZero<usize>,
}

impl Writer for Kernel {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl Kernel {
    /// The bits that are inverted in a group of which some elements are none of K's, if any are.
    fn inverted(&self, elements: usize) -> Option<u32> {
        (self.spec.change == Regrouped::Offset)
            .then(|| (0..elements as u32).fold(0, |bits, nth| bits | 0x80 << 8u32.saturating_mul(nth)))
    }

    /// A vector with such bits in each group.
    fn inverting(&mut self, elements: usize) -> Result<Option<Vector>, OutOfMemory> {
        let Some(bits) = self.inverted(elements) else { return Ok(None) };
        self.vector(|d| Inst::LaneConst(d, bits.into(), IntType::U32)).map(Some)
    }

    /// The result of an instruction in a new register.
    fn vector(&mut self, inst: impl FnOnce(Vector) -> Inst) -> Result<Vector, OutOfMemory> {
        let d = self.builder.vector();
        self.builder.push(inst(d))?;
        Ok(d)
    }

    /// The bits of a vector, inverted where they are to be.
    fn invert(&mut self, a: Vector, bits: Option<Vector>) -> Result<Vector, OutOfMemory> {
        match bits {
            Some(bits) => self.vector(|d| Inst::LaneBinary(LaneOp::Xor, d, a, bits, IntType::U32)),
            None => Ok(a),
        }
    }
}

/// Low lanes of integers.
fn lanes(of: IntType, count: usize) -> IntLanes {
    IntLanes { of, count: u8::try_from(count).unwrap_or(u8::MAX) }
}
