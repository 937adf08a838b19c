//! Contractions: expressions and trees, with the layouts of their arrays.
//!
//! Tests: `tests/tests/capi.rs`.
#![allow(unsafe_code)]

use crate::array::{Array, Buffer, Dtype, Placed, check_distinct};
use crate::executor::{self, Executor};
use crate::foreign;
use crate::jit::Jit;
use crate::status::{Failure, Status, check_stack, guard};
use smallvec::SmallVec;
use std::ffi::c_char;
use std::mem::offset_of;
use tensmith::element::{BF16, Complex, F16, Scalar};
use tensmith::error::ArrayName;
use tensmith::extend::BinaryOp;
use tensmith::{ArrayLayout, PlanError, UnaryOp, View, ViewMut};

/// A contraction that is compiled, for certain arrays. Threads may share it, and run it at the same time.
#[derive(Debug)]
pub struct Plan(Kind);

#[derive(Debug)]
enum Kind {
    F32(tensmith::Plan<f32>),
    F64(tensmith::Plan<f64>),
    F16(tensmith::Plan<F16>),
    BF16(tensmith::Plan<BF16>),
    C64(tensmith::Plan<Complex<f32>>),
    C128(tensmith::Plan<Complex<f64>>),
}

/// Does the same with a plan for any type.
macro_rules! for_each_type {
    ($plan:expr, $name:ident => $what:expr) => {
        match &$plan.0 {
            Kind::F32($name) => $what,
            Kind::F64($name) => $what,
            Kind::F16($name) => $what,
            Kind::BF16($name) => $what,
            Kind::C64($name) => $what,
            Kind::C128($name) => $what,
        }
    };
}

/// How to look for the order in which three or more operands meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Optimize {
    /// The best order of up to 10 operands, a good one of more, within milliseconds for 40.
    Automatic = 0,
    /// One that is found at once, for any number.
    Greedy = 1,
    /// The best one, for at most 15.
    Exact = 2,
    /// The best of 32 greedy orders with random weights and noise.
    RandomGreedy = 3,
    /// The best of 128 of them.
    RandomGreedy128 = 4,
    /// The best order of up to 15 operands, a very good one of more, within seconds for 300.
    HighQuality = 5,
}

/// The amount of which an order is to have the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Minimize {
    /// Predicted time.
    Time = 0,
    /// Multiply-adds.
    MultiplyAdds = 1,
    /// Elements of the largest tensor.
    Width = 2,
}

/// An operation on each element of the result before it is stored.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Link {
    /// The operation on the element, such as `relu` or `clamp(0,6)`, or on it and an element of
    /// `operand`, such as `add`.
    pub operation: *const c_char,
    /// The labels of the operand's extents, each of which is one of the output's: of a tree, numbers with
    /// commas between them; null without an operand.
    pub labels: *const c_char,
    /// An array that is the same along the labels that it lacks, and which runs take behind the other inputs;
    /// null for an operation on the element alone.
    pub operand: *const Array,
}

/// A contraction to plan. Set `size`, what is asked, and all else to 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Contraction {
    /// `sizeof(tensmith_contraction)`.
    pub size: usize,
    /// An expression such as `mk,kn->mn`, with numpy's meaning; or, where `extents` is not null, a tree in
    /// brackets over indices with these extents, such as `[[0,1],[1,2]->[0,2]],[2,3]->[0,3]`.
    pub expression: *const c_char,
    /// The extents of a tree's indices; null for an expression.
    pub extents: *const usize,
    /// Number of `extents`.
    pub extent_count: usize,
    /// The type of all elements: a `tensmith_dtype`.
    pub dtype: i32,
    /// How to look for an order of an expression: a `tensmith_optimize`.
    pub optimize: i32,
    /// The inputs, in the expression's order.
    pub inputs: *const Array,
    /// Number of `inputs`.
    pub input_count: usize,
    /// The output; null for a dense one whose last index is contiguous, with the extents that follow.
    pub output: *const Array,
    /// The factor of the output's elements before the result is added; 0 overwrites them unread.
    pub beta: f64,
    /// The operations on each element of the result, in order.
    pub chain: *const Link,
    /// Number of links in `chain`.
    pub chain_length: usize,
    /// The most bytes that runs may need in addition to their arrays; 0 for no limit.
    pub memory_limit: usize,
    /// The numbers of the inputs whose complex conjugates are taken; null for none.
    pub conjugated: *const usize,
    /// Number of inputs in `conjugated`.
    pub conjugated_count: usize,
    /// What searches for an order draw from: the same number, the same order.
    pub order_seed: u64,
    /// What the order is to have the least of: a `tensmith_minimize`.
    pub minimize: i32,
}

/// The size of a [`Contraction`] without the fields that are new in later versions.
const FIRST_SIZE: usize = offset_of!(Contraction, conjugated);

/// The layouts and texts of a request.
struct Read<'a> {
    inputs: Vec<ArrayLayout>,
    output: Option<ArrayLayout>,
    chain: Vec<ReadLink<'a>>,
    conjugated: &'a [usize],
    text: &'a str,
    extents: Option<&'a [usize]>,
    optimize: tensmith::Optimize,
    minimize: tensmith::expression::Minimize,
    seed: u64,
}

/// A link of a request.
enum ReadLink<'a> {
    Unary(UnaryOp),
    Binary(BinaryOp, &'a str, ArrayLayout),
}

impl Link {
    /// # Safety
    /// Its pointers point to what their fields say. It is the link of some number.
    unsafe fn read(&self, number: usize) -> Result<ReadLink<'_>, Failure> {
        let name = |field| format!("{field} of link {number}");
        // SAFETY: it is text (caller's duty).
        let operation = unsafe { foreign::text(self.operation, &name("operation")) }?;
        let unknown = || {
            let rule = format!("{} is {operation}: no such operation", name("operation"));
            Failure::new(Status::InvalidText, rule)
        };
        // SAFETY: it points to an array, if anywhere (caller's duty).
        let Some(operand) = (unsafe { foreign::optional(self.operand, &name("operand")) })? else {
            return UnaryOp::from_text(operation).map(ReadLink::Unary).ok_or_else(unknown);
        };
        // SAFETY: it is text (caller's duty).
        let labels = unsafe { foreign::text(self.labels, &name("labels")) }?;
        // SAFETY: the array points to as many extents and strides as it says (caller's duty).
        let layout = unsafe { operand.layout(&name("operand")) }?;
        let operation = BinaryOp::from_text(operation).ok_or_else(unknown)?;
        Ok(ReadLink::Binary(operation, labels, layout))
    }
}

impl Contraction {
    /// # Safety
    /// Its pointers point to what their fields say.
    unsafe fn read(&self) -> Result<Read<'_>, Failure> {
        // SAFETY: it is text (caller's duty).
        let text = unsafe { foreign::text(self.expression, "expression") }?;
        // SAFETY: there are as many (caller's duty).
        let inputs = unsafe { foreign::slice(self.inputs, self.input_count, "inputs") }?;
        // SAFETY: there are as many (caller's duty).
        let extents = unsafe { foreign::slice(self.extents, self.extent_count, "extents") }?;
        // SAFETY: there are as many (caller's duty).
        let chain = unsafe { foreign::slice(self.chain, self.chain_length, "chain") }?;
        // SAFETY: there are as many (caller's duty).
        let conjugated = unsafe { foreign::slice(self.conjugated, self.conjugated_count, "conjugated") }?;
        let layout = |array: &Array, name: &str| {
            // SAFETY: the arrays point to as many extents and strides as they say (caller's duty).
            unsafe { array.layout(name) }
        };
        // SAFETY: it points to an array, if anywhere (caller's duty).
        let output = unsafe { foreign::optional(self.output, "output") }?;
        let layouts =
            inputs.iter().enumerate().map(|(number, input)| layout(input, &format!("input {number}")));
        let links = chain.iter().enumerate().map(|(number, link)| {
            // SAFETY: the pointers of each point to what its fields say (caller's duty).
            unsafe { link.read(number) }
        });
        let output = output.map(|array| layout(array, "output")).transpose()?;
        output.as_ref().map_or(Ok(()), |output| check_distinct(output, "output"))?;
        Ok(Read {
            inputs: layouts.collect::<Result<_, _>>()?,
            output,
            chain: links.collect::<Result<_, _>>()?,
            conjugated,
            text,
            extents: (!self.extents.is_null()).then_some(extents),
            optimize: match self.optimize {
                0 => tensmith::Optimize::Automatic,
                1 => tensmith::Optimize::Greedy,
                2 => tensmith::Optimize::Exact,
                3 => tensmith::Optimize::RandomGreedy,
                4 => tensmith::Optimize::RandomGreedy128,
                5 => tensmith::Optimize::HighQuality,
                other => return Err(Failure::invalid(format!("optimize is {other}: must be from 0 to 5"))),
            },
            minimize: match self.minimize {
                0 => tensmith::expression::Minimize::Time,
                1 => tensmith::expression::Minimize::MultiplyAdds,
                2 => tensmith::expression::Minimize::Width,
                other => return Err(Failure::invalid(format!("minimize is {other}: must be 0, 1 or 2"))),
            },
            seed: self.order_seed,
        })
    }
}

impl Read<'_> {
    fn plan<T: Scalar>(
        &self,
        jit: &tensmith::Jit,
        beta: f64,
        limit: usize,
    ) -> Result<tensmith::Plan<T>, PlanError> {
        let request = match self.extents {
            Some(extents) => jit.tree(self.text, extents),
            None => jit.contraction(self.text),
        };
        let request = request.optimize(self.optimize).minimize(self.minimize).beta(beta);
        let request = if self.seed == 0 { request } else { request.seed(self.seed) };
        let request = self.conjugated.iter().fold(request, |request, input| request.conjugate(*input));
        let request = if limit > 0 { request.memory_limit(limit) } else { request };
        let request = self.chain.iter().fold(request, |request, link| match link {
            ReadLink::Unary(op) => request.apply(*op),
            ReadLink::Binary(op, labels, layout) => request.combine(*op, labels, layout),
        });
        match &self.output {
            Some(output) => request.plan_into(&self.inputs, output),
            None => request.plan(&self.inputs),
        }
    }
}

/// Creates a plan, or finds the one that was made for the same.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_create(
    jit: *const Jit,
    contraction: *const Contraction,
    plan: *mut *mut Plan,
) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(plan, "plan") }?;
        check_stack(tensmith::machine::STACK_TO_MAKE)?;
        // SAFETY: it is a handle (caller's duty).
        let jit = &unsafe { foreign::borrow(jit, "jit") }?.inner;
        // SAFETY: it points to a request (caller's duty), which begins with its size.
        let asked = unsafe { foreign::versioned(contraction, FIRST_SIZE, "contraction") }?;
        // SAFETY: its fields are what they say (caller's duty).
        let read = unsafe { asked.read() }?;
        let (beta, limit) = (asked.beta, asked.memory_limit);
        let made = match Dtype::of(asked.dtype)? {
            Dtype::F32 => Kind::F32(read.plan(jit, beta, limit)?),
            Dtype::F64 => Kind::F64(read.plan(jit, beta, limit)?),
            Dtype::F16 => Kind::F16(read.plan(jit, beta, limit)?),
            Dtype::BF16 => Kind::BF16(read.plan(jit, beta, limit)?),
            Dtype::C64 => Kind::C64(read.plan(jit, beta, limit)?),
            Dtype::C128 => Kind::C128(read.plan(jit, beta, limit)?),
        };
        *place = foreign::hand_over(Plan(made));
        Ok(())
    })
}

/// Creates a plan for an expression over inputs, into a dense output whose last index is contiguous:
/// `tensmith_plan_create` for what is asked most.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_einsum(
    jit: *const Jit,
    expression: *const c_char,
    dtype: i32,
    inputs: *const Array,
    input_count: usize,
    plan: *mut *mut Plan,
) -> Status {
    let contraction = Contraction {
        size: size_of::<Contraction>(),
        expression,
        extents: std::ptr::null(),
        extent_count: 0,
        dtype,
        optimize: 0,
        inputs,
        input_count,
        output: std::ptr::null(),
        beta: 0.0,
        chain: std::ptr::null(),
        chain_length: 0,
        memory_limit: 0,
        conjugated: std::ptr::null(),
        conjugated_count: 0,
        order_seed: 0,
        minimize: 0,
    };
    // SAFETY: the caller's duties are the same.
    unsafe { tensmith_plan_create(jit, &raw const contraction, plan) }
}

/// Runs a plan: evaluates the contraction into `output`, on the threads of `executor`, or on the caller's if
/// that is null. `inputs` are those of the plan in their order, the operands of its chain last.
///
/// The output must share no element with an input. Where it certainly does, that is refused, and so is memory
/// that is too short, misaligned or null. Nothing has been written after an error, unless it is
/// `TENSMITH_STATUS_EXECUTOR`.
///
/// # Safety
/// Pointers point to what they say. Nothing else writes to the inputs or accesses the output meanwhile.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_run(
    plan: *const Plan,
    inputs: *const Buffer,
    input_count: usize,
    output: Buffer,
    executor: *const Executor,
) -> Status {
    guard(|| {
        // SAFETY: it is a handle (caller's duty).
        let plan = unsafe { foreign::borrow(plan, "plan") }?;
        // SAFETY: there are as many (caller's duty).
        let inputs = unsafe { foreign::slice(inputs, input_count, "inputs") }?;
        // SAFETY: it is a handle or null (caller's duty).
        let executor = executor::or_sequential(unsafe { foreign::optional(executor, "executor") }?);
        check_stack(tensmith::machine::STACK_TO_RUN)?;
        // SAFETY: the memory is there, and is left alone (caller's duty).
        for_each_type!(plan, plan => unsafe { run(plan, inputs, &output, executor) })
    })
}

/// As many inputs as most plans have: for more, a run allocates.
const FEW: usize = 8;

/// # Safety
/// The buffers are of the sizes that they say, and are left alone.
unsafe fn run<T: Scalar>(
    plan: &tensmith::Plan<T>,
    inputs: &[Buffer],
    output: &Buffer,
    executor: &dyn tensmith::parallel::Executor,
) -> Result<(), Failure> {
    let (found, expected) = (inputs.len(), plan.inputs().len());
    if found != expected {
        return Err(tensmith::RunError::Inputs { found, expected }.into());
    }
    let to = plan.output();
    let out = output.origin::<T>(to, ArrayName::Output)?;
    let mut views = SmallVec::<[View<'_, T>; FEW]>::new();
    for (number, (input, layout)) in inputs.iter().zip(plan.inputs()).enumerate() {
        let name = ArrayName::Input(number);
        let origin = input.origin::<T>(layout, name)?.cast_const();
        if Placed::new(layout, origin).meets(&Placed::new(to, out)) {
            return Err(Failure::invalid(format!(
                "the output overlaps {name}: must share no element with it"
            )));
        }
        // SAFETY: the layout has as many strides as extents, and stays within the buffer (just checked),
        // which nobody writes to (caller's duty).
        views.push(unsafe { View::from_raw(origin, layout.shape(), layout.strides()) });
    }
    // SAFETY: as above; no two indices share an element (`Contraction::read`; a dense output has no such),
    // and nobody else accesses it (caller's duty).
    let mut output = unsafe { ViewMut::from_raw(out, to.shape(), to.strides()) };
    Ok(plan.run_on(&views, &mut output, executor)?)
}

/// Returns the number of inputs, the operands of the chain included; 0 for null.
///
/// # Safety
/// `plan` is a handle that is not destroyed, or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_input_count(plan: *const Plan) -> usize {
    // SAFETY: it is a handle (caller's duty).
    unsafe { plan.as_ref() }.map_or(0, |plan| for_each_type!(plan, plan => plan.inputs().len()))
}

/// Writes the extents and strides of an input to `array`, which borrows them from the plan.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_input(plan: *const Plan, number: usize, array: *mut Array) -> Status {
    // SAFETY: the caller's duties are the same.
    guard(|| unsafe {
        describe(plan, array, |layouts, _| {
            let missing = || Failure::invalid(format!("input {number}: the plan has {}", layouts.len()));
            layouts.get(number).ok_or_else(missing)
        })
    })
}

/// Writes the extents and strides of the output to `array`, which borrows them from the plan.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_output(plan: *const Plan, array: *mut Array) -> Status {
    // SAFETY: the caller's duties are the same.
    guard(|| unsafe { describe(plan, array, |_, output| Ok(output)) })
}

/// # Safety
/// The pointers point to what they say.
unsafe fn describe(
    plan: *const Plan,
    array: *mut Array,
    choose: impl for<'l> FnOnce(&'l [ArrayLayout], &'l ArrayLayout) -> Result<&'l ArrayLayout, Failure>,
) -> Result<(), Failure> {
    // SAFETY: it is a handle (caller's duty).
    let plan = unsafe { foreign::borrow(plan, "plan") }?;
    let layout = for_each_type!(plan, plan => choose(plan.inputs(), plan.output()))?;
    // SAFETY: it is a place for the result (caller's duty).
    unsafe { foreign::write(array, Array::of(layout), "array") }
}

/// Returns the bytes that runs need in addition to their arrays; 0 for null.
///
/// # Safety
/// `plan` is a handle that is not destroyed, or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_memory(plan: *const Plan) -> usize {
    // SAFETY: it is a handle (caller's duty).
    unsafe { plan.as_ref() }.map_or(0, |plan| for_each_type!(plan, plan => plan.explain().memory()))
}

/// Writes an explanation to `text`, as lines: labels, order, loops, and each kernel with its maker, predicted
/// cycles and size. End it with `tensmith_text_destroy`.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_explain(plan: *const Plan, text: *mut *mut c_char) -> Status {
    // SAFETY: the caller's duties are the same.
    guard(|| unsafe {
        write_text(plan, text, |plan| for_each_type!(plan, plan => plan.explain().to_string()))
    })
}

/// Writes the plan as text to `text`: `tensmith_plan_from_text` reads it without a search. End it with
/// `tensmith_text_destroy`.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_to_text(plan: *const Plan, text: *mut *mut c_char) -> Status {
    // SAFETY: the caller's duties are the same.
    guard(|| unsafe { write_text(plan, text, |plan| for_each_type!(plan, plan => plan.to_text())) })
}

/// # Safety
/// The pointers point to what they say.
unsafe fn write_text(
    plan: *const Plan,
    text: *mut *mut c_char,
    said: impl FnOnce(&Plan) -> String,
) -> Result<(), Failure> {
    // SAFETY: it is a place for the result (caller's duty).
    let place = unsafe { foreign::place(text, "text") }?;
    // SAFETY: it is a handle (caller's duty).
    let plan = unsafe { foreign::borrow(plan, "plan") }?;
    *place = foreign::hand_over_text(&said(plan));
    Ok(())
}

/// Creates the plan that a text of `tensmith_plan_to_text` describes, for elements of type `dtype`. It
/// accesses nothing but its arrays, whatever the text.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_from_text(
    jit: *const Jit,
    text: *const c_char,
    dtype: i32,
    plan: *mut *mut Plan,
) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(plan, "plan") }?;
        check_stack(tensmith::machine::STACK_TO_MAKE)?;
        // SAFETY: it is a handle (caller's duty).
        let jit = &unsafe { foreign::borrow(jit, "jit") }?.inner;
        // SAFETY: it is text (caller's duty).
        let text = unsafe { foreign::text(text, "text") }?;
        let made = match Dtype::of(dtype)? {
            Dtype::F32 => Kind::F32(jit.plan_from_text(text)?),
            Dtype::F64 => Kind::F64(jit.plan_from_text(text)?),
            Dtype::F16 => Kind::F16(jit.plan_from_text(text)?),
            Dtype::BF16 => Kind::BF16(jit.plan_from_text(text)?),
            Dtype::C64 => Kind::C64(jit.plan_from_text(text)?),
            Dtype::C128 => Kind::C128(jit.plan_from_text(text)?),
        };
        *place = foreign::hand_over(Plan(made));
        Ok(())
    })
}

/// Destroys a plan; null is none.
///
/// # Safety
/// `plan` is a handle that is not destroyed, and no other thread uses it any more; or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_plan_destroy(plan: *mut Plan) {
    // SAFETY: it is a handle that nobody uses any more (caller's duty).
    unsafe { foreign::destroy(plan) };
}
