//! Statements as text: one walk, for languages that differ in a few words.
//!
//! Tests: `tests/tests/export_link.rs`.

use super::{At, Base, Driver, End, Place, Statement};
use std::fmt::Write;

/// The words in which languages differ.
pub(crate) struct Language {
    /// How a loop over a variable to below an end begins: `{}` of the variable, then of the end.
    pub(crate) begin_loop: fn(&str, &str) -> String,
    /// A variable with the number of iterations, by a condition: its name, the condition, the number where
    /// that holds, and else.
    pub(crate) end: fn(&str, &str, usize, usize) -> String,
    /// How a condition stands behind `if`.
    pub(crate) condition: fn(&str) -> String,
    /// A number of elements behind a base.
    pub(crate) place: fn(&str, &str) -> String,
}

/// The statements of a function, indented by some levels of four spaces.
pub(crate) fn body(driver: &Driver, language: &Language, depth: usize) -> String {
    let mut text = Text { driver, language, out: String::new() };
    text.statements(&driver.body, depth);
    text.out
}

/// A condition, what is done where it holds, and else.
type Choice<'a> = (&'a [At], &'a [Statement], &'a [Statement]);

struct Text<'a> {
    driver: &'a Driver,
    language: &'a Language,
    out: String,
}

impl Text<'_> {
    fn statements(&mut self, statements: &[Statement], depth: usize) {
        for statement in statements {
            match statement {
                Statement::Loop { variable, end, body } => self.a_loop(variable, end, body, depth),
                Statement::Choose { condition, then, otherwise } => {
                    self.choice((condition, then, otherwise), depth);
                }
                Statement::Call { kernel, places } => {
                    let places: Vec<_> = places.iter().map(|place| self.place(place)).collect();
                    self.line(depth, &format!("{kernel}({});", places.join(", ")));
                }
            }
        }
    }

    fn line(&mut self, depth: usize, line: &str) {
        // A string takes whatever is written.
        let _ = writeln!(self.out, "{:1$}{line}", "", 4 * depth);
    }

    fn a_loop(&mut self, variable: &str, end: &End, body: &[Statement], depth: usize) {
        let end = match &end.rest {
            None => end.extent.to_string(),
            Some((condition, rest)) => {
                let name = end_of(variable);
                let line = (self.language.end)(&name, &text(condition), *rest, end.extent);
                self.line(depth, &line);
                name
            }
        };
        let begin = (self.language.begin_loop)(variable, &end);
        self.line(depth, &begin);
        self.statements(body, depth + 1);
        self.line(depth, "}");
    }

    fn choice(&mut self, choice: Choice<'_>, depth: usize) {
        let (mut next, mut before) = (Some(choice), "");
        while let Some((condition, then, otherwise)) = next {
            // What is done in the other case alone.
            let (condition, then, otherwise) = match then {
                [] => (format!("!({})", text(condition)), otherwise, then),
                _ => (text(condition), then, otherwise),
            };
            self.line(depth, &format!("{before}if {} {{", (self.language.condition)(&condition)));
            self.statements(then, depth + 1);
            (next, before) = match otherwise {
                [Statement::Choose { condition, then, otherwise }] => {
                    (Some((condition.as_slice(), then.as_slice(), otherwise.as_slice())), "} else ")
                }
                _ => (None, ""),
            };
            if next.is_none() && !otherwise.is_empty() {
                self.line(depth, "} else {");
                self.statements(otherwise, depth + 1);
            }
        }
        self.line(depth, "}");
    }

    fn place(&self, place: &Place) -> String {
        let base = match place.base {
            Base::Operand(number) => self.driver.operands[number].name.as_str(),
            Base::Scratch => "scratch",
        };
        let mut sum = String::new();
        let terms = place.steps.iter().map(|(variable, step)| (Some(variable), *step));
        for (variable, step) in terms.chain((place.offset != 0).then_some((None, place.offset))) {
            let sign = match (sum.is_empty(), step < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let number = step.unsigned_abs();
            let _ = match variable {
                Some(variable) if number == 1 => write!(sum, "{sign}{variable}"),
                Some(variable) => write!(sum, "{sign}{number} * {variable}"),
                None => write!(sum, "{sign}{number}"),
            };
        }
        if sum.is_empty() { base.to_owned() } else { (self.language.place)(base, &sum) }
    }
}

/// The variable with the number of iterations of a loop over parts.
fn end_of(variable: &str) -> String {
    format!("{variable}_end")
}

/// A condition, of some loops.
fn text(condition: &[At]) -> String {
    let at = |at: &At| match at {
        At::First(variable) => format!("{variable} == 0"),
        At::Last(variable, extent) => format!("{variable} == {}", extent - 1),
        At::LastOfPart(variable) => format!("{variable} == {} - 1", end_of(variable)),
    };
    condition.iter().map(at).collect::<Vec<_>>().join(" && ")
}
