class Story: pass
