"""The battles of a study as columns, for pandas or polars."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .parts import PartsError, header

if TYPE_CHECKING:
    import pandas
    import polars

Columns = dict[str, list[Any]]


@dataclass(frozen=True)
class Frames:
    """Three tables. A battle is known by arm, pair and swapped; a variant's battle and the base's of the same pair have
    the same dice as far as their players do the same."""

    battles: Columns
    """A row a battle: arm, pair, swapped, seed, side, score, margin, luck_danger, luck_left, luck_chance, turns, why,
    stopped, digest."""
    turns: Columns
    """A row a turn of a battle: arm, pair, swapped, turn, margin, left, as they were at its end."""
    fallen: Columns
    """A row a unit that was lost: arm, pair, swapped, unit, side, turn, x, y (inches)."""

    @staticmethod
    def read(folder: Path) -> Frames:
        """Of the parts in that folder."""
        paths = sorted(Path(folder).glob("*.shard"))
        if not paths:
            raise PartsError(f"there are no parts in {folder}")
        return Frames.of(line for path in paths for line in _rows(path))

    @staticmethod
    def of(rows: Iterable[tuple[str, dict[str, Any]]]) -> Frames:
        """Of battles as parts have them, each with the name of its arm."""
        battles: list[dict[str, Any]] = []
        turns: list[dict[str, Any]] = []
        fallen: list[dict[str, Any]] = []
        for arm, row in rows:
            key = {"arm": arm, "pair": row["pair"], "swapped": row["swapped"]}
            danger, left, chance = row["luck"]
            told = {name: row[name] for name in ("seed", "side", "score", "margin")}
            told |= {"luck_danger": danger, "luck_left": left, "luck_chance": chance}
            told |= {"turns": row["turns"], "why": row["why"]}
            told |= {"stopped": row["stopped"] and row["stopped"]["told"], "digest": row["digest"]}
            battles.append(key | told)
            for reached in row["course"]:
                turns.append(key | {name: reached[name] for name in ("turn", "margin", "left")})
            for fell in row["fell"]:
                x, y = (hundredths / 100 for hundredths in fell["at"])
                fallen.append(key | {name: fell[name] for name in ("unit", "side", "turn")} | {"x": x, "y": y})
        return Frames(_columns(battles), _columns(turns), _columns(fallen))

    def pandas(self) -> tuple[pandas.DataFrame, pandas.DataFrame, pandas.DataFrame]:
        """Battles, turns and the fallen as frames of pandas."""
        import pandas

        return pandas.DataFrame(self.battles), pandas.DataFrame(self.turns), pandas.DataFrame(self.fallen)

    def polars(self) -> tuple[polars.DataFrame, polars.DataFrame, polars.DataFrame]:
        """Battles, turns and the fallen as frames of polars, which writes Parquet."""
        import polars

        return polars.DataFrame(self.battles), polars.DataFrame(self.turns), polars.DataFrame(self.fallen)


def _rows(path: Path) -> Iterable[tuple[str, dict[str, Any]]]:
    with path.open("rb") as file:
        arms = header(file.readline())["arms"]
        for line in file:
            row = json.loads(line)
            if "arm" in row:
                yield arms[row["arm"]], row


def _columns(rows: list[dict[str, Any]]) -> Columns:
    names = list(rows[0]) if rows else []
    return {name: [row[name] for row in rows] for name in names}
