#!/usr/bin/env bash
# Plays battles, has `sandtable analyse` tell luck from skill in each, and checks in whole half battles that the chance at
# the beginning, all luck and all skill together are the result, and that each answer goes on from where the one before it
# ended. Usage: benches/luck.sh PROGRAM BATTLE [GAMES [ROLLOUTS [NORTH [SOUTH]]]]
# In front of it, KEEP=FOLDER copies the journals of battles that do not match there, FIRST=51 begins with battle 51 of the
# batch, JOBS=2 uses so many threads.
set -euo pipefail
program=$(realpath "$1")
battle=$2
games=${3:-100}
rollouts=${4:-4}
north=${5:-captain}
south=${6:-captain}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" sim "$battle" --games "$games" --first "${FIRST:-1}" --seed 1 --jobs 1 --north "$north" --south "$south" \
  --journals "$work" >"$work/sim.txt"
for journal in "$work"/*.journal.ron; do
  # What cannot be analysed is counted below as one that does not match.
  "$program" analyse "$journal" --rollouts "$rollouts" --jobs "${JOBS:-1}" --format json >"$journal.json" || true
done
python3 - "$battle" "$rollouts" "$north" "$south" "$work"/*.json <<'PY'
import json, os, shutil, sys

battle, rollouts, north, south, *paths = sys.argv[1:]
whole = 2 * int(rollouts)
matched = unfinished = answers = other = thrown = 0
keep = os.environ.get("KEEP")


def same(told, expected, what):
    if told != expected:
        raise ValueError(f"{what}: {told} half battles, {expected} expected")


def halves(share):
    """So many half battles of all rollouts; a chance is a whole number of them."""
    count = round(share * whole)
    if abs(share * whole - count) >= 1e-6:
        raise ValueError(f"{share} is no whole number of half battles")
    return count


def check(told):
    """Whether everything adds up; how many answers, those other than the captain's, and those with dice."""
    now = start = halves(told["start"])
    total = {"luck": 0, "skill": 0}
    for answer in told["answers"]:
        sign, name = 1 if answer["side"] == "south" else -1, f"answer {answer['number']}"
        same(halves(answer["chance"][0]), now, f"{name}, before")
        for what in total:
            gained = sign * halves(answer[what][0]) if answer[what] else 0
            now += gained
            total[what] += gained
        same(halves(answer["chance"][1]), now, f"{name}, after")
    of = lambda side, what: halves(told[side][what][0])
    same(halves(told["end"]), now, "the end")
    same(now, start + total["luck"] + total["skill"], "luck and skill")
    same(of("south", "luck"), total["luck"], "south's luck")
    same(-of("north", "luck"), total["luck"], "north's luck")
    same(of("south", "skill") - of("north", "skill"), total["skill"], "skill")
    same(halves(told["without_luck"]), now - total["luck"], "without luck")
    if told["over"] and now not in (0, whole // 2, whole):
        raise ValueError(f"the result is {now} of {whole} half battles")
    rows = told["answers"]
    return len(rows), sum(bool(row["skill"]) for row in rows), sum(bool(row["luck"]) for row in rows)


for path in paths:
    try:
        told = json.load(open(path))
        counts = check(told)
    except ValueError as error:
        print(f"{os.path.basename(path).removesuffix('.json')}: {error}", file=sys.stderr)
        if keep:
            os.makedirs(keep, exist_ok=True)
            shutil.copy(path.removesuffix(".json"), keep)
        continue
    matched, unfinished = matched + 1, unfinished + (not told["over"])
    answers, other, thrown = (a + b for a, b in zip((answers, other, thrown), counts))
print(f"{battle}, {north} against {south}: luck + skill = result in {matched} of {len(paths)} battles "
      f"({answers} answers, {other} other than the captain's, {thrown} with dice, {rollouts} rollouts)")
if unfinished:
    print(f"{unfinished} of them were not over")
sys.exit(matched < len(paths))
PY
