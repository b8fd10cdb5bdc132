"""Who plays parts: the nodes of a Ray cluster, or processes of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from .parts import Bundle, Options, PartsError, play


class Pool(Protocol):
    """Plays parts, several at a time."""

    def room(self) -> int:
        """How many parts may be in the air at once."""
        ...

    def submit(self, shard: int) -> None:
        """Has that part played."""
        ...

    def finished(self, seconds: float) -> list[tuple[int, bytes]]:
        """Waits for so long at most, and returns the parts that are done. Raises `PartsError` where one cannot be
        played; a worker or node that dies is no such reason: its part is given to another."""
        ...

    def close(self) -> None:
        """Lets go of what is still in the air."""
        ...


class Here:
    """Processes of this machine."""

    def __init__(self, bundle: Bundle, program: str, options: Options, of: int) -> None:
        self._play: Callable[[int], bytes] = lambda shard: play(bundle, program, options, shard, of, None)
        self._room = max(1, (os.cpu_count() or 1) // options.jobs)
        self._threads = ThreadPoolExecutor(self._room)
        self._flying: dict[Future[bytes], int] = {}

    def room(self) -> int:
        return self._room

    def submit(self, shard: int) -> None:
        self._flying[self._threads.submit(self._play, shard)] = shard

    def finished(self, seconds: float) -> list[tuple[int, bytes]]:
        done, _ = wait(self._flying, seconds, FIRST_COMPLETED)
        return [(self._flying.pop(future), future.result()) for future in done]

    def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)


class Cluster:
    """The nodes of a Ray cluster. A part whose worker or node dies is played by another, however often."""

    def __init__(
        self, address: str, bundle: Bundle, program: str, options: Options, of: int, wanted: str | None
    ) -> None:
        import ray

        self._ray = ray
        try:
            ray.init(
                address=None if address == "local" else address,
                namespace="sandtable",
                log_to_driver=False,
                logging_level="ERROR",
                include_dashboard=False if address == "local" else None,
            )
        except (ConnectionError, ValueError, RuntimeError) as why:
            raise PartsError(f"there is no Ray cluster at {address}: {why}") from why
        # Ray counts workers and nodes that died; what the program itself refuses is not tried again.
        remote: Any = ray.remote
        part = remote(max_retries=-1, num_cpus=options.jobs, scheduling_strategy="SPREAD")(_part)
        self._bundle = ray.put(bundle)
        self._send: Callable[[int], Any] = lambda shard: part.remote(
            self._bundle, program, options, shard, of, wanted
        )
        self._jobs = options.jobs
        self._flying: dict[Any, int] = {}

    def room(self) -> int:
        # Nodes come and go. Some more than can be played at once, so that no node waits for the driver.
        processors = self._ray.cluster_resources().get("CPU", 0)
        at_once = max(1, int(processors) // self._jobs)
        return at_once + max(1, at_once // 2)

    def submit(self, shard: int) -> None:
        self._flying[self._send(shard)] = shard

    def finished(self, seconds: float) -> list[tuple[int, bytes]]:
        if not self._flying:
            return []
        all_ = list(self._flying)
        done, _ = self._ray.wait(all_, num_returns=1, timeout=seconds)
        more, _ = self._ray.wait(all_, num_returns=len(all_), timeout=0)
        finished = []
        for of in {*done, *more}:
            shard = self._flying.pop(of)
            try:
                result = self._ray.get(of)
            except (self._ray.exceptions.ObjectLostError, self._ray.exceptions.RaySystemError):
                # Its node died after it was played and before its file came here.
                self.submit(shard)
                continue
            if isinstance(result, str):
                raise PartsError(result)
            finished.append((shard, result))
        return finished

    def close(self) -> None:
        for of in self._flying:
            self._ray.cancel(of, force=True)
        self._ray.shutdown()


def _part(
    bundle: Bundle, program: str, options: Options, shard: int, of: int, wanted: str | None
) -> bytes | str:
    """What a node does: the part's file, or why there is none."""
    try:
        return play(bundle, program, options, shard, of, wanted)
    except PartsError as why:
        return str(why)
