"""Studies of Sandtable on many machines.

`study` plays a study in parts, on a Ray cluster or on this machine, and puts them together; `Frames` has its battles for
pandas or polars.
"""

from .driver import Answer, study
from .frames import Frames
from .parts import Options, PartsError

__all__ = ["Answer", "Frames", "Options", "PartsError", "study"]
