//! Programs refuse what they cannot run, by name and number, and write nothing then: on any host.

use tensmith::parallel::Sequential;
use tensmith::program::tensor::{Buffer, Nest, NestError, Operand, Options, PerOperand, Sequence, Step};
use tensmith::program::{Argument, Program};
use tensmith::{ArrayLayout, DType, Jit, PlanError, RunError, Target};

/// The machine at hand, or one to look at: what is refused is the same.
fn jit() -> Jit {
    Jit::host().or_else(|_| Jit::for_target(Target::generic())).expect("a jit")
}

fn nest(text: &str) -> Nest {
    text.parse().expect("a nest")
}

/// A = 4x5, B = 5x3, C = 4x3, with A's rows backwards: 3 elements before (0, 0) and 16 after it.
const PRODUCT: &str = "nest f32 contraction first=zero
    m undefined 4 -1 0 1 \n n undefined 3 0 5 4 \n k undefined 5 4 1 0";

fn product() -> Program<f32> {
    jit().nest(nest(PRODUCT), Options::default()).expect("a program")
}

#[test]
fn what_is_accessed_is_known() {
    let accesses = |program: &Program<f32>| {
        let all = program.loops().accesses().iter();
        all.map(|of| (of.below, of.above, of.is_used, of.is_written)).collect::<Vec<_>>()
    };
    assert_eq!(accesses(&product()), [(3, 16, true, false), (0, 14, true, false), (0, 11, true, true)]);
    let program = |text| jit().nest::<f32>(nest(text), Options::default()).expect("a program");
    let unused = (0, 0, false, false);
    let copy = program("nest f32 identity \n c undefined 4 1 0 1 \n c undefined 3 4 0 5");
    assert_eq!(accesses(&copy), [(0, 11, true, false), unused, (0, 13, true, true)]);
    let fill = program("nest f32 zero \n c undefined 4 1 0 1");
    assert_eq!(accesses(&fill), [unused, unused, (0, 3, true, true)]);
    let no_sum = program("nest f32 contraction first=zero \n m undefined 4 1 0 1 \n k undefined 0 4 1 0");
    assert_eq!(accesses(&no_sum), [unused, unused, (0, 3, true, true)], "an empty sum is still an output");
    let nothing = program("nest f32 contraction \n m undefined 0 1 0 1 \n k undefined 3 4 1 0");
    assert_eq!(accesses(&nothing), [unused; 3]);
}

#[test]
fn slices_that_do_not_fit_are_refused() {
    let program = product();
    let (a, b) = ([1.0f32; 20], [1.0f32; 15]);
    let mut c = [7.0f32; 12];
    let mut refused = |a: Argument<'_, f32>, b, shorten: usize| {
        let mut arguments = [a, b, Argument::write(&mut c[shorten..])];
        let error = program.run(&mut arguments).expect_err("refused");
        assert_eq!(c, [7.0; 12], "nothing is written");
        error.to_string()
    };
    let whole_b = || Argument::read(&b);
    let message = |argument, before, after, at, len| {
        format!(
            "argument {argument} has {before} elements before and {after} after index (0, …, 0), which is at \
             {at}: the slice has {len}"
        )
    };
    assert_eq!(refused(Argument::read(&a).at(2), whole_b(), 0), message(0, 3, 16, 2, 20), "one short before");
    assert_eq!(refused(Argument::read(&a).at(4), whole_b(), 0), message(0, 3, 16, 4, 20), "one short after");
    assert_eq!(refused(Argument::read(&a).at(20), whole_b(), 0), message(0, 3, 16, 20, 20));
    assert_eq!(refused(Argument::read(&a).at(usize::MAX), whole_b(), 0), message(0, 3, 16, usize::MAX, 20));
    assert_eq!(refused(Argument::read(&a).at(3), Argument::read(&b[1..]), 0), message(1, 0, 14, 0, 14));
    assert_eq!(refused(Argument::read(&a).at(3), Argument::none(), 0), message(1, 0, 14, 0, 0));
    assert_eq!(refused(Argument::read(&a).at(3), whole_b(), 1), message(2, 0, 11, 0, 11));
}

#[test]
fn arguments_that_are_missing_or_not_to_be_written_are_refused() {
    let program = product();
    let (a, b, c) = ([1.0f32; 20], [1.0f32; 15], [7.0f32; 12]);
    let mut arguments =
        [Argument::read(&a).at(3), Argument::read(&b), Argument::read(&c), Argument::read(&c)];
    let count = |found| Err(RunError::Count { found, expected: 3 });
    assert_eq!(program.run(&mut arguments), count(4));
    assert_eq!(program.run(&mut arguments[..2]), count(2));
    assert_eq!(program.run(&mut arguments[..3]), Err(RunError::ReadOnly { argument: 2 }));
    assert_eq!(
        count(4).map_err(|error| error.to_string()),
        Err::<(), _>("there are 4 arguments: the program has 3".to_owned())
    );
    let message = "argument 2 is given to be read: the program writes to it";
    assert_eq!(RunError::ReadOnly { argument: 2 }.to_string(), message);
}

#[test]
fn pointers_that_do_not_fit_are_refused() {
    let program = product();
    let mut memory = [7.0f32; 60];
    let at = |element: usize| memory.as_mut_ptr().wrapping_add(element);
    let mut at = at;
    // A occupies 0 to 19, B 20 to 34, C 35 to 46.
    let pointers = [at(3), at(20), at(35)];
    let refused = |pointers: &[*mut f32]| program.bind(pointers).expect_err("refused");
    assert_eq!(refused(&pointers[..2]), RunError::Count { found: 2, expected: 3 });
    let overlap = |other| RunError::Overlap { argument: 2, other };
    assert_eq!(refused(&[at(3), at(20), at(34)]), overlap(1), "by one element");
    assert_eq!(refused(&[at(15), at(40), at(1)]), overlap(0), "by the one that comes first backwards");
    assert_eq!(refused(&[at(3), at(20), at(20)]), overlap(1), "altogether");
    let off = at(35).wrapping_byte_add(2);
    let misaligned = RunError::Misaligned { argument: 2, address: off.addr(), alignment: 4 };
    assert_eq!(refused(&[at(3), at(20), off]), misaligned);
    let text = format!("argument 2 is at address {:#x}: must be a multiple of 4", off.addr());
    assert_eq!(misaligned.to_string(), text);
    let text = "arguments 2 and 1 overlap: argument 2 is written, and must be apart";
    assert_eq!(overlap(1).to_string(), text);
    // Inputs may share memory, and what is next to each other does not overlap.
    for pointers in [pointers, [at(3), at(3), at(35)], [at(38), at(20), at(8)]] {
        let bound = program.bind(&pointers);
        assert!(matches!(bound, Ok(_) | Err(RunError::OtherMachine { .. })), "{bound:?}");
    }
}

#[test]
fn scratch_memory_that_does_not_suffice_is_refused() {
    let sequence = Sequence { scratch: 44, ..copies(Buffer::Scratch(16), Buffer::Scratch(16), "") };
    let program: Program<f32> = jit().sequence(sequence).expect("a program");
    // Of the 11 elements, what the steps access.
    assert_eq!(program.scratch(), 8);
    let (a, mut c) = ([1.0f32; 4], [7.0f32; 4]);
    let mut arguments = [Argument::read(&a), Argument::write(&mut c)];
    let error = program.run_with(&mut [0.0; 7], &mut arguments, &Sequential).expect_err("refused");
    assert_eq!(error.to_string(), "the scratch memory has 7 elements: must have at least 8, for each thread");
    assert_eq!(c, [7.0; 4]);
}

#[test]
fn code_for_another_machine_does_not_run() {
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    let program: Program<f32> = jit.nest(nest(PRODUCT), Options::default()).expect("a program");
    let (a, b, mut c) = ([1.0f32; 20], [1.0f32; 15], [7.0f32; 12]);
    let pointers = [a.as_ptr().cast_mut().wrapping_add(3), b.as_ptr().cast_mut(), c.as_mut_ptr()];
    assert_eq!(program.bind(&pointers).err(), Some(RunError::OtherMachine { target: "neoverse-v2" }));
    let mut arguments = [Argument::read(&a).at(3), Argument::read(&b), Argument::write(&mut c)];
    let error = program.run(&mut arguments).expect_err("refused");
    let message = "the code is made for neoverse-v2 and only to look at: that of Jit::host() runs here";
    assert_eq!(error.to_string(), message);
    assert_eq!(c, [7.0; 12]);
}

#[test]
fn nests_of_another_type_are_refused() {
    let error = jit().nest::<f64>(nest(PRODUCT), Options::default()).expect_err("refused");
    assert_eq!(error, PlanError::DType { found: DType::F32, expected: DType::F64 });
}

/// Argument 0 is copied to `middle` and from there to argument 1, in a loop of four tasks or iterations.
fn copies(to: Buffer, from: Buffer, dims: &str) -> Sequence {
    let dims = if dims.is_empty() { "c seq 4 1 0 1" } else { dims };
    let step = |in0, out, shares| Step {
        nest: nest(&format!("nest f32 identity \n {dims}")),
        shares,
        operands: PerOperand { in0, in1: in0, out },
    };
    let steps = vec![step(Buffer::Argument(0), to, 0), step(from, Buffer::Argument(1), 1)];
    Sequence { steps, scratch: 32, arena: 32 }
}

/// Why a sequence is refused.
fn refused(sequence: Sequence) -> NestError {
    match jit().sequence::<f32>(sequence) {
        Err(PlanError::Nest(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn steps_stay_within_their_memory() {
    for (buffer, name) in
        [(Buffer::Scratch as fn(usize) -> Buffer, "scratch memory"), (Buffer::Arena, "the arena")]
    {
        let found = refused(copies(buffer(20), buffer(16), ""));
        let (operand, far) = (Operand::Out, buffer(20));
        let beyond = NestError::Beyond { step: 0, operand, buffer: far, below: 0, above: 15, bytes: 32 };
        assert_eq!(found, beyond);
        let message = format!("step 0: out has 0 bytes before and 15 after byte 20 of {name}, which has 32");
        assert_eq!(found.to_string(), message);
        let found = refused(copies(buffer(16), buffer(usize::MAX - 3), ""));
        assert!(matches!(found, NestError::Beyond { step: 1, operand: Operand::In0, .. }), "{found}");
        let backwards = refused(copies(buffer(0), buffer(0), "c seq 4 1 0 -1"));
        assert!(matches!(backwards, NestError::Beyond { step: 0, below: 12, .. }), "{backwards}");
        let between = refused(copies(buffer(16), buffer(14), ""));
        let message =
            format!("step 1: in0 begins at byte 14 of {name}: elements of 4 bytes lie at multiples of that");
        assert_eq!(between.to_string(), message);
        assert!(jit().sequence::<f32>(copies(buffer(16), buffer(16), "")).is_ok());
    }
}

/// A copy as in [`copies`], whose second step shares that many loops.
fn copies_apart(to: Buffer, from: Buffer, shares: usize) -> Sequence {
    let mut sequence = copies(to, from, "");
    sequence.steps[1].shares = shares;
    sequence
}

#[test]
fn steps_read_what_was_written() {
    let (scratch, arena) = (Buffer::Scratch, Buffer::Arena);
    let operand = Operand::In0;
    for (to, from, shares) in [
        (scratch(16), scratch(0), 1),
        (scratch(16), scratch(12), 1),
        (arena(0), arena(4), 0),
        (arena(0), scratch(0), 1),
        // Scratch memory holds nothing from one phase to the next.
        (scratch(0), scratch(0), 0),
    ] {
        let found = refused(copies_apart(to, from, shares));
        assert_eq!(found, NestError::Unwritten { step: 1, operand }, "{to} {from} {shares}");
    }
    for shares in [0, 1] {
        assert!(jit().sequence::<f32>(copies_apart(arena(8), arena(8), shares)).is_ok());
    }
    let added = |first: &str| {
        let operands = PerOperand { in0: Buffer::Argument(0), in1: Buffer::Argument(1), out: arena(0) };
        let nest = nest(&format!("nest f32 gemm {first} \n m prim 8 1 0 1"));
        Sequence { steps: vec![Step { nest, shares: 0, operands }], scratch: 0, arena: 32 }
    };
    assert_eq!(refused(added("")), NestError::Unwritten { step: 0, operand: Operand::Out });
    assert_eq!(refused(added("first=relu")), NestError::Unwritten { step: 0, operand: Operand::Out });
    assert!(jit().sequence::<f32>(added("first=zero")).is_ok());
}

#[test]
fn tasks_do_not_exchange_through_the_arena() {
    let through = |to, from, dims: &str| {
        let sequence = Sequence { arena: 256, ..copies(to, from, dims) };
        jit().sequence::<f32>(sequence).map(|_| ())
    };
    let exchange = |step, operand| Err(PlanError::Nest(NestError::Exchange { step, operand }));
    let arena = Buffer::Arena;
    assert_eq!(through(arena(12), arena(12), "c shared 4 8 0 8 \n m prim 8 1 0 1"), Ok(()));
    let across = through(arena(0), arena(0), "c shared 4 1 0 4 \n m seq 4 4 0 1");
    assert_eq!(across, exchange(1, Operand::In0), "one task reads what all others write");
    let mut moved = copies(arena(0), arena(32), "c shared 4 8 0 8 \n m prim 8 1 0 1");
    moved.arena = 256;
    moved.steps.insert(1, Sequence::of(nest("nest f32 identity \n c seq 40 1 0 1")).unwrap().steps.remove(0));
    moved.steps[1].operands.out = arena(0);
    moved.steps.swap(0, 1);
    assert_eq!(refused(moved), NestError::Exchange { step: 2, operand: Operand::In0 }, "a neighbour's part");
    let same = through(arena(0), arena(0), "c shared 4 8 0 0 \n m prim 8 1 0 1");
    assert!(same.is_err(), "all tasks write the same part");
}

#[test]
fn outputs_are_no_inputs_elsewhere() {
    let of = |text: &str, in0, in1| {
        let operands = PerOperand { in0, in1, out: Buffer::Argument(2) };
        Sequence { steps: vec![Step { nest: nest(text), shares: 0, operands }], ..Sequence::default() }
    };
    let [zero, one, two] = [0, 1, 2].map(Buffer::Argument);
    let gemm = "nest f32 gemm \n m prim 4 1 0 1 \n n prim 4 0 4 4 \n k prim 4 4 1 0";
    let operand = Operand::In1;
    assert_eq!(refused(of(gemm, zero, two)), NestError::InPlace { step: 0, operand });
    let message = refused(of(gemm, two, one)).to_string();
    assert!(
        message.starts_with("step 0: out and in0 are in the same memory: only an operation"),
        "{message}"
    );
    let turned = "nest f32 identity \n m prim 4 1 0 4 \n n prim 4 4 0 1";
    assert!(matches!(refused(of(turned, two, one)), NestError::InPlace { operand: Operand::In0, .. }));
    let moved = "nest f32 negate at=0,0,1 \n m prim 4 1 0 1";
    assert!(matches!(refused(of(moved, two, two)), NestError::InPlace { operand: Operand::In0, .. }));
    // Between the elements of the input: columns of eight, of which it has four.
    let between = |at, main: &str| {
        let text = format!("nest f32 {main} at=0,0,{at} \n m prim 4 1 0 1 \n n prim 3 8 0 8");
        of(&text, two, two)
    };
    assert!(jit().sequence::<f32>(between(4, "negate")).is_ok());
    assert!(jit().sequence::<f32>(between(4, "rotate")).is_ok());
    for (at, main) in [(3, "negate"), (5, "negate"), (0, "rotate"), (2, "conjugate")] {
        let refusal = refused(between(at, main));
        assert!(
            matches!(refusal, NestError::InPlace { operand: Operand::In0, .. }),
            "{at} {main}: {refusal}"
        );
    }
    let same = "nest f32 negate \n m prim 4 1 0 1 \n n prim 4 5 0 5";
    assert!(jit().sequence::<f32>(of(same, two, two)).is_ok());
}

#[test]
fn tasks_do_not_exchange_through_arguments() {
    let middle = Buffer::Argument(2);
    let through = |dims: &str| jit().sequence::<f32>(copies(middle, middle, dims)).map(|_| ());
    assert!(through("c shared 4 8 0 8 \n m prim 8 1 0 1").is_ok(), "each task has its own part");
    assert!(
        through("c shared 4 8 0 8 \n m prim 8 1 0 1 \n n prim 3 32 0 32").is_ok(),
        "nor do they interleave it"
    );
    assert!(through("c seq 4 1 0 4 \n m seq 4 4 0 1").is_ok(), "in sequence, the order is known");
    let found =
        through("c shared 4 1 0 4 \n m seq 4 4 0 1").expect_err("one task reads what all others write");
    assert_eq!(found, PlanError::Nest(NestError::Exchange { step: 1, operand: Operand::In0 }));
    let message = "step 1: tasks that run apart write in0 or another operand in the same place: both must";
    assert!(found.to_string().starts_with(message), "{found}");
}

#[test]
fn shapes_and_strides_unlike_the_plans_are_refused() {
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let (a, b, out) = (layout(&[4, 5]), layout(&[5, 3]), layout(&[4, 3]));
    let plan = jit().einsum::<f32>("mk,kn->mn", &[&a, &b]).expect("a plan");
    let data = [1.0f32; 20];
    let mut c = [7.0f32; 12];
    let turned = ArrayLayout::fortran_order(&[5, 3]).expect("a layout");
    for (b, message) in [
        (&layout(&[5, 4]), "in1 has extents [5, 4]: the plan is made for [5, 3]"),
        (&turned, "in1 has strides [1, 5]: the plan is made for [3, 1]"),
    ] {
        let view = |layout| tensmith::View::new(&data, layout).expect("a view");
        let mut output = tensmith::ViewMut::new(&mut c, &out).expect("a view");
        let error = plan.run_on(&[view(&a), view(b)], &mut output, &Sequential).expect_err("refused");
        assert_eq!(error.to_string(), message);
        assert_eq!(c, [7.0; 12]);
    }
}

#[test]
fn values_are_handed_over_in_registers_as_chains_do() {
    let text = |first: &str, second: &str, operands: [&str; 5]| {
        let [x, to, from, y, out] = operands;
        format!(
            "sequence scratch=0
            step shares=0 in0={x} in1=1 out={to}
            nest f32 {first}
            step shares=1 in0={from} in1={y} out={out}
            nest f32 {second}"
        )
    };
    let add = "add \n c seq 4 9 9 9 \n m prim 6 1 1 1";
    let relu = "relu \n c seq 4 9 0 9 \n m prim 6 1 0 1";
    let found = |text: String| jit().sequence::<f32>(text.parse().expect("a sequence")).map(|_| ());
    assert_eq!(found(text(add, relu, ["0", "r", "r", "1", "2"])), Ok(()));
    assert_eq!(found(text(add, relu, ["0", "r", "r", "1", "0"])), Ok(()), "in place");
    let wide = "relu \n c seq 4 8 0 9 \n m prim 6 1 0 1";
    let long = "relu \n c seq 4 9 0 9 \n m prim 5 1 0 1";
    let other = "add \n c seq 4 9 9 9 \n m prim 6 1 1 1";
    let shifted = "relu at=1,0,0 \n c seq 4 9 0 9 \n m prim 6 1 0 1";
    let both = "add \n c seq 4 0 9 9 \n m prim 6 1 1 1";
    let overlapping = "relu \n c seq 4 9 0 18 \n m prim 6 1 0 1";
    let sum = "gemm \n m seq 4 9 0 9 \n m prim 6 1 0 1";
    for (step, first, second, operands) in [
        (1, add, relu, ["0", "2", "r", "1", "2"]),
        (1, add, relu, ["0", "r", "0", "1", "2"]),
        (1, add, other, ["0", "r", "r", "r", "2"]),
        (1, add, both, ["0", "r", "r", "r", "2"]),
        (1, add, relu, ["0", "r", "r", "1", "r"]),
        (1, add, wide, ["0", "r", "r", "1", "2"]),
        (1, add, long, ["0", "r", "r", "1", "2"]),
        (1, add, shifted, ["0", "r", "r", "1", "2"]),
        (1, add, overlapping, ["0", "r", "r", "1", "0"]),
        (1, sum, relu, ["0", "r", "r", "1", "2"]),
        (0, add, relu, ["r", "2", "2", "1", "3"]),
    ] {
        let text = text(first, second, operands);
        let refused = found(text.clone()).expect_err(&text);
        assert_eq!(refused, PlanError::Nest(NestError::Row { step }), "{text}");
    }
    let message = "step 1 hands values over in registers, or takes them up: operations on elements may, one right \
                   after another in the same loops, if all are one chain of kernels";
    assert_eq!(NestError::Row { step: 1 }.to_string(), message);
}
