"""The live server under load, beside boardgame.io's: see README.md of this folder."""
