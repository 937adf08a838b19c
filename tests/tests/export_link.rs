//! Exports in C programs without a JIT: compiled by GCC and Clang, as C11 and C++17, natively for x86-64 and
//! emulated for AArch64, with exact integers.

use std::fs;
use std::path::Path;
use tensmith::{ArrayLayout, Element, Jit, Plan, Target, UnaryOp};
use tensmith_core::einsum::{self, tree::parse};
use tensmith_export::Export;
use tensmith_tests::exported::{Compiler, bytes, elements, machine, program, run, written};
use tensmith_tests::here;
use tensmith_tests::lowered::{Case, Contraction};
use tensmith_tests::networks;
use tensmith_tests::random::SplitMix;
use tensmith_tests::trees::{KNOWN, scaled};

/// A big core and a small one, whose code has another order; natively, those with each size of vectors.
fn targets() -> Vec<Target> {
    let emulated = ["neoverse-v2", "cortex-a510"].map(|name| Target::named(name).expect("a core"));
    if cfg!(target_arch = "x86_64") {
        [here::portable(), emulated.to_vec()].concat()
    } else {
        emulated.to_vec()
    }
}

/// How the kernels get into a program: the file that is included, and the one that is linked.
const FORMS: [(&str, &str); 3] = [("kernels.h", "kernels.o"), ("kernels.h", "kernels.s"), ("inline.h", "")];

/// The words for a language.
const LANGUAGES: [&[&str]; 2] = [&["-x", "c", "-std=c11"], &["-x", "c++", "-std=c++17"]];

/// What a function makes of arrays in programs by every compiler, in every form and language.
fn results<T: Element>(
    export: &Export,
    target: &Target,
    name: &str,
    parameters: &[(&str, usize)],
    arrays: &[Vec<T>],
) -> Vec<Vec<T>> {
    let folder = written("kernels", export);
    let lengths: Vec<_> = arrays.iter().map(Vec::len).collect();
    let input: Vec<u8> = arrays.iter().flat_map(|array| bytes(array)).collect();
    let mut results = Vec::new();
    for (number, (header, linked)) in FORMS.into_iter().enumerate() {
        let text = program::<T>(header, name, parameters, &lengths);
        fs::write(folder.path().join("main.c"), text).expect("a file");
        for compiler in Compiler::all(target) {
            let language = LANGUAGES[if compiler.has_cpp() { number % 2 } else { 0 }];
            let mut words = [language, &["-O2", "main.c", "-x", "none"]].concat();
            if !linked.is_empty() {
                words.push(linked);
            }
            words.extend(["-Wl,--gc-sections", "-Wl,--fatal-warnings"]);
            let program = compiler.compile(folder.path(), &words);
            results.push(elements(&compiler.run(&program, &input)));
        }
    }
    results
}

/// A plan for a core.
fn plan<T: Element>(jit: &Jit, case: &Case) -> Plan<T> {
    let layouts = case.layouts();
    let (output, inputs) = layouts.split_last().expect("an output");
    let planned = match &case.contraction {
        Contraction::Expression(expression) => {
            jit.contraction(&expression.to_string()).plan_into(inputs, output)
        }
        Contraction::Tree(tree) => jit.tree(&tree.to_string(), tree.extents()).plan_into(inputs, output),
    };
    planned.expect("a plan")
}

/// Checks that the exported contraction makes of arrays what it means.
fn check<T: Element>(case: &Case, target: &Target) {
    let jit = Jit::for_target(*target).expect("memory");
    let mut export = Export::new("kernels", target).expect("a name");
    export.plan("contract", &plan::<T>(&jit, case)).expect("an export");
    let memory = case.memory::<T>();
    let inputs = memory.arrays.len() - 1;
    let names: Vec<String> = (0..inputs).map(|nth| format!("in{nth}")).chain(["out".to_owned()]).collect();
    let parameters: Vec<_> = names.iter().map(String::as_str).zip(memory.origins.iter().copied()).collect();
    for output in results(&export, target, "contract", &parameters, &memory.arrays) {
        let mut memory = case.memory::<T>();
        *memory.arrays.last_mut().expect("an output") = output;
        assert!(case.is_right(&memory), "{case:?} for {}\n{}", target.core.name, export.header());
    }
}

#[test]
fn a_fused_multiplication_is_right() {
    const M: usize = 21;
    const N: usize = 19;
    const K: usize = 30;
    let mut random = SplitMix::seeded("a_fused_multiplication_is_right", 28);
    let mut array = |len: usize| -> Vec<f32> { (0..len).map(|_| random.below(9) as f32 - 4.0).collect() };
    let (a, b, bias) = (array(M * K), array(K * N), array(N));
    let shapes = [[M, K], [K, N]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    let of_bias = ArrayLayout::c_order(&[N]).expect("a layout");
    let expected: Vec<f32> = (0..M * N)
        .map(|at| {
            let (m, n) = (at / N, at % N);
            let sum: f32 = (0..K).map(|k| a[m * K + k] * b[k * N + n]).sum();
            (sum + bias[n]).max(0.0)
        })
        .collect();
    assert!(expected.contains(&0.0) && expected.iter().any(|element| *element > 0.0));
    let arrays = [a, b, bias, vec![f32::NAN; M * N]];
    for target in targets() {
        let jit = Jit::for_target(target).expect("memory");
        let contraction = jit.contraction("mk,kn->mn").add("n", &of_bias).apply(UnaryOp::relu());
        let plan = contraction.plan::<f32>(&shapes).expect("a plan");
        let mut export = Export::new("kernels", &target).expect("a name");
        export.plan("fused", &plan).expect("an export");
        let parameters = [("in0", 0), ("in1", 0), ("operand0", 0), ("out", 0)];
        for result in results(&export, &target, "fused", &parameters, &arrays) {
            assert_eq!(result, expected, "{}", target.core.name);
        }
    }
}

#[test]
fn the_second_tree_of_the_literature_is_right() {
    let mut random = SplitMix::seeded("the_second_tree_of_the_literature_is_right", 29);
    let (text, extents, _) = KNOWN[1];
    for target in targets() {
        let tree = parse(text, &scaled(extents, 4)).expect("a tree");
        check::<f32>(&Case::of_tree(tree, &mut random), &target);
    }
}

#[test]
fn contractions_in_loops_with_rests_are_right() {
    let mut random = SplitMix::seeded("contractions_in_loops_with_rests_are_right", 30);
    let target = targets()[0];
    for (text, shapes) in [
        ("mk,kn->mn", vec![vec![67, 301], vec![301, 131]]),
        ("bij,bjk->bik", vec![vec![3, 9, 17], vec![3, 17, 5]]),
        ("aebf,dfce->abcd", vec![vec![5, 4, 3, 6], vec![4, 6, 7, 4]]),
        ("ij->ji", vec![vec![13, 9]]),
        ("ij,j->i", vec![vec![40, 33], vec![33]]),
        ("ij->", vec![vec![13, 9]]),
    ] {
        let expression = || Contraction::Expression(einsum::parse(text).expect("an expression"));
        check::<f64>(&Case::new(expression(), &shapes, &mut random), &target);
        check::<f32>(&Case::scattered(expression(), &shapes, &mut random), &target);
    }
}

#[test]
fn networks_in_any_layout_are_right() {
    let target = targets()[0];
    for seed in 0..12 {
        let mut random = SplitMix::new(seed);
        let (text, shapes) = networks::draw(&mut random);
        println!("seed {seed}: {text} {shapes:?}");
        let expression = Contraction::Expression(einsum::parse(&text).expect("an expression"));
        check::<f32>(&Case::scattered(expression, &shapes, &mut random), &target);
    }
}

/// An export of two multiplications.
fn two(target: &Target) -> Export {
    let jit = Jit::for_target(*target).expect("memory");
    let mut export = Export::new("kernels", target).expect("a name");
    for (name, n) in [("first", 5), ("second", 6)] {
        let shapes = [[4, 3], [3, n]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
        export.plan(name, &jit.einsum::<f32>("mk,kn->mn", &shapes).expect("a plan")).expect("an export");
    }
    export
}

/// A program that calls the first of two functions.
const FIRST: &str = "\
static float a[12], b[15], c[20];
int main(void)
{
    for (int at = 0; at < 12; ++at) a[at] = (float)at;
    for (int at = 0; at < 15; ++at) b[at] = 1.0f;
    first(a, b, c, 0);
    return c[19] == 30.0f ? 0 : 1;
}
";

/// The names of a program's symbols.
fn symbols(program: &Path) -> String {
    let nm = if machine() == "aarch64" { "nm" } else { "aarch64-linux-gnu-nm" };
    let nm = if cfg!(target_arch = "x86_64") { "nm" } else { nm };
    String::from_utf8(run(std::process::Command::new(nm).arg(program), b"").stdout).expect("text")
}

#[test]
fn a_linker_drops_what_is_not_called_and_keeps_equal_kernels_once() {
    let target = targets()[0];
    let export = two(&target);
    let compiler = &Compiler::all(&target)[0];
    let folder = written("kernels", &export);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("main.c", &format!("#include \"kernels.h\"\n{FIRST}"));
    let linked = ["-std=c11", "-O1", "main.c", "kernels.o", "-Wl,--gc-sections"];
    let program = compiler.compile(folder.path(), &linked);
    let _ = compiler.run(&program, b"");
    let found = symbols(&program);
    let kernels = found.lines().filter(|line| line.contains("tensmith_gemm_"));
    assert_eq!(kernels.count(), 1, "{found}");
    // The same kernels from an object and from two files that include them.
    write(
        "main.c",
        "#include \"inline.h\"\nvoid other(float *c);\nint main(void) { float c[20]; other(c); return c[0] != 3.0f; }\n",
    );
    write(
        "other.c",
        "#include \"inline.h\"\nvoid other(float *c);\nstatic const float ones[20] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};\n\
         void other(float *c) { first(ones, ones, c, 0); }\n",
    );
    let program = compiler.compile(folder.path(), &["-std=c11", "-O1", "main.c", "other.c", "kernels.o"]);
    let _ = compiler.run(&program, b"");
    let found = symbols(&program);
    let kernels = found.lines().filter(|line| line.contains("tensmith_gemm_"));
    assert_eq!(kernels.count(), 2, "{found}");
}

#[test]
fn programs_that_insist_on_landing_pads_and_no_relocations_link() {
    for target in targets() {
        let export = two(&target);
        let folder = written("kernels", &export);
        let start = "#include \"kernels.h\"\nvoid _start(void);\nfloat a[12], b[15], c[20];\n\
                     void _start(void) { first(a, b, c, 0); for (;;); }\n";
        fs::write(folder.path().join("main.c"), start).expect("a file");
        let strict: &[&str] = match target.isa.name() {
            "x86-64" => &["-fcf-protection=full", "-Wl,-z,ibt,-z,shstk,-z,cet-report=error"],
            _ => &["-mbranch-protection=standard", "-Wl,-z,force-bti"],
        };
        let compiler = &Compiler::all(&target)[0];
        for linked in ["kernels.o", "kernels.s"] {
            let free = ["-std=c11", "-ffreestanding", "-nostdlib", "-Wl,--fatal-warnings", "main.c", linked];
            let _ = compiler.compile(folder.path(), &[&free, strict].concat());
            // Into a library, which may have no relocation in code.
            let shared = ["-shared", "-fPIC", "-nostdlib", "-Wl,-z,text,--fatal-warnings", "main.c", linked];
            if target.isa.name() == "x86-64" || machine() == "aarch64" {
                let _ = compiler.compile(folder.path(), &shared);
            }
        }
    }
}

#[test]
fn the_text_of_a_function_is_what_people_would_write() {
    let jit = Jit::for_target(Target::generic()).expect("memory");
    let shapes = [[4, 3], [3, 5]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    let mut export = Export::new("kernels", jit.target()).expect("a name");
    export.plan("multiply", &jit.einsum::<f32>("mk,kn->mn", &shapes).expect("a plan")).expect("an export");
    let header = export.header();
    let begin = header.find("/* multiply:").expect("a comment");
    let expected = "\
/* multiply: mk,kn->mn
 *
 * in0: float of shape (4, 3), strides (3, 1) in elements, read; 12 elements
 * in1: float of shape (3, 5), strides (5, 1) in elements, read; 15 elements
 * out: float of shape (4, 5), strides (5, 1) in elements, written; 20 elements
 * scratch: MULTIPLY_SCRATCH_BYTES bytes at a multiple of MULTIPLY_SCRATCH_ALIGNMENT;
 *   what they hold does not matter, and calls at the same time need some each.
 * Operands overlap nothing that is written. */
#define MULTIPLY_IN0_ELEMENTS 12
#define MULTIPLY_IN1_ELEMENTS 15
#define MULTIPLY_OUT_ELEMENTS 20
#define MULTIPLY_SCRATCH_BYTES 0
#define MULTIPLY_SCRATCH_ALIGNMENT 64
#define MULTIPLY_NEEDS \"asimd\"
static inline void multiply(
    const float *TENSMITH_RESTRICT in0,
    const float *TENSMITH_RESTRICT in1,
    float *TENSMITH_RESTRICT out,
    void *TENSMITH_RESTRICT scratch)
{
    (void)scratch;
    tensmith_gemm_f32_5x4x3_nn_generic(in1, in0, out);
}
";
    assert!(header[begin..].starts_with(expected), "{}", &header[begin..]);
}
