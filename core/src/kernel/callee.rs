//! Functions of the C convention that functions call.
//!
//! A function declares those that it calls, by name and types, and does not know where their code is: the
//! code that compiles it passes a list of those that it may call ([`Func::linked`](super::Func::linked)), and
//! others are refused. Arguments are passed one by one, then the call is made, then its result is taken:
//!
//! ```text
//! extern f0 "expf" (f32) -> f32
//! func "exponential" (i0) {
//!     load.f32x1 v0, [i0]
//!     pass.f32 v0
//!     call f0
//!     result.f32 v0
//!     store.f32x1 v0, [i0]
//! }
//! ```
//!
//! Tests: `tests/tests/kernel_language_callees.rs`.

use super::signature::Type;
use super::template::Parse;
use super::word::Word;
use crate::fallible::{Few, OutOfMemory, TryVec, try_few, try_string};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU64;

/// The number of functions that one calls, at most.
pub const MAX_CALLEES: u8 = 64;

/// The integers that a call passes, at most: as many as all conventions have registers for.
pub const MAX_PASSED_INTS: usize = 6;

/// The same for numbers of floating point.
pub const MAX_PASSED_FLOATS: usize = 8;

/// The number of a function that a function calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CalleeId(pub(super) u8);

impl CalleeId {
    /// The one with the greatest number.
    pub(crate) const LAST: Self = Self(MAX_CALLEES - 1);

    /// The function with a number, if that is below [`MAX_CALLEES`].
    #[inline]
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < MAX_CALLEES { Some(Self(number)) } else { None }
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Parse for CalleeId {
    fn parse(text: &str) -> Option<Self> {
        text.strip_prefix('f')?.parse().ok().and_then(Self::new)
    }
}

impl fmt::Display for CalleeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f{}", self.0)
    }
}

/// A function that a function calls.
#[derive(Debug, PartialEq, Eq)]
pub struct Callee {
    name: Cow<'static, str>,
    arguments: Few<Type, MAX_PASSED_INTS>,
    result: Option<Type>,
    /// Where its code is, once that is known.
    pub(super) address: Option<NonZeroU64>,
}

impl Callee {
    /// A function with some arguments, of which a call passes at most [`MAX_PASSED_INTS`] integers and
    /// [`MAX_PASSED_FLOATS`] numbers of floating point. None for more.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        arguments: &[Type],
        result: Option<Type>,
    ) -> Result<Option<Self>, OutOfMemory> {
        let (ints, floats) = counted(arguments);
        if ints > MAX_PASSED_INTS || floats > MAX_PASSED_FLOATS {
            return Ok(None);
        }
        let arguments = try_few(arguments.iter().copied())?;
        Ok(Some(Self { name: name.into(), arguments, result, address: None }))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The types of its arguments.
    #[must_use]
    pub fn arguments(&self) -> &[Type] {
        &self.arguments
    }

    /// The type of its result, if it has one.
    #[must_use]
    pub const fn result(&self) -> Option<Type> {
        self.result
    }

    /// Where its code is, if that is known.
    #[must_use]
    pub const fn address(&self) -> Option<NonZeroU64> {
        self.address
    }

    /// Whether a function that may be called has the types of this one.
    pub(super) fn fits(&self, allowed: &Allowed<'_>) -> bool {
        (allowed.arguments, allowed.result) == (self.arguments.as_slice(), self.result)
    }

    /// The same at an address.
    fn at(&self, address: Option<NonZeroU64>) -> Result<Self, OutOfMemory> {
        let name = match &self.name {
            Cow::Borrowed(name) => Cow::Borrowed(*name),
            Cow::Owned(name) => Cow::Owned(try_string(name)?),
        };
        let arguments = try_few(self.arguments.iter().copied())?;
        Ok(Self { name, arguments, result: self.result, address })
    }
}

impl fmt::Display for Callee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" (", self.name)?;
        for (nth, of) in self.arguments.iter().enumerate() {
            write!(f, "{}{of}", if nth == 0 { "" } else { ", " })?;
        }
        f.write_str(")")?;
        self.result.map_or(Ok(()), |result| write!(f, " -> {result}"))
    }
}

/// A function that functions may call.
#[derive(Clone, Copy, Debug)]
pub struct Allowed<'a> {
    /// Its name.
    pub name: &'a str,
    /// The types of its arguments.
    pub arguments: &'a [Type],
    /// The type of its result, if it has one.
    pub result: Option<Type>,
    /// Where its code is: a function of the C convention of the machine that is compiled for.
    pub address: NonZeroU64,
}

/// Copies of some functions.
///
/// # Errors
/// [`OutOfMemory`].
pub(crate) fn try_copies(callees: &[Callee]) -> Result<Vec<Callee>, OutOfMemory> {
    let mut copies = Vec::new();
    callees.iter().try_for_each(|callee| copies.try_push(callee.at(callee.address)?))?;
    Ok(copies)
}

/// Why a text declares no function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CalleeError {
    /// It has another form.
    #[error("the form is: extern f0 \"name\" (TYPE, …) -> TYPE, with numbers below {MAX_CALLEES}")]
    Form,
    /// A word is no type.
    #[error("{0} is no type: must be one of i8, i16, i32, i64, u8, u16, u32, u64, f32 and f64")]
    Type(Word),
    /// There are more arguments than calls pass.
    #[error(
        "{ints} integers and {floats} numbers of floating point: a call passes at most {MAX_PASSED_INTS} and {MAX_PASSED_FLOATS}"
    )]
    Passed {
        /// The number of arguments that are integers.
        ints: usize,
        /// The number of the others.
        floats: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// What stands behind `extern` in a text: number and function.
pub(super) fn parse(text: &str) -> Result<(CalleeId, Callee), CalleeError> {
    let (id, name, list, result) = parts(text).ok_or(CalleeError::Form)?;
    let typed = |text| Type::parse(text).ok_or(CalleeError::Type(Word::new(text)));
    let mut arguments = Few::<Type, MAX_PASSED_INTS>::new();
    for of in list.split([',']).map(str::trim).filter(|of| !of.is_empty()) {
        arguments.try_push(typed(of)?)?;
    }
    let result = if result.is_empty() { None } else { Some(typed(result)?) };
    let (ints, floats) = counted(&arguments);
    let callee = Callee::new(try_string(name)?, &arguments, result)?;
    Ok((id, callee.ok_or(CalleeError::Passed { ints, floats })?))
}

/// How many arguments are integers, and how many are not.
fn counted(arguments: &[Type]) -> (usize, usize) {
    let ints = arguments.iter().filter(|of| matches!(of, Type::Int(_))).count();
    (ints, arguments.len().saturating_sub(ints))
}

/// The number, the name, the list of arguments and the result, if there is one.
fn parts(text: &str) -> Option<(CalleeId, &str, &str, &str)> {
    let (id, rest) = text.trim().split_once(['"'])?;
    let (name, rest) = rest.split_once(['"'])?;
    let (list, behind) = rest.trim().strip_prefix('(')?.split_once([')'])?;
    let result = match behind.trim() {
        "" => "",
        behind => Some(behind.strip_prefix("->")?.trim()).filter(|result| !result.is_empty())?,
    };
    Some((CalleeId::parse(id.trim())?, name, list, result))
}
