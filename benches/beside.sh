#!/usr/bin/env bash
# Our battles beside Wesnoth's and OpenSpiel's, one after the other on one core, by CPU time. Installs what is missing
# (apt, pip) and leaves the checkout as it is. Usage: benches/beside.sh [PATH OF sandtable [ours]]; `ours` leaves the
# others out.
set -euo pipefail
sandtable=$(realpath "${1:-${CARGO_TARGET_DIR:-target}/release/sandtable}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$PATH:/usr/games

# Seconds of user and system time of a command whose output goes to a file.
cpu() {
  local out=$1
  shift
  TIMEFORMAT='%U %S'
  { time "$@" >"$out" 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

per() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

echo "== Sandtable: battles with whole captains, one thread"
# Each battle with how many are played between captains and at random: fewer where one takes seconds.
while read -r battle captains randoms; do
  "$sandtable" sim "$battle" --games "$captains" --seed 1 --jobs 1 --format json >"$work/sim.json"
  python3 - "$work/sim.json" "$battle, captain against captain" <<'PY'
import json, sys
sim = json.load(open(sys.argv[1]))
cpu, games, actions = sim["cpu_seconds"], sim["games"], sim["actions"]
print(f"{sys.argv[2]}: {1000 * cpu / games:.1f} ms a battle, {games / cpu:.1f} battles/s, {1e6 * cpu / actions:.0f} us an action, mean {sim['turns']['mean']:.1f} turns")
PY
  "$sandtable" sim "$battle" --games "$randoms" --seed 1 --jobs 1 --north random --south random --format json >"$work/sim.json"
  python3 - "$work/sim.json" "$battle, random legal play" <<'PY'
import json, sys
sim = json.load(open(sys.argv[1]))
cpu, games, actions = sim["cpu_seconds"], sim["games"], sim["actions"]
print(f"{sys.argv[2]}: {games / cpu:.0f} battles/s, {actions / cpu:.0f} actions/s")
PY
done <<'BATTLES'
armati/first_battle 100 400
armati/zama 100 400
impetus/first_battle 100 400
impetus/zama 100 400
ancientmaster/first_battle 20 100
ancientmaster/zama 5 20
battlesystem/first_battle 40 200
battlesystem/crecy 20 100
chainmail/first_battle 40 200
chainmail/hastings 20 100
BATTLES

echo "== Sandtable: an answer of random legal play, part by part, and how much was kept"
cargo bench --quiet --no-default-features --bench answers

echo "== Sandtable: memory of battles between captains, one thread"
for games in 100 1000; do
  peak=$(python3 - "$sandtable" "$games" <<'PY'
import resource, subprocess, sys
line = [sys.argv[1], "sim", "armati/raphia", "--games", sys.argv[2], "--seed", "1", "--jobs", "1", "--format", "json"]
subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
PY
  )
  echo "armati/raphia, $games battles: $peak MiB at most"
done

if [ "${2:-}" = ours ]; then exit; fi

echo "== Wesnoth 1.16: its AI against itself, The Freelands"
if ! command -v wesnoth-1.16 >/dev/null; then
  apt-get install -y -qq --no-install-recommends wesnoth-1.16-core wesnoth-1.16-data wesnoth-1.16-tools \
    wesnoth-1.16-httt >/dev/null
fi
games=10
seconds=$(HOME="$work" SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy cpu "$work/wesnoth.log" wesnoth-1.16 --nogui \
  --nosound --nomusic --multiplayer --scenario=multiplayer_The_Freelands --controller=1:ai --controller=2:ai \
  --side=1:Loyalists --side=2:Rebels --rng-seed=7 --exit-at-end --log-info=ai/testing --multiplayer-repeat=$games)
ended=$(grep -c 'WINNER:' "$work/wesnoth.log" || true)
echo "$ended games, $seconds s: $(per "$seconds" "$games") CPU s a game"

echo "== OpenSpiel: uniform random play in its C++ loop"
if [ ! -x "$work/venv/bin/python" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -q open_spiel
fi
"$work/venv/bin/python" - <<'PY'
import time
import pyspiel

for name in ("backgammon", "chess", "connect_four"):
    game = pyspiel.load_game(name)
    games = moves = 0
    start = time.process_time()
    while time.process_time() - start < 4:
        bots = [pyspiel.make_uniform_random_bot(p, 1000 * games + p) for p in range(2)]
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, games)
        moves += state.move_number()
        games += 1
    seconds = time.process_time() - start
    print(f"{name}: {games / seconds:.0f} games/s, {moves / seconds:.0f} moves/s")
PY
