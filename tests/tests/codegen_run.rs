//! Kernels in their text form, compiled and run, for each size of vectors that the machine at hand executes:
//! nested loops, arguments in registers and on the stack, and the registers that a function
//! preserves for its caller.
#![allow(unsafe_code)]

use tensmith_core::Target;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::text;
use tensmith_tests::{here, kernels};

fn compile(source: &str, target: &Target) -> Kernel {
    let func = text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let compiled = target.compile(&func).unwrap_or_else(|error| panic!("{error}\n{source}"));
    kernels::publish(&compiled.code, target.isa.architecture())
}

/// A kernel for each size of vectors.
fn kernels(source: &str) -> Vec<Kernel> {
    here::portable().iter().map(|target| compile(source, target)).collect()
}

#[test]
fn values_live_across_loops_three_deep() {
    // Counts the passes of each loop, and writes the innermost count at each pass of the middle one.
    let nested = kernels(
        r#"func "nested" (i0, i1, i2, i3, i4) {
            load.f32x1 v0, [i1]
            zero v1
            zero v2
            zero v3
            copy i5, i0
            loop i2 {
                copy i6, i3
                loop i6 {
                    copy i7, i4
                    loop i7 {
                        add.f32 v1, v1, v0
                    }
                    store.f32x1 v1, [i5 + 12]
                    add i5, i5, 4
                    add.f32 v2, v2, v0
                }
                add.f32 v3, v3, v0
            }
            store.f32x1 v1, [i0]
            store.f32x1 v2, [i0 + 4]
            store.f32x1 v3, [i0 + 8]
        }"#,
    );
    let passes = [(1, 1, 1), (3, 1, 2), (1, 4, 1), (2, 3, 5), (4, 4, 4), (5, 2, 3)];
    for (kernel, (outer, middle, inner)) in
        nested.iter().flat_map(|kernel| passes.map(|passes| (kernel, passes)))
    {
        let mut out = vec![0.0f32; 3 + outer * middle];
        let one = 1.0f32;
        let arguments = [out.as_mut_ptr() as usize, &raw const one as usize, outer, middle, inner];
        // SAFETY: the kernel reads one element and writes all of `out`.
        unsafe { kernels::call(kernel, &arguments) };
        let counts = [outer * middle * inner, outer * middle, outer];
        let expected = counts.into_iter().chain((1..=outer * middle).map(|passes| passes * inner));
        assert!(out.iter().copied().eq(expected.map(|count| count as f32)), "{out:?}");
    }
}

#[test]
fn lanes_come_from_and_go_to_where_they_are_sent() {
    // Exchanges the lanes of a vector and multiplies them by a number that is passed as its bits.
    let lanes = kernels(
        r#"func "lanes" (i0, i1) {
            load i2, [i0]
            load i3, [i0 + 8]
            load.f32x1 v0, [i2 + 12]
            load.f32 v0[1], [i2 + 8]
            load.f32 v0[2], [i2 + i3]
            load.f32 v0[3], [i2]
            broadcast.f32 v1, i1
            mul.f32 v0, v0, v1
            store.f32x4 v0, [i2]
            store.f32 v0[0], [i2 + 16]
            store.f32 v0[3], [i2 + 20]
        }"#,
    );
    for kernel in lanes {
        let mut numbers = [1.0f32, 2.0, 3.0, 4.0, 0.0, 0.0];
        let cells = [numbers.as_mut_ptr() as usize, 4];
        // SAFETY: the cells hold the address of the numbers, and an offset within.
        unsafe { kernels::call(&kernel, &[cells.as_ptr() as usize, 10.0f32.to_bits() as usize]) };
        assert_eq!(numbers, [40.0, 30.0, 20.0, 10.0, 40.0, 10.0]);
    }

    let lanes = kernels(
        r#"func "double lanes" (i0, i1) {
            broadcast.f64 v0, i1
            load.f64 v0[1], [i0]
            store.f64 v0[1], [i0 + 8]
            store.f64 v0[0], [i0]
        }"#,
    );
    for kernel in lanes {
        let mut numbers = [1.0f64, 2.0];
        // SAFETY: the kernel accesses both numbers.
        unsafe { kernels::call(&kernel, &[numbers.as_mut_ptr() as usize, 0.5f64.to_bits() as usize]) };
        assert_eq!(numbers, [0.5, 1.0]);
    }
}

/// The result of a kernel for four words, which it gets in `v0`: it leaves its result in `v1`, the same with
/// vectors of any size.
fn of_words(body: &str, words: [u32; 4]) -> [u32; 4] {
    let source = format!("func \"words\" (i0) {{\nload.f32x4 v0, [i0]\n{body}\nstore.f32x4 v1, [i0]\n}}");
    let results = kernels(&source).into_iter().map(|kernel| {
        let mut words = words;
        // SAFETY: the kernel accesses four words.
        unsafe { kernels::call(&kernel, &[words.as_mut_ptr() as usize]) };
        words
    });
    let results: Vec<_> = results.collect();
    assert!(results.iter().all(|result| *result == results[0]), "{source}: {results:x?}");
    results[0]
}

#[test]
fn lanes_are_integers_where_an_instruction_says_so() {
    let words = [1, 0x8000_0001, u32::MAX, 0x7fc0_0000];
    assert_eq!(of_words("shl.f32 v1, v0, 31", words), words.map(|word| word << 31));
    assert_eq!(of_words("shl.f32 v1, v0, 0", words), words);
    assert_eq!(of_words("shr.f32 v1, v0, 1", words), words.map(|word| word >> 1));
    assert_eq!(of_words("shr.f32 v1, v0, 32", words), [0; 4]);
    assert_eq!(of_words("addint.f32 v1, v0, v0", words), words.map(|word| word.wrapping_add(word)));
    let one = "number.f32 v2, 0x1";
    assert_eq!(
        of_words(&format!("{one}\nsubint.f32 v1, v2, v0"), words),
        words.map(|w| 1u32.wrapping_sub(w))
    );

    let pairs = |words: [u32; 4]| [0, 2].map(|at| u64::from(words[at]) | u64::from(words[at + 1]) << 32);
    let doubled = of_words("addint.f64 v1, v0, v0", words);
    assert_eq!(pairs(doubled), pairs(words).map(|pair| pair.wrapping_add(pair)));
    assert_eq!(pairs(of_words("shr.f64 v1, v0, 64", words)), [0; 2]);
    assert_eq!(pairs(of_words("shl.f64 v1, v0, 63", words)), pairs(words).map(|pair| pair << 63));
    let difference = of_words("subint.f64 v1, v0, v0", words);
    assert_eq!(pairs(difference), [0; 2]);
}

#[test]
fn vectors_are_multiplied_by_any_lane() {
    let numbers = [1.5f32, -2.5, 7.0, -0.0];
    for (lane, factor) in numbers.into_iter().enumerate() {
        let products = of_words(&format!("mul.f32 v1, v0, v0[{lane}]"), numbers.map(f32::to_bits));
        assert_eq!(products, numbers.map(|number| (number * factor).to_bits()), "{lane}");
    }
    let numbers = [0.1f64, -3.0];
    let halves = |numbers: [f64; 2]| {
        let [low, high] = numbers.map(f64::to_bits);
        [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
    };
    for (lane, factor) in numbers.into_iter().enumerate() {
        let products = of_words(&format!("mul.f64 v1, v0, v0[{lane}]"), halves(numbers));
        assert_eq!(products, halves(numbers.map(|number| number * factor)), "{lane}");
    }
}

#[test]
fn numbers_and_lanes_become_vectors() {
    let words = [1.0f32, -2.5, 7.0, f32::NAN].map(f32::to_bits);
    for bits in [0, 1, 0x8000_0000, 1.0f32.to_bits(), 31.0f32.to_bits(), (-0.1f32).to_bits(), u32::MAX] {
        assert_eq!(of_words(&format!("number.f32 v1, {bits:#x}"), words), [bits; 4]);
    }
    for bits in [1.0f64.to_bits(), 0.1f64.to_bits(), u64::MAX, 1 << 63] {
        let halves = [bits as u32, (bits >> 32) as u32];
        let both = [halves[0], halves[1], halves[0], halves[1]];
        assert_eq!(of_words(&format!("number.f64 v1, {bits:#x}"), words), both);
    }
    for lane in 0..4 {
        assert_eq!(of_words(&format!("broadcast.f32 v1, v0[{lane}]"), words), [words[lane]; 4]);
        let mut inserted = words;
        inserted[lane] = 77;
        let body = format!("copy v1, v0\nconst i1, 77\ninsert.f32 v1[{lane}], i1");
        assert_eq!(of_words(&body, words), inserted);
    }
    assert_eq!(of_words("broadcast.f64 v1, v0[1]", words), [words[2], words[3], words[2], words[3]]);
    let half = "number.f32 v2, 0x3f000000";
    let less = of_words(&format!("{half}\ncopy v1, v0\nfms.f32 v1, v0, v2"), words);
    assert_eq!(less[..3], [0.5f32, -1.25, 3.5].map(f32::to_bits));
}

/// A function that calls another, whose address is its first argument, with 16 arguments from the memory at
/// the second; it gives the callee-saved registers values from the memory at the third, and writes there what
/// they hold after the call.
struct Caller {
    kernel: Kernel,
    /// How many registers that are.
    preserved: usize,
}

impl Caller {
    fn of(target: &Target) -> Self {
        let (source, preserved) = match target.isa.name() {
            "x86-64" => Self::x86_64(),
            _ => Self::aarch64(),
        };
        let code = target.assemble(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        Self { kernel: kernels::publish(&code, target.isa.architecture()), preserved }
    }

    /// x19 to x28, and the low halves of v8 to v15 (AAPCS64, 6.1).
    fn aarch64() -> (String, usize) {
        let preserved = |op: &str, base: &str, start: usize| {
            let ints = (19..28).step_by(2).map(|n| format!("x{n}, x{}", n + 1));
            let vectors = (8..15).step_by(2).map(|n| format!("d{n}, d{}", n + 1));
            let pairs = ints.chain(vectors).enumerate();
            pairs
                .map(|(nth, pair)| format!("{op} {pair}, [{base}, #{}]\n", start + 16 * nth))
                .collect::<String>()
        };
        let on_stack: String = (0..64)
            .step_by(16)
            .map(|at| format!("ldp x3, x4, [x1, #{}]\nstp x3, x4, [sp, #{at}]\n", 64 + at))
            .collect();
        let source = format!(
            "bti c
             sub sp, sp, #240
             stp x29, x30, [sp, #64]
             {save}
             str x2, [sp, #224]
             {on_stack}
             {fill}
             mov x9, x0
             ldp x2, x3, [x1, #16]
             ldp x4, x5, [x1, #32]
             ldp x6, x7, [x1, #48]
             ldp x0, x1, [x1]
             blr x9
             ldr x2, [sp, #224]
             {write}
             {restore}
             ldp x29, x30, [sp, #64]
             add sp, sp, #240
             ret",
            save = preserved("stp", "sp", 80),
            fill = preserved("ldp", "x2", 0),
            write = preserved("stp", "x2", 0),
            restore = preserved("ldp", "sp", 80),
        );
        (source, 18)
    }

    /// rbx, rbp, and r12 to r15 (System V ABI, AMD64 supplement, 3.2.1).
    fn x86_64() -> (String, usize) {
        const PRESERVED: [&str; 6] = ["rbx", "rbp", "r12", "r13", "r14", "r15"];
        let numbered = || PRESERVED.iter().enumerate();
        let save: String = PRESERVED.map(|register| format!("push {register}\n")).concat();
        let fill: String =
            numbered().map(|(nth, r)| format!("mov {r}, qword ptr [rdx + {}]\n", 8 * nth)).collect();
        let write: String =
            numbered().map(|(nth, r)| format!("mov qword ptr [rdx + {}], {r}\n", 8 * nth)).collect();
        let restore: String = PRESERVED.iter().rev().map(|register| format!("pop {register}\n")).collect();
        let on_stack: String =
            (6..16).rev().map(|nth| format!("mov rax, qword ptr [rsi + {}]\npush rax\n", 8 * nth)).collect();
        // With seven registers and ten arguments on the stack, it is aligned.
        let source = format!(
            "{save}
             push rdx
             {on_stack}
             mov rax, rdi
             mov r10, rsi
             {fill}
             mov rdi, qword ptr [r10]
             mov rsi, qword ptr [r10 + 8]
             mov rdx, qword ptr [r10 + 16]
             mov rcx, qword ptr [r10 + 24]
             mov r8, qword ptr [r10 + 32]
             mov r9, qword ptr [r10 + 40]
             call rax
             add rsp, 80
             pop rdx
             {write}
             {restore}
             ret"
        );
        (source, PRESERVED.len())
    }
}

/// A kernel of some pointers, which copies vectors to behind the first pointer, from behind the others by
/// round robin. It holds all vectors at once.
fn gather(arguments: usize, vectors: usize) -> String {
    let names: Vec<String> = (0..arguments).map(|nth| format!("i{nth}")).collect();
    let loads = (0..vectors).map(|nth| {
        let (from, offset) = (1 + nth % (arguments - 1), 16 * (nth / (arguments - 1)));
        format!("load.f32x4 v{nth}, [i{from} + {offset}]\n")
    });
    let stores = (0..vectors).map(|nth| format!("store.f32x4 v{nth}, [i0 + {}]\n", 16 * nth));
    format!("func \"gather\" ({}) {{\n{}}}", names.join(", "), loads.chain(stores).collect::<String>())
}

#[test]
fn arguments_arrive_and_registers_are_preserved() {
    for target in here::portable() {
        let machine = target.machine();
        // On x86-64, two more than there are registers for.
        for arguments in [2, 6, 7, 8, 9, 12, 14, 15, 16] {
            // As many vectors as take callee-saved registers, where there are such.
            preserved_by(&target, arguments, machine.vector_registers.min(30));
        }
    }
}

fn preserved_by(target: &Target, arguments: usize, vectors: usize) {
    let caller = Caller::of(target);
    let kernel = compile(&gather(arguments, vectors), target);
    let input = |input| (0..vectors).map(|nth| [(100 * input + nth) as f32; 4]).collect();
    let inputs: Vec<Vec<[f32; 4]>> = (1..arguments).map(input).collect();
    let mut out = vec![[0.0f32; 4]; vectors];
    let mut addresses = [0usize; 16];
    addresses[0] = out.as_mut_ptr() as usize;
    for (address, input) in addresses[1..].iter_mut().zip(&inputs) {
        *address = input.as_ptr() as usize;
    }
    let values: Vec<u64> = (1..=caller.preserved as u64).map(|nth| 0x0101_0101_0101_0101 * nth).collect();
    let mut preserved = values.clone();
    let entry = kernel.block().start().as_ptr() as usize;
    let passed = [entry, addresses.as_ptr() as usize, preserved.as_mut_ptr() as usize];
    // SAFETY: the caller reads and writes the arrays within their bounds, and so does the kernel.
    unsafe { kernels::call(&caller.kernel, &passed) };
    assert_eq!(preserved, values, "{arguments} arguments on {}", target.core.name);
    for (nth, vector) in out.iter().enumerate() {
        let expected = inputs[nth % inputs.len()][nth / inputs.len()];
        assert_eq!(*vector, expected, "{arguments} arguments on {}: vector {nth}", target.core.name);
    }
}

/// Behind a shift, a sum that overwrites it is one instruction with it, which all machines
/// have for small shifts.
#[test]
fn a_sum_that_overwrites_a_shifted_number_is_one_instruction() {
    let bytes = |sum: &str, target: &Target| {
        let source = format!(
            r#"func "sum" (i0, i1, i2) {{
                shl i3, i2, 3
                {sum}
                store.u64 i1, [i0]
            }}"#
        );
        let func = text::parse(&source).unwrap_or_else(|error| panic!("{error}"));
        target.compile(&func).expect("code").code.len()
    };
    for target in here::portable() {
        let [together, apart] = ["add i3, i1, i3", "add i1, i1, i3"].map(|sum| bytes(sum, &target));
        assert!(together < apart, "{}: {together} and {apart} bytes", target.core.name);
    }
}

/// What it overwrites, and where, changes no number.
#[test]
fn sums_of_shifted_numbers_are_what_they_are_apart() {
    let (base, number) = (0x0123_4567_89ab_cdef_u64, 0xfedc_ba98_7654_3211_u64);
    for by in 0..64 {
        let text = format!(
            r#"func "sums" (i0, i1, i2) {{
                shl i3, i2, {by}
                add i3, i1, i3
                store.u64 i3, [i0]
                shl i3, i2, {by}
                add i3, i3, i3
                store.u64 i3, [i0 + 8]
                shl i3, i2, {by}
                add i4, i1, i3
                store.u64 i4, [i0 + 16]
                store.u64 i3, [i0 + 24]
                copy i4, i2
                shl i4, i4, {by}
                add i4, i1, i4
                store.u64 i4, [i0 + 32]
                store.u64 i1, [i0 + 40]
            }}"#
        );
        let shifted = number << by;
        let sum = base.wrapping_add(shifted);
        for kernel in kernels(&text) {
            let mut out = [0u64; 6];
            let arguments = [out.as_mut_ptr() as usize, base as usize, number as usize];
            // SAFETY: the kernel writes six numbers.
            unsafe { kernels::call(&kernel, &arguments) };
            assert_eq!(out, [sum, shifted.wrapping_mul(2), sum, shifted, sum, base], "{by}");
        }
    }
}
