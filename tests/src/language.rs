//! Functions as people write them, run as code of each size of vectors and by the interpreter.

use crate::here;
use tensmith::func::{Argument, Callees, Executed};
use tensmith_core::Target;
use tensmith_core::kernel::Func;
use tensmith_core::kernel::text::parse;

/// What a function is called with.
#[derive(Clone, Debug, PartialEq)]
pub enum Passed {
    /// A number, by its bits.
    Bits(u64),
    /// Memory, and what it holds.
    Memory(Vec<u8>),
}

impl Passed {
    /// Memory with numbers.
    #[must_use]
    pub fn numbers<const BYTES: usize>(numbers: impl IntoIterator<Item = [u8; BYTES]>) -> Self {
        Self::Memory(numbers.into_iter().flatten().collect())
    }

    /// What it holds, as numbers of some bytes.
    ///
    /// # Panics
    /// If it is no memory.
    #[must_use]
    pub fn chunks<const BYTES: usize>(&self) -> &[[u8; BYTES]] {
        let Self::Memory(bytes) = self else { panic!("no memory") };
        bytes.as_chunks().0
    }
}

/// A function from its text.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn function(text: &str) -> Func {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Runs a function on a target, and returns its result. The arguments are what it leaves.
///
/// # Panics
/// If its code leaves or returns anything else than the interpreter, or cannot be made.
pub fn run_on(func: &Func, target: Target, arguments: &mut [Passed]) -> Option<u64> {
    run_calling(func, target, arguments, &Callees::default())
}

/// The same, where the function may call others.
///
/// # Panics
/// As [`run_on`].
pub fn run_calling(func: &Func, target: Target, arguments: &mut [Passed], callees: &Callees) -> Option<u64> {
    let mut passed: Vec<Argument<'_>> = arguments
        .iter_mut()
        .map(|argument| match argument {
            Passed::Bits(bits) => Argument::Number(*bits),
            Passed::Memory(bytes) => Argument::Memory(bytes),
        })
        .collect();
    let name = target.core.name;
    let Executed { result, expected } =
        callees.execute(func, target, &mut passed).unwrap_or_else(|error| panic!("{name}: {error}\n{func}"));
    assert_eq!(result, expected.result, "{name}: the result of {func}");
    let memory = arguments.iter().filter_map(|argument| match argument {
        Passed::Memory(bytes) => Some(bytes),
        Passed::Bits(_) => None,
    });
    for (nth, (found, expected)) in memory.zip(&expected.memory).enumerate() {
        let differs = found.iter().zip(expected).position(|(found, expected)| found != expected);
        assert_eq!(differs, None, "{name}: memory {nth} of {func}");
    }
    result
}

/// Runs a function on each size of vectors that the machine at hand has, and compiles it for all targets.
/// Returns the result and what the arguments are then.
///
/// # Panics
/// As [`run_on`].
pub fn run(func: &Func, arguments: &[Passed]) -> (Option<u64>, Vec<Passed>) {
    for target in Target::all() {
        target.compile(func).unwrap_or_else(|error| panic!("{}: {error}\n{func}", target.core.name));
    }
    let runs: Vec<_> = here::portable()
        .into_iter()
        .map(|target| {
            let mut arguments = arguments.to_vec();
            (run_on(func, target, &mut arguments), arguments)
        })
        .collect();
    runs.into_iter().next().expect("a target that this machine executes")
}
