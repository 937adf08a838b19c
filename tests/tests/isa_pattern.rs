//! The row format is not tied to AArch64: a made-up instruction set of up to four words of 32
//! bits, whose fields are scattered bit by bit, whose operands have defaults, whose words are
//! transformed after encoding, and whose trailing words are dropped when they say nothing.

use tensmith_core::isa::pattern::Pattern;
use tensmith_tests::random::SplitMix;

/// Number of parts.
const PARTS: usize = 4;
/// Set in the last part that is kept.
const END: u32 = 1 << 31;
/// The mask that every part is combined with after encoding, so that a zero word never appears in memory.
const WHITENING: [u32; PARTS] = [0x2545_f491, 0x1b87_3593, 0x4cf5_ad43, 0x27d4_eb2f];

/// An operand: its letter, its width, and its default.
struct Operand {
    letter: u8,
    bits: u32,
    default: u32,
}

/// An instruction of the made-up set. Bit 31 of each part is 0 in the pattern: it is [`END`].
struct Row {
    pattern: Pattern<PARTS, 64>,
    operands: &'static [Operand],
}

/// A word from `from` and the operands' letters, in the notation of the table.
macro_rules! row {
    ($symbols:literal, $($letter:literal: $bits:literal = $default:literal),*) => {
        Row {
            pattern: const { Pattern::new($symbols, &[$(($letter, $bits)),*]) },
            operands: &[$(Operand { letter: $letter, bits: $bits, default: $default }),*],
        }
    };
}

/// Two forms: with two operands scattered over all parts bit by bit, and with six.
static ROWS: [Row; 2] = [
    row!(
        "0000_0001_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b
         0c00_d000_0000_0000_0000_0000_0000_d00c
         0e00_0000_0000_0000_0000_0000_e000_0000
         0000_0000_0000_0000_0000_0000_0000_0fff",
        b'a': 12 = 7, b'b': 12 = 0, b'c': 2 = 0, b'd': 2 = 3, b'e': 2 = 0, b'f': 3 = 5
    ),
    row!(
        "0000_0010_0000_00xx_xxxx_xxxx_XXXX_XXXX
         0yyy_yyyy_yyyy_yyyy_yyyy_yyyy_yyyy_yyyy
         0zzz_0000_0000_0000_0000_0000_0000_zzzz
         0000_0000_0000_0000_0000_0000_0000_000w",
        b'x': 18 = 0, b'y': 31 = 0, b'z': 7 = 0, b'w': 1 = 0
    ),
];

impl Row {
    /// The parts with all operands at their defaults.
    fn defaults(&self) -> [u32; PARTS] {
        self.pattern.scatter(&self.operands.iter().map(|o| o.default).collect::<Vec<_>>())
    }

    /// Encodes, drops trailing parts that hold only defaults, marks the last one, transforms.
    fn encode(&self, values: &[u32]) -> Vec<u32> {
        let (parts, defaults) = (self.pattern.scatter(values), self.defaults());
        let kept = (1..PARTS).rev().find(|part| parts[*part] != defaults[*part]).unwrap_or(0) + 1;
        let mut out: Vec<u32> = parts[..kept].to_vec();
        out[kept - 1] |= END;
        out.iter().zip(WHITENING).map(|(part, white)| part ^ white).collect()
    }

    /// The operand values, if the words are of this form.
    fn decode(&self, words: &[u32]) -> Option<Vec<u32>> {
        let mut parts = self.defaults();
        for ((part, word), white) in parts.iter_mut().zip(words).zip(WHITENING) {
            *part = word ^ white;
        }
        *parts.get_mut(words.len().checked_sub(1)?)? ^= END;
        let mut values = vec![0; self.operands.len()];
        self.pattern.matches(&parts).then(|| self.pattern.gather(&parts, &mut values))?;
        Some(values)
    }
}

#[test]
fn a_made_up_instruction_set_round_trips() {
    let mut random = SplitMix::seeded("isa_pattern", 5);
    let mut lengths = [0; PARTS + 1];
    for _ in 0..100_000 {
        let row = &ROWS[random.below(2) as usize];
        let values: Vec<u32> = (row.operands.iter())
            .map(
                |o| if random.below(3) == 0 { random.bits() as u32 & ((1 << o.bits) - 1) } else { o.default },
            )
            .collect();
        let words = row.encode(&values);
        lengths[words.len()] += 1;
        assert_eq!(row.decode(&words), Some(values));
        let other = ROWS.iter().find(|other| !std::ptr::eq(*other, row)).expect("two rows");
        assert_eq!(other.decode(&words), None, "the forms are distinct");
    }
    assert!(lengths[1..].iter().all(|count| *count > 100), "every length occurs: {lengths:?}");
}

#[test]
fn words_are_what_the_pattern_says() {
    let row = &ROWS[1];
    let plain = |words: Vec<u32>| -> Vec<u32> { words.iter().zip(WHITENING).map(|(w, x)| w ^ x).collect() };
    // Capitals are the more significant bits of x.
    assert_eq!(plain(row.encode(&[0x3_0001, 0, 0, 0])), [0x8200_01c0]);
    assert_eq!(plain(row.encode(&[0, 1, 0, 0])), [0x0200_0000, 0x8000_0001]);
    assert_eq!(plain(row.encode(&[0, 0, 0x7f, 0])), [0x0200_0000, 0, 0xf000_000f]);
    assert_eq!(plain(row.encode(&[0, 0, 0, 1])), [0x0200_0000, 0, 0, 0x8000_0001]);
    assert_eq!(ROWS[0].operands[0].letter, b'a');
}
