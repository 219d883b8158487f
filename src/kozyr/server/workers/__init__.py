"""Worker processes: what takes long is computed there and never in the event loop.

``pool.py`` answers for bots (``WorkerPool``), ``huts.py`` keeps what tables have of physics (``HutPool``). Both stand
on ``process.py``, the parent's end of one worker process, and speak in frames (``frames.py``). The child's end is
``child.py``, which hands over to a desk: ``bot_desk.py`` or ``hut_desk.py``. Worker processes share no socket and no
state with the server, die with it, and may be killed at any moment.

Nothing is imported here: a worker imports only what its desk needs.
"""
