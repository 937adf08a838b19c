//! The bits by which rows of the same opcode are told apart.

/// What a row and bytes have to agree on besides the key: the mandatory prefix, `W`, the length, and the part
/// of the opcode in the byte behind it.
#[derive(Clone, Copy)]
pub(super) struct Signature(pub(super) u8);

impl Signature {
    pub(super) const LENGTH: u8 = 0x18;
    pub(super) const DIGIT: u8 = 0xe0;

    pub(super) const fn new(mandatory: u8, wide: bool, length: u8, digit: u8) -> Self {
        let mandatory = match mandatory {
            0x66 => 1,
            0xf3 => 2,
            0xf2 => 3,
            _ => 0,
        };
        Self(mandatory | (wide as u8) << 2 | (length & 3) << 3 | digit << 5)
    }
}
