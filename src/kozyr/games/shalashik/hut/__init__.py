"""The hut as simulated bodies: built, pulled at and judged (S-2..S-4, S-7). Only this folder imports MuJoCo.

``building.py`` throws a heap and builds the hut on it, ``pull.py`` draws one card along the path of a hand,
``verdict.py`` says whether the card is free and whether the hut is down, ``state.py`` saves and restores,
``hands.py`` are scripted players, ``picture.py`` draws without a screen, ``collect.py`` and ``fit.py`` make the
risk model. ``engine.py`` says why where MuJoCo is missing.
"""
