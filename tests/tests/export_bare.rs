//! An exported object on a machine without an operating system: linked without any library, and run by an
//! emulator of a whole machine, which ends with the status that the program gives it.

use std::fs;
use std::process::Command;
use tensmith::{ArrayLayout, Jit, Target, UnaryOp};
use tensmith_core::einsum::tree::parse;
use tensmith_export::Export;
use tensmith_tests::exported::{Compiler, written};
use tensmith_tests::lowered::Case;
use tensmith_tests::random::SplitMix;
use tensmith_tests::trees::{KNOWN, scaled};

/// What begins: vectors on, a stack, memory that may be accessed at any address, and then `check`.
const START: &str = r#"
__asm__(".section .text.boot,\"ax\"\n"
        ".global _start\n"
        "_start: mov x0, #(3 << 20)\n"
        "msr cpacr_el1, x0\n"
        "isb\n"
        "ldr x0, =stack_end\n"
        "mov sp, x0\n"
        "b begin\n");

unsigned char stack[65536] __attribute__((aligned(16)));
__asm__(".global stack_end\n.set stack_end, stack + 65536\n");

/* The first GiB is that of devices, the second one memory. */
static uint64_t table[512] __attribute__((aligned(4096)));

static void normal_memory(void)
{
    uint64_t control;
    table[1] = 0x40000000 | 3 << 8 | 1 << 10 | 1;
    __asm__ volatile("msr mair_el1, %0" : : "r"((uint64_t)0xff));
    __asm__ volatile("msr tcr_el1, %0" : : "r"((uint64_t)(25 | 1 << 8 | 1 << 10 | 3 << 12 | 1 << 23)));
    __asm__ volatile("msr ttbr0_el1, %0\n isb" : : "r"(table) : "memory");
    __asm__ volatile("mrs %0, sctlr_el1" : "=r"(control));
    __asm__ volatile("msr sctlr_el1, %0\n isb" : : "r"(control | 1 | 1 << 2 | 1 << 12) : "memory");
}

/* Ends the emulation with a status (semihosting, SYS_EXIT_EXTENDED). */
static void end(uint64_t status)
{
    uint64_t reason[2] = {0x20026, status};
    register uint64_t operation __asm__("x0") = 0x20;
    register uint64_t parameter __asm__("x1") = (uint64_t)reason;
    __asm__ volatile("hlt #0xf000" : : "r"(operation), "r"(parameter) : "memory");
}

void begin(void)
{
    normal_memory();
    end((uint64_t)check());
    for (;;);
}
"#;

/// Where the machine's memory begins that is free.
const PLACES: &str = "\
ENTRY(_start)
SECTIONS {
    . = 0x40200000;
    .text : { KEEP(*(.text.boot)) *(.text .text.*) }
    .rodata : { *(.rodata .rodata.*) }
    . = ALIGN(0x10000);
    .data : { *(.data .data.*) }
    .bss : ALIGN(64) { *(.bss .bss.* COMMON) }
    /DISCARD/ : { *(.comment) *(.eh_frame*) }
}
";

/// Numbers as C has them, in an array.
fn array(name: &str, numbers: &[f32]) -> String {
    let numbers: Vec<_> = numbers.iter().map(|number| format!("{number:?}f")).collect();
    format!("static const float {name}[] = {{{}}};\n", numbers.join(", "))
}

/// A function that calls one that was exported, and compares.
fn comparison(name: &str, inputs: &[Vec<f32>], expected: &[f32]) -> String {
    let mut text = String::new();
    let mut passed = String::new();
    for (nth, input) in inputs.iter().enumerate() {
        text += &array(&format!("{name}_{nth}"), input);
        passed += &format!("{name}_{nth}, ");
    }
    text += &array(&format!("{name}_expected"), expected);
    let (length, capitals) = (expected.len(), name.to_ascii_uppercase());
    text + &format!(
        "static float {name}_out[{length}];\n\
         static unsigned char {name}_scratch[{capitals}_SCRATCH_BYTES + 1] __attribute__((aligned({capitals}_SCRATCH_ALIGNMENT)));\n\
         static int check_{name}(void)\n{{\n    {name}({passed}{name}_out, {name}_scratch);\n\
         \x20   for (int at = 0; at < {length}; ++at)\n        if ({name}_out[at] != {name}_expected[at]) return 0;\n    return 1;\n}}\n"
    )
}

#[test]
fn a_fused_multiplication_and_a_tree_run_without_an_operating_system() {
    let target = Target::named("cortex-a72").expect("a core");
    let jit = Jit::for_target(target).expect("memory");
    let mut random =
        SplitMix::seeded("a_fused_multiplication_and_a_tree_run_without_an_operating_system", 31);
    let mut export = Export::new("kernels", &target).expect("a name");

    let [m, n, k] = [13, 11, 17];
    let mut numbers = |len: usize| -> Vec<f32> { (0..len).map(|_| random.below(9) as f32 - 4.0).collect() };
    let inputs = [numbers(m * k), numbers(k * n), numbers(n)];
    let [a, b, bias] = &inputs;
    let fused: Vec<f32> = (0..m * n)
        .map(|at| {
            let products = (0..k).map(|k_at| a[at / n * k + k_at] * b[k_at * n + at % n]);
            (products.sum::<f32>() + bias[at % n]).max(0.0)
        })
        .collect();
    let shapes = [[m, k], [k, n]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    let of_bias = ArrayLayout::c_order(&[n]).expect("a layout");
    let contraction = jit.contraction("mk,kn->mn").add("n", &of_bias).apply(UnaryOp::relu());
    export.plan("fused", &contraction.plan::<f32>(&shapes).expect("a plan")).expect("an export");
    let mut text = "#include \"kernels.h\"\n".to_owned() + &comparison("fused", &inputs, &fused);

    let (tree, extents, _) = KNOWN[1];
    let extents = scaled(extents, 3);
    let case = Case::of_tree(parse(tree, &extents).expect("a tree"), &mut random);
    let layouts = case.layouts();
    let (output, layouts) = layouts.split_last().expect("an output");
    let plan = jit.tree(tree, &extents).plan_into::<f32>(layouts, output).expect("a plan");
    export.plan("tree", &plan).expect("an export");
    let mut arrays = case.memory::<f32>().arrays;
    arrays.pop();
    text += &comparison("tree", &arrays, &case.expected());

    text += "static int check(void) { return check_fused() | check_tree() << 1; }\n";
    let folder = written("kernels", &export);
    fs::write(folder.path().join("main.c"), text + START).expect("a file");
    fs::write(folder.path().join("places.ld"), PLACES).expect("a file");
    let compiler = &Compiler::all(&target)[0];
    let words =
        ["-std=gnu11", "-O1", "-mstrict-align", "-ffreestanding", "-fno-builtin", "-nostdlib", "-static"];
    let linked = ["-Wl,-T,places.ld,--build-id=none,--gc-sections", "main.c", "kernels.o"];
    let image = compiler.compile(folder.path(), &[&words[..], &linked].concat());
    let mut qemu = Command::new("qemu-system-aarch64");
    qemu.args(["-M", "virt", "-cpu", "cortex-a72", "-m", "256M", "-nographic", "-nodefaults"]);
    qemu.args(["-semihosting-config", "enable=on,target=native", "-kernel"]).arg(image);
    // A bit for each of the two, so that a program which does nothing fails.
    let status = qemu.status().expect("qemu-system-aarch64 starts").code();
    assert_eq!(status, Some(3));
}
