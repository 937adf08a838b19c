//! Plans drawn at random, and texts of plans with mistakes.

use crate::exact::random_layout;
use crate::networks;
use crate::random::SplitMix;
use tensmith::{ArrayLayout, Jit, Plan, UnaryOp};
use tensmith_core::kernel::op::Parameter;

/// A plan for a network of tensors in scattered arrays, with or without a bias and an operation at its end.
///
/// # Panics
/// Where it cannot be made.
pub fn draw(jit: &Jit, random: &mut SplitMix) -> Plan<f32> {
    let (text, shapes) = networks::draw(random);
    let inputs: Vec<_> = shapes.iter().map(|shape| random_layout(random, shape)).collect();
    let bias = ArrayLayout::c_order(&[]).expect("a layout");
    let mut asked = jit.contraction(&text).beta([0.0, 1.0, 0.1][random.below(3) as usize]);
    if random.below(2) == 0 {
        asked = asked.apply(UnaryOp::leaky_relu(Parameter::fixed(0.1)));
    }
    if random.below(2) == 0 {
        asked = asked.add("", &bias);
    }
    asked.plan(&inputs).expect("a plan")
}

/// A number, a word or a line of a text that is another one, twice, or missing.
pub fn changed(text: &str, random: &mut SplitMix) -> String {
    let mut words: Vec<String> = text.split_inclusive([' ', '\n', ',', '=']).map(str::to_owned).collect();
    for _ in 0..1 + random.below(2) {
        let at = random.below(words.len() as u64) as usize;
        let other = words[random.below(words.len() as u64) as usize].clone();
        match random.below(5) {
            0 => _ = words.remove(at),
            1 => words.insert(at, other),
            2 => words[at] = other,
            _ => {
                let digits: String = words[at].chars().filter(char::is_ascii_digit).collect();
                if let Ok(number) = digits.parse::<u64>() {
                    let near = [
                        number.wrapping_add(1),
                        number.wrapping_sub(1),
                        number.wrapping_mul(2),
                        1 << random.below(64),
                    ];
                    words[at] = words[at].replace(&digits, &near[random.below(4) as usize].to_string());
                }
            }
        }
    }
    words.concat()
}
