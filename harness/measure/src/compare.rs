//! One multiplication by every library: checked, then timed in alternation with the peak of the machine.
//!
//! Tests: below.

use crate::library::{Contestant, Entrant, Libraries, Question, Role};
use crate::number::Number;
use crate::operands::{Operands, Temperature};
use crate::peak::Vectors;
use crate::reference::Reference;
use crate::sample::{Repeated, Rounds, Sampler, median, spread};
use crate::shape::Shape;
use tensmith::DType;
use tensmith_core::with_float;

/// What operands and the elements that are checked are drawn from.
const SEED: u64 = 0x5eed;

/// Turns of the loop that measures the peak, in a call.
const TURNS: usize = 16;

/// Conditions that all multiplications have in common.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// What the peak is measured with.
    pub vectors: Vectors,
    /// Where operands are.
    pub temperature: Temperature,
    /// Whether the product is added to C.
    pub reads_c: bool,
    /// How samples are taken.
    pub sampler: Sampler,
    /// How many threads multiply.
    pub threads: usize,
}

/// What everyone computes.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What it is called.
    pub name: String,
    /// The type of all elements.
    pub dtype: DType,
    /// M, N and K of a multiplication.
    pub extents: [usize; 3],
    /// Floating-point operations.
    pub operations: f64,
}

impl From<Shape> for Subject {
    fn from(shape: Shape) -> Self {
        let Shape { dtype, .. } = shape;
        Self { name: shape.to_string(), dtype, extents: shape.extents(), operations: shape.operations() }
    }
}

/// What was found of one subject.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What everyone computed.
    pub subject: Subject,
    /// GFLOPS that the machine can do at that time.
    pub peak: f64,
    /// Those of each library.
    pub figures: Vec<Figure>,
    /// Our own prediction: of the share of the peak.
    pub predicted: Option<f64>,
    /// What is wrong with products.
    pub faults: Vec<String>,
}

/// One library's figures.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What the library is called.
    pub name: &'static str,
    /// Its part.
    pub role: Role,
    /// What was measured, or why nothing was.
    pub speed: Result<Speed, String>,
}

/// Medians over rounds.
#[derive(Clone, Debug)]
pub struct Speed {
    /// Nanoseconds of a call.
    pub nanoseconds: f64,
    /// Floating-point operations in a nanosecond.
    pub gflops: f64,
    /// The distance between the quartiles of the nanoseconds, as a part of their median.
    pub spread: f64,
    /// GFLOPS as a part of the peak in the same round.
    pub share: f64,
    /// Its time over ours in the same round; none without ours.
    pub ratio: Option<f64>,
}

/// How much two samples of the same rate may differ.
const NOISE: f64 = 0.02;

impl Cell {
    /// The figure that counts of tensmith.
    pub fn ours(&self) -> Option<&Speed> {
        self.figures.iter().find(|figure| figure.role == Role::Ours)?.speed.as_ref().ok()
    }

    /// The figure of a library.
    pub fn of(&self, name: &str) -> Option<&Speed> {
        self.figures.iter().find(|figure| figure.name == name)?.speed.as_ref().ok()
    }

    /// The fastest peer.
    pub fn best(&self) -> Option<(&'static str, &Speed)> {
        let peers = self.figures.iter().filter(|figure| figure.role == Role::Peer);
        let speeds = peers.filter_map(|figure| Some((figure.name, figure.speed.as_ref().ok()?)));
        speeds.min_by(|(_, x), (_, y)| x.nanoseconds.total_cmp(&y.nanoseconds))
    }

    /// What cannot be: figures beyond the peak, which was measured too low then.
    pub fn beyond_peak(&self) -> Vec<String> {
        let name = &self.subject.name;
        let speeds =
            self.figures.iter().filter_map(|figure| Some((figure.name, figure.speed.as_ref().ok()?)));
        let beyond = speeds.filter(|(_, speed)| speed.share > 1.0 + NOISE);
        beyond
            .map(|(library, speed)| {
                format!(
                    "{name} by {library}: {:.1} % of the peak: must be at most 100 %",
                    100.0 * speed.share
                )
            })
            .collect()
    }

    /// The time of the fastest peer over ours: more than 1 where we are faster.
    pub fn ratio(&self) -> Option<f64> {
        self.best()?.1.ratio
    }
}

/// Checks and times every library on one shape.
pub fn compare(libraries: &Libraries, conditions: &Conditions, shape: Shape) -> Cell {
    with_float!(shape.dtype.arithmetic().lanes(), T => compare_in::<T>(libraries, conditions, shape))
}

fn compare_in<T: Number>(libraries: &Libraries, conditions: &Conditions, shape: Shape) -> Cell {
    let question = Question { shape, reads_c: conditions.reads_c, threads: conditions.threads };
    let operands = Operands::<T>::new(shape, conditions.temperature, SEED);
    let mut contestants = libraries.contestants::<T>(&question);
    let faults = check(&question, &operands, &mut contestants);
    let present: Vec<_> = contestants.iter().filter_map(|contestant| contestant.work.as_ref().ok()).collect();
    let vectors = conditions.vectors;
    let peak: Repeated<'_> = Box::new(move |calls| vectors.multiply_add(T::DTYPE, calls * TURNS));
    let works = present.iter().map(|work| -> Repeated<'_> {
        let operands = &operands;
        Box::new(move |calls| operands.feed(calls, &***work))
    });
    let all: Vec<_> = [peak].into_iter().chain(works).collect();
    let rounds = conditions.sampler.interleave(&all);
    // The peak is sampled on one thread, and stands for that of the others.
    let operations = vectors.operations(T::DTYPE) * (TURNS * conditions.threads) as f64;
    let entrants = contestants.iter().map(Contestant::entrant);
    let predicted = contestants.iter().find_map(|contestant| contestant.predicted);
    Cell { faults, predicted, ..cell(shape.into(), operations, entrants.collect(), &rounds) }
}

/// Compares each library's product with the reference. One that is wrong takes no part;
/// returns what is wrong.
fn check<T: Number>(
    question: &Question,
    operands: &Operands<T>,
    contestants: &mut [Contestant<T>],
) -> Vec<String> {
    let [a, b, mut c] = operands.first();
    for (at, value) in c.iter_mut().enumerate() {
        *value = T::from_f64(at as f64 % 8.0 / 8.0 - 0.5);
    }
    let all = [a, b, c];
    let reference = Reference::new(&question.shape, &all, question.reads_c, SEED);
    let mut faults = Vec::new();
    for Contestant { name, work, .. } in contestants {
        let fault = work.as_ref().ok().and_then(|work| reference.fault(&operands.once(&all[2], &**work)));
        if let Some(fault) = fault {
            faults.push(format!("{} by {name}: {fault}", question.shape));
            *work = Err("its product is wrong".to_owned());
        }
    }
    faults
}

/// The figures of rounds that begin with the peak, where a call of the loop does `operations`.
pub fn cell(subject: Subject, operations: f64, entrants: Vec<Entrant>, rounds: &Rounds) -> Cell {
    let (peaks, times) = rounds.split_first().map_or((&[][..], &[][..]), |(peaks, times)| (&**peaks, times));
    let peaks: Vec<f64> = peaks.iter().map(|nanoseconds| operations / nanoseconds).collect();
    let present = entrants.iter().filter(|(.., present)| present.is_ok());
    let ours = present.zip(times).find(|((_, role, _), _)| *role == Role::Ours).map(|(_, times)| &**times);
    let mut times = times.iter();
    let figure = |(name, role, present): Entrant| {
        let speed =
            present.map(|()| speed(subject.operations, times.next().map_or(&[], |t| &**t), &peaks, ours));
        Figure { name, role, speed }
    };
    let figures = entrants.into_iter().map(figure).collect();
    Cell { subject, peak: median(&peaks), figures, predicted: None, faults: vec![] }
}

fn speed(operations: f64, times: &[f64], peaks: &[f64], ours: Option<&[f64]>) -> Speed {
    let shares: Vec<f64> = times.iter().zip(peaks).map(|(time, peak)| operations / time / peak).collect();
    let ratio = |ours: &[f64]| {
        let ratios: Vec<f64> = times.iter().zip(ours).map(|(theirs, ours)| theirs / ours).collect();
        median(&ratios)
    };
    let nanoseconds = median(times);
    Speed {
        nanoseconds,
        gflops: operations / nanoseconds,
        spread: spread(times),
        share: median(&shares),
        ratio: ours.map(ratio),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_medians_of_ratios_within_rounds() {
        let entrants = vec![
            ("ours", Role::Ours, Ok(())),
            ("absent", Role::Peer, Err("no".to_owned())),
            ("slow", Role::Peer, Ok(())),
            ("fast", Role::Peer, Ok(())),
        ];
        let shape: Shape = "f32_1x1x1".parse().expect("a name");
        // The second round is half as fast as a whole.
        let rounds =
            vec![vec![1.0, 2.0, 1.0], vec![2.0, 4.0, 2.0], vec![6.0, 12.0, 6.0], vec![3.0, 6.0, 3.0]];
        let cell = cell(shape.into(), 4.0, entrants, &rounds);
        assert_eq!(cell.peak, 4.0);
        assert_eq!(cell.ours().map(|ours| ours.share), Some(0.25));
        assert_eq!(cell.best().map(|(name, _)| name), Some("fast"));
        assert_eq!(cell.ratio(), Some(1.5));
        assert_eq!(cell.beyond_peak(), [""; 0]);
        assert_eq!(cell.figures[1].speed.as_ref().err().map(String::as_str), Some("no"));
    }

    #[test]
    fn nobody_is_beyond_the_peak() {
        let shape: Shape = "f32_1x1x1".parse().expect("a name");
        let rounds = vec![vec![2.0, 2.0], vec![1.0, 1.0]];
        let of =
            |operations: f64| cell(shape.into(), operations, vec![("ours", Role::Ours, Ok(()))], &rounds);
        let cell = of(4.0);
        assert_eq!(cell.beyond_peak(), [""; 0]);
        // The loop of the peak does half as much in the same time.
        let cell = of(2.0);
        assert_eq!(cell.beyond_peak(), ["f32_1x1x1 by ours: 200.0 % of the peak: must be at most 100 %"]);
    }
}
