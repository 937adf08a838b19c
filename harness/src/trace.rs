//! Spans of the crate `tracing`, where the feature of that name is on: `plan`, `generate` and `run`, of the
//! level `DEBUG`. Where it is off, nothing is left of them. Bound programs have none, as a span costs more
//! than they do.

/// Begins a span that ends with the block.
macro_rules! span {
    ($name:literal $($field:tt)*) => {
        #[cfg(feature = "tracing")]
        let _span = tracing::debug_span!($name $($field)*).entered();
    };
}
