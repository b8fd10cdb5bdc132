"""Plays a study in parts and puts them together: goes on where it was left, and stops as soon as it is sure."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from .frames import Frames
from .parts import Bundle, Folder, Options, PartsError, build, header
from .pools import Cluster, Here, Pool

LOOK_EACH = 2.0
"""Seconds between two looks at whether it is sure, at the least."""


@dataclass(frozen=True)
class Answer:
    """What came of a study."""

    summary: dict[str, Any]
    """What the program writes as `--format json`."""
    parts: Path
    """The folder with the parts."""

    @property
    def frames(self) -> Frames:
        """Its battles, for pandas or polars."""
        return Frames.read(self.parts)


class Looks:
    """Looks at the parts that are there without a gap, in a process of its own, and tells when they are sure."""

    def __init__(self, study: str, program: str, folder: Folder) -> None:
        self._line = [program, "study", study, "--merge", str(folder.path), "--so-far", "--format", "json"]
        self._running: tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]] | None = None
        self._seen = 0
        self._last = 0.0

    def sure(self, without_gap: int) -> bool:
        """Whether what was last looked at is sure; begins another look where there is more to be seen."""
        if self._running is not None:
            process, told, troubles = self._running
            status = process.poll()
            if status is None:
                return False
            self._running = None
            told.seek(0)
            troubles.seek(0)
            text, why = told.read(), troubles.read().decode(errors="replace").strip()
            told.close()
            troubles.close()
            try:
                summary = json.loads(text)
            except ValueError:
                raise PartsError(why or "the program says nothing of the parts") from None
            # Battles that were stopped are told when all is put together.
            if summary["variants"] and all(variant["verdict"] != "open" for variant in summary["variants"]):
                return True
        if without_gap > self._seen and time.monotonic() - self._last >= LOOK_EACH:
            self._seen, self._last = without_gap, time.monotonic()
            told, troubles = tempfile.TemporaryFile(), tempfile.TemporaryFile()
            self._running = (subprocess.Popen(self._line, stdout=told, stderr=troubles), told, troubles)
        return False

    def close(self) -> None:
        """Ends a look that is under way."""
        if self._running is not None:
            self._running[0].kill()
            self._running[0].wait()


class Progress:
    """One line on stderr for all of it, where somebody watches; else a line for each tenth."""

    def __init__(self, of: int, kept: int) -> None:
        self._of, self._kept, self._begun, self._tenth = of, kept, time.monotonic(), -1

    def told(self, done: int, flying: int) -> None:
        seconds = time.monotonic() - self._begun
        played = done - self._kept
        left = f", about {seconds / played * (self._of - done):.0f} s left" if played > 0 and done < self._of else ""
        line = f"{done} of {self._of} parts, {flying} in the air{left}"
        if sys.stderr.isatty():
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        elif done * 10 // self._of > self._tenth:
            self._tenth = done * 10 // self._of
            print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def first_gap(there: set[int]) -> int:
    """How many parts are there without a gap, from the first on."""
    count = 0
    while count + 1 in there:
        count += 1
    return count


def drive(pool: Pool, folder: Folder, looks: Looks, options: Options) -> int:
    """Has the parts played that are not there, the first ones first, until all are there or it is sure; returns how many
    were played."""
    folder.check(options)
    there = folder.there()
    waiting = [shard for shard in range(1, folder.of + 1) if shard not in there]
    waiting.reverse()
    progress = Progress(folder.of, len(there))
    known: dict[str, Any] | None = None
    flying: set[int] = set()
    played = 0
    try:
        while waiting or flying:
            if looks.sure(first_gap(there)):
                break
            while waiting and len(flying) < pool.room():
                shard = waiting.pop()
                pool.submit(shard)
                flying.add(shard)
            for shard, bytes_ in pool.finished(0.5):
                is_ = {key: value for key, value in header(bytes_).items() if key != "shard"}
                if known is not None and is_ != known:
                    raise PartsError(f"part {shard} is of other battles than those before it: the nodes differ")
                known = is_
                folder.keep(shard, bytes_)
                flying.discard(shard)
                there.add(shard)
                played += 1
            progress.told(len(there), len(flying))
    finally:
        progress.close()
        looks.close()
        pool.close()
    return played


def merge(study: str, program: str, folder: Path, rest: list[str]) -> subprocess.CompletedProcess[str]:
    """Puts the parts in that folder together, by the program."""
    line = [program, "study", study, "--merge", str(folder), *rest]
    return subprocess.run(line, stdout=subprocess.PIPE, text=True, check=False)


def play(
    study: str,
    *,
    shards: int,
    address: str = "auto",
    program: str = "sandtable",
    out: Path | None = None,
    root: Path | None = None,
    options: Options = Options(),
    any_build: bool = False,
) -> Path:
    """Plays a study in so many parts, and returns the folder that they are in.

    `address` is that of a Ray cluster (`auto`: the one that runs here), `local` for one of this process alone, or `none`:
    without Ray, on this machine.
    """
    if shards < 1:
        raise PartsError("a study has at least one shard")
    bundle = Bundle.of(study, root)
    wanted = build(program)
    stem = Path(study).name.removesuffix(".ron")
    folder = Folder(out or Path(f"{stem}.parts"), shards)
    folder.check(options)
    looks = Looks(study, program, folder)
    if len(folder.there()) < shards:
        pool: Pool
        if address == "none":
            pool = Here(bundle, program, options, shards)
        else:
            pool = Cluster(address, bundle, program, options, shards, None if any_build else wanted)
        drive(pool, folder, looks, options)
    return folder.path


def study(
    study: str,
    *,
    shards: int,
    address: str = "auto",
    program: str = "sandtable",
    out: Path | None = None,
    root: Path | None = None,
    options: Options = Options(),
    any_build: bool = False,
) -> Answer:
    """As `play`, and puts the parts together."""
    folder = play(
        study,
        shards=shards,
        address=address,
        program=program,
        out=out,
        root=root,
        options=options,
        any_build=any_build,
    )
    done = merge(study, program, folder, ["--format", "json"])
    try:
        summary = json.loads(done.stdout)
    except ValueError:
        raise PartsError(f"the parts in {folder} cannot be put together") from None
    return Answer(summary, folder)
