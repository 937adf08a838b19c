//! Machine code
/// x
#[derive(Debug, Default)]
pub struct CodeBuffer;
