from collections.abc import Callable
from os import PathLike
from typing import Any

from numpy.typing import ArrayLike, DTypeLike, NDArray

def contract(
    expression: str,
    *operands: ArrayLike,
    dtype: DTypeLike | None = None,
    optimize: str | bool | None = "auto",
    threads: int | None = 1,
    memory_limit: int | str | None = None,
    steps: str | None = None,
    checkpoint: str | PathLike[str] | None = None,
    comm: Any = None,
    progress: Callable[[int, int], object] | None = None,
) -> NDArray[Any] | None: ...
def main() -> int: ...
