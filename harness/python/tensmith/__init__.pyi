from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._expression import Expression as Expression
from ._native import Cost as Cost, Kernel as Kernel, NotServed as NotServed, Plan as Plan
from ._native import einsum as einsum, get_threads as get_threads, kernel as kernel, set_threads as set_threads

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

__version__: str

_Search = Literal["auto", "auto-hq", "greedy", "optimal", "random-greedy", "random-greedy-128"]

class _Pool(Protocol):
    """What has `submit`, as of `concurrent.futures.Executor`."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any: ...

def contract(
    expression: str,
    *operands: ArrayLike,
    out: NDArray[Any] | None = None,
    dtype: DTypeLike | None = None,
    optimize: _Search | bool | None = "auto",
    threads: int | None = None,
    memory_limit: int | str | None = None,
    steps: str | None = None,
    pool: _Pool | None = None,
) -> Any: ...
def contract_all(calls: Iterable[Sequence[Any]], pool: _Pool | None = None) -> list[NDArray[Any]]: ...

def contract_expression(
    expression: str,
    *shapes: tuple[int, ...] | ArrayLike,
    constants: Sequence[int] = (),
    optimize: _Search = "auto",
) -> Expression: ...
def einsum_path(*operands: Any, optimize: Any = "auto") -> tuple[list[Any], str]: ...
def matmul(a: ArrayLike, b: ArrayLike, /, out: NDArray[Any] | None = None, **options: Any) -> Any: ...
def network_path(
    inputs: Sequence[Collection[Hashable]],
    output: Collection[Hashable],
    sizes: Mapping[Any, int],
    memory_limit: Any = None,
) -> list[tuple[int, ...]]: ...
def plan(
    expression: str,
    *operands: tuple[int, ...] | ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["K", "C", "F"] = "K",
    optimize: _Search | bool | None = "auto",
    threads: int | None = None,
    memory_limit: int | str | None = None,
    steps: str | None = None,
) -> Plan: ...
def reset_statistics() -> None: ...
def set_wisdom(folder: str | PathLike[str] | None) -> None: ...
def statistics() -> dict[str, Any]: ...
def tensordot(a: ArrayLike, b: ArrayLike, axes: Any = 2) -> NDArray[Any]: ...
def transpose(a: ArrayLike, axes: Sequence[int] | None = None) -> NDArray[Any]: ...
