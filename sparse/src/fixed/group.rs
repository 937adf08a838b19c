//! Rows that are summed together: those whose columns are the same, as far as there are some.

use crate::parts::signed;
use crate::template::{Template, Term};
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, sorted, try_collect, try_filled};
use tensmith_core::isa::Zeros;
use tensmith_core::isa::model::CoreModel;

/// Rows whose sums are in registers at a time.
#[derive(Debug)]
pub(super) struct Group {
    /// The numbers of the rows.
    pub(super) rows: Vec<usize>,
    /// The non-zeros of the rows, by columns: each with the place of its row in the group.
    pub(super) terms: Vec<(usize, Term)>,
}

impl Group {
    /// The columns in which there is a non-zero.
    pub(super) fn columns(&self) -> usize {
        let mut last = None;
        self.terms.iter().filter(|(_, term)| last.replace(term.column) != Some(term.column)).count()
    }

    /// The pipes that make the zeros with which the sums begin.
    pub(super) fn zeros(&self, model: &CoreModel) -> Zeros {
        let each = self.terms.len().saturating_mul(4) / self.rows.len().max(1);
        Zeros::among(model, each.saturating_add(model.stores.vector_slots as usize))
    }

    /// The most non-zeros of a row: the longest chain of multiply-adds.
    pub(super) fn longest(&self, template: &Template) -> usize {
        self.rows.iter().map(|row| template.row(*row).len()).max().unwrap_or(0)
    }
}

/// Groups of up to `size` rows, at least one. A group begins with the first row that is left, and takes the rows that share the most
/// columns with it, the first of several. Groups are in the order of their first rows.
pub(super) fn groups(template: &Template, size: usize) -> Result<Vec<Group>, OutOfMemory> {
    let (rows, columns) = template.shape();
    let mut left = try_collect(0..rows)?;
    let mut has = try_filled(false, columns)?;
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut group = Vec::new();
        take(&mut left, 0, &mut group)?;
        while group.len() < size && !left.is_empty() {
            let last = group.last().map_or(&[][..], |row| template.row(*row));
            mark(&mut has, last, true);
            let nearest = nearest(template, &left, &has);
            take(&mut left, nearest, &mut group)?;
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

/// Moves a row that is left, by its place there, into a group.
fn take(left: &mut Vec<usize>, at: usize, group: &mut Vec<usize>) -> Result<(), OutOfMemory> {
    if at < left.len() { group.try_push(left.remove(at)) } else { Ok(()) }
}

/// How many rows are looked at for the next one of a group. There may be thousands behind them, of which few would share more columns.
const WINDOW: usize = 256;

/// The place of the row that shares the most columns, less those that it does not.
fn nearest(template: &Template, left: &[usize], has: &[bool]) -> usize {
    let shared = |row: usize| {
        let terms = template.row(row);
        let shared = terms.iter().filter(|term| has.get(term.column as usize) == Some(&true)).count();
        // Each that is not shared is loaded in addition.
        signed(shared.saturating_mul(2)).saturating_sub(signed(terms.len()))
    };
    let places = left.iter().enumerate().take(WINDOW).rev();
    places.max_by_key(|(_, row)| shared(**row)).map_or(0, |(place, _)| place)
}

/// Notes for the columns of some non-zeros whether a row of the group has them.
fn mark(has: &mut [bool], terms: &[Term], is_there: bool) {
    for term in terms {
        if let Some(place) = has.get_mut(term.column as usize) {
            *place = is_there;
        }
    }
}
