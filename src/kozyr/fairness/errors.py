"""What the committed shuffle refuses."""

from __future__ import annotations


class FairnessError(ValueError):
    """A step that the protocol does not allow; ``code`` names the kind for programs, the text says why in one line."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(reason)

    def __reduce__(self) -> tuple[type[FairnessError], tuple[str, str]]:
        return FairnessError, (self.code, self.reason)
