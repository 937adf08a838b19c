//! Libraries that are loaded at run time.
//!
//! Tests: `harness/measure/src/library/mod.rs`.
#![allow(unsafe_code)]

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use std::path::{Path, PathBuf};

/// A library that stays loaded until the program ends.
#[derive(Clone, Debug)]
pub struct Shared {
    library: &'static Library,
    path: PathBuf,
}

/// Sets variables of the environment that are not set, for libraries that are loaded later.
pub(super) fn set_unless_given(variables: &[(&str, &str)]) {
    for (name, value) in variables.iter().filter(|(name, _)| std::env::var_os(name).is_none()) {
        // SAFETY: the other threads of this process are those of a pool, which asks for no variable.
        unsafe { std::env::set_var(name, value) };
    }
}

impl Shared {
    /// Loads a library.
    ///
    /// # Errors
    /// The loader's message.
    pub fn load(path: &Path) -> Result<Self, String> {
        // SAFETY: the library's initialisation is code that the user of this program asked for by its path;
        // the libraries that this program knows do nothing there that Rust's rules forbid.
        let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) };
        let library = library.map_err(|error| format!("peer is `{}`: {error}", path.display()))?;
        Ok(Self { library: Box::leak(Box::new(library)), path: path.to_owned() })
    }

    /// The function of the first of `names` that the library has.
    ///
    /// # Errors
    /// It has none of them.
    ///
    /// # Safety
    /// `F` is a function pointer, and the type of these functions in the library's header.
    pub unsafe fn function<F: Copy>(&self, names: &[&str]) -> Result<F, String> {
        // SAFETY: the type is right (caller's duty).
        let found = names.iter().find_map(|name| unsafe { self.library.get::<F>(name.as_bytes()) }.ok());
        let lacks =
            || format!("peer is `{}`: must have the function {}", self.path.display(), names.join(" or "));
        // The library is never unloaded, so that a copy of the pointer stays right.
        found.map(|symbol| *symbol).ok_or_else(lacks)
    }
}
