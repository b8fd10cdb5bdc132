"""`sandtable-judgement`: fits a ruleset's judgement of positions at a glance to battles, by scikit-learn.

The judgement is a logistic regression without a constant: a position that looks the same to both sides is won by either as
often. Every battle counts the same, however many turns it had.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = """\
examples:
  sandtable positions armati/zama --games 300 --out zama.csv
  sandtable positions armati/kadesh --games 300 --out kadesh.csv
  sandtable-judgement zama.csv kadesh.csv --out assets/armati/judgement.ron
"""
FOLDS = 5
STRENGTHS = [0.01, 0.1, 1.0, 10.0]
FIXED = ("battle", "turn", "won")
FOR_THE_SIDE = ("danger", "left", "holds")
"""Who has more of these stands better: where battles are few and two of them say nearly the same, chance would turn one about."""


@dataclass(frozen=True)
class Rows:
    """Positions, with the battle each belongs to, and what south won of it."""

    names: list[str]
    seen: list[list[float]]
    battles: list[int]
    won: list[float]

    @staticmethod
    def read(paths: Sequence[Path]) -> Rows:
        """Of the tables that `sandtable positions` writes. Battles of different files are different battles."""
        names: list[str] = []
        rows = Rows(names, [], [], [])
        known: dict[tuple[int, str], int] = {}
        for number, path in enumerate(paths):
            with path.open(newline="") as file:
                table = csv.DictReader(file)
                own = [name for name in table.fieldnames or [] if name not in FIXED]
                if not names:
                    names.extend(own)
                missing = {"battle", "won", "holds"}.difference(table.fieldnames or [])
                if own != names or missing:
                    raise ValueError(f"{path}: not a table of positions, or one of another build")
                for row in table:
                    try:
                        numbers = [float(row[name]) for name in (*names, "won")]
                    except (TypeError, ValueError):
                        raise ValueError(f"{path}, line {table.line_num}: a number is missing or is none") from None
                    rows.seen.append(numbers[:-1])
                    rows.won.append(numbers[-1])
                    rows.battles.append(known.setdefault((number, row["battle"]), len(known)))
        return rows


@dataclass(frozen=True)
class Fitted:
    """What came of it. The errors are mean squared ones (Brier) of battles that the weights were not fitted to."""

    weights: dict[str, float]
    battles: int
    positions: int
    error: float
    error_of_mean: float
    error_before: float
    """Of the judgement that nobody fitted: the gambler's odds alone."""

    def ron(self) -> str:
        """As a ruleset's `judgement.ron` has it."""
        weights = "".join(f"        {name}: {value:.4f},\n" for name, value in self.weights.items())
        return (
            "// How much each number that is seen of a position at a glance says of who wins (docs/studies.md).\n"
            f"// Fitted by sandtable-judgement to {self.positions} positions. Mean squared error in battles that it was not\n"
            f"// fitted to: {self.error:.3f}; of the gambler's odds alone {self.error_before:.3f}, of who always says the mean"
            f" {self.error_of_mean:.3f}.\n"
            f"(\n    battles: {self.battles},\n    weights: (\n{weights}    ),\n)\n"
        )


def fit(rows: Rows) -> Fitted:
    """Fits the weights; how strongly they are held small is chosen by battles that are left out, five times a fifth. A number
    that speaks for a side and would count against it counts nothing."""
    import numpy
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold

    seen, won = numpy.array(rows.seen), numpy.array(rows.won)
    battles = numpy.array(rows.battles)
    weight = 1.0 / numpy.bincount(battles)[battles]
    # Numbers of different size are made alike, so that all are held small alike.
    scale = numpy.sqrt(numpy.average(seen**2, axis=0, weights=weight)) + 1e-9

    def model(strength: float, part: Any) -> Any:
        # A draw is half a position that was won and half one that was lost.
        twice = numpy.concatenate([seen[part], seen[part]]) / scale
        result = numpy.concatenate([numpy.ones(len(part)), numpy.zeros(len(part))])
        share = numpy.concatenate([weight[part] * won[part], weight[part] * (1.0 - won[part])])
        counts = share > 0
        fitted = LogisticRegression(C=strength, fit_intercept=False, max_iter=10_000)
        return fitted.fit(twice[counts], result[counts], sample_weight=share[counts])

    def error(chance: Any) -> float:
        return float(numpy.average((won - chance) ** 2, weights=weight))

    def left_out(strength: float) -> float:
        chance = numpy.empty(len(won))
        for part, rest in GroupKFold(FOLDS).split(seen, groups=battles):
            chance[rest] = model(strength, part).predict_proba(seen[rest] / scale)[:, 1]
        return error(chance)

    gambler = 1.0 / (1.0 + numpy.exp(-seen[:, rows.names.index("holds")]))
    while True:
        errors = {strength: left_out(strength) for strength in STRENGTHS}
        best = min(errors, key=lambda strength: errors[strength])
        weights = model(best, numpy.arange(len(won))).coef_[0] / scale
        against = [n for n, name in enumerate(rows.names) if name in FOR_THE_SIDE and weights[n] < 0.0]
        if not against:
            break
        seen[:, against] = 0.0
    return Fitted(
        weights=dict(zip(rows.names, map(float, weights))),
        battles=len(set(rows.battles)),
        positions=len(rows.won),
        error=errors[best],
        error_of_mean=error(numpy.average(won, weights=weight)),
        error_before=error(gambler),
    )


def main(line: Sequence[str] | None = None) -> int:
    """What was typed is read and done."""
    parser = argparse.ArgumentParser(
        prog="sandtable-judgement",
        description="Fit a ruleset's judgement of positions at a glance to battles.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("tables", nargs="+", type=Path, metavar="TABLE.csv", help="of `sandtable positions`")
    parser.add_argument("--out", type=Path, metavar="FILE.ron", help="write it there instead of showing it")
    options = parser.parse_args(line)
    try:
        rows = Rows.read(options.tables)
        if len(set(rows.battles)) < 2 * FOLDS:
            raise ValueError("too few battles")
        text = fit(rows).ron()
        if options.out is None:
            sys.stdout.write(text)
        else:
            options.out.write_text(text)
    except (OSError, ValueError, ImportError) as why:
        print(f"sandtable-judgement: {why}", file=sys.stderr)
        return 1
    return 0
