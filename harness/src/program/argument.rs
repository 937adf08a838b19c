//! Arguments of programs: slices with an origin.

use crate::error::RunError;
use tensmith_core::tensor::Access;

/// Memory for one of a program's arguments: a slice, and where in it the element with index (0, …, 0) is.
#[derive(Debug)]
pub struct Argument<'a, T> {
    memory: Memory<'a, T>,
    origin: usize,
}

#[derive(Debug)]
enum Memory<'a, T> {
    Read(&'a [T]),
    Write(&'a mut [T]),
}

impl<'a, T> Argument<'a, T> {
    /// A slice to read, from its first element on.
    #[must_use]
    pub fn read(data: &'a [T]) -> Self {
        Self { memory: Memory::Read(data), origin: 0 }
    }

    /// A slice to write, and to read, from its first element on.
    #[must_use]
    pub fn write(data: &'a mut [T]) -> Self {
        Self { memory: Memory::Write(data), origin: 0 }
    }

    /// For an argument that is not accessed, such as the second input of an operation that has one.
    #[must_use]
    pub fn none() -> Self {
        Self::read(&[])
    }

    /// A slice that begins with the first element which a program accesses, as far as its
    /// [accesses](tensmith_core::tensor::Plan::accesses) say.
    #[must_use]
    pub fn of(data: &'a mut [T], access: &Access) -> Self {
        match access {
            Access { is_used: false, .. } => Self::none(),
            Access { is_written: true, below, .. } => Self::write(data).at(*below),
            Access { below, .. } => Self::read(data).at(*below),
        }
    }

    /// The same memory, with index (0, …, 0) at element `origin` of the slice.
    #[must_use]
    pub fn at(self, origin: usize) -> Self {
        Self { origin, ..self }
    }

    /// The address of index (0, …, 0), if all that is accessed lies in the slice.
    pub(super) fn address(&mut self, argument: usize, access: &Access) -> Result<usize, RunError> {
        let (start, len) = match &mut self.memory {
            Memory::Read(_) if access.is_written => return Err(RunError::ReadOnly { argument }),
            Memory::Read(data) => (data.as_ptr(), data.len()),
            Memory::Write(data) => (data.as_mut_ptr().cast_const(), data.len()),
        };
        let &Access { below, above, is_used, .. } = access;
        let origin = self.origin;
        let is_inside = below <= origin && origin < len && above < len - origin;
        if is_used && !is_inside {
            return Err(RunError::Outside { argument, below, above, origin, len });
        }
        Ok(start.wrapping_add(origin).expose_provenance())
    }
}
