//! A line of wisdom: a question, and the order that answers it.
//!
//! Fields have names and follow each other in one order: what a person reads is what is parsed, and the same
//! entry is always the same line. The last field is a checksum of those before.
//!
//! Tests: `tests/tests/harness_wisdom.rs`.

use super::question::Question;
use crate::order::Order;
use std::fmt;
use std::str::FromStr;
use tensmith_core::ScalarType;
use tensmith_core::kernel::data::{Digest, Digester};
use tensmith_core::text::Count;

/// What is between fields.
const BETWEEN: &str = "; ";

/// The name of the checksum.
const CHECK: &str = "check";

/// An order that was found, with what it was searched for.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub(super) question: Question,
    pub(super) order: Order,
    pub(super) cost: f64,
}

/// Why a line is no entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} is {found:?}: must be {expected}")]
pub struct EntryError {
    /// The field.
    pub field: &'static str,
    /// What it is; nothing where the line has ended.
    pub found: String,
    /// What it must be.
    pub expected: String,
}

impl EntryError {
    /// Of a file whose entries are not the one that it is for.
    pub(super) fn of_file(entries: usize) -> Self {
        Self {
            field: "file",
            found: Count(entries, "entry").to_string(),
            expected: "the entry of the question whose digest is its name".to_owned(),
        }
    }
}

impl Entry {
    /// An answer.
    pub(crate) const fn new(question: Question, order: Order, cost: f64) -> Self {
        Self { question, order, cost }
    }

    /// Returns what was asked.
    #[must_use]
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// Returns the order.
    #[must_use]
    pub const fn order(&self) -> &Order {
        &self.order
    }

    /// Returns what the order has of what it should have least of: predicted cycles, multiply-adds, or
    /// elements of the largest tensor.
    #[must_use]
    pub const fn cost(&self) -> f64 {
        self.cost
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { network, target, scalar, threads, search, minimize, seed, memory_limit } = self;
        write!(
            f,
            "network {network}{BETWEEN}target {target}{BETWEEN}type {scalar}{BETWEEN}threads {threads}"
        )?;
        write!(
            f,
            "{BETWEEN}search {search}{BETWEEN}minimize {minimize}{BETWEEN}seed {seed}{BETWEEN}memory "
        )?;
        match *memory_limit {
            usize::MAX => f.write_str("any"),
            bytes => write!(f, "{bytes}"),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { question, order, cost } = self;
        let text = format!("{question}{BETWEEN}cost {cost}{BETWEEN}order {order}");
        write!(f, "{text}{BETWEEN}{CHECK} {:016x}", checksum(&text))
    }
}

/// 64 bits of the digest of a text.
fn checksum(text: &str) -> u64 {
    Digester::new().text(text).finish().low()
}

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(line: &str) -> Result<Self, EntryError> {
        let (text, check) = line.rsplit_once(BETWEEN).unwrap_or((line, ""));
        let expected = format!("{CHECK} {:016x}", checksum(text));
        if check != expected {
            return Err(EntryError { field: "the last field", found: check.to_owned(), expected });
        }
        let mut fields = Fields(text.split(BETWEEN));
        let question = Question {
            network: fields.read("network", "32 digits of base 16", |word| {
                u128::from_str_radix(word, 16).ok().filter(|_| word.len() == 32).map(Digest::of_bits)
            })?,
            target: fields.read("target", "a core's name", |word| Some(word.to_owned()))?,
            scalar: fields.read("type", "a type of elements", ScalarType::from_name)?,
            threads: fields.parse("threads", "a number from 1 on")?,
            search: fields.parse("search", "the name of one, such as auto-hq")?,
            minimize: fields.parse("minimize", "time, flops or size")?,
            seed: fields.parse("seed", "a number")?,
            memory_limit: fields.read("memory", "bytes, or any", |word| match word {
                "any" => Some(usize::MAX),
                bytes => bytes.parse().ok(),
            })?,
        };
        let cost = fields.parse("cost", "a number")?;
        let order = fields.parse("order", "pairs of numbers, such as 0,1 2,3")?;
        match fields.0.next() {
            None => Ok(Self { question, order, cost }),
            Some(more) => {
                let (found, expected) = (more.to_owned(), CHECK.to_owned());
                Err(EntryError { field: "the field behind the order", found, expected })
            }
        }
    }
}

/// The fields of a line.
struct Fields<'a, I: Iterator<Item = &'a str>>(I);

impl<'a, I: Iterator<Item = &'a str>> Fields<'a, I> {
    /// The next field, which has a name.
    fn read<T>(
        &mut self,
        field: &'static str,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, EntryError> {
        let found = self.0.next().unwrap_or_default();
        let value = found.strip_prefix(field).and_then(|rest| rest.strip_prefix(' ')).and_then(read);
        value.ok_or_else(|| EntryError {
            field,
            found: found.to_owned(),
            expected: format!("{field} and {expected}"),
        })
    }

    fn parse<T: FromStr>(&mut self, field: &'static str, expected: &'static str) -> Result<T, EntryError> {
        self.read(field, expected, |word| word.parse().ok())
    }
}
