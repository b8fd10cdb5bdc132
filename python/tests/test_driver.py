"""The driver: it goes on where it was left, stops when sure, and tells what keeps it from playing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable_cluster import Options, PartsError, cli, driver, study
from sandtable_cluster.driver import Looks, drive, first_gap
from sandtable_cluster.parts import Bundle, Folder, play
from sandtable_cluster.pools import Here


class Failing:
    """Plays parts one by one, and breaks after some: as when the driver is killed."""

    def __init__(self, program: str, of: int, after: int) -> None:
        self.program, self.of, self.after = program, of, after
        self.played: list[int] = []
        self.waiting: list[int] = []
        self.closed = False

    def room(self) -> int:
        return 3

    def submit(self, shard: int) -> None:
        self.waiting.append(shard)

    def finished(self, seconds: float) -> list[tuple[int, bytes]]:
        if len(self.played) == self.after:
            raise KeyboardInterrupt
        # The last that was sent comes first: parts come in any order.
        shard = self.waiting.pop()
        self.played.append(shard)
        return [(shard, play(Bundle("s.ron", {"s.ron": b"{}"}), self.program, Options(), shard, self.of, None))]

    def close(self) -> None:
        self.closed = True


def test_a_second_start_plays_only_what_is_missing(tmp_path: Path, program: str) -> None:
    file = tmp_path / "s.ron"
    file.write_text("{}")
    folder = Folder(tmp_path / "parts", 8)
    first = Failing(program, 8, 5)
    with pytest.raises(KeyboardInterrupt):
        drive(first, folder, Looks(str(file), program, folder), Options())
    assert first.closed and folder.there() == set(first.played) and len(first.played) == 5
    second = Failing(program, 8, 99)
    assert drive(second, folder, Looks(str(file), program, folder), Options()) == 3
    assert set(second.played) == set(range(1, 9)) - set(first.played)
    assert folder.there() == set(range(1, 9))


def test_it_stops_when_it_is_sure(tmp_path: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LOOK_EACH", 0.0)
    file = tmp_path / "s.ron"
    file.write_text('{"sure": 4}')
    answer = study(str(file), shards=300, address="none", program=program, out=tmp_path / "parts")
    assert 4 <= answer.summary["parts"] < 300
    assert answer.summary["variants"][0]["verdict"] == "yes"
    battles, _, _ = answer.frames.pandas()
    assert len(battles) == answer.summary["parts"]


def test_the_command_line(tmp_path: Path, program: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "s.ron"
    file.write_text("{}")
    line = ["study", str(file), "--address", "none", "--program", program, "--out", str(tmp_path / "parts")]
    assert cli.main([*line, "--shards", "3", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["parts"] == 3
    assert cli.main([*line, "--shards", "4"]) == 1
    assert "number of shards 3, not 4" in capsys.readouterr().err
    file.write_text('{"refuses": 2}')
    assert cli.main([*line[:-1], str(tmp_path / "other"), "--shards", "3"]) == 1
    assert "part 2 of 3: error: no such battle" in capsys.readouterr().err
    with pytest.raises(SystemExit) as status:
        cli.main(["study"])
    assert status.value.code == 2
    assert cli.main(["study", str(file), "--address", "none", "--program", "nowhere"]) == 1


def test_nothing_but_the_answer_goes_to_its_output(
    tmp_path: Path, program: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = Here.finished

    def finished(self: Here, seconds: float) -> list[tuple[int, bytes]]:
        print("(raylet) a node has died")
        return quiet(self, seconds)

    monkeypatch.setattr(Here, "finished", finished)
    file = tmp_path / "s.ron"
    file.write_text("{}")
    line = ["study", str(file), "--address", "none", "--program", program, "--out", str(tmp_path / "parts")]
    assert cli.main([*line, "--shards", "3", "--format", "json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["parts"] == 3
    assert "a node has died" in told.err


def test_there_is_no_study_of_no_parts(tmp_path: Path, program: str) -> None:
    with pytest.raises(PartsError, match="at least one shard"):
        study("studies/armati/raid", shards=0, address="none", program=program, out=tmp_path / "parts")


def test_a_gap_is_found() -> None:
    assert [first_gap(there) for there in (set(), {2}, {1, 2, 4}, {1, 2, 3})] == [0, 0, 2, 3]
