"""Shalashik: cards are pulled from under a hut built of cards, then beaten away.

``heap.py`` is the geometry of the heap, ``risk.py`` the chance that a pull brings the hut down; ``hut/`` is the hut
as simulated bodies, the only place that imports a physics engine.
"""
