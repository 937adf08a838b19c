//! Circles of arrows: the strongly connected components of a graph (Tarjan, 1972), as sets
//! that reach one another.

use std::collections::{BTreeMap, BTreeSet};

/// The largest sets of nodes, in order, of which each reaches all others. Those of one node are none.
pub(super) fn circles<'a>(arrows: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Vec<&'a str>> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in arrows {
        next.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        next.keys().map(|node| (*node, from(node, &next))).collect();
    let reaches = |a: &str, b: &str| reached.get(a).is_some_and(|nodes| nodes.contains(b));
    let mut circles: BTreeSet<Vec<&str>> = BTreeSet::new();
    for node in next.keys() {
        let circle: Vec<&str> =
            next.keys().copied().filter(|other| reaches(node, other) && reaches(other, node)).collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// The nodes that arrows lead to from a node.
fn from<'a>(node: &'a str, next: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let (mut reached, mut work) = (BTreeSet::new(), vec![node]);
    while let Some(node) = work.pop() {
        for to in next.get(node).into_iter().flatten() {
            if reached.insert(*to) {
                work.push(to);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_all_files_that_reach_one_another() {
        let arrows = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "d"), ("f", "a")];
        assert_eq!(circles(arrows.into_iter()), [vec!["a", "b", "c"], vec!["d", "e"]]);
    }

    #[test]
    fn arrows_that_point_down_form_none() {
        let arrows = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")];
        assert!(circles(arrows.into_iter()).is_empty());
    }
}
