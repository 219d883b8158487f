"""Kozyr: Russian folk card games, to play, to analyse and to teach machines.

Its packages are layers, each importing only from those before it in this list:
cards, kernel, games, records, fairness, bots, table, protocol, client, lab, research, terminal, server, cli.
"""

__version__ = "0.1.0"
