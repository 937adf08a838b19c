//! The folders of the workspace and of its build.

use std::env;
use std::path::{Path, PathBuf};

/// The paths that every command works on, all absolute.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    /// The folder of the workspace's `Cargo.toml`.
    pub(crate) root: PathBuf,
    /// Cargo's build directory.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// The workspace that this program belongs to. `CARGO_TARGET_DIR` is heeded.
    pub(crate) fn locate() -> Self {
        // Cargo names the package's folder when it runs us. The compiled-in folder,
        // for a start without cargo, is older: the tree may have moved since.
        let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let package = Path::new(&package);
        let root = package.ancestors().nth(2).unwrap_or(package).to_path_buf();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(directory) if !directory.is_empty() => {
                std::path::absolute(&directory).unwrap_or(directory.into())
            }
            _ => root.join("target"),
        };
        Self { root, target }
    }
}
