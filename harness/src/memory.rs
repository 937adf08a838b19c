//! The executable memory of a [`Jit`](crate::Jit): the system's, or what the caller lends.
//!
//! Tests: `tests/tests/harness_memory.rs`.

use crate::platform::HostMemory;
use std::fmt;
use std::sync::Arc;
use tensmith_core::code::{Block, CodeMemory, MemoryError};

/// A source of executable memory.
pub(crate) enum Memory {
    Host(HostMemory),
    Lent(Arc<dyn CodeMemory + Send + Sync>),
}

impl Memory {
    /// Publishes code. What is lent is made by anybody, and a block of other code would be called with the
    /// wrong operands: so it is compared.
    pub(crate) fn publish(&self, code: &[u8]) -> Result<Block, MemoryError> {
        match self {
            Self::Host(memory) => memory.publish(code),
            Self::Lent(memory) => {
                let block = memory.publish(code)?;
                if block.bytes() == code {
                    Ok(block)
                } else {
                    Err(MemoryError::Differs { bytes: code.len() })
                }
            }
        }
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host(memory) => memory.fmt(f),
            Self::Lent(_) => f.write_str("Lent"),
        }
    }
}
