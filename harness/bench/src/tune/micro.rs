//! The loops that are timed, as a table: a row for each, whose text says what it does.
//!
//! A row has one line of assembly, which stands in the loop several times, as a template: `V` is the vector
//! register that is measured (`ymm` or `zmm`), `W` its bytes, and an expression such as `<Wi+48>` or `<i+6>`
//! is a number that depends on the line `i`, from 0 on. Memory that is only read begins at `rsi`, memory that
//! is written at `rdx`.
//!
//! The frame around the lines has operands in `V14`, `V15` and `V24` to `V27`, numbers that are 1. It sets
//! the bits of `V13` to ones, those of other vectors to zeros, and `k1` to the mask of seven lanes. A
//! register that is only written is the same one in many lines: it is renamed.
//!
//! Tests: below.

use tensmith_core::isa::model::Core;
use tensmith_core::isa::x86_64::cores::V4;

/// A vector register to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// 32 bytes.
    Ymm,
    /// 64 bytes.
    Zmm,
}

impl Width {
    /// Those that a core has.
    pub(super) fn of(core: &Core) -> &'static [Self] {
        if core.features.contains_all(V4.features) { &[Self::Ymm, Self::Zmm] } else { &[Self::Ymm] }
    }

    /// The one that kernels use.
    pub(super) fn whole(core: &Core) -> Self {
        if core.vector_bytes == Self::Zmm.bytes() { Self::Zmm } else { Self::Ymm }
    }

    /// Its name in assembly.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Ymm => "ymm",
            Self::Zmm => "zmm",
        }
    }

    /// Its size.
    pub(super) const fn bytes(self) -> usize {
        match self {
            Self::Ymm => 32,
            Self::Zmm => 64,
        }
    }
}

/// What a loop finds out, or what follows from two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    MultiplyAdds,
    FewAccumulators,
    Latency,
    Vectors,
    InLane,
    AcrossLanes,
    Halves,
    Loads,
    Stores,
    Moves,
    Broadcasts,
    MaskedStores,
    CrossingLoads,
    /// Moves that a load across a line counts for more.
    Crossing,
    Instructions,
    /// Bytes that fill a cache.
    Fill(Level),
    /// The same while there are multiply-adds.
    BusyFill(Level),
    /// The part of the shorter of the two that takes no time of its own.
    Hidden(Level),
    Tile(Tile, Operand),
    /// How much faster a tile is with folded operands.
    Folding(Tile),
    Call,
    /// The size of a cache.
    Size(Level),
}

/// A cache for data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    L1,
    L2,
}

/// A tile of accumulators: vectors in a column, and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tile {
    FourBySix,
    OneBy24,
}

/// How multiply-adds get the elements that are the same for all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A load broadcasts it into a register.
    Broadcast,
    /// Each multiply-add reads it.
    Folded,
}

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Operations in a cycle.
    PerCycle,
    /// Cycles of an operation.
    Cycles,
    /// Bytes in a cycle.
    BytesPerCycle,
    /// Slots of loads.
    Moves,
    /// A part of something.
    Share,
    /// Bytes.
    Bytes,
}

impl Unit {
    /// Behind a number.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::PerCycle => "a cycle",
            Self::Cycles => "cycles",
            Self::BytesPerCycle => "B a cycle",
            Self::Moves => "moves",
            Self::Share => "times",
            Self::Bytes => "B",
        }
    }
}

impl Fact {
    /// What it is, for people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::MultiplyAdds => "multiply-adds",
            Self::FewAccumulators => "multiply-adds on 8 accumulators",
            Self::Latency => "accumulate latency",
            Self::Vectors => "multiply-adds and shuffles, half each",
            Self::InLane => "shuffles in lanes (vunpcklps)",
            Self::AcrossLanes => "shuffles across lanes (vpermps)",
            Self::Halves => "shuffles of 16 bytes (vshuff64x2, vperm2f128)",
            Self::Loads => "loads",
            Self::Stores => "stores",
            Self::Moves => "two loads and a store, all together",
            Self::Broadcasts => "broadcast loads",
            Self::MaskedStores => "masked stores",
            Self::CrossingLoads => "loads across lines",
            Self::Crossing => "moves more of a load across lines",
            Self::Instructions => "instructions",
            Self::Fill(Level::L1) => "L1 from L2",
            Self::Fill(Level::L2) => "L2 from behind it",
            Self::BusyFill(Level::L1) => "L1 from L2, with multiply-adds",
            Self::BusyFill(Level::L2) => "L2 from behind it, with multiply-adds",
            Self::Hidden(Level::L1) => "hidden part of L1 from L2",
            Self::Hidden(Level::L2) => "hidden part of L2 from behind it",
            Self::Tile(Tile::FourBySix, Operand::Broadcast) => "tile of 4x6, broadcasts apart",
            Self::Tile(Tile::FourBySix, Operand::Folded) => "tile of 4x6, broadcasts folded",
            Self::Tile(Tile::OneBy24, Operand::Broadcast) => "tile of 1x24, broadcasts apart",
            Self::Tile(Tile::OneBy24, Operand::Folded) => "tile of 1x24, broadcasts folded",
            Self::Folding(Tile::FourBySix) => "gain of folding, 4x6",
            Self::Folding(Tile::OneBy24) => "gain of folding, 1x24",
            Self::Call => "call of an empty function",
            Self::Size(Level::L1) => "size of L1",
            Self::Size(Level::L2) => "size of L2",
        }
    }

    /// What its figures are.
    pub(super) const fn unit(self) -> Unit {
        match self {
            Self::Latency | Self::Call => Unit::Cycles,
            Self::Fill(_) | Self::BusyFill(_) => Unit::BytesPerCycle,
            Self::Crossing => Unit::Moves,
            Self::Hidden(_) | Self::Folding(_) => Unit::Share,
            Self::Size(_) => Unit::Bytes,
            _ => Unit::PerCycle,
        }
    }
}

/// Where the memory is that a loop reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The same few lines in each turn, which are in the first level.
    Near,
    /// As much as is behind this level, one line after the other: each turn goes on.
    Behind(Level),
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Micro {
    pub(super) fact: Fact,
    /// The vectors for which it is measured, where the core has them.
    pub(super) widths: &'static [Width],
    /// The template of a line.
    pub(super) line: &'static str,
    /// How many lines a turn has.
    pub(super) lines: usize,
    /// Operations in a line: what the fact counts. Of what counts bytes, it is loads.
    pub(super) operations: usize,
    pub(super) place: Place,
}

const BOTH: &[Width] = &[Width::Ymm, Width::Zmm];
const YMM: &[Width] = &[Width::Ymm];
const ZMM: &[Width] = &[Width::Zmm];

/// A loop on registers and the nearest memory, with one operation in each of twelve lines: enough
/// accumulators for two pipes and six cycles.
const PLAIN: Micro = Micro {
    fact: Fact::MultiplyAdds,
    widths: BOTH,
    line: "vfmadd231ps V<i>, V14, V15",
    lines: 12,
    operations: 1,
    place: Place::Near,
};

/// What all others are relative to: additions of which each waits for the one before, for one cycle. Some
/// cores add constants while they rename registers, so a register is added. The multiply-add has the core run
/// at the rate that it has with wide vectors.
pub(super) const CHAIN: Micro = Micro {
    fact: Fact::Instructions,
    line: "add rax, r11; add rax, r11; add rax, r11; add rax, r11; add rax, r11; add rax, r11; add rax, r11; \
           add rax, r11; vfmadd231ps V<i>, V14, V15",
    lines: 4,
    operations: 8,
    ..PLAIN
};

/// All loops.
pub(super) const MICROS: &[Micro] = &[
    PLAIN,
    Micro { fact: Fact::FewAccumulators, lines: 8, ..PLAIN },
    Micro { fact: Fact::Latency, line: "vfmadd231ps V0, V14, V15", ..PLAIN },
    Micro {
        fact: Fact::Vectors,
        line: "vfmadd231ps V<i>, V14, V15; vunpcklps V12, V14, V15",
        operations: 2,
        ..PLAIN
    },
    Micro { fact: Fact::InLane, line: "vunpcklps V<i>, V14, V15", ..PLAIN },
    Micro { fact: Fact::AcrossLanes, line: "vpermps V<i>, V14, V15", ..PLAIN },
    Micro { fact: Fact::Halves, widths: YMM, line: "vperm2f128 V<i>, V14, V15, 0x20", ..PLAIN },
    Micro { fact: Fact::Halves, widths: ZMM, line: "vshuff64x2 V<i>, V14, V15, 0x44", ..PLAIN },
    Micro { fact: Fact::Loads, line: "vmovups V<i>, [rsi + <64i>]", ..PLAIN },
    Micro { fact: Fact::Stores, line: "vmovups [rdx + <Wi>], V<i>", ..PLAIN },
    Micro {
        fact: Fact::Moves,
        line: "vmovups V0, [rsi + <64i>]; vmovups V1, [rsi + <64i+64>]; vmovups [rdx + <Wi>], V2",
        operations: 3,
        ..PLAIN
    },
    Micro { fact: Fact::Broadcasts, line: "vbroadcastss V<i>, dword ptr [rsi + <4i>]", ..PLAIN },
    Micro { fact: Fact::MaskedStores, widths: YMM, line: "vmaskmovps [rdx + <Wi>], V13, V<i>", ..PLAIN },
    Micro { fact: Fact::MaskedStores, widths: ZMM, line: "vmovups [rdx + <Wi>]{k1}, V<i>", ..PLAIN },
    Micro { fact: Fact::CrossingLoads, line: "vmovups V<i>, [rsi + <64i+48>]", ..PLAIN },
    Micro {
        fact: Fact::Instructions,
        widths: YMM,
        line: "add rax, r11; mov r10, [rsi]; vunpcklps V0, V14, V15; add rcx, r11; add r8, r11; mov r10, [rsi + 8]; \
               vunpcklps V1, V14, V15; add r9, r11",
        operations: 8,
        ..PLAIN
    },
    Micro {
        fact: Fact::Fill(Level::L1),
        line: "vmovups V<i>, [rsi + <Wi>]",
        lines: 8,
        place: Place::Behind(Level::L1),
        ..PLAIN
    },
    Micro {
        fact: Fact::Fill(Level::L2),
        line: "vmovups V<i>, [rsi + <Wi>]",
        lines: 8,
        place: Place::Behind(Level::L2),
        ..PLAIN
    },
    Micro {
        fact: Fact::BusyFill(Level::L1),
        line: "vmovups V12, [rsi + <Wi>]; vfmadd231ps V<i>, V14, V15; vfmadd231ps V<i+6>, V14, V15",
        lines: 6,
        place: Place::Behind(Level::L1),
        ..PLAIN
    },
    Micro {
        fact: Fact::BusyFill(Level::L2),
        line: "vmovups V12, [rsi + <Wi>]; vfmadd231ps V<i>, V14, V15; vfmadd231ps V<i+4>, V14, V15; \
               vfmadd231ps V<i+8>, V14, V15",
        lines: 4,
        place: Place::Behind(Level::L2),
        ..PLAIN
    },
    Micro {
        fact: Fact::Tile(Tile::FourBySix, Operand::Broadcast),
        widths: ZMM,
        line: "vbroadcastss V31, dword ptr [rsi + <4i>]; vfmadd231ps V<4i>, V24, V31; \
               vfmadd231ps V<4i+1>, V25, V31; vfmadd231ps V<4i+2>, V26, V31; vfmadd231ps V<4i+3>, V27, V31",
        lines: 6,
        operations: 4,
        ..PLAIN
    },
    Micro {
        fact: Fact::Tile(Tile::FourBySix, Operand::Folded),
        widths: ZMM,
        line: "vfmadd231ps V<4i>, V24, dword ptr [rsi + <4i>]{1to16}; \
               vfmadd231ps V<4i+1>, V25, dword ptr [rsi + <4i>]{1to16}; \
               vfmadd231ps V<4i+2>, V26, dword ptr [rsi + <4i>]{1to16}; \
               vfmadd231ps V<4i+3>, V27, dword ptr [rsi + <4i>]{1to16}",
        lines: 6,
        operations: 4,
        ..PLAIN
    },
    Micro {
        fact: Fact::Tile(Tile::OneBy24, Operand::Broadcast),
        widths: ZMM,
        line: "vbroadcastss V31, dword ptr [rsi + <4i>]; vfmadd231ps V<i>, V24, V31",
        lines: 24,
        ..PLAIN
    },
    Micro {
        fact: Fact::Tile(Tile::OneBy24, Operand::Folded),
        widths: ZMM,
        line: "vfmadd231ps V<i>, V24, dword ptr [rsi + <4i>]{1to16}",
        lines: 24,
        ..PLAIN
    },
];

impl Micro {
    /// The text of a turn.
    pub(super) fn text(&self, width: Width) -> String {
        let line = self.line.replace('V', width.name()).replace('W', &width.bytes().to_string());
        (0..self.lines).map(|at| filled(&line, at) + "\n").collect()
    }

    /// Multiply-adds in a line.
    pub(super) fn multiply_adds(&self) -> usize {
        self.line.matches("vfmadd").count()
    }

    /// Bytes by which a turn moves on.
    pub(super) fn step(&self, width: Width) -> usize {
        match self.place {
            Place::Near => 0,
            Place::Behind(_) => self.lines * width.bytes(),
        }
    }
}

/// A template with numbers in place of its expressions.
fn filled(line: &str, at: usize) -> String {
    let mut pieces = line.split('<');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (expression, rest) = piece.split_once('>').unwrap_or((piece, ""));
        text += &value(expression, at).to_string();
        text += rest;
    }
    text
}

/// The value of `4i+3`, `i+6` or `64i`.
fn value(expression: &str, at: usize) -> usize {
    let (factor, rest) = expression.split_once('i').unwrap_or(("0", expression));
    let number = |text: &str, otherwise| text.trim_start_matches('+').parse().unwrap_or(otherwise);
    number(factor, 1) * at + number(rest, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_numbers() {
        assert_eq!(filled("vmovups ymm<i>, [rsi + <64i+48>]{k1}", 3), "vmovups ymm3, [rsi + 240]{k1}");
        assert_eq!([value("i", 5), value("4i+3", 2), value("i+6", 1), value("32i", 3)], [5, 11, 7, 96]);
    }

    #[test]
    fn a_fact_is_measured_once_for_each_vector() {
        for width in BOTH {
            let facts = MICROS.iter().filter(|micro| micro.widths.contains(width)).map(|micro| micro.fact);
            let facts: Vec<_> = facts.collect();
            for (at, fact) in facts.iter().enumerate() {
                assert!(!facts[..at].contains(fact), "{fact:?}");
            }
        }
    }

    #[test]
    fn text_has_a_line_for_each_operation() {
        let text = PLAIN.text(Width::Zmm);
        assert_eq!(text.lines().count(), 12);
        assert_eq!(text.lines().last(), Some("vfmadd231ps zmm11, zmm14, zmm15"));
    }
}
