"""What the tests have in common: random calls of einsum, and what numpy says of them."""

import os
import signal
import threading
import warnings

import numpy as np
import pytest

import tensmith


@pytest.fixture(autouse=True)
def counted():
    """Each test counts its calls from 0."""
    tensmith.reset_statistics()


class Cases:
    """Random calls by a seed: an expression, and operands that lie in all the ways that arrays can."""

    LETTERS = "abcdeXY"

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def array(self, shape, dtype="f8"):
        """An array of small whole numbers, whose sums are exact; transposed, reversed, with gaps, repeated."""
        random, shape = self.random, list(shape)
        order = random.permutation(len(shape))
        gaps = random.integers(1, 3, len(shape))
        big = random.integers(-4, 5, [shape[axis] * gaps[axis] for axis in order])
        array = big.astype(dtype).transpose(np.argsort(order))
        steps = [int(gap) * int(random.choice([1, 1, -1])) for gap in gaps]
        array = array[tuple(slice(None, None, step) for step in steps)]
        array = array[tuple(slice(0, extent) for extent in shape)]
        if shape and random.random() < 0.1:
            array = np.broadcast_to(array[:1], shape)
        return array

    def call(self, most_operands=3, dtype="f8"):
        """An expression with operands."""
        random = self.random
        extents = {letter: int(random.integers(1, 6)) for letter in self.LETTERS}
        hidden = tuple(random.integers(1, 4, random.integers(0, 3)))
        terms, arrays = [], []
        for _ in range(random.integers(1, most_operands + 1)):
            letters = [str(random.choice(list(self.LETTERS))) for _ in range(random.integers(0, 4))]
            shape = [extents[letter] for letter in letters]
            # An extent of 1 fits any other, but not within an operand.
            single = [letters.count(letter) == 1 for letter in letters]
            shape = [1 if one and random.random() < 0.1 else n for n, one in zip(shape, single)]
            place = int(random.integers(0, len(letters) + 1))
            own = hidden[random.integers(0, len(hidden) + 1) :] if random.random() < 0.5 else ()
            term = "".join(letters)
            if own or random.random() < 0.2:
                term = term[:place] + "..." + term[place:]
                shape[place:place] = own
            terms.append(term)
            arrays.append(self.array(shape, dtype))
        return ",".join(terms) + self.output(terms), arrays

    def output(self, terms):
        """An output, or none."""
        random = self.random
        if random.random() < 0.3:
            return ""
        letters = sorted({letter for term in terms for letter in term if letter != "."})
        chosen = [letter for letter in random.permutation(letters) if random.random() < 0.6] if letters else []
        dots = "..." if any("." in term for term in terms) else ""
        place = int(random.integers(0, len(chosen) + 1))
        return "->" + "".join(chosen[:place]) + dots + "".join(chosen[place:])


@pytest.fixture
def cases():
    return Cases


def same_as_numpy(text, arrays, **given):
    """The result of a call, which has to be numpy's: value, type, class and strides."""
    expected = np.einsum(text, *arrays, **given)
    found = tensmith.einsum(text, *arrays, **given)
    told = f"{text!r} of {[(array.shape, array.strides) for array in arrays]}, {given}"
    assert type(found) is type(expected), told
    assert found.dtype == expected.dtype, told
    assert np.array_equal(found, expected), told
    if isinstance(expected, np.ndarray):
        moving = [axis for axis, extent in enumerate(expected.shape) if extent > 1]
        if expected.size:
            assert [found.strides[axis] for axis in moving] == [expected.strides[axis] for axis in moving], told
    return found


@pytest.fixture(name="same_as_numpy")
def same_as_numpy_fixture():
    return same_as_numpy


def forked(child):
    """The number of a child that is made, which ends with 0 if `child()` holds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        # Ends a child that hangs.
        signal.alarm(20)
        os._exit(0 if child() else 1)
    return pid


@pytest.fixture(name="forked")
def forked_fixture():
    return forked


@pytest.fixture
def children_hold():
    """A function: makes children, one after the other, in each of which `child()` has to hold, while threads work."""

    def all_hold(child, work, threads=1, count=20, pause=0.0):
        stop = threading.Event()

        def goes_on():
            while not stop.is_set():
                work()

        others = [threading.Thread(target=goes_on) for _ in range(threads)]
        for other in others:
            other.start()
        try:
            for _ in range(count):
                stop.wait(pause)
                assert os.waitpid(forked(child), 0)[1] == 0
        finally:
            stop.set()
            for other in others:
                other.join()

    return all_hold


@pytest.fixture
def others_go_on():
    """A function: whether other threads of Python go on during a call."""

    def do(call):
        turns, done = 0, threading.Event()

        def work():
            call()
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not done.is_set():
            turns += 1
        thread.join()
        # With the interpreter held, there would be one turn, or one for each 5 ms before it began.
        return turns > 1000

    return do
