//! Damages of a program for macOS, one at a time, each of which has to be found.

use super::program;

/// A damage: what it is, how it is done, and a part of what is said of it.
type Damage = (&'static str, fn(&mut [u8]) -> Option<()>, &'static str);

const ALL: [Damage; 7] = [
    ("code", |bytes| flip(bytes, 0x8000, 1), "page 2 is not what was signed"),
    ("processor", |bytes| flip(bytes, 4, 1), "it must be arm64"),
    ("kind", |bytes| flip(bytes, 12, 1), "it is of kind"),
    // Behind the name of a segment are four words of 8 bytes; then comes what it may ever be used for.
    (
        "protection",
        |bytes| find(bytes, b"__TEXT\0").and_then(|at| flip(bytes, at + 48, 2)),
        "__TEXT may be both written and executed",
    ),
    (
        "library",
        |bytes| find(bytes, b"libSystem.B").and_then(|at| flip(bytes, at, 1)),
        "which a Mac need not have",
    ),
    (
        "import",
        |bytes| find(bytes, b"\0_pthread_jit_write_protect_np\0").and_then(|at| flip(bytes, at + 9, 1)),
        "it does not import _pthread_jit_write_protect_np",
    ),
    (
        "signature",
        |bytes| find_last(bytes, b"\xfa\xde\x0c\x02").and_then(|at| flip(bytes, at, 1)),
        "no code directory",
    ),
];

/// Does each damage to a copy of the program; returns how many there are.
///
/// # Errors
/// One cannot be done, or is not found.
pub(super) fn all_are_found(program: &[u8]) -> Result<usize, String> {
    for (name, damage, expected) in ALL {
        let mut copy = program.to_vec();
        damage(&mut copy).ok_or_else(|| format!("the program has no place for the damage `{name}`"))?;
        match program::check(&copy) {
            Err(said) if said.contains(expected) => {}
            Err(said) => return Err(format!("of the damage `{name}` is said: {said}")),
            Ok(_) => return Err(format!("the damage `{name}` is not found")),
        }
    }
    Ok(ALL.len())
}

fn flip(bytes: &mut [u8], at: usize, bits: u8) -> Option<()> {
    bytes.get_mut(at).map(|byte| *byte ^= bits)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn find_last(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).rposition(|window| window == wanted)
}
