"""The chance of a match with bodies: heaps that settle, and pulls of a scripted hand (S-6)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from kozyr.games.shalashik.chance import Fall, Fallen, Throw, Thrown, check_bodies
from kozyr.games.shalashik.hut.dealer import Dealer
from kozyr.games.shalashik.hut.engine import load_engine
from kozyr.kernel.chance import Chance, ChanceSource
from kozyr.kernel.streams import Source, Stream

_DRAWS: Final = 1 << 31


class HutSource(ChanceSource):
    """Builds the hut of every deal, and carries out its pulls; all else is sampled.

    It keeps what came out, and the hut as it stands, so that a match goes on where it was left without pulling again.
    Raises MissingEngineError where there is no engine, LogError for what is no such thing.
    """

    is_slow: ClassVar[bool] = True

    def __init__(self, pull_seconds: int, kept: Any = None) -> None:
        load_engine()
        self.pull_seconds = pull_seconds
        self.dealer: Dealer | None = None
        self._told: list[dict[str, Any]] = []
        """The outcomes of the bodies so far, as JSON."""
        self._again: list[Any] = []
        """Those that a match which was left has still to be told again."""
        if kept is not None:
            self._take_up(kept)

    def takes_time(self, chance: Chance) -> bool:
        return isinstance(chance, Throw | Fall) and not self._again

    def outcome(self, chance: Chance, stream: Source) -> Any:
        if not isinstance(chance, Throw | Fall):
            return chance.sample(stream)
        if self._again:
            entry = self._again.pop(0)
            self._told.append(entry)
            return _thrown(entry) if isinstance(chance, Throw) else _fallen(entry)
        seed = f"{stream.below(_DRAWS)}-{stream.below(_DRAWS)}"
        return self._build(seed) if isinstance(chance, Throw) else self._pull(chance, seed, stream)

    def kept(self) -> Any:
        hut = None if self.dealer is None or self.dealer.is_down else self.dealer.to_json()
        return {"told": [*self._told, *self._again], "hut": hut}

    def _build(self, seed: str) -> Thrown:
        self.dealer = Dealer.build(seed)
        thrown = Thrown(self.dealer.heap, self.dealer.bodies)
        self._told.append({"heap": thrown.heap, "bodies": thrown.bodies})
        return thrown

    def _pull(self, chance: Fall, seed: str, stream: Source) -> Fallen:
        dealer = self.dealer
        if dealer is None:
            raise ValueError("there is no hut to pull at: what was kept of it is damaged")
        verdict = dealer.pull_script(chance.place, Stream(seed, "hand"), self.pull_seconds)
        down = chance.sample(stream).down if verdict.down is None else verdict.down
        dealer.finish(chance.place, down=down)
        fallen = Fallen(down, verdict.path, None if down else dealer.heap)
        self._told.append({"down": fallen.down, "path": fallen.path, "heap": fallen.heap})
        return fallen

    def _take_up(self, kept: Any) -> None:
        try:
            self._again = list(kept["told"])
            self.dealer = None if kept["hut"] is None else Dealer.from_json(kept["hut"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"what was kept of the hut is damaged: {error!r}") from None


def _thrown(entry: Any) -> Thrown:
    return Thrown(_field(entry, "heap"), check_bodies(_field(entry, "bodies")))


def _fallen(entry: Any) -> Fallen:
    return Fallen(_field(entry, "down"), _field(entry, "path"), _field(entry, "heap"))


def _field(entry: Any, name: str) -> Any:
    if not isinstance(entry, dict) or name not in entry:
        raise ValueError(f"what was kept of the hut is damaged: an outcome has no {name}")
    return entry[name]
