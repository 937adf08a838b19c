//! Inputs made of others at random: for machines without a fuzzer.

use crate::random::SplitMix;
use tensmith_conformance::nests::{self, one_of};

/// Words that texts are made of, and numbers near limits.
const WORDS: [&str; 40] = [
    "0",
    "1",
    "2",
    "-1",
    "3",
    "7",
    "8",
    "16",
    "17",
    "64",
    "1000",
    "65536",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "-9223372036854775808",
    "\n",
    " ",
    ",",
    "->",
    "...",
    "[",
    "]",
    "[[0,1],[1,2]->[0,2]]",
    "m",
    "n",
    "k",
    "c",
    "prim",
    "seq",
    "shared",
    "undefined",
    "=",
    "s0",
    "a0",
    "r",
    "first=zero",
    "last=relu",
    "|",
    "@",
];

/// An input near `one`, with parts of `other`.
pub fn mutated(one: &[u8], other: &[u8], random: &mut SplitMix) -> Vec<u8> {
    let mut data = one.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(data.len() as u64 + 1) as usize;
        let end = (at + 1 + random.below(12) as usize).min(data.len());
        match random.below(9) {
            0 if at < data.len() => data[at] ^= 1 << random.below(8),
            1 if at < data.len() => data[at] = random.below(256) as u8,
            2 => drop(data.drain(at..end)),
            3 => {
                let word = WORDS[random.below(WORDS.len() as u64) as usize];
                drop(data.splice(at..at, word.bytes()));
            }
            4 => {
                let word = WORDS[random.below(WORDS.len() as u64) as usize];
                drop(data.splice(at..end, word.bytes()));
            }
            5 => {
                let part = data[at..end].to_vec();
                let times = 1 + random.below(4) as usize;
                drop(data.splice(at..at, part.repeat(times)));
            }
            6 if !other.is_empty() => {
                let from = random.below(other.len() as u64) as usize;
                let to = (from + 1 + random.below(40) as usize).min(other.len());
                drop(data.splice(at..end, other[from..to].iter().copied()));
            }
            7 => whole_line(&mut data, other, random),
            _ => number(&mut data, at, random),
        }
    }
    data
}

/// A line twice, or one of another input.
fn whole_line(data: &mut Vec<u8>, other: &[u8], random: &mut SplitMix) {
    let mut lines: Vec<&[u8]> = data.split_inclusive(|byte| *byte == b'\n').collect();
    let others: Vec<&[u8]> = other.split_inclusive(|byte| *byte == b'\n').collect();
    let from = if random.below(2) == 0 { &lines } else { &others };
    if from.is_empty() {
        return;
    }
    let line = from[random.below(from.len() as u64) as usize];
    lines.insert(random.below(lines.len() as u64 + 1) as usize, line);
    *data = lines.concat();
}

/// Another number in place of the one at a place or behind.
fn number(data: &mut Vec<u8>, at: usize, random: &mut SplitMix) {
    let Some(start) = (at..data.len()).find(|at| data[*at].is_ascii_digit()) else { return };
    let end = (start..data.len()).find(|at| !data[*at].is_ascii_digit()).unwrap_or(data.len());
    let number =
        std::str::from_utf8(&data[start..end]).ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let others = [
        number.wrapping_add(1),
        number.wrapping_sub(1),
        number.wrapping_mul(2),
        1 << random.below(64),
        random.below(30),
    ];
    let other = others[random.below(5) as usize].to_string();
    drop(data.splice(start..end, other.bytes()));
}

/// An input of a property from nothing, where chance alone would seldom find one that is read.
pub fn drawn(name: &str, random: &mut SplitMix) -> Option<Vec<u8>> {
    match name {
        "nest" => Some(nests::draw(random, &EXTENTS).into_bytes()),
        "einsum" => Some(drawn_einsum(random).into_bytes()),
        _ => None,
    }
}

const EXTENTS: [usize; 20] =
    [1, 2, 2, 2, 3, 3, 4, 5, 7, 8, 13, 16, 17, 31, 64, 100, 1000, 4097, 1 << 20, 1 << 33];

/// Some operands with common labels.
fn drawn_einsum(random: &mut SplitMix) -> String {
    let labels = 1 + random.below(20) as usize;
    let extents: Vec<usize> = (0..labels)
        .map(|_| {
            if random.below(6) == 0 {
                one_of(&EXTENTS, random)
            } else {
                one_of(&[1, 2, 2, 3, 4, 5, 8], random)
            }
        })
        .collect();
    let (mut shapes, mut terms) = (Vec::new(), Vec::new());
    let mut used = vec![false; labels];
    let most = one_of(&[2, 4, 6], random);
    for _ in 0..1 + random.below(most) {
        let (mut term, mut shape) = (String::new(), Vec::new());
        let most = one_of(&[3, 6, 12], random);
        for _ in 0..random.below(most) {
            let label = random.below(labels as u64) as usize;
            if random.below(10) > 0 && term.contains((b'a' + label as u8) as char) {
                continue;
            }
            used[label] = true;
            term.push((b'a' + label as u8) as char);
            shape.push(extents[label].to_string());
        }
        terms.push(term);
        shapes.push(shape.join(","));
    }
    let output: String = (0..labels)
        .rev()
        .filter(|label| used[*label] && random.below(2) == 0)
        .map(|label| (b'a' + label as u8) as char)
        .collect();
    format!("{}\n{}->{output}\n", shapes.join(";"), terms.join(","))
}
