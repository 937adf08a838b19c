"""Tensor contractions as machine code, made for exactly their shapes and strides.

`einsum` has numpy's meaning; `plan` makes what is called often. What there is no machine code for goes to
numpy, and is counted: `statistics`. `kernel` compiles loops that are no contractions.

>>> import numpy, tensmith
>>> a = numpy.arange(6.0).reshape(2, 3)
>>> tensmith.einsum("ij,kj->ik", a, a)
array([[ 5., 14.],
       [14., 50.]])
"""

import os as _os

from ._expression import Expression, contract_expression
from ._native import Cost, Kernel, NotServed, Plan, einsum, get_threads, kernel, set_threads
from ._path import einsum_path, network_path
from ._plan import plan
from ._pool import contract, contract_all
from ._products import matmul, tensordot, transpose
from ._statistics import reset_statistics, statistics
from ._wisdom import set_wisdom
from . import _native

__all__ = [
    "Cost",
    "Expression",
    "Kernel",
    "NotServed",
    "Plan",
    "contract",
    "contract_all",
    "contract_expression",
    "einsum",
    "einsum_path",
    "get_threads",
    "kernel",
    "matmul",
    "network_path",
    "plan",
    "reset_statistics",
    "set_threads",
    "set_wisdom",
    "statistics",
    "tensordot",
    "transpose",
]

__version__ = _native.__version__

_os.register_at_fork(after_in_child=_native.forked)
if _os.environ.get("TENSMITH_NUM_THREADS", "").strip().isdecimal():
    set_threads(min(max(1, int(_os.environ["TENSMITH_NUM_THREADS"])), 1024))
if _os.environ.get("TENSMITH_WISDOM"):
    set_wisdom(_os.environ["TENSMITH_WISDOM"])
