"""Where MuJoCo is missing all but the bodies works; where it is there, only those who need it load it."""

import subprocess
import sys


def test_without_mujoco_all_but_the_bodies_works_and_the_message_says_why() -> None:
    code = """
import sys
sys.modules["mujoco"] = None
from kozyr.kernel.physics import MissingEngineError
from kozyr.games.shalashik import heap, risk
from kozyr.games.shalashik.hut import building, engine, fit, hands, picture
from kozyr.kernel.streams import Stream
poses = heap.scatter(Stream("x"))
assert risk.risks(risk.ground_of(poses), heap.WHOLE)
try:
    building.build_hut("x")
except MissingEngineError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "needs the package mujoco, which cannot be imported here" in said
    assert "hut = risk and everything else work without it" in said


def test_importing_the_game_does_not_import_mujoco() -> None:
    code = "import sys; from kozyr.games.shalashik import heap, risk; import kozyr.games.shalashik.hut.hands;"
    subprocess.run([sys.executable, "-c", code + "assert 'mujoco' not in sys.modules"], check=True)
