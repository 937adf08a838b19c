//! What is exported, in programs that other compilers and linkers make.

#[path = "../tests/export_bare.rs"]
mod export_bare;
#[path = "../tests/export_link.rs"]
mod export_link;
#[path = "../tests/export_linked.rs"]
mod export_linked;
#[path = "../tests/export_object.rs"]
mod export_object;
