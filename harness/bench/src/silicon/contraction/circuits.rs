//! Contractions as circuits of qubits and qutrits have them: many indices of 2 and 3, in
//! orders that disagree.
//!
//! Tests: below.

use tensmith_measure::contraction::Contraction;
use tensmith_measure::operands::Random;

/// How many there are.
const COUNT: usize = 60;

/// How many indices each has, the least and the most.
const INDICES: (usize, usize) = (16, 22);

/// Of how many indices one has an extent of 3; the others have 2.
const QUTRITS: usize = 5;

/// Those that a seed draws.
pub(crate) fn drawn(seed: u64) -> Vec<Contraction> {
    let mut random = Random(seed);
    (0..COUNT).map(|_| draw(&mut random)).collect()
}

/// As many rows as columns as positions of a sum, about, and up to two indices of a batch.
fn draw(random: &mut Random) -> Contraction {
    let (least, most) = INDICES;
    let indices = least + random.below(most - least + 1);
    let batch = random.below(3);
    let extent = |random: &mut Random| if random.below(QUTRITS) == 0 { 3 } else { 2 };
    let extents = ('a'..).take(indices).map(|index| (index, extent(random))).collect();
    let [mut in0, mut in1, mut out] = [const { String::new() }; 3];
    for (nth, index) in ('a'..).take(indices).enumerate() {
        let has = match nth.checked_sub(batch).map(|nth| nth % 3) {
            None => [true, true, true],
            Some(0) => [true, false, true],
            Some(1) => [false, true, true],
            Some(_) => [true, true, false],
        };
        for (tensor, _) in [&mut in0, &mut in1, &mut out].into_iter().zip(has).filter(|(_, has)| *has) {
            tensor.push(index);
        }
    }
    let [in0, in1, out] = [in0, in1, out].map(|indices| shuffled(&indices, random));
    Contraction { name: format!("{out}-{in0}-{in1}"), extents }
}

fn shuffled(indices: &str, random: &mut Random) -> String {
    let mut left: Vec<char> = indices.chars().collect();
    (0..left.len()).map(|_| left.swap_remove(random.below(left.len()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_what_is_asked_for_and_the_same_for_a_seed() {
        let all = drawn(7);
        assert_eq!((all.len(), &all), (COUNT, &drawn(7)));
        assert_ne!(all, drawn(8));
        for contraction in all {
            assert!((16..=22).contains(&contraction.extents.len()), "{}", contraction.name);
            assert!(contraction.extents.values().all(|extent| [2, 3].contains(extent)));
            assert!(contraction.summed().len() >= 4 && contraction.batch().len() <= 2);
            let [in0, in1, out] = contraction.indices();
            let all = contraction.extents.keys().count() * 2 + contraction.batch().len();
            assert_eq!(in0.len() + in1.len() + out.len(), all, "{}", contraction.name);
        }
    }
}
