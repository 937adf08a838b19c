//! The note in which an offer remembers its choice, so that nothing is chosen twice.

use super::problem::Problem;
use super::tile::{Rows, Shape};
use core::num::NonZero;
use tensmith_core::kernel::spec::GemmSpec;
use tensmith_core::registry::Offer;

/// Greatest size in a shape that is offered.
const MAX_SIZE: u8 = 32;

/// A shape with its predicted cycles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// How to cut.
    pub shape: Shape,
    /// Predicted cycles of the whole kernel.
    pub cycles: f64,
}

/// A problem and how to cut it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan<'s> {
    /// The multiplication, the way round in which it is computed.
    pub problem: Problem<'s>,
    /// How to cut it.
    pub choice: Choice,
}

impl<'s> Plan<'s> {
    /// The offer of a kernel that is made by this plan.
    #[must_use]
    pub fn offer(&self) -> Offer {
        let shape = self.choice.shape;
        let (form, height) = match shape.rows {
            Rows::Outer(height) => (0, height.get()),
            Rows::OuterAndDot(height) => (1, height.get()),
            Rows::Dot(height) => (2, height.get()),
            Rows::OuterAndPreloaded(height) => (3, height.get()),
            Rows::Masked(height) => (4, height.get()),
        };
        let way = usize::from(self.problem.is_exchanged());
        let links = self.problem.spec().epilogue.len();
        let bytes = [way, form, height, shape.width, shape.unroll, shape.sets, links, 0];
        Offer { cycles: self.choice.cycles, note: u64::from_le_bytes(bytes.map(|size| size as u8)) }
    }

    /// The problem and the shape that an offer for `asked` was made of. Whatever the offer says, the
    /// shape is one, and of a moderate size.
    #[must_use]
    pub fn recall(asked: &'s GemmSpec, offer: &Offer) -> (Problem<'s>, Shape) {
        let [way, _, _, _, _, _, links, _] = offer.note.to_le_bytes();
        let problem = if way == 0 { Problem::direct(asked) } else { Problem::exchanged(asked) };
        (problem.leaving(links.into()), Self::shape(offer))
    }

    /// The shape that an offer was made of.
    pub(super) fn shape(offer: &Offer) -> Shape {
        let [_, form, height, width, unroll, sets, _, _] = offer.note.to_le_bytes();
        let size = |byte: u8| usize::from(byte.clamp(1, MAX_SIZE));
        let height = NonZero::new(size(height)).unwrap_or(NonZero::<usize>::MIN);
        let rows = match form {
            0 => Rows::Outer(height),
            1 => Rows::OuterAndDot(height),
            2 => Rows::Dot(height),
            3 => Rows::OuterAndPreloaded(height),
            _ => Rows::Masked(height),
        };
        Shape { rows, width: size(width), unroll: size(unroll), sets: size(sets) }
    }
}
