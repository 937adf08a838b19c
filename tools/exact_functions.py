"""Writes tests/data/functions_f64.csv: arguments and exact results of functions, by mpmath in 300 bits.

    python3 tools/exact_functions.py > tests/data/functions_f64.csv
"""
import math
import random
import struct

import mpmath as mp

mp.mp.prec = 300

ROOT = mp.sqrt(2 / mp.pi)

# The range of arguments, and the function. Some arguments are near zero where that is in the range.
FUNCTIONS = {
    "exp": (-745, 709.7, mp.exp),
    "exp2": (-1074, 1023.9, lambda x: mp.mpf(2) ** x),
    "expm1": (-40, 709.7, mp.expm1),
    "sigmoid": (-744, 40, lambda x: 1 / (1 + mp.exp(-x))),
    "silu": (-750, 40, lambda x: x / (1 + mp.exp(-x))),
    "tanh": (-20, 20, mp.tanh),
    "reciprocal_square_root": (1e-300, 1e3, lambda x: 1 / mp.sqrt(x)),
    "log": (1e-310, 4, mp.log),
    "log1p": (-0.9999, 4, mp.log1p),
    "sin": (-10, 10, mp.sin),
    "cos": (-10, 10, mp.cos),
    "erf": (-6, 6, mp.erf),
    "gelu": (-38.4, 9, lambda x: x / 2 * mp.erfc(-x / mp.sqrt(2))),
    "gelu_tanh": (-21.4, 9, lambda x: x / (1 + mp.exp(-2 * ROOT * (x + mp.mpf("0.044715") * x ** 3)))),
}


def arguments(low, high, draw):
    """64 of them."""
    for nth in range(64):
        x = draw.uniform(low, high)
        if nth % 4 == 0 and low < 0:
            x = (draw.random() - 0.5) * 2.0 ** -draw.randrange(60)
        elif nth % 4 == 1:
            x = max(low, min(high, draw.uniform(-4, 4)))
        yield x


def far(draw):
    """64 from 1 on, as many below any power of 2 as above it, with either sign."""
    for _ in range(64):
        yield draw.choice([-1, 1]) * math.ldexp(draw.uniform(1, 2), draw.randrange(1024))


def bits(x):
    return f"{struct.unpack('<Q', struct.pack('<d', x))[0]:016x}"


def record(name, function, chosen):
    """A line for each argument."""
    for x in chosen:
        exact = function(mp.mpf(x))
        result = float(exact)
        rest = float(exact - mp.mpf(result))
        if math.isfinite(result):
            print(",".join([name, bits(x), bits(result), bits(rest)]))


def main():
    print("# By tools/exact_functions.py: bits of an argument, of the nearest result, and of the rest of it")
    print("function,argument,result,rest")
    draw = random.Random(1)
    for name, (low, high, function) in FUNCTIONS.items():
        record(name, function, arguments(low, high, draw))
    for name in ["sin", "cos"]:
        record(name, FUNCTIONS[name][2], far(draw))


main()
