//! Specs of every size, most of them absurd: a generator says no or delivers, and never panics.
//! Overflow is found where it is checked: in the `checked` profile and in debug builds.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::op::{BinaryOp, Op, Operation, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    Added, Batch, BinarySpec, Chain, ChainSpec, ComplexSpec, Conjugation, ConvertSpec, Factor, GatherSpec,
    GemmSpec, GroupSpec, GroupedSpec, Indexed, Input, LanewiseSpec, Layout, Lines, Link, MAX_LINKS, Matrix,
    Moved, Operand, Orientation, Overflow, PermuteSpec, ReduceSpec, Reduction, Regrouped, Side, Slide,
    Spacing, Spread, Stride, TernarySpec, UnarySpec, Weights, WindowSpec, Windowed,
};
use tensmith_core::registry::{GenerateError, KernelError, NoGenerator, Offer, Refusal};
use tensmith_core::{DType, Target};
use tensmith_tests::kernels::{of_func, registry};
use tensmith_tests::lanewise::STARTS;
use tensmith_tests::nightly::scaled;
use tensmith_tests::ops;
use tensmith_tests::random::SplitMix;
use tensmith_tests::reduce::reductions;
use tensmith_tests::wide;
use tensmith_tests::window::windowed;

/// How many specs each test draws.
fn rounds() -> usize {
    scaled(6_000, 20_000)
}

/// A random choice of specs' fields.
struct Hostile(SplitMix);

impl Hostile {
    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.0.below(values.len() as u64) as usize]
    }

    /// A number of at most `bits` bits, of any magnitude: often a power of two or next to one.
    fn number(&mut self, bits: u64) -> usize {
        let magnitude = self.0.below(bits + 1);
        let limit = 1u64.checked_shl(magnitude as u32).unwrap_or(0);
        let number = match self.0.below(4) {
            0 => limit,
            1 => limit.wrapping_sub(1),
            2 => limit.wrapping_add(1),
            _ => self.0.bits() >> (64 - magnitude.max(1)),
        };
        number as usize
    }

    /// A stride for the contiguous extent: the tightest, known only at run time, or any.
    fn stride(&mut self, extent: usize) -> Stride {
        match self.0.below(4) {
            0 => Stride::Runtime,
            1 => Stride::fixed(self.number(64)),
            2 => Stride::fixed(extent.saturating_add(self.number(20))),
            _ => Stride::fixed(extent),
        }
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> Matrix {
        let layout = self.one_of(&[Layout::ColumnMajor, Layout::RowMajor]);
        let extent = if layout == Layout::ColumnMajor { rows } else { columns };
        Matrix { layout, ld: self.stride(extent) }
    }

    fn gemm(&mut self, bits: u64) -> GemmSpec {
        let [m, n, k] = [(); 3].map(|()| self.number(bits));
        GemmSpec {
            types: self.one_of(&[DType::F32, DType::F64]).into(),
            m,
            n,
            k,
            a: self.matrix(m, k),
            b: self.matrix(k, n),
            c: self.matrix(m, n),
            alpha: self.one_of(&Factor::ALL).0,
            beta: self.one_of(&Factor::ALL).0,
            batch: match self.0.below(4) {
                0 => Batch::Single,
                1 => Batch::Offsets { count: self.stride(0) },
                2 => Batch::Addresses { count: self.stride(0) },
                _ => Batch::Strided { count: self.stride(0), a: self.stride(0), b: self.stride(0) },
            },
            epilogue: Chain::EMPTY,
        }
    }

    fn op<const INPUTS: usize>(&mut self, operations: &[&'static Operation<INPUTS>]) -> Op<INPUTS> {
        let parameters = [(); 2].map(|()| match self.0.below(2) {
            0 => Parameter::Runtime,
            _ => Parameter::fixed(f64::from_bits(self.0.bits())),
        });
        self.one_of(&ops::with_parameters(operations, parameters))
    }

    fn unary(&mut self, bits: u64) -> UnarySpec {
        let [m, n] = [(); 2].map(|()| self.number(bits));
        let orientation =
            self.one_of(&[Orientation::Same, Orientation::Transposed, Orientation::RotatedBack]);
        UnarySpec {
            dtype: self.one_of(&[DType::F32, DType::F64]),
            op: self.op(UnaryOp::ALL),
            m,
            n,
            input: self.input(m),
            ld_out: self.stride(orientation.output((m, n)).0),
            orientation,
        }
    }

    fn input(&mut self, m: usize) -> Input {
        let (matrix, row) = (Input::Matrix(self.stride(m)), Input::Row(self.stride(1)));
        self.one_of(&[matrix, Input::Column, row, Input::Scalar])
    }

    fn binary(&mut self, bits: u64) -> BinarySpec {
        let [m, n] = [(); 2].map(|()| self.number(bits));
        BinarySpec {
            dtype: self.one_of(&[DType::F32, DType::F64]),
            op: self.op(BinaryOp::ALL),
            m,
            n,
            in0: self.input(m),
            in1: self.input(m),
            ld_out: self.stride(m),
        }
    }

    fn ternary(&mut self, bits: u64) -> TernarySpec {
        let [m, n] = [(); 2].map(|()| self.number(bits));
        TernarySpec {
            dtype: self.one_of(&[DType::F32, DType::F64]),
            op: self.op(TernaryOp::ALL),
            m,
            n,
            in0: self.input(m),
            in1: self.input(m),
            in2: self.input(m),
            ld_out: self.stride(m),
        }
    }

    fn reduce(&mut self, bits: u64) -> ReduceSpec {
        let [m, n] = [(); 2].map(|()| self.number(bits));
        let mut reduction = self.one_of(&reductions(m));
        if let Reduction::Dot { ld_in1, .. } = &mut reduction {
            *ld_in1 = self.stride(m);
        }
        ReduceSpec {
            dtype: self.one_of(&[DType::F32, DType::F64]),
            reduction,
            lines: self.one_of(&[Lines::Columns, Lines::Rows]),
            m,
            n,
            ld_in: self.stride(m),
        }
    }

    fn lanewise(&mut self, bits: u64) -> LanewiseSpec {
        let [count, m, n, k] = [(); 4].map(|()| self.number(bits));
        let [a, b, c] = [(); 3].map(|()| Spacing { rows: self.number(bits), columns: self.number(bits) });
        let (dtype, start) = (self.one_of(&[DType::F32, DType::F64]), self.one_of(&STARTS));
        LanewiseSpec { dtype, count, m, n, k, a, b, c, start }
    }

    /// Two of three are stored as they have to be.
    fn complex(&mut self, bits: u64) -> ComplexSpec {
        let [m, n, k] = [(); 3].map(|()| self.number(bits));
        let (part, start) = (self.one_of(&[DType::F32, DType::F64]), self.one_of(&STARTS));
        let [a, b, c] = [self.matrix(m, k), self.matrix(k, n), self.matrix(m, n)];
        let conjugation = self.one_of(&Conjugation::ALL).0;
        ComplexSpec { part, m, n, k, a, b, c, conjugation, start }
    }

    /// As above, with a k that is a multiple of a group more often than not.
    fn grouped(&mut self, bits: u64) -> GroupedSpec {
        let types = self.one_of(DotTypes::ALL);
        let [m, n, k] = [(); 3].map(|()| self.number(bits));
        let k = if self.0.below(4) > 0 { k & !3 } else { k };
        let groups = GroupedSpec::column_major(types, [m, n, k]).groups();
        let [a, b, c] = [self.matrix(m, groups), self.matrix(groups, n), self.matrix(m, n)];
        let (start, added) = (self.one_of(&STARTS), self.one_of(&Added::ALL));
        let overflow = self.one_of(&[Overflow::Refused, Overflow::Wraps]);
        GroupedSpec { types, m, n, k, a, b, c, start, added, overflow }
    }

    fn group(&mut self, bits: u64) -> GroupSpec {
        let [m, k] = [(); 2].map(|()| self.number(bits));
        let (change, _) = self.one_of(&Regrouped::ALL);
        GroupSpec { change, m, k, input: self.matrix(m, k), ld_out: self.stride(m) }
    }

    fn window(&mut self, bits: u64) -> WindowSpec {
        let [windows, outer, inner, count, window, ld_out] = [(); 6].map(|()| self.number(bits));
        let [taps, apart] = [(); 2].map(|()| [self.number(bits), self.number(bits)]);
        let windowed = match self.one_of(&windowed()) {
            Windowed::Products(_) => {
                let spread = self.one_of(&[Spread::Lanes, Spread::Single]);
                Windowed::Products(Weights { taps: apart, spread })
            }
            fold @ Windowed::Fold(_) => fold,
        };
        let (dtype, start) = (self.one_of(&[DType::F32, DType::F64]), self.one_of(&STARTS));
        let slide = Slide { window, taps };
        let chain = self.chain(bits).chain;
        let epilogue = self.one_of(&[Chain::EMPTY, chain]);
        WindowSpec { dtype, windowed, windows, taps: [outer, inner], count, slide, ld_out, start, epilogue }
    }

    fn gather(&mut self, bits: u64) -> GatherSpec {
        let [m, n] = [(); 2].map(|()| self.number(bits));
        let dtype = self.one_of(&[DType::F32, DType::F64]);
        let indexed = self.one_of(&[Indexed::Input, Indexed::Output]);
        GatherSpec { dtype, indexed, m, n, ld_in: self.stride(m), ld_out: self.stride(m) }
    }

    fn chain(&mut self, bits: u64) -> ChainSpec {
        let [m, n] = [(); 2].map(|()| self.number(bits));
        let links = [(); MAX_LINKS].map(|()| match self.0.below(2) {
            0 => Link::Unary(self.op(UnaryOp::ALL)),
            _ => {
                let matrix = Operand::Matrix(self.stride(m));
                let operand = self.one_of(&[matrix, Operand::Column, Operand::Row, Operand::Scalar]);
                let running = self.one_of(&[Side::First, Side::Second]);
                Link::Binary { op: self.op(BinaryOp::ALL), operand, running }
            }
        });
        let count = self.0.below(MAX_LINKS as u64 + 1) as usize;
        ChainSpec {
            dtype: self.one_of(&[DType::F32, DType::F64]),
            chain: Chain::new(&links[..count]).expect("few links"),
            m,
            n,
            input: self.input(m),
            ld_out: self.stride(m),
        }
    }

    fn convert(&mut self, bits: u64) -> ConvertSpec {
        let [m, n] = [(); 2].map(|()| self.number(bits));
        // Integers become no floating-point numbers: that is refused each time.
        let may_differ = self.0.below(8) == 0;
        let is_drawn = |(from, to): &(DType, DType)| may_differ || from.is_integer() == to.is_integer();
        let pairs = DType::ALL.into_iter().flat_map(|from| DType::ALL.map(|to| (from, to))).filter(is_drawn);
        let both = |types| [(types, Orientation::Same), (types, Orientation::Transposed)];
        let ((from, to), orientation) = self.one_of(&pairs.flat_map(both).collect::<Vec<_>>());
        let (rows, _) = orientation.output((m, n));
        ConvertSpec { from, to, m, n, ld_in: self.stride(m), ld_out: self.stride(rows), orientation }
    }

    /// Blocks of dimensions that are one inside the other in the output, or anywhere.
    fn permute(&mut self) -> PermuteSpec {
        let bits = self.one_of(&[6, 23, 46, 64]);
        let mut reached = 1usize;
        let dims: Vec<Moved> = (0..self.0.below(9))
            .map(|_| {
                let extent = if self.0.below(8) == 0 { self.number(9) } else { 2 + self.0.below(2) as usize };
                let step_out = if self.0.below(8) == 0 { self.number(bits) } else { reached };
                reached = reached.saturating_mul(extent.max(1)).saturating_mul(1 + self.number(4));
                Moved { extent, step_in: self.number(bits), step_out }
            })
            .collect();
        PermuteSpec::new(self.one_of(&[DType::F32, DType::F64]), dims).expect("at most eight dimensions")
    }

    /// A spec of any kind, with extents that often fit the address space and often do not.
    fn spec(&mut self) -> KernelSpec {
        let bits = self.one_of(&[6, 23, 46, 64]);
        match self.0.below(13) {
            0 => KernelSpec::Gemm(self.gemm(bits)),
            1 => KernelSpec::Unary(self.unary(bits)),
            2 => KernelSpec::Binary(self.binary(bits)),
            3 => KernelSpec::Ternary(self.ternary(bits)),
            4 => KernelSpec::Reduce(self.reduce(bits)),
            5 => KernelSpec::Chain(self.chain(bits)),
            6 => KernelSpec::Convert(self.convert(bits)),
            7 => KernelSpec::Lanewise(self.lanewise(bits)),
            8 => KernelSpec::Window(self.window(bits)),
            9 => KernelSpec::Complex(self.complex(bits)),
            10 => KernelSpec::Grouped(self.grouped(bits)),
            11 => KernelSpec::Group(self.group(bits)),
            _ => KernelSpec::Gather(self.gather(bits)),
        }
    }
}

#[test]
fn every_valid_spec_becomes_code_and_every_other_an_error() {
    let mut hostile = Hostile(SplitMix::seeded("primitives_hostile_specs", 1));
    let (registry, targets) = (registry(), Target::all().collect::<Vec<_>>());
    let mut compiled = 0;
    for _ in 0..rounds() {
        let (spec, target) = (hostile.spec(), hostile.one_of(&targets));
        match (spec.validate(), registry.compile(&spec, &target)) {
            (Ok(()), Ok(kernel)) => {
                assert!(!kernel.code.is_empty(), "{spec}");
                compiled += 1;
            }
            (Err(rule), Err(KernelError::Spec(error))) => assert_eq!(rule, error, "{spec}"),
            // Not every core has every dot product.
            (Ok(()), Err(KernelError::NoGenerator(NoGenerator(Some((_, Refusal::Dot { types, .. }))))))
                if target.machine().dot(types).is_none() => {}
            (rule, outcome) => panic!("{spec} on {}: {rule:?}, but {outcome:?}", target.core.name),
        }
    }
    assert!(compiled > rounds() / 4, "only {compiled} of {} specs were valid", rounds());
}

/// A column at the last displacement of 32 bits is accessed in pieces, which are farther.
#[test]
fn pieces_at_the_farthest_displacement_are_reached() {
    for text in [
        "convert f32->f16 7x15 in=536870911 order=transposed out=642409",
        "group 8 14x27 in=col/1073741823 out=26",
        "group u8->i16 2147483647x36",
    ] {
        let spec: KernelSpec = text.parse().unwrap();
        for target in Target::all() {
            assert!(registry().compile(&spec, &target).is_ok(), "{}: {spec}", target.core.name);
        }
    }
}

/// Blocks, whose code is as long as they are: the generator survives also those that nobody validated.
#[test]
fn blocks_become_code_or_an_error() {
    let mut hostile = Hostile(SplitMix::seeded("primitives_hostile_blocks", 1));
    let (registry, targets) = (registry(), Target::all().collect::<Vec<_>>());
    let mut compiled = 0;
    for _ in 0..rounds() / 10 {
        let (spec, target) = (KernelSpec::Permute(hostile.permute()), hostile.one_of(&targets));
        for generator in registry.generators() {
            let offer = generator.offer(&spec, &target);
            let generated =
                generator.generate(&spec, &target, &Offer { cycles: 0.0, note: hostile.0.bits() });
            assert!(offer.is_err() || generated.is_ok(), "{spec}: {}: {generated:?}", generator.name());
        }
        match (spec.validate(), registry.compile(&spec, &target)) {
            (Ok(()), Ok(kernel)) => {
                assert!(!kernel.code.is_empty(), "{spec}");
                compiled += 1;
            }
            (Err(rule), Err(KernelError::Spec(error))) => assert_eq!(rule, error, "{spec}"),
            // Not every core has every dot product.
            (Ok(()), Err(KernelError::NoGenerator(NoGenerator(Some((_, Refusal::Dot { types, .. }))))))
                if target.machine().dot(types).is_none() => {}
            (rule, outcome) => panic!("{spec} on {}: {rule:?}, but {outcome:?}", target.core.name),
        }
    }
    assert!(compiled > rounds() / 40, "only {compiled} of {} blocks were valid", rounds() / 10);
}

/// On machines with longer vectors, and fewer registers: what is offered has registers enough. Few specs are
/// refused: those of more operands whose strides are left to run time than there are integer registers.
#[test]
fn every_offer_for_longer_vectors_is_kept() {
    let mut hostile = Hostile(SplitMix::seeded("primitives_hostile_specs", 3));
    let (registry, targets) = (registry(), wide::targets().collect::<Vec<_>>());
    let (mut made, mut refused, mut longest, mut broken) = (0, 0, 0, Vec::new());
    for _ in 0..rounds() {
        let (spec, target) = (hostile.spec(), hostile.one_of(&targets));
        // Not every core has every dot product.
        let lacks_dots =
            matches!(&spec, KernelSpec::Grouped(spec) if target.machine().dot(spec.types).is_none());
        if spec.validate().is_err() || matches!(spec, KernelSpec::Gemm(_)) || lacks_dots {
            continue;
        }
        let Some((func, placed)) = wide::offered(&registry, &spec, &target) else {
            refused += 1;
            continue;
        };
        made += 1;
        longest = longest.max(func.body().len());
        assert!(func.body().len() < LONGEST, "{}: {spec}: {}", target.core.name, func.body().len());
        if let Err(error) = placed {
            broken.push(format!("{}: {spec}: {error}", target.core.name));
        }
    }
    println!("{made} made, of up to {longest} instructions; {refused} refused");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(made > rounds() / 4 && refused < made / 100, "{made} made, {refused} refused");
}

/// More instructions than any function here has.
const LONGEST: usize = 20_000;

#[test]
fn generators_survive_specs_that_nobody_validated() {
    let mut hostile = Hostile(SplitMix::seeded("primitives_hostile_specs", 2));
    let (registry, targets) = (registry(), Target::all().collect::<Vec<_>>());
    for _ in 0..rounds() {
        let (spec, target) = (hostile.spec(), hostile.one_of(&targets));
        for generator in registry.generators() {
            let offered = generator.offer(&spec, &target);
            let is_offered = offered.is_ok();
            // Any note, too.
            let offer = offered.unwrap_or(Offer { cycles: 0.0, note: hostile.0.bits() });
            let generated = match generator.generate(&spec, &target, &offer) {
                Ok(generated) => generated,
                Err(GenerateError::OtherKind) if !is_offered => continue,
                Err(error) => panic!("{spec}: {}: {error}", generator.name()),
            };
            let func = of_func(generated);
            assert!(!is_offered || func.arguments().len() >= 2, "{spec}: {}", generator.name());
        }
    }
}
