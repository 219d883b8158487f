"""Benchmarks, run on demand (``python3 go.py bench``): medians and ratios of one run, printed as Markdown."""
