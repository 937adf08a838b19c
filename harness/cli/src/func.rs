//! `func`: a function over virtual registers, compiled, shown after any step, and run.
//!
//! Tests: `harness/cli/tests/program/func.rs`.

mod argument;
mod stage;

use crate::error::Failure;
use crate::input;
use crate::output::Output;
use crate::target::{self, Asked};
use argument::Value;
use clap::Args;
use stage::Stage;
use std::io::{self, Write};
use std::path::PathBuf;
use tensmith::Target;
use tensmith::func::{Argument, Callees, Executed, FuncError};
use tensmith_core::codegen::CodegenError;
use tensmith_core::kernel::{Func as Function, text};
use tensmith_core::text::Count;

/// Examples for the help.
const EXAMPLES: &str = "Examples:
  tensmith func relu.func                                      the code that it becomes
  tensmith func relu.func --after lowered --target zen5        instructions over virtual registers
  tensmith func relu.func 'f32[-1,2,0;16]' 'f32[0;18]' --check run it, and compare with the interpreter
  tensmith func relu.func x.npy 'f32[0;18]' --interpret --target neoverse-v2
  tensmith func sum.func 'f32[1,2,3]' 3 --check                one with a result

Functions may call print_i64, print_u64, print_f32 and print_f64, which write a line on the standard error stream.
`tensmith emit KERNEL … --format ir` writes such functions.";

/// Arguments of `func`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Func {
    /// The function in its text form; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Run it on these: a whole number; the bits of another one, such as `f32:0.5`; or an array: a list such
    /// as `f32[1,2,3]` (of bf16, f16, f32, f64, or i8 to u64; `0;16` stands for 16 zeros), or an .npy file,
    /// as it is stored. Arrays that it changes are written as such lists, and its result behind them
    #[arg(value_name = "ARGUMENT", value_parser = Value::parse)]
    arguments: Vec<Value>,
    /// Core that it is compiled for [default: host, or generic where this machine is none
    /// that code is made for]
    #[arg(long, value_parser = Asked::parser())]
    target: Option<Asked>,
    /// Show it after a step of code generation, instead of running it
    #[arg(long, value_name = "STAGE", value_enum, conflicts_with_all = ["interpret", "check", "arguments"])]
    after: Option<Stage>,
    /// Have the interpreter run it, for any core, on any machine
    #[arg(long, conflicts_with = "check")]
    interpret: bool,
    /// Compare what its code leaves in memory with what the interpreter does, bit for bit
    #[arg(long)]
    check: bool,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
}

impl Func {
    /// Runs the function, if there are arguments; else shows it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (text, func) = self.read()?;
        let target = self.target.map_or_else(|| Ok(target::usual()), Asked::target)?;
        let shown = if self.arguments.is_empty() && !self.check && !self.interpret {
            let linked = Callees::printing().list(&func).map_err(|e| self.not_compiled(&text, &e))?;
            stage::show(&linked, &target, self.after.unwrap_or(Stage::Code))
                .map_err(|e| self.not_compiled(&text, &e))?
        } else {
            self.changes(&text, &func, target)?
        };
        let output = Output::open(self.output.as_deref()).map_err(Failure::bad_input)?;
        output.write(|out| out.write_all(shown.as_bytes())).map_err(Failure::bad_input)
    }

    /// The function, and its text.
    fn read(&self) -> Result<(String, Function), Failure> {
        let bytes = input::read(&self.file).map_err(Failure::bad_input)?;
        let text = String::from_utf8(bytes).map_err(|e| self.refused(e))?;
        let func = text::parse(&text).map_err(|e| self.refused(e))?;
        Ok((text, func))
    }

    /// Why no code is made, with the line of the instruction that it is about.
    fn not_compiled(&self, text: &str, error: &CodegenError) -> Failure {
        match error.at().and_then(|at| text::line_of(text, at)) {
            Some(line) => self.refused(format!("line {line}: {error}")),
            None => self.refused(error),
        }
    }

    fn refused(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::BadInput(format!("{}: {reason}", self.file.display()))
    }

    /// Runs the function; the arrays that it has changed, and its result, as text.
    fn changes(&self, text: &str, func: &Function, target: Target) -> Result<String, Failure> {
        let before = self.arguments.iter().map(Value::load).collect::<Result<Vec<_>, _>>()?;
        let mut after = before.clone();
        let mut arguments: Vec<Argument<'_>> = after.iter_mut().map(Value::argument).collect();
        let callees = Callees::printing();
        let result = if self.interpret {
            callees.interpret(func, target, &mut arguments).map_err(|e| self.refused(e))?
        } else {
            let Executed { result, expected } =
                callees.execute(func, target, &mut arguments).map_err(|error| match error {
                    FuncError::Codegen(error) => self.not_compiled(text, &error),
                    error if error.is_of_the_machine() => {
                        Failure::NotPossibleHere(format!("{error}; `--interpret` runs it on any machine"))
                    }
                    error => self.refused(error),
                })?;
            if self.check {
                compare(&after, &expected.memory)?;
                compare_results(func, result, expected.result)?;
            }
            result
        };
        let changed = before.iter().zip(&after).enumerate().filter(|(_, (before, after))| before != after);
        let line = |(number, (_, after)): (usize, (&Value, &Value))| format!("argument {number}: {after}\n");
        let result = result.map(|bits| format!("result: {}\n", argument::result(func, bits)));
        Ok(changed.map(line).chain(result).collect())
    }
}

/// Compares a result with that of the interpreter.
fn compare_results(func: &Function, found: Option<u64>, expected: Option<u64>) -> Result<(), Failure> {
    let [found, expected] =
        [found, expected].map(|bits| bits.map_or(String::new(), |bits| argument::result(func, bits)));
    if found == expected {
        return Ok(());
    }
    Err(Failure::Check(format!("the result is {found}: the interpreter has {expected}")))
}

/// Compares arrays with what the interpreter has made of them; says on the standard error
/// stream that they agree.
fn compare(arguments: &[Value], expected: &[Vec<u8>]) -> Result<(), Failure> {
    let arrays = arguments.iter().enumerate().filter_map(|(number, value)| Some((number, value.array()?)));
    let mut elements = 0;
    for ((number, array), expected) in arrays.zip(expected) {
        if let Some(at) = array.first_difference(expected) {
            let (found, wanted) = (array.element(at), array.with_bytes(expected).element(at));
            return Err(Failure::Check(format!(
                "argument {number}: element {at} is {found}: the interpreter has {wanted}"
            )));
        }
        elements += array.len();
    }
    let elements = Count(elements, "element");
    let _ = writeln!(io::stderr(), "{elements} compared with the interpreter, 0 wrong");
    Ok(())
}
