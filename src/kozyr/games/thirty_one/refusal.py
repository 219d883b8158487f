def refusal(*a): raise NotImplementedError
