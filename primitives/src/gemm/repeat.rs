//! Counted loops whose count may be known.

use crate::address::signed;
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::Int;

/// A number of passes, at least one.
#[derive(Clone, Copy)]
pub(super) enum Count {
    Const(usize),
    Register(Int),
}

/// Emits `body` as often as `count` says; a single pass needs no loop.
pub(super) fn repeat(
    builder: &mut Builder,
    count: Count,
    body: impl FnOnce(&mut Builder) -> Result<(), OutOfMemory>,
) -> Result<(), OutOfMemory> {
    let counter = match count {
        Count::Const(1) => return body(builder),
        Count::Const(count) => builder.constant(signed(count))?,
        Count::Register(count) => builder.copy(count)?,
    };
    builder.begin_loop(counter)?;
    body(builder)?;
    builder.end_loop()
}
