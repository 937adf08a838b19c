//! Counted loops whose count may be known.
//!
//! Tests: `tests/tests/primitives_gemm_shapes.rs`, `tests/tests/primitives_elementwise_shapes.rs`.

use crate::address::signed;
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::Int;

/// A number of passes.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    Const(usize),
    /// The value of a register, at least one.
    Register(Int),
}

/// A writer to a builder.
pub(crate) trait Writer {
    /// The builder.
    fn builder(&mut self) -> &mut Builder;
}

impl Writer for Builder {
    fn builder(&mut self) -> &mut Builder {
        self
    }
}

/// Has `writer` write `body`, to be run as often as `count` says; a single pass needs no loop.
pub(crate) fn repeat<W: Writer>(
    writer: &mut W,
    count: Count,
    body: impl FnOnce(&mut W) -> Result<(), OutOfMemory>,
) -> Result<(), OutOfMemory> {
    let counter = match count {
        Count::Const(0) => return Ok(()),
        Count::Const(1) => return body(writer),
        Count::Const(count) => writer.builder().constant(signed(count))?,
        Count::Register(count) => writer.builder().copy(count)?,
    };
    writer.builder().begin_loop(counter)?;
    body(writer)?;
    writer.builder().end_loop()
}
