//! Ranges of extents, and the points that they make.
//!
//! Tests: below.

use std::fmt;
use std::str::FromStr;

/// A range of one extent, or of several equal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    /// Its name: that of the extent, or of several.
    pub(super) name: String,
    /// The range, as it was asked for.
    range: String,
    values: Vec<usize>,
}

/// An extent for each name that is swept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Point(pub(super) Vec<(String, usize)>);

/// The most values of a range.
const MOST: usize = 10_000;

impl FromStr for Sweep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const RULE: &str = "must be such as `m=1..64`, `m=8..64:8`, `m=8..512*2` or `m=5,7,9`";
        let (name, range) = text.rsplit_once('=').ok_or(RULE)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| RULE.to_owned());
        let values: Vec<usize> = match range.split_once("..") {
            None => range.split(',').map(number).collect::<Result<_, _>>()?,
            Some((from, rest)) => {
                let (to, step, factor) = match (rest.split_once(':'), rest.split_once('*')) {
                    (Some((to, step)), _) => (number(to)?, number(step)?, 1),
                    (None, Some((to, factor))) => (number(to)?, 0, number(factor)?),
                    (None, None) => (number(rest)?, 1, 1),
                };
                if step == 0 && factor < 2 {
                    return Err("a step must be at least 1, a factor at least 2".to_owned());
                }
                let next = |value: &usize| value.checked_mul(factor)?.checked_add(step);
                let all = std::iter::successors(Some(number(from)?), next).take_while(|value| *value <= to);
                all.take(MOST + 1).collect()
            }
        };
        if name.is_empty() || values.is_empty() || values.contains(&0) {
            return Err("must have a name, and extents of at least 1, the least one first".to_owned());
        }
        if values.len() > MOST {
            return Err(format!("must have at most {MOST} extents"));
        }
        Ok(Self { name: name.to_owned(), range: range.to_owned(), values })
    }
}

impl fmt::Display for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.range)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, (name, extent)) in self.0.iter().enumerate() {
            write!(f, "{}{name}={extent}", if nth == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl Point {
    /// The extent that it gives one of the names.
    pub(super) fn of(&self, name: char) -> Option<usize> {
        self.0.iter().find(|(names, _)| names.contains(name)).map(|(_, extent)| *extent)
    }

    /// The extent of a range.
    pub(super) fn extent(&self, sweep: &str) -> Option<usize> {
        self.0.iter().find(|(name, _)| name == sweep).map(|(_, extent)| *extent)
    }
}

/// All points of at most two ranges, the last one varying fastest. `names` are those that there are.
///
/// # Errors
/// The rule that they break.
pub(super) fn points(sweeps: &[Sweep], names: &str, most: usize) -> Result<Vec<Point>, String> {
    if sweeps.len() > 2 {
        return Err(format!("--sweep: there are {}: must be at most 2", sweeps.len()));
    }
    let mut known = String::new();
    for Sweep { name, .. } in sweeps {
        for letter in name.chars() {
            if !names.contains(letter) || known.contains(letter) {
                let there: Vec<String> = names.chars().map(String::from).collect();
                let there = if there.is_empty() { "nothing".to_owned() } else { there.join(", ") };
                return Err(format!("--sweep {name}: must be of {there}, each once"));
            }
            known.push(letter);
        }
    }
    let mut points = vec![Point::default()];
    for Sweep { name, values, .. } in sweeps {
        let count = points.len().saturating_mul(values.len());
        if count > most {
            return Err(format!("--sweep: there are {count} points: must be at most {most}"));
        }
        let with = |point: &Point, value: &usize| Point([&point.0[..], &[(name.clone(), *value)]].concat());
        points = points.iter().flat_map(|point| values.iter().map(|value| with(point, value))).collect();
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let values = |text: &str| text.parse::<Sweep>().map(|sweep| sweep.values);
        assert_eq!(values("m=1..4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(values("m=8..30:8"), Ok(vec![8, 16, 24]));
        assert_eq!(values("m=8..64*2"), Ok(vec![8, 16, 32, 64]));
        assert_eq!(values("mn=5,7"), Ok(vec![5, 7]));
        for wrong in
            ["", "m", "m=", "=1..2", "m=2..1", "m=0..3", "m=1..9:0", "m=1..9*1", "m=x", "m=1..1000000000"]
        {
            assert!(values(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn two_ranges_make_a_grid() {
        let sweeps: Vec<Sweep> = ["mn=1,2", "k=3..5"].iter().map(|text| text.parse().unwrap()).collect();
        let points = points(&sweeps, "mnk", 6).unwrap();
        assert_eq!(points.len(), 6);
        assert_eq!((points[4].of('n'), points[4].of('k'), points[4].of('x')), (Some(2), Some(4), None));
        assert_eq!(points[4].to_string(), "mn=2 k=4");
        assert!(super::points(&sweeps, "mnk", 5).is_err());
        assert!(super::points(&sweeps, "mk", 6).is_err());
        let twice = ["m=1,2", "mn=1,2"].map(|text| text.parse().unwrap());
        assert!(super::points(&twice, "mnk", 6).is_err());
    }

    /// Points that are too many are counted, not made: these would take gigabytes.
    #[test]
    fn too_many_points_are_refused() {
        let sweeps = ["m=1..10000", "n=1..10000"].map(|text| text.parse().unwrap());
        let error = points(&sweeps, "mn", 10_000).unwrap_err();
        assert_eq!(error, "--sweep: there are 100000000 points: must be at most 10000");
    }
}
