//! Arrows between the packages of the workspace point down only.
//!
//! Each package has a layer, and may depend, also in its tests and build scripts,
//! only on packages of lower layers. That `core` and `primitives` need no `std`,
//! theirs and their dependencies', is proved by building them for a target that has
//! none, not here.

use crate::proc::{Failure, Result, capture};
use crate::toolchain::Toolchain;

/// Every package and its layer.
const LAYERS: [(&str, u8); 22] = [
    ("tensmith-sync", 0),
    ("tensmith-core", 1),
    ("tensmith-platform-linux", 2),
    ("tensmith-platform-macos", 2),
    ("tensmith-primitives", 2),
    ("tensmith", 3),
    ("tensmith-conformance", 5),
    ("tensmith-export", 4),
    ("tensmith-measure", 4),
    ("tensmith-npy", 4),
    ("tensmith-pictures", 4),
    ("tensmith-profilers", 4),
    ("tensmith-sparse", 4),
    ("tensmith-bench", 5),
    ("tensmith-blas", 5),
    ("tensmith-capi", 5),
    ("tensmith-matrices", 5),
    ("tensmith-python", 5),
    ("tensmith-cli", 6),
    ("tensmith-book", 6),
    ("tensmith-tests", 6),
    ("xtask", 6),
];

/// Checks every arrow and returns how many there are.
pub(crate) fn check(toolchain: &Toolchain) -> Result<usize> {
    let mut tree = toolchain.cargo("tree");
    tree.args(["--workspace", "--depth", "1", "--prefix", "depth", "--no-dedupe", "--format", " {p}"]);
    tree.args(["--edges", "normal,build,dev", "--target", "all"]);
    let arrows = arrows(&capture(&mut tree)?).map_err(Failure::check)?;
    match arrows.iter().find(|(_, from, to)| from <= to) {
        None => Ok(arrows.len()),
        Some((arrow, from, to)) => Err(Failure::check(format!(
            "{arrow} is an arrow from layer {from} to layer {to}: it has to point down"
        ))),
    }
}

/// The arrows between packages of the workspace in what `cargo tree` prints: names,
/// layer that it comes from, layer that it points to.
fn arrows(tree: &str) -> std::result::Result<Vec<(String, u8, u8)>, String> {
    let entries = || tree.lines().filter_map(entry);
    let members: Vec<_> = entries().filter(|(depth, _)| *depth == "0").map(|(_, name)| name).collect();
    let mut arrows = Vec::new();
    let mut from = None;
    for (depth, name) in entries().filter(|(_, name)| members.contains(name)) {
        let layer = layer(name)?;
        match from {
            Some((package, above)) if depth != "0" => {
                arrows.push((format!("{package} -> {name}"), above, layer));
            }
            _ => from = Some((name, layer)),
        }
    }
    Ok(arrows)
}

/// Depth and name in a line such as `1 thiserror v2.0.21`.
fn entry(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    Some((words.next()?, words.next()?))
}

fn layer(name: &str) -> std::result::Result<u8, String> {
    let row = LAYERS.iter().find(|(package, _)| *package == name);
    row.map(|(_, layer)| *layer)
        .ok_or_else(|| format!("package {name} has no layer: give it one in {}", file!()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "\
0 tensmith-core v0.1.0 (/w/core)
1 thiserror v2.0.21

0 tensmith-primitives v0.1.0 (/w/primitives)
1 tensmith-core v0.1.0 (/w/core)
";

    #[test]
    fn arrows_are_read_between_packages_of_the_workspace() {
        assert_eq!(arrows(TREE), Ok(vec![("tensmith-primitives -> tensmith-core".to_owned(), 2, 1)]));
    }

    #[test]
    fn an_arrow_that_points_up_is_seen() {
        let upwards = TREE.replace("thiserror v2.0.21", "tensmith-primitives v0.1.0 (/w/primitives)");
        let arrows = arrows(&upwards).expect("both packages have a layer");
        assert_eq!(arrows[0], ("tensmith-core -> tensmith-primitives".to_owned(), 1, 2));
    }

    #[test]
    fn a_package_without_a_layer_is_an_error() {
        let unknown = TREE.replace("tensmith-core", "tensmith-other");
        assert!(arrows(&unknown).is_err_and(|error| error.contains("tensmith-other")));
    }
}
