"""The battles as columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable_cluster import Frames, Options, PartsError
from sandtable_cluster.parts import Bundle, Folder, play


def test_battles_turns_and_the_fallen(tmp_path: Path, program: str) -> None:
    with pytest.raises(PartsError, match="no parts"):
        Frames.read(tmp_path)
    folder = Folder(tmp_path / "parts", 2)
    for shard in (2, 1):
        folder.keep(shard, play(Bundle("s.ron", {"s.ron": b"{}"}), program, Options(), shard, 2, None))
    frames = Frames.read(folder.path)
    assert frames.battles["pair"] == [1, 2] and frames.battles["arm"] == ["other", "other"]
    battles, turns, fallen = frames.pandas()
    assert list(battles.columns)[:5] == ["arm", "pair", "swapped", "seed", "side"]
    assert battles["luck_left"].mean() == pytest.approx(0.2)
    assert (turns["turn"].tolist(), fallen["x"].tolist()) == ([1, 1], [12.34, 12.34])
    battles_p, turns_p, fallen_p = frames.polars()
    assert battles_p.shape == battles.shape and turns_p.shape == turns.shape and fallen_p.shape == fallen.shape
    battles_p.write_parquet(tmp_path / "battles.parquet")
    assert (tmp_path / "battles.parquet").stat().st_size > 0
