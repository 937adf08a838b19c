//! Plans that are one call of a kernel: what is left of them when there is nothing to walk.

use super::Plan;
use crate::code::entry;
use crate::tensor::buffer::Buffer;

/// The most operands, and arguments, of what is a single call; long chains have more.
pub const SINGLE_OPERANDS: usize = entry::SHORT;

/// The only call of a plan, without loops and on arguments alone, of which there are few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleCall {
    /// Number of the kernel in [`Plan::kernels`].
    pub kernel: usize,
    /// Where its operands are: numbers of arguments, and bytes behind them.
    pub operands: [(usize, isize); SINGLE_OPERANDS],
}

impl SingleCall {
    /// The addresses of the operands, from that of each argument.
    #[inline]
    #[must_use]
    pub fn addresses(&self, of_argument: impl Fn(usize) -> usize) -> [usize; SINGLE_OPERANDS] {
        self.operands.map(|(argument, offset)| of_argument(argument).wrapping_add_signed(offset))
    }
}

impl Plan {
    /// Returns the call that [`Plan::walk`] visits, where that is a single one without loops, on arguments
    /// alone, of few operands.
    #[must_use]
    pub fn single_call(&self) -> Option<SingleCall> {
        if self.loops().next().is_some() || self.accesses.len() > SINGLE_OPERANDS {
            return None;
        }
        let (mut single, mut calls) = (None, 0usize);
        for phase in &self.phases {
            // Nothing moves them, so that addresses may be their own numbers.
            phase.program.walk(phase.shared, 0..phase.tasks(), |address| address, &mut |kernel, numbers| {
                single = Some((kernel, numbers));
                calls = calls.saturating_add(1);
            });
        }
        let (kernel, [x, y, z, further @ ..]) = single.filter(|_| calls == 1)?;
        // Those that there are not are the last one.
        if further.iter().any(|address| *address != z) {
            return None;
        }
        Some(SingleCall { kernel, operands: [self.place(x)?, self.place(y)?, self.place(z)?] })
    }

    /// Where an address begins, if that is an argument.
    fn place(&self, address: usize) -> Option<(usize, isize)> {
        match *self.begins.get(address)? {
            (Buffer::Argument(number), offset) => Some((number, offset)),
            _ => None,
        }
    }
}
