//! Which dimensions a primitive can take, and the kernels that they make.
//!
//! GEMM wants A and B contiguous along one of their two dimensions and C along
//! its rows. A row-major C is no obstacle: `Cᵀ = Bᵀ·Aᵀ`, so the inputs change
//! places ([`Order::Exchanged`]). That choice follows from the strides and is
//! made here, not in the nest. Operations on elements want their rows contiguous; one on single
//! elements may have its columns contiguous in the output instead, which transposes; both take dimensions of
//! type C, too. Reductions and dot products want what they keep contiguous in the output, and either that or
//! what they sum contiguous in the inputs. Multiplications side by side want what counts them contiguous
//! everywhere, and nothing else. Windows slide over an input that has their lanes contiguous, whichever
//! dimensions overlap in it. A role that no dimension plays has extent 1.
//!
//! Tests: below, `tests/tests/tensor_optimize.rs`, `tests/tests/tensor_plan.rs`.

use crate::kernel::op::{BinaryOp, UnaryOp};
use crate::kernel::spec::{
    Batch, Chain, Factor, Fold, Input, Layout, Lines, Matrix, Moved, Orientation, Pairing, Reduction,
    Spacing, Start, Stride,
};
use crate::kernel::{
    BinarySpec, ConvertSpec, GemmSpec, KernelSpec, LanewiseSpec, PermuteSpec, ReduceSpec, SeriesSpec,
    UnarySpec,
};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand};
use crate::tensor::windowed::{Windows, forwards};
use crate::{DType, Types};

/// Which input is the primitive's A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// A is in0, B is in1; rows are M.
    Direct,
    /// A is in1, B is in0; rows are N.
    Exchanged,
}

/// The kernel that some dimensions make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Primitive {
    /// The specification of the kernel; a multiplication adds to C, what else sums or folds starts with what
    /// the output holds. Empty extents count as 1.
    pub spec: KernelSpec,
    /// Which input is its A.
    pub order: Order,
}

/// The dimensions inside the kernel, by the part that they play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles<'a> {
    /// The M dimension; of windows, what goes from one to the next, of any type.
    pub m: Option<&'a Dim>,
    /// The N dimension.
    pub n: Option<&'a Dim>,
    /// The K dimension of each pair of blocks; of windows, their taps of the inner direction.
    pub k: Option<&'a Dim>,
    /// The K dimension from pair to pair; of windows, their taps of the outer direction.
    pub batch: Option<&'a Dim>,
    /// The C dimension; of windows, the lanes, of any type; of multiplications one after the other, what
    /// counts these, of any type.
    pub c: Option<&'a Dim>,
    /// The dimensions of a block that is permuted, in the order of the nest.
    pub moved: [Option<&'a Dim>; 8],
}

const _: () = assert!(PermuteSpec::MOST_DIMS == 8);

/// A dimension as one matrix sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) extent: usize,
    pub(super) stride: isize,
}

impl Span {
    pub(super) fn of(dim: Option<&Dim>, operand: Operand) -> Self {
        dim.map_or(Self { extent: 1, stride: 0 }, |dim| Self {
            extent: dim.extent.max(1),
            stride: *dim.strides.get(operand),
        })
    }

    fn is_contiguous(self) -> bool {
        self.extent == 1 || self.stride == 1
    }

    /// Whether all its indices are the same element.
    fn is_repeated(self) -> bool {
        self.extent == 1 || self.stride == 0
    }
}

/// The operands of a multiplication.
struct Matrices {
    m: usize,
    n: usize,
    k: usize,
    a: Matrix,
    b: Matrix,
    c: Matrix,
    batch: Batch,
}

impl<'a> Roles<'a> {
    /// The roles of the dimensions that a nest marks as primitive.
    ///
    /// # Errors
    /// [`NestError::Prim`], for a dimension that the main primitive has no role for.
    pub fn of(nest: &'a Nest) -> Result<Self, NestError> {
        let mut roles = Self::default();
        let is_of_elements = matches!(nest.main, Main::Unary(_) | Main::Binary(_));
        let prims = || nest.dims.iter().enumerate().filter(|(_, dim)| dim.exec == Exec::Prim);
        let is_untyped = |(_, dim): &(usize, &Dim)| is_of_elements && dim.kind == Kind::C;
        // Dimensions of type C take the roles of an operation on elements that the others leave.
        let typed = prims().filter(|prim| !is_untyped(prim));
        for (number, dim) in typed.chain(prims().filter(is_untyped)) {
            let (role, most) = match (nest.main, dim.kind) {
                (Main::Permute, Kind::M | Kind::N | Kind::C) => {
                    (roles.moved.iter_mut().find(|place| place.is_none()), PermuteSpec::MOST_DIMS)
                }
                (_, Kind::C) if is_of_elements => {
                    (Some(if roles.m.is_none() { &mut roles.m } else { &mut roles.n }), 2)
                }
                (Main::Filter, Kind::M | Kind::N) if roles.has_other_image(dim) => (None, 0),
                (Main::Filter | Main::Pool(_), Kind::M | Kind::N) | (Main::Pool(_), Kind::C) => {
                    (Some(if roles.m.is_none() { &mut roles.m } else { &mut roles.c }), 2)
                }
                (Main::Series, Kind::M) if roles.m.is_some() && roles.c.is_none() => {
                    roles.c = roles.m.take();
                    (Some(&mut roles.m), 2)
                }
                (Main::Series, Kind::N) if roles.n.is_some() && roles.c.is_none() => {
                    roles.c = roles.n.take();
                    (Some(&mut roles.n), 2)
                }
                (Main::Dot | Main::Lanewise | Main::Filter | Main::Series | Main::Group, Kind::C) => {
                    (Some(&mut roles.c), 1)
                }
                (Main::Contraction, _)
                | (_, Kind::C)
                | (Main::Dot, Kind::M | Kind::N)
                | (
                    Main::Unary(_) | Main::Paired(_) | Main::Permute | Main::Group | Main::Binary(_),
                    Kind::K,
                )
                | (Main::Reduce(_), Kind::N) => (None, 0),
                (_, Kind::M) => (Some(&mut roles.m), 1),
                (_, Kind::N) => (Some(&mut roles.n), 1),
                (Main::Gemm | Main::Series | Main::Dot | Main::Lanewise | Main::Reduce(_), Kind::K) => {
                    (Some(&mut roles.k), 1)
                }
                (Main::Brgemm | Main::Filter | Main::Pool(_) | Main::Complex(_) | Main::Grouped, Kind::K) => {
                    (Some(if roles.batch.is_none() { &mut roles.batch } else { &mut roles.k }), 2)
                }
            };
            match role {
                Some(role @ None) => *role = Some(dim),
                _ => return Err(NestError::Prim { dim: number, kind: dim.kind, main: nest.main, most }),
            }
        }
        Ok(match nest.main {
            Main::Filter | Main::Pool(_) => roles.with_windows(nest.main),
            _ if is_of_elements => roles.with_rows_first(nest.main),
            _ => roles,
        })
    }

    /// Whether windows slide over the other input than this dimension moves.
    fn has_other_image(&self, dim: &Dim) -> bool {
        let image = [self.m, self.c].into_iter().flatten().map(|dim| dim.kind).find(|kind| *kind != Kind::C);
        image.is_some_and(|kind| kind != dim.kind)
    }

    /// The roles of windows of which there is one thing only: taps of the inner direction, and lanes
    /// where it can be lanes.
    fn with_windows(mut self, main: Main) -> Self {
        if self.k.is_none() {
            (self.k, self.batch) = (self.batch, None);
        }
        let image = self.image(main);
        let is_along = |dim: &Dim| *dim.strides.get(image) == 1 && dim.strides.out == 1;
        if self.c.is_none() && self.m.is_some_and(is_along) {
            (self.c, self.m) = (self.m, None);
        }
        self
    }

    /// The input that windows slide over: of a sum of products, the one that moves from window to window.
    fn image(&self, main: Main) -> Operand {
        let is_other =
            main == Main::Filter && self.dims().into_iter().flatten().any(|dim| dim.kind == Kind::N);
        if is_other { Operand::In1 } else { Operand::In0 }
    }

    /// The dimensions of windows.
    fn windows(&self) -> Windows<'a> {
        Windows { windows: self.m, taps: [self.batch, self.k], lanes: self.c }
    }

    /// The input that windows slide over, as an order.
    fn sliding(&self, main: Main, dtype: DType) -> Result<Order, NestError> {
        let image = self.image(main);
        self.windows().spec(image, main, dtype)?;
        Ok(if image == Operand::In0 { Order::Direct } else { Order::Exchanged })
    }

    /// How many elements of the image the taps of some windows are in, for each tap of the outer direction
    /// and each lane: fewer than there are taps, where windows overlap. None where windows
    /// or taps run backwards.
    pub(crate) fn places(&self, main: Main, windows: usize) -> Option<usize> {
        self.windows().places(self.image(main), windows)
    }

    /// The roles of an operation on elements whose dimensions are both of type C, which does not tell rows
    /// from columns: rows are contiguous in the input of an operation on single elements,
    /// or else in the output.
    fn with_rows_first(self, main: Main) -> Self {
        let may_transpose = matches!(main, Main::Unary(op) if op.operation().reads_inputs);
        let contiguous = |dim: &Dim| {
            let is_unit = |stride| dim.extent > 1 && stride == 1;
            (may_transpose && is_unit(dim.strides.in0), is_unit(dim.strides.out))
        };
        match (self.m, self.n) {
            (Some(m), Some(n)) if (m.kind, n.kind) == (Kind::C, Kind::C) && contiguous(n) > contiguous(m) => {
                Self { m: self.n, n: self.m, ..self }
            }
            _ => self,
        }
    }

    /// The dimensions that play M, N, K, the batch and C.
    pub(crate) fn dims(&self) -> [Option<&'a Dim>; 5] {
        [self.m, self.n, self.k, self.batch, self.c]
    }

    /// The roles that these dimensions play, in the same order; what is permuted stays.
    pub(crate) fn with_dims<'b>(self, [m, n, k, batch, c]: [Option<&'b Dim>; 5]) -> Roles<'b>
    where
        'a: 'b,
    {
        Roles { m, n, k, batch, c, moved: self.moved }
    }

    /// All dimensions that play a role.
    fn all(&self) -> impl Iterator<Item = &'a Dim> {
        self.dims().into_iter().chain(self.moved).flatten()
    }

    /// Whether `dim` (that very one, not its equal) plays a role.
    pub(crate) fn has(&self, dim: &Dim) -> bool {
        self.all().any(|role| core::ptr::eq(role, dim))
    }

    /// Multiply-adds, or operations on elements, of one call of the kernel.
    pub(crate) fn work(&self) -> usize {
        self.all().fold(1, |product: usize, dim| product.saturating_mul(dim.extent))
    }

    /// The kernel over these dimensions. The rows of a multiplication are the dimension that is
    /// contiguous in the output, since kernels are fastest along them; without one, the order is direct
    /// if it fits.
    ///
    /// # Errors
    /// [`NestError::Matrix`] or [`NestError::Batch`] where the strides fit in neither order, for
    /// the preferred one.
    pub fn fit(&self, main: Main, types: Types) -> Result<Primitive, NestError> {
        let order = self.order(main, types)?;
        Ok(Primitive { spec: self.fit_in(order, main, types)?, order })
    }

    /// The kernel over these dimensions in a given order.
    ///
    /// # Errors
    /// As [`Roles::fit`].
    pub(crate) fn fit_in(&self, order: Order, main: Main, types: Types) -> Result<KernelSpec, NestError> {
        match main {
            Main::Grouped => return Ok(KernelSpec::Grouped(self.grouped(order, types)?)),
            Main::Group => return self.copied(types),
            _ => {}
        }
        let Some(dtype) = types.single() else {
            return Ok(KernelSpec::Convert(self.conversion(main, types)?));
        };
        match main {
            Main::Contraction | Main::Gemm | Main::Brgemm => {
                Ok(KernelSpec::Gemm(self.multiplication(order, dtype)?))
            }
            Main::Series => Ok(KernelSpec::Series(self.series(order, dtype)?)),
            Main::Dot => Ok(KernelSpec::Reduce(self.dot(dtype)?)),
            Main::Lanewise => Ok(KernelSpec::Lanewise(self.lanewise(dtype)?)),
            Main::Filter | Main::Pool(_) => {
                let image = if order == Order::Direct { Operand::In0 } else { Operand::In1 };
                Ok(KernelSpec::Window(self.windows().spec(image, main, dtype)?))
            }
            Main::Reduce(fold) => Ok(KernelSpec::Reduce(self.reduction(fold, dtype)?)),
            Main::Unary(op) => Ok(KernelSpec::Unary(self.unary(op, dtype)?)),
            Main::Paired(pairing) => Ok(KernelSpec::Unary(self.paired(pairing, dtype)?)),
            Main::Complex(conjugation) => Ok(KernelSpec::Complex(self.complex((order, conjugation), dtype)?)),
            Main::Permute => Ok(KernelSpec::Permute(self.block(dtype)?)),
            // They have more than one type, or one that is converted.
            Main::Grouped | Main::Group => Err(NestError::Types { main, types }),
            Main::Binary(op) => Ok(KernelSpec::Binary(self.binary(op, dtype)?)),
        }
    }

    /// The order of the kernel over these dimensions, for callers that need no more of it: a
    /// specification is large.
    ///
    /// # Errors
    /// As [`Roles::fit`].
    pub(crate) fn order(&self, main: Main, types: Types) -> Result<Order, NestError> {
        let direct = |()| Order::Direct;
        match main {
            Main::Grouped => return self.order_of_groups(types),
            Main::Group => return self.copied(types).map(drop).map(direct),
            _ => {}
        }
        let Some(dtype) = types.single() else {
            return self.conversion(main, types).map(drop).map(direct);
        };
        match main {
            Main::Contraction | Main::Gemm | Main::Brgemm => self.order_of_matrices(),
            Main::Series => {
                self.order_of_matrices().and_then(|order| self.series(order, dtype).map(|_| order))
            }
            Main::Dot => self.dot(dtype).map(drop).map(direct),
            Main::Lanewise => self.lanewise(dtype).map(drop).map(direct),
            Main::Filter | Main::Pool(_) => self.sliding(main, dtype),
            Main::Reduce(fold) => self.reduction(fold, dtype).map(drop).map(direct),
            Main::Unary(op) => self.unary(op, dtype).map(drop).map(direct),
            Main::Paired(pairing) => self.paired(pairing, dtype).map(drop).map(direct),
            Main::Complex(conjugation) => {
                let order = self.order_of_complex(main)?;
                self.complex((order, conjugation), dtype).map(|_| order)
            }
            Main::Permute => self.block(dtype).map(drop).map(direct),
            Main::Grouped | Main::Group => Err(NestError::Types { main, types }),
            Main::Binary(op) => self.binary(op, dtype).map(drop).map(direct),
        }
    }

    /// The order of a multiplication.
    fn order_of_matrices(&self) -> Result<Order, NestError> {
        self.either_way(|order| self.matrices(order).map(drop))
    }

    /// The order of a multiplication that is preferred, if it fits, or else the other one.
    pub(super) fn either_way(
        &self,
        fit: impl Fn(Order) -> Result<(), NestError>,
    ) -> Result<Order, NestError> {
        let columns = Span::of(self.n, Operand::Out);
        let (preferred, other) = if columns.extent > 1 && columns.stride == 1 {
            (Order::Exchanged, Order::Direct)
        } else {
            (Order::Direct, Order::Exchanged)
        };
        match fit(preferred) {
            Ok(()) => Ok(preferred),
            Err(bounds) => fit(other).map(|()| other).map_err(|_| bounds),
        }
    }

    fn multiplication(&self, order: Order, dtype: DType) -> Result<GemmSpec, NestError> {
        let Matrices { m, n, k, a, b, c, batch } = self.matrices(order)?;
        let (alpha, beta, epilogue) = (Factor::One, Factor::One, Chain::EMPTY);
        Ok(GemmSpec { types: dtype.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue })
    }

    fn series(&self, order: Order, dtype: DType) -> Result<SeriesSpec, NestError> {
        let gemm = self.multiplication(order, dtype)?;
        let [left, right] = match order {
            Order::Direct => [Operand::In0, Operand::In1],
            Order::Exchanged => [Operand::In1, Operand::In0],
        };
        let step = |operand| forwards(self.c, operand);
        let steps = [step(left)?, step(right)?, step(Operand::Out)?];
        Ok(SeriesSpec::new(gemm, Span::of(self.c, Operand::Out).extent, steps)?)
    }

    fn matrices(&self, order: Order) -> Result<Matrices, NestError> {
        let (rows, columns, left, right) = match order {
            Order::Direct => (self.m, self.n, Operand::In0, Operand::In1),
            Order::Exchanged => (self.n, self.m, Operand::In1, Operand::In0),
        };
        let extent = |dim| Span::of(dim, Operand::Out).extent;
        Ok(Matrices {
            m: extent(rows),
            n: extent(columns),
            k: extent(self.k),
            a: matrix("a", Span::of(rows, left), Span::of(self.k, left))?,
            b: matrix("b", Span::of(self.k, right), Span::of(columns, right))?,
            c: column_major("c", Span::of(rows, Operand::Out), Span::of(columns, Operand::Out))?,
            batch: match self.batch {
                None => Batch::Single,
                Some(dim) => Batch::Strided {
                    count: Stride::fixed(dim.extent.max(1)),
                    a: distance(dim, left)?,
                    b: distance(dim, right)?,
                },
            },
        })
    }

    fn lanewise(&self, dtype: DType) -> Result<LanewiseSpec, NestError> {
        let apart = |operand| {
            let lanes = Span::of(self.c, operand);
            if lanes.is_contiguous() {
                Ok(())
            } else {
                Err(NestError::Lanes { operand, stride: lanes.stride })
            }
        };
        Operand::ALL.into_iter().try_for_each(apart)?;
        let spacing = |rows, columns, operand| {
            Ok::<_, NestError>(Spacing {
                rows: forwards(rows, operand)?,
                columns: forwards(columns, operand)?,
            })
        };
        let extent = |dim| Span::of(dim, Operand::Out).extent;
        Ok(LanewiseSpec {
            dtype,
            count: extent(self.c),
            m: extent(self.m),
            n: extent(self.n),
            k: extent(self.k),
            a: spacing(self.m, self.k, Operand::In0)?,
            b: spacing(self.k, self.n, Operand::In1)?,
            c: spacing(self.m, self.n, Operand::Out)?,
            start: Start::Output,
        })
    }

    fn reduction(&self, fold: Fold, dtype: DType) -> Result<ReduceSpec, NestError> {
        let [kept, folded] = self.line(Operand::In0);
        let fits = [Lines::Rows, Lines::Columns].map(|lines| leading_along(lines, kept, folded));
        let (lines, ld_in) = preferred(fits, folded).ok_or(bounds("in", kept, folded))?;
        self.lines(Reduction::Fold(fold, Start::Output), lines, ld_in, dtype)
    }

    fn dot(&self, dtype: DType) -> Result<ReduceSpec, NestError> {
        let [[kept, folded], [kept1, folded1]] = [Operand::In0, Operand::In1].map(|input| self.line(input));
        let fits = [Lines::Rows, Lines::Columns]
            .map(|lines| leading_along(lines, kept, folded).zip(leading_along(lines, kept1, folded1)));
        let (lines, (ld_in, ld_in1)) = preferred(fits, folded).ok_or_else(|| {
            let is_first = [Lines::Rows, Lines::Columns]
                .iter()
                .all(|lines| leading_along(*lines, kept, folded).is_none());
            if is_first { bounds("x", kept, folded) } else { bounds("y", kept1, folded1) }
        })?;
        self.lines(Reduction::Dot { ld_in1, start: Start::Output }, lines, ld_in, dtype)
    }

    /// Returns the spans of an input that are kept, and that are folded.
    fn line(&self, input: Operand) -> [Span; 2] {
        [self.m.or(self.c), self.k].map(|dim| Span::of(dim, input))
    }

    /// The reduction of these lines to a contiguous output.
    fn lines(
        &self,
        reduction: Reduction,
        lines: Lines,
        ld_in: Stride,
        dtype: DType,
    ) -> Result<ReduceSpec, NestError> {
        let [kept, folded] = self.line(Operand::Out);
        column_major("result", kept, Span { extent: 1, ..folded })?;
        let (m, n) = match lines {
            Lines::Rows => (kept.extent, folded.extent),
            Lines::Columns => (folded.extent, kept.extent),
        };
        Ok(ReduceSpec { dtype, reduction, lines, m, n, ld_in })
    }

    fn block(&self, dtype: DType) -> Result<PermuteSpec, NestError> {
        let mut dims = [Moved { extent: 1, step_in: 0, step_out: 0 }; PermuteSpec::MOST_DIMS];
        for (place, dim) in dims.iter_mut().zip(self.moved.into_iter().flatten()) {
            let [step_in, step_out] =
                [forwards(Some(dim), Operand::In0)?, forwards(Some(dim), Operand::Out)?];
            *place = Moved { extent: dim.extent.max(1), step_in, step_out };
        }
        Ok(PermuteSpec::new(dtype, dims)?)
    }

    pub(super) fn unary(&self, op: UnaryOp, dtype: DType) -> Result<UnarySpec, NestError> {
        let [rows, columns] = [self.m, self.n].map(|dim| Span::of(dim, Operand::Out));
        let input = if op.operation().reads_inputs { Operand::In0 } else { Operand::Out };
        let [rows_in, columns_in] = [self.m, self.n].map(|dim| Span::of(dim, input));
        let (orientation, input, ld_out) = match (leading(rows_in, columns_in), leading(rows, columns)) {
            (Some(ld_in), None) => (Orientation::Transposed, Input::Matrix(ld_in), leading(columns, rows)),
            (Some(ld_in), ld_out) => (Orientation::Same, Input::Matrix(ld_in), ld_out),
            (None, ld_out) => (Orientation::Same, self.input("in0", input)?, ld_out),
        };
        let ld_out = ld_out.ok_or(bounds("out", rows, columns))?;
        Ok(UnarySpec { dtype, op, m: rows.extent, n: columns.extent, input, ld_out, orientation })
    }

    /// The copy of complex numbers.
    fn paired(&self, pairing: Pairing, dtype: DType) -> Result<UnarySpec, NestError> {
        let matrix = |name, operand| {
            let [rows, columns] = [self.m, self.n].map(|dim| Span::of(dim, operand));
            column_major(name, rows, columns).map(|matrix| (matrix.ld, rows.extent, columns.extent))
        };
        let ((ld_in, m, n), (ld_out, ..)) = (matrix("in0", Operand::In0)?, matrix("out", Operand::Out)?);
        let (op, input) = (UnaryOp::identity(), Input::Matrix(ld_in));
        Ok(UnarySpec { dtype, op, m, n, input, ld_out, orientation: pairing.into() })
    }

    /// The conversion of elements, which is all that kernels do to elements of several types.
    fn conversion(&self, main: Main, types: Types) -> Result<ConvertSpec, NestError> {
        let Main::Unary(op) = main else { return Err(NestError::Types { main, types }) };
        if op != UnaryOp::identity() || !types.is_conversion() {
            return Err(NestError::Types { main, types });
        }
        let UnarySpec { m, n, input, ld_out, orientation, .. } = self.unary(op, types.output)?;
        let ld_in = match input {
            Input::Matrix(ld) => Some(ld),
            // Nothing is repeated.
            Input::Row(ld) => (m == 1).then_some(ld),
            Input::Column => (n == 1).then_some(Stride::fixed(m)),
            Input::Scalar => ((m, n) == (1, 1)).then_some(Stride::fixed(1)),
        };
        match ld_in {
            Some(ld_in) => {
                Ok(ConvertSpec { from: types.a, to: types.output, m, n, ld_in, ld_out, orientation })
            }
            None => {
                let [rows, columns] = [self.m, self.n].map(|dim| Span::of(dim, Operand::In0));
                Err(bounds("in0", rows, columns))
            }
        }
    }

    fn binary(&self, op: BinaryOp, dtype: DType) -> Result<BinarySpec, NestError> {
        let [rows, columns] = [self.m, self.n].map(|dim| Span::of(dim, Operand::Out));
        Ok(BinarySpec {
            dtype,
            op,
            m: rows.extent,
            n: columns.extent,
            in0: self.input("in0", Operand::In0)?,
            in1: self.input("in1", Operand::In1)?,
            ld_out: column_major("out", rows, columns)?.ld,
        })
    }

    /// How an input covers the rows and columns.
    fn input(&self, name: &'static str, operand: Operand) -> Result<Input, NestError> {
        let [rows, columns] = [self.m, self.n].map(|dim| Span::of(dim, operand));
        match (rows.is_repeated(), columns.is_repeated()) {
            (true, true) => Ok(Input::Scalar),
            (false, true) if rows.stride == 1 => Ok(Input::Column),
            (true, false) => match usize::try_from(columns.stride) {
                Ok(stride) => Ok(Input::Row(Stride::fixed(stride))),
                Err(_) => Err(bounds(name, rows, columns)),
            },
            _ => Ok(Input::Matrix(column_major(name, rows, columns)?.ld)),
        }
    }
}

/// The operation `op` in place on the output of a kernel.
pub(crate) fn touch(op: UnaryOp, main: &KernelSpec) -> Option<UnarySpec> {
    let (m, n, ld) = match *main {
        KernelSpec::Gemm(GemmSpec { m, n, c, .. }) => (m, n, c.ld),
        KernelSpec::Reduce(spec) => (spec.count(), 1, Stride::fixed(spec.count())),
        KernelSpec::Window(spec) => (spec.count, spec.windows, Stride::fixed(spec.ld_out)),
        _ => return None,
    };
    let (input, orientation) = (Input::Matrix(ld), Orientation::Same);
    Some(UnarySpec { dtype: main.dtype(), op, m, n, input, ld_out: ld, orientation })
}

/// The input with the given rows and columns, which may have elements in common. Of a vector, the layout is
/// the one that makes it contiguous, if its stride is 1.
pub(super) fn matrix(name: &'static str, rows: Span, columns: Span) -> Result<Matrix, NestError> {
    let row_major = columns.stride == 1 && columns.extent > 1 || !rows.is_contiguous();
    let (layout, inner, outer) =
        if row_major { (Layout::RowMajor, columns, rows) } else { (Layout::ColumnMajor, rows, columns) };
    let ld = stride(inner, outer).filter(|ld| *ld > 0).ok_or(bounds(name, rows, columns))?;
    Ok(Matrix { layout, ld: Stride::fixed(ld) })
}

pub(super) fn column_major(name: &'static str, rows: Span, columns: Span) -> Result<Matrix, NestError> {
    let ld = leading(rows, columns).ok_or(bounds(name, rows, columns))?;
    Ok(Matrix { layout: Layout::ColumnMajor, ld })
}

/// The leading dimension of a matrix that is contiguous along `inner`, and whose lines are apart.
fn leading(inner: Span, outer: Span) -> Option<Stride> {
    stride(inner, outer).filter(|ld| *ld >= inner.extent).map(Stride::fixed)
}

/// The distance of lines that are contiguous along `inner`.
fn stride(inner: Span, outer: Span) -> Option<usize> {
    let ld = if outer.extent == 1 { inner.extent } else { usize::try_from(outer.stride).ok()? };
    inner.is_contiguous().then_some(ld)
}

/// The leading dimension of a matrix whose lines run along its rows or its columns.
fn leading_along(lines: Lines, kept: Span, folded: Span) -> Option<Stride> {
    match lines {
        Lines::Rows => leading(kept, folded),
        Lines::Columns => leading(folded, kept),
    }
}

/// Chooses rows or columns, whichever fit. Of both, it is columns where there are any to speak of: they
/// are what is contiguous.
fn preferred<T>([rows, columns]: [Option<T>; 2], folded: Span) -> Option<(Lines, T)> {
    let is_along = folded.extent > 1 && folded.stride == 1;
    let rows = rows.map(|rows| (Lines::Rows, rows));
    let columns = columns.map(|columns| (Lines::Columns, columns));
    if is_along { columns.or(rows) } else { rows.or(columns) }
}

fn bounds(matrix: &'static str, rows: Span, columns: Span) -> NestError {
    NestError::Matrix { matrix, rows: rows.stride, columns: columns.stride }
}

fn distance(batch: &Dim, operand: Operand) -> Result<Stride, NestError> {
    let stride = *batch.strides.get(operand);
    usize::try_from(stride).map(Stride::fixed).map_err(|_| NestError::Batch { operand, stride })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(extent: usize, stride: isize) -> Span {
        Span { extent, stride }
    }

    #[test]
    fn storage_orders() {
        let ok = |rows, columns| matrix("a", rows, columns).ok();
        assert_eq!(ok(span(4, 1), span(5, 6)), Some(Matrix::column_major(6)));
        assert_eq!(ok(span(4, 7), span(5, 1)), Some(Matrix::row_major(7)));
        assert_eq!(ok(span(1, 0), span(5, 1)), Some(Matrix::row_major(5)), "contiguous along the vector");
        assert_eq!(ok(span(1, 0), span(5, 3)), Some(Matrix::column_major(3)));
        assert_eq!(ok(span(4, 3), span(1, 0)), Some(Matrix::row_major(3)));
        assert_eq!(ok(span(4, 1), span(1, 9)), Some(Matrix::column_major(4)));
        assert_eq!(ok(span(1, 8), span(1, 9)), Some(Matrix::column_major(1)));
        assert_eq!(ok(span(4, 1), span(5, 3)), Some(Matrix::column_major(3)), "columns overlap");
        assert_eq!(ok(span(4, 1), span(5, 1)), Some(Matrix::row_major(1)), "windows");
    }

    #[test]
    fn strides_without_a_storage_order() {
        let none = |rows, columns| matrix("a", rows, columns).is_err();
        assert!(none(span(4, 2), span(5, 8)), "nothing is contiguous");
        assert!(none(span(4, 1), span(5, -8)) && none(span(4, -1), span(1, 0)), "backwards");
        assert!(none(span(4, 0), span(5, 1)), "repeated");
        assert!(column_major("c", span(4, 7), span(5, 1)).is_err());
        assert!(column_major("c", span(4, 1), span(5, 3)).is_err(), "columns of an output overlap");
        assert!(column_major("c", span(1, 0), span(5, 1)).is_ok());
    }
}
