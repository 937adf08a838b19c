//! Reading an operation with its parameters, as it is printed: `relu`, `clamp(-0.5,?)`.

use super::{BinaryOp, MAX_PARAMETERS, Op, Operation, Parameter, UnaryOp};

impl UnaryOp {
    /// Reads an operation that comes with tensmith, with as many parameters as it has. None if there
    /// is no such operation.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        read(text, Self::named)
    }
}

impl BinaryOp {
    /// Reads an operation that comes with tensmith, with as many parameters as it has. None if there
    /// is no such operation.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        read(text, Self::named)
    }
}

fn read<const INPUTS: usize>(
    text: &str,
    named: impl Fn(&str) -> Option<&'static Operation<INPUTS>>,
) -> Option<Op<INPUTS>> {
    let Some((name, rest)) = text.split_once('(') else { return Op::new(named(text)?, &[]) };
    let mut given = rest.strip_suffix(')')?.split([',']);
    let mut parameters = [Parameter::Runtime; MAX_PARAMETERS];
    let operation = named(name)?;
    let places = parameters.get_mut(..operation.parameters.len())?;
    for place in places.iter_mut() {
        *place = parameter(given.next()?)?;
    }
    if given.next().is_some() { None } else { Op::new(operation, places) }
}

fn parameter(text: &str) -> Option<Parameter> {
    if text == "?" { Some(Parameter::Runtime) } else { text.parse().ok().map(Parameter::fixed) }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::fallible::try_format;

    #[test]
    fn what_is_printed_is_read_back() {
        for text in ["relu", "clamp(-0.5,?)", "fill(-0.0)", "leaky_relu(inf)"] {
            assert_eq!(try_format(format_args!("{}", UnaryOp::from_text(text).unwrap())).unwrap(), text);
        }
        assert_eq!(BinaryOp::from_text("add"), Some(BinaryOp::add()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "add", "relu(", "relu()", "relu(1)", "clamp(1)", "clamp(1,2,3)", "fill(x)", "fill"] {
            assert_eq!(UnaryOp::from_text(text), None, "{text}");
        }
    }
}
