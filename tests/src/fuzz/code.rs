//! Machine code of both architectures, and functions over virtual registers.

use super::has_place;
use crate::kernels;
use tensmith_core::Target;
use tensmith_core::isa::Contract;
use tensmith_core::isa::aarch64;
use tensmith_core::isa::x86_64::{self, assemble as assembled, decode as decoded};
use tensmith_core::kernel::text::{TextError, parse};

/// Text assembles for x86-64, or is refused at a place that it has; what assembles decodes.
///
/// # Panics
/// Where this does not hold.
pub fn assemble_x86_64(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match assembled(text) {
        Ok(code) => {
            let mut rest = code.as_slice();
            while let Some((_, size)) = decoded(rest).filter(|(_, size)| *size > 0) {
                rest = &rest[size..];
            }
        }
        Err(error) => has_place(text, &error),
    }
}

/// An instruction of x86-64 that bytes decode to has 1 to 15 of them, all there, and its text, where it
/// assembles, is read as the same instruction. Its bytes may be others: there are several for many
/// instructions. A listing has all bytes.
///
/// # Panics
/// Where this does not hold.
pub fn decode_x86_64(data: &[u8]) {
    let pieces: Vec<u8> = x86_64::pieces(data).flat_map(|(piece, _)| piece).copied().collect();
    assert_eq!(pieces, data, "pieces are all of the code");
    let mut rest = data;
    while !rest.is_empty() {
        let Some((inst, size)) = decoded(rest) else {
            rest = &rest[1..];
            continue;
        };
        assert!((1..=15.min(rest.len())).contains(&size), "{size} bytes: {rest:02x?}");
        let text = inst.to_string();
        let (code, after) = rest.split_at(size);
        // What a branch leads to is a number in its text, from its own place on.
        if let Ok(again) = assembled(&text) {
            let read = decoded(&again).map(|(inst, _)| inst.to_string()).expect("an instruction");
            // A number of 32 bits has another text where its byte is extended by its sign: 4294967295 and -1.
            let is_same = read == text || assembled(&read).is_ok_and(|same| same == again);
            assert!(is_same, "{code:02x?} is `{text}`, whose code is `{read}`");
        }
        rest = after;
    }
}

/// The verifiers accept or refuse any bytes, twice alike, and accept none with an
/// instruction of neither table.
///
/// # Panics
/// Where this does not hold.
pub fn verify(data: &[u8]) {
    let Some((first, code)) = data.split_first() else { return };
    let arguments = usize::from(*first % 12);
    for target in ["neoverse-v2", "zen5", "haswell"] {
        let target = Target::named(target).expect("a core");
        let (one, other) = (target.finish(code, arguments), target.finish(code, arguments));
        assert_eq!(
            one.as_ref().map(|compiled| &compiled.code),
            other.as_ref().map(|compiled| &compiled.code)
        );
        if let Ok(compiled) = one {
            assert_eq!(compiled.code, code);
        }
    }
    let contract =
        Contract { features: aarch64::feature::Features::of(&[]).erased(), arguments, callees: &[] };
    let words = kernels::words(code);
    if aarch64::verify(&words, &contract).is_ok() {
        let is_known = |word: &u32| matches!(aarch64::decode(*word), aarch64::Decoded::Known(_));
        assert!(words.iter().all(is_known), "{words:08x?}");
    }
    let contract =
        Contract { features: x86_64::feature::Features::of(&[]).erased(), arguments, callees: &[] };
    if x86_64::verify(code, &contract).is_ok() {
        let mut rest = code;
        while !rest.is_empty() {
            let (_, size) = decoded(rest).expect("an instruction");
            rest = &rest[size..];
        }
    }
}

/// A text is a function that reads like its print and compiles, or is refused, for every core alike each
/// time; or it is refused at a line that it has.
///
/// # Panics
/// Where this does not hold.
pub fn func(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match parse(text) {
        Ok(func) => {
            assert_eq!(parse(&func.to_string()).as_ref(), Ok(&func), "{text}");
            for target in ["neoverse-v2", "cortex-a510", "zen5", "haswell"] {
                let target = Target::named(target).expect("a core");
                let [one, other] = [(), ()].map(|()| target.compile(&func).map(|compiled| compiled.code));
                assert_eq!(one, other, "{text}");
            }
        }
        Err(TextError::Syntax { line, .. } | TextError::Func { line, .. }) => {
            assert!((1..=text.split('\n').count()).contains(&line), "{line}");
        }
        Err(_) => {}
    }
}
