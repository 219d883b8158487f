"""What the decisions of a finished match were worth, as the players could judge it and with open cards.

``deciding.py`` judges the decisions of a deal, ``judging.py`` a whole match on one core or more, ``figures.py`` adds up
players, luck and the worst moments, ``report.py`` shows them.
"""

from kozyr.lab.analysis.figures import Analysis, analysis_of
from kozyr.lab.analysis.judging import AnalysisError, judge_match

__all__ = ["Analysis", "AnalysisError", "analysis_of", "judge_match"]
