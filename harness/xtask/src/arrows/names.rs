//! The file that defines the item at a path, through re-exports.

use super::source::{Names, Package};

/// How many re-exports are followed: more than there ever are in a row.
const LONGEST: usize = 16;

impl Package {
    /// The module that defines the item that a module means by a path, and the item's name; none for what is
    /// of another package, or local.
    pub(super) fn definer(&self, module: &[String], path: &[String]) -> Option<(Names, String)> {
        self.find(&self.absolute(module, path)?, LONGEST)
    }

    /// A path from the root of the package for one that is written in a module.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        let below = |start: &[String], rest: &[String]| Some([start, rest].concat());
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => below(module, rest),
            "super" => {
                let (_, parent) = module.split_last()?;
                match rest.first() {
                    Some(next) if next == "super" => self.absolute(parent, rest),
                    _ => below(parent, rest),
                }
            }
            name => {
                let here = self.modules.get(module)?;
                if let Some(brought_in) = here.uses.get(name).filter(|brought_in| brought_in[..] != *path) {
                    return below(&self.absolute(module, brought_in)?, rest);
                }
                let inner = below(module, path)?;
                let is_inner = self.modules.contains_key(inner.get(..=module.len())?);
                (is_inner || here.items.contains(name)).then_some(inner)
            }
        }
    }

    /// The module that defines the item at an absolute path.
    fn find(&self, path: &[String], left: usize) -> Option<(Names, String)> {
        let left = left.checked_sub(1)?;
        let depth = (0..=path.len()).rev().find(|depth| self.modules.contains_key(&path[..*depth]))?;
        let (module, rest) = path.split_at(depth);
        let name = rest.first()?;
        let here = &self.modules[module];
        if here.items.contains(name) {
            return Some((module.to_vec(), name.clone()));
        }
        if let Some(exported) = here.uses.get(name) {
            let absolute = [&self.absolute(module, exported)?[..], &rest[1..]].concat();
            return self.find(&absolute, left);
        }
        here.globs.iter().find_map(|glob| {
            let absolute = [&self.absolute(module, glob)?[..], rest].concat();
            self.find(&absolute, left)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn names(path: &str) -> Names {
        path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn package() -> Package {
        let mut package = Package { modules: BTreeMap::new() };
        for (file, text) in [
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "pub mod inner; pub use inner::Thing; pub use inner::deep::*; pub struct Own;"),
            ("a/inner/mod.rs", "pub mod deep; pub struct Thing;"),
            ("a/inner/deep.rs", "pub fn dive() {}"),
            ("b.rs", "use crate::a::{self, Thing as Other}; use super::a::inner::deep;"),
        ] {
            package.add(file, text).unwrap();
        }
        package
    }

    #[test]
    fn items_are_found_through_re_exports_globs_and_other_names() {
        let package = package();
        for (path, module, name) in [
            ("Other", "a::inner", "Thing"),
            ("a::Thing", "a::inner", "Thing"),
            ("a::Own", "a", "Own"),
            ("a::dive", "a::inner::deep", "dive"),
            ("deep::dive", "a::inner::deep", "dive"),
            ("crate::a::inner::deep::dive", "a::inner::deep", "dive"),
            ("super::a::Own", "a", "Own"),
            ("Other::new", "a::inner", "Thing"),
        ] {
            let found = package.definer(&names("b"), &names(path));
            assert_eq!(found, Some((names(module), name.to_owned())), "{path}");
        }
    }

    #[test]
    fn what_is_of_another_package_has_no_file_here() {
        let package = package();
        for path in ["std::fmt::Debug", "Vec", "a", "nothing::here", "crate::a::Missing"] {
            assert_eq!(package.definer(&names("b"), &names(path)), None, "{path}");
        }
    }
}
