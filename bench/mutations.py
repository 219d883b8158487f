"""Are the tests of a game sharp? Breaks one rule at a time in a copy of the sources; its tests must notice each.

``python -m bench.mutations GAME [WORD]`` (only those with the word in their name); prints what was noticed and what
not. Tests that run far longer than without a mutation have noticed it too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = Path("src/kozyr/games")
TEXTS = "tests/conformance/test_texts.py::test_every_event_of_the_goldens_has_a_text_with_just_its_places"
SLOW = ("test_deal.py", "test_properties.py", "test_redeal.py", "test_hut.py", "test_hut_picture.py", "test_risk.py")
"""Tests that run last: most mutations are noticed before."""
PATIENCE = 60
"""Seconds that a mutation may take beyond three times what the tests take without one."""


@dataclass(frozen=True)
class Mutation:
    """One text of one source of a game, and what to put in its place."""

    name: str
    file: str
    old: str
    new: str


KOZEL = (
    Mutation("no duty to follow suit", "deal.py", "return follow if follow != 0 else otherwise", "return otherwise"),
    Mutation("no duty to trump", "deal.py", "otherwise = trumps if trumps != 0 else hand", "otherwise = hand"),
    Mutation("trump order swapped", "deal.py", "Jd Jh Js Jc Qd", "Jd Jh Jc Js Qd"),
    Mutation("ten below king", "deal.py", '"789KTA"', '"789TKA"'),
    Mutation(
        "equal suits always beat", "deal.py", "& (STRENGTH[:, None] > STRENGTH)", "& (STRENGTH[:, None] != STRENGTH)"
    ),
    Mutation(
        "any suit beats", "deal.py", "(SUIT_OF[:, None] == TRUMP) & (SUIT_OF != TRUMP)", "(SUIT_OF[:, None] != SUIT_OF)"
    ),
    Mutation("jack worth three", "deal.py", '"Q": 3, "J": 2', '"Q": 2, "J": 3'),
    Mutation(
        "the ace need not be led", "deal.py", "            deal.must_lead = card", "            deal.must_lead = -1"
    ),
    Mutation("the leader keeps the lead", "deal.py", "deal.leader = winner", "deal.leader = (winner + 2) & 3"),
    Mutation("spas one off", "scoring.py", ">= options.spas else 2", "> options.spas else 2"),
    Mutation("lyusya does not reset", "scoring.py", "0 if lyusya else board", "board[1 - winner] if lyusya else board"),
    Mutation("reset_only gains", "scoring.py", "        gain = 0\n", "        gain = 2\n"),
    Mutation("no cap at six", "scoring.py", "min(PAIRS_TO_WIN, board[winner] + gain)", "board[winner] + gain"),
    Mutation("the dealer gains by redeals", "scoring.py", "winner = 1 - dealer % 2", "winner = dealer % 2"),
    Mutation(
        "room of nine in the mirror",
        "opening.py",
        "drawn < k and hand_size(deal, seat) < 8",
        "drawn < k and hand_size(deal, seat) < 9",
    ),
    Mutation(
        "room of nine for the neighbour",
        "opening.py",
        "GOOD == 0 and hand_size(deal, left) < 8",
        "GOOD == 0 and hand_size(deal, left) < 9",
    ),
    Mutation("room of nine in trousers", "opening.py", "hand_size(deal, seat) <= 6", "hand_size(deal, seat) <= 7"),
    Mutation(
        "trousers give to a full neighbour",
        "opening.py",
        "hand_size(deal, (seat + 1) & 3) == 8",
        "hand_size(deal, (seat + 1) & 3) == 9",
    ),
    Mutation("trousers never again", "opening.py", "if deal.again != 0 and", "if deal.again < 0 and"),
    Mutation(
        "mirror draws from the top",
        "opening.py",
        "deal.pack_top + k - 1 - drawn]\n        drawn",
        "deal.pack_top + drawn]\n        drawn",
    ),
    Mutation(
        "levelling from the dealer",
        "opening.py",
        "eldest = (deal.dealer + 1) & 3\n    while",
        "eldest = deal.dealer\n    while",
    ),
    Mutation("twelve points may be claimed", "opening.py", "hand_points(hand) < redeal", "hand_points(hand) <= redeal"),
    Mutation("three nines are enough", "opening.py", "& NINES == NINES", "& NINES != 0"),
    Mutation(
        "the team asks twice", "opening.py", "(deal.hands[seat]) and deal.asked & team == 0", "(deal.hands[seat])"
    ),
    Mutation("the partner lies", "opening.py", "return has_queen(deal.hands", "return not has_queen(deal.hands"),
    Mutation("one redeal more", "opening.py", "return redeals + 1 >= limit", "return redeals + 1 > limit"),
    Mutation("boast after a redeal", "opening.py", "if deal.redeals == 0:", "if deal.redeals >= 0:"),
    Mutation(
        "the deal goes right",
        "match.py",
        "        left = (self._fields[kd.DEALER] + 1) % 4",
        "        left = (self._fields[kd.DEALER] + 3) % 4",
    ),
    Mutation(
        "redeals count as a deal played",
        "match.py",
        "            result = score_redeal_limit(",
        "            self._some_deal_played = True\n            result = score_redeal_limit(",
    ),
)
THIRTY_ONE = (
    Mutation("ace worth ten", "hands.py", "10, 10, 10, 10, 11)", "10, 10, 10, 10, 10)"),
    Mutation("the joker is never an ace", "hands.py", "+= 10 if cards & _ACE_BIT else 11", "+= 10"),
    Mutation("any rank is tri lba", "hands.py", "if any_rank != 0:", "if any_rank >= 0:"),
    Mutation("nebitka at every table", "hands.py", "if nebitka != 0 and count_bits", "if count_bits"),
    Mutation(
        "no drain by rank",
        "deal.py",
        "    return a % SUIT_SIZE == b % SUIT_SIZE and b % SUIT_SIZE == c % SUIT_SIZE",
        "    return False",
    ),
    Mutation(
        "the drained are lost at a shuffle",
        "deal.py",
        "        deal.discard = 0\n        turn_up(deal)",
        "        turn_up(deal)\n        deal.discard = 0",
    ),
    Mutation(
        "swaps go on without a drain", "deal.py", "1 if open_are_alike(deal) and deal.swaps <", "1 if deal.swaps <"
    ),
    Mutation("one swap more", "deal.py", "deal.swaps < deal.max_swaps", "deal.swaps <= deal.max_swaps"),
    Mutation("speaking takes no swap", "deal.py", "return deal.swaps > 0 or deal.turns", "return True or deal.turns"),
    Mutation(
        "no free pass in the closing lap",
        "deal.py",
        "deal.turns[deal.turn] == 1 or deal.first_pass >= 0",
        "deal.turns[deal.turn] == 1",
    ),
    Mutation("show in the closing lap", "deal.py", "return deal.first_pass < 0 and may_pass", "return may_pass"),
    Mutation("show with thirty points", "deal.py", "deal.turn) >= THIRTY_ONE", "deal.turn) >= THIRTY_ONE - 1"),
    Mutation(
        "the last to act wins by a pass",
        "deal.py",
        "if deal.how == BY_SHOW and deal.shower_wins != 0:",
        "if deal.shower_wins != 0:",
    ),
    Mutation(
        "a stay after a swap counts",
        "deal.py",
        "if deal.swaps > 0 or deal.first_pass >= 0:",
        "if deal.first_pass >= 0:",
    ),
    Mutation(
        "stays of the closing lap count", "deal.py", "if deal.swaps > 0 or deal.first_pass >= 0:", "if deal.swaps > 0:"
    ),
    Mutation(
        "a pass leaves the row of stays",
        "deal.py",
        "            deal.how = BY_PASS\n            deal.stays = 0\n",
        "            deal.how = BY_PASS\n",
    ),
    Mutation(
        "the limit leaves the row of stays",
        "deal.py",
        "        deal.how = BY_LIMIT\n        deal.stays = 0\n",
        "        deal.how = BY_LIMIT\n",
    ),
    Mutation("one turn more", "deal.py", "deal.turns[seat] >= deal.max_turns", "deal.turns[seat] > deal.max_turns"),
    Mutation("no closing lap", "deal.py", "if seat == deal.first_pass:", "if deal.first_pass >= 0:"),
    Mutation("half a pot rounded down", "chips.py", "(self.pot + 1) // 2", "self.pot // 2"),
    Mutation("the tied are asked", "papers.py", "if seat not in tied and seat in able", "if seat in able"),
    Mutation(
        "the dealer is asked first", "papers.py", "for step in range(1, players + 1))", "for step in range(players))"
    ),
    Mutation("a svara costs an ante", "papers.py", "in start.seats if start.kind != SVARA else ():", "in start.seats:"),
    Mutation("the loser deals", "match.py", "_plan_new_pot(winner)", "_plan_new_pot((winner + 1) % self.players)"),
    Mutation("one who can pay is enough", "match.py", "or able < 2", "or able < 1"),
    Mutation(
        "a rebuy ends the match", "match.py", 'able = self.players if self.options.rebuy == "auto" else', "able ="
    ),
    Mutation(
        "refusal of another card",
        "refusal.py",
        "next(card for card in move.taken if card not in shown)",
        "move.taken[0]",
    ),
    Mutation("refusal without points", "refusal.py", "points=int(td.value_of(deal, seat))", "points=0"),
    Mutation("refusal without a count", "refusal.py", "count=int(deal.max_swaps)", "count=0"),
    Mutation("every drain is the lap's", "story.py", "if is_lap and number == 0 else", "if is_lap else"),
    Mutation("the price told is rounded down", "story.py", "amount=chips.half_pot", "amount=chips.pot // 2"),
    Mutation("a price told to nobody", "story.py", "if is_open else", "if chips else"),
    Mutation(
        "another's limit",
        "story.py",
        '"limit_reached", seat=SeatRef(after.first_pass)',
        '"limit_reached", seat=SeatRef(after.turn)',
    ),
    Mutation(
        "the rebought pay the rest",
        "story.py",
        '        yield _public("antes_paid", amount=options.ante)\n    elif start.kind == TIE:',
        '        yield _public("antes_paid", amount=options.ante)\n    if start.kind != SVARA:',
    ),
    Mutation(
        "opened hands are forgotten", "view.py", "deal.hands if deal.phase == td.OVER else deal.known", "deal.known"
    ),
    Mutation("the view mistakes who paid", "view.py", '"paid": chips.paid', '"paid": chips.stacks'),
    Mutation("the view forgets who joined", "view.py", '"joined": joining.joined', '"joined": joining.asked'),
    Mutation("the view forgets a tie", "view.py", '"deal_after": told.start.kind', '"deal_after": WON'),
    Mutation("no tag of a shuffle", "papers.py", "if len(self.orders) > 1 else", "if len(self.orders) > 2 else"),
    Mutation("no other world after a deal", "worlds.py", "papers = match.told()", "papers = match.running"),
    Mutation("a place of pays_rest", "terms.toml", "puts in {amount}", "puts in {chips}"),
    Mutation("a place of reshuffles", "terms.toml", "is the new stock: {count}", "is the new stock: {number}"),
)
SHALASHIK = (
    Mutation("the dealer begins", "deal.py", "deal.turn = next_seat(deal, deal.dealer)", "deal.turn = deal.dealer"),
    Mutation(
        "the hut may be taken early",
        "deal.py",
        "if deal.left == 0:\n        out[0]",
        "if deal.shows == 1:\n        out[0]",
    ),
    Mutation("small cards end with nine", "deal.py", "0b11111 << 9 * suit", "0b1111 << 9 * suit"),
    Mutation("no small card, no lead", "deal.py", "deal.any_small != 0 or small == 0", "deal.any_small != 0"),
    Mutation("equal cards beat", "deal.py", "in range(low + 1, (low", "in range(low, (low"),
    Mutation(
        "higher suits beat",
        "deal.py",
        "range(low + 1, (low // SUIT_SIZE + 1) * SUIT_SIZE)",
        "range(low + 1, min(4, low // SUIT_SIZE + 2) * SUIT_SIZE)",
    ),
    Mutation("rest on an empty pile", "deal.py", "deal.may_rest != 0 and deal.height > 0", "deal.may_rest != 0"),
    Mutation("nobody need beat", "deal.py", "elif n == 0 or deal.may_take != 0:", "else:"),
    Mutation("four are taken", "deal.py", "range(min(3, deal.height))", "range(min(4, deal.height))"),
    Mutation(
        "the last led card never wins",
        "deal.py",
        "== 0 and deal.only_beating == 0:",
        "== 0 and deal.only_beating != 0:",
    ),
    Mutation(
        "takes that go on without end", "deal.py", "deal.same_turn != 0 and deal.height > 0 and", "deal.height > 0 and"
    ),
    Mutation(
        "one turn more",
        "deal.py",
        "deal.turns >= deal.max_turns * deal.players",
        "deal.turns > deal.max_turns * deal.players",
    ),
    Mutation(
        "empty hands pass at any pile",
        "deal.py",
        "if deal.height > 0 or deal.hands[deal.turn] != 0:",
        "if deal.hands[deal.turn] != 0:",
    ),
    Mutation(
        "equal points win", "deal.py", "            deal.winner = -1\n        elif", "            pass\n        elif"
    ),
    Mutation("the limit's winner keeps his own", "deal.py", "total - 2 * fewest", "total - fewest"),
    Mutation("the hut's five are lost", "deal.py", "if place >= HUT_AT or", "if place > HUT_AT or"),
    Mutation(
        "the fall counts as a card",
        "deal.py",
        "    deal.hands[deal.turn] |= mask\n",
        "    deal.hands[deal.turn] |= mask\n    deal.pulled += 1\n",
    ),
    Mutation(
        "the deal goes right", "match.py", "(papers.dealer + 1) % self.players", "(papers.dealer - 1) % self.players"
    ),
    Mutation(
        "target plus one",
        "match.py",
        "max(self.scores) >= self.options.target",
        "max(self.scores) > self.options.target",
    ),
    Mutation("a pull of bodies is any card", "match.py", "if shows & ~self._fields[sd.LEFT_AT] or", "if"),
    Mutation("out of time: the riskiest", "match.py", "Pull(min((p for p", "Pull(max((p for p"),
    Mutation(
        "one corner more",
        "heap.py",
        "for k in range(4):\n            if covers",
        "for k in range(3):\n            if covers",
    ),
    Mutation("cards beneath cover", "heap.py", "for other in range(card + 1, CARDS):", "for other in range(CARDS):"),
    Mutation("an edge does not cover", "heap.py", "HALF_WIDTH + _TOUCH and", "HALF_WIDTH - _TOUCH and"),
    Mutation("nearer cards are safer", "risk.py", "/ 50.0)", "/ 40.0)"),
    Mutation(
        "cards above are not seen",
        "risk.py",
        "on_it = overlaps[card] & above(card) & left",
        "on_it = overlaps[card] & left",
    ),
    Mutation("feet of gone cards", "risk.py", "below = feet[point] & left", "below = feet[point]"),
    Mutation("the lowest card bears", "risk.py", "top = highest_bit(below)", "top = lowest_bit(below)"),
    Mutation("the pair stands closer", "stand.py", "math.sin(PAIR_LEAN) + 0.3", "math.sin(PAIR_LEAN) - 3.0"),
    Mutation("the walls lean more", "stand.py", "math.radians(16)", "math.radians(19)"),
    Mutation("the roof may sink", "hut/verdict.py", "ROOF_FELL: Final = 15 * MM", "ROOF_FELL: Final = 17 * MM"),
    Mutation("a wall lies early", "hut/verdict.py", "math.radians(35)", "math.radians(38)"),
    Mutation("a wall may wander", "hut/verdict.py", "WALL_LEFT: Final = 60 * MM", "WALL_LEFT: Final = 70 * MM"),
    Mutation(
        "a turned wall is down",
        "hut/verdict.py",
        "np.abs(axes_of(poses[walls])[:, 2, 2])",
        "np.abs(axes_of(poses[walls])[:, 1, 0])",
    ),
    Mutation("a longer quiet", "hut/pull.py", "_QUIET_TICKS: Final = 9", "_QUIET_TICKS: Final = 12"),
    Mutation("a rougher quiet", "hut/pull.py", "_QUIET: Final = 0.15 * MM", "_QUIET: Final = 0.3 * MM"),
    Mutation("judged too early", "hut/pull.py", "_MAX_REST: Final = 180", "_MAX_REST: Final = 120"),
    Mutation("lost too early", "hut/pull.py", "_LOST: Final = 40 * MM", "_LOST: Final = 20 * MM"),
    Mutation("a weaker hand", "hut/pull.py", "STRENGTH: Final = 0.4\nLIFT", "STRENGTH: Final = 0.3\nLIFT"),
    Mutation("a softer spring", "hut/pull.py", "SPRING: Final = 20.0", "SPRING: Final = 15.0"),
    Mutation("nothing strains", "hut/pull.py", "> STRENGTH / SPRING", "> 10 * STRENGTH / SPRING"),
    Mutation("wedged longer", "hut/pull.py", "_STUCK_TICKS: Final = 6", "_STUCK_TICKS: Final = 8"),
    Mutation("what lies beneath is touched", "hut/pull.py", "and under > _UNDER", "and under > 2 * _UNDER"),
    Mutation("fewer layers are free", "hut/frozen.py", "LEVELS: Final = 3", "LEVELS: Final = 2"),
    Mutation("a foot beside a card", "hut/frozen.py", "_SLACK: Final = 2 * MM", "_SLACK: Final = 0.5 * MM"),
    Mutation("a creeping hut stands", "hut/building.py", "_DRIFT: Final = 0.08 * MM", "_DRIFT: Final = 0.2 * MM"),
    Mutation(
        "one part of the stand test",
        "hut/building.py",
        "(_STAND, _DRIFT), (_STAND, _DRIFT)",
        "(_STAND, None), (_STAND, _DRIFT)",
    ),
    Mutation("a rattling hut stands", "hut/building.py", "_STIR: Final = 0.3 * MM", "_STIR: Final = 0.5 * MM"),
    Mutation("no hut is woken", "hut/building.py", "if _wakes_calmly(poses, present) else", "if True else"),
    Mutation("a slower steady hand", "risk.py", "STEADY_SPEED: Final = 250.0", "STEADY_SPEED: Final = 200.0"),
    Mutation(
        "a save forgets the strain",
        "hut/state.py",
        "pull.gave_way = ticks, strained, bool",
        "pull.gave_way = ticks, 0, bool",
    ),
    Mutation("a save forgets that the hut gave way", "hut/state.py", "strained, bool(gave_way)", "strained, False"),
    Mutation("the hut gives way again and again", "hut/pull.py", "self.gave_way = True", "self.gave_way = False"),
    Mutation(
        "nothing bears a worn hut", "hut/pull.py", "touched |= (bearers(self.poses, present) | HUT)", "touched |= HUT"
    ),
    Mutation(
        "the lowest card bears it",
        "hut/frozen.py",
        "for card in in_mask(present & WHOLE):\n        topmost",
        "for card in in_mask(present & WHOLE)[::-1]:\n        topmost",
    ),
    Mutation(
        "gone cards bear it",
        "hut/frozen.py",
        "in in_mask(present & WHOLE):\n        topmost",
        "in in_mask(WHOLE):\n        topmost",
    ),
    Mutation(
        "a save forgets the quiet",
        "hut/state.py",
        'Rest(bool(was_free), kept["still"], rested, quiet)',
        'Rest(bool(was_free), kept["still"], rested, 0)',
    ),
    Mutation(
        "hands take the inner corner",
        "hut/hands.py",
        "return max(open_corners(sight, card)",
        "return min(open_corners(sight, card)",
    ),
)
MUTATIONS = {"kozel": KOZEL, "thirty_one": THIRTY_ONE, "shalashik": SHALASHIK}
NOTHING = Mutation("nothing", "__init__.py", "", "")
"""The control: the copy itself passes."""


def broken_copy(folder: Path, game: str, mutation: Mutation) -> None:
    """A copy of the sources with the mutation in it. Raises ValueError where its text does not stand there once."""
    ignore = shutil.ignore_patterns("__pycache__", "static", "*.pyc")
    for part in ("src", "tests/conformance", "docs/explanation"):
        shutil.copytree(ROOT / part, folder / part, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)
    path = folder / GAMES / game / mutation.file
    text = path.read_text(encoding="utf-8")
    if mutation != NOTHING and text.count(mutation.old) != 1:
        raise ValueError(
            f"{mutation.name}: {mutation.old!r} stands {text.count(mutation.old)} times in {mutation.file}"
        )
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")


def tests_of(game: str) -> list[str]:
    """The tests of a game that run, the slow ones last; those of its texts only so far as they try what is told."""
    files = sorted((ROOT / GAMES / game / "tests").glob("test_*.py"), key=lambda path: (path.name in SLOW, path.name))
    paths = [str(path.relative_to(ROOT)) for path in files if path.name != "test_texts.py"]
    return [f"{TEXTS}[{game}]", *paths]


def is_noticed(game: str, mutation: Mutation, timeout: float | None = None) -> bool:
    """Whether a test of the game fails with the mutation, or the tests do not end in time."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broken_copy(folder, game, mutation)
        environment = os.environ | {"KOZYR_COMPILED": "0", "PYTHONPATH": str(folder / "src")}
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests_of(game)]
        try:
            done = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=timeout
            )
        except subprocess.TimeoutExpired:
            return True
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{mutation.name}: the tests did not run\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1


def main(game: str, word: str = "") -> int:
    """Try every mutation of a game; returns how many went unnoticed."""
    start = time.perf_counter()
    if is_noticed(game, NOTHING):
        raise RuntimeError(f"the tests of {game} fail without any mutation")
    timeout = 3 * (time.perf_counter() - start) + PATIENCE
    missed = 0
    for mutation in MUTATIONS[game]:
        if word in mutation.name:
            noticed = is_noticed(game, mutation, timeout)
            missed += not noticed
            print("noticed" if noticed else "MISSED ", mutation.name, flush=True)
    return missed


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in MUTATIONS:
        sys.exit(f"python -m bench.mutations GAME [WORD]: GAME is {' or '.join(MUTATIONS)}")
    sys.exit(1 if main(*sys.argv[1:]) else 0)
