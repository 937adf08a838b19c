//! A notation of ten statements, of those that calculators with programs have: what is written in it
//! computes, and each mistake has its line.

use std::collections::HashMap;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::dialect::{Dialect, Refused, read};
use tensmith_core::kernel::func::{Compare, Condition, Inst, Int, IntOp, IntType, Type, Value};
use tensmith_tests::language::{Passed, run};

const WORD: IntType = IntType::I64;

/// ```text
/// LET x = 3        ADD x, y        SUB x, y        MUL x, y        DIV x, y
/// IF x < y         WHILE x < y     NEXT            STOP            GIVE x
/// ```
///
/// A name is a letter; `a` is the argument. `y` is a name or a number.
#[derive(Default)]
struct Calculator {
    variables: HashMap<char, Int>,
}

impl Calculator {
    /// The register of a name, new where a statement may introduce it.
    fn named(&mut self, text: &str, to: &mut Builder, is_new: bool) -> Result<Int, Refused> {
        let mut letters = text.chars();
        let (Some(name @ 'a'..='z'), None) = (letters.next(), letters.next()) else {
            return Err(Refused::because("a name is a letter from a to z"));
        };
        match self.variables.get(&name) {
            Some(register) => Ok(*register),
            None if is_new => Ok(*self.variables.entry(name).or_insert_with(|| to.int())),
            None => Err(Refused::because("LET must give a name a number first")),
        }
    }

    fn value(&mut self, text: &str, to: &mut Builder) -> Result<Value, Refused> {
        match text.parse() {
            Ok(number) => Ok(Value::Const(number)),
            Err(_) => Ok(Value::Register(self.named(text, to, false)?)),
        }
    }

    fn condition(&mut self, text: &str, to: &mut Builder) -> Result<Condition, Refused> {
        let signs = [("<", Compare::Less), ("=", Compare::Equal), (">", Compare::Greater)];
        let found = signs.iter().find_map(|(sign, how)| Some((text.split_once(sign)?, *how)));
        let ((a, b), how) = found.ok_or(Refused::because("a condition is x < y, x = y or x > y"))?;
        let (a, b) = (self.named(a.trim(), to, false)?, self.value(b.trim(), to)?);
        Ok(Condition::Ints(how, a, b, WORD))
    }
}

impl Dialect for Calculator {
    const COMMENT: &'static str = "REM";

    fn begin(&mut self, to: &mut Builder) -> Result<(), Refused> {
        self.variables.insert('a', to.int_argument(WORD)?);
        to.result(Type::Int(WORD));
        Ok(())
    }

    fn statement(&mut self, text: &str, to: &mut Builder) -> Result<(), Refused> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let operation = match word {
            "ADD" => Some(IntOp::Add),
            "SUB" => Some(IntOp::Sub),
            "MUL" => Some(IntOp::Mul),
            "DIV" => Some(IntOp::Div),
            _ => None,
        };
        if let Some(op) = operation {
            let (d, b) = rest.split_once(',').ok_or(Refused::because("the form is x, y"))?;
            let (d, b) = (self.named(d.trim(), to, false)?, self.value(b.trim(), to)?);
            return Ok(to.push(Inst::IntBinary(op, d, d, b, WORD))?);
        }
        match word {
            "LET" => {
                let (name, value) = rest.split_once('=').ok_or(Refused::because("the form is x = y"))?;
                let value = self.value(value.trim(), to)?;
                let d = self.named(name.trim(), to, true)?;
                Ok(to.push(match value {
                    Value::Const(number) => Inst::IntConst(d, number, WORD),
                    Value::Register(a) => Inst::Copy(d, a),
                })?)
            }
            "IF" => {
                let condition = self.condition(rest, to)?;
                Ok(to.push(Inst::If(condition))?)
            }
            "WHILE" => {
                let condition = self.condition(rest, to)?;
                Ok(to.push(Inst::While(condition))?)
            }
            "NEXT" => Ok(to.push(Inst::End)?),
            "STOP" => Ok(to.push(Inst::Break(1))?),
            "GIVE" => {
                let a = self.named(rest, to, false)?;
                Ok(to.push(Inst::ReturnInt(a))?)
            }
            _ => Err(Refused::because("there is no such statement")),
        }
    }
}

fn calculated(text: &str, argument: i64) -> i64 {
    let func = read(text, "calculator", &mut Calculator::default()).unwrap_or_else(|error| panic!("{error}"));
    run(&func, &[Passed::Bits(argument as u64)]).0.expect("a result") as i64
}

/// The greatest common divisor, by Euclid.
const DIVISOR: &str = "
    LET b = 36          REM the other number
    WHILE b > 0
        LET q = a
        DIV q, b
        MUL q, b
        LET r = a
        SUB r, q
        LET a = b
        LET b = r
    NEXT
    GIVE a";

/// The steps to 1: half of an even number, or one more than three times an odd one.
const STEPS: &str = "
    LET n = 0
    WHILE a > 0
        IF a = 1
            STOP
        NEXT
        LET h = a
        DIV h, 2
        LET e = h
        ADD e, h
        IF e = a
            LET a = h
        NEXT
        IF e < a
            MUL a, 3
            ADD a, 1
        NEXT
        ADD n, 1
    NEXT
    GIVE n";

#[test]
fn texts_of_a_dialect_compute() {
    assert_eq!([48, 35, 36, 1, 0].map(|number| calculated(DIVISOR, number)), [12, 1, 36, 1, 36]);
    assert_eq!([1, 2, 6, 7, 27].map(|number| calculated(STEPS, number)), [0, 1, 8, 16, 111]);
    assert_eq!(calculated(STEPS, -5), 0);
}

#[test]
fn mistakes_have_their_line() {
    let cases = [
        ("GIVE x", "line 1: LET must give a name a number first"),
        ("REM nothing\n\nFOR a", "line 3: there is no such statement"),
        ("LET ab = 1", "line 1: a name is a letter from a to z"),
        ("LET b 1", "line 1: the form is x = y"),
        ("\nADD a 1", "line 2: the form is x, y"),
        ("IF a ? 1", "line 1: a condition is x < y, x = y or x > y"),
        ("STOP\nGIVE a", "line 1: instruction 0 names loop 1: 0 are open, and the innermost is number 1"),
        (
            "GIVE a\n\nADD a, 1",
            "line 3: instruction 1 can never run: `break`, `continue` and `return` must end their block",
        ),
        ("WHILE a > 0\nADD a, 1", "line 2: instruction 2: blocks must be opened and closed in pairs"),
        ("GIVE a\nNEXT", "line 2: instruction 1: blocks must be opened and closed in pairs"),
        ("ADD a, 1", "line 1: instruction 1: must return the function's i64"),
        ("", "line 1: instruction 0: must return the function's i64"),
    ];
    for (text, expected) in cases {
        let found = read(text, "calculator", &mut Calculator::default()).map_err(|error| error.to_string());
        assert_eq!(found, Err(expected.to_owned()), "{text}");
    }
}
