//! The benchmark on x86-64: one process, one pinned thread, alternating samples.
//!
//! `tensmith_measure` multiplies one shape by every library, [`sets`] says which shapes, and [`report`]
//! writes what was found.
//!
//! Tests: below, and in the files of the folder.

mod batches;
mod contraction;
mod elementwise;
mod epilogue;
mod integers;
mod overhead;
mod report;
pub(crate) mod sets;
mod windows;

use crate::start::start;
use clap::Parser;
use contraction::{Contractors, Numpy, benchmark, circuits};
use overhead::Overhead;
use report::bars::{self, Bar};
use report::{csv, svg, table};
use sets::{Asked, Set};
use std::ffi::OsString;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tensmith::DType;
use tensmith_core::with_float;
use tensmith_measure::clock::Clock;
use tensmith_measure::compare::{self, Cell, Conditions};
use tensmith_measure::contraction::Contraction;
use tensmith_measure::failure::{Failure, Result};
use tensmith_measure::library::{Libraries, Named};
use tensmith_measure::operands::Temperature;
use tensmith_measure::peak::Vectors;
use tensmith_measure::pin::Processors;
use tensmith_measure::sample::Sampler;
use tensmith_measure::shape::Shape;

/// Time tensmith and other libraries side by side on this processor
#[derive(Debug, Parser)]
#[command(name = "silicon", bin_name = "cargo xtask bench silicon")]
struct Program {
    /// What to measure
    #[arg(long = "set", value_delimiter = ',', default_values = ["cubes", "narrow", "ragged", "regular"])]
    sets: Vec<Set>,
    /// Single multiplications instead of sets, such as f32_13x13x13 or f64_br16_8x8x8; random:SEED:COUNT
    /// draws some with extents from 1 to 200
    #[arg(long, value_delimiter = ',', conflicts_with = "sets")]
    shapes: Vec<Asked>,
    /// Element types of sets
    #[arg(long, value_delimiter = ',', default_value = "f32,f64", value_parser = element)]
    types: Vec<DType>,
    /// Libraries to load besides: mkl=PATH (of libmkl_rt), libxsmm=PATH, openblas=PATH, tblis=PATH
    #[arg(long = "peer")]
    peers: Vec<Named>,
    /// Take operands from memory instead of the nearest cache
    #[arg(long)]
    cold: bool,
    /// The factor of C: 1 adds the product to it, 0 overwrites it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    beta: u8,
    /// Rounds, each with a sample of every library
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Numbers of threads for the set `square`; other sets have one
    #[arg(long, value_delimiter = ',', default_value = "1", value_parser = threads)]
    threads: Vec<usize>,
    /// A Python with numpy, for contractions
    #[arg(long)]
    python: Option<PathBuf>,
    /// What the set `circuits` is drawn by
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most that the tensors of a contraction take together
    #[arg(long, default_value_t = 200, value_parser = megabytes)]
    megabytes: usize,
    /// The processor to run on; otherwise the one at hand
    #[arg(long)]
    cpu: Option<usize>,
    /// Write all figures to this file
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Draw shares of the peak into this file
    #[arg(long)]
    svg: Option<PathBuf>,
}

fn element(name: &str) -> std::result::Result<DType, String> {
    match name {
        "f32" => Ok(DType::F32),
        "f64" => Ok(DType::F64),
        _ => Err("must be f32 or f64".to_owned()),
    }
}

fn threads(number: &str) -> std::result::Result<usize, String> {
    let number = number.parse().ok().filter(|threads| (1..=64).contains(threads));
    number.ok_or_else(|| "must be from 1 to 64".to_owned())
}

fn megabytes(number: &str) -> std::result::Result<usize, String> {
    let number = number.parse().ok().filter(|megabytes| (1..=4000).contains(megabytes));
    number.ok_or_else(|| "must be from 1 to 4000".to_owned())
}

/// Does what the command line says.
pub(crate) fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    start(arguments, Program::run)
}

impl Program {
    fn run(&self) -> Result {
        let vectors = Vectors::widest().ok_or_else(|| {
            Failure::not_possible_here("this processor, or its system, has no AVX2 with FMA")
        })?;
        let threads = self.threads.iter().copied().max().unwrap_or(1);
        let processors = Processors::choose(self.cpu, threads)?;
        // Threads that libraries start now have all of the processors.
        processors.pin(threads)?;
        let libraries = Libraries::load(&self.peers, threads)?;
        processors.pin(1)?;
        let clock = Clock::new()?;
        let sampler = Sampler::usual(clock, self.rounds.into());
        let temperature = if self.cold { Temperature::Cold } else { Temperature::Hot };
        let conditions = Conditions { vectors, temperature, reads_c: self.beta == 1, sampler, threads: 1 };
        println!(
            "{}, pinned to processor {}, operands {}, beta {}",
            vectors.name(),
            processors.first(),
            if self.cold { "in memory" } else { "in the nearest cache that holds them" },
            self.beta
        );
        if let Some(reason) = libraries.absence() {
            println!("tensmith takes no part: {reason}");
        }
        print!("{}", table::LEGEND);
        let measured = self.measure(&libraries, &processors, &conditions)?;
        self.write(&measured)?;
        let faults: Vec<_> =
            measured.iter().flat_map(|(_, cells)| cells).flat_map(|cell| &cell.faults).collect();
        match faults.first() {
            None => Ok(()),
            Some(first) => {
                Err(Failure::Check(format!("{} products are wrong, such as {first}", faults.len())))
            }
        }
    }

    /// Measures every set, or the single shapes, and prints each line as soon as it is known.
    fn measure(
        &self,
        libraries: &Libraries,
        processors: &Processors,
        conditions: &Conditions,
    ) -> Result<Vec<(String, Vec<Cell>)>> {
        let mut measured = Vec::new();
        if !self.shapes.is_empty() {
            let shapes: Vec<_> = self.shapes.iter().flat_map(|asked| asked.shapes(&self.types)).collect();
            let cells = cells(libraries, conditions, &shapes);
            print!("{}", table::summary("shapes", &cells));
            measured.push(("shapes".to_owned(), cells));
            return Ok(measured);
        }
        let mut all = Vec::new();
        for set in &self.sets {
            let shapes: Vec<_> = self.types.iter().flat_map(|dtype| set.shapes(*dtype)).collect();
            if *set == Set::Elementwise {
                measured.push((set.name().to_owned(), self.elementwise(libraries, conditions)));
                continue;
            }
            if *set == Set::Batches {
                let cells = self.batches(libraries, conditions);
                all.extend(bars::of(*set, 1, &cells));
                measured.push((set.name().to_owned(), cells));
                continue;
            }
            if *set == Set::Windows {
                measured.push((set.name().to_owned(), windows_of(libraries, conditions)));
                continue;
            }
            if *set == Set::Integers {
                measured.push((set.name().to_owned(), integers_of(libraries, conditions)));
                continue;
            }
            if *set == Set::Epilogue {
                measured.push((set.name().to_owned(), self.epilogue(libraries, conditions.sampler)));
                continue;
            }
            if *set == Set::Overhead {
                let (cells, bars) = self.overhead(libraries, conditions.sampler);
                all.extend(bars);
                measured.push((set.name().to_owned(), cells));
                continue;
            }
            if let Some(contractions) = self.contractions(*set) {
                let cells = self.contract(libraries, conditions, contractions)?;
                print!("{}", table::summary(set.name(), &cells));
                all.extend(bars::of(*set, 1, &cells));
                measured.push((set.name().to_owned(), cells));
                continue;
            }
            for &threads in if *set == Set::Square { &self.threads[..] } else { &[1] } {
                processors.pin(threads)?;
                let sampler = Sampler { has_helpers: threads > 1, ..conditions.sampler };
                let conditions = Conditions { threads, sampler, ..*conditions };
                let name = match threads {
                    1 => set.name().to_owned(),
                    _ => format!("{} on {threads} threads", set.name()),
                };
                println!("\n{name}");
                let cells = cells(libraries, &conditions, &shapes);
                print!("{}", table::summary(&name, &cells));
                if !self.cold {
                    all.extend(bars::of(*set, threads, &cells));
                }
                measured.push((name, cells));
            }
        }
        print!("{}", bars::verdicts(&all));
        Ok(measured)
    }

    /// The contractions of a set that has such, each for an element type; prints which they are.
    fn contractions(&self, set: Set) -> Option<Vec<(DType, Contraction)>> {
        let of_types = |of: &dyn Fn(DType) -> Vec<Contraction>| {
            self.types.iter().flat_map(|dtype| of(*dtype).into_iter().map(|each| (*dtype, each))).collect()
        };
        match set {
            Set::Tccg => {
                println!("\n{}, at most {} MB", set.name(), self.megabytes);
                let bytes = self.megabytes * 1_000_000;
                let within = |each: Contraction, dtype: DType| each.within(bytes, dtype.bytes());
                Some(of_types(&|dtype| {
                    benchmark::all().into_iter().map(|each| within(each, dtype)).collect()
                }))
            }
            Set::Circuits => {
                println!("\n{}, seed {}", set.name(), self.seed);
                Some(of_types(&|_| circuits::drawn(self.seed)))
            }
            _ => None,
        }
    }

    /// Measures contractions.
    fn contract(
        &self,
        libraries: &Libraries,
        conditions: &Conditions,
        contractions: Vec<(DType, Contraction)>,
    ) -> Result<Vec<Cell>> {
        let mut numpy = self.python.as_ref().map(|python| Numpy::start(python, 1)).transpose()?;
        let mut contractors =
            Contractors { ours: libraries.ours(), tblis: libraries.tblis(), numpy: numpy.as_mut() };
        let how = (conditions.sampler, conditions.vectors);
        let mut cells = Vec::new();
        for (dtype, contraction) in contractions {
            let cell = with_float!(dtype.arithmetic().lanes(), T => contraction::contract::<T>(&mut contractors, how, &contraction)?);
            print_line(&cell, cells.is_empty());
            cells.push(cell);
        }
        print!("{}", table::reasons(&cells));
        Ok(cells)
    }

    /// Measures what is paid besides the work of kernels.
    fn overhead(&self, libraries: &Libraries, sampler: Sampler) -> (Vec<Cell>, Vec<Bar>) {
        println!("\n{}: nanoseconds", Set::Overhead.name());
        let (mut all, mut judged) = (vec![], vec![]);
        for what in [Overhead::Making, Overhead::Calling] {
            let shapes = self.types.iter().flat_map(|dtype| what.shapes(*dtype));
            let cells: Vec<_> =
                shapes.map(|shape| overhead::measure(libraries, sampler, what, shape)).collect();
            cells.iter().for_each(|cell| print!("{}", table::nanoseconds(cell)));
            judged.extend(bars::of_overhead(what, &cells));
            all.extend(cells);
        }
        (all, judged)
    }

    /// Measures chains behind contractions.
    fn epilogue(&self, libraries: &Libraries, sampler: Sampler) -> Vec<Cell> {
        println!("\n{}: nanoseconds", Set::Epilogue.name());
        let each = self.types.iter().flat_map(|dtype| epilogue::all().map(move |what| (*dtype, what)));
        let cells: Vec<_> =
            each.map(|(dtype, what)| epilogue::measure(libraries, sampler, dtype, what)).collect();
        cells.iter().for_each(|cell| print!("{}", table::nanoseconds(cell)));
        cells
    }

    /// Measures many small products.
    fn batches(&self, libraries: &Libraries, conditions: &Conditions) -> Vec<Cell> {
        println!("\n{}", Set::Batches.name());
        let mut cells = Vec::new();
        for batch in self.types.iter().flat_map(|dtype| batches::all(*dtype)) {
            let cell = batches::measure(libraries, (conditions.sampler, conditions.vectors), batch);
            print_line(&cell, cells.is_empty());
            cells.push(cell);
        }
        print!("{}", table::reasons(&cells));
        print!("{}", table::summary(Set::Batches.name(), &cells));
        cells
    }

    /// Measures operations on elements.
    fn elementwise(&self, libraries: &Libraries, conditions: &Conditions) -> Vec<Cell> {
        println!("\n{}: cycles for each element, and GB/s", Set::Elementwise.name());
        let how = (conditions.sampler, conditions.vectors);
        let mut cells = Vec::new();
        for operation in &elementwise::ALL {
            let cell = elementwise::operate(libraries.ours(), how, operation, self.cold);
            print!("{}", table::elements(&cell, operation.bytes()));
            cell.faults.iter().for_each(|fault| println!("WRONG  {fault}"));
            let _ = stdout().flush();
            cells.push(cell);
        }
        print!("{}", table::summary(Set::Elementwise.name(), &cells));
        cells
    }

    fn write(&self, measured: &[(String, Vec<Cell>)]) -> Result {
        let write = |path: &Path, text: String| {
            fs::write(path, text).map_err(|error| Failure::bad_input(format!("{}: {error}", path.display())))
        };
        if let Some(path) = &self.csv {
            write(path, csv::csv(measured))?;
        }
        if let Some(path) = &self.svg {
            // Others have no share of that peak.
            let others = [Set::Elementwise, Set::Epilogue, Set::Overhead].map(Set::name);
            let drawn: Vec<_> =
                measured.iter().filter(|(set, _)| !others.contains(&set.as_str())).cloned().collect();
            write(path, svg::svg("Share of the multiply-add peak", &drawn))?;
        }
        Ok(())
    }
}

/// Prints what was found at once, and the names of columns before the first.
fn print_line(cell: &Cell, is_first: bool) {
    if is_first {
        print!("{}", table::titles(cell));
    }
    print!("{}", table::line(cell));
    cell.faults.iter().for_each(|fault| println!("WRONG  {fault}"));
    let _ = stdout().flush();
}

/// Measures multiplications of integers.
fn integers_of(libraries: &Libraries, conditions: &Conditions) -> Vec<Cell> {
    println!("\n{}", Set::Integers.name());
    let how = (conditions.sampler, conditions.vectors);
    let mut cells = Vec::new();
    for extents in integers::SHAPES {
        let cell = integers::measure(libraries, how, extents);
        print_line(&cell, cells.is_empty());
        cells.push(cell);
    }
    print!("{}", table::reasons(&cells));
    print!("{}", table::summary(Set::Integers.name(), &cells));
    cells
}

/// Measures windows.
fn windows_of(libraries: &Libraries, conditions: &Conditions) -> Vec<Cell> {
    println!("\n{}", Set::Windows.name());
    let how = (conditions.sampler, conditions.vectors);
    let mut cells = Vec::new();
    for problem in &windows::ALL {
        let cell = windows::slide(libraries.ours(), how, problem);
        print_line(&cell, cells.is_empty());
        cells.push(cell);
    }
    print!("{}", table::reasons(&cells));
    cells
}

fn cells(libraries: &Libraries, conditions: &Conditions, shapes: &[Shape]) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(shapes.len());
    for shape in shapes {
        let cell = compare::compare(libraries, conditions, *shape);
        print_line(&cell, cells.is_empty());
        cells.push(cell);
    }
    print!("{}", table::reasons(&cells));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Program::command().debug_assert();
        let program = Program::try_parse_from(["silicon", "--shapes", "f32_2x2x2,f64_3x3x3"]);
        assert!(program.is_ok_and(|program| program.shapes.len() == 2));
        for wrong in [["--beta", "2"], ["--types", "f16"], ["--peer", "x=y"], ["--shapes", "f32_2x2"]] {
            assert!(Program::try_parse_from(["silicon", wrong[0], wrong[1]]).is_err(), "{wrong:?}");
        }
    }
}
