//! The signature of a program for macOS: without one, or with one that does not fit, Apple's
//! processors run nothing.
//!
//! It is a list of blobs, numbers in big-endian order, at the end of the program. One is the code directory,
//! which has a hash of each page before it. A signature made by a linker is *ad hoc*: nobody vouches for it,
//! and it has no entitlements; the Hardened Runtime, under which memory for code needs one, is off.
//! (`cs_blobs.h` in Apple's published sources of the kernel.)

use sha2::{Digest, Sha256};

const LIST: u32 = 0xfade_0cc0;
const DIRECTORY: u32 = 0xfade_0c02;
const AD_HOC: u32 = 2;
const HARDENED: u32 = 0x1_0000;
const SHA_256: u8 = 2;

/// Checks the signature `signature` of a program, whose bytes before it are `signed`; returns how
/// many pages it covers.
///
/// # Errors
/// What is wrong.
pub(super) fn check(signed: &[u8], signature: &[u8]) -> Result<usize, String> {
    let directory = directory(signature).ok_or("the signature has no code directory")?;
    let field = |at| number(directory, at).ok_or("the code directory ends early");
    let (flags, limit) = (field(12)?, field(32)? as usize);
    if flags & AD_HOC == 0 || flags & HARDENED != 0 {
        return Err(format!("the code directory has the flags {flags:#x}: it is not ad hoc"));
    }
    if limit != signed.len() {
        return Err(format!("the signature is for {limit} bytes, and there are {} before it", signed.len()));
    }
    let [size, kind, _platform, page] = field(36)?.to_be_bytes();
    if (usize::from(size), kind) != (Sha256::output_size(), SHA_256) {
        return Err(format!("hashes are of kind {kind}, with {size} bytes: they must be SHA-256"));
    }
    let pages = signed.chunks(1 << page);
    let (first, count) = (field(16)? as usize, field(28)? as usize);
    if count != pages.len() {
        return Err(format!("{count} pages are signed, and there are {}", pages.len()));
    }
    let hashes = directory.get(first..).unwrap_or_default().chunks_exact(size.into());
    if hashes.len() < count {
        return Err(format!("the code directory has {} hashes for {count} pages", hashes.len()));
    }
    match pages.zip(hashes).position(|(page, hash)| Sha256::digest(page).as_slice() != hash) {
        Some(page) => Err(format!("page {page} is not what was signed")),
        None => Ok(count),
    }
}

/// The code directory in a list of blobs.
fn directory(signature: &[u8]) -> Option<&[u8]> {
    if number(signature, 0)? != LIST {
        return None;
    }
    (0..number(signature, 8)? as usize).find_map(|nth| {
        let blob = signature.get(number(signature, 12 + 8 * nth + 4)? as usize..)?;
        (number(blob, 0)? == DIRECTORY).then(|| blob.get(..number(blob, 4)? as usize)).flatten()
    })
}

/// The number at an offset.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_be_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: u8 = 12;

    /// A signature of two pages, as the header describes it.
    fn signature(signed: &[u8], flags: u32) -> Vec<u8> {
        let hashes: Vec<u8> = signed.chunks(1 << PAGE).flat_map(Sha256::digest).collect();
        let sizes = u32::from_be_bytes([32, SHA_256, 0, PAGE]);
        let length = 44 + hashes.len() as u32;
        let pages = hashes.len() as u32 / 32;
        let numbers = [DIRECTORY, length, 0x20400, flags, 44, 0, 0, pages, signed.len() as u32, sizes, 0];
        let list = [LIST, 20 + length, 1, 0, 20];
        let bytes = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect();
        [bytes(&list), bytes(&numbers), hashes].concat()
    }

    #[test]
    fn what_was_signed_is_found_and_nothing_else() {
        let mut signed = vec![7; 5000];
        let all = signature(&signed, AD_HOC | 0x2_0000);
        assert_eq!(check(&signed, &all), Ok(2));
        assert!(check(&signed[1..], &all).is_err());
        assert!(check(&signed, &signature(&signed, 0)).is_err());
        assert!(check(&signed, &signature(&signed, AD_HOC | HARDENED)).is_err());
        assert!(check(&signed, &all[..all.len() - 1]).is_err());
        assert!(check(&signed, &[]).is_err());
        signed[4999] = 8;
        assert_eq!(check(&signed, &all), Err("page 1 is not what was signed".to_owned()));
    }
}
