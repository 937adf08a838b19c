//! Making a mistake smaller, as long as it stays one.
//!
//! Greedy: of the variants of a case that are simpler, the first that is still wrong takes its place. So the
//! last one is wrong, and no single step makes it simpler.
//!
//! Tests: below, `tests/tests/conformance_verify.rs`.

/// The most variants that are tried.
const MOST: usize = 2_000;

/// The smallest case near `case` that is still wrong, by `mistake`, with its mistake:
/// `found` is that of `case`.
pub(super) fn shrink<C>(
    mut case: C,
    mut found: String,
    smaller: impl Fn(&C) -> Vec<C>,
    mut mistake: impl FnMut(&C) -> Option<String>,
) -> (C, String) {
    let mut tried = 0;
    'again: loop {
        for variant in smaller(&case) {
            tried += 1;
            if tried > MOST {
                return (case, found);
            }
            if let Some(mistake) = mistake(&variant) {
                (case, found) = (variant, mistake);
                continue 'again;
            }
        }
        return (case, found);
    }
}

/// Smaller numbers than one, from `least` on, the smallest first.
pub(super) fn less(number: usize, least: usize) -> impl Iterator<Item = usize> {
    let halves = std::iter::successors(Some(number), |number| Some(number / 2)).take_while(|half| *half > 0);
    let near = halves.map(move |half| number - half);
    let mut all: Vec<usize> = near.filter(|less| (least..number).contains(less)).collect();
    if number > least {
        all.insert(0, least);
    }
    all.dedup();
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_wrong_case_is_found() {
        let smaller = |(x, y): &(usize, usize)| {
            let (x, y) = (*x, *y);
            less(x, 0).map(|less| (less, y)).chain(less(y, 0).map(|less| (x, less))).collect::<Vec<_>>()
        };
        let mistake = |(x, y): &(usize, usize)| (*x >= 17 && *y >= 3).then(|| format!("{x} {y}"));
        let (least, found) = shrink((1000, 999), "at first".to_owned(), smaller, mistake);
        assert_eq!((least, found.as_str()), ((17, 3), "17 3"));
    }

    #[test]
    fn smaller_numbers_come_in_few_steps() {
        assert_eq!(less(20, 1).collect::<Vec<_>>(), [1, 10, 15, 18, 19]);
        assert_eq!(less(1, 1).count(), 0);
        assert_eq!(less(2, 1).collect::<Vec<_>>(), [1]);
    }
}
