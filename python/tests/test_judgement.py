"""The judgement is fitted to battles."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from sandtable_cluster.judgement import Rows, fit, main


def table(path: Path, battles: int, seed: int) -> Path:
    """Battles whose every position is won with the chance of 2 times danger less 0.5 times favoured; holds says nothing but
    what danger does, and a little less."""
    dice = random.Random(seed)
    lines = ["battle,turn,danger,holds,favoured,won"]
    for battle in range(1, battles + 1):
        danger, favoured = dice.uniform(-2, 2), dice.uniform(-2, 2)
        holds = -danger / 10
        chance = 1 / (1 + math.exp(-(2 * danger - 0.5 * favoured)))
        won = 0.5 if battle % 50 == 0 else float(dice.random() < chance)
        # Some battles are longer than others, and count no more.
        for turn in range(1, 2 + battle % 3):
            lines.append(f"{battle},{turn},{danger:.5f},{holds:.5f},{favoured:.5f},{won}")
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_weights_are_found(tmp_path: Path) -> None:
    paths = [table(tmp_path / "a.csv", 2000, 1), table(tmp_path / "b.csv", 1000, 2)]
    rows = Rows.read(paths)
    fitted = fit(rows)
    assert fitted.battles == 3000 and fitted.positions == len(rows.won)
    assert fitted.weights["danger"] == pytest.approx(2.0, abs=0.25)
    assert fitted.weights["favoured"] == pytest.approx(-0.5, abs=0.15)
    # It speaks for a side, and would count against it.
    assert fitted.weights["holds"] == 0.0
    assert fitted.error < fitted.error_of_mean < fitted.error_before


def test_it_is_written_as_the_program_reads_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = table(tmp_path / "a.csv", 60, 3), tmp_path / "judgement.ron"
    assert main([str(path), "--out", str(out)]) == 0
    text = out.read_text()
    assert "battles: 60," in text and "        danger: " in text and text.endswith("    ),\n)\n")
    assert main([str(table(tmp_path / "few.csv", 5, 3))]) == 1
    other = tmp_path / "other.csv"
    other.write_text("battle,turn,won\n1,1,1\n")
    assert main([str(other)]) == 1
    assert main([str(tmp_path / "nowhere.csv")]) == 1
    other.write_text("battle,turn,holds,won\n1,1,0.5\n")
    assert main([str(other)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "sandtable-judgement: too few battles"
    assert "not a table of positions" in told[1] and "nowhere.csv" in told[2]
    assert "other.csv, line 2: a number is missing" in told[3]
