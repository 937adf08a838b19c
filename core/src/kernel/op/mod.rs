//! Operations on elements: one definition per operation.
//!
//! An [`Operation`] says what it is called, what it takes, what it does with numbers that are
//! special, how vectors compute it and what it means for one element. Everything else follows from
//! that: the kernels, the scalar reference, the tests, the documentation, the command line. The
//! formula and the meaning say the same thing twice, on purpose: the formula with what vectors can
//! do, the meaning with comparisons and the arithmetic of one number, so that a test of the one
//! against the other finds mistakes in either.
//!
//! The operations that come with tensmith are the rows of three tables, [`UnaryOp`], [`BinaryOp`] and
//! [`TernaryOp`]; to add one is to add a row. An [`Operation`] that is defined elsewhere is used in the same
//! way, through [`Op::new`].
//!
//! Tests: below, `tests/tests/kernel_op_accuracy.rs`, `tests/tests/primitives_elementwise_shapes.rs`,
//! `tests/tests/primitives_elementwise_values.rs`, `tests/tests/registry_plugin_formula.rs`.

mod binary;
mod error_function;
mod exponential;
mod expression;
mod known;
mod logarithm;
mod number;
mod parameter;
mod power;
mod product;
mod ternary;
mod text;
mod trigonometric;
mod unary;

pub use expression::{Expression, Step, Value};
pub use number::Number;
pub use parameter::{MAX_PARAMETERS, Parameter};
pub(crate) use text::{OpMistake, ParameterError, read};

use crate::element::Element;
use crate::fallible::OutOfMemory;
use crate::kernel::func::Arithmetic;
use core::fmt;
use core::hash::{Hash, Hasher};

/// The definition of an operation. It is one of a kind: two operations are the same if they are at the
/// same address, so it should be a `static`.
pub struct Operation<const INPUTS: usize> {
    /// Its name in text forms and on the command line.
    pub name: &'static str,
    /// The names of its parameters, at most [`MAX_PARAMETERS`].
    pub parameters: &'static [&'static str],
    /// The operation's documentation, in Markdown: the first paragraph is its summary, and the rest describes
    /// the results for NaN, infinities and zeros.
    pub doc: &'static str,
    /// Whether the inputs are read at all. If not, they may be missing.
    pub reads_inputs: bool,
    /// How it is computed, given the inputs and the parameters, of which there are as many as have
    /// names.
    pub formula: Formula<INPUTS>,
    /// How far results are from what is exact, at most, in units in the last place; 0 for an operation
    /// that rounds once.
    pub error: f64,
    /// The meaning for one element of single precision, in arguments like the formula's.
    pub single: Meaning<f32, INPUTS>,
    /// The meaning for one element of double precision.
    pub double: Meaning<f64, INPUTS>,
    /// The meaning for one integer of 32 bits, modulo 2³²; none of an operation that is not for integers.
    pub integer: Option<Meaning<i32, INPUTS>>,
}

/// See [`Operation::formula`].
pub type Formula<const INPUTS: usize> =
    fn(&mut Expression, [Value; INPUTS], [Value; MAX_PARAMETERS]) -> Result<Value, OutOfMemory>;

/// See [`Operation::single`].
pub type Meaning<T, const INPUTS: usize> = fn([T; INPUTS], [T; MAX_PARAMETERS]) -> T;

/// An operation with its parameters: part of what a kernel computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Op<const INPUTS: usize> {
    operation: &'static Operation<INPUTS>,
    /// As many as the operation has, then zeros.
    parameters: [Parameter; MAX_PARAMETERS],
}

/// The operation of a unary kernel on each element.
pub type UnaryOp = Op<1>;

/// The operation of a binary kernel on each pair of elements.
pub type BinaryOp = Op<2>;

/// The operation of a ternary kernel on each three elements.
pub type TernaryOp = Op<3>;

impl<const INPUTS: usize> Op<INPUTS> {
    /// `operation` with its parameters; none if it takes more or fewer of them.
    #[must_use]
    pub fn new(operation: &'static Operation<INPUTS>, parameters: &[Parameter]) -> Option<Self> {
        let names = operation.parameters.len();
        let mut given = parameters.iter().copied();
        let padded = [(); MAX_PARAMETERS].map(|()| given.next().unwrap_or(Parameter::NONE));
        (parameters.len() == names && names <= MAX_PARAMETERS)
            .then_some(Self { operation, parameters: padded })
    }

    /// Its definition.
    #[must_use]
    pub const fn operation(&self) -> &'static Operation<INPUTS> {
        self.operation
    }

    /// The same in numbers: the address of its definition, and its parameters.
    #[inline(always)]
    pub(crate) fn packed(&self) -> (u64, [u64; MAX_PARAMETERS]) {
        (self.address(), self.parameters.map(Parameter::packed))
    }

    #[inline(always)]
    fn address(&self) -> u64 {
        core::ptr::from_ref(self.operation).addr() as u64
    }

    /// Its parameters.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        self.parameters.get(..self.operation.parameters.len()).unwrap_or(&[])
    }

    /// Its parameters, to fill in.
    #[must_use]
    pub fn parameters_mut(&mut self) -> &mut [Parameter] {
        self.parameters.get_mut(..self.operation.parameters.len()).unwrap_or(&mut [])
    }

    /// Its formula over `inputs`, as steps at the end of `expression`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn write(&self, expression: &mut Expression, inputs: [Value; INPUTS]) -> Result<Value, OutOfMemory> {
        self.write_from(expression, inputs, 0)
    }

    /// As [`Op::write`], for an operation whose parameters are numbered from `from` on.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(crate) fn write_from(
        &self,
        expression: &mut Expression,
        inputs: [Value; INPUTS],
        from: usize,
    ) -> Result<Value, OutOfMemory> {
        let [first, second] = self.parameters;
        let parameters = match self.operation.parameters.len() {
            // No step is made for parameters that the operation does not have.
            0 => [Value::UNUSED; MAX_PARAMETERS],
            1 => [expression.parameter(from, first)?, Value::UNUSED],
            _ => [expression.parameter(from, first)?, expression.parameter(from.saturating_add(1), second)?],
        };
        (self.operation.formula)(expression, inputs, parameters)
    }

    /// Returns the meaning for one element of each input; none if a parameter is left to run time, or of
    /// integers if it has none.
    #[must_use]
    pub fn meaning<T: Element>(&self) -> Option<impl Fn([T; INPUTS]) -> T + use<T, INPUTS>> {
        let Operation { single, double, integer, .. } = self.operation;
        let [first, second] = self.parameters.map(|parameter| match parameter {
            Parameter::Fixed(number) => Some(number),
            Parameter::Runtime => None,
        });
        let (parameters, of) = ([first?, second?], T::DTYPE.arithmetic());
        if of.is_integer() && integer.is_none() {
            return None;
        }
        Some(move |inputs: [T; INPUTS]| {
            // By bits, since conversions need not keep those of a NaN.
            let (narrow, bits) = (T::DTYPE.narrow(), inputs.map(T::to_bits));
            let widened = bits.map(|bits| narrow.map_or(bits as u32, |narrow| narrow.widened(bits as u16)));
            let narrowed = |bits: u32| narrow.map_or(bits, |narrow| narrow.narrowed(bits).into());
            T::from_bits(match (of, integer) {
                (Arithmetic::F64, _) => {
                    double(bits.map(f64::from_bits), parameters.map(Number::get)).to_bits()
                }
                (Arithmetic::Integer, Some(integer)) => {
                    let parameters = parameters.map(|number| number.bits(of) as i32);
                    narrowed(integer(widened.map(|bits| bits as i32), parameters) as u32).into()
                }
                _ => {
                    let parameters = parameters.map(|number| f32::from_f64(number.get()));
                    narrowed(single(widened.map(f32::from_bits), parameters).to_bits()).into()
                }
            })
        })
    }

    /// Whether it is for numbers like these.
    #[must_use]
    pub const fn is_for(&self, of: Arithmetic) -> bool {
        !of.is_integer() || self.operation.integer.is_some()
    }
}

impl<const INPUTS: usize> PartialEq for Operation<INPUTS> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
    }
}

impl<const INPUTS: usize> Eq for Operation<INPUTS> {}

impl<const INPUTS: usize> Hash for Operation<INPUTS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        core::ptr::hash(self, state);
    }
}

impl<const INPUTS: usize> fmt::Debug for Operation<INPUTS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl<const INPUTS: usize> fmt::Display for Op<INPUTS> {
    /// `relu`, `clamp(0.0,?)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.operation.name)?;
        for (nth, parameter) in self.parameters().iter().enumerate() {
            write!(f, "{}{parameter}", if nth == 0 { "(" } else { "," })?;
        }
        if self.parameters().is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

/// Defines operations, one row each:
///
/// ```text
/// /// The summary.
/// ///
/// /// The results for special numbers.
/// name(inputs; parameters) = |e| { formula } means { meaning };
/// name(inputs; parameters) = |e| { formula } means { meaning } within error;
/// name(inputs; parameters) = |e| { formula } means { meaning } integers { meaning };
/// ```
///
/// Without an error, it rounds once. In the formula, `e` is the [`Expression`], and inputs and parameters are
/// [`Value`]s; in the meaning they are numbers of a type `T: Float`, or of `i32`. An operation whose only
/// input is `_` reads none. Each becomes a function of [`Op`] from the parameters, and all are listed in its
/// `ALL`.
macro_rules! operations {
    ($list:literal $inputs:literal; $(
        $(#[doc = $doc:literal])+
        $name:ident($($input:tt),+; $($parameter:ident),*) = |$e:tt| $formula:block
            means $meaning:block $(integers $integer:block)? $(within $error:literal)?;
    )+) => {
        impl Op<$inputs> {
            #[doc = $list]
            pub const ALL: &'static [&'static Operation<$inputs>] =
                &[$(Self::$name($(operations!(@none $parameter)),*).operation),+];

            /// The operation called `name`, if there is one.
            #[must_use]
            pub fn named(name: &str) -> Option<&'static Operation<$inputs>> {
                Self::ALL.iter().copied().find(|operation| operation.name == name)
            }

            /// Whether no operation that comes with tensmith has the name of this one, unless it is that one:
            /// then its text stands for no other.
            #[must_use]
            pub fn is_named(&self) -> bool {
                Self::named(self.operation.name).is_none_or(|known| known == self.operation)
            }

            /// Reads an operation that comes with tensmith, with as many parameters as it has. None if
            /// there is no such operation.
            #[must_use]
            pub fn from_text(text: &str) -> Option<Self> {
                super::text::read(text, Self::named).ok()
            }

            $(
                $(#[doc = $doc])+
                #[must_use]
                pub const fn $name($($parameter: Parameter),*) -> Self {
                    fn formula(
                        $e: &mut Expression,
                        [$($input),+]: [Value; $inputs],
                        [$($parameter,)* ..]: [Value; MAX_PARAMETERS],
                    ) -> Result<Value, OutOfMemory> $formula

                    fn meaning<T: Float>(
                        [$($input),+]: [T; $inputs],
                        [$($parameter,)* ..]: [T; MAX_PARAMETERS],
                    ) -> T $meaning

                    static OPERATION: Operation<$inputs> = Operation {
                        name: stringify!($name),
                        parameters: &[$(stringify!($parameter)),*],
                        doc: concat!($($doc, "\n"),+),
                        reads_inputs: operations!(@reads $($input)+),
                        formula,
                        error: operations!(@error $($error)?),
                        single: meaning::<f32>,
                        double: meaning::<f64>,
                        integer: operations!(@integer $inputs [$($input),+] [$($parameter),*] $($integer)?),
                    };
                    Self { operation: &OPERATION, parameters: operations!(@padded $($parameter)*) }
                }
            )+
        }
    };
    (@none $parameter:ident) => { Parameter::NONE };
    (@integer $inputs:literal [$($input:tt),+] [$($parameter:ident),*]) => { None };
    (@integer $inputs:literal [$($input:tt),+] [$($parameter:ident),*] $integer:block) => {{
        fn integer(
            [$($input),+]: [i32; $inputs],
            [$($parameter,)* ..]: [i32; MAX_PARAMETERS],
        ) -> i32 $integer
        Some(integer)
    }};
    (@error) => { 0.0 };
    (@error $error:literal) => { $error };
    (@reads _) => { false };
    (@reads $($input:ident)+) => { true };
    (@padded) => { [Parameter::NONE; MAX_PARAMETERS] };
    (@padded $first:ident) => { [$first, Parameter::NONE] };
    (@padded $first:ident $second:ident) => { [$first, $second] };
}

use operations;

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::fallible::try_format;
    use crate::kernel::func::{FloatType, VectorOp};

    #[test]
    fn an_operation_takes_as_many_parameters_as_it_names() {
        let clamp = UnaryOp::named("clamp").unwrap();
        let [low, high] = [Parameter::fixed(-1.0), Parameter::Runtime];
        assert_eq!(Op::new(clamp, &[low, high]), Some(UnaryOp::clamp(low, high)));
        assert_eq!(Op::new(clamp, &[low]), None);
        assert_eq!(Op::new(clamp, &[low, high, low]), None);
        assert_eq!(UnaryOp::clamp(low, high).parameters(), [low, high]);
        assert_eq!(UnaryOp::relu().parameters(), []);
    }

    #[test]
    fn operations_are_told_apart_by_definition_and_parameters() {
        let fill = |number| UnaryOp::fill(Parameter::fixed(number));
        assert_eq!(fill(f64::NAN), fill(f64::NAN));
        assert_ne!(fill(0.0), fill(-0.0));
        assert_ne!(fill(0.0), UnaryOp::zero());
    }

    #[test]
    fn the_text_shows_the_parameters() {
        let op = UnaryOp::clamp(Parameter::fixed(-0.5), Parameter::Runtime);
        let text = try_format(format_args!("{op} {}", UnaryOp::relu())).unwrap();
        assert_eq!(text, "clamp(-0.5,?) relu");
    }

    #[test]
    fn names_are_those_of_one_operation() {
        let unary = UnaryOp::ALL.iter().map(|operation| operation.name);
        let more = BinaryOp::ALL.iter().map(|operation| operation.name);
        let more = more.chain(TernaryOp::ALL.iter().map(|operation| operation.name));
        let names = || unary.clone().chain(more.clone());
        for name in names() {
            assert_eq!(names().filter(|other| *other == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn equal_steps_are_one() {
        let mut expression = Expression::new(FloatType::F32);
        let x = expression.input(0).unwrap();
        let once = UnaryOp::sign().write(&mut expression, [x]).unwrap();
        let steps = expression.steps().len();
        assert_eq!(UnaryOp::sign().write(&mut expression, [x]).unwrap(), once);
        assert_eq!(expression.steps().len(), steps);
    }

    /// Else they would read what may not have been computed.
    #[test]
    fn steps_are_not_made_of_those_that_may_be_left_out() {
        let mut expression = Expression::new(FloatType::F64);
        let x = expression.input(0).unwrap();
        let [one, two] = expression.numbers([1.0, 2.0]).unwrap();
        let mut rare = None;
        let write = |e: &mut Expression| {
            let sum = e.binary(VectorOp::Add, x, one)?;
            rare = Some(sum);
            let three = e.number(3.0)?;
            e.binary(VectorOp::Mul, sum, three)
        };
        let result = expression.select_usually(two, x, write).unwrap();
        let operands = expression.steps().get(result.step()).unwrap().operands();
        assert_eq!(operands.map(Value::step).nth(2), Some(5));
        let again = expression.binary(VectorOp::Add, x, one).unwrap();
        assert!(again.step() > result.step(), "{again:?}");
        // Numbers are made beforehand.
        let steps = expression.steps().len();
        expression.number(3.0).unwrap();
        assert_eq!(expression.steps().len(), steps);
    }
}
