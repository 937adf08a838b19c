//! Kernels before any instruction set, the language, registries and caches. One program, as most of what a program costs is to build it.

#[path = "../tests/cache.rs"]
mod cache;
#[path = "../tests/cache_memory.rs"]
mod cache_memory;
#[path = "../tests/fuzz_corpus.rs"]
mod fuzz_corpus;
#[path = "../tests/kernel_dialect.rs"]
mod kernel_dialect;
#[path = "../tests/kernel_func.rs"]
mod kernel_func;
#[path = "../tests/kernel_language_callees.rs"]
mod kernel_language_callees;
#[path = "../tests/kernel_language_calls.rs"]
mod kernel_language_calls;
#[path = "../tests/kernel_language_control.rs"]
mod kernel_language_control;
#[path = "../tests/kernel_language_examples.rs"]
mod kernel_language_examples;
#[path = "../tests/kernel_language_random.rs"]
mod kernel_language_random;
#[path = "../tests/kernel_language_refused.rs"]
mod kernel_language_refused;
#[path = "../tests/kernel_language_spill.rs"]
mod kernel_language_spill;
#[path = "../tests/kernel_language_values.rs"]
mod kernel_language_values;
#[path = "../tests/kernel_language_vectors.rs"]
mod kernel_language_vectors;
#[path = "../tests/kernel_language_writer.rs"]
mod kernel_language_writer;
#[path = "../tests/kernel_op_accuracy.rs"]
mod kernel_op_accuracy;
#[path = "../tests/kernel_op_power.rs"]
mod kernel_op_power;
#[path = "../tests/kernel_spec.rs"]
mod kernel_spec;
#[path = "../tests/kernel_table.rs"]
mod kernel_table;
#[path = "../tests/reference_expression.rs"]
mod reference_expression;
#[path = "../tests/reference_func.rs"]
mod reference_func;
#[path = "../tests/registry_data.rs"]
mod registry_data;
#[path = "../tests/registry_plugin_assembly.rs"]
mod registry_plugin_assembly;
#[path = "../tests/registry_plugin_formula.rs"]
mod registry_plugin_formula;
#[path = "../tests/registry_reentrant.rs"]
mod registry_reentrant;
#[path = "../tests/registry_rules.rs"]
mod registry_rules;
#[path = "../tests/target.rs"]
mod target;
