//! The operands of an exported function, and what it computes of them.
//!
//! Tests: `tests/tests/export_link.rs`.

use crate::error::ExportError;
use crate::name::{Names, identifier};
use std::iter::once;
use tensmith::inspect::PlanLink;
use tensmith::program::Program;
use tensmith::program::tensor::Access;
use tensmith::{ArrayLayout, Plan};
use tensmith_core::Scalar;
use tensmith_core::reference::Element;

/// An operand of a function.
#[derive(Debug)]
pub(crate) struct Operand {
    pub(crate) name: String,
    /// The array that it is, where that is known.
    pub(crate) layout: Option<ArrayLayout>,
    pub(crate) access: Access,
    /// Whether the function has a parameter for it.
    pub(crate) is_parameter: bool,
}

impl Operand {
    /// Elements from the first to the last one that is accessed.
    pub(crate) fn elements(&self) -> usize {
        let Access { below, above, is_used, .. } = self.access;
        if is_used { below + above + 1 } else { 0 }
    }
}

/// The operands of a contraction, and lines that say what it computes.
pub(crate) fn of_plan<T: Scalar, O: Scalar>(plan: &Plan<T, O>) -> (Vec<Operand>, Vec<String>) {
    let layouts = plan.inputs().iter().chain(once(plan.output()));
    let (inputs, all) = (plan.explain().own_inputs(), plan.inputs().len());
    let name = |number| match number {
        number if number < inputs => format!("in{number}"),
        number if number < all => format!("operand{}", number - inputs),
        _ => "out".to_owned(),
    };
    let operands =
        layouts.zip(plan.explain().loops().accesses()).enumerate().map(|(number, (layout, access))| {
            // What is there was made from a layout once.
            let layout = layout.try_clone().ok();
            Operand { name: name(number), layout, access: *access, is_parameter: true }
        });
    let mut summary = vec![plan.explain().notation().to_string()];
    match plan.explain().beta() {
        0.0 => {}
        factor => summary.push(format!("plus {factor:?} times what out held before")),
    }
    let mut further = 0..;
    for link in plan.explain().chain() {
        summary.push(match link {
            PlanLink::Unary(op) => format!("then {op}"),
            PlanLink::Binary { op, .. } => format!("then {op} operand{}", further.next().unwrap_or(0)),
        });
    }
    (operands.collect(), summary)
}

/// The arguments of a program by their names, and its nests as lines.
pub(crate) fn of_program<T: Element>(
    program: &Program<T>,
    names: &[&str],
) -> Result<(Vec<Operand>, Vec<String>), ExportError> {
    let accesses = program.loops().accesses();
    let (found, expected) = (names.len(), accesses.len());
    if found != expected {
        return Err(ExportError::Arguments { found, expected });
    }
    let (mut operands, mut taken) = (Vec::new(), Names::default());
    for (name, access) in names.iter().zip(accesses) {
        let name = identifier(name)?.to_owned();
        if is_variable(&name) {
            let rule = "is like that of a loop's variable: must be another one";
            return Err(ExportError::Name { name, rule });
        }
        taken.take(&name)?;
        operands.push(Operand { name, layout: None, access: *access, is_parameter: access.is_used });
    }
    let summary = program.loops().sequence().to_string().lines().map(str::to_owned).collect();
    Ok((operands, summary))
}

/// Whether loops may have a variable of that name.
fn is_variable(name: &str) -> bool {
    let name = name.strip_suffix("_end").unwrap_or(name);
    let number = name.strip_prefix(['m', 'n', 'k', 'c']);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
}
