//! Reading an operation with its parameters, as it is printed: `relu`, `clamp(-0.5,?)`.
//!
//! Tests: below, `tests/tests/kernel_spec.rs`.

use super::{MAX_PARAMETERS, Op, Operation, Parameter};

/// Why words are not the parameters of an operation.
pub(crate) enum ParameterError {
    /// There are more or fewer than it takes.
    Count,
    /// One is neither a number nor `?`.
    Number,
}

/// Why a text is no operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpMistake {
    /// There is none of this name.
    Name,
    /// A parenthesis has no counterpart, or a parameter is neither a number nor `?`.
    Form,
    /// It takes more or fewer parameters: these.
    Parameters(&'static [&'static str]),
}

/// The operation that `text` names, with its parameters.
pub(crate) fn read<const INPUTS: usize>(
    text: &str,
    named: impl Fn(&str) -> Option<&'static Operation<INPUTS>>,
) -> Result<Op<INPUTS>, OpMistake> {
    let (name, given) = match text.split_once(['(']) {
        Some((name, rest)) => (name, Some(rest.strip_suffix(')').ok_or(OpMistake::Form)?)),
        None => (text, None),
    };
    let operation = named(name).ok_or(OpMistake::Name)?;
    let given = given.into_iter().flat_map(|given| given.split([',']));
    Op::of_words(operation, given).map_err(|error| match error {
        ParameterError::Count => OpMistake::Parameters(operation.parameters),
        ParameterError::Number => OpMistake::Form,
    })
}

impl<const INPUTS: usize> Op<INPUTS> {
    /// `operation` with the parameters that are `given`, a word each.
    ///
    /// # Errors
    /// [`ParameterError`].
    pub(crate) fn of_words<'t>(
        operation: &'static Operation<INPUTS>,
        mut given: impl Iterator<Item = &'t str>,
    ) -> Result<Self, ParameterError> {
        let mut parameters = [Parameter::NONE; MAX_PARAMETERS];
        for place in parameters.iter_mut().take(operation.parameters.len()) {
            *place = match given.next().ok_or(ParameterError::Count)? {
                "?" => Parameter::Runtime,
                number => Parameter::fixed(number.parse().map_err(|_| ParameterError::Number)?),
            };
        }
        let op = parameters.get(..operation.parameters.len()).and_then(|given| Self::new(operation, given));
        op.filter(|_| given.next().is_none()).ok_or(ParameterError::Count)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use crate::fallible::try_format;
    use crate::kernel::op::{BinaryOp, TernaryOp, UnaryOp};

    #[test]
    fn what_is_printed_is_read_back() {
        for text in ["relu", "clamp(-0.5,?)", "fill(-0.0)", "leaky_relu(inf)"] {
            assert_eq!(try_format(format_args!("{}", UnaryOp::from_text(text).unwrap())).unwrap(), text);
        }
        assert_eq!(BinaryOp::from_text("add"), Some(BinaryOp::add()));
        assert_eq!(TernaryOp::from_text("multiply_add"), Some(TernaryOp::multiply_add()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "add", "relu(", "relu()", "relu(1)", "clamp(1)", "clamp(1,2,3)", "fill(x)", "fill"] {
            assert_eq!(UnaryOp::from_text(text), None, "{text}");
        }
    }
}
