"""A stand-in for the program: it plays parts of nothing, and is sure after as many as its study's file says."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

STAND_IN = '''#!{python}
import json, pathlib, sys
line = sys.argv[1:]
study = line[1]
def after(name, usual=None):
    return line[line.index(name) + 1] if name in line else usual
says = json.loads(pathlib.Path(study).read_text()) if study.endswith(".ron") else {{}}
if "--shard" in line:
    shard, of = map(int, after("--shard").split("/"))
    if shard == says.get("refuses"):
        sys.exit("error: no such battle")
    rule = {{"difference": 0.03, "error": 0.05, "at_least": 0.0, "pairs": int(after("--pairs", "1000"))}}
    head = {{"shard_form": 2, "study": study, "fingerprint": "00", "seed": int(after("--seed")), "luck": 8,
            "rule": rule, "shard": shard, "of": of, "arms": ["base", "other"]}}
    row = {{"arm": 1, "pair": shard, "swapped": False, "seed": 9, "side": "south", "score": 0.5, "margin": 0.25,
           "luck": [0.1, 0.2, 0.3], "turns": 2, "why": "time", "stopped": None, "digest": "ff",
           "course": [{{"turn": 1, "margin": 0.1, "left": 0.2, "said": 3}}],
           "fell": [{{"unit": "u1", "side": "north", "turn": 2, "at": [1234, 500]}}],
           "deeds": [{{"unit": "u1", "side": "north", "took": 1500, "lost": 2000}}],
           "fought": [{{"square": [3, 4], "north": 2, "south": 1}}]}}
    folder = pathlib.Path(after("--out"))
    folder.mkdir(exist_ok=True)
    text = "".join(json.dumps(line) + "\\n" for line in (head, row, {{"rows": 1}}))
    (folder / f"{{shard:0{{len(str(of))}}d}}-of-{{of}}.shard").write_text(text)
else:
    there = sorted(pathlib.Path(after("--merge")).glob("*.shard"))
    sure = len(there) >= says.get("sure", 10**9)
    print(json.dumps({{"parts": len(there), "variants": [{{"verdict": "yes" if sure else "open"}}]}}))
'''


@pytest.fixture
def program(tmp_path: Path) -> str:
    """The stand-in's path."""
    path = tmp_path / "sandtable"
    path.write_text(STAND_IN.format(python=sys.executable))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)
