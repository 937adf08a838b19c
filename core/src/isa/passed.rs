//! Which arguments a call passes on the stack.
//!
//! Both conventions pass the first integers and the first floating-point numbers in registers, each class in
//! its own, and the others on the stack: eight bytes each, in their order, whatever their class (AAPCS64,
//! 6.8.2; System V ABI, AMD64 supplement, 3.2.3). Apple's for AArch64 packs those that are shorter: there,
//! functions take them in registers only.
//!
//! Tests: `tests/tests/kernel_language_calls.rs`.

use super::error::FrameError;
use super::register::Convention;
use crate::fallible::{Few, TryVec};
use crate::kernel::func::{Argument, Type};

/// An argument on the stack: the number of its eight bytes, the register that it is
/// loaded into, and its type.
pub(crate) type Passed = (u8, u8, Type);

/// Arguments on the stack.
pub(crate) type OnStack = Few<Passed, 8>;

/// The arguments on the stack, where registers take some integers and some floating-point numbers.
///
/// # Errors
/// [`FrameError`], if a convention has no register to load one into.
pub(crate) fn passed_on_stack(
    arguments: &[Argument],
    convention: &Convention,
    [ints, vectors]: [usize; 2],
) -> Result<OnStack, FrameError> {
    let (mut on_stack, mut nth_int, mut nth_vector) = (OnStack::new(), 0usize, 0usize);
    for argument in arguments {
        let (nth, places, in_registers) = match argument {
            Argument::Int(..) => (&mut nth_int, convention.arguments, ints),
            Argument::Float(..) => (&mut nth_vector, convention.vector_arguments, vectors),
        };
        let (at, most) = (*nth, places.len());
        *nth = at.saturating_add(1);
        let place = places.get(at).ok_or(FrameError::TooManyArguments { count: *nth, most })?;
        if at >= in_registers {
            on_stack.try_push((on_stack.len() as u8, *place, argument.of()))?;
        }
    }
    Ok(on_stack)
}
