"""The live server: tables over the network. Imports everything below it, but neither ``terminal`` nor ``research``."""
