"""A real Ray cluster on this machine: a node is killed in the middle, then the driver, and nothing of it is to be seen.

cluster.py DRIVER PROGRAM FOLDER; `.ci/cluster` calls it.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from ray.cluster_utils import Cluster

STUDY = """(study: "Are javelins to be felt, or a turn?", battle: "armati/first_battle", side: south,
    base: (north: "random", south: "random"),
    variants: [(name: "shorter", limit: (turns: 13, then: Compare)), (name: "no-javelins", leave_out: ["river-javelins"])],
    pairs: 160)
"""

CLEAR = """(study: "Is it good to win after three turns?", battle: "armati/first_battle", side: south,
    base: (north: "random", south: "random"),
    variants: [(name: "wins", limit: (turns: 3, then: Wins(south)))], pairs: 4000)
"""

SHARDS = 32


def run(line: list[str]) -> bytes:
    return subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout


def parts(folder: Path) -> int:
    return len(list(folder.glob("*.shard"))) if folder.is_dir() else 0


def until(what: str, count: int, folder: Path, driver: subprocess.Popen[bytes]) -> None:
    """Waits until so many parts are there and the driver still works."""
    begun = time.monotonic()
    while parts(folder) < count:
        if driver.poll() is not None:
            sys.exit(f"the driver ended before {what}: status {driver.returncode}, {parts(folder)} parts")
        if time.monotonic() - begun > 90:
            sys.exit(f"no {count} parts in 90 s, before {what}")
        time.sleep(0.05)
    print(f"{parts(folder)} parts: {what}", flush=True)


def main() -> None:
    driver, program, at = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    begun = time.monotonic()
    (at / "s.ron").write_text(STUDY)
    one = [program, "study", str(at / "s.ron"), "--luck", "0", "--jobs", "1"]
    alone = run([*one, "--format", "json", "--page", str(at / "a.html"), "--out", str(at / "a.csv")])
    print(f"{time.monotonic() - begun:.0f} s: {json.loads(alone)['battles']} battles on one machine", flush=True)

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)]
    cluster.wait_for_nodes()
    print(f"{time.monotonic() - begun:.0f} s: a head and two nodes at {cluster.address}", flush=True)
    line = [driver, "study", str(at / "s.ron"), "--address", cluster.address, "--program", program, "--luck", "0"]
    line += ["--shards", str(SHARDS), "--out", str(at / "parts"), "--format", "json"]
    line += ["--page", str(at / "b.html"), "--csv", str(at / "b.csv")]
    try:
        first = subprocess.Popen(line, stdout=subprocess.DEVNULL)
        until("a node is killed", SHARDS // 8, at / "parts", first)
        cluster.remove_node(nodes[0], allow_graceful=False)
        until("the driver is killed", SHARDS // 3, at / "parts", first)
        first.send_signal(signal.SIGKILL)
        first.wait()
        kept = parts(at / "parts")
        assert kept < SHARDS, "all was played before the driver was killed"
        # A node that comes while the battles go on.
        cluster.add_node(num_cpus=1)
        merged = run(line)
        print(f"{time.monotonic() - begun:.0f} s: went on from {kept} parts to {parts(at / 'parts')}", flush=True)
        assert merged == alone, "the answer is not that of one machine"
        for one_, other in (("a.html", "b.html"), ("a.csv", "b.csv")):
            assert (at / one_).read_bytes() == (at / other).read_bytes(), f"{other} is not {one_}"

        (at / "clear.ron").write_text(CLEAR)
        clear = [driver, "study", str(at / "clear.ron"), "--address", cluster.address, "--program", program]
        told = run([*clear, "--luck", "0", "--shards", "200", "--out", str(at / "clear"), "--format", "json"])
        alone = run([program, "study", str(at / "clear.ron"), "--luck", "0", "--jobs", "1", "--format", "json"])
        assert told == alone, "where it is sure early, the answer is not that of one machine"
        assert parts(at / "clear") < 200, "it did not stop when it was sure"
        print(f"{time.monotonic() - begun:.0f} s: sure after {parts(at / 'clear')} of 200 parts", flush=True)
    finally:
        cluster.shutdown()
    print("the same bytes as on one machine")


if __name__ == "__main__":
    main()
