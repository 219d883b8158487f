"""What every game stands on: compiled functions, bit operations, random streams, and the Game contract.

Imports only ``kozyr.cards``. Numba is imported nowhere else in Kozyr.
"""
