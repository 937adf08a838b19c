//! The formulas of sine and cosine.
//!
//! With `n` the integer that is nearest to `x / (π/2)` and `r = x - n·π/2`, the sine is that of `r` where
//! `n` is even and the cosine where it is odd, with the other sign in every second pair; the cosine is
//! the sine of one more quarter of a turn. π/2 is in three parts of whole precision: each product is
//! subtracted with one rounding, the first without any, and the rest of π/2 is far below.
//!
//! `sin r` is `r + r³·s(r²)`, and `cos r` is `1 - r²/2 + r⁴·c(r²)`; the coefficients of `s` and `c` are
//! minimax, as in `exponential`.
//!
//! Far from zero, which is rare, `r` needs more of π, and `n` is no number of the type. There `x` is an
//! integer times a power of 2, one of few, whose part of a turn is known in several numbers ([`Far`]). Whole
//! turns count for nothing, so whole numbers are taken off each product, which is exact as it is in two
//! numbers. The products that are left are added up on two grids: what a sum on the first lacks, which is
//! exact, is added up on the second. (The idea is that of Payne and Hanek, "Radian reduction for
//! trigonometric functions", 1983.)

use super::{Expression, Value};
use crate::fallible::OutOfMemory;
use crate::kernel::func::{FloatType, Shift, UnaryVectorOp as One, VectorOp as Two};

type Written<T = Value> = Result<T, OutOfMemory>;

/// The values that depend on the element type.
struct Format {
    /// π/2 in three parts.
    quarter_turn: [f64; 3],
    /// One and a half times the number whose last bit is worth 1.
    shifter: f64,
    /// Bits of an element less 1.
    sign: u8,
    /// `s`: the sine is within 2⁻²⁷, 2⁻⁵⁷ of the exact one.
    sine: &'static [f64],
    /// `c`: the cosine is within 2⁻³³, 2⁻⁶⁴.
    cosine: &'static [f64],
    /// The distance from zero up to which that does.
    limit: f64,
    far: Far,
}

/// What it takes beyond.
struct Far {
    /// Where numbers are integers times the powers of 2 behind the first.
    starts: &'static [f64],
    /// 1 divided by each of these powers.
    scales: &'static [f64],
    /// Each as parts of a turn, without whole turns.
    turns: &'static [&'static [f64]],
    /// How many parts may have products that are not below 1. The next part's products are below the first
    /// grid, and those of the last below the second.
    great: usize,
    /// Numbers whose last places are those of the grids.
    grids: [f64; 2],
    /// A turn in two parts.
    turn: [f64; 2],
}

/// 2⁷⁰ in single precision, as parts of a turn.
const SINGLE_TURNS: &[&[f64]] = &[&[
    1.8789698462989628e+20,
    7580151709696.0,
    86687.7578125,
    0.001792736235074699,
    -4.065064951319641e-11,
    7.433056358134929e-19,
    -2.0753144694120385e-26,
    1.956960010595319e-34,
]];

/// 2⁻²², 2³¹⁰ and 2⁶⁴² in double precision, as parts of a turn.
const DOUBLE_TURNS: &[&[f64]] = &[
    &[
        3.794549538895973e-08,
        -2.3458810657480342e-24,
        -1.278094802247644e-40,
        9.600596340410843e-57,
        -1.8599946387791292e-73,
        3.381984151830044e-90,
        -1.8684640618261318e-106,
        -4.5493212728247906e-123,
        1.521123501723941e-139,
        -1.3787287404033692e-156,
    ],
    &[
        0.17969349467478188,
        -1.251537511418092e-17,
        5.917745743941027e-34,
        -1.8070320023022383e-51,
        -3.6741565232402945e-68,
        5.73850205184957e-85,
        -4.4417078076955386e-101,
        3.6634649491545567e-118,
        -8.937484437713377e-135,
        -5.985452558255339e-151,
    ],
    &[
        -0.3886051448662572,
        3.2051665461021856e-18,
        -7.81940772565019e-35,
        -5.236674178479329e-51,
        -3.132640235254821e-68,
        -3.08413799572768e-85,
        -1.9315553974014914e-102,
        1.01936855781974e-118,
        -7.674598784854609e-135,
        5.543289421349682e-151,
    ],
];

impl Format {
    const fn of(dtype: FloatType) -> Self {
        match dtype {
            FloatType::F32 => Self {
                quarter_turn: [1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15],
                shifter: 12_582_912.0,
                sign: 31,
                sine: &[-0.16666655242443085, 0.008332189172506332, -0.00019518189947120845],
                cosine: &[0.04166664555668831, -0.00138873013202101, 2.443067751300987e-05],
                limit: 262_144.0,
                far: Far {
                    // 2⁻⁷⁰.
                    starts: &[],
                    scales: &[8.470329472543003e-22],
                    turns: SINGLE_TURNS,
                    great: 6,
                    // 1½ times 2⁴, 2⁻¹⁵.
                    grids: [24.0, 4.57763671875e-05],
                    turn: [6.2831854820251465, -1.7484555314695172e-07],
                },
            },
            FloatType::F64 => Self {
                quarter_turn: [core::f64::consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591692e-33],
                shifter: 6_755_399_441_055_744.0,
                sign: 63,
                sine: &[
                    -0.16666666666666632,
                    0.008333333333322418,
                    -0.00019841269829767,
                    2.7557313667340898e-06,
                    -2.5050753056626976e-08,
                    1.5896446965186175e-10,
                ],
                cosine: &[
                    0.041666666666666595,
                    -0.0013888888888873303,
                    2.480158728894711e-05,
                    -2.7557314191875423e-07,
                    2.0875700729178847e-09,
                    -1.1358445551307735e-11,
                ],
                limit: 1_073_741_824.0,
                far: Far {
                    // 2³⁶², 2⁶⁹⁴; 2²², 2⁻³¹⁰, 2⁻⁶⁴².
                    starts: &[9.394170331095333e+108, 8.218962346169334e+208],
                    scales: &[4_194_304.0, 4.794036587204811e-94, 5.479523372521008e-194],
                    turns: DOUBLE_TURNS,
                    great: 8,
                    // 1½ times 2⁴, 2⁻⁴².
                    grids: [24.0, 3.410605131648481e-13],
                    turn: [core::f64::consts::TAU, 2.4492935982947064e-16],
                },
            },
        }
    }
}

/// `x` as some quarters of a turn and the rest of it.
struct Turned {
    /// The rest: at most π/4 from zero.
    rest: Value,
    /// A number whose last bits are those of the number of quarters.
    quarters: Value,
}

impl Turned {
    fn new(e: &mut Expression, x: Value) -> Written<Self> {
        let format = Format::of(e.lanes());
        let [shifter, per_quarter] = e.numbers([format.shifter, core::f64::consts::FRAC_2_PI])?;
        let quarters = e.multiply_add(shifter, x, per_quarter)?;
        let n = e.binary(Two::Sub, quarters, shifter)?;
        let mut rest = x;
        for part in e.numbers(format.quarter_turn)? {
            rest = e.multiply_subtract(rest, n, part)?;
        }
        Ok(Self { rest, quarters })
    }

    /// The same far from zero, at a distance from it.
    fn far(e: &mut Expression, x: Value, distance: Value) -> Written<Self> {
        let Format { shifter, far, .. } = Format::of(e.lanes());
        let scale = far.part(e, distance, far.scales.iter().copied())?;
        let x = e.binary(Two::Mul, x, scale)?;
        let [first, second] = e.numbers(far.grids)?;
        let mut sums = [first, second, e.number(0.0)?];
        let parts = far.turns.first().map_or(0, |parts| parts.len());
        for nth in 0..parts {
            let of_each = far.turns.iter().filter_map(|parts| parts.get(nth).copied());
            let part = far.part(e, distance, of_each)?;
            let product = e.binary(Two::Mul, x, part)?;
            // What the product lacks, which counts for nothing for the last one. It comes first, as `part` is
            // needed no more then.
            if nth <= far.great {
                let over = e.multiply_subtract(product, x, part)?;
                let lost = e.unary(One::Negate, over)?;
                far.add(e, lost, nth.saturating_add(1), &mut sums)?;
            }
            far.add(e, product, nth, &mut sums)?;
        }
        let [turns, below, rest] = sums;
        let turns = e.binary(Two::Sub, turns, first)?;
        let below = e.binary(Two::Sub, below, second)?;
        let [shifter, four, quarter] = e.numbers([shifter, 4.0, 0.25])?;
        let quarters = e.multiply_add(shifter, turns, four)?;
        let n = e.binary(Two::Sub, quarters, shifter)?;
        let turns = e.multiply_subtract(turns, n, quarter)?;
        let sum = e.binary(Two::Add, turns, below)?;
        let added = e.binary(Two::Sub, sum, turns)?;
        let lost = e.binary(Two::Sub, below, added)?;
        let rest = e.binary(Two::Add, rest, lost)?;
        let [turn, turn_low] = e.numbers(far.turn)?;
        let rest = e.binary(Two::Mul, rest, turn)?;
        let rest = e.multiply_add(rest, sum, turn_low)?;
        Ok(Self { rest: e.multiply_add(rest, sum, turn)?, quarters })
    }

    fn sine(self, e: &mut Expression) -> Written {
        let [sine, cosine] = self.of_rest(e)?;
        // The sum loses the sign of zero.
        let sine = e.with_sign(sine, self.rest)?;
        of_quarters(e, self.quarters, [sine, cosine])
    }

    fn cosine(self, e: &mut Expression) -> Written {
        let both = self.of_rest(e)?;
        let one = e.bits(1)?;
        let quarters = e.binary(Two::AddInteger, self.quarters, one)?;
        of_quarters(e, quarters, both)
    }

    /// Sine and cosine of the rest.
    fn of_rest(&self, e: &mut Expression) -> Written<[Value; 2]> {
        let Format { sine, cosine, .. } = Format::of(e.lanes());
        let r = self.rest;
        let [one, half] = e.numbers([1.0, 0.5])?;
        let square = e.binary(Two::Mul, r, r)?;
        let fourth = e.binary(Two::Mul, square, square)?;

        let series = e.polynomial(square, fourth, sine)?;
        let cube = e.binary(Two::Mul, r, square)?;
        let sine = e.multiply_add(r, cube, series)?;

        let series = e.polynomial(square, fourth, cosine)?;
        let parabola = e.multiply_subtract(one, square, half)?;
        let cosine = e.multiply_add(parabola, fourth, series)?;
        Ok([sine, cosine])
    }
}

/// The sine of some quarters of a turn and a rest, whose sine and cosine are known.
fn of_quarters(e: &mut Expression, quarters: Value, [sine, cosine]: [Value; 2]) -> Written {
    let Format { sign, .. } = Format::of(e.lanes());
    // The last bit chooses, and the one before it is the sign.
    let (zero, lowest, next) = (e.bits(0)?, e.bits(1)?, e.bits(2)?);
    let is_odd = e.binary(Two::And, quarters, lowest)?;
    let is_odd = e.binary(Two::SubInteger, zero, is_odd)?;
    let result = e.select(is_odd, cosine, sine)?;
    let is_negative = e.binary(Two::And, quarters, next)?;
    let is_negative = e.shift(Shift::Left, is_negative, sign.saturating_sub(1))?;
    e.binary(Two::Xor, result, is_negative)
}

impl Far {
    /// The one of some numbers that is for numbers at a distance from zero.
    fn part(&self, e: &mut Expression, distance: Value, mut numbers: impl Iterator<Item = f64>) -> Written {
        let mut part = e.number(numbers.next().unwrap_or(f64::NAN))?;
        for (start, number) in self.starts.iter().zip(numbers) {
            let [start, number] = e.numbers([*start, number])?;
            let is_below = e.binary(Two::Greater, start, distance)?;
            part = e.select(is_below, part, number)?;
        }
        Ok(part)
    }

    /// Adds a product, or what one lacks, that is as great as the product of part `order`: on both
    /// grids, and the rest.
    fn add(
        &self,
        e: &mut Expression,
        mut value: Value,
        order: usize,
        [turns, below, rest]: &mut [Value; 3],
    ) -> Written<()> {
        if order < self.great {
            let whole = e.unary(One::Round, value)?;
            value = e.binary(Two::Sub, value, whole)?;
            value = add_on_grid(e, turns, value)?;
        }
        if order <= self.great {
            value = add_on_grid(e, below, value)?;
        }
        *rest = e.binary(Two::Add, *rest, value)?;
        Ok(())
    }
}

/// Adds to a sum whose last place is that of a grid: what the sum lacks.
fn add_on_grid(e: &mut Expression, sum: &mut Value, value: Value) -> Written {
    let greater = e.binary(Two::Add, *sum, value)?;
    let added = e.binary(Two::Sub, greater, *sum)?;
    *sum = greater;
    e.binary(Two::Sub, value, added)
}

/// The sine.
pub(super) fn sin(e: &mut Expression, x: Value) -> Written {
    let usual = Turned::new(e, x)?.sine(e)?;
    let (distance, is_near) = near(e, x)?;
    e.select_usually(is_near, usual, |e| Turned::far(e, x, distance)?.sine(e))
}

/// The cosine.
pub(super) fn cos(e: &mut Expression, x: Value) -> Written {
    let usual = Turned::new(e, x)?.cosine(e)?;
    let (distance, is_near) = near(e, x)?;
    e.select_usually(is_near, usual, |e| Turned::far(e, x, distance)?.cosine(e))
}

/// The distance of `x` from zero, and whether it is within the limit.
fn near(e: &mut Expression, x: Value) -> Written<(Value, Value)> {
    let Format { limit, sign, .. } = Format::of(e.lanes());
    let (limit, others) = (e.number(limit)?, e.bits((1 << sign) - 1)?);
    // By bits: where there is no instruction for it, `absolute` takes two.
    let distance = e.binary(Two::And, x, others)?;
    Ok((distance, e.binary(Two::Greater, limit, distance)?))
}
