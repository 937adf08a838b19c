//! The kernel's account of this process's memory: `/proc/self/maps`, proc(5).
#![allow(dead_code, reason = "each test file uses some of it")]

use std::fs;
use std::ops::Range;

/// Permissions of the mapping at `address`, such as `r-xp`; none where nothing is mapped.
pub(crate) fn permissions(address: *const u8) -> Option<String> {
    mappings().into_iter().find(|(range, _)| range.contains(&(address as usize))).map(|(_, text)| text)
}

/// Addresses and permissions of every mapping.
pub(crate) fn mappings() -> Vec<(Range<usize>, String)> {
    let text = fs::read_to_string("/proc/self/maps").expect("/proc is mounted");
    text.lines().map(|line| mapping(line).expect("a line as in proc(5)")).collect()
}

fn mapping(line: &str) -> Option<(Range<usize>, String)> {
    let mut fields = line.split(' ');
    let (start, end) = fields.next()?.split_once('-')?;
    let address = |text| usize::from_str_radix(text, 16).ok();
    Some((address(start)?..address(end)?, fields.next()?.to_owned()))
}
