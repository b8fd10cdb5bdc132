"""What is sent to nodes, and the folder of parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable_cluster.parts import Bundle, Folder, Options, PartsError, build, header, play


def test_a_study_takes_the_files_of_its_folder_along(tmp_path: Path) -> None:
    (tmp_path / "plans").mkdir()
    (tmp_path / "s.ron").write_text("{}")
    (tmp_path / "plans" / "p.ron").write_text("(plan)")
    (tmp_path / "notes.txt").write_text("not sent")
    bundle = Bundle.of(str(tmp_path / "s.ron"))
    assert bundle == Bundle("s.ron", {"plans/p.ron": b"(plan)", "s.ron": b"{}"})
    assert Bundle.of(str(tmp_path / "s.ron"), tmp_path.parent).name == f"{tmp_path.name}/s.ron"
    assert Bundle.of("studies/armati/raid") == Bundle("studies/armati/raid", {})
    with pytest.raises(PartsError, match="does not lie under"):
        Bundle.of(str(tmp_path / "s.ron"), tmp_path / "plans")
    bundle.unpack(tmp_path / "there")
    assert (tmp_path / "there" / "plans" / "p.ron").read_text() == "(plan)"


def test_a_part_is_played_and_its_troubles_are_told(tmp_path: Path, program: str) -> None:
    bundle = Bundle("s.ron", {"s.ron": b'{"refuses": 2}'})
    told = header(play(bundle, program, Options(seed=7, pairs=40), 3, 12, build(program)))
    assert (told["shard"], told["of"], told["seed"], told["rule"]["pairs"]) == (3, 12, 7, 40)
    with pytest.raises(PartsError, match="part 2 of 12: error: no such battle"):
        play(bundle, program, Options(), 2, 12, None)
    with pytest.raises(PartsError, match="another build"):
        play(bundle, program, Options(), 1, 12, "some other")
    with pytest.raises(PartsError, match="there is no program nowhere"):
        play(bundle, "nowhere", Options(), 1, 12, None)


def test_what_is_there_must_have_been_asked_for_in_the_same_way(tmp_path: Path, program: str) -> None:
    folder = Folder(tmp_path / "parts", 12)
    bundle = Bundle("s.ron", {"s.ron": b"{}"})
    folder.keep(3, play(bundle, program, Options(pairs=40), 3, 12, None))
    assert folder.there() == {3} and folder.file(3).name == "03-of-12.shard"
    assert [path.name for path in folder.path.iterdir()] == ["03-of-12.shard"]
    folder.check(Options(pairs=40))
    folder.check(Options())
    with pytest.raises(PartsError, match="seed 1, not 2"):
        folder.check(Options(seed=2))
    with pytest.raises(PartsError, match="pairs 40, not 41"):
        folder.check(Options(pairs=41))
    with pytest.raises(PartsError, match="number of shards 12, not 13"):
        Folder(tmp_path / "parts", 13).check(Options())
    with pytest.raises(PartsError, match="no part"):
        header(b"nonsense\n")
