"""The hut as simulated bodies: built, pulled at and judged (S-2..S-4, S-7). Only this folder imports MuJoCo.

``building.py`` throws a heap and builds the hut on it, ``pull.py`` draws one card along the path of a hand,
``verdict.py`` says whether the card is free and whether the hut is down, ``state.py`` saves and restores,
``hands.py`` are scripted players, ``picture.py`` draws without a screen. ``collect.py`` makes pulls for the risk model,
``kept_pulls.py`` keeps them, ``regression.py`` fits it, ``quality.py`` and ``report.py`` say how good it is, and
``fit.py`` is the one command for all that. ``engine.py`` says why where MuJoCo is missing.
"""
