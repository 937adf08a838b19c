//! Shapes and extents, as all commands take them: `--shapes 3x4,4x5` has one for each operand,
//! `--extents m=3,n=4` one for each label.
//!
//! Tests: below, `harness/cli/tests/program/einsum.rs`, `harness/cli/tests/program/export.rs`.

use std::str::FromStr;
use tensmith_core::einsum::{self, Term};

/// The extents of an operand.
pub(crate) type Shape = Box<[usize]>;

/// Reads the extents of an operand, such as `3x4`, or `scalar`.
pub(crate) fn shape(text: &str) -> Result<Shape, &'static str> {
    numbers(text, 'x').map(Into::into).ok_or("must be extents such as `3x4`, or `scalar`")
}

/// Numbers with a sign between them; none of `scalar`, the shape of one element.
pub(crate) fn numbers<N: FromStr>(text: &str, between: char) -> Option<Vec<N>> {
    if text == "scalar" {
        return Some(Vec::new());
    }
    text.split(between).map(|word| word.parse().ok()).collect()
}

/// An extent with the label that has it, or a tree's index by its number; without a name,
/// that of the next index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    name: Option<String>,
    extent: usize,
}

/// Reads an extent, such as `m=3`.
pub(crate) fn extent(text: &str) -> Result<Extent, &'static str> {
    let (name, extent) = match text.split_once('=') {
        Some(("", _)) => (None, None),
        Some((name, extent)) => (Some(name.to_owned()), extent.parse().ok()),
        None => (None, text.parse().ok()),
    };
    extent
        .map(|extent| Extent { name, extent })
        .ok_or("must be such as `m=3`, or, of an index of a tree, `0=3`")
}

/// The extents of a tree's indices by their numbers.
///
/// # Errors
/// The rule that they break.
pub(crate) fn of_tree(extents: &[Extent]) -> Result<Vec<usize>, String> {
    let mut found = vec![None; extents.len()];
    for (place, Extent { name, extent }) in extents.iter().enumerate() {
        let number = name.as_ref().map_or(Ok(place), |name| name.parse());
        let number =
            number.map_err(|_| format!("`{}` is no number of an index", name.as_deref().unwrap_or("")))?;
        let place = found.get_mut(number);
        match place {
            Some(place @ None) => *place = Some(*extent),
            Some(Some(_)) => return Err(format!("index {number} has two extents")),
            None => {
                return Err(format!(
                    "index {number}: the {} that have extents must be from 0",
                    extents.len()
                ));
            }
        }
    }
    Ok(found.into_iter().flatten().collect())
}

/// The shapes of an expression's operands by the extents of its labels.
///
/// # Errors
/// The rule that they break.
pub(crate) fn of_labels(expression: &str, extents: &[Extent]) -> Result<Vec<Shape>, String> {
    let parsed = einsum::parse(expression).map_err(|error| error.to_string())?;
    let known = |name: &str| {
        let extent = extents.iter().find(|one| one.name.as_deref() == Some(name));
        let extent = extent.map(|one| one.extent);
        extent.ok_or_else(|| format!("label {name} has no extent: --extents {name}=N gives it one"))
    };
    let shape = |term: &Term| match term.ellipsis() {
        Some(_) => Err("`...` has no label: --shapes gives operands their extents".to_owned()),
        None => term.labels().iter().map(|label| known(&label.to_string())).collect(),
    };
    let is_of_a_label =
        |name: &str| parsed.inputs().iter().flat_map(Term::labels).any(|label| label.to_string() == name);
    match extents.iter().find(|one| !one.name.as_deref().is_some_and(is_of_a_label)) {
        Some(Extent { name: Some(name), .. }) => Err(format!("`{name}` is no label of the expression")),
        Some(Extent { extent, .. }) => {
            Err(format!("extent {extent} has no label: must be such as `m={extent}`"))
        }
        None => parsed.inputs().iter().map(shape).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extents(text: &str) -> Vec<Extent> {
        text.split(',').map(|one| extent(one).unwrap()).collect()
    }

    #[test]
    fn indices_of_trees_have_numbers_or_places() {
        assert_eq!(of_tree(&extents("3,4,5")), Ok(vec![3, 4, 5]));
        assert_eq!(of_tree(&extents("2=5,0=3,1=4")), Ok(vec![3, 4, 5]));
        for wrong in ["0=3,0=4", "1=3", "m=3", "0=3,0=4,1=5"] {
            assert!(of_tree(&extents(wrong)).is_err(), "{wrong}");
        }
        for wrong in ["", "m=", "=3", "m=x", "-1", "m=3=4"] {
            assert!(extent(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn operands_have_the_extents_of_their_labels() {
        let shapes = of_labels("mk,kn->mn", &extents("m=2,n=3,k=4")).unwrap();
        assert_eq!(shapes, [Box::from([2, 4]), Box::from([4, 3])]);
        for (expression, given, rule) in [
            ("mk,kn->mn", "m=2,n=3", "label k has no extent: --extents k=N gives it one"),
            ("mk->m", "m=2,k=3,x=4", "`x` is no label of the expression"),
            ("mk->m", "m=2,k=3,4", "extent 4 has no label: must be such as `m=4`"),
            ("...k->k", "k=3", "`...` has no label: --shapes gives operands their extents"),
        ] {
            assert_eq!(of_labels(expression, &extents(given)).unwrap_err(), rule);
        }
        assert_eq!(shape("3x4").unwrap(), Box::from([3, 4]));
        assert_eq!(shape("scalar").unwrap(), Box::from([]));
        assert!(shape("3,4").is_err() && shape("").is_err());
    }
}
