//! Targets: which machine executes the code for which, and that code needs no more than that says.

use tensmith_core::Target;
use tensmith_core::isa::Core;
use tensmith_core::target::INSTRUCTION_SETS;
use tensmith_tests::listed::{GOLDEN, Listed};
use tensmith_tests::{here, kernels};

fn named(name: &str) -> Target {
    Target::named(name).expect("a core")
}

#[test]
fn every_instruction_set_has_targets_with_names_of_their_own() {
    let names: Vec<_> = Target::all().map(|target| target.core.name).collect();
    for (at, name) in names.iter().enumerate() {
        assert_eq!(named(name).core.name, *name);
        assert!(!names[..at].contains(name), "{name}");
    }
    assert_eq!(names.len(), INSTRUCTION_SETS.iter().map(|isa| isa.cores().len()).sum::<usize>());
    assert_eq!(Target::all().next(), Some(Target::generic()));
}

#[test]
fn a_machine_executes_the_code_for_cores_that_need_no_more() {
    for (target, machine, runs) in [
        ("haswell", "zen5", true),
        ("zen3", "haswell", true),
        ("sapphire-rapids", "skylake-server", true),
        ("zen5", "x86-64-v4", true),
        ("zen5", "alder-lake", false),
        ("x86-64-v4", "x86-64-v3", false),
        ("neoverse-v2", "generic", true),
        ("apple-m4", "cortex-a55", true),
        ("neoverse-v2", "zen5", false),
        ("x86-64-v3", "neoverse-v2", false),
    ] {
        assert_eq!(named(target).runs_on(&named(machine)), runs, "{target} on {machine}");
    }
    for target in Target::all() {
        assert!(target.runs_on(&target), "{}", target.core.name);
    }
}

/// Interpreters and generators take the size of vectors from the machine; code has that which lowering knows.
#[test]
fn vectors_have_the_size_that_the_instruction_set_lowers_for() {
    for target in Target::all() {
        for vector_bytes in [0, 8, 16, 32, 48, 64, 128, usize::MAX] {
            let core = Core { vector_bytes, ..target.core };
            let machine = Target { core, ..target }.machine();
            let size = match (target.isa.name(), vector_bytes) {
                ("aarch64", _) => 16,
                (_, 64) => 64,
                _ => 32,
            };
            assert_eq!(machine.vector_bytes, size, "{} with {vector_bytes}", target.core.name);
        }
    }
}

/// Whatever else a core has, the code for it with the features of a machine that it is said to run on runs
/// there.
#[test]
fn code_needs_nothing_that_a_machine_that_executes_it_lacks() {
    let registry = kernels::registry();
    let all: Vec<Target> = Target::all().collect();
    for name in GOLDEN {
        let spec = name.parse::<Listed>().expect("a kernel").spec;
        for target in &all {
            for machine in all.iter().filter(|machine| target.runs_on(machine)) {
                let has = machine.core.features;
                let shared = target.with_features(target.core.features.common(has));
                let compiled = registry.compile(&spec, &shared);
                let compiled = compiled.unwrap_or_else(|error| panic!("{spec}: {error}"));
                let (target, machine) = (target.core.name, machine.core.name);
                assert!(
                    has.contains_all(compiled.features),
                    "{name} for {target} on {machine}: {:?}",
                    compiled.features
                );
            }
        }
    }
}

#[test]
fn this_machine_executes_the_code_for_its_own_core_and_for_the_most_portable_one() {
    let (host, executable, portable) = (here::host(), here::executable(), here::portable());
    assert!(host.runs_on(&host));
    assert!(executable.iter().any(|target| target.core.name == host.core.name));
    assert!(executable.iter().all(|target| target.isa == host.isa));
    assert_eq!(
        portable.first().map(|target| target.core.name),
        host.isa.cores().first().map(|core| core.name)
    );
    assert!(portable.iter().any(|target| target.core.vector_bytes == host.core.vector_bytes));
}
