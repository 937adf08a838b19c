//! The planned costs of nests on a core, and, where this runs on an AArch64 machine, how long they
//! take. For `cargo xtask bench nests`: the core's name comes first, then those of nests; a line of JSON for
//! each and each choice of options.

use serde_json::{Value, json};
use std::error::Error;
use std::time::{Duration, Instant};
use tensmith::program::tensor::plan::Phase;
use tensmith::program::tensor::{Cost, Nest, Options, Sequence};
use tensmith::program::{Argument, Program};
use tensmith::{Jit, Target};

/// A nest by name.
struct Named {
    name: &'static str,
    text: &'static str,
    loops: Loops,
}

/// The author of the loops of a nest.
#[derive(Clone, Copy, PartialEq)]
enum Loops {
    /// Those of the text: they are left as they are.
    Decided,
    /// The optimizer.
    Chosen,
    /// The optimizer, with what callers may ask of it.
    Swept,
}

macro_rules! blocked {
    ($main:literal, $outer:literal, $k:literal) => {
        concat!(
            "nest f32 ",
            $main,
            "\n m ",
            $outer,
            " 32 8192 0 32768 \n n ",
            $outer,
            " 32 0 8192 1024 \n k ",
            $k,
            " 8 1024 1024 0 \n m prim 32 1 0 1 \n n prim 32 0 32 32 \n k prim 32 32 1 0"
        )
    };
}

const NESTS: [Named; 12] = [
    Named { name: "gemm", text: blocked!("gemm", "seq", "seq"), loops: Loops::Decided },
    Named { name: "gemm-shared", text: blocked!("gemm", "shared", "seq"), loops: Loops::Decided },
    Named { name: "brgemm", text: blocked!("brgemm", "seq", "prim"), loops: Loops::Decided },
    Named { name: "brgemm-shared", text: blocked!("brgemm", "shared", "prim"), loops: Loops::Decided },
    Named {
        name: "brgemm-relu",
        text: blocked!("brgemm first=zero last=relu", "seq", "prim"),
        loops: Loops::Decided,
    },
    Named {
        name: "brgemm-relu-shared",
        text: blocked!("brgemm first=zero last=relu", "shared", "prim"),
        loops: Loops::Decided,
    },
    Named {
        name: "mkc,knc->mnc",
        text: "nest f32 contraction first=zero \n m undefined 64 4096 0 4096 \n n undefined 64 0 64 64
            k undefined 64 64 4096 0 \n c undefined 64 1 1 1",
        loops: Loops::Chosen,
    },
    Named {
        name: "mkc,knc->mnc 16",
        text: "nest f32 contraction first=zero \n m undefined 16 256 0 256 \n n undefined 16 0 16 16
            k undefined 16 16 256 0 \n c undefined 16 1 1 1",
        loops: Loops::Chosen,
    },
    Named {
        name: "mkc,knc->mnc 3",
        text: "nest f32 contraction first=zero \n m undefined 3 12288 0 12288 \n n undefined 3 0 4096 4096
            k undefined 3 4096 12288 0 \n c undefined 4096 1 1 1",
        loops: Loops::Chosen,
    },
    Named {
        name: "ckm,ckn->mnc",
        text: "nest f32 contraction first=zero \n m undefined 64 1 0 4096 \n n undefined 64 0 1 64
            k undefined 64 64 64 0 \n c undefined 64 4096 4096 1",
        loops: Loops::Chosen,
    },
    Named {
        name: "1600",
        text: "nest f32 contraction first=zero \n m undefined 1600 1 0 1
            n undefined 1600 0 1600 1600 \n k undefined 1600 1600 1 0",
        loops: Loops::Swept,
    },
    Named {
        name: "1600-split",
        text: "nest f32 contraction first=zero \n m undefined 2 800 0 800 \n m undefined 800 1 0 1
            n undefined 40 0 64000 64000 \n n undefined 40 0 1600 1600
            k undefined 100 25600 16 0 \n k undefined 16 1600 1 0",
        loops: Loops::Swept,
    },
];

/// The least that a measurement takes.
const LEAST: Duration = Duration::from_millis(300);

fn main() -> Result<(), Box<dyn Error>> {
    let core = std::env::args().nth(1).unwrap_or_default();
    let target = Target::named(&core)?;
    let jit = Jit::for_target(target)?;
    for named in &NESTS {
        for options in choices(named) {
            let program = program(&jit, named, options)?;
            println!("{}", line(named, options, &program, &target)?);
        }
    }
    Ok(())
}

/// The choice of the cost model; of a nest that is swept, also what a caller may ask for.
fn choices(named: &Named) -> Vec<Options<'static>> {
    let automatic = Options::default();
    if named.loops != Loops::Swept {
        return vec![automatic];
    }
    let targets = [64, 256].map(Some);
    let sizes = [None, Some(1024), Some(512), Some(256), Some(128), Some(64), Some(32), Some(16)];
    let swept = targets.into_iter().flat_map(|thread_target| {
        sizes.map(|max_kernel_size| Options { thread_target, max_kernel_size, ..automatic })
    });
    [automatic].into_iter().chain(swept).collect()
}

fn program(jit: &Jit, named: &Named, options: Options<'_>) -> Result<Program<f32>, Box<dyn Error>> {
    let nest: Nest = named.text.parse()?;
    Ok(if named.loops == Loops::Decided {
        jit.sequence(Sequence::of(nest)?)?
    } else {
        jit.nest(nest, options)?
    })
}

fn line(
    named: &Named,
    options: Options<'_>,
    program: &Program<f32>,
    target: &Target,
) -> Result<Value, Box<dyn Error>> {
    let nest: Nest = named.text.parse()?;
    let operations = 2.0 * nest.multiply_adds() as f64;
    let steps = program.loops().sequence().steps.iter().map(|step| Cost::of_step(step, target));
    let [calls, second_level, memory] = steps.fold([0.0; 3], |[calls, second_level, memory], cost| {
        [calls + cost.calls, second_level + cost.second_level, memory + cost.memory]
    });
    let lanes = 4.0;
    let (repetitions, seconds) = time(named, options)?.unzip();
    Ok(json!({
        "name": named.name,
        "thread_target": options.thread_target,
        "max_kernel_size": options.max_kernel_size,
        "tasks": program.loops().phases().iter().map(Phase::tasks).sum::<usize>(),
        "operations": operations,
        "kernels": kernels(program),
        "calls": calls,
        "second_level": second_level,
        "memory": memory,
        "operations_per_cycle": 2.0 * lanes * f64::from(target.core.model.multiply_adds),
        "repetitions": repetitions,
        "seconds": seconds,
    }))
}

/// Cycles of all calls of kernels, as these were offered.
fn kernels(program: &Program<f32>) -> f64 {
    let mut cycles = 0.0;
    for phase in program.loops().phases() {
        phase.count_calls(|calls| cycles += program.kernels()[calls.kernel].cycles * calls.times as f64);
    }
    cycles
}

/// Repetitions, and seconds of all of them, on a machine that can.
fn time(named: &Named, options: Options<'_>) -> Result<Option<(u32, f64)>, Box<dyn Error>> {
    let Ok(jit) = Jit::host() else { return Ok(None) };
    let program = program(&jit, named, options)?;
    let [a, b, mut c] = [0, 1, 2].map(|nth| {
        let access = program.loops().accesses()[nth];
        vec![1.0f32; access.below + access.above + 1]
    });
    let mut arguments = [Argument::read(&a), Argument::read(&b), Argument::write(&mut c)];
    program.run(&mut arguments)?;
    let (begin, mut repetitions) = (Instant::now(), 0);
    while begin.elapsed() < LEAST {
        program.run(&mut arguments)?;
        repetitions += 1;
    }
    Ok(Some((repetitions, begin.elapsed().as_secs_f64())))
}
