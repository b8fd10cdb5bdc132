"""Parts of a study: how one is played by the program, and the folder that they are kept in."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

MOST_BYTES = 16 * 1024 * 1024
"""The most that the files beside a study may have together, for all of them to be sent to every node."""


class PartsError(Exception):
    """What keeps a study from being played, in a sentence for people."""


@dataclass(frozen=True)
class Options:
    """How a study is played; what is None is as the study's file or the program has it."""

    seed: int = 1
    luck: int | None = None
    pairs: int | None = None
    difference: float | None = None
    error: float | None = None
    at_least: float | None = None
    jobs: int = 1
    """Threads of a part, and as many processors are asked for it."""

    def line(self) -> list[str]:
        """As the program takes them for a part."""
        line = ["--seed", str(self.seed), "--jobs", str(self.jobs)]
        for name in ("luck", "pairs", "difference", "error", "at_least"):
            value = getattr(self, name)
            if value is not None:
                line += ["--" + name.replace("_", "-"), str(value)]
        return line


@dataclass(frozen=True)
class Bundle:
    """A study as it is sent to nodes: its name, and the files under the folder that it lies in."""

    name: str
    files: dict[str, bytes]

    @staticmethod
    def of(name: str, root: Path | None = None) -> Bundle:
        """The study of that name; of a file also the .ron files under its folder, or under `root`: battles, plans and
        journals that it names. A name of a built-in study needs no files."""
        path = Path(name)
        if not path.is_file():
            return Bundle(name, {})
        folder = (root or path.parent).resolve()
        try:
            within = path.resolve().relative_to(folder)
        except ValueError:
            raise PartsError(f"{name} does not lie under {folder}") from None
        files: dict[str, bytes] = {}
        size = 0
        for file in sorted(folder.rglob("*.ron")):
            if file.is_file():
                bytes_ = file.read_bytes()
                size += len(bytes_)
                if size > MOST_BYTES:
                    raise PartsError(
                        f"the .ron files under {folder} are more than {MOST_BYTES // 1024 // 1024} MiB: "
                        "put the study into a folder with only what it needs"
                    )
                files[file.relative_to(folder).as_posix()] = bytes_
        return Bundle(within.as_posix(), files)

    def unpack(self, folder: Path) -> None:
        """Writes the files into that folder."""
        for name, bytes_ in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes_)


@lru_cache(maxsize=8)
def _digest(path: str, size: int, changed: int) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.sha256(
            file.read()
        ).hexdigest()


def build(program: str) -> str:
    """A digest of the program's file, by which builds are told apart."""
    found = shutil.which(program)
    if found is None:
        raise PartsError(f"there is no program {program} on {os.uname().nodename}: name it with --program")
    known = os.stat(found)
    return _digest(found, known.st_size, known.st_mtime_ns)


def play(bundle: Bundle, program: str, options: Options, shard: int, of: int, wanted: str | None) -> bytes:
    """Plays a part on this machine and returns its file. `wanted` is the build that must play it, if any must."""
    is_ = build(program)
    if wanted is not None and is_ != wanted:
        raise PartsError(
            f"{program} on {os.uname().nodename} is another build than the driver's: the same battles need the same "
            "program (--any-build takes what is there)"
        )
    with tempfile.TemporaryDirectory(prefix="sandtable-part-") as folder:
        bundle.unpack(Path(folder))
        line = [program, "study", bundle.name, "--shard", f"{shard}/{of}", "--out", "parts", *options.line()]
        done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise PartsError(f"part {shard} of {of}: {done.stderr.strip() or f'exit status {done.returncode}'}")
        [file] = Path(folder, "parts").glob("*.shard")
        return file.read_bytes()


def header(bytes_: bytes) -> dict[str, Any]:
    """What a part's file begins with."""
    first = bytes_.split(b"\n", 1)[0]
    try:
        told = json.loads(first)
    except ValueError:
        told = None
    if not isinstance(told, dict) or "shard_form" not in told:
        raise PartsError("this is no part of a study")
    return told


class Folder:
    """The folder that parts are kept in. A file in it is whole: it gets its name only when all of it is on disk."""

    def __init__(self, path: Path, of: int) -> None:
        self.path = path
        self.of = of
        path.mkdir(parents=True, exist_ok=True)

    def file(self, shard: int) -> Path:
        """Where that part is kept, under the name that the program would give it."""
        return self.path / f"{shard:0{len(str(self.of))}d}-of-{self.of}.shard"

    def there(self) -> set[int]:
        """The parts that are there."""
        return {shard for shard in range(1, self.of + 1) if self.file(shard).is_file()}

    def keep(self, shard: int, bytes_: bytes) -> None:
        """Keeps a part."""
        with tempfile.NamedTemporaryFile(dir=self.path, prefix=".", delete=False) as file:
            try:
                file.write(bytes_)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(file.name, 0o644)
                os.replace(file.name, self.file(shard))
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise

    def check(self, options: Options) -> None:
        """That what is there already was asked for in the same way."""
        for path in sorted(self.path.glob("*.shard")):
            with path.open("rb") as file:
                told = header(file.readline())
            wanted: list[tuple[str, Any, Any]] = [
                ("seed", told["seed"], options.seed),
                ("number of shards", told["of"], self.of),
            ]
            if options.luck is not None:
                wanted.append(("luck", told["luck"], options.luck))
            for name in ("pairs", "difference", "error", "at_least"):
                if getattr(options, name) is not None:
                    wanted.append((name.replace("_", "-"), told["rule"][name], getattr(options, name)))
            for what, is_, asked in wanted:
                if is_ != asked:
                    raise PartsError(f"{path} was played with {what} {is_}, not {asked}: take another folder with --out")
