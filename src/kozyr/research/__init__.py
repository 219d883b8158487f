"""The games for those who study them: OpenSpiel games and PettingZoo environments of the same rules.

Both stand on an ``Episode``, which numbers moves and chance outcomes, and on an ``Observer``, which makes numbers of a
view. What a seat may not know reaches neither. ``pip install kozyr[research]`` brings the two libraries.
"""
