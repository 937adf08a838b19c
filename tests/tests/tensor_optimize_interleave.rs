//! Convolutions of all channels with all others, and poolings behind them: the optimizer finds their
//! multiplications and the loops that both are in, and what comes out computes the same. On any host.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::kernel::spec::Fold;
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::tensor::{Buffer, Dim, Kind, Main, Nest, Options, PerOperand, Plan, Sequence, Step};
use tensmith_core::{DType, Target};
use tensmith_tests::interpret::{evaluate, interpret_all};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

/// Windows along a direction.
#[derive(Clone, Copy, Debug)]
struct Windows {
    count: usize,
    taps: usize,
    stride: usize,
}

impl Windows {
    fn below(random: &mut SplitMix, count: usize) -> Self {
        let mut up_to = |most: u64| random.below(most) as usize + 1;
        Self { count, taps: up_to(3), stride: up_to(2) }
    }

    /// Elements from the first to the last tap.
    fn span(self) -> usize {
        (self.count - 1) * self.stride + self.taps
    }
}

/// Images of some extents, with their channels behind or before everything else in an image.
#[derive(Clone, Copy, Debug)]
struct Images {
    count: usize,
    extents: [usize; 2],
    channels: usize,
    are_last: bool,
}

impl Images {
    /// From image to image, row to row, pixel to pixel, and channel to channel.
    fn strides(self) -> [isize; 4] {
        let [height, width] = self.extents;
        let strides = match self.are_last {
            true => [height * width * self.channels, width * self.channels, self.channels, 1],
            false => [height * width * self.channels, width, 1, height * width],
        };
        strides.map(|stride| stride as isize)
    }

    fn elements(self) -> usize {
        self.count * self.channels * self.extents.iter().product::<usize>()
    }
}

/// A convolution, and a pooling of it.
#[derive(Debug)]
struct Layer {
    image: Images,
    convolved: Images,
    pooled: Images,
    /// Of rows and of pixels.
    convolution: [Windows; 2],
    pooling: [Windows; 2],
    fold: Fold,
    last: Option<UnaryOp>,
}

impl Layer {
    fn draw(random: &mut SplitMix) -> Self {
        let pooled = [(); 2].map(|()| random.below(5) as usize + 1);
        let mut pooling = pooled.map(|count| Windows::below(random, count));
        if random.below(2) == 0 {
            // Windows that do not overlap.
            pooling = pooling.map(|windows| Windows { stride: windows.taps, ..windows });
        }
        // Some have rows and pixels behind the last window.
        let behind = random.below(3) as usize / 2;
        let convolved = pooling.map(|windows| windows.span() + behind);
        let convolution = convolved.map(|count| Windows::below(random, count));
        let mut up_to = |most: u64| random.below(most) as usize + 1;
        let (count, [from, to]) = (up_to(3), [up_to(6), up_to(9)]);
        let images = |extents, channels, are_last| Images { count, extents, channels, are_last };
        let are_last = up_to(3) > 1;
        Self {
            image: images(convolution.map(Windows::span), from, are_last),
            convolved: images(convolved, to, are_last),
            pooled: images(pooled, to, up_to(5) > 1 && are_last),
            convolution,
            pooling,
            fold: [Fold::Max, Fold::Sum][up_to(2) - 1],
            last: [None, Some(UnaryOp::relu())][up_to(2) - 1],
        }
    }

    /// Elements of the weights: taps of rows, of pixels, channels from and to.
    fn weights(&self) -> usize {
        self.convolution.iter().map(|windows| windows.taps).product::<usize>()
            * self.image.channels
            * self.convolved.channels
    }

    fn convolve(&self) -> Nest {
        let ([image, row, pixel, channel], [image_to, row_to, pixel_to, channel_to]) =
            (self.image.strides(), self.convolved.strides());
        let [rows, pixels] = self.convolution;
        let (from, to) = (self.image.channels as isize, self.convolved.channels as isize);
        let dim =
            |kind, extent, [in0, in1, out]: [isize; 3]| Dim::new(kind, extent, PerOperand { in0, in1, out });
        let dims = vec![
            dim(Kind::M, self.image.count, [image, 0, image_to]),
            dim(Kind::M, rows.count, [row * rows.stride as isize, 0, row_to]),
            dim(Kind::M, pixels.count, [pixel * pixels.stride as isize, 0, pixel_to]),
            dim(Kind::N, self.convolved.channels, [0, 1, channel_to]),
            dim(Kind::K, rows.taps, [row, pixels.taps as isize * from * to, 0]),
            dim(Kind::K, pixels.taps, [pixel, from * to, 0]),
            dim(Kind::K, self.image.channels, [channel, to, 0]),
        ];
        let first_touch = Some(UnaryOp::zero());
        Nest { first_touch, last_touch: self.last, ..Nest::contraction(DType::F64, dims) }
    }

    fn pool(&self) -> Nest {
        let (from, to) = (self.convolved.strides(), self.pooled.strides());
        let mut dims = Vec::new();
        for (nth, extent) in [(0, self.pooled.count), (3, self.pooled.channels)] {
            let kind = if nth == 0 { Kind::M } else { Kind::C };
            dims.push(Dim::new(kind, extent, PerOperand { in0: from[nth], in1: 0, out: to[nth] }));
        }
        for (windows, nth) in self.pooling.into_iter().zip([1, 2]) {
            let by = from[nth] * windows.stride as isize;
            dims.push(Dim::new(Kind::M, windows.count, PerOperand { in0: by, in1: 0, out: to[nth] }));
            dims.push(Dim::new(Kind::K, windows.taps, PerOperand { in0: from[nth], in1: 0, out: 0 }));
        }
        let main = Main::Reduce(self.fold);
        Nest { main, first_touch: Some(self.fold.neutral()), ..Nest::contraction(DType::F64, dims) }
    }

    /// Both, with what is between them in the arena.
    fn sequence(&self) -> Sequence {
        let [image, weights, pooled] = [0, 1, 2].map(Buffer::Argument);
        let between = Buffer::Arena(0);
        let operands = |in0, in1, out| PerOperand { in0, in1, out };
        let steps = vec![
            Step { nest: self.convolve(), shares: 0, operands: operands(image, weights, between) },
            Step { nest: self.pool(), shares: 0, operands: operands(between, between, pooled) },
        ];
        Sequence { steps, scratch: 0, arena: size_of::<f64>() * self.convolved.elements() }
    }

    /// Integers, so that all is exact.
    fn arguments(&self) -> Vec<Vec<f64>> {
        let elements = [self.image.elements(), self.weights(), self.pooled.elements()];
        let fill = |(nth, elements): (usize, usize)| {
            (0..elements).map(|at| ((at * 7 + at / 3 + nth) % 11) as f64 - 5.0).collect()
        };
        elements.into_iter().enumerate().map(fill).collect()
    }
}

#[test]
fn layers_compute_what_their_steps_do() {
    let mut random = SplitMix::seeded("tensor_optimize_interleave: layers", 1);
    let (mut interleaved, mut apart) = (0, 0);
    for _ in 0..nightly::scaled(1_500, 50_000) {
        let layer = Layer::draw(&mut random);
        let (mut expected, mut found) = (layer.arguments(), layer.arguments());
        evaluate(&layer.sequence(), &mut expected, &[0; 3]);
        let thread_target = [None, None, Some(2), Some(8)][random.below(4) as usize];
        let options = Options { thread_target, ..Options::default() };
        let target = Target::named(["generic", "neoverse-v2", "zen5"][random.below(3) as usize]).unwrap();
        let context = Context { target: &target, options };
        let sequence = optimize_all(layer.sequence(), &context, |_, _| {}).unwrap();
        let is_interleaved = sequence.steps.last().is_some_and(|step| step.shares > 0);
        let overlap = layer.pooling.iter().any(|windows| windows.count > 1 && windows.taps > windows.stride);
        (interleaved, apart) = (interleaved + usize::from(is_interleaved), apart + usize::from(!overlap));
        let plan = Plan::of(sequence).unwrap();
        interpret_all(&plan, &mut found, &[0; 3]);
        assert_eq!(found, expected, "{layer:?}\n{plan}");
    }
    assert!(interleaved > 100 && apart > 100, "{interleaved} of {apart}");
}

fn plan(text: &str) -> Plan {
    let context = Context { target: &Target::named("neoverse-v2").unwrap(), options: Options::default() };
    Plan::of(optimize_all(text.parse().unwrap(), &context, |_, _| {}).unwrap()).unwrap()
}

/// A convolution of 3 by 3 pixels and 64 channels, then windows of the given rows and pixels.
fn layer(rows: usize, by: usize) -> String {
    format!(
        "sequence scratch=0 arena=921600 \n step shares=0 in0=0 in1=1 out=a0
         nest f32 contraction first=zero last=relu
         m undefined 60 3968 0 3840 \n m undefined 60 64 0 64 \n n undefined 64 0 1 1
         k undefined 3 3968 12288 0 \n k undefined 3 64 4096 0 \n k undefined 64 1 64 0
         step shares=0 in0=a0 in1=a0 out=2 \n nest f32 reduce(max) first=fill(-inf)
         m undefined {} {} 0 {} \n m undefined {} {} 0 64
         k undefined {rows} 3840 0 0 \n k undefined {rows} 64 0 0 \n c undefined 64 1 0 1",
        58 / by,
        3840 * by,
        64 * (58 / by),
        58 / by,
        64 * by,
    )
}

/// What is between a convolution and a pooling is the rows of one window, unless windows overlap.
#[test]
fn poolings_take_up_rows_of_convolutions() {
    let [apart, overlapping] = [layer(2, 2), layer(3, 2)].map(|text| plan(&text));
    assert_eq!((apart.arena_bytes(), apart.scratch_bytes()), (0, 4 * 2 * 60 * 64), "{apart}");
    assert_eq!(
        (overlapping.arena_bytes(), overlapping.scratch_bytes()),
        (4 * 60 * 60 * 64, 0),
        "{overlapping}"
    );
}

/// The columns of a convolution's multiplications are its pixels, which have elements in common.
#[test]
fn convolutions_are_multiplications_of_overlapping_columns() {
    let plan = plan(&layer(2, 2));
    let is_one = |spec: &&KernelSpec| matches!(spec, KernelSpec::Gemm(spec) if spec.m >= 32 && spec.n == 60 && spec.k == 192);
    assert!(plan.kernels().iter().any(|spec| is_one(&spec)), "{plan}");
}
