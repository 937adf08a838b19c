//! Arguments of every type in any order, in registers and on the stack, and results.

use tensmith_core::kernel::func::{FloatType, IntType, Type};
use tensmith_tests::language::{Passed, function, run};
use tensmith_tests::random::SplitMix;

fn draw_type(random: &mut SplitMix) -> Type {
    match random.below(3) {
        0 => Type::Float([FloatType::F32, FloatType::F64][random.below(2) as usize]),
        _ => Type::Int(IntType::ALL[random.below(8) as usize]),
    }
}

/// Stores all arguments behind the first, which is an address. Some numbers of eight bytes, with bits
/// above those of the types.
#[test]
fn arguments_arrive_as_their_types() {
    let mut random = SplitMix::seeded("kernel_language_calls: arguments", 1);
    for _ in 0..60 {
        let mut types: Vec<Type> = (0..random.below(14)).map(|_| draw_type(&mut random)).collect();
        // x86-64 has 14 places for integers, of which the first is the address.
        while types.iter().filter(|of| matches!(of, Type::Int(_))).count() > 10 {
            types.pop();
        }
        let mut header = "i0".to_owned();
        let mut stores = String::new();
        for (nth, of) in types.iter().enumerate() {
            match of {
                Type::Int(int) => {
                    header += &format!(", i{}: {of}", nth + 1);
                    stores += &format!(
                        "convert.u64.{} i50, i{}\nstore.u64 i50, [i0 + {}]\n",
                        format!("{int}").replace('i', "u"),
                        nth + 1,
                        16 * nth
                    );
                }
                Type::Float(dtype) => {
                    header += &format!(", v{nth}: {of}");
                    stores += &format!("store.{of}x{} v{nth}, [i0 + {}]\n", 16 / dtype.bytes(), 16 * nth);
                }
            }
        }
        let stores = stores.replace("convert.u64.u64 i50, i", "copy i50, i");
        let func = function(&format!("func \"arguments\" ({header}) {{\n{stores}}}"));
        assert_eq!(function(&func.to_string()), func);
        let bits: Vec<u64> = types.iter().map(|_| random.bits()).collect();
        let passed = bits.iter().zip(&types).map(|(bits, of)| match of {
            // Callers may leave anything above.
            Type::Int(_) => Passed::Bits(*bits),
            Type::Float(FloatType::F32) => Passed::Bits(bits & 0x7f7f_ffff | 0xabcd << 32),
            Type::Float(_) => Passed::Bits(bits & 0x7fef_ffff_ffff_ffff),
        });
        let memory = Passed::Memory(vec![0xee; 16 * types.len().max(1)]);
        let arguments: Vec<Passed> = [memory].into_iter().chain(passed).collect();
        let (_, left) = run(&func, &arguments);
        for ((place, of), passed) in left[0].chunks::<16>().iter().zip(&types).zip(&arguments[1..]) {
            let Passed::Bits(bits) = passed else { panic!("a number") };
            let found = u128::from_le_bytes(*place);
            match of {
                Type::Int(of) => assert_eq!(found as u64, bits & of.mask(), "{func}"),
                Type::Float(FloatType::F32) => assert_eq!(found, u128::from(*bits as u32), "{func}"),
                Type::Float(_) => assert_eq!(found, u128::from(*bits), "{func}"),
            }
        }
    }
}

#[test]
fn results_are_those_of_their_types() {
    let cases = [
        ("func \"f\" (i0: i8) -> i8 {\nneg.i8 i0, i0\nreturn i0\n}", 3u64, 0xfd),
        ("func \"f\" (i0) -> u64 {\nreturn i0\n}", u64::MAX - 1, u64::MAX - 1),
        ("func \"f\" (v0: f32) -> f32 {\nadd.f32 v1, v0, v0\nreturn.f32 v1\n}", 0x3fc0_0000, 0x4040_0000),
        (
            "func \"f\" (v0: f64) -> f64 {\nneg.f64 v1, v0\nreturn.f64 v1\n}",
            1.5f64.to_bits(),
            (-1.5f64).to_bits(),
        ),
    ];
    for (text, argument, expected) in cases {
        assert_eq!(run(&function(text), &[Passed::Bits(argument)]).0, Some(expected), "{text}");
    }
    // Out of a loop, with registers to restore.
    let text = "func \"find\" (i0, i1, i2: u8) -> i64 {
        const i3, 0
        while lt.u64 i3, i1 {
            load.u8 i4, [i0 + i3]
            if eq.u8 i4, i2 {
                return i3
            }
            add.u64 i3, i3, 1
        }
        const i3, -1
        return i3
    }";
    let memory = Passed::Memory(b"structured".to_vec());
    for (letter, expected) in [(b'c', 4i64), (b's', 0), (b'd', 9), (b'x', -1)] {
        let arguments = [memory.clone(), Passed::Bits(10), Passed::Bits(0xff00 | u64::from(letter))];
        assert_eq!(run(&function(text), &arguments).0, Some(expected.cast_unsigned()));
    }
}

/// The third argument arrives where divisions have an operand on x86-64.
#[test]
fn arguments_make_way_for_what_instructions_need() {
    let text = "func \"divide\" (i0, i1, i2, i3) -> u64 {
        div.u64 i4, i0, i2
        rem.u64 i5, i1, i2
        rotr.u64 i6, i3, i2
        add i4, i4, i5
        add i4, i4, i6
        add i4, i4, i3
        return i4
    }";
    for numbers in [[100u64, 17, 5, 9], [u64::MAX, u64::MAX, 0, 1], [7, 8, 64, 1 << 63]] {
        let [a, b, c, d] = numbers;
        let expected = a
            .checked_div(c)
            .unwrap_or(0)
            .wrapping_add(b.checked_rem(c).unwrap_or(b))
            .wrapping_add(d.rotate_right((c % 64) as u32))
            .wrapping_add(d);
        assert_eq!(run(&function(text), &numbers.map(Passed::Bits)).0, Some(expected));
    }
}
