//! Kernels that are part of the program are called in place of generating them; what a run used is recorded,
//! to be exported; and Rust programs without a JIT.
#![allow(unsafe_code)]

use std::sync::Arc;
use tensmith::aot::{LINKED, LinkedKernel};
use tensmith::gemm::{Batch, Chain, Factor, GemmSpec, Matrix, Options};
use tensmith::inspect::KernelCode;
use tensmith::machine::HostMemory;
use tensmith::{Array, DType, Jit, Target};
use tensmith_core::code::CodeMemory;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::{Op, Operation};
use tensmith_core::kernel::spec::{Input, Orientation, Stride, UnaryOp, UnarySpec};
use tensmith_export::Export;
use tensmith_tests::here;

/// The operands of a multiplication of some size, of small integers, and their product.
fn operands([m, n, k]: [usize; 3]) -> ([Array<f32>; 2], Vec<f32>) {
    let number = |at: usize| (at * 7 % 9) as f32 - 4.0;
    let (a, b): (Vec<_>, Vec<_>) = ((0..m * k).map(number).collect(), (0..k * n).map(number).collect());
    let element = |at: usize| (0..k).map(|sum| a[at / n * k + sum] * b[sum * n + at % n]).sum();
    let product = (0..m * n).map(element).collect();
    let array = |data: Vec<f32>, shape: [usize; 2]| Array::c_order(data, &shape).expect("an array");
    ([array(a, [m, k]), array(b, [k, n])], product)
}

/// A table of kernels that are never freed, as those of a program are.
fn table(kernels: &[Arc<KernelCode>], core: &'static str) -> Vec<LinkedKernel> {
    let memory = HostMemory::probe().expect("executable memory");
    let entry = |kernel: &Arc<KernelCode>| {
        let block = memory.publish(&kernel.code).expect("executable memory");
        // SAFETY: an address is one, whatever is there; it is called as what it is.
        let entry = unsafe { std::mem::transmute::<*mut u8, unsafe extern "C" fn()>(block.start().as_ptr()) };
        std::mem::forget(block);
        let text: &'static str = Box::leak(kernel.spec.to_string().into_boxed_str());
        (text, core, entry, kernel.code.len(), kernel.cycles)
    };
    let table = kernels.iter().map(entry).collect();
    std::mem::forget(memory);
    table
}

/// Runs `mk,kn->mn` by a maker of plans.
fn product(jit: &Jit, sizes: [usize; 3]) -> Result<Vec<&'static str>, String> {
    let ([a, b], expected) = operands(sizes);
    let plan = jit.einsum("mk,kn->mn", &[&a, &b]).map_err(|error| error.to_string())?;
    let mut c = plan.zeros().expect("memory");
    plan.run(&[a.view(), b.view()], &mut c.view_mut()).map_err(|error| error.to_string())?;
    assert_eq!(c.data(), expected);
    Ok(plan.explain().kernels().iter().map(|kernel| kernel.generator).collect())
}

#[test]
fn linked_kernels_run_without_executable_memory() {
    let (target, sizes) = (here::host(), [21, 19, 30]);
    let recording = Jit::builder().foreign(target).record().build().expect("memory");
    let ([a, b], _) = operands(sizes);
    recording.einsum::<f32>("mk,kn->mn", &[&a, &b]).expect("a plan");
    let recorded = recording.kernels().recorded();
    assert!(!recorded.is_empty());
    assert!(product(&recording, sizes).is_err(), "nothing is executable");
    // SAFETY: the kernels were made for this machine.
    let builder = unsafe { Jit::builder().foreign(target).linked(&table(&recorded, target.core.name)) };
    let jit = builder.build().expect("memory");
    let generators = product(&jit, sizes).expect("a run");
    assert!(generators.iter().all(|generator| *generator == LINKED), "{generators:?}");
    // A kernel that is not there is made, and cannot run.
    let error = product(&jit, [3, 4, 5]).expect_err("a refusal");
    assert!(error.contains(target.core.name), "{error}");
}

#[test]
fn what_is_not_linked_is_generated() {
    let target = here::host();
    let recording = Jit::builder().foreign(target).record().build().expect("memory");
    let ([a, b], _) = operands([8, 9, 10]);
    recording.einsum::<f32>("mk,kn->mn", &[&a, &b]).expect("a plan");
    // SAFETY: as above.
    let builder = unsafe { Jit::builder().linked(&table(&recording.kernels().recorded(), target.core.name)) };
    let jit = builder.record().build().expect("a machine");
    assert_eq!(product(&jit, [8, 9, 10]).expect("a run"), [LINKED]);
    let generators = product(&jit, [9, 9, 10]).expect("a run");
    assert!(!generators.contains(&LINKED), "{generators:?}");
    assert_eq!(jit.kernels().recorded().len(), 2, "linked ones are used, too");
}

#[test]
fn kernels_of_another_core_are_taken_if_this_one_executes_them() {
    // Code for more than the target has is left aside, whatever the table says.
    let (host, targets) = (here::host(), here::executable());
    for made_for in &targets {
        for target in &targets {
            let recording = Jit::builder().foreign(*made_for).record().build().expect("memory");
            let ([a, b], _) = operands([33, 6, 7]);
            recording.einsum::<f32>("mk,kn->mn", &[&a, &b]).expect("a plan");
            let recorded = recording.kernels().recorded();
            let fits = recorded
                .iter()
                .all(|kernel| target.finish(&kernel.code, kernel.spec.arguments().count()).is_ok());
            // SAFETY: this machine executes the code for both.
            let builder =
                unsafe { Jit::builder().target(*target).linked(&table(&recorded, made_for.core.name)) };
            let jit = builder.build().expect("a machine");
            let generators = product(&jit, [33, 6, 7]).expect("a run");
            let of = |jit: &Jit| {
                let plan = jit.einsum::<f32>("mk,kn->mn", &[&a, &b]).expect("a plan");
                plan.explain().kernels().iter().map(|kernel| kernel.spec).collect::<Vec<_>>()
            };
            let asks_the_same = of(&jit) == of(&recording);
            if asks_the_same {
                assert_eq!(
                    generators.iter().all(|name| *name == LINKED),
                    fits,
                    "{} for {}",
                    made_for.core.name,
                    target.core.name
                );
            }
        }
    }
    assert!(targets.iter().all(|target| target.runs_on(&host)));
}

/// The operation of a name that comes with tensmith, but another one.
static NAMED_LIKE_RELU: Operation<1> = Operation {
    name: "relu",
    parameters: &[],
    doc: "Seven.",
    reads_inputs: false,
    formula: |e, _, _| e.number(7.0),
    error: 0.0,
    single: |_, _| 7.0,
    double: |_, _| 7.0,
    integer: None,
};

#[test]
fn a_kernel_of_another_operation_of_the_same_name_is_not_linked() {
    let target = here::host();
    let spec = |op| {
        let (input, ld_out) = (Input::Matrix(Stride::fixed(9)), Stride::fixed(9));
        KernelSpec::Unary(UnarySpec {
            dtype: DType::F32,
            op,
            m: 9,
            n: 2,
            input,
            ld_out,
            orientation: Orientation::Same,
        })
    };
    let own = spec(Op::new(&NAMED_LIKE_RELU, &[]).expect("no parameters"));
    let known = spec(UnaryOp::relu());
    assert_eq!(own.to_string(), known.to_string());
    let recording = Jit::builder().foreign(target).record().build().expect("memory");
    recording.kernels().of(&known).expect("a kernel");
    // SAFETY: the kernel was made for this machine.
    let builder = unsafe { Jit::builder().linked(&table(&recording.kernels().recorded(), target.core.name)) };
    let jit = builder.build().expect("a machine");
    assert_eq!(jit.kernels().of(&known).expect("a kernel").generator, LINKED);
    assert_ne!(jit.kernels().of(&own).expect("a kernel").generator, LINKED);
}

#[test]
fn a_recording_has_each_kernel_once_in_the_same_order() {
    let target = Target::generic();
    let record = |sizes: &[[usize; 3]]| {
        let jit = Jit::builder().foreign(target).record().build().expect("memory");
        for sizes in sizes {
            let ([a, b], _) = operands(*sizes);
            jit.einsum::<f32>("mk,kn->mn", &[&a, &b]).expect("a plan");
        }
        let (a, b, c) = (Matrix::column_major(2), Matrix::column_major(3), Matrix::column_major(2));
        let (alpha, beta, batch, epilogue) = (Factor::Runtime, Factor::One, Batch::Single, Chain::EMPTY);
        let spec =
            GemmSpec { types: DType::F32.into(), m: 2, n: 4, k: 3, a, b, c, alpha, beta, batch, epilogue };
        jit.gemm::<f32>(&spec, Options::default()).expect("a handle");
        let mut export = Export::new("kernels", &target).expect("a name");
        export.kernels(&jit.kernels().recorded()).expect("an export");
        (jit.kernels().recorded().len(), export.header())
    };
    let (count, header) = record(&[[4, 5, 6], [7, 8, 9], [4, 5, 6]]);
    assert_eq!(count, 3);
    assert_eq!((count, header), record(&[[7, 8, 9], [4, 5, 6]]));
    assert!(Jit::for_target(target).expect("memory").kernels().recorded().is_empty());
}

/// Programs that other compilers make run where this test's own compiler makes programs for.
#[cfg(target_arch = "x86_64")]
mod programs {
    use super::*;
    use std::ffi::{CStr, CString, c_char};
    use std::fs;
    use std::process::Command;
    use tensmith::ArrayLayout;
    use tensmith_tests::exported::{run, written};

    /// A target that this machine executes, with vectors of a usual size.
    fn target() -> Target {
        *here::portable().first().expect("a machine")
    }

    fn fused(target: &Target) -> Export {
        let jit = Jit::for_target(*target).expect("memory");
        let shapes = [[21, 30], [30, 19]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
        let contraction = jit.contraction("mk,kn->mn").apply(UnaryOp::relu());
        let mut export = Export::new("kernels", target).expect("a name");
        export.plan("fused", &contraction.plan::<f32>(&shapes).expect("a plan")).expect("an export");
        export
    }

    const MAIN: &str = r#"
        #![deny(warnings)]
        mod kernels;
        use kernels::{TooShort, fused};

        fn main() {
            let number = |at: usize| (at * 7 % 9) as f32 - 4.0;
            let a: [f32; fused::IN0_ELEMENTS] = std::array::from_fn(number);
            let b: [f32; fused::IN1_ELEMENTS] = std::array::from_fn(number);
            let (mut c, mut scratch) = ([f32::NAN; fused::OUT_ELEMENTS], fused::Scratch::new());
            // SAFETY: the machine that the test runs on has what the kernels need.
            unsafe { fused::run(&a, &b, &mut c, &mut scratch) }.unwrap();
            for (at, c) in c.iter().enumerate() {
                let sum: f32 = (0..30).map(|k| a[at / 19 * 30 + k] * b[k * 19 + at % 19]).sum();
                assert_eq!(*c, sum.max(0.0));
            }
            // SAFETY: as above.
            let error = unsafe { fused::run(&a, &b[1..], &mut c, &mut scratch) }.unwrap_err();
            assert_eq!(error, TooShort { operand: "in1", elements: 569, needed: 570 });
            assert_eq!(error.to_string(), "in1 has 569 elements: must have at least 570");
            assert!(kernels::KERNELS.iter().all(|kernel| kernel.3 > 0));
        }
    "#;

    #[test]
    fn rust_programs_call_exports() {
        let export = fused(&target());
        for edition in ["2021", "2024"] {
            let folder = written("kernels", &export);
            let at = |file: &str| folder.path().join(file);
            fs::write(at("main.rs"), MAIN).expect("a file");
            let compile = |arguments: &[&str]| {
                let mut rustc = Command::new("rustc");
                rustc.current_dir(folder.path()).args(["--edition", edition]).args(arguments);
                run(&mut rustc, b"");
            };
            compile(&["main.rs", "-C", "link-arg=kernels.o"]);
            run(&mut Command::new(at("main")), b"");
            // Without anything to link.
            fs::write(at("kernels.rs"), export.rust_module_with("kernels.s")).expect("a file");
            compile(&["main.rs"]);
            run(&mut Command::new(at("main")), b"");
            fs::write(at("lib.rs"), "#![no_std]\n#![deny(warnings)]\npub mod kernels;\n").expect("a file");
            compile(&["--crate-type", "lib", "lib.rs"]);
        }
    }

    /// `struct tensmith_kernel` of the C header.
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Entry {
        spec: *const c_char,
        core: *const c_char,
        entry: unsafe extern "C" fn(),
        bytes: usize,
        cycles: f64,
    }

    #[test]
    fn a_table_of_a_library_in_c_is_taken() {
        let target = target();
        let jit = Jit::for_target(target).expect("memory");
        let ([a, b], _) = operands([21, 19, 30]);
        let plan = jit.einsum::<f32>("mk,kn->mn", &[&a, &b]).expect("a plan");
        let mut export = Export::new("kernels", &target).expect("a name");
        export.kernels(plan.explain().kernels()).expect("an export");
        let folder = written("kernels", &export);
        let text = "#include \"kernels.h\"\nconst struct tensmith_kernel *table(void);\n\
                    const struct tensmith_kernel *table(void) { return kernels_kernels(); }\n";
        fs::write(folder.path().join("table.c"), text).expect("a file");
        let mut gcc = Command::new("gcc");
        gcc.current_dir(folder.path()).args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]);
        run(gcc.args(["table.c", "kernels.o", "-o", "libtable.so"]), b"");
        let path = CString::new(folder.path().join("libtable.so").to_str().expect("text")).expect("no zero");
        // SAFETY: the library has nothing that runs when it is loaded; it is never closed.
        let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
        assert!(!library.is_null());
        // SAFETY: the library is open, and the name ends with a zero.
        let symbol = unsafe { libc::dlsym(library, c"table".as_ptr()) };
        assert!(!symbol.is_null());
        // SAFETY: that is the type of the function.
        let function =
            unsafe { std::mem::transmute::<*mut libc::c_void, extern "C" fn() -> *const Entry>(symbol) };
        let count = plan
            .explain()
            .kernels()
            .iter()
            .map(|kernel| kernel.spec.to_string())
            .collect::<std::collections::HashSet<_>>();
        // SAFETY: the table has an entry for each kernel.
        let entries = unsafe { std::slice::from_raw_parts(function(), count.len()) };
        // SAFETY: the texts are constants of the library.
        let text = |text: *const c_char| unsafe { CStr::from_ptr(text) }.to_str().expect("text");
        let table: Vec<LinkedKernel> = entries
            .iter()
            .map(|entry| (text(entry.spec), text(entry.core), entry.entry, entry.bytes, entry.cycles))
            .collect();
        // SAFETY: the table is as it was exported, and this machine executes the code.
        let jit = unsafe { Jit::builder().foreign(target).linked(&table) }.build().expect("memory");
        let generators = product(&jit, [21, 19, 30]).expect("a run");
        assert!(generators.iter().all(|generator| *generator == LINKED), "{generators:?}");
    }
}
