"""Search for bots: exact solvers of open cards, samplers of hidden ones, and the budget and objective of a search.

Imports ``games`` and below. What is named ``kozel_*`` is Kozel's alone. No module here is a bot.
"""
