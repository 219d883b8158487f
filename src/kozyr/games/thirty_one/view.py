class ThirtyOneView: pass
def make_view(*a): raise NotImplementedError
