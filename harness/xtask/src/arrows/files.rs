//! Arrows between the files of a package: from one that names an item to the one that defines it.

use std::collections::BTreeMap;

use super::source::Package;

/// Parts of a package, by the paths of their files, from the lowest layer up.
pub(super) type Layers = &'static [&'static [&'static str]];

/// An arrow, with one of the names that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) name: String,
}

/// The arrows of a package, one for each pair of files.
pub(super) fn arrows(package: &Package) -> Vec<Arrow> {
    let mut arrows = BTreeMap::new();
    for (path, module) in &package.modules {
        let brought_in = module.uses.iter().filter(|(name, _)| !module.exports.contains(*name));
        let named = module.paths.iter().chain(brought_in.map(|(_, path)| path));
        for (definer, name) in named.filter_map(|name| package.definer(path, name)) {
            let to = &package.modules[&definer].file;
            if *to != module.file {
                arrows.entry((module.file.clone(), to.clone())).or_insert(name);
            }
        }
    }
    arrows.into_iter().map(|((from, to), name)| Arrow { from, to, name }).collect()
}

/// Whether an arrow points to a higher layer.
pub(super) fn points_up(arrow: &Arrow, layers: Layers) -> bool {
    matches!((layer(&arrow.from, layers), layer(&arrow.to, layers)), (Some(from), Some(to)) if from < to)
}

/// The layer of a file: that of the longest part that it belongs to.
fn layer(file: &str, layers: Layers) -> Option<usize> {
    let belongs = |part: &str| file.strip_prefix(part).is_some_and(|rest| rest.starts_with(['/', '.']));
    let parts = layers.iter().enumerate().flat_map(|(nth, parts)| parts.iter().map(move |part| (nth, *part)));
    parts.filter(|(_, part)| belongs(part)).max_by_key(|(_, part)| part.len()).map(|(nth, _)| nth)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYERS: Layers = &[&["low"], &["isa"], &["isa/one"], &["high"]];

    fn package() -> Package {
        let mut package = Package { modules: BTreeMap::new() };
        for (file, text) in [
            ("low.rs", "use crate::high::Top; pub struct Base;"),
            ("isa/mod.rs", "pub mod one; pub use one::One; pub struct Common;"),
            ("isa/one.rs", "use super::Common; pub struct One(crate::low::Base);"),
            (
                "high.rs",
                "mod hidden { } pub struct Top; fn f() { let _ = vec![crate::isa::One]; }
                #[cfg(test)] mod tests { use crate::low::Base; }",
            ),
        ] {
            package.add(file, text).unwrap();
        }
        package
    }

    #[test]
    fn arrows_lead_to_the_file_of_the_definition() {
        let found: Vec<(String, String, String)> =
            arrows(&package()).into_iter().map(|Arrow { from, to, name }| (from, to, name)).collect();
        let expected = [
            ("high.rs", "isa/one.rs", "One"),
            ("isa/one.rs", "isa/mod.rs", "Common"),
            ("isa/one.rs", "low.rs", "Base"),
            ("low.rs", "high.rs", "Top"),
        ];
        assert_eq!(found, expected.map(|(from, to, name)| (from.into(), to.into(), name.into())));
    }

    #[test]
    fn arrows_up_are_those_to_a_higher_layer() {
        let up: Vec<String> = arrows(&package())
            .iter()
            .filter(|arrow| points_up(arrow, LAYERS))
            .map(|a| a.from.clone())
            .collect();
        assert_eq!(up, ["low.rs"]);
    }
}
