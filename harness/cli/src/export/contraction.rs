//! A contraction to export: its operands are told by their shapes, as there are no arrays.
//!
//! Tests: `harness/cli/tests/program/export.rs`.

use super::files::Pending;
use crate::contraction::shapes;
use crate::einsum::{Order, operation};
use crate::error::Failure;
use clap::Args;
use std::sync::Arc;
use tensmith::{ArrayLayout, DType, Jit, JitError, Plan, UnaryOp};
use tensmith_core::reference::Element;

/// Arguments of `export einsum`.
#[derive(Debug, Args)]
pub(crate) struct Einsum {
    /// The contraction, with one character for each index, such as `mk,kn->mn`; with --tree in brackets
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The extents of an operand, and its strides in elements where it is not in C order, such as `5,7` or `5,7:11,1`; once for each operand
    #[arg(long, value_name = "N,N,...[:S,S,...]", value_parser = layout)]
    shape: Vec<Arc<ArrayLayout>>,
    /// Read EXPR as a tree such as `[[0,1],[1,2]->[0,2]],[2,3]->[3,0]`, over indices with --extents
    #[arg(long, requires = "extents")]
    tree: bool,
    /// The extents of a tree's indices, by number: its operands are in C order
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', requires = "tree", conflicts_with = "shape")]
    extents: Option<Vec<usize>>,
    /// The elements' type
    #[arg(long, default_value = "f32", value_parser = ["f32", "f64"])]
    dtype: String,
    /// The shape of an array to add to the result, broadcast as numpy does
    #[arg(long, value_name = "N,N,...[:S,S,...]", value_parser = layout)]
    bias: Option<Arc<ArrayLayout>>,
    /// An operation applied to each element of the result before it is stored, such as `relu` or `clamp(0,6)`
    #[arg(long, value_name = "OP", value_parser = operation)]
    then: Option<UnaryOp>,
    /// The factor of what the output holds before
    #[arg(long, value_name = "FACTOR", default_value = "0")]
    beta: f64,
    /// How to look for the order of three or more operands
    #[arg(long, default_value = "auto")]
    optimize: Order,
    /// The most bytes of scratch memory
    #[arg(long, value_name = "BYTES")]
    memory_limit: Option<usize>,
}

/// Reads extents, and strides behind a colon.
fn layout(text: &str) -> Result<Arc<ArrayLayout>, String> {
    let (shape, strides) = match text.split_once(':') {
        Some((shape, strides)) => (shape, Some(strides)),
        None => (text, None),
    };
    let rule = "must be whole numbers with commas between them, then maybe a colon and as many strides";
    let shape: Vec<usize> = numbers(shape).ok_or(rule)?;
    let layout = match strides {
        Some(strides) => ArrayLayout::new(&shape, &numbers(strides).ok_or(rule)?),
        None => ArrayLayout::c_order(&shape),
    };
    layout.map(Arc::new).map_err(|error| error.to_string())
}

/// Numbers with commas between them; none of no text, which is the shape of one element.
fn numbers<N: std::str::FromStr>(text: &str) -> Option<Vec<N>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.split(',').map(|word| word.parse().ok()).collect()
}

impl Einsum {
    /// Adds the plan to an export.
    pub(crate) fn export(&self, jit: &Jit, pending: &mut Pending) -> Result<(), Failure> {
        match DType::from_name(&self.dtype) {
            Some(DType::F64) => self.export_of::<f64>(jit, pending),
            _ => self.export_of::<f32>(jit, pending),
        }
    }

    fn export_of<T: Element>(&self, jit: &Jit, pending: &mut Pending) -> Result<(), Failure> {
        let refuse =
            |error: JitError| Failure::BadInput(format!("expression `{}`: {error}", self.expression));
        let plan = self.plan::<T>(jit).map_err(refuse)?;
        pending.plan(&plan)
    }

    fn plan<T: Element>(&self, jit: &Jit) -> Result<Plan<T>, JitError> {
        let mut contraction = match &self.extents {
            Some(extents) => jit.tree(&self.expression, extents),
            None => jit.contraction(&self.expression),
        };
        let limit = self.memory_limit.unwrap_or(usize::MAX);
        contraction = contraction.optimize(self.optimize.search()).memory_limit(limit).beta(self.beta);
        if let Some(bias) = &self.bias {
            contraction = contraction.bias(&**bias);
        }
        if let Some(op) = self.then {
            contraction = contraction.then(op);
        }
        match &self.extents {
            Some(extents) => contraction.plan(&shapes(&self.expression, extents)?),
            None => contraction.plan(&self.shape.iter().map(|shape| &**shape).collect::<Vec<_>>()),
        }
    }
}
