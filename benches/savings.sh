#!/usr/bin/env bash
# What pairs of one seed, and taking the luck out, save a study: the share of the battles that are needed, for the studies
# that come with the program or those that are named. Every study is played for as many pairs, sure or not.
# Usage: benches/savings.sh PROGRAM [PAIRS [STUDY...]]
set -euo pipefail
program=$(realpath "$1")
pairs=${2:-240}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- studies/armati/raid studies/armati/zama_horse_first studies/impetus/raid_army studies/chainmail/bows
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
for study in "$@"; do
  for luck in 8 0; do
    # An error of next to nothing: it is never sure.
    TIMEFORMAT='%U %S'
    { time "$program" study "$study" --pairs "$pairs" --error 1e-12 --difference 1e-9 --luck $luck --jobs "${JOBS:-1}" \
      --format json >"$work/$n.$luck.json"; } 2>"$work/$n.$luck.time"
  done
  n=$((n + 1))
done
python3 - "$work" "$n" "$pairs" "$@" <<'PY'
import json, statistics, sys
from pathlib import Path

work, n, pairs, *studies = sys.argv[1:]
work = Path(work)
rows, left = [], []
for i, study in enumerate(studies):
    told = json.loads((work / f"{i}.8.json").read_text())
    cpu = {luck: sum(map(float, (work / f"{i}.{luck}.time").read_text().split())) for luck in ("8", "0")}
    dearer = cpu["8"] / cpu["0"]
    for variant in told["variants"]:
        # One that is sure in spite of it is played no farther.
        played = f"{variant['differ']} of {variant['pairs']}"
        paired, luck = variant["left_by_pairing"], variant["left_by_luck"]
        left.append((paired, paired * luck, paired * luck * dearer))
        rows.append((study.removeprefix("studies/"), variant["name"], played, *left[-1]))
print("| study | variant | pairs that differ | left by pairs | and without the luck | and in computing time |")
print("|---|---|---|---|---|---|")
for study, name, played, *shares in rows:
    print(f"| {study} | {name} | {played} | " + " | ".join(f"{100 * share:.0f} %" for share in shares) + " |")
median = [statistics.median(column) for column in zip(*left)]
print("| median | | | " + " | ".join(f"{100 * share:.0f} %" for share in median) + " |")
PY
