//! Contractions from text to a run, without a library for applications.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use tensmith_conformance::here;
use tensmith_core::code::memory::pool::{Pool, Unguarded};
use tensmith_core::code::{Block, CodeMemory, MemoryError};
use tensmith_core::tensor::{ArrayLayout, View, ViewMut};
use tensmith_core::{Element, Target, einsum};
#[cfg(target_os = "linux")]
use tensmith_platform_linux::HostMemory;
#[cfg(target_os = "macos")]
use tensmith_platform_macos::HostMemory;
use tensmith_primitives::contraction::{Compiler, Contraction, ContractionError};
use tensmith_tests::allocations::{Refused, Refusing, live, with_refusals};
use tensmith_tests::exact::{self, Tensor, places, random_layout};
use tensmith_tests::kernels;
use tensmith_tests::networks;
use tensmith_tests::random::SplitMix;

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Runs a contraction of some operands, with all arrays in random layouts, and compares with the meaning.
fn check<T: Element>(target: Target, expression: &str, shapes: &[Vec<usize>], random: &mut SplitMix) {
    let operands: Vec<_> = shapes.iter().map(|shape| Tensor::random(random, shape, shapes.len())).collect();
    let expected = exact::einsum(&einsum::parse(expression).unwrap(), &operands);
    let inputs: Vec<_> = shapes.iter().map(|shape| random_layout(random, shape)).collect();
    let output = random_layout(random, &expected.shape);
    let copies = inputs.iter().map(|layout| layout.try_clone().unwrap()).collect();
    // SAFETY: this machine executes the code for the target.
    let compiler = unsafe { Compiler::new(target, kernels::memory().clone()) }.unwrap();
    let made = compiler.einsum_of::<T>(expression, copies, Some(output.try_clone().unwrap()));
    let mut contraction = made.unwrap_or_else(|error| panic!("{expression} of {shapes:?}: {error}"));
    let arrays: Vec<Vec<T>> =
        operands.iter().zip(&inputs).map(|(operand, layout)| operand.laid_out(layout)).collect();
    let views: Vec<_> =
        arrays.iter().zip(&inputs).map(|(array, layout)| View::new(array, layout).unwrap()).collect();
    let mut result = vec![T::NAN; output.span()];
    // Twice, as nothing of a run may be left for the next one.
    for _ in 0..2 {
        contraction.run(&views, &mut ViewMut::new(&mut result, &output).unwrap()).unwrap();
        let is_right = places(&output)
            .zip(&expected.data)
            .all(|(place, element)| result[place].to_f64() == *element as f64);
        assert!(is_right, "{expression} of {shapes:?} on {}", target.core.name);
    }
}

#[test]
fn networks_are_what_their_expressions_mean() {
    let mut random = SplitMix::seeded("networks_are_what_their_expressions_mean", 27);
    for target in here::portable() {
        for _ in 0..60 {
            let (expression, shapes) = networks::draw(&mut random);
            check::<f32>(target, &expression, &shapes, &mut random);
            check::<f64>(target, &expression, &shapes, &mut random);
        }
    }
}

fn product(compiler: &Compiler<HostMemory>) -> Contraction<f32> {
    compiler.einsum("mk,kn->mn", &[&[3, 4], &[4, 5]]).unwrap()
}

#[test]
fn operands_that_are_not_those_of_the_plan_are_refused_and_nothing_is_written() {
    // SAFETY: the target is this machine.
    let compiler = unsafe { Compiler::new(here::host(), kernels::memory().clone()) }.unwrap();
    let mut contraction = product(&compiler);
    let (a, b) = ([1.0; 12], [1.0; 20]);
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).unwrap();
    let [of_a, of_b, of_c] = [layout(&[3, 4]), layout(&[4, 5]), layout(&[3, 5])];
    let [flat, turned, long] =
        [layout(&[12]), ArrayLayout::fortran_order(&[3, 4]).unwrap(), layout(&[3, 5, 1])];
    let (a_view, b_view) = (View::new(&a, &of_a).unwrap(), View::new(&b, &of_b).unwrap());
    let mut c = [7.0; 15];
    for (inputs, output, message) in [
        (&[a_view][..], &of_c, "there is 1 input: the contraction has 2"),
        (&[a_view, b_view, b_view], &of_c, "there are 3 inputs: the contraction has 2"),
        (&[View::new(&a, &flat).unwrap(), b_view], &of_c, "in0 has 1 extent: the contraction is made for 2"),
        (&[b_view, a_view], &of_c, "extent 0 of in0 is 4: the contraction is made for 3"),
        (&[a_view, a_view], &of_c, "extent 0 of in1 is 3: the contraction is made for 4"),
        (
            &[View::new(&a, &turned).unwrap(), b_view],
            &of_c,
            "in0 has other strides than the contraction is made for",
        ),
        (&[a_view, b_view], &long, "out has 3 extents: the contraction is made for 2"),
    ] {
        let error = contraction.run(inputs, &mut ViewMut::new(&mut c, output).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(c, [7.0; 15]);
    }
    contraction.run(&[a_view, b_view], &mut ViewMut::new(&mut c, &of_c).unwrap()).unwrap();
    assert_eq!(c, [4.0; 15]);
}

#[test]
fn what_is_no_contraction_is_refused() {
    // SAFETY: the target is this machine.
    let compiler = unsafe { Compiler::new(here::host(), kernels::memory().clone()) }.unwrap();
    for (expression, shapes, message) in [
        (
            "mk,kn->>mn",
            [[3, 4], [4, 5]],
            "'>' at byte 7 of the expression: must be a label, a space, `,`, `...` or `->`",
        ),
        ("mk,kn->mn", [[3, 4], [5, 6]], "label 'k' is 4 in in0 and 5 in in1: must be the same, or 1"),
    ] {
        let made = compiler.einsum::<f32>(expression, &shapes.each_ref().map(|shape| &shape[..]));
        let error = made.expect_err("no contraction");
        assert_eq!(error.to_string(), message);
        assert!(!error.is_out_of_memory());
    }
}

/// Memory that hands out what was published in another order.
struct Reversing(HostMemory);

impl CodeMemory for Reversing {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        let mut blocks = self.0.publish_all(codes)?;
        blocks.reverse();
        Ok(blocks)
    }
}

#[test]
fn memory_that_mixes_kernels_up_is_refused() {
    // SAFETY: the target is this machine.
    let compiler = unsafe { Compiler::new(here::host(), Reversing(kernels::memory().clone())) }.unwrap();
    let made = compiler.einsum::<f32>("ij,jk,kl->il", &[&[5, 6], &[6, 7], &[7, 8]]);
    let error = made.expect_err("kernels in another order");
    assert!(matches!(error, ContractionError::Memory(MemoryError::Differs { .. })), "{error}");
}

/// What a contraction is for comparing: its kernels' bytes and its loops.
fn described(contraction: &Contraction<f32>, pool: &Pool<Unguarded>) -> String {
    format!("{} {:?} {}", contraction.plan(), contraction.plan(), pool.free())
}

/// Every allocation refused, alone or with all later ones: an error that says so, no leak, and the same
/// contraction at the next attempt.
#[test]
fn a_refused_allocation_is_an_error_and_leaves_nothing() {
    let memory = vec![MaybeUninit::new(0_u8); 1 << 20].leak();
    // SAFETY: nothing here is called.
    let pool = Pool::new(memory, unsafe { Unguarded::new() }).unwrap();
    let free = pool.free();
    for (expression, shapes) in [
        ("mk,kn->mn", &[&[13, 14][..], &[14, 15]][..]),
        ("bmk,bkn->bmn", &[&[3, 5, 6], &[3, 6, 7]]),
        ("ab->ba", &[&[5, 7]]),
        ("ij,jk,kl->il", &[&[5, 6], &[6, 7], &[7, 8]]),
        ("abcd,dbe->aec", &[&[3, 4, 5, 6], &[6, 4, 7]]),
    ] {
        let make = || {
            // SAFETY: nothing is called.
            let compiler = unsafe { Compiler::new(Target::generic(), pool.clone()) };
            compiler
                .map_err(|_| None)
                .and_then(|compiler| compiler.einsum::<f32>(expression, shapes).map_err(Some))
        };
        let made = |result: Result<Contraction<f32>, _>| match result {
            Ok(contraction) => Some(described(&contraction, &pool)),
            // This machine may be no AArch64: then all is made, and refused at last.
            Err(Some(ContractionError::CannotExecute(_))) => None,
            Err(error) => panic!("{error:?}"),
        };
        let expected = made(make());
        for refused in Refused::ALL {
            let mut nth = 0;
            loop {
                let before = live();
                let (result, was_refused) = with_refusals(nth, refused, make);
                match result {
                    Err(Some(error)) if error.is_out_of_memory() => assert!(was_refused, "{nth}: {error}"),
                    Err(None) => assert!(was_refused, "{nth}: the registry"),
                    other => assert_eq!(made(other), expected, "{expression}: {nth}, {refused:?}"),
                }
                assert_eq!(live(), before, "{expression}: allocation {nth}, {refused:?}");
                assert_eq!(pool.free(), free);
                if !was_refused {
                    break;
                }
                nth += 1;
            }
            println!("{expression}: {nth} allocations, {refused:?}");
            assert!(nth > 20);
        }
        assert_eq!(made(make()), expected);
    }
    // The pool itself is refused code when it is full.
    let all = pool.publish(&vec![0; free]).unwrap();
    // SAFETY: nothing is called.
    let compiler = unsafe { Compiler::new(Target::generic(), pool.clone()) }.unwrap();
    let error = compiler.einsum::<f32>("ab->ba", &[&[5, 7]]).expect_err("no room");
    assert!(error.is_out_of_memory(), "{error}");
    drop(all);
}
