"""Cut or boast, lifts and gifts, judged by sampled play."""
from kozyr.bots.careful.kozel_opening import opening_values as careful_values
def opening_values(view, payoff, budget, words):
    return careful_values(view)
