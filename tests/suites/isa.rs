//! Instruction sets: tables, texts, verifiers. One program, as most of what a program costs is to build it.

#[path = "../tests/isa_aarch64_asm.rs"]
mod isa_aarch64_asm;
#[path = "../tests/isa_aarch64_decode.rs"]
mod isa_aarch64_decode;
#[path = "../tests/isa_aarch64_decode_library.rs"]
mod isa_aarch64_decode_library;
#[path = "../tests/isa_aarch64_operand.rs"]
mod isa_aarch64_operand;
#[path = "../tests/isa_aarch64_random.rs"]
mod isa_aarch64_random;
#[path = "../tests/isa_aarch64_table_binutils.rs"]
mod isa_aarch64_table_binutils;
#[path = "../tests/isa_aarch64_table_forms.rs"]
mod isa_aarch64_table_forms;
#[path = "../tests/isa_aarch64_table_llvm.rs"]
mod isa_aarch64_table_llvm;
#[path = "../tests/isa_aarch64_verify.rs"]
mod isa_aarch64_verify;
#[path = "../tests/isa_buffer.rs"]
mod isa_buffer;
#[path = "../tests/isa_loaded.rs"]
mod isa_loaded;
#[path = "../tests/isa_pattern.rs"]
mod isa_pattern;
#[path = "../tests/isa_set.rs"]
mod isa_set;
#[path = "../tests/isa_unwind.rs"]
mod isa_unwind;
#[path = "../tests/isa_x86_64_assemble.rs"]
mod isa_x86_64_assemble;
#[path = "../tests/isa_x86_64_decode.rs"]
mod isa_x86_64_decode;
#[path = "../tests/isa_x86_64_decode_library.rs"]
mod isa_x86_64_decode_library;
#[path = "../tests/isa_x86_64_table_llvm.rs"]
mod isa_x86_64_table_llvm;
#[path = "../tests/isa_x86_64_verify.rs"]
mod isa_x86_64_verify;
#[path = "../tests/isa_x86_64_verify_flips.rs"]
mod isa_x86_64_verify_flips;
