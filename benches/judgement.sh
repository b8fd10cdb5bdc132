#!/usr/bin/env bash
# benches/judgement.sh PROGRAM [GAMES [RULESET…]]: fits the judgement of positions at a glance anew, for each ruleset to GAMES
# battles between captains of each of its scenarios, and writes assets/RULESET/judgement.ron. The tables stay in KEEP, if it
# names a folder. They are other battles than those that `sandtable calibrate` plays unless it is told of a seed. Needs `pip install './python[judgement]'`.
set -euo pipefail
program=$(realpath "$1")
games="${2:-200}"
cd "$(dirname "$0")/.."
rulesets=("${@:3}")
[ ${#rulesets[@]} -gt 0 ] || rulesets=(ancientmaster armati battlesystem chainmail impetus)
out="${KEEP:-$(mktemp -d)}"
for ruleset in "${rulesets[@]}"; do
  mkdir -p "$out/$ruleset"
  for battle in scenarios/"$ruleset"/*.ron; do
    table="$out/$ruleset/$(basename "$battle" .ron).csv"
    [ -s "$table" ] || "$program" positions "$battle" --games "$games" --seed 1000001 --out "$table"
  done
  sandtable-judgement "$out/$ruleset"/*.csv --out "assets/$ruleset/judgement.ron"
  cat "assets/$ruleset/judgement.ron"
done
