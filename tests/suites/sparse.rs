//! Products of sparse matrices. One program, as most of what a program costs is to build it.

#[path = "../tests/sparse_blocks.rs"]
mod sparse_blocks;
#[path = "../tests/sparse_csr.rs"]
mod sparse_csr;
#[path = "../tests/sparse_einsum.rs"]
mod sparse_einsum;
#[path = "../tests/sparse_fixed.rs"]
mod sparse_fixed;
#[path = "../tests/sparse_product.rs"]
mod sparse_product;
#[path = "../tests/sparse_pruned.rs"]
mod sparse_pruned;
#[path = "../tests/sparse_rows.rs"]
mod sparse_rows;
#[path = "../tests/sparse_sampled.rs"]
mod sparse_sampled;
#[path = "../tests/sparse_split.rs"]
mod sparse_split;
#[path = "../tests/sparse_sprs.rs"]
mod sparse_sprs;
