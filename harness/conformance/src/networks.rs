//! Networks of tensors drawn at random, as expressions.
//!
//! Tests: `tests/tests/einsum_lower.rs`.

use crate::random::SplitMix;

/// The most elements of an operand, of which one that repeats its indices reads only a diagonal.
const MOST_ELEMENTS: usize = 100_000;

/// Operands with indices that one to five of them have, some of them twice in an operand, of extents 1,
/// and as an expression.
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
                if extent * shape.iter().product::<usize>() <= MOST_ELEMENTS {
                    term.insert(place, label);
                    shape.insert(place, extent);
                    is_used = true;
                }
            }
        }
        if random.below(3) == 0 && is_used {
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

/// Operands in a row, each with an index in common with the one before and some with others, none of which
/// the output has, and indices of their own, which it has.
pub fn connected(random: &mut SplitMix, operands: usize, extents: &[usize]) -> (String, Vec<Vec<usize>>) {
    let mut terms = vec![(String::new(), Vec::new()); operands];
    let mut labels = 'a'..;
    let mut output = String::new();
    let mut add = |random: &mut SplitMix, holders: &[usize]| {
        let label = labels.next().expect("a label");
        let extent = extents[random.below(extents.len() as u64) as usize];
        for holder in holders {
            let (term, shape): &mut (String, Vec<usize>) = &mut terms[*holder];
            let place = random.below(shape.len() as u64 + 1) as usize;
            term.insert(term.char_indices().nth(place).map_or(term.len(), |(at, _)| at), label);
            shape.insert(place, extent);
        }
        label
    };
    for operand in 1..operands {
        add(random, &[operand - 1, operand]);
        let other = random.below(operands as u64) as usize;
        if other != operand && random.below(2) == 0 {
            add(random, &[operand, other]);
        }
    }
    for _ in 0..random.below(4) {
        let holder = random.below(operands as u64) as usize;
        let label = add(random, &[holder]);
        output.insert(random.below(output.len() as u64 + 1) as usize, label);
    }
    let (texts, shapes): (Vec<String>, Vec<Vec<usize>>) = terms.into_iter().unzip();
    (format!("{}->{output}", texts.join(",")), shapes)
}
