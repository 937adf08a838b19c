//! Threads with short stacks: calls of BLAS multiply whatever is left, the C interface refuses, and what is
//! asked for is what is needed, seen on stacks that are painted before.
#![cfg(target_os = "linux")]
// Calls stand in a row, as C makes them.
#![allow(unsafe_code, clippy::multiple_unsafe_ops_per_block)]

use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::ptr;
use tensmith_blas::statistics::tensmith_blas_statistics as statistics;
use tensmith_capi::Status;
use tensmith_capi::array::{Array, Buffer};
use tensmith_capi::gemm::{Matrix, Spec, tensmith_gemm_create, tensmith_gemm_destroy};
use tensmith_capi::jit::{Jit, tensmith_jit_create, tensmith_jit_destroy};
use tensmith_capi::plan::{Plan, tensmith_plan_destroy, tensmith_plan_einsum, tensmith_plan_run};
use tensmith_capi::program::{Program, tensmith_program_create, tensmith_program_destroy};
use tensmith_core::Complex;
use tensmith_tests::blas::{Call, Face, same};
use tensmith_tests::random::SplitMix;

/// What a stack holds where nothing was written.
const PAINT: u8 = 0xA5;

const PAGE: usize = 4096;

/// Work on its way to a thread, and where the stack was when it began.
struct Work<'a> {
    body: &'a mut dyn FnMut(),
    began_at: usize,
}

extern "C" fn perform(work: *mut c_void) -> *mut c_void {
    // SAFETY: it is the work of `on_stack`, which waits for this thread.
    let work = unsafe { &mut *work.cast::<Work<'_>>() };
    let local = 0_u8;
    work.began_at = ptr::from_ref(black_box(&local)).addr();
    (work.body)();
    ptr::null_mut()
}

/// Runs `body` on a thread with `bytes` bytes of stack, while this one waits; returns an upper bound of the
/// bytes that it wrote to.
fn on_stack(bytes: usize, body: &mut dyn FnMut()) -> usize {
    let mut memory = vec![PAINT; bytes + PAGE];
    let start = memory.as_mut_ptr().wrapping_add(memory.as_ptr().align_offset(PAGE));
    let mut work = Work { body, began_at: 0 };
    let (mut attributes, mut thread) = (std::mem::MaybeUninit::uninit(), std::mem::MaybeUninit::uninit());
    let place = (&raw mut work).cast();
    // SAFETY: there is room for the attributes.
    assert_eq!(unsafe { libc::pthread_attr_init(attributes.as_mut_ptr()) }, 0);
    // SAFETY: the memory is there as long as the thread, whose end is waited for.
    assert_eq!(unsafe { libc::pthread_attr_setstack(attributes.as_mut_ptr(), start.cast(), bytes) }, 0);
    // SAFETY: as above.
    let status: c_int =
        unsafe { libc::pthread_create(thread.as_mut_ptr(), attributes.as_ptr(), perform, place) };
    assert_eq!(status, 0);
    // SAFETY: the thread has been created.
    assert_eq!(unsafe { libc::pthread_join(thread.assume_init(), ptr::null_mut()) }, 0);
    let first = memory.iter().skip(start.addr() - memory.as_ptr().addr()).position(|byte| *byte != PAINT);
    work.began_at - (start.addr() + first.expect("the stack was used"))
}

/// More than anything takes.
const LONG: usize = 4 << 20;

fn of(extents: [c_int; 3]) -> Call {
    Call { layout: 101, transposes: [111, 112], extents, gaps: [0; 3], alpha: [3, 0], beta: [1, 0] }
}

/// A call, often enough for code to be made; how much stack it took, and that of the calls behind.
fn multiplied<T: Face>(extents: [c_int; 3], calls: usize) -> [usize; 2] {
    let call = of(extents);
    let matrices = call.draw::<T>(&mut SplitMix::seeded("multiplied", extents[0] as u64));
    [calls, 2].map(|calls| {
        let mut again = matrices.clone();
        let used = on_stack(LONG, &mut || {
            for _ in 0..calls {
                again.c.copy_from_slice(&matrices.c);
                call.by_cblas_in_place(&mut again);
            }
        });
        assert!(same(&again.c, &matrices.expected));
        used
    })
}

#[test]
fn blas_takes_no_more_stack_than_it_asks_for() {
    let before = statistics();
    let kernels = [[7, 9, 11], [23, 31, 17], [64, 63, 62]].map(|extents| multiplied::<f32>(extents, 600));
    let plans = [[140, 141, 142], [300, 20, 200]].map(|extents| multiplied::<f32>(extents, 3));
    let complex = [[140, 141, 142], [30, 20, 20]].map(|extents| multiplied::<Complex<f32>>(extents, 60));
    assert!(statistics().kernels > before.kernels && statistics().plans > before.plans);
    println!("kernels {kernels:?}, plans {plans:?}, of complex numbers {complex:?}");
    for [making, running] in kernels.into_iter().chain(plans).chain(complex) {
        assert!(making <= tensmith::machine::STACK_TO_MAKE, "{making}");
        assert!(running <= tensmith::machine::STACK_TO_RUN, "{running}");
    }
}

#[test]
fn any_stack_leaves_the_result() {
    let sizes = [16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 128, 192, 256, 384, 512, 768, 1024];
    for (kilobytes, number) in sizes.into_iter().zip(0..) {
        for extents in [[7, 9 + number, 11], [131 + number, 132, 130]] {
            check_on_stack::<f64>(&of(extents), kilobytes);
        }
        check_on_stack::<Complex<f64>>(&of([21, 19 + number, 22]), kilobytes);
    }
}

/// Compares what a thread with so much stack computes, with calls until code is made.
fn check_on_stack<T: Face>(call: &Call, kilobytes: usize) {
    let matrices = call.draw::<T>(&mut SplitMix::seeded("any_stack_leaves_the_result", 1));
    let mut again = matrices.clone();
    let calls = if call.extents[0] > 100 { 3 } else { 600 };
    on_stack((kilobytes << 10).max(least_stack()), &mut || {
        for _ in 0..calls {
            again.c.copy_from_slice(&matrices.c);
            call.by_cblas_in_place(&mut again);
        }
    });
    assert!(same(&again.c, &matrices.expected), "{kilobytes} KiB, {call:?}");
}

/// The shortest stack that the system gives a thread, with what loops take where nothing is optimised.
fn least_stack() -> usize {
    // SAFETY: it has no conditions.
    let system = usize::try_from(unsafe { libc::sysconf(libc::_SC_THREAD_STACK_MIN) }).unwrap_or(0);
    let unoptimised = if cfg!(debug_assertions) { 32 << 10 } else { 0 };
    (system + unoptimised).next_multiple_of(PAGE)
}

const SPEC: Spec = Spec {
    size: size_of::<Spec>(),
    dtype: 0,
    alpha: 1,
    beta: 0,
    batch: 0,
    m: 20,
    n: 21,
    k: 22,
    a: Matrix { layout: 0, ld: 20 },
    b: Matrix { layout: 0, ld: 22 },
    c: Matrix { layout: 0, ld: 20 },
    batch_count: 0,
    batch_stride_a: 0,
    batch_stride_b: 0,
    epilogue: ptr::null(),
    expected_calls: 0,
    policy: 0,
};

const NEST: &std::ffi::CStr =
    c"nest f32 contraction first=zero\nm undefined 60 50 0 70\nn undefined 70 0 1 1\nk undefined 50 1 70 0\n";

/// Everything that makes code, with the statuses.
fn make_all(jit: &mut *mut Jit, plan: &mut *mut Plan) -> [Status; 4] {
    let (spec, shapes, mut gemm, mut program) =
        (SPEC, [[40, 50], [50, 60], [60, 70]], ptr::null_mut(), ptr::null_mut::<Program>());
    let inputs =
        shapes.each_ref().map(|shape| Array { rank: 2, shape: shape.as_ptr(), strides: ptr::null() });
    // SAFETY: there are places for handles.
    let statuses = unsafe {
        [
            tensmith_jit_create(ptr::null(), jit),
            tensmith_plan_einsum(*jit, c"ab,bc,cd->da".as_ptr(), 0, inputs.as_ptr(), 3, plan),
            tensmith_gemm_create(*jit, &raw const spec, &raw mut gemm),
            tensmith_program_create(*jit, NEST.as_ptr(), &raw mut program),
        ]
    };
    // SAFETY: they are ended once.
    unsafe {
        tensmith_gemm_destroy(gemm);
        tensmith_program_destroy(program);
    }
    statuses
}

#[test]
fn the_c_interface_takes_no_more_stack_than_it_asks_for_or_refuses() {
    let (mut jit, mut plan) = (ptr::null_mut(), ptr::null_mut());
    let mut statuses = [Status::Internal; 4];
    let short = tensmith::machine::STACK_TO_MAKE - PAGE;
    on_stack(short.max(least_stack()), &mut || statuses = make_all(&mut jit, &mut plan));
    assert_eq!(statuses, [Status::Stack, Status::Stack, Status::Stack, Status::Stack]);
    assert!(jit.is_null() && plan.is_null());

    let making = on_stack(LONG, &mut || statuses = make_all(&mut jit, &mut plan));
    assert_eq!(statuses, [Status::Ok; 4]);
    let mut memory = [vec![1.0f32; 2000], vec![1.0; 3000], vec![1.0; 4200], vec![f32::NAN; 2800]];
    let mut status = Status::Internal;
    let running = on_stack(LONG, &mut || {
        let [a, b, c, d] =
            memory.each_mut().map(|data| Buffer { data: data.as_mut_ptr().cast(), elements: data.len() });
        // SAFETY: the memory is that of the plan.
        status = unsafe { tensmith_plan_run(plan, [a, b, c].as_ptr(), 3, d, ptr::null()) };
    });
    assert_eq!((status, memory[3][0]), (Status::Ok, 3000.0));
    println!("making {making}, running {running}");
    assert!(
        making <= tensmith::machine::STACK_TO_MAKE && running <= tensmith::machine::STACK_TO_RUN,
        "{making}, {running}"
    );
    // SAFETY: they are ended once.
    unsafe {
        tensmith_plan_destroy(plan);
        tensmith_jit_destroy(jit);
    }
}
