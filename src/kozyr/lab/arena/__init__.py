"""The arena: which of two bots plays better, with the same cards for both.

``contest.py`` says who meets whom, ``duplicate.py`` plays a match in every seating, ``running.py`` as many matches as
the deals need, ``bootstrap.py`` says how sure a mean is, ``standing.py`` what came out, ``report.py`` shows it.
"""

from kozyr.lab.arena.contest import Contest, make_contest
from kozyr.lab.arena.running import play_duplicates
from kozyr.lab.arena.standing import Standing, standings

__all__ = ["Contest", "Standing", "make_contest", "play_duplicates", "standings"]
