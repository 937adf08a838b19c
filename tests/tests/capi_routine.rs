//! Routines of the C interface, called as C calls them: kernels of every kind by their texts, functions,
//! products with sparse matrices, and what is refused.
// Calls stand in a row, as C makes them.
#![allow(unsafe_code, clippy::multiple_unsafe_ops_per_block)]

use half::f16;
use std::ffi::{CStr, CString, c_char, c_void};
use std::mem::transmute;
use std::ptr;
use tensmith_capi::Status;
use tensmith_capi::executor::{Executor, tensmith_executor_create_pool, tensmith_executor_destroy};
use tensmith_capi::foreign::tensmith_text_destroy;
use tensmith_capi::jit::{Jit, tensmith_jit_create, tensmith_jit_create_for_target, tensmith_jit_destroy};
use tensmith_capi::routine::{
    NamedFunction, Routine, SparseMatrix, Value, tensmith_routine_arguments, tensmith_routine_call,
    tensmith_routine_call_with, tensmith_routine_create_function, tensmith_routine_create_kernel,
    tensmith_routine_create_sparse, tensmith_routine_destroy, tensmith_routine_entry,
    tensmith_routine_explain,
};
use tensmith_capi::status::tensmith_last_error;

const NONE: Value = Value { memory: ptr::null_mut(), integer: 0, number: 0.0 };

fn said() -> String {
    // SAFETY: it is text.
    unsafe { CStr::from_ptr(tensmith_last_error()) }.to_str().expect("UTF-8").to_owned()
}

fn made<T>(make: impl FnOnce(*mut *mut T) -> Status) -> *mut T {
    let mut handle = ptr::null_mut();
    let status = make(&raw mut handle);
    assert_eq!(status, Status::Ok, "{}", said());
    handle
}

fn refused<T>(make: impl FnOnce(*mut *mut T) -> Status) -> (Status, String) {
    let mut handle = ptr::dangling_mut();
    let status = make(&raw mut handle);
    assert_ne!(status, Status::Ok);
    assert!(handle.is_null(), "there is no handle after a failure");
    (status, said())
}

fn text(write: impl FnOnce(*mut *mut c_char) -> Status) -> String {
    let text = made(write);
    // SAFETY: it is text, which is ended once.
    unsafe {
        let copy = CStr::from_ptr(text).to_str().expect("UTF-8").to_owned();
        tensmith_text_destroy(text);
        copy
    }
}

/// A `Jit`, and the routines that it makes, which end with it.
struct Made {
    jit: *mut Jit,
    routines: Vec<*mut Routine>,
}

impl Made {
    fn new() -> Self {
        // SAFETY: there is a place for the handle.
        Self { jit: made(|place| unsafe { tensmith_jit_create(ptr::null(), place) }), routines: Vec::new() }
    }

    fn kept(&mut self, routine: *mut Routine) -> *const Routine {
        self.routines.push(routine);
        routine
    }

    fn kernel(&mut self, text: &str) -> *const Routine {
        let (text, jit) = (CString::new(text).expect("no zeros"), self.jit);
        // SAFETY: it is a handle and text.
        let routine = made(|place| unsafe { tensmith_routine_create_kernel(jit, text.as_ptr(), place) });
        self.kept(routine)
    }

    fn function(&mut self, text: &CStr, functions: &[NamedFunction]) -> *const Routine {
        let (jit, count) = (self.jit, functions.len());
        // SAFETY: it is a handle and text, and there are as many functions.
        let routine = made(|place| unsafe {
            tensmith_routine_create_function(jit, text.as_ptr(), functions.as_ptr(), count, place)
        });
        self.kept(routine)
    }

    fn sparse(&mut self, matrix: &SparseMatrix) -> *const Routine {
        let jit = self.jit;
        // SAFETY: it is a handle and a matrix.
        let routine = made(|place| unsafe { tensmith_routine_create_sparse(jit, matrix, place) });
        self.kept(routine)
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        // SAFETY: each is ended once, the one that made them first: they outlive it.
        unsafe {
            tensmith_jit_destroy(self.jit);
            self.routines.iter().for_each(|routine| tensmith_routine_destroy(*routine));
        }
    }
}

fn reads<T>(data: &[T]) -> Value {
    Value { memory: data.as_ptr().cast_mut().cast(), ..NONE }
}

fn writes<T>(data: &mut [T]) -> Value {
    Value { memory: data.as_mut_ptr().cast(), ..NONE }
}

fn number(number: f64) -> Value {
    Value { number, ..NONE }
}

fn count(integer: i64) -> Value {
    Value { integer, ..NONE }
}

fn call(routine: *const Routine, values: &[Value]) {
    // SAFETY: it is a handle, and the values are those of its arguments.
    let status = unsafe { tensmith_routine_call(routine, values.as_ptr(), values.len()) };
    assert_eq!(status, Status::Ok, "{}", said());
}

/// The names of the arguments.
fn names(routine: *const Routine) -> String {
    // SAFETY: it is a handle.
    text(|place| unsafe { tensmith_routine_arguments(routine, place) })
}

#[test]
fn unary_binary_and_ternary_operations_are_routines() {
    let mut all = Made::new();
    let x: Vec<f32> = (0..13 * 7).map(|nth| (nth % 11) as f32 - 5.0).collect();
    let row: Vec<f32> = (0..7).map(|nth| nth as f32).collect();
    let mut out = vec![0.0f32; 13 * 7];

    call(all.kernel("unary relu f32 13x7"), &[reads(&x), writes(&mut out)]);
    assert!(x.iter().zip(&out).all(|(x, out)| *out == x.max(0.0)));

    // What is left to the call comes behind the addresses: leading dimensions, then parameters.
    let clamp = all.kernel("unary clamp(-1.0,?) f32 12x7 in=? out=13");
    assert_eq!(names(clamp), "in out ld_in parameter1");
    call(clamp, &[reads(&x), writes(&mut out), count(13), number(2.5)]);
    for (nth, (x, out)) in x.iter().zip(&out).enumerate() {
        let expected = if nth % 13 == 12 { x.max(0.0) } else { x.clamp(-1.0, 2.5) };
        assert_eq!(*out, expected, "element {nth}");
    }

    call(all.kernel("binary add f32 13x7 in1=row"), &[reads(&x), reads(&row), writes(&mut out)]);
    assert!((0..13 * 7).all(|nth| out[nth] == x[nth] + row[nth / 13]));

    let (y, mut wide) = (vec![2.0f64; 9 * 5], vec![0.0f64; 9 * 5]);
    let z: Vec<f64> = (0..9 * 5).map(f64::from).collect();
    call(all.kernel("ternary multiply_add f64 9x5"), &[reads(&y), reads(&z), reads(&z), writes(&mut wide)]);
    assert!(z.iter().zip(&wide).all(|(z, out)| *out == 3.0 * z));
}

#[test]
fn any_kind_of_kernel_is_a_routine() {
    let mut all = Made::new();
    let matrix: Vec<f32> = (0..9 * 5).map(|nth| (nth % 7) as f32).collect();
    let mut sums = [0.0f32; 5];
    call(all.kernel("reduce sum f32 9x5"), &[reads(&matrix), writes(&mut sums)]);
    let expected: Vec<f32> = matrix.chunks(9).map(|column| column.iter().sum()).collect();
    assert_eq!(sums, *expected);

    let halves: Vec<u16> = matrix.iter().map(|x| f16::from_f32(*x).to_bits()).collect();
    let mut floats = [0.0f32; 9 * 5];
    call(all.kernel("convert f16->f32 9x5"), &[reads(&halves), writes(&mut floats)]);
    assert_eq!(floats, *matrix);

    let gemm = all.kernel("gemm f32 3x2x5 alpha=? beta=0");
    assert_eq!(names(gemm), "a b c alpha");
    let (a, b, mut c) = ([1.0f32; 15], [2.0f32; 10], [0.0f32; 6]);
    call(gemm, &[reads(&a), reads(&b), writes(&mut c), number(-0.5)]);
    assert_eq!(c, [-5.0; 6]);
}

/// Kernels are functions of the C convention, with addresses alone where nothing is left to calls.
#[test]
fn the_code_is_called_without_checks() {
    let mut all = Made::new();
    let square = all.kernel("unary square f64 5x1");
    let (x, mut out) = ([1.0, 2.0, 3.0, 4.0, 5.0f64], [0.0f64; 5]);
    // SAFETY: a kernel of one input and one output takes their addresses.
    unsafe {
        let entry = tensmith_routine_entry(square).expect("code");
        let entry = transmute::<unsafe extern "C" fn(), unsafe extern "C" fn(*const f64, *mut f64)>(entry);
        entry(x.as_ptr(), out.as_mut_ptr());
        assert_eq!(out, [1.0, 4.0, 9.0, 16.0, 25.0]);
        let said = text(|place| tensmith_routine_explain(square, place));
        assert!(said.starts_with("unary square f64 5x1: ") && said.contains(" bytes by "), "{said}");
    }
}

const SUM: &CStr = c"func \"sum\" (i0, i1: i32, v0: f64) -> f64 {
    while gt.i32 i1, 0 {
        load.f64x1 v1, [i0]
        add.f64 v0, v0, v1
        add i0, i0, 8
        sub.i32 i1, i1, 1
    }
    return.f64 v0
}";

#[test]
fn functions_take_and_return_numbers() {
    let mut all = Made::new();
    let sum = all.function(SUM, &[]);
    assert_eq!(names(sum), "u64 i32 f64");
    let (x, mut result) = ([0.5f64, 1.5, 2.0, 100.0], NONE);
    let values = [reads(&x), count(3), number(10.0)];
    let returned = |values: &[Value; 3], result: *mut Value| {
        // SAFETY: the function reads as many numbers as its second argument says.
        unsafe { tensmith_routine_call_with(sum, values.as_ptr(), 3, ptr::null(), result) }
    };
    assert_eq!(returned(&values, &raw mut result), Status::Ok, "{}", said());
    assert_eq!((result.number, result.integer, result.memory.is_null()), (14.0, 0, true));
    // It may be of no interest; and none are added up.
    assert_eq!(returned(&[reads(&x), count(-1), number(0.0)], ptr::null_mut()), Status::Ok);
}

extern "C" fn thrice(x: f32) -> f32 {
    3.0 * x
}

#[test]
fn functions_call_those_of_the_program() {
    let mut all = Made::new();
    let source = c"extern f0 \"thrice\" (f32) -> f32
func \"apply\" (i0) {
    load.f32x1 v0, [i0]
    pass.f32 v0
    call f0
    result.f32 v0
    store.f32x1 v0, [i0]
}";
    // SAFETY: only the one who calls it knows its type.
    let address = unsafe { transmute::<extern "C" fn(f32) -> f32, unsafe extern "C" fn()>(thrice) };
    let named = NamedFunction { name: c"thrice".as_ptr(), address: Some(address) };
    let mut x = [1.25f32];
    call(all.function(source, &[named]), &[writes(&mut x)]);
    assert_eq!(x, [3.75]);

    let jit = all.jit;
    let create = |functions: &[NamedFunction]| {
        let count = functions.len();
        // SAFETY: it is a handle and text, and there are as many functions.
        refused(|place| unsafe {
            tensmith_routine_create_function(jit, source.as_ptr(), functions.as_ptr(), count, place)
        })
    };
    let (status, said) = create(&[]);
    assert!(
        status == Status::Unsupported && said.starts_with("line 5: ") && said.contains("f0"),
        "{status:?}: {said}"
    );
    assert_eq!(create(&[NamedFunction { address: None, ..named }]).0, Status::NullArgument);
}

/// A 4x5 matrix with an empty row, whose columns are in no order.
fn matrix(values: Option<&[f64]>, [pointers, indices]: [*const c_void; 2]) -> SparseMatrix {
    SparseMatrix {
        size: size_of::<SparseMatrix>(),
        dtype: 1,
        index_type: 0,
        m: 4,
        n: 3,
        k: 5,
        pointers,
        indices,
        values: values.map_or(ptr::null(), |values| values.as_ptr().cast()),
        layout: 1,
        beta: 0,
        ldb: 0,
        ldc: 0,
    }
}

const POINTERS: [i32; 5] = [0, 2, 2, 5, 6];
const INDICES: [i32; 6] = [3, 0, 1, 4, 2, 2];
const SORTED: [i32; 6] = [0, 3, 1, 2, 4, 2];
const VALUES: [f64; 6] = [2.0, -1.0, 3.0, 0.5, 7.0, 2.0];

/// Elements of C, where the first rows and columns are by element.
fn product((indices, values): (&[i32], &[f64]), b: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let row = |row: usize| POINTERS[row] as usize..POINTERS[row + 1] as usize;
    let sum = |i, j| row(i).map(|entry| values[entry] * b(indices[entry] as usize, j)).sum();
    (0..4).map(|i| (0..3).map(|j| sum(i, j)).collect()).collect()
}

#[test]
fn sparse_matrices_are_multiplied_by_rows_and_by_columns() {
    let mut all = Made::new();
    let narrow = [POINTERS.as_ptr().cast(), INDICES.as_ptr().cast()];
    let (pointers, indices) = (POINTERS.map(i64::from), INDICES.map(i64::from));
    let wide = [pointers.as_ptr().cast(), indices.as_ptr().cast()];
    let b: Vec<f64> = (0..5 * 4).map(f64::from).collect();
    for (places, index_type) in [(narrow, 0), (wide, 1)] {
        let given = SparseMatrix { index_type, ldb: 4, ..matrix(Some(&VALUES), places) };
        let mut c = [1.0f64; 12];
        let routine = all.sparse(&given);
        assert_eq!(names(routine), "b c");
        call(routine, &[reads(&b), writes(&mut c)]);
        let expected = product((&INDICES, &VALUES), |k, j| b[4 * k + j]);
        assert_eq!(c, *expected.concat());
        // By columns, added, with gaps in both.
        let by_columns = SparseMatrix { layout: 0, beta: 1, ldb: 6, ldc: 5, ..given };
        let (b, mut c) = ((0..18).map(f64::from).collect::<Vec<_>>(), [1.0f64; 15]);
        call(all.sparse(&by_columns), &[reads(&b), writes(&mut c)]);
        let expected = product((&INDICES, &VALUES), |k, j| b[k + 6 * j]);
        let expected = (0..15).map(|nth| 1.0 + if nth % 5 < 4 { expected[nth % 5][nth / 5] } else { 0.0 });
        assert!(c.iter().copied().eq(expected), "{c:?}");
    }
}

#[test]
fn values_may_come_with_each_call_and_work_is_for_all_threads() {
    let mut all = Made::new();
    let unsorted = matrix(None, [POINTERS.as_ptr().cast(), INDICES.as_ptr().cast()]);
    // SAFETY: it is a handle and a matrix.
    let (status, said_of) =
        refused(|place| unsafe { tensmith_routine_create_sparse(all.jit, &raw const unsorted, place) });
    assert!(status == Status::InvalidArgument && said_of.contains("entry 1"), "{said_of}");
    let routine = all.sparse(&SparseMatrix { indices: SORTED.as_ptr().cast(), ..unsorted });
    assert_eq!(names(routine), "values b c");
    // SAFETY: there is a place for the handle.
    let pool: *mut Executor = made(|place| unsafe { tensmith_executor_create_pool(2, place) });
    let b: Vec<f64> = (0..15).map(f64::from).collect();
    for values in [VALUES, [1.0; 6]] {
        let mut c = [0.0f64; 12];
        let passed = [reads(&values), reads(&b), writes(&mut c)];
        // SAFETY: all are handles, and operands as large as the matrix says.
        let status =
            unsafe { tensmith_routine_call_with(routine, passed.as_ptr(), 3, pool, ptr::null_mut()) };
        assert_eq!(status, Status::Ok, "{}", said());
        let expected = product((&SORTED, &values), |k, j| b[3 * k + j]);
        assert_eq!(c, *expected.concat());
    }
    // SAFETY: it is ended once; products have no code of a single function.
    unsafe {
        tensmith_executor_destroy(pool);
        assert!(tensmith_routine_entry(routine).is_none());
    }
}

/// It has its values, of which there are none: calls pass B and C alone.
#[test]
fn a_matrix_without_entries_is_one_of_zeros() {
    let mut all = Made::new();
    let pointers = [0i32; 5];
    for layout in [0, 1] {
        let places = [pointers.as_ptr().cast(), ptr::null()];
        let routine = all.sparse(&SparseMatrix { layout, ..matrix(Some(&[]), places) });
        assert_eq!(names(routine), "b c");
        let (b, mut c) = ([1.0f64; 15], [7.0f64; 12]);
        call(routine, &[reads(&b), writes(&mut c)]);
        assert_eq!(c, [0.0; 12]);
        assert_eq!(names(all.sparse(&SparseMatrix { layout, ..matrix(None, places) })), "values b c");
    }
}

#[test]
fn what_cannot_be_made_is_refused() {
    let all = Made::new();
    let kernel = |text: &CStr| {
        // SAFETY: it is a handle and text.
        refused(|place| unsafe { tensmith_routine_create_kernel(all.jit, text.as_ptr(), place) })
    };
    for (text, status, reason) in [
        (c"unary relu", Status::InvalidText, "relu"),
        (c"unray relu f32 3x3", Status::InvalidText, "unray"),
        (c"unary relu f32 0x3", Status::InvalidArgument, "m"),
        (c"gemm f64 4x4x4 c=col/3", Status::InvalidArgument, "ldc"),
    ] {
        let (found, said) = kernel(text);
        assert!(found == status && said.contains(reason), "{found:?}: {said}");
    }
    let function = |text: &CStr| {
        // SAFETY: it is a handle and text, and there are no functions.
        refused(|place| unsafe {
            tensmith_routine_create_function(all.jit, text.as_ptr(), ptr::null(), 0, place)
        })
    };
    assert_eq!(function(c"func \"f\" (i0) {").0, Status::InvalidText);
    assert_eq!(function(c"func \"f\" (i0) {\n    add i1, i2, i0\n}").0, Status::Unsupported);

    let right = matrix(Some(&VALUES), [POINTERS.as_ptr().cast(), INDICES.as_ptr().cast()]);
    let (falling, beyond) = ([0i32, 2, 1, 5, 6], [3i32, 0, 1, 5, 2, 2]);
    for (asked, status, reason) in [
        (SparseMatrix { size: 8, ..right }, Status::InvalidArgument, "size of matrix"),
        (SparseMatrix { dtype: 2, ..right }, Status::InvalidArgument, "dtype is 2"),
        (SparseMatrix { index_type: 2, ..right }, Status::InvalidArgument, "index_type is 2"),
        (SparseMatrix { layout: 2, ..right }, Status::InvalidArgument, "layout is 2"),
        (SparseMatrix { beta: 2, ..right }, Status::InvalidArgument, "beta is 2"),
        (SparseMatrix { n: 0, ..right }, Status::InvalidShape, "0 columns"),
        (SparseMatrix { ldb: 2, ..right }, Status::InvalidShape, "ldb is 2"),
        (SparseMatrix { pointers: ptr::null(), ..right }, Status::NullArgument, "pointers is null"),
        (SparseMatrix { pointers: falling.as_ptr().cast(), ..right }, Status::InvalidArgument, "row 1"),
        (SparseMatrix { indices: beyond.as_ptr().cast(), ..right }, Status::InvalidArgument, "5"),
    ] {
        // SAFETY: it is a handle and a matrix, whose numbers are checked.
        let (found, said) =
            refused(|place| unsafe { tensmith_routine_create_sparse(all.jit, &raw const asked, place) });
        assert!(found == status && said.contains(reason), "{found:?}: {said}");
    }
}

#[test]
fn calls_are_checked_and_foreign_code_does_not_run() {
    let mut all = Made::new();
    let relu = all.kernel("unary relu f32 4x1 in=?");
    let (x, mut out) = ([1.0f32; 4], [0.0f32; 4]);
    let tried = |values: &[Value]| {
        // SAFETY: what is wrong is found before memory is accessed.
        (unsafe { tensmith_routine_call(relu, values.as_ptr(), values.len()) }, said())
    };
    let to = writes(&mut out);
    for (values, status, reason) in [
        (vec![reads(&x), to], Status::InvalidArgument, "there are 2 values: must be 3 (in out ld_in)"),
        (vec![NONE, to, count(4)], Status::NullArgument, "in is null"),
        (vec![reads(&x), to, count(-1)], Status::InvalidArgument, "ld_in is -1"),
    ] {
        let (found, said) = tried(&values);
        assert!(found == status && said.contains(reason), "{found:?}: {said}");
    }
    // SAFETY: null is refused everywhere; handles are ended once.
    unsafe {
        assert_eq!(tensmith_routine_call(ptr::null(), ptr::null(), 0), Status::NullArgument);
        assert!(tensmith_routine_entry(ptr::null()).is_none());
        tensmith_routine_destroy(ptr::null_mut());
        let other = if cfg!(target_arch = "aarch64") { c"zen4" } else { c"neoverse-v2" };
        let jit = made(|place| tensmith_jit_create_for_target(other.as_ptr(), place));
        let relu = made(|place| tensmith_routine_create_kernel(jit, c"unary relu f32 4x1".as_ptr(), place));
        let values = [reads(&x), to];
        assert_eq!(tensmith_routine_call(relu, values.as_ptr(), 2), Status::OtherMachine);
        assert!(text(|place| tensmith_routine_explain(relu, place)).contains(" bytes by "));
        let (status, said) =
            refused(|place| tensmith_routine_create_function(jit, SUM.as_ptr(), ptr::null(), 0, place));
        assert_eq!(status, Status::OtherMachine, "{said}");
        tensmith_routine_destroy(relu);
        tensmith_jit_destroy(jit);
    }
}
