"""Functions of the kernel language: compiled, called with numpy's arrays, and interpreted."""

import copy
import itertools
import os
import pickle
import platform
import re
import subprocess
import sys
import threading

import numpy as np
import pytest

import tensmith

SUM = """
// The sum of some numbers, each some bytes behind the one before.
func "sum" (i0, i1, i2: i64) -> f64 {
    zero v0
    while gt i1, 0 {
        load.f64x1 v1, [i0]
        add.f64 v0, v0, v1
        add i0, i0, i2
        sub i1, i1, 1
    }
    return.f64 v0
}
"""

ADD = """
func "add" (i0, i1, i2) {
    while gt i2, 0 {
        load.i32 i3, [i0]
        load.i32 i4, [i1]
        add.i32 i3, i3, i4
        store.i32 i3, [i0]
        add i0, i0, 4
        add i1, i1, 4
        sub i2, i2, 1
    }
}
"""

SORT = """
func "sort" (i0, i1) {
    shl i1, i1, 2
    add i1, i0, i1
    while lt.u64 i0, i1 {
        copy i2, i0
        load.i32 i3, [i0]
        copy i4, i3
        add i5, i0, 4
        while lt.u64 i5, i1 {
            load.i32 i6, [i5]
            if lt.i32 i6, i4 {
                copy i4, i6
                copy i2, i5
            }
            add i5, i5, 4
        }
        store.i32 i3, [i2]
        store.i32 i4, [i0]
        add i0, i0, 4
    }
}
"""

INTEGERS = {f"{sign}{bits}": np.iinfo(f"{'uint' if sign == 'u' else 'int'}{bits}") for sign in "iu" for bits in (8, 16, 32, 64)}


def same(of):
    """A function that returns its argument."""
    register, back = ("v0", f"return.{of} v0") if of[0] == "f" else ("i0", "return i0")
    return tensmith.kernel(f'func "same" ({register}: {of}) -> {of} {{\n{back}\n}}')


@pytest.mark.parametrize("seed", range(20))
def test_arrays_are_passed_as_they_lie(seed):
    random = np.random.default_rng(seed)
    a = random.integers(-99, 100, (random.integers(1, 30), 6)).astype(float)
    column = a[:: random.choice([1, 2, -1, -3]), random.integers(0, 6)]
    total = tensmith.kernel(SUM)
    for call in (total, total.check):
        assert call(column, column.size, column.strides[0]) == column.sum()
        assert call(a, a.size, 8) == a.sum()


@pytest.mark.parametrize("extent", [0, 1, 2, 3, 17, 64])
def test_arrays_are_written(extent):
    random = np.random.default_rng(extent)
    a, b = random.integers(-(2**31), 2**31, (2, extent)).astype(np.int32)
    expected = a + b
    assert tensmith.kernel(ADD)(a, b, extent) is None
    assert np.array_equal(a, expected)
    assert tensmith.kernel(SORT)(a, extent) is None
    assert np.array_equal(a, np.sort(expected))


def test_arrays_of_any_rank_and_type_have_an_address():
    address = same("u64")
    field = np.dtype([("name", "S3"), ("value", ">f8")])
    arrays = [np.array(5), np.zeros((2, 0, 3)), np.zeros((2, 3), "c8"), np.zeros(3, field), np.zeros(2, "M8[s]")]
    for array in arrays + [np.zeros(9)[::-1], np.zeros((4, 4)).T, np.zeros(3, ">i2"), np.zeros(4, "U5")]:
        assert address(array) == array.ctypes.data
    assert same("i64")(arrays[0]) == np.uint64(arrays[0].ctypes.data).astype(np.int64)


@pytest.mark.parametrize("of", INTEGERS)
def test_integers_of_a_type_come_back(of):
    least, most = INTEGERS[of].min, INTEGERS[of].max
    call = same(of)
    for number in (least, least + 1, 0, 1, most - 1, most, INTEGERS[of].dtype.type(most), True, np.int8(7)):
        found = call(number)
        assert type(found) is int and found == number
        assert call.check(number) == number
    for number in (least - 1, most + 1, 2**64, -(2**63) - 1, 10**30, -(10**30)):
        rule = f"argument 0 is {number} of class int: must be from {least} to {most}, for {of}"
        with pytest.raises(OverflowError, match=f"^{rule}$"):
            call(number)


def test_integers_are_those_of_their_type_inside():
    """Narrow ones have no bits above their own, and results of the machine have none either."""
    shifted = tensmith.kernel('func "f" (i0: i8) -> u64 {\nconvert.i64.i8 i1, i0\nreturn i1\n}')
    assert shifted(-3) == 2**64 - 3 and shifted(5) == 5
    product = tensmith.kernel('func "f" (i0: u8, i1: u8) -> u8 {\nmul.u8 i2, i0, i1\nreturn i2\n}')
    assert product(200, 3) == np.multiply(np.uint8(200), np.uint8(3), dtype=np.uint8)


@pytest.mark.parametrize(("of", "dtype"), [("f32", np.float32), ("f64", np.float64)])
def test_numbers_are_rounded_as_numpy_rounds_them(of, dtype):
    call = same(of)
    tiny = [5e-324, 1e-45, 1e-38, 1.5 * 2.0**-149, 2.0**-150]
    for number in [*tiny, 0.1, -0.0, 1 / 3, 16777217, 3.4028235677973366e38, 1e300, float("-inf"), np.float32(0.1), 2**60]:
        with np.errstate(over="ignore"):
            expected = dtype(number)
        for found in (call(number), call.check(number)):
            assert type(found) is float
            assert np.array(found, dtype).tobytes() == expected.tobytes(), number
    assert np.isnan(call(float("nan")))


@pytest.mark.parametrize("object", ["1", None, [1], 1j, b"1", np.zeros(3), np.array(1.0)])
@pytest.mark.parametrize("of", ["f32", "f64", "u8", "i32"])
def test_what_is_no_number_is_refused(of, object):
    rule = "a number" if of[0] == "f" else "an int"
    with pytest.raises(TypeError, match=f"argument 0 is .* of class {type(object).__name__}: must be {rule}, for {of}$"):
        same(of)(object)


@pytest.mark.parametrize("object", [1.0, "1", None, [1], np.float64(1), np.ma.zeros(3), np.zeros((2, 2)).view(np.matrix)])
@pytest.mark.parametrize("of", ["u64", "i64"])
def test_what_is_neither_a_number_nor_an_array_of_numpys_own_class_is_refused(of, object):
    with pytest.raises(TypeError, match=f"must be an int, or an array of class numpy.ndarray, for {of}$"):
        same(of)(object)


def test_long_values_are_cut():
    with pytest.raises(TypeError) as caught:
        same("f64")(list(range(1000)))
    assert len(str(caught.value)) < 150 and "…" in str(caught.value)
    with pytest.raises(OverflowError, match="^argument 0 is 10{50}"):
        same("f64")(10**400)


@pytest.mark.parametrize("given", [0, 1, 2, 4])
def test_there_must_be_as_many_arguments(given):
    kernel = tensmith.kernel(SUM)
    for call in (kernel, kernel.check):
        with pytest.raises(TypeError, match=rf"^sum takes 3 arguments \(u64, u64, i64\): {given} given$"):
            call(*[1] * given)
    with pytest.raises(TypeError):
        kernel(1, 2, i2=3)


def test_arrays_with_objects_are_refused():
    fields = np.dtype([("a", "f8"), ("b", "O")])
    for array in (np.array([None]), np.zeros(2, fields), np.array(["text"], np.dtypes.StringDType())):
        with pytest.raises(TypeError, match="argument 0 is an array of Python objects"):
            same("u64")(array)


def test_many_arguments_are_passed():
    """More than there are registers for, of both kinds."""
    ints = [f"i{n}" for n in range(13)]
    floats = [f"v{n}: f64" for n in range(12)]
    mixed = [name for pair in zip(ints, floats) for name in pair] + ints[12:]
    steps = "".join(f"mul i13, i13, 3\nadd i13, i13, i{n}\n" for n in range(13))
    steps += "".join(f"mul.f64 v12, v12, v13\nadd.f64 v12, v12, v{n}\n" for n in range(12))
    head = "const i13, 0\nzero v12\nconst.f64 v13, 3.0\n"
    text = f'func "many" ({", ".join(mixed)}) -> f64 {{\n{head}{steps}convert.f64.u64 v13, i13\nadd.f64 v12, v12, v13\nreturn.f64 v12\n}}'
    arguments = [n + 1 for n in range(25)]
    expected = sum(number * 3 ** (12 - n) for n, number in enumerate(arguments[0::2]))
    expected += sum(number * 3 ** (11 - n) for n, number in enumerate(arguments[1::2]))
    kernel = tensmith.kernel(text)
    assert kernel(*arguments) == kernel.check(*arguments) == expected


@pytest.mark.skipif(platform.machine() != "x86_64", reason="other machines have registers for them")
def test_places_in_the_frame_are_arguments():
    text = 'func "f" (i0, i1, i2, i3, i4, i5, slot0, slot1) -> u64 {\nreload i1, slot0\nreload i2, slot1\nsub i1, i1, i2\nreturn i1\n}'
    kernel = tensmith.kernel(text)
    assert kernel.arguments == ("u64",) * 8
    assert kernel.check(0, 1, 2, 3, 4, 5, 90, 40) == kernel(0, 1, 2, 3, 4, 5, 90, 40) == 50


def test_read_only_arrays_are_for_arguments_that_are_only_read():
    a = np.arange(6.0)
    a.flags.writeable = False
    with pytest.raises(ValueError, match="^argument 0 is a read-only array: must be writeable, but for arguments in `reads`"):
        tensmith.kernel(SUM)(a, 6, 8)
    total = tensmith.kernel(SUM, reads=[0])
    assert total(a, 6, 8) == total.check(a, 6, 8) == 15.0
    assert total.reads == (0,)
    with pytest.raises(ValueError, match="argument 2 is a read-only array"):
        total(a, 6, a)


@pytest.mark.parametrize("reads", [[3], [1, 7]])
def test_only_arguments_are_only_read(reads):
    with pytest.raises(ValueError, match=rf"^reads has {reads[-1]}: must be numbers of arguments of 64 bits"):
        tensmith.kernel(SUM, reads)
    with pytest.raises(ValueError, match="reads has 0"):
        tensmith.kernel('func "f" (i0: u32) {\nreturn\n}', [0])
    for wrong in ([-1], ["a"], 3):
        with pytest.raises((TypeError, OverflowError)):
            tensmith.kernel(SUM, wrong)


def test_check_finds_that_an_array_is_changed_which_is_only_read():
    a, b = np.arange(4, dtype=np.int32), np.arange(4, dtype=np.int32)
    liar = tensmith.kernel(ADD, reads=[0, 1])
    # The first sum is 0 + 0, and the second is not what it was.
    with pytest.raises(ValueError, match="^argument 0: byte 4 is changed: must only be read"):
        liar.check(a, b, 4)
    assert np.array_equal(a, range(4))
    assert tensmith.kernel(ADD, reads=[1]).check(a, b, 4) is None
    # Its bytes may be changed by way of another argument.
    assert tensmith.kernel(ADD, reads=[1]).check(a, a, 4) is None


def test_check_leaves_arrays_as_they_are():
    a, b = np.arange(5, dtype=np.int32), np.arange(5, dtype=np.int32)
    tensmith.kernel(ADD).check(a, b, 5)
    assert np.array_equal(a, range(5)) and np.array_equal(b, range(5))


@pytest.mark.parametrize(
    ("count", "message"),
    [(5, "line 4: 4 bytes from byte 16 of argument 0 on: it has 16 bytes"), (2**40, "argument 0")],
)
def test_check_names_the_access_outside(count, message):
    # They lie apart, so that neither is nearer than the own one.
    memory = np.zeros(1000, np.int32)
    a, b = memory[:4], memory[500:900]
    with pytest.raises(IndexError, match=message):
        tensmith.kernel(ADD).check(a, b, count)


def test_check_names_what_is_before_the_array_and_at_its_end():
    load = tensmith.kernel('func "load" (i0, i1: i64) -> i64 {\n\n    load.i64 i2, [i0 + i1] // eight bytes\n    return i2\n}')
    a = np.arange(4)
    assert [load.check(a, 8 * n) for n in range(4)] == [0, 1, 2, 3]
    for at in (-8, -1, 25, 32, 100):
        with pytest.raises(IndexError, match=f"^line 3: 8 bytes from byte {at} of argument 0 on: it has 32 bytes$"):
            load.check(a, at)
    backwards = a[::-1]
    assert load.check(backwards, -24) == load(backwards, -24) == 0
    with pytest.raises(IndexError, match="from byte 32 of argument 0"):
        load.check(backwards, 8)
    with pytest.raises(IndexError, match="from byte 0 of argument 0 on: it has 0 bytes$"):
        load.check(a[:0], 0)


def test_check_knows_no_addresses_but_those_of_arrays():
    a = np.arange(4.0)
    with pytest.raises(IndexError, match=f"^line 6: 8 bytes at address {a.ctypes.data:#x}: no argument is an array$"):
        tensmith.kernel(SUM).check(a.ctypes.data, 4, 8)
    assert tensmith.kernel(SUM)(a.ctypes.data, 4, 8) == 6.0


def test_arrays_that_share_memory_share_their_copy():
    memory = np.ones(9, np.int32)
    total = tensmith.kernel('func "last" (i0, i1) -> i32 {\nload.i32 i2, [i0]\nstore.i32 i2, [i1]\nload.i32 i3, [i0 + 4]\nreturn i3\n}')
    memory[0] = 7
    # The second argument begins where the first one has its second number.
    assert total.check(memory[:4], memory[1:9]) == 7
    assert total(memory[:4], memory[1:9]) == 7


@pytest.mark.parametrize("name", ["add", "sort"])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_computed_does_not_depend_on_gaps(name, seed):
    """The interpreter has all bytes between the first and the last one."""
    random = np.random.default_rng(seed)
    memory = random.integers(-9, 9, 40).astype(np.int32)
    view = memory[3:20:4]
    text, arguments = (ADD, (view, memory[21:], 17)) if name == "add" else (SORT, (view, 17))
    tensmith.kernel(text).check(*arguments)
    expected = memory.copy()
    expected[3:20] = memory[3:20] + memory[21:38] if name == "add" else np.sort(memory[3:20])
    tensmith.kernel(text)(*arguments)
    assert np.array_equal(memory, expected)


def test_a_function_without_end_is_stopped_by_check():
    endless = tensmith.kernel('func "f" (i0) {\nwhile gt i0, 0 {\ncopy i0, i0\n}\n}')
    assert endless.check(0, steps=1) is None
    with pytest.raises(RuntimeError, match="does not end within 1000 instructions"):
        endless.check(1, steps=1000)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "a function should stand here"),
        ('func "f" (i0) {\n    subb i0, i0, 1\n}', 2, "`subb` is no instruction; nearest: `sub i0, i1, i2`"),
        ('func "f" (i0) {\n\n    // nothing\n    load.f33x1 v0, [i0]\n}', 4, "`f33x1` is wrong here"),
        ('func "f" (x) {\n}', 1, "`x` is no argument"),
        ('func "f" (i0) -> f16 {\n}', 1, "no type"),
        ('func "f" (i0) {\n    return i0\n}', 2, "must return nothing"),
        ('func "f" (i0) {\n', 1, "a closing brace is missing"),
        ('func "f" () {\n}\nfunc "g" () {\n}', 3, "the function should end here"),
        ('extern f1 "g" ()\nfunc "f" () {\n}', 1, "must be f0, f1"),
    ],
)
def test_a_text_that_is_no_function_is_a_syntax_error_with_its_line(text, line, message):
    with pytest.raises(SyntaxError, match=re.escape(message)) as caught:
        tensmith.kernel(text)
    error = caught.value
    assert (error.lineno, error.filename) == (line, "<kernel>")
    assert error.text == (text.split("\n")[line - 1])
    assert not error.msg.startswith("line")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('func "f" (i0) -> i64 {\nif lt.u64 i0, 3 {\nconst i1, 1\n}\nreturn i1\n}', "^line 5: .* reads i1, which is not written on every path"),
        ('extern f0 "nothing" ()\nfunc "f" () {\ncall f0\n}', "^line 3: "),
        ('extern f0 "print_f32" (f64)\nfunc "f" (v0: f64) {\npass.f64 v0\ncall f0\n}', "^line 4: "),
    ],
)
def test_a_function_without_code_is_a_value_error_with_its_line(text, message):
    with pytest.raises(ValueError, match=message):
        tensmith.kernel(text)


def test_values_are_spilled_where_the_text_says_so():
    many = 60
    lines = [f"load.f64x1 v{n}, [i0 + {8 * n}]" for n in range(many)] + [f"zero v{many}"]
    lines += [f"add.f64 v{many}, v{many}, v{n}" for n in reversed(range(many))] + [f"return.f64 v{many}"]
    body = "{\n" + "\n".join(lines) + "\n}"
    with pytest.raises(ValueError, match=r"^line \d+: v\d+ needs a place at instruction"):
        tensmith.kernel(f'func "f" (i0) -> f64 {body}')
    a = np.arange(float(many))
    kernel = tensmith.kernel(f'func "f" (i0) -> f64 spilling {body}')
    assert kernel(a) == kernel.check(a) == a.sum()


@pytest.mark.parametrize("wrong", [None, b"func", 3])
def test_what_is_no_text_is_refused(wrong):
    with pytest.raises(TypeError, match="is not an instance of 'str'"):
        tensmith.kernel(wrong)


def test_a_kernel_says_what_it_is():
    kernel = tensmith.kernel(SUM)
    assert (kernel.name, kernel.text) == ("sum", SUM)
    assert (kernel.arguments, kernel.result) == (("u64", "u64", "i64"), "f64")
    assert repr(kernel) == "<tensmith.Kernel 'sum' (u64, u64, i64) -> f64>"
    nothing = tensmith.kernel('func "nothing" () {\n}')
    assert (nothing.arguments, nothing.result, nothing(), nothing.check()) == ((), None, None, None)
    assert repr(nothing) == "<tensmith.Kernel 'nothing' ()>"


def test_the_code_is_listed():
    listing = tensmith.kernel(SUM).asm()
    assert listing == tensmith.kernel(SUM).asm() and listing.endswith("\nret\n")
    adds = {"x86_64": "v?add[sp]d", "aarch64": "fadd", "arm64": "fadd"}[platform.machine()]
    assert re.search(rf"^{adds} ", listing, re.MULTILINE) and len(listing.splitlines()) > 8, listing
    # Names of functions that are called stand before it, with numbers in the place of their addresses.
    text = 'extern f0 "print_i64" (i64)\nfunc "f" (i0: i64) {\npass.i64 i0\ncall f0\n}'
    first, *_ = tensmith.kernel(text).asm().splitlines()
    assert re.fullmatch("// 0x[0-9a-f]+ stands for the address of print_i64", first)
    assert tensmith.kernel(text).asm() == tensmith.kernel(text).asm()


def test_functions_that_print_are_called():
    text = 'extern f0 "print_i64" (i64)\nfunc "f" (i0: i64) -> i64 {\npass.i64 i0\ncall f0\nadd.i64 i0, i0, 1\nreturn i0\n}'
    program = f"import tensmith; f = tensmith.kernel({text!r}); print(f.check(-7), f(-5))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100)
    assert (done.stdout, done.stderr) == ("-6 -4\n", "-5\n")


@pytest.mark.parametrize("copied", [lambda kernel: pickle.loads(pickle.dumps(kernel)), copy.copy, copy.deepcopy])
def test_a_kernel_travels_as_its_text(copied):
    kernel = copied(tensmith.kernel(SUM, [0]))
    a = np.arange(4.0)
    assert (kernel.text, kernel.reads) == (SUM, (0,)) and kernel(a, 4, 8) == 6.0


def test_threads_share_a_kernel():
    kernel, failures = tensmith.kernel(ADD), []

    def work(number):
        a, b = np.zeros(300, np.int32), np.full(300, number, np.int32)
        for _ in range(500):
            kernel(a, b, 300)
        if not np.array_equal(a, b * 500):
            failures.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize("way", ["call", "check"])
def test_others_go_on_meanwhile(way, others_go_on):
    wait = tensmith.kernel('func "wait" (i0) {\nwhile gt i0, 0 {\nsub i0, i0, 1\n}\n}')
    assert others_go_on(lambda: wait(2**29) if way == "call" else wait.check(2**21))


def test_a_child_runs_the_kernels_of_its_parent_and_its_own(children_hold):
    """Memory of code has a lock, which the thread that compiles may hold when the child is made."""
    a, numbers = np.arange(50.0), itertools.count()
    kernels = [tensmith.kernel(SUM.replace("sum", f"sum{n}")) for n in range(20)]

    def child():
        ok = all(kernel(a, 50, 8) == kernel.check(a, 50, 8) == a.sum() for kernel in kernels)
        kernels.clear()
        return ok and tensmith.kernel(SUM)(a, 50, 8) == a.sum()

    children_hold(child, lambda: tensmith.kernel(SUM.replace("sum", f"other{next(numbers)}"))(a, 50, 8))


def test_code_stays_in_a_child_when_the_parent_drops_it(forked):
    ready, dropped = os.pipe(), os.pipe()
    a = np.arange(50.0)
    kernels = [tensmith.kernel(SUM.replace("sum", f"sum{n}")) for n in range(20)]

    def child():
        os.write(ready[1], b".")
        os.read(dropped[0], 1)
        return all(kernel(a, 50, 8) == a.sum() for kernel in kernels)

    pid = forked(child)
    os.read(ready[0], 1)
    kernels.clear()
    others = [tensmith.kernel(ADD.replace("add", f"other{n}", 1)) for n in range(60)]
    os.write(dropped[1], b".")
    assert os.waitpid(pid, 0)[1] == 0 and len(others) == 60
    for end in (*ready, *dropped):
        os.close(end)
