//! Spans of the crate `tracing`, where the feature of that name is on: `plan`, `generate` and `run`, of the
//! level `DEBUG`. Where it is off, nothing is left of them. Bound programs have none, as a span costs more
//! than they do.
//!
//! Tests: `tests/tests/harness_trace.rs`.

/// Begins a span that ends with the block.
macro_rules! span {
    ($name:literal $($field:tt)*) => {
        #[cfg(feature = "tracing")]
        let _span = tracing::debug_span!($name $($field)*).entered();
    };
}

/// Runs something within a span. Without a subscriber that takes a look at the level and no
/// more, as runs are short.
#[inline(always)]
pub(crate) fn run<R>(body: impl FnOnce() -> R) -> R {
    #[cfg(feature = "tracing")]
    if tracing::Level::DEBUG <= tracing::level_filters::LevelFilter::current() {
        return listened_run(body);
    }
    body()
}

#[cfg(feature = "tracing")]
#[cold]
fn listened_run<R>(body: impl FnOnce() -> R) -> R {
    span!("run");
    body()
}
