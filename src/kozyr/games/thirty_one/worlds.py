def twin(*a): return None
