from typing import Final

FALLS: Final = {}
