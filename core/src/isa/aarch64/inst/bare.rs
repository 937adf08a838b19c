//! Instructions without text: where the feature `assembly` is off, they print as the names of their rows.

use super::MachInst;
use core::fmt::{self, Formatter};

impl fmt::Display for MachInst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

impl fmt::Debug for MachInst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
