//! Groups of a matrix that is contiguous along K: its lines have them already, but for their ends.

use super::{Kernel, lanes};
use crate::address::signed;
use crate::repeat::{Count, repeat};
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::func::{Address, Half, Inst, Int, IntOp, IntType, Offset, Value, Vector};
use tensmith_core::kernel::spec::Regrouped;

impl Kernel {
    /// Writes the kernel: line by line.
    pub(super) fn lines(&mut self, [from, to]: [Int; 2]) -> Result<(), OutOfMemory> {
        let inverted = self.inverting(self.spec.change.group().get())?;
        let in_bytes = |ld: Option<usize>, size: usize| signed(ld.unwrap_or(0).saturating_mul(size));
        let from_size = self.spec.change.from().bytes();
        let steps = [in_bytes(self.spec.input.ld.known(), from_size), in_bytes(self.spec.ld_out.known(), 4)];
        repeat(self, Count::Const(self.spec.m), |kernel| {
            kernel.line([from, to], inverted)?;
            let pointers = [from, to].into_iter().zip(steps);
            pointers.into_iter().try_for_each(|(at, by)| kernel.builder.advance(at, Offset::Const(by)))
        })
    }

    /// Writes a line: vectors of whole groups, then the elements behind these.
    fn line(&mut self, mut pointers: [Int; 2], inverted: Option<Vector>) -> Result<(), OutOfMemory> {
        let group = self.spec.change.group();
        // Elements of a vector of groups.
        let vector = self.lanes.saturating_mul(group);
        let rest = self.spec.k % group;
        let whole = self.spec.k.saturating_sub(rest);
        let (vectors, behind) = (whole / vector, whole % vector);
        if vectors > 0 {
            let [from, to] = pointers;
            pointers = [self.builder.copy(from)?, self.builder.copy(to)?];
            let steps = self.sizes(vector.get());
            repeat(self, Count::Const(vectors), |kernel| {
                kernel.groups(pointers, vector.get(), inverted)?;
                let pointers = pointers.into_iter().zip(steps);
                pointers.into_iter().try_for_each(|(at, by)| kernel.builder.advance(at, Offset::Const(by)))
            })?;
        }
        if behind > 0 {
            self.groups(pointers, behind, inverted)?;
        }
        if rest > 0 { self.last_group(pointers, behind, rest) } else { Ok(()) }
    }

    /// The sizes of some elements of whole groups, in the input and in the output.
    fn sizes(&self, elements: usize) -> [i64; 2] {
        let [from, to] = self.types().map(|of| signed(of.bytes()));
        [from, to].map(|size| signed(elements).saturating_mul(size))
    }

    /// The types of elements of the input and of the output.
    fn types(&self) -> [IntType; 2] {
        let from = self.spec.change.from();
        let to = match self.spec.change {
            Regrouped::Bytes | Regrouped::Words | Regrouped::Offset => from,
            Regrouped::Signed => IntType::I16,
            Regrouped::Unsigned => IntType::U16,
        };
        [from, to]
    }

    /// Copies elements of at most a vector of groups.
    fn groups(
        &mut self,
        [from, to]: [Int; 2],
        elements: usize,
        inverted: Option<Vector>,
    ) -> Result<(), OutOfMemory> {
        let [narrow, wide] = self.types();
        let from = Address { base: from, offset: Offset::Const(0) };
        let loaded = self.vector(|d| Inst::LaneLoad(d, from, lanes(narrow, elements)))?;
        let copied = match narrow == wide {
            true => self.invert(loaded, inverted)?,
            false => self.vector(|d| Inst::LaneWiden(Half::Low, d, loaded, wide, narrow))?,
        };
        let to = Address { base: to, offset: Offset::Const(0) };
        self.builder.push(Inst::LaneStore(copied, to, lanes(wide, elements)))
    }

    /// Writes the last group, behind some elements, of which some are K's.
    fn last_group(
        &mut self,
        [from, to]: [Int; 2],
        behind: usize,
        elements: usize,
    ) -> Result<(), OutOfMemory> {
        let ([narrow, wide], [start, end]) = (self.types(), self.sizes(behind));
        let mut group = None;
        for nth in 0..elements {
            let place = signed(nth.saturating_mul(narrow.bytes()));
            let from = Address { base: from, offset: Offset::Const(start.saturating_add(place)) };
            let element = self.element(from, [narrow, wide])?;
            let by = signed(nth.saturating_mul(wide.bits() as usize));
            group = Some(match group {
                None => element,
                Some(before) => {
                    let above = self.int(IntOp::ShiftLeft, element, Value::Const(by))?;
                    self.int(IntOp::Or, before, Value::Register(above))?
                }
            });
        }
        let Some(mut group) = group else { return Ok(()) };
        if let Some(bits) = self.inverted(elements) {
            group = self.int(IntOp::Xor, group, Value::Const(bits.into()))?;
        }
        let to = Address { base: to, offset: Offset::Const(end) };
        self.builder.push(Inst::IntStore(group, to, IntType::U32))
    }

    /// The bits of an element of a wider type, with zeros above.
    fn element(&mut self, from: Address, [narrow, wide]: [IntType; 2]) -> Result<Int, OutOfMemory> {
        let bits = if wide.bits() == 8 { IntType::U8 } else { IntType::U16 };
        let [loaded, widened, element] = [(); 3].map(|()| self.builder.int());
        self.builder.push(Inst::IntLoad(loaded, from, narrow))?;
        self.builder.push(Inst::IntConvert(widened, loaded, bits, narrow))?;
        self.builder.push(Inst::IntConvert(element, widened, IntType::U32, bits))?;
        Ok(element)
    }

    /// An operation on integers of 32 bits, in a new register.
    fn int(&mut self, op: IntOp, a: Int, b: Value) -> Result<Int, OutOfMemory> {
        let d = self.builder.int();
        self.builder.push(Inst::IntBinary(op, d, a, b, IntType::U32))?;
        Ok(d)
    }
}
