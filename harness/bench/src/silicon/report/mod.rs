//! What was measured: as a table, as CSV, as a picture, and as verdicts on the bars.
//!
//! Tests: in the files of the folder.

pub(crate) mod bars;
pub(crate) mod csv;
pub(crate) mod svg;
pub(crate) mod table;
