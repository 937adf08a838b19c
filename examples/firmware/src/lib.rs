//! What both images have of the machine: how it starts and ends, its tables, and what tensmith asks of it.
#![no_std]

pub mod boot;
pub mod exception;
pub mod host;
pub mod mmu;
pub mod platform;
pub mod vectors;
