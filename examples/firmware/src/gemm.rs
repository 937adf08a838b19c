//! Multiplications alone, in as little memory as they take: one generator, one core, no text, no formatting,
//! nothing that can panic. Code goes to memory of the image's own, whose size is asked for before.
//!
//! It is built for the target without floating point of its own (`aarch64-unknown-none-softfloat`), and has
//! the memory management unit off: all data is Device memory, and kernels keep to that
//! (`Target::strictly_aligned`), wherever operands are. With the word `off` on its command line it calls a
//! kernel while vector registers are off, which has to fault.
#![no_std]
#![no_main]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicUsize, Ordering};
use firmware::{boot, host, mmu, platform, vectors};
use tensmith_core::DType;
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::code::{Block, cache};
use tensmith_core::codegen::Compiled;
use tensmith_core::kernel::spec::{Batch, Chain, Factor, Matrix};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::registry::Registry;
use tensmith_primitives::gemm::Gemm;

/// Why the image fails.
type Failure = &'static str;

/// M, N and K.
const SHAPES: [[usize; 3]; 5] = [[1, 1, 1], [4, 4, 4], [13, 5, 7], [16, 8, 12], [31, 3, 17]];

/// The elements of an operand, and one before them: they begin at no multiple of 16 bytes.
#[repr(align(16))]
struct Operand([f32; 1 + 31 * 31]);

#[unsafe(no_mangle)]
extern "C" fn main(_level: u64) -> ! {
    mmu::begin(false);
    let mut line = [0; 128];
    let is_off = host::command_line(&mut line).split(' ').any(|word| word == "off");
    let status = match SHAPES.into_iter().try_for_each(|shape| multiplication(shape, is_off)) {
        Ok(()) => {
            say("stack ", boot::stack_used());
            say(", heap ", MOST.load(Ordering::Relaxed));
            host::say(" bytes at most\nall is well\n");
            0
        }
        Err(failure) => {
            host::say(failure);
            host::say("\n");
            1
        }
    };
    host::exit(status)
}

fn say(what: &str, number: usize) {
    host::say(what);
    host::say_hex(number as u64);
}

/// Makes the kernel for a shape, and compares its results with sums of whole numbers.
fn multiplication(shape @ [m, n, k]: [usize; 3], is_off: bool) -> Result<(), Failure> {
    let code = compiled(shape)?;
    let kernel = emitted(&code)?;
    say("kernel of ", code.code.len());
    host::say(" bytes\n");
    let (a, b) = (numbers(3), numbers(5));
    let mut c = Operand([0.0; 1 + 31 * 31]);
    let call = [begin(&a), begin(&b), begin(&c)];
    let mut arguments = Arguments::default();
    arguments.iter_mut().zip(call).for_each(|(argument, operand)| *argument = operand);
    // SAFETY: operands are larger than any shape asks for, and the last one is written by nobody else.
    let run = || unsafe { kernel.call(&arguments) };
    _ = if is_off { run() } else { vectors::on(run) };
    let results = c.0.iter_mut().skip(1).take(m * n);
    let columns = (0..n).flat_map(|j| (0..m).map(move |i| (i, j)));
    let sum = |(i, j)| (0..k).map(|p| number(3, i + p * m) * number(5, p + j * k)).sum::<i32>() as f32;
    if results.zip(columns).all(|(found, place)| *found == sum(place)) {
        Ok(())
    } else {
        Err("a wrong result")
    }
}

/// The code for a shape, of dense operands in columns, for a machine of any kind whose
/// memory is Device memory.
fn compiled([m, n, k]: [usize; 3]) -> Result<Compiled, Failure> {
    let (a, b, c) = (Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m));
    let (alpha, beta, batch, epilogue) = (Factor::One, Factor::Zero, Batch::Single, Chain::EMPTY);
    let spec = GemmSpec { types: DType::F32.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue };
    let target = platform::target().strictly_aligned().ok_or("no aligned accesses")?;
    let mut registry = Registry::new();
    registry.add(&Gemm).map_err(|_| "no registry")?;
    registry.compile(&KernelSpec::Gemm(spec), &target).map_err(|_| "no kernel")
}

/// The code, at the next free place of the memory for it.
fn emitted(code: &Compiled) -> Result<Kernel, Failure> {
    let words = code.units::<u32>().map_err(|_| "no words")?;
    let (pool, end) = mmu::pool();
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    let at = pool.wrapping_add(TAKEN.fetch_add((4 * words).next_multiple_of(64), Ordering::Relaxed));
    if end.addr().saturating_sub(at.addr()) < 4 * words {
        return Err("no room for code");
    }
    // SAFETY: the words are in the memory that the linker sets aside, which has been 0 or been written;
    // nobody else takes them.
    let place = unsafe { core::slice::from_raw_parts_mut(at.cast::<u32>(), words) };
    let place = NonNull::from(code.emit(place).map_err(|_| "no room for code")?);
    let bytes = NonNull::slice_from_raw_parts(place.cast::<u8>(), 4 * words);
    // SAFETY: the memory is readable and, without tables, executable. It is never written again.
    let block = unsafe {
        cache::synchronize(bytes);
        Block::new(bytes.cast(), bytes.len(), None)
    };
    Kernel::new(block, platform::target().isa.architecture()).map_err(|_| "no AArch64 machine")
}

/// Small whole numbers, whose sums of products are exact.
fn number(seed: usize, nth: usize) -> i32 {
    ((nth * 7 + seed) % 9) as i32 - 4
}

fn numbers(seed: usize) -> Operand {
    let mut operand = Operand([0.0; 1 + 31 * 31]);
    operand.0.iter_mut().skip(1).enumerate().for_each(|(nth, element)| *element = number(seed, nth) as f32);
    operand
}

/// The address of the first element.
fn begin(operand: &Operand) -> usize {
    operand.0.as_ptr().wrapping_add(1).expose_provenance()
}

/// The heap: what was taken last is given back first; what is not, stays taken.
struct Heap;

#[global_allocator]
static HEAP: Heap = Heap;

static USED: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" {
    static mut __heap: u8;
    static mut __heap_end: u8;
}

// SAFETY: places are in the memory that the linker sets aside, each taken once. There is one
// core, and no interrupt.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (start, end) = (&raw mut __heap, &raw mut __heap_end);
        let used = start.wrapping_add(USED.load(Ordering::Relaxed));
        let place = used.wrapping_add(used.addr().wrapping_neg() & (layout.align() - 1));
        if end.addr().saturating_sub(place.addr()) < layout.size() {
            return null_mut();
        }
        let used = place.addr() - start.addr() + layout.size();
        USED.store(used, Ordering::Relaxed);
        MOST.fetch_max(used, Ordering::Relaxed);
        place
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        let offset = place.addr() - (&raw mut __heap).addr();
        if offset + layout.size() == USED.load(Ordering::Relaxed) {
            USED.store(offset, Ordering::Relaxed);
        }
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    host::exit(101)
}
