//! Operands that have no encoding are refused, never masked; those that have one are read back.

use std::num::NonZero;
use std::thread;
use tensmith_core::isa::aarch64::kind::{Code, Kind, Registers};
use tensmith_core::isa::aarch64::operand::{
    BitRange, OperandError, SysReg, UImm, V, X, ZGroup, number_to_raw,
};
use tensmith_core::isa::aarch64::row::{Row, Slot};
use tensmith_core::isa::aarch64::{Decoded, MachInst, decode, sample, table};
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::random::SplitMix;

/// Tuples of operands, of every row the same number.
const TUPLES: u64 = 100_000_000;

#[test]
fn random_operands_are_refused_or_read_back() {
    let tuples = if is_emulated() { TUPLES / 1000 } else { scaled(TUPLES / 100, TUPLES) };
    let mut random = SplitMix::seeded("isa_aarch64_operand", 9);
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let accepted: u64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| random.split())
            .map(|random| scope.spawn(move || accepted(tuples.div_ceil(threads), random)))
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
    });
    println!("{accepted} of {tuples} tuples of operands are instructions");
    assert!(tuples / 10 < accepted && accepted < tuples * 9 / 10);
}

/// How many of some tuples of operands are accepted. Those are read back.
fn accepted(tuples: u64, mut random: SplitMix) -> u64 {
    let rows: Vec<_> = table::rows().map(|row| (row, places(row))).collect();
    let mut accepted = 0;
    for (row, places) in rows.iter().cycle().take(tuples as usize) {
        let fields: Option<Vec<u32>> =
            row.slots.iter().map(|slot| random_field(*slot.kind, &mut random)).collect();
        let Some(fields) = fields else { continue };
        let fit =
            row.slots.iter().zip(&fields).all(|(slot, field)| u64::from(*field) >> slot.kind.bits() == 0);
        let Ok(inst) = MachInst::from_fields(row, &fields) else { continue };
        assert!(fit, "{} {fields:x?}: accepted, and does not fit", row.name);
        let word = inst.encode().expect("what was accepted encodes");
        for (field, places) in fields.iter().zip(places) {
            let is_there = places.iter().all(|places| gathered(word, places) == *field);
            assert!(is_there, "{word:08x} of {} {fields:x?}", row.name);
        }
        // Another row may be the preferred form of the word.
        let Decoded::Known(back) = decode(word) else { panic!("{inst}: {word:08x} does not decode") };
        assert_eq!(back.encode(), Ok(word), "{inst}");
        accepted += 1;
    }
    accepted
}

/// A random operand's field value, if it has one. Most do; numbers and registers say themselves
/// whether they can be expressed.
fn random_field(kind: Kind, random: &mut SplitMix) -> Option<u32> {
    let likely = random.bits() as u32 & ((1 << kind.bits()) - 1);
    let any = (random.below(8) == 0).then(|| wild(random));
    match kind {
        Kind::Number(Code::Linear(_) | Code::Own { .. }, _) => match any {
            Some(number) => field_of_any_number(kind, number),
            None => field_of_number(kind, likely),
        },
        Kind::Register(registers) => match any {
            Some(number) => field_of_any_register(registers, number as u32),
            None => Some(likely),
        },
        Kind::Named(..) | Kind::Number(Code::BySize { .. }, _) => Some(any.map_or(likely, |any| any as u32)),
    }
}

/// A number of any size, the small ones as likely as the large ones.
fn wild(random: &mut SplitMix) -> i64 {
    let bits = random.bits() as i64;
    bits >> random.below(64)
}

/// The field value of a number that may have none. It means that number, or one of the same bits
/// with another sign.
fn field_of_any_number(kind: Kind, number: i64) -> Option<u32> {
    let field = number_to_raw(kind, number).ok()?;
    let back = kind.to_number(field).expect("the field value of a number means one");
    let are_same_bits =
        [8, 16, 32].iter().any(|bits| number.abs_diff(back) == 1 << bits && number.min(back) < 0);
    assert!(number == back || are_same_bits, "{kind:?}: {number} has the field value {field:#x} of {back}");
    Some(field)
}

/// A field value, found from the number that it means, if it means one.
fn field_of_number(kind: Kind, field: u32) -> Option<u32> {
    let number = kind.to_number(field)?;
    assert_eq!(number_to_raw(kind, number), Ok(field), "{kind:?}: {number}");
    Some(field)
}

/// The field value of a register that may have none.
fn field_of_any_register(registers: Registers, number: u32) -> Option<u32> {
    let field = registers.field(number)?;
    assert_eq!(registers.number(field), number, "{registers:?}");
    Some(field)
}

/// An operand's places in a word, the highest bit first.
type Places = Vec<u32>;

/// The places of each operand, all of them that it has, as the documentation of patterns says.
fn places(row: &Row) -> Vec<Vec<Places>> {
    let symbols: Vec<u8> = row.notation.symbols.bytes().filter(|symbol| *symbol != b'_').collect();
    let named = |letter: u8| {
        let places = symbols.iter().enumerate().filter(move |(_, symbol)| **symbol == letter);
        places.map(|(nth, _)| 31 - nth as u32)
    };
    let of_slot = |slot: &Slot| {
        let all: Vec<u32> = named(slot.letter.to_ascii_uppercase()).chain(named(slot.letter)).collect();
        all.chunks(slot.kind.bits() as usize).map(<[_]>::to_vec).collect()
    };
    row.slots.iter().map(of_slot).collect()
}

/// The operand that a word has at `places`.
fn gathered(word: u32, places: &Places) -> u32 {
    places.iter().fold(0, |field, place| field << 1 | word >> place & 1)
}

#[test]
fn every_number_has_one_code() {
    for row in table::rows() {
        for slot in row.slots.iter().filter(|slot| matches!(slot.kind, Kind::Number(Code::Own { .. }, _))) {
            for raw in (0..1 << slot.kind.bits()).filter(|raw| slot.kind.accepts(*raw)) {
                let number = slot.kind.to_number(raw).expect("accepted codes mean a number");
                assert_eq!(slot.kind.to_field(number), Some(raw), "{} {number}", row.name);
            }
        }
    }
}

#[test]
fn operands_out_of_range_are_refused() {
    for row in table::rows() {
        for (at, slot) in row.slots.iter().enumerate() {
            // One more bit than the field has.
            let mut raws = vec![0; row.slots.len()];
            raws[at] = 1 << slot.kind.bits();
            assert!(MachInst::from_fields(row, &raws).is_err(), "{} {}", row.name, slot.letter as char);
            if let Kind::Named(bits, names) = *slot.kind {
                for raw in (0..1 << bits).filter(|raw| names.iter().all(|(_, named)| named != raw)) {
                    raws[at] = raw;
                    assert!(MachInst::from_fields(row, &raws).is_err(), "{} {raw} has no name", row.name);
                }
            }
        }
        for slot in row.slots {
            for value in sample::outside(*slot.kind).into_iter().flatten() {
                let refused = number_to_raw(*slot.kind, value);
                assert!(matches!(refused, Err(OperandError::Range { .. })), "{} {value}", row.name);
            }
        }
    }
    let error = UImm::<12, 8>::new(12).unwrap_err();
    assert_eq!(error, OperandError::Range { value: 12, min: 0, max: 32760, unit: 8 });
    assert!(UImm::<12, 8>::new(-8).is_err() && UImm::<12, 8>::new(32768).is_err());
    assert_eq!(UImm::<12, 8>::new(32760).unwrap().raw(), 4095);
    assert_eq!(BitRange::<6>::bits(8, 56).unwrap().raw(), 8 << 6 | 63);
    assert!(BitRange::<6>::bits(8, 57).is_err() && BitRange::<6>::bits(8, 0).is_err());
    assert!(SysReg::named("fpcr").is_some() && SysReg::named("midr_el1").is_none());
}

/// Number 31 is a register in some places, and something else in others.
#[test]
fn errors_of_registers_name_the_numbers_that_fit() {
    let refused = |value, max, unit| Some(OperandError::Range { value, min: 0, max, unit });
    assert_eq!(X::new(31).err(), refused(31, 30, 1));
    assert_eq!(V::new(32).err(), refused(32, 31, 1));
    assert_eq!(ZGroup::<4>::new(6).err(), refused(6, 28, 4));
    assert_eq!((X::new(30).map(X::raw), V::new(31).map(V::raw)), (Ok(30), Ok(31)));
}
