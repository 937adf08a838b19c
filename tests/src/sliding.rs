//! Nests of windows that slide over arrays, drawn at random: pooling, stencils, depthwise convolutions.

use crate::interpret::Data;
use proptest::prelude::*;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::kernel::spec::Fold;
use tensmith_core::reference::Element;
use tensmith_core::tensor::{Dim, Kind, Main, Nest, PerOperand};

/// A direction in which windows slide.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    /// Windows.
    pub windows: usize,
    /// Taps of each.
    pub taps: usize,
    /// Elements from a window to the next.
    pub stride: usize,
    /// Elements from a tap to the next.
    pub dilation: usize,
    /// Elements of the array behind the last tap.
    pub padding: usize,
}

/// Where the channels of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channels {
    /// Behind all directions.
    Last,
    /// Before all directions.
    First,
}

/// Windows over an array.
#[derive(Clone, Debug)]
pub struct Sliding {
    /// The directions, the outermost first.
    pub directions: Vec<Direction>,
    /// Channels.
    pub channels: usize,
    /// Where they are in the image and in the output.
    pub places: [Channels; 2],
    /// Images.
    pub images: usize,
    /// The fold; none for products with weights.
    pub fold: Option<Fold>,
    /// Whether all channels have the same weights.
    pub shared: bool,
    /// Whether the weights are the first input.
    pub exchanged: bool,
    /// Keys of the order of dimensions.
    pub order: [u8; 8],
}

fn direction() -> impl Strategy<Value = Direction> {
    let extents =
        (prop::sample::select(vec![1usize, 2, 3, 5, 8, 19]), prop::sample::select(vec![1usize, 2, 3, 5, 7]));
    (
        extents,
        prop::sample::select(vec![1usize, 1, 1, 2, 3]),
        prop::sample::select(vec![1usize, 1, 2, 3]),
        0..3usize,
    )
        .prop_map(|((windows, taps), stride, dilation, padding)| Direction {
            windows,
            taps,
            stride,
            dilation,
            padding,
        })
}

/// Windows of up to three directions, of at most `limit` taps in all.
pub fn sliding(limit: usize) -> impl Strategy<Value = Sliding> {
    let place = || prop::sample::select(vec![Channels::Last, Channels::Last, Channels::First]);
    let folds = Fold::ALL.map(|(fold, _)| Some(fold));
    let fold = prop::sample::select([&[None; 4][..], &folds].concat());
    let array = (1..8usize, prop::bool::weighted(0.8), place(), place(), 1..3usize);
    let directions = prop::collection::vec(direction(), 1..4);
    let odd = || prop::bool::weighted(0.2);
    (directions, array, fold, odd(), odd(), any::<[u8; 8]>()).prop_map(
        move |(mut directions, (channels, alike, from, to, images), fold, shared, exchanged, order)| {
            let mut total = channels * images;
            for direction in &mut directions {
                for extent in [&mut direction.windows, &mut direction.taps] {
                    *extent = if total * *extent > limit { 1 } else { *extent };
                    total *= *extent;
                }
            }
            let places = [from, if alike { from } else { to }];
            Sliding { directions, channels, places, images, fold, shared, exchanged, order }
        },
    )
}

/// Strides of an array of images with channels, as of an array in C: of images, of directions, of
/// channels; and its elements.
fn strides(
    images: usize,
    extents: &[usize],
    channels: usize,
    place: Channels,
) -> (isize, Vec<isize>, isize, usize) {
    let mut next = if place == Channels::Last { channels } else { 1 };
    let mut steps: Vec<isize> = extents
        .iter()
        .rev()
        .map(|extent| {
            let step = next as isize;
            next *= extent;
            step
        })
        .collect();
    steps.reverse();
    let of_channel = if place == Channels::Last { 1 } else { next as isize };
    next *= if place == Channels::First { channels } else { 1 };
    (next as isize, steps, of_channel, next * images)
}

impl Sliding {
    fn image(&self) -> (isize, Vec<isize>, isize, usize) {
        let extent = |d: &Direction| (d.windows - 1) * d.stride + (d.taps - 1) * d.dilation + 1 + d.padding;
        let extents: Vec<usize> = self.directions.iter().map(extent).collect();
        strides(self.images, &extents, self.channels, self.places[0])
    }

    fn output(&self) -> (isize, Vec<isize>, isize, usize) {
        let extents: Vec<usize> = self.directions.iter().map(|direction| direction.windows).collect();
        strides(self.images, &extents, self.channels, self.places[1])
    }

    fn weights(&self) -> (isize, Vec<isize>, isize, usize) {
        let extents: Vec<usize> = self.directions.iter().map(|direction| direction.taps).collect();
        strides(1, &extents, if self.shared { 1 } else { self.channels }, self.places[0])
    }

    /// The undecided nest over elements of type `T`.
    pub fn nest<T: Element>(&self) -> Nest {
        let ((image, from, channel_from, _), (image_to, to, channel_to, _)) = (self.image(), self.output());
        let (_, weights, channel_weights, _) = self.weights();
        let channel_weights = if self.shared { 0 } else { channel_weights };
        let is_fold = self.fold.is_some();
        let dim = |kind, extent, from: isize, weight: isize, out: isize| {
            let weight = if is_fold { 0 } else { weight };
            let [in0, in1] = if self.exchanged && !is_fold { [weight, from] } else { [from, weight] };
            let kind = if kind == Kind::M && self.exchanged && !is_fold { Kind::N } else { kind };
            Dim::new(kind, extent, PerOperand { in0, in1, out })
        };
        let of_channels = if channel_weights == 0 && !is_fold { Kind::M } else { Kind::C };
        let mut dims = vec![
            dim(Kind::M, self.images, image, 0, image_to),
            dim(of_channels, self.channels, channel_from, channel_weights, channel_to),
        ];
        for (nth, direction) in self.directions.iter().enumerate() {
            let [window, tap] = [direction.stride, direction.dilation].map(|step| step as isize * from[nth]);
            dims.push(dim(Kind::M, direction.windows, window, 0, to[nth]));
            dims.push(dim(Kind::K, direction.taps, tap, weights[nth], 0));
        }
        let mut keyed: Vec<(u8, Dim)> = self.order.into_iter().zip(dims).collect();
        keyed.sort_by_key(|(key, _)| *key);
        let dims = keyed.into_iter().map(|(_, dim)| dim).collect();
        let main = self.fold.map_or(Main::Contraction, Main::Reduce);
        Nest { main, ..Nest::contraction(T::DTYPE, dims) }
    }

    /// The nest with one of three first touches, and a last one.
    pub fn touched<T: Element>(&self, first: usize, last: Option<UnaryOp>) -> Nest {
        let nest = self.nest::<T>();
        let first_touch = [None, nest.main.neutral(), Some(UnaryOp::decrement())][first];
        Nest { first_touch, last_touch: last, ..nest }
    }

    /// Elements whose result is exact in any order: small integers; signs, where they are multiplied.
    pub fn data<T: Element>(&self) -> Data<T> {
        let fill = |elements: usize, factor: usize| -> Vec<T> {
            let number = |i: usize| ((i * factor + i / 5 + 3) % 17) as f64 - 8.0;
            let sign = |x: f64| if self.fold == Some(Fold::Product) { 1f64.copysign(x) } else { x };
            (0..elements).map(|i| T::from_f64(sign(number(i)))).collect()
        };
        let (image, weights) = (fill(self.image().3, 5), fill(self.weights().3, 7));
        let [in0, in1] =
            if self.exchanged && self.fold.is_none() { [weights, image] } else { [image, weights] };
        Data { in0, in1, out: fill(self.output().3, 11) }
    }
}
