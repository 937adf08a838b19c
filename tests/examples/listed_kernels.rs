//! Makes kernels by name, for `cargo xtask bench` and `cargo xtask golden`:
//!
//! ```text
//! listed_kernels golden:ISA|CORE,… golden|measured|random:COUNT:SEED|NAME,…
//! ```
//!
//! Each line of the output is one kernel as JSON: its code, what it was promised to take, and what
//! else is needed for measuring it.

use serde_json::{Value, json};
use std::error::Error;
use std::process::ExitCode;
use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::target::UnknownTarget;
use tensmith_primitives::gemm::choose::plan;
use tensmith_tests::kernels;
use tensmith_tests::listed::{self, Listed};
use tensmith_tests::random::SplitMix;

fn main() -> ExitCode {
    match list() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn list() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [cores, names] = &arguments[..] else { return Err("arguments: CORE,… NAME,…".into()) };
    let targets = targets(cores)?;
    for listed in listed(names)? {
        for target in &targets {
            println!("{}", described(&listed, target));
        }
    }
    Ok(())
}

fn targets(cores: &str) -> Result<Vec<Target>, UnknownTarget> {
    let golden = listed::GOLDEN_CORES.iter().find(|(isa, _)| cores.strip_prefix("golden:") == Some(isa));
    match golden {
        Some((_, cores)) => cores.iter().map(|core| Target::named(core)).collect(),
        None => cores.split(',').map(Target::named).collect(),
    }
}

fn listed(names: &str) -> Result<Vec<Listed>, Box<dyn Error>> {
    if let Some(drawn) = names.strip_prefix("random:") {
        return random(drawn).ok_or_else(|| format!("`{drawn}` is not COUNT:SEED").into());
    }
    let named: Result<Vec<Listed>, _> = match names {
        "measured" => listed::MEASURED.iter().map(|name| name.parse()).collect(),
        "golden" => listed::GOLDEN.iter().map(|name| name.parse()).collect(),
        names => names.split(',').map(str::parse).collect(),
    };
    Ok(named?)
}

/// Multiplications drawn at random; `drawn` is how many and the seed.
fn random(drawn: &str) -> Option<Vec<Listed>> {
    let (count, seed) = drawn.split_once(':')?;
    let mut random = SplitMix::new(seed.parse().ok()?);
    Some((0..count.parse().ok()?).map(|_| listed::random_gemm(&mut random)).collect())
}

fn described(listed: &Listed, target: &Target) -> Value {
    let registry = kernels::registry();
    let code = kernels::code(&registry, &listed.spec, target);
    let choice = registry.choose(&listed.spec, target).expect("it made the code");
    let assembly = kernels::assembly(&code, target);
    json!({
        "name": listed.name,
        "core": target.core.name,
        "spec": listed.spec.to_string(),
        "code": code.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "hash": format!("{:016x}", listed::hash(&assembly)),
        "assembly": assembly,
        "offer": choice.offer.cycles,
        "mcatrace": listed.mcatrace(),
        "element_bytes": listed.spec.dtype().bytes(),
        "gemm": extents(&listed.spec),
        "shape": shape(&listed.spec, target),
    })
}

/// The numbers from which the lower bound of a multiplication follows; null for other kernels.
fn extents(spec: &KernelSpec) -> Value {
    let KernelSpec::Gemm(s) = spec else { return Value::Null };
    json!({ "m": s.m, "n": s.n, "k": s.k, "blocks": listed::blocks(s) })
}

/// How a multiplication is cut; null for other kernels.
fn shape(spec: &KernelSpec, target: &Target) -> Value {
    let KernelSpec::Gemm(s) = spec else { return Value::Null };
    format!("{:?}", plan(s, target).expect("a plan").choice.shape).into()
}
