//! Loads and stores of vectors, in the address form that fits and in the grouping that the core
//! likes best.
//!
//! Neighbouring accesses to neighbouring bytes become one instruction: a pair,
//! or a list of up to four consecutive registers. A list takes no offset, so a
//! generator that wants it keeps a pointer to where the list starts.
//!
//! Where alignment is strict, an access to several lanes is the first of a list, whose unit is an
//! element (Arm ARM, B2.5.2).
//!
//! Tests: `tests/tests/codegen_pipeline.rs`, `tests/tests/codegen_run.rs`,
//! `tests/tests/primitives_golden.rs`.

use super::inst::MachInst;
use super::kind::{Code, Kind};
use super::needs::destroys;
use super::operand::{Any, ArrMem, Extend, MemSize, SImm, UImm, XSp};
use super::register::{Gpr, Simd, VECTOR_BYTES};
use super::table::{memory, structure};
use crate::isa::by_class::ByClass;
use crate::isa::machine::Immediates;
use crate::isa::model::{AccessForm, AccessForms, Core, CoreModel, IssueOrder};
use crate::isa::set::Constraints;
use crate::kernel::Func;
use crate::kernel::func::{Address, Inst, Lanes, Offset, Vector};
use core::iter;

/// The offsets that the accesses here take, by their operands.
pub(super) const IMMEDIATES: Immediates = Immediates {
    multiple: greatest(UImm::<12, 1>::KIND),
    any: (-1 - greatest(SImm::<9, 1>::KIND), greatest(SImm::<9, 1>::KIND)),
    pair: greatest(SImm::<7, 1>::KIND),
};

/// The greatest number of a kind.
const fn greatest(kind: Kind) -> i64 {
    match kind {
        Kind::Number(Code::Linear(numbers), _) => numbers.range().1,
        _ => 0,
    }
}

/// A load or a store of whole vectors or parts of them.
#[derive(Clone, Copy)]
pub(super) struct Move<'f> {
    pub(super) register: Vector,
    pub(super) address: &'f Address,
    pub(super) lanes: Lanes,
    pub(super) kind: Access,
}

/// The direction of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Load,
    Store,
}

use Access::{Load, Store};

/// The accesses that one instruction makes.
#[derive(Clone, Copy)]
pub(super) enum Group<'f> {
    /// The first, at any address.
    Single,
    /// The first and the next, of any registers.
    Pair(Move<'f>),
    /// The first and up to three more, by their number, of consecutive registers, at an
    /// address without offset.
    List(usize),
}

impl<'f> Move<'f> {
    /// None of elements that are converted: these are moved one vector at a time.
    #[inline(always)]
    pub(super) fn of(inst: &'f Inst) -> Option<Self> {
        match inst {
            Inst::Load(.., lanes) | Inst::Store(.., lanes) if lanes.dtype.is_converted() => None,
            Inst::Load(register, address, lanes) => {
                Some(Self { register: *register, address, lanes: *lanes, kind: Load })
            }
            Inst::Store(register, address, lanes) => {
                Some(Self { register: *register, address, lanes: *lanes, kind: Store })
            }
            _ => None,
        }
    }

    /// Its constant offset.
    #[inline(always)]
    pub(super) fn offset(&self) -> Option<i64> {
        match self.address.offset {
            Offset::Const(offset) => Some(offset),
            Offset::Register(_) => None,
        }
    }

    /// Whether `other` is of the same kind and starts where this one ends.
    #[inline(always)]
    fn is_followed_by(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.address.base == other.address.base
            && self.lanes == other.lanes
            && self.end().is_some_and(|end| other.offset() == Some(end))
    }

    /// The offset of what is behind it.
    #[inline(always)]
    fn end(&self) -> Option<i64> {
        self.offset()?.checked_add(i64::try_from(self.bytes()).ok()?)
    }

    #[inline(always)]
    pub(super) fn bytes(&self) -> usize {
        self.lanes.bytes()
    }

    /// Whether a list can begin with it: with a whole vector, at an address without offset.
    #[inline(always)]
    fn has_list_form(&self) -> bool {
        self.offset() == Some(0) && self.bytes() == VECTOR_BYTES
    }
}

/// The accesses, from `first` on, which stands before `behind`, that are one instruction.
#[inline(always)]
pub(super) fn group<'f>(first: Move<'f>, behind: &'f [Inst], forms: AccessForms) -> Group<'f> {
    match if first.kind == Load { forms.loads } else { forms.stores } {
        AccessForm::Single => Group::Single,
        AccessForm::Pairs => match behind.first().and_then(Move::of) {
            Some(second) if is_pair(&first, &second) => Group::Pair(second),
            _ => Group::Single,
        },
        AccessForm::Lists => list(first, behind),
    }
}

/// The variants of a core to lower a function for: with the core's own forms, and with one vector at a time,
/// in case that the registers of lists are too scattered to be consecutive.
///
/// On an in-order core, loads give their results in order with arithmetic before them, all but
/// multiply-adds: behind it, a pair has to wait less than single ones. That counts where hardly more is
/// computed than stored, so that loads follow arithmetic all the time.
pub(super) fn variants(func: &Func, core: &Core) -> impl Iterator<Item = Core> {
    let core @ Core { model, .. } = *core;
    let forms = match (model.order, model.forms.loads) {
        (IssueOrder::InOrder { .. }, AccessForm::Single) if loads_follow_arithmetic(func) => {
            AccessForms { loads: AccessForm::Pairs, ..model.forms }
        }
        _ => model.forms,
    };
    let others = Some(AccessForms::SINGLE).filter(|single| *single != forms);
    iter::once(forms).chain(others).map(move |forms| Core { model: CoreModel { forms, ..model }, ..core })
}

/// Whether hardly more is computed than stored, and nothing by multiply-adds. Where there are
/// some, one comes soon.
fn loads_follow_arithmetic(func: &Func) -> bool {
    let multiplies = |inst: &Inst| {
        matches!(inst, Inst::MultiplyAdd(..) | Inst::MultiplyAddLane(..) | Inst::TileUpdate(..))
    };
    let computes = |inst: &&Inst| matches!(inst, Inst::Unary(..) | Inst::Binary(..) | Inst::MultiplyLane(..));
    let stores = |inst: &&Inst| matches!(inst, Inst::Store(..));
    if func.body().iter().any(multiplies) {
        return false;
    }
    let computed = func.body().iter().filter(computes).count();
    let stored = func.body().iter().filter(stores).count();
    (1..=stored.saturating_mul(2)).contains(&computed)
}

/// The accesses of lists need consecutive registers.
#[derive(Clone, Copy, Debug)]
pub struct Lists {
    forms: AccessForms,
    /// Whether there are lists among the forms.
    are_used: bool,
}

impl Lists {
    /// The lists among some forms.
    pub(super) fn of(forms: AccessForms) -> Self {
        Self { forms, are_used: forms.loads == AccessForm::Lists || forms.stores == AccessForm::Lists }
    }
}

impl Constraints for Lists {
    #[inline]
    fn destroys(&self, inst: &Inst) -> ByClass<u32> {
        destroys(inst)
    }

    #[inline(always)]
    fn consecutive(&self, insts: &[Inst]) -> usize {
        if !self.are_used {
            return 1;
        }
        let first = insts.first().and_then(Move::of).filter(Move::has_list_form);
        first.map_or(1, |first| listed(first, insts.get(1..).unwrap_or_default(), self.forms))
    }
}

/// The number of accesses, from `first` on, that name registers which must be consecutive.
#[inline(never)]
fn listed(first: Move<'_>, behind: &[Inst], forms: AccessForms) -> usize {
    match group(first, behind, forms) {
        Group::List(more) => more.saturating_add(1),
        _ => 1,
    }
}

/// Whether a pair can make two accesses.
#[inline(always)]
fn is_pair(first: &Move<'_>, second: &Move<'_>) -> bool {
    let is_distinct = first.kind == Store || first.register != second.register;
    first.is_followed_by(second) && is_distinct && pair_reaches(first)
}

/// Whether a pair that begins with this access takes its offset.
#[inline(always)]
fn pair_reaches(first: &Move<'_>) -> bool {
    let Some(offset) = first.offset() else { return false };
    match first.bytes() {
        VECTOR_BYTES => SImm::<7, 16>::checked(offset).is_some(),
        8 => SImm::<7, 8>::checked(offset).is_some(),
        4 => SImm::<7, 4>::checked(offset).is_some(),
        _ => false,
    }
}

/// The list of accesses that start with the first, if there can be one.
#[inline(always)]
fn list<'f>(first: Move<'f>, behind: &'f [Inst]) -> Group<'f> {
    if first.has_list_form() { Group::List(followers(first, behind)) } else { Group::Single }
}

/// The number of the first three instructions that continue a list of consecutive registers.
#[inline(never)]
fn followers(first: Move<'_>, behind: &[Inst]) -> usize {
    let goes_on = |(nth, inst): &(u8, &Inst)| {
        let offset = Offset::Const(i64::from(*nth).wrapping_mul(VECTOR_BYTES as i64));
        Move::of(inst).is_some_and(|next| {
            next.kind == first.kind
                && next.register == first.register.further((*nth).into())
                && *next.address == Address { base: first.address.base, offset }
                && next.lanes == first.lanes
        })
    };
    (1..4).zip(behind).take_while(goes_on).count()
}

impl Access {
    /// An access with an offset that is a multiple of the size.
    #[inline(always)]
    pub(super) fn scaled(
        self,
        bytes: usize,
        register: Any<Simd>,
        base: Any<Gpr>,
        offset: i64,
    ) -> Option<MachInst> {
        Some(match (self, bytes) {
            (Load, 1) => memory::ldr_b(register, base, UImm::checked(offset)?),
            (Load, 2) => memory::ldr_h(register, base, UImm::checked(offset)?),
            (Load, 4) => memory::ldr_s(register, base, UImm::checked(offset)?),
            (Load, 8) => memory::ldr_d(register, base, UImm::checked(offset)?),
            (Load, _) => memory::ldr_q(register, base, UImm::checked(offset)?),
            (Store, 1) => memory::str_b(register, base, UImm::checked(offset)?),
            (Store, 2) => memory::str_h(register, base, UImm::checked(offset)?),
            (Store, 4) => memory::str_s(register, base, UImm::checked(offset)?),
            (Store, 8) => memory::str_d(register, base, UImm::checked(offset)?),
            (Store, _) => memory::str_q(register, base, UImm::checked(offset)?),
        })
    }

    /// An access with a small offset.
    #[inline(always)]
    pub(super) fn unscaled(
        self,
        bytes: usize,
        register: Any<Simd>,
        base: Any<Gpr>,
        offset: i64,
    ) -> Option<MachInst> {
        let offset = SImm::checked(offset)?;
        let size = match bytes {
            1 => MemSize::B,
            2 => MemSize::H,
            4 => MemSize::S,
            8 => MemSize::D,
            _ => MemSize::Q,
        };
        Some(match self {
            Load => memory::ldur_fp(size, register, base, offset),
            Store => memory::stur_fp(size, register, base, offset),
        })
    }

    /// An access with an offset in a register.
    #[inline]
    pub(super) fn indexed(
        self,
        bytes: usize,
        register: Any<Simd>,
        base: Any<Gpr>,
        index: Any<Gpr>,
    ) -> MachInst {
        match (self, bytes) {
            (Load, 1) => memory::ldr_b_index(register, base, index, Extend::BYTES),
            (Load, 2) => memory::ldr_h_index(register, base, index, Extend::BYTES),
            (Load, 4) => memory::ldr_s_index(register, base, index, Extend::BYTES),
            (Load, 8) => memory::ldr_d_index(register, base, index, Extend::BYTES),
            (Load, _) => memory::ldr_q_index(register, base, index, Extend::BYTES),
            (Store, 1) => memory::str_b_index(register, base, index, Extend::BYTES),
            (Store, 2) => memory::str_h_index(register, base, index, Extend::BYTES),
            (Store, 4) => memory::str_s_index(register, base, index, Extend::BYTES),
            (Store, 8) => memory::str_d_index(register, base, index, Extend::BYTES),
            (Store, _) => memory::str_q_index(register, base, index, Extend::BYTES),
        }
    }

    /// Two accesses to neighbouring bytes.
    #[inline(always)]
    pub(super) fn pair(
        self,
        bytes: usize,
        [a, b]: [Any<Simd>; 2],
        base: Any<Gpr>,
        offset: i64,
    ) -> Option<MachInst> {
        Some(match (self, bytes) {
            (Load, 4) => memory::ldp_s(a, b, base, SImm::checked(offset)?),
            (Load, 8) => memory::ldp_d(a, b, base, SImm::checked(offset)?),
            (Load, _) => memory::ldp_q(a, b, base, SImm::checked(offset)?),
            (Store, 4) => memory::stp_s(a, b, base, SImm::checked(offset)?),
            (Store, 8) => memory::stp_d(a, b, base, SImm::checked(offset)?),
            (Store, _) => memory::stp_q(a, b, base, SImm::checked(offset)?),
        })
    }

    /// Accesses of a register and `more` behind it to neighbouring bytes.
    #[inline]
    pub(super) fn list(self, each: ArrMem, more: usize, first: Any<Simd>, base: impl Into<XSp>) -> MachInst {
        let base = base.into();
        match (self, more) {
            (Load, 0) => structure::ld1_1(each, first, base),
            (Load, 1) => structure::ld1_2(each, first, base),
            (Load, 2) => structure::ld1_3(each, first, base),
            (Load, _) => structure::ld1_4(each, first, base),
            (Store, 0) => structure::st1_1(each, first, base),
            (Store, 1) => structure::st1_2(each, first, base),
            (Store, 2) => structure::st1_3(each, first, base),
            (Store, _) => structure::st1_4(each, first, base),
        }
    }
}
