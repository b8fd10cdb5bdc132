#!/usr/bin/env bash
# Plays battles, has `sandtable analyse` tell luck from skill in each, and checks in whole half battles that the chance at
# the beginning, all luck and all skill together are the result, and that each answer goes on from where the one before it
# ended. Usage: benches/luck.sh PROGRAM BATTLE [GAMES [ROLLOUTS [NORTH [SOUTH]]]]
set -euo pipefail
program=$(realpath "$1")
battle=$2
games=${3:-100}
rollouts=${4:-4}
north=${5:-captain}
south=${6:-captain}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" sim "$battle" --games "$games" --seed 1 --jobs 1 --north "$north" --south "$south" \
  --journals "$work" >"$work/sim.txt"
for journal in "$work"/*.journal.ron; do
  "$program" analyse "$journal" --rollouts "$rollouts" --jobs "${JOBS:-1}" --format json >"$journal.json"
done
python3 - "$battle" "$rollouts" "$north" "$south" "$work"/*.json <<'PY'
import json, sys

battle, rollouts, north, south, *paths = sys.argv[1:]
whole = 2 * int(rollouts)
answers = other = thrown = 0


def halves(share):
    """So many half battles of all rollouts; a chance is a whole number of them."""
    count = round(share * whole)
    assert abs(share * whole - count) < 1e-6, share
    return count


for path in paths:
    told = json.load(open(path))
    now = start = halves(told["start"])
    luck = skill = 0
    for answer in told["answers"]:
        sign = 1 if answer["side"] == "south" else -1
        assert halves(answer["chance"][0]) == now, (path, answer)
        for what in ("skill", "luck"):
            gained = answer[what] and sign * halves(answer[what][0])
            now += gained or 0
            luck, skill = (luck, skill + (gained or 0)) if what == "skill" else (luck + (gained or 0), skill)
        assert halves(answer["chance"][1]) == now, (path, answer)
        answers, other, thrown = answers + 1, other + bool(answer["skill"]), thrown + bool(answer["luck"])
    of = lambda side, what: halves(told[side][what][0])
    assert now == halves(told["end"]) == start + luck + skill, path
    assert luck == of("south", "luck") == -of("north", "luck"), path
    assert skill == of("south", "skill") - of("north", "skill"), path
    assert not told["over"] or now in (0, whole // 2, whole), path
    assert halves(told["without_luck"]) == now - luck, path
print(f"{battle}, {north} against {south}: luck + skill = result in {len(paths)} of {len(paths)} battles "
      f"({answers} answers, {other} other than the captain's, {thrown} with dice, {rollouts} rollouts)")
PY
