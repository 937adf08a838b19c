//! Inputs near those that fuzzing starts from, at random, for some time: at night for minutes. Every property
//! holds for each of them, within bounds of memory and time.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tensmith_tests::allocations::{Measuring, most_held};
use tensmith_tests::fuzz::mutate::{drawn, mutated};
use tensmith_tests::fuzz::{PROPERTIES, Property};
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::random::SplitMix;

#[global_allocator]
static ALLOCATOR: Measuring = Measuring;

/// The most bytes that an input of at most [`LONGEST`] may take at a time.
const MOST_BYTES: usize = 32 << 20;

/// The longest that such an input may take, however often it is tried. Other programs may run meanwhile.
const MOST_TIME: Duration = Duration::from_secs(1);

/// Bytes of the longest input.
const LONGEST: usize = 4096;

/// Prints the input with which a property panics.
struct Guard<'a>(&'a str, &'a [u8]);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}: {:?}", self.0, String::from_utf8_lossy(self.1));
            println!("{:02x?}", self.1);
        }
    }
}

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/fuzz").join(name);
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// The time and memory of an input.
fn cost((name, property): Property, data: &[u8]) -> (Duration, usize) {
    let _guard = Guard(name, data);
    let start = Instant::now();
    let ((), bytes) = most_held(|| property(data));
    (start.elapsed(), bytes)
}

fn holds(property: Property, time: Duration) {
    let name = property.0;
    let inputs = corpus(name);
    let mut random = SplitMix::seeded(name, 1);
    let mut kept: Vec<Vec<u8>> = Vec::new();
    let (mut count, mut most) = (0, (Duration::ZERO, 0));
    let start = Instant::now();
    while start.elapsed() < time {
        let mut one_of = |inputs: &[Vec<u8>]| inputs[random.below(inputs.len() as u64) as usize].clone();
        let other = one_of(&inputs);
        let one = if kept.is_empty() || count % 2 == 0 { one_of(&inputs) } else { one_of(&kept) };
        let drawn = if count % 3 == 0 { drawn(name, &mut random) } else { None };
        let mut data = drawn.unwrap_or_else(|| mutated(&one, &other, &mut random));
        data.truncate(LONGEST);
        let (mut time, bytes) = cost(property, &data);
        for _ in 0..4 {
            if time > MOST_TIME || time > most.0 && time > Duration::from_millis(5) {
                time = time.min(cost(property, &data).0);
            }
        }
        // What costs more than all before is worth changing further.
        if time > most.0 || bytes > most.1 {
            if std::env::var_os("TENSMITH_FUZZ_WORST").is_some()
                && (time > Duration::from_millis(20) || bytes > 1 << 20)
            {
                println!("{name}: {time:?}, {bytes} bytes: {:?}", String::from_utf8_lossy(&data));
            }
            most = (time.max(most.0), bytes.max(most.1));
            kept.push(data.clone());
        } else if random.below(200) == 0 {
            kept.push(data.clone());
        }
        assert!(time <= MOST_TIME, "{name}: {time:?}: {:?}", String::from_utf8_lossy(&data));
        assert!(bytes <= MOST_BYTES, "{name}: {bytes} bytes: {:?}", String::from_utf8_lossy(&data));
        if kept.len() > 500 {
            kept.swap_remove(random.below(400) as usize);
        }
        count += 1;
    }
    println!("{name}: {count} inputs, at most {:?} and {} bytes", most.0, most.1);
}

#[test]
fn properties_hold_near_what_fuzzing_starts_from() {
    let time =
        scaled(Duration::from_millis(if is_emulated() { 2_000 } else { 500 }), Duration::from_secs(300));
    let wanted = std::env::var("TENSMITH_FUZZ").ok();
    for property in
        PROPERTIES.into_iter().filter(|(name, _)| wanted.as_deref().is_none_or(|wanted| wanted == *name))
    {
        holds(property, time);
    }
}
