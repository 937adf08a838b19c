//! Sparse matrices as SciPy's `save_npz` writes them: an archive with the arrays `format`, `shape`, `indptr`,
//! `indices` and `data`.
//!
//! Of the formats that SciPy has, that by rows is read: `csr`. As there, the columns of a row are in any
//! order, and what indices and data have beyond the last pointer is no part of the matrix. Where the matrix
//! is a sparse array, there is a member `_is_array`, too.
//!
//! Tests: `harness/matrices/src/tests.rs`, `tests/tests/fuzz_corpus.rs`.

use super::{EXTENT_OF_AN_ENTRY, EXTENT_OF_NO_ENTRY, MOST_EXTENT, Value, most_extent};
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::try_collect;
use tensmith_core::text::Count;
use tensmith_npy::{Elements, Member};
use tensmith_sparse::{Csr, CsrError, Duplicates, Index};

/// Why arrays are no matrix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NpzError {
    /// An array is missing.
    #[error("there is no array `{name}`: a matrix by rows has format, shape, indptr, indices and data")]
    Missing {
        /// Its name.
        name: &'static str,
    },
    /// The matrix is stored otherwise.
    #[error("format `{found}`: must be `csr`, which SciPy's `.tocsr()` returns")]
    Format {
        /// Its format.
        found: String,
    },
    /// An array has other elements.
    #[error("`{name}` has elements of {found}: must be {expected}")]
    ElementType {
        /// Its name.
        name: &'static str,
        /// The type of its elements.
        found: &'static str,
        /// What it must be.
        expected: &'static str,
    },
    /// An array has other extents.
    #[error("`{name}` has {found}: must be {expected}", found = Count(*found, "dimension"))]
    Dimensions {
        /// Its name.
        name: &'static str,
        /// Their number.
        found: usize,
        /// What it must be.
        expected: usize,
    },
    /// A number is below zero, or beyond what indices reach.
    #[error("`{name}`, element {element}: {found}: must be from 0 to {limit}")]
    Number {
        /// The array.
        name: &'static str,
        /// The element.
        element: usize,
        /// Its value.
        found: i64,
        /// The limit.
        limit: u64,
    },
    /// The shape is not that of a matrix.
    #[error("`shape` has {found}: must be 2", found = Count(*found, "element"))]
    Shape {
        /// Their number.
        found: usize,
    },
    /// There are too many columns for as many entries.
    #[error("`shape` has {found}: must be at most {limit}, {EXTENT_OF_NO_ENTRY} and {EXTENT_OF_AN_ENTRY} for each entry, up to {MOST_EXTENT}", found = Count(*found, "column"))]
    Columns {
        /// Their number.
        found: usize,
        /// The most for as many entries.
        limit: usize,
    },
    /// Numbers break a rule of matrices by rows.
    #[error(transparent)]
    Matrix(#[from] CsrError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Whether an archive has the arrays that all of SciPy's matrices have, whatever their format.
pub(super) fn is_matrix(names: &[String]) -> bool {
    ["format", "shape", "data"].iter().all(|name| names.iter().any(|member| member == name))
}

/// Returns the matrix that the members of an archive are.
///
/// # Errors
/// [`NpzError`], for the first member that is missing or breaks a rule.
pub fn from_members<T: Value, I: Index>(
    members: Vec<Member>,
    duplicates: Duplicates,
) -> Result<Csr<T, I>, NpzError> {
    let mut members = Members(members);
    members.format()?;
    let shape = members.shape()?;
    let pointers: Vec<I> = members.indices("indptr")?;
    let mut indices = members.indices("indices")?;
    let limit = most_extent(indices.len());
    if shape.1 > limit {
        return Err(NpzError::Columns { found: shape.1, limit });
    }
    let data = members.taken("data", 1)?;
    let found = data.name();
    let expected = if T::DTYPE.bytes() == 4 { "float32" } else { "float64" };
    let mut values = T::of(data).ok_or(NpzError::ElementType { name: "data", found, expected })?;
    if let (true, Some(last)) = (indices.len() == values.len(), pointers.last()) {
        indices.truncate(last.to_usize());
        values.truncate(last.to_usize());
    }
    Ok(Csr::from_rows(shape, pointers, indices, values, duplicates)?)
}

/// The members that nobody has taken yet.
struct Members(Vec<Member>);

impl Members {
    /// The elements of a member with some dimensions.
    fn taken(&mut self, name: &'static str, dimensions: usize) -> Result<Elements, NpzError> {
        let found = self.0.iter().position(|member| member.name == name);
        let member = self.0.swap_remove(found.ok_or(NpzError::Missing { name })?);
        let found = member.shape.len();
        match found == dimensions {
            true => Ok(member.elements),
            false => Err(NpzError::Dimensions { name, found, expected: dimensions }),
        }
    }

    /// Refuses other formats than that by rows. Their names have three letters, which no
    /// array of another type is.
    fn format(&mut self) -> Result<(), NpzError> {
        let name = "format";
        match self.taken(name, 0)? {
            Elements::Text(text) if text == b"csr" => Ok(()),
            Elements::Text(text) => {
                Err(NpzError::Format { found: String::from_utf8_lossy(&text).into_owned() })
            }
            other => Err(NpzError::ElementType { name, found: other.name(), expected: "text" }),
        }
    }

    /// Rows and columns.
    fn shape(&mut self) -> Result<(usize, usize), NpzError> {
        let numbers = whole("shape", self.taken("shape", 1)?)?;
        let [rows, columns] = *numbers else { return Err(NpzError::Shape { found: numbers.len() }) };
        let size = |element: usize, found: i64, limit: usize| {
            let size = usize::try_from(found).ok().filter(|size| *size <= limit);
            size.ok_or(NpzError::Number { name: "shape", element, found, limit: limit as u64 })
        };
        Ok((size(0, rows, MOST_EXTENT)?, size(1, columns, usize::MAX)?))
    }

    /// Pointers or indices.
    fn indices<I: Index>(&mut self, name: &'static str) -> Result<Vec<I>, NpzError> {
        let numbers = whole(name, self.taken(name, 1)?)?;
        let limit = I::GREATEST;
        let wrong = numbers.iter().enumerate().find(|(_, found)| u64::try_from(**found).is_err());
        let wrong = wrong.or_else(|| numbers.iter().enumerate().find(|(_, found)| **found as u64 > limit));
        if let Some((element, found)) = wrong {
            return Err(NpzError::Number { name, element, found: *found, limit });
        }
        Ok(try_collect(numbers.iter().map(|number| I::saturating(*number as usize)))?)
    }
}

/// The whole numbers of a member.
fn whole(name: &'static str, elements: Elements) -> Result<Vec<i64>, NpzError> {
    match elements {
        Elements::I64(numbers) => Ok(numbers),
        Elements::I32(numbers) => Ok(try_collect(numbers.into_iter().map(i64::from))?),
        other => Err(NpzError::ElementType { name, found: other.name(), expected: "int32 or int64" }),
    }
}
