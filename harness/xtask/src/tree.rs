//! Files of the workspace, and their texts.

use std::fs;
use std::path::{Path, PathBuf};

use crate::proc::{Failure, Result};

/// The files with these extensions in a folder and the folders in it, from the root of the workspace, in
/// order. Folders of builds, and hidden ones, are left out.
///
/// # Errors
/// A folder cannot be read.
pub(crate) fn files(root: &Path, folder: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let failed = |error| Failure::set_up(format!("{}: {error}", folder.display()));
    for entry in fs::read_dir(root.join(folder)).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let (path, is_hidden) = (folder.join(&name), name.as_encoded_bytes().starts_with(b"."));
        if root.join(&path).is_dir() {
            if name != "target" && !is_hidden {
                found.extend(files(root, &path, extensions)?);
            }
        } else if path.extension().is_some_and(|of| extensions.iter().any(|extension| of == *extension)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a file.
///
/// # Errors
/// It cannot be read.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))
}
