//! The library `tensmith` on any host: plans for other machines, and everything that is refused.

use tensmith::error::ViewError;
use tensmith::{Array, ArrayLayout, BuildError, ErrorKind, Jit, PlanError, RunError, Target, View, ViewMut};
use tensmith_core::einsum::ResolveError;

fn jit() -> Jit {
    Jit::for_target(Target::named("neoverse-v2").unwrap()).unwrap()
}

fn c_order(shape: &[usize]) -> ArrayLayout {
    ArrayLayout::c_order(shape).unwrap()
}

#[test]
fn plans_for_any_machine_have_code_on_every_host() {
    let (a, b) = (c_order(&[5, 11]), c_order(&[11, 7]));
    for target in Target::all() {
        let plan = Jit::for_target(target).unwrap().einsum::<f32>("mk,kn->mn", &[&a, &b]).unwrap();
        let [kernel] = plan.explain().kernels() else { panic!("{:?}", plan.explain().kernels()) };
        let ret: &[u8] = if target.isa.name() == "x86-64" { &[0xc3] } else { &[0xc0, 0x03, 0x5f, 0xd6] };
        assert!(kernel.code.ends_with(ret), "ends with ret on {}", target.core.name);
        let text = plan.explain().to_string();
        for line in ["label m: m of 5", "label n: n of 7", "label k: k of 11"] {
            assert!(text.contains(line), "{text}");
        }
        assert!(text.starts_with(&format!("mk,kn->mn on {}\n", target.core.name)), "{text}");
        assert!(text.contains(&kernel.spec.to_string()) && text.contains(kernel.generator), "{text}");
    }
}

#[test]
fn a_sequential_sum_has_its_touches_compiled() {
    // Neither j nor k moves in both inputs, so that only one of them fits into the kernel.
    let (a, b) = (c_order(&[2, 3]), c_order(&[4, 5]));
    let plan = jit().einsum::<f32>("ij,kn->in", &[&a, &b]).unwrap();
    assert_eq!(plan.explain().loops().loops().map(|a_loop| a_loop.extent).collect::<Vec<_>>(), [3]);
    let specs: Vec<_> = plan.explain().kernels().iter().map(|kernel| kernel.spec.to_string()).collect();
    let gemm = |beta| format!("brgemm f32 5x2x1 b=col/3{beta} batch=4 blocks=5,0");
    assert_eq!(specs, [gemm(""), gemm(" beta=0")]);
    assert!(plan.explain().kernels().iter().all(|kernel| !kernel.code.is_empty()));
}

#[test]
fn a_target_runs_here_if_the_machine_executes_its_code() {
    let host = tensmith::machine::host().unwrap();
    let (a, b) = (c_order(&[5, 11]), c_order(&[11, 7]));
    let (mut ran, mut refused) = (0, 0);
    for target in Target::all() {
        match Jit::builder().target(target).build() {
            Ok(jit) => {
                let ones = |layout: &ArrayLayout| {
                    Array::c_order(vec![1.0f32; layout.span()], layout.shape()).unwrap()
                };
                let (a, b) = (ones(&a), ones(&b));
                let plan = jit.einsum("mk,kn->mn", &[&a, &b]).unwrap();
                assert_eq!(plan.explain().target().core.name, target.core.name);
                // Code needs no more than this machine has, whatever the core is said to have.
                assert!(host.core.features.contains_all(plan.explain().target().core.features));
                let mut c = plan.zeros().unwrap();
                plan.run(&[a.view(), b.view()], &mut c.view_mut()).unwrap();
                assert_eq!(c.data(), [11.0; 35], "{}", target.core.name);
                ran += 1;
            }
            Err(error) => {
                let (target, host) = (target.core.name, host.core.name);
                assert_eq!(error, BuildError::OtherTarget { target, host });
                assert_eq!(
                    error.to_string(),
                    format!("this machine, {host}, cannot execute code for {target}")
                );
                assert_eq!(error.kind(), ErrorKind::Machine);
                refused += 1;
            }
        }
    }
    // There is another instruction set, and more than one core of this one.
    assert!(ran > 1 && refused > 1, "{ran}, {refused}");
}

#[test]
fn a_plan_to_look_at_does_not_run() {
    let a = Array::c_order(vec![1.0f32; 6], &[2, 3]).unwrap();
    let b = Array::c_order(vec![1.0f32; 6], &[3, 2]).unwrap();
    let plan = jit().einsum("mk,kn->mn", &[a.layout(), b.layout()]).unwrap();
    let mut c = Array::c_order(vec![7.0; 4], &[2, 2]).unwrap();
    let error = plan.run(&[a.view(), b.view()], &mut c.view_mut()).unwrap_err();
    assert_eq!(error, RunError::OtherMachine { target: "neoverse-v2" });
    assert_eq!(c.data(), [7.0; 4]);
}

#[test]
fn operands_unlike_the_plans_are_refused() {
    let (a, b) = (c_order(&[2, 3]), c_order(&[3, 4]));
    let plan = jit().einsum::<f32>("mk,kn->mn", &[&a, &b]).unwrap();
    let data = [1.0f32; 24];
    let inputs = |a, b| [View::new(&data, a).unwrap(), View::new(&data, b).unwrap()];
    let check = |a, b, c| plan.check(&inputs(a, b), &View::new(&data, c).unwrap());
    let (other, fortran) = (c_order(&[2, 4]), ArrayLayout::fortran_order(&[3, 4]).unwrap());
    let message = |a, b, c| check(a, b, c).unwrap_err().to_string();
    let out = c_order(&[2, 4]);
    assert_eq!(message(&other, &b, &out), "in0 has extents [2, 4]: the plan is made for [2, 3]");
    assert_eq!(message(&a, &fortran, &out), "in1 has strides [1, 3]: the plan is made for [4, 1]");
    assert_eq!(message(&a, &b, &a), "out has extents [2, 3]: the plan is made for [2, 4]");
    let alone = plan.check(&inputs(&a, &b)[..1], &View::new(&data, &out).unwrap()).unwrap_err();
    assert_eq!(alone.to_string(), "there is 1 input: the plan has 2");
    assert!(check(&a, &b, &out).is_ok());
}

#[test]
fn a_check_finds_the_wrong_element() {
    let a = Array::c_order(vec![1.0f32, 2.0, 3.0, 4.0], &[2, 2]).unwrap();
    let plan = jit().einsum("mk,kn->mn", &[a.layout(), a.layout()]).unwrap();
    let check = |data: Vec<f32>| {
        let c = Array::c_order(data, &[2, 2]).unwrap();
        plan.check(&[a.view(), a.view()], &c.view()).unwrap()
    };
    let right = check(vec![7.0, 10.0, 15.0, 22.0]);
    assert_eq!((right.elements, right.wrong, right.worst.unwrap().error), (4, 0, 0.0));
    let wrong = check(vec![7.0, 10.0, 15.5, 22.0]);
    assert!(!wrong.passed());
    let worst = wrong.worst.unwrap();
    assert_eq!((wrong.wrong, worst.expected, worst.actual, worst.error), (1, 15.0, 15.5, 0.5));
    assert_eq!(check(vec![f32::NAN, 10.0, 15.0, 22.0]).worst.unwrap().error, f64::INFINITY);
}

#[test]
fn views_lie_within_their_slices() {
    let mut data = [0.0f32; 11];
    let layout = c_order(&[3, 4]);
    assert_eq!(View::new(&data, &layout).unwrap_err(), ViewError::TooShort { len: 11, span: 12 });
    assert_eq!(ViewMut::new(&mut data, &layout).unwrap_err(), ViewError::TooShort { len: 11, span: 12 });
    let broadcast = ArrayLayout::new(&[3, 4], &[0, 1]).unwrap();
    assert!(View::new(&data, &broadcast).is_ok());
    assert_eq!(ViewMut::new(&mut data, &broadcast).unwrap_err(), ViewError::Overlap);
    let empty = c_order(&[0, 4]);
    assert!(View::<f32>::new(&[], &empty).is_ok() && ViewMut::<f32>::new(&mut [], &empty).is_ok());
    assert!(Array::c_order(vec![0.0f32; 3], &[2, 2]).is_err());
}

#[test]
fn views_have_any_strides() {
    let data = [0.0f32, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let copy = |shape: &[usize], strides: &[isize]| {
        Array::copy_of(&View::strided(&data, shape, strides).unwrap()).unwrap()
    };
    assert_eq!(copy(&[2, 3], &[1, 2]).data(), [0.0, 2.0, 4.0, 1.0, 3.0, 5.0]);
    assert_eq!(copy(&[3, 2], &[-2, 1]).data(), [4.0, 5.0, 2.0, 3.0, 0.0, 1.0]);
    assert_eq!(copy(&[2, 2], &[0, -3]).data(), [3.0, 0.0, 3.0, 0.0]);
    assert_eq!((copy(&[], &[]).data(), copy(&[2, 0], &[1, 1]).data()), (&[0.0][..], &[][..]));
    let error = View::strided(&data, &[2, 2], &[7, 1]).unwrap_err();
    assert_eq!(error, ViewError::TooShort { len: 7, span: 9 });
    assert!(matches!(View::strided(&data, &[2], &[]).unwrap_err(), ViewError::Layout(_)));
    let mut data = data;
    assert_eq!(ViewMut::strided(&mut data, &[2, 2], &[1, 1]).unwrap_err(), ViewError::Overlap);
}

#[test]
fn bad_input_is_named() {
    let error = |text, a: &[usize], b: &[usize]| {
        jit().einsum::<f32>(text, &[c_order(a), c_order(b)]).unwrap_err().to_string()
    };
    assert_eq!(
        error("mk,kn->mn", &[2, 3], &[4, 5]),
        "label 'k' is 3 in in0 and 4 in in1: must be the same, or 1"
    );
    assert_eq!(
        error("mk,kn->mn", &[2, 3, 4], &[3, 5]),
        "in0 has 3 extents: its term in the expression has 2 labels"
    );
    assert_eq!(
        error("mk)kn", &[2, 3], &[3, 5]),
        "')' at byte 2 of the expression: must be a label, a space, `,`, `...` or `->`"
    );
    assert_eq!(error("mk->mk", &[2, 3], &[4, 5]), "number of operands is 2: the expression has 1");
    let huge = ArrayLayout::new(&[1 << 40], &[0]).unwrap();
    let error = jit().einsum::<f32>("a,b->ab", &[&huge, &huge]).unwrap_err();
    assert_eq!(error, PlanError::Shapes(ResolveError::TooManyOut));
    assert_eq!(
        error.to_string(),
        "the extents of out multiply to more than 9223372036854775807: an array cannot have more elements"
    );
}

#[test]
fn kernels_beyond_the_budget_stay_with_their_plans() {
    let (a, b) = (c_order(&[5, 11]), c_order(&[11, 7]));
    let target = Target::named("neoverse-v2").unwrap();
    let jit = Jit::builder().foreign(target).kernel_budget(0).build().unwrap();
    let plan = jit.einsum::<f32>("mk,kn->mn", &[&a, &b]).unwrap();
    assert!(!plan.explain().kernels()[0].code.is_empty());
    let found = jit.stats().kernels;
    assert_eq!((found.misses, found.evictions, found.values, found.bytes), (1, 1, 0, 0));
}
