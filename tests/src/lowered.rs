//! Contractions of any number of operands as tests run them: with arrays in any layout,
//! and what must come out.

use crate::exact::{self, Tensor, places, random_layout};
use crate::interpret::interpret_all;
use crate::random::SplitMix;
use tensmith_core::einsum::path::{Cheap, Search};
use tensmith_core::einsum::tree::{Kind, Tree};
use tensmith_core::einsum::{
    self, Arrays, Dialect, Expression, Finish, LowerError, Lowered, Numbers, resolve,
};
use tensmith_core::reference::Element;
use tensmith_core::tensor::optimize::Context;
use tensmith_core::tensor::{ArrayLayout, Plan};

/// The contraction.
#[derive(Debug)]
pub enum Contraction {
    /// By an expression.
    Expression(Expression),
    /// By a tree.
    Tree(Box<Tree>),
}

/// A contraction with its operands, their layouts, and what must come out.
#[derive(Debug)]
pub struct Case {
    /// The operations.
    pub contraction: Contraction,
    operands: Vec<Tensor>,
    layouts: Vec<ArrayLayout>,
    expected: Tensor,
    output: ArrayLayout,
}

/// Memory for a case: the operands and at last the output.
#[derive(Debug)]
pub struct Memory<T> {
    /// The elements.
    pub arrays: Vec<Vec<T>>,
    /// Where each begins.
    pub origins: Vec<usize>,
}

impl Case {
    /// Operands of these shapes with small integers, all arrays in C order.
    pub fn new(contraction: Contraction, shapes: &[Vec<usize>], random: &mut SplitMix) -> Self {
        Self::with(contraction, shapes, random, |_, shape| ArrayLayout::c_order(shape).expect("a layout"))
    }

    /// Like [`Case::new`], with layouts drawn at random.
    pub fn scattered(contraction: Contraction, shapes: &[Vec<usize>], random: &mut SplitMix) -> Self {
        Self::with(contraction, shapes, random, random_layout)
    }

    fn with(
        contraction: Contraction,
        shapes: &[Vec<usize>],
        random: &mut SplitMix,
        layout: impl Fn(&mut SplitMix, &[usize]) -> ArrayLayout,
    ) -> Self {
        let operands: Vec<Tensor> =
            shapes.iter().map(|shape| Tensor::random(random, shape, shapes.len())).collect();
        let expected = match &contraction {
            Contraction::Expression(expression) => exact::einsum(expression, &operands),
            Contraction::Tree(tree) => exact::tree(tree, &operands),
        };
        let layouts = shapes.iter().map(|shape| layout(random, shape)).collect();
        let output = layout(random, &expected.shape);
        Self { contraction, operands, layouts, expected, output }
    }

    /// Operands for a tree.
    pub fn of_tree(tree: Tree, random: &mut SplitMix) -> Self {
        let inputs = tree.nodes().filter(|node| matches!(node.kind, Kind::Input(_)));
        let extents = |indices: &[usize]| indices.iter().map(|index| tree.extents()[*index]).collect();
        let shapes: Vec<Vec<usize>> = inputs.map(|node| extents(node.indices)).collect();
        Self::new(Contraction::Tree(Box::new(tree)), &shapes, random)
    }

    /// The layouts of the operands, and at last that of the output.
    #[must_use]
    pub fn layouts(&self) -> Vec<&ArrayLayout> {
        self.layouts.iter().chain([&self.output]).collect()
    }

    /// Lowers it for elements of type `T`, in the order that is cheap.
    ///
    /// # Errors
    /// [`LowerError`].
    pub fn lower<T: Element>(&self, context: &Context<'_>) -> Result<Lowered, LowerError> {
        self.lower_by::<T>(&Cheap, context)
    }

    /// Like [`Case::lower`], in the order of a search.
    ///
    /// # Errors
    /// [`LowerError`].
    pub fn lower_by<T: Element>(
        &self,
        search: &dyn Search,
        context: &Context<'_>,
    ) -> Result<Lowered, LowerError> {
        let layouts: Vec<&ArrayLayout> = self.layouts.iter().collect();
        let arrays = Arrays {
            numbers: Numbers::of(T::TYPE),
            inputs: &layouts,
            output: &self.output,
            conjugated: &[],
            finish: Finish::default(),
        };
        match &self.contraction {
            Contraction::Tree(tree) => einsum::lower_tree(tree, arrays, context),
            Contraction::Expression(expression) => {
                let shapes: Vec<&[usize]> = self.operands.iter().map(|operand| &operand.shape[..]).collect();
                einsum::lower(&resolve(expression, &shapes, Dialect::Numpy)?, arrays, search, context)
            }
        }
    }

    /// The operands in memory, and an output without a number in it.
    pub fn memory<T: Element>(&self) -> Memory<T> {
        let operands = self.operands.iter().zip(&self.layouts);
        let output = vec![T::NAN; self.output.span()];
        Memory {
            arrays: operands.map(|(operand, layout)| operand.laid_out(layout)).chain([output]).collect(),
            origins: self.layouts.iter().chain([&self.output]).map(ArrayLayout::origin).collect(),
        }
    }

    /// The elements of the output, in C order.
    pub fn expected(&self) -> Vec<f32> {
        self.expected.data.iter().map(|element| *element as f32).collect()
    }

    /// Whether the output is what it should be, and its gaps are as they were.
    pub fn is_right<T: Element>(&self, memory: &Memory<T>) -> bool {
        let output = memory.arrays.last().expect("an output");
        let mut is_gap = vec![true; output.len()];
        let all = places(&self.output).zip(&self.expected.data).all(|(place, expected)| {
            is_gap[place] = false;
            output[place].to_f64() == *expected as f64
        });
        all && output.iter().zip(&is_gap).all(|(element, is_gap)| !is_gap || element.to_f64().is_nan())
    }

    /// Lowers it, and runs the plan with references in place of kernels.
    pub fn check<T: Element>(&self, context: &Context<'_>) -> Lowered {
        let lowered = self.lower::<T>(context).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        let again = self.lower::<T>(context).expect("a sequence");
        let plan = Plan::of_valid(again.sequence).unwrap_or_else(|error| panic!("{error}: {lowered:?}"));
        let mut memory = self.memory::<T>();
        interpret_all(&plan, &mut memory.arrays, &memory.origins);
        assert!(self.is_right(&memory), "{} {}\n{}", lowered.tree, *lowered.sequence, self.description());
        lowered
    }

    fn description(&self) -> String {
        format!("{:?}, {:?} to {:?}", self.contraction, self.layouts, self.output)
    }
}
