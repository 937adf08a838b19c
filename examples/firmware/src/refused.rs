//! Memory that is refused: each request, alone and with all later ones. Each is an error that says so,
//! nothing leaks, and the next attempt works.

use crate::heap;
use firmware::println;
use tensmith_core::Target;
use tensmith_core::code::memory::pool::{Guard, Pool};
use tensmith_primitives::contraction::{Compiler, ContractionError};

/// Refuses each request of a contraction's way from text to published code.
pub fn all<G: Guard>(target: Target, pool: &Pool<G>) {
    let expression = "ij,jk,kl->il";
    let attempt = || {
        // SAFETY: the target is this machine.
        let compiler = unsafe { Compiler::new(target, pool.clone()) };
        // Where the registry has no memory, there is no other error.
        let compiler = compiler.map_err(|_| None)?;
        compiler.einsum::<f32>(expression, &[&[5, 6], &[6, 7], &[7, 8]]).map(|_| ()).map_err(Some)
    };
    for and_later in [false, true] {
        let mut nth = 0;
        loop {
            let (free, live) = (pool.free(), heap::live());
            let (result, was_refused) = heap::refusing(nth, and_later, attempt);
            assert!(is_polite(&result, was_refused), "request {nth}: {result:?}");
            assert_eq!((pool.free(), heap::live()), (free, live), "request {nth} leaks");
            if !was_refused {
                break;
            }
            nth += 1;
        }
        assert!(nth > 20 && attempt().is_ok());
        println!(
            "{nth} requests refused, {}",
            if and_later { "each with all later ones" } else { "each alone" }
        );
    }
}

/// Whether a result says what happened.
fn is_polite(result: &Result<(), Option<ContractionError>>, was_refused: bool) -> bool {
    match result {
        Ok(()) => true,
        Err(error) => was_refused && error.as_ref().is_none_or(ContractionError::is_out_of_memory),
    }
}
