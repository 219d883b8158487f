"""Settings of every test."""

from hypothesis import settings

# A first example may compile for seconds; speed is measured in bench/, never by a test.
settings.register_profile("kozyr", deadline=None)
settings.load_profile("kozyr")
