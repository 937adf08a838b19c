//! How many integer registers a kernel needs at the place where it needs most: inside of the
//! multiplication.
//!
//! Allocation never spills, so a tile for which the registers would not suffice
//! is not taken. The number is an upper bound, reached where everything is left
//! to run time.

use crate::address::bytes;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::spec::{Batch, Layout, Stride};
use tensmith_core::kernel::{GemmSpec, KernelSpec};

/// What an instruction without a counterpart takes meanwhile: an address, and what is added to it.
const SCRATCH: usize = 2;
/// The places of a tile's panels, and where its column of tiles begins in A and C.
const PLACES: usize = 4;

/// For tiles of `height` vectors and `width` columns.
pub(super) fn integers(spec: &GemmSpec, machine: Machine, height: usize, width: usize) -> usize {
    let lanes = machine.lanes(spec.dtype).get();
    let arguments = KernelSpec::Gemm(*spec).arguments().count();
    let loops = [spec.m > height.saturating_mul(lanes), spec.n > width, spec.k >= 2 * lanes];
    let counters = loops.into_iter().filter(|is_loop| *is_loop).count();
    let batch = match spec.batch {
        Batch::Single => 0,
        // The places in the current blocks, and a counter.
        Batch::Strided { .. } => 3,
        // An index and a counter.
        Batch::Offsets { .. } => 2,
        // The same, and distances in place of what would be arguments.
        Batch::Addresses { .. } => 4,
    };
    let a = match spec.a.layout {
        Layout::ColumnMajor => 0,
        Layout::RowMajor => {
            height.saturating_sub(1).saturating_add(multiples(spec, machine, spec.a.ld, lanes.min(spec.m)))
        }
    };
    let b = match spec.b.layout {
        Layout::ColumnMajor => multiples(spec, machine, spec.b.ld, width),
        Layout::RowMajor => 0,
    };
    [arguments, counters, batch, a, b, PLACES, SCRATCH].into_iter().fold(0, usize::saturating_add)
}

/// How many of the first `count` multiples of a leading dimension take a register each. Of one that
/// is left to run time, the first is the argument.
fn multiples(spec: &GemmSpec, machine: Machine, ld: Stride, count: usize) -> usize {
    match ld {
        Stride::Runtime => count.saturating_sub(2),
        Stride::Fixed(ld) => {
            let offset = |nth: usize| bytes(ld.saturating_mul(nth), spec.dtype);
            (1..count).filter(|nth| !(machine.has_immediate_form)(offset(*nth), machine.vector_bytes)).count()
        }
    }
}
