//! Machines on paper, with longer vectors than those of any instruction set here, and cases that an
//! interpreter of functions runs: what generators write for a machine can be tested on any host.
//!
//! Tests: `tests/tests/primitives_wide.rs`.
#![allow(unsafe_code)]

use crate::random::SplitMix;
use crate::{kernels, ulp};
use std::fmt;
use tensmith_conformance::bench::{Case, Conversion, at_run_time, within};
use tensmith_core::Target;
use tensmith_core::code::Architecture;
use tensmith_core::codegen::allocate::{AllocationOrder, allocate};
use tensmith_core::codegen::liveness::liveness;
use tensmith_core::codegen::{CodegenError, Compiled, InstructionSet};
use tensmith_core::isa::machine::Immediates;
use tensmith_core::isa::model::{AccessForms, Alignment, Caches, CoreModel, IssueOrder, StoreCost, Zeroing};
use tensmith_core::isa::{
    AssembleError, Assembly, Bank, Constraints, Contract, Convention, Core, Feature, Features, Machine,
    Unwind, UnwindRegisters, UnwindRow, VerifyError,
};
use tensmith_core::kernel::{Func, KernelSpec};
use tensmith_core::reference::{self, Element, Region};
use tensmith_core::registry::{KernelError, Registry};

/// An instruction set that has registers, but no instructions: functions end with the
/// places of their registers.
#[derive(Debug)]
pub struct Paper {
    name: &'static str,
    cores: [Core; 1],
    convention: Convention,
}

const fn paper(name: &'static str, vector_bytes: usize, vectors: u32) -> Paper {
    let model = CoreModel {
        multiply_adds: 2,
        vectors: 2,
        accumulate_latency: 4,
        moves: 2,
        line_crossing: 0,
        width: 4,
        order: IssueOrder::OutOfOrder { lookahead: 192 },
        stores: StoreCost { slots: 4, move_slots: 8, vector_slots: 0 },
        zeroing: Zeroing::Renaming,
        forms: AccessForms::SINGLE,
        alignment: Alignment::Any,
    };
    let caches = Caches { l1d: 32 * 1024, l2: 1024 * 1024, l1_fill: 32, l1_piece: 64, l2_fill: 8 };
    let core = Core { name, features: Features::new(0, &[]), vector_bytes, model, caches };
    let ints = Bank { caller_saved: 0x07c7, callee_saved: 0xf028, saved_in_pairs: false };
    let vectors = Bank { caller_saved: vectors, callee_saved: 0, saved_in_pairs: false };
    let arguments = &[7, 6, 2, 1, 8, 9, 10, 0, 3, 5, 12, 13, 14, 15];
    Paper { name, cores: [core], convention: Convention { ints, vectors, arguments, vector_arguments: &[] } }
}

/// All but one register of each class can be allocated.
static PAPERS: [Paper; 3] = [
    paper("paper-32-bytes-16-registers", 32, 0x7fff),
    paper("paper-32-bytes-32-registers", 32, 0x7fff_ffff),
    paper("paper-64-bytes-32-registers", 64, 0x7fff_ffff),
];

/// The targets on paper.
pub fn targets() -> impl Iterator<Item = Target> {
    PAPERS.iter().map(|paper| Target { isa: paper, core: paper.cores[0] })
}

/// The places of registers are not constrained.
struct Anywhere;

impl Constraints for Anywhere {}

// SAFETY: its architecture is that of no machine, so that nothing is executed.
unsafe impl InstructionSet for Paper {
    fn name(&self) -> &'static str {
        self.name
    }

    fn architecture(&self) -> Architecture {
        Architecture::on_paper(self.name)
    }

    fn cores(&self) -> &'static [Core] {
        &[]
    }

    fn machine(&self, core: &Core) -> Machine {
        let far = i64::from(i32::MAX);
        let immediates = Immediates { multiple: far / 64, any: (-far, far), pair: 0 };
        Machine::new(core.vector_bytes, &self.convention, immediates).multiplying_vectors()
    }

    fn lacking(&self, _: &Core) -> Option<Feature> {
        None
    }

    /// No code, if there are registers enough.
    fn compile(&self, func: &Func, core: &Core) -> Result<Compiled, CodegenError> {
        let live_ranges = liveness(func, &Anywhere)?;
        allocate(&live_ranges, &self.convention, AllocationOrder::LowestFirst)?;
        Ok(Compiled { code: Vec::new(), features: core.features })
    }

    fn finish(&self, _: &[u8], contract: &Contract) -> Result<Compiled, CodegenError> {
        Ok(Compiled { code: Vec::new(), features: contract.features })
    }

    fn strictly_aligned(&self, _: &Core) -> Option<Core> {
        None
    }
}

impl Assembly for Paper {
    fn assemble(&self, _: &Core, _: &str) -> Result<Vec<u8>, AssembleError> {
        Err(AssembleError::Syntax { line: 1, column: 1, problem: "there are no instructions" })
    }

    fn disassemble(&self, _: &[u8], _: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }
}

impl Unwind for Paper {
    fn unwind_registers(&self) -> UnwindRegisters {
        UnwindRegisters { stack_pointer: 0, return_address: 1 }
    }

    fn unwind(&self, _: &[u8], _: &Contract) -> Result<Vec<UnwindRow>, VerifyError> {
        Ok(Vec::new())
    }
}

/// The distance of the addresses of buffers.
const APART: u64 = 1 << 40;

/// A bench whose kernels are functions that are interpreted: as [`Bench`](crate::bench::Bench) otherwise. An
/// access outside of buffers is found, and so is a function for which registers do not suffice.
#[derive(Debug)]
pub struct Interpreted {
    registry: Registry,
    target: Target,
    last: Option<(KernelSpec, Func)>,
    /// The source of the operands' numbers.
    pub random: SplitMix,
    /// Cases that were right.
    pub right: usize,
    /// Cases that the generators refuse.
    pub refused: usize,
}

impl Interpreted {
    /// Kernels of the default registry for `target`. Prints the seed of the random numbers.
    #[must_use]
    pub fn new(test: &str, target: Target) -> Self {
        let random = SplitMix::seeded(test, 2);
        Self { registry: kernels::registry(), target, last: None, random, right: 0, refused: 0 }
    }

    /// Runs the function of a case.
    ///
    /// # Panics
    /// Where the result is another one, or it does something that it must not do.
    pub fn check<T: Element>(&mut self, case: &Case<T>) {
        self.check_by(case, within(case, ulp::allowed(&case.spec)));
    }

    /// Like [`Interpreted::check`], where `accepts` judges each element of the output's buffer.
    ///
    /// # Panics
    /// Those of [`Interpreted::check`].
    pub fn check_by<T: Element>(&mut self, case: &Case<T>, accepts: impl Fn(usize, T) -> bool) {
        for (spec, values) in [(case.spec, Vec::new()), at_run_time(&case.spec)] {
            let mut buffers: Vec<_> = case.buffers.iter().map(|buffer| bytes_of(buffer)).collect();
            if !self.run(&spec, &values, &case.operands, &mut buffers) {
                continue;
            }
            for (buffer, (found, before)) in buffers.iter().zip(&case.buffers).enumerate() {
                let is_output = case.operands.last() == Some(&buffer);
                for (at, (found, before)) in elements(found).zip(before).enumerate() {
                    let is_right =
                        if is_output { accepts(at, found) } else { ulp::steps(found, *before) == 0 };
                    let expected = if is_output { case.after[at] } else { *before };
                    let target = self.target.core.name;
                    assert!(
                        is_right,
                        "{target}: {spec}: {buffer}[{at}] is {found:?} instead of {expected:?}"
                    );
                }
            }
            self.right += 1;
        }
    }

    /// Checks cases.
    ///
    /// # Panics
    /// Those of [`Interpreted::check`].
    pub fn check_all<T: Element>(&mut self, cases: &[Case<T>]) {
        cases.iter().for_each(|case| self.check(case));
    }

    /// Checks a conversion.
    ///
    /// # Panics
    /// Those of [`Interpreted::check`].
    pub fn check_conversion<F: Element, T: Element>(&mut self, conversion: &Conversion<F, T>) {
        let fixed = KernelSpec::Convert(conversion.spec);
        for (spec, values) in [(fixed, Vec::new()), at_run_time(&fixed)] {
            let mut buffers = vec![bytes_of(&conversion.input), bytes_of(&conversion.out)];
            assert!(self.run(&spec, &values, &[0, 1], &mut buffers), "{spec}: is refused");
            for (found, expected) in elements::<T>(&buffers[1]).zip(&conversion.after) {
                assert!(ulp::steps(found, *expected) == 0, "{spec}: {found:?} instead of {expected:?}");
            }
            self.right += 1;
        }
    }

    /// Runs a function on buffers; says whether there is one.
    fn run(
        &mut self,
        spec: &KernelSpec,
        values: &[usize],
        operands: &[usize],
        buffers: &mut [Vec<u8>],
    ) -> bool {
        if self.last.as_ref().is_none_or(|(known, _)| known != spec) {
            let Some(func) = func(&self.registry, spec, &self.target) else {
                self.refused += 1;
                return false;
            };
            self.last = Some((*spec, func));
        }
        let (_, func) = self.last.as_ref().expect("a function");
        let address = |buffer: usize| (buffer as u64 + 1) * APART;
        let addresses = operands.iter().map(|buffer| address(*buffer));
        let arguments: Vec<u64> = addresses.chain(values.iter().map(|value| *value as u64)).collect();
        let mut regions: Vec<Region<'_>> = buffers
            .iter_mut()
            .enumerate()
            .map(|(nth, bytes)| Region { address: address(nth), bytes })
            .collect();
        let done = reference::run(func, self.target.machine().vector_bytes, &arguments, &mut regions);
        done.unwrap_or_else(|error| panic!("{}: {spec}: {error}\n{func}", self.target.core.name));
        true
    }
}

/// The function for a spec, whose registers have places; none where all generators refuse it.
///
/// # Panics
/// Where registers do not suffice.
#[must_use]
pub fn func(registry: &Registry, spec: &KernelSpec, target: &Target) -> Option<Func> {
    let (func, placed) = offered(registry, spec, target)?;
    placed.unwrap_or_else(|error| panic!("{}: {spec}: {error}\n{func}", target.core.name));
    Some(func)
}

/// The function for a spec, and whether its registers have places; none where all generators refuse it.
///
/// # Panics
/// Without memory, and for a spec that is wrong.
#[must_use]
pub fn offered(
    registry: &Registry,
    spec: &KernelSpec,
    target: &Target,
) -> Option<(Func, Result<Compiled, CodegenError>)> {
    match registry.choose(spec, target) {
        Ok(choice) => {
            let func = kernels::of_func(choice.generate(spec, target).expect("memory"));
            let placed = target.compile(&func);
            Some((func, placed))
        }
        Err(KernelError::NoGenerator(_)) => None,
        Err(error) => panic!("{spec}: {error}"),
    }
}

/// The bytes of elements.
pub fn bytes_of<T: Element>(elements: &[T]) -> Vec<u8> {
    let size = T::DTYPE.bytes();
    elements.iter().flat_map(|element| element.to_bits().to_le_bytes().into_iter().take(size)).collect()
}

/// The elements that bytes are of.
pub fn elements<T: Element>(bytes: &[u8]) -> impl Iterator<Item = T> {
    let bits = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    bytes.chunks(T::DTYPE.bytes()).map(move |bytes| T::from_bits(bits(bytes)))
}
