//! Rows that are summed together: those whose columns are the same, as far as there are some.
//!
//! Tests: below.

use crate::parts::signed;
use crate::template::{Template, Term};
use alloc::vec::Vec;
use core::ops::Range;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, sorted, try_collect, try_filled};
use tensmith_core::isa::Zeros;
use tensmith_core::isa::model::CoreModel;

/// Rows whose sums are in registers at a time.
#[derive(Debug)]
pub(super) struct Group {
    /// The numbers of the rows.
    pub(super) rows: Vec<usize>,
    /// The entries of the rows, by columns: each with the place of its row in the group.
    pub(super) terms: Vec<(usize, Term)>,
}

impl Group {
    /// The columns in which there is an entry.
    pub(super) fn columns(&self) -> usize {
        let mut last = None;
        self.terms.iter().filter(|(_, term)| last.replace(term.column) != Some(term.column)).count()
    }

    /// The pipes that make the zeros with which the sums begin.
    pub(super) fn zeros(&self, model: &CoreModel) -> Zeros {
        let each = self.terms.len().saturating_mul(4) / self.rows.len().max(1);
        Zeros::among(model, each.saturating_add(model.stores.vector_slots as usize))
    }

    /// The most entries of a row: the longest chain of multiply-adds.
    pub(super) fn longest(&self, template: &Template) -> usize {
        self.rows.iter().map(|row| template.row(*row).len()).max().unwrap_or(0)
    }
}

/// Groups of up to `size` rows, at least one. A group begins with the first row that is left, and takes the
/// rows that share the most columns with it, the first of several. Groups are in the order
/// of their first rows.
pub(super) fn groups(template: &Template, size: usize) -> Result<Vec<Group>, OutOfMemory> {
    let (rows, columns) = template.shape();
    let mut left = Left::new(rows)?;
    let mut has = try_filled(false, columns)?;
    let mut groups = Vec::new();
    while let Some(first) = left.take(0)? {
        let mut group = try_collect([first])?;
        while group.len() < size {
            let last = group.last().map_or(&[][..], |row| template.row(*row));
            mark(&mut has, last, true);
            let Some(row) = left.take(nearest(template, &left.window, &has))? else { break };
            group.try_push(row)?;
        }
        group.iter().for_each(|row| mark(&mut has, template.row(*row), false));
        let terms = group.iter().enumerate().flat_map(|(place, row)| {
            template.row(*row).iter().map(move |term| (term.column, place, term.factor))
        });
        let terms = sorted(try_collect(terms)?).into_iter();
        let terms = try_collect(terms.map(|(column, place, factor)| (place, Term { column, factor })))?;
        groups.try_push(Group { rows: group, terms })?;
    }
    Ok(groups)
}

/// Rows that are looked at for the next of a group: those behind them are hardly nearer, and
/// there may be thousands.
const WINDOW: usize = 256;

/// The rows that are in no group, in their order: those of the window, and the others behind them.
struct Left {
    window: Vec<usize>,
    others: Range<usize>,
}

impl Left {
    fn new(rows: usize) -> Result<Self, OutOfMemory> {
        let mut others = 0..rows;
        let window = try_collect(others.by_ref().take(WINDOW))?;
        Ok(Self { window, others })
    }

    /// Takes the row at a place of the window, if there is one.
    fn take(&mut self, at: usize) -> Result<Option<usize>, OutOfMemory> {
        if at >= self.window.len() {
            return Ok(None);
        }
        let row = self.window.remove(at);
        self.others.next().map_or(Ok(()), |next| self.window.try_push(next))?;
        Ok(Some(row))
    }
}

/// The place of the row that shares the most columns, less those that it does not.
fn nearest(template: &Template, left: &[usize], has: &[bool]) -> usize {
    let shared = |row: usize| {
        let terms = template.row(row);
        let shared = terms.iter().filter(|term| has.get(term.column as usize) == Some(&true)).count();
        // Each that is not shared is loaded in addition.
        signed(shared.saturating_mul(2)).saturating_sub(signed(terms.len()))
    };
    let places = left.iter().enumerate().rev();
    places.max_by_key(|(_, row)| shared(**row)).map_or(0, |(place, _)| place)
}

/// Notes for the columns of some entries whether a row of the group has them.
fn mark(has: &mut [bool], terms: &[Term], is_there: bool) {
    for term in terms {
        if let Some(place) = has.get_mut(term.column as usize) {
            *place = is_there;
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests may panic and allocate")]
mod tests {
    extern crate std;

    use super::*;
    use crate::csr::{Csr, Duplicates, Triplet};

    fn template(rows: usize, entries: &[Triplet<f32>]) -> Template {
        let matrix: Csr<f32> = Csr::from_triplets((rows, 16), entries, Duplicates::Sum).unwrap();
        Template::of_positions(&matrix).unwrap()
    }

    /// The rows of the groups, from a list of all rows that are left.
    fn listed(template: &Template, size: usize) -> Vec<Vec<usize>> {
        let (rows, columns) = template.shape();
        let mut left: Vec<usize> = (0..rows).collect();
        let mut groups = Vec::new();
        while !left.is_empty() {
            let (mut group, mut has) = (Vec::from([left.remove(0)]), try_filled(false, columns).unwrap());
            while group.len() < size && !left.is_empty() {
                mark(&mut has, template.row(*group.last().unwrap()), true);
                let window = left.get(..WINDOW).unwrap_or(&left);
                let at = nearest(template, window, &has);
                group.push(left.remove(at));
            }
            groups.push(group);
        }
        groups
    }

    #[test]
    fn rows_come_from_the_first_that_are_left() {
        for rows in [0, 1, 255, 256, 257, 900] {
            let column = |row: usize, nth: usize| (row * row * 7 + row / 5 + nth * nth * 3) % 16;
            let entries: Vec<Triplet<f32>> =
                (0..rows).flat_map(|row| (0..row % 5).map(move |nth| (row, column(row, nth), 1.0))).collect();
            let template = template(rows, &entries);
            for size in [1, 2, 6, 24] {
                let found = groups(&template, size).unwrap().into_iter().map(|group| group.rows);
                assert!(found.eq(listed(&template, size)), "{rows} rows, {size} in a group");
            }
        }
    }
}
