//! Networks of tensors drawn at random, as expressions.

use crate::random::SplitMix;

/// Operands with indices that one to five of them have, some of them twice in an operand, of extents 1, and as
/// an expression.
pub fn draw(random: &mut SplitMix) -> (String, Vec<Vec<usize>>) {
    let operands = 1 + random.below(7) as usize;
    let mut terms = vec![(String::new(), Vec::new()); operands];
    let (mut output, mut points) = (String::new(), 1);
    let indices = random.below(operands as u64 + 4);
    for label in ('a'..).take(indices as usize) {
        let extent = [0, 1, 2, 3, 4, 5, 6, 17][random.below(8) as usize];
        let extent = if points * extent > 4000 || extent == 0 && random.below(6) > 0 { 2 } else { extent };
        points *= extent.max(1);
        let mut is_used = false;
        for _ in 0..[1, 1, 2, 2, 2, 2, 3, 5][random.below(8) as usize] {
            let (term, shape) = &mut terms[random.below(operands as u64) as usize];
            let is_repeated = !term.contains(label) && is_used && random.below(8) == 0;
            if !term.contains(label) || random.below(4) == 0 {
                let place = random.below(shape.len() as u64 + 1) as usize;
                let extent = shape_of(term, shape, label).unwrap_or(if is_repeated { 1 } else { extent });
                term.insert(place, label);
                shape.insert(place, extent);
                is_used = true;
            }
        }
        if random.below(3) == 0 {
            output.insert(random.below(output.len() as u64 + 1) as usize, label);
        }
    }
    let (texts, shapes): (Vec<String>, Vec<Vec<usize>>) = terms.into_iter().unzip();
    (format!("{}->{output}", texts.join(",")), shapes)
}

/// The extent that a term already has for a label.
fn shape_of(term: &str, shape: &[usize], label: char) -> Option<usize> {
    term.chars().position(|other| other == label).map(|place| shape[place])
}
