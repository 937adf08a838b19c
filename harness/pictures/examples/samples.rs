//! Writes the pictures of `docs/book/src/pictures` into a folder: `cargo xtask pictures`.

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/samples/mod.rs"]
mod samples;

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder: PathBuf =
        std::env::args_os().nth(1).unwrap_or_else(|| "docs/book/src/pictures".into()).into();
    std::fs::create_dir_all(&folder)?;
    for (name, picture) in samples::samples() {
        std::fs::write(folder.join(name), picture)?;
    }
    Ok(())
}
