//! A contraction to export: its operands are told by their shapes, as there are no arrays.
//!
//! Tests: `harness/cli/tests/program/export.rs`.

use super::files::Pending;
use crate::bias::Bias;
use crate::bytes::bytes;
use crate::contraction::{asked, shapes};
use crate::einsum::operation;
use crate::emit::spec::float;
use crate::error::Failure;
use crate::extents::{self, Extent, Shape, numbers};
use crate::order::Order;
use clap::Args;
use std::fmt::Display;
use std::sync::Arc;
use tensmith::{ArrayLayout, DType, Jit, Plan, PlanError, UnaryOp};
use tensmith_core::reference::Element;
use tensmith_core::with_arithmetic;

/// Arguments of `export einsum`.
#[derive(Debug, Args)]
pub(crate) struct Einsum {
    /// The contraction, with one character for each index, such as `mk,kn->mn`; with --tree in brackets
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The shapes of the operands, such as `5x7,7x8`, or `scalar`; behind a colon strides in elements, where
    /// one is not in C order, such as `5x7:11x1`
    #[arg(long, value_name = "MxN,...", value_delimiter = ',', value_parser = layout, conflicts_with_all = ["extents", "shape"])]
    shapes: Vec<Arc<ArrayLayout>>,
    /// The same with commas, once for each operand
    #[arg(long, value_name = "N,N,...[:S,S,...]", value_parser = layout_with_commas, conflicts_with = "extents", hide = true)]
    shape: Vec<Arc<ArrayLayout>>,
    /// The extents of labels instead, such as `m=3,n=4`; with --tree those of indices, such as
    /// `0=3,1=4`, or `3,4` by number
    #[arg(long, value_name = "A=N,...", value_delimiter = ',', value_parser = extents::extent)]
    extents: Vec<Extent>,
    /// Read EXPR as a tree such as `[[0,1],[1,2]->[0,2]],[2,3]->[3,0]`, over indices with --extents
    #[arg(long, requires = "extents")]
    tree: bool,
    /// The elements' type
    #[arg(long, default_value = "f32", value_parser = float())]
    dtype: DType,
    /// The shape of an array to add to the result, broadcast as numpy does
    #[arg(long, value_name = "MxN", value_parser = layout_of_either)]
    bias: Option<Arc<ArrayLayout>>,
    /// An operation applied to each element of the result before it is stored, such as `relu` or `clamp(0,6)`
    #[arg(long, value_name = "OP", value_parser = operation)]
    then: Option<UnaryOp>,
    /// The factor of what the output holds before
    #[arg(long, value_name = "FACTOR", default_value = "0")]
    beta: f64,
    #[command(flatten)]
    order: Order,
    /// The most scratch memory, such as 64KiB
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory_limit: Option<usize>,
}

/// Reads extents, and strides behind a colon.
fn layout(text: &str) -> Result<Arc<ArrayLayout>, String> {
    layout_between(
        text,
        'x',
        "must be extents such as `5x7`, then maybe a colon and as many strides, or `scalar`",
    )
}

/// The same with commas; no text is the shape of one element.
fn layout_with_commas(text: &str) -> Result<Arc<ArrayLayout>, String> {
    let text = if text.is_empty() { "scalar" } else { text };
    layout_between(
        text,
        ',',
        "must be whole numbers with commas between them, then maybe a colon and as many strides",
    )
}

/// The same with either.
fn layout_of_either(text: &str) -> Result<Arc<ArrayLayout>, String> {
    if text.is_empty() || text.contains(',') { layout_with_commas(text) } else { layout(text) }
}

fn layout_between(text: &str, between: char, rule: &'static str) -> Result<Arc<ArrayLayout>, String> {
    let (shape, strides) = match text.split_once(':') {
        Some((shape, strides)) => (shape, Some(strides)),
        None => (text, None),
    };
    let shape: Vec<usize> = numbers(shape, between).ok_or(rule)?;
    let layout = match strides {
        Some(strides) => ArrayLayout::new(&shape, &numbers(strides, between).ok_or(rule)?),
        None => ArrayLayout::c_order(&shape),
    };
    layout.map(Arc::new).map_err(|error| error.to_string())
}

impl Einsum {
    /// Adds the plan to an export.
    pub(crate) fn export(&self, jit: &Jit, pending: &mut Pending) -> Result<(), Failure> {
        with_arithmetic!(self.dtype, T => self.export_of::<T>(jit, pending))
    }

    fn export_of<T: Element>(&self, jit: &Jit, pending: &mut Pending) -> Result<(), Failure> {
        let refuse = |error: PlanError| {
            let asked = asked(&self.expression, std::iter::empty());
            Failure::BadInput(format!("{error} (expression {asked})"))
        };
        let tree = if self.tree { Some(extents::of_tree(&self.extents).map_err(named)?) } else { None };
        let layouts = match (&tree, &self.extents[..]) {
            (Some(extents), _) => c_order(&shapes(&self.expression, extents)?).map_err(refuse)?,
            (None, []) => [&self.shapes[..], &self.shape[..]].concat(),
            (None, extents) => {
                c_order(&extents::of_labels(&self.expression, extents).map_err(named)?).map_err(refuse)?
            }
        };
        let shapes: Vec<_> = layouts.iter().map(|layout| layout.shape()).collect();
        let of_array =
            |array: &Arc<ArrayLayout>| Bias::new((&self.expression, tree.as_deref()), &shapes, array, refuse);
        let bias = self.bias.as_ref().map(of_array).transpose()?;
        let plan = self.plan::<T>(jit, (tree.as_deref(), bias.as_ref()), &layouts).map_err(refuse)?;
        pending.plan(&plan)
    }

    fn plan<T: Element>(
        &self,
        jit: &Jit,
        (tree, bias): (Option<&[usize]>, Option<&Bias>),
        layouts: &[Arc<ArrayLayout>],
    ) -> Result<Plan<T>, PlanError> {
        let mut contraction = match tree {
            Some(extents) => jit.tree(&self.expression, extents),
            None => jit.contraction(&self.expression),
        };
        let limit = self.memory_limit.unwrap_or(usize::MAX);
        contraction = self.order.ask(contraction).memory_limit(limit).beta(self.beta);
        if let Some(bias) = bias {
            contraction = contraction.add(&bias.labels, &bias.layout);
        }
        if let Some(op) = self.then {
            contraction = contraction.apply(op);
        }
        contraction.plan(&layouts.iter().map(|layout| &**layout).collect::<Vec<_>>())
    }
}

/// Arrays of some shapes in C order.
fn c_order(shapes: &[Shape]) -> Result<Vec<Arc<ArrayLayout>>, PlanError> {
    shapes.iter().map(|shape| Ok(Arc::new(ArrayLayout::c_order(shape)?))).collect()
}

/// A mistake in extents.
fn named(rule: impl Display) -> Failure {
    Failure::BadInput(format!("--extents: {rule}"))
}
