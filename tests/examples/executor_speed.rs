//! The time to dispatch empty tasks to two threads, compared with rayon:
//!
//! ```text
//! cargo run --release --package tensmith-tests --features peers --example executor_speed
//! ```
//!
//! Prints a line of JSON for each way of asking: the median of nanoseconds for each library, and the
//! median of their ratios. Both take turns in short batches, and a ratio is that of neighbouring
//! batches, so that what disturbs one disturbs the other. Of rayon's functions that do the same, all
//! are timed, and the fastest of each turn counts.
//!
//! Tasks are empty, or wait for each other, so that both threads have to take part. The caller is a
//! thread of the application, or inside a task, which is where rayon's callers need not hand over to a
//! thread of the pool.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value, json};
use std::error::Error;
use std::hint::{black_box, spin_loop};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;
use tensmith::parallel::{Executor, Pool};

/// How many turns each has, and calls in each.
const TURNS: usize = 301;
const CALLS: u32 = 100;
/// The executor of the tasks.
const WIDTH: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// A way to run tasks.
type Way<'w> = Box<dyn Fn() + Sync + 'w>;

fn main() -> Result<(), Box<dyn Error>> {
    let pool = Pool::with_width(WIDTH);
    pool.start()?;
    let rayon = ThreadPoolBuilder::new().num_threads(WIDTH.get()).build()?;
    let meeting = Meeting::default();
    for (name, tasks, body) in [
        ("2 empty tasks", 2, &nothing as &(dyn Fn(usize) + Sync)),
        ("64 empty tasks", 64, &nothing),
        ("2 tasks that meet", 2, &|_| meeting.attend()),
    ] {
        let (ours, theirs) = (ours(&pool, tasks, body), theirs(&rayon, tasks, body));
        let outside = compare(|| seconds(&ours), || fastest(&theirs));
        println!("{}", line(name, &outside));
        let inside = compare(|| within(&pool, || seconds(&ours)), || rayon.install(|| fastest(&theirs)));
        println!("{}", line(&format!("{name}, inside a task"), &inside));
    }
    Ok(())
}

fn nothing(task: usize) {
    black_box(task);
}

/// Where two threads meet, again and again.
#[derive(Debug, Default)]
struct Meeting {
    arrivals: AtomicUsize,
}

impl Meeting {
    /// Waits for the other.
    fn attend(&self) {
        let both = self.arrivals.fetch_add(1, Ordering::Relaxed) / 2 * 2 + 2;
        for waited in 0.. {
            if self.arrivals.load(Ordering::Relaxed) >= both {
                break;
            }
            if waited < 1000 { spin_loop() } else { thread::yield_now() }
        }
    }
}

fn ours<'w>(pool: &'w Pool, tasks: usize, body: &'w (dyn Fn(usize) + Sync)) -> Way<'w> {
    Box::new(move || pool.run(tasks, &|range| range.for_each(body)).expect("it has started"))
}

/// rayon's ways, all of which return when every task is done.
fn theirs<'w>(rayon: &'w ThreadPool, tasks: usize, body: &'w (dyn Fn(usize) + Sync)) -> Vec<Way<'w>> {
    let mut ways: Vec<Way<'w>> = vec![
        Box::new(move || rayon.install(|| (0..tasks).into_par_iter().for_each(body))),
        Box::new(move || rayon.scope(|scope| (0..tasks).for_each(|task| scope.spawn(move |_| body(task))))),
    ];
    if tasks == 2 {
        ways.push(Box::new(move || _ = rayon.join(|| body(0), || body(1))));
        ways.push(Box::new(move || _ = rayon.broadcast(|context| body(context.index()))));
    }
    ways
}

/// Runs `measure` as a task of the pool, with another thread at leisure.
fn within(pool: &Pool, measure: impl Fn() -> f64 + Sync) -> f64 {
    let measured = Mutex::new(0.0);
    let task = |range: Range<usize>| {
        if range.contains(&0) {
            *measured.lock().expect("nothing panics") = measure();
        }
    };
    pool.run(2, &task).expect("it has started");
    measured.into_inner().expect("nothing panics")
}

/// Seconds of one call.
fn seconds(way: &Way<'_>) -> f64 {
    let start = Instant::now();
    (0..CALLS).for_each(|_| way());
    start.elapsed().as_secs_f64() / f64::from(CALLS)
}

fn fastest(ways: &[Way<'_>]) -> f64 {
    ways.iter().map(seconds).fold(f64::INFINITY, f64::min)
}

/// Seconds of both, turn by turn.
fn compare(ours: impl Fn() -> f64, theirs: impl Fn() -> f64) -> Vec<[f64; 2]> {
    (0..TURNS).map(|_| [ours(), theirs()]).collect()
}

fn line(name: &str, turns: &[[f64; 2]]) -> Value {
    let nanoseconds = |nth: usize| median(turns.iter().map(|turn| turn[nth] * 1e9));
    json!({
        "name": name,
        "tensmith": nanoseconds(0),
        "rayon": nanoseconds(1),
        "ratio": median(turns.iter().map(|[ours, theirs]| ours / theirs)),
    })
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
