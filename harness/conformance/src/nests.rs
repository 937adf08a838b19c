//! Nests drawn at random, as texts.
//!
//! Tests: `tests/tests/fuzz_random.rs`.

use crate::random::SplitMix;

/// One of some values.
///
/// # Panics
/// Where there is none.
pub fn one_of<T: Copy>(values: &[T], random: &mut SplitMix) -> T {
    values[random.below(values.len() as u64) as usize]
}

/// The longest stride that is drawn.
const MOST: u128 = 1 << 60;

/// A nest that keeps the rules of strides mostly, of these extents.
#[must_use]
pub fn draw(random: &mut SplitMix, extents: &[usize]) -> String {
    if random.below(5) == 0 { sliding(random, extents) } else { any(random, extents) }
}

/// Windows that slide over an array, with strides and dilation, of one direction or two: pooling, a stencil
/// or a depthwise convolution.
fn sliding(random: &mut SplitMix, extents: &[usize]) -> String {
    let main = one_of(&["contraction", "contraction", "reduce(max)", "reduce(sum)"], random);
    let touches = one_of(&["", " first=zero", " first=zero last=relu"], random);
    let dtype = one_of(&["f32", "f64"], random);
    let is_fold = main != "contraction";
    let (channels, is_last) = (one_of(extents, random) as u128, random.below(3) > 0);
    let inside = if is_last { channels } else { 1 };
    let [mut image, mut weights, mut out] = [inside; 3];
    let mut lines = vec![];
    for _ in 0..1 + random.below(2) {
        let [windows, taps] = [one_of(extents, random) as u128, one_of(&[1, 2, 3, 5, 7], random)];
        let [stride, dilation] = [one_of(&[1, 1, 2, 3], random), one_of(&[1, 1, 2], random)];
        lines.push(format!("m undefined {windows} {} 0 {out}", stride * image));
        let of_weights = if is_fold { 0 } else { weights };
        lines.push(format!("k undefined {taps} {} {of_weights} 0", dilation * image));
        let across = windows.saturating_sub(1).saturating_mul(stride) + (taps - 1) * dilation + 1;
        image = image.saturating_mul(across).min(MOST);
        (weights, out) = ((weights * taps).min(MOST), out.saturating_mul(windows).min(MOST));
    }
    let of_channels = if is_last { [1, 1, 1] } else { [image, weights, out] };
    let [image, weights, out] = of_channels;
    let (kind, weights) = match is_fold {
        true => ("m", 0),
        false if random.below(4) == 0 => ("m", 0),
        false => ("c", weights),
    };
    lines.push(format!("{kind} undefined {channels} {image} {weights} {out}"));
    let first = random.below(lines.len() as u64) as usize;
    lines.rotate_left(first);
    format!("nest {dtype} {main}{touches}\n{}\n", lines.join("\n"))
}

/// Any dimensions.
fn any(random: &mut SplitMix, extents: &[usize]) -> String {
    let main = one_of(
        &[
            "contraction",
            "contraction",
            "contraction",
            "gemm",
            "brgemm",
            "dot",
            "lanewise",
            "filter",
            "add",
            "relu",
            "gelu",
            "reduce(sum)",
            "reduce(max)",
            "pool(max)",
        ],
        random,
    );
    let touches =
        one_of(&["", "", " first=zero", " first=zero last=relu", " last=sigmoid", " at=3,5,7"], random);
    let mut text = format!("nest {} {main}{touches}\n", one_of(&["f32", "f64"], random));
    let most = one_of(&[2, 4, 8, 16, 40], random);
    let mut next = [1u128; 3];
    for _ in 0..1 + random.below(most) {
        let kind = one_of(&["m", "n", "k", "c"], random);
        let exec =
            one_of(&["undefined", "undefined", "undefined", "undefined", "seq", "prim", "shared"], random);
        let extent = if most > 8 && random.below(8) > 0 {
            one_of(&[1, 2, 2, 3], random)
        } else {
            one_of(extents, random)
        };
        let moves = match (kind, main) {
            ("n", _) => [false, true, true],
            ("k", _) => [true, true, false],
            ("m", _) | (_, "relu" | "gelu" | "reduce(sum)" | "reduce(max)" | "pool(max)") => {
                [true, false, true]
            }
            _ => [true, true, true],
        };
        let mut strides = [0i128; 3];
        for (nth, stride) in strides.iter_mut().enumerate().filter(|(nth, _)| moves[*nth]) {
            *stride = match random.below(10) {
                0 => one_of(extents, random) as i128,
                1 => -(next[nth] as i128),
                2 => 2 * next[nth] as i128,
                3 if nth < 2 => 0,
                _ => next[nth] as i128,
            };
            next[nth] = next[nth].saturating_mul(extent as u128).min(MOST);
        }
        let [in0, in1, out] = strides;
        let line = format!("{kind} {exec} {extent} {in0} {in1} {out}\n");
        if random.below(3) == 0 {
            text += &line;
        } else {
            let at = text.find('\n').map_or(text.len(), |at| at + 1);
            text.insert_str(at, &line);
        }
    }
    text
}
