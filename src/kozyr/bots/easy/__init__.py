"""The bot ``easy``: judges as ``careful`` does, by what somebody keeps in mind who has just learnt a game."""
