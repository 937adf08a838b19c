//! How a multiplication of plain matrices is done: the steps, and where they have their operands.
//!
//! C is seen so that its columns are contiguous. Then the factor with its rows is copied into groups column
//! by column, and the other one only if it has no groups where it is, or other types.

use super::spec::IntegerGemm;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::Alignment;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::{DotTypes, IntType};
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::kernel::spec::{
    Added, GroupSpec, GroupedSpec, Input, Layout, Matrix, Orientation, Overflow, Regrouped, Stride, UnarySpec,
};
use tensmith_core::{DType, Target};

/// Where an operand of a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    A,
    B,
    C,
    /// Groups in which each byte is 128.
    Offsets,
    /// That many bytes into scratch memory.
    Scratch(usize),
}

/// A step.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A kernel, with its operands in order.
    Kernel { spec: Box<KernelSpec>, operands: [Option<Place>; 4] },
    /// That many integers of 32 bits become their negatives.
    Negate { place: Place, count: usize },
}

impl Step {
    pub(super) fn kernel(&self) -> Option<&KernelSpec> {
        match self {
            Self::Kernel { spec, .. } => Some(spec),
            Self::Negate { .. } => None,
        }
    }
}

/// All steps.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) steps: Vec<Step>,
    /// Bytes of scratch memory.
    pub(super) scratch: usize,
    /// How many groups in which each byte is 128.
    pub(super) offsets: usize,
}

/// The types that are multiplied, and how each factor gets to have its own.
struct Form {
    types: DotTypes,
    changes: [Regrouped; 2],
}

impl Form {
    /// That of factors of such types on a machine.
    fn of([a, b]: [IntType; 2], machine: &Machine) -> Self {
        let other = if b == IntType::I8 { IntType::U8 } else { IntType::I8 };
        let ways = [(b, Regrouped::Bytes), (other, Regrouped::Offset)];
        let of_bytes = ways.into_iter().find_map(|(b, change)| {
            let types = DotTypes::of([a, b]).filter(|types| types.group().get() == 4)?;
            machine.dot(types).map(|_| Self { types, changes: [Regrouped::Bytes, change] })
        });
        let as_words = |of| match of {
            IntType::I8 => Regrouped::Signed,
            IntType::U8 => Regrouped::Unsigned,
            _ => Regrouped::Words,
        };
        let are_bytes = a.bytes() == 1 && b.bytes() == 1;
        let words = || Self { types: DotTypes::I16, changes: [a, b].map(as_words) };
        of_bytes.filter(|_| are_bytes).unwrap_or_else(words)
    }

    fn is_offset(&self) -> bool {
        self.changes[1] == Regrouped::Offset
    }
}

/// A factor, as C is seen.
#[derive(Clone, Copy)]
struct Factor {
    matrix: Matrix,
    place: Place,
    change: Regrouped,
    /// Whether groups need no alignment, which single elements do not have.
    may_be_anywhere: bool,
}

impl Factor {
    /// Whether it has groups as it is, where it is contiguous along K, and these may be anywhere.
    fn has_groups(&self, k: usize) -> bool {
        let group = self.change.group();
        let is_whole = |elements: usize| elements % group == 0;
        self.may_be_anywhere
            && matches!(self.change, Regrouped::Bytes | Regrouped::Words)
            && is_whole(k)
            && self.matrix.ld.known().is_some_and(is_whole)
    }

    /// The leading dimension in groups.
    fn ld_in_groups(&self) -> Stride {
        Stride::fixed(self.matrix.ld.known().unwrap_or(0) / self.change.group())
    }
}

impl Way {
    /// The way of a multiplication that is valid.
    pub(super) fn of(spec: &IntegerGemm, [of_a, of_b]: [IntType; 2], target: &Target) -> Self {
        let &IntegerGemm { m, n, k, a, b, c, start, .. } = spec;
        let (rows, columns, factors, types) = match c.layout {
            Layout::ColumnMajor => (m, n, [(a, Place::A), (b, Place::B)], [of_a, of_b]),
            Layout::RowMajor => {
                (n, m, [(b.transposed(), Place::B), (a.transposed(), Place::A)], [of_b, of_a])
            }
        };
        let form = Form::of(types, &target.machine());
        let may_be_anywhere = target.core.model.alignment != Alignment::Element;
        let [along, across] = [0, 1].map(|nth| {
            let (matrix, place) = factors[nth];
            Factor { matrix, place, change: form.changes[nth], may_be_anywhere }
        });
        let mut way = Self { steps: Vec::new(), scratch: 0, offsets: 0 };
        let of_rows = way.rows_in_groups(along, [rows, k]);
        let (of_columns, b) = way.columns_in_groups(across, [columns, k]);
        let groups = k.div_ceil(form.types.group().get());
        let usual = GroupedSpec {
            a: Matrix::column_major(rows),
            overflow: Overflow::Wraps,
            ..GroupedSpec::column_major(form.types, [rows, columns, groups * form.types.group().get()])
        };
        let offset = form.is_offset().then(|| way.offset(&usual, of_rows));
        let product = GroupedSpec {
            b,
            c: Matrix { layout: Layout::ColumnMajor, ..c },
            start,
            added: if offset.is_some() { Added::Column } else { Added::Nothing },
            ..usual
        };
        let operands = [Some(of_rows), Some(of_columns), Some(Place::C), offset];
        way.push(product, operands);
        way
    }

    /// Copies the factor with the rows of C into groups, column by column.
    fn rows_in_groups(&mut self, factor: Factor, [rows, k]: [usize; 2]) -> Place {
        let groups = k.div_ceil(factor.change.group().get());
        if factor.matrix.layout == Layout::ColumnMajor {
            return self.copied(factor, [rows, k]);
        }
        let (from, ld) = match factor.has_groups(k) {
            true => (factor.place, factor.ld_in_groups()),
            false => (self.copied(factor, [rows, k]), Stride::fixed(groups)),
        };
        let to = self.room(rows * groups * 4);
        let (op, orientation) = (UnaryOp::identity(), Orientation::Transposed);
        let (input, ld_out) = (Input::Matrix(ld), Stride::fixed(rows));
        let spec = UnarySpec { dtype: DType::F32, op, m: groups, n: rows, input, ld_out, orientation };
        self.push(spec, [Some(from), Some(to), None, None]);
        to
    }

    /// The place of the other factor in groups, and how they are stored there.
    fn columns_in_groups(&mut self, factor: Factor, [columns, k]: [usize; 2]) -> (Place, Matrix) {
        let Factor { matrix, place, change, .. } = factor;
        if matrix.layout == Layout::ColumnMajor && factor.has_groups(k) {
            return (place, Matrix { ld: factor.ld_in_groups(), ..matrix });
        }
        let copied = self.copied(Factor { matrix: matrix.transposed(), ..factor }, [columns, k]);
        (copied, dense(matrix.layout, k.div_ceil(change.group().get()), columns))
    }

    /// Copies m×k integers into groups, stored as they are.
    fn copied(&mut self, factor: Factor, [m, k]: [usize; 2]) -> Place {
        let Factor { matrix, place, change, .. } = factor;
        let spec = GroupSpec { input: matrix, ..GroupSpec::dense(change, [m, k], matrix.layout) };
        let to = self.room(m * spec.groups() * 4);
        self.push(spec, [Some(place), Some(to), None, None]);
        to
    }

    /// What is to be added to sums with an offset factor: for each row, its sum times 128, with the other
    /// sign. Where the other factor's bytes are 128 more, that is 128 without a sign, and where they are 128
    /// less, -128 with one: the same bits.
    fn offset(&mut self, product: &GroupedSpec, rows: Place) -> Place {
        let groups = product.groups();
        self.offsets = groups;
        let sums = GroupedSpec {
            n: 1,
            b: Matrix::column_major(groups),
            c: Matrix::column_major(product.m),
            ..*product
        };
        let to = self.room(product.m * 4);
        let operands = [Some(rows), Some(Place::Offsets), Some(to), None];
        self.push(sums, operands);
        self.steps.push(Step::Negate { place: to, count: product.m });
        to
    }

    /// A kernel comes next.
    fn push(&mut self, spec: impl Into<KernelSpec>, operands: [Option<Place>; 4]) {
        self.steps.push(Step::Kernel { spec: Box::new(spec.into()), operands });
    }

    /// Room for some bytes.
    fn room(&mut self, bytes: usize) -> Place {
        let place = self.scratch;
        self.scratch += bytes.next_multiple_of(LINE);
        Place::Scratch(place)
    }
}

/// A dense matrix of some groups.
fn dense(layout: Layout, rows: usize, columns: usize) -> Matrix {
    let matrix = Matrix { layout, ld: Stride::Runtime };
    Matrix { ld: Stride::fixed(matrix.extents(rows, columns).0), ..matrix }
}

/// The bytes of a line of a cache.
const LINE: usize = 64;
