//! The elements that a plan may access, compared with those that it does: every element that every call of a
//! kernel touches is looked at.

use crate::touched::touched;
use std::collections::{HashMap, HashSet};
use tensmith_core::tensor::Plan;
use tensmith_core::tensor::plan::Bindings;

/// The bytes between the beginnings of two memories: none reaches as far.
const APART: usize = 1 << 44;
/// The number of the memory that is scratch memory, and that of the arena; arguments come before.
const SCRATCH: usize = 100;
const ARENA: usize = 101;

/// An element: the number of its memory, and where it is from that one's element 0, in bytes.
pub type Place = (usize, isize);

/// The elements of arguments that may be accessed, by their places.
#[derive(Debug, Default)]
pub struct Allowed {
    /// The elements that may be read.
    pub read: HashSet<Place>,
    /// The elements that have to be written, and no others.
    pub written: HashSet<Place>,
}

/// The elements of arguments that a plan writes. Of these it may access what `is_allowed` says.
///
/// Elements that depend on what nobody has written do not count as written: where an index has no values,
/// steps may compute with such, and so may those of a text with mistakes.
///
/// # Errors
/// The first wrong access, in words.
pub fn judged(plan: &Plan, is_allowed: impl Fn(Place, bool) -> bool) -> Result<HashSet<Place>, String> {
    let mut written = HashSet::new();
    let arguments: Vec<usize> = (0..plan.sequence().arguments()).map(base).collect();
    let bindings = Bindings { arguments: &arguments, scratch: base(SCRATCH), arena: base(ARENA) };
    let sizes = HashMap::from([(SCRATCH, plan.scratch_bytes()), (ARENA, plan.arena_bytes())]);
    for (number, phase) in plan.phases().iter().enumerate() {
        // The task that touched an element in this phase, and whether by writing.
        let mut touches: HashMap<Place, (usize, bool)> = HashMap::new();
        for task in 0..phase.tasks() {
            // Scratch memory holds nothing when a task begins.
            written.retain(|(memory, _): &Place| *memory != SCRATCH);
            let mut wrong = None;
            plan.walk_tasks(phase, task..task + 1, bindings, |kernel, addresses| {
                let spec = &plan.kernels()[kernel];
                let mut is_defined = true;
                touched(spec, &addresses, |touch| {
                    let place = place(touch.at);
                    let mut refuse = |rule: &str| {
                        wrong.get_or_insert_with(|| {
                            format!("phase {number}, task {task}, {spec}: {rule}, {place:?} {touch:?}")
                        });
                    };
                    let (memory, offset) = place;
                    if let Some(bytes) = sizes.get(&memory) {
                        if offset < 0 || offset as usize + touch.bytes > *bytes {
                            refuse("outside of scratch memory or the arena");
                        }
                        is_defined &= touch.writes || written.contains(&place);
                    } else if !is_allowed(place, touch.writes) {
                        refuse("not an element that may be accessed so");
                    }
                    if memory != SCRATCH {
                        let known = touches.entry(place).or_insert((task, touch.writes));
                        if known.0 != task && (known.1 || touch.writes) {
                            refuse("another task touches it, and one of them writes");
                        }
                        known.1 |= touch.writes;
                    }
                    match (touch.writes, is_defined) {
                        (true, true) => _ = written.insert(place),
                        (true, false) => _ = written.remove(&place),
                        (false, _) => {}
                    }
                });
            });
            if let Some(wrong) = wrong {
                return Err(wrong);
            }
        }
    }
    written.retain(|(memory, _)| *memory < SCRATCH);
    Ok(written)
}

/// As [`judged`], where the elements are known one by one; all that is to be written is.
///
/// # Errors
/// The first mistake, in words.
pub fn judged_by(plan: &Plan, allowed: &Allowed) -> Result<(), String> {
    let written = judged(plan, |place, writes| {
        // What is accumulated on is read, too.
        allowed.written.contains(&place) || !writes && allowed.read.contains(&place)
    })?;
    match allowed.written.difference(&written).next() {
        Some(place) => Err(format!("{place:?} is not written")),
        None => Ok(()),
    }
}

fn base(memory: usize) -> usize {
    (memory + 1) * APART
}

/// The memory that an address is in, and the distance from its element 0.
fn place(address: usize) -> Place {
    let memory = (address + APART / 2) / APART;
    (memory.wrapping_sub(1), address as isize - (memory * APART) as isize)
}
