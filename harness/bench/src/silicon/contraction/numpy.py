"""Contractions by numpy, for `cargo xtask bench silicon`: answers each line of the standard input with a line.

    make TYPE EXPRESSION SHAPE SHAPE    makes operands; their numbers are those of operands.rs
    einsum, tensordot                   contracts once, and answers with seconds of the processor
    element NUMBER,...                  elements of the last result, the first index fastest
"""

import sys
import time

import numpy as np


def numbers(shape, factor, dtype):
    count = int(np.prod(shape))
    flat = (np.arange(count, dtype=np.int64) * factor + 5) % 15 - 7
    return flat.astype(dtype).reshape(shape, order="F")


class Contraction:
    def __init__(self, dtype, expression, shapes):
        self.expression = expression
        inputs, self.out_indices = expression.split("->")
        self.in0, self.in1 = inputs.split(",")
        self.a = numbers(shapes[0], 7, dtype)
        self.b = numbers(shapes[1], 11, dtype)
        extents = dict(zip(self.in0 + self.in1, shapes[0] + shapes[1]))
        self.out = np.zeros([extents[i] for i in self.out_indices], dtype=dtype, order="F")

    def einsum(self):
        np.einsum(self.expression, self.a, self.b, out=self.out, optimize=True)

    def tensordot(self):
        summed = [i for i in self.in0 if i not in self.out_indices]
        axes = [[self.in0.index(i) for i in summed], [self.in1.index(i) for i in summed]]
        free = [i for i in self.in0 + self.in1 if i not in summed]
        product = np.tensordot(self.a, self.b, axes)
        self.out[...] = product.transpose([free.index(i) for i in self.out_indices])

    def timed(self, way):
        # Processor time, as that of the others: its BLAS has one thread.
        start = time.process_time()
        way(self)
        return time.process_time() - start


def main():
    contraction = None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "make":
            shapes = [[int(extent) for extent in word.split("x")] for word in words[3:]]
            contraction = None
            contraction = Contraction({"f32": np.float32, "f64": np.float64}[words[1]], words[2], shapes)
            answer = np.__version__
        elif words[0] == "element":
            flat = contraction.out.reshape(-1, order="F")
            answer = ",".join(repr(float(flat[int(at)])) for at in words[1].split(","))
        else:
            answer = repr(contraction.timed(getattr(Contraction, words[0])))
        print(answer, flush=True)


main()
