"""The lab: matches of bots in any number, and what their statistics say.

``plan.py`` says what is to be played, ``simulation.py`` plays it on one core or more (``processes.py``),
``statistics.py`` adds it up, ``tables.py`` prints that, ``speed.py`` measures how fast it goes; ``arena`` says which of
two bots is stronger. Imports ``bots``,
``records`` and below.
"""
