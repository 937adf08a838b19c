//! The C interface, called as C calls it: results, everything that it refuses, handles that outlive
//! each other, threads.
// Calls stand in a row, as C makes them.
#![allow(unsafe_code, clippy::multiple_unsafe_ops_per_block)]

use half::{bf16, f16};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tensmith_capi::Status;
use tensmith_capi::array::{Array, Buffer};
use tensmith_capi::executor::{
    Executor, Task, tensmith_executor_create_callback, tensmith_executor_create_pool,
    tensmith_executor_destroy, tensmith_executor_width,
};
use tensmith_capi::foreign::tensmith_text_destroy;
use tensmith_capi::gemm::{
    CallNumbers, Gemm, Matrix, Operands, RUNTIME, Spec, tensmith_gemm_arguments, tensmith_gemm_call,
    tensmith_gemm_call_with, tensmith_gemm_create, tensmith_gemm_destroy, tensmith_gemm_explain,
    tensmith_gemm_kernel,
};
use tensmith_capi::jit::{
    Jit, JitOptions, tensmith_jit_create, tensmith_jit_create_for_target, tensmith_jit_destroy,
    tensmith_jit_target,
};
use tensmith_capi::plan::{
    Contraction, Link, Plan, tensmith_plan_create, tensmith_plan_destroy, tensmith_plan_einsum,
    tensmith_plan_explain, tensmith_plan_from_text, tensmith_plan_input, tensmith_plan_input_count,
    tensmith_plan_memory, tensmith_plan_output, tensmith_plan_run, tensmith_plan_to_text,
};
use tensmith_capi::program::{
    Argument, Program, tensmith_program_argument_count, tensmith_program_create, tensmith_program_destroy,
    tensmith_program_explain, tensmith_program_run,
};
use tensmith_capi::status::{tensmith_last_error, tensmith_status_name};
use tensmith_capi::version::tensmith_version;

/// What was said last on this thread.
fn said() -> String {
    // SAFETY: it is text.
    unsafe { CStr::from_ptr(tensmith_last_error()) }.to_str().expect("UTF-8").to_owned()
}

/// The handle that a function makes.
fn made<T>(make: impl FnOnce(*mut *mut T) -> Status) -> *mut T {
    let mut handle = ptr::null_mut();
    let status = make(&raw mut handle);
    assert_eq!(status, Status::Ok, "{}", said());
    assert!(!handle.is_null());
    handle
}

/// What a function says that refuses to make a handle.
fn refused<T>(make: impl FnOnce(*mut *mut T) -> Status) -> (Status, String) {
    let mut handle = ptr::dangling_mut();
    let status = make(&raw mut handle);
    assert!(handle.is_null(), "there is no handle after a failure");
    (status, said())
}

/// The text that a function writes.
fn text(write: impl FnOnce(*mut *mut c_char) -> Status) -> String {
    let text = made(write);
    // SAFETY: it is text, which is ended once.
    unsafe {
        let copy = CStr::from_ptr(text).to_str().expect("UTF-8").to_owned();
        tensmith_text_destroy(text);
        copy
    }
}

fn jit() -> *mut Jit {
    // SAFETY: there is a place for the handle.
    made(|place| unsafe { tensmith_jit_create(ptr::null(), place) })
}

fn array(shape: &[usize]) -> Array {
    Array { rank: shape.len(), shape: shape.as_ptr(), strides: ptr::null() }
}

fn buffer<T>(data: &mut [T]) -> Buffer {
    Buffer { data: data.as_mut_ptr().cast(), elements: data.len() }
}

const NOTHING: Contraction = Contraction {
    size: size_of::<Contraction>(),
    expression: ptr::null(),
    extents: ptr::null(),
    extent_count: 0,
    dtype: 0,
    optimize: 0,
    inputs: ptr::null(),
    input_count: 0,
    output: ptr::null(),
    beta: 0.0,
    chain: ptr::null(),
    chain_length: 0,
    memory_limit: 0,
    conjugated: ptr::null(),
    conjugated_count: 0,
    order_seed: 0,
    minimize: 0,
};

/// A plan for `mk,kn->mn` of 2x3 and 3x4.
fn product(jit: *const Jit) -> *mut Plan {
    let inputs = [array(&[2, 3]), array(&[3, 4])];
    // SAFETY: the arguments are what they have to be.
    made(|place| unsafe { tensmith_plan_einsum(jit, c"mk,kn->mn".as_ptr(), 0, inputs.as_ptr(), 2, place) })
}

#[test]
fn the_version_is_that_of_the_package() {
    // SAFETY: it is text.
    let version = unsafe { CStr::from_ptr(tensmith_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    // SAFETY: they are text.
    let name = unsafe { CStr::from_ptr(tensmith_status_name(Status::OtherMachine as i32)) };
    assert_eq!(name, c"TENSMITH_STATUS_OTHER_MACHINE");
    // SAFETY: as above.
    let last = unsafe { CStr::from_ptr(tensmith_status_name(Status::Stack as i32)) };
    assert_eq!(last, c"TENSMITH_STATUS_STACK");
    assert!(tensmith_status_name(-1).is_null() && tensmith_status_name(99).is_null());
}

#[test]
fn plans_outlive_the_handle_that_made_them() {
    let jit = jit();
    let plan = product(jit);
    // SAFETY: nobody uses it any more.
    unsafe { tensmith_jit_destroy(jit) };
    let (mut a, mut b, mut c) = ([1.0f32; 6], [2.0f32; 12], [f32::NAN; 8]);
    // SAFETY: the memory is there.
    let status = unsafe {
        tensmith_plan_run(plan, [buffer(&mut a), buffer(&mut b)].as_ptr(), 2, buffer(&mut c), ptr::null())
    };
    assert_eq!((status, c), (Status::Ok, [6.0; 8]));
    let mut found = array(&[]);
    // SAFETY: the handle is one, and there is a place for the array; the plan lives on.
    unsafe {
        assert_eq!(tensmith_plan_input_count(plan), 2);
        assert_eq!(tensmith_plan_input(plan, 1, &raw mut found), Status::Ok);
        assert_eq!(std::slice::from_raw_parts(found.shape, found.rank), [3, 4]);
        assert_eq!(tensmith_plan_output(plan, &raw mut found), Status::Ok);
        assert_eq!(std::slice::from_raw_parts(found.strides, found.rank), [4, 1]);
        assert_eq!(tensmith_plan_input(plan, 2, &raw mut found), Status::InvalidArgument);
        assert_eq!(tensmith_plan_memory(plan), 0);
        assert!(text(|place| tensmith_plan_explain(plan, place)).contains("mk,kn->mn on "));
        tensmith_plan_destroy(plan);
    }
}

#[test]
fn everything_that_a_contraction_may_have_is_heeded() {
    let jit = jit();
    let tree = c"[0,1],[1,2]->[0,2]";
    let inputs = [array(&[2, 3]), array(&[3, 4])];
    let (strides, shape, extents) = ([1isize, 2], [2usize, 4], [2usize, 3, 4]);
    let output = Array { rank: 2, shape: shape.as_ptr(), strides: strides.as_ptr() };
    let bias = array(&[4]);
    let chain = [
        Link { operation: c"add".as_ptr(), labels: c"2".as_ptr(), operand: &raw const bias },
        Link { operation: c"relu".as_ptr(), labels: ptr::null(), operand: ptr::null() },
    ];
    let asked = Contraction {
        expression: tree.as_ptr(),
        extents: extents.as_ptr(),
        extent_count: 3,
        dtype: 1,
        inputs: inputs.as_ptr(),
        input_count: 2,
        output: &raw const output,
        beta: 2.0,
        chain: chain.as_ptr(),
        chain_length: 2,
        ..NOTHING
    };
    // SAFETY: the arguments are what they have to be.
    let plan = made(|place| unsafe { tensmith_plan_create(jit, &raw const asked, place) });
    let (mut a, mut b, mut c) = ([1.0f64; 6], [-1.0f64; 12], [1.0f64, -9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    let mut biases = [1.0f64, 2.0, 3.0, 4.0];
    let buffers = [buffer(&mut a), buffer(&mut b), buffer(&mut biases)];
    // SAFETY: the memory is there.
    let status = unsafe { tensmith_plan_run(plan, buffers.as_ptr(), 3, buffer(&mut c), ptr::null()) };
    assert_eq!((status, c), (Status::Ok, [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]), "{}", said());
    // SAFETY: the handles are ones, and ended once.
    unsafe {
        let written = CString::new(text(|place| tensmith_plan_to_text(plan, place))).unwrap();
        let again = made(|place| tensmith_plan_from_text(jit, written.as_ptr(), 1, place));
        c = [1.0; 8];
        assert_eq!(tensmith_plan_run(again, buffers.as_ptr(), 3, buffer(&mut c), ptr::null()), Status::Ok);
        assert_eq!(c, [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
        let (status, reason) = refused(|place| tensmith_plan_from_text(jit, c"plan".as_ptr(), 1, place));
        assert_eq!(status, Status::InvalidText, "{reason}");
        tensmith_plan_destroy(again);
        tensmith_plan_destroy(plan);
        tensmith_jit_destroy(jit);
    }
}

/// 2048, 1 and 1 are 2048 where sums are of half precision.
/// The product of a row and a column of an element type with a number.
fn dot<T>(dtype: i32, mut a: [T; 3], mut b: [T; 3], zero: T) -> T {
    let (jit, inputs, mut c) = (jit(), [array(&[1, 3]), array(&[3, 1])], [zero]);
    // SAFETY: the arguments are what they have to be, and the memory is there.
    unsafe {
        let text = c"mk,kn->mn".as_ptr();
        let plan = made(|place| tensmith_plan_einsum(jit, text, dtype, inputs.as_ptr(), 2, place));
        let inputs = [buffer(&mut a), buffer(&mut b)];
        let status = tensmith_plan_run(plan, inputs.as_ptr(), 2, buffer(&mut c), ptr::null());
        assert_eq!(status, Status::Ok, "{}", said());
        tensmith_plan_destroy(plan);
        tensmith_jit_destroy(jit);
    }
    let [result] = c;
    result
}

#[test]
fn narrow_types_are_summed_in_single() {
    let half = |numbers: [f32; 3]| numbers.map(f16::from_f32);
    assert_eq!(dot(2, half([2048.0, 1.0, 1.0]), half([1.0; 3]), f16::ZERO).to_f32(), 2050.0);
    let bfloat = |numbers: [f32; 3]| numbers.map(bf16::from_f32);
    assert_eq!(dot(3, bfloat([256.0, 1.0, 1.0]), bfloat([1.0; 3]), bf16::ZERO).to_f32(), 258.0);
}

/// `(1+2i)(3-i) + (-i)(2+5i)`, and the same with the first operand conjugated.
#[test]
fn complex_numbers_are_multiplied_and_conjugated() {
    let (mut a, mut b, inputs) =
        ([1.0, 2.0, 0.0, -1.0], [3.0, -1.0, 2.0, 5.0], [array(&[1, 2]), array(&[2, 1])]);
    let first = [0];
    let asked = Contraction {
        expression: c"mk,kn->mn".as_ptr(),
        dtype: 5,
        inputs: inputs.as_ptr(),
        input_count: 2,
        ..NOTHING
    };
    let conjugated = Contraction { conjugated: first.as_ptr(), conjugated_count: 1, ..asked };
    // A caller of the first version has not heard of conjugates.
    let of_first_version = Contraction { size: std::mem::offset_of!(Contraction, conjugated), ..conjugated };
    for (asked, expected) in
        [(asked, [10.0, 3.0]), (conjugated, [-4.0, -5.0]), (of_first_version, [10.0, 3.0])]
    {
        let (jit, mut c) = (jit(), [0.0f64; 2]);
        // SAFETY: the arguments are what they have to be, and the memory is there.
        unsafe {
            let plan = made(|place| tensmith_plan_create(jit, &raw const asked, place));
            let inputs = [&mut a, &mut b].map(|parts| Buffer { elements: 2, ..buffer(parts) });
            let out = Buffer { elements: 1, ..buffer(&mut c) };
            assert_eq!(
                tensmith_plan_run(plan, inputs.as_ptr(), 2, out, ptr::null()),
                Status::Ok,
                "{}",
                said()
            );
            tensmith_plan_destroy(plan);
            tensmith_jit_destroy(jit);
        }
        assert_eq!(c, expected);
    }
}

#[test]
fn what_cannot_be_planned_is_refused() {
    let jit = jit();
    let inputs = [array(&[2, 3]), array(&[3, 4])];
    let right =
        Contraction { expression: c"mk,kn->mn".as_ptr(), inputs: inputs.as_ptr(), input_count: 2, ..NOTHING };
    let others = [array(&[2, 3]), array(&[4, 4])];
    let (shape, strides) = ([2usize, 4], [1isize, 1]);
    let overlapping = Array { rank: 2, shape: shape.as_ptr(), strides: strides.as_ptr() };
    let nowhere = Array { rank: 2, shape: ptr::null(), strides: ptr::null() };
    let four = array(&[4]);
    let unknown = Link { operation: c"no such".as_ptr(), labels: ptr::null(), operand: ptr::null() };
    let unlabelled = Link { operation: c"add".as_ptr(), labels: ptr::null(), operand: &raw const four };
    let misplaced = Link { labels: c"m".as_ptr(), ..unlabelled };
    let large = [array(&[50, 60]), array(&[60, 70]), array(&[70, 80])];
    let cases = [
        (Contraction { size: 8, ..right }, Status::InvalidArgument, "the size of contraction is 8"),
        (Contraction { size: 0, ..right }, Status::InvalidArgument, "the size of contraction is 0"),
        (Contraction { expression: ptr::null(), ..right }, Status::NullArgument, "expression is null"),
        (
            Contraction { expression: c"m\xffk".as_ptr(), ..right },
            Status::InvalidText,
            "expression is no UTF-8",
        ),
        (Contraction { expression: c"mk,,kn->".as_ptr(), ..right }, Status::InvalidShape, "operand"),
        (Contraction { expression: c"m(,kn->mn".as_ptr(), ..right }, Status::InvalidText, "("),
        (Contraction { inputs: ptr::null(), ..right }, Status::NullArgument, "inputs is null"),
        (Contraction { inputs: others.as_ptr(), ..right }, Status::InvalidShape, "k"),
        (Contraction { input_count: usize::MAX, ..right }, Status::InvalidArgument, "no memory"),
        (Contraction { dtype: 7, ..right }, Status::InvalidArgument, "dtype is 7"),
        (Contraction { optimize: -1, ..right }, Status::InvalidArgument, "optimize is -1"),
        (Contraction { minimize: 3, ..right }, Status::InvalidArgument, "minimize is 3"),
        (
            Contraction { chain: &raw const unknown, chain_length: 1, ..right },
            Status::InvalidText,
            "operation of link 0 is no such: no such operation",
        ),
        (
            Contraction { chain: &raw const unlabelled, chain_length: 1, ..right },
            Status::NullArgument,
            "labels of link 0 is null",
        ),
        (
            Contraction { chain: &raw const misplaced, chain_length: 1, ..right },
            Status::InvalidShape,
            "operand of link 0: label 'm' is 4: must be 2, as in the output",
        ),
        (Contraction { output: &raw const overlapping, ..right }, Status::InvalidShape, "overlap"),
        (
            Contraction { output: &raw const nowhere, ..right },
            Status::NullArgument,
            "shape of output is null",
        ),
        (
            Contraction {
                expression: c"ab,bc,cd->ad".as_ptr(),
                inputs: large.as_ptr(),
                input_count: 3,
                memory_limit: 3,
                ..right
            },
            Status::MemoryLimit,
            "must be at most 3",
        ),
    ];
    for (asked, status, reason) in cases {
        // SAFETY: what the pointers are wrong about is found before it is used.
        let (found, said) = refused(|place| unsafe { tensmith_plan_create(jit, &raw const asked, place) });
        assert_eq!(found, status, "{said}");
        assert!(said.contains(reason), "{said}");
    }
    // SAFETY: null is refused everywhere.
    unsafe {
        assert_eq!(
            refused(|place| tensmith_plan_create(ptr::null(), &raw const right, place)).0,
            Status::NullArgument
        );
        assert_eq!(refused(|place| tensmith_plan_create(jit, ptr::null(), place)).0, Status::NullArgument);
        assert_eq!(tensmith_plan_create(jit, &raw const right, ptr::null_mut()), Status::NullArgument);
        let crooked = ptr::without_provenance_mut(3);
        assert_eq!(tensmith_plan_create(jit, &raw const right, crooked), Status::InvalidArgument);
        tensmith_jit_destroy(jit);
    }
}

#[test]
fn structures_may_grow_but_not_unnoticed() {
    #[repr(C)]
    struct Later {
        known: JitOptions,
        later: usize,
    }
    let known = JitOptions {
        size: size_of::<Later>(),
        target: ptr::null(),
        threads: 0,
        kernel_budget: 0,
        plan_budget: 0,
    };
    let mut options = Later { known, later: 0 };
    let create = |options: &Later, place| {
        // SAFETY: the options are as long as they say.
        unsafe { tensmith_jit_create((&raw const *options).cast(), place) }
    };
    let jit = made(|place| create(&options, place));
    // SAFETY: it is ended once.
    unsafe { tensmith_jit_destroy(jit) };
    options.later = 1;
    assert_eq!(refused(|place| create(&options, place)).0, Status::Unsupported);
}

#[test]
fn what_cannot_be_run_is_refused_and_writes_nothing() {
    let jit = jit();
    let plan = product(jit);
    let mut memory = [1.0f32; 64];
    let at = |start: usize, elements: usize| Buffer {
        data: memory.as_ptr().wrapping_add(start).cast_mut().cast(),
        elements,
    };
    let run = |inputs: &[Buffer], output: Buffer| {
        // SAFETY: whatever is wrong is found before memory is accessed.
        let status = unsafe { tensmith_plan_run(plan, inputs.as_ptr(), inputs.len(), output, ptr::null()) };
        (status, said())
    };
    let nowhere = Buffer { data: ptr::null_mut(), elements: 100 };
    let crooked = Buffer { data: at(0, 0).data.wrapping_byte_add(1), elements: 60 };
    let (a, b, c) = (at(0, 6), at(8, 12), at(32, 8));
    for (inputs, output, status, reason) in [
        (vec![a], c, Status::InvalidArgument, "1 input:"),
        (vec![a, b, b], c, Status::InvalidArgument, "3 inputs"),
        (vec![nowhere, b], c, Status::NullArgument, "in0"),
        (vec![a, crooked], c, Status::InvalidArgument, "multiple of 4"),
        (vec![a, at(8, 11)], c, Status::InvalidArgument, "11 elements"),
        (vec![a, b], at(32, 7), Status::InvalidArgument, "out has 7"),
        (vec![a, b], nowhere, Status::NullArgument, "out"),
        (vec![a, b], at(0, 8), Status::InvalidArgument, "overlaps in0"),
        (vec![a, b], at(19, 8), Status::InvalidArgument, "overlaps in1"),
    ] {
        let (found, said) = run(&inputs, output);
        assert_eq!(found, status, "{said}");
        assert!(said.contains(reason), "{said}");
    }
    assert_eq!(memory, [1.0; 64]);
    assert_eq!(run(&[a, b], c).0, Status::Ok);
    memory[0] = 1.0;
    assert_eq!(memory[32..40], [3.0; 8]);
    // SAFETY: the handles are ended once.
    unsafe {
        assert_eq!(tensmith_plan_run(ptr::null(), ptr::null(), 0, c, ptr::null()), Status::NullArgument);
        tensmith_plan_destroy(plan);
        tensmith_jit_destroy(jit);
    }
}

#[test]
fn code_for_another_machine_is_explained_and_not_run() {
    let other = if cfg!(target_arch = "aarch64") { c"haswell" } else { c"neoverse-v2" };
    // SAFETY: there is a place for the handle.
    let jit = made(|place| unsafe { tensmith_jit_create_for_target(other.as_ptr(), place) });
    let plan = product(jit);
    let (mut a, mut b, mut c) = ([1.0f32; 6], [2.0f32; 12], [0.0f32; 8]);
    // SAFETY: the memory is there; the handles are ended once.
    unsafe {
        assert_eq!(CStr::from_ptr(tensmith_jit_target(jit)), other);
        let status = tensmith_plan_run(
            plan,
            [buffer(&mut a), buffer(&mut b)].as_ptr(),
            2,
            buffer(&mut c),
            ptr::null(),
        );
        assert_eq!(status, Status::OtherMachine, "{}", said());
        assert!(text(|place| tensmith_plan_explain(plan, place)).contains(other.to_str().unwrap()));
        tensmith_plan_destroy(plan);
        tensmith_jit_destroy(jit);
        let options = JitOptions {
            size: size_of::<JitOptions>(),
            target: other.as_ptr(),
            threads: 0,
            kernel_budget: 0,
            plan_budget: 0,
        };
        assert_eq!(refused(|place| tensmith_jit_create(&raw const options, place)).0, Status::OtherMachine);
        let (status, reason) = refused(|place| tensmith_jit_create_for_target(c"pentium".as_ptr(), place));
        assert_eq!(status, Status::InvalidText);
        assert!(reason.contains("neoverse-v2"), "{reason}");
        assert!(tensmith_jit_target(ptr::null()).is_null());
    }
}

/// Runs all tasks at once, and counts.
unsafe extern "C" fn at_once(context: *mut c_void, tasks: usize, task: Task, work: *mut c_void) -> i32 {
    // SAFETY: the context is a count.
    unsafe { &*context.cast::<AtomicUsize>() }.fetch_add(1, Ordering::Relaxed);
    // SAFETY: these are all tasks, once.
    unsafe { task(work, 0, tasks) };
    0
}

/// Refuses.
unsafe extern "C" fn never(_: *mut c_void, _: usize, _: Task, _: *mut c_void) -> i32 {
    1
}

/// Forgets the last task.
unsafe extern "C" fn all_but_one(_: *mut c_void, tasks: usize, task: Task, work: *mut c_void) -> i32 {
    // SAFETY: each of these once.
    unsafe { task(work, 0, tasks - 1) };
    0
}

/// Asks for more than there is.
unsafe extern "C" fn one_too_many(_: *mut c_void, tasks: usize, task: Task, work: *mut c_void) -> i32 {
    // SAFETY: what there is not is noticed.
    unsafe {
        task(work, tasks, tasks + 1);
        task(work, 1, 0);
        task(work, 0, tasks);
    }
    0
}

#[test]
fn executors_are_the_librarys_or_the_callers() {
    let options = JitOptions {
        size: size_of::<JitOptions>(),
        target: ptr::null(),
        threads: 4,
        kernel_budget: 0,
        plan_budget: 0,
    };
    // SAFETY: the arguments are what they have to be.
    let jit = made(|place| unsafe { tensmith_jit_create(&raw const options, place) });
    let inputs = [array(&[200, 96]), array(&[96, 160])];
    // SAFETY: as above.
    let plan = made(|place| unsafe {
        tensmith_plan_einsum(jit, c"mk,kn->mn".as_ptr(), 0, inputs.as_ptr(), 2, place)
    });
    let (mut a, mut b) = (vec![1.0f32; 200 * 96], vec![0.5f32; 96 * 160]);
    let mut run = |executor: *const Executor| {
        let mut c = vec![f32::NAN; 200 * 160];
        // SAFETY: the memory is there, and the executor is one.
        let status = unsafe {
            tensmith_plan_run(plan, [buffer(&mut a), buffer(&mut b)].as_ptr(), 2, buffer(&mut c), executor)
        };
        (status, c.iter().all(|element| *element == 48.0))
    };
    let count = AtomicUsize::new(0);
    let callback = |run| {
        let context = (&raw const count).cast_mut().cast();
        // SAFETY: the functions do what they should, or what is noticed.
        made(|place| unsafe { tensmith_executor_create_callback(4, Some(run), context, place) })
    };
    // SAFETY: there is a place for the handle.
    let pool = made(|place| unsafe { tensmith_executor_create_pool(3, place) });
    // SAFETY: it is a handle.
    assert_eq!(unsafe { tensmith_executor_width(pool) }, 3);
    assert_eq!([run(ptr::null()), run(pool)], [(Status::Ok, true); 2]);
    let own = callback(at_once);
    assert_eq!(run(own), (Status::Ok, true));
    assert_eq!(count.load(Ordering::Relaxed), 1, "there is something to share");
    for (wrong, is_complete) in
        [(never as unsafe extern "C" fn(_, _, _, _) -> _, false), (all_but_one, false), (one_too_many, true)]
    {
        let executor = callback(wrong);
        assert_eq!(run(executor), (Status::Executor, is_complete), "{}", said());
        // SAFETY: nothing runs on it.
        unsafe { tensmith_executor_destroy(executor) };
    }
    // SAFETY: nothing wrong is used; the handles are ended once.
    unsafe {
        assert_eq!(
            refused(|place| tensmith_executor_create_callback(0, Some(at_once), ptr::null_mut(), place)).0,
            Status::InvalidArgument
        );
        assert_eq!(
            refused(|place| tensmith_executor_create_callback(1, None, ptr::null_mut(), place)).0,
            Status::NullArgument
        );
        assert_eq!(refused(|place| tensmith_executor_create_pool(1 << 20, place)).0, Status::Executor);
        tensmith_executor_destroy(own);
        tensmith_executor_destroy(pool);
        tensmith_plan_destroy(plan);
        tensmith_jit_destroy(jit);
    }
}

#[test]
fn programs_run_nests_and_sequences() {
    let jit = jit();
    let nest = c"nest f64 contraction first=zero last=relu\nm undefined 2 1 0 1\nn undefined 3 0 4 2\nk undefined 4 2 1 0";
    // SAFETY: the arguments are what they have to be.
    let program: *mut Program = made(|place| unsafe { tensmith_program_create(jit, nest.as_ptr(), place) });
    let (mut a, mut b, mut c) = ([1.0f64; 8], [0.5f64; 13], [f64::NAN; 6]);
    let argument =
        |data: &mut [f64], origin| Argument { data: data.as_mut_ptr().cast(), elements: data.len(), origin };
    let run = |arguments: &[Argument]| {
        // SAFETY: the memory is there, or what is wrong is found.
        let status =
            unsafe { tensmith_program_run(program, arguments.as_ptr(), arguments.len(), ptr::null()) };
        (status, said())
    };
    let (in0, in1, out) = (argument(&mut a, 0), argument(&mut b, 1), argument(&mut c, 0));
    assert_eq!(run(&[in0, in1, out]).0, Status::Ok);
    assert_eq!(c, [2.0; 6]);
    let nowhere = Argument { data: ptr::null_mut(), ..in0 };
    for (arguments, status, reason) in [
        (vec![in0, in1], Status::InvalidArgument, "2 arguments"),
        (vec![nowhere, in1, out], Status::NullArgument, "argument 0 is null"),
        (vec![in0, Argument { origin: 2, ..in1 }, out], Status::InvalidArgument, "argument 1"),
        (vec![in0, in1, Argument { elements: 5, ..out }], Status::InvalidArgument, "argument 2"),
        (vec![in0, in1, Argument { elements: 8, ..in0 }], Status::InvalidArgument, "overlap"),
    ] {
        let (found, said) = run(&arguments);
        assert_eq!(found, status, "{said}");
        assert!(said.contains(reason), "{said}");
    }
    // SAFETY: the handles are ones, ended once.
    unsafe {
        assert_eq!(tensmith_program_argument_count(program), 3);
        assert!(text(|place| tensmith_program_explain(program, place)).contains("kernel 0"));
        assert_eq!(
            refused(|place| tensmith_program_create(jit, c"nest f32".as_ptr(), place)).0,
            Status::InvalidText
        );
        tensmith_program_destroy(program);
        tensmith_jit_destroy(jit);
    }
}

const SPEC: Spec = Spec {
    size: size_of::<Spec>(),
    dtype: 0,
    alpha: 1,
    beta: 0,
    batch: 0,
    m: 2,
    n: 4,
    k: 3,
    a: Matrix { layout: 0, ld: 2 },
    b: Matrix { layout: 0, ld: 3 },
    c: Matrix { layout: 0, ld: 2 },
    batch_count: 0,
    batch_stride_a: 0,
    batch_stride_b: 0,
    epilogue: ptr::null(),
    expected_calls: 0,
    policy: 0,
};

const NUMBERS: CallNumbers = CallNumbers {
    size: size_of::<CallNumbers>(),
    lda: 0,
    ldb: 0,
    ldc: 0,
    batch_stride_a: 0,
    batch_stride_b: 0,
    batch_count: 0,
    alpha: 0.0,
    beta: 0.0,
    ld_operands: [0; 4],
    parameters: [[0.0; 2]; 4],
};

fn gemm(jit: *const Jit, spec: &Spec) -> *mut Gemm {
    // SAFETY: the arguments are what they have to be.
    made(|place| unsafe { tensmith_gemm_create(jit, &raw const *spec, place) })
}

/// Of half precision, with a factor that the call passes as a double.
#[test]
fn multiplications_are_of_half_precision() {
    let jit = jit();
    let half = |x| f16::from_f32(x).to_bits();
    let bfloat = |x| bf16::from_f32(x).to_bits();
    for (dtype, bits) in [(2, half as fn(f32) -> u16), (3, bfloat)] {
        let handle = gemm(jit, &Spec { dtype, alpha: 2, ..SPEC });
        let (a, b, mut c) = ([bits(1.0); 6], [bits(0.5); 12], [0u16; 8]);
        let numbers = CallNumbers { alpha: -2.0, ..NUMBERS };
        let operands = Operands {
            size: size_of::<Operands>(),
            a: a.as_ptr().cast(),
            b: b.as_ptr().cast(),
            c: c.as_mut_ptr().cast(),
            offsets_a: ptr::null(),
            offsets_b: ptr::null(),
            operands: ptr::null(),
            operand_count: 0,
        };
        // SAFETY: the matrices are those of the handle, which is ended once.
        unsafe {
            let status = tensmith_gemm_call_with(handle, &raw const operands, &raw const numbers);
            assert_eq!(status, Status::Ok, "{}", said());
            tensmith_gemm_destroy(handle);
        }
        assert_eq!(c, [bits(-3.0); 8]);
    }
    // SAFETY: it is ended once.
    unsafe { tensmith_jit_destroy(jit) };
}

#[test]
fn multiplications_are_called_by_handle_and_by_code() {
    let jit = jit();
    let handle = gemm(jit, &SPEC);
    let (a, b, mut c) = ([1.0f32; 6], [0.5f32; 12], [f32::NAN; 8]);
    // SAFETY: the matrices are those of the handle.
    unsafe {
        assert_eq!(
            tensmith_gemm_call(handle, a.as_ptr().cast(), b.as_ptr().cast(), c.as_mut_ptr().cast()),
            Status::Ok
        );
        assert_eq!(c, [1.5; 8]);
        c = [f32::NAN; 8];
        let kernel = tensmith_gemm_kernel(handle).expect("code");
        kernel(a.as_ptr().cast(), b.as_ptr().cast(), c.as_mut_ptr().cast());
        assert_eq!(c, [1.5; 8]);
        assert_eq!(text(|place| tensmith_gemm_arguments(handle, place)), "a b c");
        assert!(text(|place| tensmith_gemm_explain(handle, place)).contains("cycles predicted"));
        let overlapping = c.as_mut_ptr();
        let status = tensmith_gemm_call(handle, overlapping.cast(), b.as_ptr().cast(), overlapping.cast());
        assert_eq!(status, Status::InvalidArgument, "{}", said());
        assert_eq!(
            tensmith_gemm_call(handle, ptr::null(), b.as_ptr().cast(), overlapping.cast()),
            Status::NullArgument
        );
        assert_eq!(
            tensmith_gemm_call(handle, a.as_ptr().cast(), b.as_ptr().cast(), ptr::null_mut()),
            Status::NullArgument
        );
        assert_eq!(
            tensmith_gemm_call(ptr::null(), a.as_ptr().cast(), b.as_ptr().cast(), overlapping.cast()),
            Status::NullArgument
        );
        assert!(tensmith_gemm_kernel(ptr::null()).is_none());
        tensmith_gemm_destroy(handle);
        tensmith_jit_destroy(jit);
    }
}

#[test]
fn what_is_left_to_calls_is_passed_by_name() {
    let jit = jit();
    let spec = Spec {
        alpha: 2,
        beta: 2,
        batch: 2,
        batch_count: RUNTIME,
        a: Matrix { layout: 0, ld: RUNTIME },
        epilogue: c"add(row),mul(matrix/2)".as_ptr(),
        ..SPEC
    };
    let handle = gemm(jit, &spec);
    // SAFETY: it is a handle.
    let names = text(|place| unsafe { tensmith_gemm_arguments(handle, place) });
    assert!(names.contains("lda") && names.contains("alpha") && names.contains("beta"), "{names}");
    // Two blocks of A, two elements between columns of two; one of B, twice.
    let (a, b, mut c) = ([1.0f32; 24], [0.5f32; 12], [1.0f32; 8]);
    let (offsets_a, offsets_b) = ([0i64, 12], [0i64, 0]);
    let (row, factors) = ([0.0f32, 1.0, 2.0, 3.0], [2.0f32; 8]);
    let others = [row.as_ptr().cast(), factors.as_ptr().cast()];
    let operands = Operands {
        size: size_of::<Operands>(),
        a: a.as_ptr().cast(),
        b: b.as_ptr().cast(),
        c: c.as_mut_ptr().cast(),
        offsets_a: offsets_a.as_ptr(),
        offsets_b: offsets_b.as_ptr(),
        operands: others.as_ptr(),
        operand_count: 2,
    };
    let numbers = CallNumbers { lda: 4, batch_count: 2, alpha: 2.0, beta: -1.0, ..NUMBERS };
    // SAFETY: the matrices are those of the handle, or what is wrong is found.
    unsafe {
        let status = tensmith_gemm_call_with(handle, &raw const operands, &raw const numbers);
        assert_eq!((status, c), (Status::Ok, [10.0, 10.0, 12.0, 12.0, 14.0, 14.0, 16.0, 16.0]), "{}", said());
        let call =
            |operands: Operands| tensmith_gemm_call_with(handle, &raw const operands, &raw const numbers);
        assert_eq!(call(Operands { offsets_a: ptr::null(), ..operands }), Status::NullArgument);
        assert_eq!(call(Operands { operand_count: 1, ..operands }), Status::InvalidArgument, "{}", said());
        assert_eq!(call(Operands { operands: ptr::null(), ..operands }), Status::NullArgument);
        assert_eq!(
            tensmith_gemm_call_with(handle, &raw const operands, ptr::null()),
            Status::InvalidArgument
        );
        tensmith_gemm_destroy(handle);
        tensmith_jit_destroy(jit);
    }
}

#[test]
fn wrong_multiplications_are_refused() {
    let jit = jit();
    for (spec, status, reason) in [
        (Spec { m: 0, ..SPEC }, Status::InvalidArgument, "m is 0"),
        (Spec { a: Matrix { layout: 0, ld: 1 }, ..SPEC }, Status::InvalidArgument, "lda is 1"),
        (Spec { a: Matrix { layout: 2, ld: 2 }, ..SPEC }, Status::InvalidArgument, "layout of a is 2"),
        (Spec { dtype: 4, ..SPEC }, Status::InvalidArgument, "dtype is 4"),
        (Spec { alpha: 3, ..SPEC }, Status::InvalidArgument, "alpha is 3"),
        (Spec { beta: -1, ..SPEC }, Status::InvalidArgument, "beta is -1"),
        (Spec { alpha: 0, ..SPEC }, Status::InvalidArgument, "alpha is 0 (ZERO), and k 3"),
        (Spec { c: Matrix { layout: 0, ld: 0 }, ..SPEC }, Status::InvalidArgument, "ldc is 0"),
        (Spec { batch_count: 2, ..SPEC }, Status::InvalidArgument, "batch_count is 2"),
        (Spec { batch_count: RUNTIME, ..SPEC }, Status::InvalidArgument, "batch is 0 (SINGLE)"),
        (Spec { batch_stride_a: 6, ..SPEC }, Status::InvalidArgument, "batch_stride_a is 6"),
        (Spec { batch: 1, batch_count: 2, ..SPEC }, Status::InvalidArgument, "one of them must not be"),
        (Spec { batch: 1, batch_stride_b: 12, ..SPEC }, Status::InvalidArgument, "batch_count is 0"),
        (Spec { batch: 2, ..SPEC }, Status::InvalidArgument, "batch_count is 0"),
        (
            Spec { batch: 3, batch_count: 2, batch_stride_b: 1, ..SPEC },
            Status::InvalidArgument,
            "must be 0, as",
        ),
        (Spec { batch: 4, ..SPEC }, Status::InvalidArgument, "batch is 4"),
        (Spec { policy: 2, ..SPEC }, Status::InvalidArgument, "policy is 2"),
        (Spec { epilogue: c"relu(".as_ptr(), ..SPEC }, Status::InvalidText, "epilogue is relu("),
        (Spec { expected_calls: 1, ..SPEC }, Status::Unsupported, "not worth generating"),
    ] {
        // SAFETY: what is wrong is found.
        let (found, said) = refused(|place| unsafe { tensmith_gemm_create(jit, &raw const spec, place) });
        assert_eq!(found, status, "{said}");
        assert!(said.contains(reason), "{said}");
    }
    // Without a product, a factor of zero is no mistake, and neither is a batch of one.
    for spec in [Spec { k: 0, alpha: 0, beta: 1, ..SPEC }, Spec { batch: 1, batch_count: 1, ..SPEC }] {
        // SAFETY: it is ended once.
        unsafe { tensmith_gemm_destroy(gemm(jit, &spec)) };
    }
    let handle = gemm(jit, &Spec { expected_calls: 1, policy: 1, ..SPEC });
    // SAFETY: the handles are ones, ended once.
    unsafe {
        assert!(tensmith_gemm_kernel(handle).is_none());
        assert!(text(|place| tensmith_gemm_explain(handle, place)).contains("scalar reference"));
        tensmith_gemm_destroy(handle);
        tensmith_jit_destroy(jit);
    }
}

#[test]
fn threads_share_handles_and_have_errors_of_their_own() {
    let jit = jit();
    let plan = product(jit);
    let (jit_address, plan_address) = (jit.expose_provenance(), plan.expose_provenance());
    thread::scope(|scope| {
        for number in 0..6 {
            scope.spawn(move || {
                let jit: *const Jit = ptr::with_exposed_provenance(jit_address);
                let plan: *const Plan = ptr::with_exposed_provenance(plan_address);
                assert_eq!(said(), "", "nothing has failed here");
                for _ in 0..200 {
                    let (mut a, mut b, mut c) = ([number as f32; 6], [1.0f32; 12], [f32::NAN; 8]);
                    let inputs = [buffer(&mut a), buffer(&mut b)];
                    // SAFETY: the memory is there.
                    let status =
                        unsafe { tensmith_plan_run(plan, inputs.as_ptr(), 2, buffer(&mut c), ptr::null()) };
                    assert_eq!((status, c), (Status::Ok, [3.0 * number as f32; 8]));
                    // SAFETY: there is no such input; the other plan is ended once.
                    unsafe {
                        let mut found = array(&[]);
                        assert_eq!(
                            tensmith_plan_input(plan, 10 + number, &raw mut found),
                            Status::InvalidArgument
                        );
                        tensmith_plan_destroy(product(jit));
                    }
                    assert_eq!(said(), format!("input {}: the plan has 2", 10 + number));
                }
            });
        }
    });
    // SAFETY: the handles are ended once; null is none.
    unsafe {
        tensmith_plan_destroy(plan);
        tensmith_jit_destroy(jit);
        tensmith_plan_destroy(ptr::null_mut());
        tensmith_jit_destroy(ptr::null_mut());
        tensmith_gemm_destroy(ptr::null_mut());
        tensmith_program_destroy(ptr::null_mut());
        tensmith_executor_destroy(ptr::null_mut());
        tensmith_text_destroy(ptr::null_mut());
    }
}
