//! Instances of the rows of the instruction table: what foreign assemblers are asked.

use crate::nightly::{is_emulated, scaled};
use crate::random::SplitMix;
use tensmith_core::isa::aarch64::row::Row;
use tensmith_core::isa::aarch64::{MachInst, sample, table};

/// Instances of some rows at a time, about `samples` of each by day: what LLVM is asked at night exceeds
/// the memory otherwise.
///
/// # Panics
/// Where memory does not suffice.
pub fn batches(random: &mut SplitMix, samples: u64) -> impl Iterator<Item = Vec<MachInst>> {
    let rows: Vec<&'static Row> = table::rows().collect();
    // Under emulation nothing about the instances is different: a few show that.
    let samples = if is_emulated() { 20 } else { scaled(samples, 5000) };
    let size = scaled(rows.len(), 16);
    let batches: Vec<Vec<&'static Row>> = rows.chunks(size).map(<[_]>::to_vec).collect();
    batches
        .into_iter()
        .map(move |rows| rows.into_iter().flat_map(|row| instances(row, samples, random)).collect())
}

/// Random instances of a row, all of them where there are few, and every boundary value (for
/// registers and names, every value) of each operand with random others; at night, of each two.
fn instances(row: &'static Row, samples: u64, random: &mut SplitMix) -> Vec<MachInst> {
    let bits = sample::operand_bits(row);
    let mut out = Vec::new();
    if bits < 63 && 1 << bits <= samples {
        out.extend((0..1u64 << bits).filter_map(|b| sample::from_bits(row, b)));
        return out;
    }
    let mut tries = 0;
    while (out.len() as u64) < samples && tries < 100 * samples {
        out.extend(sample::from_bits(row, random.bits()));
        tries += 1;
    }
    let boundaries: Vec<Vec<u32>> =
        row.slots.iter().map(|slot| sample::boundaries(*slot.kind).unwrap()).collect();
    for (at, values) in boundaries.iter().enumerate() {
        for value in values {
            out.extend(instance_with(row, &[(at, *value)], random));
        }
        for (other, others) in boundaries.iter().enumerate().take(scaled(0, at)) {
            let pairs = values.iter().flat_map(|a| others.iter().map(move |b| [(at, *a), (other, *b)]));
            out.extend(pairs.filter_map(|pair| instance_with(row, &pair, random)));
        }
    }
    out
}

/// An instance with the given field values at their positions. Other operands are at random, until
/// the row accepts the combination.
fn instance_with(row: &'static Row, fixed: &[(usize, u32)], random: &mut SplitMix) -> Option<MachInst> {
    (0..1000).find_map(|_| {
        let other = sample::from_bits(row, random.bits())?;
        let mut raws: Vec<u32> = row.slots.iter().map(|s| other.field(s.letter)).collect();
        for (at, value) in fixed {
            raws[*at] = *value;
        }
        MachInst::from_fields(row, &raws).ok()
    })
}
