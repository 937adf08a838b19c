from typing import Any, final

from numpy.typing import ArrayLike, NDArray

class Expression:
    def __init__(self, text: Any, shapes: Any, constants: Any, optimize: Any) -> None: ...
    def __call__(
        self,
        *arrays: ArrayLike,
        out: NDArray[Any] | None = None,
        backend: str | None = None,
        evaluate_constants: bool = False,
    ) -> Any: ...

def contract_expression(expression: Any, *shapes: Any, constants: Any = (), optimize: Any = "auto") -> Expression: ...
