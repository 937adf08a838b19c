//! Dot products of neighbouring numbers, added to lanes of 32 bits.
//!
//! `vpdpbusd` takes the factor without a sign first: it may be either. Products of bytes that both have a
//! sign, or none, have no instruction, nor have any without `AVX512-VNNI`. Words are multiplied and added up
//! in two instructions there, and integers of 32 bits on any core.
//!
//! Tests: `tests/tests/kernel_language_dot.rs`.

use super::state::Lowering;
use super::width::Width;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::Memory;
use crate::isa::x86_64::register::{Any, Simd};
use crate::isa::x86_64::table::{float, vector_integer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{DotTypes, Vector};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// Whether the row's factor can be a number in memory that the instruction itself replicates.
    pub(super) fn dots_by_memory(&self, types: DotTypes) -> bool {
        let takes_memory = match types {
            DotTypes::U8I8 | DotTypes::I16 | DotTypes::BF16 => self.dots.has_bytes(),
            DotTypes::I32 => true,
            DotTypes::I8 | DotTypes::I8U8 | DotTypes::U8 => false,
        };
        self.width == Width::Zmm && takes_memory
    }

    /// Adds the dot products of two vectors to an accumulator: to its lower half, where that is enough. The
    /// second vector is none that is left to lowering.
    pub(super) fn dot_to(
        &mut self,
        sum: Vector,
        [d, a, b]: [Any<Simd>; 3],
        types: DotTypes,
    ) -> Result<(), Reason> {
        let is_half = self.halves.has(sum);
        match (types, self.dots) {
            (_, dots) if dots.all().iter().all(|dot| dot.types != types) => Err(Reason::Dot),
            (DotTypes::U8I8, _) if is_half => self.emit(vector_integer::vpdpbusd_y(d, a, b)),
            (DotTypes::U8I8, _) => self.emit(vector_integer::vpdpbusd_z(d, a, b)),
            (DotTypes::I8U8, _) if is_half => self.emit(vector_integer::vpdpbusd_y(d, b, a)),
            (DotTypes::I8U8, _) => self.emit(vector_integer::vpdpbusd_z(d, b, a)),
            (DotTypes::I16, dots) if !dots.has_bytes() => self.multiply_words([d, a, b]),
            (DotTypes::I16, _) if is_half => self.emit(vector_integer::vpdpwssd_y(d, a, b)),
            (DotTypes::I16, _) => self.emit(vector_integer::vpdpwssd_z(d, a, b)),
            (DotTypes::I32, _) => {
                let products = self.width.scratch();
                self.either(
                    || vector_integer::vpmulld_y(products, a, b),
                    || vector_integer::vpmulld_z(products, a, b),
                )?;
                self.add_products(d, products)
            }
            (DotTypes::BF16, _) if is_half => self.emit(float::vdpbf16ps_y(d, a, b)),
            (DotTypes::BF16, _) => self.emit(float::vdpbf16ps_z(d, a, b)),
            (DotTypes::I8 | DotTypes::U8, _) => Err(Reason::Dot),
        }
    }

    /// The same with a number in memory.
    pub(super) fn dot_replicated(
        &mut self,
        sum: Vector,
        [d, a]: [Any<Simd>; 2],
        from: Memory,
        types: DotTypes,
    ) -> Result<(), Reason> {
        let number = from.broadcast();
        if types == DotTypes::I32 {
            let products = self.width.scratch();
            self.emit(vector_integer::vpmulld_z(products, a, number))?;
            return self.add_products(d, products);
        }
        self.emit(match (types, self.halves.has(sum)) {
            (DotTypes::U8I8, true) => vector_integer::vpdpbusd_y(d, a, number),
            (DotTypes::U8I8, false) => vector_integer::vpdpbusd_z(d, a, number),
            (DotTypes::I16, true) => vector_integer::vpdpwssd_y(d, a, number),
            (DotTypes::I16, false) => vector_integer::vpdpwssd_z(d, a, number),
            (DotTypes::BF16, true) => float::vdpbf16ps_y(d, a, number),
            (DotTypes::BF16, false) => float::vdpbf16ps_z(d, a, number),
            (DotTypes::I8 | DotTypes::I8U8 | DotTypes::U8 | DotTypes::I32, _) => return Err(Reason::Dot),
        })
    }

    /// Words without an instruction of their own.
    fn multiply_words(&mut self, [d, a, b]: [Any<Simd>; 3]) -> Result<(), Reason> {
        let products = self.width.scratch();
        self.either(
            || vector_integer::vpmaddwd_y(products, a, b),
            || vector_integer::vpmaddwd_z(products, a, b),
        )?;
        self.add_products(d, products)
    }

    fn add_products(&mut self, d: Any<Simd>, products: Any<Simd>) -> Result<(), Reason> {
        self.either(|| vector_integer::vpaddd_y(d, d, products), || vector_integer::vpaddd_z(d, d, products))
    }
}
