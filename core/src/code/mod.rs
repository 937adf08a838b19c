//! Machine code as bytes: the buffer it is assembled into, and the memory it
//! runs from.

pub mod buffer;
pub mod entry;
pub mod memory;

pub use buffer::{CodeBuffer, CodeError, Label};
pub use memory::{Block, CodeMemory, MemoryError};
