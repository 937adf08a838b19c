//! Another static library of Rust's, linked with ours: it prints, allocates and catches a panic, so that it
//! has most of the standard library.

/// The sum of the numbers below `n`, and one more for the panic that is caught.
#[unsafe(no_mangle)]
pub extern "C" fn other(n: usize) -> usize {
    std::panic::set_hook(Box::new(|_| ()));
    let numbers: Vec<usize> = (0..n).collect();
    println!("{numbers:?}");
    let caught = std::panic::catch_unwind(|| assert!(n == 0)).is_err();
    std::thread::spawn(move || numbers.iter().sum::<usize>()).join().unwrap_or(0) + usize::from(caught)
}
